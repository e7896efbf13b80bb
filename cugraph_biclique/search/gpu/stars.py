# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars on a GPU: bicliques whose kept side is one vertex (or one class of twins).

({u}, N(u)) is maximal exactly when no other vertex has all of N(u).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import together, xp
from cugraph_biclique.device.launching import beside, blocks_for, launch
from cugraph_biclique.device.ranges import offsets
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
from cugraph_biclique.records import WHOLE, Records


def counting_stars(
    graph: SearchGraph, min_grown: int, min_kept: int
) -> Callable[[], int]:
    """Launch the count of maximal stars of the requested sizes, concurrently with later
    kernels.

    Returns a function that waits for their number. Call it after an error, too.
    """
    number = xp.zeros(1, np.int64)
    wait = beside(lambda: _find(graph, min_grown, min_kept, None, None, number))

    def count() -> int:
        wait()
        return int(to_host(number)[0])

    return count


def star_records(graph: SearchGraph, min_grown: int, min_kept: int) -> Records:
    """Return the maximal stars of the requested sizes, by their kept vertices."""
    n = len(graph.kept_weight)
    found, size, number = together(
        (n, np.int32), (n, np.int32), (1, np.int64), zeros=True
    )
    _find(graph, min_grown, min_kept, found, size, number)
    n = int(to_host(number)[0])
    records = Records(
        *together(
            (n, np.uint64), (n, np.int32), (n, np.int32), (n + 1, np.int64),
            (n, np.int32),
        )
    )  # fmt: skip
    launch(
        _write_stars, blocks_for(len(found) // WARP), found, offsets(found), size,
        records.mask, records.universe, records.n_grown, records.start, records.members,
    )  # fmt: skip
    return records


@kernel
def _write_stars(found, place, size, mask, universe, n_grown, start, members):
    for u in range(cuda.grid(1), found.size, cuda.gridsize(1)):
        if found[u]:
            k = place[u]
            mask[k] = WHOLE
            universe[k] = k
            n_grown[k] = size[u]
            start[k] = k
            members[k] = u
    if cuda.grid(1) == 0:
        start[mask.size] = mask.size


def _find(
    graph: SearchGraph,
    min_grown: int,
    min_kept: int,
    found: Any,
    size: Any,
    number: Any,
) -> None:
    """Count the maximal stars of the requested sizes. Also write whether (0 or 1) each
    kept vertex has one, and the number of its grown vertices, if there is room."""
    blocks = blocks_for(len(graph.kept_weight))
    launch(_find_stars, blocks, graph, min_grown, min_kept, found, size, number)


@kernel
def _find_stars(graph, min_grown, min_kept, found, size, number):
    """Test one kept vertex per warp; twins are merged before."""
    lane = cuda.threadIdx.x % WARP
    n = np.int64(0)
    n_kept = graph.kept_weight.size
    for u in range(cuda.grid(1) // WARP, n_kept, cuda.gridsize(1) // WARP):
        grown = size_of(graph, u)
        wanted = (
            grown >= min_grown
            and graph.kept_weight[u] >= min_kept
            and belongs_here(graph, u)
            and is_maximal(graph, u)
        )
        if lane == 0:
            if found is not None:
                found[u] = np.int32(wanted)
                size[u] = grown
            n += np.int64(wanted)
    if n:
        cuda.atomic.add(number, 0, n)


@device
def size_of(graph, u):
    """Number of grown vertices of u's star, twins counted."""
    total = np.int64(0)
    lane = cuda.threadIdx.x % WARP
    for e in range(graph.kept_indptr[u] + lane, graph.kept_indptr[u + 1], WARP):
        total += graph.grown_weight[graph.kept_indices[e]]
    return warp_sum(total)


@device
def belongs_here(graph, u):
    """Whether u's star is of this partition: that of u's first neighbour."""
    first = graph.kept_indices[graph.kept_indptr[u]]
    return graph.is_root.size == 0 or graph.is_root[first]


@device
def is_maximal(graph, u):
    """Whether u's star is maximal: each lane tests a vertex that may contain N(u).

    These are neighbours of u's rarest neighbour. Kept vertices ascend by degree, so
    only a later one can have all of N(u).
    """
    rarest = graph.kept_indices[graph.kept_indptr[u]]
    end = graph.grown_indptr[rarest + 1]
    for first in range(graph.grown_indptr[rarest], end, WARP):
        e = first + cuda.threadIdx.x % WARP
        covered = False
        if e < end and graph.grown_indices[e] > u:
            covered = has_all(graph, graph.grown_indices[e], u)
        if cuda.any_sync(ALL_LANES, covered):
            return False
    return True


@device
def has_all(graph, other, u):
    """Whether `other` has all neighbours of u, which is not its twin.

    Then it has more neighbours. Checks the largest degrees first, as rare neighbours
    are the most likely to be shared.
    """
    begin, end = graph.kept_indptr[other], graph.kept_indptr[other + 1]
    first, behind = graph.kept_indptr[u], graph.kept_indptr[u + 1]
    if end - begin <= behind - first:
        return False
    e = behind - 1
    while e > first:  # the rarest neighbour is known to be common
        if not contains(graph.kept_indices, begin, end, graph.kept_indices[e]):
            return False
        e -= 1
    return True
