# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums of weights: of the edges of bicliques, and of their members.

The members of each side are ascending, and weights are added in their order. So the
sums of floats do not depend on the engine that found the bicliques.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.results.cpu.classes import not_before

STEPS = 1 << 26  # edges of one kernel call; Python handles signals between two calls


class WeightedEdges(NamedTuple):
    """The adjacency of the left vertices, with a weight for each edge."""

    indptr: Any  # int64 (n_left + 1,)
    indices: Any  # int32 (n_edges,), ascending for each left vertex
    weight: Any  # int64 or float64 (n_edges,)


def sum_edges(
    graph: WeightedEdges,
    left: tuple[np.ndarray, np.ndarray],
    right: tuple[np.ndarray, np.ndarray],
) -> np.ndarray:
    """Return the sum of the weights of the edges of each biclique, in the dtype of the
    weights. `left` and `right` are offsets and ascending members of the bicliques."""
    sums = np.zeros(len(left[0]) - 1, graph.weight.dtype)
    at = 0
    while at < len(sums):
        at = _sum_edges(at, STEPS, graph, MemberLists(*left), MemberLists(*right), sums)
    return sums


@compiled
def _sum_edges(at, steps, graph, left, right, sums):
    """Add the weights of the edges of the bicliques from `at` on.

    `graph`: `WeightedEdges`. `left` and `right`: `MemberLists`. `sums`: by biclique,
    zero before. After about `steps` edges, returns the next biclique.
    """
    indptr, indices, weight = graph
    left_offsets, lefts = left
    right_offsets, rights = right
    while at < sums.size and steps > 0:
        total = sums[at]
        for i in range(left_offsets[at], left_offsets[at + 1]):
            e, end = indptr[lefts[i]], indptr[lefts[i] + 1]
            for j in range(right_offsets[at], right_offsets[at + 1]):
                e = not_before(indices, e, end, rights[j])
                total += weight[e]
                steps -= 1
        sums[at] = total
        at += 1
    return at


def sum_members(
    members: tuple[np.ndarray, np.ndarray], weight: np.ndarray
) -> np.ndarray:
    """Return the sum of the weights of the members of each biclique, on one side, in
    the dtype of the weights (one for each vertex of the side)."""
    sums = np.zeros(len(members[0]) - 1, weight.dtype)
    _sum_members(*members, weight, sums)
    return sums


@compiled
def _sum_members(offsets, members, weight, sums):
    """Add the weights of the members of each biclique.

    `offsets`: int64. `members`: int32. `sums`: by biclique, zero before.
    """
    for b in range(sums.size):
        for i in range(offsets[b], offsets[b + 1]):
            sums[b] += weight[members[i]]
