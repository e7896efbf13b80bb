# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The backend of the CPU cores."""

from __future__ import annotations

from typing import Any, Literal

import numba

from cugraph_biclique.backends import (
    Anchored,
    Found,
    Jobs,
    LocalCounting,
    MemberLists,
    Preparation,
    Prepared,
    Randomization,
    Stars,
    StoredJobs,
    Take,
)
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.listing.sets import Listing
from cugraph_biclique.progress import Progress, Tracker
from cugraph_biclique.tasks import jobs_for, jobs_to_keep, root_work
from cugraph_biclique.trace import Trace


class Cpu:
    """Prepares, searches and counts on the CPU cores."""

    engine: Literal["cpu", "gpu"] = "cpu"
    prepares_on_host = True

    @property
    def preparation(self) -> Preparation:
        from cugraph_biclique.preparation import cpu

        return cpu

    @property
    def stars(self) -> Stars:
        from cugraph_biclique.search.cpu import stars

        return stars

    @property
    def member_lists(self) -> MemberLists:
        from cugraph_biclique.results import cpu

        return cpu

    @property
    def randomization(self) -> Randomization:
        from cugraph_biclique.randomization import cpu

        return cpu

    @property
    def listing(self) -> Listing:
        from cugraph_biclique.listing import cpu

        return cpu

    @property
    def local_counting(self) -> LocalCounting:
        from cugraph_biclique.local_counting import cpu

        return cpu

    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        return graph

    def jobs(self, prepared: Prepared) -> Jobs:
        work = root_work(prepared.ordered.graph)
        return jobs_for(work, numba.get_num_threads(), divide=prepared.goal is None)

    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        return jobs_to_keep(root_work(prepared.ordered.graph))

    def cut_by(self, budget: int) -> dict[str, Any]:
        return {}

    def search(
        self,
        prepared: Prepared,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        from cugraph_biclique.search.cpu.worker import search_jobs

        return search_jobs(prepared, jobs, take, trace, on_progress)

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        from cugraph_biclique.counting.cpu.worker import count

        return count(anchored, leasts, trace, progress)
