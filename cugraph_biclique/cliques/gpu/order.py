# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A graph in the order of its vertices, on the device: the twin of `cliques.order`.

The host computes the order, because each vertex depends on the ones before it. A sort
of keys then makes the lists on the device.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.cliques.order import CliqueGraph
from cugraph_biclique.device.arrays import beginning, xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import row_of_entries
from cugraph_biclique.device.simt import WARP, cuda, first_above, kernel
from cugraph_biclique.graph.csr import numbers_of
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.arrays import to_host

DROPPED = 2**63 - 1  # key of an edge of a dropped vertex, the largest key


def in_order(graph: UndirectedGraph, kept: np.ndarray) -> CliqueGraph:
    """Number the vertices in the order of `kept`, and drop the others.

    The lists of the graph may be in host or device memory. The lists of the result are
    in device memory, and equal those of `cliques.order.in_order`.
    """
    n, entries = len(kept), len(graph.indices)
    number = xp.asarray(numbers_of(kept, len(graph.indptr) - 1))
    row = row_of_entries(graph.indptr, entries)
    keys = xp.empty(entries, np.int64)
    blocks = blocks_for(max(entries, n + 1) // WARP)
    launch(_write_keys, blocks, row, xp.asarray(graph.indices), number, n, keys)
    del row, number  # frees memory for the sort
    keys.sort()
    later, earlier = (xp.empty(entries // 2, np.int32) for _ in range(2))
    later_indptr, earlier_indptr = (xp.empty(n + 1, np.int64) for _ in range(2))
    ordered = CliqueGraph(later_indptr, later, earlier_indptr, earlier)
    launch(_write_lists, blocks, keys, n, ordered)
    if n + 1 < len(graph.indptr):  # free the memory of dropped edges
        used = int(to_host(later_indptr[-1:])[0])
        later, earlier = (beginning(lists, used).copy() for lists in (later, earlier))
    return CliqueGraph(later_indptr, later, earlier_indptr, earlier)


def with_roots(graph: CliqueGraph) -> tuple[Any, Any]:
    """Return the universes of all roots: the later neighbours, and then the root.

    Returns where they begin and end (int64), and their members (int32).
    """
    where = xp.empty(graph.n + 1, np.int64)
    members = xp.empty(len(graph.later_indices) + graph.n, np.int32)
    launch(_append_roots, blocks_for(graph.n + 1), graph, where, members)
    return where, members


@kernel
def _append_roots(graph, where, members):
    """Copy the later neighbours of each vertex, and append the vertex: one warp per
    vertex. `where`: int64 (n + 1). `members`: int32."""
    lane = cuda.threadIdx.x % WARP
    for v in range(cuda.grid(1) // WARP, where.size, cuda.gridsize(1) // WARP):
        first = graph.later_indptr[v]
        if lane == 0:
            where[v] = first + v
        if v + 1 < where.size:
            n = graph.later_indptr[v + 1] - first
            for k in range(lane, n, WARP):
                members[first + v + k] = graph.later_indices[first + k]
            if lane == 0:
                members[first + v + n] = v


@kernel
def _write_keys(row, indices, number, n, keys):
    """Write a key for each entry of the lists, in the order of the lists to make.

    The keys are ``vertex * n + neighbour``, in the new numbers, plus n * n if the
    neighbour is later. `row`: int64, the vertex of each entry. `indices`: int32.
    `number`: int32, the new number of each vertex, or -1 if it is dropped. `keys`:
    int64.
    """
    for e in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        v, w = np.int64(number[row[e]]), np.int64(number[indices[e]])
        key = np.int64(DROPPED)
        if v >= 0 and w >= 0:
            key = v * n + w
            if w > v:
                key += n * n
        keys[e] = key


@kernel
def _write_lists(keys, n, graph):
    """Write the lists of earlier and of later neighbours, given ascending keys.

    `keys`: int64. `graph`: `CliqueGraph` of n vertices. Each edge has one key of an
    earlier neighbour and one of a later neighbour.
    """
    n_edges = first_above(keys, 0, keys.size, n * n - 1)
    for v in range(cuda.grid(1), n + 1, cuda.gridsize(1)):
        key = v * n - 1
        graph.earlier_indptr[v] = first_above(keys, 0, n_edges, key)
        end = first_above(keys, n_edges, 2 * n_edges, n * n + key)
        graph.later_indptr[v] = end - n_edges
    for e in range(cuda.grid(1), n_edges, cuda.gridsize(1)):
        graph.earlier_indices[e] = keys[e] % n
        graph.later_indices[e] = keys[n_edges + e] % n
