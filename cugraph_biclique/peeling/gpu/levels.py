# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rounds on a GPU: items to remove, and items that lose butterflies.

A cooperative kernel runs many rounds, and its blocks meet several times in each. Lists
are in pairs. A round reads one list of a pair and writes the other; then they exchange
their roles. Between two barriers, an entry of `control` is read by all threads, or
written, but not both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import wait
from cugraph_biclique.device.simt import (
    WARP,
    append,
    cuda,
    device,
    meet_blocks,
    warp_min,
)
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.peeling.windows import (
    ENDLESS,
    GONE,
    NOW,
    all_items,
    next_window,
    report,
)

# Entries of `control`. Those of the two lists of a pair are neighbours.
N_ITEMS, N_WINDOW = 0, 2  # lengths
LEVEL, HIGH, LEAST, MOST_WINDOW, N_GONE = range(4, 9)
LIST, WINDOW = 9, 10  # which list of the pair is that of the last round
STATUS, BARRIER = 11, 12
N_TOUCHED, N_LONG_EDGES, N_LONG_BLOOMS = range(13, 16)  # of the rounds for edges
N_PIECES = 16  # of those for vertices
ENTRIES = 17
CONTINUE, USED_UP = range(2)  # `STATUS`
ROUNDS = 64  # of one launch


class Peeling(NamedTuple):
    """The items of a graph, and which of them are removed."""

    support: Any  # int64, butterflies; `NOW` in the item's round, then `GONE`
    number: Any  # int64, the level at which an item was removed
    items: Any  # int32, two rows: the items of a round, and of the next
    windows: Any  # int32, two rows, see `windows`
    control: Any  # int64


class Losing(NamedTuple):
    """What a round needs to take butterflies from items."""

    support: Any
    following: Any  # int32, the items of the next round
    n_following: Any  # the entry of `control` with their number
    window: Any
    n_window: Any
    level: Any
    high: Any


def new_peeling(support: Any) -> Peeling:
    """Begin with the butterflies of each item, which are changed in place."""
    n = len(support)
    items, windows = xp.empty((2, n), np.int32), xp.empty((2, n), np.int32)
    control = xp.zeros(ENTRIES, np.int64)
    control[LEAST] = ENDLESS
    return Peeling(support, xp.zeros(n, np.int64), items, windows, control)


def bytes_of_items(n: int) -> int:
    """Return the bytes of `Peeling`, and of the choice of a window."""
    return n * (2 * 8 + 4 * 4 + 2 * 4 + 2 * 8)


def peel(
    peeling: Peeling,
    launch_rounds: Callable[[], None],
    trace: Trace,
    progress: Progress,
    parts: str,
) -> Any:
    """Remove all items. Return the number of each: int64. `parts`: the items' word.

    `launch_rounds` launches some rounds.
    """
    n, control = len(peeling.support), peeling.control
    left = all_items(n, peeling.support)
    with trace.stage("peel"), reporting(progress, n, "peel", parts) as on_progress:
        while n:
            window = next_window(peeling.support, left)
            left = window.left
            if not len(left):
                break
            _fill(peeling, window.items, window.most, window.high)
            status = CONTINUE
            while status != USED_UP:
                launch_rounds()
                wait()
                now = to_host(control)
                status = int(now[STATUS])
                report(on_progress, int(now[N_GONE]))
    return peeling.number


def _fill(peeling: Peeling, items: Any, most: int, high: int) -> None:
    """Fill the window for the next rounds."""
    control = peeling.control
    which = int(control[WINDOW])
    peeling.windows[which, : len(items)] = items
    control[N_WINDOW + which] = len(items)
    control[MOST_WINDOW] = most
    control[HIGH] = high


@device
def next_round(peeling, flip, flop, is_first):
    """Remove the items of the last round, and find those of the next, by all blocks.

    `flip` and `flop` are the lists of items, and of the window, that the last round has
    written. Return the number of items, the list that they are in, and that of the
    window. There are no items if another window is needed.
    """
    support, number, items, windows, control = peeling
    thread, threads = cuda.grid(1), cuda.gridsize(1)
    is_one = thread == 0
    if is_one and is_first:
        control[STATUS] = CONTINUE
    old = 1 - flip
    n_old, n = control[N_ITEMS + old], control[N_ITEMS + flip]
    n_window, level = control[N_WINDOW + flop], control[LEVEL]
    for i in range(thread, n_old, threads):
        support[items[old, i]] = GONE
    rises = n == 0 and n_window <= control[MOST_WINDOW]
    if rises:
        find_least(support, windows[flop], n_window, control)
    meet_blocks(control, BARRIER)
    if is_one:
        control[N_ITEMS + old] = 0
    if rises:
        level = control[LEAST]
        select(support, windows, flop, n_window, items[flip], level, flip, control)
        meet_blocks(control, BARRIER)
        n = control[N_ITEMS + flip]
        if is_one:
            control[N_WINDOW + flop] = 0
            control[LEAST] = ENDLESS
        flop = 1 - flop
    for i in range(thread, n, threads):
        support[items[flip, i]] = NOW
        number[items[flip, i]] = level
    if is_one:
        control[N_GONE] += n
        control[LIST], control[WINDOW] = old, flop
        if rises and n > 0:
            control[LEVEL] = level
        if n == 0:
            control[STATUS] = USED_UP
    meet_blocks(control, BARRIER)
    return n, flip, flop


@device
def find_least(support, window, n_window, control):
    """Find the least number of butterflies of the items in the window."""
    least = np.int64(ENDLESS)
    for i in range(cuda.grid(1), n_window, cuda.gridsize(1)):
        butterflies = support[window[i]]
        if butterflies >= 0:
            least = min(least, butterflies)
    least = warp_min(least)
    if cuda.threadIdx.x % WARP == 0 and least < ENDLESS:
        cuda.atomic.min(control, LEAST, least)


@device
def select(support, windows, flop, n_window, out, level, flip, control):
    """Divide the window: items at the level, and others that are left.

    One item per thread.
    """
    lane = cuda.threadIdx.x % WARP
    for base in range(cuda.grid(1) - lane, n_window, cuda.gridsize(1)):
        item, butterflies = np.int32(0), np.int64(GONE)
        if base + lane < n_window:
            item = windows[flop, base + lane]
            butterflies = support[item]
        append(control, N_ITEMS + flip, out, item, butterflies == level)
        others = butterflies >= 0 and butterflies != level
        append(control, N_WINDOW + 1 - flop, windows[1 - flop], item, others)


@device
def losing(peeling, flip, flop):
    """Return what a round needs, whose items are in the list `flip`."""
    _, _, items, windows, control = peeling
    return Losing(
        peeling.support, items[1 - flip], N_ITEMS + 1 - flip, windows[flop],
        N_WINDOW + flop, control[LEVEL], control[HIGH],
    )  # fmt: skip


@device
def lose(losing, item, butterflies, control):
    """Take butterflies from an item that is left.

    It is in the next round as soon as it has no more than the level.
    """
    before = cuda.atomic.add(losing.support, item, -butterflies)
    after = before - butterflies
    if after <= losing.level:
        if before > losing.level:
            at = cuda.atomic.add(control, losing.n_following, 1)
            losing.following[at] = item
    elif after < losing.high and before >= losing.high:
        losing.window[cuda.atomic.add(control, losing.n_window, 1)] = item
