# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques on a device: kernels emit them, and the host sorts them at the end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.ranges import gather_ranges
from cugraph_biclique.device.simt import device, take_places
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
    return Output(
        mask=xp.empty(records, np.uint64),
        universe=xp.empty(records, np.int32),
        n_grown=xp.empty(records, np.int32),
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

    def add(self, begin: Any, end: Any, members: Any) -> None:
        """Append the universes begin[i]:end[i] of `members`, a new array."""
        self.begin.append(begin + self.n_members)
        self.end.append(end + self.n_members)
        self.members.append(members)
        self.n += len(begin)
        self.n_members += len(members)
        self.nbytes += members.nbytes + begin.nbytes + end.nbytes

    def take(self, which: Any) -> tuple[Any, Any]:
        """Members of some universes end to end, and their offsets. Call this once.

        Each list is emptied once it is in one array, so at most two copies of the
        members exist.
        """
        members, begin, end = map(_joined, (self.members, self.begin, self.end))
        return gather_ranges(members, begin[which], end[which])


def _joined(arrays: list[Any]) -> Any:
    """The arrays as one; empties the list."""
    whole = xp.concatenate(arrays) if len(arrays) > 1 else arrays[0]
    arrays.clear()
    return whole


def sorted_records(output: Output, n: int, universes: Universes) -> Records:
    """The first n bicliques, sorted by universe and mask to fix their order."""
    if n == 0:
        return Records.empty()
    mask, universe = output.mask[:n], output.universe[:n]
    order = xp.argsort(mask, kind="stable")
    order = order[xp.argsort(universe[order], kind="stable")]
    universe = universe[order]
    first = xp.ones(n, bool)
    first[1:] = universe[1:] != universe[:-1]
    members, start = universes.take(universe[first])
    return Records(
        mask=mask[order],
        universe=(xp.cumsum(first) - 1).astype(np.int32),
        n_grown=output.n_grown[:n][order],
        start=start,
        members=members,
    )
