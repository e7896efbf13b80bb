# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A (p, q)-biclique count on several devices of this machine.

Each job is every n-th root, so that all jobs have similar work. The order of the jobs
does not matter, because the results are sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import numpy as np

from cugraph_biclique.backends import Anchored
from cugraph_biclique.counting.gpu import new_count
from cugraph_biclique.counting.gpu.state import LIMBS
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.several_devices import DeviceOfCall, stream_from
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

JOBS_EACH = 4  # for each device


class CountWorker:
    """The count on one device, for `workers.stream`. The caller reads `limbs` once,
    after the last job."""

    def __init__(self, anchored: Anchored, place: DeviceOfCall) -> None:
        anchored = anchored._replace(graph=place.graph, budget=place.budget)
        self.counted = new_count(anchored, place.stop)
        self.trace = place.trace
        self.limbs = np.zeros((LIMBS, 1), np.int64)  # of all jobs so far

    def start(self, job: Job) -> None:
        self.roots = xp.ascontiguousarray(self.counted.roots[job.part :: job.parts])

    def advance(self) -> tuple[bool, bool | None]:
        """Run a job. The result is True if CPU cores should count instead."""
        limbs = self.counted.run(self.roots, self.trace)
        if limbs is None:
            return True, True
        self.limbs = limbs
        return True, None


def run_on(
    anchored: Anchored, trace: Trace, devices: Sequence[int]
) -> np.ndarray | None:
    """Count from all roots on devices, as `counting.gpu.run_alone` does on one."""
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
