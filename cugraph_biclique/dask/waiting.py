# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wait for tasks, with a time limit for a cluster on which nothing happens.

A search may run for hours, so calls have no limit. But workers may also stop: all are
full and paused, or wait for data that never arrives. Then no worker runs a task, none
receives anything, and Dask would wait forever. All modules of this folder wait here.
"""

from __future__ import annotations

import time
from asyncio import run_coroutine_threadsafe
from collections.abc import Callable, Collection
from concurrent.futures import wait
from threading import Condition
from typing import Any, TypeAlias
from weakref import WeakSet

import dask
from dask.utils import format_time, parse_timedelta
from distributed import Future, get_client

from cugraph_biclique.errors import StalledClusterError

Task: TypeAlias = "Future[Any]"

LOOK_SECONDS = 1.0  # between two looks at what has changed
LOOKS = 20  # at the workers, within the limit
LIMIT = "cugraph_biclique.stall-limit"  # a time, or None for no limit; in Dask's config
DEFAULT_LIMIT = "5 minutes"
RUNS = "executing", "long-running"  # states of a task that a worker runs


def computed(*collections: Any) -> tuple[Any, ...]:
    """Compute collections, as `dask.compute` does, and return the results."""
    return tuple(gathered(get_client().compute(collections)))


def gathered(tasks: Any) -> Any:
    """Wait for tasks, in a list or a dictionary or alone, and return their results.

    The first error of a task ends the wait.
    """
    if isinstance(tasks, Future):
        return gathered([tasks])[0]
    all_tasks = list(tasks.values() if isinstance(tasks, dict) else tasks)
    if not all_tasks:
        return tasks
    wait_for(all_tasks)
    client = all_tasks[0].client
    loop, activity = client.loop.asyncio_loop, Activity(client)
    results = run_coroutine_threadsafe(client.gather(tasks, asynchronous=True), loop)
    try:
        while not wait([results], LOOK_SECONDS).done:
            activity.look()
    finally:
        results.cancel()
    return results.result()


def wait_for(tasks: Collection[Task]) -> None:
    """Wait until all tasks have ended, or one has failed."""
    left = set(tasks)
    if not left:
        return
    ends = Ends(next(iter(left)).client)
    for task in left:
        ends.watched(task)
    while left:
        done = ends.some(left)
        left.difference_update(done)
        if any(task.status != "finished" for task in done):
            return


class Ends:
    """Notices when tasks of a client end.

    `distributed.wait` would raise an error each time it sees no end. The cycles of
    references in its traceback keep the tasks, and so the results on the workers, until
    Python looks for cycles.
    """

    def __init__(self, client: Any) -> None:
        self.changed = Condition()
        self.ended: WeakSet[Task] = WeakSet()  # those that `some` has not returned
        self.activity = Activity(client)

    def watched(self, task: Task) -> Task:
        """Let `some` notice the end of a task."""
        task.add_done_callback(self._notice)
        return task

    def some(
        self,
        tasks: Collection[Task],
        lost: Callable[[], list[Task]] = list,
    ) -> list[Task]:
        """Wait until some of these tasks have ended, or are `lost`, and return them.

        All are watched, in a set or a dictionary. Each is returned once.
        """
        while True:
            with self.changed:
                done = [task for task in self.ended if task in tasks]
                if done:
                    self.ended.difference_update(done)
                    return done
                if self.changed.wait(LOOK_SECONDS):
                    continue
            self.activity.look()
            if found := lost():
                return found

    def _notice(self, task: Task) -> None:
        with self.changed:
            self.ended.add(task)
            self.changed.notify_all()


class Activity:
    """What the workers of a client do, and since when nothing has changed."""

    def __init__(self, client: Any) -> None:
        self.client = client
        given = dask.config.get(LIMIT, DEFAULT_LIMIT)
        self.limit = parse_timedelta(given) if given is not None else None
        self.seen: Any = None
        self.since = self.looked = time.monotonic()

    def look(self) -> None:
        """Raise an error if no worker has done anything for as long as the limit."""
        now = time.monotonic()
        if self.limit is None or now - self.looked < self.limit / LOOKS:
            return
        self.looked = now
        workers = self.client.sync(self.client.scheduler.identity)["workers"]
        state = {address: _state(worker) for address, worker in workers.items()}
        # If there are no workers, Dask has a limit of its own.
        if state != self.seen or any(map(_runs, workers.values())) or not workers:
            self.seen, self.since = state, now
        elif now - self.since >= self.limit:
            raise StalledClusterError(_message(workers, self.limit))


def _runs(worker: dict[str, Any]) -> bool:
    """Whether a worker runs a task."""
    tasks = worker["metrics"].get("task_counts", {})
    return any(tasks.get(state) for state in RUNS)


def _state(worker: dict[str, Any]) -> Any:
    """What changes while a worker does something else."""
    metrics = worker["metrics"]
    transfers = metrics.get("transfer", {})
    return (
        dict(metrics.get("task_counts", {})),
        transfers.get("incoming_count_total"),
        transfers.get("outgoing_count_total"),
        worker["status"],
    )


def _message(workers: dict[str, Any], limit: float) -> str:
    paused = [name for name, each in workers.items() if each["status"] == "paused"]
    if paused:
        shown = ", ".join(sorted(paused)[:3]) + (", ..." if len(paused) > 3 else "")
        why = (
            f"{len(paused)} of {len(workers)} workers are paused because their memory "
            f"is nearly full ({shown}): use workers with more memory, a smaller "
            "memory_budget, or free what Dask holds there"
        )
    else:
        why = (
            "they wait for data that does not arrive: see the logs of the workers, "
            "restart the cluster, or use protocol='tcp'"
        )
    return (
        f"no worker has run a task or received anything for {format_time(limit)}, but "
        f"tasks of this call are left; {why}. To wait longer, set {LIMIT} in "
        "dask.config"
    )
