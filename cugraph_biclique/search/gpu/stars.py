# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars on a GPU: bicliques whose kept side is one vertex (or one class of twins).

({u}, N(u)) is maximal exactly if no other vertex is adjacent to all of N(u).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import WHOLE, Records
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.device.arrays import beginning, together, xp
from cugraph_biclique.device.launching import (
    beside,
    blocks_for,
    launch,
    launch_together,
    multiprocessors,
)
from cugraph_biclique.device.ranges import is_last_of_grid, sum_part, sum_up_part
from cugraph_biclique.device.simt import (
    ALL_LANES,
    WARP,
    ballot_of,
    contains,
    cuda,
    device,
    kernel,
    lowest_lane,
    meet_blocks,
    warp_sum,
    without,
)
from cugraph_biclique.host.arrays import to_host

FOUND, MEETING = range(2)  # entries of `number`
BLOCKS = 4  # per multiprocessor
FEW = 32  # most reads (see `reads`) of a star that a lane tests alone


class StarWork(NamedTuple):
    """The memory of `_list_stars`, zero before."""

    place: Any  # int64 per kept vertex, 1 if its star is maximal; then its record
    size: Any  # int32 per kept vertex, grown vertices of its star; 0 if there is none
    parts: Any  # int64 per block
    number: Any  # int64 (2,): FOUND and MEETING


class StarRecords(NamedTuple):
    """The arrays of the stars' `Records`, with room for a star per kept vertex."""

    mask: Any  # uint64
    universe: Any  # int32
    n_grown: Any  # int32
    start: Any  # int64, one more entry
    members: Any  # int32


def counting_stars(
    graph: SearchGraph, min_grown: int, min_kept: int
) -> Callable[[], int]:
    """Count the maximal stars of the requested sizes, concurrently with later kernels.

    Returns a function that waits for the number. Call it after an error, too.
    """
    number = xp.zeros(1, np.int64)
    blocks = star_blocks(len(graph.kept_weight))
    wait = beside(
        lambda: launch(_count_stars, blocks, graph, min_grown, min_kept, number)
    )

    def count() -> int:
        wait()
        return int(to_host(number)[0])

    return count


def star_blocks(n: int) -> int:
    """Number of blocks for the stars of n vertices.

    It is at most about what runs concurrently, so that a warp takes several vertices if
    there are many. It is at least two, as for all cooperative kernels.
    """
    return max(2, min(blocks_for(n), BLOCKS * multiprocessors()))


def star_records(graph: SearchGraph, min_grown: int, min_kept: int) -> Records:
    """Return the maximal stars of the requested sizes, in order of kept vertices."""
    n = len(graph.kept_weight)
    blocks = star_blocks(n)
    number, parts, place, size = together(
        (2, np.int64), (blocks, np.int64), (n, np.int64), (n, np.int32), zeros=True
    )
    work = StarWork(place, size, parts, number)
    stars = StarRecords(
        *together(
            (n, np.uint64), (n, np.int32), (n, np.int32), (n + 1, np.int64),
            (n, np.int32),
        )
    )  # fmt: skip
    launch_together(_list_stars, blocks, graph, min_grown, min_kept, work, stars)
    found = int(to_host(number)[FOUND])
    records = Records(
        beginning(stars.mask, found),
        beginning(stars.universe, found),
        beginning(stars.n_grown, found),
        beginning(stars.start, found + 1),
        beginning(stars.members, found),
    )
    return records if 2 * found >= n else records.copy()


@kernel
def _list_stars(graph, min_grown, min_kept, work, stars):
    """Find the maximal stars, and write them as records. Cooperative.

    A warp takes up to 32 vertices, see `stars_of`. `work`: `StarWork`. `stars`:
    `StarRecords`.
    """
    place, size, parts, number = work
    sums = cuda.shared.array(WARP, np.int64)
    n = size.size
    each = vertices_each(n)
    for first in range(cuda.grid(1) // WARP * each, n, cuda.gridsize(1) // WARP * each):
        u, grown = stars_of(graph, first, min(n, first + each), min_grown, min_kept)
        if u >= 0:
            size[u] = grown  # 0 if there is none
            place[u] = np.int64(grown > 0)
    meet_blocks(number, MEETING)
    sum_part(place, n, parts, sums)
    meet_blocks(number, MEETING)
    found = sum_up_part(place, n, parts, sums)
    if is_last_of_grid():
        number[FOUND] = found
        stars.start[found] = found
    meet_blocks(number, MEETING)
    for u in range(cuda.grid(1), n, cuda.gridsize(1)):
        if size[u] > 0:
            k = place[u]
            stars.mask[k] = WHOLE
            stars.universe[k] = k
            stars.n_grown[k] = size[u]
            stars.start[k] = k
            stars.members[k] = u


@kernel
def _count_stars(graph, min_grown, min_kept, number):
    """Add the number of maximal stars of the requested sizes to `number` (int64).

    A warp takes up to 32 vertices, see `stars_of`.
    """
    n = graph.kept_weight.size
    found, each = np.int64(0), vertices_each(n)
    for first in range(cuda.grid(1) // WARP * each, n, cuda.gridsize(1) // WARP * each):
        _, grown = stars_of(graph, first, min(n, first + each), min_grown, min_kept)
        found += np.int64(grown > 0)
    found = warp_sum(found)
    if found and cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(number, 0, found)


@device
def vertices_each(n):
    """How many of n kept vertices a warp takes at a time: at most 32."""
    warps = cuda.gridsize(1) // WARP
    return min(np.int64(WARP), (n + warps - 1) // warps)


@device
def stars_of(graph, first, end, min_grown, min_kept):
    """Test the stars of the vertices first:end, at most 32, by a warp.

    Returns each lane's vertex, or -1, and the number of grown vertices of its star. The
    number is 0 if the star is not maximal, too small, or in another partition. If the
    warp has several vertices, a lane alone tests a star that takes few reads. All lanes
    together test the other stars, one by one.
    """
    lane = cuda.threadIdx.x % WARP
    u, grown, few = np.int64(-1), np.int64(0), False
    if first + lane < end:
        u = np.int64(first + lane)
        few = end - first > 1 and reads(graph, u) <= FEW
    if few:
        grown = star_by_lane(graph, u, min_grown, min_kept)
    many = ballot_of(u >= 0 and not few)
    while many != 0:
        k = lowest_lane(many)
        of_k = star_by_warp(graph, np.int64(first + k), min_grown, min_kept)
        if lane == k:
            grown = of_k
        many = without(many, k)
    return u, grown


@device
def reads(graph, u):
    """Degree of u, plus the smallest degree of its neighbours."""
    begin, end = graph.kept_indptr[u], graph.kept_indptr[u + 1]
    rarest = graph.kept_indices[begin]
    return end - begin + graph.grown_indptr[rarest + 1] - graph.grown_indptr[rarest]


@device
def star_by_lane(graph, u, min_grown, min_kept):
    """Return the number of grown vertices of u's star, or 0, by one lane; see
    `stars_of`."""
    grown = np.int64(0)
    for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
        grown += graph.grown_weight[graph.kept_indices[e]]
    if not is_wanted(graph, u, grown, min_grown, min_kept):
        return np.int64(0)
    rarest = graph.kept_indices[graph.kept_indptr[u]]
    e = graph.grown_indptr[rarest + 1] - 1
    while graph.grown_indices[e] > u:  # u itself is in the list
        if has_all(graph, graph.grown_indices[e], u):
            return np.int64(0)
        e -= 1
    return grown


@device
def star_by_warp(graph, u, min_grown, min_kept):
    """`star_by_lane` by all lanes of a warp."""
    grown = np.int64(0)
    lane = cuda.threadIdx.x % WARP
    for e in range(graph.kept_indptr[u] + lane, graph.kept_indptr[u + 1], WARP):
        grown += graph.grown_weight[graph.kept_indices[e]]
    grown = warp_sum(grown)
    wanted = is_wanted(graph, u, grown, min_grown, min_kept)
    return grown if wanted and is_maximal(graph, u) else np.int64(0)


@device
def is_wanted(graph, u, grown, min_grown, min_kept):
    """Whether u's star has the requested sizes and is in this partition.

    A star belongs to the partition of u's first neighbour.
    """
    first = graph.kept_indices[graph.kept_indptr[u]]
    return (
        grown >= min_grown
        and graph.kept_weight[u] >= min_kept
        and (graph.is_root.size == 0 or graph.is_root[first])
    )


@device
def is_maximal(graph, u):
    """Whether u's star is maximal: each lane tests one vertex that may exclude it.

    These vertices are adjacent to u's neighbour with the smallest degree. Kept vertices
    ascend by degree, so only a later one can be adjacent to all of N(u).
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
    """Whether `other` is adjacent to all neighbours of u.

    The two are not twins, so `other` must have more neighbours. The loop begins with
    the largest degrees, because rare neighbours are the most likely to be shared.
    """
    begin, end = graph.kept_indptr[other], graph.kept_indptr[other + 1]
    first, behind = graph.kept_indptr[u], graph.kept_indptr[u + 1]
    if end - begin <= behind - first:
        return False
    e = behind - 1
    while e > first:  # `other` is known to be adjacent to the first neighbour
        if not contains(graph.kept_indices, begin, end, graph.kept_indices[e]):
            return False
        e -= 1
    return True
