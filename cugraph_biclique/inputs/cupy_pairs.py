# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as CuPy arrays: one of shape (n, 2), or one array per side."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import beginning, together, xp
from cugraph_biclique.device.bit_matrices import (
    counters_in,
    mark_edge,
    new_matrices,
    write_row,
)
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
    SCANNERS,
    WARP,
    cuda,
    device,
    kernel,
    meet_blocks,
    warp_max,
    warp_min,
)
from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.inputs.frame_columns import booleans_error
from cugraph_biclique.inputs.numpy_pairs import check_pair

TABLE_SHARE = 8  # largest ratio of the length of a lookup table to that of the labels
LEAST_TABLE = 1 << 20
HALF = 32  # bits of a sum of degrees; the number of labels is above them
DEGREES = 2**HALF - 1
MATRICES_PER_EDGE = 1 << 10  # bytes of bit matrices, at most
FEW_BYTES = 1 << 22  # that a graph may keep without need: six copies take longer
LEAST_MATRICES = 1 << 20  # bytes that they may have for the fewest edges


class LabelRange(NamedTuple):
    """The labels that a side may have: `n` numbers from `low` on."""

    low: int
    n: int


class Workspace(NamedTuple):
    """What `_build_graph` needs while it runs, and the sizes of the graph.

    A label has a number in its range. The right labels follow the left ones.
    """

    bits: Any  # uint64, both bit matrices, see `device.bit_matrices`
    degree: Any  # int32 per label, zero
    meeting: Any  # int32 (1,), zero
    place: Any  # int64 per label: the labels that occur, and the edges, before it
    totals: Any  # int64 (2,): the same sums over all labels of a side
    parts: Any  # int64 (2, blocks)


def from_cupy_pairs(pairs: Any) -> BipartiteGraph:
    """Take a device array with one edge per row, or two device arrays (left, right). An
    array of booleans is a biadjacency matrix."""
    if isinstance(pairs, tuple):
        if len(pairs) != 2 or not all(isinstance(side, xp.ndarray) for side in pairs):
            kinds = ", ".join(type(side).__name__ for side in pairs)
            raise TypeError(
                f"G is a tuple of length {len(pairs)} ({kinds}), but must be two "
                "device arrays (left, right): move each side to the device with "
                "cupy.asarray"
            )
        left, right = pairs
    else:
        if pairs.ndim == 2 and pairs.dtype == bool:
            n_left, n_right = pairs.shape
            return from_keys(
                xp.flatnonzero(pairs), xp.arange(n_left), xp.arange(n_right)
            )
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            advice = (
                "pass an array with one row per edge, or a tuple of two 1-d arrays "
                "(left, right)"
            )
            if pairs.ndim == 2 and pairs.shape[1] > 2:
                advice = (
                    "pass two of its columns, such as G[:, [0, 1]], or G > 0 if it is "
                    "a biadjacency matrix"
                )
            raise ValueError(
                f"G is an array of shape {pairs.shape}, but edges need shape (n, 2): "
                f"{advice}"
            )
        left, right = pairs[:, 0], pairs[:, 1]
    for side, labels in (("left", left), ("right", right)):
        if labels.ndim != 1 or labels.dtype.kind not in "iub":
            raise TypeError(
                f"the {side} labels are a {labels.ndim}-d array of {labels.dtype}, "
                "but must be a 1-d array of integers: convert other labels to integer "
                "ids, or pass a frame"
            )
    if left.dtype == right.dtype == bool:
        raise booleans_error("cupy.stack(G)")
    check_pair(left, right)
    return from_labels(left, right)


def from_labels(left: Any, right: Any) -> BipartiteGraph:
    """Build a graph on the device from two arrays of labels, one entry per edge."""
    edges = signed(left, right)
    if edges is None:
        return from_keys(*encode(left, right))
    extents = extents_of(*edges)
    low, high, other_low, other_high = extents
    n, n_other = high - low + 1, other_high - other_low + 1
    most = max(LEAST_MATRICES, MATRICES_PER_EDGE * len(left))
    bits = new_matrices(n, n_other, n + n_other + 1, most)
    if bits is None:
        return from_keys(*_encoded(left, right, edges, extents))
    ranges = BothSides(LabelRange(low, n), LabelRange(other_low, n_other))
    return _by_matrices(left, right, edges, ranges, bits)


def _by_matrices(
    left: Any,
    right: Any,
    edges: tuple[Any, Any],
    ranges: BothSides,
    bits: Any,
) -> BipartiteGraph:
    """Build a graph with a row of the bit matrices for each label of the ranges."""
    n, n_other = ranges.left.n, ranges.right.n
    counters = counters_in(bits, n + n_other + 1)
    blocks = blocks_that_meet(len(left) // WARP)
    place, totals, parts = together(
        (n + n_other, np.int64), (2, np.int64), ((2, blocks), np.int64)
    )
    # There may be labels that do not occur, and parallel edges.
    most = min(len(left), n * n_other)
    labels, other_labels, *lists = together(
        (n, edges[0].dtype), (n_other, edges[1].dtype), (n + 1, np.int64),
        (most, np.int32), (n_other + 1, np.int64), (most, np.int32),
    )  # fmt: skip
    launch_together(
        _build_graph, blocks, BothSides(*edges), ranges,
        Workspace(bits, counters[:-1], counters[-1:], place, totals, parts),
        BothSides(labels, other_labels),
        BothSides(Adjacency(*lists[:2]), Adjacency(*lists[2:])),
    )  # fmt: skip
    lefts, rights = to_host(totals).tolist()
    n_left, n_right, n_edges = lefts >> HALF, rights >> HALF, lefts & DEGREES
    *adjacency, labels, other_labels = _without_rest(
        [*lists, labels, other_labels],
        [n_left + 1, n_edges, n_right + 1, n_edges, n_left, n_right],
    )
    return BipartiteGraph._unchecked(
        *adjacency, labels.astype(left.dtype, copy=False),
        other_labels.astype(right.dtype, copy=False), "left", "right",
    )  # fmt: skip


def _without_rest(arrays: list[Any], sizes: list[int]) -> list[Any]:
    """Return the first entries of arrays that share an allocation.

    They are copied, so that the allocation can be freed, if the rest is more than they
    use and more than `FEW_BYTES`.
    """
    used = [beginning(array, size) for array, size in zip(arrays, sizes, strict=True)]
    in_use = sum(some.nbytes for some in used)
    if sum(array.nbytes for array in arrays) - in_use > max(in_use, FEW_BYTES):
        return [some.copy() for some in used]
    return used


@kernel(threads=SCANNERS, blocks=1)
def _build_graph(edges, ranges, workspace, labels, lists):
    """Write the labels that occur and both adjacencies, in a cooperative launch.

    `edges`: the labels of both ends of each edge, int32 or int64. `ranges`:
    `LabelRange` of both sides. `workspace`: `Workspace`. `labels`, of the type of the
    edges, and `lists`, `Adjacency` of both sides, receive the result.
    """
    n, degree = ranges.left.n, workspace.degree
    meeting, place = workspace.meeting, workspace.place
    parts, totals = workspace.parts, workspace.totals
    mark_edges(edges, ranges, workspace.bits, degree)
    meet_blocks(meeting, 0)
    sums = cuda.shared.array(WARP, np.int64)
    place_labels(degree, place, n, parts[0], sums)
    place_labels(degree[n:], place[n:], place.size - n, parts[1], sums)
    meet_blocks(meeting, 0)
    lefts = sum_up_part(place, n, parts[0], sums)
    rights = sum_up_part(place[n:], place.size - n, parts[1], sums)
    if is_last_of_grid():
        totals[0], totals[1] = lefts, rights
    meet_blocks(meeting, 0)
    write_graph(ranges, workspace, labels, lists)


@device
def mark_edges(edges, ranges, bits, degree):
    """Mark the edges in the matrices, and count the neighbours of each label."""
    n, n_other = ranges.left.n, ranges.right.n
    for e in range(cuda.grid(1), edges.left.size, cuda.gridsize(1)):
        u = np.int64(edges.left[e]) - ranges.left.low
        v = np.int64(edges.right[e]) - ranges.right.low
        if mark_edge(bits, u, v, n, n_other):
            cuda.atomic.add(degree, u, np.int32(1))
            cuda.atomic.add(degree, n + v, np.int32(1))


@device
def place_labels(degree, place, n, parts, sums):
    """Write the summands of the n labels of a side, and the sums of all blocks' parts.

    The prefix sums are the labels that occur, and the edges, before each label.
    """
    begin, end = part_of_block(n)
    for i in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        place[i] = label_and_edges(degree[i])  # `sum_part` reads it in this thread
    sum_part(place, n, parts, sums)


@device
def label_and_edges(degree):
    """The summand of a label: 1 in the upper half if it occurs, and its degree."""
    occurs = np.int64(degree > 0)
    return occurs << np.int64(HALF) | np.int64(degree)


@device
def write_graph(ranges, workspace, labels, lists):
    """Write the labels that occur, and their lists: one warp per label."""
    low, n = ranges.left.low, ranges.left.n
    other_low, n_other = ranges.right.low, ranges.right.n
    bits, degree = workspace.bits, workspace.degree
    place, totals = workspace.place, workspace.totals
    left, right = lists.left, lists.right
    lane = cuda.threadIdx.x % WARP
    if cuda.grid(1) == 0:
        left.indptr[totals[0] >> np.int64(HALF)] = totals[0] & np.int64(DEGREES)
        right.indptr[totals[1] >> np.int64(HALF)] = totals[1] & np.int64(DEGREES)
    for i in range(cuda.grid(1) // WARP, place.size, cuda.gridsize(1) // WARP):
        if degree[i] == 0:
            continue
        rank, at = place[i] >> np.int64(HALF), place[i] & np.int64(DEGREES)
        if i < n:
            if lane == 0:
                labels.left[rank] = low + i
                left.indptr[rank] = at
            write_row(bits, i, n, n_other, place, left.indices, at)
        else:
            if lane == 0:
                labels.right[rank] = other_low + i - n
                right.indptr[rank] = at
            write_row(bits, i, n, n_other, place, right.indices, at)


def encode(left: Any, right: Any) -> tuple[Any, Any, Any]:
    """Encode edges as ascending keys ``left id * number of right labels + right id``.

    Returns the keys, with those of parallel edges, and the distinct labels of both
    sides, ascending.
    """
    if len(left) == 0:
        return xp.empty(0, np.int64), left, right
    edges = signed(left, right)
    extents = None if edges is None else extents_of(*edges)
    return _encoded(left, right, edges, extents)


def signed(left: Any, right: Any) -> tuple[Any, Any] | None:
    """The labels as contiguous arrays of int32 or of int64; None if there are no edges,
    or if labels may not fit."""
    if len(left) == 0 or "uint64" in (left.dtype, right.dtype):
        return None
    # One type of two, so that kernels are compiled for these alone.
    narrow = left.dtype == right.dtype == np.int32
    kind = np.int32 if narrow else np.int64
    return xp.ascontiguousarray(left, kind), xp.ascontiguousarray(right, kind)


def _encoded(
    left: Any, right: Any, edges: tuple[Any, Any] | None, extents: list[int] | None
) -> tuple[Any, Any, Any]:
    """`encode` of at least one edge, whose labels `signed` has converted."""
    n = len(left)
    if edges and extents and not (sparse(extents[:2], n) or sparse(extents[2:], n)):
        keys, left_labels, right_labels = _by_tables(*edges, extents)
        return (
            keys,
            left_labels.astype(left.dtype, copy=False),
            right_labels.astype(right.dtype, copy=False),
        )
    left_labels, left_ids = xp.unique(left, return_inverse=True)
    right_labels, right_ids = xp.unique(right, return_inverse=True)
    keys = left_ids.astype(np.int64) * len(right_labels) + right_ids
    keys.sort()
    return keys, left_labels, right_labels


def extents_of(left: Any, right: Any) -> list[int]:
    """Least and largest label of each side."""
    extents = xp.zeros(4, np.uint64)
    launch(_find_extents, blocks_for(len(left) // 256), left, right, extents)
    low, high, other_low, other_high = (x - 2**63 for x in to_host(extents).tolist())
    return [~low, high, ~other_low, other_high]


@kernel
def _find_extents(left, right, extents):
    """Find the maxima of both sides, and those of their complements, which are the
    complements of the minima. They are compared in a form whose least value is 0."""
    low, high = np.int64(left[0]), np.int64(left[0])
    other_low, other_high = np.int64(right[0]), np.int64(right[0])
    for e in range(cuda.grid(1), left.size, cuda.gridsize(1)):
        label, other = np.int64(left[e]), np.int64(right[e])
        low, high = min(low, label), max(high, label)
        other_low, other_high = min(other_low, other), max(other_high, other)
    low, high = warp_min(low), warp_max(high)
    other_low, other_high = warp_min(other_low), warp_max(other_high)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.max(extents, 0, raised(~low))
        cuda.atomic.max(extents, 1, raised(high))
        cuda.atomic.max(extents, 2, raised(~other_low))
        cuda.atomic.max(extents, 3, raised(other_high))


@device
def raised(value):
    """An int64 plus 2**63, as a uint64."""
    return np.uint64(value) ^ np.uint64(2**63)


def sparse(extent: list[int], n: int) -> bool:
    """Whether a lookup table would be much longer than the column of labels."""
    return extent[1] - extent[0] >= TABLE_SHARE * n + LEAST_TABLE


class LabelTable(NamedTuple):
    """Where a label is in a lookup table."""

    low: int  # the least left label, at place 0
    other_low: int  # the least right label
    middle: int  # its place


def _by_tables(left: Any, right: Any, extents: list[int]) -> tuple[Any, Any, Any]:
    """`encode` by a lookup table of the labels that occur, left labels first."""
    low, high, other_low, other_high = extents
    middle = high - low + 1
    there = xp.zeros(middle + other_high - other_low + 1, np.int32)
    blocks = blocks_for(len(left) // WARP)
    edges, table = BothSides(left, right), LabelTable(low, other_low, middle)
    launch(mark_labels, blocks, edges, table, there)
    rank = offsets(there)
    keys, numbers = together((len(left), np.int64), (2, np.int64))
    launch(_rank_labels, blocks, edges, table, rank, keys, numbers)
    keys.sort()
    n_left, n_right = to_host(numbers).tolist()
    left_labels, right_labels = together((n_left, left.dtype), (n_right, right.dtype))
    launch(
        list_labels, blocks_for(len(there) // WARP), there, rank, table,
        BothSides(left_labels, right_labels),
    )  # fmt: skip
    return keys, left_labels, right_labels


@kernel
def mark_labels(edges, table, there):
    """Mark the labels that occur in `there` (int32, zero before)."""
    for e in range(cuda.grid(1), edges.left.size, cuda.gridsize(1)):
        there[np.int64(edges.left[e]) - table.low] = 1
        there[table.middle + np.int64(edges.right[e]) - table.other_low] = 1


@kernel
def _rank_labels(edges, table, rank, keys, numbers):
    """Write the keys of the edges, and the numbers of labels that occur.

    `rank`: int64, the prefix sums of the labels that occur. `keys`: int64 per edge.
    `numbers`: int64 (2,).
    """
    middle = table.middle
    n_left = rank[middle]
    n_right = rank[rank.size - 1] - n_left
    if cuda.grid(1) == 0:
        numbers[0], numbers[1] = n_left, n_right
    for e in range(cuda.grid(1), edges.left.size, cuda.gridsize(1)):
        u = rank[np.int64(edges.left[e]) - table.low]
        v = rank[middle + np.int64(edges.right[e]) - table.other_low] - n_left
        keys[e] = u * n_right + v


@kernel
def list_labels(there, rank, table, labels):
    """Write the labels that occur, in ascending order."""
    middle = table.middle
    for i in range(cuda.grid(1), there.size, cuda.gridsize(1)):
        if there[i] and i < middle:
            labels.left[rank[i]] = table.low + i
        elif there[i]:
            labels.right[rank[i] - labels.left.size] = table.other_low + i - middle


def from_keys(
    keys: Any,
    left_labels: Any,
    right_labels: Any,
    left_name: Hashable = "left",
    right_name: Hashable = "right",
) -> BipartiteGraph:
    """Build a graph on the device from the ascending keys of `encode`."""
    n_left, n_right = len(left_labels), len(right_labels)
    while True:
        left_degree, right_degree, parallel = together(
            (n_left, np.int32), (n_right, np.int32), (1, np.int64), zeros=True
        )
        right = xp.empty(len(keys), np.int32)
        by_right = xp.empty(len(keys), np.int64)
        launch(
            _split_keys, blocks_for(len(keys) // 32), keys, left_degree, right_degree,
            right, by_right, parallel,
        )  # fmt: skip
        if not to_host(parallel)[0]:
            break
        keys = xp.unique(keys)
    by_right.sort()
    left = xp.empty(len(keys), np.int32)
    launch(_take_left, blocks_for(len(keys) // 32), by_right, max(1, n_left), left)
    return BipartiteGraph._unchecked(
        offsets(left_degree), right, offsets(right_degree), left, left_labels,
        right_labels, left_name, right_name,
    )  # fmt: skip


@kernel
def _take_left(by_right, n_left, left):
    for e in range(cuda.grid(1), by_right.size, cuda.gridsize(1)):
        left[e] = by_right[e] % n_left


@kernel
def _split_keys(keys, left_degree, right_degree, right, by_right, parallel):
    """Split ascending keys into right ids, degrees of both sides, keys with the right
    id first, and the number of parallel edges."""
    n_left = np.int64(left_degree.size)
    n_right = np.int64(right_degree.size)
    for e in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        if e > 0 and keys[e] == keys[e - 1]:
            cuda.atomic.add(parallel, 0, 1)
        u = keys[e] // n_right
        v = keys[e] - u * n_right
        right[e] = v
        by_right[e] = v * n_left + u
        cuda.atomic.add(left_degree, u, 1)
        cuda.atomic.add(right_degree, v, 1)
