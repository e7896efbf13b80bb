# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cover edges of any sets that are ordered by inclusion.

An inverted index has each set at its rarest member. So the subsets of a set are at its
members, and a test decides. From the largest subset on, each one that is not below a
found lower neighbour is a lower neighbour itself. Marks go down the cover edges of
smaller sets, which are known already, because sets are visited in ascending order of
size.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.graph.csr import gathered
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.results.cpu.distinct import NONE

STEPS = 1 << 24  # steps of one kernel call; Python handles signals between two calls
ROOM = 1 << 16  # pairs that there is room for at first


class Index(NamedTuple):
    """For each vertex, the sets of which it is the rarest member, ascending: CSR."""

    indptr: np.ndarray  # int64
    sets: np.ndarray  # int64


class Marks(NamedTuple):
    """Scratch."""

    member: np.ndarray  # int64, by vertex: the last set that had it
    below: np.ndarray  # int64, by set: the last set that it was found below
    found: np.ndarray  # int64, the subsets of a set
    stack: np.ndarray  # int64


def covers(sets: MemberLists, n_vertices: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the cover edges of different sets as two arrays (int64): the larger sets,
    and the smaller ones."""
    n = len(sets.where) - 1
    order = np.argsort(np.diff(sets.where), kind="stable")
    ascending = MemberLists(*gathered(sets.where, sets.members, order))
    index = _index(ascending, n_vertices)
    marks = Marks(
        np.full(n_vertices, NONE),
        np.full(n, NONE),
        np.empty(n, np.int64),
        np.empty(n, np.int64),
    )
    start = np.zeros(n + 1, np.int64)
    below = np.empty(max(ROOM, n), np.int64)
    at = 0
    while at < n:
        at = _cover(at, STEPS, ascending, index, marks, start, below)
        if below.size - start[at] < n:  # room for all subsets of a set
            below = np.concatenate([below, np.empty_like(below)])
    above = np.repeat(np.arange(n), np.diff(start))
    return order[above], order[below[: start[n]]]


def look_up_cost(sets: MemberLists, n_vertices: int) -> int:
    """Return an upper bound of the number of sets that `covers` compares with others.

    It counts the index entries at all members of all sets.
    """
    times, rarest = _rarest(sets, n_vertices)
    return int(np.bincount(rarest, minlength=n_vertices) @ times)


def _index(sets: MemberLists, n_vertices: int) -> Index:
    """Enter each set at the member that is in the fewest sets."""
    _, rarest = _rarest(sets, n_vertices)
    indptr = np.zeros(n_vertices + 1, np.int64)
    np.cumsum(np.bincount(rarest, minlength=n_vertices), out=indptr[1:])
    return Index(indptr, np.argsort(rarest, kind="stable"))


def _rarest(sets: MemberLists, n_vertices: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of sets of each vertex, and the rarest member of each set."""
    where, members = sets
    times = np.bincount(members, minlength=n_vertices)
    rarest = np.empty(len(where) - 1, np.int64)
    _find_rarest(where, members, times, rarest)
    return times, rarest


@compiled
def _find_rarest(where, members, times, rarest):
    """Write the member of each set that is in the fewest sets."""
    for b in range(rarest.size):
        least = members[where[b]]
        for e in range(where[b], where[b + 1]):
            if times[members[e]] < times[least]:
                least = members[e]
        rarest[b] = least


@compiled
def _cover(at, steps, sets, index, marks, start, below):
    """List the lower neighbours of the sets from `at` on, and return the next set.

    `sets`: `MemberLists`, in ascending order of size. `index`: `Index`. `marks`:
    `Marks`. `below`: int64, receives the lower neighbours of each set, and `start`,
    int64, their ends.
    """
    where, members = sets
    while at < where.size - 1 and steps > 0:
        n = start[at]
        start[at + 1] = n
        if below.size - n < at:
            return at
        size = where[at + 1] - where[at]
        for e in range(where[at], where[at + 1]):
            marks.member[members[e]] = at
        n_found = 0
        for e in range(where[at], where[at + 1]):
            v = members[e]
            for i in range(index.indptr[v], index.indptr[v + 1]):
                b = index.sets[i]
                if where[b + 1] - where[b] >= size:
                    break
                k = where[b]
                while k < where[b + 1] and marks.member[members[k]] == at:
                    k += 1
                steps -= k - where[b] + 1
                if k == where[b + 1]:
                    marks.found[n_found] = b
                    n_found += 1
        marks.found[:n_found].sort()
        for i in range(n_found - 1, -1, -1):
            b = marks.found[i]
            if marks.below[b] == at:
                continue
            marks.below[b] = at
            below[n] = b
            n += 1
            n_stack = 1
            marks.stack[0] = b
            while n_stack:
                n_stack -= 1
                c = marks.stack[n_stack]
                steps -= start[c + 1] - start[c]
                for k in range(start[c], start[c + 1]):
                    if marks.below[below[k]] != at:
                        marks.below[below[k]] = at
                        marks.stack[n_stack] = below[k]
                        n_stack += 1
        start[at + 1] = n
        at += 1
    return at
