# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pieces that do not fit a table: words and lists in global memory.

Most neighbours of a hub are adjacent to few other vertices of the universe. So, for
each first vertex of several bicliques, one warp lists the neighbours that may belong to
these bicliques, with their words. Then one warp per biclique scans a list, which is
short and contiguous. A biclique without a list reads the word of each neighbour of its
first vertex.

A biclique whose kept side is its first vertex alone never uses a list, because all
neighbours of this vertex belong to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import multiprocessors
from cugraph_biclique.device.memory import as_large_as_possible, free_memory
from cugraph_biclique.device.simt import (
    ONE,
    WARP,
    WARPS,
    WORD,
    ZERO,
    ballot_of,
    cuda,
    device,
    first_bits,
    lanes_before,
    lowest_bit,
    popcount,
    voters,
)

ROOM = 4096  # most entries of all lists that one warp makes for a piece
NO_LIST = -1
NO_VERTEX = np.int32(-1)  # no grown vertex


class Scratch(NamedTuple):
    """Global memory: each block has one row of each array."""

    words: Any  # uint64 (blocks, n_grown), zero between two pieces
    listed: Any  # int32 (blocks, entries), the grown vertices of the lists
    listed_words: Any  # uint64 (blocks, entries), their words


class Lists(NamedTuple):
    """The lists of a piece, in the shared memory of a block, by first vertex."""

    times: Any  # int32 (WORD,), the number of bicliques
    least: Any  # int32 (WORD,), their smallest kept side of two or more vertices
    begins: Any  # int32 (WORD,), places in the block's row of `Scratch.listed`
    ends: Any  # int32 (WORD,), NO_LIST for a vertex without a list


def scratch_for(n: int, pieces: int) -> Scratch:
    """Return scratch with zero words for `n` grown vertices."""
    room = min(WORD * n, WARPS * ROOM)  # of a block, which has at most WORD lists
    # All blocks together take at most a sixteenth of the free memory.
    most = max(1, free_memory() // (16 * (8 * n + 12 * room)))
    blocks = min(8 * multiprocessors(), pieces, most)

    def make(blocks: int) -> Scratch:
        return Scratch(
            xp.zeros((blocks, n), np.uint64),
            xp.empty((blocks, room), np.int32),
            xp.empty((blocks, room), np.uint64),
        )

    # An RMM pool may have less memory: its maximum size is unknown here.
    return as_large_as_possible(make, blocks, 1)


@device
def new_lists():
    """Return lists in the shared memory of the block."""
    return Lists(
        cuda.shared.array(WORD, np.int32),
        cuda.shared.array(WORD, np.int32),
        cuda.shared.array(WORD, np.int32),
        cuda.shared.array(WORD, np.int32),
    )


@device
def sweep(kept, mask, universe, piece, scratch, lists):
    """Set the words of a piece, and make its lists, by one block.

    The piece is (begin, end).
    """
    for i in range(cuda.threadIdx.x, WORD, cuda.blockDim.x):
        lists.times[i] = 0
        lists.least[i] = WORD
        lists.ends[i] = NO_LIST
    cuda.syncthreads()
    note_firsts(mask, universe.n, piece, lists)
    cuda.syncthreads()
    set_words(kept, universe, lists, scratch.words, True)
    cuda.syncthreads()
    set_words(kept, universe, lists, scratch.words, False)
    cuda.syncthreads()
    list_candidates(kept, universe, scratch, lists)
    cuda.syncthreads()


@device
def note_firsts(mask, n, piece, lists):
    """Count the bicliques with each first vertex, and find their smallest kept sides.

    One lane per biclique.
    """
    begin, end = piece
    for r in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        bits = mask[r] & first_bits(n)
        i, size = lowest_bit(bits), popcount(bits)
        cuda.atomic.add(lists.times, i, np.int32(1))
        if 1 < size < lists.least[i]:
            cuda.atomic.min(lists.least, i, size)


@device
def set_words(kept, universe, lists, words, firsts):
    """Set the bits of the first vertices, or of the others, one warp per vertex.

    A neighbour of the others whose word is zero then belongs to no biclique.
    """
    mine = np.int64(cuda.blockIdx.x)
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, universe.n, cuda.blockDim.x // WARP):
        if (lists.times[i] > 0) != firsts:
            continue
        u = universe.members[universe.first + i]
        bit = ONE << np.uint64(i)
        for k in range(kept.indptr[u] + lane, kept.indptr[u + 1], WARP):
            w = np.int64(kept.indices[k])
            if firsts or words[mine, w] != ZERO:
                cuda.atomic.or_(words, (mine, w), bit)


@device
def clear_words(kept, universe, lists, words):
    """Clear the words of the neighbours of first vertices, one warp per vertex."""
    mine = np.int64(cuda.blockIdx.x)
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, universe.n, cuda.blockDim.x // WARP):
        if lists.times[i] > 0:
            u = universe.members[universe.first + i]
            for k in range(kept.indptr[u] + lane, kept.indptr[u + 1], WARP):
                words[mine, kept.indices[k]] = ZERO


@device
def list_candidates(kept, universe, scratch, lists):
    """List the candidates of each first vertex of two or more bicliques, by one warp.

    Each warp has its own part of the block's row, so it reserves nothing. A list that
    finds no room there is left out.
    """
    warp, warps = cuda.threadIdx.x // WARP, cuda.blockDim.x // WARP
    room = np.int64(scratch.listed.shape[1] // warps)
    at, end = warp * room, (warp + 1) * room
    for i in range(warp, universe.n, warps):
        if lists.times[i] < 2:
            continue
        fits, behind = write_list(kept, universe, i, lists.least[i], scratch, at, end)
        if fits:
            if cuda.threadIdx.x % WARP == 0:
                lists.begins[i], lists.ends[i] = at, behind
            at = behind


@device
def write_list(kept, universe, i, least, scratch, at, end):
    """List the neighbours of vertex i of the universe that may belong to bicliques.

    Each is adjacent to at least `least` vertices of the universe from vertex i on. The
    list ascends. Returns whether it fits at:end, and the place after it.
    """
    mine = np.int64(cuda.blockIdx.x)
    lane = cuda.threadIdx.x % WARP
    u = universe.members[universe.first + i]
    behind = kept.indptr[u + 1]
    for k in range(kept.indptr[u], behind, WARP):
        w, word, keep = np.int32(0), ZERO, False
        if k + lane < behind:
            w = kept.indices[k + lane]
            word = scratch.words[mine, w]
            keep = popcount(word >> np.uint64(i)) >= least
        voted = ballot_of(keep)
        if at + voters(voted) > end:
            return False, at
        if keep:
            place = at + lanes_before(voted, lane)
            scratch.listed[mine, place] = w
            scratch.listed_words[mine, place] = word
        at += voters(voted)
    return True, at


@device
def range_for(kept, universe, lists, bits):
    """Return the range that a biclique with these members scans; see `common_at`.

    Also return whether the range is in a list.
    """
    i = lowest_bit(bits)
    if lists.ends[i] != NO_LIST and bits & (bits - ONE) != ZERO:
        return True, np.int64(lists.begins[i]), np.int64(lists.ends[i])
    u = universe.members[universe.first + i]
    return False, np.int64(kept.indptr[u]), np.int64(kept.indptr[u + 1])


@device
def common_at(kept, scratch, is_listed, k, behind, bits):
    """Return the grown vertex at place k of a range that ends at `behind`.

    Returns NO_VERTEX if it is not adjacent to all members `bits`, or k is not in the
    range.
    """
    mine = np.int64(cuda.blockIdx.x)
    if k < behind:
        if is_listed:
            if scratch.listed_words[mine, k] & bits == bits:
                return scratch.listed[mine, k]
        else:
            w = kept.indices[k]
            if scratch.words[mine, w] & bits == bits:
                return w
    return NO_VERTEX
