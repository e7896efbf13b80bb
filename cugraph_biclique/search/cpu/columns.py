# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bit matrices by columns, on a stack: how to open, fill and query them.

A column holds the rows that contain one member of L: excluded rows first, then the
candidates in ascending order of size.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.bits import (
    ALL,
    ONE,
    WORD,
    ZERO,
    first_bits,
    kernel,
    lowest,
    words_for,
)
from cugraph_biclique.search.cpu.state import (
    CONTAINED,
    EQUAL,
    M_ALIVE,
    M_BITS_END,
    M_CHILDREN,
    M_COLUMNS,
    M_CURSOR,
    M_END,
    M_EXCLUDED,
    M_GROWN,
    M_INTS_END,
    M_LISTS,
    M_MEMBERS,
    M_POINTERS,
    M_WEIGHTS,
    M_WORDS,
    MATRIX_DEPTH,
    NEED_BITS,
    NEED_INTS,
    NEED_LEVELS,
    NODES,
)

BLOCK = 4  # words of a column that a test reads at once
U1, U2, U3 = np.uint64(1), np.uint64(2), np.uint64(3)
W, SIX, LOW = np.uint64(64), np.uint64(6), np.uint64(63)  # a word, and its places


@kernel
def open_matrix(
    matrix, control, n_members, n_excluded, n_candidates, n_listed, n_grown
):
    """Reserve and clear a matrix on top of the stack; False if an arena is too small.

    `n_listed` is the sum of the sizes of the candidate rows. The caller fills in member
    ids, pointers, weights, lists and bits, then calls `close_matrix`.

    The bits are one column per member, and two masks. The integers are the members, one
    pointer more than candidates, the weights, and the lists. Pointers fit the 32 bits
    of `ints`: lists are shorter than the bits of a matrix, and a root's matrix is at
    most MATRIX_BYTES; those below it are smaller.
    """
    depth = control[MATRIX_DEPTH] + 1
    bits_at = np.int64(0)
    ints_at = np.int64(0)
    if depth > 0:
        bits_at = matrix.level[depth - 1, M_BITS_END]
        ints_at = matrix.level[depth - 1, M_INTS_END]
    words = words_for(n_excluded + n_candidates)
    bits_end = bits_at + (n_members + 2) * words
    ints_end = ints_at + n_members + 2 * n_candidates + 1 + n_listed
    control[NEED_BITS] = bits_end + BLOCK  # which the last column's block reaches
    control[NEED_INTS] = ints_end
    control[NEED_LEVELS] = depth + 1
    if (
        control[NEED_BITS] > matrix.bits.size
        or ints_end > matrix.ints.size
        or depth >= matrix.level.shape[0]
    ):
        return False
    level = matrix.level[depth]
    level[M_WORDS] = words
    level[M_EXCLUDED] = n_excluded
    level[M_CURSOR] = n_excluded
    level[M_END] = n_excluded + n_candidates
    level[M_GROWN] = n_grown
    level[M_COLUMNS] = bits_at
    level[M_ALIVE] = bits_end - 2 * words
    level[M_CHILDREN] = bits_end - words
    level[M_BITS_END] = bits_end
    level[M_MEMBERS] = ints_at
    level[M_POINTERS] = ints_at + n_members
    level[M_WEIGHTS] = level[M_POINTERS] + n_candidates + 1
    level[M_LISTS] = level[M_WEIGHTS] + n_candidates
    level[M_INTS_END] = ints_end
    matrix.bits[bits_at : bits_end - 2 * words] = ZERO
    matrix.bits[bits_end - 2 * words : bits_end] = ALL
    return True


@kernel
def set_bit(bits, column, row):
    bits[column + (row >> 6)] |= ONE << np.uint64(row & 63)


@kernel
def close_matrix(matrix, control):
    """Push the matrix just filled.

    A candidate that an excluded row contains is pruned. One that equals an earlier
    candidate has no child of its own, but still joins its twin's child.
    """
    control[MATRIX_DEPTH] += 1
    level = matrix.level[control[MATRIX_DEPTH]]
    bits, picked, alive = matrix.bits, matrix.picked, level[M_ALIVE]
    for row in range(level[M_EXCLUDED], level[M_END]):
        n = pick_row(matrix, level, row)
        control[NODES] += 1
        if is_covered_by_prefix(bits, picked, alive, n, row):
            without = ~(ONE << np.uint64(row & 63))
            matrix.bits[level[M_CHILDREN] + (row >> 6)] &= without
            if is_covered_by_prefix(bits, picked, alive, n, level[M_EXCLUDED]):
                control[CONTAINED] += 1
                matrix.bits[level[M_ALIVE] + (row >> 6)] &= without
            else:
                control[NODES] -= 1
                control[EQUAL] += 1


@kernel
def row_span(matrix, level, row):
    """Range of `ints` that lists a candidate row's members, as positions in L."""
    c = level[M_POINTERS] + row - level[M_EXCLUDED]
    begin = np.int64(level[M_LISTS])
    return begin + matrix.ints[c], begin + matrix.ints[c + 1]


@kernel
def pick_row(matrix, level, row):
    """Point `picked` at the columns of a candidate row's members."""
    begin, end = row_span(matrix, level, row)
    for i in range(end - begin):
        member = np.int64(matrix.ints[begin + i])
        matrix.picked[i] = level[M_COLUMNS] + member * level[M_WORDS]
    return end - begin


@kernel
def pick_bits(picked, columns, width, members, word):
    """Point `picked` at the columns of those members whose bit in `word` is set."""
    n = np.int64(0)
    while word != ZERO:
        member = np.int64(members[lowest(word)])
        picked[n] = columns + member * width
        word &= word - ONE
        n += 1
    return n


@kernel
def is_covered_by_prefix(bits, picked, alive, n, end):
    """Whether a live row before row `end` is in all n picked columns.

    This is the hottest function of wide nodes. Its arrays are separate arguments,
    because a tuple of many would be copied at each call.

    A block of four words stays in registers during the pass over the columns; the pass
    ends once the block is empty.
    """
    for begin in range(0, words_for(end), BLOCK):
        left = end - WORD * begin
        i = np.uint64(alive + begin)
        a = bits[i] & first_bits(left)
        b = bits[i + U1] & first_bits(max(0, left - WORD))
        c = bits[i + U2] & first_bits(max(0, left - 2 * WORD))
        d = bits[i + U3] & first_bits(max(0, left - 3 * WORD))
        for j in range(n):
            i = np.uint64(picked[j] + begin)
            a &= bits[i]
            b &= bits[i + U1]
            c &= bits[i + U2]
            d &= bits[i + U3]
            if a | b | c | d == ZERO:
                break
        if a | b | c | d != ZERO:
            return True
    return False


@kernel
def add_columns(bits, picked, n, begin, end, meet, twice):
    """Combine the words begin:end of the n picked columns.

    `meet` receives the rows in all of the columns, `twice` those in two or more. Words
    are combined in blocks of two, so the word behind the last one may be written, too.
    """
    for w in range(np.uint64(begin), np.uint64(end), U2):
        i = np.uint64(picked[0]) + w
        one, other = bits[i], bits[i + U1]
        meet_one, meet_other = one, other
        twice_one, twice_other = ZERO, ZERO
        for j in range(1, n):
            i = np.uint64(picked[j]) + w
            new_one, new_other = bits[i], bits[i + U1]
            meet_one &= new_one
            meet_other &= new_other
            twice_one |= one & new_one
            twice_other |= other & new_other
            one |= new_one
            other |= new_other
        meet[w], meet[w + U1] = meet_one, meet_other
        twice[w], twice[w + U1] = twice_one, twice_other


@kernel
def copy_excluded_bits(bits, selected, slot, source, words, target):
    """Copy the selected rows of a column to their slots in another column."""
    for w in range(np.uint64(0), np.uint64(words)):
        part = bits[np.uint64(source) + w] & selected[w]
        while part != ZERO:
            row = np.uint64(slot[w * W + np.uint64(lowest(part))])
            bits[np.uint64(target) + (row >> SIX)] |= ONE << (row & LOW)
            part &= part - ONE


@kernel
def copy_candidate_bits(
    bits, selected, place_of, source, begin, end, target, n_excluded, lists, fill,
    member,
):  # fmt: skip
    """Copy the selected rows of a column to their places in another column, and append
    the member to their lists."""
    for w in range(np.uint64(begin), np.uint64(end)):
        part = bits[np.uint64(source) + w] & selected[w]
        while part != ZERO:
            to = np.uint64(place_of[w * W + np.uint64(lowest(part))])
            row = np.uint64(n_excluded) + to
            bits[np.uint64(target) + (row >> SIX)] |= ONE << (row & LOW)
            at = np.uint64(fill[to])
            lists[at] = member
            fill[to] = np.int32(at) + np.int32(1)
            part &= part - ONE


@kernel
def places_by_size(size, place, begin, largest, min_kept):
    """Fill in each row's place in ascending order of size, -1 if below min_kept.

    Returns how many rows have a place, and the sum of their sizes. `begin` is scratch
    for largest + 2 counters.
    """
    begin[: largest + 2] = 0
    n_listed = np.int64(0)
    for i in range(size.size):
        if size[i] >= min_kept:
            begin[size[i] + 1] += 1
            n_listed += size[i]
    for s in range(1, largest + 2):
        begin[s] += begin[s - 1]
    n_placed = begin[largest + 1]
    for i in range(size.size):
        place[i] = -1
        if size[i] >= min_kept:
            place[i] = begin[size[i]]
            begin[size[i]] += 1
    return n_placed, n_listed
