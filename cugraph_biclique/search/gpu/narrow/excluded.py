# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Write the excluded rows of narrow nodes, and leave out most of those without use.

A child is not maximal if an excluded row contains it. So a row that another excluded
row contains is of no use: not in this node, and not below it, where both rows meet the
same L. In dense graphs, most rows of a node are of this kind. Duplicates are left out
as they are written. If many rows are left, a warp compares them with some of the
largest.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
    ALL_LANES,
    MIX,
    WARP,
    WARPS,
    ZERO,
    at_least,
    ballot_of,
    cuda,
    device,
    lanes_before,
    popcount,
    voters,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow.maximality import lacks, row_or_nothing

SLOTS = 256  # entries of a warp's hash table of excluded rows
FEW_ROWS = 2 * WARP  # up to here, a comparison takes longer than it saves


@device
def append_excluded(pool, table, last, row, at, least):
    """Append the lanes' excluded rows; returns the place behind them.

    Skip rows that are too short, and duplicates that the table finds.
    """
    keep = at_least(row, least)
    if keep:
        keep = is_new(table, last, row)
    return append_rows(pool.bits, row, at, keep)


@device
def append_rows(rows, row, at, keep):
    """Append the rows of the lanes that keep one; returns the place behind them."""
    kept = cuda.ballot_sync(ALL_LANES, keep)
    if keep:
        rows[np.uint32(at + lanes_before(kept, cuda.threadIdx.x % WARP))] = row
    return np.int32(at + voters(kept))


@device
def clear_table(table, n):
    """Clear as much of a warp's table as n rows need; returns its last index."""
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
    """Whether an excluded row differs from the row in its slot of the table.

    One of several equal rows is enough. A slot keeps only its newest row, so the test
    is cheap, and finds most duplicates but not all.
    """
    place = np.int64((row * MIX) >> np.uint64(40)) & last
    return cuda.atomic.exch(table, place, row) != row


@device
def shorten_nodes(pool, control):
    """Leave out contained rows of the nodes that are listed for the next round, one
    warp per node."""
    largest = cuda.shared.array((WARPS, WARP), np.uint64)
    warp = np.int64(cuda.grid(1) // WARP)
    n_chunks, n_small = control[C.CHUNKS], control[S.SUBTREES]
    for item in range(warp, n_chunks + n_small, cuda.gridsize(1) // WARP):
        if item < n_chunks:
            node = pool.chunks[item, C.CHUNK_NODE]
            if pool.chunks[item, C.CHUNK_FIRST] != pool.nodes[node, S.C_BEGIN]:
                continue  # the node of an earlier chunk
        else:
            node = pool.subtrees[item - n_chunks]
        begin, end = pool.nodes[node, S.E_BEGIN], pool.nodes[node, S.E_END]
        left = leave_out_contained(pool, begin, end, largest[cuda.threadIdx.x // WARP])
        cuda.syncwarp()  # all lanes have read the node
        if cuda.threadIdx.x % WARP == 0 and left < end:
            pool.nodes[node, S.E_END] = left


@device
def leave_out_contained(pool, begin, end, largest):
    """Leave out excluded rows of a node that others contain, by a warp.

    Compares all rows with the largest row of each lane, so it finds most of the
    contained rows but not all. Returns the end of the rows that are left. `largest`:
    uint64 (WARP,), in shared memory.
    """
    cuda.syncwarp()
    if end - begin <= FEW_ROWS:
        return end
    n = list_largest(pool, begin, end, largest)
    at, first = begin, begin
    while first < end:
        one, two = two_rows(pool, first, end)
        in_one, in_two = one == ZERO, two == ZERO
        for k in range(n):
            in_one |= lacks(largest[k], one) == ZERO
            in_two |= lacks(largest[k], two) == ZERO
        cuda.syncwarp()  # all lanes have read both rows; a vote does not order memory
        at = append_rows(pool.bits, one, at, not in_one)
        at = append_rows(pool.bits, two, at, not in_two)
        first = np.int32(first + 2 * WARP)
    # The largest rows themselves were left out, too.
    lane = np.int32(cuda.threadIdx.x % WARP)
    return append_rows(pool.bits, largest[lane], at, lane < n)


@device
def list_largest(pool, begin, end, largest):
    """List the largest row of each lane, but none that another of them contains;
    returns their number."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    row, size = ZERO, np.int32(0)
    first = begin
    while first < end:
        for other in two_rows(pool, first, end):
            its_size = popcount(other)
            if its_size > size:
                row, size = other, its_size
        first = np.int32(first + 2 * WARP)
    largest[lane] = row
    cuda.syncwarp()
    is_listed = row != ZERO
    for k in range(WARP):
        other = largest[k]
        if lacks(other, row) == ZERO and (row != other or k < lane):
            is_listed = False
    listed = ballot_of(is_listed)
    cuda.syncwarp()  # all lanes have read the list
    if is_listed:
        largest[lanes_before(listed, lane)] = row
    cuda.syncwarp()
    return voters(listed)


@device
def two_rows(pool, first, end):
    """Return two excluded rows for this lane, a warp apart; zero behind the last one.

    The second load overlaps the work on the first row.
    """
    k, last = np.uint32(first + cuda.threadIdx.x % WARP), np.uint32(end)
    row = row_or_nothing(pool, k, last)
    return row, row_or_nothing(pool, np.uint32(k + np.uint32(WARP)), last)
