# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions of a plan: their names, the splitting of heavy ones, and their edges.

A partition is split by its roots. A single root r is split, too. The edges of N(r) form
a graph in which r is adjacent to every kept vertex. So every maximal biclique of it
contains r. If r is ordered last, a biclique belongs to the first of its other vertices.
The new roots are the vertices after r, and then r; vertices before r belong to other
partitions. The engines search such a sub-partition like any other partition.

Cliques have one kind of vertex. Each edge has its later end on the left and its earlier
end on the right, and each vertex has a loop. The roots are on the right. A partition
has the edges among the closed neighbourhoods of its roots. A single root r is split in
the same way: it is adjacent to all of its neighbours, so r is ordered last among them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask.exchange import balance
from cugraph_biclique.dask.host_frames import (
    HostFrame,
    concatenated,
    from_host_frame,
    to_host_frame,
)

PARTITIONS_PER_THREAD = 4  # more partitions balance better, but copy more edges
MAX_SUB_PARTITIONS = 64  # of a heavy root
VERTICES = "vertices"  # in place of a side to grow: the only kind of vertex


class PlannedPartition(NamedTuple):
    """A partition, or a sub-partition at any depth: some of the partition's roots."""

    number: int  # of the partition
    path: tuple[int, ...]  # to the sub-partition: one index per split
    root_splits: int  # number of these splits that split a single root
    roots: int
    work: int  # predicted: edges read to build the rows of the roots
    frame: int  # index of its frame in the plan

    @property
    def name(self) -> str:
        """Name: ``00003-0-1`` is sub-partition 1 of sub-partition 0 of ``00003``."""
        return "-".join([f"{self.number:05d}", *map(str, self.path)])

    @property
    def folder(self) -> str:
        """Name of its folder, inside the folder of a data set."""
        return f"partition-{self.name}"

    @property
    def is_one_root(self) -> bool:
        """Whether it is a whole root, which is split into its pairs."""
        return self.roots == 1 and self.root_splits == 0

    def split(self, which: int, of: int, frame: int = -1) -> PlannedPartition:
        """Return sub-partition `which` of `of`. A frame of its own may be planned.

        If a single root is split, only sub-partition 0 counts the root.
        """
        return PlannedPartition(
            self.number,
            (*self.path, which),
            self.root_splits + (self.root_splits > 0 or self.roots < 2),
            (self.roots + of - 1 - which) // of,
            self.work // of,
            frame,
        )


class Plan(NamedTuple):
    """Partitions of a graph, and the frames that contain their edges."""

    frames: list[Any]  # futures: left, right, rank and owner of the root; used once
    labels: list[Any]  # futures: of both sides of each frame, or None; used once
    partitions: list[PlannedPartition]  # in order
    grow: str  # the side that the roots are on, or `VERTICES`
    digest: int = 0  # of the edges, independent of their order
    digest_of_assignment: int = 0  # of the assignment of roots to partitions
    default_bytes: int | None = None  # the default limit of a partition, if it decided


class SubPartition(NamedTuple):
    """A sub-partition of a heavy root: the inputs of its frame."""

    partition: PlannedPartition
    which: int
    of: int


def split_heavy_roots(
    partitions: list[PlannedPartition],
    most_work: float,
    pairs: np.ndarray,
    n_frames: int,
) -> tuple[list[PlannedPartition], list[SubPartition]]:
    """Split partitions that consist of one heavy root into sub-partitions.

    A root gets at most one sub-partition per pair. Return all partitions, and the
    sub-partitions, whose frames follow the first `n_frames`.
    """
    planned: list[PlannedPartition] = []
    split: list[SubPartition] = []
    for partition, most in zip(partitions, pairs, strict=True):
        of = 1
        if partition.roots == 1:
            of = int(min(MAX_SUB_PARTITIONS, partition.work // most_work, most))
        if of < 2:
            planned.append(partition)
            continue
        for which in range(of):
            planned.append(partition.split(which, of, n_frames + len(split)))
            split.append(SubPartition(partition, which, of))
    return planned, split


def assign_workers(
    planned: list[PlannedPartition],
    split: list[SubPartition],
    n_batches: int,
    threads: dict[str, int],
) -> list[str]:
    """Choose a worker for each frame by the work of its partitions.

    No partition uses the frame of a split root directly. This frame goes to the worker
    of the first sub-partition.
    """
    loads = np.zeros(n_batches + len(split))
    np.add.at(loads, [part.frame for part in planned], [part.work for part in planned])
    workers = balance(loads.tolist(), threads)
    for worker, sub in zip(workers[n_batches:], split, strict=True):
        if sub.which == 0 and loads[sub.partition.frame] == 0:
            workers[sub.partition.frame] = worker
    return workers


def edges_of_partition(frame: Any, owner: int, grow: str) -> Any:
    """Return what one partition needs of the frame of its batch: all edges of the
    neighbours of its roots, or for cliques those among the closed neighbourhoods."""
    frame = from_host_frame(frame)
    is_root = frame["owner"] == owner
    needed = needed_by(frame, is_root, grow)
    return frame.assign(is_root=is_root)[needed]


def needed_by(frame: Any, is_root: Any, grow: str) -> Any:
    """Return a flag for each edge: whether some roots need it."""
    if grow != VERTICES:
        neighbours = frame[OTHER[grow]][is_root].drop_duplicates()
        return frame[OTHER[grow]].isin(neighbours)
    # The loop of a root makes it one of its own later neighbours.
    later = frame["left"][is_root].drop_duplicates()
    roots = frame["right"][is_root].drop_duplicates()
    earlier = frame["right"][frame["left"].isin(roots)].drop_duplicates()
    near = frame["right"].isin(later) | frame["right"].isin(earlier)
    return frame["left"].isin(later) & near


def edges_of_sub_partition(
    frame: Any, owner: int, grow: str, of_root: bool, which: int, of: int
) -> Any:
    """Return the edges that every `of`-th root needs, from root number `which` on.

    If `of_root`, the partition is planned for a single root, which is split into its
    pairs first.
    """
    waited = isinstance(frame, HostFrame)
    frame = edges_of_partition(frame, owner, grow)
    roots = _roots(frame)
    if of_root and len(roots):  # a root may have no requested biclique
        split = _neighbours_of_root if grow == VERTICES else _graph_of_root
        frame = split(frame, roots.max())
        roots = _roots(frame)
    mine = frame["rank"].isin(roots.iloc[which::of])
    other = frame["owner"].where(~frame["is_root"], owner + 1)
    frame["owner"] = other.where(~mine, owner)
    found = edges_of_partition(frame, owner, grow)
    return to_host_frame(found) if waited else found


def without_last(frame: Any) -> Any:
    """Return the graph of a split root, without the edges of the root itself."""
    if not len(frame):
        return frame
    return frame[frame["rank"] < frame["rank"].max()]


def _roots(frame: Any) -> Any:
    """Return the ranks of the roots, ascending."""
    return frame["rank"][frame["is_root"]].drop_duplicates().sort_values()


def _graph_of_root(frame: Any, root: int) -> Any:
    """Return the graph of a root r: its roots are the vertices after r, and then r."""
    is_root = frame["rank"] >= root
    rank = frame["rank"].where(frame["rank"] != root, frame["rank"].max() + 1)
    return frame.assign(is_root=is_root, rank=rank)


def _neighbours_of_root(frame: Any, root: int) -> Any:
    """Return the closed neighbourhood of a root r, with r ordered last: its roots are
    the later neighbours of r, and then r."""
    is_loop = frame["left"] == frame["right"]
    of_root = frame["rank"] == root
    last = frame[of_root & is_loop].assign(rank=frame["rank"].max() + 1)
    turned = frame[["left", "right", "owner"]][of_root & ~is_loop]
    turned.columns = ["right", "left", "owner"]
    ranks = frame[["right", "rank"]][is_loop]
    turned = turned.merge(ranks, on="right")[["left", "right", "rank", "owner"]]
    columns = ["left", "right", "rank", "owner"]
    parts = [each[columns] for each in (frame[~of_root], turned, last)]
    found = concatenated(parts)
    return found.assign(is_root=found["rank"] > root)
