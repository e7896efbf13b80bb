# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The bound of a search for the largest bicliques.

A node has its L, n_grown vertices in R, and candidate rows. A descendant with s members
in its L has in its R only those n_grown vertices, and vertices whose rows have at least
s members. So its score is at most the score of these two sizes.

`bound` is None in a search for all bicliques. Numba then removes the code of the bound,
because the type of an argument that is None is known when a kernel is compiled.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.bits import ALL, kernel, popcount
from cugraph_biclique.goal import BALANCED, EDGES, KEPT

TOO_MANY = np.int64(1 << 40)  # more members than any L has


@kernel
def score_of(bound, n_kept, n_grown):
    """Score of a biclique of these sizes."""
    if bound.by == EDGES:
        return n_kept * n_grown
    if bound.by == BALANCED:
        return min(n_kept, n_grown)
    return n_kept if bound.by == KEPT else n_grown


@kernel
def least_size(bound, min_kept, n_grown, most):
    """Least number of members of L in a node that is worth a visit.

    R has n_grown vertices, and at most `most` more below the node. A row with fewer
    members contains no L that is worth finding, so the search drops it as it drops rows
    with fewer than `min_kept` members.
    """
    if bound is None:
        return min_kept
    if n_grown > bound.max_grown:
        return TOO_MANY
    largest = min(n_grown + most, bound.max_grown)
    if bound.by == EDGES:
        least = (bound.least + largest - 1) // largest
        return max(min_kept, least) if least <= bound.max_kept else TOO_MANY
    if bound.by == KEPT:
        return max(min_kept, bound.least)
    if largest < bound.least:
        return TOO_MANY
    return max(min_kept, bound.least) if bound.by == BALANCED else min_kept


@kernel
def is_hopeless(bound, n_kept, least):
    """Whether a node has fewer members than `least_size` asks for."""
    if bound is None:
        return False
    return n_kept < least


@kernel
def is_worth(bound, output, universe, mask, n_grown):
    """Whether a biclique has the sizes and the score that the search asks for."""
    if bound is None:
        return True
    n_kept = popcount(mask)
    if mask == ALL:
        n_kept = output.start[universe + 1] - output.start[universe]
    return (
        n_kept <= bound.max_kept
        and n_grown <= bound.max_grown
        and score_of(bound, n_kept, n_grown) >= bound.least
    )


@kernel
def drop_small_rows(bound, rows, n, n_grown):
    """Drop the rows in `found[:n]` that are too small; returns how many remain.

    Rows ascend by size. Let row i have s members. Descendants with at most s members
    are worth a visit only if some row j <= i gives a bound that is large enough. So all
    rows before the first such j can go.
    """
    if bound is None:
        return n
    weight = np.int64(0)
    for i in range(n):
        weight += rows.found_weight[i]
    first = np.int64(0)
    while first < n:
        size = min(popcount(rows.found[first]), bound.max_kept)
        if score_of(bound, size, min(n_grown + weight, bound.max_grown)) >= bound.least:
            break
        weight -= rows.found_weight[first]
        first += 1
    if first > 0:
        for i in range(first, n):
            rows.found[i - first] = rows.found[i]
            rows.found_weight[i - first] = rows.found_weight[i]
    return n - first


@kernel
def least_of_rows(bound, least, rows, n, n_grown):
    """`least_size` below a node whose candidates are the rows in `found[:n]`."""
    if bound is None:
        return least
    most = np.int64(0)
    for i in range(n):
        most += rows.found_weight[i]
    return least_size(bound, least, n_grown, most)
