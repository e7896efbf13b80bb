# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Full rows: those with all members of their node. A node stores only their number.

Picking a full row leaves L unchanged, so a full row of a node is full in all nodes
below. If a path of picks has met f full rows, a set that lacks k picks is completed in
C(f, k) ways, all with the same common neighbours.

These numbers exceed 64 bits in a sum. So a number that is added has limbs of 16 bits,
and `leaves` has `LIMBS` sums for each size. 2^47 additions of limbs do not overflow a
sum.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.counting.gpu.state import LIMB, LIMBS, SIZES, UPPER
from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import cuda, device

MOST_SETS = 2.0**62  # of the full rows of a node, times the number of picks


@device
def clear_ways(ways):
    """Empty the block's sums."""
    for k in range(cuda.threadIdx.x, SIZES, cuda.blockDim.x):
        ways[k] = 0
    cuda.syncthreads()


@device
def flush_ways(ways, leaves):
    """Add the block's sums to those of the device."""
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, SIZES, cuda.blockDim.x):
        if ways[k] > 0:
            cuda.atomic.add(leaves, k, ways[k])


@device
def add_picks(leaves, control, ways, size, full, picks):
    """Add C(full, picks) sets with `size` common neighbours.

    If the number may exceed 64 bits, the CPU engine has to count.
    """
    sets = sets_of(full, picks)
    if sets < 0:
        control[C.STATUS] = C.STUCK
    elif sets > 0:
        add_sets(leaves, control, ways, size, sets)


@device
def add_sets(leaves, control, ways, size, sets):
    """Add a number of sets with `size` common neighbours.

    Numbers of one limb go to the block's sums, if these have the size.
    """
    if sets < LIMB and size < SIZES:
        cuda.atomic.add(ways, size, sets)
    else:
        add_limbs(leaves, control, size, sets)


@device
def add_limbs(leaves, control, size, sets):
    """Add a number of sets to the sums of the device, limb by limb."""
    if sets >= LIMB:
        control[UPPER] = 1
    at = np.int64(size)
    while sets > 0:
        cuda.atomic.add(leaves, at, sets & (LIMB - 1))
        sets //= LIMB
        at += leaves.size // LIMBS


@device
def sets_of(full, picks):
    """Return C(full, picks), or -1 if the computation may exceed 64 bits."""
    if full < picks:
        return np.int64(0)
    sets = np.int64(1)
    for i in range(min(picks, full - picks)):
        if np.float64(sets) * np.float64(full - i) > MOST_SETS:
            return np.int64(-1)
        sets = sets * np.int64(full - i) // np.int64(i + 1)
    return sets
