# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cover edges of bicliques that are ordered by inclusion, from the graph.

One side of each biclique is its *extent* and the other one its *intent*: left and
right, or right and left. A biclique b is below a if the extent of a contains that of b,
and the intent of b that of a.

Let (A, B) be a biclique. Each vertex v outside B cuts A down to A & N(v), the extent of
a biclique below (A, B). The lower neighbours of (A, B) are the bicliques whose extents
are the maximal ones of these cuts. (C, D) is one of them if and only if A & N(w) = C
for every w in D - B. One pass over the neighbours of A computes the sizes and the hash
keys of all cuts. The keys find the listed bicliques, and the sizes decide.

The cuts of (A, B) must be listed wherever a listed biclique is below them. Otherwise
the kernel stops, and `inclusion` finds the covers without the graph.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.host.decorators import kernel
from cugraph_biclique.results.cpu.classes import not_before
from cugraph_biclique.results.cpu.distinct import NONE, Table, look_up

STEPS = 1 << 24  # steps of one kernel call; Python handles signals between two calls
ROOM = 1 << 20  # pairs that a kernel call has room for, at least
DONE, FULL, GAP = 0, 1, 2  # why a kernel call has ended


class Adjacency(NamedTuple):
    """A CSR adjacency, from vertices of extents to vertices of intents."""

    indptr: np.ndarray  # int64
    indices: np.ndarray  # int32, ascending in each row


class Graph(NamedTuple):
    """What the kernel reads of the graph."""

    listed: Adjacency  # the edges between vertices that are in listed bicliques
    whole: Adjacency
    least: int  # size of the smallest listed extent
    most: int  # size of the largest listed intent


class Cuts(NamedTuple):
    """Scratch: the cuts of one extent."""

    size: np.ndarray  # int32, by vertex of intents; zero between two extents
    key: np.ndarray  # uint64, likewise
    touched: np.ndarray  # int32, the vertices with a size above zero
    seen: np.ndarray  # int64, by biclique: the last extent that was cut down to it


def covers(
    extents: MemberLists, intents: MemberLists, table: Table, graph: Graph
) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the cover edges as two arrays of bicliques (int64): above, and below.

    `table` has the extents of all bicliques, which differ. Returns None if a biclique
    that is not listed may be between listed ones.
    """
    n = len(extents.where) - 1
    n_vertices = int(graph.whole.indices.max(initial=0)) + 1
    cuts = Cuts(
        np.zeros(n_vertices, np.int32),
        np.zeros(n_vertices, np.uint64),
        np.empty(n_vertices, np.int32),
        np.full(n, NONE),
    )
    room = max(ROOM, n_vertices)  # of an extent, and of others
    above, below = np.empty((2, room), np.int64)
    parts = [np.empty((2, 0), np.int64)]
    at = 0
    while at < n:
        at, found, ended = _cover(
            at, STEPS, extents, intents, table, graph, cuts, above, below
        )
        if ended == GAP:
            return None
        parts.append(np.stack([above[:found], below[:found]]))
    above, below = np.concatenate(parts, axis=1)
    return above, below


@kernel
def _cover(at, steps, extents, intents, table, graph, cuts, above, below):
    """List the lower neighbours of the bicliques from `at` on.

    `extents`, `intents`: `MemberLists`. `table`: `Table`. `graph`: `Graph`. `cuts`:
    `Cuts`. `above`, `below`: int64, receive the pairs. Returns the next biclique, the
    number of pairs, and DONE, FULL or GAP.
    """
    indptr, indices = graph.listed
    where, members = extents
    n = 0
    while at < where.size - 1 and steps > 0:
        if above.size - n < cuts.touched.size:
            return at, n, FULL
        begin, end = where[at], where[at + 1]
        touched = 0
        for e in range(begin, end):
            u = members[e]
            steps -= indptr[u + 1] - indptr[u] + 1
            for i in range(indptr[u], indptr[u + 1]):
                v = indices[i]
                if cuts.size[v] == 0:
                    cuts.touched[touched] = v
                    touched += 1
                cuts.size[v] += 1
                cuts.key[v] += table.number[u]
        for t in range(touched):
            v = cuts.touched[t]
            size = cuts.size[v]
            if size == end - begin or size < graph.least:
                continue
            b = look_up(table, cuts.key[v])
            if b == NONE or where[b + 1] - where[b] != size:
                steps -= size
                if _may_be_above(at, v, extents, graph):
                    return at, n, GAP
            elif cuts.seen[b] != at:
                cuts.seen[b] = at
                steps -= intents.where[b + 1] - intents.where[b]
                if _is_covered(at, b, extents, intents, cuts):
                    above[n], below[n] = at, b
                    n += 1
        for t in range(touched):
            v = cuts.touched[t]
            cuts.size[v] = 0
            cuts.key[v] = 0
        at += 1
    return at, n, DONE


@kernel
def _is_covered(a, b, extents, intents, cuts):
    """Whether b is a lower neighbour of a, given the cuts of a.

    Every vertex of the intent of b has all of the extent of a as neighbours, or cuts it
    down to the extent of b. The first kind is the intent of a.
    """
    size = extents.where[a + 1] - extents.where[a]
    smaller = extents.where[b + 1] - extents.where[b]
    shared = 0
    for e in range(intents.where[b], intents.where[b + 1]):
        cut = cuts.size[intents.members[e]]
        if cut == size:
            shared += 1
        elif cut != smaller:
            return False
    return shared == intents.where[a + 1] - intents.where[a]


@kernel
def _may_be_above(a, v, extents, graph):
    """Whether a listed biclique may be below the cut of a by v, which is not listed.

    The intents below the cut are larger than the intent of the cut. So there is none if
    this one has at least as many vertices as any listed intent.
    """
    indptr, indices = graph.whole
    where, members = extents
    rarest = np.int64(NONE)
    for e in range(where[a], where[a + 1]):
        u = members[e]
        if _adjacent(graph.whole, u, v) and (
            rarest == NONE
            or indptr[u + 1] - indptr[u] < indptr[rarest + 1] - indptr[rarest]
        ):
            rarest = np.int64(u)
    common = 0
    for i in range(indptr[rarest], indptr[rarest + 1]):
        w = indices[i]
        is_common = True
        for e in range(where[a], where[a + 1]):
            u = members[e]
            if _adjacent(graph.whole, u, v) and not _adjacent(graph.whole, u, w):
                is_common = False
                break
        common += is_common
    return common < graph.most


@kernel
def _adjacent(adjacency, u, v):
    """Whether u has the neighbour v."""
    indptr, indices = adjacency
    at = not_before(indices, indptr[u], indptr[u + 1], v)
    return at < indptr[u + 1] and indices[at] == v
