# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search for the k largest k-defective bicliques, on host threads of both engines.

As in `calls.largest`, the search runs once for each window of right sizes, and each
window has its own core. At most t edges are absent, so the degrees of the core are
lower by t than those of bicliques of these sizes.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from math import inf
from typing import Any

import numba
import numpy as np

from cugraph_biclique.arguments import LARGEST
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.calls.call import report_of
from cugraph_biclique.calls.largest import EDGES_READ, unreduced
from cugraph_biclique.calls.neighbourhood import common_neighbours
from cugraph_biclique.contract.goal import Incumbent, Window
from cugraph_biclique.contract.records import WHOLE, Records
from cugraph_biclique.errors import SILENCE, LongSearchWarning
from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import numbers_of, renumbered
from cugraph_biclique.grouping.evidence import evidence_of, null_of
from cugraph_biclique.grouping.ranking import Group
from cugraph_biclique.host import compiling
from cugraph_biclique.host.callers import caller
from cugraph_biclique.host.interrupts import interruptible, new_flag
from cugraph_biclique.host.jobs import Job, ranges
from cugraph_biclique.host.progress import reporting
from cugraph_biclique.host.workers import stream
from cugraph_biclique.largest.best import Best, scores_of
from cugraph_biclique.largest.defective_best import BestDefective, Defective
from cugraph_biclique.largest.defective_nodes import (
    ABSENT,
    BALANCED,
    DONE,
    EDGES,
    FOUND,
    FULL,
    LEVEL,
    NODES,
    NOT_MAXIMAL,
    OTHER,
    OWN,
    Last,
    Limits,
    Tree,
    advance,
)
from cugraph_biclique.largest.defective_roots import (
    Counts,
    Roots,
    deeper,
    fits_outside,
    fix,
    members_of,
    next_tree,
)
from cugraph_biclique.largest.greedy import add_greedy
from cugraph_biclique.largest.growing import Grower
from cugraph_biclique.preparation.cpu import reduction
from cugraph_biclique.request.containing import Ids
from cugraph_biclique.request.request import Request
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.groups import Groups

logger = logging.getLogger(__name__)

WARN_AFTER = 10  # seconds of a search without a time limit
STARTS = 32  # bicliques that grow to the first incumbents, unless k is larger
ROOTS_AT_ONCE = 256  # of a job, at most
JOBS_PER_THREAD = 32
MOST_WORDS = 1 << 22  # that a step of the search reads: some 0.01 s


class DefectiveSearch:
    """One search for k-defective bicliques, with checked arguments."""

    def __init__(
        self,
        request: Request,
        k: int,
        incumbent: Incumbent,
        least: tuple[int, int],
        missing: int,
        containing: Ids | None = None,
    ) -> None:
        """`least`: least number of vertices on the left and on the right."""
        self.request, self.trace = request, request.trace
        self.graph: BipartiteGraph = request.graph.with_host_adjacency()
        self.incumbent, self.best = incumbent, BestDefective(k, incumbent)
        self.least, self.missing, self.containing = least, missing, containing
        self.is_late = False
        self.upper_bound = 0
        # The time to compile in the first run is no search.
        self.warns_at = time.monotonic() - compiling.seconds() + WARN_AFTER
        self._warning = threading.Lock()
        self.caller = caller()

    @property
    def by(self) -> str:
        return self.incumbent.by

    def run(self) -> None:
        """Find the k best. If the time is up, `upper_bound` bounds the others."""
        if self.least[0] > self.graph.n_left or self.least[1] > self.graph.n_right:
            return
        core = self.core(Window(self.least[0], LARGEST, self.least[1], LARGEST))
        highest = self.ceiling(core)
        if highest:
            with self.trace.stage("greedy"):
                self.grow_greedily()
            self.search_all(BothSides(*map(_largest, core)), highest)
        best = self.best.settle()
        self.upper_bound = best[0].score(self.by) if best else 0
        if self.is_late:
            self.upper_bound = max(self.upper_bound, highest)

    def search_all(self, largest: BothSides, highest: int) -> None:
        """Search with the k-th best score; if fewer than k are known, with guesses of
        it, until k are found.

        `largest`: the largest degrees in the core. `highest`: the highest score.
        """
        lowest = self.lowest()
        best = self.best.settle()
        is_known = len(best) == self.best.k
        guess = best[-1].score(self.by) if is_known else (lowest + highest) // 2
        while True:
            self.incumbent.least = guess
            for window in self.windows(largest):
                self.search(window)
            best = self.best.settle()
            enough = sum(one.score(self.by) >= guess for one in best) >= self.best.k
            if self.is_late or enough or guess <= lowest:
                return
            guess = max(lowest, guess // 2)

    def lowest(self) -> int:
        """The lowest score of a solution of the least sizes."""
        n_left, n_right = map(np.array, self.least)
        score = int(scores_of(self.by, n_left, n_right))
        return max(1, score - self.missing if self.by == "edges" else score)

    def core(self, window: Window) -> tuple[np.ndarray, np.ndarray]:
        """Degrees of both sides in the core of a window, 0 outside."""
        sizes = (
            max(1, window.min_left - self.missing),
            max(1, window.min_right - self.missing),
        )
        return interruptible(self.graph.n_edges, reduction.core, self.graph, *sizes)

    def ceiling(self, core: tuple[np.ndarray, np.ndarray]) -> int:
        """Upper bound of all scores, by the degrees in a core; 0 if there is no
        solution."""
        left, right = (np.sort(degree[degree > 0]) for degree in core)
        if len(left) < self.least[0] or len(right) < self.least[1]:
            return 0
        n_right = np.arange(self.least[1], len(right) + 1)
        n_left = len(left) - np.searchsorted(left, n_right - self.missing)
        n_left = np.minimum(n_left, right[-n_right].astype(np.int64) + self.missing)
        possible = n_left >= self.least[0]
        return int(scores_of(self.by, n_left, n_right)[possible].max(initial=0))

    def grow_greedily(self) -> None:
        """Add the solutions that grow from some bicliques, or from the vertices that
        all solutions contain."""
        grower = Grower(self.graph, self.missing)
        if self.containing is not None:
            self.add_grown(grower, *self.containing)
            return
        # Without a vertex of each absent edge, a solution is a biclique.
        sizes = [max(least - self.missing, (least + 1) // 2) for least in self.least]
        for some in (self.least, sizes):
            self.grow_from(grower, *some)

    def grow_from(self, grower: Grower, min_left: int, min_right: int) -> None:
        """Add the solutions that grow from some bicliques of these sizes or larger."""
        starts = Best(max(self.best.k, STARTS), Incumbent(self.by))
        starts.incumbent.ends = self.incumbent.ends
        add_greedy(self.graph, starts, min_left, min_right, EDGES_READ)
        found = starts.settle()
        adjacency = self.graph.left_indptr, self.graph.left_indices
        for first, last in zip(found.offsets[:-1], found.offsets[1:], strict=True):
            if self.incumbent.is_late():
                return
            left = found.left[first:last]
            self.add_grown(grower, left, common_neighbours(adjacency, left))

    def add_grown(self, grower: Grower, left: np.ndarray, right: np.ndarray) -> None:
        grown = grower.grown(left, right)
        if grown is None:
            return
        left, right, absent = grown
        if len(left) >= self.least[0] and len(right) >= self.least[1]:
            edges = len(left) * len(right) - absent
            self.best.add(Defective(left, right, edges))

    def windows(self, largest: BothSides) -> Iterator[Window]:
        """The sizes to search one after the other; the least score may rise between
        two of them."""
        first, most = self.least[1], largest.left + self.missing
        while first <= most:
            last = min(2 * first - 1, most) if self.by == "edges" else most
            score, min_left, min_right = self.incumbent.least, self.least[0], first
            if self.by == "edges":
                min_left = max(min_left, -(-score // last))
            if self.by in ("left", "balanced"):
                min_left = max(min_left, score)
            if self.by in ("right", "balanced"):
                min_right = max(min_right, score)
            if min_left <= largest.right + self.missing and min_right <= last:
                yield Window(min_left, LARGEST, min_right, last)
            first = last + 1

    def search(self, window: Window) -> None:
        """Search one window."""
        if self.is_late or self.incumbent.is_late():
            self.is_late = True
            return
        with self.trace.stage("reduce"):
            near = interruptible(self.graph.n_edges, self.near, window)
        if near is None:
            return
        stop, threads = new_flag(), numba.get_num_threads()
        at_once = max(
            1, min(ROOTS_AT_ONCE, near.n_roots // (threads * JOBS_PER_THREAD))
        )
        jobs = ranges(near.first, near.last, at_once)
        with reporting(self.request.progress, near.n_roots) as tracker:
            parts = stream(
                jobs, lambda: _Searching(self, near, stop), threads, self.trace,
                on_progress=tracker, stop=stop,
            )  # fmt: skip
            with closing(parts):
                for _ in parts:
                    pass

    def warn_if_long(self) -> None:
        """Warn once of a search without a time limit, which may never end.

        A filter may make an error of the warning: `stream` then ends the search.
        """
        incumbent = self.incumbent
        searched_until = time.monotonic() - compiling.seconds()
        if incumbent.ends is not None or searched_until < self.warns_at:
            return
        with self._warning:
            if self.warns_at == inf:
                return
            self.warns_at = inf
        self.caller.warn(
            f"largest_bicliques with missing={self.missing}, min_left={self.least[0]} "
            f"and min_right={self.least[1]} has searched for {WARN_AFTER} seconds, and "
            "may take exponential time: pass larger least sizes, fewer missing edges, "
            "some vertices as containing, or a time_limit, with which it returns the "
            f"best ones so far and a bound on all others; {SILENCE}",
            LongSearchWarning,
        )

    def near(self, window: Window) -> _Core | None:
        """The core of a window, in the order of the search; None if it has no
        solution."""
        left, right = self.core(window)
        if min(np.count_nonzero(left), np.count_nonzero(right)) == 0:
            return None
        near = _Core(self, window, left, right)
        return near if near.n_roots > 0 else None

    def bicliques(self) -> Bicliques:
        """The k best bicliques as a result, if no edge may be absent."""
        best, backend = self.best.settle(), self.request.backend
        sizes = [len(one.left) for one in best]
        lefts = [np.empty(0, np.int32), *(one.left for one in best)]
        records = Records(
            mask=np.full(len(best), WHOLE, np.uint64),
            universe=np.arange(len(best), dtype=np.int32),
            n_grown=np.array([len(one.right) for one in best], np.int32),
            start=np.cumsum([0, *sizes], dtype=np.int64),
            members=np.concatenate(lefts),
        )
        graph = self.graph
        if backend.prepares_on_host:
            graph = backend.placed(self.request.graph)
        report = report_of(self.trace, "cpu", "bicliques", records) | self.bounds()
        ordered = unreduced(self.graph)
        return Bicliques(graph, ordered, records, Cpu(), report, ascending=True)

    def groups(self) -> Groups:
        """The k best as a result, with the evidence for each."""
        null = null_of(self.graph)
        found = [
            Group(*one, evidence_of(self.graph, null, *one))
            for one in self.best.settle()
        ]
        report = report_of(self.trace, "cpu", "groups", None) | self.bounds()
        report["groups"] = len(found)
        del report["bytes"]
        return Groups(self.request.graph, found, report)

    def bounds(self) -> dict[str, Any]:
        return {"exact": not self.is_late, "upper_bound": self.upper_bound}


class _Core:
    """The core of a window. Its own side is the one with fewer pairs of neighbours of
    vertices of the other side, or the one with given vertices."""

    def __init__(
        self,
        search: DefectiveSearch,
        window: Window,
        left: np.ndarray,
        right: np.ndarray,
    ) -> None:
        """`left`, `right`: degrees in the core, 0 outside."""
        graph, given = search.graph, search.containing
        pairs = [int((degree.astype(np.int64) ** 2).sum()) for degree in (left, right)]
        self.own_is_left = pairs[1] <= pairs[0]
        if given is not None:
            self.own_is_left = len(given.left) > 0
        sides = [
            (left, Adjacency(graph.left_indptr, graph.left_indices)),
            (right, Adjacency(graph.right_indptr, graph.right_indices)),
        ]
        none = np.empty(0, np.int64)
        fixed = (none, none) if given is None else (given.left, given.right)
        own, other = sides if self.own_is_left else sides[::-1]
        fixed_own, fixed_other = fixed if self.own_is_left else fixed[::-1]
        self.own_ids, own_number = _numbered(own[0], by_degree=True)
        self.other_ids, other_number = _numbered(other[0], by_degree=False)
        self.roots = Roots(
            *renumbered(*own[1], self.own_ids, other_number),
            *renumbered(*other[1], self.other_ids, own_number),
        )
        self.window, self.missing = window, search.missing
        self.first, self.last = 0, len(self.own_ids)
        self.fixed: tuple[np.ndarray, np.ndarray] | None = None
        if given is not None:
            self.fixed = own_number[fixed_own], other_number[fixed_other]
            self.first = int(self.fixed[0].min())  # the given vertex of least degree
            self.last = self.first + 1
            if min(part.min(initial=0) for part in self.fixed) < 0:  # not in the core
                self.last = self.first

    @property
    def n_roots(self) -> int:
        return self.last - self.first

    def limits(self, incumbent: Incumbent) -> Limits:
        """What the kernels must find now."""
        window, by = self.window, {"edges": EDGES, "balanced": BALANCED}
        is_own = incumbent.by == ("left" if self.own_is_left else "right")
        sizes = tuple(window) if self.own_is_left else (*window[2:], *window[:2])
        code = by.get(incumbent.by, OWN if is_own else OTHER)
        return Limits(code, incumbent.least, self.missing, *sizes)

    def left_below(self, tree: Tree) -> tuple[np.ndarray, np.ndarray]:
        """Ids of the left vertices below a root, and these vertices by ascending id."""
        if self.own_is_left:
            ids = self.own_ids[tree.own.ids]
            return ids, np.argsort(ids)
        return self.other_ids[tree.other.ids], np.arange(len(tree.other.ids))

    def solution(self, tree: Tree, counts: Counts) -> Defective | None:
        """The solution that the kernel has just found; None if it is not maximal."""
        level, absent = int(tree.state[LEVEL]) + 1, int(tree.state[ABSENT])
        own, other = members_of(tree.own, level), members_of(tree.other, level)
        if fits_outside(self.roots, own, other, self.missing - absent, counts):
            return None
        own, other = np.sort(self.own_ids[own]), self.other_ids[other]
        edges = len(own) * len(other) - absent
        left, right = (own, other) if self.own_is_left else (other, own)
        return Defective(left, right, edges)


class _Searching:
    """A worker of `workers.stream`."""

    def __init__(self, search: DefectiveSearch, near: _Core, stop: np.ndarray) -> None:
        self.search, self.near, self.stop = search, near, stop
        sizes = len(near.own_ids), len(near.other_ids)
        self.counts = Counts(*(np.zeros(n, np.int32) for n in sizes))
        self.tree: Tree | None = None

    def start(self, job: Job) -> None:
        self.next, self.end, self.tree = job.first, job.last, None

    def advance(self) -> tuple[bool, None]:
        """Search for some hundredths of a second; whether the job has ended."""
        search, near = self.search, self.near
        if search.incumbent.is_late():
            search.is_late = True
            return True, None
        limits = near.limits(search.incumbent)
        if self.tree is None and not self.find_tree(limits):
            return True, None
        assert self.tree is not None
        search.warn_if_long()
        status = advance(self.tree, limits, self.last(), MOST_WORDS, self.stop)
        if status == FOUND:
            found = near.solution(self.tree, self.counts)
            if found is None:
                self.tree.state[NOT_MAXIMAL] += 1
            else:
                search.best.add(found)
        elif status == FULL:
            self.tree = deeper(self.tree)
        elif status == DONE:
            state = self.tree.state
            search.trace.add_nodes(int(state[NODES]), int(state[NOT_MAXIMAL]))
            self.tree = None
        return False, None

    def find_tree(self, limits: Limits) -> bool:
        """Build the tree of the next root that may have solutions; whether there is
        one."""
        fixed = self.near.fixed
        root, tree = next_tree(
            self.near.roots, self.next, self.end, limits, fixed is not None,
            self.counts, self.stop,
        )  # fmt: skip
        self.next = root + 1
        if root == self.end:
            self.next = root
            return False
        if fixed is not None and not fix(tree, *fixed):
            return False
        if tree.absent[0] > limits.missing:
            return False
        self.tree, self.left = tree, self.near.left_below(tree)
        return True

    def last(self) -> Last:
        """The last of the k best so far, for the kernel."""
        last, is_own = self.search.best.last, self.near.own_is_left
        if last is None:
            return Last(-1, np.empty(0, np.int32), 0, is_own, *self.left)
        score = last.score(self.search.by)
        return Last(score, last.left, len(last.right), is_own, *self.left)


def _largest(degree: np.ndarray) -> int:
    return int(degree.max(initial=0))


def _numbered(degree: np.ndarray, by_degree: bool) -> tuple[np.ndarray, np.ndarray]:
    """Ids of the vertices of a core in their new order, and the number of each vertex
    in it, -1 outside: int32."""
    ids = np.flatnonzero(degree).astype(np.int32)
    if by_degree:
        ids = ids[np.argsort(degree[ids], kind="stable")]
    return ids, numbers_of(ids, len(degree))
