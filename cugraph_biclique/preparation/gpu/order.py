# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Root order on a GPU."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.elementwise import full, joined
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import (
    LIST_ENDS,
    THREADS,
    WARP,
    ballot_of,
    cuda,
    device,
    kernel,
    lay_out,
    list_of,
    lowest_lane,
    warp_sum,
)
from cugraph_biclique.preparation import (
    Ordered,
    SearchGraph,
    anchor_cost,
    grows_right_up_to,
)
from cugraph_biclique.preparation.gpu.reduction import Represented

BEHIND = np.int32(2**31 - 1)  # degree of a vertex that is not a representative
NO_EDGE = 2**63 - 1
KEY_SHIFT = 32  # of the degree in a sort key; the vertex is below it
VERTEX_BITS = 2**KEY_SHIFT - 1
SAMPLES = 512  # vertices sampled to estimate the cost of a side, at most
LEAST_SAMPLES = 32
SAMPLE_WEDGES = 2e6  # edges that the sample reads, about
MOST_READ = 1 << 15  # edges read for THREADS lists of a sampled vertex, at most
ALIVE, WEDGES, READ, REACHED, SAMPLED = range(5)
SUMS = 5
N_MET, N_REACHED = range(2)


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
    sums = to_host(_squares(left_degree, right_degree))
    most = grows_right_up_to(min_left, min_right) * sums[0, WEDGES]
    return "right" if sums[1, WEDGES] <= most else "left"


def _squares(left_degree: Any, right_degree: Any) -> Any:
    """Return the sums of `_sum_squares`."""
    sums = xp.zeros((2, SUMS), np.int64)
    launch(
        _sum_squares, blocks_for((len(left_degree) + len(right_degree)) // WARP),
        left_degree, right_degree, sums,
    )  # fmt: skip
    return sums


def anchor_costs(
    reduced: Represented, p: int, q: int, budget: int
) -> tuple[float, float]:
    """Predict the work of a count that picks p left, or q right vertices one by one.
    The cost model is that of the CPU engine."""
    most = plan.sampling(budget) // plan.COUNTER_BYTES
    graph = reduced.graph
    left = graph.left_indptr, graph.left_indices, reduced.left_degree
    right = graph.right_indptr, graph.right_indices, reduced.right_degree
    sums = _squares(reduced.left_degree, reduced.right_degree)
    for row, side, other, least in ((0, left, right, q), (1, right, left, p)):
        n = max(1, len(side[2]))
        blocks = max(1, min(SAMPLES // 2, most // n, n))
        launch(
            _sample_two_hop, blocks, *side, *other, xp.zeros((blocks, n), np.int32),
            xp.empty((blocks, n), np.int32), least, row, sums,
        )  # fmt: skip
    left_cost, right_cost = (
        anchor_cost(read, reached, sampled, alive, picks)
        for (alive, _, read, reached, sampled), picks in zip(
            to_host(sums).tolist(), (p, q), strict=True
        )
    )
    return left_cost, right_cost


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


@kernel
def _sample_two_hop(
    indptr, indices, degree, other_indptr, other_indices, other_degree, scratch,
    touched, least, row, sums,
):  # fmt: skip
    """Sweep the two-hop neighbours of a sample of one side's vertices.

    Adds up the vertices sampled, the edges that complete sweeps read, and the two-hop
    neighbours that share at least `least` neighbours with their sampled vertex.
    """
    found = cuda.shared.array(2, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    count, mine = scratch[cuda.blockIdx.x], touched[cuda.blockIdx.x]
    stride = stride_for(sums[row, ALIVE], sums[row, WEDGES], degree.size)
    for begin in range(cuda.blockIdx.x * stride, degree.size, cuda.gridDim.x * stride):
        v = first_alive(degree, begin, min(begin + stride, degree.size))
        if v < 0:
            continue
        if cuda.threadIdx.x < 2:
            found[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        wedges, read = sweep_two_hop(
            v, indptr, indices, degree, other_indptr, other_indices, other_degree,
            count, mine, found, begins, ends,
        )  # fmt: skip
        cuda.syncthreads()
        for k in range(cuda.threadIdx.x, found[N_MET], cuda.blockDim.x):
            if count[mine[k]] >= least and mine[k] != v:
                cuda.atomic.add(found, N_REACHED, 1)
            count[mine[k]] = 0
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            cuda.atomic.add(sums, (row, SAMPLED), 1)
            cuda.atomic.add(sums, (row, READ), wedges)
            if read > 0:  # scale a truncated sweep up to all of its edges
                share = found[N_REACHED] * wedges // read
                cuda.atomic.add(sums, (row, REACHED), share)
        cuda.syncthreads()


@device
def stride_for(alive, wedges, n):
    """Return the stride of the sample, so that it reads about SAMPLE_WEDGES edges.

    The sample has at most SAMPLES vertices. The limit on edges never asks for fewer
    than LEAST_SAMPLES.
    """
    samples = np.int64(SAMPLES)
    if wedges > 0:
        samples = min(samples, np.int64(SAMPLE_WEDGES * np.float64(alive) / wedges))
    return n // max(samples, np.int64(LEAST_SAMPLES)) + 1


@device
def first_alive(degree, begin, end):
    """Find the first vertex of a range that is in the core, -1 if there is none. Each
    warp finds the same vertex."""
    lane = cuda.threadIdx.x % WARP
    for first in range(begin, end, WARP):
        v = first + lane
        alive = ballot_of(v < end and degree[min(v, end - 1)] > 0)
        if alive != 0:
            return first + lowest_lane(alive)
    return np.int64(-1)


@device
def sweep_two_hop(
    v, indptr, indices, degree, other_indptr, other_indices, other_degree, count,
    touched, found, begins, ends,
):  # fmt: skip
    """Count how often each two-hop neighbour is met.

    Returns the edges of a complete sweep, and the edges read: at most MOST_READ for
    each group of THREADS lists.
    """
    wedges, read = np.int64(0), np.int64(0)
    for first in range(indptr[v], indptr[v + 1], THREADS):
        e, begin, size = first + cuda.threadIdx.x, np.int64(0), np.int64(0)
        if e < indptr[v + 1] and other_degree[indices[e]] > 0:
            begin = other_indptr[indices[e]]
            size = other_indptr[indices[e] + 1] - begin
        n = lay_out(begins, ends, begin, size)
        wedges += n
        n = min(n, MOST_READ)
        read += n
        for k in range(cuda.threadIdx.x, n, THREADS):
            w = other_indices[begins[list_of(ends, k)] + k]
            if degree[w] > 0 and cuda.atomic.add(count, w, 1) == 0:
                touched[cuda.atomic.add(found, N_MET, 1)] = w
    return wedges, read


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
