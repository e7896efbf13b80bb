"""What each part of a search brings: the package without it, or with another constant.

Users have no options for these parts. Each switch changes one line in a copy of the
package, or a few lines of one module. The copies are called in turns, so that they
share the noise of the machine. Their counts must be those of the package as it is. Some
parts are no switches, because the answers need them: the ascending order of candidates,
and the merging of equal ones. GPU kernels take a minute to compile, so several copies
compile side by side before they are measured.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numba
from numba.core.caching import _CacheLocator

from benchmarks.shared.answers import check_answer
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.sizes import sizes
from benchmarks.shared.timing import check, clock_for, on_engine, timed, timing

QUICK = ["random:left=12,right=9,density=0.5 --pq 3,3 --only steps-64 --repeat 1"]
FULL = [
    "FOLDER/lastfm-hetrec.txt.gz FOLDER/marvel.txt.gz "
    "FOLDER/movielens-10m_ui.txt.gz FOLDER/youtube-groupmemberships.txt.gz "
    "FOLDER/fimi-mushroom.txt.gz FOLDER/bms-webview2.txt.gz "
    "power-law:edges=1000000 communities:n=300 --repeat 3"
]
ROOT = Path(__file__).resolve().parents[1]
NAME = "cugraph_biclique"
PACKAGE = ROOT / NAME
AS_IT_IS = "as it is"
BASE = "base"  # the folder of the copy without a change
COLUMNS = "graph", "counts", "switch", "call", "times", "agree"
CPU, GPU = "search/cpu/", "search/gpu/"
NEVER = "1 << 62"
COPIES = 8  # that compile side by side; each takes memory of the GPU
EACH = 4  # switches between two calls of the package as it is
SLOW = 3.0  # a switch that takes this many times as long has fewer calls
MORE = 5  # times as many calls as --repeat, at most, for --seconds


class Switch(NamedTuple):
    """Lines of a module by their beginnings, the lines in their place, and their
    effect."""

    engine: str
    counts: str  # "maximal", "p, q" for the sizes of --pq, or "2, 2"
    module: str
    begins: str  # of one line or several
    instead: str  # as many lines
    what: str

    def changed(self, text: str) -> str:
        """The text of the module with the other lines."""
        lines = text.splitlines()
        pairs = zip(self.begins.split("\n"), self.instead.split("\n"), strict=True)
        for begins, instead in pairs:
            places = [n for n, line in enumerate(lines) if line.startswith(begins)]
            if len(places) != 1:
                raise SystemExit(
                    f"{len(places)} lines of {self.module} begin with {begins!r}: "
                    "correct the switch in benchmarks/ablations.py"
                )
            lines[places[0]] = instead
        return "\n".join(lines) + "\n"

    def apply(self, package: Path) -> None:
        """Change the lines in a copy of the package."""
        path = package / self.module
        path.write_text(self.changed(path.read_text(encoding="utf-8")), "utf-8")


def constant(engine: str, counts: str, module: str, name: str, value: str, what: str):
    """A switch that gives a constant of a module another value."""
    new = f"{name} = {value}"
    return Switch(engine, counts, module, f"{name} = ", new, what)


KERNEL = "def kernel(function: Any = None, *, threads: int = THREADS, blocks: int = "
SWITCHES = {
    # The CPU engine
    "other-side": Switch(
        "cpu", "maximal", "preparation/cpu/order.py",
        '    side = "right" if keep_left <= most',
        '    side = "left" if keep_left <= most else "right"',
        "the other side grows",
    ),
    "no-transposing": constant(
        "cpu", "maximal", "graph/csr.py", "WORTH_THREADS", NEVER,
        "large adjacencies, too, are sorted list by list",
    ),
    "insertion-sorted-lists": constant(
        "cpu", "maximal", "graph/csr.py", "SHORT", NEVER,
        "long lists, too, are sorted by insertion",
    ),
    "hash-merging": constant(
        "cpu", "maximal", CPU + "merging.py", "INSERTION_SORT", "0",
        "few candidates, too, are merged by a hash table and sorted by counting",
    ),
    "insertion-merging": constant(
        "cpu", "maximal", CPU + "merging.py", "INSERTION_SORT", NEVER,
        "many candidates, too, are merged and sorted by insertion",
    ),
    "no-condensing": constant(
        "cpu", "maximal", CPU + "merging.py", "CONDENSE", NEVER,
        "equal excluded rows stay",
    ),
    "contained-rows": constant(
        "cpu", "maximal", CPU + "merging.py", "FEW_EXCLUDED", NEVER,
        "excluded rows that others contain stay",
    ),
    "no-tables": constant(
        "cpu", "maximal", CPU + "rows.py", "TABLE_ROWS", NEVER, "no truth tables",
    ),
    "levels-for-few": constant(
        "cpu", "maximal", CPU + "rows.py", "FEW_ROWS", "0",
        "up to four maximal children, too, get a level",
    ),
    "exit-per-row": constant(
        "cpu", "maximal", CPU + "rows.py", "BLOCK", "np.uint64(1)",
        "a maximality test may end at each row",
    ),
    "no-pairs-in-matrices": Switch(
        "cpu", "maximal", CPU + "matrix.py",
        "    if maximal <= 2:", "    if maximal == 0:",
        "one or two maximal children of a matrix get words for their excluded rows",
    ),
    "no-exchanged-tables": Switch(
        "cpu", "maximal", CPU + "matrix.py",
        "    return n <= 2 or (n <= TABLE_MEMBERS and m << n", "    return n == 0",
        "wide children with few rows get a matrix, and no table with exchanged sides",
    ),
    "all-columns": Switch(
        "cpu", "maximal", CPU + "frontier.py",
        "        n_members = supported_members(state, m)", "        n_members = m",
        "members without later rows get a column, too",
    ),
    "no-matrices": constant(
        "cpu", "maximal", CPU + "worker.py", "MATRIX_BYTES", "0",
        "no bit matrices below wide roots",
    ),
    "all-matrices": constant(
        "cpu", "maximal", CPU + "worker.py", "MATRIX_BYTES", NEVER,
        "bit matrices of any size, and no second level of sweeps",
    ),
    "steps-64": constant(
        "cpu", "maximal", CPU + "worker.py", "STEPS", "64",
        "workers check the job board more often",
    ),
    "other-anchor": Switch(
        "cpu", "p, q", "preparation/stages.py",
        '            side = side or ("left" if left.work < right.work',
        '            side = side or ("right" if left.work < right.work else "left")',
        "vertices of the other side are picked",
    ),
    "no-whole-matrix": Switch(
        "cpu", "p, q", "counting/cpu/__init__.py",
        "    if n * words * stride < wedges:", "    if False:",
        "a dense graph is swept, too",
    ),
    "no-narrow-roots": Switch(
        "cpu", "p, q", "counting/cpu/__init__.py",
        "        if end - begin <= WORD and picks > 2:", "        if picks < 0:",
        "narrow roots, too, are swept twice",
    ),
    "no-sorted-rows": Switch(
        "cpu", "p, q", "counting/cpu/__init__.py",
        "    if picks > 3:", "    if picks < 0:",
        "the rows of a wide root stay in the order of the sweep",
    ),
    "no-sorted-picks": Switch(
        "cpu", "p, q", "counting/cpu/__init__.py",
        "    kept = select_rows(state, i + 1, n, size, picks > 5",
        "    kept = select_rows(state, i + 1, n, size, False, least)",
        "the rows below a first pick are never sorted by size",
    ),
    "no-collapsed-roots": Switch(
        "cpu", "p, q", "counting/cpu/__init__.py",
        "    if picks > 3 and n >= TWINS_FROM and 5 * spare", "    if picks < 0:",
        "equal rows of a wide root stay apart",
    ),
    "no-collapsed-levels": Switch(
        "cpu", "p, q", "counting/cpu/rows.py",
        "    if picks >= 3 and n >= TWINS_FROM:", "    if picks < 0:",
        "equal rows of a narrow level stay apart",
    ),
    "no-twins": constant(
        "cpu", "p, q", "counting/cpu/rows.py", "TWINS_FROM", NEVER,
        "equal rows stay apart, and all narrow nodes are counted by recursion",
    ),
    "no-recursion": Switch(
        "cpu", "p, q", "counting/cpu/rows.py",
        "        most = INLINE_ROWS if picks == 3", "        most = -1",
        "each narrow node with three picks or more gets a level",
    ),
    "no-core-of-nodes": Switch(
        "cpu", "p, q", "counting/cpu/rows.py",
        "        n, members = prune(state.bits, stop, begin, n,",
        "        members = size",
        "narrow nodes are not reduced to their cores",
    ),
    "no-binomials": Switch(
        "cpu", "p, q", "counting/cpu/__init__.py",
        "    control[SINGLE] = single", "    control[SINGLE] = 0",
        "sets are counted by size, and binomials come last",
    ),
    "no-packing": Switch(
        "cpu", "p, q", "counting/cpu/words.py",
        "    pack = packed < used and", "    pack = False",
        "the bits of a pick are never packed",
    ),
    "no-priority": constant(
        "cpu", "2, 2", "local_counting/priority.py", "LEAST_READ", NEVER,
        "butterflies are counted from one side",
    ),
    # The GPU engine: preparation
    "other-side-gpu": Switch(
        "gpu", "maximal", "preparation/gpu/order.py",
        '        return "right" if rights <= most',
        '        return "left" if rights <= most else "right"',
        "the other side grows, in graphs that are not prepared at once",
    ),
    "no-at-once": constant(
        "gpu", "maximal", "preparation/gpu/at_once.py", "MOST_COMPARISONS", "-1",
        "small graphs, too, are prepared stage by stage",
    ),
    "no-edge-matrices": constant(
        "gpu", "maximal", "device/bit_matrices.py", "MOST_BYTES", "-1",
        "edges are sorted where a graph is read and ordered",
    ),
    "sums-by-all": constant(
        "gpu", "maximal", "device/ranges.py", "MOST_FOR_A_BLOCK", "-1",
        "all blocks share each prefix sum",
    ),
    "sums-by-one": constant(
        "gpu", "maximal", "device/ranges.py", "MOST_FOR_A_BLOCK", NEVER,
        "one block makes each prefix sum",
    ),
    "no-known-sizes": Switch(
        "gpu", "maximal", GPU + "host/workspace.py",
        "        if sizes and wide < len(sizes.below):", "        if False:",
        "the search measures its roots, and the host reads them",
    ),
    "stars-by-warps": constant(
        "gpu", "maximal", GPU + "stars.py", "FEW", "-1",
        "a warp tests each star, and never one lane",
    ),
    "stars-first": Switch(
        "gpu", "maximal", GPU + "stars.py",
        "    wait = beside(", "    wait = (lambda run: run() or (lambda: None))(",
        "stars are counted before the search begins",
    ),
    # Roots
    "no-roots-beside": Switch(
        "gpu", "maximal", GPU + "__init__.py",
        "            if len(narrow) and len(wide) and", "            if False:",
        "narrow roots are swept before wide ones",
    ),
    "no-roots-by-warps": constant(
        "gpu", "maximal", GPU + "roots/rows.py", "FEW_SWEPT", "-1",
        "blocks of four warps sweep all narrow roots",
    ),
    "no-roots-in-shared": constant(
        "gpu", "maximal", GPU + "roots/rows.py", "MOST_SWEPT", "-1",
        "roots that a warp cannot sweep have no hash tables",
    ),
    "no-roots-in-marks": Switch(
        "gpu", "maximal", GPU + "__init__.py",
        "        if work.least == 2 and len(work.vertices)", "        if False:",
        "narrow roots without hash tables have words in global memory",
    ),
    "no-marked-roots": Switch(
        "gpu", "maximal", GPU + "wide/roots.py",
        "    if work.least == 2 and len(work.graph.grown_weight)", "    if False:",
        "the rows of wide roots are keys in global memory, and are sorted",
    ),
    "no-pair-rows": Switch(
        "gpu", "maximal", GPU + "wide/roots.py",
        "    kinds = 1 if work.sized or group.again else 2", "    kinds = 1",
        "rows of two members stay in the matrices",
    ),
    "no-shared-roots": constant(
        "gpu", "maximal", GPU + "roots/marked.py", "MANY", "1 << 30",
        "one block fills the matrix of a root with many members",
    ),
    "no-few-columns": constant(
        "gpu", "maximal", GPU + "roots/marked.py", "FEW_COLUMNS", "1 << 30",
        "each thread meets all columns of its words",
    ),
    "cover-by-warps": constant(
        "gpu", "maximal", GPU + "wide/pair_rows.py", "FEW", "0",
        "a warp covers the pairs of short rows, too",
    ),
    "cover-by-lanes": constant(
        "gpu", "maximal", GPU + "wide/pair_rows.py", "FEW", "1 << 30",
        "a lane covers the pairs of long rows, too",
    ),
    "always-unmark": constant(
        "gpu", "maximal", GPU + "roots/rows.py", "FEW_MET", "1",
        "marks in global memory are reset one by one",
    ),
    "always-clear": constant(
        "gpu", "maximal", GPU + "roots/rows.py", "FEW_MET", "1 << 40",
        "all marks in global memory are reset together",
    ),
    "lists-together": constant(
        "gpu", "maximal", GPU + "roots/sweeps.py", "LONG", "1 << 30",
        "a warp always sweeps several lists as one",
    ),
    "lists-singly": constant(
        "gpu", "maximal", GPU + "roots/sweeps.py", "LONG", "0",
        "a warp always sweeps one list after the other",
    ),
    # Narrow nodes
    "with-sizes": Switch(
        "gpu", "maximal", GPU + "host/workspace.py",
        "        self.sized = emit or", "        self.sized = True",
        "a count uses the kernels that know the sizes of R",
    ),
    "donation-128": constant(
        "gpu", "maximal", GPU + "narrow/levels.py", "DONATION_INTERVAL", "128",
        "warps look for idle warps less often",
    ),
    "no-donation": constant(
        "gpu", "maximal", GPU + "narrow/levels.py", "DONATION_INTERVAL", "1 << 30",
        "a warp searches each of its subtrees to the end",
    ),
    "no-lane-tables": constant(
        "gpu", "maximal", GPU + "narrow/lane_tables.py", "MOST_MEMBERS", "1",
        "narrow nodes of few members are visited like others",
    ),
    "lane-tables-of-six": constant(
        "gpu", "maximal", GPU + "narrow/lane_tables.py", "MOST_MEMBERS", "6",
        "narrow nodes of seven and eight members are visited like others",
    ),
    "no-tables-below": constant(
        "gpu", "maximal", GPU + "narrow/subtrees.py", "TABLED", "1 << 30",
        "no truth tables for the levels that a warp keeps",
    ),
    "no-tables-of-children": Switch(
        "gpu", "maximal", GPU + "narrow/expand.py",
        "            few = ballot_of(lane < n and popcount(mask)",
        "            few = ballot_of(lane < 0)",
        "no truth tables for children that are to be expanded",
    ),
    "no-subtrees": Switch(
        "gpu", "maximal", GPU + "narrow/expand.py",
        "    return n_later <= WARP and n_rows",
        "    return n_later < 0 and n_rows < 0",
        "every node is a task: no warp searches a whole subtree",
    ),
    "no-only-children": Switch(
        "gpu", "maximal", GPU + "narrow/maximality.py",
        "        state = LEAF if only == ZERO else MANY if several",
        "        state = LEAF if only == ZERO else MANY",
        "the only child of a candidate gets a node",
    ),
    "equal-rows-in-nodes": Switch(
        "gpu", "maximal", GPU + "narrow/excluded.py",
        "        keep = is_new(table, last, row)", "        keep = True",
        "equal excluded rows of nodes stay",
    ),
    "contained-rows-in-nodes": constant(
        "gpu", "maximal", GPU + "narrow/excluded.py", "FEW_ROWS", "1 << 30",
        "excluded rows of nodes stay although others contain them",
    ),
    "chunks-256": constant(
        "gpu", "maximal", GPU + "narrow/expand.py", "CHUNK_PAIRS", "256",
        "chunks of fewer candidates",
    ),
    "chunks-16384": constant(
        "gpu", "maximal", GPU + "narrow/expand.py", "CHUNK_PAIRS", "16384",
        "chunks of more candidates",
    ),
    "fixed-shares": Switch(
        "gpu", "maximal", "device/stack.py",
        "    pool.stack[level, C.S_SHARE] = more if fits",
        "    pool.stack[level, C.S_SHARE] = part",
        "the share of a level in the pool stays the same",
    ),
    # Wide nodes
    "no-large-tables": constant(
        "gpu", "maximal", GPU + "wide/counts.py", "MOST_TABLED", "0",
        "no truth tables for children of seven to ten members",
    ),
    "no-twos": Switch(
        "gpu", "maximal", GPU + "wide/counts.py",
        "        pairs = np.uint32(rest & ballot_of(mine.n == 2))",
        "        pairs = np.uint32(rest & ballot_of(mine.n == 2 and has_pairs("
        "matrices, mine.matrix)))",
        "children of two members are tested like others, unless rows are pairs",
    ),
    "no-heavy": constant(
        "gpu", "maximal", GPU + "wide/maximality.py", "HEAVY_WORDS", NEVER,
        "no blocks share the words of a child",
    ),
    "never-list-singly": Switch(
        "gpu", "maximal", GPU + "wide/search.py",
        "        return FEW_CHILDREN * multiprocessors() < n", "        return False",
        "children always share the loads of columns",
    ),
    "always-list-singly": Switch(
        "gpu", "maximal", GPU + "wide/search.py",
        "        return FEW_CHILDREN * multiprocessors() < n", "        return True",
        "a warp lists each child by itself",
    ),
    "no-long-lists": Switch(
        "gpu", "maximal", GPU + "wide/lists.py",
        "    most = np.int32(LONG_LIST if group > 1", "    most = np.int32(1 << 30)",
        "no block shares the members of a node",
    ),
    "no-first-members": Switch(
        "gpu", "maximal", GPU + "wide/lists.py",
        "    if cuda.any_sync(ALL_LANES, n > FIRSTS):",
        "    if cuda.any_sync(ALL_LANES, n >= 0):",
        "columns are read again to write the members of short lists",
    ),
    "take-by-members": Switch(
        "gpu", "maximal", GPU + "wide/lists.py",
        "    if voters(rows) < voters(some):", "    if False:",
        "a warp always takes one member at a time",
    ),
    "take-by-rows": Switch(
        "gpu", "maximal", GPU + "wide/lists.py",
        "    if voters(rows) < voters(some):", "    if True:",
        "a warp always takes one row at a time",
    ),
    "no-small-levels": Switch(
        "gpu", "maximal", GPU + "wide/search.py",
        "        if self.are_small(seen, n_children, children):", "        if False:",
        "the host launches each level of wide nodes",
    ),
    # Launches
    "one-block": Switch(
        "gpu", "maximal", "device/simt.py", KERNEL, f"{KERNEL}1) -> Any:",
        "kernels may use more registers: one block fits a multiprocessor",
    ),
    "four-blocks": Switch(
        "gpu", "maximal", "device/simt.py", KERNEL, f"{KERNEL}4) -> Any:",
        "kernels use fewer registers: four blocks fit a multiprocessor",
    ),
    "half-the-blocks": Switch(
        "gpu", "maximal", "device/launching.py",
        "        self.blocks = at_once * multiprocessors()",
        "        self.blocks = max(1, at_once * multiprocessors() // 2)",
        "half as many blocks at once",
    ),
    # Counts of (p, q)
    "other-anchor-gpu": Switch(
        "gpu", "p, q", "preparation/stages.py",
        '            side = side or ("left" if left.work < right.work',
        '            side = side or ("right" if left.work < right.work else "left")',
        "vertices of the other side are picked",
    ),
    "count-no-edge-matrices": constant(
        "gpu", "p, q", "device/bit_matrices.py", "MOST_BYTES", "-1",
        "edges are sorted where a graph is read and ordered",
    ),
    "wide-keys": Switch(
        "gpu", "p, q", "preparation/gpu/order.py",
        "    kind = np.int32 if sum(bits) + 2 <= 32",
        "    kind = np.int64",
        "vertices are sorted by keys of 64 bits",
    ),
    "read-largest-degree": Switch(
        "gpu", "p, q", "counting/gpu/__init__.py",
        "    if n_kept <= few:", "    if n_kept < 0:",
        "the host reads the largest degree of small graphs, too",
    ),
    "full-rows-in-nodes": Switch(
        "gpu", "p, q", "counting/gpu/expand.py",
        "        kept = ballot_of(size >= least and size < members)\n"
        "        full = np.int32(full + voters(\n"
        "        keep = size >= least and size < members",
        "        kept = ballot_of(size >= least)\n"
        "        full = np.int32(0)\n"
        "        keep = size >= least",
        "nodes below roots store their full rows, too",
    ),
    "no-subsets": constant(
        "gpu", "p, q", "counting/gpu/expand.py", "SUBSET_ROWS", "0",
        "children with few rows, too, get a node",
    ),
    "no-few-triples": constant(
        "gpu", "p, q", "counting/gpu/rows.py", "WARP_ROWS", "0",
        "triples of few rows go through the buffer of a warp",
    ),
    "no-buffered-pairs": Switch(
        "gpu", "p, q", "counting/gpu/rows.py",
        "            elif width == 1 and n <= BUFFER:", "            elif width < 0:",
        "pairs of few rows are counted like those of many",
    ),
    "count-chunks-1024": constant(
        "gpu", "p, q", "counting/gpu/expand.py", "CHUNK_WORDS", "1024",
        "chunks of fewer words in a count",
    ),
    "no-priority-gpu": constant(
        "gpu", "2, 2", "local_counting/priority.py", "LEAST_READ", NEVER,
        "butterflies are counted from one side",
    ),
}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="NAME",
        choices=SWITCHES,
        help="switches of this engine (default: all)",
    )
    parser.add_argument(
        "--counts",
        nargs="+",
        choices=["maximal", "p, q", "2, 2"],
        default=["maximal", "p, q", "2, 2"],
        help="switches of these counts (default: all)",
    )
    parser.add_argument(
        "--pq", nargs="+", default=["4,4"], help="the sizes to count (default: 4,4)"
    )
    parser.add_argument("--repeat", type=int, default=5, help="timed runs (default: 5)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.0,
        help="repeat short calls more often, for about these seconds",
    )
    parser.add_argument(
        "--copies",
        metavar="FOLDER",
        help="keep the copies here, and use those that are there with their compiled "
        "kernels",
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    chosen = {
        name: switch
        for name, switch in SWITCHES.items()
        if switch.engine == options.engine
        and switch.counts in options.counts
        and name in (options.only or SWITCHES)
    }
    kept = options.copies and nullcontext(options.copies)
    with kept or tempfile.TemporaryDirectory() as folder:
        copies = {name: Path(folder).resolve() / name for name in (BASE, *chosen)}
        kinds = sorted({switch.counts for switch in chosen.values()})
        make_copies(chosen, copies, kinds, options)
        if options.engine == "gpu":
            compile_all(chosen, copies, options)
        for counts in kinds:
            some = [name for name, switch in chosen.items() if switch.counts == counts]
            folders = {name: copies[name] for name in (BASE, *some)}
            for calls in calls_of(counts, options):
                for found in run_copies(folders, calls, options):
                    before = found["rows"][BASE]
                    for name, row in found["rows"].items():
                        label = found["graph"], calls or counts
                        yield named(label, name, chosen.get(name), row, before)


def make_copies(
    chosen: dict, copies: dict, kinds: list[str], options: argparse.Namespace
) -> None:
    """Make the copies that are not there yet.

    The package as it is runs first: of its compiled kernels, those that a switch does
    not reach stay valid in the other copies.
    """
    missing = [name for name in chosen if not copies[name].exists()]
    if not copies[BASE].exists():
        copy_package(copies[BASE] / NAME)
    if missing:
        for counts in kinds:
            for calls in calls_of(counts, options):
                run_once(copies[BASE], calls, options)
    for name in missing:
        shutil.copytree(copies[BASE], copies[name])
        chosen[name].apply(copies[name] / NAME)


def run_once(copy: Path, calls: str, options: argparse.Namespace) -> None:
    """Run a copy once, so that its kernels are on the disk."""
    once = argparse.Namespace(**{**vars(options), "repeat": 0})
    list(run_copies({copy.name: copy}, calls, once))


def calls_of(counts: str, options: argparse.Namespace) -> list[str]:
    """The sizes to count, one after the other; an empty text for maximal bicliques."""
    return {"maximal": [""], "2, 2": ["2,2"]}.get(counts, options.pq)


def compile_all(chosen: dict, copies: dict, options: argparse.Namespace) -> None:
    """Run each copy once, several at a time."""
    with ThreadPoolExecutor(COPIES) as pool:
        running = [
            pool.submit(run_once, copies[name], calls, options)
            for name, switch in chosen.items()
            if not has_compiled(copies[name])
            for calls in calls_of(switch.counts, options)
        ]
        for run in running:
            run.result()


def has_compiled(copy: Path) -> bool:
    """Whether a copy came with an archive of compiled kernels."""
    return any((copy / NAME / "shipped").glob("gpu-*.zip"))


def named(label: tuple, name: str, switch: Switch | None, row: dict, before: dict):
    """The figures of one graph with one switch."""
    graph, counts = label
    return {
        "graph": graph,
        "counts": counts.replace(",", ", ") if "," in counts else counts,
        "switch": name if switch else AS_IT_IS,
        "what": switch.what if switch else None,
        "module": switch.module if switch else None,
        "line": switch.instead.strip() if switch else None,
        "count": row["count"],
        "call": row["call"],
        "times": quiet(row) / quiet(before),
        "agree": row["count"] == before["count"],
    }


def quiet(row: dict) -> float:
    """The lower quartile of the seconds: other work on the machine only adds some."""
    seconds = sorted(row["call"]["repetitions"])
    return seconds[(len(seconds) - 1) // 4]


def lines(row: dict) -> list[dict]:
    """The printed table."""
    return [{key: row[key] for key in COLUMNS}]


# Copies of the package


def copy_package(target: Path) -> None:
    """Copy the package with its compiled kernels, wherever they are.

    Kernels that were compiled when a wheel was built stay behind: a changed copy would
    not use them.
    """
    shutil.copytree(PACKAGE, target, ignore=shutil.ignore_patterns("shipped"))
    if not numba.config.CACHE_DIR:
        return
    for folder in [PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir())]:
        name = _CacheLocator.get_suitable_cache_subpath(str(folder / "module.py"))
        kept = Path(numba.config.CACHE_DIR) / name
        if kept.is_dir():
            inside = target / folder.relative_to(PACKAGE) / "__pycache__"
            shutil.copytree(kept, inside, dirs_exist_ok=True)


def run_copies(
    copies: dict[str, Path], calls: str, options: argparse.Namespace
) -> Iterator[dict]:
    """Call copies of the package in turns: for each graph, a row for each copy.

    On CPU cores, each copy has a process: Numba's dispatchers take the named tuples of
    one copy for those of another, and then look for the kernel at each call. On a GPU,
    whose kernels are found otherwise, one process has all copies, because each process
    takes memory of the device.
    """
    engine, names = options.engine, list(copies)
    teams = [[name] for name in names] if engine == "cpu" else [names]
    with ExitStack() as stack:
        processes = {}
        for team in teams:
            folders = {name: copies[name] for name in team}
            process = stack.enter_context(Process(folders, calls, engine))
            processes |= dict.fromkeys(team, process)
        for graph in options.graphs:
            for process in dict.fromkeys(processes.values()):
                process.load(graph)
            rows = in_turns(processes, options.repeat, options.seconds)
            if BASE in rows:
                pq = sizes(calls) if calls else None
                check_answer(name_of(graph), pq, int(rows[BASE]["count"]))
            yield {"graph": name_of(graph), "rows": rows}


def in_turns(
    processes: dict[str, "Process"], repeat: int, enough: float
) -> dict[str, dict]:
    """Call each copy once, then in turns: `repeat` times, or for `enough` seconds;
    return their rows."""
    answers, firsts = {}, {}
    for name, process in processes.items():
        answers[name], firsts[name] = process.call(name)
    seconds: dict[str, list[float]] = {name: [] for name in processes}
    first = next(iter(processes))
    if enough:
        often = int(enough / processes[first].call(first)[1])
        repeat = max(repeat, min(often, MORE * repeat))
    for _ in range(repeat):
        for name in turns(list(processes)):
            if is_enough(seconds, name, repeat):
                continue
            answer, its_seconds = processes[name].call(name)
            check(answer == answers[name], name, answer, answers[name])
            seconds[name].append(its_seconds)
    return {
        name: {
            "count": answers[name],
            "call": timing(seconds[name] or [firsts[name]]) | {"first": firsts[name]},
        }
        for name in processes
    }


def turns(names: list[str]) -> Iterator[str]:
    """The order of calls: the package as it is comes first, and again and again."""
    first, *others = names
    for place, name in enumerate(others):
        if place % EACH == 0:
            yield first
        yield name
    if not others:
        yield first


def is_enough(seconds: dict[str, list[float]], name: str, repeat: int) -> bool:
    """Whether a slow switch has had enough calls for its distance from the others."""
    base = seconds.get(BASE)
    if not base or not seconds[name]:
        return False
    return sum(seconds[name]) > SLOW * repeat * median(base) and name != BASE


class Process:
    """A process that has some copies of the package, and calls them when asked to."""

    def __init__(self, folders: dict[str, Path], calls: str, engine: str) -> None:
        env = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
        paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
        env["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        env["NUMBA_NUM_THREADS"] = str(numba.get_num_threads())
        task = {name: str(folder) for name, folder in folders.items()}
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "benchmarks.ablations"),
                *(json.dumps(task), calls, engine),
            ],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(BrokenPipeError):
            self.process.communicate()  # without more to do, the process ends

    def load(self, graph: str) -> None:
        """Load a graph."""
        self.ask("load", graph)

    def call(self, name: str) -> tuple[str, float]:
        """Call a copy; return its answer, and its seconds."""
        answer, seconds = self.ask("call", name)
        return answer, seconds

    def ask(self, *words: str) -> Any:
        """Send words to the process, and return its answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            print(json.dumps(words), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a copy of the package failed: see above")
        return json.loads(line)


# Such a process


class Copy:
    """A copy of the package, imported beside others."""

    def __init__(self, folder: str) -> None:
        self.modules: dict[str, Any] = {}
        with self.active():
            sys.path.insert(0, folder)
            self.package = import_module(NAME)
            sys.path.remove(folder)
        file = self.package.__file__ or ""
        check(Path(folder) in Path(file).resolve().parents, file)

    @contextmanager
    def active(self) -> Iterator[None]:
        """Let imports find the modules of this copy: functions import some late."""
        sys.modules.update(self.modules)
        try:
            yield
        finally:
            own = [m for m in sys.modules if m.partition(".")[0] == NAME]
            self.modules = {name: sys.modules.pop(name) for name in own}


def main(folders: str, calls: str, engine: str) -> None:
    """Do what the lines of the standard input ask for, and print a line for each."""
    copies = {name: Copy(folder) for name, folder in json.loads(folders).items()}
    clock, pq = clock_for(engine), sizes(calls) if calls else ()
    function = "biclique_count" if pq else "maximal_biclique_count"
    given: Any = None
    for what, name in map(json.loads, sys.stdin):
        if what == "load":
            given = on_engine(load(name), engine)
            if engine == "gpu":
                import cupy

                cupy.get_default_memory_pool().free_all_blocks()
            print("null", flush=True)
            continue
        with copies[name].active():
            call = getattr(copies[name].package, function)
            call = partial(call, given, *pq, engine=engine)
            answer, seconds = timed(call, engine, clock)
        print(json.dumps([str(answer), seconds]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
