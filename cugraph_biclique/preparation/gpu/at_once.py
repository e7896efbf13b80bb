# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The preparation of a small graph in one cooperative launch.

For a small graph, the launches of the stages take longer than the kernels. So this
kernel runs the stages of `reduction` and `order`, with barriers between them. All
arrays have room for the whole graph, so the host reads the sizes once, at the end.

A sort of the vertices would take launches. Instead, the kernel lists the vertices of
each degree in any order. The rank of a vertex follows from the number of smaller
vertices in its list. If few degrees occur, this work is quadratic, so the graph must be
small.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import Ordered, RootSizes, SearchGraph
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import beginning, together, xp
from cugraph_biclique.device.bit_matrices import words_of
from cugraph_biclique.device.launching import blocks_that_meet, launch_together
from cugraph_biclique.device.ranges import sum_part, sum_up_part
from cugraph_biclique.device.simt import (
    LARGE,
    WARP,
    count_smaller,
    cuda,
    device,
    kernel,
    meet_blocks,
    warp_sum,
)
from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.gpu.order import (
    DeviceClasses,
    Numbered,
    Representatives,
    begin_lists,
    number,
    write_lists,
)
from cugraph_biclique.preparation.gpu.reduction import (
    BEHIND,
    COLLIDED,
    EDGES,
    LEFTS,
    MEETING,
    RIGHTS,
    Edges,
    HashTable,
    compare_lists,
    core,
    count_edges,
    hash_lists,
    insert,
    read_degrees,
    sides_of,
    table_size,
)

# Most comparisons between vertices of equal degree, if all vertices of a side have one.
MOST_COMPARISONS = 1 << 29
TO_MEASURE = 66  # degrees: all degrees of narrow roots, and the first one above

# Entries of `counts`, after those of `reduction`. They are the sums of squared degrees
# in the core, 1 if the right side is grown, and the same sums for the representatives.
# For each side, the numbers of vertices with fewer than 0, 1, ... neighbours follow.
LEFT_SQUARES, RIGHT_SQUARES, GROWS_RIGHT, LEFT_SWEPT, RIGHT_SWEPT = range(5, 10)
LEFT_BELOW, RIGHT_BELOW = 10, 10 + TO_MEASURE
COUNTS = 10 + 2 * TO_MEASURE


class Scratch(NamedTuple):
    """Arrays that are used only during the launch, zero at its beginning."""

    hashes: Any  # uint64 per vertex, the right vertices after the left ones
    slots: Any  # int32 per vertex: its slot in the hash table
    keys: Any  # uint64, the hash table
    nearest: Any  # int32, the values of the hash table
    first: BothSides  # int32 per vertex: its representative
    degree: BothSides  # int32 per vertex, among representatives: see `reduction`
    begin: BothSides  # int64 per degree of a vertex: the first rank
    taken: BothSides  # int32 per degree: how many vertices are listed
    drawn: BothSides  # int32: vertices by degree, in any order
    rank: BothSides  # int32 per vertex
    rows: Any  # int32 per edge: its left vertex
    parts: Any  # int64 (2, blocks): sums of degrees
    bits: Any  # uint64, see `device.bit_matrices`


class Made(NamedTuple):
    """The result, with room for as many vertices and edges as the graph has."""

    numbered: Numbered
    lists: BothSides  # `Adjacency`


def prepare_at_once(
    graph: BipartiteGraph, min_left: int, min_right: int, budget: int, trace: Trace
) -> Ordered | None:
    """Reduce and order a whole graph; None if it is too large.

    The device chooses the side to grow, and the sides whose twins are merged.
    """
    n_left, n_right = graph.n_left, graph.n_right
    words = n_left * words_of(n_right) + n_right * words_of(n_left)
    if (
        n_left * n_left + n_right * n_right > MOST_COMPARISONS
        or 8 * words > plan.matrices_of_edges(budget)
    ):
        return None
    whole = min_left == min_right == 1
    with trace.stage("reduce"):
        graph = graph.to_device()
        degrees = (
            together((n_left, np.int64), (n_right, np.int64))
            if whole
            else core(graph, min_left, min_right)
        )
    with trace.stage("order"):
        sides = sides_of(graph, BothSides(*degrees))
        least = BothSides(min_left, min_right)
        return _ordered(*_launched(sides, words, int(whole), least))


def _launched(
    sides: BothSides, words: int, whole: int, least: BothSides
) -> tuple[Made, list[int]]:
    """Launch the kernel, again if hashes collide; returns the result and `counts`."""
    n_left, n_right = len(sides.left.degree), len(sides.right.degree)
    n, n_edges = n_left + n_right, len(sides.left.indices)
    lefts, rights, capacity = (n_left, np.int32), (n_right, np.int32), table_size(n)
    left_of, right_of, left_weight, right_weight, *lists = together(
        lefts, rights, lefts, rights, (n_left + 1, np.int64), (n_edges, np.int32),
        (n_right + 1, np.int64), (n_edges, np.int32),
    )  # fmt: skip
    made = Made(
        Numbered(BothSides(left_of, right_of), BothSides(left_weight, right_weight)),
        BothSides(Adjacency(*lists[:2]), Adjacency(*lists[2:])),
    )
    by_degree = [
        (n_degrees + 1, kind)
        for kind in (np.int64, np.int32)
        for n_degrees in (n_right, n_left)
    ]
    blocks = blocks_that_meet(n)
    seed = 0
    while True:
        seed += 1
        counts, hashes, slots, keys, nearest, *rest = together(
            (COUNTS, np.int64), (n, np.uint64), (n, np.int32), (capacity, np.uint64),
            (capacity, np.int32), lefts, rights, lefts, rights, *by_degree, lefts,
            rights, lefts, rights, (n_edges, np.int32), ((2, blocks), np.int64),
            (words, np.uint64), zeros=True,
        )  # fmt: skip
        pairs = map(BothSides, rest[:12:2], rest[1:12:2])
        scratch = Scratch(hashes, slots, keys, nearest, *pairs, *rest[12:])
        launch_together(
            _prepare, blocks, sides, scratch, made, whole, least, seed, counts
        )
        seen = to_host(counts).tolist()
        if not seen[COLLIDED]:
            return made, seen


def _ordered(made: Made, seen: list[int]) -> Ordered:
    """Return the result without unused entries."""
    n_left, n_right, n_edges = seen[LEFTS], seen[RIGHTS], seen[EDGES]
    of, weight = made.numbered
    weights = beginning(weight.left, n_left), beginning(weight.right, n_right)
    left = (
        beginning(made.lists.left.indptr, n_left + 1),
        beginning(made.lists.left.indices, n_edges),
        weights[0],
    )
    right = (
        beginning(made.lists.right.indptr, n_right + 1),
        beginning(made.lists.right.indices, n_edges),
        weights[1],
    )
    lefts, rights = map(DeviceClasses, of, weights)
    all_roots = xp.empty(0, bool)
    if seen[GROWS_RIGHT]:
        sizes = RootSizes(seen[RIGHT_BELOW:], seen[LEFT_SWEPT])
        return Ordered(
            SearchGraph(*left, *right, all_roots), lefts, rights, "right", sizes
        )
    sizes = RootSizes(seen[LEFT_BELOW:RIGHT_BELOW], seen[RIGHT_SWEPT])
    return Ordered(SearchGraph(*right, *left, all_roots), rights, lefts, "left", sizes)


@kernel(threads=LARGE, blocks=1)
def _prepare(sides, scratch, made, whole, least, seed, counts):
    """Reduce and order a graph, and measure its roots. Cooperative.

    `sides`: `CoreSide` of both sides, `scratch`: `Scratch`, `made`: `Made`. `whole`:
    whether all vertices are in the core; then the kernel writes their degrees. `least`:
    the least sizes of the sides of a biclique. `counts`: int64 (COUNTS,), zero.
    """
    left, right = sides.left, sides.right
    if whole:
        read_degrees(left.indptr, right.indptr, left.degree, right.degree)
    write_rows(left.indptr, scratch.rows)
    meet_blocks(counts, MEETING)
    sum_squares(left.degree, counts, LEFT_SQUARES)
    sum_squares(right.degree, counts, RIGHT_SQUARES)
    clear(made.numbered.weight.left)
    clear(made.numbered.weight.right)
    edges = Edges(left.indptr, scratch.rows, left.indices)
    hash_lists(edges, BothSides(left.degree, right.degree), seed, scratch.hashes)
    meet_blocks(counts, MEETING)
    grows_right = is_right_cheaper(counts, least.left, least.right)
    if cuda.grid(1) == 0:
        counts[GROWS_RIGHT] = np.int64(grows_right)
    merge = BothSides(
        least.left <= 2 or not grows_right, least.right <= 2 or grows_right
    )
    find_representatives(sides, edges, scratch, merge, counts)
    sums = cuda.shared.array(WARP, np.int64)
    lists = made.lists
    order_vertices(scratch, lists, counts, sums)
    n = BothSides(counts[LEFTS], counts[RIGHTS])
    sum_part(lists.left.indptr, n.left, scratch.parts[0], sums)
    sum_part(lists.right.indptr, n.right, scratch.parts[1], sums)
    represented = Representatives(scratch.degree, scratch.first)
    number(scratch.rank, edges, represented, scratch.bits, None, made.numbered, n)
    meet_blocks(counts, MEETING)
    begin_lists(lists.left.indptr, n.left, scratch.parts[0], sums)
    begin_lists(lists.right.indptr, n.right, scratch.parts[1], sums)
    meet_blocks(counts, MEETING)
    write_lists(scratch.bits, lists, n)
    measure(lists.left.indptr, n.left, counts, LEFT_SWEPT, LEFT_BELOW)
    measure(lists.right.indptr, n.right, counts, RIGHT_SWEPT, RIGHT_BELOW)


@device
def write_rows(indptr, rows):
    """Write the row of each CSR entry, so that no stage searches for it: one warp per
    row."""
    lane = cuda.threadIdx.x % WARP
    warps = cuda.gridsize(1) // WARP
    for u in range(cuda.grid(1) // WARP, indptr.size - 1, warps):
        for e in range(indptr[u] + lane, indptr[u + 1], WARP):
            rows[e] = u


@device
def sum_squares(degree, counts, entry):
    """Add the sum of the squared degrees to an entry of `counts`."""
    total = np.int64(0)
    for v in range(cuda.grid(1), degree.size, cuda.gridsize(1)):
        total += degree[v] * degree[v]
    total = warp_sum(total)
    # Most warps of a small graph have nothing to add.
    if cuda.threadIdx.x % WARP == 0 and total > 0:
        cuda.atomic.add(counts, entry, total)


@device
def clear(values):
    """Zero an array, one entry per thread."""
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        values[i] = 0


@device
def is_right_cheaper(counts, min_left, min_right):
    """Whether to grow the right side: both sides of `grows_right_up_to`, squared."""
    lefts, rights = np.float64(counts[RIGHT_SQUARES]), np.float64(counts[LEFT_SQUARES])
    a, b = np.float64(max(2, min_left)), np.float64(max(2, min_right))
    return rights * rights * (b * b * b) <= lefts * lefts * (a * a * a)


@device
def find_representatives(sides, edges, scratch, merge, counts):
    """Find the representatives by the hashes of lists, as `reduction` does."""
    table = HashTable(scratch.hashes, scratch.keys, scratch.nearest, scratch.slots)
    insert(BothSides(sides.left.degree, sides.right.degree), merge, table)
    meet_blocks(counts, MEETING)
    compare_lists(sides, merge, table, scratch.first, scratch.degree, counts)
    meet_blocks(counts, MEETING)
    count_edges(edges, scratch.degree, counts)
    meet_blocks(counts, MEETING)


@device
def order_vertices(scratch, lists, counts, sums):
    """Rank the representatives of both sides, and write their degrees in order."""
    degree, taken, drawn = scratch.degree, scratch.taken, scratch.drawn
    lefts, rights = scratch.begin.left, scratch.begin.right
    count_degrees(degree.left, lefts)
    count_degrees(degree.right, rights)
    meet_blocks(counts, MEETING)
    sum_part(lefts, lefts.size, scratch.parts[0], sums)
    sum_part(rights, rights.size, scratch.parts[1], sums)
    meet_blocks(counts, MEETING)
    sum_up_part(lefts, lefts.size, scratch.parts[0], sums)
    sum_up_part(rights, rights.size, scratch.parts[1], sums)
    meet_blocks(counts, MEETING)
    draw_vertices(degree.left, lefts, taken.left, drawn.left, lists.left.indptr)
    draw_vertices(degree.right, rights, taken.right, drawn.right, lists.right.indptr)
    meet_blocks(counts, MEETING)
    rank_vertices(
        counts[LEFTS], degree.left, lefts, taken.left, drawn.left, scratch.rank.left
    )
    rank_vertices(
        counts[RIGHTS], degree.right, rights, taken.right, drawn.right,
        scratch.rank.right,
    )  # fmt: skip
    meet_blocks(counts, MEETING)


@device
def count_degrees(degree, begin):
    """Count the representatives of each degree."""
    for v in range(cuda.grid(1), degree.size, cuda.gridsize(1)):
        if degree[v] != BEHIND:
            cuda.atomic.add(begin, degree[v], 1)


@device
def draw_vertices(degree, begin, taken, drawn, sizes):
    """Write the representatives by degree, in any order, and their degrees in order."""
    for v in range(cuda.grid(1), degree.size, cuda.gridsize(1)):
        d = degree[v]
        if d != BEHIND:
            at = begin[d] + cuda.atomic.add(taken, d, np.int32(1))
            drawn[at] = v
            sizes[at] = d


@device
def rank_vertices(n, degree, begin, taken, drawn, rank):
    """Write the ranks of n representatives by (degree, id): one warp per vertex.

    The warp counts the smaller vertices of the same degree.
    """
    for k in range(cuda.grid(1) // WARP, n, cuda.gridsize(1) // WARP):
        v = drawn[k]
        first = begin[degree[v]]
        end = first + taken[degree[v]]
        n_smaller = count_smaller(drawn, first, end, v)
        if cuda.threadIdx.x % WARP == 0:
            rank[v] = first + n_smaller


@device
def measure(indptr, n, counts, swept, below):
    """Sum up the squared lengths of n lists, and count the lists with fewer than 0, 1,
    ... entries. The lists ascend by length."""
    total = np.int64(0)
    for v in range(cuda.grid(1), n, cuda.gridsize(1)):
        length = indptr[v + 1] - indptr[v]
        total += length * length
    total = warp_sum(total)
    if cuda.threadIdx.x % WARP == 0 and total > 0:
        cuda.atomic.add(counts, swept, total)
    for length in range(cuda.grid(1), TO_MEASURE, cuda.gridsize(1)):
        low, high = np.int64(0), np.int64(n)
        while low < high:
            middle = (low + high) >> 1
            if indptr[middle + 1] - indptr[middle] < length:
                low = middle + 1
            else:
                high = middle
        counts[below + length] = low
