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
from cugraph_biclique.records import Records
from cugraph_biclique.search.cpu.worker import SearchWorker
from cugraph_biclique.tasks import Job
from cugraph_biclique.workers import Report, stream

PARTS = 16  # of a root, for each thread: their work differs


def in_host_memory(prepared: Any) -> Any:
    """What has been prepared, with the graph in host memory."""
    graph = prepared.ordered.graph.in_host_memory()
    return prepared._replace(
        ordered=prepared.ordered._replace(graph=graph),
        matrix_bytes=max(1, prepared.matrix_bytes // numba.get_num_threads()),
    )


def search_on_cores(
    prepared: Any,
    root: int,
    take: Callable[[Records], Any] | None,
    stages: Any,
    report: Report,
) -> Iterator[Any]:
    """What `take` makes of the bicliques of a root, or their number without it."""
    threads = numba.get_num_threads()
    parts = PARTS * threads
    cores = Report(threads)
    found = stream(
        [Job(root, root + 1, part, parts) for part in range(parts)],
        lambda: SearchWorker(prepared, Records.copy if take else len, stages),
        threads,
        cores,
        size_of=lambda chunk: getattr(chunk, "nbytes", 0),
        waiting_bytes=prepared.waiting_bytes,
    )
    for _, chunk in found:
        if chunk is not None:
            yield take(to_device(chunk)) if take else chunk
    report.seconds += cores.seconds


def to_device(records: Records) -> Records:
    """Records in device memory."""
    return Records(
        xp.asarray(records.mask),
        xp.asarray(records.universe),
        xp.asarray(records.n_grown),
        xp.asarray(records.start),
        xp.asarray(records.members),
    )
