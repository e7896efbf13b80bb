# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges as cuDF frames, or two Series: any labels, all on the device."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import cudf

from cugraph_biclique.arguments import full_name
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs.cudf_labels import Numbered, number
from cugraph_biclique.inputs.cupy_pairs import encode, from_keys
from cugraph_biclique.inputs.numpy_pairs import check_pair
from cugraph_biclique.inputs.pandas_frame import pick_columns


def from_cudf_frame(
    frame: cudf.DataFrame, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a frame; `left` and `right` name its columns."""
    left, right = pick_columns(frame.columns, left, right)
    lefts = number(frame[left], f"labels of left column {left!r}")
    rights = number(frame[right], f"labels of right column {right!r}")
    return _graph(lefts, rights, left, right)


def from_cudf_pair(pair: tuple[Any, ...]) -> BipartiteGraph:
    """Take two Series (left, right)."""
    if len(pair) != 2 or not all(isinstance(side, cudf.Series) for side in pair):
        kinds = ", ".join(map(full_name, pair))
        raise TypeError(
            f"G is a tuple of {len(pair)} ({kinds}), and must be two Series of cuDF "
            "(left, right): move a side to the device with cudf.Series"
        )
    left, right = pair
    check_pair(left, right)
    return _graph(number(left, "left labels"), number(right, "right labels"))


def _graph(lefts: Numbered, rights: Numbered, *names: Hashable) -> BipartiteGraph:
    keys, left_labels, right_labels = encode(lefts.numbers, rights.numbers)
    return from_keys(
        keys, lefts.restore(left_labels), rights.restore(right_labels), *names
    )
