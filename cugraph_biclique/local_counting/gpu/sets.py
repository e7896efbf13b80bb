# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over sets of anchored vertices on a GPU, by vertex and by edge.

A block takes a root x, or a part of its second picks, and searches depth first. Rows
are not stored: `depth` tells for each neighbour of x how many picks it is adjacent to,
and a warp finds the common neighbours of a candidate in the adjacency lists. Running
sums grow as in `local_counting.cpu.sets`: a pick takes their growth when it is left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.counting.gpu.roots import COUNTERS, is_given_up
from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
    LIST_ENDS,
    THREADS,
    WARP,
    cuda,
    device,
    kernel,
    lay_out,
    list_of,
    warp_sum_32,
)

TOUCHED, SIZE, SUM, ITEM = range(4)  # entries of the block's counters
CURSOR, ROWS, BEFORE = range(3)  # of a level: next candidate, their number, SUM then
LEVEL_FIELDS = 3
LONG_LIST = 8  # times the list of x: then the shorter list is looked up in it


class Scratch(NamedTuple):
    """Arrays with one row per block."""

    position: Any  # int32, by kept vertex: its place among those of x, from 1; or 0
    common: Any  # int32, by grown vertex: members of x; 0 between two roots
    touched: Any  # int32, the grown vertices whose `common` is not 0
    candidates: Any  # int32 (n_grown for each level)
    depth: Any  # int32, by position
    sums: Any  # int64, by position
    before: Any  # int64 (entries for each level), by position: the sum when entered
    levels: Any  # int64


class Items(NamedTuple):
    """The units of work: a root, and which part of its second picks."""

    root: Any  # int32
    part: Any  # int32
    parts: Any  # int32


class Sums(NamedTuple):
    """The result on the device, int64."""

    grown: Any
    kept: Any
    edges: Any  # empty if not asked for
    weight: Any  # by number of common neighbours: the same as in `Pass`
    share: Any


@kernel(threads=THREADS, blocks=1)
def sum_sets(graph, items, scratch, out, total, control, picks, least):
    """Sum over the sets of one item after another, the heaviest roots first."""
    counter = cuda.shared.array(COUNTERS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    mine = np.int64(cuda.blockIdx.x)
    while True:
        if is_given_up(control, counter):
            break
        if cuda.threadIdx.x == 0:
            counter[ITEM] = cuda.atomic.add(control, C.NEXT, 1)
            counter[SUM] = 0
        cuda.syncthreads()
        index = items.root.size - 1 - counter[ITEM]
        if index < 0:
            break
        x = items.root[index]
        begin, end = graph.grown_indptr[x], graph.grown_indptr[x + 1]
        if end - begin < least:
            continue
        open_root(
            graph, scratch.position[mine], scratch.depth[mine], scratch.sums[mine],
            begin, end,
        )  # fmt: skip
        list_candidates(
            graph, scratch.common[mine], scratch.touched[mine],
            scratch.candidates[mine], counter, begins, ends, x, least,
        )  # fmt: skip
        cuda.syncthreads()
        descend(
            graph, scratch, mine, out, counter, control, begin, end - begin,
            np.int64(items.part[index]), np.int64(items.parts[index]), picks, least,
        )  # fmt: skip
        close_root(graph, scratch.position[mine], scratch.sums[mine], out, begin, end)
        if cuda.threadIdx.x == 0 and counter[SUM] > 0:
            cuda.atomic.add(out.grown, x, counter[SUM])
            cuda.atomic.add(total, 0, counter[SUM])
        cuda.syncthreads()


@device
def open_root(graph, position, depth, sums, begin, end):
    """Number the neighbours of the root, and reset their depths and sums."""
    for p in range(cuda.threadIdx.x, end - begin, cuda.blockDim.x):
        position[graph.grown_indices[begin + p]] = p + 1
        depth[p] = 0
        sums[p] = 0


@device
def close_root(graph, position, sums, out, begin, end):
    """Add the sums of the root to its neighbours and edges."""
    cuda.syncthreads()
    for p in range(cuda.threadIdx.x, end - begin, cuda.blockDim.x):
        b = graph.grown_indices[begin + p]
        position[b] = 0
        if sums[p] > 0:
            cuda.atomic.add(out.kept, b, sums[p])
            if out.edges.size > 0:
                cuda.atomic.add(out.edges, begin + p, sums[p])


@device
def list_candidates(
    graph, common, touched, candidates, counter, begins, ends, x, least
):
    """List the later vertices that share at least `least` neighbours with the root.

    The list has any order, so picks ascend by the number of the vertex.
    """
    if cuda.threadIdx.x == 0:
        counter[TOUCHED] = 0
        counter[SIZE] = 0
    cuda.syncthreads()
    first, last = graph.grown_indptr[x], graph.grown_indptr[x + 1]
    for base in range(first, last, THREADS):
        begin, size = np.int64(0), np.int64(0)
        if base + cuda.threadIdx.x < last:
            b = graph.grown_indices[base + cuda.threadIdx.x]
            end = graph.kept_indptr[b + 1]
            begin = place_of(graph.kept_indices, graph.kept_indptr[b], end, x + 1)
            size = end - begin
        total = lay_out(begins, ends, begin, size)
        for k in range(cuda.threadIdx.x, total, cuda.blockDim.x):
            y = graph.kept_indices[begins[list_of(ends, k)] + k]
            if cuda.atomic.add(common, y, 1) == 0:
                touched[cuda.atomic.add(counter, TOUCHED, 1)] = y
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        if common[touched[k]] >= least:
            candidates[cuda.atomic.add(counter, SIZE, 1)] = touched[k]
    cuda.syncthreads()
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        common[touched[k]] = 0


@device
def place_of(values, begin, end, value):
    """The first place of ascending values that is at least `value`."""
    while begin < end:
        middle = (begin + end) // 2
        if values[middle] < value:
            begin = middle + 1
        else:
            end = middle
    return begin


@device
def descend(
    graph, scratch, mine, out, counter, control, first, size, part, parts, picks, least
):
    """Search all sets of one item, level by level. All threads take the same path."""
    position, depth, sums = (
        scratch.position[mine], scratch.depth[mine], scratch.sums[mine],
    )  # fmt: skip
    candidates, before = scratch.candidates[mine], scratch.before[mine]
    levels = scratch.levels[mine]
    n_grown = graph.grown_weight.size
    most = depth.size
    level = np.int64(0)
    if cuda.threadIdx.x == 0:
        levels[CURSOR] = 0
        levels[ROWS] = counter[SIZE]
        levels[BEFORE] = -1
    cuda.syncthreads()
    while level >= 0:
        here = level * LEVEL_FIELDS
        mine_only = parts if level == 0 else np.int64(1)
        cursor, rows = levels[here + CURSOR], levels[here + ROWS]
        total = levels[here + BEFORE]
        cuda.syncthreads()  # all threads have read the level
        if is_given_up(control, counter):
            break
        if level == picks - 2:
            add_last(
                graph, position, depth, sums, candidates, out, counter, first, size,
                level * n_grown, rows, level, part, mine_only, least,
            )  # fmt: skip
            cuda.syncthreads()
            level -= 1
            continue
        if total >= 0:
            leave(
                graph, position, depth, sums, before, out, counter, first, size,
                candidates[level * n_grown + cursor], level, most, total,
            )  # fmt: skip
            cursor += 1
        while cursor < rows and (
            candidates[level * n_grown + cursor] % mine_only != part % mine_only
        ):
            cursor += 1
        cuda.syncthreads()
        if cursor >= rows:
            level -= 1
            continue
        y = candidates[level * n_grown + cursor]
        enter(graph, position, depth, sums, before, first, size, y, level, most)
        if cuda.threadIdx.x == 0:
            levels[here + CURSOR] = cursor
            levels[here + BEFORE] = counter[SUM]
            counter[SIZE] = 0
        cuda.syncthreads()
        select(
            graph, position, depth, candidates, counter, first, size,
            level * n_grown, rows, level, y, least,
        )  # fmt: skip
        cuda.syncthreads()
        if counter[SIZE] >= picks - 2 - level:
            level += 1
            if cuda.threadIdx.x == 0:
                levels[here + LEVEL_FIELDS + CURSOR] = 0
                levels[here + LEVEL_FIELDS + ROWS] = counter[SIZE]
                levels[here + LEVEL_FIELDS + BEFORE] = -1
        cuda.syncthreads()


@device
def scan_size(graph, size, y):
    """Number of places to look at for the common neighbours of x and y."""
    degree = graph.grown_indptr[y + 1] - graph.grown_indptr[y]
    return degree if degree <= LONG_LIST * size else size


@device
def match(graph, position, depth, first, size, y, level, t):
    """The entry of the list of y with the common neighbour at place t, or -1.

    Neighbours of x that are not adjacent to the picks of all levels do not count.
    """
    begin, end = graph.grown_indptr[y], graph.grown_indptr[y + 1]
    if end - begin <= LONG_LIST * size:
        p = np.int64(position[graph.grown_indices[begin + t]]) - 1
        return begin + t if p >= 0 and depth[p] >= level else np.int64(-1)
    if depth[t] < level:
        return np.int64(-1)
    b = graph.grown_indices[first + t]
    e = place_of(graph.grown_indices, begin, end, b)
    return e if e < end and graph.grown_indices[e] == b else np.int64(-1)


@device
def enter(graph, position, depth, sums, before, first, size, y, level, most):
    """Deepen the common neighbours that are adjacent to y, and note their sums."""
    for t in range(cuda.threadIdx.x, scan_size(graph, size, y), cuda.blockDim.x):
        e = match(graph, position, depth, first, size, y, level, t)
        if e >= 0:
            p = position[graph.grown_indices[e]] - 1
            before[level * most + p] = sums[p]
            depth[p] = level + 1


@device
def leave(
    graph, position, depth, sums, before, out, counter, first, size, y, level, most,
    total,
):  # fmt: skip
    """Add the growth of the sums to y and its edges."""
    for t in range(cuda.threadIdx.x, scan_size(graph, size, y), cuda.blockDim.x):
        e = match(graph, position, depth, first, size, y, level + 1, t)
        if e >= 0:
            p = position[graph.grown_indices[e]] - 1
            depth[p] = level
            growth = sums[p] - before[level * most + p]
            if growth > 0 and out.edges.size > 0:
                cuda.atomic.add(out.edges, e, growth)
    if cuda.threadIdx.x == 0 and counter[SUM] > total:
        cuda.atomic.add(out.grown, y, counter[SUM] - total)


@device
def select(
    graph, position, depth, candidates, counter, first, size, begin, rows, level, y,
    least,
):  # fmt: skip
    """List the candidates of the next level, with one warp per candidate."""
    lane = cuda.threadIdx.x % WARP
    next_begin = begin + graph.grown_weight.size
    for i in range(cuda.threadIdx.x // WARP, rows, cuda.blockDim.x // WARP):
        z = candidates[begin + i]
        if z <= y:
            continue
        common = np.int32(0)
        for t in range(lane, scan_size(graph, size, z), WARP):
            e = match(graph, position, depth, first, size, z, level + 1, t)
            common += np.int32(e >= 0)
        if warp_sum_32(common) >= least and lane == 0:
            candidates[next_begin + cuda.atomic.add(counter, SIZE, 1)] = z


@device
def add_last(
    graph, position, depth, sums, candidates, out, counter, first, size, begin, rows,
    level, part, parts, least,
):  # fmt: skip
    """Take each candidate as the last pick, with one warp per candidate."""
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, rows, cuda.blockDim.x // WARP):
        z = candidates[begin + i]
        if z % parts != part % parts:
            continue
        common = np.int32(0)
        for t in range(lane, scan_size(graph, size, z), WARP):
            e = match(graph, position, depth, first, size, z, level, t)
            common += np.int32(e >= 0)
        common = warp_sum_32(common)
        if common < least:
            continue
        weight, share = out.weight[common], out.share[common]
        if lane == 0 and weight > 0:
            cuda.atomic.add(counter, SUM, weight)
            cuda.atomic.add(out.grown, z, weight)
        if share == 0:
            continue
        for t in range(lane, scan_size(graph, size, z), WARP):
            e = match(graph, position, depth, first, size, z, level, t)
            if e >= 0:
                p = position[graph.grown_indices[e]] - 1
                cuda.atomic.add(sums, p, share)
                if out.edges.size > 0:
                    cuda.atomic.add(out.edges, e, share)
