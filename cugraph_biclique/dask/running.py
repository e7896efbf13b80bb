# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A plan's partitions as tasks of a cluster, until all of them are done.

Dask does a task again that was lost with its worker. What is left for us is a partition
for which there is not memory enough: its roots are dealt to two, and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dask.base import tokenize
from distributed import KilledWorker, as_completed

from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.partitioning import Plan
from cugraph_biclique.dask.tasks import (
    Options,
    PartitionError,
    PartitionTooLargeError,
)
from cugraph_biclique.progress import Progress, reporting

MOST_KILLS = 2  # times that a partition is halved for it has killed its workers


class Part(NamedTuple):
    """A partition of the plan, or half of one, or of a half."""

    number: int
    halves: tuple[int, ...]  # which half of it, of that half, ...
    roots: int
    work: int  # predicted
    frame: Any  # future

    @property
    def name(self) -> str:
        """As in ``00003``, or ``00003-0-1`` for the second half of its first half."""
        return "-".join([f"{self.number:05d}", *map(str, self.halves)])


def run_all(
    client: Any,
    cut: Plan,
    work: Callable,
    options: Options,
    arguments: tuple,
    progress: Progress,
) -> dict[Part, Any]:
    """Futures of what `work` makes of each part, all of them done, in order."""
    n = len(cut.roots)
    frames = client.compute(cut.frames)
    frame_of = [frames[group] for group in cut.frame_of]
    numbers = zip(cut.roots, cut.work, frame_of, strict=True)
    todo = [Part(i, (), *of) for i, of in enumerate(numbers)]
    del frames, frame_of, numbers  # nobody needs them longer than their tasks do
    asked = tokenize(options, arguments)
    done = {}
    running = {}

    def start(part: Part) -> Any:
        future = client.submit(
            tasks.run, work, part.name, n, part.frame, part.number, options,
            *arguments,
            key=f"biclique-{work.__name__.strip('_')}-{asked}-{part.frame.key}-{part.name}",
            # The heaviest first: what is left at the end is little.
            priority=part.work,
        )  # fmt: skip
        running[future.key] = part, future
        return future

    try:
        with reporting(progress, sum(cut.roots)) as on_progress:
            completed = as_completed(list(map(start, todo)))
            todo.clear()
            for future in completed:
                part, _ = running.pop(future.key)
                if future.status != "error":
                    done[part._replace(frame=None)] = future
                    on_progress(part.roots)
                    continue
                error = future.exception()
                if not _can_be_halved(part, error):
                    raise _named(error, part, n)
                for half in _halves(client, part, cut.grow):
                    completed.add(start(half))
    except BaseException:  # Ctrl-C, too
        client.cancel([*done.values(), *(future for _, future in running.values())])
        raise
    return dict(sorted(done.items(), key=lambda item: item[0][:2]))


def _can_be_halved(part: Part, error: BaseException) -> bool:
    if part.roots < 2:
        return False
    if isinstance(error, KilledWorker):
        return len(part.halves) < MOST_KILLS
    return isinstance(error, PartitionTooLargeError)


def _halves(client: Any, part: Part, grow: str) -> list[Part]:
    """Two parts with the half of the roots each."""
    return [
        Part(
            part.number,
            (*part.halves, which),
            (part.roots + 1 - which) // 2,
            part.work // 2,
            client.submit(tasks.half, part.frame, part.number, grow, which),
        )
        for which in (0, 1)
    ]


def _named(error: BaseException, part: Part, n: int) -> BaseException:
    """The error of a part that cannot be done; that of a killed worker names none."""
    if not isinstance(error, KilledWorker):
        return error
    killed = PartitionError(
        f"partition {part.name} of {n} ({part.roots:,} roots, work {part.work:,}) has "
        "killed every worker that it was given to, most likely for want of memory: "
        "pass a memory_budget, or more partitions, or workers with more memory"
    )
    killed.__cause__ = error
    return killed
