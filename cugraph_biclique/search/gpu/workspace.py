# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Workspace of a search: its graph, and its memory on the device.

All arrays are allocated once; only the output may be replaced by a larger one. The
graph may be replaced by the graph of one of its roots.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import Shape, together, xp
from cugraph_biclique.device.launching import (
    Packed,
    blocks_for,
    launch,
    multiprocessors,
)
from cugraph_biclique.device.memory import as_large_as_possible, free_memory
from cugraph_biclique.device.simt import (
    SIMULATED,
    WARP,
    WORD,
    cuda,
    kernel,
    warp_sum,
)
from cugraph_biclique.device.stack import LEVEL_ROWS, clear_stack, fresh_control
from cugraph_biclique.goal import Goal
from cugraph_biclique.interrupts import check_flag
from cugraph_biclique.preparation import RootSizes, SearchGraph
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.bound import new_bound
from cugraph_biclique.search.gpu.output import new_output
from cugraph_biclique.search.gpu.state import Pool


class Limits(NamedTuple):
    """Fixed sizes. If the plan has less room, the plan decides."""

    least_rows: int = plan.LEAST_ROWS  # of the pool
    most_rows: int = 1 << 27
    most_levels: int = 1 << 18  # donated at a time
    first_records: int = 1 << 24  # of the output, before it is enlarged
    most_records: int = C.UNLIMITED
    part_records: int = 1 << 20  # of the first part, if bicliques are streamed
    least_divided: int = 1 << 16  # records; with a smaller output, no root is divided
    wide_degree: int = WORD + 1  # roots with fewer neighbours are narrow
    most_children: int = 1 << 22  # of the wide nodes that are tested together
    small_level: int = 1 << 14  # children of each level that `test_below` takes
    members_each: int = 64  # first guess of the members per child of a wide node
    pairs_each: int = 16  # rows of two members for each member, to be bits of pairs
    rounds_at_once: int = 1 if SIMULATED else 4  # before the host reads, at first


class Workspace:
    """What all parts of a search share: the graph, sizes, and arrays on the device."""

    first_narrow: int  # number of the first root with enough neighbours
    first_wide: int
    most_rows: int  # upper bound of the rows of all narrow roots

    def __init__(
        self,
        graph: SearchGraph,
        least: int,
        min_grown: int,
        budget: int,
        emit: bool,
        limits: Limits,
        goal: Goal | None = None,
        stop: np.ndarray | None = None,
        sizes: RootSizes | None = None,
    ) -> None:
        self.stop = stop
        self.least = least
        self.min_grown = min_grown
        self.emit = emit
        self.limits = limits
        n_roots = self.turn_to(graph, sizes=sizes)
        budget = min(budget, free_memory())
        self.plan = (
            plan.emitting_search(budget)
            if emit
            else plan.counting_search(budget, wide=self.first_wide < n_roots)
        )
        n = max(1, len(graph.grown_weight))
        blocks = self.plan.sweeps // (plan.SWEEP_BYTES * n)
        self.blocks = max(1, min(8 * multiprocessors(), blocks, n))
        # A sweep marks a vertex once and lists it once, so n entries per block suffice.
        # Few blocks of narrow roots need their marks, so each clears its own.
        # `vertices` ascend; `larger` and `large` list roots, see `roots`.
        self.scratch, self.touched, self.control, *rest = together(
            ((self.blocks, n), np.uint64),
            ((self.blocks, n), np.int32),
            (S.CONTROLS, np.int64),  # `NarrowSearch.start` sets it
            (self.blocks, np.int32),
            (n, np.int32),
            (n, np.int32),
            (n, np.int32),
        )
        self.is_clear, self.vertices, self.larger, self.large = rest
        self.all_clear = False
        self.pool = as_large_as_possible(
            self.new_pool,
            min(limits.most_rows, self.plan.pool // plan.ROW_BYTES),
            limits.least_rows,
        )
        levels, stack = self.pool.levels, self.pool.stack
        launch(
            _begin, blocks_for(max(n, len(levels)) // WARP), self.vertices,
            self.is_clear, levels, stack,
        )  # fmt: skip
        self.most_records = min(
            limits.most_records, self.plan.output // plan.RECORD_BYTES
        )
        self.output = as_large_as_possible(
            new_output, min(limits.first_records, self.most_records), 0
        )
        self.most_found = C.UNLIMITED  # a job that finds more ends early
        self.packed_pool = Packed(self.pool)
        self.packed_output = Packed(self.output)
        self.goal = goal
        self.bound = new_bound(goal)
        self.packed_bound = Packed(self.bound)
        # Below a root, R has at least two vertices.
        self.sized = emit or min_grown > 2 or self.bound is not None

    def turn_to(
        self,
        graph: SearchGraph,
        first_root: int | None = None,
        sizes: RootSizes | None = None,
    ) -> int:
        """Search a graph from now on; returns the number of its roots.

        It has at most as many vertices as the first graph. If its roots are the
        vertices from `first_root` on, they ascend by degree. `sizes` are those of its
        roots, if they are known.
        """
        self.graph = graph
        self.packed_graph = Packed(graph)
        n = len(graph.grown_weight)
        if first_root is None:
            self.some = some_roots(graph)
        else:
            self.some = self.vertices[first_root:n]
        n_roots = n if self.some is None else len(self.some)
        wide = max(self.least, self.limits.wide_degree)
        if sizes and wide < len(sizes.below):
            measured = sizes.below[self.least], sizes.below[wide], sizes.swept
        else:
            measured = self.measure(n_roots, wide)
        self.first_narrow, self.first_wide, swept = measured
        # A sweep meets the vertex of a row at least `least` times. Any sweep of a root
        # reads lists of the graph, so all sweeps together read at most `swept` edges.
        self.most_rows = swept // self.least
        return n_roots

    def measure(self, n_roots: int, wide: int) -> tuple[int, int, int]:
        """The numbers of roots with fewer than `least`, and with fewer than `wide`,
        neighbours, and an upper bound of the edges that all sweeps read."""
        graph, sums = self.graph, xp.zeros(3, np.int64)
        n = max(len(graph.grown_weight), len(graph.kept_weight))
        launch(
            _measure_graph, blocks_for(n // WARP), graph.grown_indptr,
            graph.kept_indptr,
            xp.empty(0, np.int32) if self.some is None else self.some, n_roots,
            self.least, wide, sums,
        )  # fmt: skip
        below_least, below_wide, swept = to_host(sums).tolist()
        return below_least, below_wide, swept

    def clear_scratch(self) -> None:
        """Clear the marks of all blocks, as the sweeps of wide roots require."""
        if not self.all_clear:
            self.scratch.fill(0)
            self.all_clear = True

    def new_pool(self, rows: int) -> Pool:
        """A pool of `rows` rows, or of the fewest that are allowed."""
        return new_pool(max(self.limits.least_rows, rows), self.limits.most_levels)

    def begin(self) -> None:
        """Begin a job with the least score that the workers have found by now."""
        if self.goal is not None and self.bound is not None:
            self.bound.score[:] = self.goal.incumbent.least

    def check_time(self) -> None:
        """Raise `OutOfTime` if the time limit is over, and `Stopped` if the caller has
        left the search."""
        check_flag(self.stop)
        if self.goal is not None and self.goal.is_late():
            raise S.OutOfTime

    def roots(self, first: int, last: int) -> Any:
        """The roots first:last by ascending degree."""
        if self.some is not None:
            return self.some[first : max(first, last)]
        return self.vertices[first : max(first, last)]

    def enlarge_output(self, found: int) -> bool:
        """Replace the output by one for `found` bicliques; False if there is no room.

        The plan says how many bicliques fit.
        """
        if found > self.most_records:
            return False
        had = len(self.output.mask)
        del self.output, self.packed_output  # frees its memory first
        try:
            self.output = new_output(found)
        except MemoryError:
            self.output = as_large_as_possible(new_output, had, 0)
        self.packed_output = Packed(self.output)
        return len(self.output.mask) == found


def new_pool(rows: int, most_levels: int) -> Pool:
    """A pool of `rows` rows, with room for at most `most_levels` donated levels.

    `_begin` initializes its levels and its stack.

    Reservations are checked for rows and nodes (`stack.take_room`) and for levels
    (`levels.donate`). The other lists need no check, because the number of rows
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
    nodes, levels = rows // 4, min(rows // 8, most_levels)
    new: dict[str, tuple[Shape, Any]] = {
        "bits": (rows, np.uint64),
        "weight": (rows, np.int32),
        "owner": (rows, np.int32),
        "total": (rows, np.int32),
        "size": (rows, np.int32),
        "nodes": ((nodes, S.NODE_FIELDS), np.int32),
        "chunks": ((rows // 2, C.CHUNK_FIELDS), np.int32),
        "subtrees": (rows, np.int32),
        "within": (2 * levels, np.uint64),
        "inner": (rows, np.int32),
        "deferred": (rows, np.int32),
        "levels": ((2 * levels, S.LEVEL_FIELDS), np.int32),
        "stack": ((C.STACK_DEPTH, C.STACK_FIELDS), np.int64),
    }
    return Pool(**dict(zip(new, together(*new.values()), strict=True)))


@kernel
def _begin(vertices, is_clear, levels, stack):
    """Initialize the arrays of a new workspace: no level is there, and no block has
    cleared its marks."""
    for v in range(cuda.grid(1), vertices.size, cuda.gridsize(1)):
        vertices[v] = v
    for block in range(cuda.grid(1), is_clear.size, cuda.gridsize(1)):
        is_clear[block] = 0
    for place in range(cuda.grid(1), levels.shape[0], cuda.gridsize(1)):
        levels[place, S.L_READY] = 0
    clear_stack(stack)


def control_for_roots(pool: Pool) -> np.ndarray:
    """Entries of `control` for an empty pool.

    Roots may fill half of a pool that holds two full levels, so one level is left for
    their subtrees. They may fill a quarter of a smaller pool.
    """
    part = 2 if len(pool.bits) >= 2 * LEVEL_ROWS else 4
    return fresh_control(pool, S.CONTROLS, part)


@kernel
def _measure_graph(indptr, kept_indptr, some, n_roots, least, wide, sums):
    """Count the roots with fewer than `least`, and with fewer than `wide`, neighbours,
    and the edges that sweeps from all vertices read.

    The roots are those in `some`, or all vertices if it is empty.
    """
    below_least, below_wide, swept = np.int64(0), np.int64(0), np.int64(0)
    for i in range(cuda.grid(1), n_roots, cuda.gridsize(1)):
        v = np.int64(some[i]) if some.size else np.int64(i)
        degree = indptr[v + 1] - indptr[v]
        below_least += np.int64(degree < least)
        below_wide += np.int64(degree < wide)
    for u in range(cuda.grid(1), kept_indptr.size - 1, cuda.gridsize(1)):
        degree = kept_indptr[u + 1] - kept_indptr[u]
        swept += degree * degree
    below_least, below_wide = warp_sum(below_least), warp_sum(below_wide)
    swept = warp_sum(swept)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(sums, 0, below_least)
        cuda.atomic.add(sums, 1, below_wide)
        cuda.atomic.add(sums, 2, swept)


def some_roots(graph: SearchGraph) -> Any | None:
    """The roots of a partition by ascending degree; None for the whole graph.

    There, all vertices are roots and are already in that order.
    """
    if not len(graph.is_root):
        return None
    roots = xp.flatnonzero(graph.is_root).astype(np.int32)
    degree = graph.grown_indptr[roots + 1] - graph.grown_indptr[roots]
    return xp.ascontiguousarray(roots[xp.argsort(degree, kind="stable")])
