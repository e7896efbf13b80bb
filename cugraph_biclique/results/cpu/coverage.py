# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques that cover many edges, by the greedy algorithm with lazy updates.

The gain of a biclique is the number of its edges that no chosen biclique has. Gains
only fall. So an old gain is an upper bound, and a heap of upper bounds leads to the
largest gain: if its first biclique has a current gain, no other one has more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.host.decorators import kernel
from cugraph_biclique.results.cpu.classes import not_before
from cugraph_biclique.results.cpu.covers import Adjacency
from cugraph_biclique.results.cpu.distinct import NONE

STEPS = 1 << 24  # steps of one kernel call; Python handles signals between two calls
MANY = 16  # neighbours per right member above which members are bisected


class Heap(NamedTuple):
    """A binary heap of bicliques, with the largest upper bound first."""

    bicliques: np.ndarray  # int64; of equal bounds, the smallest one is first
    bound: np.ndarray  # int64, by biclique: its gain in some earlier round
    round: np.ndarray  # int64, by biclique: the number of chosen bicliques then


def greedy_cover(
    left: MemberLists, right: MemberLists, graph: Adjacency, n_right: int, k: int
) -> tuple[np.ndarray, np.ndarray]:
    """Choose up to k bicliques one after the other, each with the most new edges.

    Returns the chosen bicliques and their gains, both int64. Of equal gains, the
    biclique with the smallest number is chosen. `graph` has the neighbours of left
    vertices.
    """
    edges = np.diff(left.where) * np.diff(right.where)
    heap = Heap(
        np.argsort(-edges, kind="stable"), edges, np.zeros(len(edges), np.int64)
    )
    k = min(k, len(edges))
    is_covered = np.zeros(len(graph.indices), bool)
    mark = np.full(n_right, NONE)
    chosen, gains = np.empty((2, k), np.int64)
    n, is_done = 0, k == 0
    while not is_done:
        n, is_done = _choose(
            n, STEPS, left, right, graph, heap, is_covered, mark, chosen, gains
        )
    return chosen[:n], gains[:n]


@kernel
def _choose(n, steps, left, right, graph, heap, is_covered, mark, chosen, gains):
    """Choose bicliques after n chosen ones.

    `left`, `right`: `MemberLists`. `graph`: `Adjacency`. `heap`: `Heap`. `is_covered`:
    bool by edge. `mark`: int64 scratch by right vertex. `chosen`, `gains`: int64.
    Returns the number of chosen bicliques, and whether no more are to be chosen.
    """
    while n < chosen.size and steps > 0:
        b = heap.bicliques[0]
        if heap.bound[b] == 0:
            return n, True
        if heap.round[b] == n:
            chosen[n] = b
            gains[n] = heap.bound[b]
            n += 1
            _, spent = _visit(b, True, left, right, graph, is_covered, mark)
            heap.bound[b] = 0
        else:
            gain, spent = _visit(b, False, left, right, graph, is_covered, mark)
            heap.bound[b] = gain
            heap.round[b] = n
        steps -= spent
        _sift_down(heap)
    return n, n == chosen.size


@kernel
def _visit(b, covers, left, right, graph, is_covered, mark):
    """Count the edges of a biclique that are not covered, and cover them if `covers`.

    Also returns the number of steps.
    """
    indptr, indices = graph
    first, last = right.where[b], right.where[b + 1]
    for e in range(first, last):
        mark[right.members[e]] = b
    gain = 0
    steps = last - first
    for e in range(left.where[b], left.where[b + 1]):
        u = left.members[e]
        begin, end = indptr[u], indptr[u + 1]
        if end - begin > MANY * (last - first):
            steps += MANY * (last - first)
            for i in range(first, last):
                place = not_before(indices, begin, end, right.members[i])
                gain += not is_covered[place]
                is_covered[place] |= covers
        else:
            steps += end - begin
            for place in range(begin, end):
                if mark[indices[place]] == b:
                    gain += not is_covered[place]
                    is_covered[place] |= covers
    return gain, steps


@kernel
def _sift_down(heap):
    """Restore the order of a heap whose first bound has fallen."""
    bicliques, bound, _ = heap
    moved = bicliques[0]
    at = 0
    while 2 * at + 1 < bicliques.size:
        child = 2 * at + 1
        if child + 1 < bicliques.size and _is_before(
            bicliques[child + 1], bicliques[child], bound
        ):
            child += 1
        if not _is_before(bicliques[child], moved, bound):
            break
        bicliques[at] = bicliques[child]
        at = child
    bicliques[at] = moved


@kernel
def _is_before(a, b, bound):
    """Whether a belongs above b in the heap."""
    return bound[a] > bound[b] or (bound[a] == bound[b] and a < b)
