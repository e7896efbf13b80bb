# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search a job on the device in parts.

A part is a range of roots. The device searches a part completely and sorts its records
before the next part begins. So the order never depends on which records were found
first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any, Protocol, TypeAlias

import numpy as np

from cugraph_biclique.contract.backend import Take
from cugraph_biclique.contract.records import Records
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.gpu.host.part_sizes import (
    FEWER_AFTERWARDS,
    FEWER_IF_FULL,
    GROWTH,
    GROWTH_AFTERWARDS,
    Predicted,
    Room,
    first_roots,
)
from cugraph_biclique.search.gpu.state import TooLarge

STREAMED = 1 << 24  # most records of a part of a stream


class Reason(Enum):
    """Why a root is searched alone."""

    MEMORY = auto()  # its search needs too much memory
    RECORDS = auto()  # it has too many records
    GUESS = auto()  # it probably has too many records, so it was not tried


# Yields what `take` returns, and returns the number of records.
Parts: TypeAlias = Generator[Any, None, int]
Alone: TypeAlias = Callable[[int, Reason], Parts]  # searches a single root


class Search(Protocol):
    """A search of one graph on the device."""

    trace: Trace

    def run(self, first: int, last: int, most: int) -> Records | None:
        """Search the roots first:last. Raise TooLarge if memory is short, or if they
        have more than `most` records."""

    def root_sizes(self) -> np.ndarray:
        """Return the size of each root of the graph, in order: int, on the host."""

    def note(self) -> None:
        """Add the counters of the last run to the trace."""

    def make_room(self, found: int) -> bool:
        """Enlarge the output to `found` records, if the plan allows it."""

    @property
    def records_now(self) -> int:
        """Number of records that the output holds."""

    @property
    def most_records(self) -> int:
        """Number of records that the plan allows."""

    @property
    def found(self) -> int:
        """Number of records of the last run."""


def room_for(search: Search, streamed: bool, first_records: int) -> Room:
    """Return the limits of the records of a part.

    A streamed search begins with few records, and never has more than STREAMED, or than
    the output holds now.
    """
    if streamed:
        return Room(first_records, min(search.records_now, STREAMED))
    return Room(search.most_records, search.most_records)


def roots_for(job: Job, streamed: bool) -> int:
    """Number of roots in the first part of a job."""
    n = job.last - job.first
    return first_roots(n) if streamed else n


def in_parts(
    search: Search,
    job: Job,
    roots: int,
    room: Room,
    take: Take | None,
    alone: Alone,
    is_late: Callable[[], bool] = lambda: False,
) -> Parts:
    """Yield what `take` returns for the records of each part of a job.

    Without `take`, yield the numbers of records. The first part has at most `roots`
    roots. A part that exceeds the memory, or has more records than there is room for,
    is repeated with fewer roots. `alone` searches a single root that is too large.
    """
    predicted = Predicted(job, search.root_sizes)
    first, last = job.first, min(job.last, job.first + roots)
    total, growth = 0, GROWTH
    while first < job.last and not is_late():
        n, found = last - first, -1
        reason, records = Reason.GUESS, None
        if n > 1 or job.last - first < room.heavy:
            try:
                records = attempt(search, first, last, room)
                found = search.found
            except TooLarge as too_large:
                reason = Reason.RECORDS if too_large.found else Reason.MEMORY
                growth = GROWTH_AFTERWARDS
        if found >= 0:
            search.note()
            if take is None or records is None:
                yield found
            elif len(records):
                yield take(records)
            records = None  # frees them, unless the caller keeps them
        elif n == 1:
            found = yield from alone(first, reason)
        else:
            is_full = reason is Reason.RECORDS
            if is_full and n == job.last:
                room.overflowed(n)
            is_first = first == job.first
            fewer = (FEWER_IF_FULL if is_first else FEWER_AFTERWARDS) if is_full else 2
            most = predicted.of(first, last) / fewer
            last = min(last - 1, predicted.end(first, most))
            continue
        total += found
        room.learn(found)
        if last < job.last:
            most = room.most_after(predicted.of(first, last), found, growth)
            first, last = last, predicted.end(last, most)
        else:
            first = last
    return total


def attempt(search: Search, first: int, last: int, room: Room) -> Records | None:
    """Search a part, with a larger output if it needs one that the plan allows."""
    while True:
        try:
            with timed(search.trace):
                return search.run(first, last, room.records)
        except TooLarge as too_large:
            found = too_large.found
            if not (0 < found <= room.records and search.make_room(found)):
                raise


@contextmanager
def timed(trace: Trace) -> Iterator[None]:
    """Add the time of a block to the seconds of the search."""
    began = time.perf_counter()
    try:
        yield
    finally:
        trace.search_seconds += time.perf_counter() - began
