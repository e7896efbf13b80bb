# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of a child, one per lane, in terms of the members of L'.

A pass over the columns of a child finds its rows as bits of several words, a chunk. Few
words have most of the bits. If each lane took the rows of its own word, the warp would
take as long as its fullest word. So a warp lists the rows of a chunk in shared memory.
Then each lane takes one row, and reads the bit of this row in every column. The words
of the columns are in shared memory, too. From global memory, a warp would read one
distant word per row and column.
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
    first_bits,
    lists_before,
    popcount,
)


@device
def list_rows(listed, later, other, word):
    """List the lanes' rows by their places in the chunk, by one warp.

    `listed`: int16, in shared memory; an excluded row is the complement of its place.
    `later`, `other`: the lane's candidates and excluded rows, in word `word` of the
    chunk. Returns the number of rows.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    left = later | other
    place, n = lists_before(popcount(left), lane)
    cuda.syncwarp()
    while left != ZERO:
        lowest = left & (~left + ONE)
        left ^= lowest
        row = np.int32(word * WORD + popcount(lowest - ONE))
        listed[place] = row if later & lowest != ZERO else ~row
        place = np.int32(place + 1)
    cuda.syncwarp()
    return np.int32(n)


@device
def row_at(listed, i, n):
    """Return the i-th of n listed rows: its place in the chunk, whether it is a
    candidate, and whether it is excluded. Behind the last row, it is neither."""
    if i >= n:
        return np.int32(0), False, False
    row = np.int32(listed[i])
    later = row >= 0
    return np.int32(row if later else ~row), later, not later


@device
def store_word(columns, j, word, bits):
    """Store a word of the j-th column of a chunk, as two halves."""
    columns[j, 2 * word] = np.uint32(bits)
    columns[j, 2 * word + 1] = np.uint32(bits >> np.uint64(WARP))


@device
def members_of(columns, n, row):
    """Return the members of L' that a row of the chunk contains, as the bits of a word.

    `columns`: uint32, the halves of the chunk's words for each of n members. Its length
    is a multiple of four.
    """
    members = ZERO
    half, bit = row // WARP, np.uint32(row % WARP)
    for j in range(0, n, 4):
        four = bit_of(columns[j, half], bit)
        four |= bit_of(columns[j + 1, half], bit) << np.uint32(1)
        four |= bit_of(columns[j + 2, half], bit) << np.uint32(2)
        four |= bit_of(columns[j + 3, half], bit) << np.uint32(3)
        members |= np.uint64(four) << np.uint64(j)
    return members & first_bits(n)


@device
def bit_of(half, bit):
    """One bit of half a word, as a number."""
    return np.uint32(half >> bit) & np.uint32(1)
