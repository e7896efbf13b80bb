# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over members of bicliques, and over bicliques of vertices, on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import WARP, cuda, kernel, warp_sum


def sum_members(where: Any, members: Any, weight: Any) -> Any:
    """Sum `weight` over the members of each biclique: int64."""
    sums = xp.empty(len(where) - 1, np.int64)
    if len(sums):
        launch(_sum_members, blocks_for(len(sums)), where, members, weight, sums)
    return sums


@kernel
def _sum_members(where, members, weight, sums):
    """One warp per biclique."""
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, sums.size, cuda.gridsize(1) // WARP):
        total = np.int64(0)
        for e in range(where[r] + lane, where[r + 1], WARP):
            total += weight[members[e]]
        total = warp_sum(total)
        if lane == 0:
            sums[r] = total


def count_by_vertex(where: Any, members: Any, rank: Any, times: Any, best: Any) -> None:
    """For each vertex, add the number of bicliques to `times`, and lower `best` to the
    least rank among them."""
    if len(rank):
        launch(
            _count_by_vertex, blocks_for(len(rank)), where, members, rank, times, best
        )


@kernel
def _count_by_vertex(where, members, rank, times, best):
    """One warp per biclique."""
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, rank.size, cuda.gridsize(1) // WARP):
        for e in range(where[r] + lane, where[r + 1], WARP):
            cuda.atomic.add(times, members[e], 1)
            cuda.atomic.min(best, members[e], rank[r])
