# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Expand records to members on a GPU, in the vertex numbers of the input.

The kept side is the set bits of a mask. The grown side is the common neighbourhood.
There are three ways to find it. For graphs with few grown vertices, see `adjacency`.
For bicliques that share a universe, see `universes`. For other bicliques, a warp takes
the kept vertex with the fewest neighbours. It tests which of these neighbours are
adjacent to all other kept vertices.

The kernels share these arguments. `kept`: `Adjacency` of the kept side. `classes`:
`ClassLists`. `masks`: `Masks` of the records. `out`: `MemberLists`, with the begins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists, Records
from cugraph_biclique.contract.search_graph import ClassLists, Ordered
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import gather_ranges, offsets, row_of_entries
from cugraph_biclique.device.simt import (
    ONE,
    SMALL,
    WARP,
    WORD,
    ZERO,
    ballot_of,
    contains,
    cuda,
    device,
    first_bits,
    kernel,
    lowest_bit,
    sum_before,
    warp_sum,
)
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results.cpu import members as on_host
from cugraph_biclique.results.gpu.adjacency import common_word, common_word_by_warp
from cugraph_biclique.results.gpu.by_lane import over_bicliques
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
    is_member,
    leave_piece,
    list_for,
    new_table,
    next_row,
    over_universes,
)

MOST_ROUNDS = 64  # most rounds of sorting; each round sorts by one more member
CHECKED = 8  # members between two checks whether lanes are left


class Tested(NamedTuple):
    """The members of a biclique to which `common` compares vertices.

    They are in members[begin:last], in the universe members[first:last].
    """

    mask: Any  # uint64, of the biclique
    members: Any  # int32
    begin: Any
    first: Any
    last: Any


def kept_sizes(ordered: Ordered, records: Records) -> Any:
    """Return the number of input vertices on the kept side of each biclique, int32."""
    return kept_sums(records, ordered.graph.kept_weight)


def kept_sums(records: Records, weight: Any) -> Any:
    """Return the sums of the weights of the kept sides, in the type of the weights."""
    sums = xp.empty(len(records), weight.dtype)
    if len(records):
        launch(
            _sum_kept, blocks_for(-(-len(records) // WARP)), records.masks, weight, sums
        )
    return sums


@device
def sum_by_lane(r, bits, first, of):
    """Sum the weights of the kept classes of biclique r, by one lane."""
    members, weight, sums = of
    total = np.int64(0)
    while bits != ZERO:
        total += weight[members[first + lowest_bit(bits)]]
        bits &= bits - ONE
    sums[r] = total


@device
def sum_by_warp(r, first, last, of):
    """Sum the weights of the kept classes of biclique r, by one warp."""
    members, weight, sums = of
    lane = cuda.threadIdx.x % WARP
    total = np.int64(0)
    for i in range(first + lane, last, WARP):
        total += weight[members[i]]
    total = warp_sum(total)
    if lane == 0:
        sums[r] = total


sum_bicliques = over_bicliques(sum_by_lane, sum_by_warp)


@kernel
def _sum_kept(masks, weight, sums):
    """Sum the weights of the kept classes of each biclique, by lane or by warp.

    `weight` and `sums`: int32 or int64, by class and by biclique.
    """
    sum_bicliques(masks, (masks.members, weight, sums))


def kept_members(ordered: Ordered, records: Records, sizes: Any) -> tuple[Any, Any]:
    """Return offsets (int64) and members (int32 input ids) of the kept sides."""
    where = offsets(xp.asarray(sizes))
    out = xp.empty(int(where[-1]), np.int32)
    if len(records):
        launch(
            _fill_kept, blocks_for(-(-len(records) // WARP)),
            ClassLists(ordered.kept.indptr, ordered.kept.members), records.masks,
            MemberLists(where, out),
        )  # fmt: skip
    return where, out


@device
def write_class(c, indptr, class_members, out, at):
    """Write the members of class c, by one lane; return the next place."""
    for j in range(indptr[c], indptr[c + 1]):
        out[at] = class_members[j]
        at += 1
    return at


@device
def write_classes(keep, c, indptr, class_members, out, at):
    """Write the members of class c of each lane with `keep`, by one warp.

    Returns the next place to all lanes.
    """
    n = np.int64(0)
    if keep:
        n = indptr[c + 1] - indptr[c]
    before, total = sum_before(n, cuda.threadIdx.x % WARP)
    for j in range(n):
        out[at + before + j] = class_members[indptr[c] + j]
    return at + total


@device
def fill_by_lane(r, bits, first, of):
    """Write the kept side of biclique r, by one lane."""
    members, classes, where, out = of
    indptr, class_members = classes
    at = where[r]
    while bits != ZERO:
        c = members[first + lowest_bit(bits)]
        at = write_class(c, indptr, class_members, out, at)
        bits &= bits - ONE


@device
def fill_by_warp(r, first, last, of):
    """Write the kept side of biclique r, by one warp."""
    members, classes, where, out = of
    indptr, class_members = classes
    at = where[r]
    for k in range(first, last, WARP):
        i = k + cuda.threadIdx.x % WARP
        c = np.int32(0)
        if i < last:
            c = members[i]
        at = write_classes(i < last, c, indptr, class_members, out, at)


fill_bicliques = over_bicliques(fill_by_lane, fill_by_warp)


@kernel
def _fill_kept(classes, masks, out):
    """Write the kept side of each biclique, by lane or by warp."""
    of = masks.members, classes, out.where, out.members
    fill_bicliques(masks, of)


def grown_members(ordered: Ordered, records: Records) -> tuple[Any, Any]:
    """Return offsets (int64) and members (int32 input ids) of the grown sides."""
    # The search counts n_grown exactly, so each biclique fills exactly its range.
    where = offsets(records.n_grown)
    out = xp.empty(int(where[-1]), np.int32)
    classes = ClassLists(ordered.grown.indptr, ordered.grown.members)
    arrays = classes, records.masks, MemberLists(where, out)
    kernels = Kernels(_fill_alone, _fill_in_tables, _fill_swept, _fill_from_matrix)
    over_universes(ordered, records, kernels, arrays)
    return where, out


@kernel
def _fill_alone(kept, classes, masks, out, alone):
    """Write grown sides by intersecting adjacency lists, one warp per biclique.

    `alone`: int64, the bicliques. A warp stops when it has found all members.
    """
    indptr, where = classes.indptr, out.where
    start, members = masks.start, masks.members
    lane = cuda.threadIdx.x % WARP
    for index in range(cuda.grid(1) // WARP, alone.size, cuda.gridsize(1) // WARP):
        r = alone[index]
        u = masks.universe[r]
        first, last = start[u], start[u + 1]
        i = first_member(masks.mask[r], first)
        rarest = members[i]
        at = where[r]
        k, end = kept.indptr[rarest], kept.indptr[rarest + 1]
        while k < end and at < where[r + 1]:
            w = np.int32(-1)
            if k + lane < end:
                w = kept.indices[k + lane]
            others = Tested(masks.mask[r], members, i + 1, first, last)
            missing = where[r + 1] - at
            keep = common(kept, indptr, others, w, missing, k + WARP >= end)
            at = write_classes(keep, w, indptr, classes.members, out.members, at)
            k += WARP


@device
def common(kept, indptr, others, w, missing, no_more):
    """Whether the w of each lane, unless negative, is adjacent to all `Tested` members.

    The warp stops early if no lane is left. With `no_more`, these are the last vertices
    to test. Then the warp also stops when the lanes left have exactly the `missing`
    number of input vertices.
    """
    keep = w >= 0
    weight = np.int64(0)
    if keep:
        weight = indptr[w + 1] - indptr[w]
    for i in range(others.begin, others.last):
        if (i - others.begin) % CHECKED == 0:
            left = warp_sum(weight)
            if left == 0 or (no_more and left == missing):
                break
        if is_member(others.mask, i - others.first) and keep:
            u = others.members[i]
            keep = contains(kept.indices, kept.indptr[u], kept.indptr[u + 1], w)
            if not keep:
                weight = np.int64(0)
    return keep


@kernel(threads=SMALL)
def _fill_in_tables(kept, classes, masks, out, pieces, left, n_listed):
    """Write the grown sides of pieces, one block per piece and one lane per biclique.

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
                at, behind = out.where[r], out.where[r + 1]
                e, last = list_for(table, bits)
                while e < last and at < behind:
                    w, e = next_row(table, e, last, bits)
                    if w >= 0:
                        at = write_class(
                            w, classes.indptr, classes.members, out.members, at
                        )
        else:
            leave_piece((begin, end), left, n_listed)
        cuda.syncthreads()


@kernel(threads=SMALL)
def _fill_swept(kept, classes, masks, out, pieces, scratch):
    """Write the grown sides of pieces, one block per piece and one warp per biclique.

    `pieces`: see `universes`. `scratch`: `Scratch`.
    """
    mask, universe, start = masks.mask, masks.universe, masks.start
    indptr, where = classes.indptr, out.where
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
            at = where[r]
            is_listed, k, behind = range_for(kept, here, lists, bits)
            while k < behind and at < where[r + 1]:
                w = common_at(kept, scratch, is_listed, k + lane, behind, bits)
                keep = w != NO_VERTEX
                if ballot_of(keep) != 0:
                    at = write_classes(
                        keep, w, indptr, classes.members, out.members, at
                    )
                k += WARP
        cuda.syncthreads()
        clear_words(kept, here, lists, scratch.words)
        cuda.syncthreads()


@device
def intersect_by_lane(r, bits, first, of):
    """Write the grown side of biclique r from the matrix, by one lane."""
    matrix, members, classes, where, out = of
    indptr, class_members = classes
    at = where[r]
    for column in range(matrix.shape[1]):
        word = common_word(matrix, column, bits, members, first)
        while word != ZERO:
            c = np.int64(column) * WORD + lowest_bit(word)
            at = write_class(c, indptr, class_members, out, at)
            word &= word - ONE


@device
def intersect_by_warp(r, first, last, of):
    """Write the grown side of biclique r from the matrix, by one warp."""
    matrix, members, classes, where, out = of
    indptr, class_members = classes
    at = where[r]
    for column in range(matrix.shape[1]):
        word = common_word_by_warp(matrix, column, members, first, last)
        for half in range(WORD // WARP):
            bit = half * WARP + cuda.threadIdx.x % WARP
            keep = (word >> np.uint64(bit)) & ONE != ZERO
            c = np.int64(column) * WORD + bit
            at = write_classes(keep, c, indptr, class_members, out, at)


intersect_bicliques = over_bicliques(intersect_by_lane, intersect_by_warp)


@kernel
def _fill_from_matrix(classes, masks, out, matrix):
    """Write the grown side of each biclique, by lane or by warp. `matrix`: see
    `adjacency`."""
    of = matrix, masks.members, classes, out.where, out.members
    intersect_bicliques(masks, of)


def sort_members(where: Any, members: Any) -> None:
    """Sort the members of each biclique in place."""
    of = row_of_entries(where, len(members))
    keys = xp.sort((of << 32) | members)
    members[:] = (keys & 0xFFFFFFFF).astype(np.int32)


def canonical_order(where: Any, members: Any, n_right: Any) -> Any:
    """Return the order by (n_left, n_right, left members).

    The members of each biclique must be ascending. Each round sorts the tied bicliques
    by their next left member. There is one, because left sides are distinct.
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
    # A few long left sides are still tied. The host sorts them.
    rows = order[tied]
    lefts, starts = gather_ranges(members, where[rows], where[rows + 1])
    by_member = on_host.canonical_order(
        to_host(starts), to_host(lefts), to_host(xp.asarray(n_right)[rows])
    )
    order[tied] = rows[xp.asarray(by_member)]
    return order


def _groups(keys: Any) -> tuple[Any, Any]:
    """Return the group of equal keys of each sorted key, and whether the group has more
    than one key."""
    new = xp.ones(len(keys) + 1, bool)
    new[1:-1] = keys[1:] != keys[:-1]
    return xp.cumsum(new[:-1]), ~(new[:-1] & new[1:])
