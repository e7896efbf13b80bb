# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of a child, one per lane, in terms of the members of L'.

A pass over the columns of a child finds its rows as bits of 32 words, a chunk. Few
words have most of the bits. If each lane took the rows of its own word, the warp would
take as long as its fullest word. So a warp lists the rows of a chunk in shared memory.
Then each lane takes one of them, and reads its bit of every column.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import (
    ONE,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    from_lane,
    lists_before,
    popcount,
)

CHUNK_ROWS = WARP * WORD  # rows in a chunk of words


@device
def list_rows(listed, later, other):
    """List the rows in the lanes' words by their places in the chunk, by one warp.

    The complement of its place stands for an excluded row. Returns the number of rows.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    left = later | other
    place, n = lists_before(popcount(left), lane)
    cuda.syncwarp()
    while left != ZERO:
        lowest = left & (~left + ONE)
        left ^= lowest
        row = np.int32(lane * WORD + popcount(lowest - ONE))
        listed[place] = row if later & lowest != ZERO else ~row
        place = np.int32(place + 1)
    cuda.syncwarp()
    return np.int32(n)


@device
def row_at(listed, i, n, first_word):
    """The i-th of n listed rows, whether it is a candidate, and whether it is excluded.

    Neither, if it is behind the last.
    """
    if i >= n:
        return np.int32(0), False, False
    row = np.int32(listed[i])
    later = row >= 0
    return np.int32(first_word * WORD + (row if later else ~row)), later, not later


@device
def members_of(matrices, one, two, n, row):
    """The members of L' that the lane's row contains, as the bits of a word."""
    members = ZERO
    for j in range(0, n, 4):
        # Four at a time, so that their loads overlap.
        a = word_of(matrices, one, two, np.int32(j), n, row)
        b = word_of(matrices, one, two, np.int32(j + 1), n, row)
        c = word_of(matrices, one, two, np.int32(j + 2), n, row)
        d = word_of(matrices, one, two, np.int32(j + 3), n, row)
        four = bit_of(a, row) | bit_of(b, row) << np.uint32(1)
        four |= bit_of(c, row) << np.uint32(2) | bit_of(d, row) << np.uint32(3)
        members |= np.uint64(four) << np.uint64(j)
    return members


@device
def word_of(matrices, one, two, j, n, row):
    """The word of the j-th column that has the lane's row; zero behind the last."""
    at = from_lane(one if j < WARP else two, np.int32(j % WARP))
    return matrices.bits[np.uint64(at + row // WORD)] if j < n else ZERO


@device
def bit_of(word, row):
    """The bit of a row in its word, as a number."""
    return np.uint32(word >> np.uint64(row % WORD)) & np.uint32(1)
