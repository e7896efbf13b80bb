# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The vertices below a root of the search for k-defective bicliques.

A root is the first own vertex of the solutions below it. Let t edges be absent at most.
Two own vertices of a solution with b or more vertices on the other side have b - t or
more common neighbours there. So all own vertices are within two steps of the root,
where b > t. Vertices of the other side have as many neighbours among them as the least
size demands, less t.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.bits import ONE
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupts import is_raised
from cugraph_biclique.largest.defective_nodes import (
    CANDIDATE,
    EXCLUDED,
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

    It is `last` without such a root. `every_own`: whether own vertices before the root
    are candidates, too, as in a search around given vertices.
    """
    for root in range(first, last):
        if is_raised(stop):
            break
        own, other = near(roots, root, limits, every_own, counts)
        n_after, has_root = np.int64(0), False
        for u in own:
            n_after += every_own or u >= root
            has_root |= u == root
        if has_root and n_after >= limits.min_own and other.size >= limits.min_other:
            score = score_of(limits.by, n_after, np.int64(other.size), 0)
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
    other = roots.own_indices[begin:end].copy()
    own = met(roots.other_indptr, roots.other_indices, other, counts.own, least_other)
    for _ in range(MOST_ROUNDS):
        n_own, n_other = own.size, other.size
        after = own if every_own else own[own >= root]
        other = met(
            roots.own_indptr, roots.own_indices, after, counts.other, least_own
        )
        if limits.missing == 0:
            other = common(other, roots.own_indices[begin:end])
        shared = common(other, roots.own_indices[begin:end])
        own = met(
            roots.other_indptr, roots.other_indices, shared, counts.own, least_other
        )
        if own.size == n_own and other.size == n_other:
            break
        if own.size == 0 or other.size < limits.min_other:
            break
    return own, other


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
            np.zeros(n_own, np.int64), np.zeros(n_own, np.int64),
        ),
        Half(
            other, other_rows, np.zeros((LEVELS, 3, words_other), np.uint64),
            np.zeros(n_other, np.int64), np.zeros(n_other, np.int64),
        ),
        np.zeros(LEVELS, np.int64),
        np.zeros(4, np.int64),
        np.zeros((limits.missing + 1, most + 2), np.int64),
        np.zeros((2, max(most, limits.missing) + 2), np.int64),
    )  # fmt: skip
    for i in range(n_own):
        if own[i] == root:
            put(tree.own, 0, MEMBER, i)
        elif every_own or own[i] > root:
            put(tree.own, 0, CANDIDATE, i)
        else:
            put(tree.own, 0, EXCLUDED, i)
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
