# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search for the k largest balanced bicliques of a dense core, on CPU threads.

A local search raises the k-th best score. Then a branch and bound finds all bicliques
of higher scores, and another one those of the k-th best score that come before the last
of the k best in the canonical order. So the answer is that of the general search. The
second one has the left vertices as roots, in their order, and most roots come too late.

With a time limit, the first one begins with high scores. Each of its rounds proves an
upper bound, and takes a part of the time of the next one.
"""

from __future__ import annotations

import logging
from contextlib import closing
from typing import NamedTuple

import numba
import numpy as np

from cugraph_biclique.contract.goal import Window
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import numbers_of, renumbered
from cugraph_biclique.host.interrupts import interruptible, new_flag
from cugraph_biclique.host.jobs import Job, ranges
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.largest.balanced_local import found_block
from cugraph_biclique.largest.balanced_nodes import AT, NODES, Limits, Tree
from cugraph_biclique.largest.balanced_roots import (
    Roots,
    bits_of,
    maximal,
    new_tree,
    place,
    roots_of,
)
from cugraph_biclique.largest.balanced_tree import DONE, FOUND, Last, advance
from cugraph_biclique.largest.best import Best, Found
from cugraph_biclique.preparation.cpu import reduction

logger = logging.getLogger(__name__)

MOST_WANTED = 16  # bicliques: the general search is made for many
LEAST_SIDE, MOST_SIDE = 32, 4096  # vertices of a core
MOST_CELLS = 1 << 22  # of its matrix: then a thread needs at most some 20 MB
LEAST_DENSITY = 0.25
MOST_NODES = 1 << 14  # of a step of the search: some 0.01 s
MOVES = 20_000  # of the local search between two starts
MOST_LOOKS = 1 << 26  # at a vertex by the local search: some 0.2 s
SEARCHES = 8  # of these, at least, even if they fail
SEED = 88172645463325252  # of the local search, fixed


class Core(NamedTuple):
    """A dense core: ids of its vertices, ascending, and the matrix of its edges."""

    left: np.ndarray  # int32
    right: np.ndarray
    has_edge: np.ndarray  # bool


def dense_core(graph: BipartiteGraph, window: Window) -> Core | None:
    """Return the core of a window if this search is made for it.

    The graph must be in host memory.
    """
    degrees = interruptible(
        graph.n_edges, reduction.core, graph, window.min_left, window.min_right
    )
    left, right = (np.flatnonzero(degree).astype(np.int32) for degree in degrees)
    if not min(len(left), len(right)) >= LEAST_SIDE:
        return None
    if max(len(left), len(right)) > MOST_SIDE or len(left) * len(right) > MOST_CELLS:
        return None
    if degrees[0].sum() < LEAST_DENSITY * len(left) * len(right):
        return None
    number = numbers_of(right, graph.n_right)
    indptr, indices = renumbered(graph.left_indptr, graph.left_indices, left, number)
    has_edge = np.zeros((len(left), len(right)), bool)
    has_edge[np.repeat(np.arange(len(left)), np.diff(indptr)), indices] = True
    return Core(left, right, has_edge)


class BalancedSearch:
    """A search in a dense core, which k bicliques of the best ones are in."""

    def __init__(
        self,
        core: Core,
        best: Best,
        window: Window,
        highest: int,
        trace: Trace,
        progress: Progress,
    ) -> None:
        """`highest`: upper bound of the scores of bicliques that are not found yet."""
        self.core, self.best, self.window = core, best, window
        self.trace, self.progress = trace, progress
        self.highest = highest
        self.is_late = False
        self.tree = new_tree(core.has_edge, self.limits(best.incumbent.least))

    def run(self) -> bool:
        """Find the k best; whether there was time enough. If not, no other biclique
        has a score above `highest`."""
        with self.trace.stage("greedy"):
            self.search_locally()
        if not self.find_better():
            return False
        self.highest = self.least
        return self.search(self.least, with_ties=True)

    @property
    def least(self) -> int:
        """The k-th best score."""
        self.best.settle()
        return self.best.incumbent.least

    def limits(self, score: int) -> Limits:
        """The least sizes of a biclique of a score."""
        window = self.window
        return Limits(max(window.min_left, score), max(window.min_right, score))

    def search_locally(self) -> None:
        """Raise the k-th best score by local searches.

        They aim higher after each success, and at the next score after a failure.
        """
        random = np.array([SEED], np.uint64)
        shape = self.core.has_edge.shape
        inside = np.zeros((2, max(shape)), bool)
        moves = min(MOVES, MOST_LOOKS // (SEARCHES * sum(shape)))
        looks, step = 0, 1
        while looks < MOST_LOOKS:
            sizes = self.limits(self.least + step)
            is_possible = sizes.left <= shape[0] and sizes.right <= shape[1]
            if (not is_possible and step == 1) or self.best.incumbent.is_late():
                return
            is_found = False
            if is_possible:
                is_found, moved = found_block(self.tree, sizes, moves, random, inside)
                looks += (sum(sizes) + moved) * sum(shape)
            step = 2 * step if is_found else 1
            if is_found:
                words = self.tree.members.shape[2]
                for side in range(2):
                    members = np.flatnonzero(inside[side])
                    self.tree.members[0, side] = bits_of(members, words)
                self.add(self.tree, 0)

    def find_better(self) -> bool:
        """Find all bicliques that are better than the last of the k best; whether there
        was time enough."""
        while (least := self.least) < self.highest:
            score = least + 1
            if self.best.incumbent.ends is not None:
                score += 7 * (self.highest - score) // 8
            if not self.search(score, with_ties=False):
                return False
            self.highest = score - 1
            logger.info("balanced: no other biclique has a score of %d", score)
            if score <= self.least + 1:
                break
        return True

    def search(self, score: int, with_ties: bool) -> bool:
        """Find all bicliques of a score, or those that come before the last of the k
        best; whether there was time enough."""
        with self.trace.stage("reduce"):
            roots = roots_of(self.tree, self.limits(score), with_ties)
        if roots is None:
            return True
        stop, jobs = new_flag(), ranges(0, len(roots.order) + 1, 1)
        with reporting(self.progress, len(jobs)) as tracker:
            parts = stream(
                jobs, lambda: _Searching(self, roots, score, with_ties, stop),
                numba.get_num_threads(), self.trace, on_progress=tracker, stop=stop,
            )  # fmt: skip
            with closing(parts):
                for _ in parts:
                    pass
        return not self.is_late

    def add(self, tree: Tree, level: int) -> None:
        """Add a maximal biclique that contains the members of a node."""
        left, right = maximal(tree, level)
        offsets = np.array([0, len(left)])
        n_right = np.array([len(right)], np.int32)
        self.best.add(Found(offsets, self.core.left[left], n_right))

    def last(self) -> Last:
        """The last of the k best so far, for the kernel."""
        found = self.best.settle()
        left = found.left[found.offsets[-2] :]
        bits = bits_of(
            np.searchsorted(self.core.left, left), self.tree.members.shape[2]
        )
        return Last(len(left), int(found.n_right[-1]), bits)


class _Searching:
    """A worker of `workers.stream`."""

    def __init__(
        self,
        search: BalancedSearch,
        roots: Roots,
        score: int,
        with_ties: bool,
        stop: np.ndarray,
    ) -> None:
        self.search, self.roots, self.stop = search, roots, stop
        self.score, self.with_ties = score, with_ties
        self.tree = Tree(*map(np.copy, search.tree))
        none = np.zeros(self.tree.members.shape[2], np.uint64)
        self.nothing = Last(0, 0, none)

    def start(self, job: Job) -> None:
        place(self.tree, self.roots, job.first)

    def advance(self) -> tuple[bool, None]:
        """Search for some hundredths of a second; whether the job has ended."""
        search, tree = self.search, self.tree
        if search.best.incumbent.is_late():
            search.is_late = True
            return self.ended(), None
        if self.with_ties:
            limits, last = search.limits(self.score), search.last()
        else:
            score = max(self.score, search.least + 1)
            limits, last = search.limits(score), self.nothing
        status = advance(tree, limits, last, MOST_NODES, self.stop)
        if status == FOUND:
            search.add(tree, int(tree.state[AT]))
        return status == DONE and self.ended(), None

    def ended(self) -> bool:
        """Count the nodes of a job that ends."""
        self.search.trace.add_nodes(int(self.tree.state[NODES]), 0)
        return True
