# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Seeds from pairs of vertices, where there are too many bicliques to list.

Two vertices and their common neighbours are a biclique. From there it grows vertex by
vertex on the side of the pair. Each step takes the vertex whose number of neighbours
among the common ones is the least expected. The step with the most evidence is a seed.

The growth is on host threads. So the seeds are the same on both engines.
"""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import over_ranges
from cugraph_biclique.grouping.evidence import Null, evidence
from cugraph_biclique.grouping.pairs import best_pairs
from cugraph_biclique.grouping.seeds import Sides
from cugraph_biclique.host.decorators import compiled

MOST_ENTRIES = 1 << 27  # entries that the first steps read: some 0.2 s
MOST_OWN = 64  # vertices of a seed on the side of its pair


class Growth(NamedTuple):
    """What the growth from pairs of one side reads."""

    own: Adjacency  # of the side of the pairs
    other: Adjacency
    own_degree: Any  # int64, in the whole graph
    other_degree: Any
    logarithm: Any  # float64, the binary logarithms of 1, 1, 2, 3, ...
    least_own: Any  # int64, least numbers of vertices
    least_other: Any
    null: Null  # as if the own side was the left one


class Steps(NamedTuple):
    """The best step of each pair."""

    bits: Any  # float64, its evidence; -inf if no step is large enough
    own: Any  # int32 (pairs, MOST_OWN)
    n_own: Any  # int64, how many of these
    other: Any  # int32, in the room of the pair's common neighbours
    n_other: Any  # int64, how many of these


def pair_seeds(
    graph: BipartiteGraph, degree: BothSides, null: Null, least: tuple[int, int]
) -> list[Sides]:
    """Return seeds from pairs of right vertices, and from pairs of left vertices.

    `graph`: the part of the whole graph to sample from, with its adjacency in host
    memory. `degree`: the degrees of its vertices in the whole graph. Seeds have at
    least the `least` numbers of vertices. Their scores are their evidence.
    """
    left = Adjacency(graph.left_indptr, graph.left_indices)
    right = Adjacency(graph.right_indptr, graph.right_indices)
    swapped = Null(null.n_edges, null.right_choices, null.left_choices)
    most = max(int(own.max(initial=1)) for own in degree)
    logarithm = np.log2(np.maximum(1, np.arange(most + 1)))
    of_rights, room = _grown(
        Growth(right, left, *degree[::-1], logarithm, *least[::-1], swapped)
    )
    of_lefts, _ = _grown(Growth(left, right, *degree, logarithm, *least, null))
    by_left = np.arange(len(of_lefts.bits) + 1) * MOST_OWN
    return [
        _prefixes(of_rights.bits, room, of_rights.other, of_rights.n_other),
        _prefixes(of_lefts.bits, by_left, of_lefts.own.reshape(-1), of_lefts.n_own),
    ]


def _prefixes(
    bits: np.ndarray, room: np.ndarray, members: np.ndarray, sizes: np.ndarray
) -> Sides:
    """Return the first `sizes` members of each room, for pairs with evidence."""
    some = np.flatnonzero(bits > -np.inf)
    offsets = np.concatenate([[0], np.cumsum(sizes[some])])
    at = np.repeat(room[some] - offsets[:-1], sizes[some]) + np.arange(offsets[-1])
    return Sides(bits[some], offsets, members[at])


def _grown(growth: Growth) -> tuple[Steps, np.ndarray]:
    """Return the best steps from the best pairs, and where the room of each begins."""
    common = best_pairs(growth.own, growth.other, growth.least_other)
    read = np.concatenate(
        [[0], np.cumsum(np.diff(growth.other.indptr)[common.members])]
    )
    read = read[common.offsets]
    n = max(0, int(np.searchsorted(read, MOST_ENTRIES, side="right")) - 1)
    common = common.select(np.arange(n))
    steps = Steps(
        np.full(n, -np.inf),
        np.empty((n, MOST_OWN), np.int32),
        np.zeros(n, np.int64),
        np.empty(len(common.members), np.int32),
        np.zeros(n, np.int64),
    )
    over_ranges(_grow, read[: n + 1], growth, *common, steps)
    return steps, common.offsets


@compiled
def _grow(first, last, growth, pairs, offsets, members, steps):
    """Grow from the pairs first:last, and write their best steps."""
    count = np.zeros(growth.own.indptr.size - 1, np.int32)
    met = np.empty(count.size, np.int32)
    own = np.empty(MOST_OWN, np.int32)
    for i in range(first, last):
        other = members[offsets[i] : offsets[i + 1]].copy()
        own[:2] = pairs[i]
        n_own, n_other = 2, other.size
        while True:
            bits = evidence_of_step(growth, own[:n_own], other[:n_other])
            if bits > steps.bits[i]:
                steps.bits[i], steps.n_own[i], steps.n_other[i] = bits, n_own, n_other
                steps.own[i, :n_own] = own[:n_own]
                steps.other[offsets[i] : offsets[i] + n_other] = other[:n_other]
            if n_own == MOST_OWN:
                break
            w = next_vertex(growth, own[:n_own], other[:n_other], count, met)
            if w < 0:
                break
            own[n_own] = w
            n_own += 1
            n_other = keep_neighbours(growth.own, w, other, n_other)


@compiled
def evidence_of_step(growth, own, other):
    """Return the evidence of a biclique; -inf if it has too few own vertices."""
    if own.size < growth.least_own:
        return -np.inf
    own_degrees, other_degrees = np.int64(0), np.int64(0)
    for v in own:
        own_degrees += growth.own_degree[v]
    for u in other:
        other_degrees += growth.other_degree[u]
    return evidence(
        growth.null, own.size * other.size, own_degrees, other_degrees, own.size,
        other.size,
    )  # fmt: skip


@compiled
def next_vertex(growth, own, other, count, met):
    """Return the own vertex to add, or -1. `count`, `met`: int32 scratch by own vertex;
    counts are zero before and afterwards."""
    indptr, indices = growth.other
    own_degree, other_degree = growth.own_degree, growth.other_degree
    logarithm, least = growth.logarithm, growth.least_other
    n_met, degrees = 0, np.int64(0)
    for u in other:
        degrees += other_degree[u]
        for e in range(indptr[u], indptr[u + 1]):
            w = indices[e]
            if count[w] == 0:
                met[n_met] = w
                n_met += 1
            count[w] += 1
    for w in own:
        count[w] = 0
    chosen, most = np.int64(-1), -np.inf
    rate = log2(degrees / growth.null.n_edges)
    for k in range(n_met):
        w = np.int64(met[k])
        n = count[w]
        count[w] = 0
        if n >= least:
            bits = n * (logarithm[n] - rate - logarithm[own_degree[w]])
            if bits > most or (bits == most and w < chosen):
                chosen, most = w, bits
    return chosen


@compiled
def keep_neighbours(own, w, other, n_other):
    """Move the neighbours of an own vertex to the front of other[:n_other], which
    ascends; returns their number."""
    indices = own.indices
    n, e, end = 0, own.indptr[w], own.indptr[w + 1]
    for k in range(n_other):
        while e < end and indices[e] < other[k]:
            e += 1
        if e < end and indices[e] == other[k]:
            other[n] = other[k]
            n += 1
    return n
