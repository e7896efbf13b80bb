# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions from frames of their edges."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.contract.partition import OTHER, Partition
from cugraph_biclique.graph.bipartite import from_ids
from cugraph_biclique.inputs.labels import encode


def from_frame(
    frame: Any, left: Any, right: Any, grow: str, rank: Any, is_root: Any
) -> Partition:
    """Build a partition from a pandas or cuDF frame of its edges.

    Parameters
    ----------
    frame : DataFrame
        One edge per row, in any order: the edges of each vertex that is a neighbour of
        a root. An edge that no requested biclique of the roots can have may be missing.
        Parallel edges are allowed.
    left, right : hashable
        The columns of the labels.
    grow : {"left", "right"}
        The side that the roots are on.
    rank, is_root : hashable
        Columns about the vertex on that side: its rank, and whether it is a root of
        this partition. Ranks are distinct integers, which order the vertices of the
        whole graph by degree.

    Returns
    -------
    Partition
    """
    if type(frame).__module__.partition(".")[0] == "cudf":
        from cugraph_biclique.partition.cudf_frame import from_frame as on_device

        return on_device(frame, left, right, grow, rank, is_root)
    names = {"left": left, "right": right}
    kept = OTHER[grow]
    _, first, grown_ids = np.unique(
        frame[rank].to_numpy(), return_index=True, return_inverse=True
    )
    ids, labels = {grow: grown_ids}, {}
    labels[grow] = pd.Index(frame[names[grow]].iloc[first], tupleize_cols=False)
    ids[kept], labels[kept] = encode(frame[names[kept]], f"labels of {names[kept]!r}")
    graph = from_ids(
        ids["left"], ids["right"], labels["left"], labels["right"], left, right
    )
    return Partition(graph, grow, frame[is_root].to_numpy(bool)[first])


def with_labels(partition: Partition, left: Any, right: Any) -> Partition:
    """Return a partition with other labels.

    Parameters
    ----------
    partition : Partition
        Its labels are positions in `left` and `right`.
    left, right : Series
        Labels, in pandas or cuDF.

    Returns
    -------
    Partition
    """
    graph = partition.graph
    labels = {
        "left_labels": labels_at(left, graph.left_labels),
        "right_labels": labels_at(right, graph.right_labels),
    }
    return partition._replace(graph=graph._with(**labels))


def labels_at(labels: Any, positions: Any) -> Any:
    """Return the labels at some positions, as a graph has them."""
    if type(labels).__module__.partition(".")[0] == "cudf":
        from cugraph_biclique.inputs.cudf_labels import taken

        return taken(labels, positions)
    return as_index(labels.take(positions))


def as_index(labels: pd.Series) -> pd.Index | np.ndarray:
    """Return labels in host memory as a graph has them."""
    if labels.dtype == np.float16:  # pandas has no index of it
        return labels.to_numpy()
    return pd.Index(labels, dtype=labels.dtype, tupleize_cols=False, name=None)
