# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What lanes of a warp say to each other, for a simulator that has no warps.

Numba's simulator runs a thread for each CUDA thread, and knows the barrier of a block
only. Here the 32 threads of a warp meet: each leaves what it has to say, waits for the
others, and reads what they said. That is right for full warps that are converged, and
for them alone, so a lane that calls something else than the others, or with another
mask, is an error.

A block's own barrier is replaced too. The simulator asks its threads in turns, which
takes twice as long, and leaves the others waiting when one fails.
"""

import threading
import time
from contextlib import suppress

from numba.cuda.simulator.kernel import BlockManager, BlockThread
from numba.cuda.simulator.kernelapi import FakeCUDAModule

WARP = 32
ALL_LANES = 0xFFFFFFFF
PATIENCE = 60  # seconds until a thread gives the others up


class Meeting:
    """A barrier. That of `threading` wakes all for one lock, and takes far longer."""

    def __init__(self, threads):
        self.here = 0
        self.failed = False
        self.counting = threading.Lock()
        self.gates = [threading.Lock() for _ in range(threads)]
        for gate in self.gates:
            gate.acquire()

    def wait(self, place):
        """Wait for all others; `place` is the number of the caller."""
        with self.counting:
            self.here += 1
            last = self.here == len(self.gates)
            if last:
                self.here = 0
        if last:
            self.open(place)
        elif not self.gates[place].acquire(timeout=PATIENCE):
            self.failed = True
        if self.failed:
            raise threading.BrokenBarrierError

    def open(self, place=None):
        """Let all others go on."""
        for other, gate in enumerate(self.gates):
            if other != place:
                with suppress(RuntimeError):  # open already, as somebody gave up
                    gate.release()

    def give_up(self):
        """Let nobody wait for a thread that has failed."""
        self.failed = True
        self.open()


class Warp:
    """Where the lanes of one warp meet."""

    def __init__(self):
        self.meeting = Meeting(WARP)
        # Two, so that one barrier is enough: nobody writes to the first again before
        # all have left it, and said something in the second.
        self.said = [None] * WARP, [None] * WARP


class LaneThread(BlockThread):
    """A CUDA thread, which has its place in a warp."""

    def __init__(self, block, *args):
        super().__init__(*args)
        self.block = block
        self.warp = block.warps[self.thread_id // WARP]
        self.lane = self.thread_id % WARP
        self.turn = 0

    def run(self):
        super().run()
        if self.exception:
            self.block.give_up(self.exception)

    def syncthreads(self):
        self.block.meeting.wait(self.thread_id)


class Block:
    """Where the threads of a block meet, and its warps."""

    def __init__(self, threads):
        assert threads % WARP == 0, "blocks have full warps"
        self.meeting = Meeting(threads)
        self.warps = [Warp() for _ in range(threads // WARP)]
        self.errors = []

    def give_up(self, error):
        """A thread has failed: the others must not wait for it."""
        self.errors.append(error)
        for at in (self, *self.warps):
            at.meeting.give_up()


def run_block(manager, block_index, *args):
    """Run one block of a kernel to its end."""
    threads, *others = manager._block_dim
    assert others == [1, 1], "blocks have one dimension"
    block = Block(threads)
    lanes = [
        LaneThread(
            block, lambda: manager._f(*args), manager, block_index, (i, 0, 0), False
        )
        for i in range(threads)
    ]
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join()
    if block.errors:
        error, traceback = block.errors[0]  # those after it may be of waiting in vain
        raise error.with_traceback(traceback)


def exchange(name, mask, value=None):
    """This lane's number, and the values of all lanes."""
    thread = threading.current_thread()
    warp = thread.warp
    said = warp.said[thread.turn]
    thread.turn = 1 - thread.turn
    said[thread.lane] = name, int(mask), value
    warp.meeting.wait(thread.lane)
    names, masks, values = zip(*said, strict=True)
    if set(names) != {name} or set(masks) != {ALL_LANES}:
        raise AssertionError(f"the lanes of a warp diverge: {set(names)}, {set(masks)}")
    return thread.lane, values


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
    _, votes = exchange("ballot_sync", mask, bool(predicate))
    return sum(1 << lane for lane, vote in enumerate(votes) if vote)


def match_any_sync(cuda, mask, value):
    _, values = exchange("match_any_sync", mask, int(value))
    return sum(1 << lane for lane, other in enumerate(values) if other == int(value))


def any_sync(cuda, mask, predicate):
    return any(exchange("any_sync", mask, bool(predicate))[1])


def all_sync(cuda, mask, predicate):
    return all(exchange("all_sync", mask, bool(predicate))[1])


def nanosleep(cuda, nanoseconds):
    """Let others go on, who are much slower here."""
    time.sleep(0.002)


INTRINSICS = (
    syncwarp, shfl_sync, shfl_up_sync, shfl_down_sync, shfl_xor_sync, ballot_sync,
    match_any_sync, any_sync, all_sync, nanosleep,
)  # fmt: skip


def install():
    """Give all that to the simulator, and to the `cuda` that kernels see there."""
    BlockManager.run = run_block
    for function in INTRINSICS:
        setattr(FakeCUDAModule, function.__name__, function)
