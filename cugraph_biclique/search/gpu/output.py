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
        # Parts: members, and the begin and the end of each universe among them. A shift
        # is the number of members in the parts before.
        self.parts = [(indices, indptr[:-1], indptr[1:])]
        self.shifts = [0]
        self.n = len(indptr) - 1
        self.n_members = len(indices)
        self.nbytes = 0  # without those of the graph

    def add(self, begin: Any, end: Any, members: Any) -> None:
        """Append the universes begin[i]:end[i] of `members`. The arrays are kept, so
        nothing else may change them."""
        self.parts.append((members, begin, end))
        self.shifts.append(self.n_members)
        self.n += len(begin)
        self.n_members += len(members)
        self.nbytes += members.nbytes + begin.nbytes + end.nbytes

    def take(self) -> Sequence[Any]:
        """Return all members, and the begin and the end of each universe.

        This empties the lists, so that at most two copies of the members exist.
        """
        parts, shifts = self.parts, [(0, shift, shift) for shift in self.shifts]
        self.parts = []
        if len(parts) == 1:
            return parts[0]
        return joined_columns(parts, shifts, [np.int32, np.int64, np.int64])
