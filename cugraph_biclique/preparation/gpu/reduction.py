# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Core and twin reduction on a GPU.

Vertices are not renumbered here: each vertex gets the id of its representative, and
`preparation.gpu.order` renumbers. This saves launches, whose overhead dominates on
small graphs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import together, xp
from cugraph_biclique.device.elementwise import full
from cugraph_biclique.device.launching import (
    blocks_for,
    launch,
    launch_together,
    multiprocessors,
)
from cugraph_biclique.device.simt import (
    ALL_LANES,
    LARGE,
    MIX,
    ONE,
    WARP,
    ZERO,
    advance,
    append,
    ballot_of,
    contains,
    cuda,
    device,
    first_above,
    from_first_lane,
    kernel,
    meet_blocks,
    voters,
    warp_sum,
)
from cugraph_biclique.graph import BipartiteGraph

TWO = np.uint64(2)  # the bit of the right side in a key
MIX_AGAIN = np.uint64(0xBF58476D1CE4E5B9)
NONE = np.int32(2**31 - 1)
NOBODY = -1
BEHIND = np.int32(2**31 - 1)  # degree of a vertex that is not a representative
TICKETS, QUEUED, DONE = range(3)
LEFTS, RIGHTS, EDGES, COLLIDED, MEETING = range(5)


class Represented(NamedTuple):
    """A graph and, for each vertex, the first of its twins; -1 outside the core."""

    graph: BipartiteGraph
    left: Any  # int32
    right: Any
    left_degree: Any  # int64, in the core
    right_degree: Any
    of_left: Any  # int32, degrees between representatives; BEHIND for other vertices
    of_right: Any
    sizes: tuple[int, int, int]  # left and right representatives, edges between them


def core(graph: BipartiteGraph, min_left: int, min_right: int) -> tuple[Any, Any]:
    """Return the left and right degrees within the core, 0 for vertices outside it."""
    left_degree, right_degree = together(
        (graph.n_left, np.int64), (graph.n_right, np.int64)
    )
    n = graph.n_left + graph.n_right
    each = blocks_for(n // WARP)
    indptrs = graph.left_indptr, graph.right_indptr
    launch(_read_degrees, each, *indptrs, left_degree, right_degree)
    if min_left == 1 and min_right == 1:
        return left_degree, right_degree
    sides = (
        graph.left_indptr, graph.left_indices, left_degree,
        graph.right_indptr, graph.right_indices, right_degree,
    )  # fmt: skip
    queue = full(n, NOBODY, np.int32)
    cursors = xp.zeros(3, np.int64)
    launch(_take_off_small, each, *sides, min_right, min_left, queue, cursors)
    blocks = min(each, 2 * multiprocessors())
    launch(_peel, blocks, *sides, min_right, min_left, queue, cursors)
    launch(_raise_to_zero, each, left_degree, right_degree)
    return left_degree, right_degree


@kernel
def _read_degrees(left_indptr, right_indptr, left_degree, right_degree):
    read_degrees(left_indptr, right_indptr, left_degree, right_degree)


@device
def read_degrees(left_indptr, right_indptr, left_degree, right_degree):
    n_left = left_degree.size
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            left_degree[v] = left_indptr[v + 1] - left_indptr[v]
        else:
            w = v - n_left
            right_degree[w] = right_indptr[w + 1] - right_indptr[w]


@kernel
def _raise_to_zero(left_degree, right_degree):
    """Removed vertices, whose neighbours were removed later, have degrees below 0."""
    n_left = left_degree.size
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            left_degree[v] = max(left_degree[v], 0)
        else:
            right_degree[v - n_left] = max(right_degree[v - n_left], 0)


@kernel
def _take_off_small(
    left_indptr, left_indices, left_degree, right_indptr, right_indices, right_degree,
    left_least, right_least, queue, cursors,
):  # fmt: skip
    """Subtract vertices with too short lists from their neighbours' degrees.

    Neighbours whose degree falls below the threshold are queued. One lane per vertex.
    """
    n_left = left_degree.size
    n = n_left + right_degree.size
    lane = cuda.threadIdx.x % WARP
    for first in range(cuda.grid(1) - lane, n, cuda.gridsize(1)):
        v = first + lane
        on_left = v < n_left
        least = left_least if on_left else right_least
        e, end = np.int64(0), np.int64(0)
        if on_left:
            e, end = left_indptr[v], left_indptr[v + 1]
        elif v < n:
            e, end = right_indptr[v - n_left], right_indptr[v - n_left + 1]
        if end - e >= least:
            e = end
        elif e < end and on_left:
            left_degree[v] = 0
        elif e < end:
            right_degree[v - n_left] = 0
        while cuda.any_sync(ALL_LANES, e < end):
            w, fallen = np.int64(0), False
            if e < end and on_left:
                w = np.int64(left_indices[e])
                fallen = cuda.atomic.sub(right_degree, w, 1) == right_least
                w += n_left
            elif e < end:
                w = np.int64(right_indices[e])
                fallen = cuda.atomic.sub(left_degree, w, 1) == left_least
            append(cursors, QUEUED, queue, np.int32(w), fallen)
            e += 1


@kernel
def _peel(
    left_indptr, left_indices, left_degree, right_indptr, right_indices, right_degree,
    left_least, right_least, queue, cursors,
):  # fmt: skip
    """Remove the queued vertices, and queue the neighbours that this makes too small.

    One warp per vertex, in any order. A warp draws a ticket, which is a place in the
    queue, and waits until that place is filled. It also stops when all queued vertices
    are done, because then no warp is left that could fill the place.
    """
    n_left = left_degree.size
    ticket = advance(cursors, TICKETS, 1)
    while ticket < queue.size:
        v = wait_for(queue, ticket, cursors)
        if v == NOBODY:
            break
        if v < n_left:
            left_degree[v] = 0
            take_off(
                v, left_indptr, left_indices, right_degree, right_least, n_left, queue,
                cursors,
            )  # fmt: skip
        else:
            v -= n_left
            right_degree[v] = 0
            take_off(
                v, right_indptr, right_indices, left_degree, left_least, 0, queue,
                cursors,
            )  # fmt: skip
        cuda.threadfence()
        cuda.syncwarp()
        advance(cursors, DONE, 1)
        ticket = advance(cursors, TICKETS, 1)


@device
def wait_for(queue, ticket, cursors):
    """Wait for the vertex at a place of the queue, and return it to all lanes; NOBODY
    if the place will stay empty."""
    v = np.int32(NOBODY)
    if cuda.threadIdx.x % WARP == 0:
        while True:
            # Read DONE before QUEUED: DONE never exceeds QUEUED, so if the two are
            # equal, no vertex was in progress when DONE was read.
            done = cuda.atomic.add(cursors, DONE, 0)
            cuda.threadfence()
            queued = cuda.atomic.add(cursors, QUEUED, 0)
            v = cuda.atomic.add(queue, ticket, 0)
            if v != NOBODY or done == queued:
                break
            cuda.nanosleep(100)
    return from_first_lane(v)


@device
def take_off(v, indptr, indices, degree, least, offset, queue, cursors):
    """Lower the degrees of v's neighbours; queue those that fall below `least`."""
    lane = cuda.threadIdx.x % WARP
    end = indptr[v + 1]
    for first in range(indptr[v], end, WARP):
        w, fallen = np.int32(0), False
        if first + lane < end:
            w = indices[first + lane]
            fallen = cuda.atomic.sub(degree, w, 1) == least
        append(cursors, QUEUED, queue, np.int32(w + offset), fallen)


def reduce_graph(
    graph: BipartiteGraph,
    left_degree: Any,
    right_degree: Any,
    *,
    merge_left: bool,
    merge_right: bool,
) -> Represented:
    """Find the representatives in the core whose degrees are given; merge twins on the
    chosen sides."""
    sides = (
        graph.left_indptr, graph.left_indices, left_degree,
        graph.right_indptr, graph.right_indices, right_degree,
    )  # fmt: skip
    n_left, n_right = graph.n_left, graph.n_right
    n = n_left + n_right
    merges = merge_left, merge_right
    hashed = n if merge_left or merge_right else 0
    lefts, rights, of_left, of_right = together(
        (n_left, np.int32), (n_right, np.int32), (n_left, np.int32), (n_right, np.int32)
    )
    capacity = table_size(n) if hashed else 0
    blocks = max(blocks_for(n), blocks_for(graph.n_edges // WARP))
    seed = 0
    while True:
        seed += 1
        hashes, slot, keys, nearest, counts = together(
            (hashed, np.uint64), (hashed, np.int32), (capacity, np.uint64),
            (capacity, np.int32), (5, np.int64), zeros=True,
        )  # fmt: skip
        launch_together(
            _represent, blocks, *sides, *merges, seed, hashes, keys, nearest, slot,
            lefts, rights, of_left, of_right, counts,
        )  # fmt: skip
        *sizes, collided, _ = to_host(counts).tolist()
        if not collided:
            return Represented(
                graph, lefts, rights, left_degree, right_degree, of_left, of_right,
                tuple(sizes),
            )  # fmt: skip


def table_size(n: int) -> int:
    """Slots of a hash table for n vertices."""
    return 1 << (n + n // 2).bit_length()


@kernel(threads=LARGE)
def _represent(
    left_indptr, left_indices, left_degree, right_indptr, right_indices, right_degree,
    merge_left, merge_right, seed, hashes, keys, nearest, slot, left_first, right_first,
    of_left, of_right, counts,
):  # fmt: skip
    """Find the representatives, and count them and their edges, in a cooperative
    launch. Twins have the same hash. A table has the smallest vertex of each hash."""
    if merge_left or merge_right:
        hash_lists(
            left_indptr, None, left_indices, left_degree, right_degree, seed, hashes
        )
        meet_blocks(counts, MEETING)
        insert(
            left_degree, right_degree, merge_left, merge_right, hashes, keys, nearest,
            slot,
        )  # fmt: skip
        meet_blocks(counts, MEETING)
        compare_lists(
            left_indptr, left_indices, left_degree, right_indptr, right_indices,
            right_degree, merge_left, merge_right, nearest, slot, left_first,
            right_first, of_left, of_right, counts,
        )  # fmt: skip
    else:
        isolate(left_degree, right_degree, left_first, right_first, of_left, of_right)
    meet_blocks(counts, MEETING)
    count_edges(left_indptr, None, left_indices, of_left, of_right, counts)


@device
def isolate(left_degree, right_degree, left_first, right_first, of_left, of_right):
    """Make every live vertex its own representative, as `compare_lists` does."""
    n_left = left_degree.size
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            lives = left_degree[v] > 0
            left_first[v] = np.int32(v) if lives else np.int32(-1)
            of_left[v] = np.int32(0) if lives else BEHIND
        else:
            w = v - n_left
            lives = right_degree[w] > 0
            right_first[w] = np.int32(w) if lives else np.int32(-1)
            of_right[w] = np.int32(0) if lives else BEHIND


@device
def hash_lists(indptr, rows, indices, left_degree, right_degree, seed, hashes):
    """Add up an order-independent hash of the live neighbours of each vertex, the right
    vertices after the left ones: one lane per edge, as few vertices have most edges.
    `rows` has the left vertex of each edge, or is None."""
    n_left = left_degree.size
    lane = cuda.threadIdx.x % WARP
    for first in range(cuda.grid(1) - lane, indices.size, cuda.gridsize(1)):
        u, of_left = np.int64(0), ZERO
        if first + lane < indices.size:
            u = row_of_edge(indptr, rows, first + lane)
            v = np.int64(indices[first + lane])
            if left_degree[u] > 0 and right_degree[v] > 0:
                of_left = mixed(v, seed)
                cuda.atomic.add(hashes, n_left + v, mixed(u, seed))
        if cuda.all_sync(ALL_LANES, u == from_first_lane(u)):
            total = np.uint64(warp_sum(np.int64(of_left)))
            if lane == 0:
                cuda.atomic.add(hashes, u, total)
        elif of_left != ZERO:
            cuda.atomic.add(hashes, u, of_left)


@device
def mixed(v, seed):
    """Hash of a vertex."""
    h = (np.uint64(v) + np.uint64(seed)) * MIX
    h = (h ^ (h >> np.uint64(29))) * MIX_AGAIN
    return h ^ (h >> np.uint64(32))


@device
def row_of_edge(indptr, rows, e):
    """The row of a CSR entry, from the list of all rows if there is one."""
    return row_of(indptr, e) if rows is None else np.int64(rows[e])


@device
def row_of(indptr, e):
    """The row of a CSR entry, by bisection."""
    return first_above(indptr, np.int64(0), np.int64(indptr.size), e) - 1


@device
def insert(
    left_degree, right_degree, merge_left, merge_right, hashes, keys, nearest, slot
):
    """Insert every live vertex of the sides to merge into a hash table.

    The key is the hash, with the side. The table keeps the smallest vertex of each key,
    as its distance from NONE, so that an empty table is all zeros.
    """
    n_left = left_degree.size
    for v in range(cuda.grid(1), slot.size, cuda.gridsize(1)):
        key = hashes[v] & ~TWO | ONE
        if v < n_left:
            wanted = merge_left and left_degree[v] > 0
        else:
            wanted = merge_right and right_degree[v - n_left] > 0
            key |= TWO
        if wanted:
            at = place(keys, key)
            cuda.atomic.max(nearest, at, np.int32(NONE - v))
            slot[v] = at


@device
def place(keys, key):
    """Find or insert a key in an open-addressing table; return its slot. One thread."""
    last = np.int64(keys.size - 1)
    at = np.int64(key >> np.uint64(20)) & last
    while True:
        there = cuda.atomic.cas(keys, at, ZERO, key)
        if there == ZERO or there == key:
            return at
        at = (at + 1) & last


@device
def compare_lists(
    left_indptr, left_indices, left_degree, right_indptr, right_indices, right_degree,
    merge_left, merge_right, nearest, slot, left_first, right_first, of_left, of_right,
    counts,
):  # fmt: skip
    """Write each live vertex's representative: the smallest vertex with the same hash.

    Counts a collision if the live neighbours of the two differ. Sets the degree of a
    representative to 0, for `count_edges`, and that of other vertices to BEHIND.
    """
    n_left = left_degree.size
    for v in range(cuda.grid(1) // WARP, slot.size, cuda.gridsize(1) // WARP):
        if v < n_left:
            twin = np.int64(v)
            if merge_left and left_degree[v] > 0:
                twin = np.int64(NONE - nearest[slot[v]])
            represent(
                v, twin, left_indptr, left_indices, left_degree, right_degree,
                left_first, of_left, counts,
            )  # fmt: skip
        else:
            w = v - n_left
            twin = np.int64(w)
            if merge_right and right_degree[w] > 0:
                twin = np.int64(NONE - nearest[slot[v]]) - n_left
            represent(
                w, twin, right_indptr, right_indices, right_degree, left_degree,
                right_first, of_right, counts,
            )  # fmt: skip


@device
def represent(
    v, twin, indptr, indices, degree, other_degree, first, of_classes, counts
):
    """Write the representative of v, after a comparison of their lists by a warp."""
    differ = twin != v and (
        degree[twin] != degree[v]
        or lists_differ(indptr, indices, other_degree, twin, v)
    )
    collided = cuda.any_sync(ALL_LANES, differ)
    if cuda.threadIdx.x % WARP == 0:
        if collided:
            counts[COLLIDED] = 1
        first[v] = np.int32(twin) if degree[v] > 0 else np.int32(-1)
        represents = degree[v] > 0 and twin == v
        of_classes[v] = np.int32(0) if represents else BEHIND


@device
def lists_differ(indptr, indices, other_degree, a, b):
    """Whether this lane finds a live neighbour of b that is not a neighbour of a."""
    lane = cuda.threadIdx.x % WARP
    begin, end = indptr[a], indptr[a + 1]
    for e in range(indptr[b] + lane, indptr[b + 1], WARP):
        w, same = indices[e], begin + e - indptr[b]
        # The lists of twins differ only in removed vertices, and often not at all.
        if same < end and indices[same] == w:
            continue
        if other_degree[w] > 0 and not contains(indices, begin, end, w):
            return True
    return False


@device
def count_edges(indptr, rows, indices, left_degree, right_degree, counts):
    """Count the classes, their edges and their degrees: one lane per edge."""
    lane = cuda.threadIdx.x % WARP
    lefts, rights, edges = np.int64(0), np.int64(0), np.int64(0)
    for u in range(cuda.grid(1), left_degree.size, cuda.gridsize(1)):
        lefts += np.int64(left_degree[u] != BEHIND)
    for v in range(cuda.grid(1), right_degree.size, cuda.gridsize(1)):
        rights += np.int64(right_degree[v] != BEHIND)
    for first in range(cuda.grid(1) - lane, indices.size, cuda.gridsize(1)):
        u, counted = np.int64(0), False
        if first + lane < indices.size:
            u = row_of_edge(indptr, rows, first + lane)
            v = indices[first + lane]
            counted = left_degree[u] != BEHIND and right_degree[v] != BEHIND
            if counted:
                cuda.atomic.add(right_degree, v, np.int32(1))
        n = voters(ballot_of(counted))
        if cuda.all_sync(ALL_LANES, u == from_first_lane(u)):
            if lane == 0 and n > 0:
                cuda.atomic.add(left_degree, u, n)
        elif counted:
            cuda.atomic.add(left_degree, u, np.int32(1))
        edges += n
    lefts, rights = warp_sum(lefts), warp_sum(rights)
    # Many warps have nothing to add, and atomic additions to one address queue.
    if lane == 0 and lefts > 0:
        cuda.atomic.add(counts, LEFTS, lefts)
    if lane == 0 and rights > 0:
        cuda.atomic.add(counts, RIGHTS, rights)
    if lane == 0 and edges > 0:
        cuda.atomic.add(counts, EDGES, edges)
