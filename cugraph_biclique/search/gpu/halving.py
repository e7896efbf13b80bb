# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Jobs that are too large for the device, in halves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from cugraph_biclique.backends import Take
from cugraph_biclique.records import Records
from cugraph_biclique.search.gpu.state import TooLarge
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace


class Search(Protocol):
    """A search of one graph on the device."""

    def run(self, first: int, last: int) -> Records | None:
        """Search the roots first:last; raise TooLarge if memory is short."""

    def note(self) -> None:
        """Add the counters of the last run to the trace."""

    def make_room(self, found: int) -> bool:
        """Enlarge the output to `found` records, if the plan allows it."""

    @property
    def found(self) -> int:
        """Number of records of the last run."""


def in_halves(
    search: Search,
    job: Job,
    take: Take | None,
    trace: Trace,
    on_cores: Callable[[int], Iterator[Any]],
    is_late: Callable[[], bool] = lambda: False,
) -> Iterator[Any]:
    """Yield what `take` returns for the records of a job; without it, their numbers.

    A job that exceeds the memory, or has more records than the output can hold, is
    repeated in two halves. So the order never depends on which records were found
    first. `on_cores` searches a single root that is too large.
    """
    todo = [(job.first, job.last)]
    while todo and not is_late():
        first, last = todo.pop()
        try:
            with timed(trace):
                records = search.run(first, last)
        except TooLarge as too_large:
            if too_large.found and search.make_room(too_large.found):
                todo.append((first, last))
            elif last - first > 1:
                middle = (first + last) // 2
                todo += [(middle, last), (first, middle)]
            else:
                yield from on_cores(first)
            continue
        search.note()
        if take is None or records is None:
            yield search.found
        elif len(records):
            yield take(records)
        records = None  # only the caller keeps them during the next search


@contextmanager
def timed(trace: Trace) -> Iterator[None]:
    """Add the time of a block to the seconds of the search."""
    began = time.perf_counter()
    try:
        yield
    finally:
        trace.search_seconds += time.perf_counter() - began
