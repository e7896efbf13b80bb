# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wing numbers on CPU cores: edges are peeled in rounds, with an index of blooms.

A wedge is removed with one of its edges. In a bloom of k wedges of which d are removed
in a round, the other edge of a removed wedge loses the k - 1 butterflies that it had,
and the edges of each other wedge lose d. Edges that are removed in the same round lose
nothing. If both edges of a wedge are removed, the one with the lesser id counts it.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.decorators import compiled, kernel
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.peeling.cpu.blooms import Blooms, blooms_of
from cugraph_biclique.peeling.cpu.levels import (
    CONTINUE,
    FOR_THREADS,
    N_NOW,
    N_TOUCHED,
    PHASE,
    READ_AT_ONCE,
    READS,
    USED_UP,
    WORTH_THREADS,
    Peeling,
    RunAll,
    add,
    lose,
    next_round,
    peel,
)
from cugraph_biclique.peeling.windows import GONE

TAKE, UPDATE, ROUND = range(3)  # the phase to run next


def wing_numbers(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> np.ndarray:
    """Return the wing number of each edge: int64, in the order of `left_indices`."""
    graph = graph.with_host_adjacency()
    blooms, support = blooms_of(graph, budget, trace, progress)
    return peel(EdgeRounds(blooms, support), trace, progress, "edges")


class EdgeRounds:
    """The rounds that remove edges: see `levels.Rounds`."""

    def __init__(
        self,
        blooms: Blooms,
        support: np.ndarray,
        worth_threads: int = WORTH_THREADS,
    ) -> None:
        self.blooms, self.worth_threads = blooms, worth_threads
        self.peeling = Peeling.of(support)
        self.peeling.control[PHASE] = ROUND
        self.touched = np.empty(len(blooms.indptr) - 1, np.int32)

    def advance(self) -> int:
        status: int = run_rounds(
            self.blooms, self.peeling, self.touched, READ_AT_ONCE, self.worth_threads
        )
        return status

    def run_phase(self, run_all: RunAll) -> None:
        arrays = self.blooms, self.peeling, self.touched
        control = self.peeling.control
        if control[PHASE] == TAKE:
            n = int(control[N_NOW])
            run_all(lambda *part: take(*arrays, *part), n, int(control[READS]))
            control[PHASE] = UPDATE
        else:
            n = int(control[N_TOUCHED])
            run_all(lambda *part: update(*arrays, *part), n, int(control[READS]))
            control[PHASE], control[N_TOUCHED] = ROUND, 0


@compiled
def run_rounds(blooms, peeling, touched, most, worth_threads):
    """Run rounds until about `most` links and wedges are read.

    Return earlier if another window is needed. A phase that reads `worth_threads` or
    more is left to the caller. `touched`: int32, the blooms from which wedges are
    removed in this round.
    """
    control = peeling.control
    read = np.int64(0)
    while read < most:
        if control[PHASE] == ROUND:
            if next_round(peeling) == 0:
                return USED_UP
            control[PHASE] = TAKE
        if control[PHASE] == TAKE:
            control[READS] = links_of_round(blooms, peeling)
            if control[READS] >= worth_threads:
                return FOR_THREADS
            take(blooms, peeling, touched, 0, control[N_NOW], False)
            control[PHASE] = UPDATE
            read += control[READS]
        control[READS] = wedges_of_round(blooms, control, touched)
        if control[READS] >= worth_threads:
            return FOR_THREADS
        update(blooms, peeling, touched, 0, control[N_TOUCHED], False)
        control[N_TOUCHED] = 0
        control[PHASE] = ROUND
        read += control[READS] + control[N_NOW]
    return CONTINUE


@kernel
def links_of_round(blooms, peeling):
    """Return the number of links of the edges of the round."""
    links = np.int64(0)
    for i in range(peeling.control[N_NOW]):
        edge = peeling.now[i]
        links += blooms.link_indptr[edge + 1] - blooms.link_indptr[edge]
    return links


@kernel
def wedges_of_round(blooms, control, touched):
    """Return the number of wedges of the blooms that change in the round."""
    wedges = np.int64(0)
    for i in range(control[N_TOUCHED]):
        wedges += blooms.counts[2 * touched[i]]
    return wedges


@kernel
def take(blooms, peeling, touched, first, last, shared):
    """Remove the wedges of some edges of the round, and count them in their blooms.

    The other edges of these wedges lose their butterflies in the bloom.
    """
    _, _, _, counts, link_indptr, bloom_of, twins = blooms
    support, _, now, _, _, control = peeling
    for i in range(first, last):
        edge = now[i]
        for x in range(link_indptr[edge], link_indptr[edge + 1]):
            twin = twins[x]
            is_left = support[twin] >= 0
            if support[twin] == GONE or (not is_left and twin < edge):
                continue
            bloom = bloom_of[x]
            k = counts[2 * bloom]
            if k < 2:
                continue
            if add(counts, 2 * bloom + 1, 1, shared) == 0:
                touched[add(control, N_TOUCHED, 1, shared)] = bloom
            if is_left:
                lose(peeling, twin, k - 1, shared)


@kernel
def update(blooms, peeling, touched, first, last, shared):
    """Take the removed wedges out of some blooms.

    The edges of their other wedges lose one butterfly for each.
    """
    indptr, firsts, seconds, counts, _, _, _ = blooms
    support = peeling.support
    for i in range(first, last):
        bloom = touched[i]
        removed = counts[2 * bloom + 1]
        kept = indptr[bloom]
        for x in range(kept, kept + counts[2 * bloom]):
            f, s = firsts[x], seconds[x]
            if support[f] >= 0 and support[s] >= 0:
                lose(peeling, f, removed, shared)
                lose(peeling, s, removed, shared)
                firsts[kept], seconds[kept] = f, s
                kept += 1
        counts[2 * bloom] = kept - indptr[bloom]
        counts[2 * bloom + 1] = 0
