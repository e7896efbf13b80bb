# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Children of wide nodes with seven to ten members, in a count: tests, and families.

One warp passes over the columns of a child, and enters its rows into families of
subsets (`families`). These give the number of bicliques below the child. So these
children need no rows in the pool.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    from_lane,
    warp_sum_32,
)
from cugraph_biclique.search.gpu.wide import families
from cugraph_biclique.search.gpu.wide.matrices import has_pairs, rows_around
from cugraph_biclique.search.gpu.wide.pair_rows import pair_of_child
from cugraph_biclique.search.gpu.wide.row_lists import (
    list_rows,
    members_of,
    row_at,
    store_word,
)
from cugraph_biclique.search.gpu.wide.small_children import (
    COVERED_CHILD,
    LEAF,
    column_of,
    drop_if_excluded,
    in_two,
)

MOST_COLUMNS = 12  # columns in shared memory: ten members, rounded up to fours
CHUNK_ROWS = WARP * WORD
HALVES = 2 * WARP  # 32-bit halves of a column's words, in a chunk


@device
def test_tabled(wide, child, least, rows_of_child, listed, columns):
    """Test a child, and count the bicliques below it, by a warp.

    `listed`: int16 (CHUNK_ROWS,) and `columns`: uint32 (MOST_COLUMNS, HALVES), in
    shared memory, see `row_lists`. Returns the child's state, the number of nodes below
    it, and the lane's number of bicliques there.
    """
    matrices, nodes, children = wide
    lane = cuda.threadIdx.x % WARP
    n = np.int32(child.n)
    column = np.int64(0)
    if lane < n:
        column = np.int64(column_of(matrices, children, child, lane))
    families.clear(rows_of_child)
    for first_word in range(0, child.words, WARP):
        word = np.int32(first_word + lane)
        cuda.syncwarp()  # all lanes have read the columns of the last chunk
        held, met = meet(matrices, column, n, word, child.words, columns)
        candidates, excluded = ZERO, ZERO
        if word < child.words:
            candidates, excluded = rows_around(
                nodes, child.masks, child.words, child.row, word, False
            )
        if cuda.any_sync(ALL_LANES, held & excluded != ZERO):
            drop_if_excluded(nodes, child, word, held & excluded)
            return COVERED_CHILD, np.int32(0), np.int32(0)
        n_rows = list_rows(listed, met & candidates, met & excluded, lane)
        for first in range(0, n_rows, WARP):
            row, later, other = row_at(listed, first + lane, n_rows)
            if later or other:
                subset = np.int32(members_of(columns, n, row))
                family = rows_of_child.candidates if later else rows_of_child.excluded
                families.add(family, subset)
    add_pairs(matrices, children, child, rows_of_child)
    found = families.count_below(rows_of_child, n, least)
    return LEAF, warp_sum_32(found), found


@device
def add_pairs(matrices, children, child, rows_of_child):
    """Enter the rows that are pairs (`pair_rows`) into the families."""
    if has_pairs(matrices, child.matrix):
        n = np.int32(child.n)
        for k in range(cuda.threadIdx.x % WARP, n * (n - 1) // 2, WARP):
            subset, later, other = pair_of_child(matrices, children, child, k)
            if later:
                families.add(rows_of_child.candidates, np.int32(subset))
            elif other:
                families.add(rows_of_child.excluded, np.int32(subset))


@device
def meet(matrices, column, n, word, words, columns):
    """Return the rows in all n columns, and the rows in two or more but not in all.

    Also store the lane's word of each column in `columns`. A child has seven to ten
    columns, and a lane reads four at a time, so that their loads overlap.
    """
    lane = cuda.threadIdx.x % WARP
    held, once, twice = ALL, ZERO, ZERO
    for i in range(0, n, 4):
        a = word_at(matrices, column, i, n, word, words)
        b = word_at(matrices, column, i + 1, n, word, words)
        c = word_at(matrices, column, i + 2, n, word, words)
        d = word_at(matrices, column, i + 3, n, word, words)
        store_word(columns, i, lane, a)
        store_word(columns, i + 1, lane, b)
        store_word(columns, i + 2, lane, c)
        store_word(columns, i + 3, lane, d)
        held &= a & (b | beyond(i + 1, n))
        held &= (c | beyond(i + 2, n)) & (d | beyond(i + 3, n))
        any_of = a | b | c | d
        twice |= in_two(a, b, c, d, ZERO, ZERO) | (once & any_of)
        once |= any_of
    return held, twice & ~held


@device
def word_at(matrices, column, i, n, word, words):
    """Return one word of the i-th column; zero behind the last word or column."""
    at = from_lane(column, np.int32(i))
    return matrices.bits[np.uint64(at + word)] if i < n and word < words else ZERO


@device
def beyond(i, n):
    """Return all bits if there is no i-th column, or else none."""
    return ZERO if i < n else ALL
