# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Narrow nodes: nodes whose rows are single words, as in AdaMBE (docs/papers.md).

Nearly all nodes are narrow, so this module sets the speed. Three facts keep it fast
(docs/how_it_works.md has the reasons):

* Candidates ascend by size, as in iMBEA. So the excluded rows of a candidate are a
  prefix of the level, and one pass over this prefix checks the maximality of its child.
* All children of a node are tested before any of them is expanded. A child that fails
  is contained in an excluded row, so its siblings do not need its row for anything.
* Excluded rows serve only for tests. They are copied only for the rare child with more
  than four children. The copies have only the bits that these children use. Most rows
  that equal another one, or that another one contains, are dropped.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import (
    ALL,
    ONE,
    ZERO,
    first_bits,
    inlined,
    kernel,
    lowest,
    popcount,
)
from cugraph_biclique.search.cpu.bound import (
    drop_small_rows,
    is_hopeless,
    is_worth,
    least_of_rows,
    least_size,
)
from cugraph_biclique.search.cpu.merging import copy_excluded, merge_twins
from cugraph_biclique.search.cpu.state import (
    BASE,
    CONTAINED,
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
    UNIVERSE,
    UNIVERSE_SIZE,
    UNIVERSES,
)
from cugraph_biclique.search.cpu.tables import (
    AT_LEAST,
    TABLE_MEMBERS,
    closed,
    down,
    family,
    members_of,
    places_of,
    supersets,
)

BLOCK = np.uint64(64)  # rows that a test reads between two exits: a few vectors
TABLE_ROWS = 3  # candidates: below this, a table takes more operations than the subtree
FEW_ROWS = 4  # a node with at most this many maximal children opens no level


@kernel
def is_covered(bits, begin, end, row):
    """Return whether some row of bits[begin:end] (uint64) contains `row`.

    LLVM vectorises the loop, because indices are unsigned and the loop exits only after
    a block. The last block overlaps the one before it. So all blocks are full, unless
    the range is shorter than a block.
    """
    i = np.uint64(begin)
    width = min(BLOCK, np.uint64(end) - i)
    last = np.uint64(end) - width
    while True:
        hits = ZERO
        for q in range(i, i + width):
            hits |= np.uint64((bits[q] & row) == row)
        if hits != ZERO:
            return True
        if i >= last:
            return False
        i = min(i + width, last)


@inlined
def push_level(rows, control, begin, n_excluded, n_found, n_grown):
    """Open a level whose excluded rows are at `begin`, and whose candidates, all
    maximal, are in `rows.found`."""
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
    """Return whether the output has room for all that one step may write.

    A step writes at most MOST_PER_STEP bicliques, and at most `universes` universes of
    at most m members each. Every step calls this before it writes, with its own bound.
    `start` has one more entry than there are universes.
    """
    return (
        control[RECORDS] + MOST_PER_STEP <= output.mask.size
        and control[UNIVERSES] + universes < output.start.size
        and control[MEMBERS] + universes * m <= output.members.size
    )


@kernel
def write_universe(output, control, members, n):
    """Append the universe members[:n] (int32); the caller has checked `has_room`."""
    u = control[UNIVERSES]
    m = control[MEMBERS]
    for i in range(n):
        output.members[m + i] = members[i]
    output.start[u + 1] = m + n
    control[UNIVERSES] = u + 1
    control[MEMBERS] = m + n


@kernel
def emit(output, control, universe, mask, n_grown, min_grown, bound):
    """Record a biclique if its R and its score are large enough."""
    if n_grown >= min_grown and is_worth(bound, output, universe, mask, n_grown):
        n = control[RECORDS]
        output.mask[n] = mask
        output.universe[n] = universe
        output.n_grown[n] = n_grown
        control[RECORDS] = n + 1


@inlined
def row_step(rows, output, control, min_kept, min_grown, bound):
    """Visit the child of the next candidate of the deepest level.

    Emit the child. Then emit its whole subtree, if a table or a few intersections are
    enough; otherwise open a level for the child's own children.
    """
    level = rows.level[control[ROW_DEPTH]]
    begin, size, p = level[BASE], level[SIZE], level[CURSOR]
    if p >= level[END]:
        control[ROW_DEPTH] -= 1
        return MORE
    # A child opens a level behind the `size` rows of this one. Each of the child's rows
    # comes from a different row of this level, so the child has at most `size` rows.
    if begin + 2 * size > rows.bits.size:
        control[NEED_ROWS] = begin + 2 * size
        return GROW
    # This step writes the child, and perhaps its subtree. It writes the universe of the
    # level if the last flush removed that.
    if not has_room(output, control, 1, control[UNIVERSE_SIZE]):
        return FLUSH
    if control[UNIVERSE] < 0:
        write_universe(output, control, rows.universe, control[UNIVERSE_SIZE])
        control[UNIVERSE] = control[UNIVERSES] - 1
    level[CURSOR] = p + 1

    # L' is bits[begin + p]. Intersect it with the later candidates.
    bits, found, found_weight = rows.bits, rows.found, rows.found_weight
    at = begin + p
    row = bits[at]
    n_grown = level[GROWN] + rows.weight[at]
    most = np.int64(0)
    n_found = ZERO
    # The loop has no branches, because the processor could not predict them.
    for q in range(np.uint64(at + 1), np.uint64(begin + size)):
        common = bits[q] & row
        weight = np.int64(rows.weight[q])
        found[n_found] = common
        found_weight[n_found] = weight
        is_full = common == row
        is_kept = (popcount(common) >= min_kept) & (not is_full)
        n_grown += weight & -np.int64(is_full)
        most += weight & -np.int64(is_kept)
        n_found += np.uint64(is_kept)
    n = np.int64(n_found)
    if n_grown + most < min_grown:
        return MORE
    least = least_size(bound, min_kept, n_grown, most)
    if is_hopeless(bound, popcount(row), least):
        return MORE
    emit(output, control, control[UNIVERSE], row, n_grown, min_grown, bound)
    if n == 0:
        return MORE
    if n >= TABLE_ROWS and popcount(row) <= TABLE_MEMBERS:
        search_table(
            rows, output, control, row, begin, at, n, n_grown, least, min_grown, bound
        )
        return MORE

    # The child's own children: merge twins, and prune children that are not maximal.
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
    control[CONTAINED] += n - maximal
    if maximal <= FEW_ROWS:
        search_few_rows(
            rows, output, control, maximal, begin, at, n_grown, least, min_grown, bound
        )
        return MORE

    used = ZERO
    for i in range(maximal):
        used |= found[i]
    top = begin + size
    n_excluded = copy_excluded(rows, begin, at, top, used, least)
    push_level(rows, control, top, n_excluded, maximal, n_grown)
    return MORE


@kernel
def search_few_rows(
    rows, output, control, n, begin, end, n_grown, min_kept, min_grown, bound
):
    """Emit the whole subtree of a node with at most FEW_ROWS maximal children.

    All bicliques of the subtree are intersections of the children `rows.found[:n]`. The
    excluded rows of the node are rows.bits[begin:end].
    """
    found, weight = rows.found, rows.found_weight
    live = first_bits(1 << n) & ~ONE  # one bit for each nonempty set of children
    while live != ZERO:
        chosen = np.int64(lowest(live))
        live &= live - ONE
        mask = ALL
        for j in range(n):
            mask &= found[j] | (np.uint64(chosen >> j & 1) - ONE)
        # Children ascend by size, so only the first can equal the intersection. The
        # caller has found it maximal.
        is_tested = mask == found[lowest(np.uint64(chosen))]
        if not is_tested and popcount(mask) < min_kept:
            live &= ~supersets(chosen)  # their intersections are subsets of this one
            continue
        both, closure = n_grown, np.int64(0)
        for j in range(n):
            contains = np.int64((found[j] & mask) == mask)
            closure |= contains << j
            both += np.int64(weight[j]) & -contains
        if closure != chosen:
            continue  # a larger set of children has the same intersection
        if not is_tested:
            control[NODES] += 1
            if is_covered(rows.bits, begin, end, mask):
                control[CONTAINED] += 1
                live &= ~supersets(chosen)
                continue
        emit(output, control, control[UNIVERSE], mask, both, min_grown, bound)


@inlined
def search_table(
    rows, output, control, row, begin, end, n, n_grown, min_kept, min_grown, bound
):
    """Emit all bicliques below a node with at most six members, by a truth table.

    `row` is L. The candidates are `rows.found[:n]`, and the excluded rows are
    rows.bits[begin:end].
    """
    found, weight = rows.found, rows.found_weight
    places = places_of(row)
    live = closed(family(found, 0, n, places))
    live &= AT_LEAST[min(min_kept, TABLE_MEMBERS + 1)]
    n_live = popcount(live)
    control[NODES] += n_live
    live &= ~down(family(rows.bits, begin, end, places))
    control[CONTAINED] += n_live - popcount(live)
    while live != ZERO:
        subset = np.uint64(lowest(live))
        live &= live - ONE
        mask = members_of(subset, places)
        both = n_grown
        for i in range(n):
            both += np.int64(weight[i]) & -np.int64((found[i] & mask) == mask)
        emit(output, control, control[UNIVERSE], mask, both, min_grown, bound)
