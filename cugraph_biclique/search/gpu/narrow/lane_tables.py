# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Truth tables of up to eight members, one per lane of a warp.

A warp enters the rows of one node after another, until each of its lanes has the table
of a node. Then all lanes evaluate their tables at the same time. So each table costs
the warp a thirty-second of the instructions of its evaluation. Equal rows are one bit,
and no child is tested or expanded below these nodes.

Eight members have 256 subsets: four words of 64 bits. Members 0 to 5 select the bit of
a subset, and members 6 and 7 its word. `search.gpu.tables`
explains the rest. `lane_lists` has what a list needs beside the tables.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    WARP,
    ZERO,
    ballot_of,
    cuda,
    device,
    lowest_lane,
    popcount,
)
from cugraph_biclique.search.gpu.tables import AT_LEAST, closed, down

MOST_MEMBERS = 8
FAMILY = 8  # 32-bit words of a family; atomic operations are fastest on these
WITHOUT, WITH_6, WITH_7, WITH_67 = range(0, FAMILY, 2)  # words by members 6 and 7
# A lane's table has the families of candidates and of excluded rows. One more word
# makes the tables of different lanes begin in different banks.
TABLE_WORDS = 2 * FAMILY + 1


class Members(NamedTuple):
    """The members of L of a node, at most eight, as `subset_of` needs them.

    `subset_of` is faster if all members are in one word of 32 bits. So it rotates the
    upper half of a row by `turn` places, and joins it with the lower half. No two
    members share a bit then. Such a turn exists: with four members in each half, at
    most 16 of the 32 turns bring two members together.
    """

    within: Any  # uint64
    turn: Any  # int32
    joined: Any  # uint32, the bits of all members when both halves are joined


@device
def members_of(within):
    """Return the members of L, by a warp: each lane tries one turn."""
    low, high = np.uint32(within), np.uint32(within >> np.uint64(WARP))
    apart = ballot_of(low & rotated(high, cuda.threadIdx.x % WARP) == 0)
    turn = lowest_lane(apart)
    return Members(within, turn, np.uint32(low | rotated(high, turn)))


@device
def rotated(word, turn):
    """Rotate a uint32 to the left by 0 to 31 bits."""
    back = np.uint32(WARP - turn) & np.uint32(WARP - 1)
    return np.uint32(word << np.uint32(turn) | word >> back)


@device
def subset_of(row, members):
    """Return the members that a row contains, as a subset; it has no other bits."""
    word = np.uint32(row >> np.uint64(WARP))
    word = np.uint32(np.uint32(row) | rotated(word, members.turn))
    left, subset = members.joined, np.int32(0)
    for i in range(MOST_MEMBERS):
        lowest = np.uint32(left & (~left + np.uint32(1)))
        left = np.uint32(left ^ lowest)
        subset = np.int32(subset | np.int32(word & lowest != 0) << i)
    return subset


@device
def empty_table(tables):
    """Empty the lane's table."""
    lane = cuda.threadIdx.x % WARP
    for k in range(2 * FAMILY):
        tables[lane, k] = 0
    cuda.syncwarp()


@device
def enter(tables, place, row, members, least, is_excluded):
    """Enter the lane's row into the table at `place`, as a subset of the members.

    `tables`: uint32 (WARP, TABLE_WORDS), in shared memory. Subsets of fewer than
    `least` members are not needed.
    """
    subset = subset_of(row & members.within, members)
    enter_subset(tables, place, subset, least, is_excluded)


@device
def enter_subset(tables, place, subset, least, is_excluded):
    """Enter the lane's subset of members into the table at `place`."""
    if np.int32(cuda.popc(np.uint32(subset))) >= least:
        word = np.int32(subset // WARP)
        if is_excluded:
            word = np.int32(word + FAMILY)
        cuda.atomic.or_(tables, (place, word), np.uint32(1) << np.uint32(subset % WARP))


class Found(NamedTuple):
    """The maximal bicliques below a node, as subsets of its members.

    Four words of 64 bits, by the members 6 and 7.
    """

    without: Any  # uint64
    with_6: Any  # uint64
    with_7: Any  # uint64
    with_67: Any  # uint64


@device
def count_tables(tables, least):
    """Count the maximal bicliques below the lane's node, and empty its table."""
    cuda.syncwarp()
    found = evaluated(tables[cuda.threadIdx.x % WARP], least)
    n = popcount(found.without) + popcount(found.with_6)
    n += popcount(found.with_7) + popcount(found.with_67)
    empty_table(tables)
    return np.int32(n)


@device
def evaluated(table, least):
    """Find the maximal bicliques below the lane's node.

    The lane reads words only when it needs them, because few registers are left.
    """
    in_6, in_7, in_67, in_rest = ZERO, ZERO, ZERO, ZERO
    with_6, with_7 = family(table, WITH_6, WITH_67), family(table, WITH_7, WITH_67)
    if with_6 | with_7 != ZERO:
        # If a subset lacks member 6 (or 7), some candidate above it must lack it, too.
        subsets = down(word_of(table, WITH_6))
        if subsets != ZERO:
            excluded = family(table, FAMILY + WITH_6, FAMILY + WITH_67)
            in_6 = subsets & found_in(with_6, excluded, least - 1)
        subsets = down(word_of(table, WITH_7))
        if subsets != ZERO:
            excluded = family(table, FAMILY + WITH_7, FAMILY + WITH_67)
            in_7 = subsets & found_in(with_7, excluded, least - 1)
        both, excluded = word_of(table, WITH_67), word_of(table, FAMILY + WITH_67)
        in_67 = found_in(both, excluded, least - 2)
    candidates = with_6 | with_7 | word_of(table, WITHOUT)
    if candidates != ZERO:
        subsets = down(family(table, WITHOUT, WITH_6))
        subsets &= down(family(table, WITHOUT, WITH_7))
        excluded = family(table, FAMILY + WITHOUT, FAMILY + WITH_6)
        excluded |= family(table, FAMILY + WITH_7, FAMILY + WITH_67)
        in_rest = subsets & found_in(candidates, excluded, least)
    return Found(in_rest, in_6, in_7, in_67)


@device
def word_of(table, k):
    """Return two words of 32 bits as one of 64 bits."""
    return np.uint64(table[k]) | np.uint64(table[k + 1]) << np.uint64(WARP)


@device
def family(table, one, other):
    """Return the union of the subsets in two words, without the members 6 and 7."""
    return word_of(table, one) | word_of(table, other)


@device
def found_in(candidates, excluded, least):
    """Return the closed subsets of members 0 to 5 that are in no excluded row.

    They are closed with respect to these six members, and have at least `least` of
    them.
    """
    return closed(candidates) & ~down(excluded) & AT_LEAST[min(max(least, 0), 7)]
