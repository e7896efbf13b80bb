# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Narrow roots: vertices with at most 63 later neighbours, as nodes with rows."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.cliques.gpu.state import COVERED
from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    ballot_of,
    cuda,
    device,
    kernel,
    lanes_before,
    voters,
)


@kernel(threads=SMALL, blocks=6)
def open_roots(graph, roots, place, nodes):
    """Make a node of each narrow root: one warp per root.

    `roots`: int32. `place`: int64, the first row of each root. A node has at most one
    row per later and per earlier neighbour.
    """
    members = cuda.shared.array((WARPS, WORD), np.int32)
    adjacent = cuda.shared.array((WARPS, WORD), np.uint64)
    warp = cuda.threadIdx.x // WARP
    for i in range(cuda.grid(1) // WARP, roots.size, cuda.gridsize(1) // WARP):
        open_root(graph, roots[i], place[i], members[warp], adjacent[warp], nodes, i)


@device
def open_root(graph, root, place, members, adjacent, nodes, node):
    """Write the rows of a root from `place` on, and the node, by a warp."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    first = graph.later_indptr[root]
    size = np.int32(graph.later_indptr[root + 1] - first)
    cuda.syncwarp()
    for i in range(lane, size, WARP):
        members[i] = graph.later_indices[first + i]
        adjacent[i] = ZERO
    cuda.syncwarp()
    end = outer_rows(graph, root, members, size, nodes.rows, place + size)
    if end >= 0:
        read_adjacency(graph, members, size, adjacent)
        cuda.syncwarp()
        for i in range(lane, size, WARP):
            nodes.rows[place + i] = adjacent[i]
    if lane == 0:
        nodes.begin[node] = place
        nodes.end[node] = end
        nodes.size[node] = size if end >= 0 else COVERED
        nodes.prefix[node] = 1
        nodes.universe[node] = root


@device
def outer_rows(graph, root, members, size, rows, at):
    """Write the nonempty rows of earlier neighbours; returns their end.

    Returns -1 if one of them has all members, because the root has no maximal clique
    then. Each lane reads the list of one earlier neighbour. The last ones are the most
    similar to the root, so the loop begins with them.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    begin = graph.earlier_indptr[root]
    n = np.int32(graph.earlier_indptr[root + 1] - begin)
    for chunk in range(0, n, WARP):
        place = np.int32(n - 1 - chunk - lane)
        row, has_all = ZERO, False
        if place >= 0:
            row, found = row_of(
                graph, graph.earlier_indices[begin + place], members, size
            )
            has_all = found == size
        if cuda.any_sync(ALL_LANES, has_all):
            return np.int64(-1)
        kept = ballot_of(row != ZERO)
        if row != ZERO:
            rows[at + lanes_before(kept, lane)] = row
        at += voters(kept)
    return np.int64(at)


@device
def row_of(graph, vertex, members, size):
    """Return the members that are later neighbours of `vertex`, as a row, and how many
    there are."""
    row, found = ZERO, np.int32(0)
    if size == 0:
        return row, found
    first = graph.later_indptr[vertex]
    e = graph.later_indptr[vertex + 1] - 1
    low = np.int32(0)
    high = np.int32(size)
    while e >= first and graph.later_indices[e] >= members[0]:
        high = below(members, low, high, graph.later_indices[e])
        if high < size and members[high] == graph.later_indices[e]:
            row |= ONE << np.uint64(high)
            found = np.int32(found + 1)
        e -= 1
    return row, found


@device
def below(members, low, high, vertex):
    """Return the number of ascending members below a vertex; it is in low:high."""
    while low < high:
        middle = np.int32((low + high) >> 1)
        if members[middle] < vertex:
            low = np.int32(middle + 1)
        else:
            high = middle
    return low


@device
def read_adjacency(graph, members, size, adjacent):
    """Write the row of each member: which other members are its neighbours.

    `members`: int32 and `adjacent`: uint64, of the warp, in shared memory.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    for i in range(lane, size, WARP):
        e = graph.later_indptr[members[i]]
        last = graph.later_indptr[members[i] + 1]
        low, row = np.int32(i + 1), ZERO
        while e < last and low < size:
            vertex = graph.later_indices[e]
            low = below(members, low, size, vertex)
            if low < size and members[low] == vertex:
                row |= ONE << np.uint64(low)
                cuda.atomic.or_(adjacent, low, ONE << np.uint64(i))
            e += 1
        cuda.atomic.or_(adjacent, i, row)
