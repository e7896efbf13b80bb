# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Streams of (p, q)-bicliques from workers that have the whole graph.

The roots are cut into ranges. Workers list some ranges at a time, batch by batch. The
client takes the batches in order, so it needs only one range at a time; for the others,
one batch is ready. A worker keeps the unfinished list of a range. If it cannot continue
that list, as after a loss, it begins again and skips what the client has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from typing import Any, NamedTuple
from uuid import uuid4

from distributed import fire_and_forget

from cugraph_biclique.calls.subgraphs import Listing
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica
from cugraph_biclique.dask.host_frames import concatenated
from cugraph_biclique.dask.replicas import Cut
from cugraph_biclique.dask.tasks import threads_of_task, threads_of_worker
from cugraph_biclique.dask.waiting import Task, gathered
from cugraph_biclique.dask.whole import (
    NotOnEveryWorkerError,
    WholeGraph,
    check,
    is_lost,
)
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.preparation.jobs import jobs_for

LEAST_WORK = float(1 << 14)  # wedges of a range: fewer are listed in milliseconds


class Wanted(NamedTuple):
    """Which bicliques a stream has. Each stream has a name of its own."""

    p: int
    q: int
    batch_size: int
    name: str


class Stream:
    """One stream of bicliques, in batches of a size."""

    def __init__(self, whole: WholeGraph, p: int, q: int, batch_size: int) -> None:
        self.whole = whole
        self.wanted = Wanted(p, q, batch_size, uuid4().hex)
        self.cut = whole.cut(cut_list, self.wanted)

    def batches(self, progress: Progress) -> Generator[Any, None, None]:
        """Yield the bicliques in frames of the size of the batches."""
        size, waiting, rows = self.wanted.batch_size, [], 0
        with (
            reporting(progress, self.cut.roots, "list") as on_progress,
            closing(self.parts(on_progress)) as parts,
        ):
            for part in parts:
                waiting.append(part)
                rows += len(part)
                if rows >= size:
                    joined = concatenated(waiting) if len(waiting) > 1 else part
                    yield joined[:size].reset_index(drop=True)
                    rest = joined[size:]
                    waiting, rows = [rest][: len(rest)], len(rest)
            if rows:
                yield concatenated(waiting)

    def parts(self, on_progress: Any) -> Generator[Any, None, None]:
        """Yield frames of at most the size of a batch, range by range."""
        ahead: deque[Range] = deque()
        jobs = iter(enumerate(self.cut.jobs))
        try:
            while True:
                self.begin(ahead, jobs)
                if not ahead:
                    return
                yield from ahead[0].parts()
                on_progress(ahead.popleft().job.roots)
        except NotOnEveryWorkerError as error:
            if isinstance(error.__cause__, MemoryError):
                raise error.__cause__ from error
            raise RuntimeError(
                "all workers were lost before the last batch of bicliques: begin the "
                "iteration again"
            ) from error
        finally:
            self.whole.client.cancel([each.task for each in ahead])
            self.forget()

    def begin(self, ahead: deque[Range], jobs: Iterator[tuple[int, Job]]) -> None:
        """Begin ranges, one for each thread of the workers."""
        workers = [
            worker
            for worker in self.whole.replicas
            for _ in range(self.whole.threads[worker])
        ]
        for number, job in islice(jobs, len(workers) - len(ahead)):
            ahead.append(Range(self, job, workers[number % len(workers)]))

    def forget(self) -> None:
        """Let the workers drop their unfinished lists."""
        if self.whole.client.status != "running":
            return
        for worker, graph in self.whole.replicas.items():
            fire_and_forget(self.whole.submit(forget, worker, graph, self.wanted))


class Range:
    """The bicliques of a range of roots, of which one batch is ready or being made."""

    def __init__(self, stream: Stream, job: Job, worker: str) -> None:
        self.stream, self.job, self.worker = stream, job, worker
        self.taken = 0  # rows
        self.task = self.next_task()

    def next_task(self) -> Task:
        """List the next batch."""
        whole = self.stream.whole
        if self.worker not in whole.replicas:
            self.worker = next(iter(whole.replicas))
        graph = whole.replicas[self.worker]
        return whole.submit(
            next_part, self.worker, graph, self.stream.wanted, self.job, self.taken
        )

    def parts(self) -> Iterator[Any]:
        """Yield the batches; the last one may be smaller."""
        while True:
            part = self.result()
            if part is None:
                return
            self.taken += len(part)
            if len(part) < self.stream.wanted.batch_size:
                yield part
                return
            self.task = self.next_task()  # while the caller reads this one
            yield part

    def result(self) -> Any:
        """Return the batch, or None after the last one. If its worker is lost, another
        worker makes it."""
        whole = self.stream.whole
        while True:
            whole.finished({self.task: self.worker})
            if not is_lost(self.task):
                check(self.task)
                return gathered(self.task)
            whole.drop_lost()
            self.task = self.next_task()


# Tasks of a worker


def listing_of(whole: BipartiteReplica, wanted: Wanted) -> Listing:
    """Return the list of a stream, with the graph prepared."""
    p, q = wanted.p, wanted.q
    return whole.last("list", (p, q), lambda: Listing(whole.request, p, q))


def cut_list(whole: BipartiteReplica, wanted: Wanted, slots: int) -> Cut:
    """Prepare a list, and cut its roots into ranges."""
    with threads_of_worker():
        work = listing_of(whole, wanted).work()
    jobs = jobs_for(work, slots, divide=False, least=LEAST_WORK)
    return Cut.of(whole.request.engine, work, list(jobs))


def next_part(whole: BipartiteReplica, wanted: Wanted, job: Job, taken: int) -> Any:
    """Return the next batch of a range, of which the client has some rows; None if it
    has all of them."""
    size = wanted.batch_size
    with threads_of_task(whole.request.engine):
        at, frames = whole.unfinished.pop((wanted.name, job), (-1, None))
        if frames is None or at != taken:
            listing = listing_of(whole, wanted)
            frames = listing.frames(size, roots=(job.first, job.last))
            for _ in range(taken // size):  # all of them were full
                next(frames)
        part = next(frames, None)
    if part is not None and len(part) == size:
        whole.unfinished[wanted.name, job] = taken + size, frames
    return part


def forget(whole: BipartiteReplica, wanted: Wanted) -> None:
    """Drop the unfinished lists of a stream."""
    for name, job in list(whole.unfinished):
        if name == wanted.name:
            whole.unfinished.pop((name, job), None)
