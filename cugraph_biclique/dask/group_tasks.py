# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The tasks of a search for groups that workers share; each has the whole graph.

Every worker has a search of its own, and the same state: which edges are sampled, and
which are in groups that were found. A task brings it up to date by the steps of the
call so far.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.calls.groups import GroupSearch, Listing
from cugraph_biclique.calls.neighbourhood import renumbered
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica, work_of
from cugraph_biclique.dask.replicas import Cut, jobs_of
from cugraph_biclique.dask.tasks import threads_of_worker
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.digests import digest_of_graph
from cugraph_biclique.grouping.ranking import Group
from cugraph_biclique.grouping.seeds import Seeds, Sides
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.request.containing import Containing, Ids, ids_of
from cugraph_biclique.results.parquet import GroupWriter
from cugraph_biclique.results.result import at_home

Step = list[Group] | None  # groups whose edges are taken away; None: a larger core


@dataclass(frozen=True)
class Wanted:
    """A search for groups, the steps that it has made, and what a task does next."""

    number: int  # of the call
    options: tuple[tuple[int, int], float, Ids | None]  # of `GroupSearch`
    steps: list[Step] = field(default_factory=list)
    least: tuple[int, int] = (2, 2)  # of a listing
    seeds: Sides | None = None  # to refine

    def next(self, **changes: Any) -> Wanted:
        """Return the same search with another task."""
        return replace(self, **changes)


class State:
    """The search of a worker."""

    def __init__(self, whole: BipartiteReplica, wanted: Wanted) -> None:
        self.number = wanted.number
        self.search = GroupSearch(whole.request, *wanted.options)
        self.answers: list[bool] = []  # of the steps
        self.listing: tuple[tuple[int, tuple[int, int]], Listing] | None = None

    def listed(self, wanted: Wanted) -> Listing:
        """Return a prepared search for bicliques."""
        key = len(wanted.steps), wanted.least
        if self.listing is None or self.listing[0] != key:
            self.listing = None  # frees its memory first
            self.listing = key, self.search.listing(wanted.least)
        return self.listing[1]


class Listed(NamedTuple):
    """What a share of a search for bicliques has found."""

    n: int  # bicliques
    most: int  # of all shares; more are not listed
    best: Sides
    is_cut: bool  # whether there are others than the best


def state_of(whole: BipartiteReplica, wanted: Wanted) -> State:
    """Return the search of a worker, brought up to date."""
    state: State | None = whole.grouping
    if state is None or state.number != wanted.number:
        whole.drop("search")  # frees its memory first
        whole.grouping = None
        whole.grouping = state = State(whole, wanted)
    for step in wanted.steps[len(state.answers) :]:
        state.listing = None
        if step is None:
            state.search.sample_more()
            state.answers.append(True)
        else:
            state.answers.append(state.search.take_away(step))
    return state


def ids_of_labels(whole: BipartiteReplica, containing: Containing) -> Ids:
    """Return the ids of the vertices that groups must contain."""
    return ids_of(whole.request.graph, containing)


def digest_to_store(whole: BipartiteReplica) -> str:
    """Return the digest of the graph, or raise an error if Parquet has no type for its
    labels."""
    graph = whole.request.graph
    GroupWriter(graph)
    return digest_of_graph(graph)


def cut_listing(whole: BipartiteReplica, wanted: Wanted, slots: int) -> Cut:
    """Prepare a search for bicliques, and cut it into jobs."""
    with threads_of_worker():
        prepared = state_of(whole, wanted).listed(wanted).prepared
        work, engine = work_of(whole, prepared.ordered.graph), whole.request.engine
        return Cut.of(engine, work, jobs_of(engine, work, slots))


def list_seeds(
    whole: BipartiteReplica, wanted: Wanted, jobs: list[Job], has_stars: bool
) -> Listed | None:
    """Return the best bicliques of some jobs; None if there are too many."""
    with threads_of_worker():
        listing = state_of(whole, wanted).listed(wanted)
        seeds = listing.seeds(jobs, has_stars)
    if seeds is None:
        return None
    best = seeds.settle()
    return Listed(seeds.n_listed, listing.most, best, seeds.is_cut)


def seeds_of_pairs(whole: BipartiteReplica, wanted: Wanted) -> Seeds | None:
    """Return seeds from pairs of vertices, if there is a core that is sampled."""
    with threads_of_worker():
        return state_of(whole, wanted).search.of_pairs()


def refine(
    whole: BipartiteReplica, wanted: Wanted, jobs: list[Job], _: bool
) -> list[tuple[Group | None, int]]:
    """Refine some ranges of seeds, and count the entries that each one reads. The last
    ones are left out if the others have read too much."""
    assert wanted.seeds is not None
    refined, read = [], 0
    with threads_of_worker():
        search = state_of(whole, wanted).search
        with closing(search.refinements(wanted.seeds, jobs)) as parts:
            for group, entries in chain.from_iterable(parts):
                refined.append((group, entries))
                read += entries
                if read > search.most_read:
                    break
    return refined


def bicliques_of(whole: BipartiteReplica, wanted: Wanted) -> list[Group]:
    """Return the first seeds as groups."""
    assert wanted.seeds is not None
    return state_of(whole, wanted).search.bicliques_of(wanted.seeds)


def answer_of_last_step(whole: BipartiteReplica, wanted: Wanted) -> bool:
    """Return whether the last step has made a difference."""
    return state_of(whole, wanted).answers[-1]


def n_sampled(whole: BipartiteReplica, wanted: Wanted) -> int:
    """Return the number of edges in the core that is sampled."""
    return state_of(whole, wanted).search.n_sampled


def graph_of(
    whole: BipartiteReplica, wanted: Wanted, groups: list[Group]
) -> tuple[BipartiteGraph, list[Group]]:
    """`edges_among` of some groups."""
    search = state_of(whole, wanted).search
    return edges_among(groups, search.graph, search.lefts)


def edges_among(
    groups: list[Group], graph: BipartiteGraph, left_ends: np.ndarray
) -> tuple[BipartiteGraph, list[Group]]:
    """Return the edges among the members of some groups as a graph, and the groups in
    its ids. `left_ends`: the left end of each edge."""
    lefts, rights = (
        np.isin(np.arange(n), np.concatenate([np.empty(0, np.int32), *members]))
        for n, members in (
            (graph.n_left, [group.left for group in groups]),
            (graph.n_right, [group.right for group in groups]),
        )
    )
    inside = lefts[left_ends] & rights[graph.left_indices]
    near = renumbered(left_ends[inside], graph.left_indices[inside])
    named = near.graph._with(
        left_labels=_taken(graph.left_labels, at_home(near.left_ids, graph)),
        right_labels=_taken(graph.right_labels, at_home(near.right_ids, graph)),
        left_name=graph.left_name,
        right_name=graph.right_name,
    )
    of_near = [
        group._replace(
            left=np.searchsorted(near.left_ids, group.left).astype(np.int32),
            right=np.searchsorted(near.right_ids, group.right).astype(np.int32),
        )
        for group in groups
    ]
    return named, of_near


def _taken(labels: Any, ids: Any) -> Any:
    """Return some labels, in the memory of all labels."""
    if isinstance(ids, np.ndarray):
        return labels.take(ids)
    from cugraph_biclique.inputs.cudf_labels import taken

    return taken(labels, ids)


def forget(whole: BipartiteReplica) -> None:
    """Free the memory of the search."""
    whole.grouping = None
