# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as a cuDF frame, or as two Series: labels of any dtype, all on the device."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import cudf
import numpy as np

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs.cudf_labels import Numbered, number
from cugraph_biclique.inputs.cupy_pairs import from_labels
from cugraph_biclique.inputs.frame_columns import booleans_error, pick_columns
from cugraph_biclique.inputs.numpy_pairs import check_pair

BOOLEANS = np.dtype(bool)

# Advice in errors for a frame, or a pair, that is a biadjacency matrix.
MATRIX = "cupy.stack(cupy.nonzero(G.values), axis=1)"
PAIR_MATRIX = "cupy.stack(cupy.nonzero(cupy.stack([s.values for s in G])), axis=1)"


def from_cudf_frame(
    frame: cudf.DataFrame, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a frame; `left` and `right` name its columns."""
    unnamed = left is None and right is None
    left, right = pick_columns(frame.columns, left, right, MATRIX)
    if unnamed and all(dtype == BOOLEANS for dtype in frame.dtypes):
        raise booleans_error(MATRIX)
    lefts = number(frame[left], f"labels of left column {shown(left)}")
    rights = number(frame[right], f"labels of right column {shown(right)}")
    return _graph(lefts, rights, left, right)


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
