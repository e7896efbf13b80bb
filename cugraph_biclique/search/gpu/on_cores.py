# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What does not fit the device is searched on CPU cores, and streams from there.

That is a root with more bicliques than the budget can hold at a time, or with rows that
are too many for it. The records are those of any search, so nobody behind it can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numba

from cugraph_biclique.device import xp
from cugraph_biclique.interrupts import new_flag
from cugraph_biclique.records import Records
from cugraph_biclique.search.cpu.worker import SearchWorker
from cugraph_biclique.tasks import Job
from cugraph_biclique.workers import Report, stream

PARTS = 16  # of a root, for each thread: their work differs


def in_host_memory(prepared: Any) -> Any:
    """What has been prepared, with the graph in host memory."""
    graph = prepared.ordered.graph.in_host_memory()
    return prepared._replace(ordered=prepared.ordered._replace(graph=graph))


def jobs_of_root(root: int) -> list[Job]:
    """The search of a single root, for all cores."""
    parts = PARTS * numba.get_num_threads()
    return [Job(root, root + 1, part, parts) for part in range(parts)]


def search_on_cores(
    prepared: Any,
    jobs: list[Job],
    take: Callable[[Records], Any] | None,
    stages: Any,
    report: Report,
) -> Iterator[Any]:
    """What `take` makes of the bicliques of some jobs, or their number without it."""
    threads = numba.get_num_threads()
    cores = Report(threads)
    stop = new_flag()
    found = stream(
        jobs,
        lambda: SearchWorker(prepared, Records.copy if take else len, stages, stop),
        threads,
        cores,
        size_of=lambda chunk: getattr(chunk, "nbytes", 0),
        waiting_bytes=prepared.waiting_bytes,
        stop=stop,
    )
    for _, chunk in found:
        if chunk is not None:
            yield take(chunk) if take else chunk
    report.seconds += cores.seconds


def from_cores(take: Callable[[Records], Any]) -> Callable[[Records], Any]:
    """Takes records of the cores as those of the device."""

    def taker(records: Records) -> Any:
        return take(Records(*map(xp.asarray, vars(records).values())))

    return taker
