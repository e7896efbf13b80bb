# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques as kernels emit them, and the lists of vertices that they refer to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import together
from cugraph_biclique.device.control import UNLIMITED
from cugraph_biclique.device.elementwise import joined_columns
from cugraph_biclique.device.simt import advance, device, take_places
from cugraph_biclique.search.gpu import state as S

# What a warp does, after a look at the number of bicliques: search on; donate the rest,
# as the output is nearly full (`narrow.pausing`); leave it, as the job is divided
GO_ON, PAUSE, LEAVE = range(3)


class Output(NamedTuple):
    """Bicliques as (universe, mask), and the sizes of their R."""

    mask: Any  # uint64 (records,); bit i selects the i-th member of the universe
    universe: Any  # int32 (records,)
    n_grown: Any  # int32 (records,)


class Sink(NamedTuple):
    """Where a kernel emits bicliques whose L is a universe of its own."""

    output: Any  # Output
    control: Any  # int64 (CONTROLS,)
    universe: Any  # int64, number of the first universe; child k has ``universe + k``


def new_output(records: int) -> Output:
    """Allocate an output for `records` bicliques.

    Kernels count all bicliques, but write only those that fit. If some do not fit, the
    host enlarges the output and repeats the job, or divides it.
    """
    return Output._make(
        together((records, np.uint64), (records, np.int32), (records, np.int32))
    )


@device
def emit(output, control, keep, mask, universe, size):
    """Write the bicliques of the lanes whose `keep` is set, by one warp.

    In a count, the output has length 0, and the function returns the lane's number of
    bicliques; otherwise it returns 0. FOUND includes bicliques that do not fit, so that
    the host can enlarge the output. The mask ALL selects the whole universe.
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
    """Whether the job has found too many bicliques; all lanes of a warp agree.

    If so, the host discards and divides the job, so all warps may leave their nodes.
    Never true in a count.
    """
    return what_next(output, control) == LEAVE


@device
def what_next(output, control):
    """What a warp does next: GO_ON, PAUSE or LEAVE; all of its lanes agree.

    In a count, always GO_ON.
    """
    if output.mask.size == 0:
        return GO_ON
    found = advance(control, S.FOUND, 0)
    if found > control[S.MOST_FOUND]:
        return LEAVE
    return PAUSE if found > control[S.PAUSE_AT] else GO_ON


def check_found(work: Any, seen: np.ndarray) -> None:
    """Raise `TooLarge` if a job has found too many bicliques; `seen` is a copy of
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
    """The universes that bicliques refer to: numbered lists of members.

    The first universes are the neighbours of the roots, which the graph has. The L of
    children of wide nodes follow.
    """

    def __init__(self, indptr: Any, indices: Any) -> None:
        # A part has members, and where each universe begins and ends among them. Its
        # shift is the number of members in earlier parts.
        self.parts = [(indices, indptr[:-1], indptr[1:])]
        self.shifts = [0]
        self.n = len(indptr) - 1
        self.n_members = len(indices)
        self.nbytes = 0  # without those of the graph

    def add(self, begin: Any, end: Any, members: Any) -> None:
        """Append the universes begin[i]:end[i] of `members`. The arrays are not copied,
        so nothing else may change them."""
        self.parts.append((members, begin, end))
        self.shifts.append(self.n_members)
        self.n += len(begin)
        self.n_members += len(members)
        self.nbytes += members.nbytes + begin.nbytes + end.nbytes

    def take(self) -> Sequence[Any]:
        """Return all members, and where each universe begins and ends.

        Discards the parts, so that at most two copies of the members exist.
        """
        parts, shifts = self.parts, [(0, shift, shift) for shift in self.shifts]
        self.parts = []
        if len(parts) == 1:
            return parts[0]
        return joined_columns(parts, shifts, [np.int32, np.int64, np.int64])
