# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a list needs beside the truth tables of the lanes (`lane_tables`).

A table tells which subsets are maximal bicliques, but not the size of their R. It is
the weight of the candidates that contain a subset. So each lane also has the candidates
of its node: a byte for the subset, and a byte for the weight. The sizes of a warp's
bicliques are summed up by all lanes at the same time, four candidates per step.

A node with more candidates, or with larger weights, gets no table.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    WARP,
    ZERO,
    cuda,
    device,
    popcount,
)
from cugraph_biclique.search.gpu.narrow.lane_tables import (
    MOST_MEMBERS,
    empty_table,
    evaluated,
    rotated,
)
from cugraph_biclique.search.gpu.output import emit

MOST_CANDIDATES = WARP  # of a node
MOST_WEIGHT = 255  # of a candidate
BYTES = 4  # in a word

# Columns of a lane: the subsets and weights of the candidates, then data of the node.
SUBSETS = 0
WEIGHTS = MOST_CANDIDATES // BYTES
WITHIN = 2 * WEIGHTS  # two words: the members of L
TURN = WITHIN + 2  # see `lane_tables.Members`
OF_ALL, UNIVERSE = TURN + 1, TURN + 2  # as in `pool.nodes`
LIST_WORDS = UNIVERSE + 1  # odd, so the columns of lanes begin in different banks

# The same in each byte of a word.
EVERY = np.uint32(0x01010101)
TOP = np.uint32(0x80808080)
EVEN = np.uint32(0x00FF00FF)


@device
def empty_list(lists):
    """Remove the candidates of the lane's node."""
    lane = cuda.threadIdx.x % WARP
    for k in range(SUBSETS, WITHIN):
        lists[lane, k] = 0
    cuda.syncwarp()


@device
def describe_listed(lists, place, members, of_all, universe):
    """Store the data of the node whose table is at `place`, by one lane."""
    lists[place, WITHIN] = np.uint32(members.within)
    lists[place, WITHIN + 1] = np.uint32(members.within >> np.uint64(WARP))
    lists[place, TURN] = np.uint32(members.turn)
    lists[place, OF_ALL] = np.uint32(of_all)
    lists[place, UNIVERSE] = np.uint32(universe)


@device
def add_candidate(lists, place, k, subset, weight):
    """Store candidate k of the node whose table is at `place`, by one lane."""
    word, shift = np.int32(k // BYTES), np.uint32(8 * (k % BYTES))
    cuda.atomic.or_(lists, (place, SUBSETS + word), np.uint32(subset) << shift)
    cuda.atomic.or_(lists, (place, WEIGHTS + word), np.uint32(weight) << shift)


@device
def list_tables(tables, lists, output, control, sizes):
    """Emit the maximal bicliques below the nodes of all lanes, and empty the tables.

    Returns how many the lane has found, with any size of R, and its number of bicliques
    that are wanted, as `emit` does.
    """
    cuda.syncwarp()
    lane = cuda.threadIdx.x % WARP
    listed = lists[lane]
    without, with_6, with_7, with_67 = evaluated(tables[lane], sizes.least)
    tested = popcount(without) + popcount(with_6) + popcount(with_7) + popcount(with_67)
    found, universe = np.int32(0), np.int32(listed[UNIVERSE])
    while True:
        left, above = without, np.int32(0)
        if left == ZERO:
            left, above = with_6, np.int32(64)
        if left == ZERO:
            left, above = with_7, np.int32(128)
        if left == ZERO:
            left, above = with_67, np.int32(192)
        if not cuda.any_sync(ALL_LANES, left != ZERO):
            break
        lowest = left & (~left + ONE)
        without ^= lowest if above == 0 else ZERO
        with_6 ^= lowest if above == 64 else ZERO
        with_7 ^= lowest if above == 128 else ZERO
        with_67 ^= lowest if above == 192 else ZERO
        subset = np.int32(popcount(lowest - ONE) + above)
        size = np.int32(np.int32(listed[OF_ALL]) + weight_above(listed, subset))
        keep = left != ZERO and size >= sizes.min_grown
        mask = ZERO
        if output.mask.size > 0:
            mask = mask_of(listed, subset)
        n = emit(output, control, keep, mask, universe, size)
        found = np.int32(found + n)
    empty_table(tables)
    empty_list(lists)
    return np.int32(tested), found


@device
def weight_above(listed, subset):
    """Sum of the weights of the lane's candidates that contain a subset.

    Four candidates are in a word. A byte of `lacking` has the members that one of them
    lacks, and an addition carries into its top bit if there are any.
    """
    wanted = np.uint32(np.uint32(subset) * EVERY)
    total = np.uint32(0)
    for k in range(WEIGHTS):
        lacking = np.uint32(wanted & ~listed[SUBSETS + k])
        some = np.uint32(np.uint32(np.uint32(lacking & ~TOP) + ~TOP) | lacking)
        holds = np.uint32(np.uint32(~some & TOP) >> np.uint32(7))
        weights = np.uint32(listed[WEIGHTS + k] & np.uint32(holds * np.uint32(255)))
        # Two sums of 16 bits: MOST_CANDIDATES times MOST_WEIGHT fit one.
        total = np.uint32(total + np.uint32(weights & EVEN))
        total = np.uint32(total + np.uint32(np.uint32(weights >> np.uint32(8)) & EVEN))
    return np.int32(np.uint32(total & np.uint32(0xFFFF)) + (total >> np.uint32(16)))


@device
def mask_of(listed, subset):
    """Return the members of L that a subset has, as a row: `subset_of` backwards."""
    low, turn = listed[WITHIN], np.int32(listed[TURN])
    left = np.uint32(low | rotated(listed[WITHIN + 1], turn))
    word = np.uint32(0)
    for i in range(MOST_MEMBERS):
        lowest = np.uint32(left & (~left + np.uint32(1)))
        left = np.uint32(left ^ lowest)
        if subset >> i & 1:
            word = np.uint32(word | lowest)
    back = np.int32((WARP - turn) % WARP)
    high = rotated(np.uint32(word & ~low), back)
    return np.uint64(word & low) | np.uint64(high) << np.uint64(WARP)
