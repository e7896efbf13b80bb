# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Making narrow nodes: room in the pool, and rows copied from the node above."""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cuda import (
    ALL_LANES,
    WARP,
    WARPS,
    ZERO,
    at_least,
    cuda,
    device,
    from_first_lane,
    from_lane,
    lanes_before,
    sum_before,
    voters,
)
from cugraph_biclique.search.gpu.state import (
    CHUNKS,
    DEFERRED,
    EXPAND_BEGIN,
    EXPAND_END,
    FIRST_LOST,
    GROUP,
    NEXT,
    NODE_LIMIT,
    NODES,
    ROW_LIMIT,
    ROWS,
)

LEAST_CHUNK = 4
CHUNK_PAIRS = 2048  # of a candidate and a row: more are another chunk
SLOTS = 256  # of a warp's table of the excluded rows that a node has
MIX = np.uint64(0x9E3779B97F4A7C15)


@device
def next_piece(control, n):
    """The warp's next piece of work: n consecutive items, from where."""
    first = np.int64(0)
    if cuda.threadIdx.x % WARP == 0:
        first = cuda.atomic.add(control, NEXT, n)
    return from_first_lane(first)


@device
def expand_rows(pool, control, least):
    """Make a node of every child that was noted; returns this thread's steps.

    A warp takes a group of children at a time, and room for all of them at once: one
    by one, the warps would queue for the cursors.
    """
    tables = cuda.shared.array((WARPS, SLOTS), np.uint64)
    table = tables[cuda.threadIdx.x // WARP]
    lane = cuda.threadIdx.x % WARP
    begin, end = control[EXPAND_BEGIN], control[EXPAND_END]
    group = group_for(control, end - begin, cuda.gridsize(1) // WARP)
    steps = np.int64(0)
    first = begin + next_piece(control, group)
    while first < end:
        n = min(group, end - first)
        mine, n_later, n_other = np.int64(-1), np.int64(0), np.int64(0)
        if lane < n:
            mine = np.int64(pool.inner[first + lane])
            n_later = np.int64(pool.n_later[mine])
            n_other = np.int64(pool.n_other[mine])
        node, at = take_rooms(pool, control, n, n_later, n_other)
        if node < 0:
            defer(control, DEFERRED, pool.deferred, mine, n)
        else:
            if lane < n:
                old = pool.owner[mine]
                describe(pool, node + lane, at, n_later, n_other)
                pool.joined[node + lane] = pool.size[mine]
                pool.universe[node + lane] = pool.universe[old]
            for j in range(n):
                row = from_lane(mine, j)
                start = from_lane(at, j)
                other = start + from_lane(n_later, j)
                last = clear_table(table, from_lane(n_other, j))
                steps += fill_node(
                    pool, row, node + j, start, other, least, table, last
                )
        first = begin + next_piece(control, group)
    return steps


@device
def group_for(control, n, warps):
    """Children that a warp takes at a time: as many as leave no warp without any."""
    return max(np.int64(1), min(control[GROUP], n // (4 * warps)))


@device
def kind_of_row(pool, k, mask, least):
    """What a candidate row is to the child `mask`: 0 nothing, 1 a candidate, 2 an
    excluded row."""
    other = pool.bits[k]
    meet = other & mask
    if pool.owner[k] < 0 or meet == mask or not at_least(meet, least):
        return 0
    if other > mask:
        return 1
    return 2


@device
def clear_table(table, n):
    """Empty as much of a warp's table as n rows need; its last place."""
    last = np.int64(WARP - 1)
    while last < n and last < SLOTS - 1:
        last = 2 * last + 1
    cuda.syncwarp()
    for k in range(cuda.threadIdx.x % WARP, last + 1, WARP):
        table[k] = ZERO
    cuda.syncwarp()
    return last


@device
def is_new(table, last, row):
    """Whether an excluded row is not the one that was last put in its place.

    Of equal rows one is enough. Most are found so, for very little: a place has room
    for one row, and the newest stays there.
    """
    place = np.int64((row * MIX) >> np.uint64(40)) & last
    return cuda.atomic.exch(table, place, row) != row


@device
def fill_node(pool, row, new, at, other_at, least, table, last):
    """Copy the rows that meet the child of `row`, each group in order; returns steps.

    Of the rows that the test has counted, some may have been found not maximal since,
    or be equal: the node is shorter then than the room that was made for it.
    """
    node = pool.owner[row]
    mask = pool.bits[row]
    lane = cuda.threadIdx.x % WARP
    c_begin, c_end = pool.candidates[node, 0], pool.candidates[node, 1]
    for first in range(c_begin, c_end, WARP):
        k = first + lane
        kind = 0
        if k < c_end:
            kind = kind_of_row(pool, k, mask, least)
        meet = ZERO
        if kind != 0:
            meet = pool.bits[k] & mask
        if kind == 2 and not is_new(table, last, meet):
            kind = 0
        later = cuda.ballot_sync(ALL_LANES, kind == 1)
        other = cuda.ballot_sync(ALL_LANES, kind == 2)
        if kind == 1:
            place = at + lanes_before(later, lane)
            pool.bits[place] = meet
            pool.weight[place] = pool.total[k]
            pool.owner[place] = new
        elif kind == 2:
            pool.bits[other_at + lanes_before(other, lane)] = meet
        at += voters(later)
        other_at += voters(other)
    e_begin, e_end = pool.excluded[node, 0], pool.excluded[node, 1]
    for first in range(e_begin, e_end, WARP):
        k = np.uint64(first + lane)
        meet = ZERO
        if first + lane < e_end:
            meet = pool.bits[k] & mask
        keep = at_least(meet, least) and is_new(table, last, meet)
        ballot = cuda.ballot_sync(ALL_LANES, keep)
        if keep:
            pool.bits[other_at + lanes_before(ballot, lane)] = meet
        other_at += voters(ballot)
    if lane == 0:
        pool.candidates[new, 1] = at
        pool.excluded[new, 1] = other_at
    return (c_end - c_begin + e_end - e_begin) // WARP + 2


@device
def describe(pool, node, first, n_later, n_other):
    """Where the rows of a node are: candidates, then excluded rows."""
    pool.candidates[node, 0] = first
    pool.candidates[node, 1] = first + n_later
    pool.excluded[node, 0] = first + n_later
    pool.excluded[node, 1] = first + n_later + n_other


@device
def take_room(control, n_nodes, n_rows):
    """The first of so many nodes and rows, or -1 if there is no room: one thread."""
    first = cuda.atomic.add(control, ROWS, n_rows)
    if first + n_rows > control[ROW_LIMIT]:
        cuda.atomic.min(control, FIRST_LOST, first)
        return np.int64(-1), first
    node = cuda.atomic.add(control, NODES, n_nodes)
    if node + n_nodes > control[NODE_LIMIT]:
        return np.int64(-1), first
    return node, first


@device
def take_rooms(pool, control, n, n_later, n_other):
    """Room for a node of each of the first n lanes: the first node, or -1 for all of
    them, and this lane's first row."""
    lane = cuda.threadIdx.x % WARP
    before, total = sum_before(n_later + n_other, lane)
    node, first = np.int64(-1), np.int64(0)
    if lane == 0:
        node, first = take_room(control, n, total)
    node, first = from_first_lane(node), from_first_lane(first) + before
    if node >= 0:
        size = chunk_size(n_later + n_other)
        before, total = sum_before((n_later + size - 1) // size, lane)
        at = np.int64(0)
        if lane == 0:
            at = cuda.atomic.add(control, CHUNKS, total)
        write_chunks(
            pool, from_first_lane(at) + before, node + lane, first, n_later,
            n_later + n_other,
        )  # fmt: skip
    return node, first


@device
def write_chunks(pool, at, node, first, n_later, n_rows):
    """The chunks in which the candidates of a node will be tested: one thread."""
    size = chunk_size(n_rows)
    for k in range(0, n_later, size):
        pool.chunk_node[at] = node
        pool.chunk_first[at] = first + k
        pool.chunk_size[at] = size
        at += 1


@device
def chunk_size(n_rows):
    """Candidates of a chunk: fewer in a node of many rows, as nobody should wait long
    for the last chunk of a level."""
    size = np.int64(WARP)
    while size > LEAST_CHUNK and size * n_rows > CHUNK_PAIRS:
        size //= 2
    return size


@device
def defer(control, counter, waiting, item, n):
    """Put the items of the first n lanes on a list, for later."""
    lane = cuda.threadIdx.x % WARP
    at = np.int64(0)
    if lane == 0:
        at = cuda.atomic.add(control, counter, n)
    at = from_first_lane(at)
    if lane < n:
        waiting[at + lane] = item
