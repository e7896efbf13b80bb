# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The tasks of workers that each hold a whole graph: they share its roots.

All workers build the same graph from the same frames in the same order, and prepare it
in the same way. So a range of roots means the same on every worker. This module has
what bicliques and cliques share: their searches.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar
from zlib import crc32

import numpy as np
import pandas as pd

from cugraph_biclique.calls.call import Call
from cugraph_biclique.contract.backend import Jobs
from cugraph_biclique.contract.records import Records
from cugraph_biclique.dask.exchange import Where
from cugraph_biclique.dask.tasks import (
    BicliqueOptions,
    CliqueOptions,
    budget_of_task,
    listed,
    threads_of_task,
    threads_of_worker,
)
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.partition.pieces import in_pieces
from cugraph_biclique.preparation.jobs import jobs_for
from cugraph_biclique.preparation.sharing import is_search_worth_sharing
from cugraph_biclique.request.request import Request, UndirectedRequest
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.cliques import Cliques

LISTED_FOR = 2  # tasks, on any cluster: a list has about 64 jobs
preparing = threading.Lock()  # threads of a worker need the same graph: one prepares

R = TypeVar("R", Request, UndirectedRequest)
S = TypeVar("S")  # the sizes that a search is for
C = TypeVar("C", bound=Call[Any])
T = TypeVar("T")


class SharedSearch(Call[Any]):
    """Some jobs of a search. One of the shares also has the stars, which no job has.

    A class of this kind inherits from this class, and then from that of the search.
    """

    def __init__(self, whole: Call[Any], jobs: list[Job], has_stars: bool) -> None:
        self.__dict__.update(whole.__dict__)
        self.trace, self.progress = Trace(), False
        self.mine, self.has_stars = jobs, has_stars

    def jobs(self, prepared: Any) -> Jobs:
        return self.mine

    def rest(self) -> Records:
        return super().rest() if self.has_stars else Records.empty()

    def count(self) -> int:
        return super().count() if self.has_stars else sum(self.search(None))


class Replica(ABC, Generic[R, S, C]):
    """A whole graph on a worker, and what the last calls have prepared of it."""

    request: R
    share: type[SharedSearch]  # of `prepared`

    def __init__(self, request: R, seconds: dict[str, float]) -> None:
        self.request = request
        self.seconds = seconds  # of its stages
        self.kept: dict[str, tuple[Any, Any]] = {}  # by kind: a call, its needs

    @staticmethod
    @abstractmethod
    def assembled(*arguments: Any) -> Any:
        """Return the graph of the ids and labels of all workers, see `assembly`."""

    @staticmethod
    @abstractmethod
    def request_of(G: Any, engine: str, memory_budget: Any) -> R:
        """Return the request of calls for a graph."""

    @abstractmethod
    def prepared(self, sizes: S) -> C:
        """Return a search for these sizes, with its graph prepared."""

    @abstractmethod
    def work(self, search: C) -> np.ndarray:
        """Return the predicted work of the roots of a search, in host memory."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the graph, without what has been prepared: Dask copies a replica if it
        retires a worker, or moves a task from a busy worker to an idle one."""
        request = self.request
        return _copied, (
            type(self), request.graph, request.is_on_device, request.engine,
            request.budget, self.seconds,
        )  # fmt: skip

    def __sizeof__(self) -> int:  # Dask weighs a copy by its size
        return self.request.graph.nbytes

    def last(self, kind: str, wanted: Any, prepare: Callable[[], T]) -> T:
        """Return what a kind of call needs. It is kept until a call of this kind wants
        something else."""
        with preparing:
            if kind not in self.kept or self.kept[kind][0] != wanted:
                self.kept.pop(kind, None)  # frees its memory first
                self.kept[kind] = wanted, prepare()
            found: T = self.kept[kind][1]
            return found

    def drop(self, kind: str) -> None:
        """Free the memory of what a kind of call needs."""
        self.kept.pop(kind, None)

    def search(self, sizes: S) -> C:
        """Return `prepared`, which the replica keeps for the next call."""
        return self.last("search", sizes, partial(self.prepared, sizes))


def _copied(
    kind: type[Replica[Any, Any, Any]],
    graph: Any,
    is_on_device: bool,
    engine: str,
    budget: int,
    seconds: dict[str, float],
) -> Replica[Any, Any, Any]:
    """Return a replica of a graph that another worker has built."""
    request = kind.request_of(graph, engine, budget)
    request.is_on_device = is_on_device  # the edges, although the graph may be on cores
    return kind(request, seconds)


class Cut(NamedTuple):
    """How the roots of a graph can be shared. It must be the same on every worker."""

    engine: str
    roots: int
    jobs: list[Job]
    digest: int  # of the predicted work of the roots
    work: list[float] = []  # noqa: RUF012  # predicted, of each job of a list
    is_strided: bool = False  # whether part k of a job is every n-th root, from k on

    @classmethod
    def of(cls, engine: str, work: np.ndarray, jobs: list[Job]) -> Cut:
        """Cut roots of this predicted work into jobs."""
        return cls(engine, len(work), jobs, crc32(work.tobytes()))

    def roots_in(self, job: Job) -> int:
        """Number of roots that are finished once a job is."""
        if self.is_strided:
            return len(range(job.part, job.last, job.parts))
        return job.roots


def replica(
    pieces: list[tuple[Any, Any]],
    tables: dict[str, list[Any]],
    names: dict[str, str],
    columns: tuple[Hashable, Hashable],
    where: Where,
    options: BicliqueOptions | CliqueOptions,
    kind: type[Replica[R, S, C]],
) -> Replica[R, S, C]:
    """Build the graph of all edges, from the ids and labels of all workers."""
    began = time.perf_counter()
    with threads_of_worker():
        graph = kind.assembled(pieces, tables, names, columns, where)
        request = kind.request_of(graph, options.engine, budget_of_task(options))
        check_fits(request)
        if isinstance(options, CliqueOptions):
            request.is_on_device = options.on_device  # so frames of results are, too
    return kind(request, {"graph": time.perf_counter() - began})


def check_fits(request: Request | UndirectedRequest) -> None:
    """Raise an error if the device has less room than the client expected.

    The call would work in out-of-core batches, which are of all roots, and the workers
    share the roots.
    """
    if not isinstance(request, Request) or request.engine == "cpu":
        return
    if in_pieces(request.graph.n_edges, request.budget):
        raise MemoryError  # the client cuts the graph


def cut_search(whole: Replica[R, S, C], sizes: S, slots: int) -> Cut:
    """Prepare a search, and cut it into jobs for `slots` tasks at a time."""
    return Cut.of(*_jobs(whole, sizes, slots))


def cut_list(whole: Replica[R, S, C], sizes: S, _: int) -> Cut:
    """`cut_search` for results that stay on the workers: their order must not depend on
    the cluster, so neither do the jobs."""
    engine, work, jobs = _jobs(whole, sizes, LISTED_FOR)
    reached = np.concatenate([[0], np.cumsum(work)])
    of_jobs = [
        float(reached[job.last] - reached[job.first]) / job.parts for job in jobs
    ]
    return Cut.of(engine, work, jobs)._replace(work=of_jobs)


def _jobs(
    whole: Replica[R, S, C], sizes: S, slots: int
) -> tuple[str, np.ndarray, list[Job]]:
    """Prepare a search; return its engine, the predicted work of its roots, and its
    jobs."""
    with threads_of_worker():
        search = whole.search(sizes)
        work = whole.work(search)
    return search.engine, work, jobs_of(search.engine, work, slots)


def jobs_of(engine: str, work: np.ndarray, slots: int) -> list[Job]:
    """Cut roots of this predicted work into jobs."""
    if slots == 1 or not is_search_worth_sharing(work):
        return [Job(0, len(work))]
    return list(jobs_for(work, slots, divide=engine == "cpu", least=1.0))


def count_maximal(
    whole: Replica[R, S, C], sizes: S, jobs: list[Job], has_stars: bool
) -> int:
    """Count what some jobs of a search find."""
    with threads_of_task(whole.request.engine):
        return whole.share(whole.search(sizes), jobs, has_stars).count()


def sizes_of_maximal(
    whole: Replica[R, S, C], sizes: S, jobs: list[Job], has_stars: bool
) -> pd.DataFrame:
    """Count what some jobs of a search find, by size."""
    with threads_of_task(whole.request.engine):
        return whole.share(whole.search(sizes), jobs, has_stars).sizes()


def list_maximal(
    whole: Replica[R, S, C], sizes: S, jobs: list[Job], has_stars: bool
) -> Bicliques | Cliques:
    """List what some jobs of a search find."""
    with threads_of_task(whole.request.engine):
        return listed(whole.share(whole.search(sizes), jobs, has_stars))
