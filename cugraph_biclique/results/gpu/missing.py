# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Absent edges between bicliques and the vertices that nearly join them, on a GPU.

A vertex that misses at most k members of a biclique is a neighbour of one of any k + 1
members. So the candidates are the neighbours of the k + 1 members with the fewest
neighbours, or of all members if there are not as many. A first pass counts the absent
edges of the candidates of each of these members, and a second one writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
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

KEYS_AT_ONCE = 1 << 24


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
    # Each item is one of the rarest members of one biclique.
    item = xp.arange(n_items)
    of = xp.searchsorted(rarest, item, side="right") - 1
    number = item - rarest[of]
    arrays = (
        offsets, ordered, *of_member, *of_candidate, of, number, min(at_most, 2**31)
    )  # fmt: skip
    counts = xp.empty(n_items, np.int64)
    launch(_count_missing, blocks_for(n_items), *arrays, counts)
    where = offsets_of(counts)
    ends = to_host(where)
    first = 0
    while first < n_items:
        enough = np.searchsorted(ends, ends[first] + KEYS_AT_ONCE, side="right") - 1
        last = max(first + 1, int(enough))
        keys = xp.empty(int(ends[last] - ends[first]), np.int64)
        if len(keys):
            launch(
                _write_missing, blocks_for(last - first), *arrays, *strides, where,
                first, last, keys,
            )  # fmt: skip
            yield xp.unique(keys, return_counts=True)
        first = last


def _by_degree(offsets: Any, members: Any, degree: Any) -> Any:
    """The members of each biclique in ascending order of their degrees."""
    of = xp.searchsorted(offsets, xp.arange(len(members)), side="right") - 1
    by_degree = xp.argsort(degree[members], kind="stable")
    return members[by_degree[xp.argsort(of[by_degree], kind="stable")]]


@device
def absent_members(
    u, number, begin, end, at_most, ordered, member_indptr, member_indices, indptr,
    indices,
):  # fmt: skip
    """Number of members that are no neighbours of u, a neighbour of the `number`-th
    one.

    It is 0 if there are more than `at_most`, or if u is also a neighbour of an earlier
    member, so that each candidate is found once.
    """
    n_absent = np.int64(0)
    for i in range(begin, end):
        if i == begin + number:
            continue
        if is_edge(u, ordered[i], member_indptr, member_indices, indptr, indices):
            if i < begin + number:
                return np.int64(0)
        else:
            n_absent += 1
            if n_absent > at_most:
                return np.int64(0)
    return n_absent


@device
def is_edge(u, v, member_indptr, member_indices, indptr, indices):
    """Whether the candidate u is a neighbour of the member v."""
    if member_indptr[v + 1] - member_indptr[v] < indptr[u + 1] - indptr[u]:
        return contains(member_indices, member_indptr[v], member_indptr[v + 1], u)
    return contains(indices, indptr[u], indptr[u + 1], v)


@kernel
def _count_missing(
    offsets, ordered, member_indptr, member_indices, indptr, indices, of, number,
    at_most, counts,
):  # fmt: skip
    """Count the absent edges of each item, one warp per item."""
    lane = cuda.threadIdx.x % WARP
    for item in range(cuda.grid(1) // WARP, of.size, cuda.gridsize(1) // WARP):
        begin, end = offsets[of[item]], offsets[of[item] + 1]
        v = ordered[begin + number[item]]
        total = np.int64(0)
        for k in range(member_indptr[v] + lane, member_indptr[v + 1], WARP):
            total += absent_members(
                member_indices[k], number[item], begin, end, at_most, ordered,
                member_indptr, member_indices, indptr, indices,
            )  # fmt: skip
        total = warp_sum(total)
        if lane == 0:
            counts[item] = total


@kernel
def _write_missing(
    offsets, ordered, member_indptr, member_indices, indptr, indices, of, number,
    at_most, candidate_stride, member_stride, where, first, last, keys,
):  # fmt: skip
    """Write the keys of the absent edges of the items first:last."""
    lane = cuda.threadIdx.x % WARP
    step = cuda.gridsize(1) // WARP
    for item in range(first + cuda.grid(1) // WARP, last, step):
        at = where[item] - where[first]
        if where[item + 1] == where[item]:
            continue
        begin, end = offsets[of[item]], offsets[of[item] + 1]
        v = ordered[begin + number[item]]
        for base in range(member_indptr[v], member_indptr[v + 1], WARP):
            u = np.int32(0)
            n = np.int64(0)
            if base + lane < member_indptr[v + 1]:
                u = member_indices[base + lane]
                n = absent_members(
                    u, number[item], begin, end, at_most, ordered, member_indptr,
                    member_indices, indptr, indices,
                )  # fmt: skip
            before, total = sum_before(n, lane)
            place = at + before
            i = begin
            while n > 0:
                if not is_edge(
                    u, ordered[i], member_indptr, member_indices, indptr, indices
                ):
                    keys[place] = (
                        np.int64(u) * candidate_stride
                        + np.int64(ordered[i]) * member_stride
                    )
                    place += 1
                    n -= 1
                i += 1
            at += total
