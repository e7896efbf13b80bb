# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The plan of a call: its partitions, their frames, and the worker of each frame."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

PARTS_PER_THREAD = 4  # more partitions balance better, but copy more edges
MOST_SHARES = 64  # sub-partitions of a heavy root


class Part(NamedTuple):
    """A partition, or a sub-partition at any depth: a share of its roots."""

    number: int  # of the partition
    shares: tuple[int, ...]  # path to the sub-partition: one index per split
    below: int  # number of these splits that split a single root
    roots: int
    work: int  # predicted: edges read to build the rows of the roots
    frame: Any  # index of its frame in the plan; later the future of the frame

    @property
    def name(self) -> str:
        """Name: ``00003-0-1`` is share 1 of share 0 of partition ``00003``."""
        return "-".join([f"{self.number:05d}", *map(str, self.shares)])

    def share(self, which: int, of: int, frame: Any) -> Part:
        """Return share `which` of `of`. A single root is counted in share 0."""
        return Part(
            self.number,
            (*self.shares, which),
            self.below + (self.below > 0 or self.roots < 2),
            (self.roots + of - 1 - which) // of,
            self.work // of,
            frame,
        )


class Plan(NamedTuple):
    """Partitions of a graph, and the frames that contain their edges."""

    frames: list[Any]  # futures: left, right, rank and owner of the root; used once
    parts: list[Part]  # in order
    grow: str  # the side that the roots are on
    digest: int = 0  # of the edges, independent of their order
    digest_of_parts: int = 0  # of the assignment of roots to partitions
    edges: Any = None  # inputs of the frames, kept so that Dask can recompute them


class Share(NamedTuple):
    """A sub-partition of a heavy root: the inputs of its frame."""

    part: Part
    which: int
    of: int


def with_shares(
    parts: list[Part], most_work: float, pairs: np.ndarray, n_frames: int
) -> tuple[list[Part], list[Share]]:
    """Split partitions that consist of one heavy root, into at most one share per pair.

    Return all partitions, and the shares, whose frames follow the first `n_frames`.
    """
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
    """Choose a worker for each frame by its work.

    The frame of a split root has no work of its own. It goes to the worker of its first
    share.
    """
    loads = np.zeros(n_groups + len(shares))
    np.add.at(loads, [part.frame for part in planned], [part.work for part in planned])
    workers = deal(loads.tolist(), threads)
    for worker, share in zip(workers[n_groups:], shares, strict=True):
        if share.which == 0 and loads[share.part.frame] == 0:
            workers[share.part.frame] = worker
    return workers


def deal(work: Sequence[float], threads: dict[str, int]) -> list[str]:
    """Choose a worker for each partition, the heaviest first: the worker with the least
    work per thread."""
    loads = [(0.0, worker) for worker in sorted(threads)]
    dealt = [""] * len(work)
    for i in sorted(range(len(work)), key=lambda i: -work[i]):
        load, worker = loads[0]
        dealt[i] = worker
        heapq.heapreplace(loads, (load + work[i] / threads[worker], worker))
    return dealt


def grouped(work: np.ndarray, shares: int) -> np.ndarray:
    """Return the batch of each partition: at most `shares` batches of similar work.

    Consecutive partitions have the most edges in common, so one frame serves a batch.
    """
    reached = np.cumsum(work)
    group = ((reached - work / 2) / (reached[-1] / shares)).astype(np.int32)
    return np.cumsum(np.diff(group, prepend=group[:1]) > 0, dtype=np.int32)
