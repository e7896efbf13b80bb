# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""pandas edge frames: one edge per row, in two columns of labels."""

from __future__ import annotations

from collections.abc import Hashable

import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.graph import BipartiteGraph, from_ids
from cugraph_biclique.inputs.frame_columns import booleans_error, pick_columns, place_of
from cugraph_biclique.inputs.labels import encode, is_boolean

__all__ = ["from_columns", "from_pandas_frame", "pick_columns"]


def from_pandas_frame(
    frame: pd.DataFrame, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a frame; `left` and `right` name its columns."""
    columns: list[Hashable] = list(frame.columns)
    unnamed = left is None and right is None
    left, right = pick_columns(columns, left, right)
    # Select by position, as a column name may be a tuple or an integer.
    lefts, rights = (
        column_at(frame, place_of(columns, name)) for name in (left, right)
    )
    return from_columns(lefts, rights, left, right, unnamed)


def column_at(frame: pd.DataFrame, place: int) -> pd.Series:
    """Return a column by its position."""
    return frame.iloc[:, place]


def from_columns(
    left_column: pd.Series,
    right_column: pd.Series,
    left: Hashable,
    right: Hashable,
    unnamed: bool,
) -> BipartiteGraph:
    """Take the edges of two columns. `left` and `right` are their names; `unnamed` says
    that the caller gave none."""
    if unnamed and is_boolean(left_column) and is_boolean(right_column):
        raise booleans_error()
    left_ids, left_labels = encode(left_column, f"labels of left column {shown(left)}")
    right_ids, right_labels = encode(
        right_column, f"labels of right column {shown(right)}"
    )
    return from_ids(left_ids, right_ids, left_labels, right_labels, left, right)
