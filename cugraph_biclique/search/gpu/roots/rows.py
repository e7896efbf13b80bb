# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of roots, by one sweep over the neighbours of neighbours, as in cuMBE.

One block per root v sweeps N(u) for each u of L = N(v), and marks the vertices that it
meets. For a narrow root, the marks are its rows, in a hash table in shared memory. For
a wide root, the block keeps only the vertices of the rows. Most roots meet few
vertices, and blocks of one warp take them. Larger blocks take the roots whose tables
were too small, and `large` takes the rest.

Roots ascend by degree and have no twins, so every root is maximal. The graph of a
single root differs, because its degrees count only edges below that root. There, an
earlier vertex may be adjacent to all of L; then the root and its subtree are found
elsewhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
    ALL_LANES,
    LARGE,
    MIX,
    ONE,
    SMALL,
    WARP,
    ZERO,
    cuda,
    device,
    first_bits,
    kernel,
    popcount,
)
from cugraph_biclique.device.stack import take_room
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow.expand import (
    chunk_size,
    describe,
    is_small,
    write_chunks,
)
from cugraph_biclique.search.gpu.roots.sweeps import (
    entry_at,
    lists_of,
    members_for_warp,
    sweep,
)

# Entries of the block's counters
TOUCHED, JOINED, N_EXCLUDED, N_LATER, AT_EXCLUDED, AT_LATER, FIRST, NODE = range(8)
HELD = 8  # whether an earlier vertex is adjacent to all of L
SWEPT = 9  # edges that the sweep reads
FULL = 10  # whether the table of vertices is full
COUNTERS = 11
# Sums over the roots of a block, because blocks would wait for a shared counter.
TESTED, COVERED, FOUND = range(COUNTERS, COUNTERS + 3)
ALL_COUNTERS = COUNTERS + 3
FEW_SLOTS = 256  # slots of the hash tables of a block of one warp
FEW_SWEPT = 256  # most edges of a sweep into such a table
ROOT_SLOTS = 1024  # slots of the hash tables of a larger block
MOST_SWEPT = 8 * ROOT_SLOTS  # most edges of a sweep into such a table
PROBES = 32  # most slots that are tried for a vertex
FEW_MET = 4  # if more than 1/FEW_MET of the vertices were listed, reset all marks
NOBODY = -1


class Tables(NamedTuple):
    """The tables of a block for one root, in shared memory.

    `roots.large` keeps `marks`, `vertices` and `touched` in global memory.
    """

    counter: Any  # int64 (ALL_COUNTERS,)
    marks: Any  # uint64, one row per place of `vertices`
    vertices: Any  # int32, the vertices met; in shared memory, a hash table
    touched: Any  # int32, the places of vertices met often enough, each listed once


class Opening(NamedTuple):
    """Where a kernel writes the nodes of narrow roots, and emits the roots."""

    pool: Any  # `state.Pool`
    output: Any  # `output.Output`
    control: Any  # int64 (CONTROLS,)
    waiting: Any  # int32, receives the roots that do not fit the pool


class FoundRows(NamedTuple):
    """The rows of wide roots, as `wide_roots` lists them."""

    keys: Any  # int64, ``index of the root << 32 | vertex``, in any order
    n: Any  # int64 per root, number of rows
    joined: Any  # int32 per root, weight of the vertices adjacent to all of L


@kernel(threads=WARP, blocks=20)
def roots_by_warps(graph, roots, larger, opening, least, min_grown):
    """Make a node of every root that has candidates, and emit the roots: one warp, a
    block, per root.

    `roots`: int32. `larger`: int32, receives the roots whose sweeps do not fit the
    tables. Roots that do not fit the pool go to `opening.waiting`, for another launch.
    """
    control = opening.control
    tables = Tables(
        cuda.shared.array(ALL_COUNTERS, np.int64),
        cuda.shared.array(FEW_SLOTS, np.uint64),
        cuda.shared.array(FEW_SLOTS, np.int32),
        cuda.shared.array(FEW_SLOTS, np.int32),
    )
    reset(tables.counter, ALL_COUNTERS)
    for index in range(cuda.blockIdx.x, roots.size, cuda.gridDim.x):
        root = roots[roots.size - 1 - index]  # the heaviest first
        made = open_root(graph, root, tables, FEW_SWEPT, opening, least, min_grown)
        if not made and cuda.threadIdx.x == 0:
            larger[cuda.atomic.add(control, S.LARGER_ROOTS, 1)] = root
        cuda.syncthreads()
    add_counts(tables.counter, control)


@kernel(threads=SMALL, blocks=3)
def roots_in_shared(graph, larger, large, opening, least, min_grown):
    """Make nodes of the roots in `larger`, and emit them: one block per root.

    `larger`: int32. `large`: int32, receives the roots that do not fit these tables.
    """
    control = opening.control
    tables = Tables(
        cuda.shared.array(ALL_COUNTERS, np.int64),
        cuda.shared.array(ROOT_SLOTS, np.uint64),
        cuda.shared.array(ROOT_SLOTS, np.int32),
        cuda.shared.array(ROOT_SLOTS, np.int32),
    )
    reset(tables.counter, ALL_COUNTERS)
    for index in range(cuda.blockIdx.x, control[S.LARGER_ROOTS], cuda.gridDim.x):
        made = open_root(
            graph, larger[index], tables, MOST_SWEPT, opening, least, min_grown
        )
        if not made and cuda.threadIdx.x == 0:
            large[cuda.atomic.add(control, S.LARGE_ROOTS, 1)] = larger[index]
        cuda.syncthreads()
    add_counts(tables.counter, control)


@device
def open_root(graph, root, tables, most_swept, opening, least, min_grown):
    """Sweep a root and make its node, by a block; False if the tables are too small."""
    counter = tables.counter
    empty(tables.marks, ZERO)
    empty(tables.vertices, NOBODY)
    reset(counter, COUNTERS)
    measure_sweep(graph, root, counter)
    cuda.syncthreads()
    if counter[SWEPT] <= most_swept:
        sweep_in_shared(graph, root, tables, least)
    elif cuda.threadIdx.x == 0:
        counter[FULL] = 1
    cuda.syncthreads()
    if counter[FULL]:
        return False
    make_node(graph, root, tables, opening, min_grown)
    return True


@device
def make_node(graph, root, tables, opening, min_grown):
    """Make a node of the vertices whose places a sweep has listed, by a block."""
    counter, pool = tables.counter, opening.pool
    classify(graph, root, tables)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        open_node(graph, root, opening, counter, min_grown)
    cuda.syncthreads()
    if counter[NODE] >= 0:
        write_rows(graph, root, tables, pool)
    cuda.syncthreads()


@device
def empty(table, nothing):
    """Fill a block's table with `nothing`."""
    for k in range(cuda.threadIdx.x, table.size, cuda.blockDim.x):
        table[k] = nothing


@device
def add_counts(counter, control):
    """Add the sums over the roots of a block to the counters of the search."""
    if cuda.threadIdx.x == 0 and counter[TESTED]:
        cuda.atomic.add(control, S.TESTED, counter[TESTED])
        cuda.atomic.add(control, S.COVERED, counter[COVERED])
        cuda.atomic.add(control, S.FOUND, counter[FOUND])


@device
def reset(counter, n):
    """Zero the first n of the block's counters: all, or those of one root."""
    if cuda.threadIdx.x < n:
        counter[cuda.threadIdx.x] = 0
    cuda.syncthreads()


@device
def measure_sweep(graph, root, counter):
    """Count the edges that a root's sweep reads."""
    begin, end = graph.grown_indptr[root], graph.grown_indptr[root + 1]
    for k in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        u = graph.grown_indices[k]
        n = np.int64(graph.kept_indptr[u + 1] - graph.kept_indptr[u])
        cuda.atomic.add(counter, SWEPT, n)


@device
def sweep_in_shared(graph, root, tables, least):
    """Collect the bits of L of each vertex met, in a table in shared memory.

    Lists the places of vertices with at least `least` bits. Sets FULL if a vertex finds
    no slot.
    """
    counter = tables.counter
    begin, end, step, stride = members_for_warp(graph, root, 0, 1)
    for first in range(begin, end, stride):
        lists = lists_of(graph, first, min(end, first + step))
        for k in range(0, lists.n, WARP):
            i, e, has = entry_at(lists, k)
            place = np.int32(0)
            if has:
                place = place_of(tables.vertices, graph.kept_indices[e])
            if cuda.any_sync(ALL_LANES, place < 0):
                counter[FULL] = 1
                return
            if has:
                bit = ONE << np.uint64(first - graph.grown_indptr[root] + i)
                if popcount(cuda.atomic.or_(tables.marks, place, bit)) == least - 1:
                    at = cuda.atomic.add(counter, TOUCHED, 1)
                    tables.touched[at] = place


@device
def place_of(vertices, w):
    """Find or insert a vertex in a table; returns its place, or -1 if none is free."""
    last = np.int32(vertices.size - 1)
    place = np.int32((np.uint64(w) * MIX) >> np.uint64(32)) & last
    for _ in range(PROBES):
        there = vertices[place]
        if there == NOBODY:
            there = cuda.atomic.cas(vertices, place, np.int32(NOBODY), np.int32(w))
        if there == NOBODY or there == w:
            return np.int32(place)
        place = (place + 1) & last
    return np.int32(-1)


@device
def classify(graph, root, tables):
    """Count candidates and excluded rows, and handle vertices adjacent to all of L."""
    counter, marks = tables.counter, tables.marks
    vertices, touched = tables.vertices, tables.touched
    whole = first_bits(graph.grown_indptr[root + 1] - graph.grown_indptr[root])
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        w = vertices[touched[k]]
        if marks[touched[k]] == whole:
            join(graph, root, w, counter)
        elif w < root:
            cuda.atomic.add(counter, N_EXCLUDED, 1)
        else:
            cuda.atomic.add(counter, N_LATER, 1)


@device
def join(graph, root, w, counter):
    """Record a vertex adjacent to all of L: it excludes the root, or joins R."""
    if w < root:
        counter[HELD] = 1
    else:
        cuda.atomic.add(counter, JOINED, np.int64(graph.grown_weight[w]))


@device
def open_node(graph, root, opening, counter, min_grown):
    """Reserve a node for a root with candidates, and emit the root, by one thread."""
    pool, output, control, waiting = opening
    n_later, n_excluded = counter[N_LATER], counter[N_EXCLUDED]
    n = n_later + n_excluded
    counter[NODE] = -1
    if counter[HELD]:
        counter[TESTED] += 1
        counter[COVERED] += 1
        return
    if n_later > 0:
        node, first = take_room(control, 1, n)
        if node < 0:
            waiting[cuda.atomic.add(control, C.WAITING, 1)] = root
            return
        counter[NODE] = node
        counter[FIRST] = first
        cuda.atomic.max(control, C.WIDEST, n)
        middle = first + n_later
        describe(pool, node, first, middle, middle, first + n)
        if is_small(n_later, n):
            pool.subtrees[cuda.atomic.add(control, S.SUBTREES, 1)] = node
        else:
            size = chunk_size(n)
            at = cuda.atomic.add(control, C.CHUNKS, (n_later + size - 1) // size)
            write_chunks(pool, at, node, first, n_later, size)
        pool.nodes[node, S.OF_ALL] = counter[JOINED]
        pool.nodes[node, S.UNIVERSE] = root
    counter[TESTED] += 1
    if counter[JOINED] >= min_grown and output.mask.size == 0:
        counter[FOUND] += 1
    elif counter[JOINED] >= min_grown:
        at = cuda.atomic.add(control, S.FOUND, 1)
        if at < output.mask.size:
            output.mask[at] = first_bits(
                graph.grown_indptr[root + 1] - graph.grown_indptr[root]
            )
            output.universe[at] = root
            output.n_grown[at] = counter[JOINED]


@device
def write_rows(graph, root, tables, pool):
    """Write the rows of the node: candidates, then excluded rows."""
    counter, marks = tables.counter, tables.marks
    vertices, touched = tables.vertices, tables.touched
    node, first = counter[NODE], counter[FIRST]
    other = first + counter[N_LATER]
    whole = first_bits(graph.grown_indptr[root + 1] - graph.grown_indptr[root])
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        w, bits = vertices[touched[k]], marks[touched[k]]
        if bits == whole:
            continue
        if w > root:
            at = first + cuda.atomic.add(counter, AT_LATER, 1)
            pool.weight[at] = graph.grown_weight[w]
            pool.owner[at] = node
            pool.bits[at] = bits
        else:
            at = other + cuda.atomic.add(counter, AT_EXCLUDED, 1)
            pool.bits[at] = bits


@device
def unmark(graph, e, i, of):
    """Zero the mark of the vertex of one entry."""
    of[0][graph.kept_indices[e]] = ZERO


unmark_rows = sweep(unmark)


@device
def clear(graph, root, scratch, counter):
    """Zero the marks that a root's sweep has set, or all marks if it has met many
    vertices."""
    if counter[TOUCHED] <= scratch.size // FEW_MET:
        unmark_rows(graph, root, 0, 1, (scratch,))
    else:
        for w in range(cuda.threadIdx.x, scratch.size, cuda.blockDim.x):
            scratch[w] = ZERO


@kernel(threads=LARGE, blocks=1)
def wide_roots(graph, roots, scratch, touched, control, found, least):
    """Write the rows of wide roots as keys ``index << 32 | vertex``, in any order: one
    block per root.

    `roots`: int32. `scratch`: uint64 (blocks, grown vertices), zero before and after.
    `touched`: int32 (blocks, grown vertices). `found`: `FoundRows`, receives the rows.
    """
    keys, n_rows, joined = found
    counter = cuda.shared.array(COUNTERS, np.int64)
    mine = np.int64(cuda.blockIdx.x)
    for index in range(mine, roots.size, cuda.gridDim.x):
        k = roots.size - 1 - index
        root = roots[k]
        reset(counter, COUNTERS)
        count_rows(graph, root, 0, 1, (scratch[mine], touched[mine], counter, least))
        cuda.syncthreads()
        split_rows(graph, root, scratch[mine], touched[mine], counter)
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            if counter[HELD]:
                counter[JOINED] = counter[N_LATER] = 0
                cuda.atomic.add(control, S.COVERED, 1)
            n_rows[k] = counter[N_LATER]
            joined[k] = counter[JOINED]
            counter[FIRST] = cuda.atomic.add(control, S.KEYS, counter[N_LATER])
        cuda.syncthreads()
        if counter[HELD] == 0:
            write_keys(graph, root, k, scratch[mine], touched[mine], counter, keys)
        cuda.syncthreads()
        clear(graph, root, scratch[mine], counter)
        cuda.syncthreads()


@device
def count(graph, e, i, of):
    """Count the vertex of one entry; list it when it is met for the `least`-th time."""
    scratch, touched, counter, least = of
    w = graph.kept_indices[e]
    if cuda.atomic.add(scratch, w, ONE) == np.uint64(least - 1):
        touched[cuda.atomic.add(counter, TOUCHED, 1)] = w


count_rows = sweep(count)


@device
def split_rows(graph, root, scratch, touched, counter):
    """Count the rows, and handle vertices adjacent to all of L."""
    whole = np.uint64(graph.grown_indptr[root + 1] - graph.grown_indptr[root])
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        w = touched[k]
        if scratch[w] == whole:
            join(graph, root, w, counter)
        else:
            cuda.atomic.add(counter, N_LATER, 1)


@device
def write_keys(graph, root, index, scratch, touched, counter, keys):
    """Write the keys of the rows."""
    whole = np.uint64(graph.grown_indptr[root + 1] - graph.grown_indptr[root])
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        w = touched[k]
        if scratch[w] != whole:
            at = counter[FIRST] + cuda.atomic.add(counter, AT_LATER, 1)
            keys[at] = (np.int64(index) << np.int64(32)) | np.int64(w)
