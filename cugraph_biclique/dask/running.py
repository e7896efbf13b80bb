# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Run the partitions of a plan as Dask tasks, until all of them are done.

Dask reruns tasks of lost workers. This module handles partitions that run out of
memory: it halves them repeatedly, down to single roots. A single root is split into its
pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dask.base import tokenize
from distributed import KilledWorker, as_completed, wait

from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.partitions import (
    Plan,
    PlannedPartition,
    edges_of_sub_partition,
)
from cugraph_biclique.dask.tasks import (
    CliqueOptions,
    Options,
    PartitionError,
    PartitionTooLargeError,
)
from cugraph_biclique.progress import Progress, reporting

MAX_SPLITS_AFTER_KILLS = 2  # of a partition that keeps killing its workers
SUB_PARTITIONS = 8  # of a single root
MAX_ROOT_SPLITS = 2  # of a single root, and of its sub-partitions


def run_all(
    client: Any,
    plan: Plan,
    work: Callable[..., Any],
    options: Options | CliqueOptions,
    arguments: tuple[Any, ...],
    progress: Progress,
) -> dict[PlannedPartition, Any]:
    """Run `work` on each partition; return the finished futures, in order."""
    n = plan.partitions[-1].number + 1
    frames = list(plan.frames)
    plan.frames.clear()  # or the plan would keep the frames until the end
    name, asked = work.__name__.strip("_"), tokenize(options, arguments)
    n_roots = sum(partition.roots for partition in plan.partitions)
    done = {}
    running = {}

    def start(partition: PlannedPartition) -> Any:
        future = client.submit(
            tasks.run,
            work,
            partition._replace(frame=None),
            n,
            partition.frame,
            options,
            *arguments,
            key=f"{options.kind}-{name}-{asked}-{partition.frame.key}-{partition.name}",
            # The heaviest first, so that only light tasks remain at the end.
            priority=partition.work,
        )
        running[future.key] = partition, future
        return future

    try:
        with reporting(progress, n_roots) as on_progress:
            if len(frames) <= sum(client.nthreads().values()):
                # A worker that waits for its own frames would steal tasks of others,
                # and Dask would copy their frames to it.
                wait(frames)
            todo = [
                partition._replace(frame=frames[partition.frame])
                for partition in plan.partitions
            ]
            completed = as_completed(list(map(start, todo)))
            for futures in (frames, todo):
                futures.clear()  # so that frames are freed with their last task
            for future in completed:
                partition, _ = running.pop(future.key)
                if future.status != "error":
                    done[partition._replace(frame=None)] = future
                    asks = on_progress.shows_found and work in tasks.COUNTS
                    on_progress(partition.roots, found=future.result() if asks else 0)
                    continue
                error = future.exception()
                if not _can_be_split(partition, error):
                    raise _named(error, partition, n)
                for sub in _split(client, partition, plan.grow):
                    completed.add(start(sub))
    except BaseException:  # Ctrl-C, too
        begun = [future for _, future in running.values()]
        client.cancel([*frames, *done.values(), *begun])
        raise
    return dict(sorted(done.items(), key=lambda item: item[0][:2]))


def _can_be_split(partition: PlannedPartition, error: BaseException) -> bool:
    if isinstance(error, KilledWorker):
        return len(partition.path) < MAX_SPLITS_AFTER_KILLS
    too_large = isinstance(error, PartitionTooLargeError)
    return too_large and partition.root_splits < MAX_ROOT_SPLITS


def _split(
    client: Any, partition: PlannedPartition, grow: str
) -> list[PlannedPartition]:
    """Split a partition: into two halves, or a single root into `SUB_PARTITIONS`."""
    of = 2 if partition.roots > 1 else SUB_PARTITIONS
    whole = partition.frame, partition.number, grow, partition.is_one_root
    frames = [
        client.submit(edges_of_sub_partition, *whole, which, of) for which in range(of)
    ]
    return [partition.split(which, of, frame) for which, frame in enumerate(frames)]


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
