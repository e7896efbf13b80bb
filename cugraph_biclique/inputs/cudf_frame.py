# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as a cuDF frame, or as two Series: labels of any dtype, all on the device."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import cudf
import cupy
import numpy as np

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs.boolean_matrix import null_error, repeated_error
from cugraph_biclique.inputs.cudf_labels import Numbered, number
from cugraph_biclique.inputs.cupy_pairs import from_keys, from_labels
from cugraph_biclique.inputs.frame_columns import (
    BOOLEAN,
    NUMBERS,
    booleans_error,
    matrix_advice,
    pick_columns,
)
from cugraph_biclique.inputs.numpy_pairs import check_pair

BOOLEANS = np.dtype(bool)

PAIR_MATRIX = "cupy.stack([s.values for s in G])"  # of two boolean columns


def from_cudf_frame(
    frame: cudf.DataFrame, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a frame; `left` and `right` name its columns. A frame of
    booleans is a biadjacency matrix unless columns are named."""
    kinds = [_kind(dtype) for dtype in frame.dtypes]
    if left is None and right is None and set(kinds) == {BOOLEAN}:
        return _from_booleans(frame)
    advice = matrix_advice(list(frame.columns), kinds, "G")
    left, right = pick_columns(frame.columns, left, right, advice)
    lefts = number(frame[left], f"labels of left column {shown(left)}")
    rights = number(frame[right], f"labels of right column {shown(right)}")
    return _graph(lefts, rights, left, right)


def _kind(dtype: Any) -> str:
    if dtype == BOOLEANS:
        return BOOLEAN
    return NUMBERS if getattr(dtype, "kind", "O") in "iuf" else str(dtype)


def _from_booleans(frame: cudf.DataFrame) -> BipartiteGraph:
    """Take the entries that are True as edges; the labels are those of both axes."""
    for name in frame.columns:
        null = frame[name].isna()
        if bool(null.any()):
            row = int(cupy.flatnonzero(null.values)[0])
            raise null_error(row, name, "G.fillna(False)")
    lefts, left_order = _axis(frame.index, "row")
    rights, right_order = _axis(frame.columns, "column")
    values = frame.values[left_order][:, right_order]
    return from_keys(
        cupy.flatnonzero(values),
        lefts.restore(lefts.numbers[left_order]),
        rights.restore(rights.numbers[right_order]),
    )


def _axis(index: Any, axis: str) -> tuple[Numbered, cupy.ndarray]:
    """The labels of an axis, and their places in ascending order."""
    if index.nlevels > 1:
        raise TypeError(
            f"the {axis} labels of G have several levels, which cuDF cannot hold in "
            "one column: give each row and each column one label"
        )
    labels = cudf.Series(index if isinstance(index, cudf.Index) else list(index))
    labels = labels.reset_index(drop=True)
    found = number(labels, f"{axis} labels of G")
    order = cupy.argsort(found.numbers)
    ordered = found.numbers[order]
    same = cupy.flatnonzero(ordered[1:] == ordered[:-1])
    if len(same):
        raise repeated_error(labels.iloc[int(order[same[0]])], axis)
    return found, order


def from_cudf_pair(pair: tuple[Any, ...]) -> BipartiteGraph:
    """Take two Series (left, right)."""
    if len(pair) != 2 or not all(isinstance(side, cudf.Series) for side in pair):
        kinds = ", ".join(map(full_name, pair))
        raise TypeError(
            f"G is a tuple of length {len(pair)} ({kinds}), but must be two cuDF "
            "Series (left, right): move each side to the device with cudf.Series"
        )
    left, right = pair
    if left.dtype == right.dtype == BOOLEANS:
        raise booleans_error(PAIR_MATRIX)
    check_pair(left, right)
    return _graph(number(left, "left labels"), number(right, "right labels"))


def _graph(
    lefts: Numbered,
    rights: Numbered,
    left_name: Hashable = "left",
    right_name: Hashable = "right",
) -> BipartiteGraph:
    graph = from_labels(lefts.numbers, rights.numbers)
    return graph._with(
        left_labels=lefts.restore(graph.left_labels),
        right_labels=rights.restore(graph.right_labels),
        left_name=left_name,
        right_name=right_name,
    )
