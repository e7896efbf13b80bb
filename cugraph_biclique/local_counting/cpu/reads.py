# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What counts of butterflies read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph import BipartiteGraph


class Reads(NamedTuple):
    """Sums of the degrees of a graph."""

    left: int  # squared left degrees: an anchor on the right reads as many entries
    right: int  # squared right degrees
    smaller: int  # the smaller degree of each edge: one order of priority reads these
    largest: int  # degree


def reads(graph: BipartiteGraph) -> Reads:
    """Sum up the degrees as `Reads` describes."""
    left, right = np.diff(graph.left_indptr), np.diff(graph.right_indptr)
    of_edges = np.minimum(np.repeat(left, left), right[graph.left_indices])
    squares = int(np.square(left).sum()), int(np.square(right).sum())
    return Reads(*squares, int(of_edges.sum()), int(max(left.max(), right.max())))
