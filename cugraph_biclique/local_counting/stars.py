# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars by vertex and by edge: bicliques with one vertex on a side."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.contract.sums import LocalCounts
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module, occurrences, to_host
from cugraph_biclique.local_counting.exact import narrowed, table


def stars(graph: BipartiteGraph, p: int, q: int) -> LocalCounts:
    """Count the (p, q)-bicliques of each vertex and edge, if p = 1 or q = 1.

    The centre of a star is on the left if p = 1, and on the right otherwise.
    """
    if p == 1:
        centres = graph.left_indptr, graph.right_indptr, graph.right_indices
    else:
        centres = graph.right_indptr, graph.left_indptr, graph.left_indices
    of_centre, of_edge, of_leaf = star_sums(*centres, leaves=q if p == 1 else p)
    xp = array_module(of_edge)
    if p == 1:
        indptr = _beside(of_edge, graph.left_indptr)
        row = xp.searchsorted(indptr, xp.arange(graph.n_edges), side="right") - 1
        return LocalCounts(of_centre, of_leaf, of_edge[row])
    neighbours = _beside(of_edge, graph.left_indices)
    return LocalCounts(of_leaf, of_centre, of_edge[neighbours])


def star_sums(
    indptr: Any, leaf_indptr: Any, leaf_indices: Any, leaves: int
) -> tuple[Any, Any, Any]:
    """Count the stars of each centre, of each edge of a centre, and of each leaf.

    Counts are int64 if their total fits, and Python integers in host memory otherwise.
    """
    xp = array_module(indptr)
    degree = xp.diff(indptr)
    degrees = to_host(occurrences(degree, 1))
    weight = table(leaves, degrees)
    share = np.concatenate([[0], table(leaves - 1, np.append(degrees[1:], 0))[:-1]])
    if weight.dtype == object or share.dtype == object:
        degree, leaf_indptr = to_host(degree), to_host(leaf_indptr)
        leaf_indices = to_host(leaf_indices)
        weight, share = weight.astype(object), share.astype(object)
    else:
        weight, share = xp.asarray(weight), xp.asarray(share)
    of_edge = share[degree]
    of_leaf = of_edge[leaf_indices]
    if of_leaf.dtype == object:
        out = np.zeros(len(leaf_indptr) - 1, object)
        leaf = np.repeat(np.arange(len(out)), np.diff(leaf_indptr))
        np.add.at(out, leaf, of_leaf)
        return narrowed(weight[degree]), narrowed(of_edge), narrowed(out)
    reached = xp.zeros(len(of_leaf) + 1, np.int64)
    xp.cumsum(of_leaf, out=reached[1:])
    return weight[degree], of_edge, xp.diff(reached[leaf_indptr])


def _beside(values: Any, ids: Any) -> Any:
    """Return the ids, in host memory if the values are there."""
    return to_host(ids) if isinstance(values, np.ndarray) else ids
