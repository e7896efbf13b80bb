# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions from cuDF frames, built on the device."""

from __future__ import annotations

from typing import Any

import cudf
import cupy
import numpy as np

from cugraph_biclique.contract.partition import OTHER, Partition
from cugraph_biclique.inputs.cudf_labels import number, taken
from cugraph_biclique.inputs.cupy_pairs import from_keys


def from_frame(
    frame: cudf.DataFrame, left: Any, right: Any, grow: str, rank: Any, is_root: Any
) -> Partition:
    """Build a partition as `partition.frames.from_frame` does."""
    names = {"left": left, "right": right}
    kept = OTHER[grow]
    _, first, grown_ids = cupy.unique(
        frame[rank].values, return_index=True, return_inverse=True
    )
    ids, labels = {grow: grown_ids}, {grow: taken(frame[names[grow]], first)}
    numbered = number(frame[names[kept]], f"labels of {names[kept]!r}")
    distinct, ids[kept] = cupy.unique(numbered.numbers, return_inverse=True)
    labels[kept] = numbered.restore(distinct)
    keys = ids["left"].astype(np.int64) * len(labels["right"]) + ids["right"]
    keys.sort()
    graph = from_keys(keys, labels["left"], labels["right"], left, right)
    return Partition(graph, grow, frame[is_root].values.astype(bool)[first])
