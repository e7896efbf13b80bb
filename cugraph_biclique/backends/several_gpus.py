# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The backend of several devices of this machine, which share a search or a count.

The jobs of a search are ranges of roots. Those of a count are every n-th root, so that
all have similar work: their order does not matter, because the results are sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import Any, cast

import numpy as np

from cugraph_biclique.backends.device_threads import (
    DeviceOfCall,
    stream_from,
)
from cugraph_biclique.backends.gpu import Gpu
from cugraph_biclique.contract.backend import Found, Jobs, Take
from cugraph_biclique.contract.prepared import Anchored, Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.counting.gpu import count, new_count
from cugraph_biclique.counting.gpu.state import LIMBS
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import wait
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, Tracker
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.jobs import jobs_for
from cugraph_biclique.preparation.sharing import (
    is_search_worth_sharing,
    is_worth_sharing,
)
from cugraph_biclique.search.gpu import JobSearch, root_work
from cugraph_biclique.search.gpu.host.cpu_fallback import taking_from_host

# The roots are cut as for two threads, into 64 jobs. Their number is fixed, because it
# decides the order of the results, which must not depend on the number of devices.
CUT_FOR = 2
JOBS_EACH = 4  # of a count, for each device


class SeveralGpus(Gpu):
    """Prepares on the current device. All devices search and count, unless the graph is
    small."""

    def __init__(self, devices: tuple[int, ...]) -> None:
        self.devices = devices

    def jobs(self, prepared: Prepared) -> Jobs:
        work = root_work(prepared.ordered.graph)
        if not is_search_worth_sharing(work):
            return super().jobs(prepared)
        return list(jobs_for(work, CUT_FOR, divide=False, least=1.0))

    def search(
        self,
        prepared: Prepared,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        """Search on all devices; `take` runs in the thread of the caller, with records
        on its device."""
        of_devices = cast("list[Job]", jobs)
        if len(of_devices) < 2:
            yield from super().search(prepared, jobs, take, trace, on_progress)
            return
        taker = take and taking_from_host(take)
        found = stream_from(
            self.devices,
            prepared.ordered.graph,
            prepared.budget,
            of_devices,
            lambda place: SearchWorker(prepared, place, emit=take is not None),
            trace,
            on_progress,
        )
        with closing(found):
            for index, chunk in found:
                yield index, taker(chunk) if taker and chunk is not None else chunk

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        if not is_worth_sharing(root_work(anchored.graph)):
            return super().count(anchored, leasts, trace, progress)
        run = partial(run_on, devices=self.devices)
        return count(anchored, leasts, trace, progress, run)


class SearchWorker:
    """The search on one device, for `workers.stream`.

    Records found on the caller's device stay there; those of other devices are copied
    to the host. A count yields numbers of bicliques.
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
    """Wait for the kernels that write `records`, because another thread reads them."""
    wait()
    return records


def on_host(records: Records) -> Records:
    """Copy records to host memory."""
    return Records(*map(to_host, vars(records).values()))


class CountWorker:
    """The count on one device, for `workers.stream`.

    The caller reads `limbs` once, after the last job.
    """

    def __init__(self, anchored: Anchored, place: DeviceOfCall) -> None:
        anchored = anchored._replace(graph=place.graph, budget=place.budget)
        self.counted = new_count(anchored, place.stop)
        self.trace = place.trace
        self.limbs = np.zeros((LIMBS, 1), np.int64)  # of all jobs so far

    def start(self, job: Job) -> None:
        self.roots = xp.ascontiguousarray(self.counted.roots[job.part :: job.parts])

    def advance(self) -> tuple[bool, bool | None]:
        """Run a job. The second result is True if CPU cores should count instead."""
        limbs = self.counted.run(self.roots, self.trace)
        if limbs is None:
            return True, True
        self.limbs = limbs
        return True, None


def run_on(
    anchored: Anchored, trace: Trace, devices: Sequence[int]
) -> np.ndarray | None:
    """Count from all roots on several devices, as `counting.gpu.run_alone` on one."""
    n = len(anchored.graph.grown_weight)
    n_jobs = min(n, JOBS_EACH * len(devices))
    workers: list[CountWorker] = []

    def new_worker(place: DeviceOfCall) -> CountWorker:
        workers.append(CountWorker(anchored, place))
        return workers[-1]

    jobs = [Job(0, n, part, n_jobs) for part in range(n_jobs)]
    ends = stream_from(
        devices, anchored.graph, anchored.budget, jobs, new_worker, trace
    )
    with closing(ends):
        if any(unsuited for _, unsuited in ends):
            return None
    n_sizes = max(worker.limbs.shape[1] for worker in workers)
    limbs = np.zeros((LIMBS, n_sizes), np.int64)
    for worker in workers:
        limbs[:, : worker.limbs.shape[1]] += worker.limbs
    return limbs
