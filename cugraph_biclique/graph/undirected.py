# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`UndirectedGraph`, the input of the search for cliques, with one kind of vertex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.decorators import compiled


@dataclass(frozen=True, eq=False)
class UndirectedGraph:
    """An undirected graph without loops and parallel edges, in CSR form.

    Vertices are numbered 0, 1, ..., in ascending order of their labels if the labels
    have an order. The lists may be in device memory. The labels are in host memory.
    """

    indptr: np.ndarray  # int64, vertices + 1
    indices: np.ndarray  # int32, ascending neighbours; each edge occurs twice
    labels: pd.Index | np.ndarray

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        return len(self.indices) // 2

    @property
    def nbytes(self) -> int:
        """Bytes of the lists of neighbours, without the labels."""
        return self.indptr.nbytes + self.indices.nbytes

    def in_host_memory(self) -> UndirectedGraph:
        """Return the same graph in host memory, without a copy if it is there."""
        return UndirectedGraph(to_host(self.indptr), to_host(self.indices), self.labels)

    def __repr__(self) -> str:
        n = len(self.indptr) - 1
        return f"<UndirectedGraph: {n:,} vertices, {self.n_edges:,} edges>"


def of_ids(us: np.ndarray, vs: np.ndarray, labels: Any) -> UndirectedGraph:
    """Return the graph with both directions of all edges except loops."""
    us, vs = us.astype(np.uint32), vs.astype(np.uint32)
    indptr, indices = _both_directions(us, vs, len(labels))
    return UndirectedGraph(indptr, indices, labels)


@compiled
def _both_directions(us, vs, n):
    """Return the CSR of n vertices, given the ends of each edge (uint32), in any order.

    Each vertex is appended to the lists of its neighbours, in ascending order, so that
    no list needs a sort. Indices are unsigned, because Numba would check whether signed
    ones are negative.
    """
    indptr = np.zeros(n + 1, np.int64)
    for e in range(us.size):
        if us[e] != vs[e]:
            indptr[us[e] + np.uint32(1)] += 1
            indptr[vs[e] + np.uint32(1)] += 1
    for v in range(n):
        indptr[v + 1] += indptr[v]
    unordered = np.empty(indptr[n], np.uint32)
    at = indptr[:-1].view(np.uint64).copy()
    for e in range(us.size):
        u, v = us[e], vs[e]
        if u != v:
            unordered[at[u]], unordered[at[v]] = v, u
            at[u] += np.uint64(1)
            at[v] += np.uint64(1)
    last = np.full(n, -1, np.int32)  # the vertex at the end of each list
    indices = np.empty(indptr[n], np.int32)
    at = indptr[:-1].view(np.uint64).copy()
    for v in range(n):
        for e in range(np.uint64(indptr[v]), np.uint64(indptr[v + 1])):
            w = unordered[e]
            if last[w] != v:  # otherwise, the edge is parallel to one before it
                indices[at[w]] = last[w] = v
                at[w] += np.uint64(1)
    return _without_gaps(indptr, indices, at)


@compiled
def _without_gaps(indptr, indices, ends):
    """Return the CSR whose lists end at `ends` in `indices`."""
    n = indptr.size - 1
    new_indptr = np.zeros(n + 1, np.int64)
    for v in range(n):
        new_indptr[v + 1] = new_indptr[v] + np.int64(ends[v]) - indptr[v]
    if new_indptr[n] == indices.size:
        return indptr, indices
    new = np.empty(new_indptr[n], np.int32)
    for v in range(n):
        size = new_indptr[v + 1] - new_indptr[v]
        new[new_indptr[v] : new_indptr[v + 1]] = indices[indptr[v] : indptr[v] + size]
    return new_indptr, new


def joined_sides(
    ends: BipartiteGraph, left_ids: np.ndarray, right_ids: np.ndarray, labels: Any
) -> UndirectedGraph:
    """Merge both adjacencies of a bipartite graph whose vertices have these ids."""
    us = np.repeat(left_ids, np.diff(ends.left_indptr))
    return of_ids(us, right_ids[ends.left_indices], labels)
