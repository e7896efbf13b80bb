# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Run jobs on worker threads, and stream their results in the order of the jobs.

The kernels run without the GIL, and the calling thread only waits for results. So it
can handle Ctrl-C and report progress at any time. The results that wait for their turn
are bounded in size.

A thread costs as much as a millisecond of work, and a job as much as 50 us. So the
number of threads follows the work: as many start as the predicted work is certainly
worth, mostly one. The others start if the speed of the first jobs, or a first job that
does not end, predicts that enough work is left for them. Short jobs are searched
together.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol

import numba
import numpy as np

from cugraph_biclique.host.interrupts import POLL_SECONDS, Stopped, new_flag
from cugraph_biclique.host.jobs import JOBS_PER_THREAD, Cut, Job
from cugraph_biclique.host.trace import Trace

WORTH_SECONDS = 0.002  # of work, for each thread
LOOK_SECONDS = 0.004  # between two looks at how much work is left
# Least and largest work of jobs that are searched together. Each part of a root makes
# the rows of the root again, so many small parts cost more than threads that wait.
LEAST_JOB_SECONDS, JOB_SECONDS = 0.0004, 0.001
READ_SECONDS = 2e-9  # for an edge: no search or count is faster
WAITING_BYTES = 64 << 20  # most bytes of results that wait for those of earlier jobs
GOODBYE_SECONDS = 0.5  # for all threads to end, after they are told to stop


class Worker(Protocol):
    """The state of one thread of an engine."""

    def start(self, job: Job) -> None:
        """Start a job."""

    def advance(self) -> tuple[bool, Any]:
        """Work for a fraction of a second; return (job finished, results or None)."""


class _Board:
    """State that the threads share: the next job, and results that wait."""

    def __init__(
        self,
        jobs: Sequence[Job],
        size_of: Callable[[Any], int],
        waiting_bytes: int,
        threads: int,
    ) -> None:
        self.jobs = jobs
        self.size_of = size_of
        self.waiting_bytes = waiting_bytes
        self.changed = threading.Condition()
        self.team = _Team(jobs, threads)
        self.next = 0
        self.planned: deque[tuple[range, Job]] = deque()  # the jobs from `next` on
        self.head = 0
        self.waiting = 0
        self.found: dict[int, deque[Any]] = {}
        self.finished: set[int] = set()
        self.stop = False
        self.error: BaseException | None = None

    def take(self) -> tuple[range, Job] | None:
        """Return the next job, and the numbers of the jobs that it stands for."""
        with self.changed:
            first = self.next
            if self.stop or first >= len(self.jobs):
                return None
            if not isinstance(self.jobs, Cut):
                self.next += 1
                return range(first, self.next), self.jobs[first]
            if not self.planned:
                most = self.team.work_together()
                self.planned.extend(self.jobs.together(first, most))
            numbers, job = self.planned.popleft()
            self.next = numbers.stop
            return numbers, job

    def put(self, index: int, chunk: Any) -> None:
        size = self.size_of(chunk)
        with self.changed:
            # The job whose turn it is may fill the whole buffer, other jobs half of it.
            while not self.stop and self.waiting + size > (
                self.waiting_bytes if index == self.head else self.waiting_bytes // 2
            ):
                if index == self.head and not self.found.get(index):
                    break
                self.changed.wait(POLL_SECONDS)
            self.found.setdefault(index, deque()).append(chunk)
            self.waiting += size
            self.changed.notify_all()

    def finish(self, numbers: range, seconds: float) -> None:
        with self.changed:
            self.finished.update(numbers)
            self.team.finish(numbers, seconds)
            self.changed.notify_all()

    def fail(self, error: BaseException) -> None:
        with self.changed:
            self.error = self.error or error
            self.stop = True
            self.changed.notify_all()


class _Team:
    """The threads of a stream, and how many of them the work is worth.

    The lock of the board guards it.
    """

    def __init__(self, jobs: Sequence[Job], threads: int) -> None:
        if isinstance(jobs, Cut):
            self.reached, unit = jobs.reached, READ_SECONDS
        else:  # without a prediction, each job is worth a thread
            self.reached, unit = list(range(len(jobs) + 1)), WORTH_SECONDS
        self.unit = unit  # seconds of a unit of predicted work, at least
        self.threads = min(threads, len(jobs))
        self.started: list[threading.Thread] = []
        self.began = self.looked = time.perf_counter()
        self.done = self.busy = 0.0
        self.together = self.reached[-1] / max(1, len(jobs))

    @property
    def may_grow(self) -> bool:
        """Whether more threads may start."""
        return len(self.started) < self.threads

    def finish(self, numbers: range, seconds: float) -> None:
        """Note that jobs have finished, which took some seconds of a thread."""
        self.done += self.reached[numbers.stop] - self.reached[numbers.start]
        self.busy += seconds

    def seconds_each(self, now: float) -> float:
        """Seconds of a unit of work: as measured, or as predicted before the first job
        has finished."""
        # One thread may be in a job that takes long.
        spent = self.busy if len(self.started) > 1 else now - self.began
        return max(self.unit, spent / self.done if self.done else 0.0)

    def work_together(self) -> float:
        """The work to search as one job.

        It doubles from job to job, as the first jobs measure the speed, until it takes
        `JOB_SECONDS`. Each of several threads takes at most a quarter of its share of
        the remaining work, so that no thread waits long for another. A single thread
        takes up to `LOOK_SECONDS`.
        """
        self.together *= 2
        speed = 1 / self.seconds_each(time.perf_counter())
        most = self.reached[-1] / JOBS_PER_THREAD
        if self.threads == 1:
            return min(self.together, max(most, LOOK_SECONDS * speed))
        left = self.reached[-1] - self.done
        shared = left / (4 * max(1, len(self.started)))
        shared = max(shared, LEAST_JOB_SECONDS * speed)
        self.together = min(self.together, JOB_SECONDS * speed, shared)
        return min(self.together, most)

    def missing(self, following: int) -> int:
        """The number of threads to start now, given the number of the next job."""
        now, running = time.perf_counter(), len(self.started)
        if not self.may_grow or (running and now < self.looked + LOOK_SECONDS):
            return 0
        self.looked = now
        if running and not self.done:
            worth = self.threads  # the first jobs take long
        else:
            left = (self.reached[-1] - self.done) * self.seconds_each(now)
            worth = max(1, int(left / WORTH_SECONDS))
        jobs_left = len(self.reached) - 1 - following
        return max(0, min(worth, self.threads) - running if jobs_left else 0)


def stream_results(
    jobs: Sequence[Job],
    new_worker: Callable[[np.ndarray], Worker],
    budget: int,
    trace: Trace,
    on_progress: Callable[[int], None],
) -> Generator[tuple[int, Any], None, None]:
    """`stream` on all threads, for results that count towards a budget in bytes.

    `new_worker` takes the flag that stops the kernels.
    """
    stop = new_flag()
    return stream(
        jobs,
        lambda: new_worker(stop),
        numba.get_num_threads(),
        trace,
        size_of=lambda chunk: getattr(chunk, "nbytes", 0),
        waiting_bytes=min(WAITING_BYTES, budget // 4),
        on_progress=on_progress,
        stop=stop,
    )


def stream(
    jobs: Sequence[Job],
    new_worker: Callable[[], Worker],
    threads: int,
    trace: Trace,
    size_of: Callable[[Any], int] = lambda chunk: 0,
    waiting_bytes: int = 0,
    on_progress: Callable[[int], None] = lambda roots: None,
    stop: np.ndarray | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """Run the jobs and yield (job number, chunk of results), in the order of the jobs.

    A job may yield any number of chunks; (its number, None) says that it is finished.
    Chunks of up to `waiting_bytes` in total (by `size_of`) may wait for their turn; a
    worker that finds more blocks until there is space.

    Closing the iterator stops the work, as does an exception in the caller: workers
    check the board between two calls of `advance`, and kernels that share the flag
    `stop` check the flag. The caller waits for the threads no longer than
    `GOODBYE_SECONDS`. A thread that is still in a kernel ends after it, and its results
    are dropped.
    """
    board = _Board(jobs, size_of, waiting_bytes, threads)

    def start_threads() -> None:
        """Start those threads that the work is worth by now."""
        with board.changed:
            missing = 0 if board.stop else board.team.missing(board.next)
            for _ in range(missing):
                number = len(board.team.started)
                thread = threading.Thread(
                    target=_work,
                    args=(board, new_worker, trace, number, start_threads),
                    daemon=True,
                )
                trace.start_threads(number + 1)
                try:
                    thread.start()
                except RuntimeError:  # no memory for another thread
                    if number == 0:
                        raise
                    board.team.threads = number
                    trace.start_threads(number)
                    return
                board.team.started.append(thread)

    began = time.perf_counter()
    trace.start_threads(1)
    try:
        start_threads()
        for index, job in enumerate(jobs):
            while (chunk := _next_chunk(board, index, start_threads)) is not None:
                yield index, chunk
            on_progress(job.roots)
            yield index, None
    finally:
        with board.changed:
            board.stop = True
            board.changed.notify_all()
        if stop is not None:
            stop[0] = 1
        end = time.monotonic() + GOODBYE_SECONDS
        for thread in board.team.started:
            thread.join(max(0.0, end - time.monotonic()))
        trace.search_seconds += time.perf_counter() - began


def _next_chunk(board: _Board, index: int, start_threads: Callable[[], None]) -> Any:
    """Wait for the next chunk of a job; None once it is finished and has no more."""
    with board.changed:
        board.head = index
        board.changed.notify_all()
        while True:
            if board.error is not None:
                raise board.error
            if board.found.get(index):
                chunk = board.found[index].popleft()
                board.waiting -= board.size_of(chunk)
                board.changed.notify_all()
                return chunk
            if index in board.finished:
                board.found.pop(index, None)
                return None
            if board.team.may_grow:
                board.changed.wait(LOOK_SECONDS)
                start_threads()
            else:
                board.changed.wait(POLL_SECONDS)


def _work(
    board: _Board,
    new_worker: Callable[[], Worker],
    trace: Trace,
    number: int,
    start_threads: Callable[[], None],
) -> None:
    try:
        worker = new_worker()
        while (taken := board.take()) is not None:
            numbers, job = taken
            worker.start(job)
            finished, started = False, time.thread_time()
            while not (finished or board.stop):
                began = time.perf_counter()
                finished, chunk = worker.advance()
                trace.busy_seconds[number] += time.perf_counter() - began
                if chunk is not None:
                    board.put(numbers[0], chunk)
                if board.team.may_grow:
                    start_threads()
            # Not the time of the clock: other threads may have had the core.
            board.finish(numbers, time.thread_time() - started)
    except Stopped as error:
        if not board.stop:  # a consumer that has gone must not keep the worker alive
            board.fail(error)
    except BaseException as error:  # the consumer of `stream` raises it
        board.fail(error)
