# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""(p, q)-bicliques on a GPU: roots -> rows -> nodes -> sets by size.

`roots` builds rows from the graph, and `rows` picks them. This module is the host side:
it manages memory and launches, and decides when the CPU engine counts instead. The
recursion is that of BCList++. Bits are numbered within each root, instead of in
truncated bitmaps as in GBC (docs/papers.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.counting import cpu
from cugraph_biclique.counting.binomials import weighted_sum
from cugraph_biclique.counting.gpu import rows
from cugraph_biclique.counting.gpu.roots import open_roots
from cugraph_biclique.counting.gpu.state import (
    CONTROLS,
    LIMB,
    LIMBS,
    MADE,
    MADE_FULL,
    NODE_FIELDS,
    OF_LAUNCH,
    UPPER,
    Pool,
    State,
    Sweep,
    Wanted,
)
from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.elementwise import ascending
from cugraph_biclique.device.launching import (
    ALL_AT_ONCE,
    Packed,
    launch,
    multiprocessors,
    repeated,
    tell_kernels,
    wait,
)
from cugraph_biclique.device.memory import as_large_as_possible, free_memory
from cugraph_biclique.device.rounds import Rounds
from cugraph_biclique.device.stack import fresh_control, new_stack, next_share
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace

MOST_PICKS = C.STACK_DEPTH - 2
FULL_SHARE = 2  # CPU cores count if at least 1 / FULL_SHARE of the rows are full


class Limits(NamedTuple):
    """Limits of sizes. If the plan has less room, the plan decides."""

    least_words: int = plan.LEAST_WORDS  # of the pool
    most_words: int = 1 << 27
    many_steps: int = 1 << 36  # about a second at most, if the pool keeps warps busy
    many_looks: int = 1 << 10  # reads: about a second at most, if the pool is small
    few_members: int = 1 << 15  # with fewer, the host does not read the largest degree
    rounds_at_once: int = 8  # most rounds before the host first reads the sums


LIMITS = Limits()
Run: TypeAlias = Callable[[Anchored, Trace], np.ndarray | None]


def run_alone(anchored: Anchored, trace: Trace) -> np.ndarray | None:
    """Count from all roots on the current device; return the result of `Count.run`."""
    count = new_count(anchored)
    return count.run(count.roots, trace)


def count(
    anchored: Anchored,
    leasts: list[int],
    trace: Trace,
    progress: Progress,
    run: Run = run_alone,
) -> list[int]:
    """Count as `Backend.count` describes, with CPU cores if a GPU is unsuited.

    `run` counts from all roots, on one device or on several.
    """
    n = len(anchored.graph.grown_weight)
    with trace.stage("count"), reporting(progress, n, "count") as on_progress:
        limbs = sets_by_size(anchored, trace, run)
        if limbs is not None:
            on_progress(n)
    if limbs is not None:
        sizes = joined(limbs)
        return [weighted_sum(sizes, least) for least in leasts]
    return cpu.count(anchored.to_host(), leasts, trace, progress)


def sets_by_size(anchored: Anchored, trace: Trace, run: Run) -> np.ndarray | None:
    """Return the number of sets of `picks` >= 2 anchored vertices with k common
    neighbours, by k, in limbs for `joined`. Those for k < `least` may be missing.

    Return None if CPU cores should count:

    - `picks` exceeds `MOST_PICKS`.
    - An allocation fails, or a pool is too small for a single root or child.
    - A root has more than 64 * `MOST_WIDTH` neighbours.
    - The number of sets that the full rows of one node form may exceed 62 bits.
    - The count takes long, and at least 1 / `FULL_SHARE` of the rows that `expand`
      found are full. Then many rows are equal, and the CPU engine merges equal rows.
    """
    if anchored.picks > MOST_PICKS:
        return None
    if len(anchored.graph.grown_weight) < anchored.picks:
        return np.zeros((LIMBS, 1), np.int64)
    try:
        return run(anchored, trace)
    except MemoryBudgetError:  # a device of the call has no room for the graph
        raise
    except MemoryError:  # less memory is free than the plan expects
        return None


def joined(limbs: np.ndarray) -> np.ndarray:
    """Join the limbs of the numbers of sets: int64, or Python integers if larger.

    `limbs`: int64 (LIMBS, sizes). Row i has sums of limb i, which may exceed a limb.
    """
    used = np.flatnonzero(limbs[1:].any(axis=0))
    if not len(used):
        return limbs[0]
    sizes = limbs[0].astype(object)
    for i in range(1, len(limbs)):
        sizes[used] += limbs[i, used].astype(object) * LIMB**i
    return sizes


def new_count(anchored: Anchored, stop: np.ndarray | None = None) -> Count:
    """Allocate the arrays of a count on the device.

    If the flag `stop` is raised, the count ends with `Stopped`.
    """
    return Count(*anchored[:3], anchored.budget, LIMITS, stop)


class Count:
    """The count of one graph: its arrays on the device, and its launches."""

    def __init__(
        self,
        graph: SearchGraph,
        picks: int,
        least: int,
        budget: int,
        limits: Limits = LIMITS,
        stop: np.ndarray | None = None,
    ) -> None:
        self.limits = limits
        self.stop = stop
        self.picks = picks
        self.least = least
        self.steps = 0
        self.looks = 0  # how often the host has read the sums
        n = len(graph.grown_weight)
        if len(graph.is_root):
            self.roots = xp.flatnonzero(graph.is_root).astype(np.int32)
        else:
            self.roots = ascending(n)
        shares = plan.biclique_count(min(budget, free_memory()))
        blocks = shares.sweeps // (plan.COUNT_SWEEP_BYTES * n)
        self.blocks = max(1, min(8 * multiprocessors(), blocks, n))
        self.sweep = Sweep(
            xp.zeros((self.blocks, n), np.int32), xp.empty((self.blocks, n), np.int32)
        )
        self.pool = as_large_as_possible(
            partial(new_pool, least=limits.least_words),
            min(limits.most_words, shares.pool // plan.WORD_BYTES),
            limits.least_words,
        )
        self.fresh = xp.asarray(fresh_control(self.pool, CONTROLS))
        # One array, so that the host reads the control words and the lowest limbs of
        # all sizes with one copy.
        self.n_sizes = most_members(graph, limits.few_members) + 1
        self.sums = xp.zeros(CONTROLS + LIMBS * self.n_sizes, np.int64)
        self.control, self.leaves = self.sums[:CONTROLS], self.sums[CONTROLS:]
        self.packed_graph = Packed(graph)
        self.packed_state = Packed(State(self.pool, self.leaves, self.control))
        # As long as all nodes fit the pool, these rounds are enough.
        self.rounds = Rounds(min(self.picks - 3, limits.rounds_at_once))

    def run(self, roots: Any, trace: Trace) -> np.ndarray | None:
        """Count from some roots, and return the limbs of all runs so far.

        An interrupt also ends the launched kernels.
        """
        try:
            return self.count(roots, trace)
        except BaseException:
            self.give_up()
            raise

    def give_up(self) -> None:
        """End all running and launched kernels, to free their memory for use."""
        entries = {C.STATUS: C.STUCK, C.NEXT: C.UNLIMITED}
        tell_kernels(self.control, entries)

    def count(self, roots: Any, trace: Trace) -> np.ndarray | None:
        """Count from roots, batch by batch; return the result of `run`."""
        if not len(roots):  # a partition may have no roots
            return to_host(self.leaves).reshape(LIMBS, -1)
        share = len(roots)
        while True:
            some, roots = roots[-share:], roots[:-share]  # the heaviest first
            self.control[OF_LAUNCH] = self.fresh[OF_LAUNCH]
            waiting = xp.empty(len(some), np.int32)
            launch(
                open_roots, min(self.blocks, len(some)), self.packed_graph, some,
                self.sweep, self.packed_state, waiting, Wanted(self.picks, self.least),
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
                return self.limbs(seen)

    def limbs(self, seen: np.ndarray) -> np.ndarray:
        """Return the limbs of all sizes; `seen` has the lowest limbs."""
        if seen[UPPER]:
            return to_host(self.leaves).reshape(LIMBS, -1)
        limbs = np.zeros((LIMBS, self.n_sizes), np.int64)
        limbs[0] = seen[CONTROLS:]
        return limbs

    def drain(self) -> np.ndarray | None:
        """Count all sets below the nodes in the pool.

        Return the sums that the host read last, or None if the CPU cores should count.
        """
        self.rounds.begin()
        while True:
            self.launch_rounds(self.rounds.next())
            wait(self.stop)
            seen = to_host(self.sums[: CONTROLS + self.n_sizes])
            self.looks += 1
            limits = self.limits
            if seen[C.STATUS] == C.STUCK:
                return None
            if seen[C.DEPTH] == 0 and seen[C.CHUNKS] == 0:
                return seen
            # See `sets_by_size`: CPU cores finish sooner, as they merge equal rows.
            steps = self.steps + seen[C.STEPS]
            many = steps > limits.many_steps or self.looks > limits.many_looks
            if many and 0 < seen[MADE] <= FULL_SHARE * seen[MADE_FULL]:
                return None

    def launch_rounds(self, n: int) -> None:
        """Launch n rounds of both kernels, one round per level, and the first kernel
        once more."""
        for _ in range(n):
            self.count_rows()
            self.expand_rows()
        if self.picks > 2:
            self.count_rows()

    @cached_property
    def count_rows(self) -> Callable[[], None]:
        """Launch the kernel that counts. A count of two picks never loads it."""
        return repeated(rows.count, ALL_AT_ONCE, self.packed_state, self.least)

    @cached_property
    def expand_rows(self) -> Callable[[], None]:
        """Launch the kernel that makes nodes. A count of three picks never loads it."""
        return repeated(rows.expand, ALL_AT_ONCE, self.packed_state, self.least)


def most_members(graph: SearchGraph, few: int) -> int:
    """Return an upper bound of the common neighbours of any set.

    With at most `few` kept vertices, their number is the bound: reading the largest
    degree from the device would take longer.
    """
    n_kept, n_grown = len(graph.kept_weight), len(graph.grown_weight)
    if n_kept <= few:
        return n_kept
    if len(graph.is_root):  # a partition may truncate the last list
        return int(xp.diff(graph.grown_indptr).max())
    return int(graph.grown_indptr[n_grown] - graph.grown_indptr[n_grown - 1])


def new_pool(words: int, least: int) -> Pool:
    """Allocate a pool for `words` words of rows, or for `least` if that is more."""
    words = max(least, words)
    return Pool(
        bits=xp.empty(words, np.uint64),
        nodes=xp.empty((words // 4, NODE_FIELDS), np.int32),
        chunks=xp.empty((words, C.CHUNK_FIELDS), np.int32),
        inner=xp.empty(words, np.int64),
        deferred=xp.empty(words, np.int64),
        stack=new_stack(),
    )
