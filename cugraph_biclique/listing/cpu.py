# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Listing of (p, q)-bicliques on CPU cores."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numba
import numpy as np

from cugraph_biclique.contract.sets import Choices, Sets
from cugraph_biclique.graph.csr import contains
from cugraph_biclique.host.decorators import compiled, inlined

LONG = 1 << 10  # fewest entries of a list that is left out
MOST_LONG = 8  # lists that are left out, at most
SEARCH = 16  # entries that a sweep reads in the time of a search for one vertex
WORTH_THREADS = 1 << 14  # fewest items (see `_parts`) for which threads pay off
PARTS_A_THREAD = 4

Part = TypeVar("Part")


def extended(
    indptr: np.ndarray, indices: np.ndarray, sets: Sets, least: int, after: int
) -> Sets:
    """See `Backend.extended`."""
    parts = _parts(sets.offsets, len(sets.common))

    def extend(first: int, last: int) -> tuple[np.ndarray, ...]:
        part = sets.part(first, last)
        found: tuple[np.ndarray, ...] = _extended(indptr, indices, *part, least, after)
        return found

    found = _on_threads(extend, parts)
    if len(found) == 1:
        return Sets(*found[0])
    members, offsets, common = zip(*found, strict=True)
    sizes = np.concatenate([[0], *map(np.diff, offsets)])
    return Sets(np.concatenate(members), np.cumsum(sizes), np.concatenate(common))


def pair_bounds(indptr: np.ndarray, sets: Sets, least: int) -> np.ndarray:
    """See `Backend.pair_bounds`. Lists that are left out count: they have room, too."""
    wedges: np.ndarray = sets.wedges(indptr)
    return wedges


def _parts(ends: np.ndarray, items: int) -> list[tuple[int, int]]:
    """Divide consecutive ranges of items into parts of about the same size.

    Range i is ends[i]:ends[i + 1]. The items are common neighbours of sets, or
    bicliques to write. Each thread gets PARTS_A_THREAD parts. If there are few items,
    there is one part.
    """
    threads = numba.get_num_threads()
    n = len(ends) - 1
    if threads == 1 or items < WORTH_THREADS:
        return [(0, n)]
    cuts = np.searchsorted(ends, np.linspace(0, items, 1 + PARTS_A_THREAD * threads))
    cuts = np.unique([0, *cuts.tolist(), n])
    return list(pairwise(cuts.tolist()))


def _on_threads(
    work: Callable[[int, int], Part], parts: list[tuple[int, int]]
) -> list[Part]:
    """Call a function that releases the GIL with each part, and return the results."""
    if len(parts) == 1:
        return [work(*parts[0])]
    with ThreadPoolExecutor(numba.get_num_threads()) as pool:
        return [done.result() for done in [pool.submit(work, *part) for part in parts]]


@compiled
def _extended(indptr, indices, members, offsets, common, least, after):
    """Extend each set by each later vertex that shares `least` common neighbours.

    A sweep over the lists of a set's common neighbours counts how many each later
    vertex shares. A second sweep lists them for the vertices that share enough. A
    vertex that shares `least` neighbours is in a list besides any `least` - 1 others.
    So as many long lists are left out of the first sweep, and then asked only for the
    vertices found. `indptr` (int64) and `indices` (int32): the adjacency of the other
    side. `members`, `offsets`, `common`: see `Sets`, whose three arrays are returned.
    """
    n_sets, picked = members.shape
    n_vertices, most = 0, 0
    for c in common:
        most += indptr[c + 1] - indptr[c]
        if indptr[c + 1] > indptr[c]:
            n_vertices = max(n_vertices, indices[indptr[c + 1] - 1] + 1)
    count = np.zeros(n_vertices, np.int32)
    slot = np.empty(n_vertices, np.int64)
    touched = np.empty(n_vertices, np.int32)
    long = np.empty(min(least - 1, MOST_LONG), np.int64)  # places of lists left out
    # Upper bounds: the system provides memory only for the part that is written.
    out_members = np.empty((most // least, picked + 1), np.int32)
    out_offsets = np.empty(most // least + 1, np.int64)
    out_offsets[0] = 0
    out = np.empty(most, np.int32)
    n, filled = 0, np.int64(0)
    for s in range(n_sets):
        last = members[s, picked - 1]
        n_long = longest(indptr, common, offsets[s], offsets[s + 1], long)
        n_touched = 0
        for i in range(offsets[s], offsets[s + 1]):
            if is_among(i, long, n_long):
                continue
            e = indptr[common[i] + 1] - 1
            while e >= indptr[common[i]] and indices[e] > last:
                w = indices[e]
                if count[w] == 0:
                    touched[n_touched] = w
                    n_touched += 1
                count[w] += 1
                e -= 1
        for i in range(n_long):
            first, end = indptr[common[long[i]]], indptr[common[long[i]] + 1]
            if SEARCH * n_touched < end - first:
                for k in range(n_touched):
                    count[touched[k]] += contains(indices, first, end, touched[k])
                continue
            e = end - 1
            while e >= first and indices[e] > last:
                count[indices[e]] += count[indices[e]] > 0
                e -= 1
        n_kept = 0
        for i in range(n_touched):
            w = touched[i]
            if count[w] >= least:
                touched[n_kept] = w
                n_kept += 1
            else:
                count[w] = 0
        touched[:n_kept].sort()
        # Each of the last `after` vertices has fewer than `after` vertices after it.
        for i in range(max(0, n_kept - after), n_kept):
            count[touched[i]] = 0
        n_kept = max(0, n_kept - after)
        for i in range(n_kept):
            w = touched[i]
            out_members[n, :picked] = members[s]
            out_members[n, picked] = w
            slot[w] = filled
            filled += count[w]
            n += 1
            out_offsets[n] = filled
        if n_kept:
            for i in range(offsets[s], offsets[s + 1]):
                first, end = indptr[common[i]], indptr[common[i] + 1]
                if SEARCH * n_kept < end - first:
                    for k in range(n_kept):
                        w = touched[k]
                        if contains(indices, first, end, w):
                            out[slot[w]] = common[i]
                            slot[w] += 1
                    continue
                e = end - 1
                while e >= first and indices[e] > last:
                    w = indices[e]
                    if count[w] > 0:
                        out[slot[w]] = common[i]
                        slot[w] += 1
                    e -= 1
        for i in range(n_kept):
            count[touched[i]] = 0
    return out_members[:n].copy(), out_offsets[: n + 1].copy(), out[:filled].copy()


@inlined
def longest(indptr, common, first, last, long):
    """Write the places of the longest lists in a range to `long`, the longest first.

    Only lists of LONG entries or more count. Returns their number.
    """
    n = 0
    for i in range(first, last):
        size = length_at(indptr, common, i)
        if size < LONG:
            continue
        place = n
        while place > 0 and size > length_at(indptr, common, long[place - 1]):
            if place < len(long):
                long[place] = long[place - 1]
            place -= 1
        if place < len(long):
            long[place] = i
            n = min(n + 1, len(long))
    return n


@inlined
def length_at(indptr, common, i):
    """Number of entries of the list at a place."""
    return indptr[common[i] + 1] - indptr[common[i]]


@inlined
def is_among(i, long, n_long):
    """Whether a list is one of those that are left out."""
    for k in range(n_long):
        if long[k] == i:
            return True
    return False


class Written(NamedTuple):
    """Bicliques, one per column: int32, one row per vertex."""

    picked: np.ndarray  # the vertices of their sets
    others: np.ndarray  # the common neighbours that they take


def chosen(choices: Choices) -> tuple[np.ndarray, np.ndarray]:
    """See `Backend.chosen`."""
    picked = np.empty((choices.sets.picked, len(choices)), np.int32)
    others = np.empty((choices.chosen, len(choices)), np.int32)
    ends = np.concatenate([[0], choices.ends])

    def fill(first: int, last: int) -> None:
        _fill(
            choices.sets, ends, first, last, choices.skipped, choices.binomials,
            Written(picked, others),
        )  # fmt: skip

    _on_threads(fill, _parts(ends, len(choices)))
    return picked, others


@compiled
def _fill(sets, ends, first, last, skipped, rows, out):
    """Write the bicliques of the sets first:last, each set's choices in colex order.

    `sets`: `Sets`. `ends`: int64 (sets + 1,), where the bicliques of a set begin in the
    columns of `out`, which is `Written`. The first set skips `skipped` bicliques.
    `rows`: `Binomials`.
    """
    members, offsets, common = sets
    start, binomials = rows
    picked, others = out
    chosen = others.shape[0]
    place = np.empty(chosen + 1, np.int64)
    at = ends[first]
    for s in range(first, last):
        begin = offsets[s]
        rank = skipped if s == 0 else 0
        for j in range(chosen, 0, -1):
            # Unrank: the vertex at place[j - 1] is the largest d with C(d, j) <= rank.
            row = binomials[start[j] : start[j + 1]]
            i = np.searchsorted(row, rank, side="right") - 1
            place[j - 1] = j + i
            if i >= 0:
                rank -= row[i]
        while at < ends[s + 1]:
            for k in range(members.shape[1]):
                picked[k, at] = members[s, k]
            for j in range(chosen):
                others[j, at] = common[begin + place[j]]
            at += 1
            # Go to the next choice: advance the lowest vertex that has a free place
            # behind it, and reset all lower ones.
            j = 0
            while j < chosen - 1 and place[j] + 1 == place[j + 1]:
                place[j] = j
                j += 1
            place[j] += 1
