# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Predict the work of a count on CPU cores, for each side that it may pick from."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.contract.prepared import AnchorCost
from cugraph_biclique.graph.csr import first_from
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.preparation.choices import TwoHopSample, anchor_cost
from cugraph_biclique.preparation.cpu.reduction import MIX, Reduced

SAMPLE_WEDGES = 200_000  # edges that a sample reads: about a millisecond


def anchor_costs(
    reduced: Reduced, p: int, q: int, budget: int
) -> tuple[AnchorCost, AnchorCost]:
    """Predict the work of a count that picks p left, or q right vertices one by one."""
    left = reduced.left_indptr, reduced.left_indices
    right = reduced.right_indptr, reduced.right_indices
    # With up to three picks, no rows follow a second pick, so `shared` is not needed.
    from_left = sample_two_hop(*left, *right, q, p > 3, SAMPLE_WEDGES)
    from_right = sample_two_hop(*right, *left, p, q > 3, SAMPLE_WEDGES)
    n_left, n_right = len(reduced.left_indptr) - 1, len(reduced.right_indptr) - 1
    return (
        anchor_cost(TwoHopSample(*from_left), n_left, p),
        anchor_cost(TwoHopSample(*from_right), n_right, q),
    )


@compiled
def sample_two_hop(
    indptr, indices, other_indptr, other_indices, least, with_shared, budget
):
    """Sweep the two-hop neighbours of every `stride`-th vertex of one side.

    Returns the fields of `TwoHopSample`. The arrays are the CSRs of this side and of
    the other side: int64 `indptr`, int32 `indices`. The stride is such that the sweeps
    read about `budget` edges. `shared` needs a second sweep of each sampled vertex.
    """
    n = indptr.size - 1
    wedges = 0
    for w in range(other_indptr.size - 1):
        wedges += (other_indptr[w + 1] - other_indptr[w]) ** 2
    stride = 1 + wedges // budget
    count = np.zeros(n, np.int32)
    touched = np.empty(n, np.int32)
    sampled, read, rows, squares, shared = 0, 0, 0, 0.0, 0.0
    for v in range(max(0, min(stride // 2, n - 1)), n, stride):
        sampled += 1
        n_touched = 0
        for i in range(indptr[v], indptr[v + 1]):
            u = indices[i]
            for e in range(other_indptr[u], other_indptr[u + 1]):
                w = other_indices[e]
                if count[w] == 0:
                    touched[n_touched] = w
                    n_touched += 1
                count[w] += 1
                read += 1
        its_rows, pick = mark_rows(v, indptr, count, touched[:n_touched], least)
        rows += its_rows
        squares += float(its_rows) * its_rows
        if with_shared and its_rows > 1:
            count_shared(v, pick, indptr, indices, other_indptr, other_indices, count)
            count[pick] = 0
            for w in touched[:n_touched]:
                shared += its_rows * (count[w] > least)
        for w in touched[:n_touched]:
            count[w] = 0
    return sampled, read, rows, squares, shared


@compiled
def mark_rows(v, indptr, count, touched, least):
    """Set the counts of the rows of v to one, and of other vertices to zero.

    Returns the number of rows, and a pseudo-random one of them. `count`: int32 per
    vertex, how often the sweep has met it. `touched`: int32, the vertices met.
    """
    n = np.uint64(indptr.size - 1)
    degree = indptr[v + 1] - indptr[v]
    rows, pick, lowest = 0, -1, np.uint64(0)
    for w in touched:
        shares_enough = count[w] >= least
        count[w] = 0
        if not shares_enough:
            continue
        its_degree = indptr[w + 1] - indptr[w]
        if its_degree < degree or (its_degree == degree and w <= v):
            continue
        count[w] = 1
        rows += 1
        key = (np.uint64(v) * n + np.uint64(w)) * MIX >> np.uint64(33)
        if pick < 0 or key < lowest or (key == lowest and w < pick):
            pick, lowest = w, key
    return rows, pick


@compiled
def count_shared(v, pick, indptr, indices, other_indptr, other_indices, count):
    """Add to the count (int32) of each row how many neighbours it shares with v and
    `pick`."""
    end = indptr[pick + 1]
    at = indptr[pick]
    for i in range(indptr[v], indptr[v + 1]):
        u = indices[i]
        at = first_from(indices, at, end, u)
        if at == end or indices[at] != u:
            continue
        for e in range(other_indptr[u], other_indptr[u + 1]):
            count[other_indices[e]] += count[other_indices[e]] > 0
