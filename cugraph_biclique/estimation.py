# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Estimate the result of a search from a sample of its roots.

Roots are drawn with probability proportional to their predicted work, and searched to
the end. The number of bicliques of a root, divided by its probability, estimates the
total (Hansen and Hurwitz, 1943). The spread of these numbers gives the standard error.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from math import ceil

import numba
import numpy as np

from cugraph_biclique.backends import Prepared
from cugraph_biclique.enumeration import search_jobs
from cugraph_biclique.records import Records
from cugraph_biclique.stars import count_stars
from cugraph_biclique.tasks import Job, jobs_for, root_work
from cugraph_biclique.trace import Trace

DRAWS = 200
MOST_FOUND = 1 << 22  # bicliques after which the sample stops
LONGEST = 5.0  # seconds after which the sample stops
SEED = 1  # fixed, so that the same graph has the same estimate
STAR_BYTES = 28  # of the record of a star


@dataclass(frozen=True)
class Estimate:
    """Estimated size of the result of `maximal_bicliques`.

    Attributes
    ----------
    bicliques : int
        Estimated number of bicliques.
    standard_error : int
        Standard error of ``bicliques``: two times in three the true number is closer
        than this. 0 if all roots have been searched, and the numbers are exact.
    nodes : int
        Estimated number of nodes of the search tree.
    bytes : int
        Estimated memory of the compact result, without frames.
    at_least : bool
        Whether the sampled roots were too large to be searched to the end. The true
        numbers are then larger, by an unknown factor.
    """

    bicliques: int
    standard_error: int
    nodes: int
    bytes: int
    at_least: bool


def estimate(prepared: Prepared, trace: Trace) -> Estimate:
    """Estimate the result of a search of a graph in host memory."""
    stars = count_stars(prepared)
    work = root_work(prepared.ordered.graph).astype(np.float64)
    if len(work) == 0:
        return Estimate(stars, 0, 0, STAR_BYTES * stars, False)
    if len(work) <= DRAWS:
        jobs = jobs_for(work, numba.get_num_threads())
        found, size, cut = search_sample(prepared, jobs, trace)
        total, error = float(found.sum()), 0.0
    else:
        share = work / work.sum()
        drawn = np.random.default_rng(SEED).choice(len(work), DRAWS, p=share)
        jobs = [Job(root, root + 1) for root in dict.fromkeys(map(int, drawn))]
        found, size, cut = search_sample(prepared, jobs, trace)
        of_root = {job.first: n for job, n in zip(jobs, found, strict=True)}
        each = np.array([of_root[root] for root in drawn]) / share[drawn]
        total, error = float(each.mean()), float(each.std(ddof=1) / np.sqrt(DRAWS))
    searched = max(1, int(found.sum()))
    return Estimate(
        bicliques=stars + round(total),
        standard_error=ceil(error),
        nodes=round(trace.nodes / searched * total),
        bytes=STAR_BYTES * stars + round(size / searched * total),
        at_least=cut,
    )


def search_sample(
    prepared: Prepared, jobs: list[Job], trace: Trace
) -> tuple[np.ndarray, int, bool]:
    """Return the number of bicliques of each job, the bytes of all of them, and whether
    the search stopped early, at `MOST_FOUND` bicliques or `LONGEST` seconds."""
    found, size = np.zeros(len(jobs), np.int64), 0
    began = None  # set by the first part: the time before includes compilation

    def measure(records: Records) -> tuple[int, int]:
        return len(records), records.nbytes

    with closing(search_jobs(prepared, jobs, measure, trace, progress=False)) as parts:
        for index, part in parts:
            began = began or time.perf_counter()
            if part is not None:
                found[index] += part[0]
                size += part[1]
                late = time.perf_counter() - began > LONGEST
                if late or found.sum() > MOST_FOUND:
                    return found, size, True
    return found, size, False
