# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""pandas frames of bicliques, built from offsets and flat members."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host


def sizes_frame(n_left: np.ndarray, n_right: np.ndarray) -> pd.DataFrame:
    """Return one row per biclique."""
    return pd.DataFrame(
        {"biclique": np.arange(len(n_left)), "n_left": n_left, "n_right": n_right}
    )


def long_frame(
    offsets: np.ndarray, members: np.ndarray, labels: pd.Index | np.ndarray
) -> pd.DataFrame:
    """Return one row per member."""
    return pd.DataFrame(
        {
            "biclique": np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)),
            "vertex": labels.take(members),
        },
        copy=False,
    )


def frame(columns: dict[Any, Any]) -> pd.DataFrame:
    """Return a frame of columns. A column is an array, or a tuple (ids, labels) that
    stands for the labels of these ids."""
    made = {
        name: values[1].take(values[0]) if isinstance(values, tuple) else values
        for name, values in columns.items()
    }
    return pd.DataFrame(made, copy=False)


def count_column(counts: Any) -> np.ndarray:
    """Counts in host memory: int64, or Python integers where int64 is too small."""
    return to_host(counts)


def edge_counts_frame(
    graph: BipartiteGraph, counts: np.ndarray, name: str
) -> pd.DataFrame:
    """One row per edge: the labels of its ends, then the count, which has a name."""
    ids = np.arange(graph.n_left, dtype=np.int32)
    lefts = np.repeat(ids, np.diff(to_host(graph.left_indptr)))
    columns = {
        graph.left_name: graph.left_labels.take(lefts),
        graph.right_name: graph.right_labels.take(to_host(graph.left_indices)),
        name: counts,
    }
    return pd.DataFrame(columns, copy=False)


def series(values: np.ndarray, name: str) -> pd.Series:
    """One value per biclique."""
    return pd.Series(values, name=name, copy=False)


def list_frame(members: Any, graph: BipartiteGraph) -> pd.DataFrame:
    """Return one row per biclique, with its members as lists."""
    with no_collection():
        left, right = lists(members, graph)
        biclique = np.arange(len(left))
        return pd.DataFrame({"biclique": biclique, "left": left, "right": right})


def lists(members: Any, graph: BipartiteGraph) -> tuple[pd.Series, pd.Series]:
    """Return the labels of the left and of the right members of each biclique."""
    return (
        label_lists(members.left_offsets, members.left, graph.left_labels),
        label_lists(members.right_offsets, members.right, graph.right_labels),
    )


def clique_frame(
    offsets: np.ndarray, members: np.ndarray, labels: pd.Index | np.ndarray
) -> pd.DataFrame:
    """Return one row per clique, with its vertices as a list."""
    cliques, vertices = (
        np.arange(len(offsets) - 1),
        label_lists(offsets, members, labels),
    )
    return pd.DataFrame({"clique": cliques, "vertices": vertices}, copy=False)


def label_lists(
    offsets: np.ndarray, members: np.ndarray, labels: pd.Index | np.ndarray
) -> pd.Series:
    """Return a list of labels for each range of members."""
    flat = _objects(members, labels)
    bounds = offsets.tolist()
    out = np.empty(len(offsets) - 1, dtype=object)
    for i in range(len(out)):
        out[i] = flat[bounds[i] : bounds[i + 1]]
    return pd.Series(out, dtype=object)


def _objects(members: np.ndarray, labels: pd.Index | np.ndarray) -> list[Any]:
    """Return the label of each member; equal labels share one Python object."""
    if len(members) < len(labels):
        return labels.take(members).tolist()
    distinct = np.fromiter(labels.tolist(), object, len(labels))
    return distinct.take(members).tolist()


def edge_frame(
    left: np.ndarray, right: np.ndarray, graph: BipartiteGraph
) -> pd.DataFrame:
    """One row per edge, with the names of the caller's columns."""
    columns = [graph.left_labels.take(left), graph.right_labels.take(right)]
    frame = pd.DataFrame(dict(enumerate(columns)), copy=False)
    names = [graph.left_name, graph.right_name]
    frame.columns = pd.Index(names, tupleize_cols=False)
    return frame


def tuple_frame(
    left: np.ndarray, right: np.ndarray, graph: BipartiteGraph
) -> pd.DataFrame:
    """One row per (p, q)-biclique, with one column per member."""
    sides = {"left": (left, graph.left_labels), "right": (right, graph.right_labels)}
    columns = {
        f"{side}_{i}": labels.take(ids)
        for side, (rows, labels) in sides.items()
        for i, ids in enumerate(rows, start=1)
    }
    return pd.DataFrame(columns, copy=False)


@contextmanager
def no_collection() -> Iterator[None]:
    """Disable garbage collection.

    Lists of labels contain no cycles. With millions of lists, Python would spend most
    of the time searching for cycles.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
