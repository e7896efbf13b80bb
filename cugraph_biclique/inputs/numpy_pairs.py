# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as NumPy arrays: one of shape (n, 2), or one array per side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.inputs.boolean_matrix import (
    from_boolean_array,
    from_boolean_rows,
)
from cugraph_biclique.inputs.frame_columns import booleans_error
from cugraph_biclique.inputs.labels import encode, is_boolean, series_of

ARRAYS = np.ndarray, pd.Series, pd.Index, pd.api.extensions.ExtensionArray
EDGES = 'pandas.DataFrame(list(G), columns=["left", "right"])'


def from_numpy_pairs(pairs: np.ndarray | Sequence[Any]) -> BipartiteGraph:
    """Take an array with one edge per row, or two arrays (left, right). An array or
    nested lists of booleans are a biadjacency matrix."""
    if isinstance(pairs, np.ndarray):
        matrix = from_boolean_array(pairs)
    else:
        matrix = from_boolean_rows(pairs)
    if matrix is not None:
        return matrix
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
    if pairs.ndim != 2 or pairs.shape[1] < 2:
        raise ValueError(
            f"G is an array of shape {pairs.shape}, but edges need shape (n, 2): pass "
            "an array with one row per edge, or a tuple of two 1-d arrays (left, "
            "right)"
        )
    if pairs.shape[1] > 2:
        advice = "pass two of its columns, such as G[:, [0, 1]]"
        if pairs.dtype.kind in "iuf":
            advice += ", or scipy.sparse.csr_array(G) if it is a biadjacency matrix"
        raise ValueError(
            f"G is an array of shape {pairs.shape}, but edges need shape (n, 2): "
            f"{advice}"
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
    if len(sides) == 2 and all(isinstance(side, ARRAYS) for side in sides):
        shapes = " and ".join(str(side.shape) for side in sides)
        raise ValueError(
            f"G is a {kind} of two arrays of shapes {shapes}, but must be two 1-d "
            "arrays (left, right): pass one column of each"
        )
    if len(sides) == 2 and all(map(_is_series, sides)):
        # [(1, 2), (3, 4)] may be two edges or two sides, so sides must be arrays.
        kinds = ", ".join(sorted({full_name(side) for side in sides}))
        others = f", or {EDGES} if they are edges" if _are_pairs(sides) else ""
        others += _matrix_advice(sides)
        raise TypeError(
            f"G is a {kind} of length 2 ({kinds}), which could be two sides or two "
            "edges, but must be two 1-d arrays (left, right): pass "
            f"(pandas.Series(G[0]), pandas.Series(G[1])) if they are the sides{others}"
        )
    raise TypeError(
        f"G is a {kind} of length {len(sides):,}, but must be two 1-d arrays (left, "
        f"right): {_advice(sides)}"
    )


def _is_series(side: Any) -> bool:
    """Whether a side is a collection in order, which pandas converts to a Series."""
    if isinstance(side, str | bytes):
        return False
    if isinstance(side, ARRAYS) or hasattr(side, "__array__"):  # or a Series of Polars
        return getattr(side, "ndim", 1) == 1
    return isinstance(side, Sequence)


def _are_pairs(edges: Sequence[Any]) -> bool:
    return all(_is_series(edge) and len(edge) == 2 for edge in edges)


def _matrix_advice(rows: Sequence[Any]) -> str:
    """What to pass if rows of more than two numbers are those of a matrix."""
    n = len(rows[0])
    if n < 3 or any(len(row) != n for row in rows):
        return ""
    numbers = all(isinstance(entry, Real) for row in rows for entry in row)
    return ", or numpy.array(G) > 0 if they are rows of a matrix" if numbers else ""


def _advice(rows: Sequence[Any]) -> str:
    """What to pass instead of a list that may hold edges, records, or a matrix."""
    if _are_pairs(rows):
        return f"pass {EDGES} if it is a list of edges"
    if all(isinstance(row, Mapping) for row in rows):
        return (
            "pass pandas.DataFrame(G), and name two of its columns with left and right"
        )
    lengths = {len(row) if _is_series(row) else 0 for row in rows}
    if len(lengths) == 1 and min(lengths) > 2:
        return (
            "pass pandas.DataFrame(G), with left=0 and right=1, if its rows begin with "
            f"the ends of an edge{_matrix_advice(rows)}"
        )
    if 0 not in lengths:
        return (
            "pass pandas.Series(G).explode().reset_index() if it has a list of right "
            "vertices for each left vertex"
        )
    return f"pass a list of pairs as {EDGES}"


def check_pair(left: Sized, right: Sized) -> None:
    """Raise an error if two sides, on host or device, have different lengths."""
    if len(left) != len(right):
        raise ValueError(
            f"G has {len(left):,} left and {len(right):,} right labels, but each edge "
            "needs one of each: pass two arrays of the same length"
        )
