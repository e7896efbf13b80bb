# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Listing of (p, q)-bicliques on a GPU: kernels expand, CuPy sorts and sums."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import gather_ranges, offsets, row_of_entries
from cugraph_biclique.device.simt import WARP, cuda, first_above, kernel
from cugraph_biclique.listing.sets import Choices, Sets

LANES = WARP  # items of one warp of a kernel with one lane per item
VERTEX = 0xFFFFFFFF  # low half of a key


def extended(indptr: Any, indices: Any, sets: Sets, least: int, after: int) -> Sets:
    """See `Listing.extended`.

    Each common neighbour of a set expands to its later vertices. Sorting these pairs
    of a set and a vertex brings the common neighbours of each pair together.
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
    """Return where each distinct key starts, how often it occurs, and which keys to
    keep: those that occur often enough, without the last `after` of each set."""
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
    """Find the neighbours that come after the last member of a set. One lane per common
    neighbour of a set."""
    for i in range(cuda.grid(1), common.size, cuda.gridsize(1)):
        c = common[i]
        low, high = indptr[c], indptr[c + 1]
        end[i] = high
        begin[i] = first_above(indices, low, high, last[set_of[i]])


@kernel
def _pairs(indices, common, set_of, begin, where, keys, source):
    """Write a key for each pair of a set and a later vertex, and the common neighbour
    that it comes from. One warp per common neighbour of a set."""
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.grid(1) // WARP, common.size, cuda.gridsize(1) // WARP):
        high = np.int64(set_of[i]) << 32
        for k in range(lane, where[i + 1] - where[i], WARP):
            keys[where[i] + k] = high | np.int64(indices[begin[i] + k])
            source[where[i] + k] = common[i]


def chosen(choices: Choices) -> tuple[Any, Any]:
    """See `Listing.chosen`."""
    n = len(choices)
    picked = xp.empty((choices.sets.picked, n), np.int32)
    others = xp.empty((choices.chosen, n), np.int32)
    members, starts, common = map(xp.ascontiguousarray, choices.sets)
    launch(
        _fill, blocks_for(n // LANES), members, starts, common,
        xp.asarray(choices.ends), choices.skipped, *map(xp.asarray, choices.binomials),
        picked, others,
    )  # fmt: skip
    return picked, others


@kernel
def _fill(members, starts, common, ends, skipped, start, binomials, picked, others):
    """Write a biclique: find its set, and its choice by its rank in colexicographic
    order. One lane per biclique."""
    chosen = others.shape[0]
    for i in range(cuda.grid(1), others.shape[1], cuda.gridsize(1)):
        s = first_above(ends, np.int64(0), np.int64(ends.size), i)
        rank = np.int64(i)
        if s > 0:
            rank -= ends[s - 1]
        else:
            rank += skipped
        for k in range(members.shape[1]):
            picked[k, i] = members[s, k]
        for j in range(chosen, 0, -1):
            # The largest d with C(d, j) <= rank.
            low = start[j]
            at = first_above(binomials, low, start[j + 1], rank) - 1
            others[j - 1, i] = common[starts[s] + j + at - low]
            if at >= low:
                rank -= binomials[at]
