# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of one or more words: how large, how much in common, cut to another row."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.bits import ONE, ZERO, kernel, popcount, words_for


@kernel
def row_size(bits, row, width):
    """Members of a row."""
    size = np.int64(0)
    for w in range(np.uint64(width)):
        size += popcount(bits[np.uint64(row) + w])
    return size


@kernel
def common_size(bits, a, b, width):
    """Members that two rows share."""
    size = np.int64(0)
    for w in range(np.uint64(width)):
        size += popcount(bits[np.uint64(a) + w] & bits[np.uint64(b) + w])
    return size


@kernel
def cut_width(size, width):
    """Words of a row cut to `size` members: renumbering them costs a few operations a
    bit, so it has to free half of the words, or leave only one."""
    packed = words_for(size)
    return packed if packed == 1 or 2 * packed <= width else width


@kernel
def cut_row(bits, row, pick, width, out, out_width):
    """Write `row` cut to `pick` at `out`, renumbered to pick's members if narrower."""
    if out_width == width:
        for w in range(width):
            bits[out + w] = bits[row + w] & bits[pick + w]
        return
    for w in range(out_width):
        bits[out + w] = ZERO
    before = np.int64(0)
    for w in range(width):
        kept = bits[pick + w]
        common = bits[row + w] & kept
        while common != ZERO:
            bit = common & (ZERO - common)
            place = before + popcount(kept & (bit - ONE))
            bits[out + (place >> 6)] |= ONE << np.uint64(place & 63)
            common ^= bit
        before += popcount(kept)
