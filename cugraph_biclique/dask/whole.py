# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A graph that fits every worker: each gets all of it, and all share its roots.

Nothing is cut. The ids of the edges move once, and every
worker builds and prepares the graph. Then the client assigns ranges of roots to tasks,
and another range to each task that has finished: large ranges first, and smaller ones
towards the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from enum import Enum
from typing import Any, NamedTuple, TypeVar

import dask
from distributed import Future, KilledWorker, fire_and_forget

from cugraph_biclique.calls.counting import table_runs
from cugraph_biclique.dask import bipartite_replicas, replicas
from cugraph_biclique.dask.bipartite_replicas import Sought, Wanted
from cugraph_biclique.dask.numbering import Numbers
from cugraph_biclique.dask.partitions import PlannedPartition
from cugraph_biclique.dask.replicas import Cut, Replica
from cugraph_biclique.dask.tasks import BicliqueOptions, CliqueOptions
from cugraph_biclique.dask.waiting import Ends, Task, gathered
from cugraph_biclique.device import plan
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, reporting

T = TypeVar("T")
AnyCut = TypeVar("AnyCut", bound=Cut | None)

COPIES = 2  # of the labels, while a worker builds the graph
# A task gets one of this many equal parts of its share of the jobs left. Few parts need
# fewer tasks, but the predicted work of dense graphs is far off.
SHARES = 8


class Why(Enum):
    """Why a graph is not on every worker."""

    MEMORY = "a worker has too little memory"
    ORDER = "the workers have the roots in other orders"  # as on unlike engines
    LOST = "all workers were lost"


class NotOnEveryWorkerError(Exception):
    """The graph cannot be on every worker. Callers cut it into partitions."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


def fits(n_edges: int, label_bytes: float, budget: int) -> bool:
    """Whether a worker with this budget can hold and prepare a graph.

    `label_bytes` are those of all labels.
    """
    size = n_edges * plan.WHOLE_BYTES + COPIES * label_bytes
    return size <= plan.preparation(budget)


class WholeGraph:
    """A graph on every worker of a cluster, and the calls that share its roots.

    If a worker is lost, the others do its share.
    """

    def __init__(
        self,
        client: Any,
        numbers: Numbers,
        options: BicliqueOptions | CliqueOptions,
        kind: type[Replica[Any, Any, Any]],
    ) -> None:
        self.client = client
        self.noun = f"{options.kind}s"
        self.threads: dict[str, int] = dict(client.nthreads())
        self.ends = Ends(client)
        make = dask.delayed(replicas.replica)
        self.replicas: dict[str, Task] = {
            worker: self.ends.watched(
                client.compute(
                    make(
                        numbers.pieces,
                        numbers.tables,
                        numbers.names,
                        numbers.columns,
                        numbers.where,
                        options,
                        kind,
                    ),
                    workers=[worker],
                    allow_other_workers=True,  # if it is lost, lists need it again
                )
            )
            for worker in sorted(self.threads)
        }
        self.results_of_workers(self.replicas, gather=False)
        self.drop_lost()

    @property
    def slots(self) -> int:
        """The number of tasks that run at the same time."""
        return sum(self.threads[worker] for worker in self.replicas)

    def with_one_task_each(self) -> WholeGraph:
        """Return the same graph, for calls whose tasks use all threads of a worker."""
        same = copy(self)
        same.threads = dict.fromkeys(self.threads, 1)
        return same

    def report(self) -> list[dict[str, Any]]:
        """Return what each worker has done so far, as `DaskGraph.report`."""
        rows = self.on_each(bipartite_replicas.about)
        return [{"worker": worker, **row} for worker, row in rows.items()]

    # Searches

    def count_maximal(self, sizes: Sought | int, progress: Progress) -> int:
        """Count the maximal bicliques or cliques."""
        cut = self.cut(replicas.cut_search, sizes)
        return sum(self.results(replicas.count_maximal, sizes, cut, progress))

    def sizes_of_maximal(self, sizes: Sought | int, progress: Progress) -> list[Any]:
        """Count the maximal bicliques or cliques by size: one frame for each share."""
        cut = self.cut(replicas.cut_search, sizes)
        return self.results(replicas.sizes_of_maximal, sizes, cut, progress)

    def listed(
        self, sizes: Sought | int, progress: Progress
    ) -> dict[PlannedPartition, Task]:
        """List the maximal bicliques or cliques; the results stay on the workers.

        The jobs depend on the graph and the engine, and each is a share. So the order
        of the results does not depend on the cluster.
        """
        cut = self.cut(replicas.cut_list, sizes)
        done = self.shared(replicas.list_maximal, sizes, cut, progress, alone=True)
        return {
            PlannedPartition(
                number,
                (),
                root_splits=0,
                roots=job.roots,
                work=int(work),
                frame=0,
            ): task
            for number, (job, work, task) in enumerate(
                zip(cut.jobs, cut.work, done, strict=True)
            )
        }

    # Counts of (p, q)-bicliques

    def count(self, p: int, q: int, progress: Progress) -> int:
        """Count the (p, q)-bicliques."""
        if min(p, q) == 1 or p == q == 2:
            alone = self.on_one(bipartite_replicas.count_alone, p, q)
            if alone is not None:
                return alone
        return self.counts(Wanted(p, q), progress)[0]

    def count_table(
        self, max_p: int, max_q: int, progress: Progress
    ) -> dict[tuple[int, int], int]:
        """Count the (p, q)-bicliques for all p up to `max_p` and q up to `max_q`."""
        table = self.on_one(bipartite_replicas.count_stars, max_p, max_q)
        for run in table_runs(max_p, max_q):
            found = self.counts(Wanted.of(run), progress)
            table |= zip(run.cells(), found, strict=True)
        return table

    def counts(self, wanted: Wanted, progress: Progress) -> list[int]:
        """Count the (p, q)-bicliques, for all sizes of the other side."""
        cut = self.cut(bipartite_replicas.cut_count, wanted)
        found = self.results(bipartite_replicas.count_p_q, wanted, cut, progress)
        return [sum(each) for each in zip(*found, strict=True)]

    # Tasks

    def made_on_one(self, work: Callable[..., Any], *arguments: Any) -> Task:
        """Run `work` on one worker, and leave the result there. If that worker is lost,
        run it on another one."""
        while True:
            self.drop_lost()
            worker, graph = next(iter(self.replicas.items()))
            task = self.submit(work, worker, graph, *arguments)
            self.results_of_workers({worker: task}, gather=False)
            if not is_lost(task):
                return task

    def on_one(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run `work` on one worker, and return the result."""
        result: T = gathered(self.made_on_one(work, *arguments))
        return result

    def on_each(self, work: Callable[..., T], *arguments: Any) -> dict[str, T]:
        """Run `work` on every worker that is left, and return the results."""
        self.drop_lost()
        found = self.results_of_workers(
            {
                worker: self.submit(work, worker, graph, *arguments)
                for worker, graph in self.replicas.items()
            }
        )
        if not found:
            raise NotOnEveryWorkerError(Why.LOST)
        return found

    @contextmanager
    def freeing(self, forget: Callable[..., None]) -> Iterator[None]:
        """Context for tasks that keep something on the workers, which `forget` frees,
        also after an error."""
        try:
            yield
        except BaseException:  # Ctrl-C, too
            with suppress(Exception):  # the client may be closed
                for worker, graph in self.replicas.items():
                    fire_and_forget(self.submit(forget, worker, graph))
            raise
        self.on_each(forget)

    def cut(self, cut: Callable[..., AnyCut], wanted: Any) -> AnyCut:
        """Prepare a call on every worker, and cut the roots into jobs."""
        first, *others = self.on_each(cut, wanted, self.slots).values()
        if any(each != first for each in others):
            raise NotOnEveryWorkerError(Why.ORDER)
        return first

    def results(
        self, work: Callable[..., T], wanted: Any, cut: Cut, progress: Progress
    ) -> list[T]:
        """Run `work` on shares of all jobs, and return the results in their order."""
        # Gathered at once: so workers hold no results until the end.
        return self.shared(work, wanted, cut, progress, keep=gathered)

    def shared(
        self,
        work: Callable[..., Any],
        wanted: Any,
        cut: Cut,
        progress: Progress,
        alone: bool = False,
        take: Callable[[Task], Any] | None = None,
        keep: Callable[[dict[int, Task]], dict[int, Any]] = dict,
    ) -> list[Any]:
        """Run `work` on shares of all jobs; return the finished tasks, in the order of
        the jobs, or what `keep` makes of them. With `alone`, each job is a share.

        `take` is called with each finished task. The tasks that begin later get what it
        returns, in place of `wanted`.
        """
        board = Board(cut.jobs, alone)
        running: dict[Task, tuple[str, Share]] = {}
        new: dict[int, Task] = {}
        done: dict[int, Any] = {}
        try:
            with reporting(progress, cut.roots, noun=self.noun) as on_progress:
                while self.give_out(board, running, work, wanted):
                    done |= keep(new)
                    new.clear()
                    tasks = {task: worker for task, (worker, _) in running.items()}
                    for task in self.finished(tasks):
                        _, share = running.pop(task)
                        if is_lost(task):
                            board.again.append(share)
                            continue
                        check(task)
                        new[share.first] = task
                        if take is not None:
                            wanted = take(task)
                        on_progress(sum(map(cut.roots_in, share.jobs)))
                done |= keep(new)
        except BaseException:  # Ctrl-C, too
            tasks_done = [each for each in done.values() if isinstance(each, Future)]
            self.client.cancel([*running, *new.values(), *tasks_done])
            raise
        return [done[first] for first in sorted(done)]

    def give_out(
        self,
        board: Board,
        running: dict[Task, tuple[str, Share]],
        work: Callable[..., Any],
        wanted: Any,
    ) -> bool:
        """Give a share to each thread of a worker that has none; return whether tasks
        run."""
        busy = Counter(worker for worker, _ in running.values())
        for worker, graph in self.replicas.items():
            while busy[worker] < self.threads[worker] and board.is_left:
                share = board.take(self.slots)
                arguments = wanted, share.jobs, share.has_stars
                task = self.submit(work, worker, graph, *arguments)
                running[task] = worker, share
                busy[worker] += 1
        return bool(running)

    def submit(
        self, work: Callable[..., Any], worker: str, graph: Task, *arguments: Any
    ) -> Task:
        """Run `work` on the graph of a worker."""
        return self.ends.watched(
            self.client.submit(
                work,
                graph,
                *arguments,
                workers=[worker],
                allow_other_workers=True,
                pure=False,
            )
        )

    def results_of_workers(
        self, tasks: dict[str, Task], gather: bool = True
    ) -> dict[str, Any]:
        """Wait for a task of each worker; return the results of those that are left."""
        left = {task: worker for worker, task in tasks.items()}
        while left:
            for task in self.finished(left):
                del left[task]
                if not is_lost(task):
                    check(task)
        done = {worker: task for worker, task in tasks.items() if not is_lost(task)}
        return gathered(done) if gather else {}

    def finished(self, tasks: dict[Task, str]) -> list[Task]:
        """Wait until some tasks have finished, or have lost their workers, and return
        them."""

        def lost() -> list[Task]:
            left = self.drop_lost()
            found = [task for task, worker in tasks.items() if worker not in left]
            if found:
                self.client.cancel(found)
            return found

        return self.ends.some(tasks, lost)

    def drop_lost(self) -> set[str]:
        """Forget the workers that are lost, and return the others.

        Their graphs are not cancelled: Dask would cancel the lists made from them, too,
        which it can make again. The dictionary is replaced, since other threads of the
        client may iterate over it.
        """
        left = set(self.client.nthreads())
        kept = {
            worker: task for worker, task in self.replicas.items() if worker in left
        }
        if not kept:
            raise NotOnEveryWorkerError(Why.LOST)
        self.replicas = kept
        return left


class Share(NamedTuple):
    """What a task gets of a call."""

    first: int  # number of its first job
    jobs: list[Job]
    has_stars: bool  # the share with the last job of a search has the stars


class Board:
    """The jobs that are left of a call."""

    def __init__(self, jobs: list[Job], alone: bool = False) -> None:
        self.jobs = jobs
        self.alone = alone
        self.next = 0
        self.again: list[Share] = []  # of lost workers

    @property
    def is_left(self) -> bool:
        """Whether a share is left."""
        return bool(self.next < len(self.jobs) or self.again)

    def take(self, tasks: int) -> Share:
        """Return the next share, for one of this many tasks."""
        if self.again:
            return self.again.pop()
        left = len(self.jobs) - self.next
        n = 1 if self.alone else -(-left // (SHARES * tasks if tasks > 1 else 1))
        first, self.next = self.next, self.next + n
        jobs = self.jobs[first : self.next]
        return Share(first, jobs, has_stars=self.next == len(self.jobs))


def is_lost(task: Task) -> bool:
    """Whether a task has ended because its worker was lost."""
    if task.status == "error":
        return isinstance(task.exception(), KilledWorker)
    return task.status != "finished"


def check(task: Task) -> None:
    """Raise the error of a task; if memory is short, partitions may need less."""
    if task.status == "error":
        error = task.exception()
        if isinstance(error, MemoryError):
            raise NotOnEveryWorkerError(Why.MEMORY) from error
        task.result()  # raises the error, with the traceback of the worker
