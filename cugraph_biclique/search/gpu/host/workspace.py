# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Workspace of a search: its graph, and its memory on the device.

All arrays are allocated once. Only the output may be replaced, by a larger one. The
graph may be replaced by the graph of one of its roots.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.search_graph import RootSizes, SearchGraph
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
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.interrupts import check_flag
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.bound import new_bound
from cugraph_biclique.search.gpu.output import new_output
from cugraph_biclique.search.gpu.state import Pool

FEW_RECORDS = 1 << 24  # the first output has more if the pool has got much memory
EXTENDED = 4  # times the records of an output that is nearly full


class Limits(NamedTuple):
    """Limits of sizes. If the plan has less room, the plan decides."""

    least_rows: int = plan.LEAST_ROWS  # of the pool
    most_rows: int = 1 << 27
    most_levels: int = 1 << 18  # donated at a time
    first_records: int = 1 << 27  # most of the output, before it is enlarged
    most_records: int = C.UNLIMITED
    spare_records: int = 1 << 23  # of the output, for bicliques found during a pause
    part_records: int = 1 << 20  # of the first part, if bicliques are streamed
    least_divided: int = 1 << 16  # records; with a smaller output, no root is divided
    wide_degree: int = WORD + 1  # roots with fewer neighbours are narrow
    most_children: int = 1 << 22  # of the wide nodes that are tested together
    small_level: int = 1 << 14  # children of each level that `test_below` takes
    members_each: int = 64  # first guess of the members per child of a wide node
    pairs_each: int = 16  # rows of two members per member that are worth bits of pairs
    rounds_at_once: int = 1 if SIMULATED else 4  # between the first reads of the host


class Workspace:
    """The graph, the sizes, and the device arrays that all parts of a search share.

    `emit`: whether bicliques are written, and not only counted. If the flag `stop` is
    raised, the search ends with `Stopped`.
    """

    first_narrow: int  # number of the first root with enough neighbours
    first_wide: int
    most_rows: int  # upper bound of the rows of all narrow roots

    def __init__(
        self,
        prepared: Prepared,
        emit: bool,
        limits: Limits,
        stop: np.ndarray | None = None,
    ) -> None:
        self.stop = stop
        self.least = prepared.least_bits
        self.min_grown = prepared.min_grown
        self.emit = emit
        self.limits = limits
        graph, sizes = prepared.ordered.graph, prepared.ordered.sizes
        n_roots = self.turn_to(graph, sizes=sizes)
        budget = min(prepared.budget, free_memory())
        self.plan = (
            plan.emitting_search(budget)
            if emit
            else plan.counting_search(budget, wide=self.first_wide < n_roots)
        )
        n = max(1, len(graph.grown_weight))
        blocks = self.plan.sweeps // (plan.SWEEP_BYTES * n)
        self.blocks = max(1, min(8 * multiprocessors(), blocks, n))
        # A sweep marks and lists each vertex at most once, so a block needs n entries.
        # Few blocks of narrow roots use their marks, so each block clears its own.
        # `vertices` are 0, 1, ...; `larger` and `large` list roots, see `roots.rows`.
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
        few = first_records(self.most_records, len(self.pool.bits))
        self.output = as_large_as_possible(
            new_output, min(limits.first_records, few), 0
        )
        self.most_found = C.UNLIMITED  # a job that finds more ends early
        self.may_extend = True  # whether this job pauses if the output is nearly full
        self.packed_pool = Packed(self.pool)
        self.packed_output = Packed(self.output)
        self.goal = prepared.goal
        self.bound = new_bound(self.goal)
        self.packed_bound = Packed(self.bound)
        self.packed_sizes = Packed(S.Sizes(self.least, self.min_grown, self.bound))
        # Whether kernels need sizes of R. Below a root, R has at least two vertices.
        self.sized = emit or self.min_grown > 2 or self.bound is not None

    def turn_to(
        self,
        graph: SearchGraph,
        first_root: int | None = None,
        sizes: RootSizes | None = None,
    ) -> int:
        """Replace the graph; returns the number of its roots.

        The graph has at most as many vertices as the first one. If `first_root` is
        given, the roots are the vertices from there on, in ascending order of degree.
        `sizes` are the sizes of the roots, if they are known.
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
        # All sweeps together read at most `swept` edges, and a sweep meets the vertex
        # of each row at least `least` times.
        self.most_rows = swept // self.least
        return n_roots

    def measure(self, n_roots: int, wide: int) -> tuple[int, int, int]:
        """Count the roots with fewer than `least` and with fewer than `wide` edges.

        Also return an upper bound of the number of edges that all sweeps read.
        """
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
        """Clear the marks of all blocks, which the sweeps of wide roots require."""
        if not self.all_clear:
            self.scratch.fill(0)
            self.all_clear = True

    def new_pool(self, rows: int) -> Pool:
        """Allocate a pool of `rows` rows, or of the least number that is allowed."""
        return new_pool(max(self.limits.least_rows, rows), self.limits.most_levels)

    def begin(self) -> None:
        """Begin a job: give the kernels the least score that all workers share."""
        if self.goal is not None and self.bound is not None:
            self.bound.score[:] = self.goal.incumbent.least

    def check_time(self) -> None:
        """Raise `OutOfTime` if the time limit is over, and `Stopped` if the caller has
        left the search."""
        check_flag(self.stop)
        if self.goal is not None and self.goal.is_late():
            raise S.OutOfTime

    def roots(self, first: int, last: int) -> Any:
        """Return the roots first:last in ascending order of degree."""
        if self.some is not None:
            return self.some[first : max(first, last)]
        return self.vertices[first : max(first, last)]

    @property
    def longer_output(self) -> int:
        """Number of records of the next output. Until these are copied, the plan has
        room for both."""
        had = len(self.output.mask)
        return min(EXTENDED * had, self.most_records - had, self.most_found)

    @property
    def pause_at(self) -> int:
        """Number of bicliques after which the search waits for a larger output."""
        had = len(self.output.mask)
        if not (self.emit and self.may_extend and self.longer_output > had):
            return C.UNLIMITED
        return had - min(had // 2, self.limits.spare_records)

    def extend_output(self, found: int) -> bool:
        """Move the `found` bicliques to a larger output; False if there is no room, or
        if some were lost already. No kernel may write to the output meanwhile."""
        had, n = len(self.output.mask), self.longer_output
        self.may_extend = found <= had < n
        if not self.may_extend:
            return False
        try:
            output = new_output(n)
        except MemoryError:
            self.may_extend = False
            return False
        for old, new in zip(self.output, output, strict=True):
            new[:found] = old[:found]
        self.output, self.packed_output = output, Packed(output)
        return True

    def enlarge_output(self, found: int) -> bool:
        """Replace the output by one for `found` bicliques, which will be found again.

        Returns False if the plan or the device has no room.
        """
        if found > self.most_records:
            return False
        self.may_extend = False  # the number is known now
        had = len(self.output.mask)
        del self.output, self.packed_output  # frees its memory first
        try:
            self.output = new_output(found)
        except MemoryError:
            self.output = as_large_as_possible(new_output, had, 0)
        self.packed_output = Packed(self.output)
        return len(self.output.mask) == found


def first_records(most: int, rows: int) -> int:
    """Number of records of the first output, of `most` that the plan allows.

    A search that finds more pauses, or is repeated with a larger output. So the first
    one may take as many bytes as the pool of `rows` rows got, which may be less than
    the plan has.
    `Limits.first_records` is another bound.
    """
    return min(most, max(FEW_RECORDS, rows * plan.ROW_BYTES // plan.RECORD_BYTES))


def new_pool(rows: int, most_levels: int) -> Pool:
    """Allocate a pool of `rows` rows, for at most `most_levels` donated levels.

    `_begin` initializes the levels and the stack.

    Kernels check reservations of rows and nodes (`stack.take_room`) and of levels
    (`levels.donate`). The other lists need no check, because the number of rows bounds
    their lengths:

    chunks    nodes that are not small have over 32 rows, and a chunk has at least four
              candidates unless it is the last of its node: at most half of the rows
    subtrees  at most one entry per node
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
        "subtrees": (nodes, np.int32),
        "within": (2 * levels, np.uint64),
        "inner": (rows, np.int32),
        "deferred": (rows, np.int32),
        "levels": ((2 * levels, S.LEVEL_FIELDS), np.int32),
        "stack": ((C.STACK_DEPTH, C.STACK_FIELDS), np.int64),
    }
    return Pool(**dict(zip(new, together(*new.values()), strict=True)))


@kernel
def _begin(vertices, is_clear, levels, stack):
    """Initialize the arrays of a new workspace, one entry per thread.

    `vertices`: int32, becomes 0, 1, ... `is_clear`: int32 per block, 0: no block has
    cleared its marks. `levels` and `stack` are those of the pool, and become empty.
    """
    for v in range(cuda.grid(1), vertices.size, cuda.gridsize(1)):
        vertices[v] = v
    for block in range(cuda.grid(1), is_clear.size, cuda.gridsize(1)):
        is_clear[block] = 0
    for place in range(cuda.grid(1), levels.shape[0], cuda.gridsize(1)):
        levels[place, S.L_READY] = 0
    clear_stack(stack)


def control_for_roots(pool: Pool) -> np.ndarray:
    """Return `control` for an empty pool.

    Roots may fill half of a pool that holds two full levels. So one level is left for
    their subtrees. In a smaller pool, they may fill a quarter.
    """
    part = 2 if len(pool.bits) >= 2 * LEVEL_ROWS else 4
    return fresh_control(pool, S.CONTROLS, part)


@kernel
def _measure_graph(indptr, kept_indptr, some, n_roots, least, wide, sums):
    """Count the roots with fewer than `least` neighbours, and with fewer than `wide`,
    and the edges that sweeps from all vertices read. One vertex per thread.

    `indptr`, `kept_indptr`: int64, of the grown and the kept side. `some`: int32 roots;
    if it is empty, all vertices are roots. `sums`: int64 (3,), zero, gets the results.
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
    """Return the roots of a partition in ascending order of degree.

    Returns None for a whole graph: all of its vertices are roots, in this order.
    """
    if not len(graph.is_root):
        return None
    roots = xp.flatnonzero(graph.is_root).astype(np.int32)
    degree = graph.grown_indptr[roots + 1] - graph.grown_indptr[roots]
    return xp.ascontiguousarray(roots[xp.argsort(degree, kind="stable")])
