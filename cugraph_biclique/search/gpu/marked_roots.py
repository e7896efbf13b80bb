# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Matrices of wide roots, if marks of all grown vertices fit shared memory.

A row of a root is a vertex that at least two members of L meet, so two bits per vertex
suffice to find the rows: met once, and met twice. A block keeps them in shared memory
while it sweeps, and stores the second ones. In them, the number of a row is the number
of marks before its own, so rows need no sort and no words in global memory.

The bits do not tell which rows have all of L. Their bits are in all columns, so the
second kernel finds them in the matrix: they join the root and get no place in a mask.
`roots` has the sweep for other graphs and other least sizes, and explains when an
earlier vertex may have all of L.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ONE,
    THREADS,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    first_bits,
    kernel,
    popcount,
    sum_before,
    warp_sum,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.matrices import own_bit, rows_before, weight_of
from cugraph_biclique.search.gpu.sweeps import sweep

MOST_MARKED = 1 << 17  # grown vertices whose marks fit shared memory
MARK_WORDS = MOST_MARKED // WARP
BLOCK_WARPS = THREADS // WARP
CANDIDATES, JOINED, HELD, COUNTERS = range(4)  # entries of a block's counters


class Rows(NamedTuple):
    """The rows of a root, in shared memory."""

    marks: Any  # uint32, a bit for each grown vertex
    before: Any  # int32, rows before those of each word


@kernel(blocks=3)
def mark_wide_roots(graph, roots, marks, n_rows):
    """Mark the vertices that two members of a root meet, and count them."""
    once = cuda.shared.array(MARK_WORDS, np.uint32)
    twice = cuda.shared.array(MARK_WORDS, np.uint32)
    n_words = marks.shape[1]
    for index in range(cuda.blockIdx.x, roots.size, cuda.gridDim.x):
        k = roots.size - 1 - index  # the heaviest first
        for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
            once[j] = twice[j] = np.uint32(0)
        if cuda.threadIdx.x == 0:
            n_rows[k] = 0
        cuda.syncthreads()
        mark_all(graph, roots[k], (once, twice))
        cuda.syncthreads()
        n = np.int64(0)
        for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
            marks[k, j] = twice[j]
            n += popcount(twice[j])
        n = warp_sum(n)
        if cuda.threadIdx.x % WARP == 0:
            cuda.atomic.add(n_rows, k, n)
        cuda.syncthreads()


@device
def mark(graph, e, i, of):
    """Mark the vertex of one entry. One that is met often is already in `twice`."""
    once, twice = of
    w = graph.kept_indices[e]
    word, bit = w // WARP, np.uint32(1) << np.uint32(w % WARP)
    if twice[word] & bit == 0 and cuda.atomic.or_(once, word, bit) & bit != 0:
        cuda.atomic.or_(twice, word, bit)


mark_all = sweep(mark)


@kernel
def fill_marked(graph, matrices, nodes, marks, control):
    """Build the matrices of marked roots, and the roots as nodes: one block per root.

    Bits of the matrices are zero before. Sets the nodes' `joined`, too.
    """
    rows = Rows(
        cuda.shared.array(MARK_WORDS, np.uint32),
        cuda.shared.array(MARK_WORDS, np.int32),
    )
    of_warps = cuda.shared.array(BLOCK_WARPS, np.int64)
    counter = cuda.shared.array(COUNTERS, np.int64)
    for index in range(cuda.blockIdx.x, matrices.root.size, cuda.gridDim.x):
        m = matrices.root.size - 1 - index
        if cuda.threadIdx.x < COUNTERS:
            counter[cuda.threadIdx.x] = 0
        number_rows(marks, m, rows, of_warps)
        list_vertices(matrices, m, rows, marks.shape[1])
        words = np.int64(matrices.words[m])
        fill_columns(
            graph, matrices.root[m], (matrices.bits, matrices.begin[m], words, rows)
        )
        begin = nodes.begin[m]
        for i in range(cuda.threadIdx.x, nodes.end[m] - begin, cuda.blockDim.x):
            nodes.members[begin + i] = i
        cuda.syncthreads()
        fill_masks(graph, matrices, nodes, m, row_of(rows, matrices.root[m]), counter)
        cuda.syncthreads()
        if counter[HELD]:
            remove_candidates(nodes, nodes.mask_begin[m], words)
        if cuda.threadIdx.x == 0:
            held = counter[HELD] != 0
            nodes.n_candidates[m] = 0 if held else counter[CANDIDATES]
            nodes.joined[m] = 0 if held else counter[JOINED]
            if held:
                cuda.atomic.add(control, S.COVERED, 1)
        cuda.syncthreads()


@device
def number_rows(marks, m, rows, of_warps):
    """Read the marks of a root, and count the rows before each word, by a block."""
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    total = np.int64(0)
    for first in range(0, marks.shape[1], cuda.blockDim.x):
        j = first + cuda.threadIdx.x
        here = marks[m, j] if j < marks.shape[1] else np.uint32(0)
        before, of_warp = sum_before(np.int64(popcount(here)), lane)
        if lane == 0:
            of_warps[warp] = of_warp
        cuda.syncthreads()
        of_block = np.int64(0)
        for other in range(cuda.blockDim.x // WARP):
            if other == warp:
                before += of_block
            of_block += of_warps[other]
        if j < marks.shape[1]:
            rows.marks[j] = here
            rows.before[j] = total + before
        total += of_block
        cuda.syncthreads()


@device
def row_of(rows, w):
    """The row of a vertex that is one: the number of rows before it."""
    word, bit = w // WARP, np.uint32(1) << np.uint32(w % WARP)
    here = np.uint32(rows.marks[word] & (bit - np.uint32(1)))
    return np.int32(rows.before[word] + popcount(here))


@device
def list_vertices(matrices, m, rows, n_words):
    """Write the vertices of the rows, in ascending order."""
    for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
        left = rows.marks[j]
        at = matrices.row_begin[m] + rows.before[j]
        while left != 0:
            lowest = np.uint32(left & (~left + np.uint32(1)))
            left = np.uint32(left ^ lowest)
            matrices.vertex[at] = j * WARP + popcount(lowest - np.uint32(1))
            at += 1


@device
def set_bit(graph, e, i, of):
    """Set the bit of the row of one entry, if it is a row, in the i-th column."""
    bits, first_word, words, rows = of
    w = graph.kept_indices[e]
    if rows.marks[w // WARP] & (np.uint32(1) << np.uint32(w % WARP)) != 0:
        row = row_of(rows, w)
        at = first_word + i * words + row // WORD
        cuda.atomic.or_(bits, at, ONE << np.uint64(row % WORD))


fill_columns = sweep(set_bit)


@device
def fill_masks(graph, matrices, nodes, m, root_row, counter):
    """Mark rows after the root as candidates, and those before it as excluded.

    Rows in all columns, the root's own among them, join the root.
    """
    words = np.int64(matrices.words[m])
    first_row = matrices.row_begin[m]
    n = matrices.row_begin[m + 1] - first_row
    joined, n_candidates = np.int64(0), np.int64(0)
    for j in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        its_own, before = own_bit(root_row, j), rows_before(root_row, j)
        held = in_all_columns(matrices, nodes, m, j, ~its_own)
        after = first_bits(n - j * WORD) & ~(before | its_own)
        if held & before != ZERO:
            counter[HELD] = 1
        joined += weight_of(graph, matrices, first_row, j, (held & after) | its_own)
        at = nodes.mask_begin[m] + j
        nodes.masks[at] = after & ~held
        nodes.masks[at + words] = before & ~held
        nodes.masks[at + 2 * words] = ZERO
        n_candidates += popcount(after & ~held)
    joined, n_candidates = warp_sum(joined), warp_sum(n_candidates)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(counter, JOINED, joined)
        cuda.atomic.add(counter, CANDIDATES, n_candidates)


@device
def in_all_columns(matrices, nodes, m, word, rows):
    """Those of some rows of a word that all columns have.

    The loop usually ends after a few columns.
    """
    words = np.int64(matrices.words[m])
    for i in range(nodes.end[m] - nodes.begin[m]):
        if rows == ZERO:
            break
        rows &= matrices.bits[matrices.begin[m] + i * words + word]
    return rows


@device
def remove_candidates(nodes, first_mask, words):
    """Leave a root without candidates: it and its subtree are found elsewhere."""
    for j in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        nodes.masks[first_mask + j] = ZERO
