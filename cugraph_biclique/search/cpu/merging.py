# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Merge equal rows of single words, and sort them.

Equal candidates become one candidate with the sum of their weights, as in AMBEA
(docs/papers.md). Excluded rows that equal others, or that others contain, only cost
time, so most of them are dropped.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ZERO, inlined, kernel, popcount
from cugraph_biclique.search.cpu.state import EQUAL, STAMP, STRATA

HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio
HASH_SHIFT = np.uint64(32)
INSERTION_SORT = 24  # rows: up to here it beats a hash table and a counting sort
CONDENSE = 8  # excluded rows: up to here a hash table costs more than it saves
FEW_EXCLUDED = 24  # rows: up to here a comparison with the largest costs more


@inlined
def merge_twins(rows, control, n):
    """Sort the candidates `rows.found[:n]` by size, and merge equal ones; returns how
    many remain."""
    control[EQUAL] += n
    if n <= INSERTION_SORT:
        n = _insertion_merge(rows.found, rows.found_weight, n)
    else:
        n = _count_sort(rows, _hash_merge(rows, control, n))
    control[EQUAL] -= n
    return n


@kernel
def _insertion_merge(found, weight, n):
    """Sort found[:n] by (size, bits) and merge equal rows; returns how many remain.

    `found`: uint64 rows. `weight`: int32, one per row.
    """
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
    """Merge equal rows of `rows.found[:n]` in a hash table; returns how many remain.

    A slot is empty unless it has the stamp of this call, so the table is never cleared.
    """
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
    """Sort `rows.found[:n]` by size with a counting sort; returns n."""
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
    """Drop most duplicates from the rows bits[begin:begin+n]; returns how many stay.

    `bits`: uint64 arena. `slot`: int32 hash table with the place of the newest row of
    each hash; its length is a power of two.

    A slot may be stale or belong to another row: the comparison of rows then fails. So
    the table is never cleared. If two rows share a slot, a duplicate may stay. That
    costs less than a search for a free slot. The loop has no branches, because the
    processor could not predict them.
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
        # A row in [first, q) was kept, or equals a kept row. The unsigned difference of
        # a place before `first` wraps around, so one comparison rejects all others.
        is_older = place - first < q - first
        place = place if is_older else first
        same = is_older & (bits[place] == row)
        slot[h] = place if same else end
        bits[end] = row
        end += np.uint64(not same)
    return np.int64(end - first)


@inlined
def copy_excluded(rows, begin, end, top, used, least):
    """Copy the excluded rows bits[begin:end], masked with `used`, to bits[top:].

    Leave out rows with fewer than `least` bits, most duplicates, and most rows that
    others contain. Returns how many rows are left.
    """
    bits = rows.bits
    excluded = np.uint64(top)
    for q in range(np.uint64(begin), np.uint64(end)):
        common = bits[q] & used
        bits[excluded] = common
        excluded += np.uint64(popcount(common) >= least)
    n = np.int64(excluded) - top
    if n > FEW_EXCLUDED:
        find_largest(bits, rows.largest, top, n)
        n = drop_contained(bits, rows.largest, rows.spare, top, n)
    return condense(bits, rows.hash_slot, top, n)


@kernel
def find_largest(bits, largest, begin, n):
    """Divide bits[begin:begin+n] into STRATA parts, and set `largest` to a row of each
    part that has the most bits.

    `bits`: uint64 arena. `largest`: uint64. n is at least STRATA. Neighbours are in
    different parts. The last block of STRATA rows overlaps the one before it, so all
    blocks are full.
    """
    i = np.uint64(begin)
    last = np.uint64(begin + n - STRATA)
    for k in range(STRATA):
        largest[k] = bits[i + np.uint64(k)]
    while i < last:
        i = min(i + np.uint64(STRATA), last)
        for k in range(STRATA):
            row = bits[i + np.uint64(k)]
            best = largest[k]
            largest[k] = row if popcount(row) > popcount(best) else best


@kernel
def drop_contained(bits, largest, spare, begin, n):
    """Drop rows of bits[begin:begin+n] that are proper subsets of a row in `largest`;
    returns how many stay.

    `bits`: uint64 arena of nonempty rows. `largest`: uint64, STRATA of these rows, so
    every dropped row has a superset that stays. `spare`: uint64 scratch.

    LLVM vectorises the first loop, because it only writes to `spare`.
    """
    first = np.uint64(begin)
    for q in range(np.uint64(n)):
        row = bits[first + q]
        is_contained = False
        for k in range(STRATA):
            is_contained |= ((row & ~largest[k]) == ZERO) & (row != largest[k])
        spare[q] = ZERO if is_contained else row
    end = first
    for q in range(np.uint64(n)):
        row = spare[q]
        bits[end] = row
        end += np.uint64(row != ZERO)
    return np.int64(end - first)
