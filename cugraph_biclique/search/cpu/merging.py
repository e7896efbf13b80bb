# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sets of rows of single words, without duplicates.

Equal candidates become one candidate, whose weight is the sum of theirs. An excluded
row that equals another one only costs time.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.bits import inlined, kernel, popcount
from cugraph_biclique.search.cpu.state import EQUAL, STAMP

HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio
HASH_SHIFT = np.uint64(32)
INSERTION_SORT = 24  # up to this many rows, it beats a hash table and counting sort
CONDENSE = 8  # up to this many excluded rows are not worth a hash table


@inlined
def merge_twins(rows, control, n):
    """Sort `rows.found[:n]` by size, and merge equal rows; returns how many remain."""
    control[EQUAL] += n
    if n <= INSERTION_SORT:
        n = _insertion_merge(rows.found, rows.found_weight, n)
    else:
        n = _count_sort(rows, _hash_merge(rows, control, n))
    control[EQUAL] -= n
    return n


@kernel
def _insertion_merge(found, weight, n):
    distinct = np.int64(0)
    for i in range(n):
        row = found[i]
        row_weight = weight[i]
        size = popcount(row)
        j = distinct
        twin = False
        while j > 0:
            other = found[j - 1]
            if other == row:
                twin = True
                break
            other_size = popcount(other)
            if other_size < size or (other_size == size and other < row):
                break
            j -= 1
        if twin:
            weight[j - 1] += row_weight
            continue
        for q in range(distinct, j, -1):
            found[q] = found[q - 1]
            weight[q] = weight[q - 1]
        found[j] = row
        weight[j] = row_weight
        distinct += 1
    return distinct


@kernel
def _hash_merge(rows, control, n):
    found = rows.found
    weight = rows.found_weight
    capacity = 64
    while capacity < 2 * n:
        capacity *= 2
    control[STAMP] += 1
    stamp = control[STAMP]
    distinct = np.int64(0)
    for i in range(n):
        row = found[i]
        h = np.int64((row * HASH_MULTIPLIER) >> HASH_SHIFT) & (capacity - 1)
        while rows.hash_stamp[h] == stamp and rows.hash_key[h] != row:
            h = (h + 1) & (capacity - 1)
        if rows.hash_stamp[h] == stamp:
            weight[rows.hash_slot[h]] += weight[i]
        else:
            rows.hash_stamp[h] = stamp
            rows.hash_key[h] = row
            rows.hash_slot[h] = distinct
            found[distinct] = row
            weight[distinct] = weight[i]
            distinct += 1
    return distinct


@kernel
def _count_sort(rows, n):
    place = rows.place
    place[:] = 0
    for i in range(n):
        rows.spare[i] = rows.found[i]
        rows.spare_weight[i] = rows.found_weight[i]
        place[popcount(rows.found[i]) + 1] += 1
    for size in range(1, 66):
        place[size] += place[size - 1]
    for i in range(n):
        size = popcount(rows.spare[i])
        rows.found[place[size]] = rows.spare[i]
        rows.found_weight[place[size]] = rows.spare_weight[i]
        place[size] += 1
    return n


@kernel
def condense(bits, slot, begin, n):
    """Drop duplicates from bits[begin:begin+n] of the arena; returns how many stay.

    `slot` has the place of the newest row of each hash. A place from an earlier call,
    or of another row, fails the comparison. So nothing is cleared, and a row that lost
    its place may stay twice, which costs less than a search for a free place. There is
    no branch, because no processor could predict it.
    """
    if n <= CONDENSE:
        return n
    capacity = 64
    while capacity < n:
        capacity *= 2
    mask = np.uint64(capacity - 1)
    first = np.uint64(begin)
    end = first
    for q in range(first, np.uint64(begin + n)):
        row = bits[q]
        h = ((row * HASH_MULTIPLIER) >> HASH_SHIFT) & mask
        place = np.uint64(slot[h])
        # A row at any place before q is kept, or equals one that is. Places before the
        # first one wrap around, so that one comparison finds both kinds of others.
        is_older = place - first < q - first
        place = place if is_older else first
        same = is_older & (bits[place] == row)
        slot[h] = place if same else end
        bits[end] = row
        end += np.uint64(not same)
    return np.int64(end - first)


@inlined
def copy_excluded(rows, begin, end, top, used, least):
    """Copy bits[begin:end], cut to the bits `used`, to `top`; returns their number.

    Rows with fewer than `least` bits and most duplicates are left out.
    """
    bits = rows.bits
    excluded = np.uint64(top)
    for q in range(np.uint64(begin), np.uint64(end)):
        common = bits[q] & used
        bits[excluded] = common
        excluded += np.uint64(popcount(common) >= least)
    return condense(bits, rows.hash_slot, top, np.int64(excluded) - top)
