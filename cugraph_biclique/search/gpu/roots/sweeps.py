# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sweeps of blocks over the neighbours of a root's neighbours.

A warp takes up to 32 members u of L = N(v). If the lists N(u) are short, the warp reads
them as if they were one list, so that no lane is idle. If they have more than `LONG`
entries on average, it reads one list after the other.
"""

from __future__ import annotations

from collections.abc import Callable
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

LONG = WARP  # if lists have more entries on average, a warp reads one at a time


def sweep(visit: Callable[..., None]) -> Any:
    """Return a device function by which a block sweeps a root, or a part of a root.

    The function takes the graph, the root, the number of the part, the number of parts,
    and a tuple `of`. A thread calls ``visit(graph, e, i, of)`` for each place e in the
    list of the i-th member of L.
    """

    @device
    def sweep_root(graph, root, part, parts, of):
        origin = graph.grown_indptr[root]
        begin, end, step, stride = members_for_warp(graph, root, part, parts)
        for first in range(begin, end, stride):
            last = min(end, first + step)
            lists = lists_of(graph, first, last)
            if lists.long:
                for i in range(last - first):
                    e, behind = range_of_list(lists, np.int32(i))
                    for k in range(e, behind, WARP):
                        visit(graph, k, first - origin + i, of)
            else:
                for k in range(0, lists.n, WARP):
                    i, e, has = entry_at(lists, k)
                    if has:
                        visit(graph, e, first - origin + i, of)

    return sweep_root


class Lists(NamedTuple):
    """The lists of up to 32 members, see `lists_of`."""

    start: Any  # int64, where the lane's list begins
    size: Any  # int32, its entries
    before: Any  # int32, the entries of the lanes before
    n: Any  # int64, all entries
    long: Any  # bool, whether to read one list after the other


@device
def members_for_warp(graph, root, part, parts):
    """Return the members of L that this warp takes, as places in `grown_indices`.

    The results are the first place, the end of L, the number of members that the warp
    takes at a time, and the distance to its next ones. All warps share even a small L.
    """
    warps = cuda.blockDim.x // WARP * parts
    warp = cuda.blockDim.x // WARP * part + cuda.threadIdx.x // WARP
    begin, end = graph.grown_indptr[root], graph.grown_indptr[root + 1]
    step = min(np.int64(WARP), (end - begin + warps - 1) // warps)
    step = max(np.int64(1), step)
    return begin + warp * step, end, step, step * warps


@device
def lists_of(graph, first, end):
    """Return the lists N(u) of the members first:end, at most 32, one per lane."""
    lane = cuda.threadIdx.x % WARP
    start, size = np.int64(0), np.int64(0)
    if first + lane < end:
        u = graph.grown_indices[first + lane]
        start = np.int64(graph.kept_indptr[u])
        size = graph.kept_indptr[u + 1] - start
    before, n = lists_before(size, lane)
    return Lists(start, np.int32(size), before, n, n > LONG * (end - first))


@device
def range_of_list(lists, i):
    """Return the lane's first place in the i-th member's list, and the list's end."""
    start = from_lane(lists.start, i)
    return start + cuda.threadIdx.x % WARP, start + from_lane(lists.size, i)


@device
def entry_at(lists, first):
    """Return the lane's entry among the 32 entries from `first` on of all lists.

    Returns the member whose list has the entry, the place of the entry, and whether
    there is one.
    """
    k = np.int32(first + cuda.threadIdx.x % WARP)
    i = list_at(lists.before, k)
    k = np.int32(k - from_lane(lists.before, i))
    return i, from_lane(lists.start, i) + k, k < from_lane(lists.size, i)
