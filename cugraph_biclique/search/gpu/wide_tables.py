# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Children of wide nodes with seven to ten members, in a count: tests, and families.

One warp passes over the columns of a child. It enters the rows of the child into
families of subsets (`families`), which tell the number of bicliques below it. So these
children need no rows in the pool.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    WARP,
    ZERO,
    cuda,
    device,
    popcount,
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
    in_two,
)
from cugraph_biclique.search.gpu.wide_small import subset_at as of_six


class Columns(NamedTuple):
    """A lane's word of each column of a child; zero behind the last column."""

    a: Any  # uint64, as all others
    b: Any
    c: Any
    d: Any
    e: Any
    f: Any
    g: Any
    h: Any
    i: Any
    j: Any


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
        columns = columns_at(matrices, column, n, word, child.words)
        candidates, excluded = ZERO, ZERO
        if word < child.words:
            candidates, excluded = rows_around(
                nodes, child.masks, child.words, child.row, word, False
            )
        held, met = meet(columns, n)
        if cuda.any_sync(ALL_LANES, held & excluded != ZERO):
            drop_if_excluded(nodes, child, word, held & excluded)
            return COVERED_CHILD, np.int32(0), np.int32(0)
        rows = met & (candidates | excluded)
        while rows != ZERO:
            lowest = rows & (~rows + ONE)
            subset = subset_at(columns, popcount(lowest - ONE))
            if candidates & lowest != ZERO:
                families.add(rows_of_child.candidates, subset)
            else:
                families.add(rows_of_child.excluded, subset)
            rows ^= lowest
    found = families.count_below(rows_of_child, n, least)
    return LEAF, warp_sum_32(found), found


@device
def columns_at(matrices, column, n, word, words):
    """The lane's word of the n columns, at least seven; their loads overlap."""
    return Columns(
        word_at(matrices, column, 0, n, word, words),
        word_at(matrices, column, 1, n, word, words),
        word_at(matrices, column, 2, n, word, words),
        word_at(matrices, column, 3, n, word, words),
        word_at(matrices, column, 4, n, word, words),
        word_at(matrices, column, 5, n, word, words),
        word_at(matrices, column, 6, n, word, words),
        word_at(matrices, column, 7, n, word, words),
        word_at(matrices, column, 8, n, word, words),
        word_at(matrices, column, 9, n, word, words),
    )


@device
def word_at(matrices, column, i, n, word, words):
    """One word of the i-th column; zero behind the last word or column."""
    at = word_from_lane(column, np.int32(i))
    return matrices.bits[at + np.uint64(word)] if i < n and word < words else ZERO


@device
def meet(columns, n):
    """The rows in all of n columns, and those in two or more but not in all."""
    a, b, c, d, e, f, g, h, i, j = columns
    held = a & b & c & d & e & f & g
    if n > 7:
        held &= h
    if n > 8:
        held &= i
    if n > 9:
        held &= j
    low, high = in_two(a, b, c, d, e, f), in_two(g, h, i, j, ZERO, ZERO)
    both = (a | b | c | d | e | f) & (g | h | i | j)
    return held, (low | high | both) & ~held


@device
def subset_at(columns, bit):
    """One bit of each column, as the bits of a number."""
    a, b, c, d, e, f, g, h, i, j = columns
    low = of_six(a, b, c, d, e, f, bit)
    return np.int32(low | of_six(g, h, i, j, ZERO, ZERO, bit) << 6)
