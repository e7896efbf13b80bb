# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""pandas edge frames: one edge per row, in two columns of labels."""

from __future__ import annotations

from collections.abc import Hashable

import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.inputs.boolean_matrix import (
    from_boolean_frame,
    has_booleans,
    is_boolean_frame,
)
from cugraph_biclique.inputs.frame_columns import (
    BOOLEAN,
    NUMBERS,
    is_name,
    list_of,
    matrix_advice,
    pick_columns,
    place_of,
)
from cugraph_biclique.inputs.labels import encode

BITS = 4  # different edges between zeros and ones

__all__ = ["from_columns", "from_pandas_frame", "pick_columns"]


def from_pandas_frame(
    frame: pd.DataFrame, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a frame; `left` and `right` name its columns. A frame of
    booleans is a biadjacency matrix unless columns are named."""
    columns: list[Hashable] = list(frame.columns)
    unnamed = left is None and right is None
    if unnamed:
        refuse_levels(frame)
        if is_boolean_frame(frame):
            return from_boolean_frame(frame)
    else:
        _refuse_names_of_levels(frame, left, right)
    if unnamed and len(columns) == 2 and _may_be_matrix(frame):
        first, second = map(shown, columns)
        raise ValueError(
            f"G has two columns of numbers, [{first}, {second}], which could be edges "
            "or a biadjacency matrix: pass G > 0 if each column is a right vertex, or "
            f"left={first} and right={second} if each row is an edge"
        )
    if unnamed and len(columns) == 2:
        _refuse_flags(frame)
    if len(columns) == 1 and not frame.index.identical(pd.RangeIndex(len(frame))):
        raise ValueError(
            f"the edge frame has 1 column, {list_of(columns)}, but needs two, one for "
            "each end of an edge: pass G.reset_index() if the index of G holds the "
            "other end"
        )
    advice = "" if len(columns) < 3 else matrix_advice(columns, kinds_of(frame), "G")
    left, right = pick_columns(columns, left, right, advice)
    # Select by position, as a column name may be a tuple or an integer.
    lefts, rights = (
        column_at(frame, place_of(columns, name)) for name in (left, right)
    )
    return from_columns(lefts, rights, left, right)


def _refuse_flags(frame: pd.DataFrame) -> None:
    """Raise an error for one column of labels and one of booleans, which may say which
    labels to take."""
    flags = [has_booleans(frame.iloc[:, place]) for place in range(2)]
    if not len(frame) or sum(flags) != 1:
        return
    first, second = map(shown, frame.columns)
    flag = first if flags[0] else second
    raise ValueError(
        f"column {flag} of G is Boolean, so it could hold the right vertices True and "
        "False, or be the only column of a biadjacency matrix: pass "
        f"left={first} and right={second} if True and False are labels, or "
        f"G.set_index({second if flags[0] else first}) if the column is a right vertex"
    )


def refuse_levels(frame: pd.DataFrame) -> None:
    """Raise an error for an index of several levels, which may hold the edges."""
    if not isinstance(frame.index, pd.MultiIndex):
        return
    levels = list_of(list(frame.index.names))
    advice = "pass G.index.to_frame(index=False) if the levels hold the edges"
    if frame.shape[1] > 1:
        advice += ", or G.reset_index(drop=True) if the columns hold them"
    booleans = is_boolean_frame(frame)
    kinds = [*kinds_of(frame), NUMBERS]
    several = frame.shape[1] > 1  # a single column of numbers is usually a weight
    if booleans or (several and matrix_advice([*frame.columns, ""], kinds, "")):
        matrix = "G" if booleans else "(G > 0)"
        advice = (
            f"pass {matrix}.set_axis(G.index.to_flat_index()) if each column is a "
            "right vertex, or G.index.to_frame(index=False) if the levels hold the "
            "edges"
        )
        if frame.shape[1] > 1 and not booleans:
            advice += ", or G.reset_index(drop=True) if the columns hold them"
    raise ValueError(
        f"the index of G has several levels, {levels}, so the edges could be in the "
        f"index or in the columns: {advice}"
    )


def _refuse_names_of_levels(
    frame: pd.DataFrame, left: Hashable | None, right: Hashable | None
) -> None:
    """Raise an error if a caller names the index, or a level of it, as a column."""
    columns, levels = list(frame.columns), list(frame.index.names)
    found = [
        (argument, name)
        for argument, name in (("left", left), ("right", right))
        if name is not None
        and any(is_name(level, name) for level in levels)
        and not any(is_name(column, name) for column in columns)
    ]
    if found:
        names = [name for _, name in found]
        moved = f"[{', '.join(map(shown, names))}]" if len(names) > 1 else shown(*names)
        raise ValueError(
            f"{found[0][0]}={shown(names[0])} is not a column, but a level of the "
            f"index of G: pass G.reset_index({moved})"
        )


def _may_be_matrix(frame: pd.DataFrame) -> bool:
    """Whether two columns may be those of a matrix, although they could hold edges.

    The axis of the columns has a name in tables that pandas.crosstab or pivot made, and
    an edge list of zeros and ones with labels in its index has four edges at most.
    """
    if kinds_of(frame) != [NUMBERS] * 2 or not len(frame):
        return False
    if frame.columns.name is not None:
        return True
    index = frame.index
    numbered = index.name is None and pd.api.types.is_numeric_dtype(index.dtype)
    bits = bool(frame.isin([0, 1]).to_numpy().all())
    if not (numbered and bits):
        return bits and not numbered
    # Zeros and ones have four different edges. pandas.get_dummies makes longer tables
    # with one 1 in each row. Files without a header have columns left and right.
    if len(frame) <= BITS or list(frame.columns) == ["left", "right"]:
        return False
    return bool((frame.sum(axis=1) == 1).all())


def kinds_of(frame: pd.DataFrame) -> list[str]:
    """What each column of a frame holds, for `matrix_advice`."""
    return [_kind(frame.iloc[:, place]) for place in range(frame.shape[1])]


def _kind(column: pd.Series) -> str:
    if has_booleans(column):
        return BOOLEAN
    dtype = column.dtype
    real = pd.api.types.is_numeric_dtype(dtype)
    return NUMBERS if real and getattr(dtype, "kind", "i") != "c" else str(dtype)


def column_at(frame: pd.DataFrame, place: int) -> pd.Series:
    """Return a column by its position."""
    return frame.iloc[:, place]


def from_columns(
    left_column: pd.Series, right_column: pd.Series, left: Hashable, right: Hashable
) -> BipartiteGraph:
    """Take the edges of two columns; `left` and `right` are their names."""
    left_ids, left_labels = encode(left_column, f"labels of left column {shown(left)}")
    right_ids, right_labels = encode(
        right_column, f"labels of right column {shown(right)}"
    )
    return from_ids(left_ids, right_ids, left_labels, right_labels, left, right)
