# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What each part of a search brings: the package without it, or with another constant.

Users have no options for these parts. Each switch changes one line in a copy of the
package, and a process of its own runs the copy. Its counts must be those of the package
as it is. Some parts are no switches, because the answers need them: the ascending order
of candidates, and the merging of equal ones. GPU kernels take a minute to compile, so
several copies compile side by side, before one after the other is measured.
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
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numba
from numba.core.caching import _CacheLocator

from benchmarks.shared.answers import check_count, check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, clock_for, measured, on_engine

QUICK = ["random:left=12,right=9,density=0.5 --pq 3,3 --only steps-64 --repeat 1"]
FULL = [
    "FOLDER/movielens-10m_ui.txt.gz FOLDER/youtube-groupmemberships.txt.gz "
    "FOLDER/fimi-mushroom.txt.gz FOLDER/pinterest.txt.gz "
    "communities:n=300 --repeat 3"
]
ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "cugraph_biclique"
AS_IT_IS = "as it is"
COLUMNS = "graph", "counts", "switch", "call", "times", "agree"
CPU, GPU = "search/cpu/", "search/gpu/"
NEVER = "1 << 62"
COPIES = 8  # that compile side by side; each takes memory of the GPU


class Switch(NamedTuple):
    """A line of a module by its beginning, the line in its place, and its effect."""

    engine: str
    counts: str  # "maximal" or "p, q"
    module: str
    begins: str
    instead: str
    what: str

    def changed(self, text: str) -> str:
        """The text of the module with the other line."""
        lines = text.splitlines()
        places = [n for n, line in enumerate(lines) if line.startswith(self.begins)]
        if len(places) != 1:
            raise SystemExit(
                f"{len(places)} lines of {self.module} begin with {self.begins!r}: "
                "correct the switch in benchmarks/ablations.py"
            )
        lines[places[0]] = self.instead
        return "\n".join(lines) + "\n"

    def apply(self, package: Path) -> None:
        """Change the line in a copy of the package."""
        path = package / self.module
        path.write_text(self.changed(path.read_text(encoding="utf-8")), "utf-8")


def constant(engine: str, counts: str, module: str, name: str, value: str, what: str):
    """A switch that gives a constant of a module another value."""
    new = f"{name} = {value}"
    return Switch(engine, counts, module, f"{name} = ", new, what)


SMALL = "    return n_later <= WARP and n_rows"
KERNEL = "def kernel(function: Any = None, *, threads: int = THREADS, blocks: int = "
AT_ONCE = "        self.blocks = at_once * multiprocessors()"
SWITCHES = {
    # The CPU engine
    "other-side": Switch(
        "cpu", "maximal", "preparation/cpu/order.py",
        '    side = "right" if keep_left <= most',
        '    side = "left" if keep_left <= most else "right"',
        "the other side grows",
    ),
    "hash-merging": constant(
        "cpu", "maximal", CPU + "merging.py", "INSERTION_SORT", "0",
        "few candidates, too, are merged by a hash table and sorted by counting",
    ),
    "no-condensing": constant(
        "cpu", "maximal", CPU + "merging.py", "CONDENSE", NEVER,
        "equal excluded rows stay",
    ),
    "no-tables": constant(
        "cpu", "maximal", CPU + "rows.py", "TABLE_ROWS", NEVER, "no truth tables",
    ),
    "exit-per-row": constant(
        "cpu", "maximal", CPU + "rows.py", "BLOCK", "np.uint64(1)",
        "a maximality test may end at each row",
    ),
    "no-matrices": constant(
        "cpu", "maximal", CPU + "worker.py", "MATRIX_BYTES", "0",
        "no bit matrices below wide roots",
    ),
    "steps-64": constant(
        "cpu", "maximal", CPU + "worker.py", "STEPS", "64",
        "workers check the job board more often",
    ),
    "no-twins": constant(
        "cpu", "p, q", "counting/cpu/rows.py", "TWINS_FROM", NEVER,
        "equal rows of a level stay apart",
    ),
    # The GPU engine
    "other-side-gpu": Switch(
        "gpu", "maximal", "preparation/gpu/order.py",
        '        return "right" if rights <= most',
        '        return "left" if rights <= most else "right"',
        "the other side grows",
    ),
    "donation-128": constant(
        "gpu", "maximal", GPU + "levels.py", "DONATION_INTERVAL", "128",
        "warps look for idle warps less often",
    ),
    "no-donation": constant(
        "gpu", "maximal", GPU + "levels.py", "DONATION_INTERVAL", "1 << 30",
        "a warp searches each of its subtrees to the end",
    ),
    "no-lane-tables": constant(
        "gpu", "maximal", GPU + "lane_tables.py", "MOST_MEMBERS", "1",
        "narrow nodes of few members are visited like others",
    ),
    "no-subtrees": Switch(
        "gpu", "maximal", GPU + "narrow_expand.py", SMALL,
        "    return n_later < 0 and n_rows < 0",
        "every node is a task: no warp searches a whole subtree",
    ),
    "no-large-tables": constant(
        "gpu", "maximal", GPU + "wide_counts.py", "MOST_TABLED", "0",
        "no truth tables for children of seven to ten members",
    ),
    "one-subtree": constant(
        "gpu", "maximal", GPU + "subtrees.py", "MOST_AT_ONCE", "1",
        "a warp takes one subtree at a time",
    ),
    "chunks-256": constant(
        "gpu", "maximal", GPU + "narrow_expand.py", "CHUNK_PAIRS", "256",
        "chunks of fewer candidates",
    ),
    "chunks-16384": constant(
        "gpu", "maximal", GPU + "narrow_expand.py", "CHUNK_PAIRS", "16384",
        "chunks of more candidates",
    ),
    "one-block": Switch(
        "gpu", "maximal", "device/simt.py", KERNEL, f"{KERNEL}1) -> Any:",
        "kernels may use more registers: one block fits a multiprocessor",
    ),
    "four-blocks": Switch(
        "gpu", "maximal", "device/simt.py", KERNEL, f"{KERNEL}4) -> Any:",
        "kernels use fewer registers: four blocks fit a multiprocessor",
    ),
    "half-the-blocks": Switch(
        "gpu", "maximal", "device/launching.py", AT_ONCE,
        "        self.blocks = max(1, at_once * multiprocessors() // 2)",
        "half as many blocks at once",
    ),
    "count-chunks-1024": constant(
        "gpu", "p, q", "counting/gpu/expand.py", "CHUNK_WORDS", "1024",
        "chunks of fewer words in a count",
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
    parser.add_argument("--pq", default="4,4", help="the size to count (default: 4,4)")
    parser.add_argument("--repeat", type=int, default=5, help="timed runs (default: 5)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    chosen = {
        name: switch
        for name, switch in SWITCHES.items()
        if switch.engine == options.engine and name in (options.only or SWITCHES)
    }
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base"
        copy_package(base / "cugraph_biclique")
        first = {
            counts: run_copy(base, counts, options)
            for counts in sorted({switch.counts for switch in chosen.values()})
        }
        for counts, rows in first.items():
            yield from (named(row, AS_IT_IS, counts, None, row) for row in rows)
        copies = {name: Path(folder) / name for name in chosen}
        for name, switch in chosen.items():
            # With its compiled kernels: those that the line does not reach stay valid.
            shutil.copytree(base, copies[name])
            switch.apply(copies[name] / "cugraph_biclique")
        if options.engine == "gpu":
            compile_all(chosen, copies, options)
        for name, switch in chosen.items():
            rows = run_copy(copies[name], switch.counts, options)
            for row, before in zip(rows, first[switch.counts], strict=True):
                yield named(row, name, switch.counts, switch, before)


def compile_all(chosen: dict, copies: dict, options: argparse.Namespace) -> None:
    """Run each copy once, several at a time, so that its kernels are on the disk."""
    once = argparse.Namespace(**{**vars(options), "repeat": 1})
    with ThreadPoolExecutor(COPIES) as pool:
        running = [
            pool.submit(run_copy, copies[name], switch.counts, once)
            for name, switch in chosen.items()
        ]
        for run in running:
            run.result()


def named(row: dict, name: str, counts: str, switch: Switch | None, before: dict):
    """The figures of one graph with one switch."""
    return {
        "graph": row["graph"],
        "counts": counts,
        "switch": name,
        "what": switch.what if switch else None,
        "module": switch.module if switch else None,
        "line": switch.instead.strip() if switch else None,
        "count": row["count"],
        "call": row["call"],
        "times": row["call"]["seconds"] / before["call"]["seconds"],
        "agree": row["count"] == before["count"],
    }


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


def run_copy(folder: Path, counts: str, options: argparse.Namespace) -> list[dict]:
    """Run the copy of the package in a folder: a row for each graph."""
    env = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    paths = [str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")]
    env["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    env["NUMBA_NUM_THREADS"] = str(numba.get_num_threads())
    pq = options.pq if counts == "p, q" else ""
    graphs = [
        str(Path(graph).resolve()) if Path(graph).exists() else graph
        for graph in options.graphs
    ]
    ended = subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks.ablations", str(folder)),
            *(options.engine, pq, str(options.repeat), *graphs),
        ],
        env=env,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        raise SystemExit(f"the copy of the package failed:\n{ended.stderr[-2000:]}")
    return json.loads(ended.stdout.splitlines()[-1])


def main(folder: str, engine: str, pq: str, repeat: str, *graphs: str) -> None:
    """Measure the copy of the package in this process, and print its rows."""
    import cugraph_biclique as cb

    check(Path(folder).resolve() in Path(cb.__file__).resolve().parents, cb.__file__)
    rows = []
    for graph in graphs:
        given = on_engine(load(graph), engine)
        if pq:
            p, q = map(int, pq.split(","))
            call = partial(cb.biclique_count, given, p, q, engine=engine)
            known = partial(check_count, name_of(graph), p, q)
        else:
            call = partial(cb.maximal_biclique_count, given, engine=engine)
            known = partial(check_maximal, name_of(graph))
        count, timing = measured(call, int(repeat), engine, clock_for(engine))
        known(count)
        rows.append({"graph": name_of(graph), "count": str(count), "call": timing})
    print(json.dumps(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
