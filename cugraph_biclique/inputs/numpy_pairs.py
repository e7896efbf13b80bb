# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as NumPy arrays: one of shape (n, 2), or one array per side."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.graph import BipartiteGraph, from_ids
from cugraph_biclique.inputs.frame_columns import booleans_error
from cugraph_biclique.inputs.labels import encode, is_boolean, series_of

ARRAYS = np.ndarray, pd.Series, pd.Index, pd.api.extensions.ExtensionArray


def from_numpy_pairs(pairs: np.ndarray | Sequence[Any]) -> BipartiteGraph:
    """Take an array with one edge per row, or two arrays (left, right)."""
    left, right = (
        _columns(pairs) if isinstance(pairs, np.ndarray) else _two_arrays(pairs)
    )
    lefts, rights = series_of(left, "left labels"), series_of(right, "right labels")
    if is_boolean(lefts) and is_boolean(rights):
        raise booleans_error()
    left_ids, left_labels = encode(lefts, "left labels")
    right_ids, right_labels = encode(rights, "right labels")
    return from_ids(left_ids, right_ids, left_labels, right_labels)


def _columns(pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if pairs.dtype.names is not None:
        raise TypeError(
            f"G is a structured array with the fields {shown(pairs.dtype.names)}: "
            "pass pandas.DataFrame(G), and name two of its columns with left and right"
        )
    if pairs.ndim != 2:
        raise ValueError(
            f"G is an array of shape {pairs.shape}, but edges need shape (n, 2): pass "
            "an array with one row per edge, or a tuple of two 1-d arrays (left, "
            "right)"
        )
    if pairs.shape[1] != 2:
        raise ValueError(
            f"G is an array of shape {pairs.shape}, but edges need shape (n, 2): pass "
            "two of its columns, such as G[:, [0, 1]], or scipy.sparse.csr_array(G) "
            "if it is a biadjacency matrix"
        )
    # The columns of np.matrix would have two dimensions.
    pairs = pairs.view(np.ndarray) if isinstance(pairs, np.matrix) else pairs
    return pairs[:, 0], pairs[:, 1]


def _two_arrays(sides: Sequence[Any]) -> tuple[Any, Any]:
    if len(sides) == 2 and all(isinstance(s, ARRAYS) and s.ndim == 1 for s in sides):
        left, right = sides
        check_pair(left, right)
        return left, right
    kind = type(sides).__name__
    edges = 'pandas.DataFrame(list(G), columns=["left", "right"])'
    if len(sides) == 2 and all(isinstance(side, ARRAYS) for side in sides):
        shapes = " and ".join(str(side.shape) for side in sides)
        raise ValueError(
            f"G is a {kind} of two arrays of shapes {shapes}, but must be two 1-d "
            "arrays (left, right): pass one column of each"
        )
    if len(sides) == 2:
        # [(1, 2), (3, 4)] may be two edges or two sides, so sides must be arrays.
        kinds = ", ".join(sorted({full_name(side) for side in sides}))
        raise TypeError(
            f"G is a {kind} of length 2 ({kinds}), which could be two sides or two "
            "edges, but must be two 1-d arrays (left, right): pass "
            "(pandas.Series(G[0]), pandas.Series(G[1])) if they are the sides, or "
            f"{edges} if they are edges"
        )
    raise TypeError(
        f"G is a {kind} of length {len(sides):,}, but must be two 1-d arrays (left, "
        f"right): pass {edges} if it is a list of edges"
    )


def check_pair(left: Sized, right: Sized) -> None:
    """Raise an error if two sides, on host or device, have different lengths."""
    if len(left) != len(right):
        raise ValueError(
            f"G has {len(left):,} left and {len(right):,} right labels, but each edge "
            "needs one of each: pass two arrays of the same length"
        )
