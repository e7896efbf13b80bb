# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From records to members on CPU cores, in the vertex numbers of the input.

The kept side is the set bits of a mask. The grown side is the common neighbourhood. For
bicliques that share a universe, it is the intersection of bit columns, which are built
once per universe. For other bicliques, it is the intersection of neighbour lists.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numba
import numpy as np

from cugraph_biclique._cpu import compiled
from cugraph_biclique.bits import (
    ONE,
    WORD,
    ZERO,
    first_bits,
    kernel,
    lowest,
    words_for,
)
from cugraph_biclique.preparation import Ordered
from cugraph_biclique.records import WHOLE, Records
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace
from cugraph_biclique.workers import stream

SHARED = 8  # minimum bicliques of a universe for which columns pay off
RECORDS_PER_JOB = 1 << 15  # a job takes a few milliseconds

SIX, LAST = np.uint64(6), np.uint64(63)  # a bit's word, by shift; its place, by mask


def kept_sizes(ordered: Ordered, records: Records) -> np.ndarray:
    """Return the number of input vertices on the kept side of each biclique, int32."""
    return _kept_sizes(
        ordered.graph.kept_weight,
        records.mask,
        records.universe,
        records.start,
        records.members,
    )


@compiled
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
    """Return offsets (int64) and members (int32 input ids) of the kept sides."""
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


@compiled
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
    """Return offsets (int64) and members (int32 input ids) of the grown sides."""
    # The search counts n_grown exactly, so each biclique fills exactly its range.
    offsets = _offsets(records.n_grown)
    out = np.empty(offsets[-1], np.int32)
    n = len(records)
    jobs = [
        Job(first, min(first + RECORDS_PER_JOB, n))
        for first in range(0, n, RECORDS_PER_JOB)
    ]

    def new_worker() -> GrownWorker:
        return GrownWorker(ordered, records, offsets, out)

    if len(jobs) > 1:
        for _ in stream(jobs, new_worker, numba.get_num_threads(), Trace()):
            pass
    elif jobs:
        worker = new_worker()
        worker.start(jobs[0])
        worker.advance()
    return offsets, out


class GrownWorker:
    """Worker thread that fills the grown sides of ranges of records."""

    def __init__(
        self,
        ordered: Ordered,
        records: Records,
        offsets: np.ndarray,
        out: np.ndarray,
    ) -> None:
        self.arguments = (
            ordered.graph.kept_indptr,
            ordered.graph.kept_indices,
            ordered.grown.indptr,
            ordered.grown.members,
            new_scratch(len(ordered.graph.grown_weight)),
            records.mask,
            records.universe,
            records.start,
            records.members,
            offsets,
            out,
        )

    def start(self, job: Job) -> None:
        self.job = job

    def advance(self) -> tuple[bool, None]:
        _fill_grown(*self.arguments, self.job.first, self.job.last)
        return True, None


class Scratch(NamedTuple):
    """Scratch arrays for the neighbours of a universe, by grown vertex."""

    row: np.ndarray  # uint64, bits of the adjacent members; zero between universes
    touched: np.ndarray  # int32, vertices with a nonzero `row`
    shared: np.ndarray  # uint64, a bit per vertex of `reached`; zero as well
    block: np.ndarray  # uint64, a bit per nonzero word of `shared`
    reached: np.ndarray  # int32, vertices with two or more members, ascending
    columns: np.ndarray  # uint64, per member: a bit per reached vertex
    picked: np.ndarray  # uint64, starts of the columns of a biclique's members


def new_scratch(n_grown: int) -> Scratch:
    """Return the scratch arrays of one thread.

    The sizes are upper bounds: a universe has at most n_grown neighbours. It has at
    most WORD columns, because only universes of at most WORD members get columns.
    `touched` has one more entry, because the kernel writes an entry before it knows
    whether the vertex is new.
    """
    words = words_for(n_grown)
    return Scratch(
        row=np.zeros(n_grown, np.uint64),
        touched=np.empty(n_grown + 1, np.int32),
        shared=np.zeros(words, np.uint64),
        block=np.zeros(words_for(words), np.uint64),
        reached=np.empty(n_grown, np.int32),
        columns=np.empty(WORD * words, np.uint64),
        picked=np.empty(WORD, np.uint64),
    )


@compiled
def sort_members(offsets, members):
    """Sort the members of each biclique in place."""
    for r in range(offsets.size - 1):
        members[offsets[r] : offsets[r + 1]].sort()


def _offsets(sizes: np.ndarray) -> np.ndarray:
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


@kernel
def _fill_grown(
    kept_indptr,
    kept_indices,
    indptr,
    class_members,
    scratch,
    mask,
    universe,
    start,
    members,
    offsets,
    out,
    first,
    last,
):
    """Write the grown sides of the records first:last."""
    reached, columns = scratch.reached, scratch.columns
    r = first
    while r < last:
        end = r
        while end < last and universe[end] == universe[r]:
            end += 1
        kept = members[start[universe[r]] : start[universe[r] + 1]]
        if end - r >= SHARED and 2 <= kept.size <= WORD:
            n = shared_neighbours(kept_indptr, kept_indices, kept, scratch)
            words = words_for(n)
            _fill_columns(scratch, n, columns[: kept.size * words], words)
            for q in range(r, end):
                bits = mask[q]
                if bits == WHOLE:
                    bits = first_bits(kept.size)
                _read_columns(
                    columns,
                    words,
                    bits,
                    scratch.picked,
                    reached,
                    indptr,
                    class_members,
                    out,
                    offsets[q],
                )
        else:
            for q in range(r, end):
                n = _intersect(kept_indptr, kept_indices, kept, mask[q], reached)
                at = offsets[q]
                for i in range(n):
                    w = reached[i]
                    for j in range(indptr[w], indptr[w + 1]):
                        out[at] = class_members[j]
                        at += 1
        r = end


@kernel
def shared_neighbours(kept_indptr, kept_indices, kept, scratch):
    """List the grown vertices with two or more adjacent members; return their number.

    `reached` gets the vertices in ascending order, `row` their members.
    """
    row, touched, shared = scratch.row, scratch.touched, scratch.shared
    n_touched = np.int64(0)
    for i in range(kept.size):
        bit = ONE << np.uint64(i)
        for e in range(kept_indptr[kept[i]], kept_indptr[kept[i] + 1]):
            w = np.uint64(kept_indices[e])
            seen = row[w]
            row[w] = seen | bit
            touched[n_touched] = w
            n_touched += np.int64(seen == ZERO)
    for i in range(n_touched):
        w = np.uint64(touched[i])
        some = row[w]
        if some & (some - ONE) == ZERO:
            row[w] = ZERO
            continue
        word = w >> SIX
        shared[word] |= ONE << (w & LAST)
        scratch.block[word >> SIX] |= ONE << (word & LAST)
    n = np.int64(0)
    for b in range(scratch.block.size):
        block = scratch.block[b]
        scratch.block[b] = ZERO
        while block != ZERO:
            word = b * WORD + lowest(block)
            block &= block - ONE
            some = shared[word]
            shared[word] = ZERO
            while some != ZERO:
                scratch.reached[n] = word * WORD + lowest(some)
                some &= some - ONE
                n += 1
    return n


@kernel
def _fill_columns(scratch, n, columns, words):
    """Fill the column of each member: a bit per adjacent reached vertex."""
    columns[:] = ZERO
    for k in range(n):
        w = scratch.reached[k]
        some = scratch.row[w]
        scratch.row[w] = ZERO
        at = k >> 6
        bit = ONE << np.uint64(k & 63)
        while some != ZERO:
            columns[lowest(some) * words + at] |= bit
            some &= some - ONE


@kernel
def _read_columns(
    columns, words, bits, picked, reached, indptr, class_members, out, at
):
    """Write the members of the classes that are in all columns selected by `bits`."""
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


@kernel
def _intersect(kept_indptr, kept_indices, kept, bits, out):
    """Write the common neighbours of the members selected by `bits`, ascending.

    Return their number.
    """
    shortest = np.int64(-1)
    for i in range(kept.size):
        if bits == WHOLE or (bits >> np.uint64(i)) & ONE != ZERO:
            u = kept[i]
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
    for i in range(kept.size):
        u = np.int64(kept[i])
        if u == shortest or (bits != WHOLE and (bits >> np.uint64(i)) & ONE == ZERO):
            continue
        e, end = kept_indptr[u], kept_indptr[u + 1]
        n_common = np.int64(0)
        for k in range(n):
            e = not_before(kept_indices, e, end, out[k])
            if e == end:
                break
            if kept_indices[e] == out[k]:
                out[n_common] = out[k]
                n_common += 1
        n = n_common
    return n


@kernel
def not_before(indices, begin, end, w):
    """Return the first place in the ascending indices[begin:end] with an index >= w."""
    while begin < end:
        middle = (begin + end) >> 1
        if indices[middle] < w:
            begin = middle + 1
        else:
            end = middle
    return begin


def canonical_order(
    left_offsets: np.ndarray, left: np.ndarray, n_right: np.ndarray
) -> np.ndarray:
    """Return the order by (n_left, n_right, left members).

    The members of each biclique must be ascending.
    """
    n_left = np.diff(left_offsets)
    order = np.lexsort((n_right, n_left))
    edges = np.flatnonzero(
        (np.diff(n_left[order]) != 0) | (np.diff(n_right[order]) != 0)
    )
    bounds = [0, *(edges + 1).tolist(), len(order)]
    for a, b in pairwise(bounds):
        if b - a > 1:
            group = order[a:b]
            width = int(n_left[group[0]])
            table = left[left_offsets[group][:, None] + np.arange(width)]
            order[a:b] = group[np.lexsort(table.T[::-1])]
    return order
