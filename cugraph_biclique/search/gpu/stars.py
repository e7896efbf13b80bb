# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars on a GPU: bicliques whose kept side is one vertex (or one class of twins).

({u}, N(u)) is maximal exactly when no other vertex has all of N(u).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import (
    ALL_LANES,
    WARP,
    contains,
    cuda,
    device,
    kernel,
    warp_sum,
)
from cugraph_biclique.preparation import SearchGraph


def maximal_stars(graph: SearchGraph) -> Any:
    """Whether the star of each kept vertex is maximal; twins are merged before."""
    maximal = xp.empty(len(graph.kept_weight), bool)
    if len(maximal):
        launch(_maximal_stars, blocks_for(len(maximal)), graph, maximal)
    return maximal


@kernel
def _maximal_stars(graph, maximal):
    """Test one kept vertex u per warp, and one candidate to contain N(u) per lane.

    The candidates are neighbours of u's rarest neighbour. Kept vertices ascend by
    degree, so only a later one can have all of N(u).
    """
    lane = cuda.threadIdx.x % WARP
    for u in range(cuda.grid(1) // WARP, maximal.size, cuda.gridsize(1) // WARP):
        rarest = graph.kept_indices[graph.kept_indptr[u]]
        end = graph.grown_indptr[rarest + 1]
        covered = False
        for first in range(graph.grown_indptr[rarest], end, WARP):
            e = first + lane
            if e < end and graph.grown_indices[e] > u:
                covered = has_all(graph, graph.grown_indices[e], u)
            if cuda.any_sync(ALL_LANES, covered):
                covered = True
                break
        if lane == 0:
            maximal[u] = not covered


@device
def has_all(graph, other, u):
    """Whether `other` has all neighbours of u.

    Checks the largest degrees first, as rare neighbours are the most likely to be
    shared.
    """
    begin, end = graph.kept_indptr[other], graph.kept_indptr[other + 1]
    first = graph.kept_indptr[u]
    e = graph.kept_indptr[u + 1] - 1
    if end - begin <= e - first:
        return False
    while e > first:  # the rarest neighbour is known to be common
        if not contains(graph.kept_indices, begin, end, graph.kept_indices[e]):
            return False
        e -= 1
    return True


def star_sizes(graph: SearchGraph) -> Any:
    """Number of grown vertices of each star, twins counted: int32."""
    size = xp.empty(len(graph.kept_weight), np.int32)
    if len(size):
        launch(_star_sizes, blocks_for(len(size)), graph, size)
    return size


@kernel
def _star_sizes(graph, size):
    lane = cuda.threadIdx.x % WARP
    for u in range(cuda.grid(1) // WARP, size.size, cuda.gridsize(1) // WARP):
        total = np.int64(0)
        for e in range(graph.kept_indptr[u] + lane, graph.kept_indptr[u + 1], WARP):
            total += graph.grown_weight[graph.kept_indices[e]]
        total = warp_sum(total)
        if lane == 0:
            size[u] = total
