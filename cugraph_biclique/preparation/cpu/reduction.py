# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Core and twin reduction on the CPU, in time linear in the number of edges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import is_large, over_ranges, renumbered, transposed
from cugraph_biclique.host.decorators import compiled

MIX = np.uint64(0x9E3779B97F4A7C15)


class HostClasses(NamedTuple):
    """`Classes` in host memory."""

    of: np.ndarray  # int32 per vertex: its class, -1 if removed
    indptr: np.ndarray  # int64 (classes + 1)
    members: np.ndarray  # int32, ascending in each class

    def __len__(self) -> int:
        return len(self.indptr) - 1

    @property
    def weight(self) -> np.ndarray:
        """Number of vertices in each class."""
        return np.diff(self.indptr).astype(np.int32)


class Reduced(NamedTuple):
    """A graph of classes: adjacency both ways, and the members of each class."""

    left_indptr: np.ndarray
    left_indices: np.ndarray
    right_indptr: np.ndarray
    right_indices: np.ndarray
    left: HostClasses
    right: HostClasses

    @property
    def n_edges(self) -> int:
        return len(self.left_indices)


def core(
    graph: BipartiteGraph, min_left: int, min_right: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the left and right degrees within the core, 0 for vertices outside it."""
    left_degree = np.diff(graph.left_indptr)
    right_degree = np.diff(graph.right_indptr)
    lefts = np.flatnonzero(left_degree < min_right)
    rights = np.flatnonzero(right_degree < min_left)
    left_degree[lefts] = 0
    right_degree[rights] = 0
    sides = BothSides(
        Adjacency(graph.left_indptr, graph.left_indices),
        Adjacency(graph.right_indptr, graph.right_indices),
    )
    least = BothSides(min_right, min_left)  # neighbours on the other side
    _core(sides, BothSides(left_degree, right_degree), least, lefts, rights)
    return left_degree, right_degree


def reduce_graph(
    graph: BipartiteGraph,
    left_degree: np.ndarray,
    right_degree: np.ndarray,
    *,
    merge_left: bool,
    merge_right: bool,
) -> Reduced:
    """Build the core whose degrees are given; merge twins on the chosen sides."""
    left_alive, right_alive = left_degree > 0, right_degree > 0
    left = _classes(
        graph.left_indptr, graph.left_indices, left_alive, right_alive, merge_left
    )
    right = _classes(
        graph.right_indptr, graph.right_indices, right_alive, left_alive, merge_right
    )
    left_indptr, left_indices = class_adjacency(
        graph.left_indptr, graph.left_indices, left, right
    )
    if is_large(left_indices):  # then a transposition is faster than to sort lists
        right_indptr, right_indices = transposed(left_indptr, left_indices, len(right))
    else:
        right_indptr, right_indices = class_adjacency(
            graph.right_indptr, graph.right_indices, right, left
        )
    return Reduced(left_indptr, left_indices, right_indptr, right_indices, left, right)


@compiled
def _core(sides, degree, least, lefts, rights):
    """Peel the core: remove the vertices `lefts` and `rights` (int64), and then every
    vertex whose degree falls below its threshold.

    `sides`: `Adjacency` of both sides. The degrees (int64) are updated in place, and
    become 0 for removed vertices.
    """
    left, right = sides.left, sides.right
    while lefts.size + rights.size > 0:
        new_rights = peel(lefts, left.indptr, left.indices, degree.right, least.right)
        new_lefts = peel(rights, right.indptr, right.indices, degree.left, least.left)
        lefts, rights = new_lefts, new_rights


@compiled
def peel(removed, indptr, indices, degree, least):
    """Decrement the degrees of the neighbours of removed vertices.

    If a degree falls below `least`, that neighbour is removed, too. Its degree becomes
    0, and it is in the returned array.
    """
    fallen = np.empty(degree.size, np.int64)
    n = 0
    for v in removed:
        for e in range(indptr[v], indptr[v + 1]):
            w = indices[e]
            if degree[w] > 0:
                degree[w] -= 1
                if degree[w] < least:
                    degree[w] = 0
                    fallen[n] = w
                    n += 1
    return fallen[:n].copy()


def _classes(
    indptr: np.ndarray,
    indices: np.ndarray,
    alive: np.ndarray,
    other_alive: np.ndarray,
    merge: bool,
) -> HostClasses:
    if merge:
        of, n_classes = twin_classes(indptr, indices, alive, other_alive)
    else:
        of = np.where(alive, np.cumsum(alive, dtype=np.int32) - 1, np.int32(-1))
        n_classes = int(np.count_nonzero(alive))
    members, class_indptr = members_of_classes(of, n_classes)
    return HostClasses(of, class_indptr, members)


def twin_classes(
    indptr: np.ndarray, indices: np.ndarray, alive: np.ndarray, other_alive: np.ndarray
) -> tuple[np.ndarray, int]:
    """Number the classes of live vertices with equal live neighbourhoods.

    A hash of the neighbourhood proposes a class, and a comparison of the lists confirms
    it.
    """
    hashes = np.empty(len(alive), np.uint64)
    over_ranges(_hash, indptr, indptr, indices, other_alive, hashes)
    return _number_classes(indptr, indices, alive, other_alive, hashes)


@compiled
def _hash(first, last, indptr, indices, other_alive, hashes):
    """Hash the live neighbours of the vertices first:last to `hashes` (uint64)."""
    for v in range(first, last):
        h = np.uint64(0)
        for e in range(indptr[v], indptr[v + 1]):
            if other_alive[indices[e]]:
                h = (h ^ np.uint64(indices[e] + 1)) * MIX
                h ^= h >> np.uint64(29)
        hashes[v] = h


@compiled
def _number_classes(indptr, indices, alive, other_alive, hashes):
    """Return the class of each vertex (int32, -1 if removed), and their number.

    `alive`, `other_alive`: bool per vertex of this and of the other side. `hashes`:
    uint64 per vertex.
    """
    n = alive.size
    of = np.full(n, -1, np.int32)
    capacity = 64
    while capacity < 2 * n:
        capacity *= 2
    representative = np.full(capacity, -1, np.int32)
    n_classes = 0
    for v in range(n):
        if not alive[v]:
            continue
        h = hashes[v]
        at = np.int64(h >> np.uint64(20)) & (capacity - 1)
        while representative[at] >= 0:
            r = representative[at]
            if hashes[r] == h and same_neighbours(indptr, indices, other_alive, r, v):
                break
            at = (at + 1) & (capacity - 1)
        if representative[at] < 0:
            representative[at] = v
            of[v] = n_classes
            n_classes += 1
        else:
            of[v] = of[representative[at]]
    return of, n_classes


@compiled
def same_neighbours(indptr, indices, other_alive, a, b):
    """Whether two vertices have the same live neighbours."""
    i, j = indptr[a], indptr[b]
    while True:
        while i < indptr[a + 1] and not other_alive[indices[i]]:
            i += 1
        while j < indptr[b + 1] and not other_alive[indices[j]]:
            j += 1
        if i == indptr[a + 1] or j == indptr[b + 1]:
            return i == indptr[a + 1] and j == indptr[b + 1]
        if indices[i] != indices[j]:
            return False
        i += 1
        j += 1


@compiled
def members_of_classes(of, n_classes):
    """Return the members of the classes (int32), ascending in each class, and the
    offsets of the classes (int64). `of`: int32, the class of each vertex or -1."""
    indptr = np.zeros(n_classes + 1, np.int64)
    for c in of:
        if c >= 0:
            indptr[c + 1] += 1
    for c in range(n_classes):
        indptr[c + 1] += indptr[c]
    fill = indptr[:-1].copy()
    members = np.empty(indptr[n_classes], np.int32)
    for v in range(of.size):
        if of[v] >= 0:
            members[fill[of[v]]] = v
            fill[of[v]] += 1
    return members, indptr


def class_adjacency(
    indptr: np.ndarray, indices: np.ndarray, side: HostClasses, other: HostClasses
) -> tuple[np.ndarray, np.ndarray]:
    """Return the adjacency of one side's classes, taken from their first vertices."""
    number = np.full(len(other.of), -1, np.int32)
    number[_firsts(other)] = np.arange(len(other), dtype=np.int32)
    return renumbered(indptr, indices, _firsts(side), number)


def _firsts(classes: HostClasses) -> np.ndarray:
    """Return the first vertex of each class, as int64, the type of compiled kernels."""
    return classes.members[classes.indptr[:-1]].astype(np.int64)
