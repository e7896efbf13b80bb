# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Choose the size of the next part of a job: its last root, and its most records.

Both follow from the sizes of roots, and from the numbers of records of earlier parts.
Neither depends on the timing of kernels, so the parts are the same at each run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from cugraph_biclique.device.control import UNLIMITED
from cugraph_biclique.host.jobs import Job

GROWTH = 8  # factor of the predicted records, until a part exceeds the memory
GROWTH_AFTERWARDS = 2  # the same factor afterwards
FILLED = 2 / 3  # how full a part should become, if the prediction holds
FIRST_ROOTS = 1024  # least number of roots of the first part of a stream
FIRST_OF = 16  # the first part of a long job has 1 / FIRST_OF of its roots
FEWER_IF_FULL = 64  # divisor of the predicted records if the first part has too many
FEWER_AFTERWARDS = 4  # the same divisor for later parts


def first_roots(n: int) -> int:
    """Number of roots in the first part of a stream of n roots.

    Roots ascend by degree, so the first ones take little time.
    """
    return max(FIRST_ROOTS, n // FIRST_OF)


class Predicted:
    """Predicted records of the roots of a job: for each root, the square of its size.

    Only ratios matter. The last roots are the largest and have most of the records, so
    numbers of roots would say little.
    """

    def __init__(self, job: Job, sizes: Callable[[], np.ndarray]) -> None:
        self.job = job
        self.sizes = sizes  # returns the size of each root of the graph, in order

    @cached_property
    def reached(self) -> np.ndarray:
        """float64 (n + 1,): the sum over the job's roots before each of them."""
        sizes = self.sizes()[self.job.first : self.job.last]
        weight = 1.0 + np.square(sizes, dtype=np.float64)
        return np.concatenate([[0.0], np.cumsum(weight)])

    def before(self, root: int) -> float:
        """The prediction for the job's roots before a root."""
        return float(self.reached[root - self.job.first])

    def of(self, first: int, last: int) -> float:
        """The prediction for the roots first:last."""
        return self.before(last) - self.before(first)

    def end(self, first: int, most: float) -> int:
        """Where the roots from `first` on that have at most `most` end; at least one
        root, and at most those of the job."""
        end = np.searchsorted(self.reached, self.before(first) + most, side="right")
        return max(first + 1, self.job.first + int(end) - 1)


class Room:
    """The most records of a part, and which roots probably have more.

    A search that fails is lost work. So roots that probably have too many records are
    divided without an attempt, if roots can be divided at all. The last n roots of a
    graph have at most 2**n records, together or each alone. So if n is small enough,
    they are always tried.
    """

    def __init__(self, records: int, most: int) -> None:
        self.records = min(records, most)
        self.most = most  # limit of `records`
        self.may_guess = True  # whether roots are divided without an attempt
        self.forget()

    def forget(self) -> None:
        """Forget which numbers of roots had too many records."""
        # Graphs with at least this many roots are divided without an attempt.
        self.heavy = UNLIMITED
        self.step = 1

    def overflowed(self, roots: int) -> None:
        """Note that the first `roots` roots of a graph together had too many records.

        After each such failure, twice as many levels are divided without an attempt.
        """
        if not self.may_guess:
            return
        at_least = self.records.bit_length() + 1
        self.heavy = max(at_least, roots - self.step)
        self.step *= 2

    def fitted(self, roots: int, found: int) -> None:
        """Note that all roots of a graph together had `found` records."""
        if roots >= self.heavy and 2 * found <= self.records:
            self.heavy = roots + 1

    def learn(self, found: int) -> None:
        """Note that a part had `found` records: if it was half full, later parts may
        have twice as many."""
        if 2 * found > self.records and self.records < self.most:
            self.records = min(2 * self.records, self.most)
            self.forget()

    def most_after(self, predicted: float, found: int, growth: int) -> float:
        """The most that the next part may be predicted to have, after a part that had
        `found` records."""
        most = growth * predicted
        if found:
            most = min(most, predicted * FILLED * self.records / found)
        return most
