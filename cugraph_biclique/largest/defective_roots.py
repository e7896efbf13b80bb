# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The vertices below a root of the search for k-defective bicliques.

Let t edges be absent at most, and let both sides of a solution have more than t
vertices. Then some own vertices lack no edge: the root is the first of these. So all
vertices of the other side are its neighbours. Own vertices before the root lack an
edge. If the other side has b or more vertices, each own vertex has b - t or more of
them as neighbours, so it is within two steps of the root.

In a search around given vertices, the root is one of these, and may lack edges.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.bits import ONE
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupts import is_raised
from cugraph_biclique.largest.defective_nodes import (
    CANDIDATE,
    LEVEL,
    MEMBER,
    Half,
    Tree,
    put,
    score_of,
)

LEVELS = 16  # of a new tree; see `deeper`
MOST_ROUNDS = 4  # of the reductions of a root


class Roots(NamedTuple):
    """A graph whose own vertices are in the order of the search."""

    own_indptr: Any  # int64
    own_indices: Any  # int32, ascending for each vertex
    other_indptr: Any
    other_indices: Any


class Counts(NamedTuple):
    """Scratch of one thread by vertex, zero between two roots: int32."""

    own: Any  # neighbours below the root
    other: Any  # neighbours below the root, or place among the vertices below it


@compiled
def next_tree(roots, first, last, limits, every_own, counts, stop):
    """Return the next root from `first` on that may have solutions, and its tree.

    It is `last` without such a root. `every_own`: whether the root is a given vertex.
    """
    for root in range(first, last):
        if is_raised(stop):
            break
        degree = roots.own_indptr[root + 1] - roots.own_indptr[root]
        if degree < limits.min_other and not every_own:
            continue
        own, other = near(roots, root, limits, every_own, counts)
        n_early, has_root = np.int64(0), False
        for u in own:
            n_early += u < root and not every_own
            has_root |= u == root
        n_own = own.size - max(0, n_early - limits.missing)
        if has_root and n_own >= limits.min_own and other.size >= limits.min_other:
            score = score_of(limits.by, n_own, np.int64(other.size), 0)
            if score >= limits.least:
                return root, tree_of(roots, root, own, other, limits, every_own, counts)
    none = np.empty(0, np.int32)
    return last, tree_of(roots, first, none, none, limits, every_own, counts)


@compiled
def near(roots, root, limits, every_own, counts):
    """Return the own and the other vertices below a root, ascending."""
    least_other = max(1, limits.min_other - limits.missing)
    least_own = max(1, limits.min_own - limits.missing)
    begin, end = roots.own_indptr[root], roots.own_indptr[root + 1]
    of_root = roots.own_indices[begin:end]
    other = of_root.copy()
    own = met(roots.other_indptr, roots.other_indices, other, counts.own, least_other)
    for _ in range(MOST_ROUNDS):
        n_own, n_other = own.size, other.size
        if every_own and limits.missing:
            other = met(
                roots.own_indptr, roots.own_indices, own, counts.other, least_own
            )
        else:
            other = with_enough(roots, other, own, counts.own, least_own)
        own = met(
            roots.other_indptr, roots.other_indices, common(other, of_root),
            counts.own, least_other,
        )  # fmt: skip
        if own.size == n_own and other.size == n_other:
            break
        if own.size == 0 or other.size < limits.min_other:
            break
    return own, other


@compiled
def with_enough(roots, other, own, is_own, least):
    """Return those of the other vertices that have at least `least` neighbours among
    the own ones. `is_own`: int32 scratch by own vertex, zero before and afterwards."""
    for u in own:
        is_own[u] = 1
    kept = 0
    found = np.empty(other.size, np.int32)
    for v in other:
        n = np.int64(0)
        for e in range(roots.other_indptr[v], roots.other_indptr[v + 1]):
            n = n + is_own[roots.other_indices[e]]
        if n >= least:
            found[kept] = v
            kept += 1
    for u in own:
        is_own[u] = 0
    return found[:kept].copy()


@compiled
def met(indptr, indices, members, count, least):
    """Return the vertices, ascending, with at least `least` neighbours among the
    members. `count`: int32 scratch by vertex, zero before and afterwards."""
    room = np.int64(0)
    for v in members:
        room += indptr[v + 1] - indptr[v]
    found = np.empty(min(room, count.size), np.int32)
    n = 0
    for v in members:
        for e in range(indptr[v], indptr[v + 1]):
            w = indices[e]
            if count[w] == 0:
                found[n] = w
                n += 1
            count[w] += 1
    kept = 0
    for k in range(n):
        w = found[k]
        if count[w] >= least:
            found[kept] = w
            kept += 1
        count[w] = 0
    found = found[:kept].copy()
    found.sort()
    return found


@compiled
def common(some, others):
    """Return the vertices in two ascending lists."""
    found = np.empty(min(some.size, others.size), np.int32)
    n, k = 0, 0
    for v in some:
        while k < others.size and others[k] < v:
            k += 1
        if k < others.size and others[k] == v:
            found[n] = v
            n += 1
    return found[:n].copy()


@compiled
def tree_of(roots, root, own, other, limits, every_own, counts):
    """Return the tree of a root and the vertices below it, at its first node."""
    n_own, n_other = own.size, other.size
    n_early = np.int64(0)
    for u in own:
        n_early += u < root and not every_own
    words_own, words_other = max(1, (n_own + 63) >> 6), max(1, (n_other + 63) >> 6)
    own_rows = np.zeros((n_own, words_other), np.uint64)
    other_rows = np.zeros((n_other, words_own), np.uint64)
    for k in range(n_other):
        counts.other[other[k]] = k + 1
    for i in range(n_own):
        for e in range(roots.own_indptr[own[i]], roots.own_indptr[own[i] + 1]):
            k = np.int64(counts.other[roots.own_indices[e]]) - 1
            if k >= 0:
                own_rows[i, k >> 6] |= ONE << np.uint64(k & 63)
                other_rows[k, i >> 6] |= ONE << np.uint64(i & 63)
    for k in range(n_other):
        counts.other[other[k]] = 0
    most = max(n_own, n_other)
    tree = Tree(
        Half(
            own, own_rows, np.zeros((LEVELS, 3, words_own), np.uint64),
            np.zeros(n_own, np.int64), np.zeros(n_own, np.int64), n_early,
        ),
        Half(
            other, other_rows, np.zeros((LEVELS, 3, words_other), np.uint64),
            np.zeros(n_other, np.int64), np.zeros(n_other, np.int64), np.int64(0),
        ),
        np.zeros(LEVELS, np.int64),
        np.zeros(4, np.int64),
        np.zeros((limits.missing + 1, most + 2), np.int64),
        np.zeros((2, max(most, limits.missing) + 2), np.int64),
    )  # fmt: skip
    for i in range(n_own):
        if own[i] == root:
            put(tree.own, 0, MEMBER, i)
        else:
            put(tree.own, 0, CANDIDATE, i)
    for k in range(n_other):
        put(tree.other, 0, CANDIDATE, k)
    if n_own == 0:
        tree.state[LEVEL] = -1
    return tree


def deeper(tree: Tree) -> Tree:
    """Return the same tree with room for twice as many levels."""

    def grown(array: np.ndarray) -> np.ndarray:
        return np.concatenate([array, np.zeros_like(array)])

    own, other = (half._replace(sets=grown(half.sets)) for half in tree[:2])
    return tree._replace(own=own, other=other, absent=grown(tree.absent))


def members_of(half: Half, level: int) -> np.ndarray:
    """Return the members of a side of a node: int32 ids, ascending."""
    bits = np.unpackbits(half.sets[level, MEMBER].view(np.uint8), bitorder="little")
    return half.ids[np.flatnonzero(bits)]


def fix(tree: Tree, own: np.ndarray, other: np.ndarray) -> bool:
    """Make given vertices members of the first node of a tree; whether all of them are
    below its root. The number of absent edges between them is then that of the tree."""
    for half, ids in ((tree.own, own), (tree.other, other)):
        places = np.searchsorted(half.ids, ids)
        if not np.isin(ids, half.ids).all():
            return False
        for place in places.tolist():
            bit = np.uint64(1 << (place & 63))
            half.sets[0, CANDIDATE, place >> 6] &= ~bit
            half.sets[0, MEMBER, place >> 6] |= bit
    u = np.searchsorted(tree.own.ids, own)
    v = np.searchsorted(tree.other.ids, other)
    words = tree.own.rows[u][:, v >> 6] >> (v & 63).astype(np.uint64)
    tree.absent[0] = int((words & np.uint64(1) == 0).sum()) if words.size else 0
    return True


@compiled
def fits_outside(roots, own, other, slack, counts):
    """Whether a vertex of the other side that is not below the root extends a
    solution. `own`, `other`: its members, ascending."""
    least = max(1, own.size - slack)
    found = met(roots.own_indptr, roots.own_indices, own, counts.other, least)
    return common(found, other).size < found.size
