# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tip numbers on CPU cores: the vertices of one side are peeled in rounds.

A removed vertex u counts the neighbours that it shares with each vertex w that is left.
If there are c, then w loses c (c - 1) / 2 butterflies. Vertices that are removed in the
same round lose nothing. The lists of the other side shrink: vertices that are gone are
taken out whenever half of their edges are of such.
"""

from __future__ import annotations

from queue import SimpleQueue
from typing import NamedTuple

import numba
import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.decorators import compiled, kernel
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.cpu import butterflies
from cugraph_biclique.peeling.cpu.levels import (
    CONTINUE,
    FOR_THREADS,
    LEVEL,
    N_NOW,
    PHASE,
    READ_AT_ONCE,
    READS,
    USED_UP,
    WORTH_THREADS,
    Peeling,
    RunAll,
    lose,
    next_round,
    peel,
)

TAKE, ROUND = range(2)  # the phase to run next
EDGES_LEFT, EDGES_GONE = range(2)  # entries of `edges`


class Lists(NamedTuple):
    """The neighbours of the vertices of the side, and those of the other side."""

    side: Adjacency
    indptr: np.ndarray  # int64, where each list of the other side begins
    ends: np.ndarray  # int64, where it ends
    indices: np.ndarray  # int32
    edges: np.ndarray  # int64 (2,), in the lists: of vertices that are left, and gone


class Scratch(NamedTuple):
    """The arrays of one thread, by vertex of the side: int32."""

    common: np.ndarray  # zero between two vertices
    touched: np.ndarray  # the vertices whose `common` is not zero


def tip_numbers(
    graph: BipartiteGraph, side: str, budget: int, trace: Trace, progress: Progress
) -> np.ndarray:
    """Return the tip number of each vertex of a side: int64."""
    graph = graph.with_host_adjacency()
    counts = butterflies(graph, False, budget, trace, progress)
    lists, support = lists_of(graph, side), counts.of(side).copy()
    return peel(VertexRounds(lists, support), trace, progress, "vertices")


def lists_of(graph: BipartiteGraph, side: str) -> Lists:
    """Return the lists of both sides, those of the other side as a copy."""
    left = Adjacency(graph.left_indptr, graph.left_indices)
    right = Adjacency(graph.right_indptr, graph.right_indices)
    own, other = (left, right) if side == "left" else (right, left)
    ends, edges = other.indptr[1:].copy(), np.array([graph.n_edges, 0])
    return Lists(own, other.indptr, ends, other.indices.copy(), edges)


class VertexRounds:
    """The rounds that remove vertices: see `levels.Rounds`."""

    def __init__(
        self, lists: Lists, support: np.ndarray, worth_threads: int = WORTH_THREADS
    ) -> None:
        self.lists, self.worth_threads = lists, worth_threads
        self.peeling = Peeling.of(support)
        self.peeling.control[PHASE] = ROUND
        n = len(support)
        self.scratch: SimpleQueue[Scratch] = SimpleQueue()
        for _ in range(numba.get_num_threads()):
            self.scratch.put(Scratch(np.zeros(n, np.int32), np.empty(n, np.int32)))

    def advance(self) -> int:
        scratch = self.scratch.get()
        status: int = run_rounds(
            self.lists, self.peeling, scratch, READ_AT_ONCE, self.worth_threads
        )
        self.scratch.put(scratch)
        return status

    def run_phase(self, run_all: RunAll) -> None:
        control = self.peeling.control

        def run(first: int, last: int, shared: bool) -> None:
            scratch = self.scratch.get()
            take(self.lists, self.peeling, scratch, first, last, shared)
            self.scratch.put(scratch)

        run_all(run, int(control[N_NOW]), int(control[READS]))
        control[PHASE] = ROUND


@compiled
def run_rounds(lists, peeling, scratch, most, worth_threads):
    """Run rounds until about `most` entries are read, or another window is needed.

    A round that reads `worth_threads` or more is left to the caller.
    """
    control = peeling.control
    read = np.int64(0)
    while read < most:
        if control[PHASE] == ROUND:
            if next_round(peeling) == 0:
                return USED_UP
            read += control[N_NOW]
            drop_edges(lists, peeling)
            if control[LEVEL] == 0:
                continue  # these vertices share one neighbour at most
            control[PHASE] = TAKE
            control[READS] = entries_of_round(lists, peeling)
            if control[READS] >= worth_threads:
                return FOR_THREADS
        take(lists, peeling, scratch, 0, control[N_NOW], False)
        control[PHASE] = ROUND
        read += control[READS]
    return CONTINUE


@kernel
def drop_edges(lists, peeling):
    """Count the edges of the round as gone. If half of all are, take them out."""
    side, indptr, ends, indices, edges = lists
    for i in range(peeling.control[N_NOW]):
        u = peeling.now[i]
        degree = side.indptr[u + 1] - side.indptr[u]
        edges[EDGES_LEFT] -= degree
        edges[EDGES_GONE] += degree
    if edges[EDGES_GONE] <= edges[EDGES_LEFT]:
        return
    for v in range(ends.size):
        kept = indptr[v]
        for e in range(kept, ends[v]):
            w = indices[e]
            if peeling.support[w] >= 0:
                indices[kept] = w
                kept += 1
        ends[v] = kept
    edges[EDGES_GONE] = 0


@kernel
def entries_of_round(lists, peeling):
    """Return the number of entries that `take` reads."""
    side, indptr, ends, _, _ = lists
    entries = np.int64(0)
    for i in range(peeling.control[N_NOW]):
        u = peeling.now[i]
        for e in range(side.indptr[u], side.indptr[u + 1]):
            v = side.indices[e]
            entries += ends[v] - indptr[v]
    return entries


@kernel
def take(lists, peeling, scratch, first, last, shared):
    """Take the butterflies of some vertices of the round from those that are left."""
    side, indptr, ends, indices, _ = lists
    common, touched = scratch
    support, now = peeling.support, peeling.now
    for i in range(first, last):
        u = now[i]
        n = 0
        for e in range(side.indptr[u], side.indptr[u + 1]):
            v = side.indices[e]
            for x in range(indptr[v], ends[v]):
                w = indices[x]
                if common[w] == 0:
                    touched[n] = w
                    n += 1
                common[w] += 1
        for k in range(n):
            w = touched[k]
            c = np.int64(common[w])
            common[w] = 0
            if c > 1 and support[w] >= 0:
                lose(peeling, w, c * (c - 1) // 2, shared)
