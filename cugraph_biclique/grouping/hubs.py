# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Hubs: vertices with so many neighbours that they tell little about a group.

A graph has far more bicliques with its hubs than without them, but an edge to a hub is
weak evidence for a group. So seeds have no hubs; a group may contain some.
"""

from __future__ import annotations

import numpy as np

READS = 64  # of an edge: the sum of squared degrees of a side without hubs, per edge


def most_neighbours(degree: np.ndarray) -> int:
    """Return the largest degree of a side that is not a hub's.

    The sum of the squared degrees up to it is at most READS times the number of edges.
    """
    ascending = np.sort(degree).astype(np.int64)
    reads = np.cumsum(ascending**2)
    k = int(np.searchsorted(reads, READS * int(ascending.sum()), side="right"))
    return int(ascending[k - 1]) if k else 1
