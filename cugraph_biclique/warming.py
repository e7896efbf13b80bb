# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compile all kernels ahead of the first call, and check that they are compiled.

Each function of `USES` calls the package with a small real graph, and raises an error
if an answer is wrong. Kernels that are in the cache are loaded; others are compiled and
cached. `compiling.forbidden` turns the same calls into a check.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pandas as pd
from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]

import cugraph_biclique as cb
from cugraph_biclique.backends import backend_for
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.estimation import sample
from cugraph_biclique.calls.groups import GroupSearch
from cugraph_biclique.calls.largest import Largest
from cugraph_biclique.contract.backend import Resources
from cugraph_biclique.contract.goal import Incumbent
from cugraph_biclique.data import southern_women
from cugraph_biclique.device.engine import missing_for_gpu
from cugraph_biclique.graph.csr import transposed
from cugraph_biclique.host import compiling
from cugraph_biclique.host.compiling import NotCompiled
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.inputs.two_colouring import two_colours
from cugraph_biclique.local_counting.cpu import butterflies
from cugraph_biclique.partition.pieces import Packs, pieces
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.partition.spreading import copied
from cugraph_biclique.peeling.cpu.blooms import blooms_of
from cugraph_biclique.peeling.cpu.levels import peel
from cugraph_biclique.peeling.cpu.tips import VertexRounds, lists_of
from cugraph_biclique.peeling.cpu.wings import EdgeRounds
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes

WINGS, TIPS = 825, 458  # sums of the numbers of edges, and of women
CHILD = """
import sys
sys.path[:] = {path!r}
from cugraph_biclique.warming import use
use({names!r})
"""


class Warmed(NamedTuple):
    """What `warm` did.

    Attributes
    ----------
    compiled : list of str
        Names of those uses of the package whose kernels were not in the cache.
    seconds : float
        Seconds that it took.
    folder : Path
        Folder of the cache of the CPU kernels.
    processor : str
        The processor that they are compiled for, as LLVM names it.
    gpu : str
        Why the kernels of the GPU engine were not compiled; empty if they were.
    """

    compiled: list[str]
    seconds: float
    folder: Path
    processor: str
    gpu: str


def warm() -> Warmed:
    """Compile and cache all kernels that are not in the cache, and check all of them.

    Two processes compile, if Numba may use two threads. The GPU engine is included if
    it is available. Meanwhile, no other thread of the program should use the package.

    Returns
    -------
    Warmed
        What was compiled, and where it is cached.

    Raises
    ------
    RuntimeError
        If a kernel cannot be compiled or cached, or if an answer is wrong.

    Examples
    --------
    >>> from cugraph_biclique.warming import warm
    >>> warm().compiled  # doctest: +SKIP
    ['search', 'count', 'local_count', 'largest', 'chance', 'list', 'partition',
     'cliques']
    >>> warm().compiled  # now all of them are in the cache
    []
    """
    began = time.perf_counter()
    if numba.config.DISABLE_JIT:
        raise RuntimeError("NUMBA_DISABLE_JIT is set: unset it to compile kernels")
    if not compiling.watch.is_cached:
        raise RuntimeError(
            "compiled kernels cannot be cached: set NUMBA_CACHE_DIR to a writable "
            "folder"
        )
    missing = uncompiled()
    if missing:
        _compile(missing)
        if left := uncompiled(missing):
            raise RuntimeError(
                f"compiled kernels are not in {folder()} (those of "
                f"{', '.join(left)}): free space there, or set NUMBA_CACHE_DIR to "
                "another folder"
            )
    without_gpu = missing_for_gpu()
    if not without_gpu:
        use(USES, "gpu")
    spent = time.perf_counter() - began
    processor = numba.config.CPU_NAME or get_host_cpu_name()
    return Warmed(missing, spent, folder(), processor, without_gpu)


def uncompiled(names: Iterable[str] | None = None) -> list[str]:
    """Return the names of those uses that need a kernel that is not in the cache.

    Nothing is compiled. The check loads all kernels, which takes a second or two.
    """
    missing = []
    with compiling.forbidden():
        for name in USES if names is None else names:
            try:
                use([name])
            except NotCompiled:
                missing.append(name)
    return missing


def use(names: Iterable[str], engine: str = "cpu") -> None:
    """Call the package in some ways, and check the answers."""
    for name in names:
        USES[name](engine)


def folder() -> Path:
    """Return the folder in which Numba caches the CPU kernels."""
    if numba.config.CACHE_DIR:
        return Path(numba.config.CACHE_DIR)
    from cugraph_biclique.search.cpu import run

    kept = Path(run.stats.cache_path)
    package = Path(cb.__file__).parent
    return package if kept.is_relative_to(package) else kept


@contextmanager
def compiled_beside(name: str) -> Iterator[None]:
    """Compile the CPU kernels of a use in another process while the block runs.

    Nothing happens if the kernels are compiled or cannot be cached, if Numba may use
    one thread only, or if a GPU is present. A failure is ignored: the use itself
    compiles then.
    """
    several = numba.config.NUMBA_NUM_THREADS > 1 and not numba.config.DISABLE_JIT
    helps = several and compiling.watch.is_cached and missing_for_gpu()
    if not helps or not uncompiled([name]):
        yield
        return
    with ThreadPoolExecutor(1) as pool:
        pool.submit(_compile_in_process, [name])
        yield


def _compile(missing: list[str]) -> None:
    """Compile the kernels of some uses, in one process or two."""
    groups = [[name for name in missing if name in group] for group in GROUPS]
    if numba.config.NUMBA_NUM_THREADS == 1:
        groups = [missing]
    groups = [group for group in groups if group]
    with ThreadPoolExecutor(len(groups)) as pool:
        for _ in pool.map(_compile_in_process, groups):
            pass


def _compile_in_process(names: list[str]) -> None:
    program = CHILD.format(path=sys.path, names=names)
    ended = subprocess.run(
        [sys.executable, "-c", program],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONSAFEPATH": "1"},
    )
    if ended.returncode:
        *_, reason = ["no message", *ended.stderr.split("\n")[:-1]]
        raise RuntimeError(
            f"compilation failed with exit status {ended.returncode}: {reason}"
        )


def _expect(what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise RuntimeError(f"{what} is {found}, not {expected}: report this as a bug")


def _search(engine: Any) -> None:
    women = southern_women()
    found = cb.maximal_bicliques(women, engine=engine, sort=True, progress=False)
    _expect("the number of bicliques", len(found.to_frame()), 63)
    _expect("the number of scores", len(found.scores("lift")), 63)
    for amount in (1, 1.0):
        total = found.scores("share", weight=women.assign(amount=amount)).sum()
        _expect("the sum of weighted shares", total, found.scores("share").sum())
    _expect("the number of women", len(found.vertices("left")), 18)
    _expect("the number of events", len(found.vertices("right")), 14)
    _expect("the women by share", len(found.vertices("left", "share")), 18)
    _expect("the events by share", len(found.vertices("right", "share")), 14)
    _expect("the number of families", len(found.families(1)), 63)
    _expect("the number of absent edges", len(found.missing()), 83)
    _expect("the number of cover edges", len(found.covers()), 134)
    _expect("the number of others", len(found[::2].covers()), 51)
    _expect("the least cover", len(found.cover(63)), 14)
    _expect("the number of rules", len(_rules()), 8)
    _expect("the number of members", len(found.left) + len(found.right), 487)
    _expect("the largest score", len(found.nlargest(10, by="share").to_frame()), 10)
    n = cb.maximal_biclique_count(women, engine=engine, progress=False)
    _expect("the count of bicliques", n, 63)
    sizes = cb.maximal_biclique_sizes(women, engine=engine, progress=False)
    _expect("the number by sizes", int(sizes["count"].sum()), 63)
    batches = cb.iter_maximal_bicliques(
        women, batch_size=40, engine=engine, progress=False
    )
    _expect("the batches", [len(batch) for batch in batches], [40, 23])


def _rules() -> pd.DataFrame:
    itemsets = [frozenset("a"), frozenset("ab"), frozenset("abc")]
    frame = pd.DataFrame({"support": [0.75, 0.5, 0.25], "itemsets": itemsets})
    return cb.association_rules(frame, "lift", 1, num_itemsets=4)


def _largest(engine: Any) -> None:
    women = southern_women()
    found = cb.largest_bicliques(women, engine=engine, progress=False)
    _expect("the largest biclique", found.report["upper_bound"], 20)
    found = cb.largest_bicliques(
        women, 3, min_left=3, min_right=3, engine=engine, progress=False
    )
    edges = [len(left) * len(right) for left, right in found]
    _expect("the largest bicliques", edges, [20, 18, 16])
    near = cb.largest_bicliques(
        women, missing=2, min_left=3, min_right=3, engine=engine, progress=False
    )
    _expect("the largest 2-defective biclique", near.report["upper_bound"], 23)
    pairs = [(u, v) for u in range(32) for v in range(32) if u != v]
    crown = pd.DataFrame(pairs, columns=["left", "right"])
    request = Request(crown, engine="cpu", progress=False)
    search = Largest(request, 1, Incumbent("balanced"), 1, 1)
    search.descend()
    is_exact = search.search_densely(search.window(1, 32))
    _expect("whether a dense search is exact", is_exact, True)
    _expect("the best score", search.best.scores().tolist(), [16])


def _groups(engine: Any) -> None:
    women = southern_women()
    found = cb.groups(women, 3, engine=engine, progress=False)
    _expect("whether there are groups", len(found) > 0, True)
    search = GroupSearch(Request(women, engine=engine, progress=False), (2, 2), 0.5)
    search.is_sampled[:] = True  # only dense graphs have pairs
    pairs = search.of_pairs()
    found_pairs = pairs is not None and len(pairs.settle().score) > 0
    _expect("whether there are pairs", found_pairs, True)


def _count(engine: Any) -> None:
    women = southern_women()
    n = cb.biclique_count(women, 2, 2, engine=engine, progress=False)
    _expect("the number of butterflies", n, 341)
    table = cb.biclique_counts(women, 5, 5, engine=engine, progress=False)
    _expect("the number of counts", len(table), 25)


def _local_count(engine: Any) -> None:
    women = southern_women()
    for p, q, total in ((2, 2, 341), (3, 2, 389)):
        by_edge = cb.biclique_count_by_edge(women, p, q, engine=engine, progress=False)
        _expect("the sum over edges", by_edge["count"].sum(), p * q * total)
        by_vertex = cb.biclique_count_by_vertex(
            women, p, q, "left", engine=engine, progress=False
        )
        _expect("the sum over vertices", by_vertex["count"].sum(), p * total)
    triangle = np.array([0, 2, 4, 6]), np.array([1, 2, 0, 2, 0, 1])
    _expect("the colours of an odd cycle", len(two_colours(*triangle)), 0)


def _peel(engine: Any) -> None:
    women = southern_women()
    wings = cb.bitruss(women, engine=engine, progress=False)["wing"]
    _expect("the sum of the wing numbers", int(wings.sum()), WINGS)
    tips = cb.tip(women, "left", engine=engine, progress=False)["tip"]
    _expect("the sum of the tip numbers", int(tips.sum()), TIPS)
    graph = cb.bipartite_graph(women)
    blooms, support = blooms_of(graph, 1 << 30, Trace(), False)
    rounds = EdgeRounds(blooms, support, worth_threads=0)
    numbers = peel(rounds, Trace(), False, "edges")
    _expect("the sum of the wing numbers", int(numbers.sum()), WINGS)
    counts = butterflies(graph, False, 1 << 30, Trace(), False)
    lists = lists_of(graph, "left")
    numbers = peel(VertexRounds(lists, counts.left, 0), Trace(), False, "vertices")
    _expect("the sum of the tip numbers", int(numbers.sum()), TIPS)


def _chance(engine: Any) -> None:
    women = southern_women()
    found = cb.significance(women, 2, seed=1, engine=engine, progress=False)
    _expect("the number of random graphs", found.draws, 2)
    call = BicliqueCall(Request(women, engine="cpu", progress=False), Sizes())
    expected = sample(call.prepared, lambda: call.prepared)
    _expect("whether an estimate is large", expected.bicliques > 9, True)


def _list(engine: Any) -> None:
    women = southern_women()
    batches = cb.iter_bicliques(women, 2, 2, engine=engine, progress=False)
    _expect("the number of (2, 2)-bicliques", sum(map(len, batches)), 341)
    found = cb.maximal_bicliques(
        women, containing={"left": "Flora Price"}, engine=engine, progress=False
    )
    around = all("Flora Price" in women for women, _ in found)
    _expect("whether a vertex is in its bicliques", around, True)


def _partition(engine: Any) -> None:
    graph = cb.bipartite_graph(southern_women())
    resources = Resources(backend_for("cpu"), 1 << 30, Trace())
    whole = prepare(graph, 1, 1, resources).ordered.graph
    packs = Packs(whole, 800)
    cut = [piece.graph for _, piece in pieces(whole, packs)]
    _expect("whether there are pieces", len(cut) > 1, True)
    roots = sum(int(graph.is_root.sum()) for graph in cut)
    _expect("the number of roots", roots, len(whole.grown_weight))
    pruned = pieces(whole, packs, Least.worth(3, 3, ascending=True))
    fewer = sum(len(piece.graph.kept_indices) for _, piece in pruned)
    edges = sum(len(graph.kept_indices) for graph in cut)
    _expect("whether some edges are pruned", 0 < fewer < edges, True)
    alone = np.zeros(len(whole.grown_weight), np.int32)
    _, other_way = transposed(whole.kept_indptr, whole.kept_indices, len(alone))
    _expect("the other direction", (other_way == whole.grown_indices).all(), True)
    degrees = np.diff(whole.kept_indptr).astype(float)
    copies = copied(alone, whole.kept_indptr, whole.kept_indices, degrees)
    _expect("the number of copies", copies, sum(degrees))


def _cliques(engine: Any) -> None:
    women = cb.bipartite_graph(southern_women())
    left = np.repeat(np.arange(women.n_left), np.diff(women.left_indptr))
    edges = np.column_stack([left, women.left_indices + women.n_left])
    together = np.argwhere(np.triu(np.ones((80, 80), bool), 1))
    edges = np.concatenate([edges, together])
    found = cb.maximal_cliques(edges, sort=True, engine=engine, progress=False)
    _expect("the largest clique", int(found.sizes["size"].max()), 80)
    n = cb.maximal_clique_count(edges, engine=engine, progress=False)
    _expect("the number of members", len(found.members) >= 2 * n, True)


USES: dict[str, Callable[[Any], None]] = {
    "search": _search,
    "count": _count,
    "local_count": _local_count,
    "largest": _largest,
    "groups": _groups,
    "peel": _peel,
    "chance": _chance,
    "list": _list,
    "partition": _partition,
    "cliques": _cliques,
}
# Two processes take about the same time for these.
GROUPS = (
    {"search", "chance", "list", "cliques"},
    {"count", "local_count", "peel", "largest", "groups", "partition"},
)
