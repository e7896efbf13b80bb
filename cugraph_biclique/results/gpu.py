# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From records to members on a GPU, in the vertex numbers of the input.

The kept side is the bits of a mask. The grown side is the common neighbourhood: of the
kept vertex with the fewest neighbours, those that all others have too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique._cuda import (
    ALL,
    ONE,
    WARP,
    contains,
    cuda,
    device,
    kernel,
    sum_before,
    warp_sum,
)
from cugraph_biclique.device import blocks_for, launch, offsets, xp
from cugraph_biclique.order import Ordered
from cugraph_biclique.records import Records


def kept_sizes(ordered: Ordered, records: Records) -> Any:
    """Vertices of the input on each biclique's kept side, int32."""
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
    """Offsets (int64) and members (int32 ids of the input) of the kept sides."""
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
    """Write the class c of each lane that keeps one, in order; the next free place."""
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
    """Offsets (int64) and members (int32 ids of the input) of the grown sides."""
    where = offsets(records.n_grown)
    out = xp.empty(int(where[-1]), np.int32)
    if len(records):
        launch(
            _fill_grown, blocks_for(len(records)), ordered.graph.kept_indptr,
            ordered.graph.kept_indices, ordered.grown.indptr, ordered.grown.members,
            records.mask, records.universe, records.start, records.members, where, out,
        )  # fmt: skip
    return where, out


@kernel
def _fill_grown(
    kept_indptr, kept_indices, indptr, class_members, mask, universe, start, members,
    where, out,
):  # fmt: skip
    lane = cuda.threadIdx.x % WARP
    for r in range(cuda.grid(1) // WARP, mask.size, cuda.gridsize(1) // WARP):
        first, last = start[universe[r]], start[universe[r] + 1]
        # Kept vertices ascend by degree: the first member has the fewest neighbours.
        i = first
        while not is_member(mask[r], i - first):
            i += 1
        rarest = members[i]
        at = where[r]
        for k in range(kept_indptr[rarest], kept_indptr[rarest + 1], WARP):
            keep = k + lane < kept_indptr[rarest + 1]
            w = np.int32(0)
            if keep:
                w = kept_indices[k + lane]
                keep = common(
                    kept_indptr, kept_indices, mask[r], members, i + 1, first, last, w
                )
            at = write_classes(keep, w, indptr, class_members, out, at)


@device
def common(kept_indptr, kept_indices, mask, members, begin, first, last, w):
    """Whether w is a neighbour of all members from `begin` on."""
    for i in range(begin, last):
        if is_member(mask, i - first):
            u = members[i]
            if not contains(kept_indices, kept_indptr[u], kept_indptr[u + 1], w):
                return False
    return True


def sort_members(where: Any, members: Any) -> None:
    """Sort the members of each biclique in place."""
    of = xp.searchsorted(where, xp.arange(len(members)), side="right") - 1
    keys = xp.sort((of << 32) | members)
    members[:] = (keys & 0xFFFFFFFF).astype(np.int32)
