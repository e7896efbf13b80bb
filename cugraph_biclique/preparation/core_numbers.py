# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The greatest beta of each vertex, for one alpha: vertices are removed in rounds.

All arrays are of NumPy on the cores, and of CuPy on a device, where a round is a few
launches. A right vertex is removed at the least degree that is left, and a left vertex
when fewer than alpha of its neighbours are left. What is removed while the least degree
is beta was in the (alpha, beta)-core, and in none beyond. Each edge is followed twice.
"""

from __future__ import annotations

from typing import Any

from cugraph_biclique.contract.search_graph import Array
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import gather_rows
from cugraph_biclique.host.arrays import array_module


def core_numbers(graph: BipartiteGraph, alpha: int) -> tuple[Array, Array]:
    """Return the greatest beta of each left and of each right vertex (int32), such that
    the vertex is in the (alpha, beta)-core; 0 if there is none."""
    xp = array_module(graph.left_indptr)
    left = _Side(graph.left_indptr, graph.left_indices, xp)
    right = _Side(graph.right_indptr, graph.right_indices, xp)
    beta = 0
    few = xp.flatnonzero(left.degree < alpha)
    left.remove(few, beta)
    lonely = right.lose(left.neighbours(few), beta)
    lonely = xp.concatenate([lonely, xp.flatnonzero(right.degree == 0)])
    _cascade(left, right, xp.unique(lonely), alpha, beta)
    while len(staying := xp.flatnonzero(right.is_left)):
        degree = right.degree[staying]
        beta = int(degree.min())
        _cascade(left, right, staying[degree == beta], alpha, beta)
    return left.beta, right.beta


def _cascade(left: _Side, right: _Side, first: Array, alpha: int, beta: int) -> None:
    """Remove right vertices, and all vertices that then have too few neighbours."""
    while len(first):
        right.remove(first, beta)
        fewer = left.lose(right.neighbours(first), alpha - 1)
        left.remove(fewer, beta)
        first = right.lose(left.neighbours(fewer), beta)


class _Side:
    """The vertices of one side, and how many neighbours each of them still has."""

    def __init__(self, indptr: Array, indices: Array, xp: Any) -> None:
        self.indptr, self.indices, self.xp = indptr, indices, xp
        self.degree = xp.diff(indptr).astype(xp.int32)
        self.is_left = xp.ones(len(self.degree), bool)
        self.beta = xp.zeros(len(self.degree), xp.int32)

    def remove(self, some: Array, beta: int) -> None:
        """Remove vertices, which are in no core beyond beta."""
        self.is_left[some] = False
        self.beta[some] = beta

    def neighbours(self, some: Array) -> Array:
        """Return the neighbours of some vertices, one after the other."""
        return gather_rows(self.indptr, self.indices, some)[1]

    def lose(self, ends: Array, most: int) -> Array:
        """Take an edge from each end that is left. Return the vertices that then have
        at most `most` edges, ascending."""
        ends = ends[self.is_left[ends]]
        some, times = self.xp.unique(ends, return_counts=True)
        self.degree[some] -= times.astype(self.xp.int32)
        return some[self.degree[some] <= most]
