# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random descents of a search tree, to estimate how many bicliques a search would find.

The tree is that of LCM: a node is a closed set R of grown vertices with L, its common
neighbours. Its children extend R by one later vertex, and are closed again. A child
counts only if the closure adds no earlier vertex, so each biclique is one node.

A descent samples the tree level by level, as Chen does it (Heterogeneous sampling,
SIAM J. Comput. 21, 1992; a refinement of Knuth, Math. Comp. 29, 1975). The candidates
of a level are divided into strata of similar |L| and similar numbers of later
candidates. One candidate of each stratum is drawn, and stands for all of them. The
weighted number of visited nodes is an unbiased estimate, whatever the strata are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.preparation.jobs import is_root

LEAST = 2  # of the kept side: the stars are counted from the graph
OCTAVES = 32  # of one measure
# Strata for each factor of two in |L|, and LATER times as many in the number of later
# candidates, on which the size of a subtree depends the most. 0 is a single stratum.
FINEST = 4
LATER = 3


class Visited(NamedTuple):
    """Maximal bicliques that a descent visited, and how many each one stands for."""

    n_kept: np.ndarray  # int64
    n_grown: np.ndarray  # int64
    reach: np.ndarray  # int64, most grown vertices of any biclique below
    weight: np.ndarray  # float64
    ended: bool  # False if the descent stopped at its limit
    read: int  # edges


def descend(graph: SearchGraph, seed: int, limit: int, fineness: int) -> Visited:
    """Descend once, and read about `limit` edges at most.

    The same graph, seed and fineness always visit the same bicliques. A `limit` below
    0 only compiles the kernel.
    """
    return Visited(*_descend(graph, seed, limit, fineness))


@compiled
def _descend(graph, seed, limit, fineness):
    state = np.array([seed], np.uint64)
    strata = 1 + LATER * fineness * OCTAVES
    found = np.empty((1024, 3), np.int64)
    weights = np.empty(1024)
    visited = np.int64(0)
    count = np.zeros(graph.grown_indptr.size - 1, np.int32)
    touched = np.empty(count.size, np.int32)
    common = np.empty(graph.kept_indptr.size - 1, np.int32)
    # Nodes of a level: L and R of each, with the offsets of both.
    members = graph.kept_indices[:0].copy()
    closure = members.copy()
    ends = np.zeros((1, 2), np.int64)
    drawn = _new_level(strata)
    if limit >= 0:
        _offer_roots(graph, drawn, fineness, state)
    read = graph.kept_indices.size
    while read <= limit:
        total, parents, vertices = drawn
        places = np.flatnonzero(total)
        if places.size == 0:
            break
        below = _new_level(strata)
        read += total.size // 8  # what the arrays of a level cost
        next_members, next_closure = members[:0].copy(), closure[:0].copy()
        next_ends = np.zeros((places.size + 1, 2), np.int64)
        nodes = 0
        for at in places:
            if read > limit:
                break
            w, parent, weight = vertices[at], parents[at], total[at]
            if ends.shape[0] == 1:
                m = _neighbours(graph, w, common)
            else:
                inner = members[ends[parent, 0] : ends[parent + 1, 0]]
                m = _common_neighbours(graph, w, inner, common)
            read += graph.grown_indptr[w + 1] - graph.grown_indptr[w]
            kept, met, swept = _sweep(graph, common, m, count, touched)
            read += swept
            _, r = next_ends[nodes]
            next_closure = _with_room(next_closure, r, met)
            end, grown, earlier, n, more = _read_rows(
                graph, w, m, count, touched, met, next_closure, r
            )
            if ends.shape[0] > 1:
                earlier -= _below(closure[ends[parent, 1] : ends[parent + 1, 1]], w)
            if earlier == 0:
                if visited == weights.size:
                    found, weights = _doubled(found, weights)
                found[visited] = kept, grown, grown + more
                weights[visited] = weight
                visited += 1
                if n:
                    start = next_ends[nodes, 0]
                    next_members = _with_room(next_members, start, m)
                    next_members[start : start + m] = common[:m]
                    later = np.sort(touched[:n])
                    for i in range(n):
                        stratum = _bucket(count[later[i]], fineness) * strata
                        stratum += _bucket(n - i, LATER * fineness)
                        _offer(below, stratum, nodes, later[i], weight, state)
                    nodes += 1
                    next_ends[nodes] = start + m, end
            _clear(graph, common, m, count)
        members, closure, ends, drawn = next_members, next_closure, next_ends, below
    found = found[:visited]
    return found[:, 0], found[:, 1], found[:, 2], weights[:visited], read <= limit, read


@compiled
def _uniform(state):
    """The next number in [0, 1) of a SplitMix64 generator; `state` has one uint64."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return np.float64(z >> np.uint64(11)) / 9007199254740992.0


@compiled
def _bucket(n, fineness):
    """The stratum of a size of 1 or more."""
    return min(fineness * OCTAVES, np.int64(fineness * np.log2(np.float64(n))))


@compiled
def _with_room(array, used, more):
    """The array, or a longer copy with room for `more` entries behind `used`."""
    if used + more <= array.size:
        return array
    longer = np.empty(2 * (used + more), array.dtype)
    longer[:used] = array[:used]
    return longer


@compiled
def _doubled(found, weights):
    """Longer copies of the arrays of visited bicliques."""
    n = weights.size
    more, longer = np.empty((2 * n, 3), np.int64), np.empty(2 * n)
    more[:n] = found
    longer[:n] = weights
    return more, longer


@compiled
def _new_level(strata):
    """For each stratum: the total weight, and parent and vertex of the candidate."""
    n = strata * strata
    return np.zeros(n), np.empty(n, np.int64), np.empty(n, np.int64)


@compiled
def _offer(level, at, parent, w, weight, state):
    """Let a candidate compete for its stratum; its chance is proportional to weight."""
    total, parents, vertices = level
    first = total[at] == 0.0
    total[at] += weight
    if first or _uniform(state) * total[at] < weight:
        parents[at] = parent
        vertices[at] = w


@compiled
def _offer_roots(graph, level, fineness, state):
    """Offer all roots. Their strata are those of the degree, and of the number of edges
    that lead from a neighbour to a later vertex."""
    wedges = np.ones(graph.grown_indptr.size - 1, np.int64)
    for u in range(graph.kept_indptr.size - 1):
        last = graph.kept_indptr[u + 1]
        for e in range(graph.kept_indptr[u], last):
            wedges[graph.kept_indices[e]] += last - e - 1
    for w in range(wedges.size):
        degree = graph.grown_indptr[w + 1] - graph.grown_indptr[w]
        if degree >= LEAST and is_root(graph, w):
            stratum = _bucket(degree, fineness) * (1 + LATER * fineness * OCTAVES)
            stratum += _bucket(wedges[w], LATER * fineness)
            _offer(level, stratum, 0, w, 1.0, state)


@compiled
def _neighbours(graph, w, out):
    """Copy the neighbours of w to `out`; returns their number."""
    first, last = graph.grown_indptr[w], graph.grown_indptr[w + 1]
    out[: last - first] = graph.grown_indices[first:last]
    return last - first


@compiled
def _common_neighbours(graph, w, members, out):
    """Copy the neighbours of w among the ascending members; returns their number."""
    m = 0
    i = 0
    for e in range(graph.grown_indptr[w], graph.grown_indptr[w + 1]):
        u = graph.grown_indices[e]
        while i < members.size and members[i] < u:
            i += 1
        if i == members.size:
            break
        if members[i] == u:
            out[m] = u
            m += 1
    return m


@compiled
def _sweep(graph, common, m, count, touched):
    """Count the members of L that each grown vertex has. Returns the weight of L, the
    number of vertices counted, and the edges read."""
    kept = np.int64(0)
    met = 0
    read = 0
    for i in range(m):
        u = common[i]
        kept += graph.kept_weight[u]
        first, last = graph.kept_indptr[u], graph.kept_indptr[u + 1]
        for e in range(first, last):
            x = graph.kept_indices[e]
            if count[x] == 0:
                touched[met] = x
                met += 1
            count[x] += 1
        read += last - first
    return kept, met, read


@compiled
def _read_rows(graph, w, m, count, touched, met, closure, r):
    """Append R to `closure` from `r` on, and move the candidates to the front of
    `touched`. Returns the end of R, its weight, its vertices before w, the number of
    candidates, and their weight."""
    grown, more = np.int64(0), np.int64(0)
    earlier = 0
    n = 0
    for i in range(met):
        x = touched[i]
        if count[x] == m:
            closure[r] = x
            r += 1
            grown += graph.grown_weight[x]
            earlier += x < w
        elif x > w and count[x] >= LEAST:
            touched[n] = x
            n += 1
            more += graph.grown_weight[x]
    return r, grown, earlier, n, more


@compiled
def _below(vertices, w):
    """Number of vertices before w."""
    n = 0
    for x in vertices:
        n += x < w
    return n


@compiled
def _clear(graph, common, m, count):
    for i in range(m):
        for e in range(graph.kept_indptr[common[i]], graph.kept_indptr[common[i] + 1]):
            count[graph.kept_indices[e]] = 0
