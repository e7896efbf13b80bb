# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The graph of a single root, whose roots are the children of that root.

The edges of N(r) form a graph in which r is adjacent to every kept vertex. So every
maximal biclique of it contains r. If r is ordered last, a biclique belongs to the first
of its other vertices. The new roots are the vertices after r, and then r. Vertices
before r are excluded: bicliques with them belong to earlier roots. This divides a root
at any depth.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.graph.bipartite import transpose
from cugraph_biclique.graph.csr import numbers_of, renumbered


def graph_of_root(
    root: int,
    lists: tuple[np.ndarray, np.ndarray],
    kept_weight: np.ndarray,
    grown_weight: np.ndarray,
    least: int,
) -> SearchGraph | None:
    """Make the graph of a root in host memory.

    Parameters
    ----------
    root : int
        A grown vertex.
    lists : tuple of numpy.ndarray
        int64 and int32, CSR: the neighbours of each neighbour of the root.
    kept_weight, grown_weight : numpy.ndarray
        int32, the weights of the neighbours of the root, and of all grown vertices.
    least : int
        Bicliques have at least this many kept vertices.

    Returns
    -------
    SearchGraph, or None if nothing below the root is maximal
        The last vertex is the root, with the weight of all vertices that are adjacent
        to all of its neighbours. Before it are the other roots, by ascending degree.
    """
    indptr, indices = lists
    n, size = len(grown_weight), len(indptr) - 1
    degree = np.bincount(indices, minlength=n)
    is_whole = degree == size
    if size < least or is_whole[:root].any():
        return None
    rows = np.flatnonzero((degree >= least) & ~is_whole)
    excluded, later = rows[rows < root], rows[rows > root]
    later = later[np.argsort(degree[later], kind="stable")]
    order = np.concatenate([excluded, later, [root]])
    number = numbers_of(order, n)
    weight = grown_weight[order]
    weight[-1] = grown_weight[is_whole].sum()
    indptr, indices = renumbered(indptr, indices, np.arange(size), number)
    grown_indptr, grown_indices = transpose(indptr, indices, len(order))
    return SearchGraph(
        indptr,
        indices,
        kept_weight,
        grown_indptr,
        grown_indices,
        weight,
        is_root=np.arange(len(order)) >= len(excluded),
    )
