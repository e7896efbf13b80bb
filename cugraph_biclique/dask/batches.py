# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The frame of a batch of partitions: its edges, and the labels of their ends.

A frame has the columns ``left`` and ``right``: positions in two tables of labels, which
belong to the batch. The labels of kept vertices ascend, so that the graph of a
partition numbers them as a graph with labels would. For a count, which needs no labels,
the columns are the ids of the vertices.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask.exchange import Where
from cugraph_biclique.dask.host_frames import is_cudf_frame, to_host_frame
from cugraph_biclique.dask.lists import joined_copies
from cugraph_biclique.dask.numbering import encoded, labels_at
from cugraph_biclique.dask.partitions import VERTICES, needed_by
from cugraph_biclique.dask.reading import SIDES
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.inputs.labels import encode


class Batch(NamedTuple):
    """Some consecutive partitions, whose edges are in one frame."""

    first: int  # partition
    end: int
    grow: str  # the side that the roots are on, or `VERTICES`


class Vertices(NamedTuple):
    """What all batches need to know of the vertices."""

    tables: dict[str, list[Any]]  # by side: the labels of each owner, or empty
    offsets: dict[str, np.ndarray]  # by side: the first id of each owner
    names: dict[str, str]  # by side: what error messages call the labels
    places: tuple[Any, ...]  # of the roots, see `lists.placed`
    owners: Any  # the partition of each root, in the order of places


class Labels(NamedTuple):
    """The labels of a side."""

    tables: list[Any]  # of each owner
    offsets: np.ndarray  # the first id of each owner
    name: str  # in error messages


def batch_of(
    parts: list[tuple[Any, ...]], vertices: Vertices, batch: Batch, where: Where
) -> tuple[Any, tuple[Any, Any]]:
    """Return the frame of a batch, and the labels of the left and the right side, or
    None for both if there are no tables of labels.

    Vertices without edges, at the first places, have no partition.
    """
    tables, offsets, names, places, owners = vertices
    kept, found = joined_copies(parts, where)
    place, at = where.take(places)
    (owner_of,) = where.take([owners])
    roots = place[kept] if batch.grow == VERTICES else found
    side = "left" if batch.grow == VERTICES else batch.grow
    columns = {
        side: at[found],
        OTHER[side]: kept,
        "rank": roots.astype(np.int64),
        "owner": owner_of[roots - (len(at) - len(owner_of))],
    }
    frame = _frame(columns, where)[[*SIDES, "rank", "owner"]]
    if batch.grow == VERTICES:  # otherwise, every edge of a neighbour is needed
        is_root = (frame["owner"] >= batch.first) & (frame["owner"] < batch.end)
        frame = frame[needed_by(frame, is_root, batch.grow)].reset_index(drop=True)
    labels = None, None
    if tables:
        of_ids = {
            side: Labels(tables[side], offsets[side], names[side]) for side in SIDES
        }
        labels = _with_local_ids(frame, of_ids, batch.grow == VERTICES)
    if not where.limited:
        return frame, labels
    return to_host_frame(frame), (to_host_frame(labels[0]), to_host_frame(labels[1]))


def _with_local_ids(
    frame: Any, labels_of: dict[str, Labels], one_kind: bool
) -> tuple[Any, Any]:
    """Replace the ids of both sides by positions in their labels; return the labels."""
    columns = [_array(frame[side]) for side in SIDES]
    if one_kind:
        ids = array_module(columns[0]).concatenate(columns)
        ids, labels = _local(ids, labels_of["left"])
        columns, both = [ids[: len(frame)], ids[len(frame) :]], (labels, labels)
    else:
        found = [
            _local(ids, labels_of[side])
            for ids, side in zip(columns, SIDES, strict=True)
        ]
        columns, both = [ids for ids, _ in found], (found[0][1], found[1][1])
    for side, ids in zip(SIDES, columns, strict=True):
        frame[side] = ids
    return both


def _local(ids: Any, labels_of: Labels) -> tuple[Any, Any]:
    """Return the position of the label of each id in the sorted labels, and these."""
    positions, used = _distinct(ids)
    some = labels_at(used, labels_of.tables, labels_of.offsets)
    order, labels = encoded(some, labels_of.name)
    return order[positions].astype(np.int32), labels


def _distinct(ids: Any) -> tuple[Any, Any]:
    """Return the position of each id in the distinct ids, and these, ascending."""
    xp = array_module(ids)
    if xp is np:
        positions, used = encode(pd.Series(ids), "ids")
        return positions, np.asarray(used)
    used, positions = xp.unique(ids, return_inverse=True)
    return positions, used


def _frame(columns: dict[str, Any], where: Where) -> Any:
    if not where.on_device:
        return pd.DataFrame(columns)
    import cudf

    return cudf.DataFrame(columns)


def _array(column: Any) -> Any:
    return column.values if is_cudf_frame(column) else column.to_numpy()
