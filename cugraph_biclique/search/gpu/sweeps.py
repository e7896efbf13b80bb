# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sweeps of a block over the neighbours of a root's neighbours.

A warp takes up to 32 members u of L = N(v), and reads the lists N(u) as if they were
one list. So no warp waits for a long list, and short lists leave no lane idle.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    WARP,
    cuda,
    device,
    from_lane,
    list_at,
    lists_before,
)

LONG = WARP  # entries per list, on average, from which on lists are long


class Lists(NamedTuple):
    """The lists of up to 32 members, end to end; see `lists_of`."""

    start: Any  # int64, where the lane's list begins
    size: Any  # int32, its entries
    before: Any  # int32, the entries before it
    n: Any  # int32, all entries
    long: Any  # bool, whether lists are padded


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

    Returns where the lane's list begins, its size, the entries before it, and all
    entries. Long lists are padded to a multiple of 32 entries: see `entry_at`.
    """
    lane = cuda.threadIdx.x % WARP
    start, size = np.int64(0), np.int64(0)
    if first + lane < end:
        u = graph.grown_indices[first + lane]
        start = np.int64(graph.kept_indptr[u])
        size = graph.kept_indptr[u + 1] - start
    before, n = lists_before(size, lane)
    long = n > LONG * (end - first)
    if long:
        before, n = lists_before((size + WARP - 1) // WARP * WARP, lane)
    return Lists(start, np.int32(size), before, n, long)


@device
def entry_at(lists, first, i):
    """The lane's entry of the 32 entries from `first` on.

    Returns the member whose list has it, its place, and whether there is one. `i` is
    the member of the last call. Entries of long lists all have the same member.
    """
    k = np.int32(first + cuda.threadIdx.x % WARP)
    if lists.long:
        while i < WARP - 1 and from_lane(lists.before, np.int32(i + 1)) <= first:
            i = np.int32(i + 1)
    else:
        i = list_at(lists.before, k)
    k = np.int32(k - from_lane(lists.before, i))
    return i, from_lane(lists.start, i) + k, k < from_lane(lists.size, i)
