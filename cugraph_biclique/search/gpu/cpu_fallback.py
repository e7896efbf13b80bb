# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Roots that do not fit the device: the CPU cores search them.

Such a root has more bicliques than the budget can hold at a time, or too many rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numba

from cugraph_biclique.backends import Jobs, Prepared, Take
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.records import Records
from cugraph_biclique.search.cpu.worker import search_jobs
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

PARTS = 16  # of a root, for each thread: their work differs


def jobs_of_root(root: int) -> list[Job]:
    """The search of a single root, for all cores."""
    parts = PARTS * numba.get_num_threads()
    return [Job(root, root + 1, part, parts) for part in range(parts)]


def search_on_cores(
    prepared: Prepared, jobs: Jobs, take: Take | None, trace: Trace
) -> Iterator[Any]:
    """Yield what `take` returns for the bicliques of some jobs, or their number without
    it. `take` runs in the thread of the caller."""
    cores = Trace()
    for _, chunk in search_jobs(prepared, jobs, take and Records.copy, cores):
        if chunk is not None:
            yield take(chunk) if take else chunk
    trace.add_fallback(cores)


def to_device(take: Take) -> Take:
    """Take records of the cores as those of the device."""

    def taker(records: Records) -> Any:
        return take(Records(*map(xp.asarray, vars(records).values())))

    return taker
