# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Hubs: vertices of high degree, which tell little about a group.

A graph has far more bicliques with its hubs than without them, but an edge to a hub is
weak evidence for a group. So seeds have no hubs; a group may contain some.
"""

from __future__ import annotations

import numpy as np

READS = 64  # of an edge: the sum of squared degrees of a side without hubs, per edge
ORDINARY = 4  # a vertex with fewer times the mean degree is no hub


def most_neighbours(degree: np.ndarray) -> int:
    """Return the largest degree of a side that is not a hub's.

    Vertices are taken in ascending order of degree, as long as the sum of their squared
    degrees is at most READS times the number of edges. Where all degrees are large, as
    on a side of few vertices, all up to ORDINARY times the mean are no hubs.
    """
    ascending = np.sort(degree).astype(np.int64)
    n_edges = int(ascending.sum())
    reads = np.cumsum(ascending**2)
    k = int(np.searchsorted(reads, READS * n_edges, side="right"))
    n = int(np.count_nonzero(ascending))
    ordinary = ORDINARY * n_edges // n if n else 0
    return max(int(ascending[k - 1]) if k else 1, ordinary)
