# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The classes of the grown side of each record, on CPU cores.

The grown side is the common neighbourhood of the kept side. If enough records share a
universe, a sweep computes a word per grown vertex, with a bit for each adjacent member
of the universe. Then a kernel lists the classes of a record in one of two ways. It
tests the words of the neighbours of the rarest member. Or it intersects columns, one
per member, which it transposes from the words once per universe. For other records, it
intersects adjacency lists.

The kernels share these arrays. `kept_indptr` (int64) and `kept_indices` (int32): the
adjacency of the kept side. `grown_weight`: int32, the size of each grown class. `kept`:
int32, the members of a universe. `mask` and `bits`: uint64, the members of a record, or
WHOLE for all members.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import WHOLE
from cugraph_biclique.host.bits import (
    ONE,
    WORD,
    ZERO,
    first_bits,
    kernel,
    lowest,
    popcount,
    words_for,
)

SHARED = 3  # fewest bicliques of a universe for which a sweep pays off
LISTS, WORDS, COLUMNS = 0, 1, 2  # how the classes of a universe are computed

SIX, LAST = np.uint64(6), np.uint64(63)  # shift to the word of a bit, mask of its place


class Scratch(NamedTuple):
    """Scratch arrays for the grown vertices that are adjacent to a universe."""

    row: np.ndarray  # uint64, by grown vertex: a bit per adjacent member of the
    # universe; zero between two universes
    n_touched: np.ndarray  # int64 (1,), the number of nonzero rows to clear
    touched: np.ndarray  # int32, vertices with a nonzero `row`
    shared: np.ndarray  # uint64, a bit per vertex of `reached`; zero between universes
    block: np.ndarray  # uint64, a bit per nonzero word of `shared`
    reached: np.ndarray  # int32, vertices with two or more adjacent members, ascending
    columns: np.ndarray  # uint64, a column per member: a bit per reached vertex
    picked: np.ndarray  # uint64, the starts of the columns of a record's members; at
    # WORD, the number of words of a column
    classes: np.ndarray  # int32, the classes of the grown side of a biclique


def new_scratch(n_grown: int) -> Scratch:
    """Return the scratch arrays of one thread.

    The sizes are upper bounds: a universe has at most n_grown neighbours. It has at
    most WORD columns, because only a universe with at most WORD members gets columns.
    `touched` has one more entry, because the kernel writes an entry before it knows
    whether the vertex is new.
    """
    words = words_for(n_grown)
    return Scratch(
        row=np.zeros(n_grown, np.uint64),
        n_touched=np.zeros(1, np.int64),
        touched=np.empty(n_grown + 1, np.int32),
        shared=np.zeros(words, np.uint64),
        block=np.zeros(words_for(words), np.uint64),
        reached=np.empty(n_grown, np.int32),
        columns=np.empty(WORD * words, np.uint64),
        picked=np.empty(WORD + 1, np.uint64),
        classes=np.empty(n_grown, np.int32),
    )


@kernel
def end_of_run(universe, begin, last):
    """Return the end of the run of records, from `begin` on, with the same universe."""
    end = begin
    while end < last and universe[end] == universe[begin]:
        end += 1
    return end


@kernel
def open_universe(kept_indptr, kept_indices, kept, mask, scratch):
    """Sweep the neighbours of a universe, if this pays off for these masks.

    Returns how `list_classes` lists the classes of the records: LISTS, WORDS, COLUMNS.
    """
    if mask.size < SHARED or not 2 <= kept.size <= WORD:
        return LISTS
    n = _sweep(kept_indptr, kept_indices, kept, scratch)
    words = words_for(n)
    by_words, by_columns = np.int64(0), np.int64(0)
    for q in range(mask.size):
        bits = mask[q]
        u = kept[lowest(bits)]
        by_words += kept_indptr[u + 1] - kept_indptr[u]
        by_columns += popcount(bits & first_bits(kept.size)) * words
    if by_words <= by_columns:
        scratch.n_touched[0] = n
        return WORDS
    n = _shared_neighbours(n, scratch)
    words = words_for(n)
    _fill_columns(scratch, n, scratch.columns[: kept.size * words], words)
    scratch.n_touched[0] = 0
    scratch.picked[WORD] = words
    return COLUMNS


@kernel
def close_universe(scratch):
    """Clear the rows of a universe."""
    for i in range(scratch.n_touched[0]):
        scratch.row[scratch.touched[i]] = ZERO
    scratch.n_touched[0] = 0


@kernel
def list_classes(
    way, kept_indptr, kept_indices, grown_weight, kept, bits, size, scratch
):
    """Write the grown classes of a record to `scratch.classes`, ascending.

    `size` is the number of vertices in these classes. Returns the number of classes.
    """
    if way == LISTS:
        return _intersect(
            kept_indptr, kept_indices, grown_weight, kept, bits, size, scratch.classes
        )
    if bits == WHOLE:
        bits = first_bits(kept.size)
    if way == COLUMNS:
        return _read_columns(scratch, bits)
    n = np.int64(0)
    rarest = kept[lowest(bits)]  # kept vertices ascend by degree
    for e in range(kept_indptr[rarest], kept_indptr[rarest + 1]):
        w = kept_indices[e]
        scratch.classes[n] = w
        n += np.int64(scratch.row[w] & bits == bits)
    return n


@kernel
def _sweep(kept_indptr, kept_indices, kept, scratch):
    """Set the row of each neighbour of a universe; return the number of neighbours."""
    row, touched = scratch.row, scratch.touched
    n_touched = np.int64(0)
    for i in range(kept.size):
        bit = ONE << np.uint64(i)
        for e in range(kept_indptr[kept[i]], kept_indptr[kept[i] + 1]):
            w = np.uint64(kept_indices[e])
            seen = row[w]
            row[w] = seen | bit
            touched[n_touched] = w
            n_touched += np.int64(seen == ZERO)
    return n_touched


@kernel
def _shared_neighbours(n_touched, scratch):
    """List the grown vertices with two or more adjacent members; return their number.

    Write them to `reached` in ascending order. Clear the rows of all other vertices.
    """
    row, touched, shared = scratch.row, scratch.touched, scratch.shared
    for i in range(n_touched):
        w = np.uint64(touched[i])
        some = row[w]
        if some & (some - ONE) == ZERO:
            row[w] = ZERO
            continue
        word = w >> SIX
        shared[word] |= ONE << (w & LAST)
        scratch.block[word >> SIX] |= ONE << (word & LAST)
    n = np.int64(0)
    for b in range(scratch.block.size):
        block = scratch.block[b]
        scratch.block[b] = ZERO
        while block != ZERO:
            word = b * WORD + lowest(block)
            block &= block - ONE
            some = shared[word]
            shared[word] = ZERO
            while some != ZERO:
                scratch.reached[n] = word * WORD + lowest(some)
                some &= some - ONE
                n += 1
    return n


@kernel
def _fill_columns(scratch, n, columns, words):
    """Transpose the rows of the n reached vertices into columns, and clear the rows."""
    columns[:] = ZERO
    for k in range(n):
        w = scratch.reached[k]
        some = scratch.row[w]
        scratch.row[w] = ZERO
        at = k >> 6
        bit = ONE << np.uint64(k & 63)
        while some != ZERO:
            columns[lowest(some) * words + at] |= bit
            some &= some - ONE


@kernel
def _read_columns(scratch, bits):
    """List the classes in all columns that `bits` selects; return their number."""
    columns, picked = scratch.columns, scratch.picked
    words = picked[WORD]
    n_picked = np.int64(0)
    while bits != ZERO:
        picked[n_picked] = np.uint64(lowest(bits)) * words
        bits &= bits - ONE
        n_picked += 1
    n = np.int64(0)
    for w in range(words):
        common = columns[picked[0] + w]
        for i in range(np.uint64(1), np.uint64(n_picked)):
            common &= columns[picked[i] + w]
        while common != ZERO:
            scratch.classes[n] = scratch.reached[np.int64(w) * WORD + lowest(common)]
            common &= common - ONE
            n += 1
    return n


@kernel
def _intersect(kept_indptr, kept_indices, grown_weight, kept, bits, size, out):
    """Write the common neighbours of the members selected by `bits`, ascending.

    Start with the shortest list. Stop when the remaining classes have exactly `size`
    vertices. Returns the number of classes.
    """
    shortest = np.int64(-1)
    for i in range(kept.size):
        if bits == WHOLE or (bits >> np.uint64(i)) & ONE != ZERO:
            u = kept[i]
            degree = kept_indptr[u + 1] - kept_indptr[u]
            if (
                shortest < 0
                or degree < kept_indptr[shortest + 1] - kept_indptr[shortest]
            ):
                shortest = np.int64(u)
    n = np.int64(0)
    weight = np.int64(0)
    for e in range(kept_indptr[shortest], kept_indptr[shortest + 1]):
        out[n] = kept_indices[e]
        weight += grown_weight[kept_indices[e]]
        n += 1
    for i in range(kept.size):
        if weight == size:
            break
        u = np.int64(kept[i])
        if u == shortest or (bits != WHOLE and (bits >> np.uint64(i)) & ONE == ZERO):
            continue
        e, end = kept_indptr[u], kept_indptr[u + 1]
        n_common = np.int64(0)
        weight = np.int64(0)
        for k in range(n):
            e = not_before(kept_indices, e, end, out[k])
            if e == end:
                break
            if kept_indices[e] == out[k]:
                out[n_common] = out[k]
                weight += grown_weight[out[k]]
                n_common += 1
        n = n_common
    return n


@kernel
def not_before(indices, begin, end, w):
    """Return the first place in the ascending indices[begin:end] with an index >= w."""
    while begin < end:
        middle = (begin + end) >> 1
        if indices[middle] < w:
            begin = middle + 1
        else:
            end = middle
    return begin
