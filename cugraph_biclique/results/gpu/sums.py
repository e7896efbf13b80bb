# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over the sides of bicliques, and over the bicliques of vertices, on a GPU.

Sums are over classes, so kernels write no members. Counts by vertex write and read the
members of some bicliques at a time.

The kernels share these arguments, besides those of `members`. `indptr`: int64, the
offsets of the grown classes. `n_grown`: int32, the size of each grown side. `weight`:
int64, by class. `sums`: int64, by biclique. `where` (int64) and `members` (int32): the
members of each biclique. `key`: int64, the score of each biclique. `times`, `best_key`,
`best`: int64, by vertex.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import Ordered
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import (
    ONE,
    SMALL,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    first_bits,
    kernel,
    lowest_bit,
    warp_sum,
)
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results.gpu.adjacency import common_word, common_word_by_warp
from cugraph_biclique.results.gpu.by_lane import over_bicliques
from cugraph_biclique.results.gpu.members import (
    Tested,
    common,
    grown_members,
    kept_members,
    kept_sizes,
    kept_sums,
)
from cugraph_biclique.results.gpu.swept import (
    NO_VERTEX,
    clear_words,
    common_at,
    new_lists,
    range_for,
    sweep,
)
from cugraph_biclique.results.gpu.universes import (
    Kernels,
    Universe,
    clear_table,
    fill_table,
    first_member,
    leave_piece,
    list_for,
    new_table,
    next_row,
    over_universes,
)

MEMBERS_AT_ONCE = 1 << 26  # most members of a range, unless a single biclique has more
NO_ID = np.int64(2**63 - 1)  # larger than all ids


class GrownSums(NamedTuple):
    """The sums over grown sides, and what is summed."""

    n_grown: Any  # int32 per biclique: the size of its grown side
    weight: Any  # int64 per class
    sums: Any  # int64 per biclique


def sum_kept(ordered: Ordered, records: Records, weight: Any) -> Any:
    """Return the sum of the weights (int64) of the classes of each kept side: int64."""
    return kept_sums(records, weight)


def sum_grown(ordered: Ordered, records: Records, weight: Any) -> Any:
    """Return the sum of the weights (int64) of each grown side's classes: int64."""
    sums = xp.empty(len(records), np.int64)
    arrays = (
        ordered.grown.indptr,
        records.masks,
        GrownSums(records.n_grown, weight, sums),
    )
    kernels = Kernels(_sum_alone, _sum_in_tables, _sum_swept, _sum_from_matrix)
    over_universes(ordered, records, kernels, arrays)
    return sums


@kernel
def _sum_alone(kept, indptr, masks, out, alone):
    """Sum over grown sides by intersecting adjacency lists, one warp per biclique.

    `alone`: int64, the bicliques. A warp stops when it has found all members.
    """
    start, members = masks.start, masks.members
    lane = cuda.threadIdx.x % WARP
    for index in range(cuda.grid(1) // WARP, alone.size, cuda.gridsize(1) // WARP):
        r = alone[index]
        u = masks.universe[r]
        first, last = start[u], start[u + 1]
        i = first_member(masks.mask[r], first)
        rarest = members[i]
        missing = np.int64(out.n_grown[r])
        total = np.int64(0)
        k, end = kept.indptr[rarest], kept.indptr[rarest + 1]
        while k < end and missing > 0:
            w = np.int32(-1)
            if k + lane < end:
                w = kept.indices[k + lane]
            others = Tested(masks.mask[r], members, i + 1, first, last)
            keep = common(kept, indptr, others, w, missing, k + WARP >= end)
            found = np.int64(0)
            if keep:
                found = indptr[w + 1] - indptr[w]
                total += out.weight[w]
            missing -= warp_sum(found)
            k += WARP
        total = warp_sum(total)
        if lane == 0:
            out.sums[r] = total


@kernel(threads=SMALL)
def _sum_in_tables(kept, indptr, masks, out, pieces, left, n_listed):
    """Sum over the grown sides of pieces, one block per piece, one lane per biclique.

    `pieces`, `left`, `n_listed`: see `universes`.
    """
    mask, universe, start = masks.mask, masks.universe, masks.start
    table = new_table()
    for piece in range(cuda.blockIdx.x, pieces.shape[0], cuda.gridDim.x):
        begin, end = pieces[piece, 0], pieces[piece, 1]
        first = start[universe[begin]]
        n = start[universe[begin] + 1] - first
        clear_table(table)
        here = Universe(masks.members, first, n)
        if fill_table(kept, mask, here, (begin, end), table):
            for r in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
                bits = mask[r] & first_bits(n)
                missing, total = np.int64(out.n_grown[r]), np.int64(0)
                e, last = list_for(table, bits)
                while e < last and missing > 0:
                    w, e = next_row(table, e, last, bits)
                    if w >= 0:
                        missing -= indptr[w + 1] - indptr[w]
                        total += out.weight[w]
                out.sums[r] = total
        else:
            leave_piece((begin, end), left, n_listed)
        cuda.syncthreads()


@kernel(threads=SMALL)
def _sum_swept(kept, indptr, masks, out, pieces, scratch):
    """Sum over the grown sides of pieces, one block per piece, one warp per biclique.

    `pieces`: see `universes`. `scratch`: `Scratch`.
    """
    mask, universe, start = masks.mask, masks.universe, masks.start
    lane = cuda.threadIdx.x % WARP
    warp = cuda.threadIdx.x // WARP
    warps = cuda.blockDim.x // WARP
    lists = new_lists()
    for piece in range(cuda.blockIdx.x, pieces.shape[0], cuda.gridDim.x):
        begin, end = pieces[piece, 0], pieces[piece, 1]
        first = start[universe[begin]]
        n = start[universe[begin] + 1] - first
        here = Universe(masks.members, first, n)
        sweep(kept, mask, here, (begin, end), scratch, lists)
        for r in range(begin + warp, end, warps):
            bits = mask[r] & first_bits(n)
            total = np.int64(0)
            is_listed, k, behind = range_for(kept, here, lists, bits)
            for place in range(k + lane, behind, WARP):
                w = common_at(kept, scratch, is_listed, place, behind, bits)
                if w != NO_VERTEX:
                    total += out.weight[w]
            total = warp_sum(total)
            if lane == 0:
                out.sums[r] = total
        cuda.syncthreads()
        clear_words(kept, here, lists, scratch.words)
        cuda.syncthreads()


@device
def sum_common_by_lane(r, bits, first, of):
    """Sum over the grown side of biclique r from the matrix, by one lane."""
    matrix, members, weight, sums = of
    total = np.int64(0)
    for column in range(matrix.shape[1]):
        word = common_word(matrix, column, bits, members, first)
        while word != ZERO:
            total += weight[np.int64(column) * WORD + lowest_bit(word)]
            word &= word - ONE
    sums[r] = total


@device
def sum_common_by_warp(r, first, last, of):
    """Sum over the grown side of biclique r from the matrix, by one warp."""
    matrix, members, weight, sums = of
    lane = cuda.threadIdx.x % WARP
    total = np.int64(0)
    for column in range(matrix.shape[1]):
        word = common_word_by_warp(matrix, column, members, first, last)
        for bit in range(lane, WORD, WARP):
            if (word >> np.uint64(bit)) & ONE != ZERO:
                total += weight[np.int64(column) * WORD + bit]
    total = warp_sum(total)
    if lane == 0:
        sums[r] = total


sum_common = over_bicliques(sum_common_by_lane, sum_common_by_warp)


@kernel
def _sum_from_matrix(indptr, masks, out, matrix):
    """Sum over the grown side of each biclique, by lane or by warp. `matrix`: see
    `adjacency`."""
    sum_common(masks, (matrix, masks.members, out.weight, out.sums))


def count_by_vertex(
    ordered: Ordered, records: Records, side: str, score: np.ndarray
) -> tuple[Any, Any]:
    """Return the number of bicliques of each input vertex of a side, and the best one.

    The best biclique has the largest score; the least id breaks ties. It is -1 for a
    vertex in no biclique. Both arrays are int64. A first pass over the members finds
    the largest score of each vertex. A second pass finds the least id with this score.
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
    """Return int64 in the order of the scores (int64 or float64, without -0.0)."""
    if score.dtype == np.int64:
        return score
    bits = score.view(np.int64)
    return xp.where(bits < 0, bits ^ np.int64(2**63 - 1), bits)


def _ranges(sizes: np.ndarray) -> list[tuple[int, int]]:
    """Divide the bicliques into ranges with a bounded number of members."""
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
    """Count the bicliques of each vertex, and find its largest key.

    One warp per biclique, one lane per member.
    """
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, key.size, cuda.gridsize(1) // WARP):
        for e in range(where[r] + lane, where[r + 1], WARP):
            v = members[e]
            cuda.atomic.add(times, v, 1)
            # An outdated value is safe, because best_key[v] only grows.
            if key[r] > best_key[v]:
                cuda.atomic.max(best_key, v, key[r])


@kernel
def _find_least(where, members, key, first, best_key, best):
    """Find the least id of a biclique with the largest key of each vertex.

    One warp per biclique, one lane per member. The ids start at `first`.
    """
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, key.size, cuda.gridsize(1) // WARP):
        for e in range(where[r] + lane, where[r + 1], WARP):
            v = members[e]
            if key[r] == best_key[v] and first + r < best[v]:
                cuda.atomic.min(best, v, first + r)
