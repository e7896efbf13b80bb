# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The degeneracy order of a graph, and its edges in that order.

In this order, each vertex has at most as many later neighbours as the degeneracy of the
graph (Eppstein, Löffler, Strash: docs/papers.md). A maximal clique is found from its
first vertex: its other vertices are later neighbours of the first one. An earlier
neighbour that is adjacent to the whole clique shows that the clique is not maximal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph.csr import numbers_of
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.decorators import compiled


class CliqueGraph(NamedTuple):
    """A graph as the kernels see it, in host or device memory.

    Vertices are numbered in the degeneracy order, and all lists ascend.
    """

    later_indptr: np.ndarray  # int64
    later_indices: np.ndarray  # int32, the later neighbours of each vertex
    earlier_indptr: np.ndarray  # int64
    earlier_indices: np.ndarray  # int32, the earlier neighbours of each vertex

    @property
    def n(self) -> int:
        """Number of vertices."""
        return len(self.later_indptr) - 1

    def in_host_memory(self) -> CliqueGraph:
        """Return the same graph in host memory, without a copy if it is there."""
        return CliqueGraph(*map(to_host, self))


class OrderedCliques(NamedTuple):
    """A graph in its degeneracy order, without the vertices of low core number."""

    graph: CliqueGraph
    vertices: np.ndarray  # int32, the vertex of the input of each number
    first_root: int = 0  # vertices before this one are not roots


class PreparedCliques(NamedTuple):
    """A graph ready for the search."""

    ordered: OrderedCliques
    min_size: int
    budget: int  # bytes
    streamed: bool = False  # whether the caller takes results during the search

    @property
    def graph(self) -> CliqueGraph:
        """The graph that the kernels read."""
        return self.ordered.graph


def kept_vertices(graph: UndirectedGraph, min_size: int) -> np.ndarray:
    """Order the vertices that can be in a clique of at least `min_size` vertices.

    These vertices have a core number of at least ``min_size - 1``. So has every vertex
    that can extend such a clique. Core numbers ascend in the order, so the vertices to
    drop come first.
    """
    order, core = _degeneracy_order(graph.indptr, graph.indices)
    first = int(np.searchsorted(core[order], min_size - 1))
    return order[first:]


def in_order(graph: UndirectedGraph, kept: np.ndarray) -> CliqueGraph:
    """Number the vertices in the order of `kept`, and drop the others."""
    number = numbers_of(kept, len(graph.indptr) - 1)
    return CliqueGraph(*_lists(graph.indptr, graph.indices, kept, number))


@compiled
def _degeneracy_order(indptr, indices):
    """Return the degeneracy order (int32), and the core numbers (int32).

    `indptr`: int64, `indices`: int32. The order arises if a vertex of least remaining
    degree is removed again and again. `order` is sorted by remaining degree, and
    `begin` has the first place of each degree. So if a degree falls by one, only two
    vertices are exchanged.

    Indices are unsigned, because Numba would check whether signed ones are negative.
    """
    n = indptr.size - 1
    neighbours = indices.view(np.uint32)
    degree = np.empty(n, np.uint32)
    most = np.uint32(0)
    for v in range(n):
        degree[v] = indptr[v + 1] - indptr[v]
        most = np.uint32(max(most, degree[v]))
    begin = np.zeros(most + 2, np.int64)
    for v in range(n):
        begin[degree[v] + 1] += 1
    for d in range(most + 1):
        begin[d + 1] += begin[d]
    order, place = np.empty(n, np.uint32), np.empty(n, np.uint32)
    for v in range(n):
        place[v] = begin[degree[v]]
        order[place[v]] = v
        begin[degree[v]] += 1
    for d in range(most + 1, 0, -1):
        begin[d] = begin[d - 1]
    begin[0] = 0
    for i in range(n):
        v = order[i]
        for e in range(np.uint64(indptr[v]), np.uint64(indptr[v + 1])):
            w = neighbours[e]
            if degree[w] <= degree[v]:
                continue
            at = np.uint64(max(begin[degree[w]], np.int64(i + 1)))
            other = order[at]
            order[at], order[place[w]] = w, other
            place[other], place[w] = place[w], at
            begin[degree[w]] = at + 1
            degree[w] -= 1
    return order.view(np.int32), degree.view(np.int32)


@compiled
def _lists(indptr, indices, kept, number):
    """Return the CSRs of later and of earlier neighbours, without a sort.

    In ascending order, the vertices append themselves to the lists of their later
    neighbours, and then to those of their earlier ones. `indptr`: int64. `indices`,
    `kept`, `number`: int32. For unsigned indices, see `_degeneracy_order`.
    """
    n = kept.size
    later_indptr, earlier_indptr = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    for i in range(n):
        later = dropped = np.int64(0)
        begin, end = indptr[kept[i]], indptr[kept[i] + 1]
        for e in range(np.uint64(begin), np.uint64(end)):
            w = number[np.uint32(indices[e])]
            later += w > i
            dropped += w < 0
        later_indptr[i + 1] = later_indptr[i] + later
        earlier_indptr[i + 1] = earlier_indptr[i] + end - begin - later - dropped
    later_indices = np.empty(later_indptr[n], np.int32)
    earlier_indices = np.empty(earlier_indptr[n], np.int32)
    at = earlier_indptr[:-1].view(np.uint64).copy()
    for i in range(n):
        v = kept[i]
        for e in range(np.uint64(indptr[v]), np.uint64(indptr[v + 1])):
            w = number[np.uint32(indices[e])]
            if w > i:
                earlier_indices[at[np.uint32(w)]] = i
                at[np.uint32(w)] += np.uint64(1)
    at = later_indptr[:-1].view(np.uint64).copy()
    for i in range(n):
        begin, end = earlier_indptr[i], earlier_indptr[i + 1]
        for e in range(np.uint64(begin), np.uint64(end)):
            w = np.uint32(earlier_indices[e])
            later_indices[at[w]] = i
            at[w] += np.uint64(1)
    return later_indptr, later_indices, earlier_indptr, earlier_indices


def root_work(ordered: OrderedCliques) -> np.ndarray:
    """Predicted work of each root: the edges that its rows read, and the bits of its
    matrix. The vertices before the first root are no roots."""
    graph = ordered.graph.in_host_memory()
    later = np.diff(graph.later_indptr).astype(np.float64)
    reached = np.concatenate([[0.0], np.cumsum(later[graph.later_indices])])
    work = np.diff(reached[graph.later_indptr])
    reached = np.concatenate([[0.0], np.cumsum(later[graph.earlier_indices])])
    work += np.diff(reached[graph.earlier_indptr])
    return (1.0 + work + later * later)[ordered.first_root :]
