# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search on a GPU: from roots to rows, to nodes, to bicliques.

`roots` makes rows from the graph. `wide` expands nodes until L fits one word, and
`narrow` searches these. `output` has the bicliques. `host.workspace` has the memory
that they share, `host.parts` searches a job in parts, and `host.division` divides
single roots.

The search tree is that of `search.cpu`. Blocks sweep roots as in cuMBE. Below the
roots, any warp can take any child (docs/papers.md, docs/gpu_kernels.md).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any, cast

import numpy as np

from cugraph_biclique.contract.backend import Found, Jobs, Take
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import ALL_AT_ONCE, blocks_at_once, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.interrupts import check_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Tracker
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.host.division import Division, Settings
from cugraph_biclique.search.gpu.host.parts import Parts, in_parts, room_for, roots_for
from cugraph_biclique.search.gpu.host.workspace import Limits, Workspace, some_roots
from cugraph_biclique.search.gpu.narrow.search import NarrowSearch, test
from cugraph_biclique.search.gpu.output import HasOutput
from cugraph_biclique.search.gpu.roots.large import (
    SweepMemory,
    roots_in_global,
    roots_in_marks,
)
from cugraph_biclique.search.gpu.roots.marked import MOST_MARKED
from cugraph_biclique.search.gpu.roots.rows import (
    Opening,
    roots_by_warps,
    roots_in_shared,
)
from cugraph_biclique.search.gpu.sorting import sorted_records
from cugraph_biclique.search.gpu.state import OutOfTime, TooLarge
from cugraph_biclique.search.gpu.wide.search import WideSearch

__all__ = [
    "LIMITS", "JobSearch", "Limits", "Search", "root_work", "search_jobs",
]  # fmt: skip

LIMITS = Limits()


class Search(HasOutput):
    """Search of one graph: its workspace, and the searches of narrow and wide nodes."""

    def __init__(
        self,
        prepared: Prepared,
        emit: bool,
        trace: Trace,
        stop: np.ndarray | None = None,
    ) -> None:
        self.trace = trace
        self.work = Workspace(prepared, emit, LIMITS, stop)
        self.narrow = NarrowSearch(self.work, trace)
        self.wide = WideSearch(self.work, self.narrow)

    def run(self, first: int, last: int, most: int) -> Records | None:
        """Search the roots first:last, and return their bicliques in a fixed order.

        Returns None in a count. Raises TooLarge if memory is short, or if there are
        more than `most` bicliques. If the time is over, returns the bicliques found so
        far.
        """
        self.work.most_found = most
        try:
            with suppress(OutOfTime):
                self.search(first, last)
            if not self.work.emit:
                return None
            output = self.work.output
            n = min(self.found, len(output.mask))  # they differ if the time is over
            return sorted_records(output, n, self.wide.universes)
        except MemoryError as error:  # another program took the memory
            raise TooLarge from error

    def search(self, first: int, last: int) -> None:
        """Search the roots first:last, in order of degree; write bicliques to the
        output."""
        work = self.work
        work.begin()
        self.narrow.start()
        self.wide.start()
        narrow = work.roots(max(first, work.first_narrow), min(last, work.first_wide))
        wide = work.roots(max(first, work.first_wide), last)
        rows = work.most_rows
        try:
            if len(narrow) and len(wide) and self.narrow.fits(len(narrow), rows):
                launches = self.opening(narrow, work.vertices[:0])  # no root waits
                self.narrow.fill_beside(len(narrow), launches, rows)
            else:
                self.narrow.fill(narrow, self.open_narrow, rows)
            if len(wide):
                self.wide.run(wide)
        finally:
            self.narrow.join()
        self.narrow.search_pool()
        if work.emit and self.found > len(work.output.mask):
            raise TooLarge(self.found)

    def open_narrow(self, roots: Any, waiting: Any) -> None:
        """Make nodes of narrow roots."""
        for launch_kernel in self.opening(roots, waiting):
            launch_kernel()

    def opening(self, roots: Any, waiting: Any) -> list[Callable[[], None]]:
        """Return the launches that make nodes of narrow roots."""
        work = self.work
        opening = Opening(work.packed_pool, work.packed_output, work.control, waiting)
        sizes = work.least, work.min_grown
        memory = SweepMemory(work.vertices, work.scratch, work.touched)
        large = work.packed_graph, work.large, memory
        if work.least == 2 and len(work.vertices) <= MOST_MARKED:
            last = partial(
                launch, roots_in_marks, work.blocks, *large, opening, work.min_grown
            )
        else:
            last = partial(
                launch, roots_in_global, work.blocks, *large, work.is_clear, opening,
                *sizes,
            )  # fmt: skip
        return [
            partial(
                launch, roots_by_warps, ALL_AT_ONCE, work.packed_graph, roots,
                work.larger, opening, *sizes,
            ),
            partial(
                launch, roots_in_shared, ALL_AT_ONCE, work.packed_graph, work.larger,
                work.large, opening, *sizes,
            ),
            last,
        ]  # fmt: skip

    @property
    def found(self) -> int:
        """Number of bicliques found, as the host last read it."""
        return int(self.narrow.seen[S.FOUND])

    @property
    def graph(self) -> SearchGraph:
        """The graph that is searched."""
        return self.work.graph

    def turn_to(self, graph: SearchGraph, first_root: int | None = None) -> int:
        """Replace the graph; returns its number of roots, see `Workspace.turn_to`."""
        n_roots = self.work.turn_to(graph, first_root)
        self.wide.start()
        return n_roots

    def root(self, number: int) -> int:
        """Return the vertex of a root. Frees the results of the last run."""
        self.wide.start()
        return int(self.work.roots(number, number + 1)[0])

    def root_sizes(self) -> np.ndarray:
        """Return the degree of each root, in order."""
        sizes = np.diff(to_host(self.work.graph.grown_indptr))
        roots = self.work.some
        return sizes if roots is None else sizes[to_host(roots)]

    def check_stop(self) -> None:
        """Raise `Stopped` if the caller has left the search."""
        check_flag(self.work.stop)

    def make_room(self, found: int) -> bool:
        """Enlarge the output to `found` bicliques, if the plan allows it."""
        self.narrow.capture_again()
        return self.work.enlarge_output(found)

    def note(self) -> None:
        """Add the counters of the last run to the trace."""
        seen = self.narrow.seen
        tested = int(seen[S.TESTED]) + self.wide.tested
        self.trace.add_nodes(tested, int(seen[S.COVERED]))
        self.trace.threads = blocks_at_once(test)


def root_work(graph: SearchGraph) -> np.ndarray:
    """Return the predicted work of each root, in ascending order of degree.

    The work is the number of edges that a root's sweep reads. The result is on the
    host.
    """
    degree = xp.diff(graph.kept_indptr)
    reached = offsets(degree[graph.grown_indices])
    work = xp.diff(reached[graph.grown_indptr])
    some = some_roots(graph)
    return to_host(work if some is None else work[some])


class JobSearch:
    """The search of the jobs of one graph on one device, one job at a time.

    If the flag `stop` is raised, the search ends with `Stopped`.
    """

    def __init__(
        self,
        prepared: Prepared,
        take: Take | None,
        trace: Trace,
        stop: np.ndarray | None = None,
    ) -> None:
        self.prepared = prepared
        self.take = take
        self.trace = trace
        self.on_host = cache(prepared.to_host)
        self.search = Search(prepared, take is not None, trace, stop)

    def parts(self, job: Job) -> Parts:
        """Yield what `take` returns for each part of a job."""
        prepared, search = self.prepared, self.search
        search.work.may_extend = True  # even if an earlier job lost bicliques
        goal = prepared.goal
        room = room_for(search, prepared.streamed, LIMITS.part_records)
        may_divide = goal is None and room.most >= LIMITS.least_divided
        room.may_guess = may_divide
        settings = Settings(search, room, may_divide)
        division = Division(prepared, self.take, settings, self.on_host)
        return in_parts(
            search, job, roots_for(job, prepared.streamed), room, self.take,
            division.alone, goal.is_late if goal else lambda: False,
        )  # fmt: skip


def search_jobs(
    prepared: Prepared,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    on_progress: Tracker,
) -> Found:
    """`Backend.search` on a device."""
    search = JobSearch(prepared, take, trace)
    for index, job in enumerate(cast("list[Job]", jobs)):
        for taken in search.parts(job):
            yield index, taken
        on_progress(job.roots)
        yield index, None
