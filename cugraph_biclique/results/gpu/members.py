# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From records to members on a GPU, in the vertex numbers of the input.

The kept side is the set bits of a mask. The grown side is the common neighbourhood.
The kernels take the kept vertex with the fewest neighbours, and filter its neighbours
by the other kept vertices. For bicliques that share a universe, one sweep computes a
word per grown vertex: a bit for each adjacent vertex of the universe.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.elementwise import full
from cugraph_biclique.device.launching import blocks_for, launch, multiprocessors
from cugraph_biclique.device.memory import as_large_as_possible, free_memory
from cugraph_biclique.device.ranges import gather_ranges, offsets
from cugraph_biclique.device.simt import (
    ALL,
    ONE,
    SMALL,
    WARP,
    WORD,
    ZERO,
    contains,
    cuda,
    device,
    first_bits,
    kernel,
    sum_before,
    warp_sum,
)
from cugraph_biclique.preparation import Ordered
from cugraph_biclique.records import Records
from cugraph_biclique.results import cpu as on_host

SHARED = 4  # minimum bicliques of a universe for which a sweep pays off
PIECE = 256  # maximum bicliques per sweep of a block
MOST_ROUNDS = 64  # of sorting, each by one more member
CHECKED = 8  # members between two checks of the remaining lanes


def kept_sizes(ordered: Ordered, records: Records) -> Any:
    """Return the number of input vertices on the kept side of each biclique, int32."""
    size = xp.empty(len(records), np.int32)
    if len(records):
        launch(
            _kept_sizes, blocks_for(len(records)), ordered.graph.kept_weight,
            records.mask, records.universe, records.start, records.members, size,
        )  # fmt: skip
    return size


@device
def is_member(mask, i):
    """Whether the i-th vertex of the universe belongs to the biclique."""
    return mask == ALL or (mask >> np.uint64(i)) & ONE != np.uint64(0)


@kernel
def _kept_sizes(kept_weight, mask, universe, start, members, size):
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, mask.size, cuda.gridsize(1) // WARP):
        first = start[universe[r]]
        total = np.int64(0)
        for i in range(lane, start[universe[r] + 1] - first, WARP):
            if is_member(mask[r], i):
                total += kept_weight[members[first + i]]
        total = warp_sum(total)
        if lane == 0:
            size[r] = total


def kept_members(ordered: Ordered, records: Records, sizes: Any) -> tuple[Any, Any]:
    """Return offsets (int64) and members (int32 input ids) of the kept sides."""
    where = offsets(xp.asarray(sizes))
    out = xp.empty(int(where[-1]), np.int32)
    if len(records):
        launch(
            _fill_kept, blocks_for(len(records)), ordered.kept.indptr,
            ordered.kept.members, records.mask, records.universe, records.start,
            records.members, where, out,
        )  # fmt: skip
    return where, out


@device
def write_classes(keep, c, indptr, class_members, out, at):
    """Write the members of class c for each lane with `keep`; return the next place."""
    n = np.int64(0)
    if keep:
        n = indptr[c + 1] - indptr[c]
    before, total = sum_before(n, cuda.threadIdx.x % WARP)
    for j in range(n):
        out[at + before + j] = class_members[indptr[c] + j]
    return at + total


@kernel
def _fill_kept(indptr, class_members, mask, universe, start, members, where, out):
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, mask.size, cuda.gridsize(1) // WARP):
        first, last = start[universe[r]], start[universe[r] + 1]
        at = where[r]
        for k in range(first, last, WARP):
            i = k + lane
            keep = i < last and is_member(mask[r], i - first)
            c = np.int32(0)
            if keep:
                c = members[i]
            at = write_classes(keep, c, indptr, class_members, out, at)


def grown_members(ordered: Ordered, records: Records) -> tuple[Any, Any]:
    """Return offsets (int64) and members (int32 input ids) of the grown sides."""
    # The search counts n_grown exactly, so each biclique fills exactly its range.
    where = offsets(records.n_grown)
    out = xp.empty(int(where[-1]), np.int32)
    graph = ordered.graph
    arrays = (
        graph.kept_indptr, graph.kept_indices, ordered.grown.indptr,
        ordered.grown.members, records.mask, records.universe, records.start,
        records.members, where, out,
    )  # fmt: skip
    over_universes(ordered, records, _fill_grown, _fill_shared, arrays)
    return where, out


def over_universes(
    ordered: Ordered, records: Records, alone_kernel: Any, shared_kernel: Any,
    arrays: tuple[Any, ...],
) -> None:  # fmt: skip
    """Launch one kernel for bicliques that share a universe, and one for the others.

    Both get `arrays`. The first one also gets the ranges of bicliques, and a word per
    grown vertex for each block; the other one gets a flag per biclique.
    """
    if not len(records):
        return
    alone = full(len(records), 1, bool)
    # A piece has at least SHARED bicliques.
    pieces = xp.empty((len(records) // SHARED + 1, 2), np.int64)
    n_pieces = xp.zeros(1, np.int64)
    launch(
        _list_pieces, blocks_for(-(-len(records) // WARP)), records.universe,
        records.start, alone, pieces, n_pieces,
    )  # fmt: skip
    launch(alone_kernel, blocks_for(len(records)), *arrays, alone)
    shared = int(n_pieces[0])
    if shared:
        n = len(ordered.graph.grown_weight)
        # Each block needs one word per grown vertex. All blocks may take a sixteenth of
        # the free memory.
        most = max(1, free_memory() // (16 * 8 * n))
        blocks = min(8 * multiprocessors(), shared, most)
        # An RMM pool may give less: its maximum size is unknown here.
        scratch = as_large_as_possible(
            lambda blocks: xp.zeros((blocks, n), np.uint64), blocks, 1
        )
        launch(shared_kernel, len(scratch), *arrays, pieces[:shared], scratch)


@kernel
def _list_pieces(universe, start, alone, pieces, n_pieces):
    """List ranges of consecutive bicliques that share a universe, one sweep per range.

    A range has at least SHARED and at most PIECE bicliques. `alone` stays True for
    bicliques outside all ranges.
    """
    for r in range(cuda.grid(1), universe.size, cuda.gridsize(1)):
        u = universe[r]
        if r % PIECE != 0 and universe[r - 1] == u:
            continue
        end = r + 1
        while end < universe.size and end % PIECE != 0 and universe[end] == u:
            end += 1
        if end - r >= SHARED and start[u + 1] - start[u] <= WORD:
            at = cuda.atomic.add(n_pieces, 0, 1)
            pieces[at, 0] = r
            pieces[at, 1] = end
            for k in range(r, end):
                alone[k] = False


@kernel
def _fill_grown(
    kept_indptr, kept_indices, indptr, class_members, mask, universe, start, members,
    where, out, alone,
):  # fmt: skip
    """Intersect neighbour lists, one warp per biclique, until all members are found."""
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, mask.size, cuda.gridsize(1) // WARP):
        if not alone[r]:
            continue
        first, last = start[universe[r]], start[universe[r] + 1]
        i = first_member(mask[r], first)
        rarest = members[i]
        at = where[r]
        k, end = kept_indptr[rarest], kept_indptr[rarest + 1]
        while k < end and at < where[r + 1]:
            w = np.int32(-1)
            if k + lane < end:
                w = kept_indices[k + lane]
            keep = common(
                kept_indptr, kept_indices, indptr, mask[r], members, i + 1, first, last,
                w, where[r + 1] - at, k + WARP >= end,
            )  # fmt: skip
            at = write_classes(keep, w, indptr, class_members, out, at)
            k += WARP


@device
def common(
    kept_indptr, kept_indices, indptr, mask, members, begin, first, last, w, missing,
    no_more,
):  # fmt: skip
    """Whether each lane's w, if any, is a neighbour of all members from `begin` on.

    The warp stops early if no lane is left. If no vertices follow (`no_more`), it also
    stops when the remaining lanes represent exactly the missing vertices.
    """
    keep = w >= 0
    weight = np.int64(0)
    if keep:
        weight = indptr[w + 1] - indptr[w]
    for i in range(begin, last):
        if (i - begin) % CHECKED == 0:
            left = warp_sum(weight)
            if left == 0 or (no_more and left == missing):
                break
        if is_member(mask, i - first) and keep:
            u = members[i]
            keep = contains(kept_indices, kept_indptr[u], kept_indptr[u + 1], w)
            if not keep:
                weight = np.int64(0)
    return keep


@device
def first_member(mask, first):
    """Return the place of the first member of a biclique.

    This member has the fewest neighbours, because kept vertices ascend by degree.
    """
    i = first
    while not is_member(mask, i - first):
        i += 1
    return i


@device
def set_words(kept_indptr, kept_indices, members, first, n, scratch, mine):
    """Set, for each grown vertex, a bit for each adjacent vertex of a universe."""
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, n, cuda.blockDim.x // WARP):
        u = members[first + i]
        for k in range(kept_indptr[u] + lane, kept_indptr[u + 1], WARP):
            bit = ONE << np.uint64(i)
            cuda.atomic.or_(scratch, (mine, np.int64(kept_indices[k])), bit)


@device
def clear_words(kept_indptr, kept_indices, members, first, n, scratch, mine):
    """Clear the words of all neighbours of a universe."""
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, n, cuda.blockDim.x // WARP):
        u = members[first + i]
        for k in range(kept_indptr[u] + lane, kept_indptr[u + 1], WARP):
            scratch[mine, kept_indices[k]] = ZERO


@kernel(threads=SMALL)
def _fill_shared(
    kept_indptr, kept_indices, indptr, class_members, mask, universe, start, members,
    where, out, pieces, scratch,
):  # fmt: skip
    """Fill the grown sides of bicliques that share a universe, one block per range.

    A sweep sets, for each grown vertex, a bit for each adjacent vertex of the universe.
    """
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
            at = where[r]
            for k in range(kept_indptr[rarest], kept_indptr[rarest + 1], WARP):
                keep = k + lane < kept_indptr[rarest + 1]
                w = np.int32(0)
                if keep:
                    w = kept_indices[k + lane]
                    keep = scratch[mine, w] & wanted == wanted
                at = write_classes(keep, w, indptr, class_members, out, at)
        cuda.syncthreads()
        clear_words(kept_indptr, kept_indices, members, first, n, scratch, mine)
        cuda.syncthreads()


def sort_members(where: Any, members: Any) -> None:
    """Sort the members of each biclique in place."""
    of = xp.searchsorted(where, xp.arange(len(members)), side="right") - 1
    keys = xp.sort((of << 32) | members)
    members[:] = (keys & 0xFFFFFFFF).astype(np.int32)


def canonical_order(where: Any, members: Any, n_right: Any) -> Any:
    """Return the order by (n_left, n_right, left members).

    The members of each biclique must be ascending. Each round sorts the tied bicliques
    by their next left member. Left sides are distinct, so ties have a next member.
    """
    keys = xp.diff(where) << 32 | xp.asarray(n_right, np.int64)
    order = xp.argsort(keys, kind="stable")
    keys = keys[order]
    tied = xp.arange(len(order))  # places in the order that are not final
    for member in range(MOST_ROUNDS):
        group, together = _groups(keys)
        group, tied = group[together], tied[together]
        if not len(tied):
            return order
        rows = order[tied]
        keys = group << 32 | members[where[rows] + member].astype(np.int64)
        by_member = xp.argsort(keys, kind="stable")
        order[tied] = rows[by_member]
        keys = keys[by_member]
    # A few long left sides are still tied: finish on the host.
    rows = order[tied]
    lefts, starts = gather_ranges(members, where[rows], where[rows + 1])
    by_member = on_host.canonical_order(
        to_host(starts), to_host(lefts), to_host(xp.asarray(n_right)[rows])
    )
    order[tied] = rows[xp.asarray(by_member)]
    return order


def _groups(keys: Any) -> tuple[Any, Any]:
    """Return, for sorted keys, the group of equal keys of each, and whether the group
    has more than one key."""
    new = xp.ones(len(keys) + 1, bool)
    new[1:-1] = keys[1:] != keys[:-1]
    return xp.cumsum(new[:-1]), ~(new[:-1] & new[1:])
