# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""(p, q)-bicliques on a GPU: roots -> rows -> nodes -> sets by size.

`roots` makes rows from the graph, `rows` picks them. This module is the host side:
memory, launches, and the decision that a graph is one for the CPU engine.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.backends import Anchored
from cugraph_biclique.counting.binomials import weighted_sum
from cugraph_biclique.counting.gpu import rows
from cugraph_biclique.counting.gpu.roots import open_roots
from cugraph_biclique.counting.gpu.state import (
    CONTROLS,
    FULL_SETS,
    MADE,
    MADE_FULL,
    NODE_FIELDS,
    OF_LAUNCH,
    Pool,
)
from cugraph_biclique.device import control as C
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import (
    ALL_AT_ONCE,
    Packed,
    launch,
    multiprocessors,
    tell_kernels,
    wait,
)
from cugraph_biclique.device.memory import as_large_as_possible
from cugraph_biclique.device.rounds import Rounds
from cugraph_biclique.device.stack import fresh_control, new_stack, next_share
from cugraph_biclique.preparation import SearchGraph
from cugraph_biclique.progress import Progress, reporting
from cugraph_biclique.trace import Trace

WORD_BYTES = 40  # of the pool, with its share of the nodes and the lists
MOST_WORDS = 1 << 27
LEAST_WORDS = 1 << 10
MOST_PICKS = C.STACK_DEPTH - 2
MOST_FULL_SETS = 1 << 32  # that are counted one by one: a second's work, or less
MANY_STEPS = 1 << 36  # likewise, where the pool is large enough for all warps
MANY_LOOKS = 1 << 10  # likewise, where it is not
FULL_SHARE = 5  # of so many rows one is full: sets should not be counted one by one
FEW_MEMBERS = 1 << 15
ROUNDS_AT_ONCE = 8  # at most, before the host looks, at first


def count(
    anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
) -> list[int]:
    """As `Backend.count`. The CPU cores count what is not for the device."""
    n = len(anchored.graph.grown_weight)
    with trace.stage("count"), reporting(progress, n, "count") as on_progress:
        sizes = sets_by_size(anchored, trace)
        if sizes is not None:
            on_progress(n)
    if sizes is not None:
        return [weighted_sum(sizes, least) for least in leasts]
    cores = anchored.for_cores()
    return cores.backend.count(cores, leasts, trace, progress)


def sets_by_size(anchored: Anchored, trace: Trace) -> np.ndarray | None:
    """The number of sets of `picks` >= 2 anchored vertices with k common neighbours,
    by k: int64. Sets with fewer than `least` may be missing.

    None if the device should not count: its memory does not hold one of the roots, or
    vertices have so many neighbours in common that the CPU engine, which counts their
    sets together, is faster.
    """
    if anchored.picks > MOST_PICKS:
        return None
    if len(anchored.graph.grown_weight) < anchored.picks:
        return np.zeros(1, np.int64)
    try:
        return Count(*anchored[:3], anchored.budget).run(trace)
    except MemoryError:  # another process has the memory
        return None


class Count:
    """The count of one graph: what it holds on the device, and its launches."""

    def __init__(self, graph: SearchGraph, picks: int, least: int, budget: int) -> None:
        self.picks = picks
        self.least = least
        self.steps = 0
        self.looks = 0  # of the host
        n = len(graph.grown_weight)
        if len(graph.is_root):
            self.roots = xp.flatnonzero(graph.is_root).astype(np.int32)
        else:
            self.roots = xp.arange(n, dtype=np.int32)
        self.blocks = max(1, min(8 * multiprocessors(), budget // 4 // (8 * n), n))
        self.scratch = xp.zeros((self.blocks, n), np.int32)
        self.touched = xp.empty((self.blocks, n), np.int32)
        words = min(MOST_WORDS, budget // 4 // WORD_BYTES)
        self.pool = as_large_as_possible(new_pool, words, LEAST_WORDS)
        self.fresh = xp.asarray(fresh_control(self.pool, CONTROLS))
        # What is read at the end comes in one piece.
        self.sums = xp.zeros(CONTROLS + most_members(graph) + 1, np.int64)
        self.control, self.leaves = self.sums[:CONTROLS], self.sums[CONTROLS:]
        self.packed_graph, self.packed_pool = (
            Packed(graph),
            Packed(self.pool),
        )
        # No more rounds than these are needed while all nodes fit the pool.
        self.rounds = Rounds(min(self.picks - 3, ROUNDS_AT_ONCE))

    def run(self, trace: Trace) -> np.ndarray | None:
        """Count from all roots. On an interrupt the launched kernels end, too."""
        try:
            return self.count(trace)
        except BaseException:
            self.give_up()
            raise

    def give_up(self) -> None:
        """Make all kernels end that are running or launched: there is nothing to do for
        them any more. Their memory is free to use then."""
        entries = {C.STATUS: C.STUCK, C.NEXT: C.NEVER}
        tell_kernels(self.control, entries)

    def count(self, trace: Trace) -> np.ndarray | None:
        """What `run` returns."""
        roots = self.roots
        if not len(roots):  # of a share there may be none
            return np.zeros(1, np.int64)
        share = len(roots)
        while True:
            some, roots = roots[-share:], roots[:-share]  # the heaviest first
            self.control[OF_LAUNCH] = self.fresh[OF_LAUNCH]
            waiting = xp.empty(len(some), np.int32)
            launch(
                open_roots, min(self.blocks, len(some)), self.packed_graph, some,
                self.scratch, self.touched, self.packed_pool, self.leaves, self.control,
                waiting, self.picks, self.least, MOST_FULL_SETS,
            )  # fmt: skip
            seen = self.drain()
            if seen is None:
                return None
            trace.add_steps(int(seen[C.STEPS]), int(seen[C.AT_MOST]))
            self.steps += int(seen[C.STEPS])
            left = int(seen[C.WAITING])
            if left == len(some):
                return None
            share = next_share(len(some), left)
            if left:
                roots = xp.concatenate([roots, xp.sort(waiting[:left])])
            if not len(roots):
                return seen[CONTROLS:]

    def drain(self) -> np.ndarray | None:
        """Count all that is below the nodes in the pool; what the host sees then, or
        None if the count is left to the cores."""
        self.rounds.begin()
        while True:
            self.rounds.launch(self.launch_rounds)
            wait()
            seen = to_host(self.sums)
            self.looks += 1
            if seen[C.STATUS] == C.STUCK or seen[FULL_SETS] > MOST_FULL_SETS:
                return None
            if seen[C.DEPTH] == 0 and seen[C.CHUNKS] == 0:
                return seen
            # So far it has taken long, and rows are so equal that the CPU engine, which
            # merges them, will be done sooner.
            steps = self.steps + seen[C.STEPS]
            many = steps > MANY_STEPS or self.looks > MANY_LOOKS
            if many and 0 < seen[MADE] <= FULL_SHARE * seen[MADE_FULL]:
                return None

    def launch_rounds(self, n: int) -> None:
        """Launch n rounds of the two kernels, one per level, and the first kernel once
        more."""
        for _ in range(n):
            self.launch(rows.count, self.leaves)
            self.launch(rows.expand)
        if self.picks > 2:
            self.launch(rows.count, self.leaves)

    def launch(self, function: Any, *more: Any) -> None:
        """Launch one of the two kernels."""
        launch(
            function, ALL_AT_ONCE, self.packed_pool, *more, self.control, self.least,
            MOST_FULL_SETS,
        )  # fmt: skip


def most_members(graph: SearchGraph) -> int:
    """A bound of the common neighbours of any set: all there are if these are few, as
    the largest degree, the last one, would have to be asked for."""
    n_kept, n_grown = len(graph.kept_weight), len(graph.grown_weight)
    if n_kept <= FEW_MEMBERS:
        return n_kept
    if len(graph.is_root):  # in a partition the last one may have lost some
        return int(xp.diff(graph.grown_indptr).max())
    return int(graph.grown_indptr[n_grown] - graph.grown_indptr[n_grown - 1])


def new_pool(words: int) -> Pool:
    """A pool of so many words of rows."""
    words = max(LEAST_WORDS, words)
    return Pool(
        bits=xp.empty(words, np.uint64),
        nodes=xp.empty((words // 4, NODE_FIELDS), np.int32),
        chunks=xp.empty((words, C.CHUNK_FIELDS), np.int32),
        inner=xp.empty(words, np.int64),
        deferred=xp.empty(words, np.int64),
        stack=new_stack(),
    )
