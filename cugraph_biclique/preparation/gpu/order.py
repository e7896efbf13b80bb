# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Root order on a GPU."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.elementwise import full, joined
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import WARP, cuda, device, kernel, warp_sum
from cugraph_biclique.preparation import Ordered, SearchGraph, grows_right_up_to
from cugraph_biclique.preparation.gpu.reduction import Represented

BEHIND = np.int32(2**31 - 1)  # degree of a vertex that is not a representative
NO_EDGE = 2**63 - 1
KEY_SHIFT = 32  # of the degree in a sort key; the vertex is below it
VERTEX_BITS = 2**KEY_SHIFT - 1
ALIVE, WEDGES = range(2)
SUMS = 2


class DeviceClasses:
    """`Classes` in device memory.

    `indptr` and `members` are computed on first use.
    """

    def __init__(self, of: Any, weight: Any) -> None:
        self.of = of  # int32 per vertex: its class, -1 if removed
        self.weight = weight  # int32 per class: how many vertices

    def __len__(self) -> int:
        return len(self.weight)

    @cached_property
    def indptr(self) -> Any:
        """Offsets of the classes in `members`: int64."""
        return offsets(self.weight)

    @cached_property
    def members(self) -> Any:
        """Vertices by class, ascending in each: int32."""
        by_class = xp.argsort(self.of, kind="stable")
        return joined([by_class[len(self.of) - int(self.indptr[-1]) :]], [0], np.int32)


def side_to_grow(
    left_degree: Any, right_degree: Any, min_left: int, min_right: int
) -> str:
    """Choose the side to grow, "left" or "right", by `grows_right_up_to`."""
    sums = xp.zeros((2, SUMS), np.int64)
    add_squares(left_degree, right_degree, sums)
    sums = to_host(sums)
    most = grows_right_up_to(min_left, min_right) * sums[0, WEDGES]
    return "right" if sums[1, WEDGES] <= most else "left"


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


def order_graph(reduced: Represented, grow: str, is_root: Any | None = None) -> Ordered:
    """Number both sides by ascending degree; vertices of the side `grow` are the roots.

    In a partition, `is_root` marks the roots on that side, whose vertices are already
    in the order of the whole graph.
    """
    graph = reduced.graph
    left_degree = xp.empty(graph.n_left, np.int32)
    right_degree = xp.empty(graph.n_right, np.int32)
    blocks = blocks_for((graph.n_left + graph.n_right) // WARP)
    launch(
        _start_degrees, blocks, reduced.left, reduced.right, left_degree, right_degree
    )
    counts = xp.zeros(3, np.int64)  # left classes, right classes, edges
    launch(
        _count_edges, blocks_for(max(graph.n_left, graph.n_right)), graph.left_indptr,
        graph.left_indices, left_degree, right_degree, counts,
    )  # fmt: skip
    n_left, n_right, n_edges = map(int, to_host(counts))
    in_order = None if is_root is None else grow
    left_order, left_rank, right_order, right_rank = _ranked(
        left_degree, right_degree, in_order
    )
    by_left = full(graph.n_edges, NO_EDGE, np.int64)
    by_right = full(graph.n_edges, NO_EDGE, np.int64)
    left_of = xp.empty(graph.n_left, np.int32)
    right_of = xp.empty(graph.n_right, np.int32)
    left_weight = xp.zeros(n_left, np.int32)
    right_weight = xp.zeros(n_right, np.int32)
    launch(
        _number, blocks_for(max(graph.n_left, graph.n_right)), graph.left_indptr,
        graph.left_indices, left_degree, right_degree, left_rank, right_rank, by_left,
        by_right, reduced.left, reduced.right, left_of, right_of, left_weight,
        right_weight,
    )  # fmt: skip
    left = _adjacency(by_left, n_edges, left_degree, left_order, n_left, n_right)
    right = _adjacency(by_right, n_edges, right_degree, right_order, n_right, n_left)
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


def _ranked(
    left_degree: Any, right_degree: Any, in_order: str | None
) -> tuple[Any, Any, Any, Any]:
    """Sort the vertices by (degree, id), those of the side `in_order` by id alone.

    Returns the order, and each vertex's place in it, for both sides: int32. Vertices
    that are not representatives come last.
    """
    n_left, n_right = len(left_degree), len(right_degree)
    blocks = blocks_for((n_left + n_right) // WARP)
    left_keys, right_keys = xp.empty(n_left, np.int64), xp.empty(n_right, np.int64)
    launch(
        _write_keys, blocks, left_degree, right_degree, in_order == "left",
        in_order == "right", left_keys, right_keys,
    )  # fmt: skip
    left_keys.sort()
    right_keys.sort()
    left_order, right_order = xp.empty(n_left, np.int32), xp.empty(n_right, np.int32)
    left_rank, right_rank = xp.empty(n_left, np.int32), xp.empty(n_right, np.int32)
    launch(
        _rank, blocks, left_keys, right_keys, left_order, right_order, left_rank,
        right_rank,
    )  # fmt: skip
    return left_order, left_rank, right_order, right_rank


@kernel
def _write_keys(
    left_degree, right_degree, left_in_order, right_in_order, left_keys, right_keys
):
    """Write each vertex as a sort key: its degree, then its id."""
    n_left = left_degree.size
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            left_keys[v] = key_of(v, left_degree[v], left_in_order)
        else:
            w = v - n_left
            right_keys[w] = key_of(w, right_degree[w], right_in_order)


@device
def key_of(v, degree, in_order):
    """A vertex as a sort key. In order, only BEHIND counts as a degree."""
    if in_order and degree != BEHIND:
        degree = np.int32(0)
    return np.int64(degree) << np.int64(KEY_SHIFT) | np.int64(v)


@kernel
def _start_degrees(left_first, right_first, left_degree, right_degree):
    """Set the degree to 0 for representatives of a class, to BEHIND for all others."""
    n_left = left_first.size
    for v in range(cuda.grid(1), n_left + right_first.size, cuda.gridsize(1)):
        if v < n_left:
            left_degree[v] = 0 if left_first[v] == v else BEHIND
        else:
            w = v - n_left
            right_degree[w] = 0 if right_first[w] == w else BEHIND


@kernel
def _rank(left_keys, right_keys, left_order, right_order, left_rank, right_rank):
    """Write the vertices of sorted keys, and each vertex's place."""
    n_left = left_keys.size
    for k in range(cuda.grid(1), n_left + right_keys.size, cuda.gridsize(1)):
        if k < n_left:
            u = np.int32(left_keys[k] & np.int64(VERTEX_BITS))
            left_order[k] = u
            left_rank[u] = k
        else:
            v = np.int32(right_keys[k - n_left] & np.int64(VERTEX_BITS))
            right_order[k - n_left] = v
            right_rank[v] = k - n_left


@kernel
def _count_edges(indptr, indices, left_degree, right_degree, counts):
    """Count the classes, their edges and their degrees: one warp per left vertex."""
    lane = cuda.threadIdx.x % WARP
    warps = cuda.gridsize(1) // WARP
    lefts, rights, edges = np.int64(0), np.int64(0), np.int64(0)
    for v in range(cuda.grid(1), right_degree.size, cuda.gridsize(1)):
        rights += np.int64(right_degree[v] != BEHIND)
    for u in range(cuda.grid(1) // WARP, left_degree.size, warps):
        if left_degree[u] == BEHIND:
            continue
        n = np.int64(0)
        for e in range(indptr[u] + lane, indptr[u + 1], WARP):
            if right_degree[indices[e]] != BEHIND:
                cuda.atomic.add(right_degree, indices[e], np.int32(1))
                n += 1
        n = warp_sum(n)
        if lane == 0:
            left_degree[u] = n
            edges += n
            lefts += 1
    lefts, rights, edges = warp_sum(lefts), warp_sum(rights), warp_sum(edges)
    if lane == 0:
        cuda.atomic.add(counts, 0, lefts)
        cuda.atomic.add(counts, 1, rights)
        cuda.atomic.add(counts, 2, edges)


@kernel
def _number(
    indptr, indices, left_degree, right_degree, left_rank, right_rank, by_left,
    by_right, left_first, right_first, left_of, right_of, left_weight, right_weight,
):  # fmt: skip
    """Write edges between classes as sort keys for both directions, and the class of
    each vertex."""
    lane = cuda.threadIdx.x % WARP
    warps = cuda.gridsize(1) // WARP
    n_left, n_right = np.int64(left_weight.size), np.int64(right_weight.size)
    for u in range(cuda.grid(1) // WARP, left_degree.size, warps):
        if left_degree[u] != BEHIND:
            a = np.int64(left_rank[u])
            for e in range(indptr[u] + lane, indptr[u + 1], WARP):
                if right_degree[indices[e]] != BEHIND:
                    b = np.int64(right_rank[indices[e]])
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
