# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Connected components of bicliques, linked by the edges that they share.

Two bicliques are linked if they share at least `need` edges, where `need` belongs to
the smaller one. So the larger one contains at least t vertices of a side of the smaller
one, and at least one of any |side| - t + 1 of them (prefix filter, as in set-similarity
joins). An inverted index holds the rarest of these vertices. Bicliques come in
ascending order of edges: each looks up all its vertices, then enters the index.

An entry of the index is a biclique. The entries of a vertex are in groups of one
component each, so a biclique skips its own component without looking at its members.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique._cpu import compiled
from cugraph_biclique.bits import ONE, kernel, popcount
from cugraph_biclique.results.cpu.classes import not_before
from cugraph_biclique.results.cpu.members import sort_members

STEPS = 1 << 24  # of a kernel, between which Python handles signals
MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, a hash multiplier
TOP = np.uint64(58)  # the six upper bits of a hash are the number of a bit
MANY = 16  # times as many members: search for each, instead of merging two lists
NONE = -1


class Side(NamedTuple):
    """One side of some bicliques. Rare vertices have small ranks."""

    offsets: np.ndarray  # int64
    ranks: np.ndarray  # int32, of the members, ascending in each biclique
    size: np.ndarray  # int32
    signature: np.ndarray  # uint64, a hashed bit for each member


class Index(NamedTuple):
    """Inverted index: the bicliques that have a vertex among their rarest."""

    entry: np.ndarray  # int64, the biclique; below, -1 stands for no entry
    next_entry: np.ndarray  # int64, the next entry of the same group
    last_entry: np.ndarray  # int64, the last entry of a group, by its first one
    next_group: np.ndarray  # int64, the next group of the vertex, by its first entry
    first_group: np.ndarray  # int64, by vertex
    end: np.ndarray  # int64, end of the entries used so far, by vertex


class Components(NamedTuple):
    """Union-find of the bicliques, and what a look-up marks."""

    parent: np.ndarray  # int64
    tested: np.ndarray  # int64, the last biclique that this one was compared with
    seen: np.ndarray  # int64, the last look-up that found this component
    group: np.ndarray  # int64, its first group in that look-up
    look_ups: np.ndarray  # int64, their number


def side_of(offsets: np.ndarray, members: np.ndarray, n_vertices: int) -> Side:
    """Rank the vertices of a side by the number of their bicliques."""
    times = np.bincount(members, minlength=n_vertices)
    rank = np.empty(n_vertices, np.int32)
    rank[np.argsort(times, kind="stable")] = np.arange(n_vertices)
    ranks = rank[members]
    sort_members(offsets, ranks)
    signature = np.zeros(len(offsets) - 1, np.uint64)
    _sign(offsets, ranks, signature)
    return Side(offsets, ranks, np.diff(offsets).astype(np.int32), signature)


@compiled
def _sign(offsets, ranks, signature):
    for b in range(signature.size):
        for e in range(offsets[b], offsets[b + 1]):
            signature[b] |= ONE << ((np.uint64(ranks[e]) * MIX) >> TOP)


def components(left: Side, right: Side, need: np.ndarray) -> np.ndarray:
    """Return the component of each biclique: int64, the least id of its bicliques.

    `need` is the number of edges that a biclique has to share with a larger one, at
    least 1 and at most its number of edges; it ascends with the number of edges.
    """
    n = len(need)
    filtered, other = left, right
    if _look_up_cost(right, left, need) < _look_up_cost(left, right, need):
        filtered, other = right, left
    found = Components(
        parent=np.arange(n),
        tested=np.full(n, NONE),
        seen=np.full(n, NONE),
        group=np.full(n, NONE),
        look_ups=np.zeros(1, np.int64),
    )
    edges = left.size.astype(np.int64) * right.size
    for order in _likely_neighbours(filtered, other, edges):
        _link_neighbours(order, filtered, other, need, edges, found)
    prefix = _prefixes(filtered, other, need)
    index = _new_index(filtered, prefix)
    order = np.argsort(edges, kind="stable")
    at = 0
    while at < n:
        at = _link(at, STEPS, order, filtered, other, need, prefix, index, found)
    least = np.empty(n, np.int64)
    _least_ids(found.parent, least)
    return least


def _prefixes(filtered: Side, other: Side, need: np.ndarray) -> np.ndarray:
    """Number of rarest vertices of which a linked larger biclique has at least one."""
    shared = -(-need // other.size)  # least number of shared vertices
    return filtered.size - shared + 1


def _look_up_cost(filtered: Side, other: Side, need: np.ndarray) -> int:
    """Number of entries that look-ups find if this side is filtered."""
    looked_up = np.bincount(filtered.ranks)
    return int(_entries(filtered, _prefixes(filtered, other, need)) @ looked_up)


def _entries(filtered: Side, prefix: np.ndarray) -> np.ndarray:
    """Number of entries of each vertex in the index."""
    entries = np.zeros(filtered.ranks.max(initial=NONE) + 1, np.int64)
    _count_entries(filtered.offsets, filtered.ranks, prefix, entries)
    return entries


@compiled
def _count_entries(offsets, ranks, prefix, entries):
    for b in range(prefix.size):
        for e in range(offsets[b], offsets[b] + prefix[b]):
            entries[ranks[e]] += 1


def _new_index(filtered: Side, prefix: np.ndarray) -> Index:
    entries = _entries(filtered, prefix)
    n = int(entries.sum())
    return Index(
        entry=np.empty(n, np.int64),
        next_entry=np.empty(n, np.int64),
        last_entry=np.empty(n, np.int64),
        next_group=np.empty(n, np.int64),
        first_group=np.full(len(entries), NONE),
        end=np.cumsum(entries) - entries,
    )


def _likely_neighbours(
    filtered: Side, other: Side, edges: np.ndarray
) -> list[np.ndarray]:
    """Orders in which linked bicliques often follow each other.

    Components found in this way are large before the look-ups, which then skip them.
    """
    rarest = (side.ranks[side.offsets[:-1]] for side in (filtered, other))
    orders = [np.lexsort((edges, vertex)) for vertex in rarest]
    return [np.arange(len(edges)), *orders]


@compiled
def _link_neighbours(order, filtered, other, need, edges, found):
    for i in range(1, order.size):
        a, b = order[i - 1], order[i]
        if edges[a] > edges[b]:
            a, b = b, a
        root_a, root_b = _find(found.parent, a), _find(found.parent, b)
        if root_a != root_b and _are_linked(a, b, filtered, other, need):
            _unite(found.parent, root_a, root_b)


@compiled
def _link(at, steps, order, filtered, other, need, prefix, index, found):
    """Look up the bicliques order[at:] and enter them in the index, for about `steps`
    comparisons. Return the place of the next one."""
    while at < order.size and steps > 0:
        b = order[at]
        root = _find(found.parent, b)
        for e in range(filtered.offsets[b], filtered.offsets[b + 1]):
            root, taken = _look_up(
                b, root, filtered.ranks[e], filtered, other, need, index, found
            )
            steps -= taken
        begin = filtered.offsets[b]
        for e in range(begin, begin + prefix[b]):
            v = filtered.ranks[e]
            new = index.end[v]
            index.end[v] += 1
            index.entry[new] = b
            index.next_entry[new] = NONE
            index.last_entry[new] = new
            index.next_group[new] = index.first_group[v]
            index.first_group[v] = new
        at += 1
    return at


@kernel
def _look_up(b, root, v, filtered, other, need, index, found):
    """Link b with bicliques of other components that have v among their rarest.

    Groups of one component, which may have been united since, become one group. Return
    the root of b, and the number of steps.
    """
    found.look_ups[0] += 1
    steps = 1
    before = np.int64(NONE)
    group = index.first_group[v]
    while group != NONE:
        following = index.next_group[group]
        steps += 1
        component = _find(found.parent, index.entry[group])
        k = group if component != root else np.int64(NONE)
        while k != NONE:
            steps += 1
            a = index.entry[k]
            if found.tested[a] != b:
                found.tested[a] = b
                if _are_linked(a, b, filtered, other, need):
                    component = root = _unite(found.parent, component, root)
                    break
            k = index.next_entry[k]
        if found.seen[component] == found.look_ups[0]:
            first = found.group[component]
            index.next_entry[index.last_entry[first]] = group
            index.last_entry[first] = index.last_entry[group]
            index.next_group[before] = following
        else:
            found.seen[component] = found.look_ups[0]
            found.group[component] = group
            before = group
        group = following
    return root, steps


@kernel
def _are_linked(a, b, filtered, other, need):
    """Whether b has `need` edges of a, which has at most as many edges."""
    least = need[a]
    at_most = _most_shared(filtered, a, b)
    at_most_other = _most_shared(other, a, b)
    if at_most * at_most_other < least:
        return False
    shared = _shared(filtered, a, b, (least + at_most_other - 1) // at_most_other)
    if shared * at_most_other < least:
        return False
    return shared * _shared(other, a, b, (least + shared - 1) // shared) >= least


@kernel
def _most_shared(side, a, b):
    """Upper bound of the number of vertices that a and b share on a side.

    Each bit of one signature that the other one lacks is a vertex that is not shared.
    """
    of_a, of_b = side.signature[a], side.signature[b]
    return min(
        side.size[a] - popcount(of_a & ~of_b), side.size[b] - popcount(of_b & ~of_a)
    )


@kernel
def _shared(side, a, b, least):
    """Number of vertices that a and b share on a side; 0 if it is below `least`."""
    ranks = side.ranks
    i, end_i = side.offsets[a], side.offsets[a + 1]
    k, end_k = side.offsets[b], side.offsets[b + 1]
    if end_i - i > end_k - k:
        i, end_i, k, end_k = k, end_k, i, end_i
    many = end_k - k > MANY * (end_i - i)
    shared = np.int64(0)
    while i < end_i and k < end_k:
        if shared + (end_i - i) < least:
            return np.int64(0)
        if many:
            k = not_before(ranks, k, end_k, ranks[i])
        else:
            while k < end_k and ranks[k] < ranks[i]:
                k += 1
        if k < end_k and ranks[k] == ranks[i]:
            shared += 1
            k += 1
        i += 1
    return shared if shared >= least else np.int64(0)


@kernel
def _find(parent, b):
    """Root of the component of b. Each vertex on the way gets a nearer parent."""
    while parent[b] != b:
        parent[b] = parent[parent[b]]
        b = parent[b]
    return b


@kernel
def _unite(parent, root, other):
    """Unite two components, and return the new root: the one with the least id."""
    least, most = min(root, other), max(root, other)
    parent[most] = least
    return least


@compiled
def _least_ids(parent, least):
    for b in range(parent.size):
        least[b] = _find(parent, b)
