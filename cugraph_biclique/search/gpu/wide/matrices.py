# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Build and read the bit matrices of wide roots.

A matrix has one column per member of L, with one bit per row of the root, in words of
64 rows. A block builds a matrix from the graph. Warps read it, with lanes along the
words of a column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    LARGE,
    ONE,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    first_bits,
    kernel,
    popcount,
)
from cugraph_biclique.search.gpu.roots.sweeps import sweep


class Matrices(NamedTuple):
    """The bit matrices of wide roots."""

    root: Any  # int32 (matrices)
    bits: Any  # uint64, column after column
    begin: Any  # int64 (matrices): first word of the first column
    words: Any  # int32 (matrices): words of a column
    row_begin: Any  # int64 (matrices + 1)
    vertex: Any  # int32 (rows), ascending in each matrix
    pair_begin: Any  # int64 (matrices + 1)
    pairs: Any  # uint32, see `pair_rows`


class WideNodes(NamedTuple):
    """Wide nodes: wide roots, and wide nodes below them."""

    matrix: Any  # int32
    joined: Any  # int32, number of grown vertices adjacent to all of L
    begin: Any  # int64, members of L: a range of `members`
    end: Any  # int64
    members: Any  # int32, columns of the matrix
    mask_begin: Any  # int64: first word of the node's three masks
    masks: Any  # uint64, each as long as a column: candidates, excluded rows, pruned
    n_candidates: Any  # int64; counts all rows if all are listed for `pair_rows`


class Children(NamedTuple):
    """Children of wide nodes: the candidates, and excluded rows that are listed."""

    node: Any  # int32
    row: Any  # int32; ~row for an excluded row, which is listed but not tested
    begin: Any  # int64, members of L': a range of `members`
    end: Any  # int64
    members: Any  # int32, columns of the matrix
    kept: Any  # int32, the members as kept vertices; empty in a count
    size: Any  # int32, size of R
    n_later: Any  # int32, upper bound of the child's candidates
    n_other: Any  # int32, upper bound of its excluded rows
    narrow: Any  # int32: children that become narrow nodes, in any order
    wide: Any  # int32: children that become wide nodes
    large: (
        Any  # int32: children with more members than `small_children` takes, any order
    )
    heavy: Any  # int32: large children that blocks test
    flags: Any  # int32, results of the chunks of a heavy child, see `maximality`
    mask_begin: Any  # int64, first word of the masks of a wide child's node


class Wide(NamedTuple):
    """Wide nodes, the matrices of their roots, and their children."""

    matrices: Any  # Matrices
    nodes: Any  # WideNodes
    children: Any  # Children


@device
def warp_of_grid():
    """This warp's number in the grid, and the number of warps."""
    return cuda.grid(1) // WARP, cuda.gridsize(1) // WARP


@device
def has_pairs(matrices, m):
    """Whether a matrix has bits of pairs for rows of two members, see `pair_rows`."""
    return matrices.pair_begin[m] < matrices.pair_begin[m + 1]


@kernel(threads=LARGE, blocks=1)
def fill_matrices(graph, matrices, nodes, scratch):
    """Build the matrices and the nodes of wide roots: one block per root.

    `scratch`: uint64 (blocks, grown vertices), zero before and after.
    """
    mine = np.int64(cuda.blockIdx.x)
    for index in range(mine, matrices.root.size, cuda.gridDim.x):
        m = matrices.root.size - 1 - index
        place_rows(matrices, m, scratch[mine])
        if cuda.threadIdx.x == 0:
            nodes.n_candidates[m] = 0
        cuda.syncthreads()
        of = matrices, matrices.begin[m], np.int64(matrices.words[m]), scratch[mine]
        fill_columns(graph, matrices.root[m], 0, 1, of)
        fill_masks(matrices, nodes, m)
        cuda.syncthreads()
        for k in range(
            matrices.row_begin[m] + cuda.threadIdx.x,
            matrices.row_begin[m + 1],
            cuda.blockDim.x,
        ):
            scratch[mine, matrices.vertex[k]] = ZERO
        begin = nodes.begin[m]
        for i in range(cuda.threadIdx.x, nodes.end[m] - begin, cuda.blockDim.x):
            nodes.members[begin + i] = i
        cuda.syncthreads()


@device
def place_rows(matrices, m, scratch):
    """Store in `scratch`, for the vertex of each row, the number of the row plus 1."""
    first = matrices.row_begin[m]
    for k in range(
        first + cuda.threadIdx.x, matrices.row_begin[m + 1], cuda.blockDim.x
    ):
        scratch[matrices.vertex[k]] = np.uint64(k - first + 1)


@device
def set_bit(graph, e, i, of):
    """Set the bit of the row of one entry, if it is a row, in the i-th column."""
    matrices, first_word, words, scratch = of
    place = np.int64(scratch[graph.kept_indices[e]]) - 1
    if place >= 0:
        bit = ONE << np.uint64(place % WORD)
        cuda.atomic.or_(matrices.bits, first_word + i * words + place // WORD, bit)


fill_columns = sweep(set_bit)


@device
def fill_masks(matrices, nodes, m):
    """Write the masks of a root: candidates after it, excluded rows before it."""
    words = np.int64(matrices.words[m])
    first = matrices.row_begin[m]
    n = matrices.row_begin[m + 1] - first
    for j in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        candidates = ZERO
        excluded = ZERO
        for k in range(j * WORD, min(n, (j + 1) * WORD)):
            bit = ONE << np.uint64(k - j * WORD)
            if matrices.vertex[first + k] > matrices.root[m]:
                candidates |= bit
            else:
                excluded |= bit
        at = nodes.mask_begin[m] + j
        cuda.atomic.add(nodes.n_candidates, m, np.int64(popcount(candidates)))
        nodes.masks[at] = candidates
        nodes.masks[at + words] = excluded
        nodes.masks[at + 2 * words] = ZERO


@device
def meet_columns(matrices, m, children, child, first_word):
    """Combine the columns of L' in this lane's word, by one warp.

    Returns the rows in all columns, and the rows in two or more columns but not in all.
    """
    all_of, _, twice = meet_some(matrices, m, children, child, first_word, 0, 1)
    return all_of, twice & ~all_of


@device
def meet_by_block(matrices, m, children, child, first_word, shared):
    """`meet_columns` by a block: each warp combines a part of the columns.

    `shared`: uint64 (3, warps of the block, WARP), in shared memory.
    """
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    all_of, once, twice = meet_some(
        matrices, m, children, child, first_word, warp, shared.shape[1]
    )
    cuda.syncthreads()  # all warps have read the former contents of `shared`
    shared[0, warp, lane] = all_of
    shared[1, warp, lane] = once
    shared[2, warp, lane] = twice
    cuda.syncthreads()
    all_of, once, twice = ALL, ZERO, ZERO
    for part in range(shared.shape[1]):
        all_of &= shared[0, part, lane]
        twice |= shared[2, part, lane] | (once & shared[1, part, lane])
        once |= shared[1, part, lane]
    return all_of, twice & ~all_of


@device
def meet_some(matrices, m, children, child, first_word, part, parts):
    """Combine one of several parts of the columns of L' in this lane's word.

    Returns the rows in all of these columns, in one or more, and in two or more. Lanes
    lie along the words of a column. If columns are short, a warp reads several columns
    at a time, and combines the results at the end.
    """
    lane = cuda.threadIdx.x % WARP
    words = matrices.words[m]
    power = 0  # shifts, because divisions would dominate
    while 1 << power < words - first_word and 1 << power < WARP:
        power += 1
    side = 1 << power
    word = first_word + (lane & (side - 1))
    all_of = ALL
    once = ZERO
    twice = ZERO
    if word < words:
        at_once = WARP >> power  # columns at a time
        end = children.end[child]
        first_bit = matrices.begin[m] + word
        first = children.begin[child] + 4 * at_once * part + (lane >> power)
        step = 4 * at_once * parts
        # Read four columns at a time, so that their loads overlap. Read the next four
        # members early, so that the loads of their columns need not wait.
        p, q, r, t = next_members(children, first, at_once, end)
        for i in range(first, end, step):
            a = column_word(matrices, first_bit, words, p, ALL)
            b = column_word(matrices, first_bit, words, q, a)
            c = column_word(matrices, first_bit, words, r, a)
            d = column_word(matrices, first_bit, words, t, a)
            all_of &= a & b & c & d
            # In place of columns behind the last, `a` was read: do not count it twice.
            if q < 0:
                b = ZERO
            if r < 0:
                c = ZERO
            if t < 0:
                d = ZERO
            p, q, r, t = next_members(children, i + step, at_once, end)
            any_of = a | b | c | d
            twice |= (a & b) | (c & d) | ((a | b) & (c | d)) | (once & any_of)
            once |= any_of
    while side < WARP:
        all_of &= other_lane(all_of, side)
        twice |= other_lane(twice, side) | (once & other_lane(once, side))
        once |= other_lane(once, side)
        side *= 2
    return all_of, once, twice


@device
def next_members(children, i, at_once, end):
    """Return the member at place i, and the next three, `at_once` apart; -1 if none."""
    j, k, o = i + at_once, i + 2 * at_once, i + 3 * at_once
    return (
        children.members[i] if i < end else np.int32(-1),
        children.members[j] if j < end else np.int32(-1),
        children.members[k] if k < end else np.int32(-1),
        children.members[o] if o < end else np.int32(-1),
    )


@device
def column_word(matrices, first_bit, words, member, otherwise):
    """One word of a member's column, or `otherwise` if there is no member."""
    if member < 0:
        return otherwise
    return matrices.bits[first_bit + np.int64(member) * words]


@device
def other_lane(word, step):
    """Return the word of the lane whose number differs in the bit `step`."""
    return np.uint64(cuda.shfl_xor_sync(ALL_LANES, np.int64(word), step))


@device
def own_bit(row, word):
    """The bit of a row in one word of a mask."""
    if row // WORD == word:
        return ONE << np.uint64(row % WORD)
    return ZERO


@device
def rows_around(nodes, first_mask, words, row, word, without_dropped):
    """Return one word of a child's masks: its candidates, and its excluded rows.

    They are not yet intersected with L'. The masks of the child's node begin at
    `first_mask` and have `words` words each. `without_dropped` leaves out pruned
    candidates.
    """
    at = first_mask + word
    candidates = nodes.masks[at]
    if without_dropped:
        candidates &= ~nodes.masks[at + 2 * words]
    before = rows_before(row, word)
    excluded = nodes.masks[at + words] | (candidates & before)
    return candidates & ~(before | own_bit(row, word)), excluded


@device
def rows_before(row, word):
    """Return the rows before a row, in one word of a mask."""
    if word < row // WORD:
        return ALL
    return first_bits(row % WORD) if word == row // WORD else ZERO


@device
def weight_of(graph, matrices, vertex, word, mask):
    """Number of grown vertices that the rows in one word of a mask stand for.

    The vertices of the matrix begin at `vertex`.
    """
    weight = np.int64(0)
    while mask != ZERO:
        lowest = mask & (~mask + ONE)
        row = word * WORD + popcount(lowest - ONE)
        weight += graph.grown_weight[matrices.vertex[vertex + row]]
        mask ^= lowest
    return weight
