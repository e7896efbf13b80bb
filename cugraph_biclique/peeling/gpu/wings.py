# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wing numbers on a GPU: see `peeling.cpu.wings`.

A warp takes an edge of the round, and then a bloom that changes. Edges with many links
and blooms with many wedges are left to all blocks together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import together
from cugraph_biclique.device.launching import blocks_that_meet, launch_together
from cugraph_biclique.device.simt import (
    WARP,
    ballot_of,
    cuda,
    device,
    kernel,
    lanes_before,
    meet_blocks,
    voters,
)
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.peeling.gpu.blooms import blooms_of
from cugraph_biclique.peeling.gpu.levels import (
    BARRIER,
    LIST,
    N_LONG_BLOOMS,
    N_LONG_EDGES,
    N_TOUCHED,
    ROUNDS,
    WINDOW,
    lose,
    losing,
    new_peeling,
    next_round,
    peel,
)
from cugraph_biclique.peeling.windows import GONE

LONG = 1024  # links of an edge, or wedges of a bloom: more are for all blocks


class Work(NamedTuple):
    """Lists of a round: int32."""

    touched: Any  # the blooms from which wedges are removed
    long_blooms: Any  # those with many wedges
    long_edges: Any  # the edges with many links


def wing_numbers(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> Any:
    """Return the wing number of each edge: int64, in the order of `left_indices`; None
    if the index does not fit the budget."""
    found = blooms_of(graph, budget, trace, progress)
    if found is None:
        return None
    blooms, support = found
    peeling = new_peeling(support)
    n, m = len(blooms.begin), len(support)
    work = Work(*together((n, np.int32), (n, np.int32), (m, np.int32)))
    blocks = blocks_that_meet(m)

    def launch_rounds() -> None:
        launch_together(run_rounds, blocks, blooms, peeling, work, ROUNDS, LONG)

    return peel(peeling, launch_rounds, trace, progress, "edges")


@kernel
def run_rounds(blooms, peeling, work, rounds, long):
    """Run some rounds, or until another window is needed. Cooperative.

    `blooms`: `Blooms`. `peeling`: `Peeling`. `work`: `Work`.
    """
    control = peeling.control
    flip, flop = control[LIST], control[WINDOW]
    for number in range(rounds):
        finish_long_blooms(blooms, work, control)
        n, flip, flop = next_round(peeling, flip, flop, number == 0)
        if n == 0:
            break
        of_round = losing(peeling, flip, flop)
        items = peeling.items[flip]
        take(blooms, work, items, n, of_round, control, long)
        meet_blocks(control, BARRIER)
        if control[N_LONG_EDGES] > 0:
            take_long(blooms, work, of_round, control)
            meet_blocks(control, BARRIER)
        update(blooms, work, of_round, control, long)
        meet_blocks(control, BARRIER)
        if control[N_LONG_BLOOMS] > 0:
            update_long(blooms, work, of_round, control)
        flip = 1 - flip


@device
def finish_long_blooms(blooms, work, control):
    """Count the wedges of the last round as removed, and forget its lists.

    All blocks meet before and after.
    """
    thread, threads = cuda.grid(1), cuda.gridsize(1)
    n = control[N_LONG_BLOOMS]
    meet_blocks(control, BARRIER)
    for i in range(thread, n, threads):
        bloom = work.long_blooms[i]
        blooms.counts[2 * bloom] -= blooms.counts[2 * bloom + 1]
        blooms.counts[2 * bloom + 1] = 0
    if thread == 0:
        control[N_TOUCHED] = 0
        control[N_LONG_EDGES] = 0
        control[N_LONG_BLOOMS] = 0


@device
def take(blooms, work, items, n, losing, control, long):
    """Remove the wedges of the edges of the round, one warp per edge."""
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for i in range(warp, n, warps):
        edge = items[i]
        begin, end = blooms.link_indptr[edge], blooms.link_indptr[edge + 1]
        if end - begin > long:
            if lane == 0:
                work.long_edges[cuda.atomic.add(control, N_LONG_EDGES, 1)] = edge
        else:
            for x in range(begin + lane, end, WARP):
                remove_wedge(blooms, work, edge, x, losing, control)


@device
def take_long(blooms, work, losing, control):
    """Remove the wedges of edges with many links, one link per thread."""
    for i in range(control[N_LONG_EDGES]):
        edge = work.long_edges[i]
        first = blooms.link_indptr[edge] + cuda.grid(1)
        for x in range(first, blooms.link_indptr[edge + 1], cuda.gridsize(1)):
            remove_wedge(blooms, work, edge, x, losing, control)


@device
def remove_wedge(blooms, work, edge, link, losing, control):
    """Remove the wedge of a link of an edge of the round, if it is left.

    The other edge loses its butterflies in the bloom. If it is also removed in this
    round, the lesser of the two counts the wedge.
    """
    twin = blooms.twin[link]
    state = losing.support[twin]
    if state == GONE or (state < 0 and twin < edge):
        return
    bloom = blooms.bloom[link]
    k = blooms.counts[2 * bloom]
    if k < 2:
        return
    if cuda.atomic.add(blooms.counts, 2 * bloom + 1, 1) == 0:
        work.touched[cuda.atomic.add(control, N_TOUCHED, 1)] = bloom
    if state >= 0:
        lose(losing, twin, np.int64(k) - 1, control)


@device
def update(blooms, work, losing, control, long):
    """Take the removed wedges out of the blooms that change, one warp per bloom.

    The edges of the other wedges lose one butterfly for each. The wedges that are left
    move to the front.
    """
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for i in range(warp, control[N_TOUCHED], warps):
        bloom = work.touched[i]
        span = blooms.span[bloom]
        if span > long:
            if lane == 0:
                work.long_blooms[cuda.atomic.add(control, N_LONG_BLOOMS, 1)] = bloom
        else:
            removed = np.int64(blooms.counts[2 * bloom + 1])
            begin = blooms.begin[bloom]
            kept = begin
            for base in range(begin, begin + span, WARP):
                x = base + lane
                f, s, is_left = np.int32(0), np.int32(0), False
                if x < begin + span:
                    f, s = blooms.first[x], blooms.second[x]
                    is_left = losing.support[f] >= 0 and losing.support[s] >= 0
                left = ballot_of(is_left)
                if is_left:
                    lose(losing, f, removed, control)
                    lose(losing, s, removed, control)
                    at = kept + lanes_before(left, lane)
                    blooms.first[at], blooms.second[at] = f, s
                kept += voters(left)
            cuda.syncwarp()
            if lane == 0:
                blooms.span[bloom] = kept - begin
                blooms.counts[2 * bloom] = kept - begin
                blooms.counts[2 * bloom + 1] = 0


@device
def update_long(blooms, work, losing, control):
    """The same for blooms with many wedges, one wedge per thread.

    Removed wedges stay in the list. `finish_long_blooms` counts them.
    """
    for i in range(control[N_LONG_BLOOMS]):
        bloom = work.long_blooms[i]
        removed = np.int64(blooms.counts[2 * bloom + 1])
        begin = blooms.begin[bloom]
        end = begin + blooms.span[bloom]
        for x in range(begin + cuda.grid(1), end, cuda.gridsize(1)):
            f, s = blooms.first[x], blooms.second[x]
            if losing.support[f] >= 0 and losing.support[s] >= 0:
                lose(losing, f, removed, control)
                lose(losing, s, removed, control)
