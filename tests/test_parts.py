# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of a job on a device, without the device: a search whose answers are known.

Modules: `search/gpu/host/parts.py`.
"""

from itertools import islice

import numpy as np
import pytest

from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.gpu.host.part_sizes import Room
from cugraph_biclique.search.gpu.host.parts import Reason, in_parts
from cugraph_biclique.search.gpu.state import TooLarge


class Subsets:
    """A search for the subsets of n elements: the last root has one record, and each
    other one has as many as all roots after it."""

    def __init__(self, elements, room, memory=1 << 62):
        self.roots = elements + 1
        self.room = room
        self.trace = Trace()
        self.memory = memory  # roots that fit it
        self.wasted = self.divided = 0
        self.reasons = set()

    def records_of(self, first, last):
        """Number of records of some roots."""
        before, after = (1 << max(0, self.roots - 1 - n) for n in (first, last))
        return before - after * (last < self.roots)

    def run(self, first, last, most):
        self.found = self.records_of(first, last)
        if last - first > self.memory:
            raise TooLarge
        if self.found > most:
            self.wasted += most
            raise TooLarge(most + 1)

    def make_room(self, found):
        return False

    def root_sizes(self):
        return np.ones(self.roots)

    def note(self):
        pass

    def parts(self, roots):
        return in_parts(self, Job(0, self.roots), roots, self.room, None, self.alone)

    def alone(self, first, reason):
        """Divide a root as `Division` does."""
        self.reasons.add(reason)
        if reason is Reason.MEMORY:
            yield self.records_of(first, first + 1)
            return self.records_of(first, first + 1)
        self.divided += 1
        outer, self.roots = self.roots, max(1, self.roots - 1 - first)
        if reason is Reason.RECORDS:
            self.room.overflowed(self.roots)
        roots = 1 if self.roots >= self.room.heavy else self.roots
        found = yield from self.parts(roots)
        self.room.fitted(self.roots, found)
        self.roots = outer
        return found


class Known(Subsets):
    """A search of n roots, of which each has as many records as the square of its size,
    times a factor."""

    def __init__(self, sizes, factor, room):
        super().__init__(len(sizes) - 1, room)
        self.sizes = np.array(sizes)
        self.reached = np.concatenate([[0], np.cumsum(factor * self.sizes**2)])
        self.searched = 0

    def root_sizes(self):
        return self.sizes

    def records_of(self, first, last):
        return int(self.reached[last] - self.reached[first])

    def run(self, first, last, most):
        self.searched += 1
        super().run(first, last, most)


@pytest.mark.parametrize("elements", [0, 1, 9, 14, 22])
@pytest.mark.parametrize(("records", "most"), [(1, 1), (8, 8), (8, 64), (1 << 10,) * 2])
def test_all_records_are_found_in_parts_that_fit(elements, records, most):
    if (1 << elements) // most > 1 << 16:
        pytest.skip("too many parts")
    search = Subsets(elements, Room(records, most))
    parts = list(search.parts(search.roots))
    assert sum(parts) == 1 << elements
    assert max(parts) <= most
    assert Reason.MEMORY not in search.reasons


def test_a_small_part_of_the_work_is_done_twice():
    search = Subsets(24, Room(1 << 10, 1 << 12))
    parts = list(search.parts(search.roots))
    assert sum(parts) == 1 << 24
    assert search.wasted < 0.01 * sum(parts)
    assert len(parts) < 6 * (1 << 24) / (1 << 12)


def test_few_attempts_come_before_the_first_part_of_an_endless_search():
    search = Subsets(60, Room(1 << 20, 1 << 24))
    parts = search.parts(search.roots)
    first = list(islice(parts, 3))
    assert min(first) >= 1
    assert search.wasted <= 10 << 20
    assert search.divided <= 60


@pytest.mark.parametrize("memory", [1, 3, 7])
def test_roots_that_need_much_memory_are_searched_in_fewer_at_a_time(memory):
    search = Subsets(12, Room(1 << 62, 1 << 62), memory)
    parts = list(search.parts(search.roots))
    assert sum(parts) == 1 << 12
    assert len(parts) >= 13 // memory
    assert not search.reasons


def test_a_root_that_needs_too_much_memory_is_searched_elsewhere():
    search = Subsets(5, Room(1 << 62, 1 << 62), memory=0)
    assert sum(search.parts(search.roots)) == 1 << 5
    assert search.reasons == {Reason.MEMORY}


@pytest.mark.parametrize("exponent", [0.3, 1.0, 2.0])
def test_few_parts_are_needed_if_records_are_as_predicted(exponent):
    """Of many small roots and few large ones, too."""
    sizes = 3 + (1000 * np.linspace(0, 1, 20_000) ** (10 * exponent)).astype(int)
    search = Known(sizes, 7, Room(1 << 62, 1 << 62))
    total = search.records_of(0, len(sizes))
    assert list(search.parts(len(sizes))) == [total]
    room = Room(total // 4, total // 4)
    search = Known(sizes, 7, room)
    assert sum(search.parts(len(sizes))) == total
    assert search.searched <= 13
    assert search.wasted <= total // 4


def test_a_part_of_a_stream_that_has_too_many_is_divided_by_little():
    """The records of the parts before it tell how many roots fit."""
    sizes = np.full(1000, 4)
    search = Known(sizes, 1, Room(1000, 1000))
    search.reached[900:] += 17 * np.arange(101)  # the last roots have twice as many
    assert sum(search.parts(10)) == search.reached[-1]
    assert search.searched <= 40


def test_a_part_that_is_the_whole_job_teaches_the_next_job():
    room = Room(8, 64)
    search = Known(np.ones(8), 1, room)
    assert list(search.parts(8)) == [8]
    assert room.records == 16


@pytest.mark.parametrize("first", [0, 400])
def test_a_job_has_the_same_parts_whichever_roots_come_before(first):
    sizes = np.concatenate([np.full(first, 50), np.arange(1, 200)])
    search = Known(sizes, 3, Room(10**6, 10**6))
    job = Job(first, first + 199)
    parts = list(in_parts(search, job, 199, search.room, None, search.alone))
    assert sum(parts) == search.records_of(job.first, job.last)
    assert len(parts) > 3
    alone = Known(np.arange(1, 200), 3, Room(10**6, 10**6))
    assert parts == list(alone.parts(199))
