# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as CuPy arrays: of shape (n, 2), or one array for each side."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cugraph_biclique._cuda import ALL_LANES, WARP, cuda, device, kernel
from cugraph_biclique.arrays import to_host
from cugraph_biclique.device import blocks_for, launch, xp
from cugraph_biclique.graph import BipartiteGraph

TABLE_SHARE = 8  # a table of labels may be so many times as long as the labels
LEAST_TABLE = 1 << 20
WHOLE_RANGE = [2**63 - 1, -(2**63)]


def from_cupy_pairs(pairs: Any) -> BipartiteGraph:
    """Take a device array with an edge a row, or two device arrays (left, right)."""
    if isinstance(pairs, tuple):
        if len(pairs) != 2 or not all(isinstance(side, xp.ndarray) for side in pairs):
            kinds = ", ".join(type(side).__name__ for side in pairs)
            raise TypeError(
                f"G is a tuple of {len(pairs)} ({kinds}), and must be two device "
                "arrays (left, right): move a side there with cupy.asarray"
            )
        left, right = pairs
    else:
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise ValueError(
                f"G is an array of shape {pairs.shape}, and edges need (n, 2): pass "
                "two of its columns, or cupy.stack(cupy.nonzero(G), axis=1) if it is a "
                "biadjacency matrix"
            )
        left, right = pairs[:, 0], pairs[:, 1]
    for side, labels in (("left", left), ("right", right)):
        if labels.ndim != 1 or labels.dtype.kind not in "iub":
            raise TypeError(
                f"the {side} labels are a {labels.ndim}-d array of {labels.dtype}, and "
                "must be a 1-d array of integers: number other labels first, or pass a "
                "frame"
            )
    if len(left) != len(right):
        raise ValueError(
            f"G has {len(left):,} left and {len(right):,} right labels: an edge needs "
            "one of each"
        )
    return from_ids(*encode(left, right))


def encode(left: Any, right: Any) -> tuple[Any, Any, Any, Any]:
    """Ids of both sides in ascending order of their labels, and the distinct labels."""
    if len(left) == 0:
        return left.astype(np.int64), right.astype(np.int64), left, right
    extents = None
    if "uint64" not in (left.dtype, right.dtype):
        extents = _extents(left, right)
    sides = []
    for side, labels in enumerate((left, right)):
        if extents is None or _sparse(extents[2 * side : 2 * side + 2], len(labels)):
            distinct, ids = xp.unique(labels, return_inverse=True)
            sides.append((ids.astype(np.int64), distinct))
        else:
            sides.append(_by_table(labels, *extents[2 * side : 2 * side + 2]))
    (left_ids, left_labels), (right_ids, right_labels) = sides
    return left_ids, right_ids, left_labels, right_labels


def _extents(left: Any, right: Any) -> list[int]:
    """The least and the largest label of each side."""
    extents = xp.asarray(np.array(2 * WHOLE_RANGE, np.int64))
    launch(
        _find_extents, blocks_for(len(left) // 256), left.astype(np.int64),
        right.astype(np.int64), extents,
    )  # fmt: skip
    return to_host(extents).tolist()


@kernel
def _find_extents(left, right, extents):
    low, high = left[0], left[0]
    other_low, other_high = right[0], right[0]
    for e in range(cuda.grid(1), left.size, cuda.gridsize(1)):
        low, high = min(low, left[e]), max(high, left[e])
        other_low, other_high = min(other_low, right[e]), max(other_high, right[e])
    low, high = warp_min(low), warp_max(high)
    other_low, other_high = warp_min(other_low), warp_max(other_high)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.min(extents, 0, low)
        cuda.atomic.max(extents, 1, high)
        cuda.atomic.min(extents, 2, other_low)
        cuda.atomic.max(extents, 3, other_high)


@device
def warp_min(value):
    """The least of an int64 over the lanes of a warp."""
    for step in (16, 8, 4, 2, 1):
        value = min(value, cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


@device
def warp_max(value):
    """The largest of an int64 over the lanes of a warp."""
    for step in (16, 8, 4, 2, 1):
        value = max(value, cuda.shfl_xor_sync(ALL_LANES, value, step))
    return value


def _sparse(extent: list[int], n: int) -> bool:
    """Whether a table of all labels would be much longer than the labels are."""
    return extent[1] - extent[0] >= TABLE_SHARE * n + LEAST_TABLE


def _by_table(labels: Any, low: int, high: int) -> tuple[Any, Any]:
    """Ids and distinct labels, by a table of what is there."""
    places = labels.astype(np.int64)
    if low:
        places -= low
    there = xp.zeros(high - low + 1, np.int32)
    there[places] = 1
    rank = xp.cumsum(there)
    ids = rank[places] - 1
    if int(rank[-1]) == len(there):
        return ids, xp.arange(low, high + 1).astype(labels.dtype)
    return ids, (xp.flatnonzero(there) + low).astype(labels.dtype)


def from_ids(
    left_ids: Any,
    right_ids: Any,
    left_labels: Any,
    right_labels: Any,
    left_name: Hashable = "left",
    right_name: Hashable = "right",
) -> BipartiteGraph:
    """A graph on the device from edges between dense ids: two sorts."""
    n_left, n_right = len(left_labels), len(right_labels)
    keys = left_ids * max(1, n_right) + right_ids
    keys.sort()
    while True:
        left_indptr = xp.zeros(n_left + 1, np.int64)
        right_indptr = xp.zeros(n_right + 1, np.int64)
        right = xp.empty(len(keys), np.int32)
        by_right = xp.empty(len(keys), np.int64)
        parallel = xp.zeros(1, np.int64)
        launch(
            _split_keys, blocks_for(len(keys) // 32), keys, left_indptr, right_indptr,
            right, by_right, parallel,
        )  # fmt: skip
        if not int(parallel[0]):
            break
        keys = xp.unique(keys)
    by_right.sort()
    return BipartiteGraph(
        xp.cumsum(left_indptr),
        right,
        xp.cumsum(right_indptr),
        (by_right % max(1, n_left)).astype(np.int32),
        left_labels,
        right_labels,
        left_name,
        right_name,
    )


@kernel
def _split_keys(keys, left_degree, right_degree, right, by_right, parallel):
    """Edges of ascending keys, degrees one place on, keys the other way round, and the
    number of parallel edges."""
    n_left = np.int64(left_degree.size - 1)
    n_right = np.int64(right_degree.size - 1)
    for e in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        if e > 0 and keys[e] == keys[e - 1]:
            cuda.atomic.add(parallel, 0, 1)
        u = keys[e] // n_right
        v = keys[e] - u * n_right
        right[e] = v
        by_right[e] = v * n_left + u
        cuda.atomic.add(left_degree, u + 1, 1)
        cuda.atomic.add(right_degree, v + 1, 1)
