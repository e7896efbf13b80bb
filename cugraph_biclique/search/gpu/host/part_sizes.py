# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Choose the size of the next part of a job: its number of roots, and its most records.

Both follow from the numbers of records of earlier parts. These do not depend on the
timing of kernels, so the parts are the same at each run.
"""

from __future__ import annotations

from cugraph_biclique.device.control import UNLIMITED

GROWTH = 8  # factor of the number of roots, until a part exceeds the memory
GROWTH_AFTERWARDS = 2  # the same factor afterwards
FIRST_ROOTS = 1024  # least number of roots of the first part of a stream
FIRST_OF = 16  # the first part of a long job has 1 / FIRST_OF of its roots
FEWER_IF_FULL = 64  # divisor of the number of roots after too many records


def first_roots(n: int) -> int:
    """Number of roots in the first part of a stream of n roots.

    Roots ascend by degree, so the first ones take little time.
    """
    return max(FIRST_ROOTS, n // FIRST_OF)


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

    def roots_after(self, roots: int, found: int, growth: int) -> int:
        """Number of roots of the next part, after a part with `found` records."""
        if 2 * found > self.records and self.records < self.most:
            self.records = min(2 * self.records, self.most)
            self.forget()
        more = growth * roots
        if found:
            more = min(more, roots * self.records // (2 * found))
        return max(1, more)
