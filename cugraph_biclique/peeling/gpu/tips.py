# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tip numbers on a GPU: see `peeling.cpu.tips`.

All blocks together take some vertices of the round at a time. A warp takes a neighbour
of one of them, and counts it for each vertex of its list. It divides a long list into
pieces, which all warps share: nearly every vertex has a neighbour with a very long
list, and all blocks would wait for the warp of that list.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_that_meet, launch_together
from cugraph_biclique.device.simt import (
    ALL_LANES,
    WARP,
    cuda,
    device,
    kernel,
    meet_blocks,
)
from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.gpu import butterflies
from cugraph_biclique.local_counting.gpu.by_priority import fits
from cugraph_biclique.peeling.gpu.levels import (
    BARRIER,
    LEVEL,
    LIST,
    N_PIECES,
    ROUNDS,
    WINDOW,
    lose,
    losing,
    new_peeling,
    next_round,
    peel,
)

MOST_AT_ONCE = 64  # vertices of a round that are taken together
PIECE_BITS = 8  # log2 of the entries of a piece: lists of as many or more are divided
PIECE_BYTES = 12  # row, neighbour and number


class Scratch(NamedTuple):
    """Counters of the vertices that are taken together, and pieces of lists: int32."""

    common: Any  # a row for each, by vertex of the side; zero between two vertices
    touched: Any  # rows of the vertices whose `common` is not zero
    n_touched: Any  # the length of each row of `touched`
    pieces: Any  # of long lists, (most, 3): the row, the neighbour, and which piece


def tip_numbers(
    graph: BipartiteGraph, side: str, budget: int, trace: Trace, progress: Progress
) -> Any:
    """Return the tip number of each vertex of a side: int64; None if the graph does not
    fit the budget."""
    if not fits(graph, budget):
        return None
    graph = graph.to_device()
    counts = butterflies(graph, False, budget, trace, progress)
    support = xp.array(counts.of(side), np.int64)
    left = Adjacency(graph.left_indptr, graph.left_indices)
    right = Adjacency(graph.right_indptr, graph.right_indices)
    sides = BothSides(left, right) if side == "left" else BothSides(right, left)
    scratch = new_scratch(len(support), xp.diff(sides[1].indptr), budget)
    if scratch is None:
        return None
    peeling = new_peeling(support)
    blocks = blocks_that_meet(graph.n_edges // WARP)

    def launch_rounds() -> None:
        launch_together(run_rounds, blocks, sides, peeling, scratch, ROUNDS, PIECE_BITS)

    return peel(peeling, launch_rounds, trace, progress, "vertices")


def new_scratch(n: int, lengths: Any, budget: int) -> Scratch | None:
    """Return the counters for as many of n vertices as the budget has room for.

    None if it has room for none. `lengths`: those of the lists of the other side.
    """
    pieces = int((((lengths - 1) >> PIECE_BITS) + 1)[lengths >> PIECE_BITS > 0].sum())
    each = plan.COUNT_SWEEP_BYTES * max(1, n) + PIECE_BYTES * pieces
    rows = min(MOST_AT_ONCE, plan.biclique_count(budget).sweeps // each)
    if rows == 0:
        return None
    return Scratch(
        common=xp.zeros((rows, n), np.int32),
        touched=xp.empty((rows, n), np.int32),
        n_touched=xp.zeros(rows, np.int32),
        pieces=xp.empty((max(1, rows * pieces), 3), np.int32),
    )


@kernel
def run_rounds(sides, peeling, scratch, rounds, bits):
    """Run some rounds, or until another window is needed. Cooperative.

    `sides`: `BothSides`, that of the items first. `peeling`: `Peeling`. `scratch`:
    `Scratch`. `rounds`: the most to run. `bits`: see `PIECE_BITS`.
    """
    support, control = peeling.support, peeling.control
    flip, flop = control[LIST], control[WINDOW]
    for number in range(rounds):
        n, flip, flop = next_round(peeling, flip, flop, number == 0)
        if n == 0:
            break
        # At level 0, the vertices that are removed share one neighbour at most.
        if control[LEVEL] > 0:
            of_round, items = losing(peeling, flip, flop), peeling.items[flip]
            for first in range(0, n, scratch.common.shape[0]):
                rows = min(scratch.common.shape[0], n - first)
                some = first, rows
                count_common(sides, items, some, support, scratch, control, bits)
                meet_blocks(control, BARRIER)
                n_pieces = control[N_PIECES]
                if n_pieces > 0:
                    count_pieces(sides, n_pieces, support, scratch, bits)
                    meet_blocks(control, BARRIER)
                take(scratch, rows, of_round, control)
                meet_blocks(control, BARRIER)
                forget(scratch, control)
                meet_blocks(control, BARRIER)
        flip = 1 - flip


@device
def forget(scratch, control):
    """Forget the vertices and the pieces that were counted."""
    thread = cuda.grid(1)
    if thread < scratch.n_touched.size:
        scratch.n_touched[thread] = 0
    if thread == 0:
        control[N_PIECES] = 0


@device
def share_of_rows(rows):
    """Share rows among the warps of all blocks.

    Return the first row of this warp, the step to its next one, which of the warps of a
    row it is, and how many there are. The step is a power of two, as divisions take
    many registers.
    """
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    bits = 31 - cuda.clz(np.int32(min(rows, warps)))
    step = 1 << bits
    first = warp & (step - 1)
    return first, step, warp >> bits, (warps - first + step - 1) >> bits


@device
def count_common(sides, items, some, support, scratch, control, bits):
    """Count the neighbours that some vertices share with each vertex that is left.

    `some`: the first of the items, and how many. One warp per neighbour. Long lists are
    only divided.
    """
    own, other = sides
    lane = cuda.threadIdx.x % WARP
    begin_items, rows = some
    first, step, part, parts = share_of_rows(rows)
    for row in range(first, rows, step):
        u = items[begin_items + row]
        for e in range(own.indptr[u] + part, own.indptr[u + 1], parts):
            v = own.indices[e]
            begin, end = other.indptr[v], other.indptr[v + 1]
            if (end - begin) >> bits > 0:
                divide(row, v, ((end - begin - 1) >> bits) + 1, scratch, control)
            else:
                count_entries(other, begin + lane, end, support, scratch, row)


@device
def divide(row, v, n, scratch, control):
    """Leave the n pieces of a list, by one warp."""
    lane = cuda.threadIdx.x % WARP
    at = np.int64(0)
    if lane == 0:
        at = cuda.atomic.add(control, N_PIECES, n)
    at = cuda.shfl_sync(ALL_LANES, at, 0)
    for number in range(lane, n, WARP):
        scratch.pieces[at + number, 0] = row
        scratch.pieces[at + number, 1] = v
        scratch.pieces[at + number, 2] = number


@device
def count_pieces(sides, n, support, scratch, bits):
    """Count the vertices of the pieces, one warp per piece."""
    other = sides[1]
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for i in range(warp, n, warps):
        row, v = scratch.pieces[i, 0], scratch.pieces[i, 1]
        begin = other.indptr[v] + (np.int64(scratch.pieces[i, 2]) << bits)
        end = min(begin + (1 << bits), other.indptr[v + 1])
        count_entries(other, begin + lane, end, support, scratch, row)


@device
def count_entries(other, begin, end, support, scratch, row):
    """Count the entries of a lane for those vertices of a list that are left."""
    for x in range(begin, end, WARP):
        w = other.indices[x]
        if support[w] >= 0:
            if cuda.atomic.add(scratch.common, (row, w), 1) == 0:
                at = cuda.atomic.add(scratch.n_touched, row, 1)
                scratch.touched[row, at] = w


@device
def take(scratch, rows, losing, control):
    """Take the butterflies of some vertices from those that are left."""
    lane = cuda.threadIdx.x % WARP
    first, step, part, parts = share_of_rows(rows)
    for row in range(first, rows, step):
        n = scratch.n_touched[row]
        for k in range(part * WARP + lane, n, parts * WARP):
            w = scratch.touched[row, k]
            c = np.int64(scratch.common[row, w])
            scratch.common[row, w] = 0
            if c > 1:
                lose(losing, w, c * (c - 1) // 2, control)
