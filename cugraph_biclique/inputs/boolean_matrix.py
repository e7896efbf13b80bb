# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Biadjacency matrices of booleans: frames with labels, arrays and nested lists.

Rows are left, columns are right. As in a sparse matrix, rows and columns without an
edge are vertices of the graph.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.inputs.labels import encode

BOOLEAN = np.dtype(bool)
ROWS = list, tuple, np.ndarray, pd.Series


def has_booleans(column: pd.Series) -> bool:
    """Whether all entries of a column that are not null are booleans."""
    if column.dtype == BOOLEAN:
        return True
    if column.dtype == object:
        return pd.api.types.infer_dtype(column, skipna=True) == "boolean"
    return bool(pd.api.types.is_bool_dtype(column.dtype))


def is_boolean_frame(frame: pd.DataFrame) -> bool:
    """Whether all columns of a frame are Boolean, and there are any."""
    places = range(frame.shape[1])
    return bool(places) and all(has_booleans(frame.iloc[:, place]) for place in places)


def from_boolean_frame(
    frame: pd.DataFrame, columns: pd.Series | None = None, fill: str = "G.fillna(False)"
) -> BipartiteGraph:
    """Take the entries that are True as edges.

    Parameters
    ----------
    frame : pandas.DataFrame
        The matrix. Its index holds the left labels.
    columns : pandas.Series, optional
        The right labels; by default, the names of the columns.
    fill : str, optional
        Advice in errors for entries that are null.
    """
    if columns is None:
        columns = _labels(frame.columns)
    left_ids, left_labels = _numbered(_labels(frame.index), "row")
    right_ids, right_labels = _numbered(columns, "column")
    rows, places = _edges(frame, fill)
    return from_ids(
        left_ids[rows],
        right_ids[places],
        left_labels,
        right_labels,
        *_names(frame.index.name, frame.columns.name),
    )


def _labels(index: pd.Index) -> pd.Series:
    """The labels of an axis; those of several levels are tuples."""
    if isinstance(index, pd.MultiIndex):
        index = index.to_flat_index()
    return pd.Series(index, dtype=index.dtype)


def _numbered(labels: pd.Series, axis: str) -> tuple[np.ndarray, Any]:
    """Ids and distinct labels of an axis, whose labels must differ."""
    ids, distinct = encode(labels, f"{axis} labels of G")
    if len(distinct) < len(labels):
        repeated = labels[labels.duplicated()].iloc[0]
        raise repeated_error(repeated, axis)
    return ids, distinct


def repeated_error(label: Any, axis: str) -> ValueError:
    """Make the error for a label that two rows, or two columns, have."""
    label = label.item() if isinstance(label, np.generic) else label
    merged = "G.groupby(level=0).any()"
    if axis == "column":
        merged = "G.T.groupby(level=0).any().T"
    return ValueError(
        f"the {axis} label {shown(label)} of G is repeated, but each {axis} of a "
        f"biadjacency matrix is one vertex: pass {merged} to merge {axis}s with the "
        "same label"
    )


def _names(left: Hashable, right: Hashable) -> tuple[Hashable, Hashable]:
    """Names of the sides: those of the axes, if they differ."""
    left = "left" if left is None else left
    right = "right" if right is None else right
    return ("left", "right") if left == right else (left, right)


def _edges(frame: pd.DataFrame, fill: str) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the entries that are True."""
    if all(dtype == BOOLEAN for dtype in frame.dtypes):
        rows, columns = np.nonzero(frame.to_numpy())
        return rows, columns
    found = []
    for place in range(frame.shape[1]):
        column = frame.iloc[:, place]
        array = column.array
        if isinstance(array, pd.arrays.SparseArray) and not array.fill_value:
            stored = np.asarray(array.sp_values, bool)
            found.append(array.sp_index.indices[stored])
            continue
        null = np.asarray(column.isna(), bool)
        if null.any():
            row = int(null.argmax())
            raise null_error(frame.index[row], frame.columns[place], fill)
        found.append(np.flatnonzero(column.to_numpy(bool)))
    places = np.repeat(np.arange(len(found)), [len(rows) for rows in found])
    return np.concatenate(found), places


def null_error(row: Any, column: Any, fill: str) -> ValueError:
    """Make the error for an entry that is neither True nor False."""
    return ValueError(
        f"G has a null in row {shown(row)} and column {shown(column)}, but an entry "
        "of a Boolean biadjacency matrix must be True (an edge) or False (no edge): "
        f"pass {fill} if nulls are no edges"
    )


def from_boolean_array(array: np.ndarray) -> BipartiteGraph | None:
    """Take the entries that are True as edges; labels are row and column numbers.
    Return None for arrays of other entries, or of other than two dimensions."""
    if array.ndim != 2 or array.dtype.kind not in "bO":
        return None
    # numpy.asarray of a matrix or a masked array keeps neither class nor mask.
    values, null = np.asarray(array), np.ma.getmaskarray(array)
    if values.dtype == object:
        if not _has_only_booleans(values.ravel()):
            return None
        null = null | pd.isna(values)
    if null.any():
        row, column = (int(place[0]) for place in np.nonzero(null))
        masked = np.ma.isMaskedArray(array)
        fill = "G.filled(False)" if masked else "numpy.asarray(G, object) == True"
        raise null_error(row, column, fill)
    n_left, n_right = values.shape
    rows, columns = np.nonzero(values.astype(bool))
    return from_ids(rows, columns, pd.RangeIndex(n_left), pd.RangeIndex(n_right))


def _has_only_booleans(values: np.ndarray) -> bool:
    return pd.api.types.infer_dtype(values, skipna=True) == "boolean"


def from_boolean_rows(rows: Sequence[Any]) -> BipartiteGraph | None:
    """Take a list of rows of booleans as a matrix. Return None for other lists, and for
    two arrays, which may also be the sides."""
    if not rows or not all(isinstance(row, ROWS) and len(row) for row in rows):
        return None
    if len(rows) == 2 and not any(isinstance(row, list | tuple) for row in rows):
        return None
    if not all(_is_boolean_row(row) for row in rows):
        return None
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width:
            raise ValueError(
                f"G is a {type(rows).__name__} of rows of booleans, but row {number} "
                f"has {len(row):,} entries and row 0 has {width:,}: give all rows the "
                "same length"
            )
    return from_boolean_array(np.array([list(row) for row in rows], object))


def _is_boolean_row(row: Any) -> bool:
    kinds = set(map(type, row))
    return bool(kinds & {bool, np.bool_}) and _has_only_booleans(
        np.array([*row, None], object)
    )
