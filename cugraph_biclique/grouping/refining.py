# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Grow a seed to the group with the most evidence around it.

The two sides take turns. While one side is fixed, the vertices of the other side that
have enough neighbours in it are sorted by the number of these neighbours, and the best
prefix becomes the new side. The sides soon stay the same. If they do not, vertices with
too few neighbours are dropped in the end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.graph.csr import contains
from cugraph_biclique.grouping.evidence import evidence
from cugraph_biclique.host.bits import kernel
from cugraph_biclique.host.decorators import compiled

MOST_TURNS = 20  # of both sides; most seeds take three


class Side(NamedTuple):
    """One side of the graph."""

    indptr: Any  # int64
    indices: Any  # int32, ascending for each vertex
    rare: (
        Any  # int64, most neighbours of a vertex whose list may be read from end to end
    )
    least: Any  # int64, least number of vertices of a group
    count: Any  # int32 scratch by vertex, zero between two turns
    read: Any  # int64 (1,), entries of its lists that were read


class Grown(NamedTuple):
    """A side that was chosen while the other one was fixed."""

    members: Any  # int32, ascending
    edges: Any  # int64, to the fixed side
    bits: Any  # float64, the evidence


@kernel
def degree(side, v):
    """Return the degree of a vertex."""
    return side.indptr[v + 1] - side.indptr[v]


@kernel
def least_neighbours(density, n):
    """Return how many of n fixed vertices a vertex must have as neighbours."""
    return max(2, np.int64(np.ceil(density * n - 1e-9)))


@kernel
def has_edge(side, v, other):
    """Whether a vertex has a certain neighbour."""
    return contains(side.indices, side.indptr[v], side.indptr[v + 1], other)


@compiled
def met(fixed, free, members):
    """Return the vertices of the side `free` that have a neighbour among `members`,
    which are on the side `fixed`; free.count then has their numbers of neighbours.

    The lists of hubs are not read: binary searches find the edges from hubs to vertices
    that were met otherwise.
    """
    n, room = 0, 0
    for v in members:
        if degree(fixed, v) <= fixed.rare:
            room += degree(fixed, v)
    fixed.read[0] += room
    found = np.empty(room, np.int32)
    for v in members:
        if degree(fixed, v) <= fixed.rare:
            for e in range(fixed.indptr[v], fixed.indptr[v + 1]):
                w = fixed.indices[e]
                if free.count[w] == 0:
                    found[n] = w
                    n += 1
                free.count[w] += 1
    for v in members:
        if degree(fixed, v) > fixed.rare:
            fixed.read[0] += n
            for k in range(n):
                free.count[found[k]] += has_edge(free, found[k], v)
    return found[:n]


@compiled
def other_side(fixed, free, members, density, null, free_is_right):
    """Choose the best vertices of the side `free` for the fixed `members`.

    Each has at least `density` of the members as neighbours, and two at least. Fewer
    than free.least vertices, or none, mean that there is no group.
    """
    found = met(fixed, free, members)
    found.sort()
    n_fixed, sum_fixed = members.size, 0
    for v in members:
        sum_fixed += degree(fixed, v)
    least = least_neighbours(density, n_fixed)
    some = np.empty(found.size, np.int32)
    counts = np.empty(found.size, np.int64)
    order = np.empty(found.size, np.int64)  # most neighbours first, then least degree
    n = 0
    for w in found:
        if free.count[w] >= least:
            some[n], counts[n] = w, free.count[w]
            order[n] = (n_fixed - counts[n]) << 32 | min(degree(free, w), 1 << 31)
            n += 1
        free.count[w] = 0
    rank = np.argsort(order[:n], kind="mergesort")
    edges, degrees = 0, 0
    best, best_bits, best_edges = 0, -np.inf, 0
    for i in range(n):
        edges += counts[rank[i]]
        degrees += degree(free, some[rank[i]])
        if i + 1 < free.least:
            continue
        if free_is_right:
            bits = evidence(null, edges, sum_fixed, degrees, n_fixed, i + 1)
        else:
            bits = evidence(null, edges, degrees, sum_fixed, i + 1, n_fixed)
        if best == 0 or bits > best_bits:
            best, best_bits, best_edges = i + 1, bits, edges
    chosen = some[rank[:best]]
    chosen.sort()
    return Grown(chosen, best_edges, best_bits)


@kernel
def is_same(a, b):
    """Whether two lists are equal."""
    if a.size != b.size:
        return False
    for i in range(a.size):
        if a[i] != b[i]:
            return False
    return True


@compiled
def with_enough(fixed, free, members, chosen, density):
    """Return those of the `chosen` vertices of the side `free` that have enough
    neighbours among the `members`, and the number of edges between the two."""
    least = least_neighbours(density, members.size)
    found = met(fixed, free, members)
    n, edges = 0, 0
    kept = np.empty(chosen.size, np.int32)
    for w in chosen:
        if free.count[w] >= least:
            kept[n] = w
            n += 1
            edges += free.count[w]
    for w in found:
        free.count[w] = 0
    return kept[:n], edges


@compiled
def settled(left, right, lefts, rights, density, null):
    """Drop vertices until all others have enough neighbours; returns both sides of the
    group, as `refined` does."""
    edges = 0
    while True:
        some_rights, _ = with_enough(left, right, lefts, rights, density)
        some_lefts, edges = with_enough(right, left, some_rights, lefts, density)
        is_done = some_rights.size == rights.size and some_lefts.size == lefts.size
        lefts, rights = some_lefts, some_rights
        if is_done:
            break
        if lefts.size < left.least or rights.size < right.least:
            none = Grown(lefts[:0], 0, -np.inf)
            return none, none
    sums = np.zeros(2, np.int64)
    for u in lefts:
        sums[0] += degree(left, u)
    for v in rights:
        sums[1] += degree(right, v)
    bits = evidence(null, edges, sums[0], sums[1], lefts.size, rights.size)
    return Grown(lefts, edges, bits), Grown(rights, edges, bits)


@compiled
def refined(left, right, seed, density, null):
    """Return the left and the right side of the group around the left vertices of a
    seed. Without a group, one of them is empty."""
    grown = Grown(seed, 0, -np.inf)
    other = other_side(left, right, grown.members, density, null, True)
    for _ in range(MOST_TURNS):
        if other.members.size == 0:
            return grown, other
        new = other_side(right, left, other.members, density, null, False)
        if new.members.size == 0 or is_same(new.members, grown.members):
            return new, other
        grown = new
        other = other_side(left, right, grown.members, density, null, True)
    return settled(left, right, grown.members, other.members, density, null)


@compiled
def refine_some(left, right, seeds, begin, end, density, null, stop):
    """Refine the seeds begin:end.

    `seeds`: offsets (int64) and left members (int32). Returns offsets and members of
    both sides of the groups, their edges (int64), their evidence (float64), and how
    many entries each seed has read (int64). A seed without a group has empty sides. A
    flag in `stop` ends the work early.
    """
    offsets, members = seeds
    n = end - begin
    of_left, of_right = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    lefts, rights = np.empty(16 * n, np.int32), np.empty(16 * n, np.int32)
    edges, bits = np.zeros(n, np.int64), np.full(n, -np.inf)
    read = np.zeros(n, np.int64)
    for i in range(n):
        of_left[i + 1], of_right[i + 1] = of_left[i], of_right[i]
        if stop[0] == 0:
            seed = members[offsets[begin + i] : offsets[begin + i + 1]]
            left.read[0], right.read[0] = 0, 0
            grown, other = refined(left, right, seed, density, null)
            read[i] = left.read[0] + right.read[0]
            if grown.members.size and other.members.size:
                lefts = appended(lefts, of_left, i, grown.members)
                rights = appended(rights, of_right, i, other.members)
                edges[i], bits[i] = grown.edges, grown.bits
    return (of_left, lefts), (of_right, rights), edges, bits, read


@compiled
def appended(members, offsets, i, some):
    """Write list i behind the lists before it; returns the array, enlarged if full."""
    begin, end = offsets[i], offsets[i] + some.size
    if end > members.size:
        larger = np.empty(2 * end, np.int32)
        larger[:begin] = members[:begin]
        members = larger
    members[begin:end] = some
    offsets[i + 1] = end
    return members
