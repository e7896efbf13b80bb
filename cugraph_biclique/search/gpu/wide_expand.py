# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Expansion of wide nodes: children become masks, or rows of one word."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
    LARGE,
    ONE,
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
    from_lane,
    has_lane,
    kernel,
    lanes_before,
    lowest_lane,
    popcount,
    sum_before,
    voters,
    warp_sum,
    warp_sum_32,
    without,
    word_from_lane,
)
from cugraph_biclique.device.stack import group_for
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.matrices import (
    meet_by_block,
    meet_columns,
    rows_around,
    warp_of_grid,
)
from cugraph_biclique.search.gpu.narrow_expand import (
    SLOTS,
    append_excluded,
    clear_table,
    describe,
    take_rooms,
)
from cugraph_biclique.search.gpu.wide import HEAVY_WORDS, LARGE_WARPS

SCATTERED = 128  # rows of a chunk that a warp transposes column by column
MOST_EACH = 4  # of them per word, on average


class Buffer(NamedTuple):
    """Rows of a chunk, in a warp's shared memory."""

    rows: Any  # int32, ~row of an excluded row
    bits: Any  # uint64, its members of L'


@kernel(threads=LARGE, blocks=1)
def widen(matrices, nodes, children, which, new, chunks):
    """Make wide nodes of children, with masks of their own: one warp per child.

    Masks have at most `chunks` chunks, each of as many words as a warp has lanes. The
    chunks of heavy children are shared by blocks.
    """
    shared = cuda.shared.array((3, LARGE_WARPS, WARP), np.uint64)
    warp, warps = warp_of_grid()
    for index in range(warp, which.size, warps):
        child = which[index]
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
                write_masks(
                    matrices, nodes, children, child, new, index, first_word, met
                )
    for item in range(cuda.blockIdx.x, which.size * chunks, cuda.gridDim.x):
        index, first_word = item // chunks, item % chunks * WARP
        child = which[index]
        m = nodes.matrix[children.node[child]]
        if first_word < matrices.words[m] and is_heavy(matrices, children, child, m):
            _, met = meet_by_block(matrices, m, children, child, first_word, shared)
            if cuda.threadIdx.x < WARP:
                write_masks(
                    matrices, nodes, children, child, new, index, first_word, met
                )


@device
def is_heavy(matrices, children, child, m):
    """Whether a block combines the columns of a child."""
    n = children.end[child] - children.begin[child]
    return n * matrices.words[m] > HEAVY_WORDS


@device
def write_masks(matrices, nodes, children, child, new, index, first_word, met):
    """Write one chunk of the masks of a new wide node, by one warp."""
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


@kernel(threads=SMALL, blocks=2)
def gather_nodes(
    graph, matrices, nodes, children, which, pool, control, waiting, universe, least
):
    """Make narrow nodes of children: one warp per child.

    Children that do not fit the pool are listed in `waiting`.
    """
    n_which = which.size
    tables = cuda.shared.array((WARPS, SLOTS), np.uint64)
    some_rows = cuda.shared.array((WARPS, SCATTERED), np.int32)
    some_bits = cuda.shared.array((WARPS, SCATTERED), np.uint64)
    table = tables[cuda.threadIdx.x // WARP]
    buffer = Buffer(
        some_rows[cuda.threadIdx.x // WARP], some_bits[cuda.threadIdx.x // WARP]
    )
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    group = group_for(control, n_which, warps)
    widest = np.int64(0)
    for first in range(warp * group, n_which, warps * group):
        n = min(group, n_which - first)
        mine, n_later, n_other = np.int64(-1), np.int64(0), np.int64(0)
        if lane < n:
            mine = np.int64(which[first + lane])
            n_later = np.int64(children.n_later[mine])
            n_other = np.int64(children.n_other[mine])
        node, at = take_rooms(pool, control, n, n_later, n_other)
        if node < 0:
            append(control, C.WAITING, waiting, mine, lane < n)
            continue
        widest = max(widest, n_later + n_other)
        if lane < n:
            middle, behind = at + n_later, at + n_later + n_other
            describe(pool, node + lane, at, middle, middle, behind)
            pool.nodes[node + lane, S.OF_ALL] = children.size[mine]
            pool.nodes[node + lane, S.UNIVERSE] = universe + mine
        for j in range(n):
            last = clear_table(table, from_lane(n_other, j))
            gather_node(
                graph, matrices, nodes, children, from_lane(mine, j), pool, node + j,
                from_lane(at, j), from_lane(n_later, j), least, table, last, buffer,
            )  # fmt: skip
    cuda.atomic.max(control, C.WIDEST, widest)


@device
def gather_node(
    graph, matrices, nodes, children, child, pool, new, at, n_later, least, table, last,
    buffer,
):  # fmt: skip
    """Write the rows of one narrow node: candidates, then excluded rows.

    As for other narrow nodes, there may be fewer rows than reserved.
    """
    lane = cuda.threadIdx.x % WARP
    at, other_at = np.int32(at), np.int32(at + n_later)
    m = nodes.matrix[children.node[child]]
    words = np.int64(matrices.words[m])
    begin = children.begin[child]
    n = np.int32(children.end[child] - begin)
    # Where each lane's two columns begin.
    one, two = np.int64(-1), np.int64(-1)
    if lane < n:
        one = matrices.begin[m] + children.members[begin + lane] * words
    if lane + WARP < n:
        two = matrices.begin[m] + children.members[begin + lane + WARP] * words
    for first_word in range(0, words, WARP):
        later, other = rows_of_child(matrices, nodes, children, child, first_word)
        if is_sparse(later | other):
            at, other_at = scatter_rows(
                graph, matrices, m, one, two, n, first_word, later, other, pool, new,
                at, other_at, least, table, last, buffer,
            )  # fmt: skip
        else:
            at = take_apart(
                graph, matrices, m, one, two, n, first_word, later, pool, new, at,
                least, table, last, True,
            )  # fmt: skip
            other_at = take_apart(
                graph, matrices, m, one, two, n, first_word, other, pool, new,
                other_at, least, table, last, False,
            )  # fmt: skip
    if lane == 0:
        pool.nodes[new, S.C_END] = at
        pool.nodes[new, S.E_END] = other_at


@device
def is_sparse(rows):
    """Whether the rows of a chunk fit the buffer of `scatter_rows`, and are few."""
    total = warp_sum_32(popcount(rows))
    words = voters(ballot_of(rows != ZERO))
    return total <= min(np.int32(SCATTERED), np.int32(MOST_EACH * words))


@device
def scatter_rows(
    graph, matrices, m, one, two, n, first_word, later, other, pool, new, at, other_at,
    least, table, last, buffer,
):  # fmt: skip
    """Transpose the few rows in the lanes' words to bits of L', column by column.

    Each row has a place in the buffer. Each lane examines its word of every column, and
    sets the bits of its rows that are there. Returns the places behind the candidates
    and behind the excluded rows.
    """
    lane = cuda.threadIdx.x % WARP
    rows, word = later | other, first_word + lane
    before, total = sum_before(np.int64(popcount(rows)), lane)
    left, place = rows, before
    cuda.syncwarp()
    while left != ZERO:
        lowest = left & (~left + ONE)
        left ^= lowest
        row = np.int32(word * WORD + popcount(lowest - ONE))
        buffer.rows[place] = row if later & lowest != ZERO else ~row
        buffer.bits[place] = ZERO
        place += 1
    cuda.syncwarp()
    for j in range(0, n, 4):
        # Four at a time, so that their loads overlap.
        a, b = np.int32(j), np.int32(j + 1)
        c, d = np.int32(j + 2), np.int32(j + 3)
        in_a = rows_in(matrices, one, two, a, n, word, rows)
        in_b = rows_in(matrices, one, two, b, n, word, rows)
        in_c = rows_in(matrices, one, two, c, n, word, rows)
        in_d = rows_in(matrices, one, two, d, n, word, rows)
        scatter(buffer, before, rows, in_a, a)
        scatter(buffer, before, rows, in_b, b)
        scatter(buffer, before, rows, in_c, c)
        scatter(buffer, before, rows, in_d, d)
    cuda.syncwarp()
    for first in range(0, total, WARP):
        has, row, bits = first + lane < total, np.int32(0), ZERO
        if has:
            row, bits = buffer.rows[first + lane], buffer.bits[first + lane]
        at = write_candidates(
            graph, matrices, m, pool, new, at, has and row >= 0, bits, row, least
        )
        bits = bits if row < 0 else ZERO
        other_at = append_excluded(pool, table, last, bits, other_at, least)
    return at, other_at


@device
def rows_in(matrices, one, two, j, n, word, rows):
    """Those of some rows of a word that the j-th column has; none behind the last."""
    at = np.uint64(from_lane(one if j < WARP else two, np.int32(j % WARP)))
    if j >= n or rows == ZERO:
        return ZERO
    return rows & matrices.bits[at + np.uint64(word)]


@device
def scatter(buffer, before, rows, left, j):
    """Set the j-th bit of some of the lane's rows in the buffer."""
    while left != ZERO:
        below = (left & (~left + ONE)) - ONE
        left &= left - ONE
        place = before + popcount(rows & below)
        cuda.atomic.or_(buffer.bits, place, ONE << np.uint64(j))


@device
def take_apart(
    graph, matrices, m, one, two, n, first_word, rows, pool, new, at, least, table,
    last, as_candidates,
):  # fmt: skip
    """Transpose the rows in the lanes' words to bits of L', and write them.

    They become candidates or excluded rows. Returns the place behind them.
    """
    lane = cuda.threadIdx.x % WARP
    held, row, filled = ZERO, np.int32(0), np.int32(0)
    words_left = ballot_of(rows != ZERO)
    next_word = lowest_lane(words_left)
    next_a, next_b = columns_at(matrices, one, two, first_word, next_word)
    while words_left != 0:
        word, a, b = next_word, next_a, next_b
        words_left = without(words_left, word)
        # The next words are loaded while these are transposed.
        next_word = lowest_lane(words_left)
        next_a, next_b = columns_at(matrices, one, two, first_word, next_word)
        rows_here = word_from_lane(rows, word)
        for half in range(2):  # 32-bit words take half as many instructions
            shift = np.uint64(half * WARP)
            todo, one_here = np.uint32(rows_here >> shift), np.uint32(a >> shift)
            two_here = np.uint32(b >> shift)
            while todo != 0:
                bit = lowest_lane(todo)
                todo = without(todo, bit)
                bits = transposed(one_here, two_here, bit, n)
                if lane == filled:
                    held = bits
                    row = np.int32((first_word + word) * WORD + half * WARP + bit)
                filled = np.int32(filled + 1)
                if filled == WARP:
                    at = write_some(
                        graph, matrices, m, pool, new, at, filled, held, row, least,
                        table, last, as_candidates,
                    )  # fmt: skip
                    filled = np.int32(0)
    if filled > 0:
        at = write_some(
            graph, matrices, m, pool, new, at, filled, held, row, least, table, last,
            as_candidates,
        )  # fmt: skip
    return at


@device
def rows_of_child(matrices, nodes, children, child, first_word):
    """The child's candidates and its excluded rows, in this lane's word."""
    node = children.node[child]
    m = nodes.matrix[node]
    _, met = meet_columns(matrices, m, children, child, first_word)
    word = first_word + cuda.threadIdx.x % WARP
    later, other = ZERO, ZERO
    if word < matrices.words[m]:
        later, other = rows_around(
            nodes, nodes.mask_begin[node], np.int64(matrices.words[m]),
            children.row[child], word, True,
        )  # fmt: skip
    return met & later, met & other


@device
def columns_at(matrices, one, two, first_word, word):
    """One word of each of the lane's two columns; zero for word -1."""
    a, b = ZERO, ZERO
    if word >= 0 and one >= 0:
        a = matrices.bits[one + first_word + word]
    if word >= 0 and two >= 0:
        b = matrices.bits[two + first_word + word]
    return a, b


@device
def transposed(a, b, bit, n):
    """One row in terms of the n members of L': one bit from each column."""
    row = np.uint64(ballot_of(has_lane(a, bit)))
    if n > WARP:
        row |= np.uint64(ballot_of(has_lane(b, bit))) << np.uint64(WARP)
    return row


@device
def write_some(
    graph, matrices, m, pool, new, at, n, bits, row, least, table, last, as_candidates
):
    """Write the rows of the first n lanes; returns the place behind them."""
    mine = cuda.threadIdx.x % WARP < n
    if as_candidates:
        return write_candidates(
            graph, matrices, m, pool, new, at, mine, bits, row, least
        )
    bits = bits if mine else ZERO
    return append_excluded(pool, table, last, bits, at, least)


@device
def write_candidates(graph, matrices, m, pool, new, first, mine, bits, row, least):
    """Write the rows of the lanes that have one as candidates of a narrow node.

    Returns the place behind them.
    """
    have = ballot_of(mine)
    if mine:
        vertex = matrices.vertex[matrices.row_begin[m] + row]
        at = np.uint32(first + lanes_before(have, cuda.threadIdx.x % WARP))
        pool.bits[at] = bits
        pool.weight[at] = graph.grown_weight[vertex]
        pool.owner[at] = new if at_least(bits, least) else -1
    return np.int32(first + voters(have))
