# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tip numbers on a GPU: see `peeling.cpu.tips`.

All blocks together take some vertices of the round at a time. A warp takes a neighbour
of one of them, and counts it for each vertex of its list.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_that_meet, launch_together
from cugraph_biclique.device.simt import WARP, cuda, device, kernel, meet_blocks
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
    ROUNDS,
    WINDOW,
    lose,
    losing,
    new_peeling,
    next_round,
    peel,
)

MOST_AT_ONCE = 64  # vertices of a round that are taken together


class Scratch(NamedTuple):
    """Counters of the vertices that are taken together: int32, one row for each."""

    common: Any  # by vertex of the side; zero between two vertices
    touched: Any  # the vertices whose `common` is not zero
    n_touched: Any  # one entry per row


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
    peeling, scratch = new_peeling(support), new_scratch(len(support), budget)
    blocks = blocks_that_meet(graph.n_edges // WARP)

    def launch_rounds() -> None:
        launch_together(run_rounds, blocks, sides, peeling, scratch, ROUNDS)

    return peel(peeling, launch_rounds, trace, progress, "vertices")


def new_scratch(n: int, budget: int) -> Scratch:
    """Return the counters for as many vertices as the budget has room for."""
    most = plan.biclique_count(budget).sweeps // (plan.COUNT_SWEEP_BYTES * max(1, n))
    rows = max(1, min(MOST_AT_ONCE, most))
    common, touched = xp.zeros((rows, n), np.int32), xp.empty((rows, n), np.int32)
    return Scratch(common, touched, xp.zeros(rows, np.int32))


@kernel
def run_rounds(sides, peeling, scratch, rounds):
    """Run some rounds, or until another window is needed. Cooperative.

    `sides`: `BothSides`, that of the items first. `peeling`: `Peeling`. `scratch`:
    `Scratch`.
    """
    control = peeling.control
    flip, flop = control[LIST], control[WINDOW]
    for number in range(rounds):
        n, flip, flop = next_round(peeling, flip, flop, number == 0)
        if n == 0:
            break
        # At level 0, the vertices that are removed share one neighbour at most.
        if control[LEVEL] > 0:
            of_round, items = losing(peeling, flip, flop), peeling.items[flip]
            for first in range(0, n, scratch.n_touched.size):
                last = min(n, first + scratch.n_touched.size)
                count_common(sides, items, first, last, of_round.support, scratch)
                meet_blocks(control, BARRIER)
                take(scratch, last - first, of_round, control)
                meet_blocks(control, BARRIER)
                if cuda.grid(1) < last - first:
                    scratch.n_touched[cuda.grid(1)] = 0
                meet_blocks(control, BARRIER)
        flip = 1 - flip


@device
def count_common(sides, items, first, last, support, scratch):
    """Count the neighbours that some vertices share with each vertex that is left.

    One warp per neighbour. Those of the next vertex go to other warps.
    """
    own, other = sides
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    before = np.int64(0)  # neighbours of the vertices before
    for i in range(first, last):
        u, row = items[i], i - first
        begin, end = own.indptr[u], own.indptr[u + 1]
        for e in range(begin + (warp - before) % warps, end, warps):
            v = own.indices[e]
            for x in range(other.indptr[v] + lane, other.indptr[v + 1], WARP):
                w = other.indices[x]
                if support[w] >= 0:
                    if cuda.atomic.add(scratch.common, (row, w), 1) == 0:
                        at = cuda.atomic.add(scratch.n_touched, row, 1)
                        scratch.touched[row, at] = w
        before += end - begin


@device
def take(scratch, rows, losing, control):
    """Take the butterflies of some vertices from those that are left."""
    thread, threads = cuda.grid(1), cuda.gridsize(1)
    for row in range(rows):
        for k in range(thread, scratch.n_touched[row], threads):
            w = scratch.touched[row, k]
            c = np.int64(scratch.common[row, w])
            scratch.common[row, w] = 0
            if c > 1:
                lose(losing, w, c * (c - 1) // 2, control)
