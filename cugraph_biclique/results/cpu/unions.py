# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Unions of bicliques: the vertices and the edges of each family."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique._cpu import compiled

STEPS = 1 << 26  # of a kernel, between which Python handles signals


class Families(NamedTuple):
    """The bicliques of each family, one family after the other."""

    starts: np.ndarray  # int64, families + 1
    bicliques: np.ndarray  # int64


def vertices_of(
    families: Families, offsets: np.ndarray, members: np.ndarray, n_vertices: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return offsets (int64) and vertices (int32, ascending) of one side of each
    family."""
    seen = np.full(n_vertices, -1, np.int64)
    where = np.zeros(len(families.starts), np.int64)
    out = np.empty(len(members), np.int32)
    _list_vertices(*families, offsets, members, seen, where, out)
    return where, out[: where[-1]].copy()


@compiled
def _list_vertices(starts, bicliques, offsets, members, seen, where, out):
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
    """Count the distinct edges of the bicliques of each family: int64.

    `left` and `right` are offsets and members of the bicliques. `vertices` are those of
    the left side of each family, and `n_right` the number of right vertices of each.
    """
    (left_offsets, left_members), (right_offsets, right_members) = left, right
    where, of_family = vertices
    # The bicliques of each left vertex of each family, as CSR
    indptr = np.zeros(len(of_family) + 1, np.int64)
    lists = np.empty(len(left_members), np.int64)
    place = np.empty(n_sides[0], np.int64)
    _transpose(*families, left_offsets, left_members, *vertices, place, indptr, lists)
    edges = np.zeros(len(n_right), np.int64)
    seen = np.full(n_sides[1], -1, np.int64)
    at = 0
    while at < len(of_family):
        at = _count_edges(
            at, STEPS, where, indptr, lists, right_offsets, right_members, n_right,
            seen, edges,
        )  # fmt: skip
    return edges


@compiled
def _transpose(
    starts, bicliques, offsets, members, where, of_family, place, indptr, lists
):
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
    # Each entry is now the end of its list, which is the begin of the next one.
    for k in range(of_family.size, 0, -1):
        indptr[k] = indptr[k - 1]
    indptr[0] = 0


@compiled
def _count_edges(
    at, steps, where, indptr, lists, offsets, members, n_right, seen, edges
):
    """Count the edges of the left vertices from `at` on, for about `steps` edges.
    Return the next left vertex."""
    f = np.searchsorted(where, at, side="right") - 1
    while at < indptr.size - 1 and steps > 0:
        while at >= where[f + 1]:
            f += 1
        distinct = 0
        for i in range(indptr[at], indptr[at + 1]):
            if distinct == n_right[f]:  # all there may be
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
