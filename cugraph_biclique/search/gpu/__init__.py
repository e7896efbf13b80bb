# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search on a GPU: from roots to rows, to nodes, to bicliques.

`roots` makes rows from the graph. `wide` expands nodes until L fits one word, and
`narrow` searches these. This module is the host side: memory, order and retries.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.backends import Found, Jobs, Prepared, Take
from cugraph_biclique.device import control as C
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import (
    ALL_AT_ONCE,
    Packed,
    blocks_at_once,
    launch,
    multiprocessors,
)
from cugraph_biclique.device.memory import as_large_as_possible, free_memory
from cugraph_biclique.device.ranges import gather_ranges, offsets
from cugraph_biclique.device.rounds import Rounds
from cugraph_biclique.device.simt import SIMULATED, WARP, WORD
from cugraph_biclique.device.stack import (
    LEVEL_ROWS,
    fresh_control,
    new_stack,
    next_share,
)
from cugraph_biclique.preparation import SearchGraph
from cugraph_biclique.progress import Tracker
from cugraph_biclique.records import Records
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.cpu_fallback import (
    jobs_of_root,
    search_on_cores,
    to_device,
)
from cugraph_biclique.search.gpu.narrow import descend, expand, test
from cugraph_biclique.search.gpu.roots import roots_in_global, roots_in_shared
from cugraph_biclique.search.gpu.stars import maximal_stars, star_sizes
from cugraph_biclique.search.gpu.state import Output, Pool, TooLarge
from cugraph_biclique.search.gpu.wide_nodes import WideSearch
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

__all__ = [
    "Search", "maximal_stars", "root_work", "search_jobs", "star_sizes",
]  # fmt: skip

ROW_BYTES = 54  # per row of the pool, with its lists and its share of a node
RECORD_BYTES = 16
FOR_SEARCH = 0.8  # fraction of the budget when bicliques are emitted
MOST_ROWS = 1 << 27
MOST_RECORDS = 1 << 24
LEAST_ROWS = 1 << 10
LEVELS_AT_ONCE = 1 if SIMULATED else 8  # rounds between two host reads, at first


class Search:
    """Search of one graph: its device memory and its kernel launches."""

    rows_left: int  # rows that certainly fit the pool; more may
    nodes_left: int

    def __init__(
        self,
        graph: SearchGraph,
        least: int,
        min_grown: int,
        budget: int,
        emit: bool,
        trace: Trace,
    ) -> None:
        self.graph = graph
        self.least = least
        self.min_grown = min_grown
        # The rest of the budget sorts, holds and writes the results.
        self.budget = min(int(FOR_SEARCH * budget) if emit else budget, free_memory())
        self.emit = emit
        self.most_records = self.budget // (4 * RECORD_BYTES)  # sorting needs more
        self.trace = trace
        degree = xp.diff(graph.grown_indptr)
        self.some = some_roots(graph)
        if self.some is not None:
            degree = degree[self.some]
        self.narrow, self.wide = map(
            int, to_host(xp.searchsorted(degree, xp.array([least, WORD + 1])))
        )
        n = max(1, len(graph.grown_weight))
        share = self.budget // 8
        self.blocks = max(1, min(8 * multiprocessors(), share // (12 * n), n))
        # A sweep marks a vertex once and lists it once, so n entries per block suffice.
        self.scratch = xp.zeros((self.blocks, n), np.uint64)
        self.touched = xp.empty((self.blocks, n), np.int32)
        self.vertices = xp.arange(n, dtype=np.int32)
        # More rows at a time mean fewer rounds. But wide nodes may take half of the
        # memory, and emitted bicliques need room as well.
        part = 6 if emit else 4 if self.wide < len(degree) else 2
        rows = self.budget // part // ROW_BYTES
        self.pool = as_large_as_possible(new_pool, min(MOST_ROWS, rows), LEAST_ROWS)
        self.output = as_large_as_possible(
            new_output, min(MOST_RECORDS, share // RECORD_BYTES) if emit else 0, 0
        )
        self.packed_graph, self.packed_pool = (
            Packed(graph),
            Packed(self.pool),
        )
        self.packed_output = Packed(self.output)
        self.rounds = Rounds(LEVELS_AT_ONCE)
        self.control = xp.zeros(S.CONTROLS, np.int64)
        self.begin = self.seen = fresh_control(
            self.pool, S.CONTROLS, part_for_roots(self.pool)
        )
        self.fresh = xp.asarray(self.begin)
        self.roomy = xp.asarray(
            fresh_control(self.pool, S.CONTROLS)
        )  # higher limits for a root that needs them
        self.wide_search = WideSearch(self)

    def run(self, first: int, last: int) -> None:
        """Search the roots first:last, and leave their bicliques in the output."""
        try:
            self.search(first, last)
        except MemoryError as error:  # another program took the memory
            raise TooLarge from error

    def search(self, first: int, last: int) -> None:
        """Search the roots first:last by degree; TooLarge if memory is short."""
        self.control[:] = self.fresh
        self.empty_pool()
        self.wide_search.start()
        narrow = self.roots(max(first, self.narrow), min(last, self.wide))
        self.fill(narrow, self.open_narrow)
        wide = self.roots(max(first, self.wide), last)
        if len(wide):
            self.wide_search.run(wide)
        self.drain()
        if self.emit and self.seen[S.FOUND] > len(self.output.mask):
            raise TooLarge(int(self.seen[S.FOUND]))

    def roots(self, first: int, last: int) -> Any:
        """The roots first:last by ascending degree."""
        if self.some is not None:
            return self.some[first : max(first, last)]
        return xp.arange(first, max(first, last), dtype=np.int32)

    def open_narrow(self, roots: Any, waiting: Any) -> None:
        """Make nodes of narrow roots."""
        large = xp.empty_like(roots)  # each list names a root at most once
        self.control[S.LARGE_ROOTS] = 0
        launch(
            roots_in_shared, ALL_AT_ONCE, self.packed_graph, roots, large,
            self.packed_pool, self.packed_output, self.control, waiting, self.least,
            self.min_grown,
        )  # fmt: skip
        launch(
            roots_in_global, self.blocks, self.packed_graph, large, self.vertices,
            self.scratch, self.touched, self.packed_pool, self.packed_output,
            self.control, waiting, self.least, self.min_grown,
        )  # fmt: skip

    def fill(
        self, items: Any, open_nodes: Callable[[Any, Any], None], rows: int = C.NEVER
    ) -> None:
        """Make nodes of all items in batches, and search the pool whenever it is full.

        Skips the synchronisation when `rows`, the upper bound of their rows, fits the
        pool.
        """
        empty, share = False, len(items)
        while len(items):
            some, items = items[:share], items[share:]
            waiting = xp.empty(len(some), np.int32)
            open_nodes(some, waiting)
            self.rows_left -= rows
            self.nodes_left -= len(some)
            if not len(items) and self.rows_left >= 0 and self.nodes_left >= 0:
                return
            seen = to_host(self.control)
            left = int(seen[C.WAITING])
            self.rows_left = int(seen[C.ROW_LIMIT] - seen[C.ROWS])
            self.nodes_left = int(seen[C.NODE_LIMIT] - seen[C.NODES])
            share = next_share(len(some), left)
            if not left:
                empty = False
                continue
            self.give_back(seen)
            if left == len(some) and empty:
                if seen[C.GROUP] == 1:
                    raise TooLarge
                self.drain(group=1)
            else:
                self.drain()
            empty = True
            items = xp.concatenate([waiting[:left], items])

    def give_back(self, seen: np.ndarray) -> None:
        """Roll back the reservations that failed."""
        self.control[C.NODES] = min(seen[C.NODES], seen[C.NODE_LIMIT])
        self.control[C.ROWS] = min(seen[C.ROWS], seen[C.FIRST_LOST])
        self.control[C.FIRST_LOST] = C.NEVER

    def drain(self, group: int = WARP) -> None:
        """Search all nodes in the pool, and empty it."""
        self.rounds.begin()
        while True:
            self.rounds.launch(self.launch_rounds)
            self.seen = to_host(self.control).copy()
            if self.seen[C.STATUS] == C.STUCK:
                raise TooLarge
            if not self.seen[[C.DEPTH, C.CHUNKS, S.SUBTREES, S.LEVELS]].any():
                break
            if self.emit and self.seen[S.FOUND] > self.most_records:
                raise TooLarge(int(self.seen[S.FOUND]))
        self.trace.add_steps(int(self.seen[C.STEPS]), int(self.seen[C.AT_MOST]))
        self.empty_pool()
        if group < WARP:
            self.control[S.OF_POOL] = self.roomy[S.OF_POOL]
            self.control[C.GROUP] = group

    def launch_rounds(self, n: int) -> None:
        """Launch n rounds of the three kernels; each round searches one level."""
        for _ in range(n):
            launch(
                descend, ALL_AT_ONCE, self.packed_pool, self.packed_output,
                self.control, self.least, self.min_grown,
            )  # fmt: skip
            launch(
                test, ALL_AT_ONCE, self.packed_pool, self.packed_output, self.control,
                self.least, self.min_grown,
            )  # fmt: skip
            launch(expand, ALL_AT_ONCE, self.packed_pool, self.control, self.least)

    def empty_pool(self) -> None:
        """Discard the nodes in the pool."""
        self.control[S.OF_POOL] = self.fresh[S.OF_POOL]
        self.rows_left = int(self.begin[C.ROW_LIMIT])
        self.nodes_left = int(self.begin[C.NODE_LIMIT])

    def records(self) -> Records:
        """The bicliques found, sorted by universe and mask to fix their order."""
        n = int(self.seen[S.FOUND])
        if n == 0:
            return Records.empty()
        mask, universe = self.output.mask[:n], self.output.universe[:n]
        order = xp.argsort(mask, kind="stable")
        order = order[xp.argsort(universe[order], kind="stable")]
        universe = universe[order]
        first = xp.ones(n, bool)
        first[1:] = universe[1:] != universe[:-1]
        used = universe[first]
        members, begin, end = self.wide_search.universes()
        members, start = gather_ranges(members, begin[used], end[used])
        return Records(
            mask=mask[order],
            universe=(xp.cumsum(first) - 1).astype(np.int32),
            n_grown=self.output.n_grown[:n][order],
            start=start,
            members=members,
        )

    def make_room(self, found: int) -> bool:
        """Enlarge the output to `found` bicliques, if the budget allows it."""
        if found > self.most_records:
            return False
        had = len(self.output.mask)
        del self.output, self.packed_output  # frees its memory first
        try:
            self.output = new_output(found)
        except MemoryError:
            self.output = new_output(had)
        self.packed_output = Packed(self.output)
        self.rounds = Rounds(LEVELS_AT_ONCE)  # the old graph writes to the old output
        return len(self.output.mask) == found


def new_pool(rows: int) -> Pool:
    """A pool of `rows` rows.

    Reservations are checked for rows and nodes (`stack.take_room`) and for levels
    (`subtrees.donate`). The other lists need no check, because the number of rows
    bounds their lengths:

    chunks    nodes that are not small have over 32 rows, and a chunk has at least four
              candidates unless it is the last of its node: at most half of the rows
    subtrees  a small node has at least one candidate row, and a child without rows of
              its own is a candidate row of its parent: at most one entry per row
    inner     an entry is a candidate row of an existing node, and is listed once
    deferred  entries of `inner` that did not fit
    stack     the L of a level is smaller than that of the level below, so there are at
              most 64 levels
    """
    rows = max(LEAST_ROWS, rows)
    nodes, levels = rows // 4, rows // 8
    return Pool(
        bits=xp.empty(rows, np.uint64),
        weight=xp.empty(rows, np.int32),
        owner=xp.empty(rows, np.int32),
        total=xp.empty(rows, np.int32),
        size=xp.empty(rows, np.int32),
        nodes=xp.empty((nodes, S.NODE_FIELDS), np.int32),
        chunks=xp.empty((rows // 2, C.CHUNK_FIELDS), np.int32),
        subtrees=xp.empty(rows, np.int32),
        within=xp.empty(2 * levels, np.uint64),
        levels=xp.empty((2 * levels, S.LEVEL_FIELDS), np.int32),
        inner=xp.empty(rows, np.int32),
        deferred=xp.empty(rows, np.int32),
        stack=new_stack(),
    )


def part_for_roots(pool: Pool) -> int:
    """Divisor of the pool: roots may fill a half of it, or a quarter of a small pool.

    So a whole level, or most of the pool, is left for their subtrees.
    """
    return 2 if len(pool.bits) >= 2 * LEVEL_ROWS else 4


def new_output(records: int) -> Output:
    """An output for `records` bicliques.

    Kernels count all bicliques, but write only those that fit. If some do not fit, the
    host enlarges the output and repeats the job.
    """
    return Output(
        mask=xp.empty(records, np.uint64),
        universe=xp.empty(records, np.int32),
        n_grown=xp.empty(records, np.int32),
    )


def some_roots(graph: SearchGraph) -> Any | None:
    """The roots of a partition by ascending degree; None for the whole graph.

    There, all vertices are roots and are already in that order.
    """
    if not len(graph.is_root):
        return None
    roots = xp.flatnonzero(graph.is_root).astype(np.int32)
    degree = graph.grown_indptr[roots + 1] - graph.grown_indptr[roots]
    return xp.ascontiguousarray(roots[xp.argsort(degree, kind="stable")])


def root_work(graph: SearchGraph) -> np.ndarray:
    """Predicted work of each root, on the host: the edges that its sweep reads."""
    degree = xp.diff(graph.kept_indptr)
    reached = offsets(degree[graph.grown_indices])
    return to_host(xp.diff(reached[graph.grown_indptr]))


def search_jobs(
    prepared: Prepared,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    on_progress: Tracker,
) -> Found:
    """`Backend.search` on a device.

    A job that exceeds the memory, or has more bicliques than the output can hold, is
    repeated in two halves. So the order never depends on which bicliques were found
    first. CPU cores search a single root that is too large.
    """
    work = Search(
        prepared.ordered.graph,
        prepared.least_bits,
        prepared.min_grown,
        prepared.budget,
        emit=take is not None,
        trace=trace,
    )
    on_host = None
    for index, job in enumerate(cast("list[Job]", jobs)):
        todo = [(job.first, job.last)]
        while todo:
            first, last = todo.pop()
            missing = timed_run(work, first, last)
            if missing is None:
                note(work.seen, work.wide_search.tested, trace)
                if take is None:
                    yield index, int(work.seen[S.FOUND])
                elif work.seen[S.FOUND]:
                    yield index, take(work.records())
            elif missing and work.make_room(missing):
                todo.append((first, last))
            elif last - first > 1:
                middle = (first + last) // 2
                todo += [(middle, last), (first, middle)]
            else:
                work.wide_search.start()  # frees the lists of universes
                on_host = on_host or prepared.for_cores()
                jobs_of_it = jobs_of_root(int(work.roots(first, last)[0]))
                taker = take and to_device(take)
                for taken in search_on_cores(on_host, jobs_of_it, taker, trace):
                    yield index, taken
        on_progress(job.roots)
        yield index, None


def timed_run(work: Search, first: int, last: int) -> int | None:
    """Search the roots first:last; returns None on success.

    Otherwise the search was too large. Returns the number of bicliques if the output
    had no room for them, else 0.
    """
    began = time.perf_counter()
    try:
        work.run(first, last)
        return None
    except TooLarge as too_large:
        return too_large.found
    finally:
        work.trace.search_seconds += time.perf_counter() - began


def note(seen: np.ndarray, tested: int, trace: Trace) -> None:
    """Add a job's counters to the trace."""
    trace.add_nodes(int(seen[S.TESTED]) + tested, int(seen[S.COVERED]))
    trace.threads = blocks_at_once(test)
