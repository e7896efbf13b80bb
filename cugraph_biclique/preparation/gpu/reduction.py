# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Core and twin reduction on a GPU.

This stage does not renumber vertices: each vertex gets the id of its representative,
and `preparation.gpu.order` renumbers. This saves launches, which dominate the time on
small graphs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

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
from cugraph_biclique.graph.adjacency import BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host

TWO = np.uint64(2)  # this bit of a key says that the vertex is on the right side
MIX_AGAIN = np.uint64(0xBF58476D1CE4E5B9)
NONE = np.int32(2**31 - 1)
NOBODY = -1
BEHIND = np.int32(2**31 - 1)  # degree of a vertex that is not a representative
TICKETS, QUEUED, DONE = range(3)
LEFTS, RIGHTS, EDGES, COLLIDED, MEETING = range(5)


class CoreSide(NamedTuple):
    """One side of a graph, and its degrees in the core."""

    indptr: Any  # int64
    indices: Any  # int32
    degree: Any  # int64 per vertex, 0 outside the core


class Edges(NamedTuple):
    """The edges of a graph, as the adjacency lists of the left side."""

    indptr: Any  # int64
    rows: Any  # int32, the left vertex of each edge; None if it has to be searched for
    indices: Any  # int32, the right vertex of each edge


class HashTable(NamedTuple):
    """The table that has the smallest vertex of each hash; all arrays are zero before.

    In the first and the last array, the right vertices follow the left ones.
    """

    hashes: Any  # uint64 per vertex: the hash of its neighbours
    keys: Any  # uint64 per slot of the table
    nearest: Any  # int32 per slot
    slot: Any  # int32 per vertex: its slot


class Represented(NamedTuple):
    """A graph and, for each vertex, the first of its twins."""

    graph: BipartiteGraph
    first: BothSides  # int32, -1 outside the core
    degree: BothSides  # int64, in the core
    of_classes: BothSides  # int32, degrees among representatives; BEHIND for others
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
    sides = sides_of(graph, BothSides(left_degree, right_degree))
    least = BothSides(min_right, min_left)  # neighbours on the other side
    queue = full(n, NOBODY, np.int32)
    cursors = xp.zeros(3, np.int64)
    launch(_take_off_small, each, sides, least, queue, cursors)
    blocks = min(each, 2 * multiprocessors())
    launch(_peel, blocks, sides, least, queue, cursors)
    launch(_raise_to_zero, each, left_degree, right_degree)
    return left_degree, right_degree


def sides_of(graph: BipartiteGraph, degree: BothSides) -> BothSides:
    """Return both sides of a graph, as `CoreSide`, with their degrees in the core."""
    return BothSides(
        CoreSide(graph.left_indptr, graph.left_indices, degree.left),
        CoreSide(graph.right_indptr, graph.right_indices, degree.right),
    )


@kernel
def _read_degrees(left_indptr, right_indptr, left_degree, right_degree):
    """Write the degrees of both sides, one vertex per thread. All arrays are int64."""
    read_degrees(left_indptr, right_indptr, left_degree, right_degree)


@device
def read_degrees(left_indptr, right_indptr, left_degree, right_degree):
    """Write the degrees of both sides, one vertex per thread."""
    n_left = left_degree.size
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            left_degree[v] = left_indptr[v + 1] - left_indptr[v]
        else:
            w = v - n_left
            right_degree[w] = right_indptr[w + 1] - right_indptr[w]


@kernel
def _raise_to_zero(left_degree, right_degree):
    """Raise negative degrees (int64) to 0, one vertex per thread.

    The degree of a removed vertex falls below 0 if its neighbours are removed later.
    """
    n_left = left_degree.size
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            left_degree[v] = max(left_degree[v], 0)
        else:
            right_degree[v - n_left] = max(right_degree[v - n_left], 0)


@kernel
def _take_off_small(sides, least, queue, cursors):
    """Remove the vertices with too few neighbours: one lane per vertex.

    The lane decrements the degrees of the neighbours, and queues those that fall below
    their threshold. `sides`: `CoreSide` of both sides, `least`: their thresholds.
    `queue`: int32, one entry per vertex, NOBODY. `cursors`: int64 (3,), zero.
    """
    left, right = sides.left, sides.right
    n_left = left.degree.size
    n = n_left + right.degree.size
    lane = cuda.threadIdx.x % WARP
    for first in range(cuda.grid(1) - lane, n, cuda.gridsize(1)):
        v = first + lane
        on_left = v < n_left
        limit = least.left if on_left else least.right
        e, end = np.int64(0), np.int64(0)
        if on_left:
            e, end = left.indptr[v], left.indptr[v + 1]
        elif v < n:
            e, end = right.indptr[v - n_left], right.indptr[v - n_left + 1]
        if end - e >= limit:
            e = end
        elif e < end and on_left:
            left.degree[v] = 0
        elif e < end:
            right.degree[v - n_left] = 0
        while cuda.any_sync(ALL_LANES, e < end):
            w, fallen = np.int64(0), False
            if e < end and on_left:
                w = np.int64(left.indices[e])
                fallen = cuda.atomic.sub(right.degree, w, 1) == least.right
                w += n_left
            elif e < end:
                w = np.int64(right.indices[e])
                fallen = cuda.atomic.sub(left.degree, w, 1) == least.left
            append(cursors, QUEUED, queue, np.int32(w), fallen)
            e += 1


@kernel
def _peel(sides, least, queue, cursors):
    """Remove the queued vertices, and queue neighbours that then have too few: one warp
    per vertex, in any order.

    A warp draws a ticket, which is a place in the queue, and waits until the place is
    filled. It ends when all queued vertices are done, because then no warp can fill the
    place. See `_take_off_small` for the arrays.
    """
    left, right = sides.left, sides.right
    n_left = left.degree.size
    ticket = advance(cursors, TICKETS, 1)
    while ticket < queue.size:
        v = wait_for(queue, ticket, cursors)
        if v == NOBODY:
            break
        if v < n_left:
            left.degree[v] = 0
            take_off(v, left, right.degree, least.right, n_left, queue, cursors)
        else:
            v -= n_left
            right.degree[v] = 0
            take_off(v, right, left.degree, least.left, 0, queue, cursors)
        cuda.threadfence()
        cuda.syncwarp()
        advance(cursors, DONE, 1)
        ticket = advance(cursors, TICKETS, 1)


@device
def wait_for(queue, ticket, cursors):
    """Wait for the vertex at a place of the queue, and return it to all lanes.

    Returns NOBODY if the place will stay empty.
    """
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
def take_off(v, side, other_degree, least, offset, queue, cursors):
    """Decrement the degrees of v's neighbours, and queue those that fall below `least`,
    by one warp."""
    lane = cuda.threadIdx.x % WARP
    end = side.indptr[v + 1]
    for first in range(side.indptr[v], end, WARP):
        w, fallen = np.int32(0), False
        if first + lane < end:
            w = side.indices[first + lane]
            fallen = cuda.atomic.sub(other_degree, w, 1) == least
        append(cursors, QUEUED, queue, np.int32(w + offset), fallen)


def reduce_graph(
    graph: BipartiteGraph,
    left_degree: Any,
    right_degree: Any,
    *,
    merge_left: bool,
    merge_right: bool,
) -> Represented:
    """Find the representatives in the core whose degrees are given.

    Merge twins on the chosen sides.
    """
    degree = BothSides(left_degree, right_degree)
    sides = sides_of(graph, degree)
    n_left, n_right = graph.n_left, graph.n_right
    n = n_left + n_right
    merge = BothSides(merge_left, merge_right)
    hashed = n if merge_left or merge_right else 0
    lefts, rights, of_left, of_right = together(
        (n_left, np.int32), (n_right, np.int32), (n_left, np.int32), (n_right, np.int32)
    )
    first, of_classes = BothSides(lefts, rights), BothSides(of_left, of_right)
    capacity = table_size(n) if hashed else 0
    blocks = max(blocks_for(n), blocks_for(graph.n_edges // WARP))
    seed = 0
    while True:
        seed += 1
        hashes, slot, keys, nearest, counts = together(
            (hashed, np.uint64), (hashed, np.int32), (capacity, np.uint64),
            (capacity, np.int32), (5, np.int64), zeros=True,
        )  # fmt: skip
        table = HashTable(hashes, keys, nearest, slot)
        launch_together(
            _represent, blocks, sides, merge, seed, table, first, of_classes, counts
        )
        *sizes, collided, _ = to_host(counts).tolist()
        if not collided:
            return Represented(graph, first, degree, of_classes, tuple(sizes))


def table_size(n: int) -> int:
    """Number of slots of a hash table for n vertices."""
    return 1 << (n + n // 2).bit_length()


@kernel(threads=LARGE)
def _represent(sides, merge, seed, table, first, of_classes, counts):
    """Find the representatives, and count them and their edges. Cooperative.

    Twins have the same hash, and a table has the smallest vertex of each hash.
    `sides`: `CoreSide` of both sides. `merge`: whether to merge twins, by side.
    `table`: `HashTable`. `first`, `of_classes`: int32 per vertex of each side, see
    `Represented`. `counts`: int64 (5,), zero before.
    """
    degree = BothSides(sides.left.degree, sides.right.degree)
    edges = Edges(sides.left.indptr, None, sides.left.indices)
    if merge.left or merge.right:
        hash_lists(edges, degree, seed, table.hashes)
        meet_blocks(counts, MEETING)
        insert(degree, merge, table)
        meet_blocks(counts, MEETING)
        compare_lists(sides, merge, table, first, of_classes, counts)
    else:
        isolate(degree, first, of_classes)
    meet_blocks(counts, MEETING)
    count_edges(edges, of_classes, counts)


@device
def isolate(degree, first, of_classes):
    """Make every live vertex its own representative, as `compare_lists` does."""
    n_left = degree.left.size
    for v in range(cuda.grid(1), n_left + degree.right.size, cuda.gridsize(1)):
        if v < n_left:
            lives = degree.left[v] > 0
            first.left[v] = np.int32(v) if lives else np.int32(-1)
            of_classes.left[v] = np.int32(0) if lives else BEHIND
        else:
            w = v - n_left
            lives = degree.right[w] > 0
            first.right[w] = np.int32(w) if lives else np.int32(-1)
            of_classes.right[w] = np.int32(0) if lives else BEHIND


@device
def hash_lists(edges, degree, seed, hashes):
    """Hash the live neighbours of each vertex, in any order: one lane per edge.

    There is a lane per edge, because few vertices have most of the edges. In `hashes`,
    right vertices follow left ones. `edges`: `Edges`.
    """
    n_left = degree.left.size
    lane = cuda.threadIdx.x % WARP
    for first in range(cuda.grid(1) - lane, edges.indices.size, cuda.gridsize(1)):
        u, of_left = np.int64(0), ZERO
        if first + lane < edges.indices.size:
            u = row_of_edge(edges.indptr, edges.rows, first + lane)
            v = np.int64(edges.indices[first + lane])
            if degree.left[u] > 0 and degree.right[v] > 0:
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
    """Return the hash of a vertex."""
    h = (np.uint64(v) + np.uint64(seed)) * MIX
    h = (h ^ (h >> np.uint64(29))) * MIX_AGAIN
    return h ^ (h >> np.uint64(32))


@device
def row_of_edge(indptr, rows, e):
    """Return the row of a CSR entry, from the list of all rows if there is one."""
    return row_of(indptr, e) if rows is None else np.int64(rows[e])


@device
def row_of(indptr, e):
    """Return the row of a CSR entry, by bisection."""
    return first_above(indptr, np.int64(0), np.int64(indptr.size), e) - 1


@device
def insert(degree, merge, table):
    """Insert every live vertex of the sides to merge into a hash table.

    The key is the hash and the side. The table keeps the smallest vertex of each key,
    as its difference from NONE, so an empty table has only zeros.
    """
    n_left = degree.left.size
    for v in range(cuda.grid(1), table.slot.size, cuda.gridsize(1)):
        key = table.hashes[v] & ~TWO | ONE
        if v < n_left:
            wanted = merge.left and degree.left[v] > 0
        else:
            wanted = merge.right and degree.right[v - n_left] > 0
            key |= TWO
        if wanted:
            at = place(table.keys, key)
            cuda.atomic.max(table.nearest, at, np.int32(NONE - v))
            table.slot[v] = at


@device
def place(keys, key):
    """Find or insert a key in an open-addressing table, by one thread; return its
    slot."""
    last = np.int64(keys.size - 1)
    at = np.int64(key >> np.uint64(20)) & last
    while True:
        there = cuda.atomic.cas(keys, at, ZERO, key)
        if there == ZERO or there == key:
            return at
        at = (at + 1) & last


@device
def compare_lists(sides, merge, table, first, of_classes, counts):
    """Write each live vertex's representative, the smallest vertex with its hash: one
    warp per vertex.

    Note a collision if the live neighbours of the two differ. Set the degree of a
    representative to 0, for `count_edges`, and the degree of other vertices to BEHIND.
    """
    left, right = sides.left, sides.right
    n_left = left.degree.size
    for v in range(cuda.grid(1) // WARP, table.slot.size, cuda.gridsize(1) // WARP):
        if v < n_left:
            twin = np.int64(v)
            if merge.left and left.degree[v] > 0:
                twin = np.int64(NONE - table.nearest[table.slot[v]])
            represent(v, twin, left, right.degree, first.left, of_classes.left, counts)
        else:
            w = v - n_left
            twin = np.int64(w)
            if merge.right and right.degree[w] > 0:
                twin = np.int64(NONE - table.nearest[table.slot[v]]) - n_left
            represent(
                w, twin, right, left.degree, first.right, of_classes.right, counts
            )


@device
def represent(v, twin, side, other_degree, first, of_classes, counts):
    """Write the representative of v, after a warp has compared the lists of the two."""
    degree = side.degree
    differ = twin != v and (
        degree[twin] != degree[v]
        or lists_differ(side.indptr, side.indices, other_degree, twin, v)
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
        # The lists of twins differ only in removed vertices, and are often equal.
        if same < end and indices[same] == w:
            continue
        if other_degree[w] > 0 and not contains(indices, begin, end, w):
            return True
    return False


@device
def count_edges(edges, degree, counts):
    """Count the representatives, their edges and their degrees: one lane per edge.

    `degree`: int32 per vertex of each side, 0 or BEHIND before.
    """
    lane = cuda.threadIdx.x % WARP
    left, right = degree.left, degree.right
    lefts, rights, n_edges = np.int64(0), np.int64(0), np.int64(0)
    for u in range(cuda.grid(1), left.size, cuda.gridsize(1)):
        lefts += np.int64(left[u] != BEHIND)
    for v in range(cuda.grid(1), right.size, cuda.gridsize(1)):
        rights += np.int64(right[v] != BEHIND)
    for first in range(cuda.grid(1) - lane, edges.indices.size, cuda.gridsize(1)):
        u, counted = np.int64(0), False
        if first + lane < edges.indices.size:
            u = row_of_edge(edges.indptr, edges.rows, first + lane)
            v = edges.indices[first + lane]
            counted = left[u] != BEHIND and right[v] != BEHIND
            if counted:
                cuda.atomic.add(right, v, np.int32(1))
        n = voters(ballot_of(counted))
        if cuda.all_sync(ALL_LANES, u == from_first_lane(u)):
            if lane == 0 and n > 0:
                cuda.atomic.add(left, u, n)
        elif counted:
            cuda.atomic.add(left, u, np.int32(1))
        n_edges += n
    lefts, rights = warp_sum(lefts), warp_sum(rights)
    # Atomic additions to one address are serialized, and many warps add nothing.
    if lane == 0 and lefts > 0:
        cuda.atomic.add(counts, LEFTS, lefts)
    if lane == 0 and rights > 0:
        cuda.atomic.add(counts, RIGHTS, rights)
    if lane == 0 and n_edges > 0:
        cuda.atomic.add(counts, EDGES, n_edges)
