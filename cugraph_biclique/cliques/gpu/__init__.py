# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search for maximal cliques on a GPU: from roots to nodes with rows, to cliques.

`roots` makes nodes of roots with few later neighbours, and `narrow` searches below
them. `wide` expands the other roots until their nodes are narrow, too. The output, its
order, and the division of jobs that are too large are those of `search.gpu`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

import numpy as np

from cugraph_biclique.cliques.cpu import worker
from cugraph_biclique.cliques.gpu.roots import open_roots
from cugraph_biclique.cliques.gpu.wide import WideSearch
from cugraph_biclique.cliques.gpu.workspace import DeviceGraph, Limits, Workspace
from cugraph_biclique.cliques.order import PreparedCliques
from cugraph_biclique.contract.backend import Found, Jobs, Take
from cugraph_biclique.contract.records import Records
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.host.cpu_fallback import (
    jobs_of_root,
    search_on_cores,
    taking_from_host,
)
from cugraph_biclique.search.gpu.host.parts import (
    Parts,
    Reason,
    in_parts,
    room_for,
    roots_for,
)
from cugraph_biclique.search.gpu.output import HasOutput, check_found
from cugraph_biclique.search.gpu.sorting import sorted_records
from cugraph_biclique.search.gpu.state import TooLarge

LIMITS = Limits()


class Search(HasOutput):
    """The search of one graph."""

    def __init__(
        self, placed: DeviceGraph, prepared: PreparedCliques, emit: bool, trace: Trace
    ) -> None:
        self.trace = trace
        self.work = Workspace(
            placed, prepared.min_size, prepared.budget, emit, trace, LIMITS
        )
        self.wide = WideSearch(self.work)

    def run(self, first: int, last: int, most: int) -> Records | None:
        """Search the roots first:last, and return their cliques in a fixed order.

        Returns None in a count. Raises TooLarge if memory is short, or if there are
        more than `most` cliques.
        """
        work = self.work
        work.most_found = most
        try:
            work.begin()
            roots = np.arange(first, last)
            sizes = work.n_later[first:last]
            roots = roots[sizes + 1 >= work.min_size]
            is_narrow = work.n_later[roots] <= work.limits.most_members
            self.search_narrow(roots[is_narrow])
            if not is_narrow.all():
                self.wide.run(roots[~is_narrow])
                work.look()
                check_found(work, work.seen)
            if not work.emit:
                return None
            if self.found > len(work.output.mask):
                raise TooLarge(self.found)
            return sorted_records(work.output, self.found, work.universes)
        except MemoryError as error:  # another program took the memory
            raise TooLarge from error

    def search_narrow(self, roots: np.ndarray) -> None:
        """Search narrow roots, in batches that fit the memory for rows."""
        work = self.work
        rows = work.n_later[roots] + work.n_earlier[roots]
        for first, last, place in work.batches(rows):
            most = int(rows[first:last].max())
            nodes, room = work.new_nodes(last - first, int(place[-1]), most)
            launch(
                open_roots, blocks_for(last - first), work.packed_graph,
                xp.asarray(roots[first:last].astype(np.int32)), xp.asarray(place),
                nodes,
            )  # fmt: skip
            work.drain(nodes, room)

    @property
    def found(self) -> int:
        """Number of cliques found, as the host last read it."""
        return int(self.work.seen[S.FOUND])

    def make_room(self, found: int) -> bool:
        """Enlarge the output to `found` cliques, if the plan allows it."""
        return self.work.make_room(found)

    def root_sizes(self) -> np.ndarray:
        """Return the number of later neighbours of each root."""
        return self.work.n_later

    def note(self) -> None:
        """Add the counters of the last run to the trace."""
        work = self.work
        tested, covered = work.seen[[S.TESTED, S.COVERED]].tolist()
        work.trace.add_nodes(work.tested + tested, work.covered + covered)


def search_jobs(
    placed: DeviceGraph,
    prepared: PreparedCliques,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    on_progress: Callable[[int], None] = lambda roots: None,
) -> Found:
    """`Backend.search` for cliques, on CuPy's current device, which has the graph as
    `placed`."""
    search = Search(placed, prepared, take is not None, trace)
    taker = take and taking_from_host(take)

    def on_cores(root: int, reason: Reason) -> Parts:
        ordered = prepared.ordered._replace(graph=placed.on_host)
        copied = prepared._replace(ordered=ordered)
        on_host = partial(worker.search_jobs, copied, jobs_of_root(root))
        return (yield from search_on_cores(on_host, taker, trace))

    for index, job in enumerate(cast("list[Job]", jobs)):
        room = room_for(search, prepared.streamed, LIMITS.part_records)
        room.may_guess = False  # cores would search the roots
        roots = roots_for(job, prepared.streamed)
        for taken in in_parts(search, job, roots, room, take, on_cores):
            yield index, taken
        on_progress(job.roots)
        yield index, None
