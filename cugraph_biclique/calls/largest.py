# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search for the k largest bicliques: windows of sizes, each with its own core.

A score alone says little about sizes: 300 edges may be 3 x 100 or 100 x 3. So the
search runs once for each window of right sizes t to 2t - 1, as MBC* does. In a window,
a least score gives a least left size, and both sizes give a core, which is small if the
score is large. The bound of the kernels raises these sizes further below each node.

The search needs a score that k bicliques have. Greedy descents find one. If they find
fewer than k bicliques, the search tries a guess, and lowers it until it finds k.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing
from math import isnan
from numbers import Real
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from cugraph_biclique.arguments import LARGEST, one_of, shown
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.calls.balanced import MOST_WANTED, BalancedSearch, dense_core
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.call import report_of, run_search
from cugraph_biclique.calls.random_searches import SameSearch
from cugraph_biclique.contract.backend import Jobs
from cugraph_biclique.contract.goal import Goal, Incumbent, Window
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import WHOLE, Records
from cugraph_biclique.contract.search_graph import Ordered, SearchGraph
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.interrupts import interruptible
from cugraph_biclique.largest.best import Best, Found
from cugraph_biclique.largest.ceiling import ceiling, ceiling_of_core
from cugraph_biclique.largest.greedy import add_greedy
from cugraph_biclique.preparation.cpu.reduction import HostClasses
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.scores import scores
from cugraph_biclique.search.stars import star_records

logger = logging.getLogger(__name__)

Size: TypeAlias = Literal["edges", "balanced", "left", "right"]

EDGES_READ = 1 << 22  # by greedy descents: some 0.1 s
TRIAL_SECONDS = 0.25  # of the general search, before that for dense graphs
EDGES_READ_FOR_GPU = 1 << 19  # descents run on the host, and a device searches faster


class Rounds(ABC):
    """The rounds of a search for the k largest bicliques, wherever they run."""

    def __init__(
        self, k: int, incumbent: Incumbent, min_left: int, min_right: int
    ) -> None:
        self.incumbent = incumbent
        self.best = Best(k, incumbent)
        self.min_left, self.min_right = min_left, min_right
        self.max_left = self.max_right = 0  # largest degrees of the other side
        self.unsearched = 0  # upper bound of what was not searched

    @property
    def by(self) -> str:
        return self.incumbent.by

    @abstractmethod
    def highest(self) -> int:
        """Upper bound of all scores; 0 if there is no biclique of the least sizes."""

    @abstractmethod
    def descend(self) -> None:
        """Find some large bicliques by greedy descents."""

    @abstractmethod
    def search(self, window: Window) -> bool:
        """Search one window; whether there was time enough."""

    @abstractmethod
    def ceiling_of(self, windows: list[Window]) -> int:
        """Upper bound of the scores in the cores of some windows; 0 if they are all
        lower than the k-th best score."""

    def run(self) -> None:
        """Find the k best; if the time is up, `unsearched` bounds the others."""
        highest = self.highest()
        if highest == 0:
            return
        self.descend()
        known = self.best.scores()
        guess = int(known[-1]) if len(known) else max(1, highest // 2)
        while True:
            self.incumbent.at_least(guess)
            guess = self.incumbent.least
            if not self.search_windows(highest):
                return
            known = self.best.scores()
            if guess == 1 or np.count_nonzero(known >= guess) >= self.best.k:
                return
            guess = max(1, guess // 2)
            self.incumbent.least = guess

    def search_windows(self, highest: int) -> bool:
        """Find all bicliques of the least score; whether there was time enough."""
        todo = list(self.windows())
        for number, (first, last) in enumerate(todo):
            window = self.window(first, last)
            if not self.search(window):
                rest = [window, *(self.window(*ends) for ends in todo[number + 1 :])]
                self.unsearched = min(highest, self.unsearched_in(rest))
                return False
        return True

    def unsearched_in(self, windows: list[Window]) -> int:
        """Upper bound of the scores that a search without time has not reached; 0 if
        they are all lower than the k-th best score."""
        highest = self.ceiling_of(windows)
        if len(self.best.settle()) < self.best.k:
            return max(highest, self.incumbent.least - 1)
        return highest if highest >= self.incumbent.least else 0

    def windows(self) -> Iterator[tuple[int, int]]:
        """Ranges of right sizes to search one after the other."""
        if self.by != "edges":
            yield self.min_right, self.max_right
            return
        first = self.min_right
        while first <= self.max_right:
            last = min(2 * first - 1, self.max_right)
            yield first, last
            first = last + 1

    def window(self, first: int, last: int) -> Window:
        """The sizes of bicliques of the least score with first to last right ones."""
        least, min_left = self.incumbent.least, self.min_left
        if self.by == "edges":
            min_left = max(min_left, -(-least // last))
        if self.by in ("left", "balanced"):
            min_left = max(min_left, least)
        if self.by in ("right", "balanced"):
            first = max(first, least)
        return Window(min_left, self.max_left, first, last)


class Largest(Rounds):
    """One search for the k largest bicliques in one place, with checked arguments."""

    def __init__(
        self,
        request: Request,
        k: int,
        incumbent: Incumbent,
        min_left: int,
        min_right: int,
    ) -> None:
        super().__init__(k, incumbent, min_left, min_right)
        self.request, self.backend = request, request.backend
        self.progress = request.progress
        self.on_host = request.graph.with_host_adjacency()
        self.graph = self.backend.placed(request.graph)
        self.trace = request.trace
        self.left_degree = np.sort(np.diff(self.on_host.left_indptr))
        self.right_degree = np.sort(np.diff(self.on_host.right_indptr))
        self.max_left = int(self.right_degree.max(initial=0))
        self.max_right = int(self.left_degree.max(initial=0))
        self.proven = LARGEST  # upper bound of scores, by a search without time

    def highest(self) -> int:
        return self.ceiling(
            Window(self.min_left, self.max_left, self.min_right, self.max_right)
        )

    def descend(self) -> None:
        with self.trace.stage("greedy"):
            edges = EDGES_READ if self.backend.engine == "cpu" else EDGES_READ_FOR_GPU
            n = add_greedy(
                self.on_host, self.best, self.min_left, self.min_right, edges
            )
        logger.info("greedy: %d descents, best score %s", n, self.best.scores()[:1])

    def ceiling(self, window: Window) -> int:
        return ceiling(self.by, window, self.left_degree, self.right_degree)

    def ceiling_of(self, windows: list[Window]) -> int:
        highest = 0
        for window in windows:
            if self.ceiling(window) >= self.incumbent.least:
                sizes = window.min_left, window.min_right
                degrees = self.backend.core(self.graph, *sizes)
                core = map(to_host, degrees)
                highest = max(
                    highest, ceiling_of_core(self.by, window, self.on_host, *core)
                )
        return min(highest, self.proven)

    def search(self, window: Window) -> bool:
        if self.incumbent.is_late():
            return False
        if self.ceiling(window) < self.incumbent.least:
            return True
        if self.by == "balanced" and self.backend.engine == "cpu":
            with self.incumbent.for_a_trial(TRIAL_SECONDS):
                if self.search_in_general(window):
                    return True
            is_exact = self.search_densely(window)
            if is_exact is not None:
                return is_exact
        return self.search_in_general(window)

    def search_densely(self, window: Window) -> bool | None:
        """Search a window as a dense graph; whether there was time enough, or None if
        this is not worth it."""
        found = len(self.best.settle())
        if self.incumbent.is_late() or not self.best.k == found <= MOST_WANTED:
            return None
        window = self.window(window.min_right, window.max_right)
        core = dense_core(self.on_host, window)
        if core is None:
            return None
        is_timed = self.incumbent.ends is not None
        highest = self.ceiling_of([window]) if is_timed else self.ceiling(window)
        search = BalancedSearch(
            core, self.best, window, highest, self.trace, self.progress
        )
        is_exact = search.run()
        self.proven = search.highest
        return is_exact

    def search_in_general(self, window: Window) -> bool:
        """Search a window as that of any graph; whether there was time enough."""
        prepared = self.prepared(window)
        if has_roots(prepared):
            self.search_jobs(prepared, self.backend.jobs(prepared))
        self.add_stars(prepared)
        return not self.incumbent.is_late()

    def prepared(self, window: Window) -> Prepared:
        """Prepare the core of a window, with the goal of its search."""
        prepared = interruptible(
            self.graph.n_edges if self.backend.prepares_on_host else 0,
            prepare, self.graph, window.min_left, window.min_right,
            self.request.resources,
        )  # fmt: skip
        goal = Goal(
            self.incumbent,
            window,
            prepared.ordered.grow,
            counts_bits=prepared.min_kept > 2,
            k=self.best.k,
        )
        return prepared._replace(goal=goal)

    def search_jobs(self, prepared: Prepared, jobs: Jobs) -> None:
        """Find the bicliques of some jobs."""

        def take(records: Records) -> int:
            self.best.add(self.worth_keeping(prepared, records))
            return len(records)

        parts = run_search(
            self.backend, prepared, jobs, take, self.trace, self.progress
        )
        with closing(parts):
            for _ in parts:
                pass

    def add_stars(self, prepared: Prepared) -> None:
        """Find the stars of a window, which no job has."""
        with self.trace.stage("stars"):
            stars = star_records(prepared, self.backend)
        if len(stars):
            self.best.add(self.worth_keeping(prepared, stars))

    def worth_keeping(self, prepared: Prepared, records: Records) -> Found:
        """The bicliques of the window with the least score or more."""
        window = prepared.goal.window if prepared.goal else None
        assert window is not None
        found = Bicliques(self.graph, prepared.ordered, records, self.backend, {})
        n_left, n_right = map(to_host, found._sizes)
        wanted = (n_left >= window.min_left) & (n_left <= window.max_left)
        wanted &= (n_right >= window.min_right) & (n_right <= window.max_right)
        wanted &= scores(found, self.by) >= self.incumbent.least  # type: ignore[arg-type]
        which = np.flatnonzero(wanted)
        if not len(which):
            return Found(
                np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int32)
            )
        some = found._select(which)._with_ascending_members()
        offsets, left = map(to_host, some._side("left"))
        return Found(offsets, left, n_right[which])

    def bicliques(self) -> Bicliques:
        """The k best as a result, with its report."""
        found = self.best.settle()
        records = Records(
            mask=np.full(len(found), WHOLE, np.uint64),
            universe=np.arange(len(found), dtype=np.int32),
            n_grown=found.n_right.astype(np.int32),
            start=found.offsets,
            members=found.left.astype(np.int32),
        )
        graph = self.graph if self.backend.prepares_on_host else self.on_host
        scores = self.best.scores()
        best = int(scores[0]) if len(scores) else 0
        report = report_of(self.trace, self.backend.engine, "bicliques", records)
        report |= {
            "exact": not self.unsearched,
            "upper_bound": max(best, self.unsearched),
        }
        sizes = Sizes(self.min_left, self.min_right)
        return Bicliques(
            graph,
            unreduced(self.on_host),
            records,
            Cpu(),
            report,
            ascending=True,
            search=SameSearch.of(BicliqueCall, self.request, sizes),
        )


def check_size(by: Any) -> Size:
    """Return the size that is to be large, or raise an error."""
    size: Size = one_of("by", by, get_args(Size))
    return size


def seconds_of(time_limit: Any) -> float | None:
    """Return a time limit in seconds, or raise an error."""
    if time_limit is None:
        return None
    if isinstance(time_limit, bool) or not isinstance(time_limit, Real):
        raise TypeError(
            f"time_limit must be a number of seconds, not {type(time_limit).__name__} "
            f"({shown(time_limit)}): pass a positive number, or None for no limit"
        )
    seconds = float(time_limit)
    if isnan(seconds) or seconds <= 0:
        raise ValueError(
            f"time_limit={shown(time_limit)} is not a positive number of seconds: pass "
            "one, or None for no limit"
        )
    return seconds


def has_roots(prepared: Prepared) -> bool:
    """Whether jobs can find a biclique of the goal of a search."""
    goal = prepared.goal
    assert goal is not None
    return goal.most.kept > 1 and len(prepared.ordered.graph.kept_indices) > 0


def unreduced(graph: BipartiteGraph) -> Ordered:
    """A graph in host memory as a search graph, in its own order."""
    return Ordered(
        SearchGraph(
            kept_indptr=graph.left_indptr,
            kept_indices=graph.left_indices,
            kept_weight=np.ones(graph.n_left, np.int32),
            grown_indptr=graph.right_indptr,
            grown_indices=graph.right_indices,
            grown_weight=np.ones(graph.n_right, np.int32),
            is_root=np.empty(0, bool),
        ),
        _each_alone(graph.n_left),
        _each_alone(graph.n_right),
        "right",
    )


def _each_alone(n: int) -> HostClasses:
    """Classes of one vertex each."""
    ids = np.arange(n + 1, dtype=np.int64)
    return HostClasses(ids[:-1].astype(np.int32), ids, ids[:-1].astype(np.int32))
