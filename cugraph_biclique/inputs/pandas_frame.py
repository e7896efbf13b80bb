# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge frames of pandas: an edge a row, two columns of labels."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import pandas as pd

from cugraph_biclique.graph import BipartiteGraph, from_ids
from cugraph_biclique.inputs.labels import encode

SHOWN = 12


def from_pandas_frame(
    frame: pd.DataFrame, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a frame; `left` and `right` name its columns."""
    columns: list[Hashable] = list(frame.columns)
    left, right = pick_columns(columns, left, right)
    # By position: a column name may be a tuple, or an integer.
    lefts, rights = (_column(frame, columns.index(name)) for name in (left, right))
    return from_columns(lefts, rights, left, right)


def _column(frame: pd.DataFrame, place: int) -> pd.Series:
    return frame.iloc[:, place]


def from_columns(
    left_column: pd.Series, right_column: pd.Series, left: Hashable, right: Hashable
) -> BipartiteGraph:
    """Take the edges of two columns, named `left` and `right`."""
    left_ids, left_labels = encode(left_column, f"labels of left column {left!r}")
    right_ids, right_labels = encode(right_column, f"labels of right column {right!r}")
    return from_ids(left_ids, right_ids, left_labels, right_labels, left, right)


def pick_columns(
    columns: Iterable[Hashable],
    left: Hashable | None = None,
    right: Hashable | None = None,
) -> tuple[Hashable, Hashable]:
    """The names of the two columns: those given, else the first two.

    Raises
    ------
    ValueError
        If there are fewer than two columns, or a name is not that of one column, or
        both are the same.
    """
    columns = list(columns)
    if len(columns) < 2:
        raise ValueError(
            f"the edge frame has {len(columns)} column, {_shown(columns)}: it needs "
            "two, one for each end of an edge"
        )
    first, second = columns[:2]
    if left is None:
        left = second if right is not None and right == first else first
    if right is None:
        right = first if left == second else second
    for argument, name in (("left", left), ("right", right)):
        if name not in columns:
            raise ValueError(
                f"{argument}={name!r} is not a column: the columns are "
                f"{_shown(columns)}"
            )
        if columns.count(name) > 1:
            raise ValueError(
                f"{argument}={name!r} is the name of {columns.count(name)} columns: "
                f"rename them, the columns are {_shown(columns)}"
            )
    if left == right:
        raise ValueError(
            f"left={left!r} and right={right!r} are the same column: name two, the "
            f"columns are {_shown(columns)}"
        )
    return left, right


def _shown(columns: list[Hashable]) -> str:
    names = ", ".join(map(repr, columns[:SHOWN]))
    return f"[{names}{', ...' * (len(columns) > SHOWN)}]"
