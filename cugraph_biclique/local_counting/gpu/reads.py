# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Numbers of entries that counts of butterflies read, for a graph on a device."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import WARP, cuda, kernel, warp_sum
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.local_counting.cpu.reads import Reads

LEFT, RIGHT, SMALLER, LARGEST = range(4)  # entries of `found`


def reads(graph: BipartiteGraph) -> Reads:
    """Return the sums over the degrees of a graph."""
    found = xp.zeros(4, np.int64)
    launch(
        _sum_degrees, blocks_for(graph.n_left + graph.n_right), graph.left_indptr,
        graph.left_indices, graph.right_indptr, found,
    )  # fmt: skip
    return Reads(*to_host(found).tolist())


@kernel
def _sum_degrees(left_indptr, left_indices, right_indptr, found):
    """Sum over the degrees as `Reads` describes, one warp per vertex of both sides.

    `found`: int64 (4,).
    """
    lane = cuda.threadIdx.x % WARP
    n_left = left_indptr.size - 1
    n = n_left + right_indptr.size - 1
    left, right = np.int64(0), np.int64(0)
    smaller, largest = np.int64(0), np.int64(0)
    for v in range(cuda.grid(1) // WARP, n, cuda.gridsize(1) // WARP):
        if v < n_left:
            degree = left_indptr[v + 1] - left_indptr[v]
            left += degree * degree
            for e in range(left_indptr[v] + lane, left_indptr[v + 1], WARP):
                w = left_indices[e]
                smaller += min(degree, right_indptr[w + 1] - right_indptr[w])
        else:
            w = v - n_left
            degree = right_indptr[w + 1] - right_indptr[w]
            right += degree * degree
        largest = max(largest, degree)
    smaller = warp_sum(smaller)
    if lane == 0:
        cuda.atomic.add(found, LEFT, left)
        cuda.atomic.add(found, RIGHT, right)
        cuda.atomic.add(found, SMALLER, smaller)
        cuda.atomic.max(found, LARGEST, largest)
