# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The degrees of the vertices of a result, and the sizes of its graph."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module, to_host


class Degrees(NamedTuple):
    """What the scores need of a graph.

    A partition of a graph has only some of its vertices and edges. Its vertices have
    the degrees of the whole graph here.
    """

    left: Any  # int64, of each left vertex that the result knows
    right: Any
    n_left: int  # of the whole graph
    n_right: int
    n_edges: int

    @classmethod
    def of(cls, graph: BipartiteGraph, n_graphs: int = 1) -> Degrees:
        """The degrees of a graph. If it is the disjoint union of `n_graphs` graphs with
        equal numbers of vertices and edges, the numbers are those of one of them."""
        offsets = graph.left_indptr, graph.right_indptr
        sizes = graph.n_left, graph.n_right, graph.n_edges
        degrees = [array_module(indptr).diff(indptr) for indptr in offsets]
        return cls(*degrees, *(n // n_graphs for n in sizes))

    def of_side(self, side: str, like: Any) -> Any:
        """The degrees of a side, in the memory of the array `like`."""
        degree = self.left if side == "left" else self.right
        xp = array_module(like)
        return to_host(degree) if xp is np else xp.asarray(degree)
