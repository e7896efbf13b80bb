# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How unlikely the edges of a group are, given the degrees of its vertices.

The null model has independent edges, and vertices u and v are adjacent with probability
min(1, deg(u) deg(v) / m), as in Chung and Lu's model. The group of the sides L and R
has n = a b pairs, and at most E = (sum of deg over L) (sum of deg over R) / m edges in
expectation. Hoeffding's bound for sums of independent variables says that e > E edges
have a probability of at most 2^-(e log2(e / E) + (n - e) log2((n - e) / (n - E))).
There are C(n_left, a) C(n_right, b) groups of these sizes.
Bonferroni's correction multiplies the probability by this number, and by
a (a + 1) b (b + 1): the reciprocals of these factors sum to 1 over all sizes. So the
corrected p-value holds for all groups of a graph together, however many were compared.
"""

from __future__ import annotations

from math import log2
from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.bits import kernel


class Null(NamedTuple):
    """The null model of a graph."""

    n_edges: float
    left_choices: np.ndarray  # float64, by size: see `choices`
    right_choices: np.ndarray


def null_of(graph: BipartiteGraph) -> Null:
    """Return the null model of a graph."""
    return Null(float(graph.n_edges), choices(graph.n_left), choices(graph.n_right))


def evidence_of(
    graph: BipartiteGraph, null: Null, left: np.ndarray, right: np.ndarray, edges: int
) -> float:
    """Return `evidence` of a group of a graph in host memory, given the ids of its
    vertices."""
    degrees = (
        int((indptr[ids + 1] - indptr[ids]).sum())
        for indptr, ids in ((graph.left_indptr, left), (graph.right_indptr, right))
    )
    return float(evidence(null, edges, *degrees, len(left), len(right)))


def choices(n: int) -> np.ndarray:
    """Return the correction in bits for sides of 0, 1, ... n out of n vertices."""
    k = np.arange(1, n + 1, dtype=np.float64)
    sets = np.cumsum(np.log2((n - k + 1) / k))
    return np.concatenate([[0.0], sets + np.log2(k) + np.log2(k + 1)])


@kernel
def evidence(null, edges, left_degrees, right_degrees, n_left, n_right):
    """Return minus the binary logarithm of a group's corrected p-value.

    `left_degrees`, `right_degrees`: sums over its sides. It is -inf if the group has no
    more edges than expected.
    """
    pairs = float(n_left) * float(n_right)
    expected = float(left_degrees) * float(right_degrees) / null.n_edges
    if edges <= expected or expected >= pairs:
        return -np.inf
    bits = edges * log2(edges / expected)
    if edges < pairs:
        bits += (pairs - edges) * log2((pairs - edges) / (pairs - expected))
    return bits - null.left_choices[n_left] - null.right_choices[n_right]
