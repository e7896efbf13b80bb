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
from cugraph_biclique.preparation import Ordered
from cugraph_biclique.records import Records
from cugraph_biclique.results.gpu.adjacency import common_word, common_word_by_warp
from cugraph_biclique.results.gpu.by_lane import over_bicliques
from cugraph_biclique.results.gpu.members import (
    common,
    grown_members,
    kept_members,
    kept_sizes,
    kept_sums,
)
from cugraph_biclique.results.gpu.universes import (
    Kernels,
    clear_table,
    clear_words,
    fill_table,
    first_member,
    leave_piece,
    list_for,
    new_table,
    next_row,
    over_universes,
    set_words,
)

MEMBERS_AT_ONCE = 1 << 26
NO_ID = np.int64(2**63 - 1)


def sum_kept(ordered: Ordered, records: Records, weight: Any) -> Any:
    """Sum the weights (int64) of the classes of each kept side: int64."""
    return kept_sums(records, weight)


def sum_grown(ordered: Ordered, records: Records, weight: Any) -> Any:
    """Sum the weights (int64) of the classes of each grown side: int64."""
    sums = xp.empty(len(records), np.int64)
    arrays = (
        ordered.grown.indptr, records.mask, records.universe, records.start,
        records.members, records.n_grown, weight, sums,
    )  # fmt: skip
    kernels = Kernels(_sum_alone, _sum_in_tables, _sum_swept, _sum_from_matrix)
    over_universes(ordered, records, kernels, arrays)
    return sums


@kernel
def _sum_alone(
    kept_indptr, kept_indices, indptr, mask, universe, start, members, n_grown, weight,
    sums, alone,
):  # fmt: skip
    """Intersect neighbour lists, one warp per biclique, until all members are found."""
    lane = cuda.threadIdx.x % WARP
    for index in range(cuda.grid(1) // WARP, alone.size, cuda.gridsize(1) // WARP):
        r = alone[index]
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
def _sum_in_tables(
    kept_indptr, kept_indices, indptr, mask, universe, start, members, n_grown, weight,
    sums, pieces, left, n_listed,
):  # fmt: skip
    """Sum over the bicliques of pieces, one block per piece and one lane per
    biclique."""
    table = new_table()
    for piece in range(cuda.blockIdx.x, pieces.shape[0], cuda.gridDim.x):
        begin, end = pieces[piece, 0], pieces[piece, 1]
        first = start[universe[begin]]
        n = start[universe[begin] + 1] - first
        clear_table(table)
        if fill_table(
            kept_indptr, kept_indices, mask, members, first, n, (begin, end), table
        ):
            for r in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
                bits = mask[r] & first_bits(n)
                missing, total = np.int64(n_grown[r]), np.int64(0)
                e, last = list_for(table, bits)
                while e < last and missing > 0:
                    w, e = next_row(table, e, last, bits)
                    if w >= 0:
                        missing -= indptr[w + 1] - indptr[w]
                        total += weight[w]
                sums[r] = total
        else:
            leave_piece((begin, end), left, n_listed)
        cuda.syncthreads()


@kernel(threads=SMALL)
def _sum_swept(
    kept_indptr, kept_indices, indptr, mask, universe, start, members, n_grown, weight,
    sums, pieces, scratch,
):  # fmt: skip
    """Sum over the bicliques of pieces, one block per piece and one warp per
    biclique."""
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


@device
def sum_common_by_lane(r, bits, first, of):
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
def _sum_from_matrix(
    indptr, mask, universe, start, members, n_grown, weight, sums, matrix
):
    sum_common(mask, universe, start, (matrix, members, weight, sums))


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
