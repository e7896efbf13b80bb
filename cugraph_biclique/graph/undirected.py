# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`UndirectedGraph`, the input of the search for cliques, with one kind of vertex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph.bipartite import BipartiteGraph, adjacency_of
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
    n, edges = len(labels), us != vs
    us, vs = us[edges], vs[edges]
    both = np.concatenate([us, vs]), np.concatenate([vs, us])
    return UndirectedGraph(*adjacency_of(*both, n, n), labels)


def joined_sides(
    ends: BipartiteGraph, left_ids: np.ndarray, right_ids: np.ndarray, labels: Any
) -> UndirectedGraph:
    """Merge both adjacencies of a bipartite graph whose vertices have these ids."""
    if _ascends(left_ids) and _ascends(right_ids):
        indptr, indices = _both_columns(
            ends.left_indptr,
            ends.left_indices,
            ends.right_indptr,
            ends.right_indices,
            left_ids.astype(np.int64),  # the kernel is compiled for one type of ids
            right_ids.astype(np.int64),
            len(labels),
        )
        return UndirectedGraph(indptr, indices, labels)
    # Labels without an order are numbered by their first appearance.
    us = np.repeat(left_ids, np.diff(ends.left_indptr))
    return of_ids(us, right_ids[ends.left_indices], labels)


def _ascends(ids: np.ndarray) -> bool:
    return bool((ids[1:] > ids[:-1]).all())


@compiled
def _both_columns(
    left_indptr, left_indices, right_indptr, right_indices, left_ids, right_ids, n
):
    """Merge the neighbours that a vertex has as the left and as the right end of edges.

    Both lists ascend, because the ids of both columns do. `*_indptr`, `*_ids`: int64;
    `*_indices`: int32. Returns the CSR of n vertices.
    """
    left, right = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    for i in range(left_ids.size):
        left[left_ids[i]] = i
    for j in range(right_ids.size):
        right[right_ids[j]] = j
    indptr = np.zeros(n + 1, np.int64)
    indices = np.empty(2 * left_indices.size, np.int32)
    k = 0
    for v in range(n):
        e = e_end = f = f_end = np.int64(0)
        if left[v] >= 0:
            e, e_end = left_indptr[left[v]], left_indptr[left[v] + 1]
        if right[v] >= 0:
            f, f_end = right_indptr[right[v]], right_indptr[right[v] + 1]
        while e < e_end or f < f_end:
            one = np.int64(right_ids[left_indices[e]]) if e < e_end else n
            other = np.int64(left_ids[right_indices[f]]) if f < f_end else n
            w = min(one, other)
            e += one == w
            f += other == w
            if w != v:
                indices[k] = w
                k += 1
        indptr[v + 1] = k
    # Copy: a slice would keep the memory of the parallel edges allocated.
    return indptr, indices if k == indices.size else indices[:k].copy()
