# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The tasks of workers that each hold a whole graph: they share its roots.

All workers build the same graph from the same frames in the same order, and prepare it
in the same way. So a range of roots means the same on every worker.
"""

from __future__ import annotations

import threading
import time
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pandas as pd

from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.counting import Run, count, counts_wedges, star_table
from cugraph_biclique.contract.backend import Jobs
from cugraph_biclique.contract.prepared import Anchored, Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.dask.partitions import concatenated
from cugraph_biclique.dask.reading import check_labels
from cugraph_biclique.dask.tasks import (
    BicliqueOptions,
    budget_of_task,
    threads_of_task,
    threads_of_worker,
)
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.jobs import jobs_for, root_work
from cugraph_biclique.preparation.sharing import (
    is_search_worth_sharing,
    is_worth_sharing,
)
from cugraph_biclique.preparation.stages import anchor
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results import Bicliques

LISTED_FOR = 2  # tasks, on any cluster: a list has about 64 jobs
JOBS_EACH = 8  # of a count, for each task that runs at the same time
_preparing = threading.Lock()  # threads of a worker need the same graph: one prepares


class Replica:
    """A whole graph on a worker, and what the last calls have prepared of it."""

    def __init__(self, request: Request, seconds: dict[str, float]) -> None:
        self.request = request
        self.seconds = seconds  # of its stages
        self.searched: tuple[Sizes, BicliqueCall] | None = None
        self.counted: tuple[Wanted, Anchored] | None = None
        self.chain: Any = None  # of random graphs, see `random_draws`
        self.grouping: Any = None  # a search for groups, see `group_tasks`

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the graph, without what has been prepared: Dask copies a replica if it
        retires a worker, or moves a task from a busy worker to an idle one."""
        request = self.request
        of = request.graph, request.engine, request.budget, self.seconds
        return _copied, of

    def __sizeof__(self) -> int:  # Dask weighs a copy by its size
        return self.request.graph.nbytes

    def search(self, sizes: Sizes) -> BicliqueCall:
        """Return the search for bicliques of these sizes, with its graph prepared."""
        with _preparing:
            if self.searched is None or self.searched[0] != sizes:
                self.searched = None  # frees its memory first
                self.searched = sizes, BicliqueCall(self.request, sizes)
            return self.searched[1]

    def anchored(self, wanted: Wanted) -> Anchored:
        """Return the graph in the order of a count."""
        with _preparing:
            if self.counted is None or self.counted[0] != wanted:
                self.counted = None
                graph, resources = self.request.graph, self.request.resources
                made = anchor(graph, wanted.p, wanted.q, resources, wanted.side)
                self.counted = wanted, made
            return self.counted[1]


def _copied(
    graph: BipartiteGraph, engine: str, budget: int, seconds: dict[str, float]
) -> Replica:
    """Return a replica of a graph that another worker has built."""
    request = Request(graph, engine=engine, memory_budget=budget, progress=False)
    return Replica(request, seconds)


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


class Cut(NamedTuple):
    """How the roots of a graph can be shared. It must be the same on every worker."""

    engine: str
    roots: int
    jobs: list[Job]
    digest: int  # of the predicted work of the roots
    work: list[float] = []  # noqa: RUF012  # predicted, of each job of a list
    is_strided: bool = False  # whether part k of a job is every n-th root, from k on

    def roots_in(self, job: Job) -> int:
        """Number of roots that are finished once a job is."""
        if self.is_strided:
            return len(range(job.part, job.last, job.parts))
        return job.roots


class SharedSearch(BicliqueCall):
    """Some jobs of a search. One of the shares also has the stars, which no job has."""

    def __init__(self, whole: BicliqueCall, jobs: list[Job], has_stars: bool) -> None:
        self.__dict__.update(whole.__dict__)
        self.trace, self.progress = Trace(), False
        self.mine, self.has_stars = jobs, has_stars

    def jobs(self, prepared: Prepared) -> Jobs:
        return self.mine

    def rest(self) -> Records:
        return super().rest() if self.has_stars else Records.empty()

    def count(self) -> int:
        return super().count() if self.has_stars else sum(self.search(None))


def replica(
    frames: list[Any], columns: tuple[Any, Any], options: BicliqueOptions
) -> Replica:
    """Build the graph of all edges, in the order of the Dask partitions."""
    began = time.perf_counter()
    edges = concatenated(frames)
    check_labels(edges, columns)  # again: labels from several Dask partitions meet here
    joined = time.perf_counter()
    with threads_of_worker():
        request = Request(
            edges,
            "left",
            "right",
            engine=options.engine,
            memory_budget=budget_of_task(options),
            progress=False,
        )
    names = dict(zip(("left_name", "right_name"), columns, strict=True))
    request.graph = request.graph._with(**names)
    seconds = {"join": joined - began, "graph": time.perf_counter() - joined}
    return Replica(request, seconds)


def about(whole: Replica) -> dict[str, Any]:
    """Return an entry of `DaskGraph.report`."""
    graph, request = whole.request.graph, whole.request
    return {
        "engine": request.engine,
        "edges": graph.n_edges,
        "left": graph.n_left,
        "right": graph.n_right,
        "seconds": whole.seconds | request.trace.seconds,
    }


def cut_search(whole: Replica, sizes: Sizes, slots: int) -> Cut:
    """Prepare a search, and cut it into jobs for `slots` tasks at a time."""
    return cut_of(whole, *_jobs(whole, sizes, slots))


def cut_list(whole: Replica, sizes: Sizes, _: int) -> Cut:
    """`cut_search` for results that stay on the workers: their order must not depend on
    the cluster, so neither do the jobs."""
    work, jobs = _jobs(whole, sizes, LISTED_FOR)
    reached = np.concatenate([[0], np.cumsum(work)])
    of_jobs = [
        float(reached[job.last] - reached[job.first]) / job.parts for job in jobs
    ]
    return cut_of(whole, work, jobs)._replace(work=of_jobs)


def _jobs(whole: Replica, sizes: Sizes, slots: int) -> tuple[np.ndarray, list[Job]]:
    """Prepare a search; return the predicted work of its roots, and its jobs."""
    with threads_of_worker():
        return jobs_of(whole, whole.search(sizes).prepared, slots)


def jobs_of(
    whole: Replica, prepared: Prepared, slots: int
) -> tuple[np.ndarray, list[Job]]:
    """Return the predicted work of the roots of a prepared search, and its jobs."""
    work = work_of(whole, prepared.ordered.graph)
    if slots == 1 or not is_search_worth_sharing(work):
        return work, [Job(0, len(work))]
    divide = whole.request.engine == "cpu"
    return work, list(jobs_for(work, slots, divide=divide, least=1.0))


def cut_of(whole: Replica, work: np.ndarray, jobs: list[Job]) -> Cut:
    """Return how the roots of a prepared search can be shared."""
    return Cut(whole.request.engine, len(work), jobs, crc32(work.tobytes()))


def cut_count(whole: Replica, wanted: Wanted, slots: int) -> Cut:
    """Prepare a count, and cut it into jobs: every n-th root, as all have similar work
    then."""
    with threads_of_worker():
        work = work_of(whole, whole.anchored(wanted).graph)
    n = JOBS_EACH * slots if slots > 1 and is_worth_sharing(work) else 1
    jobs = [Job(0, len(work), part, n) for part in range(n)]
    return cut_of(whole, work, jobs)._replace(is_strided=True)


def work_of(whole: Replica, graph: SearchGraph) -> np.ndarray:
    """Return the predicted work of the roots, in host memory."""
    if whole.request.engine == "cpu":
        return root_work(graph)
    from cugraph_biclique.search.gpu import root_work as on_device

    return on_device(graph)


def count_maximal(
    whole: Replica, sizes: Sizes, jobs: list[Job], has_stars: bool
) -> int:
    """Count the maximal bicliques of some jobs."""
    with threads_of_task(whole.request.engine):
        return SharedSearch(whole.search(sizes), jobs, has_stars).count()


def sizes_of_maximal(
    whole: Replica, sizes: Sizes, jobs: list[Job], has_stars: bool
) -> pd.DataFrame:
    """Count the maximal bicliques of some jobs, by size."""
    with threads_of_task(whole.request.engine):
        return SharedSearch(whole.search(sizes), jobs, has_stars).sizes()


def list_maximal(
    whole: Replica, sizes: Sizes, jobs: list[Job], has_stars: bool
) -> Bicliques:
    """List the maximal bicliques of some jobs."""
    with threads_of_task(whole.request.engine):
        share = SharedSearch(whole.search(sizes), jobs, has_stars)
        found = share.found()
    found.report = {"edges": share.graph.n_edges, **found.report}
    return found


def count_p_q(whole: Replica, wanted: Wanted, jobs: list[Job], _: bool) -> list[int]:
    """Count the (p, q)-bicliques of some jobs, for all sizes of the other side."""
    anchored, request = whole.anchored(wanted), whole.request
    leasts = list(wanted.leasts) or [anchored.least]
    if len(jobs) < jobs[0].parts:
        graph = anchored.graph
        part = array_module(graph.grown_weight).arange(jobs[0].last) % jobs[0].parts
        is_root = (part >= jobs[0].part) & (part <= jobs[-1].part)
        anchored = anchored._replace(graph=graph._replace(is_root=is_root))
    with threads_of_task(whole.request.engine):
        return request.backend.count(anchored, leasts, Trace(), progress=False)


def count_alone(whole: Replica, p: int, q: int) -> int | None:
    """Count the (p, q)-bicliques on one worker, if that is fast: stars, or butterflies
    by their wedges. Returns None otherwise."""
    request = whole.request
    graph, engine = request.graph, request.engine
    if p > 1 and q > 1 and not (p == q == 2 and counts_wedges(graph, engine)):
        return None
    with threads_of_worker():
        return count(request, p, q)


def count_stars(whole: Replica, max_p: int, max_q: int) -> dict[tuple[int, int], int]:
    """Count the (p, 1)- and (1, q)-bicliques of a table."""
    return star_table(whole.request.graph, max_p, max_q)
