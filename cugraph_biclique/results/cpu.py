# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From records to members on CPU cores, in the vertex numbers of the input.

The kept side is the bits of a mask. The grown side is the common neighbourhood: for
bicliques that share a universe it is read off the universe's bit columns, built once;
a biclique alone with its universe has its neighbour lists intersected.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from cugraph_biclique.bits import ONE, WORD, ZERO, lowest, words_for
from cugraph_biclique.order import Ordered
from cugraph_biclique.records import WHOLE, Records

SHARED = 8  # bicliques of a universe from which its columns are worth building


def kept_sizes(ordered: Ordered, records: Records) -> np.ndarray:
    """Vertices of the input on each biclique's kept side, int32."""
    return _kept_sizes(
        ordered.graph.kept_weight,
        records.mask,
        records.universe,
        records.start,
        records.members,
    )


@njit(cache=True, nogil=True)
def _kept_sizes(kept_weight, mask, universe, start, members):
    size = np.zeros(mask.size, np.int32)
    for r in range(mask.size):
        first, last = start[universe[r]], start[universe[r] + 1]
        if mask[r] == WHOLE:
            for i in range(first, last):
                size[r] += kept_weight[members[i]]
        else:
            bits = mask[r]
            while bits != ZERO:
                size[r] += kept_weight[members[first + lowest(bits)]]
                bits &= bits - ONE
    return size


def kept_members(
    ordered: Ordered, records: Records, sizes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets (int64) and members (int32 ids of the input) of the kept sides."""
    offsets = _offsets(sizes)
    out = np.empty(offsets[-1], np.int32)
    _fill_kept(
        ordered.kept.indptr,
        ordered.kept.members,
        records.mask,
        records.universe,
        records.start,
        records.members,
        offsets,
        out,
    )
    return offsets, out


@njit(cache=True, nogil=True)
def _fill_kept(indptr, class_members, mask, universe, start, members, offsets, out):
    for r in range(mask.size):
        at = offsets[r]
        first, last = start[universe[r]], start[universe[r] + 1]
        bits = mask[r]
        for i in range(first, last):
            if mask[r] != WHOLE:
                if bits == ZERO:
                    break
                i = first + lowest(bits)
                bits &= bits - ONE
            u = members[i]
            for j in range(indptr[u], indptr[u + 1]):
                out[at] = class_members[j]
                at += 1


def grown_members(ordered: Ordered, records: Records) -> tuple[np.ndarray, np.ndarray]:
    """Offsets (int64) and members (int32 ids of the input) of the grown sides."""
    offsets = _offsets(records.n_grown)
    out = np.empty(offsets[-1], np.int32)
    graph = ordered.graph
    _fill_grown(
        graph.kept_indptr,
        graph.kept_indices,
        len(graph.grown_weight),
        ordered.grown.indptr,
        ordered.grown.members,
        records.mask,
        records.universe,
        records.start,
        records.members,
        offsets,
        out,
    )
    return offsets, out


@njit(cache=True, nogil=True)
def sort_members(offsets, members):
    """Sort the members of each biclique in place."""
    for r in range(offsets.size - 1):
        members[offsets[r] : offsets[r + 1]].sort()


def _offsets(sizes: np.ndarray) -> np.ndarray:
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


@njit(cache=True, nogil=True)
def _fill_grown(
    kept_indptr,
    kept_indices,
    n_grown,
    indptr,
    class_members,
    mask,
    universe,
    start,
    members,
    offsets,
    out,
):
    slot = np.full(n_grown, -1, np.int32)
    reached = np.empty(n_grown, np.int32)
    scratch = np.empty(n_grown, np.int32)
    columns = np.empty(1 << 12, np.uint64)
    picked = np.empty(WORD, np.uint64)
    r = np.int64(0)
    while r < mask.size:
        end = r
        while end < mask.size and universe[end] == universe[r]:
            end += 1
        lefts = members[start[universe[r]] : start[universe[r] + 1]]
        if end - r >= SHARED and lefts.size <= WORD:
            n = shared_neighbours(kept_indptr, kept_indices, lefts, slot, reached)
            words = words_for(n)
            if lefts.size * words > columns.size:
                columns = np.empty(2 * lefts.size * words, np.uint64)
            columns[: lefts.size * words] = ZERO
            for i in range(lefts.size):
                u = lefts[i]
                for e in range(kept_indptr[u], kept_indptr[u + 1]):
                    place = slot[kept_indices[e]]
                    if place >= 0:
                        bit = ONE << np.uint64(place & 63)
                        columns[i * words + (place >> 6)] |= bit
            for i in range(n):
                slot[reached[i]] = -1
            for q in range(r, end):
                bits = mask[q]
                if bits == WHOLE and lefts.size < WORD:
                    bits = (ONE << np.uint64(lefts.size)) - ONE
                _read_columns(
                    columns,
                    words,
                    bits,
                    picked,
                    reached,
                    indptr,
                    class_members,
                    out,
                    offsets[q],
                )
        else:
            for q in range(r, end):
                n = _intersect(kept_indptr, kept_indices, lefts, mask[q], scratch)
                at = offsets[q]
                for i in range(n):
                    w = scratch[i]
                    for j in range(indptr[w], indptr[w + 1]):
                        out[at] = class_members[j]
                        at += 1
        r = end


@njit(cache=True, nogil=True)
def shared_neighbours(kept_indptr, kept_indices, lefts, slot, reached):
    """List in `reached`, ascending, and number in `slot` the grown vertices that two
    members or more are adjacent to (one, if there is only one member); how many."""
    n_reached = np.int64(0)
    for u in lefts:
        for e in range(kept_indptr[u], kept_indptr[u + 1]):
            w = kept_indices[e]
            if slot[w] == -1:
                reached[n_reached] = w
                n_reached += 1
            slot[w] -= 1
    least = -1 - min(2, lefts.size)
    n = np.int64(0)
    for i in range(n_reached):
        w = reached[i]
        if slot[w] <= least:
            reached[n] = w
            n += 1
        slot[w] = -1
    reached[:n].sort()
    for i in range(n):
        slot[reached[i]] = i
    return n


@njit(cache=True, nogil=True)
def _read_columns(
    columns, words, bits, picked, reached, indptr, class_members, out, at
):
    """Write the classes in every column whose bit is set."""
    n = np.int64(0)
    while bits != ZERO:
        picked[n] = np.uint64(lowest(bits) * words)
        bits &= bits - ONE
        n += 1
    for w in range(np.uint64(words)):
        common = columns[picked[0] + w]
        for i in range(np.uint64(1), np.uint64(n)):
            common &= columns[picked[i] + w]
        while common != ZERO:
            c = reached[np.int64(w) * WORD + lowest(common)]
            common &= common - ONE
            for j in range(indptr[c], indptr[c + 1]):
                out[at] = class_members[j]
                at += 1


@njit(cache=True, nogil=True)
def _intersect(kept_indptr, kept_indices, lefts, bits, out):
    """Common neighbours of the members selected by `bits`, ascending; how many."""
    shortest = np.int64(-1)
    for i in range(lefts.size):
        if bits == WHOLE or (bits >> np.uint64(i)) & ONE != ZERO:
            u = lefts[i]
            degree = kept_indptr[u + 1] - kept_indptr[u]
            if (
                shortest < 0
                or degree < kept_indptr[shortest + 1] - kept_indptr[shortest]
            ):
                shortest = np.int64(u)
    n = np.int64(0)
    for e in range(kept_indptr[shortest], kept_indptr[shortest + 1]):
        out[n] = kept_indices[e]
        n += 1
    for i in range(lefts.size):
        u = np.int64(lefts[i])
        if u == shortest or (bits != WHOLE and (bits >> np.uint64(i)) & ONE == ZERO):
            continue
        e, end = kept_indptr[u], kept_indptr[u + 1]
        kept = np.int64(0)
        for k in range(n):
            e += np.searchsorted(kept_indices[e:end], out[k])
            if e == end:
                break
            if kept_indices[e] == out[k]:
                out[kept] = out[k]
                kept += 1
        n = kept
    return n
