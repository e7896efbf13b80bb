# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has at most 64 vertices: rows of one word.

Each candidate row of a node makes a child. The child's excluded rows are those of the
node and the candidates before it, so children are independent. The order must put a row
before the rows that contain it. The value of the word is such an order, and needs no
sort.

`shorten` drops useless excluded rows of the first nodes. Then three kernels alternate,
each with the whole device:

descend  one warp per small node searches its subtree, see `subtrees`.
test     one warp per chunk of another node's candidates compares them with all rows:
         is the child maximal, how large is its R, and has it children?
expand   one warp per child with children copies the intersecting rows to a new node,
         or lists a small child for the next round. A child of few members gets a
         truth table instead, see `lane_tables`.

`device.stack` keeps the nodes in a stack of levels. `NarrowSearch` is the host side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import (
    ALL_AT_ONCE,
    beside,
    launch,
    multiprocessors,
    read,
    repeated,
)
from cugraph_biclique.device.rounds import Rounds
from cugraph_biclique.device.simt import SMALL, WARP, WARPS, cuda, device, kernel
from cugraph_biclique.device.stack import (
    blocks_to_expand,
    blocks_to_test,
    blocks_with,
    close_segment,
    expand_nothing,
    fresh_control,
    is_last_block,
    keep_deferred,
    next_share,
    open_segment,
)
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.host.workspace import Workspace, control_for_roots
from cugraph_biclique.search.gpu.narrow.excluded import shorten_nodes
from cugraph_biclique.search.gpu.narrow.expand import expand_rows
from cugraph_biclique.search.gpu.narrow.lane_lists import LIST_WORDS
from cugraph_biclique.search.gpu.narrow.lane_tables import TABLE_WORDS
from cugraph_biclique.search.gpu.narrow.levels import HELPERS
from cugraph_biclique.search.gpu.narrow.maximality import add_counters, test_rows
from cugraph_biclique.search.gpu.narrow.pausing import subtrees_left
from cugraph_biclique.search.gpu.narrow.subtrees import search_subtrees
from cugraph_biclique.search.gpu.output import check_found
from cugraph_biclique.search.gpu.state import TooLarge

# Blocks of `descend` per multiprocessor. With more blocks, more warps would wait for
# levels, and searching warps would have to donate more often.
DESCENDING = 5


@kernel(threads=SMALL, blocks=5)
def shorten(pool, control):
    """Leave out excluded rows of new nodes that others contain: one warp per node.

    `expand` does so itself, for the nodes that it makes. The kernels that make the
    nodes of roots and of wide nodes have too few registers for it.
    """
    shorten_nodes(pool, control)


@kernel(threads=SMALL, blocks=DESCENDING)
def descend(pool, output, control, sizes):
    """Search the subtrees of the newest small nodes: one warp per subtree.

    Warps with long searches donate levels to idle warps, see `levels`.
    """
    if control[S.PAUSED] != 0 or cuda.blockIdx.x >= blocks_to_descend(control):
        return
    steps = search_subtrees(pool, output, control, sizes, None, None)
    is_last_block(control, blocks_to_descend(control), steps)


@kernel(threads=SMALL, blocks=DESCENDING)
def descend_and_list(pool, output, control, sizes):
    """`descend` in a search without a bound: truth tables find the bicliques below
    nodes of few members."""
    if control[S.PAUSED] != 0 or cuda.blockIdx.x >= blocks_to_descend(control):
        return
    families = cuda.shared.array((WARPS, WARP, TABLE_WORDS), np.uint32)
    lists = cuda.shared.array((WARPS, WARP, LIST_WORDS), np.uint32)
    steps = search_subtrees(pool, output, control, sizes, families, lists)
    is_last_block(control, blocks_to_descend(control), steps)


@kernel(threads=SMALL, blocks=DESCENDING)
def descend_and_count(pool, output, control, sizes):
    """`descend_and_list` in a count without sizes of R."""
    if cuda.blockIdx.x >= blocks_to_descend(control):
        return
    families = cuda.shared.array((WARPS, WARP, TABLE_WORDS), np.uint32)
    steps = search_subtrees(pool, output, control, sizes, families, None)
    is_last_block(control, blocks_to_descend(control), steps)


@kernel(threads=SMALL, blocks=5)
def test(pool, output, control, sizes):
    """Test the candidates of the newest nodes, emit the maximal children, and note
    those with children: one warp per chunk of a node's candidates.

    If no levels and subtrees are left, the last block pushes the noted children on the
    stack.
    """
    if cuda.blockIdx.x >= blocks_to_test(control):
        return
    steps = test_rows(pool, output, control, sizes)
    keep_deferred(pool, control)
    if is_last_block(control, blocks_to_test(control), steps):
        if next_work(pool, control):
            expand_nothing(control)
        else:
            open_segment(pool, control)


@kernel(threads=SMALL, blocks=7)
def expand(pool, output, control, sizes):
    """Make nodes of the children on top of the stack: one warp per child."""
    if cuda.blockIdx.x >= blocks_to_expand(control):
        return
    steps, _, _ = expand_rows(pool, output, control, sizes, None, None)
    if is_last_block(control, blocks_to_expand(control), steps):
        close_segment(pool, control)


@kernel(threads=SMALL, blocks=5)
def expand_and_list(pool, output, control, sizes):
    """`expand` in a search without a bound: truth tables find the bicliques below
    children of few members."""
    if cuda.blockIdx.x >= blocks_to_expand(control):
        return
    families = cuda.shared.array((WARPS, WARP, TABLE_WORDS), np.uint32)
    lists = cuda.shared.array((WARPS, WARP, LIST_WORDS), np.uint32)
    steps, tested, found = expand_rows(pool, output, control, sizes, families, lists)
    add_counters(control, tested, 0, found, output.mask.size == 0)
    if is_last_block(control, blocks_to_expand(control), steps):
        close_segment(pool, control)


@kernel(threads=SMALL, blocks=6)
def expand_and_count(pool, output, control, sizes):
    """`expand_and_list` in a count without sizes of R."""
    if cuda.blockIdx.x >= blocks_to_expand(control):
        return
    families = cuda.shared.array((WARPS, WARP, TABLE_WORDS), np.uint32)
    steps, tested, found = expand_rows(pool, output, control, sizes, families, None)
    add_counters(control, tested, 0, found, True)
    if is_last_block(control, blocks_to_expand(control), steps):
        close_segment(pool, control)


@kernel
def _reset(control, n, rows, nodes, group, most_found, pause_at):
    """Reset the first n entries of `control` for an empty pool, one per thread."""
    for entry in range(cuda.grid(1), n, cuda.gridsize(1)):
        value = np.int64(0)
        if entry == C.FIRST_LOST:
            value = np.int64(C.NEVER)
        elif entry == C.ROW_LIMIT:
            value = rows
        elif entry == C.NODE_LIMIT:
            value = nodes
        elif entry == C.GROUP:
            value = group
        elif entry == S.MOST_FOUND:
            value = most_found
        elif entry == S.PAUSE_AT:
            value = pause_at
        control[entry] = value


@device
def blocks_to_descend(control):
    """Number of blocks that take part in `descend`, as in `blocks_to_test`.

    If there is work, at least HELPERS blocks take part, so that their warps can take
    donated levels.
    """
    n = control[S.SUBTREES] + control[S.LEVELS]
    return blocks_with(max(n, np.int64(HELPERS * WARPS)) if n > 0 else n)


@device
def next_work(pool, control):
    """Make the levels and subtrees that no warp has taken the next work.

    Returns whether there are any. By one thread.
    """
    if control[S.PAUSED] != 0:
        return True
    first, left = subtrees_left(control)
    is_left = swap_levels(pool, control) or left > 0
    control[S.FIRST_SUBTREE], control[S.SUBTREES] = first, left
    control[S.LEFT] = 0
    if is_left and control[S.FOUND] > control[S.PAUSE_AT]:
        control[S.PAUSED] = 1
    return is_left


@device
def swap_levels(pool, control):
    """Make the levels that no warp has taken the next work; returns whether there are
    any. By one thread."""
    control[S.SUBTREES] = control[S.NEXT_SUBTREE] = 0
    there = min(control[S.NEW_LEVELS], np.int64(pool.within.size // 2))
    control[S.FIRST_LEVEL] = min(control[S.NEXT_LEVEL], there)
    control[S.LEVELS] = there - control[S.FIRST_LEVEL]
    control[S.NEXT_LEVEL] = control[S.NEW_LEVELS] = control[S.OPEN_LEVELS] = 0
    control[S.HALF] = 1 - control[S.HALF]
    return control[S.LEVELS] > 0


class NarrowSearch:
    """The part of a search that fills the pool with nodes, and searches them."""

    rows_left: int  # rows that are certain to fit the pool
    nodes_left: int  # nodes that are certain to fit the pool
    shorten_new: Callable[[], None]  # launches `shorten`; see `pack_rounds`

    def __init__(self, work: Workspace, trace: Trace) -> None:
        self.work = work
        self.trace = trace
        self.begin = self.seen = control_for_roots(work.pool)
        self.is_left = False  # whether a search of the pool ended early
        self.wait: Callable[[], None] | None = None  # waits for `fill_beside`
        self.capture_again()

    def capture_again(self) -> None:
        """Discard the launches of the rounds, which hold the address of the output.

        Call this if the output is replaced, before a round is launched again.
        """
        self.kernels: list[Callable[[], None]] = []  # of a round
        self.rounds = Rounds(self.work.limits.rounds_at_once)

    def start(self) -> None:
        """Begin a job with an empty pool and no bicliques."""
        if self.is_left:
            self.work.pool.levels.fill(0)  # discards levels that no warp has taken
            self.is_left = False
        self.begin[S.MOST_FOUND] = self.work.most_found
        self.begin[S.PAUSE_AT] = self.work.pause_at
        self.reset(S.CONTROLS, self.begin)
        self.seen = self.begin
        self.reset_room()

    def fill(
        self,
        items: Any,
        open_nodes: Callable[[Any, Any], None],
        rows: int = C.UNLIMITED,
    ) -> None:
        """Make nodes of `items` in batches.

        If the pool is full, search it, and retry the items that did not fit. `rows` is
        an upper bound of all their rows. If it fits the pool, return without a read
        from the device, and leave the nodes for the next search of the pool.
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
            seen = to_host(self.work.control)
            left = int(seen[C.WAITING])
            self.note_room(seen)
            share = next_share(len(some), left)
            if not left:
                empty = False
                # The roots in these lists have nodes now, so empty the lists.
                self.work.control[S.LARGER_ROOTS : S.LARGE_ROOTS + 1] = 0
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

    def fits(self, n: int, rows: int) -> bool:
        """Whether n nodes with at most `rows` rows are certain to fit the pool."""
        return rows <= self.rows_left and n <= self.nodes_left

    def fill_beside(
        self, n: int, launches: Sequence[Callable[[], None]], rows: int
    ) -> None:
        """Make n nodes by kernels that run concurrently with later ones.

        All nodes must be certain to fit: they have at most `rows` rows. Call `join`
        before other nodes are made, before `control` is read or reset, and before the
        marks of `work.scratch` are used.
        """
        self.rows_left -= rows
        self.nodes_left -= n
        self.wait = beside(*launches)

    def join(self) -> None:
        """Make later kernels wait for those of `fill_beside`."""
        wait, self.wait = self.wait, None
        if wait is not None:
            wait()

    def note(
        self, seen: np.ndarray, waiting: Any, open_nodes: Callable[[Any, Any], None]
    ) -> None:
        """Note that nodes have been made, and that the host has read `seen` since.

        If some items did not fit, they are in `waiting`: search the pool, and retry
        them.
        """
        left = int(seen[C.WAITING])
        self.note_room(seen)
        if left:
            self.give_back(seen)
            self.drain()
            self.fill(waiting[:left], open_nodes)

    def note_room(self, seen: np.ndarray) -> None:
        """Note how much of the pool is left."""
        self.rows_left = int(seen[C.ROW_LIMIT] - seen[C.ROWS])
        self.nodes_left = int(seen[C.NODE_LIMIT] - seen[C.NODES])

    def give_back(self, seen: np.ndarray) -> None:
        """Roll back the reservations that failed."""
        control = self.work.control
        control[C.NODES] = min(seen[C.NODES], seen[C.NODE_LIMIT])
        control[C.ROWS] = min(seen[C.ROWS], seen[C.FIRST_LOST])
        control[C.FIRST_LOST] = C.NEVER

    def drain(self, group: int = WARP) -> None:
        """Search all nodes in the pool, and empty it, before more nodes are made."""
        self.search_pool()
        self.check_output(self.seen)
        work = self.work
        self.reset_room()
        if group == WARP:
            self.reset(S.POOL_WORDS, self.begin)
        else:  # higher limits, for a root that did not fit an empty pool
            self.reset(S.POOL_WORDS, fresh_control(work.pool, S.CONTROLS), group)

    def reset(self, n: int, begin: np.ndarray, group: int = WARP) -> None:
        """Set the first n entries of `control` on the device to those of `begin`.

        A launch takes less time than a copy of `begin`.
        """
        rows, nodes = int(begin[C.ROW_LIMIT]), int(begin[C.NODE_LIMIT])
        limits = int(begin[S.MOST_FOUND]), int(begin[S.PAUSE_AT])
        launch(_reset, 1, self.work.control, n, rows, nodes, group, *limits)

    def search_pool(self) -> None:
        """Search all nodes in the pool. Empty the pool before anything is added."""
        work = self.work
        self.rounds.begin()
        self.is_left = True
        self.pack_rounds()
        self.shorten_new()
        while True:
            self.launch_rounds(self.rounds.next())
            self.seen = read(work.control)
            work.check_time()
            check_found(work, self.seen)
            if self.seen[C.STATUS] == C.STUCK:
                raise TooLarge
            if not self.seen[[C.DEPTH, C.CHUNKS, S.SUBTREES, S.LEVELS]].any():
                break
            self.check_output(self.seen)
        self.is_left = False
        self.trace.add_steps(int(self.seen[C.STEPS]), int(self.seen[C.AT_MOST]))

    def check_output(self, seen: np.ndarray) -> None:
        """Raise `TooLarge` if a job has found too many bicliques; if the output is
        nearly full, make room for more. `seen` is a copy of `control` on the host.

        Call it only if the job goes on.
        """
        work = self.work
        check_found(work, seen)
        if seen[S.FOUND] <= seen[S.PAUSE_AT]:
            return
        self.join()  # no kernel may write to the old output
        found = int(to_host(work.control)[S.FOUND])
        if work.extend_output(found):
            self.capture_again()
            self.pack_rounds()
        work.control[S.PAUSE_AT] = work.pause_at
        work.control[S.PAUSED] = 0

    def launch_rounds(self, n: int) -> None:
        """Launch n rounds of the three kernels; each round takes one level."""
        for _ in range(n):
            for launch_kernel in self.kernels:
                launch_kernel()

    def pack_rounds(self) -> None:
        """Pack the arguments of `shorten` and of a round.

        Call it early, while the device is busy.
        """
        work = self.work
        if not self.kernels:
            pool = work.packed_pool
            found = work.packed_output, work.control, work.packed_sizes
            first, last = descend, expand
            if not work.sized:
                first, last = descend_and_count, expand_and_count
            elif work.bound is None:
                first, last = descend_and_list, expand_and_list
            self.shorten_new = repeated(shorten, ALL_AT_ONCE, pool, work.control)
            self.kernels = [
                repeated(first, DESCENDING * multiprocessors(), pool, *found),
                repeated(test, ALL_AT_ONCE, pool, *found),
                repeated(last, ALL_AT_ONCE, pool, *found),
            ]

    def reset_room(self) -> None:
        """Note that the pool is empty, so that all rows up to its limits fit."""
        self.rows_left = int(self.begin[C.ROW_LIMIT])
        self.nodes_left = int(self.begin[C.NODE_LIMIT])
