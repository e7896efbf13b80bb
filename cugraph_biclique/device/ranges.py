# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Consecutive ranges of an array: compute their offsets, and gather some of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import (
    blocks_for,
    blocks_that_meet,
    launch,
    launch_together,
)
from cugraph_biclique.device.simt import (
    SCANNERS,
    WARP,
    cuda,
    device,
    first_above,
    kernel,
    meet_blocks,
    sum_before,
    warp_sum,
)

MOST_FOR_A_BLOCK = 1 << 16  # sizes that one block sums faster than a whole device
RUN = 512  # consecutive entries that share a warp's search in the offsets


def offsets(sizes: Any) -> Any:
    """Return where consecutive ranges begin, and where the last one ends (int64)."""
    sizes = xp.ascontiguousarray(xp.asarray(sizes))
    out = xp.empty(len(sizes) + 1, np.int64)
    if len(sizes) <= MOST_FOR_A_BLOCK:
        launch(_sum_up, 1, sizes, out)
    else:
        blocks = blocks_that_meet(len(sizes) // WARP)
        parts = xp.zeros(blocks + 1, np.int64)  # the last entry is for barriers
        launch_together(_sum_up_by_all, blocks, sizes, out, parts)
    return out


@kernel(threads=SCANNERS, blocks=1)
def _sum_up(sizes, out):
    """Write the exclusive prefix sums of `sizes`, and their total, in one block.

    `sizes`: n integers. `out`: int64 (n + 1).
    """
    sums = cuda.shared.array(WARP, np.int64)
    for i in range(cuda.threadIdx.x, sizes.size, cuda.blockDim.x):
        out[i] = sizes[i]
    total = sum_up(out, sizes.size, 0, sums)
    if is_last_thread():
        out[sizes.size] = total


@kernel(threads=SCANNERS, blocks=1)
def _sum_up_by_all(sizes, out, parts):
    """Write the exclusive prefix sums of `sizes`, and their total, by all blocks.

    `sizes`: n integers. `out`: int64 (n + 1). `parts`: int64, zeros, one per block and
    one for barriers. Cooperative.
    """
    sums = cuda.shared.array(WARP, np.int64)
    begin, end = part_of_block(sizes.size)
    for i in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        out[i] = sizes[i]
    sum_part(out, sizes.size, parts, sums)
    meet_blocks(parts, parts.size - 1)
    total = sum_up_part(out, sizes.size, parts, sums)
    if is_last_of_grid():
        out[sizes.size] = total


@device
def is_last_thread():
    """Whether this is the last thread of its block."""
    return cuda.threadIdx.x == cuda.blockDim.x - 1


@device
def sum_up(sizes, n, first, sums):
    """Replace the first n sizes by `first` plus their exclusive prefix sums: one block.

    The last thread returns the end of the last range. Each warp sums one run of the
    sizes. Its lanes read adjacent entries, so their loads coalesce. `sums` is an array
    of WARP numbers in shared memory. Other threads see the prefix sums after a barrier.
    """
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    run = (n + cuda.blockDim.x - 1) // cuda.blockDim.x * WARP  # of a warp
    begin, end = min(n, warp * run), min(n, (warp + 1) * run)
    cuda.syncthreads()  # the sizes are written, and all threads have read `sums`
    total = np.int64(0)
    for i in range(begin + lane, end, WARP):
        total += sizes[i]
    total = warp_sum(total)
    if lane == 0:
        sums[warp] = total
    cuda.syncthreads()
    at = np.int64(first)
    for other in range(warp):
        at += sums[other]
    for k in range(begin, end, WARP):
        i = k + lane
        before, total = sum_before(sizes[i] if i < end else np.int64(0), lane)
        if i < end:
            sizes[i] = at + before
        at += total
    return at


@device
def part_of_block(n):
    """Return the range of n entries that this block takes, if all blocks share them."""
    size = (n + cuda.gridDim.x - 1) // cuda.gridDim.x
    return min(n, cuda.blockIdx.x * size), min(n, (cuda.blockIdx.x + 1) * size)


@device
def sum_part(sizes, n, parts, sums):
    """Write the sum of this block's part of n sizes to `parts`, for `sum_up_part`."""
    begin, end = part_of_block(n)
    total = np.int64(0)
    for i in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        total += sizes[i]
    total = warp_sum(total)
    cuda.syncthreads()  # all threads have read `sums`
    if cuda.threadIdx.x % WARP == 0:
        sums[cuda.threadIdx.x // WARP] = total
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        total = np.int64(0)
        for warp in range(cuda.blockDim.x // WARP):
            total += sums[warp]
        parts[cuda.blockIdx.x] = total


@device
def sum_up_part(sizes, n, parts, sums):
    """`sum_up` with first = 0, by all blocks of a cooperative launch.

    Call it after `sum_part` and a barrier. The last thread of the last block returns
    the end.
    """
    begin, end = part_of_block(n)
    first = np.int64(0)
    for block in range(cuda.threadIdx.x % WARP, cuda.blockIdx.x, WARP):
        first += parts[block]
    return sum_up(sizes[begin:end], end - begin, warp_sum(first), sums)


@device
def is_last_of_grid():
    """Whether this is the last thread of the last block."""
    return is_last_thread() and cuda.blockIdx.x == cuda.gridDim.x - 1


def gather_ranges(source: Any, begin: Any, end: Any) -> tuple[Any, Any]:
    """Return the ranges source[begin[i]:end[i]], concatenated, and their offsets."""
    length = xp.empty(len(begin), np.int64)
    launch(_subtract, blocks_for(len(begin) // WARP), begin, end, length)
    where = offsets(length)
    out = xp.empty(int(where[-1]), source.dtype)
    if len(out):
        launch(_gather_ranges, blocks_for(len(begin)), source, begin, where, out)
    return out, where


@kernel
def _subtract(begin, end, length):
    """Write end - begin to `length` (int64), one entry per thread."""
    for i in range(cuda.grid(1), length.size, cuda.gridsize(1)):
        length[i] = end[i] - begin[i]


@kernel
def _gather_ranges(source, begin, where, out):
    """Copy the range of `source` at begin[i] to out[where[i]:where[i + 1]].

    One warp per range. `begin`, `where`: int64. `source`, `out`: one dtype.
    """
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.grid(1) // WARP, begin.size, cuda.gridsize(1) // WARP):
        for k in range(lane, where[i + 1] - where[i], WARP):
            out[where[i] + k] = source[begin[i] + k]


def row_of_entries(where: Any, n: int) -> Any:
    """Return for each of n entries the number of its range (int64), given the offsets
    `where` of the ranges."""
    out = xp.empty(n, np.int64)
    if n:
        where = xp.asarray(where, np.int64)
        launch(_number_entries, blocks_for(-(-n // RUN)), where, out)
    return out


@kernel
def _number_entries(where, out):
    """Write the number of each entry's range. `where`, `out`: int64.

    A warp finds the ranges of a run of entries, and its lanes search among these.
    """
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for begin in range(warp * RUN, out.size, warps * RUN):
        end = min(begin + RUN, out.size)
        low = first_above(where, 1, where.size, begin)
        high = first_above(where, low, where.size, end - 1)
        for e in range(begin + lane, end, WARP):
            out[e] = first_above(where, low, high, e) - 1
