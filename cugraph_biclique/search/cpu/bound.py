# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The bound of a search for the largest bicliques.

A node has n_grown vertices in R, and candidate rows. A descendant with s members in L
has in R these n_grown vertices, and only vertices whose rows have at least s members.
So its score is at most the score of these two sizes. The windows of sizes come from
MBC* (docs/papers.md); this bound does not.

`bound` is None in a search for all bicliques. Numba compiles a kernel for this type,
and removes the code of the bound.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.contract.goal import BALANCED, EDGES, KEPT
from cugraph_biclique.host.bits import ALL, kernel, popcount

TOO_MANY = np.int64(1 << 40)  # more members than any L has


@kernel
def score_of(bound, n_kept, n_grown):
    """Return the score of a biclique of these sizes."""
    if bound.by == EDGES:
        return n_kept * n_grown
    if bound.by == BALANCED:
        return min(n_kept, n_grown)
    return n_kept if bound.by == KEPT else n_grown


@kernel
def least_size(bound, min_kept, n_grown, most):
    """Return the least size of L that makes a node worth a visit.

    R has n_grown vertices, and below the node at most `most` more. No smaller row
    contains an L that the search must find. The search drops such rows, as it drops
    rows with fewer than `min_kept` members.
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
    """Return whether a node has fewer members than `least_size`."""
    if bound is None:
        return False
    return n_kept < least


@kernel
def is_worth(bound, output, universe, mask, n_grown):
    """Return whether a biclique has the sizes and the score that the search needs.

    `output` is an `Output`; `universe` is the index and `mask` the word of a record.
    """
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

    Rows ascend by size, and row j bounds the score of descendants whose L is as large
    as row j. If the bounds of rows 0 to i are all too low, no L of at most their size
    is worth finding. So the rows before the first row with a sufficient bound can go.
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
    """Return `least_size` below a node with the candidates `found[:n]`."""
    if bound is None:
        return least
    most = np.int64(0)
    for i in range(n):
        most += rows.found_weight[i]
    return least_size(bound, least, n_grown, most)
