# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The index of blooms of a graph, on CPU cores.

A wedge is a path u - v - w whose end u has a higher priority than v and w. The wedges
of a pair (u, w) are its bloom. A bloom of k wedges has k (k - 1) / 2 butterflies, and
each of its edges is in k - 1 of them. An edge is in one wedge of a bloom at most.
Blooms of one wedge are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numba
import numpy as np

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import over_ranges
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupts import interruptible, is_raised, new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.local_counting.cpu.by_priority import count_common, work
from cugraph_biclique.local_counting.cpu.order import (
    PriorityGraph,
    edges_of_slots,
    prioritised,
)
from cugraph_biclique.peeling.cpu.levels import add, bytes_of_items
from cugraph_biclique.peeling.room import check_room
from cugraph_biclique.preparation.jobs import jobs_for

ROOTS_AT_ONCE = 1 << 24  # entries that one call of a kernel reads


class Blooms(NamedTuple):
    """The wedges of each bloom, and the links of each edge to them.

    The wedges of a bloom that are left come first, and `counts` has their number.
    """

    indptr: np.ndarray  # int64, the first wedge of each bloom
    first: np.ndarray  # int32, the edge (u, v) of each wedge
    second: np.ndarray  # int32, its edge (v, w)
    counts: np.ndarray  # int32, two by bloom: wedges left, and removed in this round
    link_indptr: np.ndarray  # int64, the first link of each edge
    bloom: np.ndarray  # int32, the bloom of each link
    twin: np.ndarray  # int32, the other edge of the wedge


class Sizes(NamedTuple):
    """The blooms and the wedges of each root u, and where they begin: int64."""

    blooms: np.ndarray
    wedges: np.ndarray


class Scratch(NamedTuple):
    """The arrays of one thread, by vertex."""

    common: np.ndarray  # int32, zero between two roots
    touched: np.ndarray  # int32, the vertices whose `common` is not zero
    place: np.ndarray  # int64, the next wedge of each opposite vertex


class Worker:
    """A worker of `workers.stream`: calls a kernel for ranges of roots."""

    def __init__(
        self, ordered: PriorityGraph, run: Callable[..., int], stop: np.ndarray
    ) -> None:
        n = len(ordered.order)
        self.run, self.stop = run, stop
        self.scratch = Scratch(
            np.zeros(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int64)
        )
        self.root = self.last = 0

    def start(self, job: Job) -> None:
        self.root, self.last = job.first, job.last

    def advance(self) -> tuple[bool, None]:
        self.root = self.run(self.root, self.last, self.scratch, self.stop)
        return self.root >= self.last, None


def blooms_of(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> tuple[Blooms, np.ndarray]:
    """Return the index, and the number of butterflies of each edge: int64.

    Raises
    ------
    MemoryBudgetError
        The index exceeds the budget. The wedges are counted first.
    """
    with trace.stage("order"):
        ordered = interruptible(graph.n_edges, prioritised, graph)
    sizes = Sizes(*np.zeros((2, len(ordered.order) + 1), np.int64))
    with trace.stage("count"):
        _over_roots(
            ordered,
            lambda *job: _count(*job, ordered, sizes),
            trace, progress, "count",
        )  # fmt: skip
    for each in sizes:
        np.cumsum(each, out=each)
    n_blooms, n_wedges = int(sizes.blooms[-1]), int(sizes.wedges[-1])
    others = bytes_of_items(graph.n_edges) + 40 * graph.n_edges + graph.nbytes
    check_room(budget, graph.n_edges, n_wedges, n_blooms, others)
    blooms = _empty(graph.n_edges, n_wedges, n_blooms)
    with trace.stage("index"):
        edges = interruptible(graph.n_edges, edges_of_slots, graph, ordered)
        _over_roots(
            ordered,
            lambda *job: _fill(*job, ordered, edges, sizes, blooms),
            trace, progress, "index",
        )  # fmt: skip
        support = interruptible(n_wedges, _link, blooms)
    return blooms, support


def _empty(edges: int, wedges: int, n_blooms: int) -> Blooms:
    indptr = np.empty(n_blooms + 1, np.int64)
    indptr[-1] = wedges
    ends = np.empty(wedges, np.int32), np.empty(wedges, np.int32)
    links = np.empty(2 * wedges, np.int32), np.empty(2 * wedges, np.int32)
    return Blooms(
        indptr, *ends, np.zeros(2 * n_blooms, np.int32),
        np.zeros(edges + 1, np.int64), *links,
    )  # fmt: skip


def _over_roots(
    ordered: PriorityGraph,
    run: Callable[..., int],
    trace: Trace,
    progress: Progress,
    doing: str,
) -> None:
    """Run a kernel for all roots, on all threads."""
    threads, stop = numba.get_num_threads(), new_flag()
    jobs = jobs_for(work(ordered), threads, divide=False)
    with reporting(progress, len(ordered.order), doing) as on_progress:
        for _ in stream(
            jobs, lambda: Worker(ordered, run, stop), threads, trace,
            on_progress=on_progress, stop=stop,
        ):  # fmt: skip
            pass  # the workers share the arrays


@compiled
def _count(first, last, scratch, stop, ordered, sizes):
    """Count the blooms and the wedges of roots, until many entries are read.

    `ordered`: `PriorityGraph`. `sizes`: `Sizes`, written at the place after the root.
    Returns the next root.
    """
    indptr, indices, _, _ = ordered
    common, touched, _ = scratch
    read = np.int64(0)
    for u in range(first, last):
        if read >= ROOTS_AT_ONCE or is_raised(stop):
            return u
        n, some = count_common(indptr, indices, common, touched, stop, u, 0, u)
        read += some
        for i in range(n):
            c = common[touched[i]]
            common[touched[i]] = 0
            if c > 1:
                sizes.blooms[u + 1] += 1
                sizes.wedges[u + 1] += c
    return last


@compiled
def _fill(first, last, scratch, stop, ordered, edges, sizes, blooms):
    """Write the wedges of roots to their blooms, until many entries are read.

    `edges`: int64, the edge of each entry of the lists. Returns the next root.
    """
    indptr, indices, _, _ = ordered
    common, touched, place = scratch
    read = np.int64(0)
    for u in range(first, last):
        if read >= ROOTS_AT_ONCE or is_raised(stop):
            return u
        n, some = count_common(indptr, indices, common, touched, stop, u, 0, u)
        read += 2 * some
        bloom, wedge = sizes.blooms[u], sizes.wedges[u]
        for i in range(n):
            w = touched[i]
            if common[w] > 1:
                blooms.indptr[bloom] = place[w] = wedge
                blooms.counts[2 * bloom] = common[w]
                bloom += 1
                wedge += common[w]
        for s in range(indptr[u], indptr[u + 1]):
            v = indices[s]
            if v >= u:
                break
            for e in range(indptr[v], indptr[v + 1]):
                w = indices[e]
                if w >= u:
                    break
                if common[w] > 1:
                    blooms.first[place[w]] = edges[s]
                    blooms.second[place[w]] = edges[e]
                    place[w] += 1
        for i in range(n):
            common[touched[i]] = 0
    return last


def _link(blooms: Blooms) -> np.ndarray:
    """Write the links of each edge. Return its number of butterflies: int64."""
    support = np.zeros(len(blooms.link_indptr) - 1, np.int64)
    sizes = np.zeros(len(support), np.int64)
    shared = numba.get_num_threads() > 1
    over_ranges(_measure, blooms.indptr, blooms, sizes, support, shared)
    np.cumsum(sizes, out=blooms.link_indptr[1:])
    place = blooms.link_indptr[:-1].copy()
    over_ranges(_write_links, blooms.indptr, blooms, place, shared)
    return support


@compiled
def _measure(first, last, blooms, sizes, support, shared):
    """Count the links and the butterflies of each edge, in some blooms."""
    for b in range(first, last):
        others = blooms.indptr[b + 1] - blooms.indptr[b] - 1
        for x in range(blooms.indptr[b], blooms.indptr[b + 1]):
            for edge in (blooms.first[x], blooms.second[x]):
                add(sizes, edge, 1, shared)
                add(support, edge, others, shared)


@compiled
def _write_links(first, last, blooms, place, shared):
    """Write the links of some blooms. `place`: int64, the next link of each edge."""
    for b in range(first, last):
        for x in range(blooms.indptr[b], blooms.indptr[b + 1]):
            f, s = blooms.first[x], blooms.second[x]
            at = add(place, f, 1, shared)
            blooms.bloom[at] = b
            blooms.twin[at] = s
            at = add(place, s, 1, shared)
            blooms.bloom[at] = b
            blooms.twin[at] = f
