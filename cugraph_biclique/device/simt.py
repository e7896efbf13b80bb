# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Primitives of all kernels; the only module that names the CUDA compiler.

Kernels are written for numba-cuda. Where all kernels were compiled ahead, it is not
imported, which takes about as long as a search: see `later`. Under its simulator
(NUMBA_ENABLE_CUDASIM=1), the same code runs on the CPU. There, each CUDA thread is a
host thread, so blocks are small.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
from numba import config

from cugraph_biclique.device.later import LATER, CompiledAhead, are_compiled_ahead
from cugraph_biclique.host.kernel_cache import keep

SIMULATED = bool(getattr(config, "ENABLE_CUDASIM", False))
if SIMULATED or (find_spec("numba_cuda") and not are_compiled_ahead()):
    from numba import cuda
else:
    cuda = LATER
WARP = 32
ALL_LANES = 0xFFFFFFFF
THREADS = 64 if SIMULATED else 256  # per block of most kernels
SMALL = THREADS if SIMULATED else THREADS // 2  # for kernels with many registers
LARGE = THREADS * 2  # per block of kernels for wide roots
SCANNERS = THREADS if SIMULATED else 1024  # for prefix sums in a single block
WARPS = SMALL // WARP  # per block of SMALL threads
THREADS_POWER = THREADS.bit_length() - 1
LIST_ENDS = THREADS + THREADS // WARP  # length of `ends` in `lay_out`

MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, a hash multiplier
ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64


def kernel(function: Any = None, *, threads: int = THREADS, blocks: int = 2) -> Any:
    """Compile a kernel, and cache it on disk where possible.

    At least `blocks` blocks of `threads` threads must fit one multiprocessor.
    """
    if function is None:
        return lambda function: kernel(function, threads=threads, blocks=blocks)
    if SIMULATED:
        return cuda.jit()(function)
    if cuda is LATER:
        return CompiledAhead(function, threads, blocks)
    return keep(cuda.jit(launch_bounds=(threads, blocks))(function))


def device(function: Any) -> Any:
    """Compile a function that kernels call."""
    return function if cuda is LATER else cuda.jit(device=True)(function)


@device
def meet_blocks(counters, entry):
    """Barrier for all blocks of a cooperative launch.

    counters[entry] (int64) counts arrivals, and serves all barriers of a kernel. When
    the kernel begins, it must be 0 or a multiple of the number of blocks. After a
    barrier, all blocks see what any block wrote before it.
    """
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.threadfence()
        blocks = cuda.gridDim.x
        ticket = cuda.atomic.add(counters, entry, 1)
        all_here = (ticket // blocks + 1) * blocks
        while cuda.atomic.add(counters, entry, 0) < all_here:
            cuda.nanosleep(50)
        cuda.threadfence()
    cuda.syncthreads()


@device
def popcount(word):
    """Number of set bits of a uint64, as an int32."""
    return np.int32(cuda.popc(word))


@device
def lowest_bit(word):
    """The index of the lowest set bit of a uint64, as an int32."""
    return popcount((word - ONE) & ~word)


@device
def at_least(word, least):
    """Whether at least `least` bits of a uint64 are set; `least` is 2 or more.

    A popcount is necessary only if `least` is larger than 2.
    """
    return (word & (word - ONE)) != ZERO and (
        least == 2 or np.int32(cuda.popc(word)) >= least
    )


@device
def first_bits(n):
    """A word whose bits 0 .. n-1 are set, 0 <= n <= 64."""
    return ALL if n >= WORD else (ONE << np.uint64(n)) - ONE


@device
def lanes_before(ballot, lane):
    """Number of lanes before this one that voted yes."""
    mask = (np.int64(1) << np.int64(lane)) - np.int64(1)
    return np.int32(cuda.popc(np.uint32(np.int64(ballot) & mask)))


@device
def voters(ballot):
    """Number of lanes that voted yes."""
    return np.int32(cuda.popc(np.uint32(ballot)))


@device
def warp_sum(value):
    """Sum of an int64 over the warp, for all lanes."""
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(ALL_LANES, value, step)
    return value


@device
def warp_min(value):
    """Minimum of an int64 over the warp, for all lanes."""
    for step in (16, 8, 4, 2, 1):
        value = min(value, cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


@device
def warp_max(value):
    """Maximum of an int64 over the warp, for all lanes."""
    for step in (16, 8, 4, 2, 1):
        value = max(value, cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


@device
def warp_sum_32(value):
    """Sum of an int32 over the warp, for all lanes."""
    for step in (16, 8, 4, 2, 1):
        value = np.int32(value + cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


@device
def sum_before(value, lane):
    """Sums of an int64 over the lanes before this one, and over all lanes."""
    total = value
    for power in range(5):
        step = 1 << power
        below = cuda.shfl_up_sync(ALL_LANES, total, step)
        if lane >= step:
            total += below
    return total - value, cuda.shfl_sync(ALL_LANES, total, WARP - 1)


@device
def from_lane(value, lane):
    """Broadcast one lane's value to the warp."""
    return cuda.shfl_sync(ALL_LANES, value, lane)


@device
def from_first_lane(value):
    """Broadcast the first lane's value to the warp."""
    return cuda.shfl_sync(ALL_LANES, value, 0)


@device
def word_from_lane(word, lane):
    """Broadcast one lane's uint64 to the warp."""
    return np.uint64(cuda.shfl_sync(ALL_LANES, np.int64(word), lane))


@device
def ballot_of(flag):
    """The lanes whose flag is set, as a uint32."""
    return np.uint32(cuda.ballot_sync(ALL_LANES, flag))


@device
def any_lane(word):
    """The bits that are set in the uint64 of any lane."""
    for step in (16, 8, 4, 2, 1):
        word |= np.uint64(cuda.shfl_xor_sync(ALL_LANES, np.int64(word), step))
    return word


@device
def lowest_lane(ballot):
    """The lowest lane of a ballot, as an int32; -1 if it is empty."""
    return np.int32(cuda.ffs(np.uint32(ballot)) - 1)


@device
def without(ballot, lane):
    """The ballot without one lane."""
    return np.uint32(ballot & ~(np.uint32(1) << np.uint32(lane)))


@device
def has_lane(ballot, lane):
    """Whether a lane is in a ballot."""
    return np.uint32(ballot >> np.uint32(lane)) & np.uint32(1) != 0


@device
def advance(control, cursor, n):
    """Advance a cursor in `control` by n, once per warp; returns the old value."""
    before = np.int64(0)
    if cuda.threadIdx.x % WARP == 0:
        before = cuda.atomic.add(control, cursor, np.int64(n))
    return from_first_lane(before)


@device
def take_places(control, cursor, keep):
    """Reserve a place behind a cursor for each lane whose `keep` is set; returns it."""
    kept = ballot_of(keep)
    at = np.int64(0)
    if kept != 0:
        at = advance(control, cursor, voters(kept))
        at += lanes_before(kept, cuda.threadIdx.x % WARP)
    return at


@device
def append(control, cursor, items, item, keep):
    """Append the lane's item to a list, for each lane whose `keep` is set."""
    at = take_places(control, cursor, keep)
    if keep:
        items[at] = item


@device
def contains(values, begin, end, value):
    """Whether the ascending values[begin:end] contain a value."""
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
def first_above(values, low, high, value):
    """Return the first place in the ascending values[low:high] with a larger value."""
    while low < high:
        middle = (low + high) >> 1
        if values[middle] <= value:
            low = middle + 1
        else:
            high = middle
    return low


@device
def count_smaller(values, begin, end, value):
    """Count how many of values[begin:end] are smaller than a value, by one warp."""
    n = np.int32(0)
    for i in range(begin + cuda.threadIdx.x % WARP, end, WARP):
        n = np.int32(n + np.int32(values[i] < value))
    return warp_sum_32(n)


@device
def lay_out(begins, ends, begin, size):
    """Concatenate one list per thread, so that a block shares all entries evenly.

    The block has THREADS threads, and each passes where its list begins in some array,
    and the list's size. Entry k of all entries is at begins[i] + k in that array, where
    i is the first list with ends[i] > k. `begins` and `ends` are in shared memory.
    Returns the number of entries.
    """
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    before, total = sum_before(size, lane)
    cuda.syncthreads()  # every thread has finished reading the former lists
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
    """Return the list that has entry k of all entries; see `lay_out`.

    The binary search has no branches, so several searches overlap.
    """
    found = np.int32(0)
    for power in range(THREADS_POWER):
        step = np.int32(THREADS >> (power + 1))
        if ends[found + step - 1] <= k:
            found = np.int32(found + step)
    return found


@device
def lists_before(size, lane):
    """Concatenate one list per lane; `list_at` finds the list of an entry.

    Returns the number of entries before the lane's list, and of all entries.
    """
    before, total = sum_before(np.int64(size), lane)
    return np.int32(before), total


@device
def list_at(before, k):
    """Return the lane whose list has entry k of all entries; see `lists_before`."""
    found = np.int32(0)
    for step in (16, 8, 4, 2, 1):
        if from_lane(before, np.int32(found + step)) <= k:
            found = np.int32(found + step)
    return found
