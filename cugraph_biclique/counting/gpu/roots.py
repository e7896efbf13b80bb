# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Roots: build rows from the graph, by two sweeps over the neighbours of neighbours.

A block takes an anchored vertex v. The first sweep counts, for each later anchored
vertex, the members of L = N(v) that are adjacent to it. Vertices with enough members
become rows, small rows first, and the second sweep sets their bits. With two picks, the
first sweep alone counts the sets.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.counting.gpu.expand import (
    chunk_size,
    describe,
    picks_of,
    width_of,
    write_chunk,
)
from cugraph_biclique.counting.gpu.full_rows import add_limbs, sets_of
from cugraph_biclique.counting.gpu.state import KIND, Lists, Sweep
from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
    LIST_ENDS,
    ONE,
    THREADS,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    kernel,
    lay_out,
    list_of,
    sum_before,
)
from cugraph_biclique.device.stack import take_room

# Entries of the block's counters
TOUCHED, FULL, ROWS, NODE, FIRST, FIRST_CHUNK, TALLIED, GIVEN_UP = range(8)
COUNTERS = 8
BINS = 256  # bins of the sort by size; all larger rows share the last bin
TALLIED_AT_MOST = 2**31 - 1  # most rows in the int32 bins of a block before a flush
LOOK_LISTS = 4 * THREADS  # lists between two checks of the status: a power of two
MOST_WIDTH = (1 << 23) - 1  # words of a row: KIND is an int32


@kernel(threads=THREADS, blocks=2)
def open_roots(graph, roots, sweep, state, waiting, wanted):
    """Build a node for each root, with the root as first pick; with two picks, count
    the sets directly. One block per root.

    `graph`: `SearchGraph`. `roots`: int32. `sweep`: `Sweep`, one row per block.
    `state`: `State`. `waiting`: int32, receives the roots without room in the pool, for
    another launch. `wanted`: `Wanted`.
    """
    leaves, control = state.leaves, state.control
    picks, least = wanted.picks, wanted.least
    counter = cuda.shared.array(COUNTERS, np.int64)
    bins = cuda.shared.array(BINS, np.int32)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    lists = Lists(begins, ends)
    mine = np.int64(cuda.blockIdx.x)
    counter[TALLIED] = 0
    clear_bins(bins)
    for index in range(mine, roots.size, cuda.gridDim.x):
        root = roots[roots.size - 1 - index]  # the heaviest first
        if cuda.threadIdx.x < TALLIED:
            counter[cuda.threadIdx.x] = 0
        if is_given_up(control, counter):
            break
        own = Sweep(sweep.scratch[mine], sweep.touched[mine])
        sweep_counts(graph, root, own, control, counter, lists, least)
        cuda.syncthreads()
        if picks == 2 and counter[TALLIED] + counter[TOUCHED] > TALLIED_AT_MOST:
            flush(bins, leaves, counter)
        count_sizes(graph, root, own, counter, bins, leaves, picks)
        cuda.syncthreads()
        if picks == 2:
            clear(graph, root, own.scratch, lists)
            if cuda.threadIdx.x == 0:
                counter[TALLIED] += counter[TOUCHED]
            cuda.syncthreads()
            continue
        if cuda.threadIdx.x == 0:
            open_node(graph, root, state, waiting, counter, picks)
        cuda.syncthreads()
        if counter[NODE] >= 0:
            place_rows(graph, root, own, counter, bins, state.pool)
            cuda.syncthreads()
            fill_rows(graph, root, own.scratch, state, counter, lists)
            list_chunks(state.pool, counter)
            cuda.syncthreads()
            for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
                sweep.scratch[mine, sweep.touched[mine, k]] = 0
        else:
            clear(graph, root, own.scratch, lists)
        cuda.syncthreads()
        clear_bins(bins)
    if picks == 2:
        flush(bins, leaves, counter)


@device
def is_given_up(control, counter):
    """Whether the host or another block has given up the count.

    All threads of the block get the same answer. If it is true, the results of the
    block are invalid.
    """
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        counter[GIVEN_UP] = cuda.atomic.add(control, C.STATUS, 0)
    cuda.syncthreads()
    return counter[GIVEN_UP] == C.STUCK


@device
def clear_bins(bins):
    """Empty the block's bins."""
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        bins[k] = 0
    cuda.syncthreads()


@device
def flush(bins, leaves, counter):
    """Add the block's bins to the sums, and empty them."""
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        if bins[k] > 0:
            cuda.atomic.add(leaves, k, np.int64(bins[k]))
    if cuda.threadIdx.x == 0:
        counter[TALLIED] = 0
    clear_bins(bins)


@device
def lay_out_lists(graph, root, first, lists):
    """Concatenate the lists of the members of L from `first` on, one per thread; return
    their total length."""
    me = graph.grown_indptr[root] + first + cuda.threadIdx.x
    begin, size = np.int64(0), np.int64(0)
    if me < graph.grown_indptr[root + 1]:
        u = graph.grown_indices[me]
        begin = graph.kept_indptr[u]
        size = graph.kept_indptr[u + 1] - begin
    return lay_out(lists.begins, lists.ends, begin, size)


@device
def entry(graph, root, lists, k, n):
    """Return the member of L whose list has entry k, and the vertex of the entry.

    The vertex is -1 if it does not come after the root.
    """
    i, w = np.int32(0), np.int32(-1)
    if k < n:
        i = list_of(lists.ends, k)
        w = graph.kept_indices[lists.begins[i] + k]
        if w <= root:
            w = np.int32(-1)
    return i, w


@device
def sweep_counts(graph, root, sweep, control, counter, lists, least):
    """Count the members adjacent to each later vertex; list vertices that have `least`.

    Each thread loads four entries at a time, because memory latency dominates here.
    """
    scratch, touched = sweep.scratch, sweep.touched
    members = graph.grown_indptr[root + 1] - graph.grown_indptr[root]
    for first in range(0, members, THREADS):
        if first & (LOOK_LISTS - 1) == LOOK_LISTS - THREADS:
            if is_given_up(control, counter):
                break
        n = lay_out_lists(graph, root, first, lists)
        for k in range(cuda.threadIdx.x, n, 4 * THREADS):
            _, a = entry(graph, root, lists, k, n)
            _, b = entry(graph, root, lists, k + THREADS, n)
            _, c = entry(graph, root, lists, k + 2 * THREADS, n)
            _, d = entry(graph, root, lists, k + 3 * THREADS, n)
            met_a, met_b = meet(scratch, a), meet(scratch, b)
            met_c, met_d = meet(scratch, c), meet(scratch, d)
            note(touched, counter, a, met_a == least - 1)
            note(touched, counter, b, met_b == least - 1)
            note(touched, counter, c, met_c == least - 1)
            note(touched, counter, d, met_d == least - 1)


@device
def meet(scratch, w):
    """Increment the count of a vertex, and return the count before."""
    return cuda.atomic.add(scratch, w, 1) if w >= 0 else np.int32(-1)


@device
def note(touched, counter, w, is_row):
    """List a vertex whose count has reached `least`."""
    if is_row:
        touched[cuda.atomic.add(counter, TOUCHED, 1)] = w


@device
def count_sizes(graph, root, sweep, counter, bins, leaves, picks):
    """Count the rows of each size, and separately the full rows.

    With two picks, each row is a set, and a row without a bin of its own goes to
    `leaves`.
    """
    members = graph.grown_indptr[root + 1] - graph.grown_indptr[root]
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        size = sweep.scratch[sweep.touched[k]]
        if picks > 2 and size == members:
            cuda.atomic.add(counter, FULL, 1)
        elif picks == 2 and size >= BINS:
            cuda.atomic.add(leaves, size, 1)
        else:
            cuda.atomic.add(bins, min(size, BINS - 1), 1)


@device
def open_node(graph, root, state, waiting, counter, picks):
    """Reserve a node for a root with enough rows, by one thread.

    Also count the sets of full rows alone, unless the root waits for another launch.
    Each row has at least one word. So a pool of W words needs at most W chunks, and W
    entries of `inner` and `deferred`, which are distinct rows of nodes in the pool.
    """
    leaves, control = state.leaves, state.control
    n = counter[TOUCHED] - counter[FULL]
    counter[ROWS] = n
    counter[NODE] = -1
    if counter[TOUCHED] < picks - 1:
        return
    members = graph.grown_indptr[root + 1] - graph.grown_indptr[root]
    width = (members + WORD - 1) // WORD
    sets = sets_of(counter[FULL], picks - 1)
    # An empty pool is too small for the rows, or a number does not fit its field.
    if n * width > control[C.ROW_LIMIT] or width > MOST_WIDTH or sets < 0:
        control[C.STATUS] = C.STUCK
        return
    if n == 0:
        add_limbs(leaves, control, members, sets)
        return
    node, first = take_room(control, 1, n * width)
    if node < 0:
        waiting[cuda.atomic.add(control, C.WAITING, 1)] = root
        return
    counter[NODE] = node
    counter[FIRST] = first
    cuda.atomic.max(control, C.WIDEST, n * width)
    add_limbs(leaves, control, members, sets)
    describe(state.pool, node, first, n, width, picks - 1, counter[FULL])
    size = chunk_size(n, width, picks - 1)
    counter[FIRST_CHUNK] = cuda.atomic.add(control, C.CHUNKS, (n + size - 1) // size)


@device
def place_rows(graph, root, sweep, counter, bins, pool):
    """Assign places to the rows, small rows first, and clear their bits in the pool.

    `scratch` receives the complement of a row's place. Full rows get no place. The
    first warp turns the bins into places.
    """
    scratch = sweep.scratch
    members = graph.grown_indptr[root + 1] - graph.grown_indptr[root]
    lane = cuda.threadIdx.x % WARP
    if cuda.threadIdx.x < WARP:
        each = BINS // WARP
        total = np.int64(0)
        for k in range(lane * each, (lane + 1) * each):
            total += bins[k]
        before, _ = sum_before(total, lane)
        for k in range(lane * each, (lane + 1) * each):
            size = bins[k]
            bins[k] = before
            before += size
    width = np.int64(width_of(pool.nodes[counter[NODE], KIND]))
    for k in range(cuda.threadIdx.x, counter[ROWS] * width, cuda.blockDim.x):
        pool.bits[counter[FIRST] + k] = ZERO
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        w = sweep.touched[k]
        if scratch[w] < members:
            scratch[w] = -1 - cuda.atomic.add(bins, min(scratch[w], BINS - 1), 1)


@device
def fill_rows(graph, root, scratch, state, counter, lists):
    """Set the bits of the rows by a second sweep, and clear all other counts.

    Word w of row r is at FIRST + w * ROWS + r: `open_node` has reserved width * ROWS
    words.
    """
    pool, control = state.pool, state.control
    members = graph.grown_indptr[root + 1] - graph.grown_indptr[root]
    for first in range(0, members, THREADS):
        if first & (LOOK_LISTS - 1) == LOOK_LISTS - THREADS:
            if is_given_up(control, counter):
                break
        n = lay_out_lists(graph, root, first, lists)
        for k in range(cuda.threadIdx.x, n, 2 * THREADS):
            i, a = entry(graph, root, lists, k, n)
            j, b = entry(graph, root, lists, k + THREADS, n)
            place_a = scratch[a] if a >= 0 else np.int32(0)
            place_b = scratch[b] if b >= 0 else np.int32(0)
            fill_bit(scratch, pool, counter, first + i, a, place_a)
            fill_bit(scratch, pool, counter, first + j, b, place_b)


@device
def fill_bit(scratch, pool, counter, i, w, place):
    """Set bit i in the row of a vertex, or clear its count if it has no row."""
    if place < 0:
        at = counter[FIRST] + i // WORD * counter[ROWS] - 1 - place
        cuda.atomic.or_(pool.bits, at, ONE << np.uint64(i % WORD))
    elif place > 0:
        scratch[w] = 0


@device
def list_chunks(pool, counter):
    """List the chunks of the node. All threads of the block call this function."""
    node = counter[NODE]
    n = counter[ROWS]
    kind = pool.nodes[node, KIND]
    size = chunk_size(n, np.int64(width_of(kind)), np.int64(picks_of(kind)))
    for k in range(cuda.threadIdx.x, (n + size - 1) // size, cuda.blockDim.x):
        write_chunk(pool, counter[FIRST_CHUNK] + k, node, k * size, size)


@device
def clear(graph, root, scratch, lists):
    """Clear the counts of a sweep."""
    members = graph.grown_indptr[root + 1] - graph.grown_indptr[root]
    for first in range(0, members, THREADS):
        n = lay_out_lists(graph, root, first, lists)
        for k in range(cuda.threadIdx.x, n, THREADS):
            _, w = entry(graph, root, lists, k, n)
            if w >= 0:
                scratch[w] = 0
