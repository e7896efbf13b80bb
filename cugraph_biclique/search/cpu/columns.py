# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Open, fill and query a stack of bit matrices, stored by columns.

A column has one bit per row: whether the row contains one member of L. Excluded rows
come first, then the candidates in ascending order of size.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import (
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
# A row is bit (row & LOW) of word (row >> SIX); a word has W bits.
W, SIX, LOW = np.uint64(64), np.uint64(6), np.uint64(63)


@kernel
def open_matrix(
    matrix, control, n_members, n_excluded, n_candidates, n_listed, n_grown
):
    """Reserve and clear a matrix on top of the stack; False if an arena is too small.

    `n_listed` is the sum of the sizes of the candidate rows. The caller fills in member
    ids, pointers, weights, lists and bits, then calls `close_matrix`.

    The matrix takes one column per member and two masks of `bits`. Of `ints` it takes
    the members, n_candidates + 1 pointers, the weights, and the lists. Pointers fit 32
    bits: each list entry is a bit of the matrix. A root's matrix has at most
    MATRIX_BYTES, and the matrices below it are smaller.
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
    control[NEED_BITS] = bits_end + BLOCK  # a test may read a block beyond the end
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
    """Set the bit of `row` in the column that begins at bits[column] (uint64)."""
    bits[column + (row >> 6)] |= ONE << np.uint64(row & 63)


@kernel
def close_matrix(matrix, control):
    """Push the matrix just filled, and check the maximality of its candidates.

    Prune each candidate that is contained in an excluded row. A candidate that equals
    an earlier one has no child of its own, but still joins R in its twin's child.
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
    """Return the range of `ints` with a candidate's members, as positions in L."""
    c = level[M_POINTERS] + row - level[M_EXCLUDED]
    begin = np.int64(level[M_LISTS])
    return begin + matrix.ints[c], begin + matrix.ints[c + 1]


@kernel
def pick_row(matrix, level, row):
    """Write the offsets of the columns of a candidate's members to `matrix.picked`;
    returns how many."""
    begin, end = row_span(matrix, level, row)
    for i in range(end - begin):
        member = np.int64(matrix.ints[begin + i])
        matrix.picked[i] = level[M_COLUMNS] + member * level[M_WORDS]
    return end - begin


@kernel
def pick_bits(picked, columns, width, members, word):
    """Write the offsets of the columns of the members in `word` to `picked`; returns
    how many.

    `picked`: int64 scratch. `members`: int32, bit i of `word` is column members[i].
    `columns` is the offset of the first column, and `width` the words of a column.
    """
    n = np.int64(0)
    while word != ZERO:
        member = np.int64(members[lowest(word)])
        picked[n] = columns + member * width
        word &= word - ONE
        n += 1
    return n


@kernel
def is_covered_by_prefix(bits, picked, alive, n, end):
    """Return whether a live row before row `end` is in all n picked columns.

    `bits`: uint64 arena. `picked`: int64 offsets of columns. `alive`: the offset of the
    mask of live rows.

    Wide nodes spend most of their time here. The arrays are separate arguments, because
    a call would copy a large named tuple. A block of four words stays in registers
    during the pass over the columns, and the pass ends when the block is empty.
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
    """Find the rows in all n picked columns, and the rows in at least two of them.

    `bits`: uint64 arena. `picked`: int64 offsets of columns. `meet` (all) and `twice`
    (two or more): uint64, one bit per row. Words begin:end are written, in pairs, so
    the kernel may write one word more.
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
    """Copy the selected rows of a column to their slots in another column.

    `bits`: uint64 arena; `source` and `target` are offsets of columns. `selected`:
    uint64, one bit per row. `slot`: int32 per row.
    """
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
    """Copy the selected rows of a column to another column, and append `member` to
    their lists.

    The row at place i becomes row n_excluded + i. `bits`: uint64 arena. `selected`:
    uint64, one bit per row. `place_of`: int32 per row. `lists`: int32. `fill`: int32
    per place, the end of its list.
    """
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
    """Number the rows in ascending order of size; -1 for a size below `min_kept`.

    `size`, `place`: int32 per row. `begin`: int64 scratch of largest + 2 counters.
    Returns how many rows have a place, and the sum of their sizes.
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
