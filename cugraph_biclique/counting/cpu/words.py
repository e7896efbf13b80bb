# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bit rows of one or more words: sizes, intersections, and packing."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ONE, WORD, ZERO, kernel, popcount, words_for


@kernel
def row_size(bits, row, width):
    """Return the number of members of the row of `width` words at bits[row]."""
    size = np.int64(0)
    for w in range(np.uint64(width)):
        size += popcount(bits[np.uint64(row) + w])
    return size


@kernel
def common_size(bits, a, b, width):
    """Return the number of members that the rows at bits[a] and bits[b] share."""
    size = np.int64(0)
    for w in range(np.uint64(width)):
        size += popcount(bits[np.uint64(a) + w] & bits[np.uint64(b) + w])
    return size


@kernel
def cut_width(size, used):
    """Return the words per row after an intersection, and whether to pack the bits.

    The pick has `size` members in `used` nonzero words. Packing costs operations per
    word, so it pays off only if it halves the words, or leaves one word.
    """
    packed = words_for(size)
    pack = packed < used and (packed == 1 or 2 * packed <= used)
    return packed if pack else used, pack


@kernel
def used_words(bits, row, width):
    """Return the number of nonzero words of the row at bits[row]."""
    used = np.int64(0)
    for w in range(np.uint64(width)):
        used += np.int64(bits[np.uint64(row) + w] != ZERO)
    return used


@kernel
def next_move(mask, gaps, places):
    """Do one round of `squeeze_moves`: return the bits to move, new mask and gaps."""
    odd = gaps  # after the loop: the bits with an odd number of gaps below them
    for step in range(6):
        odd ^= odd << (ONE << np.uint64(step))
    move = odd & mask
    return move, (mask ^ move) | (move >> np.uint64(places)), gaps & ~odd


@kernel
def squeeze_moves(mask):
    """Return the bits of `mask` that `squeeze` moves by 1, 2, 4, 8, 16 and 32 places
    (Warren, Hacker's Delight, 7-4)."""
    one, mask, gaps = next_move(mask, ~mask << ONE, 1)
    two, mask, gaps = next_move(mask, gaps, 2)
    four, mask, gaps = next_move(mask, gaps, 4)
    eight, mask, gaps = next_move(mask, gaps, 8)
    sixteen, mask, gaps = next_move(mask, gaps, 16)
    half, mask, gaps = next_move(mask, gaps, 32)
    return one, two, four, eight, sixteen, half


@kernel
def squeeze(word, moves):
    """Pack the bits of `word` side by side, with the moves of a mask that has them."""
    move = word & moves[0]
    word = (word ^ move) | (move >> np.uint64(1))
    move = word & moves[1]
    word = (word ^ move) | (move >> np.uint64(2))
    move = word & moves[2]
    word = (word ^ move) | (move >> np.uint64(4))
    move = word & moves[3]
    word = (word ^ move) | (move >> np.uint64(8))
    move = word & moves[4]
    word = (word ^ move) | (move >> np.uint64(16))
    move = word & moves[5]
    return (word ^ move) | (move >> np.uint64(32))


@kernel
def cut_rows(source, base, across, down, words, pick, rows, n, bits, out, width, pack):
    """Intersect the first n of `rows` with the row `pick`, and write them to bits[out].

    `source`, `bits`: uint64, may be the same. `rows`: int32 numbers of rows. Word w of
    row r is at base + r * across + w * down of `source`. Words that are zero in `pick`
    are left out. With `pack`, the members of `pick` are packed side by side.
    """
    if pack:
        for at in range(out, out + n * width):
            bits[at] = ZERO
    before = np.int64(0)  # words written; with `pack`, members written
    for w in range(words):
        place = base + w * down
        kept = source[place + pick * across]
        if kept == ZERO:
            continue
        if not pack:
            for r in range(n):
                row = source[place + rows[r] * across]
                bits[out + r * width + before] = row & kept
            before += 1
            continue
        moves = squeeze_moves(kept)
        members = popcount(kept)
        at, shift = out + (before >> 6), before & 63
        for r in range(n):
            row = squeeze(source[place + rows[r] * across] & kept, moves)
            bits[at + r * width] |= row << np.uint64(shift)
            if shift + members > WORD:
                bits[at + r * width + 1] |= row >> np.uint64(WORD - shift)
        before += members
