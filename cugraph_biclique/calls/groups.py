# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search for groups: seeds from the bicliques, then their refinement.

The engine lists the maximal bicliques of the graph without its hubs, and the best ones
become seeds. Host threads refine them, on both engines: that takes a second.

If there are more bicliques than seeds, one dense part of the graph may have all seeds.
So the search is repeated without the edges of the groups that were found, as long as it
finds more.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing

import numba
import numpy as np

from cugraph_biclique.calls.call import run_search
from cugraph_biclique.calls.neighbourhood import (
    Neighbourhood,
    common_neighbours,
    renumbered,
)
from cugraph_biclique.calls.watching import Watch
from cugraph_biclique.contract.backend import Resources
from cugraph_biclique.contract.records import Records
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import row_of_entries
from cugraph_biclique.grouping.evidence import evidence_of, null_of
from cugraph_biclique.grouping.hubs import most_neighbours
from cugraph_biclique.grouping.ranking import Group, ranked
from cugraph_biclique.grouping.refining import Side, refine_some
from cugraph_biclique.grouping.seeds import Seeds, Sides
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.interrupts import interruptible, new_flag
from cugraph_biclique.host.jobs import Job, ranges
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.request.containing import Ids
from cugraph_biclique.request.request import Request
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.scores import scores
from cugraph_biclique.search.stars import star_records

logger = logging.getLogger(__name__)

MOST_ROUNDS = 8  # searches of a graph with more bicliques than seeds
MOST_AROUND = 1000  # seeds that stay as they are, with `containing`
SEEDS_AT_ONCE = 1024  # seeds that a thread refines in one step


class GroupSearch:
    """One search for groups, with checked arguments."""

    def __init__(
        self,
        request: Request,
        least: tuple[int, int],
        density: float,
        containing: Ids | None = None,
    ) -> None:
        """`least`: least number of vertices of a group, on the left and on the right.
        `density`: least share of the other side that each vertex touches."""
        self.request, self.trace = request, request.trace
        self.graph: BipartiteGraph = request.graph.with_host_adjacency()
        self.least, self.density = least, density
        self.containing = containing
        graph = self.graph
        self.degree = np.diff(graph.left_indptr), np.diff(graph.right_indptr)
        self.most = tuple(map(most_neighbours, self.degree))
        self.lefts = row_of_entries(graph.left_indptr, graph.n_edges).astype(np.int32)
        self.null = null_of(graph)

    def best(self, k: int, overlap: float) -> list[Group]:
        """Return up to k groups, the best first; see `ranked`."""
        found: list[Group] = []
        left = self.worth_searching()
        for _ in range(MOST_ROUNDS):
            seeds = self.seeds(left)
            best = seeds.settle()
            new = self.groups_of(best)
            found += new
            if self.containing is not None:  # refining may drop these vertices
                found += self.bicliques_of(best)
            taken = self.edges_of([group for group in new if group.bits > 0])
            if not seeds.is_cut or not (taken & left).any():
                break
            left &= ~taken
        if self.containing is not None:
            found = [group for group in found if self.has_all(group)]
        return ranked(found, k, overlap)

    def worth_searching(self) -> np.ndarray:
        """Whether each edge is between vertices that are no hubs: bool, by edge.

        With `containing`, it must also be near these vertices, which may be hubs.
        """
        rights = self.graph.left_indices
        is_hub = [
            degree > most for degree, most in zip(self.degree, self.most, strict=True)
        ]
        if self.containing is None:
            return ~is_hub[0][self.lefts] & ~is_hub[1][rights]
        for hubs, ids in zip(is_hub, self.containing, strict=True):
            hubs[ids] = False
        inside = ~is_hub[0][self.lefts] & ~is_hub[1][rights]
        for ids, ends, others, n in (
            (self.containing.left, self.lefts, rights, self.graph.n_right),
            (self.containing.right, rights, self.lefts, self.graph.n_left),
        ):
            if len(ids):  # the other side of a seed is among the neighbours of each
                near = np.zeros(n, bool)
                near[others[np.isin(ends, ids)]] = True
                inside &= near[others]
        return inside

    def seeds(self, which: np.ndarray) -> Seeds:
        """Return the best maximal bicliques of some edges."""
        seeds = Seeds()
        near = renumbered(self.lefts[which], self.graph.left_indices[which])
        if not near.graph.n_edges:
            return seeds
        backend = self.request.backend_of(near.graph)
        prepared = interruptible(
            near.graph.n_edges if backend.prepares_on_host else 0,
            prepare, near.graph, *self.least,
            Resources(backend, self.request.budget, self.trace),
        )  # fmt: skip
        placed = backend.placed(near.graph)
        on_host = (lambda: prepared) if backend.prepares_on_host else None
        watch = Watch(on_host, backend.engine, None)

        def take(records: Records) -> Sides:  # on several threads
            found = Bicliques(placed, prepared.ordered, records, backend, {})
            return _worth_keeping(found, near, seeds.least)

        if len(prepared.ordered.graph.kept_indices):
            jobs = backend.jobs(prepared)
            parts = run_search(
                backend, prepared, jobs, take, self.trace, self.request.progress
            )
            with watch, closing(parts):
                for _, sides in parts:
                    if sides is not None:
                        seeds.add(sides)
                    watch.check()
        with self.trace.stage("stars"):
            stars = star_records(prepared, backend)
        if len(stars):
            seeds.add(take(stars))
        return seeds

    def groups_of(self, seeds: Sides) -> list[Group]:
        """Refine all seeds; return each different group once."""
        groups: dict[tuple[bytes, bytes], Group] = {}
        with self.trace.stage("refinement"):
            for group in self.refined(seeds):
                groups.setdefault((group.left.tobytes(), group.right.tobytes()), group)
        logger.info(
            "groups: %s of %s seeds", f"{len(groups):,}", f"{len(seeds.score):,}"
        )
        return list(groups.values())

    def bicliques_of(self, seeds: Sides) -> list[Group]:
        """The first seeds as groups: bicliques, which contain the given vertices."""
        graph, groups = self.graph, []
        adjacency = graph.left_indptr, graph.left_indices
        for i in range(min(len(seeds.score), MOST_AROUND)):
            left = np.sort(_list_of((seeds.offsets, seeds.members), i))
            right = common_neighbours(adjacency, left)
            edges = len(left) * len(right)
            bits = evidence_of(graph, self.null, left, right, edges)
            if bits > -np.inf:
                groups.append(Group(left, right, edges, bits))
        return groups

    def refined(self, seeds: Sides) -> Iterator[Group]:
        """Yield the groups of the seeds, in order."""
        n, stop = len(seeds.score), new_flag()
        parts = stream(
            ranges(0, n, SEEDS_AT_ONCE), lambda: _Refining(self, seeds, stop),
            numba.get_num_threads(), Trace(), stop=stop,
        )  # fmt: skip
        with closing(parts):
            for _, groups in parts:
                if groups is not None:
                    yield from groups

    def side(self, name: str) -> Side:
        """Return a side of the graph for one thread."""
        is_left, graph = name == "left", self.graph
        n = graph.n_left if is_left else graph.n_right
        return Side(
            graph.left_indptr if is_left else graph.right_indptr,
            graph.left_indices if is_left else graph.right_indices,
            self.most[not is_left],
            self.least[not is_left],
            np.zeros(n, np.int32),
        )

    def edges_of(self, groups: list[Group]) -> np.ndarray:
        """Whether each edge is within one of some groups: bool, by edge."""
        graph = self.graph
        inside = np.zeros(graph.n_edges, bool)
        is_member = np.zeros(graph.n_right, bool)
        for group in groups:
            is_member[group.right] = True
            for u in group.left.tolist():
                at = slice(graph.left_indptr[u], graph.left_indptr[u + 1])
                inside[at] |= is_member[graph.left_indices[at]]
            is_member[group.right] = False
        return inside

    def has_all(self, group: Group) -> bool:
        """Whether a group has all vertices of `containing`."""
        assert self.containing is not None
        sides = zip(self.containing, (group.left, group.right), strict=True)
        return all(np.isin(ids, members).all() for ids, members in sides)


class _Refining:
    """A worker of `workers.stream`."""

    def __init__(self, search: GroupSearch, seeds: Sides, stop: np.ndarray) -> None:
        self.sides = search.side("left"), search.side("right")
        self.seeds = seeds.offsets, seeds.members
        self.rest = search.density, search.null, stop

    def start(self, job: Job) -> None:
        self.job = job

    def advance(self) -> tuple[bool, list[Group]]:
        job = self.job
        left, right, edges, bits = refine_some(
            *self.sides, self.seeds, job.first, job.last, *self.rest
        )
        return True, [
            Group(_list_of(left, i), _list_of(right, i), int(edges[i]), float(bits[i]))
            for i in np.flatnonzero(bits > -np.inf).tolist()
        ]


def _list_of(lists: tuple[np.ndarray, np.ndarray], i: int) -> np.ndarray:
    offsets, members = lists
    return members[offsets[i] : offsets[i + 1]].copy()


def _worth_keeping(found: Bicliques, near: Neighbourhood, least: float) -> Sides:
    """Return the left sides, as ids of the whole graph, of the bicliques whose scores
    are high enough."""
    score = scores(found, "surprise")
    which = np.flatnonzero(score >= least)
    offsets, members = map(to_host, found._select(which)._side("left"))
    ids = to_host(near.left_ids).astype(np.int32)
    return Sides(score[which], offsets.astype(np.int64), ids[members])
