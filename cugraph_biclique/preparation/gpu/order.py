# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Root order on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import beginning, together, xp
from cugraph_biclique.device.bit_matrices import (
    counters_in,
    mark_edge,
    new_matrices,
    write_row,
)
from cugraph_biclique.device.elementwise import full, joined
from cugraph_biclique.device.launching import (
    blocks_for,
    blocks_that_meet,
    launch,
    launch_together,
)
from cugraph_biclique.device.ranges import (
    is_last_of_grid,
    offsets,
    part_of_block,
    sum_part,
    sum_up_part,
)
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
from cugraph_biclique.preparation import Ordered, SearchGraph, grows_right_up_to
from cugraph_biclique.preparation.gpu.reduction import BEHIND, Represented, row_of_edge

NO_EDGE = 2**63 - 1
ALIVE, WEDGES = range(2)
SUMS = 2
LISTED, MEETING = range(2)  # entries of `totals` of a list of members
MOST_COMPARED = 1 << 15  # vertices of a side whose classes need no sort


class DeviceClasses:
    """`Classes` in device memory.

    `indptr` and `members` are computed together on first use.
    """

    def __init__(self, of: Any, weight: Any) -> None:
        self.of = of  # int32 per vertex: its class, -1 if removed
        self.weight = weight  # int32 per class: how many vertices

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def indptr(self) -> Any:
        """Offsets of the classes in `members`: int64."""
        return self._lists[0]

    @property
    def members(self) -> Any:
        """Vertices by class, ascending in each: int32."""
        return self._lists[1]

    @cached_property
    def _lists(self) -> tuple[Any, Any]:
        n, n_vertices = len(self), len(self.of)
        if n_vertices > MOST_COMPARED:
            indptr = offsets(self.weight)
            by_class = xp.argsort(self.of, kind="stable")
            of_classes = by_class[n_vertices - int(indptr[-1]) :]
            return indptr, joined([of_classes], [0], np.int32)
        blocks = blocks_that_meet(n_vertices)
        totals, parts, taken = together(
            (2, np.int64), (blocks, np.int64), (n, np.int32), zeros=True
        )
        indptr, members, drawn = together(
            (n + 1, np.int64), (n_vertices, np.int32), (n_vertices, np.int32)
        )
        launch_together(
            _list_members, blocks, self.of, self.weight, indptr, taken, drawn, members,
            parts, totals,
        )  # fmt: skip
        return indptr, beginning(members, int(to_host(totals)[LISTED]))


@kernel
def _list_members(of, weight, indptr, taken, drawn, members, parts, totals):
    """List the vertices of each class, ascending, in a cooperative launch."""
    sums = cuda.shared.array(WARP, np.int64)
    n = weight.size
    begin, end = part_of_block(n)
    for c in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        indptr[c] = weight[c]
    sum_part(indptr, n, parts, sums)
    meet_blocks(totals, MEETING)
    total = sum_up_part(indptr, n, parts, sums)
    if is_last_of_grid():
        indptr[n] = totals[LISTED] = total
    meet_blocks(totals, MEETING)
    draw_members(of, indptr, taken, drawn)
    meet_blocks(totals, MEETING)
    sort_members(of, indptr, drawn, totals[LISTED], members)


@device
def draw_members(of, indptr, taken, drawn):
    """Write the vertices by class, in any order."""
    for v in range(cuda.grid(1), of.size, cuda.gridsize(1)):
        if of[v] >= 0:
            at = indptr[of[v]] + cuda.atomic.add(taken, of[v], np.int32(1))
            drawn[at] = v


@device
def sort_members(of, indptr, drawn, n, members):
    """Write the n vertices by class, ascending: one warp per vertex."""
    for k in range(cuda.grid(1) // WARP, n, cuda.gridsize(1) // WARP):
        v = drawn[k]
        begin, end = indptr[of[v]], indptr[of[v] + 1]
        n_smaller = count_smaller(drawn, begin, end, v)
        if cuda.threadIdx.x % WARP == 0:
            members[begin + n_smaller] = v


def side_to_grow(
    left_degree: Any, right_degree: Any, min_left: int, min_right: int
) -> Callable[[], str]:
    """Choose the side to grow, "left" or "right", by `grows_right_up_to`.

    Returns a function that waits for the choice.
    """
    sums = xp.zeros((2, SUMS), np.int64)
    add_squares(left_degree, right_degree, sums)

    @cache
    def side() -> str:
        lefts, rights = to_host(sums)[:, WEDGES].tolist()
        most = grows_right_up_to(min_left, min_right) * lefts
        return "right" if rights <= most else "left"

    return side


def add_squares(left_degree: Any, right_degree: Any, sums: Any) -> None:
    """Add the vertices and wedges of both sides to columns ALIVE and WEDGES of the two
    rows of `sums`."""
    launch(
        _sum_squares, blocks_for((len(left_degree) + len(right_degree)) // WARP),
        left_degree, right_degree, sums,
    )  # fmt: skip


@kernel
def _sum_squares(left_degree, right_degree, sums):
    """Count the core's vertices on each side, and the edges that sweeps of all their
    two-hop neighbours would read: the sum of the other side's squared degrees."""
    n_left = left_degree.size
    lefts, left_squares = np.int64(0), np.int64(0)
    rights, right_squares = np.int64(0), np.int64(0)
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            lefts += np.int64(left_degree[v] > 0)
            left_squares += left_degree[v] * left_degree[v]
        else:
            degree = right_degree[v - n_left]
            rights += np.int64(degree > 0)
            right_squares += degree * degree
    lefts, left_squares = warp_sum(lefts), warp_sum(left_squares)
    rights, right_squares = warp_sum(rights), warp_sum(right_squares)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(sums, (0, ALIVE), lefts)
        cuda.atomic.add(sums, (1, ALIVE), rights)
        cuda.atomic.add(sums, (0, WEDGES), right_squares)
        cuda.atomic.add(sums, (1, WEDGES), left_squares)


def order_graph(
    reduced: Represented, grow: str, is_root: Any | None, budget: int
) -> Ordered:
    """Number both sides by ascending degree; vertices of the side `grow` are the roots.

    In a partition, `is_root` marks the roots on that side, whose vertices are already
    in the order of the whole graph.
    """
    in_order = None if is_root is None else grow
    n_left, n_right, _ = reduced.sizes
    of_left, of_right = len(reduced.of_left), len(reduced.of_right)
    keys, id_bits = _sorted_keys(reduced, in_order)
    left_order, right_order, *ranks = together(
        (of_left, np.int32), (of_right, np.int32), (of_left, np.int32),
        (of_right, np.int32),
    )  # fmt: skip
    left_of, right_of = together((of_left, np.int32), (of_right, np.int32))
    weight = xp.zeros(n_left + n_right, np.int32)
    left_weight, right_weight = weight[:n_left], weight[n_left:]
    ranked = keys, *id_bits, left_order, right_order, *ranks
    numbered = left_of, right_of, left_weight, right_weight
    bits = new_matrices(n_left, n_right, 1, plan.matrices_of_edges(budget))
    if bits is None:
        launch(_rank, blocks_for(len(keys) // WARP), *ranked)
        del keys, ranked  # frees their memory before the sorts
        left, right = _by_sorts(reduced, left_order, right_order, ranks, numbered)
    else:
        left, right = _by_matrices(reduced, ranked, numbered, bits)
    left_side = (*left, left_weight)
    right_side = (*right, right_weight)
    lefts, rights = (
        DeviceClasses(left_of, left_weight),
        DeviceClasses(right_of, right_weight),
    )
    if is_root is None:
        is_root = xp.empty(0, bool)
    elif grow == "right":
        is_root = xp.asarray(is_root)[right_order[:n_right]]
    else:
        is_root = xp.asarray(is_root)[left_order[:n_left]]
    if grow == "right":
        searched = SearchGraph(*left_side, *right_side, is_root)
        return Ordered(searched, lefts, rights, grow)
    searched = SearchGraph(*right_side, *left_side, is_root)
    return Ordered(searched, rights, lefts, grow)


def _sorted_keys(
    reduced: Represented, in_order: str | None
) -> tuple[Any, tuple[int, int]]:
    """Sort the vertices by (degree, id), those of the side `in_order` by id alone.

    Vertices that are not representatives come last. Both sides are sorted together, the
    left one first, and small graphs have keys of 32 bits, which take half the launches
    each. Also returns how many low bits of a left, and of a right, key are the id.
    """
    left_degree, right_degree = reduced.of_left, reduced.of_right
    n_left, n_right = len(left_degree), len(right_degree)
    left_bits, right_bits = n_left.bit_length(), n_right.bit_length()
    # The degree of a vertex is at most the size of the other side; one more bit is for
    # vertices behind the others, and one for the side.
    kind = np.int32 if left_bits + right_bits + 2 <= 32 else np.int64
    left_first = int(np.iinfo(kind).min)
    keys = xp.empty(n_left + n_right, kind)
    launch(
        _write_keys, blocks_for((n_left + n_right) // WARP), left_degree, right_degree,
        in_order == "left", in_order == "right", left_bits, right_bits, left_first,
        keys,
    )  # fmt: skip
    keys.sort()
    return keys, (left_bits, right_bits)


@kernel
def _write_keys(
    left_degree, right_degree, left_in_order, right_in_order, left_bits, right_bits,
    left_first, keys,
):  # fmt: skip
    """Write each vertex as a sort key: its side, its degree, then its id.

    The ids of a side have `left_bits` or `right_bits` bits. `left_first` is the least
    number of the keys' type, and is added to the keys of left vertices.
    """
    n_left = left_degree.size
    for v in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        if v < n_left:
            behind = np.int64(1) << right_bits
            key = key_of(v, left_degree[v], left_in_order, left_bits, behind)
            keys[v] = key + left_first
        else:
            w, behind = v - n_left, np.int64(1) << left_bits
            keys[v] = key_of(w, right_degree[w], right_in_order, right_bits, behind)


@device
def key_of(v, degree, in_order, bits, behind):
    """A vertex as a sort key. In order, it only counts whether the vertex is behind the
    others."""
    first = np.int64(degree)
    if degree == BEHIND:
        first = np.int64(behind)
    elif in_order:
        first = np.int64(0)
    return first << np.int64(bits) | np.int64(v)


@device
def rank(keys, left_bits, right_bits, left_order, right_order, left_rank, right_rank):
    """Write the vertices of sorted keys, and each vertex's place."""
    n_left = left_order.size
    for k in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        bits = left_bits if k < n_left else right_bits
        v = np.int64(keys[k]) & ((np.int64(1) << bits) - 1)
        if k < n_left:
            left_order[k] = v
            left_rank[v] = k
        else:
            right_order[k - n_left] = v
            right_rank[v] = k - n_left


def _by_matrices(
    reduced: Represented, ranked: Any, numbered: Any, bits: Any
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Number the vertices, and list the edges of both sides by `bit_matrices`: CSR."""
    n_left, n_right, n_edges = reduced.sizes
    left_indptr, left_indices, right_indptr, right_indices = together(
        (n_left + 1, np.int64), (n_edges, np.int32),
        (n_right + 1, np.int64), (n_edges, np.int32),
    )  # fmt: skip
    blocks = blocks_that_meet(_warps_to_number(reduced))
    parts = xp.empty((2, blocks), np.int64)
    left, right = (left_indptr, left_indices), (right_indptr, right_indices)
    launch_together(
        _arrange, blocks, *ranked, *_to_number(reduced), bits, counters_in(bits, 1),
        parts, *numbered, *left, *right,
    )  # fmt: skip
    return left, right


def _to_number(reduced: Represented) -> tuple[Any, ...]:
    """Arguments of `number` that describe a graph."""
    return (
        reduced.graph.left_indptr, reduced.graph.left_indices, reduced.of_left,
        reduced.of_right, reduced.left, reduced.right,
    )  # fmt: skip


def _warps_to_number(reduced: Represented) -> int:
    graph = reduced.graph
    return max(graph.n_edges, graph.n_left, graph.n_right) // WARP


@kernel(threads=LARGE, blocks=1)
def _arrange(
    keys, left_bits, right_bits, left_order, right_order, left_rank, right_rank, indptr,
    indices, left_degree, right_degree, left_first, right_first, bits, meeting, parts,
    left_of, right_of, left_weight, right_weight, left_indptr, left_indices,
    right_indptr, right_indices,
):  # fmt: skip
    """Order the vertices by their sorted keys, and write the lists of both sides, in a
    cooperative launch."""
    rank(keys, left_bits, right_bits, left_order, right_order, left_rank, right_rank)
    meet_blocks(meeting, 0)
    n_left, n_right = left_weight.size, right_weight.size
    sums = cuda.shared.array(WARP, np.int64)
    sum_degrees(left_degree, left_order, left_indptr, n_left, parts[0], sums)
    sum_degrees(right_degree, right_order, right_indptr, n_right, parts[1], sums)
    number(
        left_rank, right_rank, indptr, None, indices, left_degree, right_degree,
        left_first, right_first, bits, None, None, left_of, right_of, left_weight,
        right_weight, n_left, n_right,
    )  # fmt: skip
    meet_blocks(meeting, 0)
    begin_lists(left_indptr, n_left, parts[0], sums)
    begin_lists(right_indptr, n_right, parts[1], sums)
    meet_blocks(meeting, 0)
    write_lists(
        bits, left_indptr, left_indices, right_indptr, right_indices, n_left, n_right
    )


@device
def sum_degrees(degree, order, indptr, n, parts, sums):
    """Write the degrees of the first n vertices, and the sums of all blocks' parts."""
    begin, end = part_of_block(n)
    for k in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        indptr[k] = degree[order[k]]  # `sum_part` reads it in this thread
    sum_part(indptr, n, parts, sums)


@device
def begin_lists(indptr, n, parts, sums):
    """Write where the lists of n vertices begin, and where the last one ends."""
    total = sum_up_part(indptr, n, parts, sums)
    if is_last_of_grid():
        indptr[n] = total


@device
def write_lists(
    bits, left_indptr, left_indices, right_indptr, right_indices, n_left, n_right
):
    """Write the lists of both sides: one warp per vertex."""
    n_left, n_right = np.int64(n_left), np.int64(n_right)
    warps = cuda.gridsize(1) // WARP
    for v in range(cuda.grid(1) // WARP, n_left + n_right, warps):
        if v < n_left:
            begin = left_indptr[v]
            write_row(bits, v, n_left, n_right, None, left_indices, begin)
        else:
            begin = right_indptr[v - n_left]
            write_row(bits, v, n_left, n_right, None, right_indices, begin)


def _by_sorts(
    reduced: Represented, left_order: Any, right_order: Any, ranks: Any, numbered: Any
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Number the vertices, and list the edges of both sides by sort keys: CSR."""
    n_left, n_right, n_edges = reduced.sizes
    by_left = full(reduced.graph.n_edges, NO_EDGE, np.int64)
    by_right = full(reduced.graph.n_edges, NO_EDGE, np.int64)
    launch(
        _number, blocks_for(_warps_to_number(reduced)), *ranks, *_to_number(reduced),
        xp.empty(0, np.uint64), by_left, by_right, *numbered,
    )  # fmt: skip
    return (
        _adjacency(by_left, n_edges, reduced.of_left, left_order, n_left, n_right),
        _adjacency(by_right, n_edges, reduced.of_right, right_order, n_right, n_left),
    )


@kernel
def _rank(keys, left_bits, right_bits, left_order, right_order, left_rank, right_rank):
    rank(keys, left_bits, right_bits, left_order, right_order, left_rank, right_rank)


@kernel
def _number(
    left_rank, right_rank, indptr, indices, left_degree, right_degree, left_first,
    right_first, bits, by_left, by_right, left_of, right_of, left_weight, right_weight,
):  # fmt: skip
    number(
        left_rank, right_rank, indptr, None, indices, left_degree, right_degree,
        left_first, right_first, bits, by_left, by_right, left_of, right_of,
        left_weight, right_weight, left_weight.size, right_weight.size,
    )  # fmt: skip


@device
def number(
    left_rank, right_rank, indptr, rows, indices, left_degree, right_degree, left_first,
    right_first, bits, by_left, by_right, left_of, right_of, left_weight, right_weight,
    n_left, n_right,
):  # fmt: skip
    """Write the class of each vertex, and the edges between classes, as bits of both
    matrices if there are no keys, or else as sort keys for both directions. `rows` has
    the left vertex of each edge, or is None."""
    n_left, n_right = np.int64(n_left), np.int64(n_right)
    for e in range(cuda.grid(1), indices.size, cuda.gridsize(1)):
        u, v = row_of_edge(indptr, rows, e), indices[e]
        if left_degree[u] != BEHIND and right_degree[v] != BEHIND:
            a, b = np.int64(left_rank[u]), np.int64(right_rank[v])
            if by_left is None:
                mark_edge(bits, a, b, n_left, n_right)
            else:
                by_left[e] = a * n_right + b
                by_right[e] = b * n_left + a
    for u in range(cuda.grid(1), left_of.size, cuda.gridsize(1)):
        left_of[u] = -1
        if left_first[u] >= 0:
            left_of[u] = left_rank[left_first[u]]
            cuda.atomic.add(left_weight, left_of[u], np.int32(1))
    for v in range(cuda.grid(1), right_of.size, cuda.gridsize(1)):
        right_of[v] = -1
        if right_first[v] >= 0:
            right_of[v] = right_rank[right_first[v]]
            cuda.atomic.add(right_weight, right_of[v], np.int32(1))


def _adjacency(
    keys: Any, n_edges: int, degree: Any, order: Any, n: int, n_other: int
) -> tuple[Any, Any]:
    """Build one side's CSR, ascending, from keys ``row * n_other + column``."""
    keys.sort()
    columns, sizes = xp.empty(n_edges, np.int32), xp.empty(n, np.int32)
    launch(
        _read_keys, blocks_for(n_edges // WARP), keys, n_other, columns, degree, order,
        sizes,
    )  # fmt: skip
    return offsets(sizes), columns


@kernel
def _read_keys(keys, n_other, columns, degree, order, sizes):
    """Write the columns of the keys, and the sizes of the rows."""
    for e in range(cuda.grid(1), columns.size, cuda.gridsize(1)):
        columns[e] = keys[e] - keys[e] // n_other * n_other
    for row in range(cuda.grid(1), sizes.size, cuda.gridsize(1)):
        sizes[row] = degree[order[row]]
