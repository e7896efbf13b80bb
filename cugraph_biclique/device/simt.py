# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The one place that names the CUDA compiler, and what all kernels share.

Kernels are written for numba-cuda. Under its simulator (NUMBA_ENABLE_CUDASIM=1) the
same code runs on the CPU, a thread for each CUDA thread, so blocks are small there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, cuda

from cugraph_biclique.kernel_cache import keep

SIMULATED = bool(config.ENABLE_CUDASIM)
WARP = 32
ALL_LANES = 0xFFFFFFFF
THREADS = 64 if SIMULATED else 256  # of a block, in most kernels
SMALL = THREADS if SIMULATED else THREADS // 2  # for kernels of many registers
LARGE = THREADS * 2  # of a block that takes a wide root
WARPS = SMALL // WARP  # of a small block
THREADS_POWER = THREADS.bit_length() - 1
LIST_ENDS = THREADS + THREADS // WARP  # of an array for `lay_out`

MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, to hash by
ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64


def kernel(function: Any = None, *, threads: int = THREADS, blocks: int = 2) -> Any:
    """Compile a kernel for blocks of so many threads, of which so many must fit a
    multiprocessor; kept on disk where that is possible."""
    if function is None:
        return lambda function: kernel(function, threads=threads, blocks=blocks)
    if SIMULATED:
        return cuda.jit()(function)
    return keep(cuda.jit(launch_bounds=(threads, blocks))(function))


def device(function: Any) -> Any:
    """Compile a function that kernels call."""
    return cuda.jit(device=True)(function)


@device
def popcount(word):
    """Number of set bits of a uint64, as an int32."""
    return np.int32(cuda.popc(word))


@device
def at_least(word, least):
    """Whether `least` >= 2 bits are set: cheaper than counting in the common case."""
    return (word & (word - ONE)) != ZERO and (
        least == 2 or np.int32(cuda.popc(word)) >= least
    )


@device
def first_bits(n):
    """A word whose bits 0 .. n-1 are set, 0 <= n <= 64."""
    return ALL if n >= WORD else (ONE << np.uint64(n)) - ONE


@device
def lanes_before(ballot, lane):
    """How many lanes before this one voted yes."""
    mask = (np.int64(1) << np.int64(lane)) - np.int64(1)
    return np.int32(cuda.popc(np.uint32(np.int64(ballot) & mask)))


@device
def voters(ballot):
    """How many lanes voted yes."""
    return np.int32(cuda.popc(np.uint32(ballot)))


@device
def warp_sum(value):
    """The sum over the lanes of a warp of an int64, for all of them."""
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(ALL_LANES, value, step)
    return value


@device
def warp_sum_32(value):
    """The sum over the lanes of a warp of an int32, for all of them."""
    for step in (16, 8, 4, 2, 1):
        value = np.int32(value + cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


@device
def sum_before(value, lane):
    """The sum of an int64 over the lanes before this one, and over all lanes."""
    total = value
    for power in range(5):
        step = 1 << power
        below = cuda.shfl_up_sync(ALL_LANES, total, step)
        if lane >= step:
            total += below
    return total - value, cuda.shfl_sync(ALL_LANES, total, WARP - 1)


@device
def from_lane(value, lane):
    """A lane's value, for all lanes of the warp."""
    return cuda.shfl_sync(ALL_LANES, value, lane)


@device
def from_first_lane(value):
    """The first lane's value, for all lanes of the warp."""
    return cuda.shfl_sync(ALL_LANES, value, 0)


@device
def word_from_lane(word, lane):
    """A lane's uint64, for all lanes of the warp."""
    return np.uint64(cuda.shfl_sync(ALL_LANES, np.int64(word), lane))


@device
def ballot_of(flag):
    """The lanes whose flag is set, as a uint32."""
    return np.uint32(cuda.ballot_sync(ALL_LANES, flag))


@device
def lowest_lane(ballot):
    """The first lane of a ballot, as an int32; -1 for none."""
    return np.int32(cuda.ffs(np.uint32(ballot)) - 1)


@device
def without(ballot, lane):
    """A ballot without a lane."""
    return np.uint32(ballot & ~(np.uint32(1) << np.uint32(lane)))


@device
def has_lane(ballot, lane):
    """Whether a lane is in a ballot."""
    return np.uint32(ballot >> np.uint32(lane)) & np.uint32(1) != 0


@device
def advance(control, cursor, n):
    """Move a cursor in `control` on by n, once for the warp; where it was."""
    before = np.int64(0)
    if cuda.threadIdx.x % WARP == 0:
        before = cuda.atomic.add(control, cursor, np.int64(n))
    return from_first_lane(before)


@device
def take_places(control, cursor, keep):
    """A place behind a cursor for each lane that keeps something."""
    kept = ballot_of(keep)
    at = np.int64(0)
    if kept != 0:
        at = advance(control, cursor, voters(kept))
        at += lanes_before(kept, cuda.threadIdx.x % WARP)
    return at


@device
def append(control, cursor, items, item, keep):
    """Put the items of the lanes that keep one on a list."""
    at = take_places(control, cursor, keep)
    if keep:
        items[at] = item


@device
def contains(values, begin, end, value):
    """Whether the ascending values[begin:end] hold a value."""
    while begin < end:
        middle = (begin + end) // 2
        if values[middle] < value:
            begin = middle + 1
        elif values[middle] > value:
            end = middle
        else:
            return True
    return False


@device
def lay_out(begins, ends, begin, size):
    """Lay lists end to end, so that the threads of a block can share their entries
    evenly: each thread of a block of THREADS has one list, `begin` and `size` in some
    array. Entry k of all is at begins[i] + k there, where i is the first list with
    ends[i] > k. Returns the number of entries."""
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    before, total = sum_before(size, lane)
    cuda.syncthreads()  # nobody reads the former lists any more
    if lane == WARP - 1:
        ends[THREADS + warp] = total
    cuda.syncthreads()
    for other in range(warp):
        before += ends[THREADS + other]
    begins[cuda.threadIdx.x] = begin - before
    ends[cuda.threadIdx.x] = before + size
    cuda.syncthreads()
    return ends[THREADS - 1]


@device
def list_of(ends, k):
    """The list that entry k of all is of: a search without branches, so that several
    can be under way at a time."""
    found = np.int32(0)
    for power in range(THREADS_POWER):
        step = np.int32(THREADS >> (power + 1))
        if ends[found + step - 1] <= k:
            found = np.int32(found + step)
    return found
