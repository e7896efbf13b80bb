# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The backend of graphs that stay in host memory: a device works on their pieces."""

from __future__ import annotations

from typing import Any, Literal

from cugraph_biclique.backends import (
    Anchored,
    Found,
    Jobs,
    LocalCounting,
    Prepared,
    StoredJobs,
    Take,
)
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.partition.pieces import Packs, most_edges
from cugraph_biclique.progress import Progress, Tracker
from cugraph_biclique.trace import Trace


class OutOfCore(Cpu):
    """Prepares on the CPU cores, and searches and counts piece by piece on a device."""

    engine: Literal["cpu", "gpu"] = "gpu"

    @property
    def local_counting(self) -> LocalCounting:
        from cugraph_biclique.local_counting import gpu

        return gpu

    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        return graph.with_host_adjacency()

    def jobs(self, prepared: Prepared) -> Packs:
        return Packs(prepared.ordered.graph, prepared.budget)

    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        return list(self.jobs(prepared))

    def cut_by(self, budget: int) -> dict[str, Any]:
        return {"edges_of_a_piece": most_edges(budget)}

    def search(
        self,
        prepared: Prepared,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        from cugraph_biclique.search.out_of_core import search_jobs

        return search_jobs(prepared, jobs, take, trace, on_progress)

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        from cugraph_biclique.counting.out_of_core import count

        return count(anchored, leasts, trace, progress)
