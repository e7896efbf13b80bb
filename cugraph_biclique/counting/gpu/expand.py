# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Expand nodes: build the node of each child from a picked row and the later rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.counting.gpu.full_rows import add_picks
from cugraph_biclique.counting.gpu.state import (
    BEGIN,
    BUFFER,
    FULL,
    KIND,
    MADE,
    MADE_FULL,
    N_ROWS,
    PICKS_BITS,
    Rows,
)
from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
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
    has_lane,
    lanes_before,
    lowest_lane,
    popcount,
    sum_before,
    voters,
    warp_sum_32,
    without,
)
from cugraph_biclique.device.stack import group_for, take_nodes, take_slab

SLAB = 2048  # words that a warp reserves in the pool at a time
CHUNK_WORDS = 8192  # approximate words that a chunk reads
MOST_NOTED = 1 << 10  # most rows of a chunk whose rows become children
SUBSET_ROWS = 5  # most rows of a child whose subsets a warp counts, one per lane


class Child(NamedTuple):
    """A child with at most SUBSET_ROWS rows, which gets no node."""

    n_rows: Any
    few: Any  # lane i has the i-th row
    full: Any  # full rows, those of the nodes above among them
    picks: Any  # that are left


@device
def child_of(node, row):
    """Encode a child: a node, and the picked row."""
    return (np.int64(node) << np.int64(32)) | np.int64(row)


@device
def width_of(kind):
    """Return the words of a row of a node, from the KIND of the node."""
    return np.int32(kind >> PICKS_BITS)


@device
def picks_of(kind):
    """Return the picks left in a node, from the KIND of the node."""
    return np.int32(kind & ((1 << PICKS_BITS) - 1))


@device
def expand_rows(pool, sums, least):
    """Build the node of each listed child; return the steps of this thread.

    A warp takes a group of children at a time, and builds their nodes one by one, in a
    slab of the pool. A child with few rows gets no node: the warp counts all of its
    sets at once.
    """
    control = sums.control
    lane = np.int32(cuda.threadIdx.x % WARP)
    end = control[C.EXPAND_END]
    warps = cuda.gridsize(1) // WARP
    group = group_for(control, end - control[C.EXPAND_BEGIN], warps)
    slab_size = min(SLAB, (control[C.ROW_LIMIT] - control[C.ROWS_THEN]) // (4 * warps))
    slab, slab_end = np.int64(0), np.int64(0)
    steps, made, full = np.int64(0), np.int64(0), np.int64(0)
    first = control[C.EXPAND_BEGIN] + advance(control, C.NEXT, group)
    while first < end:
        n = np.int32(min(group, end - first))
        # Each lane reads the parent of one child.
        mine = np.int64(0)
        its_begin, its_n, its_width = np.int32(0), np.int32(0), np.int32(0)
        picks, its_full = np.int32(0), np.int32(0)
        if lane < n:
            mine = pool.inner[first + lane]
            parent = mine >> np.int64(32)
            its_begin, its_n = pool.nodes[parent, BEGIN], pool.nodes[parent, N_ROWS]
            kind, its_full = pool.nodes[parent, KIND], pool.nodes[parent, FULL]
            its_width, picks = width_of(kind), np.int32(picks_of(kind) - 1)
        its_row = np.int32(mine & np.int64(0xFFFFFFFF))
        node = take_nodes(control, n)
        waits = lane < n
        begin, rows, size = np.int32(0), np.int32(0), np.int32(0)
        for j in range(n):
            parent_begin, parent_n = from_lane(its_begin, j), from_lane(its_n, j)
            parent_width, row = from_lane(its_width, j), from_lane(its_row, j)
            left, full_above = from_lane(picks, j), from_lane(its_full, j)
            parent_rows = Rows(parent_begin, parent_n, parent_width)
            members, new_rows, new_full, few = measure(pool, parent_rows, row, least)
            steps += ((parent_n - row) // WARP + 1) * parent_width
            is_node = new_rows > SUBSET_ROWS
            if new_rows + new_full + full_above < left:
                is_node = False
            elif is_node:
                most = np.int64(words_of(members)) * new_rows
                if node >= 0 and slab_end - slab < most:
                    slab, slab_end = take_slab(control, most, slab_size)
                if node < 0 or slab_end - slab < most:
                    continue
                cut_rows(pool, parent_rows, row, members, new_rows, slab, least)
            elif new_rows > 0:
                child = Child(new_rows, few, full_above + new_full, left)
                count_subsets(pool, sums, parent_rows, row, child, least)
            made += np.int64(new_rows) + np.int64(new_full)
            full += np.int64(new_full)
            if lane == j:
                waits = False
                its_full = np.int32(its_full + new_full)
                size = members
            if is_node:
                if lane == j:
                    begin, rows = np.int32(slab), new_rows
                slab += np.int64(words_of(members)) * new_rows
        if size > 0:
            add_picks(sums, size, its_full, picks)
        width = words_of(size)
        if rows > 0:
            describe(pool, node + lane, begin, rows, width, picks, its_full)
        add_chunks(
            pool, control, node + lane, np.int64(rows), np.int64(width), np.int64(picks)
        )
        append(control, C.DEFERRED, pool.deferred, mine, waits)
        first = control[C.EXPAND_BEGIN] + advance(control, C.NEXT, group)
    if lane == 0 and made > 0:
        cuda.atomic.add(control, MADE, made)
        cuda.atomic.add(control, MADE_FULL, full)
    return steps


@device
def measure(pool, node, row, least):
    """Measure the child of a row, by a warp.

    Return the number of members of the row, and the numbers of rows and full rows of
    the child. The last result is the i-th row of the child, in lane i < SUBSET_ROWS.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    members = np.int32(0)
    for w in range(lane, node.width, WARP):
        members += popcount(pool.bits[node.begin + w * node.n + row])
    members = warp_sum_32(members)
    rows, full, mine = np.int32(0), np.int32(0), np.int32(0)
    for first in range(row + 1, node.n, WARP):
        size = shared_size(pool, node, row, first + lane)
        kept = ballot_of(size >= least and size < members)
        full = np.int32(full + voters(ballot_of(size == members)))
        place, todo = rows, kept
        while todo != 0 and place < SUBSET_ROWS:
            if lane == place:
                mine = np.int32(first + lowest_lane(todo))
            todo = without(todo, lowest_lane(todo))
            place = np.int32(place + 1)
        rows = np.int32(rows + voters(kept))
    return members, rows, full, mine


@device
def words_of(members):
    """Return the number of words of a row with these members."""
    return np.int32((members + WORD - 1) // WORD)


@device
def shared_size(pool, node, row, other):
    """Return the number of members that two rows share; 0 if `other` is no row."""
    size = np.int32(0)
    if other < node.n:
        for w in range(node.width):
            at = node.begin + w * node.n
            size = np.int32(
                size + popcount(pool.bits[at + row] & pool.bits[at + other])
            )
    return size


@device
def cut_rows(pool, node, row, members, stride, to, least):
    """Write the later rows that share enough with a row, restricted to its members.

    A warp does this. It does not write full rows, which have all members of the row.
    There are `stride` other rows, and the words of a row are `stride` places apart.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    rows = np.int32(0)
    begin = node.begin
    for first in range(row + 1, node.n, WARP):
        other = np.int32(first + lane)
        size = shared_size(pool, node, row, other)
        keep = size >= least and size < members
        kept = ballot_of(keep)
        place = to + rows + lanes_before(kept, lane)
        if keep and node.width == 1:
            pool.bits[place] = pool.bits[begin + other] & pool.bits[begin + row]
        elif keep:
            pack_row(pool, node, row, other, place, stride)
        rows = np.int32(rows + voters(kept))


@device
def count_subsets(pool, sums, node, row, child, least):
    """Count the sets of a child of a row of a node, by a warp.

    Lane s takes the rows whose bits are set in s, and completes them by full rows.
    `expand_rows` counts the empty subset.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    size = np.int32(0)
    for w in range(node.width):
        at = node.begin + w * node.n
        word = pool.bits[at + row]
        for i in range(child.n_rows):
            other = from_lane(child.few, i)
            if has_lane(np.uint32(lane), i):
                word &= pool.bits[at + other]
        size = np.int32(size + popcount(word))
    chosen = voters(lane)
    if 0 < lane < (1 << child.n_rows) and size >= least and chosen <= child.picks:
        add_picks(sums, size, child.full, np.int32(child.picks - chosen))


@device
def pack_row(pool, node, row, other, place, stride):
    """Pack the bits that `other` has at the members of `row`, and write them."""
    held, filled = ZERO, np.uint64(0)
    for w in range(node.width):
        members = pool.bits[node.begin + w * node.n + row]
        word = pool.bits[node.begin + w * node.n + other]
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
def describe(pool, node, begin, n, width, picks, full):
    """Store a node: where its rows are, how many, its picks left, and its full rows."""
    pool.nodes[node, BEGIN] = begin
    pool.nodes[node, N_ROWS] = n
    pool.nodes[node, KIND] = width << PICKS_BITS | picks
    pool.nodes[node, FULL] = full


@device
def add_chunks(pool, control, node, n, width, picks):
    """List the chunks of each lane's node; n is 0 for a lane without a node."""
    lane = cuda.threadIdx.x % WARP
    size, chunks = np.int64(1), np.int64(0)
    if n > 0:
        size = chunk_size(n, width, picks)
        chunks = (n + size - 1) // size
    before, total = sum_before(chunks, lane)
    if total > 0:
        at = advance(control, C.CHUNKS, total) + before
        for k in range(chunks):
            write_chunk(pool, at + k, node, k * size, size)


@device
def write_chunk(pool, at, node, first, size):
    """Write a chunk: `size` rows of a node from `first` on, for one warp."""
    pool.chunks[at, C.CHUNK_NODE] = node
    pool.chunks[at, C.CHUNK_FIRST] = first
    pool.chunks[at, C.CHUNK_SIZE] = size


@device
def chunk_size(n, width, picks):
    """Return the number of rows per chunk.

    Chunks of heavy rows are short, so that the last chunk of a level ends soon. With
    two picks left, a node that fits the buffer of a warp is one chunk.
    """
    if picks > 3 or (picks == 3 and width > 1):
        return np.int64(MOST_NOTED)
    if picks == 2 and width == 1 and n <= BUFFER:
        return np.int64(BUFFER)
    each = n * width if picks == 2 else n + n * n // 16
    return max(np.int64(1), min(np.int64(WARP), np.int64(CHUNK_WORDS) // each))
