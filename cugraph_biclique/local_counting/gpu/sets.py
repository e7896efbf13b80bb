# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over sets of anchored vertices on a GPU, by vertex and by edge.

A block takes a root x, or a part of its second picks, and searches depth first. It
stores no rows. Instead, `depth` has the number of picks after x that a neighbour of x
is adjacent to. A warp finds the common neighbours of a candidate in the adjacency
lists. Running sums grow as in `local_counting.cpu.sets`. When the block leaves a pick,
it adds the growth of the sums to the pick.

A position is a place in the list of x, from 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.counting.gpu.roots import COUNTERS, is_given_up
from cugraph_biclique.counting.gpu.state import Lists, Sweep
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
# Fields of a level: the current candidate, the number of candidates, and the counter
# SUM when the block entered the current candidate, or -1
CURSOR, ROWS, BEFORE = range(3)
LEVEL_FIELDS = 3
LONG_LIST = 8  # ratio to the list of x above which `match` bisects the list of y


class Scratch(NamedTuple):
    """Arrays with one row per block. There are `picks` - 1 levels."""

    position: Any  # int32, by kept vertex: its position plus 1, or 0
    common: Any  # int32, by grown vertex: common neighbours with x; 0 between two roots
    touched: Any  # int32, the grown vertices whose `common` is not 0
    candidates: Any  # int32 (levels * n_grown per block)
    depth: Any  # int32, by position: the number of picks after x adjacent to it
    sums: Any  # int64, by position
    before: Any  # int64, by level and position: the sum when the block entered the pick
    levels: Any  # int64 (levels * LEVEL_FIELDS per block)


class Own(NamedTuple):
    """What a block needs for a root: its rows of `Scratch`, and its counters."""

    position: Any
    depth: Any
    sums: Any
    candidates: Any
    before: Any
    levels: Any
    counter: Any  # int64 (COUNTERS,), in shared memory


class Root(NamedTuple):
    """The list of a root x in `grown_indices`."""

    first: Any
    size: Any


class Part(NamedTuple):
    """The second picks that are searched: those with this remainder modulo `parts`."""

    part: Any
    parts: Any


class Level(NamedTuple):
    """The candidates of a level."""

    level: Any
    begin: Any  # in `Scratch.candidates`
    rows: Any  # how many


class Items(NamedTuple):
    """The units of work: a root, a part of its second picks, and how many parts."""

    root: Any  # int32
    part: Any  # int32
    parts: Any  # int32


class Sums(NamedTuple):
    """The results on the device, and the terms of the `Pass`: int64."""

    grown: Any  # by grown vertex
    kept: Any  # by kept vertex
    edges: Any  # by entry of grown_indices; empty unless requested
    weight: Any  # by number of common neighbours
    share: Any  # by number of common neighbours


@kernel(threads=THREADS, blocks=1)
def sum_sets(graph, items, scratch, out, total, control, wanted):
    """Sum over all sets of anchored vertices, one block per item, last roots first.

    `graph`: `SearchGraph`. `items`: `Items`. `scratch`: `Scratch`. `out`: `Sums`.
    `total`: int64 (1,). `control`: int64 (C.WORDS,). `wanted`: `Wanted`.
    """
    least = wanted.least
    counter = cuda.shared.array(COUNTERS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    lists = Lists(begins, ends)
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
        position, depth = scratch.position[mine], scratch.depth[mine]
        sums = scratch.sums[mine]
        open_root(graph, position, depth, sums, begin, end)
        sweep = Sweep(scratch.common[mine], scratch.touched[mine])
        candidates = scratch.candidates[mine]
        list_candidates(graph, sweep, candidates, counter, lists, x, least)
        cuda.syncthreads()
        own = Own(
            position, depth, sums, candidates, scratch.before[mine],
            scratch.levels[mine], counter,
        )  # fmt: skip
        part = Part(np.int64(items.part[index]), np.int64(items.parts[index]))
        descend(graph, own, out, control, Root(begin, end - begin), part, wanted)
        close_root(graph, own, out, begin, end)
        if cuda.threadIdx.x == 0 and counter[SUM] > 0:
            cuda.atomic.add(out.grown, x, counter[SUM])
            cuda.atomic.add(total, 0, counter[SUM])
        cuda.syncthreads()


@device
def open_root(graph, position, depth, sums, begin, end):
    """Assign positions to the neighbours of the root, and reset their depths and sums.

    One thread per neighbour.
    """
    for p in range(cuda.threadIdx.x, end - begin, cuda.blockDim.x):
        position[graph.grown_indices[begin + p]] = p + 1
        depth[p] = 0
        sums[p] = 0


@device
def close_root(graph, own, out, begin, end):
    """Add the sums by position to the neighbours and edges of the root.

    One thread per neighbour.
    """
    sums = own.sums
    cuda.syncthreads()
    for p in range(cuda.threadIdx.x, end - begin, cuda.blockDim.x):
        b = graph.grown_indices[begin + p]
        own.position[b] = 0
        if sums[p] > 0:
            cuda.atomic.add(out.kept, b, sums[p])
            if out.edges.size > 0:
                cuda.atomic.add(out.edges, begin + p, sums[p])


@device
def list_candidates(graph, sweep, candidates, counter, lists, x, least):
    """List the later vertices that share at least `least` neighbours with the root.

    One thread per entry of the concatenated lists of the root's neighbours. The list
    has no order, so `select` compares the numbers of vertices.
    """
    common, touched = sweep.scratch, sweep.touched
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
        total = lay_out(lists.begins, lists.ends, begin, size)
        for k in range(cuda.threadIdx.x, total, cuda.blockDim.x):
            y = graph.kept_indices[lists.begins[list_of(lists.ends, k)] + k]
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
    """Return the first place of an ascending range whose entry is at least `value`."""
    while begin < end:
        middle = (begin + end) // 2
        if values[middle] < value:
            begin = middle + 1
        else:
            end = middle
    return begin


@device
def descend(graph, own, out, control, root, part, wanted):
    """Search all sets of one item depth first; all threads take the same path."""
    picks, least = wanted.picks, wanted.least
    candidates, levels, counter = own.candidates, own.levels, own.counter
    n_grown = graph.grown_weight.size
    level = np.int64(0)
    if cuda.threadIdx.x == 0:
        levels[CURSOR] = 0
        levels[ROWS] = counter[SIZE]
        levels[BEFORE] = -1
    cuda.syncthreads()
    while level >= 0:
        here = level * LEVEL_FIELDS
        mine_only = part.parts if level == 0 else np.int64(1)
        cursor, rows = levels[here + CURSOR], levels[here + ROWS]
        total = levels[here + BEFORE]
        cuda.syncthreads()  # all threads have read the level
        if is_given_up(control, counter):
            break
        if level == picks - 2:
            last = Level(level, level * n_grown, rows)
            add_last(graph, own, out, root, last, Part(part.part, mine_only), least)
            cuda.syncthreads()
            level -= 1
            continue
        if total >= 0:
            y = candidates[level * n_grown + cursor]
            leave(graph, own, out, root, y, level, total)
            cursor += 1
        while cursor < rows and (
            candidates[level * n_grown + cursor] % mine_only != part.part % mine_only
        ):
            cursor += 1
        cuda.syncthreads()
        if cursor >= rows:
            level -= 1
            continue
        y = candidates[level * n_grown + cursor]
        enter(graph, own, root, y, level)
        if cuda.threadIdx.x == 0:
            levels[here + CURSOR] = cursor
            levels[here + BEFORE] = counter[SUM]
            counter[SIZE] = 0
        cuda.syncthreads()
        select(graph, own, root, Level(level, level * n_grown, rows), y, least)
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
    """Return the number of places at which `match` finds common neighbours of x, y."""
    degree = graph.grown_indptr[y + 1] - graph.grown_indptr[y]
    return degree if degree <= LONG_LIST * size else size


@device
def match(graph, own, root, y, level, t):
    """Return the entry in the list of y of the common neighbour at place t, or -1.

    Only neighbours of x that are adjacent to the picks of the first `level` levels
    count. A place is in the list of y or, if that list is long, in the list of x.
    """
    depth = own.depth
    begin, end = graph.grown_indptr[y], graph.grown_indptr[y + 1]
    if end - begin <= LONG_LIST * root.size:
        p = np.int64(own.position[graph.grown_indices[begin + t]]) - 1
        return begin + t if p >= 0 and depth[p] >= level else np.int64(-1)
    if depth[t] < level:
        return np.int64(-1)
    b = graph.grown_indices[root.first + t]
    e = place_of(graph.grown_indices, begin, end, b)
    return e if e < end and graph.grown_indices[e] == b else np.int64(-1)


@device
def enter(graph, own, root, y, level):
    """Increase the depth of the common neighbours adjacent to y, and save their sums.

    One thread per place.
    """
    most = own.depth.size
    for t in range(cuda.threadIdx.x, scan_size(graph, root.size, y), cuda.blockDim.x):
        e = match(graph, own, root, y, level, t)
        if e >= 0:
            p = own.position[graph.grown_indices[e]] - 1
            own.before[level * most + p] = own.sums[p]
            own.depth[p] = level + 1


@device
def leave(graph, own, out, root, y, level, total):
    """Add the growth of the sums since `enter` to y and its edges.

    One thread per place.
    """
    most, counter = own.depth.size, own.counter
    for t in range(cuda.threadIdx.x, scan_size(graph, root.size, y), cuda.blockDim.x):
        e = match(graph, own, root, y, level + 1, t)
        if e >= 0:
            p = own.position[graph.grown_indices[e]] - 1
            own.depth[p] = level
            growth = own.sums[p] - own.before[level * most + p]
            if growth > 0 and out.edges.size > 0:
                cuda.atomic.add(out.edges, e, growth)
    if cuda.threadIdx.x == 0 and counter[SUM] > total:
        cuda.atomic.add(out.grown, y, counter[SUM] - total)


@device
def select(graph, own, root, here, y, least):
    """List the candidates of the next level: the later ones with enough neighbours.

    One warp per candidate.
    """
    candidates, counter, begin = own.candidates, own.counter, here.begin
    lane = cuda.threadIdx.x % WARP
    next_begin = begin + graph.grown_weight.size
    for i in range(cuda.threadIdx.x // WARP, here.rows, cuda.blockDim.x // WARP):
        z = candidates[begin + i]
        if z <= y:
            continue
        common = np.int32(0)
        for t in range(lane, scan_size(graph, root.size, z), WARP):
            e = match(graph, own, root, z, here.level + 1, t)
            common += np.int32(e >= 0)
        if warp_sum_32(common) >= least and lane == 0:
            candidates[next_begin + cuda.atomic.add(counter, SIZE, 1)] = z


@device
def add_last(graph, own, out, root, here, part, least):
    """Take each candidate as the last pick, and add its terms to the sums.

    One warp per candidate.
    """
    level, parts, counter = here.level, part.parts, own.counter
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.threadIdx.x // WARP, here.rows, cuda.blockDim.x // WARP):
        z = own.candidates[here.begin + i]
        if z % parts != part.part % parts:
            continue
        common = np.int32(0)
        for t in range(lane, scan_size(graph, root.size, z), WARP):
            e = match(graph, own, root, z, level, t)
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
        for t in range(lane, scan_size(graph, root.size, z), WARP):
            e = match(graph, own, root, z, level, t)
            if e >= 0:
                p = own.position[graph.grown_indices[e]] - 1
                cuda.atomic.add(own.sums, p, share)
                if out.edges.size > 0:
                    cuda.atomic.add(out.edges, e, share)
