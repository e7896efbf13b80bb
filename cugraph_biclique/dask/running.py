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
from cugraph_biclique.dask.parts import Part, Plan
from cugraph_biclique.dask.shares import share_of
from cugraph_biclique.dask.tasks import (
    Options,
    PartitionError,
    PartitionTooLargeError,
)
from cugraph_biclique.progress import Progress, reporting

MOST_KILLS = 2  # splits of a partition that keeps killing its workers
BELOW = 8  # sub-partitions of a single root
MOST_BELOW = 2  # splits at or below a single root


def run_all(
    client: Any,
    cut: Plan,
    work: Callable[..., Any],
    options: Options,
    arguments: tuple[Any, ...],
    progress: Progress,
) -> dict[Part, Any]:
    """Run `work` on each partition; return the finished futures, in order."""
    n = cut.parts[-1].number + 1
    frames = list(cut.frames)
    cut.frames.clear()  # or the plan would keep the frames until the end
    asked = tokenize(options, arguments)
    done = {}
    running = {}

    def start(part: Part) -> Any:
        future = client.submit(
            tasks.run, work, part._replace(frame=None), n, part.frame, options,
            *arguments,
            key=f"biclique-{work.__name__.strip('_')}-{asked}-{part.frame.key}-{part.name}",
            # The heaviest first, so that only light tasks remain at the end.
            priority=part.work,
        )  # fmt: skip
        running[future.key] = part, future
        return future

    try:
        with reporting(progress, sum(part.roots for part in cut.parts)) as on_progress:
            if len(frames) <= sum(client.nthreads().values()):
                # A worker that waits for its own frames would steal tasks of others,
                # and Dask would copy their frames to it.
                wait(frames)
            todo = [part._replace(frame=frames[part.frame]) for part in cut.parts]
            completed = as_completed(list(map(start, todo)))
            for held in (frames, todo):
                held.clear()  # so that frames are freed with their last task
            for future in completed:
                part, _ = running.pop(future.key)
                if future.status != "error":
                    done[part._replace(frame=None)] = future
                    asks = on_progress.shows_found and work in tasks.COUNTS
                    on_progress(part.roots, found=future.result() if asks else 0)
                    continue
                error = future.exception()
                if not _can_be_dealt(part, error):
                    raise _named(error, part, n)
                for share in _shares(client, part, cut.grow):
                    completed.add(start(share))
    except BaseException:  # Ctrl-C, too
        begun = [future for _, future in running.values()]
        client.cancel([*frames, *done.values(), *begun])
        raise
    return dict(sorted(done.items(), key=lambda item: item[0][:2]))


def _can_be_dealt(part: Part, error: BaseException) -> bool:
    if isinstance(error, KilledWorker):
        return len(part.shares) < MOST_KILLS
    return isinstance(error, PartitionTooLargeError) and part.below < MOST_BELOW


def _shares(client: Any, part: Part, grow: str) -> list[Part]:
    """Split a partition: into two halves, or a single root into `BELOW` shares."""
    of = 2 if part.roots > 1 else BELOW
    whole = part.frame, part.number, grow, part.below > 0
    return [
        part.share(which, of, client.submit(share_of, *whole, which, of))
        for which in range(of)
    ]


def _named(error: BaseException, part: Part, n: int) -> BaseException:
    """Return an error that names the failed partition.

    Errors of killed workers, and of building a frame, do not name it.
    """
    if isinstance(error, PartitionError):
        return error
    if isinstance(error, KilledWorker):
        what = "has killed every worker that it was given to, most likely for memory"
    else:
        what = f"could not be cut out: {type(error).__name__}: {error}"
    named = PartitionError(
        f"partition {part.name} of {n} ({part.roots:,} roots, work {part.work:,}) "
        f"{what}: pass a memory_budget, or more partitions, or workers with more memory"
    )
    named.__cause__ = error
    return named
