# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""CPU search of roots that do not fit the device.

Such a root has too many rows, or too many bicliques and cannot be divided.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numba

from cugraph_biclique.contract.backend import Found, Take
from cugraph_biclique.contract.records import Records
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace

PARTS = 16  # parts of a root per thread, because their work differs


def jobs_of_root(root: int, divide: bool = True) -> list[Job]:
    """Return the jobs of a single root; with `divide`, all cores share it."""
    parts = PARTS * numba.get_num_threads() if divide else 1
    return [Job(root, root + 1, part, parts) for part in range(parts)]


def search_on_cores(
    search: Callable[[Take | None, Trace], Found],
    take: Take | None,
    trace: Trace,
    check: Callable[[], None] = lambda: None,
) -> Generator[Any, None, int]:
    """Run a search on CPU cores, and yield what `take` returns for its records.

    Without `take`, yields the numbers of records. `take` and `check` run in the
    caller's thread, and `check` may end the search with an error. Returns the number of
    all records.
    """
    cores, total = Trace(), 0
    for _, chunk in search(take and Records.copy, cores):
        check()
        if chunk is not None:
            total += len(chunk) if take else chunk
            yield take(chunk) if take else chunk
    trace.add_fallback(cores)
    return total


def taking_from_host(take: Take) -> Take:
    """Wrap `take` to copy records from CPU cores to the device first."""

    def taker(records: Records) -> Any:
        return take(Records(*map(xp.asarray, vars(records).values())))

    return taker
