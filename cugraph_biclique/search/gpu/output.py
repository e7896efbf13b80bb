# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques on a device: kernels emit them, and the host sorts them at the end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import together, xp
from cugraph_biclique.device.control import UNLIMITED
from cugraph_biclique.device.elementwise import joined, take
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import gather_ranges, offsets
from cugraph_biclique.device.simt import (
    WARP,
    advance,
    cuda,
    device,
    kernel,
    take_places,
)
from cugraph_biclique.records import Records
from cugraph_biclique.search.gpu import state as S


class Output(NamedTuple):
    """Bicliques as (universe, mask), and the number of their grown vertices."""

    mask: Any  # uint64
    universe: Any  # int32
    n_grown: Any  # int32


def new_output(records: int) -> Output:
    """An output for `records` bicliques.

    Kernels count all bicliques, but write only those that fit. If some do not fit, the
    host enlarges the output and repeats the job.
    """
    return Output._make(
        together((records, np.uint64), (records, np.int32), (records, np.int32))
    )


@device
def emit(output, control, keep, mask, universe, size):
    """Write the bicliques of the lanes whose `keep` is set.

    In a count the output is empty, and this returns the lane's number of bicliques;
    otherwise it returns 0. FOUND includes bicliques that do not fit, so that the host
    can enlarge the output. The mask ALL stands for the whole universe.
    """
    if output.mask.size == 0:
        return np.int32(keep)
    at = take_places(control, S.FOUND, keep)
    if keep and at < output.mask.size:
        output.mask[at] = mask
        output.universe[at] = universe
        output.n_grown[at] = size
    return np.int32(0)


@device
def found_too_many(output, control):
    """Whether the job has found more bicliques than it may. Then the host will discard
    and divide it, so all warps may leave their nodes. Never true in a count."""
    if output.mask.size == 0:
        return False
    return advance(control, S.FOUND, 0) > control[S.MOST_FOUND]


def check_found(work: Any, seen: np.ndarray) -> None:
    """Raise `TooLarge` if a job has found more than it may; `seen` is a copy of
    `control` on the host."""
    if work.emit and seen[S.FOUND] > work.most_found:
        raise S.TooLarge(int(seen[S.FOUND]))


class HasOutput:
    """A search that keeps its output in a workspace."""

    work: Any

    @property
    def records_now(self) -> int:
        """Number of records that the output holds."""
        return len(self.work.output.mask)

    @property
    def most_records(self) -> int:
        """Number of records that the plan allows; a count has no limit."""
        return self.work.most_records if self.work.emit else UNLIMITED


class Universes:
    """Members of the universes that bicliques refer to, numbered in order.

    The first ones are the neighbours of the roots, and the graph has them. The children
    of wide nodes follow.
    """

    def __init__(self, indptr: Any, indices: Any) -> None:
        self.members = [indices]
        self.begin = [indptr[:-1]]
        self.end = [indptr[1:]]
        self.n = len(indptr) - 1
        self.n_members = len(indices)
        self.nbytes = 0  # without those of the graph

    def add(self, begin: Any, end: Any, members: Any, before: int = 0) -> None:
        """Append the universes begin[i]:end[i] of a list whose entries from `before` on
        are `members`, a new array."""
        shift = self.n_members - before
        self.begin.append(joined([begin], [shift], np.int64))
        self.end.append(joined([end], [shift], np.int64))
        self.members.append(members)
        self.n += len(begin)
        self.n_members += len(members)
        self.nbytes += members.nbytes + begin.nbytes + end.nbytes

    def take(self, which: Any) -> tuple[Any, Any]:
        """Members of some universes end to end, and their offsets. Call this once.

        Each list is emptied once it is in one array, so at most two copies of the
        members exist.
        """
        members, begin, end = map(_as_one, (self.members, self.begin, self.end))
        return gather_ranges(members, take(begin, which), take(end, which))


def _as_one(arrays: list[Any]) -> Any:
    """The arrays as one; empties the list."""
    whole = arrays[0]
    if len(arrays) > 1:
        whole = joined(arrays, [0] * len(arrays), whole.dtype)
    arrays.clear()
    return whole


def sorted_records(output: Output, n: int, universes: Universes) -> Records:
    """The first n bicliques, sorted by universe and mask to fix their order."""
    if n == 0:
        return Records.empty()
    mask, universe = output.mask[:n], output.universe[:n]
    order = xp.argsort(mask, kind="stable")
    order = take(order, xp.argsort(take(universe, order), kind="stable"))
    numbers, used = _numbered(take(universe, order))
    members, start = universes.take(used)
    return Records(
        mask=take(mask, order),
        universe=numbers,
        n_grown=take(output.n_grown, order),
        start=start,
        members=members,
    )


def _numbered(universe: Any) -> tuple[Any, Any]:
    """Number the distinct universes of sorted records.

    Returns each record's number (int32), and the universe of each number.
    """
    blocks = blocks_for(len(universe) // WARP)
    first = xp.empty(len(universe), np.int32)
    launch(_mark_first, blocks, universe, first)
    place = offsets(first)
    used = xp.empty(int(place[-1]), np.int32)
    launch(_number, blocks, universe, place, first, used)
    return first, used


@kernel
def _mark_first(universe, first):
    for i in range(cuda.grid(1), universe.size, cuda.gridsize(1)):
        first[i] = np.int32(i == 0 or universe[i] != universe[i - 1])


@kernel
def _number(universe, place, number, used):
    """Write the number of each record's universe; `place` counts the ones before."""
    for i in range(cuda.grid(1), universe.size, cuda.gridsize(1)):
        number[i] = place[i + 1] - 1
        if place[i + 1] != place[i]:
            used[place[i]] = universe[i]
