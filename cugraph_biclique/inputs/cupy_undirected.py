# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges between integers on a device, as an `UndirectedGraph` on the device.

An edge has a key in each direction, ``id * vertices + other id``. The ascending keys
are the lists of all vertices, one after the other. Parallel edges have equal keys.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.device.arrays import beginning, xp
from cugraph_biclique.device.devices import is_here
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.memory import free_memory
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import WARP, cuda, first_above, kernel
from cugraph_biclique.graph.adjacency import BothSides
from cugraph_biclique.graph.checks import MAX_SIDE
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.inputs.cupy_pairs import (
    LabelTable,
    extents_of,
    list_labels,
    mark_labels,
    signed,
    sparse,
)

LOOP = 2**63 - 1  # key of an edge from a vertex to itself, the largest key
# Most bytes per edge of the arrays here, and of a sort of both columns that numbers
# labels which are far apart. Some releases of CuPy sort wrongly if memory is short.
EDGE_BYTES, SPARSE_BYTES = 64, 160


def from_labels(left: Any, right: Any) -> UndirectedGraph | None:
    """Build a graph from the labels of both ends of each edge, which are integers.

    Returns None if the host must convert the edges: without edges, with labels that may
    not fit int64, if they are on another device, or if memory is short.
    """
    if not (is_here(left) and is_here(right)) or len(left) * EDGE_BYTES > free_memory():
        return None
    edges, dtype = signed(left, right), np.result_type(left.dtype, right.dtype)
    if edges is None:
        return None
    low, high, other_low, other_high = extents_of(*edges)
    low, high = min(low, other_low), max(high, other_high)
    try:
        if sparse([low, high], 2 * len(left)):
            if len(left) * SPARSE_BYTES > free_memory():
                return None
            both = xp.concatenate(edges)
            labels, ids = xp.unique(both, return_inverse=True)
            us, vs = ids[: len(left)], ids[len(left) :]
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
