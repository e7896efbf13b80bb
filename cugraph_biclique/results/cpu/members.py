# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Expand records to members on CPU cores, in the vertex numbers of the input.

The kept side is the set bits of a mask. The grown side is the common neighbourhood; see
`classes`. Kernels read the arrays of `Records`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numba
import numpy as np

from cugraph_biclique.contract.records import WHOLE, MemberLists, Records
from cugraph_biclique.contract.search_graph import ClassLists, Ordered
from cugraph_biclique.host.bits import ONE, ZERO, kernel, lowest
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.jobs import Job, ranges
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.results.cpu.classes import (
    Scratch,
    close_universe,
    end_of_run,
    list_classes,
    new_scratch,
    open_universe,
)

RECORDS_PER_JOB = 1 << 15  # a job takes a few milliseconds


def kept_sizes(ordered: Ordered, records: Records) -> np.ndarray:
    """Return the number of input vertices on the kept side of each biclique, int32."""
    return _kept_sizes(
        ordered.graph.kept_weight,
        records.mask,
        records.universe,
        records.start,
        records.members,
    )


@compiled
def _kept_sizes(kept_weight, mask, universe, start, members):
    """Sum the weights of the kept classes of each record.

    `kept_weight`: int32, the size of each kept class.
    """
    size = np.zeros(mask.size, np.int32)
    for r in range(mask.size):
        first, last = start[universe[r]], start[universe[r] + 1]
        if mask[r] == WHOLE:
            for i in range(first, last):
                size[r] += kept_weight[members[i]]
        else:
            bits = mask[r]
            while bits != ZERO:
                size[r] += kept_weight[members[first + lowest(bits)]]
                bits &= bits - ONE
    return size


def kept_members(
    ordered: Ordered, records: Records, sizes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return offsets (int64) and members (int32 input ids) of the kept sides."""
    return fill_kept(ordered.kept.indptr, ordered.kept.members, records, sizes)


def fill_kept(
    indptr: np.ndarray, class_members: np.ndarray, records: Records, sizes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return what `kept_members` returns, given the classes of the kept side as CSR."""
    offsets = _offsets(sizes)
    out = np.empty(offsets[-1], np.int32)
    _fill_kept(
        ClassLists(indptr, class_members), records.masks, MemberLists(offsets, out)
    )
    return offsets, out


@compiled
def _fill_kept(classes, masks, lists):
    """Write the input vertices of the kept classes of each record.

    `classes`: `ClassLists`. `masks`: `Masks`. `lists`: `MemberLists`, with the begins.
    """
    indptr, class_members = classes
    mask, universe, start, members = masks
    offsets, out = lists
    for r in range(mask.size):
        at = offsets[r]
        first, last = start[universe[r]], start[universe[r] + 1]
        bits = mask[r]
        for i in range(first, last):
            if mask[r] != WHOLE:
                if bits == ZERO:
                    break
                i = first + lowest(bits)
                bits &= bits - ONE
            u = members[i]
            for j in range(indptr[u], indptr[u + 1]):
                out[at] = class_members[j]
                at += 1


def grown_members(ordered: Ordered, records: Records) -> tuple[np.ndarray, np.ndarray]:
    """Return offsets (int64) and members (int32 input ids) of the grown sides."""
    # The search counts n_grown exactly, so each biclique fills exactly its range.
    offsets = _offsets(records.n_grown)
    out = np.empty(offsets[-1], np.int32)
    classes = ClassLists(ordered.grown.indptr, ordered.grown.members)
    lists = MemberLists(offsets, out)

    def new_worker() -> RangeWorker:
        graph, scratch = adjacency_of(ordered)
        return RangeWorker(_fill_grown, graph, scratch, records.arrays, classes, lists)

    over_records(len(records), new_worker)
    return offsets, out


class KeptSide(NamedTuple):
    """What kernels read of the graph to list grown classes."""

    indptr: np.ndarray  # int64, of the adjacency of the kept side
    indices: np.ndarray  # int32
    grown_weight: np.ndarray  # int32, the size of each grown class


def adjacency_of(ordered: Ordered) -> tuple[KeptSide, Scratch]:
    """Return the arrays that a thread needs to list grown classes."""
    graph = ordered.graph
    scratch = new_scratch(len(graph.grown_weight))
    return KeptSide(graph.kept_indptr, graph.kept_indices, graph.grown_weight), scratch


def over_records(n: int, new_worker: Callable[[], RangeWorker]) -> None:
    """Run workers on n records, on all threads."""
    jobs = ranges(0, n, RECORDS_PER_JOB)
    if len(jobs) > 1:
        for _ in stream(jobs, new_worker, numba.get_num_threads(), Trace()):
            pass
    elif jobs:
        worker = new_worker()
        worker.start(jobs[0])
        worker.advance()


class RangeWorker:
    """A worker of `workers.stream` that calls ``work(*arguments, first, last)``."""

    def __init__(self, work: Callable[..., Any], *arguments: Any) -> None:
        self.work = work
        self.arguments = arguments

    def start(self, job: Job) -> None:
        self.job = job

    def advance(self) -> tuple[bool, None]:
        self.work(*self.arguments, self.job.first, self.job.last)
        return True, None


@compiled
def sort_members(offsets, members):
    """Sort the members of each biclique in place."""
    for r in range(offsets.size - 1):
        members[offsets[r] : offsets[r + 1]].sort()


def _offsets(sizes: np.ndarray) -> np.ndarray:
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


@kernel
def _fill_grown(graph, scratch, records, classes, lists, first, last):
    """Write the grown sides of the records first:last.

    `graph`: `KeptSide`. `scratch`: `Scratch`. `records`: `RecordArrays`. `classes` and
    `lists`: as in `_fill_kept`.
    """
    kept_indptr, kept_indices, grown_weight = graph
    mask, universe, n_grown, start, members = records
    indptr, class_members = classes
    offsets, out = lists
    r = first
    while r < last:
        end = end_of_run(universe, r, last)
        kept = members[start[universe[r]] : start[universe[r] + 1]]
        way = open_universe(kept_indptr, kept_indices, kept, mask[r:end], scratch)
        for q in range(r, end):
            n = list_classes(
                way, kept_indptr, kept_indices, grown_weight, kept, mask[q], n_grown[q],
                scratch,
            )  # fmt: skip
            at = offsets[q]
            for i in range(n):
                c = scratch.classes[i]
                for j in range(indptr[c], indptr[c + 1]):
                    out[at] = class_members[j]
                    at += 1
        close_universe(scratch)
        r = end


def canonical_order(
    left_offsets: np.ndarray, left: np.ndarray, n_right: np.ndarray
) -> np.ndarray:
    """Return the order by (n_left, n_right, left members).

    The members of each biclique must be ascending.
    """
    n_left = np.diff(left_offsets)
    order = np.lexsort((n_right, n_left))
    edges = np.flatnonzero(
        (np.diff(n_left[order]) != 0) | (np.diff(n_right[order]) != 0)
    )
    bounds = [0, *(edges + 1).tolist(), len(order)]
    for a, b in pairwise(bounds):
        if b - a > 1:
            group = order[a:b]
            width = int(n_left[group[0]])
            table = left[left_offsets[group][:, None] + np.arange(width)]
            order[a:b] = group[np.lexsort(table.T[::-1])]
    return order
