# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cycles of four vertices, counted as butterflies.

The double cover of a graph has each vertex on both sides, and an edge of the graph
joins each end on the left to the other end on the right. A butterfly of the cover with
the left vertices v and x is a square of the graph in which v and x are opposite.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from cugraph_biclique.api.counts import biclique_count
from cugraph_biclique.api.local_counts import biclique_count_by_vertex
from cugraph_biclique.graph.bipartite import from_ids
from cugraph_biclique.networkx_backend.graph import NodeGraph


def by_vertex(graph: NodeGraph) -> tuple[np.ndarray, np.ndarray]:
    """Number of squares that each vertex is in, and twice the number of triangles; both
    int64 or Python integers.

    Give each vertex an edge to itself: then a neighbour x that shares c neighbours with
    v shares c + 2, and other vertices share as many as before. The butterflies of v
    increase by the sum of 2 c + 1 over its neighbours. The sum of c is twice the number
    of its triangles.
    """
    n = len(graph)
    squares = _butterflies(graph.us, graph.vs, n)
    if graph.sides is not None:
        return squares, np.zeros(n, np.int64)
    itself = np.arange(n)
    us, vs = (np.concatenate([ends, itself]) for ends in (graph.us, graph.vs))
    return squares, (_butterflies(us, vs, n) - squares - graph.degrees) // 2


def totals(graph: NodeGraph) -> tuple[int, int]:
    """Number of squares and of triangles of the graph."""
    if graph.sides is None:
        squares, triangles = by_vertex(graph)
        return sum(squares.tolist()) // 4, sum(triangles.tolist()) // 6
    # A bipartite graph has half as many edges as its double cover.
    forward = graph.sides[graph.us] == 0
    place = np.empty(len(graph), np.int64)
    left, right = (np.flatnonzero(graph.sides == side) for side in (0, 1))
    place[left], place[right] = np.arange(len(left)), np.arange(len(right))
    us, vs = place[graph.us[forward]], place[graph.vs[forward]]
    whole = from_ids(us, vs, pd.RangeIndex(len(left)), pd.RangeIndex(len(right)))
    return biclique_count(whole, 2, 2, progress=False), 0


def _butterflies(us: np.ndarray, vs: np.ndarray, n: int) -> np.ndarray:
    """Butterflies of each left vertex, of n vertices on both sides."""
    cover = from_ids(us, vs, pd.RangeIndex(n), pd.RangeIndex(n))
    counts = biclique_count_by_vertex(cover, 2, 2, "left", progress=False)
    return counts["count"].to_numpy()
