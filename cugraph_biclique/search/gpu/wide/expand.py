# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Expand wide nodes: wide children get masks, narrow children get rows of one word."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
    ALL,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    append,
    at_least,
    ballot_of,
    cuda,
    device,
    first_bits,
    from_lane,
    kernel,
    lanes_before,
    popcount,
    voters,
    warp_sum,
)
from cugraph_biclique.device.stack import group_for
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow.excluded import (
    SLOTS,
    append_excluded,
    clear_table,
)
from cugraph_biclique.search.gpu.narrow.expand import describe, take_rooms
from cugraph_biclique.search.gpu.wide.matrices import (
    has_pairs,
    meet_by_block,
    meet_columns,
    other_lane,
    rows_around,
    warp_of_grid,
)
from cugraph_biclique.search.gpu.wide.maximality import BLOCK_WARPS, HEAVY_WORDS
from cugraph_biclique.search.gpu.wide.pair_rows import pair_of_child
from cugraph_biclique.search.gpu.wide.row_lists import (
    list_rows,
    members_of,
    row_at,
    store_word,
)
from cugraph_biclique.search.gpu.wide.small_children import column_of, load_child

SHARERS = 2  # lanes that share a word of a chunk, in `gather_node`
CHUNK_WORDS = WARP // SHARERS
CHUNK_ROWS = CHUNK_WORDS * WORD
HALVES = 2 * CHUNK_WORDS  # 32-bit halves of a column's words, in a chunk
PART = WORD // SHARERS  # rows of a word per lane


class Target(NamedTuple):
    """Where `gather_nodes` writes narrow nodes."""

    pool: Any  # `state.Pool`
    control: Any  # int64 (CONTROLS,)
    waiting: Any  # int32, receives the children that do not fit the pool
    universe: Any  # int64, number of the universe of the first child


class Place(NamedTuple):
    """The place of a new narrow node in the pool."""

    node: Any  # int32, its number
    first: Any  # int32, its first candidate
    n_later: Any  # int32, rows that are reserved for candidates
    last: Any  # int64, last entry of the hash table that its excluded rows need


class Memory(NamedTuple):
    """Shared memory of a warp that writes the rows of narrow nodes."""

    table: Any  # uint64 (SLOTS,), a hash table of excluded rows
    listed: Any  # int16 (CHUNK_ROWS,), see `row_lists.list_rows`
    columns: Any  # uint32 (WORD, HALVES), see `row_lists.store_word`


@kernel(blocks=3)
def widen(wide, which, new, chunks):
    """Make wide nodes of children, with masks of their own: one warp per child, or one
    block per chunk of a heavy child.

    `which`: int32, the children. `new`: `WideNodes`, receives one node per child. Masks
    have at most `chunks` chunks of WARP words.
    """
    shared = cuda.shared.array((3, BLOCK_WARPS, WARP), np.uint64)
    widen_some(wide, which, which.size, new, 0, chunks, shared)


@device
def widen_some(wide, which, n, new, first, chunks, shared):
    """`widen` for the first n children in `which`; their nodes begin at `first`.

    `shared`: uint64 (3, BLOCK_WARPS, WARP), in shared memory.
    """
    matrices, nodes, children = wide
    warp, warps = warp_of_grid()
    for place in range(warp, n, warps):
        child, index = which[place], first + place
        m = nodes.matrix[children.node[child]]
        if cuda.threadIdx.x % WARP == 0:
            new.matrix[index] = m
            new.joined[index] = children.size[child]
            new.begin[index] = children.begin[child]
            new.end[index] = children.end[child]
            new.mask_begin[index] = children.mask_begin[child]
        if not is_heavy(matrices, children, child, m):
            for first_word in range(0, matrices.words[m], WARP):
                _, met = meet_columns(matrices, m, children, child, first_word)
                write_masks(wide, child, new, index, first_word, met)
    for item in range(cuda.blockIdx.x, n * chunks, cuda.gridDim.x):
        place, first_word = item // chunks, item % chunks * WARP
        child, index = which[place], first + place
        m = nodes.matrix[children.node[child]]
        if first_word < matrices.words[m] and is_heavy(matrices, children, child, m):
            _, met = meet_by_block(matrices, m, children, child, first_word, shared)
            if cuda.threadIdx.x < WARP:
                write_masks(wide, child, new, index, first_word, met)


@device
def is_heavy(matrices, children, child, m):
    """Whether a block combines the columns of a child."""
    n = children.end[child] - children.begin[child]
    return n * matrices.words[m] > HEAVY_WORDS


@device
def write_masks(wide, child, new, index, first_word, met):
    """Write one chunk of the masks of a new wide node, by one warp."""
    matrices, nodes, children = wide
    node = children.node[child]
    words = np.int64(matrices.words[nodes.matrix[node]])
    word = first_word + cuda.threadIdx.x % WARP
    n = np.int64(0)
    if word < words:
        candidates, excluded = rows_around(
            nodes, nodes.mask_begin[node], words, children.row[child], word, True
        )
        at = children.mask_begin[child] + word
        n = np.int64(popcount(met & candidates))
        new.masks[at] = met & candidates
        new.masks[at + words] = met & excluded
        new.masks[at + 2 * words] = ZERO
    n = warp_sum(n)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(new.n_candidates, index, n)


@kernel(threads=SMALL, blocks=4)
def gather_nodes(graph, wide, which, target, least):
    """Make narrow nodes of children: one warp per child.

    `which`: int32, the children; if it is empty, those that the tests listed. `target`:
    `Target`. Children that do not fit the pool go to ``target.waiting``.
    """
    pool, control, waiting, universe = target
    children = wide.children
    tables = cuda.shared.array((WARPS, SLOTS), np.uint64)
    rows = cuda.shared.array((WARPS, CHUNK_ROWS), np.int16)
    columns = cuda.shared.array((WARPS, WORD, HALVES), np.uint32)
    of_block = cuda.threadIdx.x // WARP
    memory = Memory(tables[of_block], rows[of_block], columns[of_block])
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    n_items = np.int64(which.size) if which.size else control[S.N_NARROW]
    group = group_for(control, n_items, warps)
    for first in range(warp * group, n_items, warps * group):
        n = np.int32(min(group, n_items - first))
        mine, n_later, n_other = np.int32(-1), np.int32(0), np.int32(0)
        if lane < n:
            at = first + lane
            mine = which[at] if which.size else children.narrow[at]
            n_later, n_other = children.n_later[mine], children.n_other[mine]
        node, at = take_rooms(pool, control, n, np.int64(n_later), np.int64(n_other))
        node, at = np.int32(node), np.int32(at)
        if node < 0:
            append(control, C.WAITING, waiting, mine, lane < n)
            continue
        if lane < n:
            cuda.atomic.max(control, C.WIDEST, np.int64(n_later + n_other))
            middle, behind = at + n_later, at + n_later + n_other
            describe(pool, node + lane, at, middle, middle, behind)
            pool.nodes[node + lane, S.OF_ALL] = children.size[mine]
            pool.nodes[node + lane, S.UNIVERSE] = universe + mine
        for j in range(n):
            last = clear_table(memory.table, from_lane(n_other, j))
            child = from_lane(mine, j)
            place = Place(node + j, from_lane(at, j), from_lane(n_later, j), last)
            gather_node(graph, wide, child, pool, place, least, memory)


@device
def gather_node(graph, wide, child, pool, place, least, memory):
    """Write the rows of one narrow node, by a warp: candidates, then excluded rows.

    There may be fewer rows than reserved. The warp lists the rows of each chunk, so
    that each lane takes one of them.
    """
    table, listed, columns = memory
    new, at, n_later, last = place
    lane = np.int32(cuda.threadIdx.x % WARP)
    at, other_at = np.int32(at), np.int32(at + n_later)
    mine = load_child(wide, child)
    n, words, vertices = np.int32(mine.n), np.int64(mine.words), mine.vertex
    for first_word in range(0, words, CHUNK_WORDS):
        later, other = rows_of_child(wide, mine, n, first_word, columns)
        n_rows = list_rows(listed, later, other, lane // SHARERS)
        for first in range(0, n_rows, WARP):
            row, later, other = row_at(listed, first + lane, n_rows)
            bits = members_of(columns, n, row)
            weight = np.int32(0)
            if later:
                vertex = wide.matrices.vertex[vertices + first_word * WORD + row]
                weight = graph.grown_weight[vertex]
            at = write_candidates(pool, new, at, later, bits, weight, least)
            bits = bits if other else ZERO
            other_at = append_excluded(pool, table, last, bits, other_at, least)
    if has_pairs(wide.matrices, mine.matrix):
        n_pairs = n * (n - 1) // 2
        for first in range(0, n_pairs, WARP):
            bits, later, other = ZERO, False, False
            if first + lane < n_pairs:
                k = np.int32(first + lane)
                bits, later, other = pair_of_child(
                    wide.matrices, wide.children, mine, k
                )
            # Pairs occur only in counts without sizes of R: weights do not matter.
            at = write_candidates(pool, new, at, later, bits, np.int32(1), least)
            bits = bits if other else ZERO
            other_at = append_excluded(pool, table, last, bits, other_at, least)
    if lane == 0:
        pool.nodes[new, S.C_END] = at
        pool.nodes[new, S.E_END] = other_at


@device
def rows_of_child(wide, child, n, first_word, columns):
    """Return the lane's candidates and excluded rows of a child, in a chunk of words.

    `SHARERS` lanes share a word. Each of them stores this word of some columns in
    `columns`, and returns a part of the rows.
    """
    matrices, nodes, children = wide
    lane = np.int32(cuda.threadIdx.x % WARP)
    place, part = np.int32(lane // SHARERS), np.int32(lane % SHARERS)
    word = np.int32(first_word + place)
    cuda.syncwarp()  # all lanes have read the columns of the last chunk
    at, met = (columns, place), (ALL, ZERO, ZERO)
    for i in range(part, n, 4 * SHARERS):
        # Read four columns at a time, so that their loads overlap.
        a = word_of(matrices, children, child, i, n, word)
        b = word_of(matrices, children, child, i + SHARERS, n, word)
        c = word_of(matrices, children, child, i + 2 * SHARERS, n, word)
        d = word_of(matrices, children, child, i + 3 * SHARERS, n, word)
        met = with_column(at, i, n, a, met)
        met = with_column(at, i + SHARERS, n, b, met)
        met = with_column(at, i + 2 * SHARERS, n, c, met)
        met = with_column(at, i + 3 * SHARERS, n, d, met)
    all_of, once, twice = met
    step = 1
    while step < SHARERS:
        all_of &= other_lane(all_of, step)
        twice |= other_lane(twice, step) | (once & other_lane(once, step))
        once |= other_lane(once, step)
        step *= 2
    later, other = ZERO, ZERO
    if word < child.words:
        later, other = rows_around(
            nodes, child.masks, np.int64(child.words), child.row, word, True
        )
    met = twice & ~all_of & first_bits(PART) << np.uint64(part * PART)
    return met & later, met & other


@device
def with_column(at, i, n, bits, met):
    """Store the lane's word of the i-th column, if there is one, and add it to `met`.

    `met` are the rows in all columns so far, in one or more, and in two or more.
    """
    all_of, once, twice = met
    if i < n:
        columns, place = at
        store_word(columns, np.int32(i), place, bits)
        return all_of & bits, once | bits, twice | (once & bits)
    return all_of, once, twice


@device
def word_of(matrices, children, child, i, n, word):
    """Return a word of a child's i-th column; zero behind the last word or column."""
    if i >= n or word >= child.words:
        return ZERO
    return matrices.bits[column_of(matrices, children, child, i) + np.uint64(word)]


@device
def write_candidates(pool, new, first, mine, bits, weight, least):
    """Write the candidates of the lanes that have one; returns the place behind them.

    Candidates that are too short for a child are marked as not maximal.
    """
    have = ballot_of(mine)
    if mine:
        at = np.uint32(first + lanes_before(have, cuda.threadIdx.x % WARP))
        pool.bits[at] = bits
        pool.weight[at] = weight
        pool.owner[at] = new if at_least(bits, least) else -1
    return np.int32(first + voters(have))
