# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The stack of levels in a pool and its reservations, for the search and for counts.

Two kernels alternate; the search has a third. One kernel tests the newest nodes and
notes which of their children to expand. The other makes nodes of these children. The
newest level is on top of the stack and comes next, so the depth bounds the memory. A
child that does not fit is deferred until the top is done. The last block to finish a
kernel updates the stack, so the next round needs no host.

Each level may fill a share of the free pool. Most nodes are several levels down. If a
level needs several rounds, every level below it needs as many more. So shares adapt. A
level whose children do not fit at once takes half as much the next time; otherwise it
takes a little more, up to one half. Deferred children are retried in batches that are
likely to fit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import launch
from cugraph_biclique.device.simt import (
    WARP,
    WARPS,
    advance,
    cuda,
    device,
    from_first_lane,
    kernel,
    warp_sum,
)

WHOLE = 1024  # a share of WHOLE is all of the free pool
MOST_SHARE = WHOLE // 2
LEVEL_ROWS = 1 << 24  # most rows per level: enough for any device; more miss the cache


def new_stack() -> Any:
    """Return a stack without levels: int64 (STACK_DEPTH, STACK_FIELDS)."""
    stack = xp.empty((C.STACK_DEPTH, C.STACK_FIELDS), np.int64)
    launch(_clear, 1, stack)
    return stack


@kernel
def _clear(stack):
    """Make a stack empty, one level per thread."""
    clear_stack(stack)


@device
def clear_stack(stack):
    """Make a stack empty, one level per thread."""
    for depth in range(cuda.grid(1), C.STACK_DEPTH, cuda.gridsize(1)):
        for field in range(C.STACK_FIELDS):
            stack[depth, field] = 0
        stack[depth, C.S_SHARE] = MOST_SHARE


def fresh_control(pool: Any, words: int, part: int = 2) -> np.ndarray:
    """Return `control` for an empty pool; roots may fill 1 / `part` of the pool."""
    control = np.zeros(words, np.int64)
    control[C.FIRST_LOST] = C.NEVER
    control[C.GROUP] = WARP
    control[C.ROW_LIMIT] = len(pool.bits) // part
    control[C.NODE_LIMIT] = len(pool.nodes) // part
    return control


def next_share(tried: int, left: int) -> int:
    """Number of roots to try next, if `left` of the last `tried` roots did not fit.

    The sweep of a root that does not fit is wasted work.
    """
    made = tried - left
    return made + made // 4 + 1 if left else 2 * tried


@device
def blocks_to_test(control):
    """Number of blocks, from the first on, that take part in a test or a count.

    The other blocks end at once: looking for missing work takes longer than most rounds
    of a small pool. When all blocks that take part have finished, the last one lowers
    this number. A block that starts later takes no part.
    """
    return blocks_with(control[C.CHUNKS] + control[C.DEFERRED] // WARP)


@device
def blocks_to_expand(control):
    """Number of blocks that take part in an expansion, as in `blocks_to_test`."""
    return blocks_with(control[C.EXPAND_END] - control[C.EXPAND_BEGIN])


@device
def blocks_with(pieces):
    """Number of blocks, at least one, for work items that warps take one by one."""
    most = (pieces + WARPS - 1) // WARPS
    return max(np.int64(1), min(np.int64(cuda.gridDim.x), most))


@device
def is_last_block(control, blocks, steps):
    """Whether this is the first thread of the last of `blocks` blocks to finish.

    Also adds up the steps of the block, for the report of the load balance.
    """
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
    """Push the children that the test noted, by one thread. The top of the stack is
    expanded next."""
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
    """Reset the work lists: all chunks are tested, and deferred children are pushed."""
    control[C.CHUNKS] = 0
    control[C.NEXT] = 0
    control[C.DEFERRED] = 0


@device
def expand_nothing(control):
    """Skip this round's expansion. The stack and the children noted so far stay.

    Donated levels refer to rows that an expansion would overwrite.
    """
    control[C.EXPAND_END] = control[C.EXPAND_BEGIN]
    forget_tested(control)


@device
def share(used, size, part, largest):
    """Return up to how many rows or nodes of the pool may be in use after a level.

    Room for one node of the largest size is reserved for each level below. The level
    gets its share of the rest. So a node always has room for one child, unless the pool
    is too small for that.
    """
    spare = max(np.int64(0), size - used - C.STACK_DEPTH * largest)
    return min(size, used + largest + min(spare * part // WHOLE, np.int64(LEVEL_ROWS)))


@device
def learn(pool, level, fits):
    """Raise the share of a level if all of its children fit at once; else halve it."""
    part = pool.stack[level, C.S_SHARE]
    more = min(part + part // 8 + 1, np.int64(MOST_SHARE))
    pool.stack[level, C.S_SHARE] = more if fits else max(part // 2, np.int64(1))


@device
def close_segment(pool, control):
    """Keep the deferred children on the stack, by one thread. The new nodes are tested
    next."""
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
    elif control[C.GROUP] > 1:  # a single child may fit where a group does not
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
    """Copy the deferred children to their places on the stack, one per thread."""
    n = control[C.DEFERRED]
    if n > 0:
        begin = pool.stack[control[C.DEPTH] - 1, C.S_END] - n
        threads = blocks_to_test(control) * cuda.blockDim.x
        for i in range(cuda.grid(1), n, threads):
            pool.inner[begin + i] = pool.deferred[i]


@device
def group_for(control, n, warps):
    """Number of children that a warp takes at a time, so that all warps are busy."""
    return max(np.int64(1), min(control[C.GROUP], n // (4 * warps)))


@device
def take_nodes(control, n):
    """Reserve n nodes, once per warp; returns the first, or -1 if they do not fit."""
    node = advance(control, C.NODES, n)
    return node if node + n <= control[C.NODE_LIMIT] else np.int64(-1)


@device
def take_slab(control, least, most):
    """Reserve a slab, a range of rows for a warp to fill; empty if the pool is full.

    The slab has at least `least` rows, and `most` unless memory is short.
    """
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
    """Reserve n rows, by one thread; returns the first, or -1 if they do not fit."""
    first = cuda.atomic.add(control, C.ROWS, n)
    if first + n <= control[C.ROW_LIMIT]:
        return first
    cuda.atomic.min(control, C.FIRST_LOST, first)
    return np.int64(-1)


@device
def take_room(control, n_nodes, n_rows):
    """Reserve nodes and rows, by one thread; returns the first of each.

    The node is -1 if there is no room for both.
    """
    first = take_rows(control, n_rows)
    if first < 0:
        return np.int64(-1), first
    node = cuda.atomic.add(control, C.NODES, n_nodes)
    if node + n_nodes > control[C.NODE_LIMIT]:
        return np.int64(-1), first
    return node, first
