# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Run jobs on worker threads, and stream their results in the order of the jobs.

The kernels run without the GIL, and the calling thread only waits for results. So it
can handle Ctrl-C and report progress at any time. The results that wait for their turn
are bounded in size.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol

import numpy as np

from cugraph_biclique.interrupts import POLL_SECONDS
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

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
        self, jobs: Sequence[Job], size_of: Callable[[Any], int], waiting_bytes: int
    ) -> None:
        self.jobs = jobs
        self.size_of = size_of
        self.waiting_bytes = waiting_bytes
        self.changed = threading.Condition()
        self.next = 0
        self.head = 0
        self.waiting = 0
        self.found: dict[int, deque[Any]] = {}
        self.finished: set[int] = set()
        self.stop = False
        self.error: BaseException | None = None

    def take(self) -> int | None:
        with self.changed:
            if self.stop or self.next >= len(self.jobs):
                return None
            self.next += 1
            return self.next - 1

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

    def finish(self, index: int) -> None:
        with self.changed:
            self.finished.add(index)
            self.changed.notify_all()

    def fail(self, error: BaseException) -> None:
        with self.changed:
            self.error = self.error or error
            self.stop = True
            self.changed.notify_all()


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
    board = _Board(jobs, size_of, waiting_bytes)
    trace.start_threads(threads)
    pool = [
        threading.Thread(
            target=_work, args=(board, new_worker, trace, number), daemon=True
        )
        for number in range(min(threads, len(jobs)))
    ]
    began = time.perf_counter()
    started = []
    try:
        for thread in pool:
            thread.start()
            started.append(thread)
        for index, job in enumerate(jobs):
            while (chunk := _next_chunk(board, index)) is not None:
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
        for thread in started:
            thread.join(max(0.0, end - time.monotonic()))
        trace.search_seconds += time.perf_counter() - began


def _next_chunk(board: _Board, index: int) -> Any:
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
            board.changed.wait(POLL_SECONDS)


def _work(
    board: _Board, new_worker: Callable[[], Worker], trace: Trace, number: int
) -> None:
    try:
        worker = new_worker()
        while (index := board.take()) is not None:
            worker.start(board.jobs[index])
            finished = False
            while not (finished or board.stop):
                began = time.perf_counter()
                finished, chunk = worker.advance()
                trace.busy_seconds[number] += time.perf_counter() - began
                if chunk is not None:
                    board.put(index, chunk)
            board.finish(index)
    except BaseException as error:  # the consumer of `stream` raises it
        board.fail(error)
