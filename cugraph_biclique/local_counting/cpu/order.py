# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The vertices of both sides in one order of priority, on the CPU.

The priority of a vertex is its degree; ids break ties. A butterfly is counted at its
vertex of the highest priority, from its two neighbours, the middle vertices. So a count
reads the smaller degree of each edge (BFC-VP, see docs/papers.md).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import renumbered
from cugraph_biclique.host.decorators import compiled


class PriorityGraph(NamedTuple):
    """Both sides in one adjacency, numbered by ascending priority."""

    indptr: np.ndarray  # int64
    indices: np.ndarray  # int32, ascending in each list
    order: np.ndarray  # int64, the id of each number; right ids follow left ids
    rank: np.ndarray  # int32, the number of each id


def prioritised(graph: BipartiteGraph) -> PriorityGraph:
    """Number all vertices by (degree, id), and merge both adjacencies."""
    n_left, m = graph.n_left, graph.n_edges
    indptr = np.concatenate([graph.left_indptr, graph.right_indptr[1:] + m])
    indices = np.concatenate([graph.left_indices + np.int32(n_left),
                              graph.right_indices])  # fmt: skip
    order = np.argsort(np.diff(indptr), kind="stable")
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return PriorityGraph(*renumbered(indptr, indices, order, rank), order, rank)


def edge_sums(
    graph: BipartiteGraph, ordered: PriorityGraph, slots: np.ndarray
) -> np.ndarray:
    """Return the sum of each edge, over its two entries, in the order of the input."""
    sums = np.zeros(graph.n_edges, np.int64)
    _add_slots(edges_of_slots(graph, ordered), slots, sums)
    return sums


@compiled
def _add_slots(edges, slots, sums):
    for slot in range(slots.size):
        sums[edges[slot]] += slots[slot]


def edges_of_slots(graph: BipartiteGraph, ordered: PriorityGraph) -> np.ndarray:
    """Return the edge of each entry of the lists: int64, its place in `left_indices`.

    Each edge has two entries, one in the list of each end.
    """
    sides = BothSides(
        Adjacency(graph.left_indptr, graph.left_indices),
        Adjacency(graph.right_indptr, graph.right_indices),
    )
    return _edges_of_slots(sides, ordered)


@compiled
def _edges_of_slots(sides, ordered):
    """`sides`: `Adjacency` of both sides. `ordered`: `PriorityGraph`.

    All vertices x are visited in order of priority. So the list of a neighbour of x
    meets x in its own order, and `place` points to the entry of x.
    """
    left_indptr, left_indices = sides.left
    right_indptr, right_indices = sides.right
    indptr, _, order, rank = ordered
    n_left = left_indptr.size - 1
    n_right = right_indptr.size - 1
    place = indptr[:-1].copy()
    edges = np.empty(2 * left_indices.size, np.int64)
    slot_of = np.empty(left_indices.size, np.int64)  # in the order of the right lists
    for x in order:
        if x < n_left:
            for e in range(left_indptr[x], left_indptr[x + 1]):
                other = rank[n_left + left_indices[e]]
                edges[place[other]] = e
                place[other] += 1
        else:
            for e in range(right_indptr[x - n_left], right_indptr[x - n_left + 1]):
                other = rank[right_indices[e]]
                slot_of[e] = place[other]
                place[other] += 1
    place = left_indptr[:-1].copy()
    for v in range(n_right):
        for e in range(right_indptr[v], right_indptr[v + 1]):
            u = right_indices[e]
            edges[slot_of[e]] = place[u]
            place[u] += 1
    return edges
