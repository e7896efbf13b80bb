# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`BipartiteGraph`, the input of every engine: dense ids, both adjacencies, labels."""

from __future__ import annotations

from collections.abc import Hashable
from copy import copy
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pandas as pd

from cugraph_biclique.graph.checks import MAX_SIDE, check_graph
from cugraph_biclique.graph.csr import is_large, transposed
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.decorators import compiled


@dataclass(frozen=True, eq=False, repr=False)
class BipartiteGraph:
    """A bipartite graph without parallel edges, in CSR form for each side.

    The vertices of each side are numbered 0, 1, ... separately, in ascending order of
    their labels if the labels have an order. A vertex may have no edge.

    Parameters
    ----------
    left_indptr : numpy.ndarray
        int64 of length ``n_left + 1``: where the neighbours of each left vertex start.
    left_indices : numpy.ndarray
        int32 of length ``n_edges``: right ids, ascending for each left vertex.
    right_indptr, right_indices : numpy.ndarray
        The same for right vertices and their left neighbours.
    left_labels, right_labels : pandas.Index
        ``labels.take(ids)`` gives the caller's labels in the caller's dtype. They are a
        NumPy array if pandas has no index of that dtype, and a CuPy array or a cuDF
        Series if the caller's labels were one.
    left_name, right_name : hashable
        Names of the two sides, which become column names of result frames.

    Raises
    ------
    TypeError, ValueError
        The arrays are not the two adjacencies of one graph. The constructor compares
        them in full; do not change them afterwards.
    """

    left_indptr: np.ndarray
    left_indices: np.ndarray
    right_indptr: np.ndarray
    right_indices: np.ndarray
    left_labels: pd.Index | np.ndarray
    right_labels: pd.Index | np.ndarray
    left_name: Hashable = "left"
    right_name: Hashable = "right"
    _one_id_space: ClassVar[bool] = False  # whether a label is on one side only

    def __post_init__(self) -> None:
        check_graph(self)

    @classmethod
    def _unchecked(cls, *values: Any) -> BipartiteGraph:
        """Make a graph without checks, from arrays that this package has made."""
        names = (field.name for field in fields(cls))
        return object.__new__(cls)._with(**dict(zip(names, values, strict=True)))

    def _with(self, **changes: Any) -> BipartiteGraph:
        """Return the same graph with some of its fields replaced."""
        graph = copy(self)
        graph.__dict__.update(changes)
        if "left_labels" in changes:
            graph.__dict__.pop("_label_indexes", None)
        return graph

    @property
    def on_device(self) -> bool:
        """Whether the labels are in device memory, as the caller's labels were."""
        return not isinstance(self.left_labels, pd.Index | np.ndarray)

    def in_host_memory(self) -> BipartiteGraph:
        """Return the same graph with labels and adjacency in host memory."""
        return self.with_host_labels().with_host_adjacency()

    def to_device(self) -> BipartiteGraph:
        """Return the same graph with its adjacency on the device; arrays that are
        already there are not copied."""
        from cugraph_biclique.device.arrays import xp

        return self._with(
            left_indptr=xp.asarray(self.left_indptr),
            left_indices=xp.asarray(self.left_indices),
            right_indptr=xp.asarray(self.right_indptr),
            right_indices=xp.asarray(self.right_indices),
        )

    def with_host_adjacency(self) -> BipartiteGraph:
        """Return the same graph with its adjacency, but not its labels, moved to host
        memory."""
        return self._with(
            left_indptr=to_host(self.left_indptr),
            left_indices=to_host(self.left_indices),
            right_indptr=to_host(self.right_indptr),
            right_indices=to_host(self.right_indices),
        )

    def with_host_labels(self) -> BipartiteGraph:
        """Return the same graph with its labels moved to host memory."""
        if not self.on_device:
            return self
        return self._with(
            left_labels=_host_labels(self.left_labels),
            right_labels=_host_labels(self.right_labels),
        )

    @cached_property
    def _label_indexes(self) -> tuple[pd.Index, pd.Index]:
        """Indexes of the labels of both sides, in host memory. pandas adds a hash table
        to an index on its first lookup, so keep the indexes with the graph."""
        return _hashable(self.left_labels), _hashable(self.right_labels)

    def _labels_of(self, side: str) -> Any:
        """Labels of the vertices of a side, "left" or "right"."""
        return self.left_labels if side == "left" else self.right_labels

    @property
    def n_left(self) -> int:
        """Number of left vertices."""
        return len(self.left_indptr) - 1

    @property
    def n_right(self) -> int:
        """Number of right vertices."""
        return len(self.right_indptr) - 1

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        return len(self.left_indices)

    @property
    def nbytes(self) -> int:
        """Bytes of both adjacencies, without the labels."""
        return (
            self.left_indptr.nbytes
            + self.left_indices.nbytes
            + self.right_indptr.nbytes
            + self.right_indices.nbytes
        )

    def __repr__(self) -> str:
        return (
            f"<BipartiteGraph: {self.n_left:,} left {self.left_name!r}, "
            f"{self.n_right:,} right {self.right_name!r}, {self.n_edges:,} edges>"
        )


def _host_labels(labels: Any) -> pd.Index:
    """Convert CuPy or cuDF labels to a pandas index."""
    values = labels.to_pandas() if hasattr(labels, "to_pandas") else to_host(labels)
    if values.dtype == np.float16:  # pandas has no index of float16
        values = values.astype(np.float32)
    return pd.Index(values, tupleize_cols=False)


def _hashable(labels: Any) -> pd.Index:
    """Convert labels of any kind to a pandas index for lookups."""
    index = labels if isinstance(labels, pd.Index) else _host_labels(labels)
    if index.dtype == object and len(index) and isinstance(index[0], dict):
        # A vertex of several columns of cuGraph is a struct.
        index = pd.Index([tuple(v.values()) for v in index], tupleize_cols=False)
    return index


def from_ids(
    left_ids: np.ndarray,
    right_ids: np.ndarray,
    left_labels: pd.Index | np.ndarray,
    right_labels: pd.Index | np.ndarray,
    left_name: Hashable = "left",
    right_name: Hashable = "right",
) -> BipartiteGraph:
    """Build a graph from edges between dense ids.

    Parameters
    ----------
    left_ids, right_ids : numpy.ndarray
        One entry per edge, of any integer dtype, in any order; parallel edges count
        once.
    left_labels, right_labels : pandas.Index
        The labels of ids 0, 1, ...; their lengths are the sizes of the sides.
    left_name, right_name : hashable
        Names of the two sides.

    Returns
    -------
    BipartiteGraph

    Raises
    ------
    ValueError
        If there are not as many left as right ids, an id has no label, or a side has
        more than 2**31 - 1 vertices.
    """
    if len(left_ids) != len(right_ids):
        raise ValueError(
            f"{len(left_ids):,} left ids and {len(right_ids):,} right ids were given, "
            "but each edge needs one of each: pass two arrays of the same length"
        )
    _check_side("left", left_ids, len(left_labels))
    _check_side("right", right_ids, len(right_labels))
    n_left, n_right = len(left_labels), len(right_labels)
    left_indptr, left_indices = adjacency_of(left_ids, right_ids, n_left, n_right)
    flip = transposed if is_large(left_indices) else transpose
    right_indptr, right_indices = flip(left_indptr, left_indices, n_right)
    return BipartiteGraph._unchecked(
        left_indptr,
        left_indices,
        right_indptr,
        right_indices,
        left_labels,
        right_labels,
        left_name,
        right_name,
    )


def adjacency_of(
    ids: np.ndarray, others: np.ndarray, n: int, n_others: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the CSR adjacency of edges between dense ids, in any order; parallel edges
    count once."""
    # Keys are below 2**62, as each side is below 2**31, so they fit int64.
    keys = ids.astype(np.int64)
    keys *= n_others
    keys += others.astype(np.int64, copy=False)
    if not _ascends(keys):
        keys.sort()
    return _rows_of_keys(keys, n, n_others)


def check_size(side: str, n: int) -> None:
    """Raise an error if a side has too many vertices."""
    if n > MAX_SIDE:
        raise ValueError(
            f"the {side} side has {n:,} vertices, but at most {MAX_SIDE:,} are "
            "supported: split the graph into components, or drop vertices without "
            "edges"
        )


def _check_side(side: str, ids: np.ndarray, n: int) -> None:
    check_size(side, n)
    if len(ids) and not (ids.min() >= 0 and ids.max() < n):
        raise ValueError(
            f"{side} ids range from {ids.min()} to {ids.max()}, but there are {n:,} "
            f"{side} labels: pass ids that are positions in the labels, counted from 0"
        )


@compiled
def _ascends(keys):
    for i in range(1, keys.size):
        if keys[i] < keys[i - 1]:
            return False
    return True


@compiled
def _rows_of_keys(keys, n_rows, n_columns):
    """CSR arrays of ascending keys ``row * n_columns + column``, without repeats."""
    indptr = np.zeros(n_rows + 1, np.int64)
    indices = np.empty(keys.size, np.int32)
    row, start, n, last = 0, 0, 0, -1
    for key in keys:
        if key == last:
            continue
        if key >= start + n_columns:  # divide only when the row changes
            row = key // n_columns
            start = row * n_columns
        indices[n] = key - start
        indptr[row + 1] += 1
        n += 1
        last = key
    for r in range(n_rows):
        indptr[r + 1] += indptr[r]
    # Copy: a slice would keep the memory of the parallel edges allocated.
    return indptr, indices if n == keys.size else indices[:n].copy()


@compiled
def transpose(indptr, indices, n_columns):
    """Transpose a CSR adjacency by a counting sort."""
    out_indptr = np.zeros(n_columns + 1, np.int64)
    for column in indices:
        out_indptr[column + 1] += 1
    for c in range(n_columns):
        out_indptr[c + 1] += out_indptr[c]
    out = np.empty(indices.size, np.int32)
    fill = out_indptr[:-1].copy()
    for row in range(indptr.size - 1):
        for e in range(indptr[row], indptr[row + 1]):
            column = indices[e]
            out[fill[column]] = row
            fill[column] += 1
    return out_indptr, out
