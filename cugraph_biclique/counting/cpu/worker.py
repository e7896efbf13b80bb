# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The count on CPU threads, with one worker per thread."""

from __future__ import annotations

import numba
import numpy as np

from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.counting import cpu as counting
from cugraph_biclique.host.interrupts import new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.preparation.jobs import jobs_for, root_work

STEPS = 4096


class CountWorker:
    """The count on one thread.

    The caller reads the sums once, after the last job. If the flag `stop` was raised,
    they are invalid.
    """

    def __init__(
        self, anchored: Anchored, leasts: list[int], stop: np.ndarray | None = None
    ) -> None:
        self.anchored = anchored
        self.leasts = leasts
        self.state = counting.new_state(*anchored[:3], stop)

    def start(self, job: Job) -> None:
        counting.start(self.state, job.first, job.last, job.part, job.parts)

    def advance(self) -> tuple[bool, None]:
        anchored = self.anchored
        single = self.leasts == [anchored.least]
        status = counting.run(self.state, STEPS, anchored.picks, anchored.least, single)
        if status == counting.GROW:
            self.state = counting.grown(self.state)
        return status == counting.DONE, None

    def totals(self) -> list[int]:
        """Return the number of bicliques counted so far, for each of `leasts`."""
        return counting.totals(self.state, self.leasts)


def count(
    anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
) -> list[int]:
    """Count as `Backend.count` describes, on all threads."""
    workers: list[CountWorker] = []
    stop = new_flag()

    def new_worker() -> CountWorker:
        workers.append(CountWorker(anchored, leasts, stop))
        return workers[-1]

    with trace.stage("count"):
        threads = numba.get_num_threads()
        jobs = jobs_for(root_work(anchored.graph), threads)
        roots = sum(job.roots for job in jobs)
        with reporting(progress, roots, "count") as on_progress:
            for _ in stream(
                jobs, new_worker, threads, trace, on_progress=on_progress, stop=stop
            ):
                pass  # each worker keeps its sums
        found = [worker.totals() for worker in workers]
    return [sum(column) for column in zip([0] * len(leasts), *found, strict=True)]
