# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Consecutive ranges of an array: their offsets, and gathering some of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import THREADS, WARP, cuda, kernel

MOST_FOR_A_BLOCK = 1 << 16  # sizes that one block sums faster than a whole device


def offsets(sizes: Any) -> Any:
    """Begin of each of consecutive ranges, and the end of the last one: int64."""
    sizes = xp.asarray(sizes)
    out = xp.empty(len(sizes) + 1, np.int64)
    if len(sizes) <= MOST_FOR_A_BLOCK:
        launch(_sum_up, 1, xp.ascontiguousarray(sizes), out)
    else:
        out[0] = 0
        xp.cumsum(sizes, out=out[1:])
    return out


@kernel
def _sum_up(sizes, out):
    """Exclusive prefix sums in one block: each thread takes a run of sizes."""
    sums = cuda.shared.array(THREADS, np.int64)
    me = cuda.threadIdx.x
    piece = (sizes.size + THREADS - 1) // THREADS
    begin = min(sizes.size, me * piece)
    end = min(sizes.size, begin + piece)
    total = np.int64(0)
    for i in range(begin, end):
        total += sizes[i]
    sums[me] = total
    cuda.syncthreads()
    step = 1
    while step < THREADS:
        before = np.int64(0)
        if me >= step:
            before = sums[me - step]
        cuda.syncthreads()
        sums[me] += before
        cuda.syncthreads()
        step *= 2
    at = sums[me] - total
    for i in range(begin, end):
        out[i] = at
        at += sizes[i]
    if me == THREADS - 1:
        out[sizes.size] = at


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
