# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Listing of (p, q)-bicliques on a GPU: kernels expand sets, CuPy sorts and sums.

A vertex that shares `least` neighbours with a set occurs in at least one of their lists
even if any `least` - 1 of these are skipped. So up to `least` - 1 long lists of a set
are left out, and the vertices of its other lists are looked up in them.

The kernels share these arrays. `indptr` (int64) and `indices` (int32): the adjacency of
the other side. `common`: int32, the common neighbours of all sets. `set_of`: int32, the
set of each of them. `left_out`: bool, whether its list is left out. `begin`: int64,
where its vertices later than the set begin.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.sets import Binomials, Choices, Sets
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import gather_ranges, offsets, row_of_entries
from cugraph_biclique.device.simt import (
    WARP,
    contains,
    cuda,
    device,
    first_above,
    kernel,
    warp_max,
    warp_sum,
)
from cugraph_biclique.host.arrays import to_host

LONG = 1 << 10  # fewest entries of a list that is left out
SHARE = 3  # it also has at least 2 ** -SHARE of the entries of its set: at most 8 have
LANES = WARP  # items that a warp takes at a time if each lane takes one
VERTEX = 0xFFFFFFFF  # mask of the vertex, which is the low half of a key
ENDLESS = 2**63 - 1


def extended(indptr: Any, indices: Any, sets: Sets, least: int, after: int) -> Sets:
    """See `Backend.extended`.

    A kernel expands each common neighbour of a set to its neighbours after the last
    member. A key is a pair of the set and such a vertex. Sorting by key groups the
    common neighbours of each pair.
    """
    n = len(sets.common)
    _, left_out = _bounds(indptr, sets, least)
    begin, end = xp.empty(n, np.int64), xp.empty(n, np.int64)
    set_of = row_of_entries(sets.offsets, n).astype(np.int32)
    last = xp.ascontiguousarray(sets.members[:, -1])
    common = xp.ascontiguousarray(sets.common)
    launch(
        _later, blocks_for(n // LANES), indptr, indices, common, set_of, last, left_out,
        begin, end,
    )  # fmt: skip
    where = offsets(end - begin)
    total = int(where[-1])
    keys, source = xp.empty(total, np.int64), xp.empty(total, np.int32)
    launch(_pairs, blocks_for(n), indices, common, set_of, begin, where, keys, source)
    lists = xp.flatnonzero(left_out)
    if len(lists):
        more = _asked(indptr, indices, common[lists], set_of[lists], xp.unique(keys))
        keys, source = map(xp.concatenate, zip((keys, source), more, strict=True))
        order = xp.lexsort(xp.stack([source, keys]))
    else:
        order = xp.argsort(keys, kind="stable")  # common neighbours stay ascending
    keys, source = keys[order], source[order]
    first, length, kept = _kept_pairs(keys, least, after)
    key = keys[first[kept]]
    entries, ends = gather_ranges(source, first[kept], first[kept] + length[kept])
    added = (key & VERTEX).astype(np.int32)
    members = xp.concatenate([sets.members[key >> 32], added[:, None]], axis=1)
    return Sets(members, ends, entries)


def pair_bounds(indptr: Any, sets: Sets, least: int) -> np.ndarray:
    """See `Backend.pair_bounds`. A vertex that is looked up in vain does not count: it
    takes an eighth of the memory of a pair."""
    found, _ = _bounds(indptr, sets, least)
    return to_host(xp.minimum(found, sets.wedges(indptr)))


def _bounds(indptr: Any, sets: Sets, least: int) -> tuple[Any, Any]:
    """Return the bound of `_leave_out` for each set (int64), and `left_out`."""
    found = xp.empty(len(sets), np.int64)
    left_out = xp.zeros(len(sets.common), bool)
    launch(
        _leave_out, blocks_for(len(sets)), indptr, xp.ascontiguousarray(sets.common),
        xp.ascontiguousarray(sets.offsets), least - 1, LONG, found, left_out,
    )  # fmt: skip
    return found, left_out


def _asked(
    indptr: Any, indices: Any, common: Any, set_of: Any, keys: Any
) -> tuple[Any, Any]:
    """Look keys up in lists that were left out. Return those that are there, and their
    common neighbours, without an order.

    `common` and `set_of`: of these lists. `keys`: int64, the distinct keys that other
    lists have, ascending.
    """
    high = set_of.astype(np.int64) << 32
    first = xp.searchsorted(keys, high)
    where = offsets(xp.searchsorted(keys, high + VERTEX, side="right") - first)
    n = int(where[-1])
    found, source = xp.empty(n, np.int64), xp.empty(n, np.int32)
    launch(
        _ask, blocks_for(n // LANES), indptr, indices, common, keys, first, where,
        found, source,
    )  # fmt: skip
    there = found >= 0
    return found[there], source[there]


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
def _leave_out(indptr, common, offsets, most, long, bounds, left_out):
    """Leave out up to `most` of the longest lists of each set, one warp per set.

    A list has `long` entries or more, and a large share of those of the set: then it is
    less work to look the vertices of the other lists up in it than to sort it.
    `offsets`: see `Sets`. `bounds`: int64, receives the entries of the other lists,
    once for themselves, and once for each list that they are looked up in.
    """
    lane = cuda.threadIdx.x % WARP
    for s in range(cuda.grid(1) // WARP, bounds.size, cuda.gridsize(1) // WARP):
        first, last = offsets[s], offsets[s + 1]
        entries = np.int64(0)
        for i in range(first + lane, last, WARP):
            entries += length_at(indptr, common, i)
        entries = warp_sum(entries)
        least, before, n = max(long, entries >> SHARE), np.int64(ENDLESS), 0
        while n < most:
            longest = np.int64(-1)  # length (upper half) and place
            for i in range(first + lane, last, WARP):
                length = length_at(indptr, common, i)
                one = length << 32 | i - first
                if length >= least and one < before:
                    longest = max(longest, one)
            longest = warp_max(longest)
            if longest < 0:
                break
            if lane == 0:
                left_out[first + (longest & VERTEX)] = True
            entries -= longest >> 32
            before, n = longest, n + 1
        if lane == 0:
            bounds[s] = entries * (1 + n)


@device
def length_at(indptr, common, i):
    """Number of entries of the list at a place."""
    return indptr[common[i] + 1] - indptr[common[i]]


@kernel
def _later(indptr, indices, common, set_of, last, left_out, begin, end):
    """Find the neighbours later than each set, one lane per common neighbour.

    `last`: int32, the last member of each set. `begin` and `end`: int64, receive the
    range in `indices` of each common neighbour, which is empty if it is left out.
    """
    for i in range(cuda.grid(1), common.size, cuda.gridsize(1)):
        c = common[i]
        low, high = indptr[c], indptr[c + 1]
        end[i] = high
        if left_out[i]:
            begin[i] = high
        else:
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


@kernel
def _ask(indptr, indices, common, keys, first, where, found, source):
    """Look vertices up in lists that were left out, one lane per list and vertex.

    `common`: of the lists. `keys`: int64, those of the other lists, each once. `first`:
    int64, where those of the set of a list begin; `where`: int64, where the answers for
    a list begin, and where the last ones end. `found`: int64, receives the key, or -1
    if the vertex is not in the list; `source`: int32, receives the common neighbour.
    """
    for t in range(cuda.grid(1), found.size, cuda.gridsize(1)):
        i = first_above(where, np.int64(0), np.int64(where.size), t) - 1
        c, key = common[i], keys[first[i] + t - where[i]]
        vertex = np.int32(key & VERTEX)
        source[t] = c
        if contains(indices, indptr[c], indptr[c + 1], vertex):
            found[t] = key
        else:
            found[t] = -1


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
