# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sweeps of a block over the neighbours of a root's neighbours.

A warp takes up to 32 members u of L = N(v), and reads the lists N(u) as if they were one
list. So no lane waits for a long list, and short lists leave no lane idle.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import (
    WARP,
    cuda,
    device,
    from_lane,
    list_at,
    lists_before,
)


@device
def members_for_warp(graph, root):
    """This warp's first member of L, the end of L, and the members for each warp.

    Both are places in `grown_indices`. Warps share small L, too.
    """
    warps = cuda.blockDim.x // WARP
    begin, end = graph.grown_indptr[root], graph.grown_indptr[root + 1]
    step = min(np.int64(WARP), (end - begin + warps - 1) // warps)
    step = max(np.int64(1), step)
    return begin + cuda.threadIdx.x // WARP * step, end, step


@device
def lists_of(graph, first, end):
    """Lay the lists N(u) of the members first:end, at most 32, end to end.

    Returns where the lane's list begins, the entries before it, and all entries.
    """
    lane = cuda.threadIdx.x % WARP
    start, size = np.int64(0), np.int64(0)
    if first + lane < end:
        u = graph.grown_indices[first + lane]
        start = np.int64(graph.kept_indptr[u])
        size = graph.kept_indptr[u + 1] - start
    before, n = lists_before(size, lane)
    return start, before, n


@device
def entry_at(start, before, k):
    """The member whose list has entry k of all entries, and the entry's place."""
    i = list_at(before, k)
    return i, from_lane(start, i) + (k - from_lane(before, i))
