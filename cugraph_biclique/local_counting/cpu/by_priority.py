# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Butterflies by vertex and by edge on CPU cores, in one order of priority.

This is BFC-VP (docs/papers.md), with sums by vertex and by edge; `order` explains the
order. A root u counts the butterflies in which it has the highest priority. The lists
of its middle vertices count how many of them u shares with each opposite vertex. A
second sweep of the lists adds the butterflies to the middle vertices and the edges.

The kernels share these arrays. `common`: int32 by vertex, zero between two roots.
`touched`: int32, the vertices whose `common` is not zero. `vertices` and `slots`:
int64, the sums by vertex and by entry of `indices`, shared by all threads. `indptr` and
`indices`: see `PriorityGraph`.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from cugraph_biclique.contract.sums import LocalCounts
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import first_from
from cugraph_biclique.host.decorators import kernel
from cugraph_biclique.host.interrupts import interruptible, is_raised, new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.local_counting.cpu.atomics import add_to
from cugraph_biclique.local_counting.cpu.order import (
    PriorityGraph,
    edge_sums,
    prioritised,
)
from cugraph_biclique.local_counting.exact import exact_sum
from cugraph_biclique.preparation.jobs import jobs_for

TOTAL, VERTICES, EDGES = range(3)  # the sums of a count: `what`
ROOT, LAST_ROOT, PART, PARTS = range(4)  # entries of `control`
READ_AT_ONCE = 1 << 24  # entries that one call of the kernel reads
LISTS = 64  # lists between two checks of the stop flag


def butterflies(
    graph: BipartiteGraph, edges: bool, budget: int, trace: Trace, progress: Progress
) -> LocalCounts:
    """Count the butterflies of each vertex, and with `edges` of each edge."""
    graph = graph.with_host_adjacency()
    with trace.stage("order"):
        ordered = interruptible(graph.n_edges, prioritised, graph)
    vertices, slots = sums_of(ordered, EDGES if edges else VERTICES, trace, progress)
    by_id = np.empty(len(vertices), np.int64)
    by_id[ordered.order] = vertices
    if edges:
        slots = interruptible(graph.n_edges, edge_sums, graph, ordered, slots)
    return LocalCounts(by_id[: graph.n_left], by_id[graph.n_left :], slots)


def butterfly_count(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> int:
    """Count the butterflies of the graph."""
    with trace.stage("order"):
        ordered = interruptible(graph.n_edges, prioritised, graph)
    vertices, _ = sums_of(ordered, TOTAL, trace, progress)
    return exact_sum(vertices)


def sums_of(
    ordered: PriorityGraph, what: int, trace: Trace, progress: Progress
) -> tuple[np.ndarray, np.ndarray]:
    """Sum butterflies by vertex, and with EDGES by entry of the lists, on all threads.

    With TOTAL, a butterfly counts only for its vertex of the highest priority.
    """
    n = len(ordered.order)
    vertices = np.zeros(n, np.int64)
    slots = np.zeros(len(ordered.indices) if what == EDGES else 0, np.int64)
    stop = new_flag()

    def new_worker() -> Worker:
        return Worker(ordered, what, vertices, slots, stop)

    with trace.stage("count"), reporting(progress, n, "count") as on_progress:
        threads = numba.get_num_threads()
        jobs = jobs_for(work(ordered), threads)
        for _ in stream(
            jobs, new_worker, threads, trace, on_progress=on_progress, stop=stop
        ):
            pass  # the workers share the sums
    return vertices, slots


def work(ordered: PriorityGraph) -> np.ndarray:
    """Return upper bounds of the number of entries that each root reads."""
    degree = np.diff(ordered.indptr)
    source = np.repeat(np.arange(len(degree), dtype=np.int32), degree)
    read = np.where(ordered.indices < source, degree[ordered.indices], 0)
    reached = np.concatenate([[0], np.cumsum(read)])
    return np.diff(reached[ordered.indptr])


class State(NamedTuple):
    """The arrays of one thread: see above."""

    indptr: np.ndarray
    indices: np.ndarray
    common: np.ndarray
    touched: np.ndarray
    vertices: np.ndarray
    slots: np.ndarray
    control: np.ndarray  # int64 (4,), see ROOT
    stop: np.ndarray  # the stop flag


class Worker:
    """A worker of `workers.stream`: the arrays and the job of one thread."""

    def __init__(
        self,
        ordered: PriorityGraph,
        what: int,
        vertices: np.ndarray,
        slots: np.ndarray,
        stop: np.ndarray,
    ) -> None:
        n = len(ordered.order)
        self.control = np.zeros(4, np.int64)
        self.what = what
        self.state = State(
            ordered.indptr, ordered.indices, np.zeros(n, np.int32),
            np.empty(n, np.int32), vertices, slots, self.control, stop,
        )  # fmt: skip

    def start(self, job: Job) -> None:
        self.control[:] = job

    def advance(self) -> tuple[bool, None]:
        run(self.state, self.what, READ_AT_ONCE)
        return self.control[ROOT] >= self.control[LAST_ROOT], None


@kernel
def run(state, what, most):
    """Count the butterflies of the next roots, until about `most` entries are read.

    `state`: `State`.
    """
    indptr, indices, common, touched, vertices, slots, control, stop = state
    read = np.int64(0)
    while control[ROOT] < control[LAST_ROOT] and read < most:
        if is_raised(stop):
            return
        u = control[ROOT]
        first, last = part_of(u, control[PART], control[PARTS])
        n, some = count_common(indptr, indices, common, touched, stop, u, first, last)
        read += some
        pairs = np.int64(0)
        for i in range(n):
            c = np.int64(common[touched[i]])
            if c > 1:
                pairs += c * (c - 1) // 2
                if what != TOTAL:
                    add_to(vertices, touched[i], c * (c - 1) // 2)
        if pairs > 0:
            add_to(vertices, u, pairs)
            if what != TOTAL:
                add_middles(
                    indptr, indices, common, vertices, slots, stop, u, first, last,
                    what == EDGES,
                )  # fmt: skip
        for i in range(n):
            common[touched[i]] = 0
        control[ROOT] += 1


@kernel
def part_of(u, part, parts):
    """Return the range of opposite vertices, all below u, of one part of the root u."""
    return u * part // parts, u * (part + 1) // parts


@kernel
def count_common(indptr, indices, common, touched, stop, u, first, last):
    """Count the middle vertices that u shares with each opposite vertex in first:last.

    Returns the numbers of opposite vertices in `touched`, and of entries read.
    """
    n = np.int64(0)
    read = np.int64(0)
    for s in range(indptr[u], indptr[u + 1]):
        v = indices[s]
        if v >= u or (s % LISTS == 0 and is_raised(stop)):
            break
        begin, end = indptr[v], indptr[v + 1]
        if first > 0:
            begin = first_from(indices, begin, end, first)
        for e in range(begin, end):
            w = indices[e]
            if w >= last:
                break
            if common[w] == 0:
                touched[n] = w
                n += 1
            common[w] += 1
            read += 1
    return n, read


@kernel
def add_middles(indptr, indices, common, vertices, slots, stop, u, first, last, edges):
    """Add the butterflies of u to its middle vertices, and to the edges of these.

    An opposite vertex w has common[w] - 1 butterflies with u through each of their
    middle vertices.
    """
    for s in range(indptr[u], indptr[u + 1]):
        v = indices[s]
        if v >= u or (s % LISTS == 0 and is_raised(stop)):
            break
        begin, end = indptr[v], indptr[v + 1]
        if first > 0:
            begin = first_from(indices, begin, end, first)
        total = np.int64(0)
        for e in range(begin, end):
            w = indices[e]
            if w >= last:
                break
            others = np.int64(common[w]) - 1
            total += others
            if edges and others > 0:
                add_to(slots, e, others)
        if total > 0:
            add_to(vertices, v, total)
            if edges:
                add_to(slots, s, total)
