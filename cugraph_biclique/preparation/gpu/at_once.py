# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The preparation of a small graph in one cooperative launch.

A small graph is prepared in less time than the host takes for its launches, so the
number of launches decides. This kernel goes through the stages of `reduction` and
`order`, with barriers between them. All arrays have room for the whole graph, so the
host reads its sizes once, at the end.

Only the sort of the vertices is replaced, which would take launches. The vertices of a
degree are listed in any order, and the rank of a vertex is the number of smaller ones
in its list. If few degrees occur, this work is quadratic, which limits the graphs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import beginning, to_device, together, xp
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
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.preparation import Ordered, RootSizes, SearchGraph
from cugraph_biclique.preparation.gpu.order import (
    DeviceClasses,
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
    compare_lists,
    core,
    count_edges,
    hash_lists,
    insert,
    read_degrees,
    table_size,
)
from cugraph_biclique.trace import Trace

# Comparisons between vertices of equal degree, if all vertices of a side have the same.
MOST_COMPARISONS = 1 << 29
TO_MEASURE = 66  # degrees: those of narrow roots, and the first one above

# Entries of `counts`, after those of `reduction`: the sums of squared degrees in the
# core, 1 if the right side grows, and the same sums for the representatives. Then, for
# each side, the number of vertices with fewer than 0, 1, ... neighbours.
LEFT_SQUARES, RIGHT_SQUARES, GROWS_RIGHT, LEFT_SWEPT, RIGHT_SWEPT = range(5, 10)
LEFT_BELOW, RIGHT_BELOW = 10, 10 + TO_MEASURE
COUNTS = 10 + 2 * TO_MEASURE


class Given(NamedTuple):
    """A graph, and its degrees in the core, which the kernel writes if all vertices are
    in the core."""

    left_indptr: Any
    left_indices: Any
    left_degree: Any  # int64
    right_indptr: Any
    right_indices: Any
    right_degree: Any


class Scratch(NamedTuple):
    """Arrays that are needed during the launch only, zero at its beginning."""

    hashes: Any  # uint64 for each vertex, the right ones after the left ones
    slots: Any  # int32 for each vertex, in the hash table
    keys: Any  # uint64, the hash table
    nearest: Any  # int32, its values
    left_first: Any  # int32: the representative of each vertex
    right_first: Any
    of_left: Any  # int32: degrees between representatives, see `reduction`
    of_right: Any
    left_begin: Any  # int64 for each degree of a left vertex: the first rank
    right_begin: Any
    left_taken: Any  # int32 for each degree: its vertices
    right_taken: Any
    left_drawn: Any  # int32: vertices by degree
    right_drawn: Any
    left_rank: Any  # int32
    right_rank: Any
    rows: Any  # int32: the left vertex of each edge
    parts: Any  # int64 (2, blocks): sums of degrees
    bits: Any  # uint64, see `bit_matrices`


class Made(NamedTuple):
    """The result, with room for as many vertices and edges as the graph has."""

    left_of: Any  # int32
    right_of: Any
    left_weight: Any  # int32
    right_weight: Any
    left_indptr: Any  # int64
    left_indices: Any  # int32
    right_indptr: Any
    right_indices: Any


def prepare_at_once(
    graph: BipartiteGraph, min_left: int, min_right: int, budget: int, trace: Trace
) -> Ordered | None:
    """Reduce and order a whole graph; None if it is too large.

    The side to grow, and the sides whose twins are merged, are chosen on the device.
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
        graph = to_device(graph)
        degrees = (
            together((n_left, np.int64), (n_right, np.int64))
            if whole
            else core(graph, min_left, min_right)
        )
    with trace.stage("order"):
        left, right = (
            (graph.left_indptr, graph.left_indices, degrees[0]),
            (graph.right_indptr, graph.right_indices, degrees[1]),
        )
        sizes = int(whole), min_left, min_right
        return _ordered(*_launched(Given(*left, *right), words, sizes))


def _launched(
    given: Given, words: int, sizes: tuple[int, int, int]
) -> tuple[Made, list[int]]:
    """Launch the kernel, again if hashes collided; returns its result and `counts`."""
    n_left, n_right = len(given.left_degree), len(given.right_degree)
    n, n_edges = n_left + n_right, len(given.left_indices)
    lefts, rights, capacity = (n_left, np.int32), (n_right, np.int32), table_size(n)
    made = Made(
        *together(
            lefts, rights, lefts, rights, (n_left + 1, np.int64), (n_edges, np.int32),
            (n_right + 1, np.int64), (n_edges, np.int32),
        )
    )  # fmt: skip
    by_degree = [
        (n_degrees + 1, kind)
        for kind in (np.int64, np.int32)
        for n_degrees in (n_right, n_left)
    ]
    blocks = blocks_that_meet(n)
    seed = 0
    while True:
        seed += 1
        counts, *scratch = together(
            (COUNTS, np.int64), (n, np.uint64), (n, np.int32), (capacity, np.uint64),
            (capacity, np.int32), lefts, rights, lefts, rights, *by_degree, lefts,
            rights, lefts, rights, (n_edges, np.int32), ((2, blocks), np.int64),
            (words, np.uint64), zeros=True,
        )  # fmt: skip
        launch_together(
            _prepare, blocks, given, Scratch(*scratch), made, *sizes, seed, counts
        )
        seen = to_host(counts).tolist()
        if not seen[COLLIDED]:
            return made, seen


def _ordered(made: Made, seen: list[int]) -> Ordered:
    """The result, without the room that it does not need."""
    n_left, n_right, n_edges = seen[LEFTS], seen[RIGHTS], seen[EDGES]
    weights = beginning(made.left_weight, n_left), beginning(made.right_weight, n_right)
    left = (
        beginning(made.left_indptr, n_left + 1),
        beginning(made.left_indices, n_edges),
        weights[0],
    )
    right = (
        beginning(made.right_indptr, n_right + 1),
        beginning(made.right_indices, n_edges),
        weights[1],
    )
    lefts = DeviceClasses(made.left_of, weights[0])
    rights = DeviceClasses(made.right_of, weights[1])
    all_roots = xp.empty(0, bool)
    if seen[GROWS_RIGHT]:
        sizes = RootSizes(seen[RIGHT_BELOW:], seen[LEFT_SWEPT])
        return Ordered(
            SearchGraph(*left, *right, all_roots), lefts, rights, "right", sizes
        )
    sizes = RootSizes(seen[LEFT_BELOW:RIGHT_BELOW], seen[RIGHT_SWEPT])
    return Ordered(SearchGraph(*right, *left, all_roots), rights, lefts, "left", sizes)


@kernel(threads=LARGE, blocks=1)
def _prepare(graph, scratch, made, whole, min_left, min_right, seed, counts):
    """Reduce and order a graph, and measure its roots."""
    left_degree, right_degree = graph.left_degree, graph.right_degree
    if whole:
        read_degrees(graph.left_indptr, graph.right_indptr, left_degree, right_degree)
    write_rows(graph.left_indptr, scratch.rows)
    meet_blocks(counts, MEETING)
    sum_squares(left_degree, counts, LEFT_SQUARES)
    sum_squares(right_degree, counts, RIGHT_SQUARES)
    clear(made.left_weight)
    clear(made.right_weight)
    hash_lists(
        graph.left_indptr, scratch.rows, graph.left_indices, left_degree, right_degree,
        seed, scratch.hashes,
    )  # fmt: skip
    meet_blocks(counts, MEETING)
    grows_right = is_right_cheaper(counts, min_left, min_right)
    if cuda.grid(1) == 0:
        counts[GROWS_RIGHT] = np.int64(grows_right)
    find_representatives(
        graph, scratch, min_left <= 2 or not grows_right, min_right <= 2 or grows_right,
        counts,
    )  # fmt: skip
    sums = cuda.shared.array(WARP, np.int64)
    order_vertices(scratch, made, counts, sums)
    n_left, n_right = counts[LEFTS], counts[RIGHTS]
    sum_part(made.left_indptr, n_left, scratch.parts[0], sums)
    sum_part(made.right_indptr, n_right, scratch.parts[1], sums)
    number(
        scratch.left_rank, scratch.right_rank, graph.left_indptr, scratch.rows,
        graph.left_indices, scratch.of_left, scratch.of_right, scratch.left_first,
        scratch.right_first, scratch.bits, None, None, made.left_of, made.right_of,
        made.left_weight, made.right_weight, n_left, n_right,
    )  # fmt: skip
    meet_blocks(counts, MEETING)
    begin_lists(made.left_indptr, n_left, scratch.parts[0], sums)
    begin_lists(made.right_indptr, n_right, scratch.parts[1], sums)
    meet_blocks(counts, MEETING)
    write_lists(
        scratch.bits, made.left_indptr, made.left_indices, made.right_indptr,
        made.right_indices, n_left, n_right,
    )  # fmt: skip
    measure(made.left_indptr, n_left, counts, LEFT_SWEPT, LEFT_BELOW)
    measure(made.right_indptr, n_right, counts, RIGHT_SWEPT, RIGHT_BELOW)


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
    """Add up the squares of degrees."""
    total = np.int64(0)
    for v in range(cuda.grid(1), degree.size, cuda.gridsize(1)):
        total += degree[v] * degree[v]
    total = warp_sum(total)
    # Most warps of a small graph have nothing to add.
    if cuda.threadIdx.x % WARP == 0 and total > 0:
        cuda.atomic.add(counts, entry, total)


@device
def clear(values):
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        values[i] = 0


@device
def is_right_cheaper(counts, min_left, min_right):
    """Whether to grow the right side: `grows_right_up_to`, squared."""
    lefts, rights = np.float64(counts[RIGHT_SQUARES]), np.float64(counts[LEFT_SQUARES])
    a, b = np.float64(max(2, min_left)), np.float64(max(2, min_right))
    return rights * rights * (b * b * b) <= lefts * lefts * (a * a * a)


@device
def find_representatives(graph, scratch, merge_left, merge_right, counts):
    """Find the representatives by the hashes of lists, as `reduction` does."""
    insert(
        graph.left_degree, graph.right_degree, merge_left, merge_right, scratch.hashes,
        scratch.keys, scratch.nearest, scratch.slots,
    )  # fmt: skip
    meet_blocks(counts, MEETING)
    compare_lists(
        graph.left_indptr, graph.left_indices, graph.left_degree, graph.right_indptr,
        graph.right_indices, graph.right_degree, merge_left, merge_right,
        scratch.nearest, scratch.slots, scratch.left_first, scratch.right_first,
        scratch.of_left, scratch.of_right, counts,
    )  # fmt: skip
    meet_blocks(counts, MEETING)
    count_edges(
        graph.left_indptr, scratch.rows, graph.left_indices, scratch.of_left,
        scratch.of_right, counts,
    )  # fmt: skip
    meet_blocks(counts, MEETING)


@device
def order_vertices(scratch, made, counts, sums):
    """Rank the representatives of both sides, and write their degrees in order."""
    count_degrees(scratch.of_left, scratch.left_begin)
    count_degrees(scratch.of_right, scratch.right_begin)
    meet_blocks(counts, MEETING)
    lefts, rights = scratch.left_begin, scratch.right_begin
    sum_part(lefts, lefts.size, scratch.parts[0], sums)
    sum_part(rights, rights.size, scratch.parts[1], sums)
    meet_blocks(counts, MEETING)
    sum_up_part(lefts, lefts.size, scratch.parts[0], sums)
    sum_up_part(rights, rights.size, scratch.parts[1], sums)
    meet_blocks(counts, MEETING)
    draw_vertices(
        scratch.of_left, scratch.left_begin, scratch.left_taken, scratch.left_drawn,
        made.left_indptr,
    )  # fmt: skip
    draw_vertices(
        scratch.of_right, scratch.right_begin, scratch.right_taken, scratch.right_drawn,
        made.right_indptr,
    )  # fmt: skip
    meet_blocks(counts, MEETING)
    rank_vertices(
        counts[LEFTS], scratch.of_left, scratch.left_begin, scratch.left_taken,
        scratch.left_drawn, scratch.left_rank,
    )  # fmt: skip
    rank_vertices(
        counts[RIGHTS], scratch.of_right, scratch.right_begin, scratch.right_taken,
        scratch.right_drawn, scratch.right_rank,
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
    """Write the representatives by degree, in any order, and the degrees in order."""
    for v in range(cuda.grid(1), degree.size, cuda.gridsize(1)):
        d = degree[v]
        if d != BEHIND:
            at = begin[d] + cuda.atomic.add(taken, d, np.int32(1))
            drawn[at] = v
            sizes[at] = d


@device
def rank_vertices(n, degree, begin, taken, drawn, rank):
    """Write the rank of n representatives by (degree, id): one warp per vertex counts
    the smaller ones of its degree."""
    for k in range(cuda.grid(1) // WARP, n, cuda.gridsize(1) // WARP):
        v = drawn[k]
        first = begin[degree[v]]
        end = first + taken[degree[v]]
        n_smaller = count_smaller(drawn, first, end, v)
        if cuda.threadIdx.x % WARP == 0:
            rank[v] = first + n_smaller


@device
def measure(indptr, n, counts, swept, below):
    """Add up the squared lengths of the n lists, which ascend by length, and write how
    many have fewer entries than 0, 1, ..."""
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
