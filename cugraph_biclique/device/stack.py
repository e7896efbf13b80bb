# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The stack of levels that a pool holds, and room in it: for the search and for counts.

Two kernels take turns, in the search a third one with them. One looks at the newest
nodes and notes which of their children are to be made, the other makes them. What a
level has made is the top of the stack and comes next, so memory is bounded by the
depth; a node that finds no room is deferred until the top is done. The block that is
the last to finish keeps the stack, so levels follow each other with no word from the
host.

Each level may fill a share of what is left of the pool. Most nodes are some levels
down, and a level that has to be made in many turns costs as many of all levels below
it. So shares are learnt: a level whose children found no room at once takes half as
much the next time, and one whose children did a little more, up to a half. What is
left then is tried as many at a time as may find room.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import (
    WARP,
    WARPS,
    advance,
    cuda,
    device,
    from_first_lane,
    warp_sum,
)

WHOLE = 1024  # of which shares are
MOST_SHARE = WHOLE // 2
LEVEL_ROWS = 1 << 24  # of a level: enough for a device, and more would miss its cache


def new_stack() -> Any:
    """A stack without levels."""
    stack = xp.zeros((C.STACK_DEPTH, C.STACK_FIELDS), np.int64)
    stack[:, C.S_SHARE] = MOST_SHARE
    return stack


def fresh_control(pool: Any, words: int, part: int = 2) -> np.ndarray:
    """The words of `control` while nothing is in the pool. Roots may fill one part in
    `part` of it."""
    control = np.zeros(words, np.int64)
    control[C.FIRST_LOST] = C.NEVER
    control[C.GROUP] = WARP
    control[C.ROW_LIMIT] = len(pool.bits) // part
    control[C.NODE_LIMIT] = len(pool.nodes) // part
    return control


def next_share(tried: int, left: int) -> int:
    """How many roots to try next, if of so many so many found no room: each is swept
    in vain if there is none."""
    made = tried - left
    return made + made // 4 + 1 if left else 2 * tried


@device
def blocks_to_test(control):
    """How many blocks, the first ones, take part in a test or a count. The others end
    at once: to ask for work that is not there takes longer than most turns of a small
    pool. For those that take part the answer stays the same until all have finished;
    one that begins later finds less work."""
    return blocks_with(control[C.CHUNKS] + control[C.DEFERRED] // WARP)


@device
def blocks_to_expand(control):
    """The same for the making of nodes."""
    return blocks_with(control[C.EXPAND_END] - control[C.EXPAND_BEGIN])


@device
def blocks_with(pieces):
    """Blocks, at least one, for pieces of work that warps take one by one."""
    most = (pieces + WARPS - 1) // WARPS
    return max(np.int64(1), min(np.int64(cuda.gridDim.x), most))


@device
def is_last_block(control, blocks, steps):
    """Whether this is the first thread of the block, of so many, that is the last to
    finish. Its steps are added up, for the report of how even the shares were."""
    sums = cuda.shared.array(1, np.int64)
    if cuda.threadIdx.x == 0:
        sums[0] = 0
    cuda.syncthreads()
    steps = warp_sum(steps)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(sums, 0, steps)
    cuda.threadfence()
    cuda.syncthreads()
    if cuda.threadIdx.x != 0:
        return False
    cuda.atomic.add(control, C.STEPS, sums[0])
    cuda.atomic.max(control, C.BUSIEST, sums[0])
    cuda.threadfence()
    if cuda.atomic.add(control, C.FINISHED, 1) < blocks - 1:
        return False
    cuda.threadfence()
    control[C.AT_MOST] += control[C.BUSIEST] * cuda.gridDim.x
    control[C.BUSIEST] = 0
    control[C.FINISHED] = 0
    return True


@device
def open_segment(pool, control):
    """Put the children that the test found on the stack, and take what is on top."""
    depth = control[C.DEPTH]
    begin = np.int64(0)
    control[C.ROWS] = min(control[C.ROWS], control[C.FIRST_LOST])
    control[C.NODES] = min(control[C.NODES], control[C.NODE_LIMIT])
    if depth > 0:
        begin = pool.stack[depth - 1, C.S_END]
    if control[C.INNER] > begin:
        pool.stack[depth, C.S_BEGIN] = begin
        pool.stack[depth, C.S_END] = control[C.INNER]
        pool.stack[depth, C.S_ROWS] = control[C.ROWS]
        pool.stack[depth, C.S_NODES] = control[C.NODES]
        pool.stack[depth, C.S_TAKE] = C.ALL_OF_IT
        depth += 1
    control[C.DEPTH] = depth
    if depth > 0:
        top = depth - 1
        control[C.ROWS] = pool.stack[top, C.S_ROWS]
        control[C.NODES] = pool.stack[top, C.S_NODES]
        end = pool.stack[top, C.S_END]
        control[C.EXPAND_BEGIN] = max(
            pool.stack[top, C.S_BEGIN], end - pool.stack[top, C.S_TAKE]
        )
        control[C.EXPAND_END] = end
        control[C.ROWS_THEN] = control[C.ROWS]
        control[C.FIRST_LOST] = C.NEVER
        part = pool.stack[top, C.S_SHARE]
        n_rows, n_nodes = pool.bits.size, pool.nodes.shape[0]
        control[C.ROW_LIMIT] = share(control[C.ROWS], n_rows, part, control[C.WIDEST])
        control[C.NODE_LIMIT] = share(control[C.NODES], n_nodes, part, 1)
    else:
        control[C.EXPAND_END] = control[C.EXPAND_BEGIN]
    forget_tested(control)


@device
def forget_tested(control):
    """All of it has been tested, and all that was deferred is in its place."""
    control[C.CHUNKS] = 0
    control[C.NEXT] = 0
    control[C.DEFERRED] = 0


@device
def expand_nothing(control):
    """Leave the stack, and the children noted so far, as they are: what was handed over
    needs rows that others would be written to."""
    control[C.EXPAND_END] = control[C.EXPAND_BEGIN]
    forget_tested(control)


@device
def share(used, size, part, largest):
    """How far a level may fill what is left: its share, but for room for a largest
    node on each level below. So a child always finds room for one of its own, unless
    the pool is too small for that."""
    spare = max(np.int64(0), size - used - C.STACK_DEPTH * largest)
    return min(size, used + largest + min(spare * part // WHOLE, np.int64(LEVEL_ROWS)))


@device
def learn(pool, level, fits):
    """Change the share of a level by whether all of its children found room at once."""
    part = pool.stack[level, C.S_SHARE]
    more = min(part + part // 8 + 1, np.int64(MOST_SHARE))
    pool.stack[level, C.S_SHARE] = more if fits else max(part // 2, np.int64(1))


@device
def close_segment(pool, control):
    """What was deferred stays on the stack; what is new will be tested."""
    control[C.NEXT] = 0
    if control[C.EXPAND_END] == control[C.EXPAND_BEGIN]:
        return
    top = control[C.DEPTH] - 1
    control[C.ROWS] = min(control[C.ROWS], control[C.FIRST_LOST])
    control[C.FIRST_LOST] = C.NEVER
    control[C.NODES] = min(control[C.NODES], control[C.NODE_LIMIT])
    deferred = control[C.DEFERRED]
    made = control[C.EXPAND_END] - control[C.EXPAND_BEGIN] - deferred
    if made > 0:
        control[C.GROUP] = WARP
    elif control[C.GROUP] > 1:  # one child finds room where a group finds none
        control[C.GROUP] = 1
    else:
        control[C.STATUS] = C.STUCK
    if top > 0 and pool.stack[top, C.S_TAKE] == C.ALL_OF_IT:
        learn(pool, top - 1, deferred == 0)
    pool.stack[top, C.S_TAKE] = 2 * made if deferred == 0 else made + made // 4 + 1
    left = control[C.EXPAND_BEGIN] + deferred
    pool.stack[top, C.S_END] = left
    control[C.INNER] = left
    if left == pool.stack[top, C.S_BEGIN]:
        control[C.DEPTH] = top


@device
def keep_deferred(pool, control):
    """Copy the deferred entries to their place on the stack."""
    n = control[C.DEFERRED]
    if n > 0:
        begin = pool.stack[control[C.DEPTH] - 1, C.S_END] - n
        threads = blocks_to_test(control) * cuda.blockDim.x
        for i in range(cuda.grid(1), n, threads):
            pool.inner[begin + i] = pool.deferred[i]


@device
def group_for(control, n, warps):
    """Children that a warp takes at a time: as many as leave no warp without any."""
    return max(np.int64(1), min(control[C.GROUP], n // (4 * warps)))


@device
def take_nodes(control, n):
    """The first of n nodes, or -1 if there are not so many."""
    node = advance(control, C.NODES, n)
    return node if node + n <= control[C.NODE_LIMIT] else np.int64(-1)


@device
def take_slab(control, least, most):
    """Rows for a warp to fill, from where to where: none if the pool is full."""
    n = max(np.int64(least), most)
    if control[C.GROUP] == 1:
        n = np.int64(least)
    first = np.int64(0)
    if cuda.threadIdx.x % WARP == 0:
        first = take_rows(control, n)
    first = from_first_lane(first)
    return (first, first + n) if first >= 0 else (np.int64(0), np.int64(0))


@device
def take_rows(control, n):
    """The first of n rows, or -1 if there are not so many: one thread."""
    first = cuda.atomic.add(control, C.ROWS, n)
    if first + n <= control[C.ROW_LIMIT]:
        return first
    cuda.atomic.min(control, C.FIRST_LOST, first)
    return np.int64(-1)


@device
def take_room(control, n_nodes, n_rows):
    """The first of so many nodes and rows, or -1 if there is no room: one thread."""
    first = take_rows(control, n_rows)
    if first < 0:
        return np.int64(-1), first
    node = cuda.atomic.add(control, C.NODES, n_nodes)
    if node + n_nodes > control[C.NODE_LIMIT]:
        return np.int64(-1), first
    return node, first
