# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sparse rows: truncated bitmaps, or sorted lists, which are merged.

A truncated bitmap has the number and the bits of each word that is not zero. A list
has `bits` None: its ids are the members themselves.
"""

import numpy as np

from benchmarks.bitmap_rows.tree import (
    ALL,
    CURSOR,
    DEPTH,
    FIRST,
    IDS,
    INTERSECTIONS,
    LARGEST,
    PICKS,
    ROOT,
    ROWS,
    SWEPT,
    TOP,
    WORDS,
)
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.bits import ONE, kernel, popcount
from cugraph_biclique.host.decorators import compiled

LONGER = 16  # a row this many times as long as the other is searched, not merged


def truncated(graph: SearchGraph, bits: int) -> tuple[np.ndarray, ...]:
    """The neighbours of each anchored vertex as a truncated bitmap: offsets, numbers of
    the words, and words of 32 or 64 bits."""
    kind = np.uint32 if bits == 32 else np.uint64
    degree = np.diff(graph.grown_indptr)
    vertex = np.repeat(np.arange(len(degree)), degree)
    word, bit = np.divmod(graph.grown_indices, bits)
    begins = np.ones(len(word), bool)
    begins[1:] = (word[1:] != word[:-1]) | (vertex[1:] != vertex[:-1])
    starts = np.flatnonzero(begins)
    values = kind(1) << bit.astype(kind)
    words = np.bitwise_or.reduceat(values, starts) if len(starts) else values
    per_row = np.bincount(vertex[starts], minlength=len(degree))
    indptr = np.concatenate([[0], np.cumsum(per_row)])
    return indptr, word[starts].astype(np.int32), words.astype(kind)


@compiled
def run_sparse(
    graph, pairs, stored_indptr, stored_ids, stored_bits, ids, bits, begin, end, slot,
    level, control, binomial, total, work, picks, least, reads,
):  # fmt: skip
    """Read about `reads` ids and words; return whether the count has ended."""
    until = work[IDS] + work[WORDS] + reads
    while work[IDS] + work[WORDS] < until:
        depth = control[DEPTH]
        if depth < 0:
            v = control[ROOT]
            if v == graph.grown_indptr.size - 1:
                return True
            control[ROOT] += 1
            first, last = pairs.indptr[v], pairs.indptr[v + 1]
            if last - first < picks - 1:
                continue
            if control[SWEPT]:
                top = sweep_root(graph, pairs, ids, bits, begin, end, slot, v)
            else:
                top = np.int64(0)
                for r in range(last - first):
                    w = pairs.row[first + r]
                    begin[r] = top
                    top, _ = meet(
                        stored_ids, stored_bits, stored_indptr[v], stored_indptr[v + 1],
                        stored_indptr[w], stored_indptr[w + 1], ids, bits, top, work,
                    )  # fmt: skip
                    end[r] = top
            work[LARGEST] = max(work[LARGEST], top)
            work[ALL] += top
            open_level(level[0], 0, last - first, picks - 1, top)
            control[DEPTH] = 0
        elif level[depth, CURSOR] > level[depth, ROWS] - level[depth, PICKS]:
            control[DEPTH] -= 1
        else:
            pick(ids, bits, begin, end, level, control, binomial, total, work, least)
    return False


@kernel
def open_level(level, first, n, picks, top):
    level[FIRST], level[ROWS], level[CURSOR] = first, n, 0
    level[PICKS], level[TOP] = picks, top


@kernel
def sweep_root(graph, pairs, ids, bits, begin, end, slot, v):
    """Write the rows of a root, with numbers within its neighbours, in one sweep."""
    first, n = pairs.indptr[v], pairs.indptr[v + 1] - pairs.indptr[v]
    top = np.int64(0)
    for r in range(n):
        slot[pairs.row[first + r]] = r + 1
        begin[r], end[r] = top, top
        top += pairs.shared[first + r]
    start = graph.grown_indptr[v]
    for i in range(graph.grown_indptr[v + 1] - start):
        u = graph.grown_indices[start + i]
        e = graph.kept_indptr[u + 1] - 1
        while graph.kept_indices[e] > v:
            r = slot[graph.kept_indices[e]] - 1
            e -= 1
            if r >= 0:
                append(ids, bits, begin, end, r, i)
    for r in range(n):
        slot[pairs.row[first + r]] = 0
    top = np.int64(0)
    for r in range(n):  # close the gaps behind rows with fewer words than members
        at = begin[r]
        begin[r] = top
        for k in range(at, end[r]):
            ids[top] = ids[k]
            if bits is not None:
                bits[top] = bits[k]
            top += 1
        end[r] = top
    return top


@kernel
def append(ids, bits, begin, end, r, member):
    """Add a member after all others of row r. Its words have 64 bits."""
    at = end[r]
    if bits is None:
        ids[at] = member
        end[r] = at + 1
    else:
        word, bit = member >> 6, ONE << np.uint64(member & 63)
        if at > begin[r] and ids[at - 1] == word:
            bits[at - 1] |= bit
        else:
            ids[at], bits[at] = word, bit
            end[r] = at + 1


@kernel
def pick(ids, bits, begin, end, level, control, binomial, total, work, least):
    """Pick the next row of the deepest level."""
    here = level[control[DEPTH]]
    first, n, i, top = here[FIRST], here[ROWS], here[CURSOR], here[TOP]
    here[CURSOR] = i + 1
    a, a_end = begin[first + i], end[first + i]
    if here[PICKS] == 2:
        for j in range(first + i + 1, first + n):
            size = common(ids, bits, a, a_end, begin[j], end[j], work)
            total[0] += binomial[size]
        return
    kept = np.int64(0)
    for j in range(first + i + 1, first + n):
        out, size = meet(
            ids, bits, a, a_end, begin[j], end[j], ids, bits, top, work
        )  # fmt: skip
        begin[first + n + kept], end[first + n + kept] = top, out
        if size >= least:
            kept += 1
            top = out
    if kept >= here[PICKS] - 1:
        child = level[control[DEPTH] + 1]
        open_level(child, first + n, kept, here[PICKS] - 1, top)
        control[DEPTH] += 1


@kernel
def common(ids, bits, a, a_end, b, b_end, work):
    """Return the number of members that two rows share."""
    work[INTERSECTIONS] += 1
    work[IDS] -= a + b
    both, size = np.int64(0), np.int64(0)
    while a < a_end and b < b_end:
        x, y = ids[a], ids[b]
        if x == y:
            both += 1
            if bits is not None:
                size += popcount(np.uint64(bits[a] & bits[b]))
        a += np.int64(x <= y)
        b += np.int64(y <= x)
    work[IDS] += a + b
    if bits is None:
        return both
    work[WORDS] += 2 * both
    return size


@kernel
def meet(from_ids, from_bits, a, a_end, b, b_end, ids, bits, out, work):
    """Write what two rows share at `out`; return its end, and the number of members."""
    work[INTERSECTIONS] += 1
    seek = b_end - b > LONGER * (a_end - a)
    both, size, read = np.int64(0), np.int64(0), -a
    if not seek:
        read -= b
    while a < a_end and b < b_end:
        x = from_ids[a]
        if seek:
            b, probes = place_of(from_ids, b, b_end, x)
            read += probes
            if b == b_end:
                break
        y = from_ids[b]
        if x == y:
            both += 1
            if bits is None:
                ids[out] = x
                size += 1
                out += 1
            else:
                word = from_bits[a] & from_bits[b]
                if word != 0:
                    ids[out], bits[out] = x, word
                    size += popcount(np.uint64(word))
                    out += 1
        a += np.int64(x <= y)
        b += np.int64(y <= x)
    if not seek:
        read += b
    work[IDS] += read + a
    if bits is not None:
        work[WORDS] += 2 * both
    return out, size


@kernel
def place_of(ids, first, last, x):
    """Return the first place from `first` on that has at least x, and the ids read."""
    step, probes = np.int64(1), np.int64(1)
    while first + step < last and ids[first + step] < x:
        first += step
        step *= 2
        probes += 1
    last = min(last, first + step)
    while first < last:
        middle = (first + last) // 2
        probes += 1
        if ids[middle] < x:
            first = middle + 1
        else:
            last = middle
    return first, probes
