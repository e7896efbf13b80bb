# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Records in a fixed order: kernels emit them in the order of a race.

Bicliques are sorted by universe, by the number of bits of their masks, and by a hash of
these. One key of 64 bits has all three, so one sort does. Few bicliques have equal
keys. These are then in the order of their masks.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import together, xp
from cugraph_biclique.device.launching import (
    blocks_for,
    blocks_that_meet,
    launch,
    launch_together,
)
from cugraph_biclique.device.ranges import (
    is_last_of_grid,
    part_of_block,
    sum_part,
    sum_up_part,
)
from cugraph_biclique.device.simt import (
    MIX,
    SCANNERS,
    WARP,
    WORD,
    cuda,
    device,
    kernel,
    meet_blocks,
    popcount,
)
from cugraph_biclique.records import Records
from cugraph_biclique.search.gpu.output import Output, Universes

SIZE_BITS = 7  # of a number of bits, up to 64
USED, MEMBERS, MEETING = range(3)  # entries of `totals`
TOTALS = 3


def sorted_records(output: Output, n: int, universes: Universes) -> Records:
    """The first n bicliques, sorted, and the universes that they use."""
    if n == 0:
        return Records.empty()
    bits = universes.n.bit_length()
    members, begin, end = universes.take()
    keys = xp.empty(n, np.uint64)
    launch(_write_keys, blocks_for(n // WARP), output, bits, keys)
    order = xp.argsort(keys, kind="stable")
    mask, universe, n_grown = together((n, np.uint64), (n, np.int32), (n, np.int32))
    blocks = blocks_that_meet(n // WARP)
    used, start, parts = together((n, np.int32), (n + 1, np.int64), (blocks, np.int64))
    totals = xp.zeros(TOTALS, np.int64)
    launch_together(
        _arrange, blocks, output, keys, order, mask, universe, n_grown,
        keys.view(np.int64), begin, end, used, start, parts, totals,
    )  # fmt: skip
    del keys, order
    n_used, n_members, _ = to_host(totals).tolist()
    of_used, its_members = together((n_used + 1, np.int64), (n_members, np.int32))
    launch(
        _take_universes, blocks_for(n_used), members, begin, used, start, of_used,
        its_members,
    )  # fmt: skip
    return Records(mask, universe, n_grown, of_used, its_members)


@kernel
def _write_keys(output, bits, keys):
    for i in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        keys[i] = sort_key(output.universe[i], output.mask[i], bits)


@device
def sort_key(universe, mask, bits):
    """The universe, which has `bits` bits, the number of bits of the mask, and as many
    bits of a hash as fit."""
    key = np.uint64(universe) << np.uint64(SIZE_BITS) | np.uint64(popcount(mask))
    of_hash = np.uint64(WORD - SIZE_BITS - bits)
    return key << of_hash | (mask * MIX) >> (np.uint64(WORD) - of_hash)


@kernel(threads=SCANNERS, blocks=1)
def _arrange(
    output, keys, order, mask, universe, n_grown, place, begin, end, used, start,
    parts, totals,
):  # fmt: skip
    """Write records in order, number their universes, and write where the members of
    these will begin. Cooperative; `place` has the memory of `keys`."""
    order_ties(output.mask, keys, order)
    meet_blocks(totals, MEETING)
    n = mask.size
    sums = cuda.shared.array(WARP, np.int64)
    first, last = part_of_block(n)
    for i in range(first + cuda.threadIdx.x, last, cuda.blockDim.x):
        r = order[i]
        mask[i] = output.mask[r]
        n_grown[i] = output.n_grown[r]
        place[i] = np.int64(is_first(output.universe, order, i))
    sum_part(place, n, parts, sums)
    meet_blocks(totals, MEETING)
    n_used = sum_up_part(place, n, parts, sums)
    if is_last_of_grid():
        totals[USED] = n_used
    cuda.syncthreads()
    for i in range(first + cuda.threadIdx.x, last, cuda.blockDim.x):
        number_universe(
            i, output.universe, order, place, begin, end, universe, used, start
        )
    meet_blocks(totals, MEETING)
    n_used = totals[USED]
    sum_part(start, n_used, parts, sums)
    meet_blocks(totals, MEETING)
    n_members = sum_up_part(start, n_used, parts, sums)
    if is_last_of_grid():
        start[n_used] = totals[MEMBERS] = n_members


@device
def order_ties(mask, keys, order):
    """Order records with equal keys by their masks: one thread for each run of them."""
    for i in range(cuda.grid(1), order.size - 1, cuda.gridsize(1)):
        key = keys[order[i]]
        if keys[order[i + 1]] != key or (i > 0 and keys[order[i - 1]] == key):
            continue
        k = i + 1
        while k < order.size and keys[order[k]] == key:
            insert(mask, order, i, k)
            k += 1


@device
def insert(mask, order, begin, k):
    """Insert record k among those from `begin` on, which ascend by mask."""
    r = order[k]
    while k > begin and mask[order[k - 1]] > mask[r]:
        order[k] = order[k - 1]
        k -= 1
    order[k] = r


@device
def is_first(universe, order, i):
    """Whether record i is the first of its universe."""
    return i == 0 or universe[order[i]] != universe[order[i - 1]]


@device
def number_universe(i, of, order, place, begin, end, universe, used, start):
    """Write the number of record i's universe; `place` counts those that begin before.
    The first record of a universe also writes its size."""
    u = of[order[i]]
    number = place[i]
    if is_first(of, order, i):
        used[number] = u
        start[number] = end[u] - begin[u]
        universe[i] = number
    else:
        universe[i] = number - 1


@kernel
def _take_universes(members, begin, used, start, of_used, its_members):
    """Copy the universes in use, one warp for each."""
    lane = cuda.threadIdx.x % WARP
    n = of_used.size - 1
    for k in range(cuda.grid(1) // WARP, n, cuda.gridsize(1) // WARP):
        first, source = start[k], begin[used[k]]
        if lane == 0:
            of_used[k] = first
        for j in range(lane, start[k + 1] - first, WARP):
            its_members[first + j] = members[source + j]
    if cuda.grid(1) == 0:
        of_used[n] = start[n]
