# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The backend of several devices of this machine, which share a search or a count."""

from __future__ import annotations

from functools import partial
from typing import cast

from cugraph_biclique.backends import Anchored, Found, Jobs, Prepared, Take
from cugraph_biclique.backends.gpu import Gpu
from cugraph_biclique.progress import Progress, Tracker
from cugraph_biclique.tasks import Job, jobs_for
from cugraph_biclique.trace import Trace

# The roots are cut as for two threads, into 64 jobs. Their number is fixed, because it
# decides the order of the results, which must not depend on the number of devices.
CUT_FOR = 2


class SeveralGpus(Gpu):
    """Prepares on the current device. All devices search and count, unless the graph is
    small."""

    def __init__(self, devices: tuple[int, ...]) -> None:
        self.devices = devices

    def jobs(self, prepared: Prepared) -> Jobs:
        from cugraph_biclique.search.gpu import root_work
        from cugraph_biclique.several_devices import is_worth_sharing

        work = root_work(prepared.ordered.graph)
        if not is_worth_sharing(work):
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
        from cugraph_biclique.search.several_devices import search_jobs

        if len(cast("list[Job]", jobs)) < 2:
            return super().search(prepared, jobs, take, trace, on_progress)
        return search_jobs(prepared, jobs, take, trace, on_progress, self.devices)

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        from cugraph_biclique.counting.gpu import count
        from cugraph_biclique.counting.several_devices import run_on
        from cugraph_biclique.search.gpu import root_work
        from cugraph_biclique.several_devices import is_worth_sharing

        if not is_worth_sharing(root_work(anchored.graph)):
            return super().count(anchored, leasts, trace, progress)
        run = partial(run_on, devices=self.devices)
        return count(anchored, leasts, trace, progress, run)
