# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Greedy growth of a biclique to a k-defective one, as an incumbent for the search.

Each step adds the vertex that lacks the fewest edges to the other side, as long as it
lacks no more than may be absent. With ties, it is the vertex that brings more edges.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.decorators import compiled

TAKEN = -(1 << 30)  # added to the count of a member, so that it is never added again


class Scratch(NamedTuple):
    """Arrays of the growth on one side."""

    count: Any  # int32 by vertex, neighbours among the members of the other side
    met: Any  # int32, the vertices whose count is or was not zero
    members: Any  # int32


class Grower:
    """Grows bicliques of one graph, whose adjacency is in host memory."""

    def __init__(self, graph: BipartiteGraph, missing: int) -> None:
        self.missing = missing
        self.sides = BothSides(
            Adjacency(graph.left_indptr, graph.left_indices),
            Adjacency(graph.right_indptr, graph.right_indices),
        )
        self.scratch = BothSides(*(
            Scratch(*(dtype(n, np.int32) for dtype in (np.zeros, np.empty, np.empty)))
            for n in (graph.n_left, graph.n_right)
        ))  # fmt: skip

    def grown(
        self, left: np.ndarray, right: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, int] | None:
        """Return ascending left and right members, and the absent edges between them;
        None if the given vertices lack too many edges.

        No vertex can be added, if both sides have more members than edges may be
        absent.
        """
        left, right = left.astype(np.int32), right.astype(np.int32)
        sizes = _grow(self.sides, self.scratch, left, right, self.missing)
        if sizes[2] > self.missing:
            return None
        members = [
            np.sort(scratch.members[:n])
            for scratch, n in zip(self.scratch, sizes[:2], strict=True)
        ]
        return members[0], members[1], int(sizes[2])


@compiled
def _grow(sides, scratch, left, right, missing):
    """Returns the numbers of left and right members, and of absent edges."""
    n = np.zeros(3, np.int64)  # left, right, absent
    n_met = np.zeros(2, np.int64)
    for u in left:
        n_met[1] = _count(sides.left, u, scratch.right, n_met[1])
        scratch.left.members[n[0]] = u
        n[0] += 1
    for v in right:
        n[2] += n[0] - scratch.right.count[v]
        n_met[0] = _count(sides.right, v, scratch.left, n_met[0])
        scratch.right.members[n[1]] = v
        n[1] += 1
    for u in left:
        n_met[0] = _take(scratch.left, u, n_met[0])
    for v in right:
        n_met[1] = _take(scratch.right, v, n_met[1])
    while n[2] <= missing:
        u, lacks_u = _cheapest(scratch.left, n_met[0], n[1])
        v, lacks_v = _cheapest(scratch.right, n_met[1], n[0])
        if min(lacks_u, lacks_v) > missing - n[2]:
            break
        on_left = lacks_u < lacks_v or (lacks_u == lacks_v and n[1] > n[0])
        if on_left:
            n[2] += lacks_u
            n_met[0] = _take(scratch.left, u, n_met[0])
            scratch.left.members[n[0]] = u
            n[0] += 1
            n_met[1] = _count(sides.left, u, scratch.right, n_met[1])
        else:
            n[2] += lacks_v
            n_met[1] = _take(scratch.right, v, n_met[1])
            scratch.right.members[n[1]] = v
            n[1] += 1
            n_met[0] = _count(sides.right, v, scratch.left, n_met[0])
    for k in range(n_met[0]):
        scratch.left.count[scratch.left.met[k]] = 0
    for k in range(n_met[1]):
        scratch.right.count[scratch.right.met[k]] = 0
    return n


@compiled
def _count(adjacency, u, scratch, n_met):
    """Count a new member for all of its neighbours; returns how many were met."""
    for e in range(adjacency.indptr[u], adjacency.indptr[u + 1]):
        v = adjacency.indices[e]
        if scratch.count[v] == 0:
            scratch.met[n_met] = v
            n_met += 1
        scratch.count[v] += 1
    return n_met


@compiled
def _take(scratch, u, n_met):
    """Mark a vertex as a member; returns how many vertices were met."""
    if scratch.count[u] == 0:
        scratch.met[n_met] = u
        n_met += 1
    scratch.count[u] += TAKEN
    return n_met


@compiled
def _cheapest(scratch, n_met, n_other):
    """Return the vertex that lacks the fewest edges, and how many it lacks."""
    chosen, least = np.int64(-1), np.int64(1 << 40)
    for k in range(n_met):
        v = scratch.met[k]
        if scratch.count[v] > 0:
            lacks = n_other - scratch.count[v]
            if lacks < least or (lacks == least and v < chosen):
                chosen, least = np.int64(v), np.int64(lacks)
    return chosen, least
