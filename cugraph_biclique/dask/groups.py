# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`groups` and `write_groups` over Dask: workers that have the whole graph share the
search.

The workers list the bicliques of the graph, and each sends the best ones as left sides.
The client merges these seeds. The workers refine ranges of them, and the client ranks
what they return. It gets no edges but those among the members of the answer.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable
from itertools import count
from os import PathLike
from typing import Any

from cugraph_biclique.api.groups import GroupOptions
from cugraph_biclique.calls.groups import GroupSearch
from cugraph_biclique.calls.writing import write_one_part
from cugraph_biclique.dask import group_tasks as tasks
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.group_tasks import Listed, Wanted
from cugraph_biclique.dask.replicas import Cut
from cugraph_biclique.dask.waiting import gathered
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.datasets.folders import taken
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.grouping.ranking import Group
from cugraph_biclique.grouping.seeds import Seeds, Sides
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.request.containing import Containing, Ids
from cugraph_biclique.results.groups import Groups
from cugraph_biclique.results.parquet import GroupWriter

_numbers = count()


def groups(
    ddf: Any,
    k: int = 20,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 2,
    min_right: int = 2,
    density: float = 0.5,
    overlap: float = 0.3,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
    client: Any = None,
) -> Groups:
    """Find the groups of left and right vertices whose edges chance explains least.

    The workers share the search of `cugraph_biclique.groups`, and return its answer.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, progress, client
        As in `maximal_bicliques`.
    k, min_left, min_right, density, overlap, containing
        As in `cugraph_biclique.groups`.

    Returns
    -------
    cugraph_biclique.Groups
        The groups, in the memory of the client, with the edges among their members. Its
        frames are cuDF frames if `ddf` has cuDF frames.

    Raises
    ------
    TypeError, ValueError
        As in `maximal_bicliques` and `cugraph_biclique.groups`.
    MemoryBudgetError
        The graph does not fit every worker. The evidence for a group needs the degrees
        in the whole graph, and seeds are found without its hubs.

    Warns
    -----
    UserWarning
        As in `cugraph_biclique.groups`.

    Notes
    -----
    Each worker lists the maximal bicliques of some roots, and keeps the best 16,384.
    The client merges these by score, keeps as many, and divides them among the workers,
    which refine them. The client then drops groups that overlap better ones. All limits
    count work, so the groups are the same on any cluster.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import numpy as np
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> edges = np.random.default_rng(1).integers(0, [800, 300], (4000, 2)).tolist()
    >>> edges += [(800 + u, v) for u in range(8) for v in range(6) if (u + v) % 6]
    >>> frame = pd.DataFrame(edges, columns=["account", "shop"])
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     cb.dask.groups(dd.from_pandas(frame, npartitions=2), 1)
    <Groups: 1, 8 x 6 and smaller>
    """
    asked = GroupOptions.of(k, min_left, min_right, density, overlap)
    call = DaskCall(ddf, left, right, engine, memory_budget, None, progress, client)

    def search(whole: WholeGraph) -> Groups:
        return SharedGroupSearch(whole, asked, containing, call.progress).found(asked)

    return call.only_on_whole("groups", search)


def write_groups(
    ddf: Any,
    path: str | PathLike[str],
    k: int = 20,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 2,
    min_right: int = 2,
    density: float = 0.5,
    overlap: float = 0.3,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
    client: Any = None,
) -> int:
    """Write the groups that chance explains least to a Parquet data set.

    The workers share the search of `cugraph_biclique.write_groups`, and the client
    writes its data set.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, progress, client
        As in `maximal_bicliques`.
    k, min_left, min_right, density, overlap, containing
        As in `cugraph_biclique.groups`.
    path : str or path
        As in `cugraph_biclique.write_groups`. Only the client needs access to the
        folder. A cluster of any size, or `cugraph_biclique.write_groups`, may repeat
        the call.

    Returns
    -------
    int
        Number of groups in the data set.

    Raises
    ------
    FileExistsError, BlockingIOError, DataSetError
        As in `cugraph_biclique.write_groups`.
    TypeError, ValueError
        As in `groups`. TypeError also if Parquet cannot store the labels.
    MemoryBudgetError
        As in `groups`.

    Warns
    -----
    UserWarning
        As in `cugraph_biclique.groups`.

    Notes
    -----
    A repeated call copies the graph to the workers, and one of them computes its
    checksum. If the data set is complete, no worker searches.

    Examples
    --------
    >>> import tempfile
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> folder = tempfile.mkdtemp()
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     print(cb.dask.write_groups(edges, folder, 2))
    2
    >>> cb.verify_data_set(folder)
    2
    """
    with taken(path) as folder:
        asked = GroupOptions.of(k, min_left, min_right, density, overlap)
        call = DaskCall(ddf, left, right, engine, memory_budget, None, progress, client)

        def write(whole: WholeGraph) -> int:
            shared = SharedGroupSearch(whole, asked, containing, call.progress)
            graph = whole.on_one(tasks.digest_to_store)
            stored = asked.stored_as(graph, shared.containing)

            def search() -> tuple[GroupWriter, Groups]:
                found = shared.found(asked)
                return GroupWriter(found._graph), found

            return write_one_part(folder, stored, GroupWriter.kind, search)

        return call.only_on_whole("write_groups", write)


class TooManyError(Exception):
    """There are too many bicliques to list."""


class SharedGroupSearch(GroupSearch):
    """A search for groups by tasks. The client has no graph."""

    def __init__(
        self,
        whole: WholeGraph,
        asked: GroupOptions,
        containing: Containing | None,
        progress: Progress,
    ) -> None:
        self.whole = whole.with_one_task_each()
        self.progress, self.trace = progress, Trace()
        self.least, self.density = asked.least, asked.density
        self.containing: Ids | None = None
        if containing is not None:
            self.containing = whole.on_one(tasks.ids_of_labels, containing)
        options = asked.least, asked.density, self.containing
        self.wanted = Wanted(next(_numbers), options)
        self.is_cut, self.n_skipped = False, 0
        self.about = next(iter(whole.report()))

    def found(self, asked: GroupOptions) -> Groups:
        """Return the best groups."""
        with self.whole.freeing(tasks.forget):
            found = self.best(asked.k, asked.overlap)
            graph, found = self.whole.on_one(tasks.graph_of, self.wanted, found)
            report = self.report(self.about["engine"], found, self.trace.seconds)
        return Groups(graph, found, report)

    @property
    def n_edges(self) -> int:
        n: int = self.about["edges"]
        return n

    @property
    def n_sampled(self) -> int:
        return self.whole.on_one(tasks.n_sampled, self.wanted)

    def listed_from(self, least: tuple[int, int]) -> Seeds | None:
        whole, wanted = self.whole, self.wanted.next(least=least)
        seeds = Seeds()

        def merge(new: dict[int, Any]) -> dict[int, Any]:
            for share in gathered(list(new.values())):
                self.add(share, seeds)
            return {}

        with self.trace.stage("search"):
            cut = whole.cut(tasks.cut_listing, wanted)
            try:
                whole.shared(tasks.list_seeds, wanted, cut, self.progress, keep=merge)
            except TooManyError:
                return None
        return seeds

    def add(self, share: Listed | None, seeds: Seeds) -> None:
        """Add the seeds of a share, or raise an error if there are too many."""
        if share is None or seeds.n_listed + share.n > share.most:
            raise TooManyError
        seeds.n_listed += share.n
        seeds.is_cut |= share.is_cut
        seeds.add(share.best)

    def of_pairs(self) -> Seeds | None:
        with self.trace.stage("pairs"):
            return self.whole.on_one(tasks.seeds_of_pairs, self.wanted)

    def sample_more(self) -> None:
        self.wanted = self.wanted.next(steps=[*self.wanted.steps, None])

    def take_away(self, groups: list[Group]) -> bool:
        self.wanted = self.wanted.next(steps=[*self.wanted.steps, groups])
        return self.whole.on_one(tasks.answer_of_last_step, self.wanted)

    def refinements(
        self, seeds: Sides, jobs: list[Job]
    ) -> Generator[list[tuple[Group | None, int]], None, None]:
        client = self.whole.client
        wanted = client.scatter(self.wanted.next(seeds=seeds), hash=False)
        cut = Cut("", len(seeds.score), jobs, 0)
        yield from self.whole.results(tasks.refine, wanted, cut, progress=False)

    def bicliques_of(self, seeds: Sides) -> list[Group]:
        return self.whole.on_one(tasks.bicliques_of, self.wanted.next(seeds=seeds))
