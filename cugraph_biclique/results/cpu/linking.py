# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Connected components of bicliques, linked by the edges that they share.

Two bicliques are linked if they share at least `need` edges, a number of the smaller
biclique. The larger biclique then contains at least t vertices of a side of the smaller
one. So it contains at least one of any |side| - t + 1 vertices of this side (prefix
filter, as in set-similarity joins). These are the rarest vertices of the side, the
prefix of the smaller biclique.

First, some comparisons that often succeed make large components: bicliques that come
one after the other in some orders, and bicliques whose sides differ in one vertex. The
largest of these components is `main`; its bicliques look up none. The others are
visited in ascending order of edges, and each one looks up

- the larger bicliques of `main` in an inverted index that has them at all their
  vertices, by the vertices of its own prefix, until it is linked to one;
- all smaller bicliques in an inverted index that has them at the vertices of their
  prefixes, by all its vertices. Visited bicliques are entered in this index.

An entry of the second index is a biclique. The entries of a vertex form groups; all
bicliques of a group are in one component. So a look-up skips the groups of its own
component. A new entry is a group of its own. Look-ups merge the groups of a component.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.bits import ONE, WORD, kernel, popcount
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.results.cpu.classes import not_before

UNITE = 16  # every UNITE-th look-up of a vertex merges all groups of a component
STEPS = 1 << 22  # steps of one kernel call; Python handles signals between two calls
PLACES = 1 << 22  # most places of the table of bicliques by their members
MOST_WORDS = 16  # of a signature
BITS_EACH = 4  # bits of a signature for each member of a biclique, on average
MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, a hash multiplier
SHIFT = np.uint64(32)  # to the upper half of a hash
HIGH = np.uint64(40)  # a shift to the upper bits of a hash
SIX, LAST = np.uint64(6), np.uint64(63)  # shift to the word of a bit, mask of its place
MANY = 16  # ratio of list lengths above which the longer list is bisected, not merged
NONE = -1


class Side(NamedTuple):
    """One side of some bicliques. Rare vertices have small ranks."""

    begin: np.ndarray  # int64, where the members of each biclique begin in `ranks`
    ranks: np.ndarray  # int32, the ranks of the members, ascending in each biclique
    size: np.ndarray  # int32, the number of members of each biclique
    signature: np.ndarray  # uint64 (bicliques, words): the hashed bits of its members


class Bicliques(NamedTuple):
    """The bicliques in ascending order of edges."""

    filtered: Side  # whose vertices are in the index
    other: Side
    need: np.ndarray  # int64, the edges that a larger biclique has to share with each


class Index(NamedTuple):
    """Inverted index: for each vertex, the bicliques that have it among their rarest.

    A group is a linked list of entries, known by its first entry. The groups of a
    vertex are a linked list as well. Entries are int32, or int64 if there are 2^31 or
    more; -1 stands for no entry.
    """

    entry: np.ndarray  # the biclique of each entry
    next_entry: np.ndarray  # by entry: the next entry of the same group
    last_entry: np.ndarray  # by group: its last entry
    next_group: np.ndarray  # by group: the next group of the same vertex
    first_group: np.ndarray  # int64, by vertex
    end: np.ndarray  # int64, by vertex: the end of the entries used so far
    look_ups: np.ndarray  # int64, by vertex: the number of look-ups so far


class Main(NamedTuple):
    """The bicliques of the main component, at all their vertices."""

    is_member: np.ndarray  # bool, by biclique
    indptr: np.ndarray  # int64, by vertex: where its bicliques begin
    bicliques: np.ndarray  # int64, ascending for each vertex


class Components(NamedTuple):
    """Union-find of the bicliques, and the marks of look-ups.

    A component is known by its root.
    """

    parent: np.ndarray  # int64, by biclique
    tested: np.ndarray  # int64, by biclique: the last biclique that was compared to it
    seen: np.ndarray  # int64, by component: the last look-up that found it
    group: np.ndarray  # int64, by component: its first group in that look-up
    look_ups: np.ndarray  # int64 (1,), the number of look-ups so far


def side_of(offsets: np.ndarray, members: np.ndarray, n_vertices: int) -> Side:
    """Rank the vertices of a side by the number of their bicliques."""
    n = len(offsets) - 1
    times = np.bincount(members, minlength=n_vertices)
    order = np.argsort(times, kind="stable")
    rank = np.empty(n_vertices, np.int32)
    rank[order] = np.arange(n_vertices)
    indptr = np.concatenate([[0], np.cumsum(times[order])])
    bicliques = np.empty(len(members), _integers(n))
    ranks = np.empty(len(members), np.int32)
    _sort_by_rank(offsets, members, rank, indptr, bicliques, ranks)
    signature = np.zeros((n, _words(len(members), n)), np.uint64)
    _sign(offsets, ranks, signature)
    return Side(offsets[:-1], ranks, np.diff(offsets).astype(np.int32), signature)


def _integers(n: int) -> Any:
    """Return the type of numbers below n, and of -1."""
    return np.int32 if n < 2**31 else np.int64


def _words(n_members: int, n: int) -> int:
    """Return the number of words of a signature: a power of two."""
    bits = max(1, BITS_EACH * n_members // max(1, n))
    return min(MOST_WORDS, 1 << ((bits - 1) // WORD).bit_length())


@compiled
def _sort_by_rank(offsets, members, rank, indptr, bicliques, ranks):
    """Write the ranks of the members of each biclique, ascending.

    `rank`: int32 by vertex. `bicliques`: scratch, the bicliques of each rank. `indptr`:
    int64, where those of a rank begin. `ranks`: int32, receives the ranks.
    """
    end = indptr.copy()
    for b in range(offsets.size - 1):
        for e in range(offsets[b], offsets[b + 1]):
            r = rank[members[e]]
            bicliques[end[r]] = b
            end[r] += 1
    at = offsets.copy()
    for r in range(indptr.size - 1):
        for i in range(indptr[r], indptr[r + 1]):
            ranks[at[bicliques[i]]] = r
            at[bicliques[i]] += 1


@compiled
def _sign(offsets, ranks, signature):
    """Set the hashed bits of the members of each biclique.

    `offsets`: int64. `ranks`: int32. `signature`: uint64 (bicliques, words), zero
    before; the number of words is a power of two.
    """
    mask = np.uint64(64 * signature.shape[1] - 1)
    for b in range(signature.shape[0]):
        for e in range(offsets[b], offsets[b + 1]):
            bit = ((np.uint64(ranks[e]) * MIX) >> HIGH) & mask
            signature[b, np.int64(bit >> SIX)] |= ONE << (bit & LAST)


def components(left: Side, right: Side, need: np.ndarray) -> np.ndarray:
    """Return a number of the component of each biclique: int64.

    `need` has the number of edges that each biclique has to share with a larger one. It
    is at least 1 and at most its number of edges, and ascends with this number.
    """
    n = len(need)
    filtered, other = left, right
    if _look_up_cost(right, left, need) < _look_up_cost(left, right, need):
        filtered, other = right, left
    edges = left.size.astype(np.int64) * right.size
    likely = _likely_neighbours(filtered, other, edges)
    # Number the bicliques from the smallest one on. So the entries of a vertex ascend,
    # and a look-up reads memory in order.
    order = np.argsort(edges, kind="stable")
    filtered, other = _renumbered(filtered, order), _renumbered(other, order)
    need = need[order]
    found = Components(
        parent=np.arange(n),
        tested=np.full(n, NONE),
        seen=np.full(n, NONE),
        group=np.full(n, NONE),
        look_ups=np.zeros(1, np.int64),
    )
    number = np.empty(n, np.int64)
    number[order] = np.arange(n)
    for sequence in likely:
        _link_neighbours(number[sequence], filtered, other, need, found)
    side = min(filtered, other, key=lambda side: len(side.ranks))
    _link_similar(
        side, _new_table(len(side.ranks) + n, n), filtered, other, need, found
    )
    main = _main(filtered, found)
    prefix = _prefixes(filtered, other, need)
    index = _new_index(filtered, prefix)
    at = 0
    bicliques = Bicliques(filtered, other, need)
    while at < n:
        at = _link(at, STEPS, bicliques, prefix, main, index, found)
    component = np.empty(n, np.int64)
    _find_all(found.parent, order, component)
    return component


def _new_table(n_keys: int, n: int) -> np.ndarray:
    """Return an empty table of n bicliques by their members."""
    return np.full(min(PLACES, 1 << (2 * n_keys).bit_length()), NONE, _integers(n))


def _renumbered(side: Side, order: np.ndarray) -> Side:
    """Return the bicliques in another order; the members stay where they are."""
    return Side(side.begin[order], side.ranks, side.size[order], side.signature[order])


def _prefixes(filtered: Side, other: Side, need: np.ndarray) -> np.ndarray:
    """Return the sizes of prefixes: a linked larger biclique has one of these vertices.

    A prefix has the rarest vertices of a biclique.
    """
    shared = -(-need // other.size)  # least number of shared vertices
    return filtered.size - shared + 1


def _look_up_cost(filtered: Side, other: Side, need: np.ndarray) -> int:
    """Return the number of entries that look-ups find if this side is filtered."""
    looked_up = np.bincount(filtered.ranks)
    return int(_entries(filtered, _prefixes(filtered, other, need)) @ looked_up)


def _entries(filtered: Side, prefix: np.ndarray) -> np.ndarray:
    """Return the number of entries of each vertex in the index."""
    entries = np.zeros(filtered.ranks.max(initial=NONE) + 1, np.int64)
    _count_entries(filtered.begin, filtered.ranks, prefix, entries)
    return entries


@compiled
def _count_entries(begin, ranks, prefix, entries):
    """Count the bicliques that have each vertex in their prefix.

    `prefix`: int64, the size of each prefix. `entries`: int64 by vertex, zero before.
    """
    for b in range(prefix.size):
        for e in range(begin[b], begin[b] + prefix[b]):
            entries[ranks[e]] += 1


def _new_index(filtered: Side, prefix: np.ndarray) -> Index:
    entries = _entries(filtered, prefix)
    n = int(entries.sum())
    dtype = _integers(max(n, len(prefix)))
    return Index(
        entry=np.empty(n, dtype),
        next_entry=np.empty(n, dtype),
        last_entry=np.empty(n, dtype),
        next_group=np.empty(n, dtype),
        first_group=np.full(len(entries), NONE),
        end=np.cumsum(entries) - entries,
        look_ups=np.zeros(len(entries), np.int64),
    )


def _main(filtered: Side, found: Components) -> Main:
    """Return the largest component so far."""
    n = len(found.parent)
    component = np.empty(n, np.int64)
    _find_all(found.parent, np.arange(n), component)
    largest = np.bincount(component, minlength=1).argmax()
    is_member = component == largest
    entries = _entries(filtered, np.where(is_member, filtered.size, 0))
    indptr = np.concatenate([[0], np.cumsum(entries)])
    bicliques = np.empty(indptr[-1], np.int64)
    _fill_main(filtered, is_member, indptr[:-1].copy(), bicliques)
    return Main(is_member, indptr, bicliques)


@compiled
def _fill_main(filtered, is_member, end, bicliques):
    """List the members of the main component by vertex. See `Main`.

    `end`: int64 by vertex, the end of its bicliques so far.
    """
    for b in range(is_member.size):
        if is_member[b]:
            for e in range(filtered.begin[b], filtered.begin[b] + filtered.size[b]):
                v = filtered.ranks[e]
                bicliques[end[v]] = b
                end[v] += 1


def _likely_neighbours(
    filtered: Side, other: Side, edges: np.ndarray
) -> list[np.ndarray]:
    """Return orders of the bicliques in which linked bicliques often are neighbours.

    These links already make large components, which the look-ups then skip.
    """
    rarest = (side.ranks[side.begin] for side in (filtered, other))
    orders = [np.lexsort((edges, vertex)) for vertex in rarest]
    return [np.arange(len(edges)), *orders]


@compiled
def _link_neighbours(sequence, filtered, other, need, found):
    """Compare each two neighbours of a sequence (int64), and unite linked ones."""
    for i in range(1, sequence.size):
        a, b = sequence[i - 1], sequence[i]
        a, b = min(a, b), max(a, b)
        root_a, root_b = _find(found.parent, a), _find(found.parent, b)
        if root_a != root_b and _are_linked(a, b, filtered, other, need):
            _unite(found.parent, root_a, root_b)


@compiled
def _link_similar(side, table, filtered, other, need, found):
    """Compare bicliques with the same vertices on a side, or all but one.

    `table`: int32 or int64, -1 before: the last biclique with each hash of vertices.
    Its size is a power of two. A hash is the sum of the hashes of the vertices.
    """
    mask = np.uint64(table.size - 1)
    for b in range(need.size):
        whole = np.uint64(0)
        begin, end = side.begin[b], side.begin[b] + side.size[b]
        for e in range(begin, end):
            whole += _hashed(side.ranks[e])
        for e in range(begin - 1, end):
            key = whole if e < begin else whole - _hashed(side.ranks[e])
            place = np.int64(((key * MIX) >> SHIFT) & mask)
            a = np.int64(table[place])
            table[place] = b
            if a != NONE and a != b:
                root_a, root_b = _find(found.parent, a), _find(found.parent, b)
                if root_a != root_b and _are_linked(a, b, filtered, other, need):
                    _unite(found.parent, root_a, root_b)


@kernel
def _hashed(rank):
    """Return the hash of a vertex."""
    z = (np.uint64(rank) + ONE) * MIX
    return (z ^ (z >> SHIFT)) * MIX


@compiled
def _link(at, steps, bicliques, prefix, main, index, found):
    """Look up the bicliques from `at` on, and enter them in the index.

    `bicliques`: `Bicliques`. `prefix`: int64, by biclique. `main`: `Main`. After about
    `steps` steps, returns the next biclique.
    """
    filtered, other, need = bicliques
    while at < need.size and steps > 0:
        begin = filtered.begin[at]
        if not main.is_member[at]:
            steps -= _look_up_main(at, prefix[at], filtered, other, need, main, found)
            root = _find(found.parent, at)
            for e in range(begin, begin + filtered.size[at]):
                root, taken = _look_up(
                    at, root, filtered.ranks[e], filtered, other, need, index, found
                )
                steps -= taken
        for e in range(begin, begin + prefix[at]):
            v = filtered.ranks[e]
            new = index.end[v]
            index.end[v] += 1
            index.entry[new] = at
            index.next_entry[new] = NONE
            index.last_entry[new] = new
            index.next_group[new] = index.first_group[v]
            index.first_group[v] = new
        at += 1
        steps -= 1
    return at


@kernel
def _look_up_main(b, prefix, filtered, other, need, main, found):
    """Compare b to the larger bicliques of the main component, until one is linked.

    `prefix`: the size of the prefix of b. Returns the number of steps.
    """
    steps = 0
    root = _find(found.parent, b)
    for e in range(filtered.begin[b], filtered.begin[b] + prefix):
        v = filtered.ranks[e]
        end = main.indptr[v + 1]
        first = not_before(main.bicliques, main.indptr[v], end, b)
        if first < end and _find(found.parent, main.bicliques[first]) == root:
            break
        for i in range(first, end):
            steps += 1
            a = main.bicliques[i]
            if found.tested[a] != b:
                found.tested[a] = b
                if _are_linked(b, a, filtered, other, need):
                    _unite(found.parent, _find(found.parent, a), root)
                    return steps
    return steps


@kernel
def _look_up(b, root, v, filtered, other, need, index, found):
    """Compare b to the entries of v in other components, and unite linked ones.

    A look-up merges the groups that it finds in the same component. Usually, it skips a
    group of one entry if signatures exclude a link. Every UNITE-th look-up of v skips
    no group, so it merges all groups. Returns the root of b, and the number of steps.
    """
    found.look_ups[0] += 1
    index.look_ups[v] += 1
    unites = index.look_ups[v] % UNITE == 0
    steps = 1
    before = np.int64(NONE)
    group = np.int64(index.first_group[v])
    while group != NONE:
        following = np.int64(index.next_group[group])
        steps += 1
        a = np.int64(index.entry[group])
        if not unites and index.next_entry[group] == NONE:
            if not _may_be_linked(a, b, filtered, other, need):
                before = group
                group = following
                continue
        component = _find(found.parent, a)
        k = group if component != root else np.int64(NONE)
        while k != NONE:
            steps += 1
            a = np.int64(index.entry[k])
            if found.tested[a] != b:
                found.tested[a] = b
                if _are_linked(a, b, filtered, other, need):
                    component = root = _unite(found.parent, component, root)
                    break
            k = np.int64(index.next_entry[k])
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
def _may_be_linked(a, b, filtered, other, need):
    """Whether the signatures allow a link. The biclique a must not have more edges."""
    least = need[a]
    at_most = _most_shared(filtered, a, b)
    if at_most * other.size[a] < least:
        return False
    return at_most * _most_shared(other, a, b) >= least


@kernel
def _are_linked(a, b, filtered, other, need):
    """Whether b has need[a] edges of a. The biclique a must not have more edges."""
    least = need[a]
    at_most = _most_shared(filtered, a, b)
    if at_most * other.size[a] < least:
        return False
    at_most_other = _most_shared(other, a, b)
    if at_most * at_most_other < least:
        return False
    shared = _shared(filtered, a, b, (least + at_most_other - 1) // at_most_other)
    if shared * at_most_other < least:
        return False
    return shared * _shared(other, a, b, (least + shared - 1) // shared) >= least


@kernel
def _most_shared(side, a, b):
    """Return an upper bound of the number of vertices that a and b share on a side.

    A bit that only one of the signatures has proves a vertex that is not shared.
    """
    only_a, only_b = np.int64(0), np.int64(0)
    for w in range(side.signature.shape[1]):
        of_a, of_b = side.signature[a, w], side.signature[b, w]
        only_a += popcount(of_a & ~of_b)
        only_b += popcount(of_b & ~of_a)
    return min(side.size[a] - only_a, side.size[b] - only_b)


@kernel
def _shared(side, a, b, least):
    """Return the number of vertices that a and b share, or 0 if it is below `least`."""
    ranks = side.ranks
    i, k = side.begin[a], side.begin[b]
    end_i, end_k = i + side.size[a], k + side.size[b]
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
    """Return the root of the component of b, and halve the path to it."""
    while parent[b] != b:
        parent[b] = parent[parent[b]]
        b = parent[b]
    return b


@kernel
def _unite(parent, root, other):
    """Unite two components, and return the new root."""
    least, most = min(root, other), max(root, other)
    parent[most] = least
    return least


@compiled
def _find_all(parent, order, component):
    """Write the root of each biclique. `order` has its number in the input: int64."""
    for b in range(parent.size):
        component[order[b]] = _find(parent, b)
