# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Jobs of a pool of threads: ranges of roots, or parts of one heavy root.

Jobs are in the order of the search, so the results do not depend on how the search was
cut.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np

JOBS_PER_THREAD = 32


class Job(NamedTuple):
    """The roots first:last, or part `part` out of `parts` of the root `first`."""

    first: int
    last: int
    part: int = 0
    parts: int = 1

    @property
    def roots(self) -> int:
        """Number of roots that are finished once this job is."""
        return self.last - self.first if self.part == self.parts - 1 else 0


def ranges(first: int, last: int, each: int) -> list[Job]:
    """Cut first:last into jobs of `each` entries; the last one may be smaller."""
    return [Job(begin, min(begin + each, last)) for begin in range(first, last, each)]


class Cut(list[Job]):
    """Jobs in order, with their predicted work.

    The caller does not depend on where a job begins, so neighbours may be searched
    together.
    """

    def __init__(self, jobs: list[Job], work: np.ndarray) -> None:
        super().__init__(jobs)
        reached = np.concatenate([[0.0], np.cumsum(work, dtype=np.float64)])
        first, last, _, parts = np.array(jobs or [Job(0, 0)]).T
        each = (reached[last] - reached[first]) / parts
        self.reached: list[float] = [0.0, *np.cumsum(each).tolist()]

    def together(self, first: int, most: float) -> list[tuple[range, Job]]:
        """The jobs from `first` on, in larger jobs of up to `most` predicted work: each
        with the numbers of those that it stands for.

        These are whole roots, or all parts of one root, in fewer and larger parts.
        """
        end = bisect_right(self.reached, self.reached[first] + most) - 1
        end = max(end, first + 1)
        while end < len(self) and self[end].part:
            end -= 1
        if end > first:
            job = Job(self[first].first, self[end - 1].last)
            return [(range(first, end), job)]
        root, _, _, parts = self[first]
        work = self.reached[first + parts] - self.reached[first]
        fewer = min(parts, ceil(work / most))
        ends = [first + parts * part // fewer for part in range(fewer + 1)]
        return [
            (range(*numbers), Job(root, root + 1, part, fewer))
            for part, numbers in enumerate(pairwise(ends))
        ]
