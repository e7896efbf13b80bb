# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Unions of bicliques: the vertices and the edges of each family."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.host.decorators import compiled

STEPS = 1 << 26  # steps of one kernel call; Python handles signals between two calls


class Families(NamedTuple):
    """The bicliques of each family, as CSR."""

    starts: np.ndarray  # int64 (families + 1,)
    bicliques: np.ndarray  # int64


class BicliqueLists(NamedTuple):
    """The bicliques of each left vertex of each family, as CSR: int64."""

    indptr: Any  # zero before
    bicliques: Any


class FamilyEdges(NamedTuple):
    """By family."""

    where: Any  # int64 (families + 1,), where its left vertices begin
    n_right: Any  # the number of its right vertices
    edges: Any  # int64, receives the number of its distinct edges


def vertices_of(
    families: Families, offsets: np.ndarray, members: np.ndarray, n_vertices: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices of one side of each family.

    They are CSR: offsets (int64) and vertices (int32, ascending).
    """
    seen = np.full(n_vertices, -1, np.int64)
    where = np.zeros(len(families.starts), np.int64)
    out = np.empty(len(members), np.int32)
    _list_vertices(*families, offsets, members, seen, where, out)
    return where, out[: where[-1]].copy()


@compiled
def _list_vertices(starts, bicliques, offsets, members, seen, where, out):
    """List the distinct members of the bicliques of each family, ascending.

    `seen`: int64 by vertex, -1 before. `where`: int64 (families + 1,), receives the
    offsets. `out`: int32, receives the vertices.
    """
    n = 0
    for f in range(starts.size - 1):
        for i in range(starts[f], starts[f + 1]):
            b = bicliques[i]
            for e in range(offsets[b], offsets[b + 1]):
                v = members[e]
                if seen[v] != f:
                    seen[v] = f
                    out[n] = v
                    n += 1
        out[where[f] : n].sort()
        where[f + 1] = n


def count_edges(
    families: Families,
    left: tuple[np.ndarray, np.ndarray],
    right: tuple[np.ndarray, np.ndarray],
    vertices: tuple[np.ndarray, np.ndarray],
    n_right: np.ndarray,
    n_sides: tuple[int, int],
) -> np.ndarray:
    """Return the number of distinct edges of the bicliques of each family: int64.

    `left` and `right` are offsets and members of the bicliques. `vertices` is the left
    side of each family, from `vertices_of`. `n_right` has the number of right vertices
    of each family. `n_sides` are the sizes of the two sides of the graph.
    """
    where, of_family = vertices
    lists = BicliqueLists(
        np.zeros(len(of_family) + 1, np.int64), np.empty(len(left[1]), np.int64)
    )
    place = np.empty(n_sides[0], np.int64)
    _transpose(families, MemberLists(*left), MemberLists(*vertices), place, lists)
    edges = np.zeros(len(n_right), np.int64)
    by_family, right_lists = FamilyEdges(where, n_right, edges), MemberLists(*right)
    seen = np.full(n_sides[1], -1, np.int64)
    at = 0
    while at < len(of_family):
        at = _count_edges(at, STEPS, by_family, lists, right_lists, seen)
    return edges


@compiled
def _transpose(families, left, vertices, place, out):
    """List the bicliques of each left vertex of each family.

    `families`: `Families`. `left` and `vertices`: `MemberLists` of the left vertices of
    each biclique, and of each family. `place`: int64 scratch, by left vertex. `out`:
    `BicliqueLists`.
    """
    starts, bicliques = families
    offsets, members = left
    where, of_family = vertices
    indptr, lists = out
    n = 0
    for f in range(starts.size - 1):
        for k in range(where[f], where[f + 1]):
            place[of_family[k]] = k
        for i in range(starts[f], starts[f + 1]):
            for e in range(offsets[bicliques[i]], offsets[bicliques[i] + 1]):
                indptr[place[members[e]]] += 1
        for k in range(where[f], where[f + 1]):
            n, indptr[k] = n + indptr[k], n
        for i in range(starts[f], starts[f + 1]):
            for e in range(offsets[bicliques[i]], offsets[bicliques[i] + 1]):
                k = place[members[e]]
                lists[indptr[k]] = bicliques[i]
                indptr[k] += 1
    # Entry k is now the end of list k, which is the begin of list k + 1.
    for k in range(of_family.size, 0, -1):
        indptr[k] = indptr[k - 1]
    indptr[0] = 0


@compiled
def _count_edges(at, steps, by_family, of_vertices, right, seen):
    """Count the distinct edges of the left vertices from `at` on.

    `by_family`: `FamilyEdges`. `of_vertices`: `BicliqueLists`. `right`: `MemberLists`
    of the right vertices of each biclique. `seen`: int64 by right vertex, -1 before.
    After about `steps` members, returns the next left vertex.
    """
    where, n_right, edges = by_family
    indptr, lists = of_vertices
    offsets, members = right
    f = np.searchsorted(where, at, side="right") - 1
    while at < indptr.size - 1 and steps > 0:
        while at >= where[f + 1]:
            f += 1
        distinct = 0
        for i in range(indptr[at], indptr[at + 1]):
            if distinct == n_right[f]:  # all right vertices of the family
                break
            b = lists[i]
            steps -= offsets[b + 1] - offsets[b]
            for e in range(offsets[b], offsets[b + 1]):
                v = members[e]
                distinct += seen[v] != at
                seen[v] = at
        edges[f] += distinct
        at += 1
    return at
