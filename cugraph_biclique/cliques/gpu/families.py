# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Truth tables: all maximal cliques of at most ten open vertices, by one warp.

A family of subsets is spread over the lanes, as in `search.gpu.wide.families`. Members
0 to 4 select a bit of a word, and the other members select a lane. The steps are those
of the CPU engine's `cliques.cpu.tables`.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    WARP,
    ZERO,
    ballot_of,
    cuda,
    device,
    from_lane,
    lanes_before,
    voters,
)
from cugraph_biclique.search.gpu.wide.families import (
    AT_LEAST,
    HAS,
    IN_WORD,
    NONE,
    WHOLE,
    add,
    subset_of,
    without_bits,
    without_lanes,
)

# Entry s: the subsets of a word that share a member with the subset s.
MEETING = np.array(
    [sum(1 << subset for subset in range(WARP) if subset & s) for s in range(WARP)],
    np.uint32,
)


@device
def clear(word):
    """Empty a family in shared memory, by its warp."""
    cuda.syncwarp()
    word[cuda.threadIdx.x % WARP] = NONE
    cuda.syncwarp()


@device
def gather_row(buffer, word, n_kept, row, keep, places, n):
    """Buffer the lane's row if `keep` is set; returns the number of buffered rows.

    If the buffer would overflow, first add its rows to the family `word`. `buffer`:
    uint64 (WARP,) and `word`: uint32 (WARP,), in shared memory.
    """
    kept = ballot_of(keep)
    if kept == 0:
        return n_kept
    if n_kept + voters(kept) > WARP:
        add_rows(buffer, word, n_kept, places, n)
        n_kept = np.int32(0)
    if keep:
        buffer[n_kept + lanes_before(kept, cuda.threadIdx.x % WARP)] = row
    return np.int32(n_kept + voters(kept))


@device
def add_rows(buffer, word, n_kept, places, n):
    """Add the first `n_kept` rows of a buffer to a family, as subsets of n members."""
    lane = cuda.threadIdx.x % WARP
    cuda.syncwarp()
    row = buffer[lane] if lane < n_kept else ZERO
    subset = subset_of(row, places, n)
    if lane < n_kept:
        add(word, subset)
    cuda.syncwarp()


@device
def cliques_of(adjacent, places, n):
    """Return the maximal cliques among n members, in the lane's word."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    row = adjacent[places] if lane < n else ZERO
    apart = np.int32(~subset_of(row, places, n))  # members that are not adjacent
    cliques = NONE
    if n >= IN_WORD:
        cliques = WHOLE if lane >> (n - IN_WORD) == 0 else NONE
    elif lane == 0:
        cliques = np.uint32((np.uint32(1) << np.uint32(1 << n)) - np.uint32(1))
    for i in range(n):
        others = np.int32(from_lane(apart, np.int32(i)) & ~(1 << i))
        meets = WHOLE if lane & (others >> IN_WORD) else MEETING[others & (WARP - 1)]
        if i < IN_WORD:
            cliques = np.uint32(cliques & ~(HAS[i] & meets))
        elif (lane >> (i - IN_WORD)) & 1:
            cliques = np.uint32(cliques & ~meets)
    return largest_of(cliques, n)


@device
def largest_of(cliques, n):
    """Return the subsets of a family of cliques that no other one contains.

    Every subset of a clique is a clique. So a subset is one of the largest if no clique
    has one more member.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    smaller = NONE
    for i in range(IN_WORD):
        smaller = np.uint32(smaller | (cliques & HAS[i]) >> np.uint32(1 << i))
    for i in range(n - IN_WORD):
        larger = cuda.shfl_xor_sync(ALL_LANES, np.int32(cliques), 1 << i)
        if (lane >> i) & 1 == 0:
            smaller = np.uint32(smaller | np.uint32(larger))
    return np.uint32(cliques & ~smaller)


@device
def not_contained(cliques, word, n):
    """Return the cliques of a family that no subset of the family `word` contains."""
    cuda.syncwarp()
    covered = without_bits(word[cuda.threadIdx.x % WARP], IN_WORD)
    return np.uint32(cliques & ~without_lanes(covered, n, IN_WORD))


@device
def at_least(cliques, least):
    """Return the subsets of a family with at least `least` members."""
    needed = least - np.int32(cuda.popc(np.uint32(cuda.threadIdx.x % WARP)))
    return np.uint32(cliques & AT_LEAST[min(max(needed, 0), IN_WORD + 1)])
