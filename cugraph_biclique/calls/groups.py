# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search for groups: seeds from the bicliques, then their refinement.

The engine lists the maximal bicliques of the graph without its hubs, and the best ones
become seeds. Host threads refine them, on both engines: that takes a second.

If there are more bicliques than seeds, one dense part of the graph may have all seeds.
So the search is repeated without the edges of the groups that were found, as long as it
finds more.

A dense part may have too many bicliques to list. Then bicliques are listed outside a
core of the graph, and sampled pairs of vertices become the seeds inside. The number of
bicliques decides, and it is the same on every engine and for any number of threads.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import chain
from typing import Any

import numba
import numpy as np

from cugraph_biclique.calls.call import run_search
from cugraph_biclique.calls.neighbourhood import (
    Neighbourhood,
    common_neighbours,
    renumbered,
)
from cugraph_biclique.contract.backend import Jobs, Resources
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.graph.adjacency import BothSides
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import row_of_entries
from cugraph_biclique.grouping.evidence import evidence_of, null_of
from cugraph_biclique.grouping.hubs import most_neighbours
from cugraph_biclique.grouping.pair_seeds import MOST_ENTRIES, pair_seeds
from cugraph_biclique.grouping.ranking import Group, ranked
from cugraph_biclique.grouping.refining import Side, refine_some
from cugraph_biclique.grouping.seeds import Seeds, Sides
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.callers import caller
from cugraph_biclique.host.interrupts import interruptible, new_flag
from cugraph_biclique.host.jobs import Job, ranges
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.preparation.cpu import reduction
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.request.containing import Ids
from cugraph_biclique.request.request import Request
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.scores import scores
from cugraph_biclique.search.stars import star_records

logger = logging.getLogger(__name__)

MOST_BICLIQUES = 1 << 20  # and as many as there are edges; more are not listed
LARGEST_CORE = 32  # least degree of the first core whose bicliques are sampled
MOST_ROUNDS = 8  # searches of a graph with more bicliques than seeds
MOST_AROUND = 1000  # seeds that stay as they are, with `containing`
SEEDS_AT_ONCE = 256  # seeds that a thread refines in one step
# Entries of adjacency lists that the refinement of some seeds reads: about a second.
MOST_READ, MOST_READ_PER_EDGE = 1 << 27, 8


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
        self.is_cut = False  # whether there are more seeds in this round
        self.n_skipped = 0  # seeds that were not refined
        self.core = 0  # least degree in the core whose bicliques are sampled, if any
        self.is_sampled = np.zeros(graph.n_edges, bool)
        self.left = self.worth_searching()  # and in no group that was found

    def best(self, k: int, overlap: float) -> list[Group]:
        """Return up to k groups, the best first; see `ranked`."""
        found: list[Group] = []
        for _ in range(MOST_ROUNDS):
            self.is_cut = False
            new: list[Group] = []
            for seeds in self.seeds():
                best = seeds.settle()
                self.is_cut |= seeds.is_cut
                new += self.groups_of(best)
                if self.containing is not None:  # refining may drop these vertices
                    found += self.bicliques_of(best)
            found += new
            likely = [group for group in new if group.bits > 0]
            if not (self.is_cut and self.take_away(likely)):
                break
        if self.n_sampled or self.n_skipped:
            caller().warn(self.warning(), UserWarning)
        if self.containing is not None:
            found = [group for group in found if self.has_all(group)]
        return ranked(found, k, overlap)

    @property
    def n_edges(self) -> int:
        """Number of edges of the graph."""
        return self.graph.n_edges

    @property
    def n_sampled(self) -> int:
        """Number of edges in the core whose bicliques are sampled."""
        return int(np.count_nonzero(self.is_sampled))

    def report(
        self, engine: str, found: list[Group], seconds: dict[str, float]
    ) -> dict[str, Any]:
        """Return `Groups.report`."""
        return {
            "engine": engine,
            "groups": len(found),
            "sampled_edges": self.n_sampled,
            "skipped_seeds": self.n_skipped,
            "seconds": seconds,
        }

    def warning(self) -> str:
        """What is said if a dense part was not searched completely."""
        why = []
        if self.n_sampled:
            why.append(
                f"{self.n_sampled:,} of {self.n_edges:,} edges are in a dense "
                "part with too many maximal bicliques to list, so its groups grow from "
                "sampled pairs of vertices"
            )
        if self.n_skipped:
            why.append(
                f"{self.n_skipped:,} starting points of groups were not examined, "
                "because the search had reached the limit of its work"
            )
        where = " in the dense part" if self.n_sampled else ""
        return (
            f"{', and '.join(why)}: weak groups{where} may be absent from the result; "
            "to search near some vertices, pass them as containing, or pass a part of "
            "the graph as G"
        )

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

    def take_away(self, groups: list[Group]) -> bool:
        """Do not search the edges of some groups again; return whether that makes a
        difference."""
        taken = self.edges_of(groups) & self.left
        self.left &= ~taken
        return bool(taken.any())

    def seeds(self) -> Iterator[Seeds]:
        """Yield the best maximal bicliques of the edges that are left; if there is a
        core with too many, those outside, and then the best ones from pairs in it."""
        while (seeds := self.listed()) is None:
            self.sample_more()
        yield seeds
        if (pairs := self.of_pairs()) is not None:
            yield pairs

    def sample_more(self) -> None:
        """Let the bicliques of a larger core be sampled: all edges in the end."""
        n = np.count_nonzero(self.is_sampled)
        while np.count_nonzero(self.is_sampled) == n:
            self.core = self.core // 2 if self.core else LARGEST_CORE
            self.is_sampled |= self.in_core(self.left, self.core, self.core)
        logger.info("groups: bicliques of a core of degree %d are sampled", self.core)

    def part(self, which: np.ndarray) -> Neighbourhood:
        """Return the graph of some edges, which are in the same order there."""
        return renumbered(self.lefts[which], self.graph.left_indices[which])

    def in_core(self, which: np.ndarray, n_left: int, n_right: int) -> np.ndarray:
        """Whether each edge is in a core of some edges: bool, by edge."""
        near = self.part(which).graph
        left, right = interruptible(near.n_edges, reduction.core, near, n_left, n_right)
        inside = which.copy()
        inside[which] = np.repeat(left > 0, np.diff(near.left_indptr))
        inside[which] &= right[near.left_indices] > 0
        return inside

    def listed(self) -> Seeds | None:
        """Return the best maximal bicliques outside the core that is sampled; None if
        there are too many.

        A search for large sizes on both sides may visit many nodes and find nothing. So
        the search has a least size of two on one side, and what it finds bounds its
        nodes.
        """
        n_left, n_right = self.least
        for least in dict.fromkeys([(n_left, 2), (2, n_right)]):
            if min(self.least) == 2:
                least = self.least
            if (seeds := self.listed_from(least)) is not None:
                return seeds
        return None

    def listed_from(self, least: tuple[int, int]) -> Seeds | None:
        """Do what `listed` does, by a search for these least sizes."""
        listing = self.listing(least)
        return listing.seeds(listing.jobs(), has_stars=True)

    def listing(self, least: tuple[int, int]) -> Listing:
        """Prepare the search of `listed_from`."""
        which = self.left & ~self.is_sampled
        if min(self.least) > 2:
            which = self.in_core(which, *self.least)
        return Listing(self, self.part(which), least)

    def of_pairs(self) -> Seeds | None:
        """Return seeds that grow from pairs of vertices, sampled from the core; None if
        there is no core."""
        which = self.left & self.is_sampled
        if not which.any():
            return None
        seeds = Seeds()
        seeds.is_cut = True  # there may be more of them
        near = self.part(which)
        lefts = near.left_ids.astype(np.int32)
        degree = BothSides(self.degree[0][lefts], self.degree[1][near.right_ids])
        with self.trace.stage("pairs"):
            found = interruptible(
                MOST_ENTRIES, pair_seeds, near.graph, degree, self.null, self.least
            )
            for sides in found:
                seeds.add(sides._replace(members=lefts[sides.members]))
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
        """Yield the groups of the seeds, in order. The last ones are skipped if the
        others have read too much."""
        n = len(seeds.score)
        done = read = 0
        with closing(self.refinements(seeds, ranges(0, n, SEEDS_AT_ONCE))) as parts:
            for group, entries in chain.from_iterable(parts):
                if read > self.most_read:
                    self.n_skipped += n - done
                    self.is_cut = True
                    return
                done, read = done + 1, read + entries
                if group is not None:
                    yield group

    @property
    def most_read(self) -> int:
        """The most entries that the refinement of some seeds reads."""
        return MOST_READ + MOST_READ_PER_EDGE * self.n_edges

    def refinements(
        self, seeds: Sides, jobs: list[Job]
    ) -> Generator[list[tuple[Group | None, int]], None, None]:
        """Yield the groups of some ranges of the seeds, in order, and how many entries
        each has read."""
        stop = new_flag()
        parts = stream(
            jobs, lambda: _Refining(self, seeds, stop), numba.get_num_threads(),
            Trace(), stop=stop,
        )  # fmt: skip
        with closing(parts):
            for _, refined in parts:
                yield refined or []

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
            np.zeros(1, np.int64),
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


class Listing:
    """A search for the maximal bicliques of some edges, prepared."""

    def __init__(
        self, search: GroupSearch, near: Neighbourhood, least: tuple[int, int]
    ) -> None:
        """`near`: the graph of these edges. `least`: sizes of the bicliques to find."""
        self.request, self.trace = search.request, search.trace
        self.near, self.least = near, search.least
        self.most = MOST_BICLIQUES + near.graph.n_edges
        self.backend = self.request.backend_of(near.graph)
        self.prepared: Prepared = interruptible(
            near.graph.n_edges if self.backend.prepares_on_host else 0,
            prepare, near.graph, *least,
            Resources(self.backend, self.request.budget, self.trace),
        )  # fmt: skip
        self.placed = self.backend.placed(near.graph)

    def jobs(self) -> Jobs:
        """Return all jobs of the search."""
        return self.backend.jobs(self.prepared)

    def seeds(self, jobs: Jobs, has_stars: bool) -> Seeds | None:
        """Return the best bicliques of some jobs, and the stars if `has_stars`; None if
        there are too many."""
        found, n = Seeds(), 0

        def take(records: Records) -> tuple[int, Sides]:  # on several threads
            some = Bicliques(
                self.placed, self.prepared.ordered, records, self.backend, {}
            )
            least = found.least
            return len(some), _worth_keeping(some, self.near, least, self.least)

        if len(self.prepared.ordered.graph.kept_indices):
            parts = run_search(
                self.backend, self.prepared, jobs, take, self.trace,
                self.request.progress,
            )  # fmt: skip
            with closing(parts):
                for _, taken in parts:
                    if taken is not None:
                        n += taken[0]
                        found.add(taken[1])
                    if n > self.most:
                        return None
        if has_stars:
            with self.trace.stage("stars"):
                stars = star_records(self.prepared, self.backend)
            n += len(stars)
            if n > self.most:
                return None
            if len(stars):
                found.add(take(stars)[1])
        found.n_listed = n
        return found


class _Refining:
    """A worker of `workers.stream`."""

    def __init__(self, search: GroupSearch, seeds: Sides, stop: np.ndarray) -> None:
        self.sides = search.side("left"), search.side("right")
        self.seeds = seeds.offsets, seeds.members
        self.rest = search.density, search.null, stop

    def start(self, job: Job) -> None:
        self.job = job

    def advance(self) -> tuple[bool, list[tuple[Group | None, int]]]:
        """Refine the seeds of the job; also tells how many entries each has read."""
        job = self.job
        left, right, edges, bits, read = refine_some(
            *self.sides, self.seeds, job.first, job.last, *self.rest
        )
        return True, [
            (
                Group(_list_of(left, i), _list_of(right, i), int(edges[i]), bits[i])
                if bits[i] > -np.inf
                else None,
                int(read[i]),
            )
            for i in range(len(bits))
        ]


def _list_of(lists: tuple[np.ndarray, np.ndarray], i: int) -> np.ndarray:
    offsets, members = lists
    return members[offsets[i] : offsets[i + 1]].copy()


def _worth_keeping(
    found: Bicliques, near: Neighbourhood, score_least: float, least: tuple[int, int]
) -> Sides:
    """Return the left sides, as ids of the whole graph, of the bicliques whose scores
    and sizes are large enough."""
    score = scores(found, "surprise")
    n_left, n_right = map(to_host, found._sizes)
    large = (n_left >= least[0]) & (n_right >= least[1])
    which = np.flatnonzero((score >= score_least) & large)
    offsets, members = map(to_host, found._select(which)._side("left"))
    ids = to_host(near.left_ids).astype(np.int32)
    return Sides(score[which], offsets.astype(np.int64), ids[members])
