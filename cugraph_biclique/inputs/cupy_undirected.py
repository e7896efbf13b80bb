# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges between integers on a device, as an `UndirectedGraph` on the device.

An edge has a key in each direction, ``id * vertices + other id``. The ascending keys
are the lists of all vertices, one after the other. Parallel edges have equal keys.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.device.arrays import beginning, xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import WARP, cuda, first_above, kernel
from cugraph_biclique.graph.adjacency import BothSides
from cugraph_biclique.graph.checks import MAX_SIDE
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.inputs import package_of
from cugraph_biclique.inputs.cupy_pairs import (
    LabelTable,
    extents_of,
    list_labels,
    mark_labels,
    signed,
    sparse,
)
from cugraph_biclique.inputs.frame_columns import is_name

LOOP = 2**63 - 1  # key of an edge from a vertex to itself, the largest key


def integer_columns(
    G: Any, left: Hashable | None = None, right: Hashable | None = None
) -> tuple[Any, Any] | None:
    """Return both columns of a device frame, array or tuple, if they are clearly edges
    between integers.

    None means that G has to be copied to host memory, where the adapters of host
    objects convert it, or raise the error.
    """
    what = ["left labels", "right labels"]
    if hasattr(G, "columns"):
        names = _named_columns(G, left, right)
        what = [
            f"labels of {side} column {shown(name)}"
            for side, name in zip(("left", "right"), names, strict=False)
        ]
        columns = tuple(G[name] for name in names)
    elif left is not None or right is not None:
        return None
    elif isinstance(G, xp.ndarray) and G.ndim == 2:
        columns = tuple(G.T)
    else:
        columns = G if isinstance(G, tuple) else ()
    if len(columns) != 2 or not all(map(_has_integers, columns)):
        return None
    left_column, right_column = columns
    if len(left_column) != len(right_column):
        return None
    return _numbers(left_column, what[0]), _numbers(right_column, what[1])


def _has_integers(column: Any) -> bool:
    """Whether a column is a CuPy array or a cuDF Series of integers."""
    dtype = getattr(column, "dtype", None)
    if not isinstance(dtype, np.dtype) or dtype.kind not in "iu":
        return False
    is_series = package_of(column) == "cudf" and type(column).__name__ == "Series"
    return is_series or (isinstance(column, xp.ndarray) and column.ndim == 1)


def _numbers(column: Any, what: str) -> Any:
    """Return the array of a column; nulls of cuDF are an error that names `what`."""
    if isinstance(column, xp.ndarray):
        return column
    from cugraph_biclique.inputs.cudf_labels import number

    return number(column, what).numbers


def _named_columns(
    frame: Any, left: Hashable | None, right: Hashable | None
) -> list[Hashable]:
    """Return the names of both columns of a cuDF frame, or [] if there is a doubt."""
    if frame.index.nlevels > 1:
        return []
    columns = list(frame.columns)
    if left is None and right is None:
        # A table of numbers whose columns have a common name may be a matrix.
        is_list = len(columns) == 2 and frame.columns.name is None
        return columns if is_list else []
    names = [c for name in (left, right) for c in columns if is_name(c, name)]
    return names if len(set(names)) == len(names) == 2 else []


def from_labels(left: Any, right: Any, dtype: Any) -> UndirectedGraph | None:
    """Build a graph from the labels of both ends of each edge. Its labels are in host
    memory, in the given dtype.

    Returns None if the adapters of host objects must convert the edges: without edges,
    with labels that may not fit int64, with labels 0 and 1 alone, which may be a
    matrix, or if memory is short.
    """
    edges = signed(left, right)
    if edges is None:
        return None
    low, high, other_low, other_high = extents_of(*edges)
    low, high = min(low, other_low), max(high, other_high)
    if low >= 0 and high <= 1:
        return None
    try:
        if sparse([low, high], 2 * len(left)):
            both = xp.concatenate(edges)
            labels, ids = xp.unique(both, return_inverse=True)
            us, vs = (ids[: len(left)], ids[len(left) :])
            return from_ids(us, vs, pd.Index(to_host(labels).astype(dtype)))
        return _by_table(edges, low, high, dtype)
    except MemoryError:
        return None


def from_ids(us: Any, vs: Any, labels: pd.Index) -> UndirectedGraph:
    """Build a graph from edges between dense ids, in device memory."""
    ids = BothSides(*(xp.ascontiguousarray(side, np.int64) for side in (us, vs)))
    return _from_edges(ids, 0, None, labels)


def _by_table(
    edges: tuple[Any, Any], low: int, high: int, dtype: Any
) -> UndirectedGraph | None:
    """Build a graph whose labels are numbered by a table of all labels from `low` to
    `high`."""
    columns = BothSides(*edges)
    there = xp.zeros(high - low + 1, np.int32)
    blocks = blocks_for(len(columns.left) // WARP)
    launch(mark_labels, blocks, columns, LabelTable(low, low, 0), there)
    rank = offsets(there)
    n = int(to_host(rank[-1:])[0])
    if n > MAX_SIDE:
        return None
    labels = xp.empty(n, columns.left.dtype)
    launch(
        list_labels, blocks_for(len(there) // WARP), there, rank,
        LabelTable(low, low, len(there)), BothSides(labels, labels),
    )  # fmt: skip
    index = pd.Index(to_host(labels).astype(dtype, copy=False))
    return _from_edges(columns, low, rank, index)


def _from_edges(
    edges: BothSides, low: int, rank: Any, labels: pd.Index
) -> UndirectedGraph:
    """Build a graph, given the id of each label from `low` on, or None if labels are
    ids."""
    n, n_edges = len(labels), len(edges.left)
    keys = xp.empty(2 * n_edges, np.int64)
    launch(_write_keys, blocks_for(n_edges // WARP), edges, low, rank, n, keys)
    keys.sort()
    is_first = xp.empty(2 * n_edges, np.int32)
    blocks = blocks_for(2 * n_edges // WARP)
    launch(_mark_first, blocks, keys, is_first)
    place = offsets(is_first)
    indptr, indices = xp.empty(n + 1, np.int64), xp.empty(2 * n_edges, np.int32)
    launch(_write_lists, blocks, keys, place, n, indptr, indices)
    used = int(to_host(place[-1:])[0])
    if used < len(indices):  # free the memory of loops and parallel edges
        indices = beginning(indices, used).copy()
    return UndirectedGraph(indptr, indices, labels)


@kernel
def _write_keys(edges, low, rank, n, keys):
    """Write the keys of both directions of each edge.

    `edges`: the labels of both ends. `rank`: int64, the id of each label from `low` on,
    or None if labels are ids. `keys`: int64, two for each edge.
    """
    n_edges = edges.left.size
    for e in range(cuda.grid(1), n_edges, cuda.gridsize(1)):
        u = np.int64(edges.left[e]) - low
        v = np.int64(edges.right[e]) - low
        if rank is not None:
            u, v = rank[u], rank[v]
        keys[e] = LOOP if u == v else u * n + v
        keys[n_edges + e] = LOOP if u == v else v * n + u


@kernel
def _mark_first(keys, is_first):
    """Write to `is_first` (int32) whether a key is the first of its value, and no loop.

    `keys`: int64, ascending.
    """
    for e in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        is_new = e == 0 or keys[e] != keys[e - 1]
        is_first[e] = is_new and keys[e] != LOOP


@kernel
def _write_lists(keys, place, n, indptr, indices):
    """Write the CSR of n vertices. `place`: int64, the place of each key in `indices`
    (int32), and the number of entries."""
    for u in range(cuda.grid(1), n + 1, cuda.gridsize(1)):
        indptr[u] = place[first_above(keys, 0, keys.size, u * n - 1)]
    for e in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        if place[e + 1] > place[e]:
            indices[place[e]] = keys[e] % n
