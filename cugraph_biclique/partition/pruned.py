# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pruning of a partition before its graph is reduced and ordered for the search."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.contract.partition import Partition
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.bipartite import BipartiteGraph, transpose
from cugraph_biclique.graph.csr import is_large, transposed
from cugraph_biclique.partition.pruning import Least, in_use, prune


def pruned(partition: Partition, least: Least) -> Partition:
    """Return a partition without edges that no requested biclique of its roots has.

    A partition in device memory stays as it is: its lists would have to be moved to the
    host and back. So does one that would lose all edges: it would have no label, and of
    objects, only labels tell the type that a file must have.
    """
    graph, grow = partition.graph, partition.grow
    if graph.on_device or max(least.kept, least.grown) < 2:
        return partition
    lists = graph.right_indptr, graph.right_indices
    kept_labels, grown_labels = graph.right_labels, graph.left_labels
    if grow == "right":
        lists = graph.left_indptr, graph.left_indices
        kept_labels, grown_labels = grown_labels, kept_labels
    is_root = partition.is_root.copy()
    weight = np.ones(len(is_root), np.int32)
    of_piece = Adjacency(*(each.copy() for each in lists))
    kept, indptr, indices = prune(of_piece, weight, is_root, least)
    if len(indices) in (0, graph.n_edges):
        return partition
    grown, indices = in_use(indices, len(is_root))
    flip = transposed if is_large(indices) else transpose
    of_kept, of_grown = (indptr, indices), flip(indptr, indices, len(grown))
    labels = kept_labels.take(kept), grown_labels.take(grown)
    if grow == "left":
        of_left, of_right = of_grown, of_kept
        labels = labels[::-1]
    else:
        of_left, of_right = of_kept, of_grown
    names = graph.left_name, graph.right_name
    smaller = BipartiteGraph._unchecked(*of_left, *of_right, *labels, *names)
    return Partition(smaller, grow, is_root[grown])
