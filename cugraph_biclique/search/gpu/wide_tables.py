# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Children of wide nodes with seven to ten members, in a count: tests, and families.

One warp passes over the columns of a child. It enters the rows of the child into
families of subsets (`families`), which tell the number of bicliques below it. So these
children need no rows in the pool.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    ONE,
    WARP,
    ZERO,
    cuda,
    device,
    warp_sum_32,
    word_from_lane,
)
from cugraph_biclique.search.gpu import families
from cugraph_biclique.search.gpu.matrices import rows_around
from cugraph_biclique.search.gpu.wide_small import (
    COVERED_CHILD,
    LEAF,
    column_of,
    drop_if_excluded,
)


@device
def test_tabled(matrices, nodes, children, child, least, rows_of_child):
    """Test a child, and count the bicliques below it.

    Returns its state, the number of nodes below it, and the lane's number of bicliques
    there.
    """
    lane = cuda.threadIdx.x % WARP
    n = np.int32(child.n)
    column = np.uint64(0)
    if lane < n:
        column = column_of(matrices, children, child, lane)
    families.clear(rows_of_child)
    for first_word in range(0, child.words, WARP):
        word = np.int32(first_word + lane)
        held, met = meet(matrices, column, n, word, child.words)
        candidates, excluded = ZERO, ZERO
        if word < child.words:
            candidates, excluded = rows_around(
                nodes, child.masks, child.words, child.row, word, False
            )
        if cuda.any_sync(ALL_LANES, held & excluded != ZERO):
            drop_if_excluded(nodes, child, word, held & excluded)
            return COVERED_CHILD, np.int32(0), np.int32(0)
        rows = met & (candidates | excluded)
        while cuda.any_sync(ALL_LANES, rows != ZERO):
            lowest = rows & (~rows + ONE)
            subset = subset_at(matrices, column, n, word, lowest)
            if candidates & lowest != ZERO:
                families.add(rows_of_child.candidates, subset)
            elif lowest != ZERO:
                families.add(rows_of_child.excluded, subset)
            rows ^= lowest
    found = families.count_below(rows_of_child, n, least)
    return LEAF, warp_sum_32(found), found


@device
def meet(matrices, column, n, word, words):
    """The rows in all of n columns, and those in two or more but not in all."""
    held, once, twice = ALL, ZERO, ZERO
    for i in range(n):
        at = word_from_lane(column, np.int32(i))
        bits = ZERO
        if word < words:
            bits = matrices.bits[at + np.uint64(word)]
        held &= bits
        twice |= once & bits
        once |= bits
    return held, twice & ~held


@device
def subset_at(matrices, column, n, word, row):
    """The columns that contain a row, a bit of the lane's word, as a subset."""
    subset = np.int32(0)
    for i in range(n):
        at = word_from_lane(column, np.int32(i))
        if row != ZERO and matrices.bits[at + np.uint64(word)] & row != ZERO:
            subset = np.int32(subset | (1 << i))
    return subset
