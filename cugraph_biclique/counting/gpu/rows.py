# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Picks of rows: with two or three picks left, count the sets; otherwise list children.

Sets are counted by the number of members that their rows share. So one count gives all
(p, q) with the same number of picks: the host multiplies these numbers by binomials.

Two kernels alternate, each on the whole device:

count   one warp per chunk of rows. With two picks left, count pairs of rows. With three
        picks left, intersect each row with the later rows, and count pairs of these.
expand  one warp per child: intersect the later rows with its row, as a new node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.counting.gpu.expand import (
    child_of,
    expand_rows,
    picks_of,
    shared_size,
    width_of,
)
from cugraph_biclique.counting.gpu.full_rows import add_sets, clear_ways, flush_ways
from cugraph_biclique.counting.gpu.state import (
    BEGIN,
    BUFFER,
    FULL,
    KIND,
    N_ROWS,
    SIZES,
    Rows,
    Sums,
)
from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
    SMALL,
    WARP,
    WARPS,
    WORD,
    advance,
    append,
    ballot_of,
    cuda,
    device,
    from_lane,
    has_lane,
    kernel,
    lanes_before,
    lowest_lane,
    popcount,
    voters,
    without,
    word_from_lane,
)
from cugraph_biclique.device.stack import (
    blocks_to_expand,
    blocks_to_test,
    close_segment,
    is_last_block,
    keep_deferred,
    open_segment,
)

WARP_ROWS = WARP  # rows of a node, one per lane
# A thread's 16-bit counters grow by at most one per step, and a warp flushes them only
# between two chunks. A chunk takes at most 24,000 steps: one row of MANY_ROWS, or 32
# rows of fewer than CHUNK_WORDS.
FLUSH_AFTER = 40_000  # steps
MANY_ROWS = 500_000  # nodes with more rows bypass the counters of the threads


class Chunk(NamedTuple):
    """The rows first:last of a node. The node has `full` full rows in addition."""

    begin: Any  # see `Rows`
    n: Any
    width: Any
    first: Any
    last: Any
    full: Any


@kernel(threads=SMALL, blocks=4)
def count(state, least):
    """Count the sets of the newest nodes, or list rows as children if more picks are
    left: one warp per chunk of a node's rows. The last block pushes the children.

    `state`: `State`.
    """
    pool, control = state.pool, state.control
    sizes = cuda.shared.array((SIZES, SMALL), np.uint16)  # one column per thread
    rows = cuda.shared.array((WARPS, BUFFER), np.uint64)
    ways = cuda.shared.array(SIZES, np.int64)
    # Another block may set the status at any time, so the warps of a block may read
    # different values. The count is given up then, and its sums do not matter.
    if cuda.blockIdx.x >= blocks_to_test(control) or control[C.STATUS] == C.STUCK:
        return
    for k in range(SIZES):
        sizes[k, cuda.threadIdx.x] = 0
    clear_ways(ways)
    sums = Sums(state.leaves, control, ways)
    steps = count_chunks(pool, sums, least, sizes, rows[cuda.threadIdx.x // WARP])
    flush_ways(ways, state.leaves)
    keep_deferred(pool, control)
    if is_last_block(control, blocks_to_test(control), steps):
        open_segment(pool, control)


@kernel(threads=SMALL, blocks=4)
def expand(state, least):
    """Build the nodes of the children on top of the stack: one warp per child.

    `state`: `State`.
    """
    pool, control = state.pool, state.control
    ways = cuda.shared.array(SIZES, np.int64)
    if cuda.blockIdx.x >= blocks_to_expand(control) or control[C.STATUS] == C.STUCK:
        return
    clear_ways(ways)
    steps = expand_rows(pool, Sums(state.leaves, control, ways), least)
    flush_ways(ways, state.leaves)
    if is_last_block(control, blocks_to_expand(control), steps):
        close_segment(pool, control)


@device
def count_chunks(pool, sums, least, sizes, rows):
    """Count the sets of all chunks, or list their rows; return this thread's steps.

    A warp takes a batch of chunks at a time, and each lane reads the fields of one
    chunk. `sizes`: uint16 (SIZES, SMALL), a column of counters per thread. `rows`:
    uint64 (BUFFER,), of the warp. Both are in shared memory.
    """
    leaves, control = sums.leaves, sums.control
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    n_chunks = control[C.CHUNKS]
    batch = max(np.int64(1), min(n_chunks // (8 * warps), np.int64(WARP)))
    steps, flushed = np.int64(0), np.int64(0)
    chunk = advance(control, C.NEXT, batch)
    while chunk < n_chunks:
        n_here = np.int32(min(batch, n_chunks - chunk))
        its_node, its_first, its_size = np.int32(0), np.int32(0), np.int32(0)
        its_begin, its_n = np.int32(0), np.int32(0)
        its_kind, its_full = np.int32(0), np.int32(0)
        if lane < n_here:
            its_node = pool.chunks[chunk + lane, C.CHUNK_NODE]
            its_first = pool.chunks[chunk + lane, C.CHUNK_FIRST]
            its_size = pool.chunks[chunk + lane, C.CHUNK_SIZE]
            its_begin = pool.nodes[its_node, BEGIN]
            its_n = pool.nodes[its_node, N_ROWS]
            its_kind = pool.nodes[its_node, KIND]
            its_full = pool.nodes[its_node, FULL]
        for j in range(n_here):
            node, first = from_lane(its_node, j), from_lane(its_first, j)
            begin, n = from_lane(its_begin, j), from_lane(its_n, j)
            kind, full = from_lane(its_kind, j), from_lane(its_full, j)
            width, picks = width_of(kind), picks_of(kind)
            last = np.int32(min(n, first + from_lane(its_size, j)))
            if picks > 3 or (picks == 3 and width > 1):
                last = np.int32(min(last, n + full - picks + 1))
                note_rows(pool, control, node, first, last)
                steps += 1
            elif picks == 3 and n <= WARP_ROWS:
                some = Chunk(begin, n, width, first, last, full)
                steps += count_few_triples(pool, sums, some, least, sizes)
            elif picks == 3:
                some = Chunk(begin, n, width, first, last, full)
                steps += count_triples(pool, sums, node, some, least, sizes, rows)
            elif width == 1 and n <= BUFFER:
                read_rows(pool, begin, n, rows)
                add_buffer(sums, rows, n, full)
                steps += count_pairs(rows, n, least, sizes)
            else:
                some = Chunk(begin, n, width, first, last, full)
                steps += count_wide_pairs(pool, sums, some, least, sizes)
            if steps - flushed > FLUSH_AFTER:
                flush(sizes, leaves, least)
                flushed = steps
        chunk = advance(control, C.NEXT, batch)
    if steps > flushed:
        flush(sizes, leaves, least)
    return steps


@device
def note_rows(pool, control, node, first, last):
    """List the rows first:last as children, by a warp."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    for k in range(first, last, WARP):
        row = np.int32(k + lane)
        append(control, C.INNER, pool.inner, child_of(node, row), row < last)


@device
def read_rows(pool, begin, n, rows):
    """Copy the rows of a node to the buffer of the warp."""
    cuda.syncwarp()
    for k in range(cuda.threadIdx.x % WARP, n, WARP):
        rows[k] = pool.bits[begin + k]
    cuda.syncwarp()


@device
def add_buffer(sums, rows, n, full):
    """Count the sets of one row in the buffer and one full row."""
    if full > 0:
        for k in range(cuda.threadIdx.x % WARP, n, WARP):
            add_sets(sums, popcount(rows[k]), np.int64(full))


@device
def pairs_of(n):
    """Return C(n, 2) as an int64."""
    return np.int64(n) * np.int64(n - 1) // 2


@device
def count_pairs(rows, n, least, sizes):
    """Count the pairs of the n rows in the buffer; return the steps.

    Pair k is row k mod n and the row k / n + 1 places later, cyclically. So all lanes
    are busy, and a lane needs no division to find its next pair.
    """
    me = cuda.threadIdx.x
    n = np.int32(n)
    if n < 2:
        return np.int64(1)
    n_pairs = np.int32(n * (n - 1) // 2)
    lane = np.int32(me % WARP)
    row, apart = np.int32(lane % n), np.int32(lane // n + 1)
    rows_on, apart_on = np.int32(WARP % n), np.int32(WARP // n)
    k = lane
    while k < n_pairs:
        other = np.int32(row + apart)
        if other >= n:
            other = np.int32(other - n)
        size = popcount(rows[row] & rows[other])
        if size >= least:
            sizes[size, me] += np.uint16(1)
        row, apart = np.int32(row + rows_on), np.int32(apart + apart_on)
        if row >= n:
            row, apart = np.int32(row - n), np.int32(apart + 1)
        k = np.int32(k + WARP)
    return np.int64(n_pairs // WARP + 1)


@device
def count_few_triples(pool, sums, chunk, least, sizes):
    """Count the triples that begin with the rows of a chunk; return the steps.

    The node has at most one row per lane.
    """
    first, last, full = chunk.first, chunk.last, chunk.full
    me = cuda.threadIdx.x
    lane = np.int32(me % WARP)
    mine = np.uint64(0)
    if lane < chunk.n:
        mine = pool.bits[chunk.begin + lane]
    if full > 1 and first <= lane < last:
        add_sets(sums, popcount(mine), pairs_of(full))
    steps = np.int64(1)
    for row in range(first, last):
        meet = mine & word_from_lane(mine, row)
        todo = ballot_of(lane > row and popcount(meet) >= least)
        held = has_lane(todo, lane)
        if full > 0 and held:
            add_sets(sums, popcount(meet), np.int64(full))
        steps += voters(todo) + 1
        while todo != 0:
            second = lowest_lane(todo)
            todo = without(todo, second)
            size = popcount(meet & word_from_lane(meet, second))
            if held and lane > second and size >= least:
                sizes[size, me] += np.uint16(1)
    return steps


@device
def count_triples(pool, sums, node, chunk, least, sizes, rows):
    """Count the triples that begin with the rows of a chunk; return the steps.

    For each of these rows, the warp counts the pairs of later rows that share enough
    with it. If the buffer of the warp has no room for such rows, the row is listed as a
    child. The node of the child then counts all sets with the row.
    """
    begin, n, full = chunk.begin, chunk.n, chunk.full
    lane = np.int32(cuda.threadIdx.x % WARP)
    steps = np.int64(0)
    for row in range(chunk.first, chunk.last):
        mask = pool.bits[begin + row]
        kept = np.int32(0)
        cuda.syncwarp()
        for k in range(row + 1, n, WARP):
            meet = np.uint64(0)
            if k + lane < n:
                meet = pool.bits[begin + k + lane] & mask
            keep = popcount(meet) >= least
            voted = ballot_of(keep)
            place = np.int32(kept + lanes_before(voted, lane))
            if keep and place < BUFFER:
                rows[place] = meet
            kept = np.int32(kept + voters(voted))
        cuda.syncwarp()
        steps += (n - row) // WARP + 1
        if kept > BUFFER:
            append(sums.control, C.INNER, pool.inner, child_of(node, row), lane == 0)
        else:
            if full > 1 and lane == 0:
                add_sets(sums, popcount(mask), pairs_of(full))
            add_buffer(sums, rows, kept, full)
            steps += count_pairs(rows, kept, least, sizes)
    return steps


@device
def count_wide_pairs(pool, sums, chunk, least, sizes):
    """Count the pairs of the rows of a chunk with all later rows, and with full rows.

    Return the steps.
    """
    n, width = chunk.n, chunk.width
    first, last, full = chunk.first, chunk.last, chunk.full
    node = Rows(chunk.begin, n, width)
    lane = cuda.threadIdx.x % WARP
    steps = np.int64(0)
    if full > 0:
        for row in range(first + lane, last, WARP):
            size = shared_size(pool, node, row, row)
            add_sets(sums, size, np.int64(full))
        steps += width
    for row in range(first, last):
        for k in range(row + 1, n, WARP):
            size = shared_size(pool, node, row, k + lane)
            if size > WORD or (size >= least and n > MANY_ROWS):
                cuda.atomic.add(sums.leaves, size, 1)
            elif size >= least:
                sizes[size, cuda.threadIdx.x] += np.uint16(1)
        steps += ((n - row) // WARP + 1) * width
    return steps


@device
def flush(sizes, leaves, least):
    """Add the counters of this warp to the sums, one lane per size."""
    lane = cuda.threadIdx.x % WARP
    first = cuda.threadIdx.x - lane
    cuda.syncwarp()
    for size in range(least + lane, SIZES, WARP):
        n = np.int64(0)
        for k in range(WARP):
            column = first + (k + lane) % WARP  # no two lanes in the same bank
            n += sizes[size, column]
            sizes[size, column] = 0
        if n > 0:
            cuda.atomic.add(leaves, size, n)
    cuda.syncwarp()
