# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Narrow nodes: nodes whose rows are single words.

Nearly all nodes are here, so this module sets the speed. Three facts keep it fast
(docs/how_it_works.md has the reasons):

* Candidates ascend by size, so the excluded rows of a candidate are a prefix of the
  arena, and a maximality test is one straight pass over that prefix.
* All children of a node are tested before any is expanded. One that fails is contained
  in an excluded row, so it is pruned both as a candidate and as an excluded row.
* Excluded rows serve only for tests. So they are copied only for the rare child with
  three children or more, without duplicates, and cut to the bits these children use.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.bits import ZERO, inlined, kernel, popcount
from cugraph_biclique.search.cpu.bound import (
    drop_small_rows,
    is_hopeless,
    is_worth,
    least_of_rows,
    least_size,
)
from cugraph_biclique.search.cpu.state import (
    BASE,
    CURSOR,
    END,
    FLUSH,
    GROW,
    GROWN,
    MEMBERS,
    MORE,
    MOST_PER_STEP,
    NEED_ROWS,
    NODES,
    RECORDS,
    ROW_DEPTH,
    SIZE,
    STAMP,
    UNIVERSE,
    UNIVERSE_SIZE,
    UNIVERSES,
)

HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio
HASH_SHIFT = np.uint64(32)
INSERTION_SORT = 24  # up to this many rows, it beats a hash table and counting sort
CONDENSE = 8  # up to this many excluded rows are not worth a hash table


@kernel
def is_covered(bits, begin, end, row):
    """Whether some row of bits[begin:end] contains `row`.

    Unsigned indices, and an exit per block instead of per row, let LLVM test a vector
    of rows at once. A block of 64 is short enough to stop early.
    """
    i = np.uint64(begin)
    stop = np.uint64(end)
    while i < stop:
        block = min(stop, i + np.uint64(64))
        hits = ZERO
        for q in range(i, block):
            hits |= np.uint64((bits[q] & row) == row)
        if hits != ZERO:
            return True
        i = block
    return False


@kernel
def merge_twins(rows, control, n):
    """Sort `rows.found[:n]` by size, and merge equal rows; returns how many remain."""
    if n <= INSERTION_SORT:
        return _insertion_merge(rows.found, rows.found_weight, n)
    n = _hash_merge(rows, control, n)
    return _count_sort(rows, n)


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
def condense(rows, control, begin, n):
    """Drop duplicates from bits[begin:begin+n] of the arena; returns how many stay."""
    if n <= CONDENSE:
        return n
    capacity = 64
    while capacity < 2 * n:
        capacity *= 2
    control[STAMP] += 1
    stamp = control[STAMP]
    end = begin
    for i in range(begin, begin + n):
        row = rows.bits[i]
        h = np.int64((row * HASH_MULTIPLIER) >> HASH_SHIFT) & (capacity - 1)
        while rows.hash_stamp[h] == stamp and rows.hash_key[h] != row:
            h = (h + 1) & (capacity - 1)
        if rows.hash_stamp[h] != stamp:
            rows.hash_stamp[h] = stamp
            rows.hash_key[h] = row
            rows.bits[end] = row
            end += 1
    return end - begin


@kernel
def push_level(rows, control, begin, n_excluded, n_found, n_grown):
    """Open a level: excluded rows are at `begin`, tested candidates in `found`."""
    for i in range(n_found):
        rows.bits[begin + n_excluded + i] = rows.found[i]
        rows.weight[begin + n_excluded + i] = rows.found_weight[i]
    control[ROW_DEPTH] += 1
    level = rows.level[control[ROW_DEPTH]]
    level[BASE] = begin
    level[SIZE] = n_excluded + n_found
    level[CURSOR] = n_excluded
    level[END] = level[SIZE]
    level[GROWN] = n_grown


@kernel
def has_room(output, control, universes, m):
    """Whether the output has room for all that one step may write.

    A step writes at most MOST_PER_STEP bicliques, and at most `universes` universes of
    at most m members each. Every step that writes calls this first, with its own bound.
    `start` has one entry more than there can be universes.
    """
    return (
        control[RECORDS] + MOST_PER_STEP <= output.mask.size
        and control[UNIVERSES] + universes < output.start.size
        and control[MEMBERS] + universes * m <= output.members.size
    )


@kernel
def write_universe(output, control, members, n):
    """Append a universe of n members; the caller has checked `has_room`."""
    u = control[UNIVERSES]
    m = control[MEMBERS]
    for i in range(n):
        output.members[m + i] = members[i]
    output.start[u + 1] = m + n
    control[UNIVERSES] = u + 1
    control[MEMBERS] = m + n


@kernel
def emit(output, control, universe, mask, n_grown, min_grown, bound):
    """Record a biclique if its grown side, and its score, are large enough."""
    if n_grown >= min_grown and is_worth(bound, output, universe, mask, n_grown):
        n = control[RECORDS]
        output.mask[n] = mask
        output.universe[n] = universe
        output.n_grown[n] = n_grown
        control[RECORDS] = n + 1


@inlined
def row_step(rows, output, control, min_kept, min_grown, bound):
    """Visit the next candidate of the deepest level."""
    level = rows.level[control[ROW_DEPTH]]
    begin, size, p = level[BASE], level[SIZE], level[CURSOR]
    if p >= level[END]:
        control[ROW_DEPTH] -= 1
        return MORE
    # A child opens a level above this one's `size` rows. Each of its rows comes from
    # another row of this level, so it has at most `size` rows, too.
    if begin + 2 * size > rows.bits.size:
        control[NEED_ROWS] = begin + 2 * size
        return GROW
    # Bicliques: the child, and at most three from `emit_few`. One universe: the level's
    # own, if the last flush removed it.
    if not has_room(output, control, 1, control[UNIVERSE_SIZE]):
        return FLUSH
    if control[UNIVERSE] < 0:
        write_universe(output, control, rows.universe, control[UNIVERSE_SIZE])
        control[UNIVERSE] = control[UNIVERSES] - 1
    level[CURSOR] = p + 1

    # L' is bits[begin + p]; find what the child keeps of the later candidates.
    bits, found, found_weight = rows.bits, rows.found, rows.found_weight
    at = begin + p
    row = bits[at]
    n_grown = level[GROWN] + rows.weight[at]
    most = np.int64(0)
    n = np.int64(0)
    for q in range(at + 1, begin + size):
        common = bits[q] & row
        if common == row:
            n_grown += rows.weight[q]
        elif popcount(common) >= min_kept:
            found[n] = common
            found_weight[n] = rows.weight[q]
            most += rows.weight[q]
            n += 1
    if n_grown + most < min_grown:
        return MORE
    least = least_size(bound, min_kept, n_grown, most)
    if is_hopeless(bound, popcount(row), least):
        return MORE
    emit(output, control, control[UNIVERSE], row, n_grown, min_grown, bound)
    if n == 0:
        return MORE

    # Its own children: merge twins, prune those that an excluded row contains.
    n = merge_twins(rows, control, n)
    n = drop_small_rows(bound, rows, n, n_grown)
    least = least_of_rows(bound, least, rows, n, n_grown)
    maximal = np.int64(0)
    for i in range(n):
        if not is_covered(bits, begin, at, found[i]):
            found[maximal] = found[i]
            found_weight[maximal] = found_weight[i]
            maximal += 1
    control[NODES] += n
    if maximal <= 2:
        pair = pair_below(rows, control, maximal, least)
        if pair and is_covered(bits, begin, at, found[0] & found[1]):
            pair = False
        emit_few(rows, output, control, maximal, pair, n_grown, min_grown, bound)
        return MORE

    used = ZERO
    for i in range(maximal):
        used |= found[i]
    top = begin + size
    excluded = top
    for q in range(begin, at):
        common = bits[q] & used
        bits[excluded] = common
        excluded += np.int64(popcount(common) >= least)
    n_excluded = condense(rows, control, top, excluded - top)
    push_level(rows, control, top, n_excluded, maximal, n_grown)
    return MORE


@kernel
def pair_below(rows, control, n, min_kept):
    """Whether two children's intersection can be a node below the smaller one."""
    if n < 2:
        return False
    common = rows.found[0] & rows.found[1]
    if common == rows.found[0] or popcount(common) < min_kept:
        return False
    control[NODES] += 1
    return True


@kernel
def emit_few(rows, output, control, n, pair, n_grown, min_grown, bound):
    """Emit the whole subtree of at most two maximal children.

    A single child has no later sibling, so it has no children. Below two children,
    there can only be their intersection, and `pair` says whether it is maximal.
    """
    if n == 0:
        return
    universe = control[UNIVERSE]
    first, weight = rows.found[0], rows.found_weight[0]
    if n == 1:
        emit(output, control, universe, first, n_grown + weight, min_grown, bound)
        return
    second, second_weight = rows.found[1], rows.found_weight[1]
    both = n_grown + weight + second_weight
    common = first & second
    if common == first:
        emit(output, control, universe, first, both, min_grown, bound)
    else:
        emit(output, control, universe, first, n_grown + weight, min_grown, bound)
    if pair:
        emit(output, control, universe, common, both, min_grown, bound)
    emit(output, control, universe, second, n_grown + second_weight, min_grown, bound)
