# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over members of bicliques, and over bicliques of vertices, on the CPU."""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cpu import compiled


def sum_members(
    offsets: np.ndarray, members: np.ndarray, weight: np.ndarray
) -> np.ndarray:
    """Sum `weight` over the members of each biclique: int64."""
    sums = np.zeros(len(offsets) - 1, np.int64)
    _sum_members(offsets, members, weight, sums)
    return sums


@compiled
def _sum_members(offsets, members, weight, sums):
    for r in range(sums.size):
        for e in range(offsets[r], offsets[r + 1]):
            sums[r] += weight[members[e]]


@compiled
def count_by_vertex(offsets, members, rank, times, best):
    """For each vertex, add the number of bicliques to `times`, and lower `best` to the
    least rank among them."""
    for r in range(rank.size):
        for e in range(offsets[r], offsets[r + 1]):
            v = members[e]
            times[v] += 1
            best[v] = min(best[v], rank[r])
