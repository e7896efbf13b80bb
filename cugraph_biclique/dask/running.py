# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Run the partitions of a plan as Dask tasks, until all of them are done.

Dask reruns tasks of lost workers. This module handles partitions that run out of
memory: it halves them repeatedly, down to single roots. A single root is split into its
pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dask.base import tokenize
from distributed import KilledWorker

from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.partitions import (
    Plan,
    PlannedPartition,
    edges_of_sub_partition,
)
from cugraph_biclique.dask.tasks import (
    BicliqueOptions,
    CliqueOptions,
    PartitionError,
    PartitionTooLargeError,
)
from cugraph_biclique.dask.waiting import Ends, Task, gathered, wait_for
from cugraph_biclique.host.progress import Progress, reporting

MAX_SPLITS_AFTER_KILLS = 2  # of a partition that keeps killing its workers
SUB_PARTITIONS = 8  # of a single root
MAX_ROOT_SPLITS = 2  # of a single root, and of its sub-partitions


class Running(NamedTuple):
    """A partition whose task has begun."""

    partition: PlannedPartition
    frame: Any  # the future of its frame
    labels: Any  # the future of the labels of its frame


def run_all(
    client: Any,
    plan: Plan,
    work: Callable[..., Any],
    options: BicliqueOptions | CliqueOptions,
    arguments: tuple[Any, ...],
    progress: Progress,
) -> dict[PlannedPartition, Any]:
    """Run `work` on each partition; return the finished futures, in order."""
    n = plan.partitions[-1].number + 1
    frames, labels = list(plan.frames), list(plan.labels)
    plan.frames.clear()  # or the plan would keep the frames until the end
    plan.labels.clear()
    name, asked = work.__name__.strip("_"), tokenize(options, arguments)
    n_roots = sum(partition.roots for partition in plan.partitions)
    done = {}
    running: dict[Task, Running] = {}
    ends = Ends(client)

    def start(partition: PlannedPartition, frame: Any, of_frame: Any) -> None:
        future = client.submit(
            tasks.run,
            work,
            partition,
            n,
            frame,
            of_frame,
            options,
            *arguments,
            key=f"{options.kind}-{name}-{asked}-{frame.key}-{partition.name}",
            # The heaviest first, so that only light tasks remain at the end.
            priority=partition.work,
        )
        running[ends.watched(future)] = Running(partition, frame, of_frame)

    try:
        with reporting(progress, n_roots, noun=f"{options.kind}s") as on_progress:
            shows_found = on_progress.shows_found and work in tasks.COUNTS
            if len(frames) <= sum(client.nthreads().values()):
                # A worker that waits for its own frames would steal tasks of others,
                # and Dask would copy their frames to it.
                wait_for(frames)
            for each in plan.partitions:
                start(each, frames[each.frame], labels[each.frame])
            for futures in (frames, labels):
                futures.clear()  # so that frames are freed with their last task
            while running:
                for future in ends.some(running):
                    partition, frame, of_frame = running.pop(future)
                    if future.status == "error":
                        check_can_be_split(partition, future.exception(), n)
                        for sub, edges in _split(client, partition, frame, plan.grow):
                            start(sub, edges, of_frame)
                        continue
                    done[partition] = future
                    found = gathered(future) if shows_found else 0
                    on_progress(partition.roots, found=found)
    except BaseException:  # Ctrl-C, too
        client.cancel([*frames, *labels, *done.values(), *running])
        raise
    return dict(sorted(done.items(), key=lambda item: item[0][:2]))


def check_can_be_split(
    partition: PlannedPartition, error: BaseException, n: int
) -> None:
    """Raise the error of a partition, one of n, unless smaller ones may help."""
    if isinstance(error, KilledWorker):
        may_help = len(partition.path) < MAX_SPLITS_AFTER_KILLS
    else:
        too_large = isinstance(error, PartitionTooLargeError)
        may_help = too_large and partition.root_splits < MAX_ROOT_SPLITS
    if not may_help:
        raise _named(error, partition, n)


def _split(
    client: Any, partition: PlannedPartition, frame: Any, grow: str
) -> list[tuple[PlannedPartition, Any]]:
    """Split a partition: into two halves, or a single root into `SUB_PARTITIONS`.
    Return each part with the future of its frame."""
    of = 2 if partition.roots > 1 else SUB_PARTITIONS
    whole = frame, partition.number, grow, partition.is_one_root
    return [
        (
            partition.split(which, of),
            client.submit(edges_of_sub_partition, *whole, which, of),
        )
        for which in range(of)
    ]


def _named(error: BaseException, partition: PlannedPartition, n: int) -> BaseException:
    """Return an error that names the failed partition.

    Errors of killed workers, and of building a frame, do not name it.
    """
    if isinstance(error, PartitionError):
        return error
    if isinstance(error, KilledWorker):
        what = "killed every worker that ran it, most likely because memory ran out"
    else:
        what = f"could not be extracted: {type(error).__name__}: {error}"
    named = PartitionError(
        f"partition {partition.name} of {n} ({partition.roots:,} roots, estimated "
        f"work {partition.work:,}) {what}: pass a memory_budget, more partitions, or "
        "workers with more memory"
    )
    named.__cause__ = error
    return named
