# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as NumPy arrays: of shape (n, 2), or one array for each side."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph import BipartiteGraph, from_ids
from cugraph_biclique.inputs.labels import encode

ARRAYS = np.ndarray, pd.Series, pd.Index, pd.api.extensions.ExtensionArray


def from_numpy_pairs(pairs: np.ndarray | Sequence[Any]) -> BipartiteGraph:
    """Take an array with an edge a row, or two arrays (left, right)."""
    left, right = (
        _columns(pairs) if isinstance(pairs, np.ndarray) else _two_arrays(pairs)
    )
    left_ids, left_labels = encode(_series(left), "left labels")
    right_ids, right_labels = encode(_series(right), "right labels")
    return from_ids(left_ids, right_ids, left_labels, right_labels)


def _columns(pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(
            f"G is an array of shape {pairs.shape}, and edges need (n, 2): pass two of "
            "its columns, or scipy.sparse.csr_array(G) if it is a biadjacency matrix"
        )
    # np.matrix would give columns of two dimensions.
    pairs = pairs.view(np.ndarray) if isinstance(pairs, np.matrix) else pairs
    return pairs[:, 0], pairs[:, 1]


def _two_arrays(sides: Sequence[Any]) -> tuple[Any, Any]:
    # A list [(1, 2), (3, 4)] may be two edges or two sides: only arrays are clear.
    if len(sides) != 2 or not all(isinstance(s, ARRAYS) and s.ndim == 1 for s in sides):
        raise TypeError(
            f"G is a {type(sides).__name__} of {len(sides)}, and must be two 1-d "
            "arrays (left, right): for a list of edges pass numpy.array(G), or "
            "pandas.DataFrame(G) if its two sides differ in type"
        )
    left, right = sides
    check_pair(left, right)
    return left, right


def check_pair(left: Sized, right: Sized) -> None:
    """Refuse two sides of different lengths, wherever they are."""
    if len(left) != len(right):
        raise ValueError(
            f"G has {len(left):,} left and {len(right):,} right labels: an edge needs "
            "one of each"
        )


def _series(values: Any) -> pd.Series:
    # Objects stay objects: left to itself, pandas makes a string column of them.
    if isinstance(values, np.ndarray) and values.dtype == object:
        return pd.Series(values, dtype=object)
    return pd.Series(values)
