# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as CuPy arrays: one of shape (n, 2), or one array per side."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import ALL_LANES, WARP, cuda, device, kernel
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs.frame_columns import booleans_error
from cugraph_biclique.inputs.numpy_pairs import check_pair

MATRIX = "cupy.stack(cupy.nonzero(G), axis=1)"  # if G is a biadjacency matrix
TABLE_SHARE = 8  # largest ratio of the length of a lookup table to that of the labels
LEAST_TABLE = 1 << 20
WHOLE_RANGE = [2**63 - 1, -(2**63)]


def from_cupy_pairs(pairs: Any) -> BipartiteGraph:
    """Take a device array with one edge per row, or two device arrays (left, right)."""
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
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise ValueError(
                f"G is an array of shape {pairs.shape}, but edges need shape (n, 2): "
                f"pass two of its columns, or {MATRIX} if it is a biadjacency matrix"
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
        raise booleans_error(
            MATRIX.replace("(G)", "(cupy.stack(G))")
            if isinstance(pairs, tuple)
            else MATRIX
        )
    check_pair(left, right)
    return from_keys(*encode(left, right))


def encode(left: Any, right: Any) -> tuple[Any, Any, Any]:
    """Encode edges as ascending keys ``left id * number of right labels + right id``.

    Returns the keys, with those of parallel edges, and the distinct labels of both
    sides, ascending.
    """
    if len(left) == 0:
        return xp.empty(0, np.int64), left, right
    if "uint64" not in (left.dtype, right.dtype):
        # One type of two, so that kernels are compiled for these alone.
        narrow = left.dtype == right.dtype == np.int32
        kind = np.int32 if narrow else np.int64
        edges = xp.ascontiguousarray(left, kind), xp.ascontiguousarray(right, kind)
        extents = _extents(*edges)
        n = len(left)
        if not (_sparse(extents[:2], n) or _sparse(extents[2:], n)):
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


def _extents(left: Any, right: Any) -> list[int]:
    """Least and largest label of each side."""
    extents = xp.asarray(np.array(2 * WHOLE_RANGE, np.int64))
    launch(_find_extents, blocks_for(len(left) // 256), left, right, extents)
    return to_host(extents).tolist()


@kernel
def _find_extents(left, right, extents):
    low, high = np.int64(left[0]), np.int64(left[0])
    other_low, other_high = np.int64(right[0]), np.int64(right[0])
    for e in range(cuda.grid(1), left.size, cuda.gridsize(1)):
        label, other = np.int64(left[e]), np.int64(right[e])
        low, high = min(low, label), max(high, label)
        other_low, other_high = min(other_low, other), max(other_high, other)
    low, high = warp_min(low), warp_max(high)
    other_low, other_high = warp_min(other_low), warp_max(other_high)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.min(extents, 0, low)
        cuda.atomic.max(extents, 1, high)
        cuda.atomic.min(extents, 2, other_low)
        cuda.atomic.max(extents, 3, other_high)


@device
def warp_min(value):
    """Minimum of an int64 over the lanes of a warp."""
    for step in (16, 8, 4, 2, 1):
        value = min(value, cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


@device
def warp_max(value):
    """Maximum of an int64 over the lanes of a warp."""
    for step in (16, 8, 4, 2, 1):
        value = max(value, cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


def _sparse(extent: list[int], n: int) -> bool:
    """Whether a lookup table would be much longer than the column of labels."""
    return extent[1] - extent[0] >= TABLE_SHARE * n + LEAST_TABLE


def _by_tables(left: Any, right: Any, extents: list[int]) -> tuple[Any, Any, Any]:
    """`encode` by a lookup table of the labels that occur, left labels first."""
    low, high, other_low, other_high = extents
    middle = high - low + 1
    there = xp.zeros(middle + other_high - other_low + 1, np.int32)
    blocks = blocks_for(len(left) // WARP)
    launch(_mark_labels, blocks, left, right, low, other_low, middle, there)
    rank = offsets(there)
    keys = xp.empty(len(left), np.int64)
    numbers = xp.empty(2, np.int64)
    launch(
        _rank_labels, blocks, left, right, low, other_low, middle, rank, keys, numbers
    )
    keys.sort()
    n_left, n_right = to_host(numbers).tolist()
    left_labels = xp.empty(n_left, left.dtype)
    right_labels = xp.empty(n_right, right.dtype)
    launch(
        _list_labels, blocks_for(len(there) // WARP), there, rank, low, other_low,
        middle, left_labels, right_labels,
    )  # fmt: skip
    return keys, left_labels, right_labels


@kernel
def _mark_labels(left, right, low, other_low, middle, there):
    for e in range(cuda.grid(1), left.size, cuda.gridsize(1)):
        there[np.int64(left[e]) - low] = 1
        there[middle + np.int64(right[e]) - other_low] = 1


@kernel
def _rank_labels(left, right, low, other_low, middle, rank, keys, numbers):
    n_left = rank[middle]
    n_right = rank[rank.size - 1] - n_left
    if cuda.grid(1) == 0:
        numbers[0], numbers[1] = n_left, n_right
    for e in range(cuda.grid(1), left.size, cuda.gridsize(1)):
        u = rank[np.int64(left[e]) - low]
        v = rank[middle + np.int64(right[e]) - other_low] - n_left
        keys[e] = u * n_right + v


@kernel
def _list_labels(there, rank, low, other_low, middle, left_labels, right_labels):
    """Write the labels that occur, in ascending order."""
    for i in range(cuda.grid(1), there.size, cuda.gridsize(1)):
        if there[i] and i < middle:
            left_labels[rank[i]] = low + i
        elif there[i]:
            right_labels[rank[i] - left_labels.size] = other_low + i - middle


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
        left_degree = xp.zeros(n_left, np.int32)
        right_degree = xp.zeros(n_right, np.int32)
        right = xp.empty(len(keys), np.int32)
        by_right = xp.empty(len(keys), np.int64)
        parallel = xp.zeros(1, np.int64)
        launch(
            _split_keys, blocks_for(len(keys) // 32), keys, left_degree, right_degree,
            right, by_right, parallel,
        )  # fmt: skip
        if not int(parallel[0]):
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
