# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The backend of one device."""

from __future__ import annotations

from typing import Any, Literal

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
from cugraph_biclique.tasks import Job, jobs_for
from cugraph_biclique.trace import Trace


class Gpu:
    """Prepares, searches and counts on a device, whose blocks balance the work."""

    engine: Literal["cpu", "gpu"] = "gpu"
    prepares_on_host = False

    @property
    def preparation(self) -> Preparation:
        from cugraph_biclique.preparation import gpu

        return gpu

    @property
    def stars(self) -> Stars:
        from cugraph_biclique.search.gpu import stars

        return stars

    @property
    def member_lists(self) -> MemberLists:
        from cugraph_biclique.results import gpu

        return gpu

    @property
    def randomization(self) -> Randomization:
        from cugraph_biclique.randomization import gpu

        return gpu

    @property
    def listing(self) -> Listing:
        from cugraph_biclique.listing import gpu

        return gpu

    @property
    def local_counting(self) -> LocalCounting:
        from cugraph_biclique.local_counting import gpu

        return gpu

    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        from cugraph_biclique.device.arrays import to_device

        return to_device(graph)

    def jobs(self, prepared: Prepared) -> Jobs:
        if prepared.goal is not None and prepared.goal.k > 1:
            return self.jobs_to_keep(prepared)  # the least score rises between jobs
        graph = prepared.ordered.graph
        partial = len(graph.is_root)
        n = int(graph.is_root.sum()) if partial else len(graph.grown_weight)
        return [Job(0, n)]

    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        from cugraph_biclique.search.gpu import root_work

        return list(jobs_for(root_work(prepared.ordered.graph), 1, least=1.0))

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
        from cugraph_biclique.search.gpu import search_jobs

        return search_jobs(prepared, jobs, take, trace, on_progress)

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        from cugraph_biclique.counting.gpu import count

        return count(anchored, leasts, trace, progress)
