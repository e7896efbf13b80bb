# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counting from end to end: reduction and order -> tasks -> count -> one integer."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numba
import numpy as np

from cugraph_biclique.arrays import array_module, to_host
from cugraph_biclique.engine import stage, where_it_works
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.interrupts import interruptible, new_flag
from cugraph_biclique.order import Ordered, SearchGraph, log_reduced
from cugraph_biclique.partition import Partition
from cugraph_biclique.partition.pieces import in_pieces, packs, pieces
from cugraph_biclique.progress import Progress, reporting
from cugraph_biclique.stages import Stages
from cugraph_biclique.tasks import Job, jobs_for, root_work
from cugraph_biclique.workers import Report, stream

STEPS = 4096
MANY_SUMS = 64


class Anchored(NamedTuple):
    """A count to be made: sets of `picks` vertices of the anchored side (the grown one
    of `graph`) with `least` common neighbours or more."""

    graph: SearchGraph
    picks: int
    least: int
    engine: str
    budget: int  # bytes of device memory
    streamed: bool = False  # the graph is in host memory, and counted on a device


class CountWorker:
    """A thread's share of a count; its sums are taken once, after its last job. Nothing
    is worth taking once the flag `stop` has been raised."""

    def __init__(
        self, anchored: Anchored, leasts: list[int], stop: np.ndarray | None = None
    ) -> None:
        self.counting = stage("counting", anchored.engine)
        self.anchored = anchored
        self.leasts = leasts
        self.state = self.counting.new_state(*anchored[:3], stop)

    def start(self, job: Job) -> None:
        self.counting.start(self.state, job.first, job.last, job.part, job.parts)

    def advance(self) -> tuple[bool, None]:
        counting, anchored = self.counting, self.anchored
        single = self.leasts == [anchored.least]
        status = counting.run(self.state, STEPS, anchored.picks, anchored.least, single)
        if status == counting.GROW:
            self.state = counting.grown(self.state)
        return status == counting.DONE, None

    def totals(self) -> list[int]:
        """What it counted so far, for each of `leasts`."""
        return self.counting.totals(self.state, self.leasts)


def count(
    graph: BipartiteGraph,
    p: int,
    q: int,
    engine: str,
    budget: int,
    stages: Stages,
    report: Report,
    progress: Progress = None,
) -> int:
    """Exact number of (p, q)-bicliques."""
    if p == 1 or q == 1:
        with stages("count"):
            indptr = graph.right_indptr if q == 1 else graph.left_indptr
            return stars(degrees(indptr), p if q == 1 else q)
    anchored = anchor(graph, p, q, engine, budget, stages)
    return run_count(anchored, [anchored.least], stages, report, progress)[0]


class Run(NamedTuple):
    """One count of sets of a side, which gives several (p, q)-bicliques."""

    side: str  # the one that is picked from
    picks: int
    leasts: list[int]  # numbers of common neighbours, ascending

    @classmethod
    def of(cls, side: str, p: int, q: int) -> Run:
        """The run for a single (p, q)."""
        return cls(side, p, [q]) if side == "left" else cls(side, q, [p])

    def cells(self) -> list[tuple[int, int]]:
        """The (p, q) that it counts, in the order of `leasts`."""
        if self.side == "left":
            return [(self.picks, least) for least in self.leasts]
        return [(least, self.picks) for least in self.leasts]


def count_in_partition(
    partition: Partition,
    runs: list[Run],
    engine: str,
    budget: int,
    stages: Stages,
    report: Report,
    picked: int = 0,
) -> list[int]:
    """The (p, q)-bicliques, p and q at least 2, whose first vertex is a root here, for
    all cells of some runs on the side that the partition grows. So many of that side's
    vertices have been picked before, and are not in the graph."""
    anchored = anchor(
        partition.graph, 2, 2, engine, budget, stages, partition.grow, partition.is_root
    )
    found = []
    for run in runs:
        picks = run.picks - picked
        if picks == 1:
            degree = degrees(anchored.graph.grown_indptr)[anchored.graph.is_root]
            found += [stars(degree, least) for least in run.leasts]
            continue
        anchored = anchored._replace(picks=picks, least=run.leasts[0])
        found += run_count(anchored, run.leasts, stages, report, progress=False)
    return found


def degrees(indptr: Any) -> Any:
    """The degree of each vertex of a side."""
    return array_module(indptr).diff(indptr)


def stars(degree: Any, leaves: int) -> int:
    """Stars with that many leaves, around vertices of these degrees."""
    if len(degree) == 0:
        return 0
    return weighed(to_host(array_module(degree).bincount(degree)), leaves)


def weighed(times: np.ndarray, least: int) -> int:
    """The sum of times[k] * C(k, least), exactly."""
    times = times.astype(np.int64, copy=False)
    largest = len(times) - 1
    if comb(largest, least) * int(times.sum()) < 2**63 and least < MANY_SUMS:
        # Pascal's triangle: C(k, least) is the sum of C(j, least - 1) for all j < k.
        # What wraps on the way is right again at the end, as all is modulo 2^64.
        binomial = np.ones(len(times), np.int64)
        for _ in range(least):
            binomial[1:] = binomial[:-1].cumsum()
            binomial[0] = 0
        return int(times @ binomial)
    sizes = np.flatnonzero(times)
    return sum(int(times[size]) * comb(int(size), least) for size in sizes)


def anchor(
    graph: BipartiteGraph,
    p: int,
    q: int,
    engine: str,
    budget: int,
    stages: Stages,
    side: str | None = None,
    is_root: Any | None = None,
) -> Anchored:
    """Reduce the graph to its core, choose the side to anchor, order its vertices.

    With `is_root` the graph is a partition, where no vertex has too few neighbours. A
    graph that the device has no room for is prepared in host memory.
    """
    streamed = is_root is None and in_pieces(graph.n_edges, engine, budget)
    if streamed:
        engine, graph = "cpu", graph.with_host_adjacency()
    graph = where_it_works(graph, engine)
    edges = graph.n_edges if engine == "cpu" else 0
    ordered, side = interruptible(
        edges, reduced_and_ordered, graph, p, q, engine, stages, side, is_root
    )
    picks, least = (p, q) if side == "left" else (q, p)
    log_reduced(ordered.graph, side)
    return Anchored(ordered.graph, picks, least, engine, budget, streamed)


def reduced_and_ordered(
    graph: BipartiteGraph,
    p: int,
    q: int,
    engine: str,
    stages: Stages,
    side: str | None,
    is_root: Any | None,
) -> tuple[Ordered, str]:
    """The core of a graph, ordered for the side to anchor, and this side."""
    reduction, order = stage("reduction", engine), stage("order", engine)
    with stages("reduce"):
        sizes = (p, q) if is_root is None else (1, 1)
        left_degree, right_degree = reduction.core(graph, *sizes)
        reduced = reduction.reduce_graph(
            graph, left_degree, right_degree, merge_left=False, merge_right=False
        )
    with stages("order"):
        side = side or order.side_to_anchor(reduced, p, q)
        return order.order_graph(reduced, side, is_root), side


def run_count(
    anchored: Anchored,
    leasts: list[int],
    stages: Stages,
    report: Report,
    progress: Progress = None,
) -> list[int]:
    """Sets of `picks` anchored vertices times the ways to choose `least` of their
    common neighbours, for each of `leasts` (none below the anchored one)."""
    if anchored.streamed:
        return count_streamed(anchored, leasts, stages, report, progress)
    if anchored.engine == "gpu":
        found = count_on_device(anchored, stages, report, progress)
        if found is not None:
            return [weighed(found, least) for least in leasts]
        graph = anchored.graph.in_host_memory()
        anchored = anchored._replace(graph=graph, engine="cpu")
        report = Report(numba.get_num_threads())
    return count_on_cores(anchored, leasts, stages, report, progress)


def count_streamed(
    anchored: Anchored,
    leasts: list[int],
    stages: Stages,
    report: Report,
    progress: Progress,
) -> list[int]:
    """What `run_count` returns, piece by piece on the device; what it has no room for,
    on the cores."""
    found = [0] * len(leasts)
    todo = packs(anchored.graph, anchored.budget)
    roots = sum(some.roots for some in todo)
    with reporting(progress, roots, "count") as on_progress:
        coming = pieces(anchored.graph, todo)
        for some, piece in zip(todo, coming, strict=True):
            left = anchored.budget - piece.nbytes
            engine, graph, by = "gpu", piece.graph, report
            if left > 0:
                graph = graph.on_device()
            else:
                engine, by = "cpu", Report(numba.get_num_threads())
            part = anchored._replace(
                graph=graph, engine=engine, budget=left, streamed=False
            )
            totals = run_count(part, leasts, stages, by, progress=False)
            found = [a + b for a, b in zip(found, totals, strict=True)]
            on_progress(some.roots)
    return found


def count_on_device(
    anchored: Anchored, stages: Stages, report: Report, progress: Progress
) -> np.ndarray | None:
    """How many sets have how many common neighbours; None if it is better to leave
    that to the cores."""
    n = len(anchored.graph.grown_weight)
    with stages("count"), reporting(progress, n, "count") as on_progress:
        sizes = stage("counting", "gpu").sets_by_size(
            anchored.graph,
            anchored.picks,
            anchored.least,
            anchored.budget,
            report,
        )
        if sizes is not None:
            on_progress(n)
    return sizes


def count_on_cores(
    anchored: Anchored,
    leasts: list[int],
    stages: Stages,
    report: Report,
    progress: Progress,
) -> list[int]:
    """What `run_count` returns, by the CPU engine."""
    workers: list[CountWorker] = []
    stop = new_flag()

    def new_worker() -> CountWorker:
        workers.append(CountWorker(anchored, leasts, stop))
        return workers[-1]

    with stages("count"):
        jobs = jobs_for(root_work(anchored.graph), report.threads)
        roots = sum(job.roots for job in jobs)
        with reporting(progress, roots, "count") as on_progress:
            for _ in stream(
                jobs,
                new_worker,
                report.threads,
                report,
                on_progress=on_progress,
                stop=stop,
            ):
                pass  # nothing is found on the way
        found = [worker.totals() for worker in workers]
    return [sum(column) for column in zip([0] * len(leasts), *found, strict=True)]


def count_table(
    graph: BipartiteGraph,
    max_p: int,
    max_q: int,
    engine: str,
    budget: int,
    stages: Stages,
    report: Report,
    progress: Progress = None,
) -> dict[tuple[int, int], int]:
    """Exact number of (p, q)-bicliques for all p <= max_p and q <= max_q.

    Stars come from the degrees, the rest from `table_runs`.
    """
    if in_pieces(graph.n_edges, engine, budget):
        graph = graph.with_host_adjacency()
    else:
        graph = where_it_works(graph, engine)
    table = {}
    for p in range(1, max_p + 1):
        table[p, 1] = stars(degrees(graph.right_indptr), p)
    for q in range(1, max_q + 1):
        table[1, q] = stars(degrees(graph.left_indptr), q)
    for run in table_runs(max_p, max_q):
        anchored = anchor(graph, *run.cells()[0], engine, budget, stages, run.side)
        totals = run_count(anchored, run.leasts, stages, report, progress)
        table |= zip(run.cells(), totals, strict=True)
    return table


def table_runs(max_p: int, max_q: int) -> list[Run]:
    """The runs that a table needs for p and q of at least 2: each picks the smaller of
    the two on its own side, and yields every larger value of the other at once."""
    left = [Run("left", p, list(range(p, max_q + 1))) for p in range(2, max_p + 1)]
    right = [
        Run("right", q, list(range(q + 1, max_p + 1))) for q in range(2, max_q + 1)
    ]
    return [run for run in left + right if run.leasts]
