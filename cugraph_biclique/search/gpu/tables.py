# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Truth tables: the whole subtree of a node of at most six members, by one warp.

Six members have 64 subsets, two per lane of a warp. For each subset, a table has the
weight of the candidates that equal it, and whether an excluded row equals it. Sums over
all supersets then tell for each subset S at once:

* The sum of S is the weight of the candidates that contain S.
* S is closed if every larger subset has a smaller sum. Only closed subsets can be the L
  of a biclique.
* A closed subset is maximal unless an excluded row contains it.

So equal rows are merged, and no child is tested or expanded.

If the sizes of R do not matter, a family of subsets is a word, with one bit per subset.
Then one thread finds the same subsets with shifts, as `search.cpu.tables` does.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    WARP,
    ZERO,
    ballot_of,
    cuda,
    device,
    voters,
)
from cugraph_biclique.search.gpu.bound import raise_score, reaches
from cugraph_biclique.search.gpu.output import emit

TABLE_MEMBERS = 6
SUBSETS = 1 << TABLE_MEMBERS  # two per lane
HALVES = SUBSETS // WARP

# HAS: the subsets that contain a member. BY: the shift that removes it from all.
HAS_0, BY_0 = np.uint64(0xAAAAAAAAAAAAAAAA), np.uint64(1)
HAS_1, BY_1 = np.uint64(0xCCCCCCCCCCCCCCCC), np.uint64(2)
HAS_2, BY_2 = np.uint64(0xF0F0F0F0F0F0F0F0), np.uint64(4)
HAS_3, BY_3 = np.uint64(0xFF00FF00FF00FF00), np.uint64(8)
HAS_4, BY_4 = np.uint64(0xFFFF0000FFFF0000), np.uint64(16)
HAS_5, BY_5 = np.uint64(0xFFFFFFFF00000000), np.uint64(32)
# Entry s is the family of all subsets with at least s members.
AT_LEAST = np.array(
    [
        sum(1 << subset for subset in range(SUBSETS) if subset.bit_count() >= size)
        for size in range(TABLE_MEMBERS + 2)
    ],
    np.uint64,
)


class Table(NamedTuple):
    """A warp's truth table, in shared memory."""

    weight: Any  # int32 (SUBSETS,), weight of the candidates that equal a subset
    excluded: Any  # uint32 (HALVES,), one bit per subset


@device
def clear(table, place, places):
    """Empty a table, by `places` lanes of a warp; `place` is this lane among them."""
    cuda.syncwarp()
    for k in range(place, SUBSETS, places):
        table.weight[k] = 0
    if place < HALVES:
        table.excluded[place] = 0
    cuda.syncwarp()


@device
def add_candidate(table, subset, weight):
    """Add a candidate row, by one thread."""
    cuda.atomic.add(table.weight, subset, weight)


@device
def add_excluded(table, subset):
    """Add an excluded row, by one thread."""
    bit = np.uint32(1) << np.uint32(subset % WARP)
    cuda.atomic.or_(table.excluded, subset // WARP, bit)


@device
def find_below(table, within, sink, size, sizes):
    """Find the maximal bicliques below a node from its table, and emit them, by a warp.

    `within` is the node's L, `sink.universe` the universe of its bits, and `size` the
    number of grown vertices adjacent to all of L. Returns the number of subsets that
    the warp found, and this lane's number of bicliques, as `emit` does.
    """
    least, min_grown, bound = sizes
    output, control, universe = sink
    lane = np.int32(cuda.threadIdx.x % WARP)
    cuda.syncwarp()
    low, high = superset_sums(table.weight[lane], table.weight[lane + WARP])
    is_low, is_high = are_closed(low, high)
    excluded = np.uint64(table.excluded[0])
    excluded |= np.uint64(table.excluded[1]) << np.uint64(WARP)
    excluded = down(excluded)
    tested, found = np.int32(0), np.int32(0)
    for half in range(HALVES):
        subset = np.int32(lane + half * WARP)
        is_closed, weight = (is_high, high) if half else (is_low, low)
        n = np.int32(cuda.popc(np.uint32(subset)))
        has = (excluded >> np.uint64(subset)) & ONE != ZERO
        keep = is_closed and n >= least and not has
        kept = ballot_of(keep)
        tested = np.int32(tested + voters(kept))
        grown = np.int32(size + weight)
        keep = keep and grown >= min_grown and reaches(bound, n, grown)
        raise_score(bound, keep, n, grown)
        mask = ZERO
        if output.mask.size > 0 and kept != 0:
            mask = members_of(subset, within)
        found = np.int32(found + emit(output, control, keep, mask, universe, grown))
    return tested, found


@device
def superset_sums(low, high):
    """Replace the value of each subset by the sum over all of its supersets.

    A lane has the values of two subsets: its own number, and the same with member 5.
    """
    lane = cuda.threadIdx.x % WARP
    for step in (1, 2, 4, 8, 16):
        other_low = cuda.shfl_xor_sync(ALL_LANES, low, step)
        other_high = cuda.shfl_xor_sync(ALL_LANES, high, step)
        if lane & step == 0:
            low, high = np.int32(low + other_low), np.int32(high + other_high)
    return np.int32(low + high), high


@device
def are_closed(low, high):
    """Whether the sums of the lane's two subsets exceed those of all larger subsets."""
    lane = cuda.threadIdx.x % WARP
    is_low, is_high = low > high, high > 0
    for step in (1, 2, 4, 8, 16):
        larger_low = cuda.shfl_xor_sync(ALL_LANES, low, step)
        larger_high = cuda.shfl_xor_sync(ALL_LANES, high, step)
        if lane & step == 0:
            is_low = is_low and low > larger_low
            is_high = is_high and high > larger_high
    return is_low, is_high


@device
def subsets_below(candidates, excluded, least):
    """Return the maximal bicliques below a node, as subsets of its L.

    `candidates` and `excluded` are the families of its rows.
    """
    if candidates == ZERO:
        return ZERO
    return closed(candidates) & ~down(excluded) & AT_LEAST[least]


@device
def without(subsets, has, by):
    """Add to a family its subsets with one member removed."""
    return subsets | ((subsets & has) >> by)


@device
def down(subsets):
    """Return the family of all subsets of the sets in a family."""
    return without_low(without_high(subsets))


@device
def without_low(subsets):
    """Add to a family its subsets with any of the members 0, 1 and 2 removed."""
    subsets = without(without(subsets, HAS_0, BY_0), HAS_1, BY_1)
    return without(subsets, HAS_2, BY_2)


@device
def without_high(subsets):
    """Add to a family its subsets with any of the members 3, 4 and 5 removed."""
    subsets = without(without(subsets, HAS_3, BY_3), HAS_4, BY_4)
    return without(subsets, HAS_5, BY_5)


@device
def closed(subsets):
    """Return the closed subsets of a family of candidates.

    A subset is closed if some candidate contains it, and if no member outside the
    subset is in all candidates that contain it.
    """
    low, high = without_low(subsets), without_high(subsets)
    found = without_low(high)
    with_1 = without(high & ~HAS_0, HAS_1, BY_1)
    found &= HAS_0 | without(with_1, HAS_2, BY_2)
    with_0 = without(high & ~HAS_1, HAS_0, BY_0)
    found &= HAS_1 | without(with_0, HAS_2, BY_2)
    with_0 = without(high & ~HAS_2, HAS_0, BY_0)
    found &= HAS_2 | without(with_0, HAS_1, BY_1)
    with_4 = without(low & ~HAS_3, HAS_4, BY_4)
    found &= HAS_3 | without(with_4, HAS_5, BY_5)
    with_3 = without(low & ~HAS_4, HAS_3, BY_3)
    found &= HAS_4 | without(with_3, HAS_5, BY_5)
    with_3 = without(low & ~HAS_5, HAS_3, BY_3)
    return found & (HAS_5 | without(with_3, HAS_4, BY_4))


@device
def members_of(subset, within):
    """Return the bits of L that a subset selects: bit i selects the i-th bit of L."""
    mask = ZERO
    while subset != 0 and within != ZERO:
        lowest = within & (~within + ONE)
        if subset & 1:
            mask |= lowest
        within ^= lowest
        subset >>= 1
    return mask
