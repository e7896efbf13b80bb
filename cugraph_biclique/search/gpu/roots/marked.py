# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Matrices of wide roots, if marks of all grown vertices fit shared memory.

If `least` is 2, a row of a root is a vertex that at least two members of L meet. So
three bits per vertex suffice to find the rows: met once, twice, and three times. A
block keeps these bits in shared memory while it sweeps, and then stores the marks of
the rows. The number of a row is the number of marks before its own. So rows need no
sort, and no words in global memory. If a root has many rows of two members, these rows
get marks of their own, and no place in the matrix (`wide.pair_rows`).

The marks do not show which rows have all of L. Such a row is in all columns, so
`open_marked` finds it in the matrix. It joins R, and gets no bit in a mask. `rows` has
the sweep for other graphs and other values of `least`, and explains when an earlier
vertex may have all of L.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ONE,
    THREADS,
    WARP,
    WORD,
    ZERO,
    any_lane,
    cuda,
    device,
    first_above,
    first_bits,
    kernel,
    popcount,
    sum_before,
    warp_sum,
    warp_sum_32,
    word_from_lane,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.roots.sweeps import sweep
from cugraph_biclique.search.gpu.wide.matrices import (
    has_pairs,
    own_bit,
    rows_before,
    weight_of,
)

MOST_MARKED = 1 << 17  # grown vertices whose marks fit shared memory
MARK_WORDS = MOST_MARKED // WARP
MASK_WORDS = MOST_MARKED // WORD
FEW_COLUMNS = 16  # columns of a matrix that have few rows in common
MOST_PAIRED = 1 << 10  # most members of a root with bits for pairs
BLOCK_WARPS = THREADS // WARP
MANY = 512  # blocks share a root with more members
PARTS = 16  # parts of such a root
CANDIDATES, JOINED, HELD, COUNTERS = range(4)  # entries of a block's counters


class Rows(NamedTuple):
    """The rows of a root, in shared memory."""

    marks: Any  # uint32, one bit per grown vertex
    before: Any  # int32 or uint32, the number of rows before each group of words


class MarkedRows(NamedTuple):
    """The rows of wide roots, as `mark_wide_roots` marks them."""

    marks: Any  # uint32 (roots, words), one bit per grown vertex
    marks_of_pairs: Any  # uint32, the same shape: rows that are pairs; or no rows, and
    # then no root has bits for pairs
    columns: Any  # int64 per root, members of L
    n_rows: Any  # int64 per root, rows of its matrix
    paired: Any  # bool per root, whether it has bits for pairs


@kernel(blocks=3)
def mark_wide_roots(graph, roots, found, pairs_each):
    """Mark the rows of roots, and count the columns and rows of their matrices: one
    block per root.

    `roots`: int32. `found`: `MarkedRows`, receives the rows. A root has bits for pairs
    if there are at least `pairs_each` rows of two members per member of L.
    """
    marks, marks_of_pairs, columns, n_rows, paired = found
    once = cuda.shared.array(MARK_WORDS, np.uint32)
    twice = cuda.shared.array(MARK_WORDS, np.uint32)
    thrice = cuda.shared.array(MARK_WORDS, np.uint32)
    n_words = marks.shape[1]
    for index in range(cuda.blockIdx.x, roots.size, cuda.gridDim.x):
        k = roots.size - 1 - index  # the heaviest first
        for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
            once[j] = twice[j] = thrice[j] = np.uint32(0)
        cuda.syncthreads()
        mark_all(graph, roots[k], 0, 1, (once, twice, thrice))
        cuda.syncthreads()
        n, n_pairs = count_marks(twice, thrice, n_words, once)
        members = graph.grown_indptr[roots[k] + 1] - graph.grown_indptr[roots[k]]
        # The root itself is a row of the matrix, so it needs three members.
        is_paired = marks_of_pairs.size > 0 and 2 < members <= MOST_PAIRED
        is_paired = is_paired and n_pairs >= pairs_each * members
        for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
            marks[k, j] = thrice[j] if is_paired else twice[j]
            if is_paired:
                marks_of_pairs[k, j] = np.uint32(twice[j] & ~thrice[j])
        if cuda.threadIdx.x == 0:
            columns[k] = members
            n_rows[k] = n - n_pairs if is_paired else n
            paired[k] = is_paired
        cuda.syncthreads()


@device
def mark(graph, e, i, of):
    """Mark the vertex of one entry. A vertex that is often met is soon in `thrice`."""
    once, twice, thrice = of
    w = graph.kept_indices[e]
    word, bit = w // WARP, np.uint32(1) << np.uint32(w % WARP)
    if thrice[word] & bit == 0 and cuda.atomic.or_(once, word, bit) & bit != 0:
        if cuda.atomic.or_(twice, word, bit) & bit != 0:
            cuda.atomic.or_(thrice, word, bit)


mark_all = sweep(mark)


@device
def count_marks(twice, thrice, n_words, counts):
    """Count the marks in `twice`, and the marks that are not in `thrice`, by a block.

    All arrays are uint32, in shared memory. Overwrites `counts`.
    """
    n, n_pairs = np.int32(0), np.int32(0)
    for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
        n = np.int32(n + cuda.popc(twice[j]))
        n_pairs = np.int32(n_pairs + cuda.popc(np.uint32(twice[j] & ~thrice[j])))
    if cuda.threadIdx.x < 2:
        counts[cuda.threadIdx.x] = np.uint32(0)
    cuda.syncthreads()
    n, n_pairs = warp_sum_32(n), warp_sum_32(n_pairs)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(counts, 0, np.uint32(n))
        cuda.atomic.add(counts, 1, np.uint32(n_pairs))
    cuda.syncthreads()
    return np.int64(counts[0]), np.int64(counts[1])


@kernel
def fill_marked(graph, matrices, nodes, marks):
    """Build the matrices of marked roots: one block per root, or per part of a root
    with many members.

    `marks`: uint32 (roots, words), one bit per grown vertex. The bits of the matrices
    are zero before.
    """
    rows = Rows(
        cuda.shared.array(MARK_WORDS, np.uint32),
        cuda.shared.array(MARK_WORDS, np.int32),
    )
    of_warps = cuda.shared.array(BLOCK_WARPS, np.int64)
    n = matrices.root.size
    first_hub = first_of_hubs(nodes, n)
    n_parts = PARTS * (n - first_hub)
    for index in range(cuda.blockIdx.x, n_parts + first_hub, cuda.gridDim.x):
        if index < n_parts:
            m, part, parts = n - 1 - index // PARTS, index % PARTS, PARTS
        else:
            m, part, parts = first_hub - 1 - (index - n_parts), 0, 1
        number_rows(marks, m, rows, of_warps, 1)
        if part == 0:
            list_vertices(rows, marks.shape[1], matrices.vertex, matrices.row_begin[m])
        of = matrices.bits, matrices.begin[m], np.int64(matrices.words[m]), rows
        fill_columns(graph, matrices.root[m], part, parts, of)
        cuda.syncthreads()


@device
def first_of_hubs(nodes, n):
    """Return the first root with more than `MANY` members; roots ascend by degree."""
    low, high = 0, n
    while low < high:
        middle = (low + high) >> 1
        if nodes.end[middle] - nodes.begin[middle] <= MANY:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def open_marked(graph, matrices, nodes, control):
    """Make nodes of marked roots once their matrices are filled: one block per root."""
    counter = cuda.shared.array(COUNTERS, np.int64)
    in_all = cuda.shared.array(MASK_WORDS, np.uint64)
    for index in range(cuda.blockIdx.x, matrices.root.size, cuda.gridDim.x):
        m = matrices.root.size - 1 - index
        if cuda.threadIdx.x < COUNTERS:
            counter[cuda.threadIdx.x] = 0
        begin = nodes.begin[m]
        for i in range(cuda.threadIdx.x, nodes.end[m] - begin, cuda.blockDim.x):
            nodes.members[begin + i] = i
        first, behind = matrices.row_begin[m], matrices.row_begin[m + 1]
        root_row = first_above(matrices.vertex, first, behind, matrices.root[m]) - 1
        meet_all_columns(matrices, nodes, m, in_all)
        cuda.syncthreads()
        root_row = np.int32(root_row - first)
        fill_masks(graph, matrices, nodes, m, root_row, in_all, counter)
        cuda.syncthreads()
        if counter[HELD]:
            remove_candidates(nodes, nodes.mask_begin[m], np.int64(matrices.words[m]))
        if cuda.threadIdx.x == 0:
            held = counter[HELD] != 0
            nodes.n_candidates[m] = 0 if held else counter[CANDIDATES]
            nodes.joined[m] = 0 if held else counter[JOINED]
            if held:
                cuda.atomic.add(control, S.COVERED, 1)
        cuda.syncthreads()


@device
def number_rows(marks, m, rows, of_warps, words_each):
    """Read the marks of a root, and count the rows before each group of words.

    A block does this. A group has `words_each` words. Returns the number of rows.
    """
    n_words = marks.shape[1]
    for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
        rows.marks[j] = marks[m, j]
    cuda.syncthreads()
    return count_before(rows, n_words, of_warps, words_each)


@device
def count_before(rows, n_words, of_warps, words_each):
    """`number_rows` when the marks are already in shared memory."""
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    total = np.int64(0)
    for first in range(0, n_words, cuda.blockDim.x * words_each):
        group = first // words_each + cuda.threadIdx.x
        n = np.int64(0)
        for j in range(group * words_each, min(n_words, (group + 1) * words_each)):
            n += popcount(rows.marks[j])
        before, of_warp = sum_before(n, lane)
        if lane == 0:
            of_warps[warp] = of_warp
        cuda.syncthreads()
        of_block = np.int64(0)
        for other in range(cuda.blockDim.x // WARP):
            if other == warp:
                before += of_block
            of_block += of_warps[other]
        if group * words_each < n_words:
            rows.before[group] = total + before
        total += of_block
        cuda.syncthreads()
    return total


@device
def row_of(rows, w, words_each):
    """Return the number of the row of a vertex: the number of marks before its own."""
    word, bit = w // WARP, np.uint32(1) << np.uint32(w % WARP)
    here = np.uint32(rows.marks[word] & (bit - np.uint32(1)))
    n = rows.before[word // words_each] + popcount(here)
    for j in range(word // words_each * words_each, word):
        n += popcount(rows.marks[j])
    return np.int32(n)


@device
def has_mark(rows, w):
    """Whether a vertex is a row."""
    return rows.marks[w // WARP] & (np.uint32(1) << np.uint32(w % WARP)) != 0


@device
def list_vertices(rows, n_words, vertices, first):
    """Write the vertices of the rows from vertices[first] on, in ascending order."""
    for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
        left = rows.marks[j]
        at = first + rows.before[j]
        while left != 0:
            lowest = np.uint32(left & (~left + np.uint32(1)))
            left = np.uint32(left ^ lowest)
            vertices[at] = j * WARP + popcount(lowest - np.uint32(1))
            at += 1


@device
def set_bit(graph, e, i, of):
    """Set the bit of the row of one entry, if it is a row, in the i-th column."""
    bits, first_word, words, rows = of
    w = graph.kept_indices[e]
    if has_mark(rows, w):
        row = row_of(rows, w, 1)
        at = first_word + i * words + row // WORD
        cuda.atomic.or_(bits, at, ONE << np.uint64(row % WORD))


fill_columns = sweep(set_bit)


@device
def fill_masks(graph, matrices, nodes, m, root_row, in_all, counter):
    """Write the masks of a root: rows after it are candidates, rows before it excluded.

    Rows in all columns (`in_all`) join R, as does the root's own row. Counts the rows
    to list: the candidates, or all rows if `wide.pair_rows` needs them.
    """
    words = np.int64(matrices.words[m])
    all_rows = has_pairs(matrices, m)
    first_row = matrices.row_begin[m]
    n = matrices.row_begin[m + 1] - first_row
    joined, n_candidates = np.int64(0), np.int64(0)
    for j in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        its_own, before = own_bit(root_row, j), rows_before(root_row, j)
        held = in_all[j] & ~its_own
        after = first_bits(n - j * WORD) & ~(before | its_own)
        if held & before != ZERO:
            counter[HELD] = 1
        joined += weight_of(graph, matrices, first_row, j, (held & after) | its_own)
        at = nodes.mask_begin[m] + j
        nodes.masks[at] = after & ~held
        nodes.masks[at + words] = before & ~held
        nodes.masks[at + 2 * words] = ZERO
        n_candidates += popcount(after & ~held)
        if all_rows:
            n_candidates += popcount(before & ~held)
    joined, n_candidates = warp_sum(joined), warp_sum(n_candidates)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(counter, JOINED, joined)
        cuda.atomic.add(counter, CANDIDATES, n_candidates)


@device
def meet_all_columns(matrices, nodes, m, in_all):
    """Find the rows that are in all columns of a matrix, by a block.

    The first columns usually have few rows in common. If they have some in a word, all
    threads share the other columns. Threads only clear bits. So a warp that reads a
    word too early wastes some work, but the result is the same.
    """
    words, n = np.int64(matrices.words[m]), nodes.end[m] - nodes.begin[m]
    for j in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        in_all[j] = in_columns(matrices, m, j, 0, min(n, FEW_COLUMNS), 1)
    cuda.syncthreads()
    if n > FEW_COLUMNS:
        first = FEW_COLUMNS + cuda.threadIdx.x
        for j in range(words):
            if word_from_lane(in_all[j], 0) != ZERO:
                rows = in_columns(matrices, m, j, first, n, cuda.blockDim.x)
                rows = ~any_lane(~rows)
                if cuda.threadIdx.x % WARP == 0:
                    cuda.atomic.and_(in_all, j, rows)


@device
def in_columns(matrices, m, word, begin, end, step):
    """Return the rows of a word that the columns begin:end:step have in common."""
    words, rows = np.int64(matrices.words[m]), ALL
    for i in range(begin, end, step):
        rows &= matrices.bits[matrices.begin[m] + i * words + word]
    return rows


@device
def remove_candidates(nodes, first_mask, words):
    """Remove all candidates of a root that is found elsewhere, with its subtree."""
    for j in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        nodes.masks[first_mask + j] = ZERO
