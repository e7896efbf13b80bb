# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A plan: what there is to do, in parts, and which worker does what."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

PARTS_PER_THREAD = 4  # more balance better, and copy more edges
MOST_SHARES = 64  # of a heavy root


class Part(NamedTuple):
    """A partition, or a share of one, or of a share."""

    number: int  # of the partition
    shares: tuple[int, ...]  # which share of it, of that share, ...
    below: int  # how many of these are shares of a single root
    roots: int
    work: int  # predicted: the edges that are read to make the roots' rows
    frame: Any  # number of its frame in the plan, later on the future of that

    @property
    def name(self) -> str:
        """As in ``00003``, or ``00003-0-1`` for the second share of its first one."""
        return "-".join([f"{self.number:05d}", *map(str, self.shares)])

    def share(self, which: int, of: int, frame: Any) -> Part:
        """One of its shares. A single root, or none, is one of the first."""
        return Part(
            self.number,
            (*self.shares, which),
            self.below + (self.below > 0 or self.roots < 2),
            (self.roots + of - 1 - which) // of,
            self.work // of,
            frame,
        )


class Plan(NamedTuple):
    """Partitions of a graph, and the frames that have their edges."""

    frames: list[Any]  # futures: left, right, and of the root rank and home; one use
    parts: list[Part]  # what there is to do, in order
    grow: str  # the side that the roots are on
    digest: int = 0  # of the edges, in whatever order
    digest_of_parts: int = 0  # of which root is where
    edges: Any = None  # what the frames are made of: kept for when a worker dies


class Share(NamedTuple):
    """What the frame of a share is made of."""

    part: Part
    which: int
    of: int


def with_shares(
    parts: list[Part], most_work: float, pairs: np.ndarray, n_frames: int
) -> tuple[list[Part], list[Share]]:
    """The parts, those of a heavy root in shares, though in no more than there can be
    pairs of it; and the shares, whose frames are behind those that there are."""
    planned: list[Part] = []
    shares: list[Share] = []
    for part, most in zip(parts, pairs, strict=True):
        single = part.roots == 1
        of = int(min(MOST_SHARES, part.work // most_work, most)) if single else 1
        if of < 2:
            planned.append(part)
            continue
        for which in range(of):
            planned.append(part.share(which, of, n_frames + len(shares)))
            shares.append(Share(part, which, of))
    return planned, shares


def places(
    planned: list[Part], shares: list[Share], n_groups: int, threads: dict[str, int]
) -> list[str]:
    """A worker for each frame, by the work on it. That of a heavy root is only there
    to be dealt, and goes where the first share is."""
    loads = np.zeros(n_groups + len(shares))
    np.add.at(loads, [part.frame for part in planned], [part.work for part in planned])
    workers = deal(loads.tolist(), threads)
    for worker, share in zip(workers[n_groups:], shares, strict=True):
        if share.which == 0 and loads[share.part.frame] == 0:
            workers[share.part.frame] = worker
    return workers


def deal(work: Sequence[float], threads: dict[str, int]) -> list[str]:
    """A worker for each partition: the heaviest first, to the one that has the least
    to do for a thread of its own."""
    loads = [(0.0, worker) for worker in sorted(threads)]
    dealt = [""] * len(work)
    for i in sorted(range(len(work)), key=lambda i: -work[i]):
        load, worker = loads[0]
        dealt[i] = worker
        heapq.heapreplace(loads, (load + work[i] / threads[worker], worker))
    return dealt


def grouped(work: np.ndarray, shares: int) -> np.ndarray:
    """The group of each partition: those that follow each other share most, so a worker
    has what some of them need in one frame. At most `shares` groups of like work."""
    reached = np.cumsum(work)
    group = ((reached - work / 2) / (reached[-1] / shares)).astype(np.int32)
    return np.cumsum(np.diff(group, prepend=group[:1]) > 0, dtype=np.int32)
