# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A plan's partitions as tasks of a cluster, until all of them are done.

Dask does a task again that was lost with its worker. What is left for us is a partition
for which there is not memory enough: it is halved, and its halves are, down to a single
root, which is taken apart below.
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

MOST_KILLS = 2  # times that a partition is halved for it has killed its workers
BELOW = 8  # shares of a single root
MOST_BELOW = 2  # times that one is taken apart


def run_all(
    client: Any,
    cut: Plan,
    work: Callable[..., Any],
    options: Options,
    arguments: tuple[Any, ...],
    progress: Progress,
) -> dict[Part, Any]:
    """Futures of what `work` makes of each part, all of them done, in order."""
    n = cut.parts[-1].number + 1
    frames = list(cut.frames)
    cut.frames.clear()  # or the plan would hold them to the end
    asked = tokenize(options, arguments)
    done = {}
    running = {}

    def start(part: Part) -> Any:
        future = client.submit(
            tasks.run, work, part._replace(frame=None), n, part.frame, options,
            *arguments,
            key=f"biclique-{work.__name__.strip('_')}-{asked}-{part.frame.key}-{part.name}",
            # The heaviest first: what is left at the end is little.
            priority=part.work,
        )  # fmt: skip
        running[future.key] = part, future
        return future

    try:
        with reporting(progress, sum(part.roots for part in cut.parts)) as on_progress:
            if len(frames) <= sum(client.nthreads().values()):
                # Or a worker that has to wait for its own steals others' tasks, and
                # their frames are copied to it.
                wait(frames)
            todo = [part._replace(frame=frames[part.frame]) for part in cut.parts]
            completed = as_completed(list(map(start, todo)))
            for held in (frames, todo):
                held.clear()  # nobody needs them longer than their tasks do
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
    """Two parts with half of the roots each, or more of a single root."""
    of = 2 if part.roots > 1 else BELOW
    whole = part.frame, part.number, grow, part.below > 0
    return [
        part.share(which, of, client.submit(share_of, *whole, which, of))
        for which in range(of)
    ]


def _named(error: BaseException, part: Part, n: int) -> BaseException:
    """The error of a part that cannot be done, which names it: that of a killed worker,
    or of making its frame, does not."""
    if isinstance(error, PartitionError):
        return error
    if isinstance(error, KilledWorker):
        what = "killed every worker that ran it, most likely because memory ran out"
    else:
        what = f"could not be extracted: {type(error).__name__}: {error}"
    named = PartitionError(
        f"partition {part.name} of {n} ({part.roots:,} roots, estimated work "
        f"{part.work:,}) {what}: pass a memory_budget, more partitions, or workers "
        "with more memory"
    )
    named.__cause__ = error
    return named
