# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over the sides of bicliques, and over the bicliques of vertices, on a GPU.

Sums add up classes, and members are not written. The counts by vertex read members, of
some bicliques at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import (
    ALL,
    ONE,
    SMALL,
    WARP,
    ZERO,
    ballot_of,
    cuda,
    first_bits,
    kernel,
    lowest_lane,
    popcount,
    warp_sum,
    without,
)
from cugraph_biclique.preparation import Ordered
from cugraph_biclique.records import Records
from cugraph_biclique.results.gpu.members import (
    clear_words,
    common,
    first_member,
    grown_members,
    kept_members,
    kept_sizes,
    over_universes,
    set_words,
)

MEMBERS_AT_ONCE = 1 << 26
NO_ID = np.int64(2**63 - 1)


def sum_kept(ordered: Ordered, records: Records, weight: Any) -> Any:
    """Sum the weights (int64) of the classes of each kept side: int64."""
    sums = xp.empty(len(records), np.int64)
    if len(records):
        launch(
            _sum_kept, blocks_for(-(-len(records) // WARP)), records.mask,
            records.universe, records.start, records.members, weight, sums,
        )  # fmt: skip
    return sums


@kernel
def _sum_kept(mask, universe, start, members, weight, sums):
    """One lane per biclique; the warp shares the bicliques that are whole universes."""
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for base in range(warp * WARP, mask.size, warps * WARP):
        r = base + lane
        total = np.int64(0)
        is_whole = False
        if r < mask.size:
            bits = mask[r]
            is_whole = bits == ALL
            first = start[universe[r]]
            while not is_whole and bits != ZERO:
                total += weight[members[first + popcount((bits - ONE) & ~bits)]]
                bits &= bits - ONE
        whole = ballot_of(is_whole)
        while whole != 0:
            other = lowest_lane(whole)
            whole = without(whole, other)
            u = universe[base + other]
            of_whole = np.int64(0)
            for i in range(start[u] + lane, start[u + 1], WARP):
                of_whole += weight[members[i]]
            of_whole = warp_sum(of_whole)
            if lane == other:
                total = of_whole
        if r < mask.size:
            sums[r] = total


def sum_grown(ordered: Ordered, records: Records, weight: Any) -> Any:
    """Sum the weights (int64) of the classes of each grown side: int64."""
    sums = xp.empty(len(records), np.int64)
    graph = ordered.graph
    arrays = (
        graph.kept_indptr, graph.kept_indices, ordered.grown.indptr, records.mask,
        records.universe, records.start, records.members, records.n_grown, weight, sums,
    )  # fmt: skip
    over_universes(ordered, records, _sum_alone, _sum_shared, arrays)
    return sums


@kernel
def _sum_alone(
    kept_indptr, kept_indices, indptr, mask, universe, start, members, n_grown, weight,
    sums, alone,
):  # fmt: skip
    """Intersect neighbour lists, one warp per biclique, until all members are found."""
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, mask.size, cuda.gridsize(1) // WARP):
        if not alone[r]:
            continue
        first, last = start[universe[r]], start[universe[r] + 1]
        i = first_member(mask[r], first)
        rarest = members[i]
        missing = np.int64(n_grown[r])
        total = np.int64(0)
        k, end = kept_indptr[rarest], kept_indptr[rarest + 1]
        while k < end and missing > 0:
            w = np.int32(-1)
            if k + lane < end:
                w = kept_indices[k + lane]
            keep = common(
                kept_indptr, kept_indices, indptr, mask[r], members, i + 1, first, last,
                w, missing, k + WARP >= end,
            )  # fmt: skip
            found = np.int64(0)
            if keep:
                found = indptr[w + 1] - indptr[w]
                total += weight[w]
            missing -= warp_sum(found)
            k += WARP
        total = warp_sum(total)
        if lane == 0:
            sums[r] = total


@kernel(threads=SMALL)
def _sum_shared(
    kept_indptr, kept_indices, indptr, mask, universe, start, members, n_grown, weight,
    sums, pieces, scratch,
):  # fmt: skip
    """Sum over bicliques that share a universe, one block per range."""
    mine = np.int64(cuda.blockIdx.x)
    lane = cuda.threadIdx.x % WARP
    warp = cuda.threadIdx.x // WARP
    warps = cuda.blockDim.x // WARP
    for piece in range(mine, pieces.shape[0], cuda.gridDim.x):
        begin, end = pieces[piece, 0], pieces[piece, 1]
        first = start[universe[begin]]
        n = start[universe[begin] + 1] - first
        set_words(kept_indptr, kept_indices, members, first, n, scratch, mine)
        cuda.syncthreads()
        for r in range(begin + warp, end, warps):
            rarest = members[first_member(mask[r], first)]
            wanted = mask[r] & first_bits(n)
            total = np.int64(0)
            for k in range(kept_indptr[rarest] + lane, kept_indptr[rarest + 1], WARP):
                w = kept_indices[k]
                if scratch[mine, w] & wanted == wanted:
                    total += weight[w]
            total = warp_sum(total)
            if lane == 0:
                sums[r] = total
        cuda.syncthreads()
        clear_words(kept_indptr, kept_indices, members, first, n, scratch, mine)
        cuda.syncthreads()


def count_by_vertex(
    ordered: Ordered, records: Records, side: str, score: np.ndarray
) -> tuple[Any, Any]:
    """For each input vertex of a side, return the number of its bicliques, and the best
    of them.

    The best one is that with the largest score, and the least id among equal ones; -1
    if there is none. Both arrays are int64. A first pass over the members finds the
    largest score, and a second one the least id with this score.
    """
    is_grown = side == ordered.grow
    sizes = records.n_grown if is_grown else kept_sizes(ordered, records)
    n = len((ordered.grown if is_grown else ordered.kept).of)
    times = xp.zeros(n, np.int64)
    best_key = xp.full(n, np.iinfo(np.int64).min)
    best = xp.full(n, NO_ID)
    key = _sortable(xp.asarray(score))
    for first, last in _ranges(to_host(sizes)):
        some = records.select(slice(first, last))
        if is_grown:
            where, members = grown_members(ordered, some)
        else:
            where, members = kept_members(ordered, some, sizes[first:last])
        before = best_key.copy()
        blocks, of_some = blocks_for(last - first), key[first:last]
        launch(_find_best, blocks, where, members, of_some, times, best_key)
        best[best_key != before] = NO_ID
        launch(_find_least, blocks, where, members, of_some, first, best_key, best)
    best[times == 0] = -1
    return times, best


def _sortable(score: Any) -> Any:
    """Integers in the order of the scores, which do not include -0.0: int64."""
    if score.dtype == np.int64:
        return score
    bits = score.view(np.int64)
    return xp.where(bits < 0, bits ^ np.int64(2**63 - 1), bits)


def _ranges(sizes: np.ndarray) -> list[tuple[int, int]]:
    """Cut the bicliques into ranges with a bounded number of members."""
    reached = np.cumsum(sizes, dtype=np.int64)
    ranges = []
    first = 0
    while first < len(sizes):
        before = reached[first - 1] if first else 0
        last = int(np.searchsorted(reached, before + MEMBERS_AT_ONCE, side="right"))
        ranges.append((first, max(first + 1, last)))
        first = ranges[-1][1]
    return ranges


@kernel
def _find_best(where, members, key, times, best_key):
    """One warp per biclique."""
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, key.size, cuda.gridsize(1) // WARP):
        for e in range(where[r] + lane, where[r + 1], WARP):
            v = members[e]
            cuda.atomic.add(times, v, 1)
            # The largest key only grows, so an outdated value does no harm.
            if key[r] > best_key[v]:
                cuda.atomic.max(best_key, v, key[r])


@kernel
def _find_least(where, members, key, first, best_key, best):
    """One warp per biclique; the first one has the id `first`."""
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, key.size, cuda.gridsize(1) // WARP):
        for e in range(where[r] + lane, where[r + 1], WARP):
            v = members[e]
            if key[r] == best_key[v] and first + r < best[v]:
                cuda.atomic.min(best, v, first + r)
