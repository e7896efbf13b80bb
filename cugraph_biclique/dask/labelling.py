# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From ids back to a Dask frame of labels, which stays on the workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np

from cugraph_biclique.dask.exchange import Where
from cugraph_biclique.dask.host_frames import concatenated, from_host_frame
from cugraph_biclique.dask.numbering import Numbers, labels_at
from cugraph_biclique.dask.reading import SIDES, Reading
from cugraph_biclique.dask.waiting import computed
from cugraph_biclique.host.arrays import array_module


def reading_of(numbers: Numbers) -> Reading:
    """Return the labels of numbered edges, as they were read."""
    make = dask.delayed(_labelled)
    arguments = numbers.tables, numbers.offsets, numbers.where
    parts = [make(piece, *arguments) for piece in numbers.pieces]
    (meta,) = computed(dask.delayed(_empty)(numbers.tables))
    frame = dd.from_delayed(parts, meta=meta, verify_meta=False)
    read = Reading(frame, *SIDES)
    read.columns = numbers.columns
    return read


def _labelled(
    piece: Sequence[Any],
    tables: dict[str, list[Any]],
    offsets: dict[str, np.ndarray],
    where: Where,
) -> Any:
    """Return the labels of some edges."""
    columns = {}
    for side, ids in zip(SIDES, where.take(piece), strict=True):
        used, positions = array_module(ids).unique(ids, return_inverse=True)
        labels = labels_at(used, tables[side], offsets[side])
        columns[side] = labels.take(positions).reset_index(drop=True)
    return columns["left"].to_frame("left").assign(right=columns["right"])


def _empty(tables: dict[str, list[Any]]) -> Any:
    """Return a frame without edges."""
    columns = {
        side: concatenated([from_host_frame(table).iloc[:0] for table in tables[side]])
        for side in SIDES
    }
    return columns["left"].to_frame("left").assign(right=columns["right"])
