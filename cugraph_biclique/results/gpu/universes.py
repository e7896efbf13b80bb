# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pieces: consecutive bicliques that share a universe, and their grown sides on a GPU.

One block takes a piece. A grown vertex of a biclique is a neighbour of its first kept
vertex. The block computes a word for each neighbour of the first vertices, with a bit
for each adjacent vertex of the universe. The words are in a hash table in shared
memory. Then, for each first vertex, the block lists the neighbours that may belong to
bicliques with this first vertex. One lane per biclique scans a list, which is short.

If these neighbours or lists do not fit the table, they are in global memory: see
`swept`.

The kernels share these arguments. `kept`: `Adjacency` of the kept side.
`pieces` and `left`: int64 (pieces, 2), the ranges of bicliques of all pieces, and of
the pieces that do not fit a table. `n`, or `n_listed`: int64 (3,), the lengths of the
lists, see N_ALONE.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import Ordered
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch, multiprocessors
from cugraph_biclique.device.simt import (
    ALL,
    MIX,
    ONE,
    WARP,
    WORD,
    ZERO,
    advance,
    ballot_of,
    cuda,
    device,
    first_bits,
    from_first_lane,
    kernel,
    lanes_before,
    lowest_bit,
    lowest_lane,
    popcount,
    sum_before,
    voters,
    warp_sum,
)
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results.gpu.adjacency import matrix_of
from cugraph_biclique.results.gpu.swept import scratch_for

SHARED = 4  # fewest bicliques of a piece
PIECE = 256  # most bicliques of a piece, which never crosses a multiple of PIECE

SLOTS_POWER = 11
SLOTS = 1 << SLOTS_POWER  # slots of a table
PROBES = 16  # most slots that a grown vertex tries, so that no table is nearly full
LISTED = 2048  # most entries of all lists of a table
LIST_SLOTS = LISTED + 1  # one more, because `next_row` reads ahead
NO_ROW = -1
LOST, DEGREES, USED = 0, 1, 2  # entries of `Table.counts`
COUNTS = 3
NO_BICLIQUE = WORD + 1  # in `Table.least`, larger than all kept sides
N_ALONE, N_PIECES, N_LEFT = 0, 1, 2  # lengths of the lists of bicliques and pieces


class Kernels(NamedTuple):
    """Kernels that write or sum the grown sides of bicliques, by kind of biclique."""

    alone: Any  # for bicliques outside all pieces
    in_tables: Any  # for pieces that fit a table
    swept: Any  # for other pieces
    from_matrix: Any  # for all bicliques, see `adjacency`


class Table(NamedTuple):
    """The neighbours of first vertices, in the shared memory of a block.

    `counts` has three entries. LOST is not 0 if a neighbour found no slot. DEGREES is
    the sum of the degrees of the first vertices. USED is the number of reserved entries
    of `slots`. `least` is the size of the smallest kept side among the bicliques with
    each first vertex, or NO_BICLIQUE.
    """

    keys: Any  # int32 (SLOTS,), grown vertices, or NO_ROW
    words: Any  # uint64 (SLOTS,), a bit for each adjacent vertex of the universe
    slots: Any  # int16 (LIST_SLOTS,), the lists: slots of grown vertices
    begins: Any  # int32 (WORD,), the list of each vertex of the universe
    ends: Any  # int32 (WORD,)
    least: Any  # int32 (WORD,)
    counts: Any  # int32 (COUNTS,)


class Universe(NamedTuple):
    """The kept vertices members[first:first + n]."""

    members: Any  # int32
    first: Any
    n: Any


def over_universes(
    ordered: Ordered, records: Records, kernels: Kernels, arrays: tuple[Any, ...]
) -> None:
    """Launch kernels for all bicliques.

    `from_matrix` takes `arrays` and the matrix. The other kernels take the adjacency of
    the kept side, `arrays`, and the bicliques or the pieces to work on.
    """
    if not len(records):
        return
    graph = ordered.graph
    matrix = matrix_of(graph, len(records))
    if matrix is not None:
        blocks = blocks_for(-(-len(records) // WARP))
        launch(kernels.from_matrix, blocks, *arrays, matrix)
        return
    arrays = Adjacency(graph.kept_indptr, graph.kept_indices), *arrays
    alone = xp.empty(len(records), np.int64)
    # An upper bound, because a piece has at least SHARED bicliques.
    pieces = xp.empty((len(records) // SHARED + 1, 2), np.int64)
    n = xp.zeros(3, np.int64)
    launch(
        _list_pieces, blocks_for(-(-len(records) // PIECE)), records.universe,
        records.start, alone, pieces, n,
    )  # fmt: skip
    n_alone, n_pieces, _ = map(int, to_host(n))
    if n_alone:
        launch(kernels.alone, blocks_for(n_alone), *arrays, alone[:n_alone])
    if n_pieces:
        left = xp.empty((n_pieces, 2), np.int64)
        blocks = min(32 * multiprocessors(), n_pieces)
        launch(kernels.in_tables, blocks, *arrays, pieces[:n_pieces], left, n)
        n_left = int(to_host(n)[N_LEFT])
        if n_left:
            scratch = scratch_for(len(graph.grown_weight), n_left)
            blocks = len(scratch.words)
            launch(kernels.swept, blocks, *arrays, left[:n_left], scratch)


@kernel
def _list_pieces(universe, start, alone, pieces, n):
    """List pieces, and the bicliques outside all pieces.

    A piece has at least SHARED and at most PIECE bicliques. A warp takes PIECE
    bicliques, in chunks from the last one on. It counts before it writes, because with
    one reservation per chunk, all warps would wait for the same two counters.
    `universe`: int32. `start`, `alone`: int64.
    """
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for begin in range(warp * PIECE, universe.size, warps * PIECE):
        end = min(begin + PIECE, universe.size)
        n_pieces, n_alone = np.int64(0), np.int64(0)
        behind = end
        for chunk in range(PIECE // WARP):
            base = begin + PIECE - (chunk + 1) * WARP
            size, is_piece, behind = run_of(universe, start, begin, end, base, behind)
            n_pieces += voters(ballot_of(is_piece))
            if not is_piece:
                n_alone += size
        at_piece = advance(n, N_PIECES, n_pieces)
        at_alone = advance(n, N_ALONE, warp_sum(n_alone))
        behind = end
        for chunk in range(PIECE // WARP):
            base = begin + PIECE - (chunk + 1) * WARP
            size, is_piece, behind = run_of(universe, start, begin, end, base, behind)
            r = base + lane
            listed = ballot_of(is_piece)
            if is_piece:
                pieces[at_piece + lanes_before(listed, lane), 0] = r
                pieces[at_piece + lanes_before(listed, lane), 1] = r + size
                size = np.int64(0)
            at_piece += voters(listed)
            before, total = sum_before(size, lane)
            for k in range(size):
                alone[at_alone + before + k] = r + k
            at_alone += total


@device
def run_of(universe, start, begin, end, base, behind):
    """Find the run of bicliques of one universe that begins at each lane's biclique.

    The lanes have a chunk of 32 bicliques from `base` on, within begin:end. The first
    run after the chunk begins at `behind`. Returns the size of the lane's run, or 0 if
    none begins there, and whether the run is a piece. The third result is `behind` for
    the chunk before.
    """
    r = base + cuda.threadIdx.x % WARP
    is_first = False
    if r < end:
        is_first = r == begin or universe[r] != universe[r - 1]
    firsts = ballot_of(is_first)
    size, is_piece = np.int64(0), False
    if is_first:
        later = np.uint32(np.uint64(firsts) >> np.uint64(r - base + 1))
        size = np.int64(lowest_lane(later) + 1) if later != 0 else behind - r
        u = universe[r]
        is_piece = size >= SHARED and start[u + 1] - start[u] <= WORD
    if firsts != 0:
        behind = base + lowest_lane(firsts)
    return size, is_piece, behind


# A table in shared memory


@device
def new_table():
    """Return a table in the shared memory of the block."""
    return Table(
        cuda.shared.array(SLOTS, np.int32),
        cuda.shared.array(SLOTS, np.uint64),
        cuda.shared.array(LIST_SLOTS, np.int16),
        cuda.shared.array(WORD, np.int32),
        cuda.shared.array(WORD, np.int32),
        cuda.shared.array(WORD, np.int32),
        cuda.shared.array(COUNTS, np.int32),
    )


@device
def clear_table(table):
    """Empty the table of the block."""
    for at in range(cuda.threadIdx.x, SLOTS, cuda.blockDim.x):
        table.keys[at] = NO_ROW
        table.words[at] = ZERO
    for i in range(cuda.threadIdx.x, WORD, cuda.blockDim.x):
        table.least[i] = NO_BICLIQUE
    if cuda.threadIdx.x == 0:
        table.counts[LOST] = 0
        table.counts[DEGREES] = 0
        table.counts[USED] = 0
    cuda.syncthreads()


@device
def fill_table(kept, mask, universe, piece, table):
    """Fill an empty table for the bicliques of a piece, by one block.

    The piece is (begin, end). Returns whether it fits the table.
    """
    note_masks(mask, universe.n, piece, table)
    cuda.syncthreads()
    add_neighbours(kept, universe, table, True)
    cuda.syncthreads()
    add_neighbours(kept, universe, table, False)
    cuda.syncthreads()
    if table.counts[LOST] == 0:
        list_rows(kept, universe, table)
    cuda.syncthreads()
    return table.counts[LOST] == 0 and table.counts[USED] <= LISTED


@device
def note_masks(mask, n, piece, table):
    """Find the smallest kept side with each first vertex, one lane per biclique."""
    begin, end = piece
    for r in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        bits = mask[r] & first_bits(n)
        i, size = lowest_bit(bits), popcount(bits)
        if size < table.least[i]:
            cuda.atomic.min(table.least, i, size)


@device
def add_neighbours(kept, universe, table, firsts):
    """Set the bits of the first vertices, or of the others, one warp per vertex.

    The neighbours of first vertices find a slot, or set LOST. A neighbour of the others
    that has no slot then belongs to no biclique.
    """
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, universe.n, cuda.blockDim.x // WARP):
        if (table.least[i] != NO_BICLIQUE) != firsts:
            continue
        u = universe.members[universe.first + i]
        begin, end = kept.indptr[u], kept.indptr[u + 1]
        if firsts and lane == 0:
            cuda.atomic.add(table.counts, DEGREES, np.int32(end - begin))
        bit = ONE << np.uint64(i)
        for k in range(begin + lane, end, WARP):
            if table.counts[LOST] != 0:
                break
            slot = slot_of(table.keys, kept.indices[k], firsts)
            if slot >= 0:
                cuda.atomic.or_(table.words, slot, bit)
            elif firsts:
                table.counts[LOST] = 1


@device
def slot_of(keys, w, insert):
    """Find a grown vertex, or insert it, by one lane.

    Returns its slot, or -1 if there is none within PROBES slots.
    """
    slot = np.int32((np.uint64(w) * MIX) >> np.uint64(64 - SLOTS_POWER))
    for _ in range(PROBES):
        there = keys[slot]
        if insert and there == NO_ROW:
            there = cuda.atomic.cas(keys, slot, np.int32(NO_ROW), np.int32(w))
            if there == NO_ROW:
                return slot
        if there == w:
            return slot
        if there == NO_ROW:
            break
        slot = np.int32((slot + 1) & (SLOTS - 1))
    return np.int32(-1)


@device
def list_rows(kept, universe, table):
    """List the grown vertices that may belong to bicliques with each first vertex.

    They are neighbours of this vertex. Each is adjacent to at least `least` vertices of
    the universe from this vertex on. One warp per first vertex. Lists ascend.
    """
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, universe.n, cuda.blockDim.x // WARP):
        if table.least[i] == NO_BICLIQUE:
            continue
        u = universe.members[universe.first + i]
        begin, end = kept.indptr[u], kept.indptr[u + 1]
        size = np.int32(end - begin)
        if table.counts[DEGREES] > LISTED:  # degrees are too large as upper bounds
            size = count_rows(kept, table, begin, end, i)
        at = np.int32(0)
        if lane == 0:
            at = np.int32(cuda.atomic.add(table.counts, USED, size))
        at = np.int32(from_first_lane(at))
        if at + size > LISTED:
            break
        if lane == 0:
            table.begins[i] = at
        for k in range(begin, end, WARP):
            slot, keep = row_at(kept, table, k + lane, end, i)
            voted = ballot_of(keep)
            if keep:
                table.slots[at + lanes_before(voted, lane)] = slot
            at = np.int32(at + voters(voted))
        if lane == 0:
            table.ends[i] = at


@device
def count_rows(kept, table, begin, end, i):
    """Count the rows of the list of vertex i, by one warp."""
    n = np.int32(0)
    for k in range(begin, end, WARP):
        _, keep = row_at(kept, table, k + cuda.threadIdx.x % WARP, end, i)
        n = np.int32(n + voters(ballot_of(keep)))
    return n


@device
def row_at(kept, table, k, end, i):
    """Return the slot of neighbour k of vertex i, and whether to list it."""
    slot, keep = np.int32(0), False
    if k < end:
        slot = slot_of(table.keys, kept.indices[k], False)
        word = table.words[slot] >> np.uint64(i)
        keep = popcount(word) >= table.least[i]
    return slot, keep


@device
def list_for(table, bits):
    """Return the range in `slots` of the list for a biclique with these members."""
    i = lowest_bit(bits)
    return table.begins[i], table.ends[i]


@device
def next_row(table, e, end, bits):
    """Return the first grown vertex, from entry e on, adjacent to all members `bits`.

    It is NO_ROW if there is none. Also return the entry after it. A lane reads the next
    slot ahead, so that it waits only for the word of the slot.
    """
    ahead = table.slots[e]
    while e < end:
        slot = ahead
        e = np.int32(e + 1)
        ahead = table.slots[e]
        if table.words[slot] & bits == bits:
            return table.keys[slot], e
    return np.int32(NO_ROW), e


@device
def leave_piece(piece, left, n):
    """Append a piece that does not fit a table to the list of such pieces."""
    if cuda.threadIdx.x == 0:
        at = cuda.atomic.add(n, N_LEFT, 1)
        left[at, 0], left[at, 1] = piece


# Kept vertices of a biclique


@device
def is_member(mask, i):
    """Whether the i-th vertex of the universe belongs to the biclique."""
    return mask == ALL or (mask >> np.uint64(i)) & ONE != np.uint64(0)


@device
def first_member(mask, first):
    """Return the place in `members` of the first member of a biclique.

    This member has the fewest neighbours, because kept vertices ascend by degree.
    """
    return first if mask == ALL else first + lowest_bit(mask)
