# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A search on several devices of this machine: jobs are ranges of roots."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any, cast

from cugraph_biclique.arrays import to_host
from cugraph_biclique.backends import Found, Jobs, Prepared, Take
from cugraph_biclique.device.launching import wait
from cugraph_biclique.progress import Tracker
from cugraph_biclique.records import Records
from cugraph_biclique.search.gpu import JobSearch
from cugraph_biclique.search.gpu.cpu_fallback import taking_from_host
from cugraph_biclique.several_devices import DeviceOfCall, stream_from
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace


class DeviceWorker:
    """The search on one device, for `workers.stream`.

    Records are left on the device of the caller, and copied to the host from any other
    device. A count yields numbers.
    """

    def __init__(self, prepared: Prepared, place: DeviceOfCall, emit: bool) -> None:
        ordered = prepared.ordered._replace(graph=place.graph)
        prepared = prepared._replace(ordered=ordered, budget=place.budget)
        taker = (finished if place.is_home else on_host) if emit else None
        self.search = JobSearch(prepared, taker, place.trace, place.stop)

    def start(self, job: Job) -> None:
        self.parts = self.search.parts(job)

    def advance(self) -> tuple[bool, Any]:
        taken = next(self.parts, None)
        return taken is None, taken


def finished(records: Records) -> Records:
    """Return records whose kernels have ended, as another thread reads them."""
    wait()
    return records


def on_host(records: Records) -> Records:
    """Return records in host memory."""
    return Records(*map(to_host, vars(records).values()))


def search_jobs(
    prepared: Prepared,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    on_progress: Tracker,
    devices: Sequence[int],
) -> Found:
    """`Backend.search` on several devices.

    `take` runs in the thread of the caller, with records on its device.
    """
    taker = take and taking_from_host(take)
    found = stream_from(
        devices,
        prepared.ordered.graph,
        prepared.budget,
        cast("list[Job]", jobs),
        lambda place: DeviceWorker(prepared, place, emit=take is not None),
        trace,
        on_progress,
    )
    with closing(found):
        for index, chunk in found:
            yield index, taker(chunk) if taker and chunk is not None else chunk
