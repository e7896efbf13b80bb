# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Listing of (p, q)-bicliques on a GPU: kernels expand sets, CuPy sorts and sums.

The kernels share these arrays. `indptr` (int64) and `indices` (int32): the adjacency of
the other side. `common`: int32, the common neighbours of all sets. `set_of`: int32, the
set of each of them. `begin`: int64, where its vertices later than the set begin.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.sets import Binomials, Choices, Sets
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import gather_ranges, offsets, row_of_entries
from cugraph_biclique.device.simt import WARP, cuda, first_above, kernel

LANES = WARP  # items that a warp takes at a time if each lane takes one
VERTEX = 0xFFFFFFFF  # mask of the vertex, which is the low half of a key


def extended(indptr: Any, indices: Any, sets: Sets, least: int, after: int) -> Sets:
    """See `Backend.extended`.

    A kernel expands each common neighbour of a set to its neighbours after the last
    member. A key is a pair of the set and such a vertex. Sorting by key groups the
    common neighbours of each pair.
    """
    n = len(sets.common)
    begin, end = xp.empty(n, np.int64), xp.empty(n, np.int64)
    set_of = row_of_entries(sets.offsets, n).astype(np.int32)
    last = xp.ascontiguousarray(sets.members[:, -1])
    common = xp.ascontiguousarray(sets.common)
    launch(
        _later, blocks_for(n // LANES), indptr, indices, common, set_of, last, begin,
        end,
    )  # fmt: skip
    where = offsets(end - begin)
    total = int(where[-1])
    keys, source = xp.empty(total, np.int64), xp.empty(total, np.int32)
    launch(_pairs, blocks_for(n), indices, common, set_of, begin, where, keys, source)
    order = xp.argsort(keys, kind="stable")  # common neighbours stay ascending
    keys, source = keys[order], source[order]
    first, length, kept = _kept_pairs(keys, least, after)
    key = keys[first[kept]]
    entries, ends = gather_ranges(source, first[kept], first[kept] + length[kept])
    added = (key & VERTEX).astype(np.int32)
    members = xp.concatenate([sets.members[key >> 32], added[:, None]], axis=1)
    return Sets(members, ends, entries)


def _kept_pairs(keys: Any, least: int, after: int) -> tuple[Any, Any, Any]:
    """Return the start and the number of each distinct key, and the keys to keep.

    Keep a key with at least `least` entries, except for the last `after` keys of each
    set.
    """
    starts = xp.ones(len(keys), bool)
    starts[1:] = keys[1:] != keys[:-1]
    first = xp.flatnonzero(starts)
    length = xp.diff(xp.concatenate([first, xp.asarray([len(keys)])]))
    kept = xp.flatnonzero(length >= least)
    if after and len(kept):
        of = keys[first[kept]] >> 32
        ends = xp.searchsorted(of, of, side="right")
        kept = kept[xp.arange(len(kept)) + after < ends]
    return first, length, kept


@kernel
def _later(indptr, indices, common, set_of, last, begin, end):
    """Find the neighbours later than each set, one lane per common neighbour.

    `last`: int32, the last member of each set. `begin` and `end`: int64, receive the
    range in `indices` of each common neighbour.
    """
    for i in range(cuda.grid(1), common.size, cuda.gridsize(1)):
        c = common[i]
        low, high = indptr[c], indptr[c + 1]
        end[i] = high
        begin[i] = first_above(indices, low, high, last[set_of[i]])


@kernel
def _pairs(indices, common, set_of, begin, where, keys, source):
    """Write a key for each later vertex of a common neighbour, one warp per neighbour.

    `where`: int64, the first key of each common neighbour. `keys`: int64, receives the
    set (upper half) and the vertex. `source`: int32, receives the common neighbour.
    """
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.grid(1) // WARP, common.size, cuda.gridsize(1) // WARP):
        high = np.int64(set_of[i]) << 32
        for k in range(lane, where[i + 1] - where[i], WARP):
            keys[where[i] + k] = high | np.int64(indices[begin[i] + k])
            source[where[i] + k] = common[i]


class SetArrays(NamedTuple):
    """The arrays of `Sets`, whose length is not that of a tuple, for the kernel."""

    members: Any  # int32, one row per set
    offsets: Any  # int64, sets + 1
    common: Any  # int32


def chosen(choices: Choices) -> tuple[Any, Any]:
    """See `Backend.chosen`."""
    n = len(choices)
    picked = xp.empty((choices.sets.picked, n), np.int32)
    others = xp.empty((choices.chosen, n), np.int32)
    sets = SetArrays(*map(xp.ascontiguousarray, choices.sets))
    launch(
        _fill, blocks_for(n // LANES), sets, xp.asarray(choices.ends), choices.skipped,
        Binomials(*map(xp.asarray, choices.binomials)), picked, others,
    )  # fmt: skip
    return picked, others


@kernel
def _fill(sets, ends, skipped, binomials, picked, others):
    """Write the bicliques of `Choices`, one lane per biclique.

    A lane finds the set of its biclique. It unranks the choice in colexicographic
    order. `sets`: `SetArrays`. `ends`: int64, see `Choices`. `binomials`: `Binomials`.
    `picked` and `others`: int32, one row per vertex, one column per biclique.
    """
    chosen = others.shape[0]
    for i in range(cuda.grid(1), others.shape[1], cuda.gridsize(1)):
        s = first_above(ends, np.int64(0), np.int64(ends.size), i)
        rank = np.int64(i)
        if s > 0:
            rank -= ends[s - 1]
        else:
            rank += skipped
        for k in range(sets.members.shape[1]):
            picked[k, i] = sets.members[s, k]
        for j in range(chosen, 0, -1):
            # Unrank: the vertex is at the largest place d with C(d, j) <= rank.
            low = binomials.start[j]
            at = first_above(binomials.values, low, binomials.start[j + 1], rank) - 1
            others[j - 1, i] = sets.common[sets.offsets[s] + j + at - low]
            if at >= low:
                rank -= binomials.values[at]
