# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Absent edges between bicliques and the vertices that nearly join them, on the CPU.

A vertex that misses at most k members of a biclique is adjacent to at least one of any
k + 1 members. So the candidates are the neighbours of the k + 1 members with the fewest
neighbours, or of all members if these are fewer. If the lists of the other members are
not much longer, a sweep of all lists counts the members adjacent to each candidate.
Otherwise, a kernel searches the lists for each candidate, from the shortest list on.

The kernels share these arrays, and those of `Scratch`. `member_indptr`,
`member_indices`, `indptr`, `indices`: see `Crossing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numba
import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.host.bits import kernel
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import WAITING_BYTES, stream
from cugraph_biclique.results.cpu.classes import not_before

KEYS_AT_ONCE = 1 << 20  # keys that one kernel call writes
BICLIQUES_PER_JOB = 1 << 10
SEARCH = 32  # entries that a sweep reads in the time of one candidate's searches


class Crossing(NamedTuple):
    """The adjacency of the members' side and of the candidates' side."""

    member: Adjacency
    candidate: Adjacency


class Wanted(NamedTuple):
    """Which absent edges are wanted, and the factors of their keys."""

    at_most: int  # of a candidate
    candidate_stride: int
    member_stride: int


class Scratch(NamedTuple):
    """Scratch arrays of one thread: int32."""

    ordered: Any  # the n members of a biclique, in ascending order of degree
    absent: Any  # members that are not adjacent to a candidate
    count: Any  # by candidate: its adjacent members; zero between two bicliques
    picked: Any  # the candidates that nearly join


def missing_pairs(
    offsets: np.ndarray,
    members: np.ndarray,
    of_member: tuple[np.ndarray, np.ndarray],
    of_candidate: tuple[np.ndarray, np.ndarray],
    at_most: int,
    strides: tuple[int, int],
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield distinct keys of absent edges (int64, ascending) and their counts (int64).

    A candidate is a vertex of the side of the graph opposite the members. It is
    adjacent to at least one member, and not adjacent to 1 to `at_most` members. The key
    of an absent edge is ``candidate * strides[0] + member * strides[1]``. `of_member`
    and `of_candidate` are the adjacency of both sides, as CSR. A key may be in several
    results.
    """
    n = len(offsets) - 1
    jobs = [Job(*ends) for ends in pairwise([*range(0, n, BICLIQUES_PER_JOB), n])]

    def new_worker() -> MissingWorker:
        most = int(np.diff(offsets).max())
        graph = Crossing(Adjacency(*of_member), Adjacency(*of_candidate))
        lists = MemberLists(offsets, members)
        wanted = Wanted(min(at_most, most - 1), *strides)
        return MissingWorker(lists, graph, wanted, most)

    threads = numba.get_num_threads()
    found = stream(jobs, new_worker, threads, Trace(), _bytes_of, WAITING_BYTES)
    for _, part in found:
        if part is not None:
            yield part


def _bytes_of(part: tuple[np.ndarray, np.ndarray]) -> int:
    return sum(array.nbytes for array in part)


class MissingWorker:
    """A worker of `workers.stream` that finds the absent edges of some bicliques."""

    def __init__(
        self,
        lists: MemberLists,
        graph: Crossing,
        wanted: Wanted,
        most_members: int,
    ) -> None:
        self.arguments = lists, graph, wanted
        n_candidates = len(graph.candidate.indptr) - 1
        self.scratch = Scratch(
            ordered=np.empty(most_members, np.int32),
            absent=np.empty(wanted.at_most + 1, np.int32),
            count=np.zeros(n_candidates, np.int32),
            picked=np.empty(n_candidates, np.int32),
        )
        # With room for one more candidate, the kernel checks once per candidate.
        self.keys = np.empty(KEYS_AT_ONCE + wanted.at_most, np.int64)

    def start(self, job: Job) -> None:
        self.last = job.last
        # The state of the kernel: the biclique, the next place in `picked`, and the
        # size of `picked`, or -1 if the kernel has not picked candidates yet
        self.at = np.array([job.first, 0, -1], np.int64)

    def advance(self) -> tuple[bool, tuple[np.ndarray, np.ndarray] | None]:
        n = _find_missing(*self.arguments, self.last, self.at, self.scratch, self.keys)
        return self.at[0] == self.last, np.unique(self.keys[:n], return_counts=True)


@compiled
def _find_missing(lists, graph, wanted, last, at, scratch, keys):
    """Write keys of absent edges until `keys` is full, or up to biclique `last`.

    `lists`: `MemberLists`. `graph`: `Crossing`. `wanted`: `Wanted`. `at`: int64 (3,),
    see `MissingWorker.start`. `scratch`: `Scratch`. `keys`: int64, with room for the
    keys of one more candidate. Returns the number of keys.
    """
    offsets, members = lists
    member_indptr, member_indices = graph.member
    indptr, indices = graph.candidate
    at_most, candidate_stride, member_stride = wanted
    ordered, absent, count, picked = scratch
    most_keys = keys.size - at_most
    n_keys = np.int64(0)
    while at[0] < last:
        begin, end = offsets[at[0]], offsets[at[0] + 1]
        n = end - begin
        if at[2] < 0:
            _sort_by_degree(member_indptr, members[begin:end], ordered)
            if _is_sweep_faster(ordered, n, at_most, member_indptr):
                at[2] = _pick_by_sweep(
                    n, at_most, ordered, member_indptr, member_indices, count, picked
                )
            else:
                at[2] = _pick_by_search(
                    n, at_most, ordered, member_indptr, member_indices, indptr,
                    indices, absent, count, picked,
                )  # fmt: skip
        while at[1] < at[2]:
            if n_keys >= most_keys:
                return n_keys
            u = picked[at[1]]
            n_absent = _absent_members(
                u, -1, n, at_most, n - count[u], ordered, member_indptr, member_indices,
                indptr, indices, absent,
            )  # fmt: skip
            count[u] = 0
            for i in range(n_absent):
                keys[n_keys] = u * candidate_stride + absent[i] * member_stride
                n_keys += 1
            at[1] += 1
        at[0] += 1
        at[1], at[2] = 0, -1
    return n_keys


@kernel
def _is_sweep_faster(ordered, n, at_most, member_indptr):
    """Whether a sweep of all lists takes less time than searches for each candidate."""
    all_, searched = np.int64(0), np.int64(0)
    for i in range(n):
        all_ += member_indptr[ordered[i] + 1] - member_indptr[ordered[i]]
        if i <= at_most:
            searched = all_
    return all_ <= SEARCH * searched


@kernel
def _pick_by_sweep(n, at_most, ordered, member_indptr, member_indices, count, picked):
    """List the vertices that nearly join, and count the members adjacent to each, by a
    sweep of all lists. Returns the number of vertices."""
    n_touched = np.int64(0)
    for i in range(n):
        v = ordered[i]
        is_rare = i <= at_most
        for k in range(member_indptr[v], member_indptr[v + 1]):
            u = member_indices[k]
            if is_rare and count[u] == 0:
                picked[n_touched] = u
                n_touched += 1
                count[u] = 1
            else:
                count[u] += np.int32(count[u] > 0)
    n_picked = np.int64(0)
    for i in range(n_touched):
        u = picked[i]
        if n - at_most <= count[u] < n:
            picked[n_picked] = u
            n_picked += 1
        else:
            count[u] = 0
    return n_picked


@kernel
def _pick_by_search(
    n, at_most, ordered, member_indptr, member_indices, indptr, indices, absent, count,
    picked,
):  # fmt: skip
    """Do the work of `_pick_by_sweep`, but by searches for each candidate."""
    n_picked = np.int64(0)
    for number in range(min(at_most + 1, n)):
        v = ordered[number]
        for k in range(member_indptr[v], member_indptr[v + 1]):
            u = member_indices[k]
            n_absent = _absent_members(
                u, number, n, at_most, n, ordered, member_indptr, member_indices,
                indptr, indices, absent,
            )  # fmt: skip
            if n_absent > 0:
                count[u] = n - n_absent
                picked[n_picked] = u
                n_picked += 1
    return n_picked


@kernel
def _sort_by_degree(indptr, members, ordered):
    """Write the members in ascending order of their degrees."""
    for i in range(members.size):
        v = members[i]
        degree = indptr[v + 1] - indptr[v]
        k = i
        while k > 0 and indptr[ordered[k - 1] + 1] - indptr[ordered[k - 1]] > degree:
            ordered[k] = ordered[k - 1]
            k -= 1
        ordered[k] = v


@kernel
def _absent_members(
    u, number, n, at_most, wanted, ordered, member_indptr, member_indices, indptr,
    indices, absent,
):  # fmt: skip
    """List the members that are not adjacent to u, and return their number.

    Stop when `wanted` members are found. Return 0 if there are more than `at_most`. If
    `number` is not negative, u is adjacent to the member with this number. Then return
    0 if u is adjacent to an earlier member, so that each candidate is picked once.
    """
    n_absent = np.int64(0)
    for i in range(n):
        if i == number:
            continue
        v = ordered[i]
        first, end, value = indptr[u], indptr[u + 1], v
        lists = indices
        if member_indptr[v + 1] - member_indptr[v] < end - first:
            first, end, value = member_indptr[v], member_indptr[v + 1], u
            lists = member_indices
        place = not_before(lists, first, end, value)
        is_neighbour = place < end and lists[place] == value
        if is_neighbour and i < number:
            return np.int64(0)
        if not is_neighbour:
            if n_absent == at_most:
                return np.int64(0)
            absent[n_absent] = v
            n_absent += 1
            if n_absent == wanted:
                break
    return n_absent
