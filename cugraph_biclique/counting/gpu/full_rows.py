# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Full rows: rows with all members of their node. A node stores only their number.

A full row, if picked, leaves L unchanged. So a full row of a node is full in all nodes
below. If there are f full rows so far, a set that lacks k picks is completed in C(f, k)
ways. All of these sets have the same common neighbours.

Sums of these numbers exceed 64 bits. So a number has limbs of 16 bits, and `leaves` has
`LIMBS` sums per size. A sum does not overflow before 2^47 additions of limbs.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.counting.gpu.state import LIMB, LIMBS, SIZES, UPPER
from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import cuda, device

MOST_SETS = 2.0**62  # limit of the products in `sets_of`


@device
def clear_ways(ways):
    """Empty the block's sums."""
    for k in range(cuda.threadIdx.x, SIZES, cuda.blockDim.x):
        ways[k] = 0
    cuda.syncthreads()


@device
def flush_ways(ways, leaves):
    """Add the block's sums to the sums of the device."""
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, SIZES, cuda.blockDim.x):
        if ways[k] > 0:
            cuda.atomic.add(leaves, k, ways[k])


@device
def add_picks(sums, size, full, picks):
    """Add C(full, picks) sets with `size` common neighbours, by one thread.

    If the number may exceed 64 bits, give up: the CPU engine counts instead.
    """
    sets = sets_of(full, picks)
    if sets < 0:
        sums.control[C.STATUS] = C.STUCK
    elif sets > 0:
        add_sets(sums, size, sets)


@device
def add_sets(sums, size, sets):
    """Add a number of sets with `size` common neighbours, by one thread.

    A number of one limb goes to the sums of the block, if they have this size.
    """
    if sets < LIMB and size < SIZES:
        cuda.atomic.add(sums.ways, size, sets)
    else:
        add_limbs(sums.leaves, sums.control, size, sets)


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
