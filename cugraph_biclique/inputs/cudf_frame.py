# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge frames of cuDF: an edge a row, two columns of labels, all on the device."""

from __future__ import annotations

from collections.abc import Hashable

import cudf

from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs.cudf_labels import number
from cugraph_biclique.inputs.cupy_pairs import encode, from_keys
from cugraph_biclique.inputs.pandas_frame import pick_columns


def from_cudf_frame(
    frame: cudf.DataFrame, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a frame; `left` and `right` name its columns."""
    left, right = pick_columns(frame.columns, left, right)
    lefts = number(frame[left], f"labels of left column {left!r}")
    rights = number(frame[right], f"labels of right column {right!r}")
    keys, left_labels, right_labels = encode(lefts.numbers, rights.numbers)
    return from_keys(
        keys, lefts.restore(left_labels), rights.restore(right_labels), left, right
    )
