# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Narrow roots whose sweep meets more vertices than a table in shared memory holds.

If `least` is 2, a row of a root is a vertex that the sweep meets at least twice. If
marks of all grown vertices fit shared memory, a first sweep finds the rows, and a
second sweep writes their words. Otherwise, a block has one word of global memory per
grown vertex, and one sweep writes the words of all vertices that it meets.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ONE,
    SMALL,
    THREADS,
    WARP,
    ZERO,
    cuda,
    device,
    kernel,
    popcount,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.roots.marked import (
    BLOCK_WARPS,
    MARK_WORDS,
    Rows,
    count_before,
    has_mark,
    list_vertices,
    row_of,
)
from cugraph_biclique.search.gpu.roots.rows import (
    ALL_COUNTERS,
    COUNTERS,
    TOUCHED,
    Tables,
    add_counts,
    clear,
    empty,
    make_node,
    reset,
)
from cugraph_biclique.search.gpu.roots.sweeps import sweep


class SweepMemory(NamedTuple):
    """Global memory of the blocks for their sweeps."""

    itself: Any  # int32 (grown vertices,), 0, 1, ...: the place of row or vertex i is i
    scratch: Any  # uint64 (blocks, grown vertices), words
    touched: Any  # int32 (blocks, grown vertices), vertices


@kernel(threads=THREADS, blocks=2)
def roots_in_marks(graph, large, memory, opening, min_grown):
    """Make nodes of the roots in `large`, if `least` is 2: one block per root.

    The rows of a root are numbered by vertex, so their words are side by side.

    `large`: int32. `memory`: `SweepMemory`. A block keeps the words of the rows in its
    `scratch`, and their vertices in `touched`. It leaves zeros in `scratch`, as
    `wide_roots` needs them.
    """
    itself, scratch, touched = memory
    control = opening.control
    counter = cuda.shared.array(ALL_COUNTERS, np.int64)
    of_warps = cuda.shared.array(BLOCK_WARPS, np.int64)
    once = cuda.shared.array(MARK_WORDS, np.uint32)
    rows = Rows(cuda.shared.array(MARK_WORDS, np.uint32), once)
    n_words = (itself.size + WARP - 1) // WARP
    mine = np.int64(cuda.blockIdx.x)
    words, vertices = scratch[mine], touched[mine]
    tables = Tables(counter, words, vertices, itself)
    reset(counter, ALL_COUNTERS)
    for index in range(mine, control[S.LARGE_ROOTS], cuda.gridDim.x):
        root = large[index]
        reset(counter, COUNTERS)
        for j in range(cuda.threadIdx.x, n_words, cuda.blockDim.x):
            once[j] = rows.marks[j] = np.uint32(0)
        cuda.syncthreads()
        mark_rows(graph, root, 0, 1, (once, rows.marks))
        cuda.syncthreads()
        n = count_before(rows, n_words, of_warps, 1)  # overwrites `once`
        list_vertices(rows, n_words, vertices, 0)
        for row in range(cuda.threadIdx.x, n, cuda.blockDim.x):
            words[row] = ZERO
        if cuda.threadIdx.x == 0:
            counter[TOUCHED] = n
        cuda.syncthreads()
        fill_rows(graph, root, 0, 1, (words, rows))
        cuda.syncthreads()
        make_node(graph, root, tables, opening, min_grown)
        for row in range(cuda.threadIdx.x, n, cuda.blockDim.x):
            words[row] = ZERO
        cuda.syncthreads()
    add_counts(counter, control)


@device
def mark(graph, e, i, of):
    """Mark the vertex of one entry as a row if the sweep has met it before."""
    once, marks = of
    w = graph.kept_indices[e]
    word, bit = w // WARP, np.uint32(1) << np.uint32(w % WARP)
    if marks[word] & bit == 0 and cuda.atomic.or_(once, word, bit) & bit != 0:
        cuda.atomic.or_(marks, word, bit)


mark_rows = sweep(mark)


@device
def fill(graph, e, i, of):
    """Set the bit of the i-th member in the row of one entry, if it is a row."""
    words, rows = of
    w = graph.kept_indices[e]
    if has_mark(rows, w):
        cuda.atomic.or_(words, row_of(rows, w, 1), ONE << np.uint64(i))


fill_rows = sweep(fill)


@kernel(threads=SMALL, blocks=3)
def roots_in_global(graph, large, memory, is_clear, opening, least, min_grown):
    """Make nodes of the roots in `large`, with words for all vertices: one block per
    root.

    `large`: int32. `memory`: `SweepMemory`. A block keeps the words in its `scratch`,
    and lists the vertices in `touched`. It clears its words before its first root, and
    notes this in `is_clear` (int32 per block) for later launches.
    """
    itself, scratch, touched = memory
    control = opening.control
    counter = cuda.shared.array(ALL_COUNTERS, np.int64)
    mine = np.int64(cuda.blockIdx.x)
    reset(counter, ALL_COUNTERS)
    if mine < control[S.LARGE_ROOTS] and is_clear[mine] == 0:
        empty(scratch[mine], ZERO)
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            is_clear[mine] = 1
    for index in range(mine, control[S.LARGE_ROOTS], cuda.gridDim.x):
        root = large[index]
        reset(counter, COUNTERS)
        meet(graph, root, 0, 1, (scratch[mine], touched[mine], counter, least))
        cuda.syncthreads()
        tables = Tables(counter, scratch[mine], itself, touched[mine])
        make_node(graph, root, tables, opening, min_grown)
        clear(graph, root, scratch[mine], counter)
        cuda.syncthreads()
    add_counts(counter, control)


@device
def meet_vertex(graph, e, i, of):
    """Set bit i in the word of the vertex of one entry; list a vertex that becomes a
    row."""
    scratch, touched, counter, least = of
    w = graph.kept_indices[e]
    if popcount(cuda.atomic.or_(scratch, w, ONE << np.uint64(i))) == least - 1:
        touched[cuda.atomic.add(counter, TOUCHED, 1)] = w


meet = sweep(meet_vertex)
