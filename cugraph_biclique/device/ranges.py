# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Consecutive ranges of an array: their offsets, and gathering some of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import (
    SCANNERS,
    WARP,
    cuda,
    device,
    first_above,
    kernel,
    sum_before,
)

MOST_FOR_A_BLOCK = 1 << 16  # sizes that one block sums faster than a whole device
RUN = 512  # consecutive entries for which a warp searches the offsets once


def offsets(sizes: Any) -> Any:
    """Begin of each of consecutive ranges, and the end of the last one: int64."""
    sizes = xp.ascontiguousarray(xp.asarray(sizes))
    out = xp.empty(len(sizes) + 1, np.int64)
    if len(sizes) <= MOST_FOR_A_BLOCK:
        launch(_sum_up, 1, sizes, out)
    else:
        out[0] = 0
        xp.cumsum(sizes, out=out[1:])
    return out


@kernel(threads=SCANNERS, blocks=1)
def _sum_up(sizes, out):
    """Exclusive prefix sums in one block: each thread takes a run of sizes."""
    sums = cuda.shared.array(WARP, np.int64)
    begin, end = run_of_thread(sizes.size)
    total = np.int64(0)
    for i in range(begin, end):
        total += sizes[i]
    at = sum_before_thread(total, sums)
    for i in range(begin, end):
        out[i] = at
        at += sizes[i]
    if cuda.threadIdx.x == cuda.blockDim.x - 1:
        out[sizes.size] = at


@device
def sum_up(sizes, sums):
    """Replace all sizes but the last entry by their exclusive prefix sums, and the last
    entry by the sum. One block; the last thread returns the sum.

    `sums` is an array of WARP numbers in shared memory.
    """
    begin, end = run_of_thread(sizes.size - 1)
    total = np.int64(0)
    for i in range(begin, end):
        total += sizes[i]
    at = sum_before_thread(total, sums)
    for i in range(begin, end):
        size = sizes[i]
        sizes[i] = at
        at += size
    if cuda.threadIdx.x == cuda.blockDim.x - 1:
        sizes[sizes.size - 1] = at
    return at


@device
def run_of_thread(n):
    """Begin and end of this thread's run of n items that one block shares."""
    piece = (n + cuda.blockDim.x - 1) // cuda.blockDim.x
    begin = min(n, cuda.threadIdx.x * piece)
    return begin, min(n, begin + piece)


@device
def sum_before_thread(value, sums):
    """Sum of an int64 over the threads of a block before this one.

    `sums` is an array of WARP numbers in shared memory.
    """
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    before, total = sum_before(value, lane)
    cuda.syncthreads()  # every thread has finished reading the former sums
    if lane == WARP - 1:
        sums[warp] = total
    cuda.syncthreads()
    for other in range(warp):
        before += sums[other]
    return before


def gather_ranges(source: Any, begin: Any, end: Any) -> tuple[Any, Any]:
    """Return the ranges source[begin[i]:end[i]] end to end, and their offsets."""
    length = xp.empty(len(begin), np.int64)
    launch(_subtract, blocks_for(len(begin) // WARP), begin, end, length)
    where = offsets(length)
    out = xp.empty(int(where[-1]), source.dtype)
    if len(out):
        launch(_gather_ranges, blocks_for(len(begin)), source, begin, where, out)
    return out, where


@kernel
def _subtract(begin, end, length):
    for i in range(cuda.grid(1), length.size, cuda.gridsize(1)):
        length[i] = end[i] - begin[i]


@kernel
def _gather_ranges(source, begin, where, out):
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.grid(1) // WARP, begin.size, cuda.gridsize(1) // WARP):
        for k in range(lane, where[i + 1] - where[i], WARP):
            out[where[i] + k] = source[begin[i] + k]


def row_of_entries(where: Any, n: int) -> Any:
    """Return the number of the range of each of n entries, given the offsets `where` of
    the ranges: int64."""
    out = xp.empty(n, np.int64)
    if n:
        where = xp.asarray(where, np.int64)
        launch(_number_entries, blocks_for(-(-n // RUN)), where, out)
    return out


@kernel
def _number_entries(where, out):
    """A warp finds the ranges of a run of entries, and its lanes search among these."""
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for begin in range(warp * RUN, out.size, warps * RUN):
        end = min(begin + RUN, out.size)
        low = first_above(where, 1, where.size, begin)
        high = first_above(where, low, where.size, end - 1)
        for e in range(begin + lane, end, WARP):
            out[e] = first_above(where, low, high, e) - 1
