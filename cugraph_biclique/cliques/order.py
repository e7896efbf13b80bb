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

from cugraph_biclique.graph.csr import renumbered
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.decorators import compiled


class CliqueGraph(NamedTuple):
    """A graph as the kernels see it.

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


def order_graph(graph: UndirectedGraph, min_size: int) -> OrderedCliques:
    """Order the vertices that can be in a clique of at least `min_size` vertices.

    These vertices have a core number of at least ``min_size - 1``. So has every vertex
    that can extend such a clique. Core numbers ascend in the order, so the vertices to
    drop come first.
    """
    order, core = _degeneracy_order(graph.indptr, graph.indices)
    first = int(np.searchsorted(core[order], min_size - 1))
    kept = order[first:]
    return OrderedCliques(in_order(graph, kept), kept)


def in_order(graph: UndirectedGraph, kept: np.ndarray) -> CliqueGraph:
    """Number the vertices in the order of `kept`, and drop the others."""
    number = np.full(len(graph.indptr) - 1, -1, np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    indptr, indices = renumbered(graph.indptr, graph.indices, kept, number)
    return CliqueGraph(*_split(indptr, indices))


@compiled
def _degeneracy_order(indptr, indices):
    """Return the degeneracy order (int32), and the core numbers (int32).

    `indptr`: int64, `indices`: int32. The order arises if a vertex of least remaining
    degree is removed again and again. `order` is sorted by remaining degree, and
    `begin` has the first place of each degree. So if a degree falls by one, only two
    vertices are exchanged.
    """
    n = indptr.size - 1
    degree = np.empty(n, np.int32)
    most = np.int32(0)
    for v in range(n):
        degree[v] = indptr[v + 1] - indptr[v]
        most = max(most, degree[v])
    begin = np.zeros(most + 2, np.int64)
    for v in range(n):
        begin[degree[v] + 1] += 1
    for d in range(most + 1):
        begin[d + 1] += begin[d]
    order, place = np.empty(n, np.int32), np.empty(n, np.int32)
    for v in range(n):
        place[v] = begin[degree[v]]
        order[place[v]] = v
        begin[degree[v]] += 1
    for d in range(most + 1, 0, -1):
        begin[d] = begin[d - 1]
    begin[0] = 0
    for i in range(n):
        v = order[i]
        for e in range(indptr[v], indptr[v + 1]):
            w = indices[e]
            if degree[w] <= degree[v]:
                continue
            at = max(begin[degree[w]], np.int64(i + 1))
            other = order[at]
            order[at], order[place[w]] = w, other
            place[other], place[w] = place[w], at
            begin[degree[w]] = at + 1
            degree[w] -= 1
    return order, degree


@compiled
def _split(indptr, indices):
    """Split each list into later and earlier neighbours; returns both CSRs."""
    n = indptr.size - 1
    later_indptr, earlier_indptr = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    for v in range(n):
        earlier = np.int64(0)
        for e in range(indptr[v], indptr[v + 1]):
            earlier += indices[e] < v
        earlier_indptr[v + 1] = earlier_indptr[v] + earlier
        later_indptr[v + 1] = later_indptr[v] + indptr[v + 1] - indptr[v] - earlier
    later = np.empty(later_indptr[n], np.int32)
    earlier_indices = np.empty(earlier_indptr[n], np.int32)
    for v in range(n):
        middle = indptr[v] + earlier_indptr[v + 1] - earlier_indptr[v]
        for e in range(indptr[v], middle):
            earlier_indices[earlier_indptr[v] + e - indptr[v]] = indices[e]
        for e in range(middle, indptr[v + 1]):
            later[later_indptr[v] + e - middle] = indices[e]
    return later_indptr, later, earlier_indptr, earlier_indices


def root_work(ordered: OrderedCliques) -> np.ndarray:
    """Predicted work of each root: the edges that its rows read, and the bits of its
    matrix. The vertices before the first root are no roots."""
    graph = ordered.graph
    later = np.diff(graph.later_indptr).astype(np.float64)
    reached = np.concatenate([[0.0], np.cumsum(later[graph.later_indices])])
    work = np.diff(reached[graph.later_indptr])
    reached = np.concatenate([[0.0], np.cumsum(later[graph.earlier_indices])])
    work += np.diff(reached[graph.earlier_indptr])
    return (1.0 + work + later * later)[ordered.first_root :]
