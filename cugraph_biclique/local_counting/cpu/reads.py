# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Numbers of entries that counts of butterflies read, from the degrees of a graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph.bipartite import BipartiteGraph


class Reads(NamedTuple):
    """Sums over the degrees of a graph, which are numbers of entries to read."""

    left: int  # sum of squared left degrees: read if the right side is anchored
    right: int  # sum of squared right degrees: read if the left side is anchored
    smaller: int  # sum of the smaller degree of each edge: read in order of priority
    largest: int  # the largest degree


def reads(graph: BipartiteGraph) -> Reads:
    """Return the sums over the degrees of a graph."""
    left, right = np.diff(graph.left_indptr), np.diff(graph.right_indptr)
    of_edges = np.minimum(np.repeat(left, left), right[graph.left_indices])
    squares = int(np.square(left).sum()), int(np.square(right).sum())
    return Reads(*squares, int(of_edges.sum()), int(max(left.max(), right.max())))
