# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Common neighbours of the right vertices that a biclique adds to another one.

Many pairs of bicliques add the same vertices. A sort by hash keys puts these pairs side
by side, and the common neighbours are counted for the first one only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.host.decorators import kernel
from cugraph_biclique.results.cpu.classes import not_before
from cugraph_biclique.results.cpu.covers import Adjacency
from cugraph_biclique.results.cpu.distinct import NONE, random_numbers

STEPS = 1 << 24  # steps of one kernel call; Python handles signals between two calls


class Pairs(NamedTuple):
    """Pairs of bicliques; the right side of `lower` contains that of `upper`."""

    upper: np.ndarray  # int64
    lower: np.ndarray  # int64
    key: np.ndarray  # uint64; equal if the same vertices are added
    order: np.ndarray  # int64, the pairs by key


class Scratch(NamedTuple):
    """By right vertex."""

    of_upper: np.ndarray  # int64, the last pair whose upper biclique has it
    of_added: np.ndarray  # int64, the last pair that added it and was counted
    added: np.ndarray  # int64, the vertices that a pair adds
    last: np.ndarray  # int64 (2,), the last pair that was counted, and what it added


def supports_of_added(
    upper: np.ndarray, lower: np.ndarray, right: MemberLists, graph: Adjacency
) -> np.ndarray:
    """Count the common neighbours of the right vertices that only `lower` has: int64.

    `upper` and `lower` have a biclique each per pair, `right` the right side of each
    biclique, and `graph` the neighbours of right vertices.
    """
    n = len(graph.indptr) - 1
    ends = np.zeros(len(right.members) + 1, np.uint64)
    np.cumsum(random_numbers(n)[right.members], out=ends[1:])
    of_right = np.diff(ends[right.where])
    key = of_right[lower] - of_right[upper]
    pairs = Pairs(upper, lower, key, np.argsort(key, kind="stable"))
    scratch = Scratch(
        np.full(n, NONE), np.full(n, NONE), np.empty(n, np.int64), np.full(2, NONE)
    )
    count = np.zeros(len(upper), np.int64)
    at = 0
    while at < len(upper):
        at = _count(at, STEPS, pairs, right, graph, scratch, count)
    return count


@kernel
def _count(at, steps, pairs, right, graph, scratch, count):
    """Count for the pairs from the place `at` of the order on; return the next place.

    `pairs`: `Pairs`. `right`: `MemberLists`. `graph`: `Adjacency`. `scratch`:
    `Scratch`. `count`: int64 by pair, receives the counts; zero before.
    """
    while at < pairs.order.size and steps > 0:
        pair = pairs.order[at]
        n, spent = _list_added(pair, pairs, right, scratch)
        steps -= spent
        last = scratch.last[0]
        if _adds_the_same(last, pair, n, pairs, scratch):
            count[pair] = count[last]
        else:
            scratch.last[0] = pair
            scratch.last[1] = n
            for k in range(n):
                scratch.of_added[scratch.added[k]] = pair
            count[pair], spent = _common(scratch.added[:n], graph)
            steps -= spent
        at += 1
    return at


@kernel
def _list_added(pair, pairs, right, scratch):
    """List the vertices that a pair adds; return their number, and that of steps."""
    where, members = right
    upper, lower = pairs.upper[pair], pairs.lower[pair]
    for e in range(where[upper], where[upper + 1]):
        scratch.of_upper[members[e]] = pair
    n = 0
    for e in range(where[lower], where[lower + 1]):
        if scratch.of_upper[members[e]] != pair:
            scratch.added[n] = members[e]
            n += 1
    return n, where[upper + 1] - where[upper] + where[lower + 1] - where[lower]


@kernel
def _adds_the_same(last, pair, n, pairs, scratch):
    """Whether the pair that was counted last added the same n vertices as this one."""
    if last == NONE or pairs.key[last] != pairs.key[pair] or scratch.last[1] != n:
        return False
    for k in range(n):
        if scratch.of_added[scratch.added[k]] != last:
            return False
    return True


@kernel
def _common(vertices, graph):
    """Count the common neighbours of some vertices; also return the number of steps."""
    indptr, indices = graph
    rarest = vertices[0]
    for v in vertices:
        if indptr[v + 1] - indptr[v] < indptr[rarest + 1] - indptr[rarest]:
            rarest = v
    degree = indptr[rarest + 1] - indptr[rarest]
    if vertices.size == 1:
        return degree, np.int64(1)
    n = np.int64(0)
    for i in range(indptr[rarest], indptr[rarest + 1]):
        u = indices[i]
        is_common = True
        for v in vertices:
            place = not_before(indices, indptr[v], indptr[v + 1], u)
            if place == indptr[v + 1] or indices[place] != u:
                is_common = False
                break
        n += is_common
    return n, degree * vertices.size
