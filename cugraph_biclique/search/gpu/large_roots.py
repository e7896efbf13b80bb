# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Narrow roots that meet more vertices than a hash table in shared memory holds.

For the least size 2, a row of a root is a vertex that at least two members of L meet.
If marks of all grown vertices fit shared memory, a first sweep finds these, and a
second one writes their words, which are few. Otherwise a block has one word of global
memory per grown vertex, and the sweep writes the words of all vertices that it meets.
"""

from __future__ import annotations

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
from cugraph_biclique.search.gpu.marked_roots import (
    BLOCK_WARPS,
    MARK_WORDS,
    Rows,
    count_before,
    has_mark,
    list_vertices,
    row_of,
)
from cugraph_biclique.search.gpu.roots import (
    ALL_COUNTERS,
    COUNTERS,
    ROOT_SLOTS,
    TOUCHED,
    add_counts,
    clear,
    empty,
    make_node,
    reset,
)
from cugraph_biclique.search.gpu.sweeps import sweep


@kernel(threads=THREADS, blocks=2)
def roots_in_marks(
    graph, large, itself, scratch, touched, pool, output, control, waiting, min_grown
):
    """Make nodes of the roots in `large`, for the least size 2.

    The rows of a root are numbered by vertex, so their words are side by side. A row is
    its own place among them, so `itself` is the identity. If the words of a block are
    zero before, as `wide_roots` needs them, they are zero afterwards.
    """
    counter = cuda.shared.array(ALL_COUNTERS, np.int64)
    table = cuda.shared.array(ROOT_SLOTS, np.uint64)
    of_warps = cuda.shared.array(BLOCK_WARPS, np.int64)
    once = cuda.shared.array(MARK_WORDS, np.uint32)
    rows = Rows(cuda.shared.array(MARK_WORDS, np.uint32), once)
    n_words = (itself.size + WARP - 1) // WARP
    mine = np.int64(cuda.blockIdx.x)
    words, vertices = scratch[mine], touched[mine]
    reset(counter, ALL_COUNTERS)
    for index in range(mine, control[S.LARGE_ROOTS], cuda.gridDim.x):
        root = large[index]
        empty(table, ZERO)
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
        make_node(
            graph, root, vertices, words, itself, counter, table, pool, output,
            control, waiting, min_grown,
        )  # fmt: skip
        for row in range(cuda.threadIdx.x, n, cuda.blockDim.x):
            words[row] = ZERO
        cuda.syncthreads()
    add_counts(counter, control)


@device
def mark(graph, e, i, of):
    """Mark the vertex of one entry, if it was met before."""
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
def roots_in_global(
    graph, large, itself, scratch, touched, is_clear, pool, output, control, waiting,
    least, min_grown,
):  # fmt: skip
    """Make nodes of the roots in `large`, with marks of all vertices.

    A vertex is its own place there, so `itself` is the identity. A block clears its
    marks before its first root, and notes this in `is_clear` for later launches.
    """
    counter = cuda.shared.array(ALL_COUNTERS, np.int64)
    table = cuda.shared.array(ROOT_SLOTS, np.uint64)
    mine = np.int64(cuda.blockIdx.x)
    reset(counter, ALL_COUNTERS)
    if mine < control[S.LARGE_ROOTS] and is_clear[mine] == 0:
        empty(scratch[mine], ZERO)
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            is_clear[mine] = 1
    for index in range(mine, control[S.LARGE_ROOTS], cuda.gridDim.x):
        root = large[index]
        empty(table, ZERO)
        reset(counter, COUNTERS)
        meet(graph, root, 0, 1, (scratch[mine], touched[mine], counter, least))
        cuda.syncthreads()
        make_node(
            graph, root, itself, scratch[mine], touched[mine], counter, table, pool,
            output, control, waiting, min_grown,
        )  # fmt: skip
        clear(graph, root, scratch[mine], counter)
        cuda.syncthreads()
    add_counts(counter, control)


@device
def meet_vertex(graph, e, i, of):
    """Mark the vertex of one entry as adjacent to the i-th member."""
    scratch, touched, counter, least = of
    w = graph.kept_indices[e]
    if popcount(cuda.atomic.or_(scratch, w, ONE << np.uint64(i))) == least - 1:
        touched[cuda.atomic.add(counter, TOUCHED, 1)] = w


meet = sweep(meet_vertex)
