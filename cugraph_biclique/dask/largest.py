# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The largest maximal bicliques over Dask: workers that have the graph share a search.

The client runs the rounds of `calls.largest`. A worker prepares the core of a window,
and the tasks search its roots. The client merges the k best bicliques of each finished
task, and the tasks that begin later get the new least score.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from copy import copy
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np

from cugraph_biclique.api.largest import check_missing
from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.largest import (
    Largest,
    Rounds,
    Size,
    check_size,
    has_roots,
    seconds_of,
)
from cugraph_biclique.contract.goal import Incumbent, Window
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.dask.bicliques import DaskBicliques
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica, work_of
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.defective import AskedDefective, defective_of
from cugraph_biclique.dask.partitions import PlannedPartition
from cugraph_biclique.dask.replicas import Cut
from cugraph_biclique.dask.tasks import threads_of_task, threads_of_worker
from cugraph_biclique.dask.waiting import gathered
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.largest.best import Best, Found
from cugraph_biclique.preparation.jobs import jobs_for
from cugraph_biclique.preparation.sharing import is_search_worth_sharing
from cugraph_biclique.request.containing import Containing
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.groups import Groups


@overload
def largest_bicliques(
    ddf: Any,
    k: int = 1,
    *,
    by: Size = "edges",
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    missing: Literal[0] = 0,
    containing: Containing | None = None,
    time_limit: float | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
    client: Any = None,
) -> DaskBicliques: ...


@overload
def largest_bicliques(
    ddf: Any,
    k: int = 1,
    *,
    by: Size = "edges",
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    missing: int,
    containing: Containing | None = None,
    time_limit: float | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
    client: Any = None,
) -> Groups: ...


def largest_bicliques(
    ddf: Any,
    k: int = 1,
    *,
    by: Size = "edges",
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    missing: int = 0,
    containing: Containing | None = None,
    time_limit: float | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
    client: Any = None,
) -> DaskBicliques | Groups:
    """Find the k largest maximal bicliques of a Dask edge frame.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, containing, engine, memory_budget, client
        As in `maximal_bicliques`.
    k, by, missing, time_limit, progress
        As in `cugraph_biclique.largest_bicliques`. With `missing`, there is no
        progress.

    Returns
    -------
    DaskBicliques
        Largest first, ties in the canonical order, as in
        `cugraph_biclique.largest_bicliques`. They are in one partition. ``report[0]``
        also has ``exact`` and ``upper_bound``.
    cugraph_biclique.Groups
        With `missing`: as of `cugraph_biclique.largest_bicliques`, in the memory of the
        client, with the edges among the members.

    Raises
    ------
    TypeError, ValueError
        As in `maximal_bicliques` and `cugraph_biclique.largest_bicliques`.
    MemoryBudgetError
        The graph does not fit every worker: a partition alone cannot tell whether its
        bicliques are among the largest.

    Notes
    -----
    Every worker gets the graph, or the part of it near the vertices of `containing`.
    The search is that of `cugraph_biclique.largest_bicliques`. The client gives ranges
    of roots to tasks, and merges what they find: it holds k bicliques. Each task begins
    with the k-th best score of all tasks that have finished, and raises it by what it
    finds itself.

    With `missing`, one worker searches, on its CPU cores: workers cannot share this
    search. It gets the whole graph, also with `containing`.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     found = cb.dask.largest_bicliques(edges, k=2)
    ...     print(found.sizes.compute())
    ...     print(found.report[0]["exact"])
       biclique  n_left  n_right
    0         0       5        4
    1         1       6        3
    True
    """
    asked = Asked(
        positive("k", k),
        check_size(by),
        positive("min_left", min_left),
        positive("min_right", min_right),
    )
    incumbent = Incumbent(by, seconds_of(time_limit))
    missing = check_missing(missing, asked.min_left, asked.min_right)
    call = DaskCall(ddf, left, right, engine, memory_budget, None, progress, client)
    if missing:
        least = asked.min_left, asked.min_right
        seconds = seconds_of(time_limit)
        wanted = AskedDefective(asked.k, by, least, missing, containing, seconds)
        return call.only_on_whole(
            "largest_bicliques", lambda whole: whole.on_one(defective_of, wanted)
        )
    if containing is not None:
        call.only_near(containing)

    def run(whole: WholeGraph) -> DaskBicliques:
        rounds = SharedRounds(call, whole, asked, incumbent)
        rounds.run()
        return rounds.bicliques()

    return call.only_on_whole("largest_bicliques", run)


class Asked(NamedTuple):
    """What a call asks for."""

    k: int
    by: str
    min_left: int
    min_right: int


class Bounds(NamedTuple):
    """Upper bounds of a graph: of the scores, and of the sizes of bicliques."""

    highest: int
    max_left: int
    max_right: int


class Round(NamedTuple):
    """The search of one window, for the tasks that begin now."""

    asked: Asked
    window: Window
    least: int  # score
    seconds: float | None  # left


# The arrays of a `Found`. Dask cannot weigh a `Found`, whose length is not that of the
# tuple.
Arrays: TypeAlias = tuple[np.ndarray, ...]


class SharedFound(NamedTuple):
    """What a task has found, and its counters."""

    found: Arrays
    is_late: bool  # whether the time is up
    nodes: int
    not_maximal: int


class SharedRounds(Rounds):
    """The rounds of one search on workers that have the whole graph."""

    def __init__(
        self,
        call: DaskCall,
        whole: WholeGraph,
        asked: Asked,
        incumbent: Incumbent,
    ) -> None:
        super().__init__(asked.k, incumbent, asked.min_left, asked.min_right)
        self.call, self.whole, self.asked = call, whole, asked
        self.progress = call.progress
        self.nodes = self.not_maximal = 0

    def highest(self) -> int:
        bounds = self.whole.on_one(bounds_of, self.asked)
        self.max_left, self.max_right = bounds.max_left, bounds.max_right
        return bounds.highest

    def descend(self) -> None:
        self.best.add(Found(*self.whole.on_one(descents, self.asked)))

    def ceiling_of(self, windows: list[Window]) -> int:
        return self.whole.on_one(ceiling_in, self.asked, self.incumbent.least, windows)

    def search(self, window: Window) -> bool:
        if self.incumbent.is_late():
            return False
        cut = self.whole.cut(cut_window, self.round_of(window))
        if cut is None:
            return True
        are_late = []

        def take(task: Any) -> Round:
            share = gathered(task)
            self.best.add(Found(*share.found))
            self.best.settle()  # raises the least score
            are_late.append(share.is_late)
            self.nodes += share.nodes
            self.not_maximal += share.not_maximal
            return self.round_of(window)

        self.whole.shared(
            search_jobs, self.round_of(window), cut, self.progress, take=take
        )
        return not (any(are_late) or self.incumbent.is_late())

    def round_of(self, window: Window) -> Round:
        """Return the search of a window with the least score of now."""
        ends = self.incumbent.ends
        seconds = None if ends is None else ends - time.monotonic()
        return Round(self.asked, window, self.incumbent.least, seconds)

    def bicliques(self) -> DaskBicliques:
        """Return the k best, which stay on a worker."""
        found = self.best.settle()
        counters = self.unsearched, self.nodes, self.not_maximal
        made = self.whole.made_on_one(result_of, self.asked, tuple(found), *counters)
        part = PlannedPartition(0, (), root_splits=0, roots=len(found), work=0, frame=0)
        return DaskBicliques(self.whole.client, {part: made}, self.call)


# Tasks of a worker


def largest_of(whole: BipartiteReplica, asked: Asked) -> Largest:
    """Return the search of a call, with the graph where it is searched."""
    k, by, min_left, min_right = asked

    def make() -> Largest:
        return Largest(whole.request, k, Incumbent(by), min_left, min_right)

    return whole.last("largest", asked, make)


def fresh(of: Largest, least: int = 1, seconds: float | None = None) -> Largest:
    """Return the same search without what has been found."""
    mine = copy(of)
    mine.incumbent = Incumbent(of.by, seconds)
    mine.incumbent.least = least
    mine.best = Best(of.best.k, mine.incumbent)
    mine.trace, mine.progress = Trace(), False
    return mine


def bounds_of(whole: BipartiteReplica, asked: Asked) -> Bounds:
    """Return the bounds of the graph."""
    largest = largest_of(whole, asked)
    return Bounds(largest.highest(), largest.max_left, largest.max_right)


def descents(whole: BipartiteReplica, asked: Asked) -> Arrays:
    """Find some large bicliques by greedy descents."""
    mine = fresh(largest_of(whole, asked))
    with threads_of_worker():
        mine.descend()
    return tuple(mine.best.settle())


def ceiling_in(
    whole: BipartiteReplica, asked: Asked, least: int, windows: list[Window]
) -> int:
    """Return an upper bound of the scores in some windows."""
    return fresh(largest_of(whole, asked), least).ceiling_of(windows)


def cut_window(whole: BipartiteReplica, wanted: Round, slots: int) -> Cut | None:
    """Prepare the core of a window, and cut its roots into jobs for `slots` tasks at a
    time; None if no biclique of the window has the least score."""
    largest = largest_of(whole, wanted.asked)
    if largest.ceiling(wanted.window) < wanted.least:
        return None
    with threads_of_worker():
        prepared = window_of(whole, wanted)
        work = work_of(whole, prepared.ordered.graph)
    jobs = [Job(0, len(work))]
    if slots > 1 and has_roots(prepared) and is_search_worth_sharing(work):
        # The children of a root depend on the least score: see `jobs_for`.
        jobs = list(jobs_for(work, slots, divide=False, least=1.0))
    return Cut.of(whole.request.engine, work, jobs)


def window_of(whole: BipartiteReplica, wanted: Round) -> Prepared:
    """Return the prepared core of a window."""
    largest = largest_of(whole, wanted.asked)
    key = wanted.asked, wanted.window
    return whole.last("window", key, lambda: largest.prepared(wanted.window))


def search_jobs(
    whole: BipartiteReplica, wanted: Round, jobs: list[Job], has_stars: bool
) -> SharedFound:
    """Find the k best bicliques of some jobs of a window with the least score or
    more."""
    mine = fresh(largest_of(whole, wanted.asked), wanted.least, wanted.seconds)
    prepared = window_of(whole, wanted)
    assert prepared.goal is not None
    goal = replace(prepared.goal, incumbent=mine.incumbent)
    prepared = prepared._replace(goal=goal)
    with threads_of_task(whole.request.engine):
        if has_roots(prepared):
            mine.search_jobs(prepared, jobs)
        if has_stars:
            mine.add_stars(prepared)
    found, trace = tuple(mine.best.settle()), mine.trace
    return SharedFound(found, mine.incumbent.is_late(), trace.nodes, trace.not_maximal)


def result_of(
    whole: BipartiteReplica,
    asked: Asked,
    found: Arrays,
    unsearched: int,
    nodes: int,
    not_maximal: int,
) -> Bicliques:
    """Return the k best as a result."""
    mine = fresh(largest_of(whole, asked))
    mine.trace.add_nodes(nodes, not_maximal)
    mine.best.add(Found(*found))
    mine.unsearched = unsearched
    bicliques = mine.bicliques()
    bicliques.report = {"edges": mine.graph.n_edges, **bicliques.report}
    return bicliques
