# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sort records, because kernels emit them in the order of a race.

Bicliques are sorted by universe, by the number of bits of their masks, and by a hash of
the masks. One key of 64 bits has all three, so one sort is enough. The few bicliques
with equal keys are then put in the order of their masks.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import Records
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
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.search.gpu.output import Output, Universes

SIZE_BITS = 7  # of a key: for the number of bits of a mask, up to 64
USED, MEMBERS, MEETING = range(3)  # entries of `totals`
TOTALS = 3


class Numbering(NamedTuple):
    """The universes of all records, and the numbers of those in use."""

    place: Any  # int64 (records,), in the memory of the sort keys
    begin: Any  # int64 (universes,), first member of each universe
    end: Any  # int64 (universes,)
    used: Any  # int32 (records,), receives the universes in use
    start: Any  # int64 (records + 1,), receives where their members will begin


def sorted_records(output: Output, n: int, universes: Universes) -> Records:
    """Return the first n bicliques, sorted, with the universes that they use."""
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
    into = Output(mask, universe, n_grown)
    numbering = Numbering(keys.view(np.int64), begin, end, used, start)
    launch_together(
        _arrange, blocks, output, keys, order, into, numbering, parts, totals
    )
    del keys, order, numbering
    n_used, n_members, _ = to_host(totals).tolist()
    of_used, its_members = together((n_used + 1, np.int64), (n_members, np.int32))
    launch(
        _take_universes, blocks_for(n_used), members, begin, used, start, of_used,
        its_members,
    )  # fmt: skip
    return Records(mask, universe, n_grown, of_used, its_members)


@kernel
def _write_keys(output, bits, keys):
    """Write the sort keys (uint64) of the first records, one record per thread."""
    for i in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        keys[i] = sort_key(output.universe[i], output.mask[i], bits)


@device
def sort_key(universe, mask, bits):
    """Return the sort key of a record.

    From the top, it has the universe in `bits` bits, and the number of bits of the
    mask. The rest has bits of a hash of the mask.
    """
    key = np.uint64(universe) << np.uint64(SIZE_BITS) | np.uint64(popcount(mask))
    of_hash = np.uint64(WORD - SIZE_BITS - bits)
    return key << of_hash | (mask * MIX) >> (np.uint64(WORD) - of_hash)


@kernel(threads=SCANNERS, blocks=1)
def _arrange(output, keys, order, into, numbering, parts, totals):
    """Write records in order, number their universes, and sum up the sizes of these.

    Cooperative; each block takes a range of records. `output`: the records as kernels
    emitted them. `keys`: uint64, unsorted. `order`: int64, the records by key. `into`:
    `Output`, receives the records. `numbering`: `Numbering`. `parts`: int64 per block.
    `totals`: int64 (TOTALS,), zero.
    """
    place, start = numbering.place, numbering.start
    order_ties(output.mask, keys, order)
    meet_blocks(totals, MEETING)
    n = into.mask.size
    sums = cuda.shared.array(WARP, np.int64)
    first, last = part_of_block(n)
    for i in range(first + cuda.threadIdx.x, last, cuda.blockDim.x):
        r = order[i]
        into.mask[i] = output.mask[r]
        into.n_grown[i] = output.n_grown[r]
        place[i] = np.int64(is_first(output.universe, order, i))
    sum_part(place, n, parts, sums)
    meet_blocks(totals, MEETING)
    n_used = sum_up_part(place, n, parts, sums)
    if is_last_of_grid():
        totals[USED] = n_used
    cuda.syncthreads()
    for i in range(first + cuda.threadIdx.x, last, cuda.blockDim.x):
        number_universe(i, output.universe, order, numbering, into.universe)
    meet_blocks(totals, MEETING)
    n_used = totals[USED]
    sum_part(start, n_used, parts, sums)
    meet_blocks(totals, MEETING)
    n_members = sum_up_part(start, n_used, parts, sums)
    if is_last_of_grid():
        start[n_used] = totals[MEMBERS] = n_members


@device
def order_ties(mask, keys, order):
    """Order records with equal keys by their masks: one thread per key."""
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
    """Insert record k into the records begin:k, which ascend by mask."""
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
def number_universe(i, of, order, numbering, universe):
    """Write the number of record i's universe, by one thread.

    numbering.place[i] is the number of universes whose first record comes before record
    i. The first record of a universe also writes its size. `of`: int32, the universes
    before the sort. `universe`: int32, receives the numbers.
    """
    begin, end, start = numbering.begin, numbering.end, numbering.start
    u = of[order[i]]
    number = numbering.place[i]
    if is_first(of, order, i):
        numbering.used[number] = u
        start[number] = end[u] - begin[u]
        universe[i] = number
    else:
        universe[i] = number - 1


@kernel
def _take_universes(members, begin, used, start, of_used, its_members):
    """Copy the members of the universes in use, one warp per universe.

    `members`: int32 and `begin`: int64, of all universes. `used`, `start`: as
    `_arrange` wrote them. `of_used`: int64, receives `start`. `its_members`: int32.
    """
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
