# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search on a GPU: from roots to rows, to nodes, to bicliques.

`roots` makes rows from the graph. `wide_nodes` expands nodes until L fits one word, and
`narrow` searches these. `workspace` has the memory that they share, and `output` the
bicliques. `parts` searches a job one part after another, and `division` divides single
roots.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any, cast

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.backends import Found, Jobs, Prepared, Take
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import ALL_AT_ONCE, blocks_at_once, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.goal import Goal
from cugraph_biclique.interrupts import check_flag
from cugraph_biclique.preparation import RootSizes, SearchGraph
from cugraph_biclique.progress import Tracker
from cugraph_biclique.records import Records
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.division import Division, Settings
from cugraph_biclique.search.gpu.large_roots import roots_in_global, roots_in_marks
from cugraph_biclique.search.gpu.marked_roots import MOST_MARKED
from cugraph_biclique.search.gpu.narrow import NarrowSearch, test
from cugraph_biclique.search.gpu.output import HasOutput
from cugraph_biclique.search.gpu.parts import Parts, in_parts, room_for, roots_for
from cugraph_biclique.search.gpu.roots import roots_by_warps, roots_in_shared
from cugraph_biclique.search.gpu.sorting import sorted_records
from cugraph_biclique.search.gpu.state import OutOfTime, TooLarge
from cugraph_biclique.search.gpu.wide_nodes import WideSearch
from cugraph_biclique.search.gpu.workspace import Limits, Workspace, some_roots
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

__all__ = [
    "LIMITS", "JobSearch", "Limits", "Search", "root_work", "search_jobs",
]  # fmt: skip

LIMITS = Limits()


class Search(HasOutput):
    """Search of one graph: its workspace, and the searches of narrow and wide nodes."""

    def __init__(
        self,
        graph: SearchGraph,
        least: int,
        min_grown: int,
        budget: int,
        emit: bool,
        trace: Trace,
        limits: Limits = LIMITS,
        goal: Goal | None = None,
        stop: np.ndarray | None = None,
        sizes: RootSizes | None = None,
    ) -> None:
        self.trace = trace
        self.work = Workspace(
            graph, least, min_grown, budget, emit, limits, goal, stop, sizes
        )
        self.narrow = NarrowSearch(self.work, trace)
        self.wide = WideSearch(self.work, self.narrow)

    def run(self, first: int, last: int, most: int) -> Records | None:
        """Search the roots first:last. Return their bicliques in a fixed order, or None
        in a count. Raise TooLarge if memory is short, or if there are more than `most`
        bicliques. If the time is over, return the bicliques found so far."""
        self.work.most_found = most
        try:
            with suppress(OutOfTime):
                self.search(first, last)
            if not self.work.emit:
                return None
            output = self.work.output
            n = min(self.found, len(output.mask))  # more only if the time is over
            return sorted_records(output, n, self.wide.universes)
        except MemoryError as error:  # another program took the memory
            raise TooLarge from error

    def search(self, first: int, last: int) -> None:
        """Search the roots first:last by degree, and leave bicliques in the output."""
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
        """The launches that make nodes of narrow roots."""
        work = self.work
        found = work.packed_pool, work.packed_output, work.control, waiting
        sizes = work.least, work.min_grown
        large = (
            work.packed_graph, work.large, work.vertices, work.scratch, work.touched,
        )  # fmt: skip
        if work.least == 2 and len(work.vertices) <= MOST_MARKED:
            last = partial(
                launch, roots_in_marks, work.blocks, *large, *found, work.min_grown
            )
        else:
            last = partial(
                launch, roots_in_global, work.blocks, *large, work.is_clear, *found,
                *sizes,
            )  # fmt: skip
        return [
            partial(
                launch, roots_by_warps, ALL_AT_ONCE, work.packed_graph, roots,
                work.larger, *found, *sizes,
            ),
            partial(
                launch, roots_in_shared, ALL_AT_ONCE, work.packed_graph, work.larger,
                work.large, *found, *sizes,
            ),
            last,
        ]  # fmt: skip

    @property
    def found(self) -> int:
        """Number of bicliques found, when the host last read it."""
        return int(self.narrow.seen[S.FOUND])

    @property
    def graph(self) -> SearchGraph:
        """The graph that is searched."""
        return self.work.graph

    def turn_to(self, graph: SearchGraph, first_root: int | None = None) -> int:
        """Search a graph from now on; see `Workspace.turn_to`."""
        n_roots = self.work.turn_to(graph, first_root)
        self.wide.start()
        return n_roots

    def root(self, number: int) -> int:
        """The vertex of a root, by its number. Frees the results of the last run."""
        self.wide.start()
        return int(self.work.roots(number, number + 1)[0])

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
    """Predicted work of each root by ascending degree, on the host: the edges that its
    sweep reads."""
    degree = xp.diff(graph.kept_indptr)
    reached = offsets(degree[graph.grown_indices])
    work = xp.diff(reached[graph.grown_indptr])
    some = some_roots(graph)
    return to_host(work if some is None else work[some])


class JobSearch:
    """The search of the jobs of one graph on one device, one job at a time.

    A search that finds the flag `stop` raised ends with `Stopped`.
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
        self.for_cores = cache(prepared.for_cores)
        self.search = Search(
            prepared.ordered.graph,
            prepared.least_bits,
            prepared.min_grown,
            prepared.budget,
            emit=take is not None,
            trace=trace,
            limits=LIMITS,
            goal=prepared.goal,
            stop=stop,
            sizes=prepared.ordered.sizes,
        )

    def parts(self, job: Job) -> Parts:
        """Yield what `take` returns for each part of a job."""
        prepared, search = self.prepared, self.search
        goal = prepared.goal
        room = room_for(search, prepared.streamed, LIMITS.part_records)
        may_divide = goal is None and room.most >= LIMITS.least_divided
        room.may_guess = may_divide
        settings = Settings(search, room, self.trace, may_divide)
        division = Division(prepared, self.take, settings, self.for_cores)
        return in_parts(
            search, job, roots_for(job, prepared.streamed), room, self.take, self.trace,
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
