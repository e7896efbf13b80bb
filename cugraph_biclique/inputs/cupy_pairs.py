# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as CuPy arrays: of shape (n, 2), or one array for each side."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cugraph_biclique.device import offsets, xp
from cugraph_biclique.graph import BipartiteGraph

TABLE_SHARE = 8  # a table of labels may be so many times as long as the labels


def from_cupy_pairs(pairs: Any) -> BipartiteGraph:
    """Take a device array with an edge a row, or two device arrays (left, right)."""
    if isinstance(pairs, tuple):
        left, right = pairs
    else:
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise ValueError(
                f"G is an array of shape {pairs.shape}, and edges need (n, 2): pass "
                "two of its columns, or cupyx.scipy.sparse.coo_matrix(G) if it is a "
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
    left_ids, left_labels = encode(left)
    right_ids, right_labels = encode(right)
    return from_ids(left_ids, right_ids, left_labels, right_labels)


def encode(labels: Any) -> tuple[Any, Any]:
    """Ids of integer labels in ascending order, and the label of each id."""
    if len(labels) == 0:
        return labels.astype(np.int64), labels
    low, high = int(labels.min()), int(labels.max())
    if high - low >= TABLE_SHARE * len(labels) + (1 << 20):
        distinct, ids = xp.unique(labels, return_inverse=True)
        return ids, distinct
    places = labels.astype(np.int64) - low
    there = xp.zeros(high - low + 1, np.int32)
    there[places] = 1
    distinct = (xp.flatnonzero(there) + low).astype(labels.dtype)
    return (xp.cumsum(there) - 1)[places], distinct


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
    keys = xp.sort(left_ids.astype(np.int64) * n_right + right_ids)
    once = xp.ones(len(keys), bool)
    once[1:] = keys[1:] != keys[:-1]
    if not bool(once.all()):
        keys = keys[once]
    left, right = keys // max(1, n_right), keys % max(1, n_right)
    by_right = xp.sort(right * n_left + left)
    return BipartiteGraph(
        offsets(xp.bincount(left, minlength=n_left)),
        right.astype(np.int32),
        offsets(xp.bincount(right, minlength=n_right)),
        (by_right % max(1, n_left)).astype(np.int32),
        left_labels,
        right_labels,
        left_name,
        right_name,
    )
