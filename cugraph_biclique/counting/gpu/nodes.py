# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Making nodes: a picked row, and what the later ones have in common with it."""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cuda import (
    ONE,
    WARP,
    WORD,
    ZERO,
    advance,
    append,
    ballot_of,
    cuda,
    device,
    from_lane,
    lanes_before,
    popcount,
    sum_before,
    voters,
)
from cugraph_biclique.counting.gpu.state import BEGIN, BUFFER, N_ROWS, PICKS, WIDTH
from cugraph_biclique.search.gpu.stack import group_for, take_nodes, take_slab
from cugraph_biclique.search.gpu.state import (
    CHUNK_FIRST,
    CHUNK_NODE,
    CHUNK_SIZE,
    CHUNKS,
    DEFERRED,
    EXPAND_BEGIN,
    EXPAND_END,
    NEXT,
    ROW_LIMIT,
    ROWS_THEN,
)

SLAB = 2048  # words that a warp takes from the pool at a time
CHUNK_WORDS = 8192  # that a chunk reads, about
MOST_NOTED = 1 << 10  # rows of a chunk that are only noted


@device
def child_of(node, row):
    """A child: a node and the row that is picked."""
    return (np.int64(node) << np.int64(32)) | np.int64(row)


@device
def expand_rows(pool, control, least):
    """Make a node of every child that was noted; returns this thread's steps.

    A warp takes a group of children at a time, and makes their nodes one by one in a
    slab of the pool.
    """
    lane = cuda.threadIdx.x % WARP
    end = control[EXPAND_END]
    warps = cuda.gridsize(1) // WARP
    group = group_for(control, end - control[EXPAND_BEGIN], warps)
    slab_size = min(SLAB, (control[ROW_LIMIT] - control[ROWS_THEN]) // (4 * warps))
    slab, slab_end = np.int64(0), np.int64(0)
    steps = np.int64(0)
    first = control[EXPAND_BEGIN] + advance(control, NEXT, group)
    while first < end:
        n = min(group, end - first)
        mine = np.int64(0)
        if lane < n:
            mine = pool.inner[first + lane]
        node = take_nodes(control, n)
        waits = lane < n
        begin, rows, width, picks = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for j in range(n):
            child = from_lane(mine, j)
            parent = child >> np.int64(32)
            row = child & np.int64(0xFFFFFFFF)
            left = np.int64(pool.nodes[parent, PICKS]) - 1
            new_width, new_rows = measure(pool, parent, row, least)
            most = new_width * new_rows
            steps += (new_rows // WARP + 1) * pool.nodes[parent, WIDTH]
            if new_rows >= left:
                if slab_end - slab < most:
                    slab, slab_end = take_slab(control, most, slab_size)
                if node < 0 or slab_end - slab < most:
                    continue
                new_rows = cut_rows(pool, parent, row, new_rows, slab, least)
            if lane == j:
                waits = False
            if new_rows >= left:
                if lane == j:
                    begin, rows, width, picks = slab, new_rows, new_width, left
                slab += new_width * new_rows
        if rows > 0:
            describe(pool, node + lane, begin, rows, width, picks)
        add_chunks(pool, control, node + lane, rows, width, picks)
        append(control, DEFERRED, pool.deferred, mine, waits)
        first = control[EXPAND_BEGIN] + advance(control, NEXT, group)
    return steps


@device
def measure(pool, parent, row, least):
    """Words that the members of a row need, and how many later rows at most share
    enough of them: exactly so many if it is several words."""
    lane = cuda.threadIdx.x % WARP
    begin = np.int64(pool.nodes[parent, BEGIN])
    n, width = np.int64(pool.nodes[parent, N_ROWS]), np.int64(pool.nodes[parent, WIDTH])
    members = np.int64(0)
    for w in range(width):
        members += popcount(pool.bits[begin + w * n + row])
    new_width = (members + WORD - 1) // WORD
    if new_width == 1:
        return new_width, n - row - 1
    rows = np.int64(0)
    for first in range(row + 1, n, WARP):
        keep = shared_size(pool, begin, n, width, row, first + lane) >= least
        rows += voters(ballot_of(keep))
    return new_width, rows


@device
def shared_size(pool, begin, n, width, row, other):
    """Members that two rows of a node share; none behind the last row."""
    size = np.int32(0)
    if other < n:
        for w in range(width):
            at = begin + w * n
            size = np.int32(
                size + popcount(pool.bits[at + row] & pool.bits[at + other])
            )
    return size


@device
def cut_rows(pool, parent, row, stride, to, least):
    """Write the later rows that share enough with a row, in terms of its members, and
    return how many there are. Several words of a row stand `stride` places apart."""
    lane = cuda.threadIdx.x % WARP
    begin = np.int64(pool.nodes[parent, BEGIN])
    n, width = np.int64(pool.nodes[parent, N_ROWS]), np.int64(pool.nodes[parent, WIDTH])
    rows = np.int64(0)
    for first in range(row + 1, n, WARP):
        other = first + lane
        keep = shared_size(pool, begin, n, width, row, other) >= least
        kept = ballot_of(keep)
        place = to + rows + lanes_before(kept, lane)
        if keep and width == 1:
            pool.bits[place] = pool.bits[begin + row] & pool.bits[begin + other]
        elif keep:
            pack_row(pool, begin, n, width, row, other, place, stride)
        rows += voters(kept)
    return rows


@device
def pack_row(pool, begin, n, width, row, other, place, stride):
    """Write what a row has of another's members, side by side."""
    held, filled = ZERO, np.uint64(0)
    for w in range(width):
        members = pool.bits[begin + w * n + row]
        word = pool.bits[begin + w * n + other]
        while members != ZERO:
            lowest = members & (~members + ONE)
            if word & lowest != ZERO:
                held |= ONE << filled
            filled += ONE
            if filled == WORD:
                pool.bits[place] = held
                place += stride
                held, filled = ZERO, np.uint64(0)
            members ^= lowest
    if filled > ZERO:
        pool.bits[place] = held


@device
def describe(pool, node, begin, n, width, picks):
    """Where the rows of a node are, and how many of them are still to be picked."""
    pool.nodes[node, BEGIN] = begin
    pool.nodes[node, N_ROWS] = n
    pool.nodes[node, WIDTH] = width
    pool.nodes[node, PICKS] = picks


@device
def add_chunks(pool, control, node, n, width, picks):
    """List the chunks of each lane's node; n is 0 for a lane that has made none."""
    lane = cuda.threadIdx.x % WARP
    size, chunks = np.int64(1), np.int64(0)
    if n > 0:
        size = chunk_size(n, width, picks)
        chunks = (n + size - 1) // size
    before, total = sum_before(chunks, lane)
    if total > 0:
        at = advance(control, CHUNKS, total) + before
        for k in range(chunks):
            write_chunk(pool, at + k, node, k * size, size)


@device
def write_chunk(pool, at, node, first, size):
    """A warp's share of a node: rows from `first` on."""
    pool.chunks[at, CHUNK_NODE] = node
    pool.chunks[at, CHUNK_FIRST] = first
    pool.chunks[at, CHUNK_SIZE] = size


@device
def chunk_size(n, width, picks):
    """Rows of a chunk: few where each means much work, as nobody should wait long for
    the last one of a level. A node whose rows a warp can hold is one."""
    if picks > 3 or (picks == 3 and width > 1):
        return np.int64(MOST_NOTED)
    if picks == 2 and width == 1 and n <= BUFFER:
        return np.int64(BUFFER)
    each = n * width if picks == 2 else n + n * n // 16
    return max(np.int64(1), min(np.int64(WARP), np.int64(CHUNK_WORDS) // each))
