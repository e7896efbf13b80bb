# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The tasks of workers that each hold a whole bipartite graph.

The searches are those of `replicas`. Counts of (p, q)-bicliques have an order of the
roots, and jobs, of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.counting import Run, count, counts_wedges, star_table
from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.contract.search_graph import Ordered, SearchGraph
from cugraph_biclique.dask.assembly import bipartite
from cugraph_biclique.dask.replicas import Cut, Replica, SharedSearch
from cugraph_biclique.dask.tasks import threads_of_task, threads_of_worker
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.jobs import root_work
from cugraph_biclique.preparation.sharing import is_worth_sharing
from cugraph_biclique.preparation.stages import anchored_and_ordered
from cugraph_biclique.request.containing import Containing
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes

JOBS_EACH = 8  # of a count, for each task that runs at the same time


class SharedBicliques(SharedSearch, BicliqueCall):
    """Some jobs of a search for bicliques."""

    def count(self) -> int:
        if self.select:  # which drops stars, too
            return BicliqueCall.count(self)
        return super().count()


@dataclass(frozen=True)
class Sought:
    """Which maximal bicliques a search finds."""

    sizes: Sizes
    # Its labels need not be comparable, so they are compared by a digest.
    containing: Containing | None = field(default=None, compare=False)
    digest: str = ""


class BipartiteReplica(Replica[Request, Sought, BicliqueCall]):
    """A whole bipartite graph on a worker."""

    share = SharedBicliques

    def __init__(self, request: Request, seconds: dict[str, float]) -> None:
        super().__init__(request, seconds)
        self.unfinished: dict[Any, Any] = {}  # lists of streams
        self.chain: Any = None  # of random graphs, see `random_draws`
        self.grouping: Any = None  # a search for groups, see `group_tasks`

    assembled = staticmethod(bipartite)

    @staticmethod
    def request_of(G: Any, engine: str, memory_budget: Any) -> Request:
        return Request(G, engine=engine, memory_budget=memory_budget, progress=False)

    def prepared(self, sizes: Sought) -> BicliqueCall:
        return BicliqueCall(self.request, sizes.sizes, sizes.containing)

    def work(self, search: BicliqueCall) -> np.ndarray:
        return work_of(self, search.prepared.ordered.graph)

    def ordered(self, wanted: Wanted) -> tuple[Ordered, Anchored]:
        """Return the graph in the order of a count, with the way back to the input."""
        request = self.request
        return self.last(
            "count",
            wanted,
            lambda: anchored_and_ordered(
                request.graph, wanted.p, wanted.q, request.resources, wanted.side
            ),
        )

    def anchored(self, wanted: Wanted) -> Anchored:
        """Return the graph in the order of a count."""
        return self.ordered(wanted)[1]


class Wanted(NamedTuple):
    """Counts of (p, q)-bicliques that one pass over the roots gives."""

    p: int
    q: int
    side: str | None = None  # to anchor; by default, the one with less predicted work
    leasts: tuple[int, ...] = ()  # sizes of the other side; by default, one: p or q

    @classmethod
    def of(cls, run: Run) -> Wanted:
        """The counts of a run of a table."""
        return cls(*run.cells()[0], run.side, tuple(run.leasts))


def about(whole: BipartiteReplica) -> dict[str, Any]:
    """Return an entry of `DaskGraph.report`."""
    graph, request = whole.request.graph, whole.request
    return {
        "engine": request.engine,
        "edges": graph.n_edges,
        "left": graph.n_left,
        "right": graph.n_right,
        "seconds": whole.seconds | request.trace.seconds,
    }


def cut_count(whole: BipartiteReplica, wanted: Wanted, slots: int) -> Cut:
    """Prepare a count, and cut it into jobs: every n-th root, as all have similar work
    then."""
    with threads_of_worker():
        work = work_of(whole, whole.anchored(wanted).graph)
    return strided(whole, work, slots, JOBS_EACH)


def strided(whole: BipartiteReplica, work: np.ndarray, slots: int, each: int) -> Cut:
    """Cut the roots into jobs of every n-th root, `each` for each task at a time."""
    n = each * slots if slots > 1 and is_worth_sharing(work) else 1
    jobs = [Job(0, len(work), part, n) for part in range(n)]
    return Cut.of(whole.request.engine, work, jobs)._replace(is_strided=True)


def work_of(whole: BipartiteReplica, graph: SearchGraph) -> np.ndarray:
    """Return the predicted work of the roots, in host memory."""
    if whole.request.engine == "cpu":
        return root_work(graph)
    from cugraph_biclique.search.gpu import root_work as on_device

    return on_device(graph)


def count_p_q(
    whole: BipartiteReplica, wanted: Wanted, jobs: list[Job], _: bool
) -> list[int]:
    """Count the (p, q)-bicliques of some jobs, for all sizes of the other side."""
    anchored, request = whole.anchored(wanted), whole.request
    leasts = list(wanted.leasts) or [anchored.least]
    with threads_of_task(whole.request.engine):
        return request.backend.count(
            of_jobs(anchored, jobs), leasts, Trace(), progress=False
        )


def of_jobs(anchored: Anchored, jobs: list[Job]) -> Anchored:
    """Return the graph of a count with the roots of consecutive jobs."""
    parts = jobs[0].parts
    if len(jobs) == parts:
        return anchored
    graph = anchored.graph
    part = array_module(graph.grown_weight).arange(jobs[0].last) % parts
    is_root = (part >= jobs[0].part) & (part <= jobs[-1].part)
    return anchored._replace(graph=graph._replace(is_root=is_root))


def count_alone(whole: BipartiteReplica, p: int, q: int) -> int | None:
    """Count the (p, q)-bicliques on one worker, if that is fast: stars, or butterflies
    by their wedges. Returns None otherwise."""
    request = whole.request
    graph, engine = request.graph, request.engine
    if p > 1 and q > 1 and not (p == q == 2 and counts_wedges(graph, engine)):
        return None
    with threads_of_worker():
        return count(request, p, q)


def count_stars(
    whole: BipartiteReplica, max_p: int, max_q: int
) -> dict[tuple[int, int], int]:
    """Count the (p, 1)- and (1, q)-bicliques of a table."""
    return star_table(whole.request.graph, max_p, max_q)
