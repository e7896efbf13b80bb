# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Absent edges between bicliques and the vertices that nearly join them, on a GPU.

A vertex that misses at most k members of a biclique is adjacent to at least one of any
k + 1 members. So the candidates are the neighbours of the k + 1 members with the fewest
neighbours, or of all members if these are fewer. An item is one of these members of a
biclique. A first pass counts the absent edges of the candidates of each item. A second
pass writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets as offsets_of
from cugraph_biclique.device.simt import (
    WARP,
    contains,
    cuda,
    device,
    kernel,
    sum_before,
    warp_sum,
)
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results.cpu.missing import Crossing

KEYS_AT_ONCE = 1 << 24  # most keys of one launch, unless a single item has more


class Search(NamedTuple):
    """What both passes read."""

    offsets: Any  # int64, where the members of each biclique begin
    ordered: Any  # int32, the members in ascending order of degree
    graph: Crossing
    of: Any  # int64 per item: its biclique
    number: Any  # int64 per item: its place among the members
    at_most: int  # absent edges of a candidate


class Keys(NamedTuple):
    """The keys of the absent edges, and where each item writes its own."""

    candidate_stride: int
    member_stride: int
    where: Any  # int64 (items + 1,), the first key of each item
    first: int  # item of the launch, whose keys come first
    last: int  # item before which the launch ends
    keys: Any  # int64


def missing_pairs(
    offsets: Any,
    members: Any,
    of_member: tuple[Any, Any],
    of_candidate: tuple[Any, Any],
    at_most: int,
    strides: tuple[int, int],
) -> Iterator[tuple[Any, Any]]:
    """Yield distinct keys of absent edges (int64, ascending) and their counts (int64).

    The arguments are those of `results.cpu.missing.missing_pairs`.
    """
    degree = xp.diff(of_member[0])
    ordered = _by_degree(offsets, members, degree)
    sizes = xp.diff(offsets)
    rarest = offsets_of(xp.minimum(sizes, at_most + 1))
    n_items = int(rarest[-1])
    # The members with the fewest neighbours are the first ones of a biclique.
    item = xp.arange(n_items)
    of = xp.searchsorted(rarest, item, side="right") - 1
    number = item - rarest[of]
    graph = Crossing(Adjacency(*of_member), Adjacency(*of_candidate))
    search = Search(offsets, ordered, graph, of, number, min(at_most, 2**31))
    counts = xp.empty(n_items, np.int64)
    launch(_count_missing, blocks_for(n_items), search, counts)
    where = offsets_of(counts)
    ends = to_host(where)
    first = 0
    while first < n_items:
        enough = np.searchsorted(ends, ends[first] + KEYS_AT_ONCE, side="right") - 1
        last = max(first + 1, int(enough))
        keys = xp.empty(int(ends[last] - ends[first]), np.int64)
        if len(keys):
            launch(
                _write_missing, blocks_for(last - first), search,
                Keys(*strides, where, first, last, keys),
            )  # fmt: skip
            yield xp.unique(keys, return_counts=True)
        first = last


def _by_degree(offsets: Any, members: Any, degree: Any) -> Any:
    """Return the members of each biclique in ascending order of their degrees."""
    of = xp.searchsorted(offsets, xp.arange(len(members)), side="right") - 1
    by_degree = xp.argsort(degree[members], kind="stable")
    return members[by_degree[xp.argsort(of[by_degree], kind="stable")]]


@device
def absent_members(u, number, begin, end, search):
    """Return the number of members begin:end that are not adjacent to u, by one lane.

    The candidate u is adjacent to the member of its item. Return 0 if there are more
    than `at_most`. Also return 0 if u is adjacent to an earlier member, so that only
    one item finds each candidate.
    """
    n_absent = np.int64(0)
    for i in range(begin, end):
        if i == begin + number:
            continue
        if is_edge(u, search.ordered[i], search.graph):
            if i < begin + number:
                return np.int64(0)
        else:
            n_absent += 1
            if n_absent > search.at_most:
                return np.int64(0)
    return n_absent


@device
def is_edge(u, v, graph):
    """Whether the candidate u is adjacent to the member v."""
    of_v, of_u = graph.member.indptr, graph.candidate.indptr
    if of_v[v + 1] - of_v[v] < of_u[u + 1] - of_u[u]:
        return contains(graph.member.indices, of_v[v], of_v[v + 1], u)
    return contains(graph.candidate.indices, of_u[u], of_u[u + 1], v)


@kernel
def _count_missing(search, counts):
    """Count the absent edges of each item, one warp per item, one lane per candidate.

    `search`: `Search`. `counts`: int64.
    """
    of, member = search.of, search.graph.member
    lane = cuda.threadIdx.x % WARP
    for item in range(cuda.grid(1) // WARP, of.size, cuda.gridsize(1) // WARP):
        begin, end = search.offsets[of[item]], search.offsets[of[item] + 1]
        number = search.number[item]
        v = search.ordered[begin + number]
        total = np.int64(0)
        for k in range(member.indptr[v] + lane, member.indptr[v + 1], WARP):
            total += absent_members(member.indices[k], number, begin, end, search)
        total = warp_sum(total)
        if lane == 0:
            counts[item] = total


@kernel
def _write_missing(search, out):
    """Write the keys of the absent edges of some items, one warp per item.

    A lane takes a candidate. `search`: `Search`. `out`: `Keys`.
    """
    of, member = search.of, search.graph.member
    number, where, first = search.number, out.where, out.first
    lane = cuda.threadIdx.x % WARP
    step = cuda.gridsize(1) // WARP
    for item in range(first + cuda.grid(1) // WARP, out.last, step):
        at = where[item] - where[first]
        if where[item + 1] == where[item]:
            continue
        begin, end = search.offsets[of[item]], search.offsets[of[item] + 1]
        v = search.ordered[begin + number[item]]
        for base in range(member.indptr[v], member.indptr[v + 1], WARP):
            u = np.int32(0)
            n = np.int64(0)
            if base + lane < member.indptr[v + 1]:
                u = member.indices[base + lane]
                n = absent_members(u, number[item], begin, end, search)
            before, total = sum_before(n, lane)
            place = at + before
            i = begin
            while n > 0:
                if not is_edge(u, search.ordered[i], search.graph):
                    out.keys[place] = (
                        np.int64(u) * out.candidate_stride
                        + np.int64(search.ordered[i]) * out.member_stride
                    )
                    place += 1
                    n -= 1
                i += 1
            at += total
