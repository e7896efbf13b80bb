# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Truth tables of up to ten members, for counts that need no sizes of R.

Ten members have 1,024 subsets: 32 words of 32 bits, one word per lane of a warp. The
members 0 to 4 select the bit of a subset, and the members 5 to 9 its lane. So to remove
a member from all subsets of a family, the warp shifts words, or exchanges them between
lanes. `search.gpu.tables` explains the rest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    WARP,
    cuda,
    device,
    from_lane,
    popcount,
)

MOST_MEMBERS = 10
IN_WORD = 5  # members that select a bit; the others select a lane
NONE = np.uint32(0)
WHOLE = np.uint32(0xFFFFFFFF)

# For each member that selects a bit, the subsets of a word that contain it. A shift by
# ``1 << member`` removes the member from all of them.
HAS = np.array([0xAAAAAAAA, 0xCCCCCCCC, 0xF0F0F0F0, 0xFF00FF00, 0xFFFF0000], np.uint32)
# Entry s has the subsets of a word that have at least s members.
AT_LEAST = np.array(
    [
        sum(1 << subset for subset in range(WARP) if subset.bit_count() >= size)
        for size in range(IN_WORD + 2)
    ],
    np.uint32,
)


class Families(NamedTuple):
    """A warp's families of candidates and of excluded rows, in shared memory."""

    candidates: Any  # uint32 (WARP,)
    excluded: Any  # uint32 (WARP,)


@device
def clear(families):
    """Empty the families, by their warp."""
    lane = cuda.threadIdx.x % WARP
    cuda.syncwarp()
    families.candidates[lane] = NONE
    families.excluded[lane] = NONE
    cuda.syncwarp()


@device
def add(family, subset):
    """Add a subset to a family, by one thread."""
    bit = np.uint32(1) << np.uint32(subset % WARP)
    cuda.atomic.or_(family, subset // WARP, bit)


@device
def places_of(within):
    """Return the place of the i-th set bit of L, in lane i."""
    for _ in range(min(cuda.threadIdx.x % WARP, MOST_MEMBERS)):
        within &= within - ONE
    return np.int32(popcount((within & (~within + ONE)) - ONE))


@device
def subset_of(row, places, n):
    """Return the members that a row contains, as a subset; see `places_of`."""
    subset = np.uint32(0)
    for i in range(n):
        bit = np.uint32(row >> np.uint64(from_lane(places, np.int32(i)))) & np.uint32(1)
        subset = np.uint32(subset | (bit << np.uint32(i)))
    return np.int32(subset)


@device
def count_below(families, n, least):
    """Count the maximal bicliques below a node of n members, by its warp.

    Each lane returns the number in its word.
    """
    cuda.syncwarp()
    lane = cuda.threadIdx.x % WARP
    candidates = families.candidates[lane]
    excluded = without_bits(families.excluded[lane], IN_WORD)
    excluded = without_lanes(excluded, n, IN_WORD)
    low = without_bits(candidates, IN_WORD)
    high = without_lanes(candidates, n, IN_WORD)
    found = np.uint32(without_bits(high, IN_WORD) & ~excluded)
    for i in range(min(n, IN_WORD)):
        lacking = np.uint32(high & ~HAS[i])
        found = np.uint32(found & (HAS[i] | without_bits(lacking, i)))
    for i in range(n - IN_WORD):
        has = (lane >> i) & 1 != 0
        lacking = without_lanes(NONE if has else low, n, i)
        found = np.uint32(found & (WHOLE if has else lacking))
    needed = least - np.int32(cuda.popc(np.uint32(lane)))
    found = np.uint32(found & AT_LEAST[min(max(needed, 0), IN_WORD + 1)])
    return np.int32(cuda.popc(found))


@device
def without_bits(word, but):
    """Add to the lane's word all subsets with members 0 to 4 removed, except `but`."""
    for i in range(IN_WORD):
        if i != but:
            word = np.uint32(word | (word & HAS[i]) >> np.uint32(1 << i))
    return word


@device
def without_lanes(word, n, but):
    """Add to all words the subsets with members from 5 on removed, except 5 + `but`."""
    lane = cuda.threadIdx.x % WARP
    for i in range(n - IN_WORD):
        if i != but:
            other = cuda.shfl_xor_sync(ALL_LANES, np.int32(word), 1 << i)
            if (lane >> i) & 1 == 0:
                word = np.uint32(word | np.uint32(other))
    return word
