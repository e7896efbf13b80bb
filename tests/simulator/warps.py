# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What lanes of a warp say to each other, for a simulator that has no warps.

Numba's simulator runs a thread for each CUDA thread, and knows the barrier of a block
only. Here a CUDA thread is a greenlet: it runs until it has to wait, and then the next
one runs. The 32 lanes of a warp meet: each leaves what it has to say, waits for the
others, and hears what they said. That is right for full warps that are converged, and
for them alone, so a lane that calls something else than the others, or with another
mask, is an error. A schedule decides which thread goes on first, so that threads that
need a barrier, and have none, find things in disorder. A schedule is the same in each
run. Every test runs under `newest_first`, and some run under others as well.

What takes the simulator longest is replaced too: a device function exchanged the `cuda`
of its module at each call, a shared array asked for the whole stack, and a sum over a
warp met five times.
"""

import random
import sys
from collections import deque
from contextlib import ExitStack, contextmanager
from functools import partial, reduce
from itertools import accumulate
from operator import add, or_

import numpy as np
from greenlet import getcurrent, greenlet
from numba.cuda.simulator import kernel
from numba.cuda.simulator.cudadrv.devicearray import FakeWithinKernelCUDAArray
from numba.cuda.simulator.kernel import BlockManager, FakeCUDAKernel
from numba.cuda.simulator.kernelapi import (
    Dim3,
    FakeCUDAModule,
    FakeCUDAShared,
    swapped_cuda_module,
)

from cugraph_biclique.device import simt

WARP = 32
ALL_LANES = 0xFFFFFFFF


def newest_first(ready, met):
    """Those who met go on before all others, the last one to come first: a warp runs
    ahead of the other warps as far as it may."""
    ready.extendleft(met)


def oldest_first(ready, met):
    """Those who met go on after all others, the first one to come first: the warps of a
    block go on side by side."""
    ready.extend(met)


def drawn(seed):
    """Those who met mostly go on before all others, and at times after them. Warps, and
    the lanes of each, are in random order."""
    chance = random.Random(seed)

    def draw(ready, met):
        rank = {lane.warp: chance.random() for lane in met}
        met = sorted(met, key=lambda lane: (rank[lane.warp], chance.random()))
        (ready.extend if chance.random() < 0.1 else ready.extendleft)(met)

    return draw


schedule = newest_first  # of the launches to come


class Lane(greenlet):
    """A CUDA thread, which has its place in a block and in a warp."""

    def __init__(self, run, block, block_index, number):
        super().__init__(run)
        self.block = block
        self.warp = block.warps[number // WARP]
        self.lane = number % WARP
        self.blockIdx, self.threadIdx = Dim3(*block_index), Dim3(number, 0, 0)

    def rest(self):
        """Let the next thread of the block run, or the next block if several run."""
        ready = self.block.ready
        # A thread starts as deep in the stack as the one that starts it: `run_begun`
        # starts them all.
        if at_once > 1 or not ready or not ready[0]:
            self.parent.switch()
            return
        following = ready.popleft()
        if following is not self:
            following.switch()


class Meeting:
    """A barrier for so many lanes."""

    def __init__(self, size):
        self.size = size
        self.waiting = []

    def wait(self, lane, before_they_go=None, *args):
        """Wait for all others; the last one to come does what is to be done."""
        self.waiting.append(lane)
        if len(self.waiting) == self.size:
            if before_they_go:
                before_they_go(*args)
            schedule(lane.block.ready, self.waiting)
            self.waiting = []
        lane.rest()


class Warp:
    """Where the lanes of one warp meet, what they say, and what they all hear."""

    def __init__(self):
        self.meeting = Meeting(WARP)
        self.called = set()  # the functions and masks of the lanes that have come
        self.said = [None] * WARP
        # No lane says anything again before all have come, but not all have heard then
        # what was said: that is here until they have come again.
        self.heard = None

    def hear(self, combine):
        """Make of what was said what all hear."""
        if len(self.called) > 1 or any(mask != ALL_LANES for _, mask in self.called):
            raise AssertionError(f"the lanes of a warp diverge: {self.called}")
        self.called.clear()
        self.heard = combine(self.said)


class Block:
    """Where the threads of a block meet, its warps, and the threads that can go on."""

    def __init__(self, threads):
        assert threads % WARP == 0, "blocks have full warps"
        self.meeting = Meeting(threads)
        self.warps = [Warp() for _ in range(threads // WARP)]
        self.ready = deque()


def run_block(manager, block_index, *args):
    """Run one block of a kernel to its end."""
    threads, *others = manager._block_dim
    assert others == [1, 1], "blocks have one dimension"
    args = [array_of(argument) for argument in args]
    block = Block(threads)
    lanes = [
        Lane(lambda: manager._f(*args), block, block_index, i) for i in range(threads)
    ]
    schedule(block.ready, lanes[::-1])
    begun.append((block, lanes))
    if len(begun) == at_once:
        run_begun()


at_once = 1  # blocks of a launch
begun = []  # blocks, and the threads of each, that run together


def run_begun():
    """Run the blocks that have begun to their end, in turn."""
    blocks = [block for block, _ in begun]
    lanes = [lane for _, of_block in begun for lane in of_block]
    begun.clear()
    while any(block.ready for block in blocks):
        for block in blocks:
            if block.ready:
                block.ready.popleft().switch()  # and on to others, see `Lane.rest`
    if not all(lane.dead for lane in lanes):
        raise AssertionError("threads diverge: some wait for others that have returned")


@contextmanager
def side_by_side(n):
    """Launch kernels whose n blocks run at the same time."""
    global at_once
    at_once = n
    try:
        yield
    finally:
        at_once = 1
        begun.clear()


def array_of(argument):
    """The array that an argument of a kernel wraps, if it does."""
    if isinstance(argument, FakeWithinKernelCUDAArray):
        return argument._item._ary
    return argument


# Modules whose `cuda` is the simulated one until the launch ends
swapped = ExitStack()
swapped_modules = set()
launch = FakeCUDAKernel.__call__


def call(function, *args):
    """Call a device function, or launch a kernel."""
    if kernel._kernel_context:
        if function.fn.__module__ not in swapped_modules:
            swapped_modules.add(function.fn.__module__)
            swapped.enter_context(
                swapped_cuda_module(function.fn, kernel._kernel_context)
            )
        return function.fn(*args)
    with swapped:
        try:
            return launch(function, *args)
        finally:
            swapped_modules.clear()


def shared_array(shared, shape, dtype):
    """The array of a block that a line of a kernel asks for."""
    caller = sys._getframe(1)
    place = caller.f_code, caller.f_lineno, getcurrent().block
    if place not in shared._allocations:
        shared._allocations[place] = np.empty(shape, dtype)
    return shared._allocations[place]


def exchange(name, mask, value=None, combine=tuple):
    """This lane's number, and what is made of the values of all lanes."""
    me = getcurrent()
    warp = me.warp
    warp.called.add((name, mask))
    warp.said[me.lane] = value
    warp.meeting.wait(me, warp.hear, combine)
    return me.lane, warp.heard


def syncwarp(cuda, mask=ALL_LANES):
    exchange("syncwarp", mask)


def shfl_sync(cuda, mask, value, source):
    _, values = exchange("shfl_sync", mask, value)
    return values[source % WARP]


def shfl_up_sync(cuda, mask, value, step):
    lane, values = exchange("shfl_up_sync", mask, value)
    return values[lane - step] if lane >= step else value


def shfl_down_sync(cuda, mask, value, step):
    lane, values = exchange("shfl_down_sync", mask, value)
    return values[lane + step] if lane + step < WARP else value


def shfl_xor_sync(cuda, mask, value, step):
    lane, values = exchange("shfl_xor_sync", mask, value)
    return values[lane ^ step]


def ballot_sync(cuda, mask, predicate):
    def ballot(votes):
        return sum(1 << lane for lane, vote in enumerate(votes) if vote)

    return exchange("ballot_sync", mask, bool(predicate), ballot)[1]


def match_any_sync(cuda, mask, value):
    _, values = exchange("match_any_sync", mask, int(value))
    return sum(1 << lane for lane, other in enumerate(values) if other == int(value))


def any_sync(cuda, mask, predicate):
    return exchange("any_sync", mask, bool(predicate), any)[1]


def all_sync(cuda, mask, predicate):
    return exchange("all_sync", mask, bool(predicate), all)[1]


def syncthreads(cuda):
    me = getcurrent()
    me.block.meeting.wait(me)


def nanosleep(cuda, nanoseconds):
    """Let others go on."""
    me = getcurrent()
    me.block.ready.append(me)
    me.rest()


FUNCTIONS = (
    syncwarp, shfl_sync, shfl_up_sync, shfl_down_sync, shfl_xor_sync, ballot_sync,
    match_any_sync, any_sync, all_sync, syncthreads, nanosleep,
)  # fmt: skip


def running_sums(values):
    """The sums of the values of the lanes before each one, and of all."""
    return list(accumulate(values, initial=values[0] * 0))


def warp_sum(value):
    return exchange("warp_sum", ALL_LANES, value, sum_of)[1]


def warp_sum_32(value):
    return np.int32(exchange("warp_sum_32", ALL_LANES, value, sum_of)[1])


def sum_before(value, lane):
    _, sums = exchange("sum_before", ALL_LANES, value, running_sums)
    return sums[lane], sums[WARP]


def any_lane(word):
    return exchange("any_lane", ALL_LANES, word, partial(reduce, or_))[1]


def sum_of(values):
    return reduce(add, values)


# Functions of `simt` that take several steps on a device, and one step here. A test
# compares each with the function of the device.
IN_ONE_STEP = warp_sum, warp_sum_32, sum_before, any_lane
in_steps = {}  # the functions of the device, by name


def install():
    """Give all that to the simulator, and to the `cuda` that kernels see there.

    To be called before any module of the package that has kernels is imported.
    """
    for function in IN_ONE_STEP:
        in_steps[function.__name__] = getattr(simt, function.__name__)
        setattr(simt, function.__name__, function)
    BlockManager.run = run_block
    FakeCUDAKernel.__call__ = call
    FakeCUDAShared.array = shared_array
    FakeCUDAModule.threadIdx = property(lambda cuda: getcurrent().threadIdx)
    FakeCUDAModule.blockIdx = property(lambda cuda: getcurrent().blockIdx)
    for function in FUNCTIONS:
        setattr(FakeCUDAModule, function.__name__, function)
