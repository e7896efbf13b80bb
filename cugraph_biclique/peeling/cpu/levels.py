# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rounds on CPU cores: items to remove, and items that lose butterflies.

The kernels for edges and for vertices share `Peeling`. Items lose butterflies from all
threads at a time in rounds with `shared`, and otherwise from one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypeAlias

import numba
import numpy as np

from cugraph_biclique.host.decorators import kernel
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.cpu.atomics import add_to
from cugraph_biclique.peeling.windows import (
    ENDLESS,
    GONE,
    NOW,
    all_items,
    next_window,
    report,
)

# Entries of `control`.
LEVEL, HIGH, N_NOW, N_FOLLOWING, N_WINDOW, MOST_WINDOW, N_GONE = range(7)
N_TOUCHED, READS, PHASE = range(7, 10)
ENTRIES = 10
USED_UP, CONTINUE, FOR_THREADS = range(3)  # what a kernel of rounds returns
READ_AT_ONCE = 1 << 22  # entries that one call of a kernel reads
WORTH_THREADS = 1 << 15  # entries that a phase reads
CHUNKS_PER_THREAD = 4
RunAll: TypeAlias = Callable[[Callable[[int, int, bool], Any], int, int], None]


class Peeling(NamedTuple):
    """The items of a graph, and which of them are removed."""

    support: np.ndarray  # int64, butterflies; `NOW` in the item's round, then `GONE`
    number: np.ndarray  # int64, the level at which an item was removed
    now: np.ndarray  # int32, the items of the round
    following: np.ndarray  # int32, the items of the next round
    window: np.ndarray  # int32, see `windows`
    control: np.ndarray  # int64, the level and the lengths of the lists

    @classmethod
    def of(cls, support: np.ndarray) -> Peeling:
        """Begin with the butterflies of each item, which are changed in place."""
        n = len(support)
        now, following, window = np.empty((3, n), np.int32)
        number, control = np.zeros(n, np.int64), np.zeros(ENTRIES, np.int64)
        return cls(support, number, now, following, window, control)


def bytes_of_items(n: int) -> int:
    """Return the bytes of `Peeling`, and of the choice of a window."""
    return n * (2 * 8 + 3 * 4 + 2 * 4 + 8)


def windows(peeling: Peeling) -> Iterator[None]:
    """Fill the window, each time that it is used up, until no item is left."""
    left = all_items(len(peeling.support), peeling.support)
    while True:
        window = next_window(peeling.support, left)
        left, items = window.left, window.items
        if not len(left):
            return
        peeling.window[: len(items)] = items
        entries = [N_WINDOW, MOST_WINDOW, HIGH]
        peeling.control[entries] = len(items), window.most, window.high
        yield


@kernel
def next_round(peeling):
    """Remove the items of the round, and find those of the next. Return their number:
    0 if another window is needed."""
    support, number, now, following, window, control = peeling
    for i in range(control[N_NOW]):
        support[now[i]] = GONE
    n = control[N_FOLLOWING]
    for i in range(n):
        now[i] = following[i]
    if n == 0 and control[N_WINDOW] <= control[MOST_WINDOW]:
        n = rise(support, now, window, control)
    for i in range(n):
        support[now[i]] = NOW
        number[now[i]] = control[LEVEL]
    control[N_NOW] = n
    control[N_FOLLOWING] = 0
    control[N_GONE] += n
    return n


@kernel
def rise(support, now, window, control):
    """Raise the level to the least number of butterflies in the window.

    Take the items that have as many. Return their number.
    """
    kept = np.int64(0)
    least = np.int64(ENDLESS)
    for i in range(control[N_WINDOW]):
        item = window[i]
        if support[item] >= 0:
            window[kept] = item
            kept += 1
            least = min(least, support[item])
    n = np.int64(0)
    for i in range(kept):
        item = window[i]
        if support[item] == least:
            now[n] = item
            n += 1
        else:
            window[i - n] = item
    control[LEVEL] = least
    control[N_WINDOW] = kept - n
    return n


@kernel
def lose(peeling, item, butterflies, shared):
    """Take butterflies from an item that is left.

    It is in the next round as soon as it has no more than the level.
    """
    support, _, _, following, window, control = peeling
    before = add(support, item, -butterflies, shared)
    after = before - butterflies
    if after <= control[LEVEL]:
        if before > control[LEVEL]:
            following[add(control, N_FOLLOWING, 1, shared)] = item
    elif after < control[HIGH] and before >= control[HIGH]:
        window[add(control, N_WINDOW, 1, shared)] = item


@kernel
def add(array, index, value, shared):
    """Add to an entry, and return it before. An atomic addition takes several times as
    long, so it is for arrays that are shared by threads."""
    if shared:
        return add_to(array, index, value)
    before = array[index]
    array[index] = before + value
    return before


class Rounds(Protocol):
    """The rounds of one kind of items."""

    peeling: Peeling

    def advance(self) -> int:
        """Run rounds for a fraction of a second, until another window is needed
        (`USED_UP`), or until a phase is worth all threads (`FOR_THREADS`)."""

    def run_phase(self, run_all: RunAll) -> None:
        """Run this phase of a round."""


def peel(rounds: Rounds, trace: Trace, progress: Progress, parts: str) -> np.ndarray:
    """Remove all items. Return the number of each: int64. `parts`: the items' word."""
    peeling = rounds.peeling
    n = len(peeling.support)
    with (
        trace.stage("peel"),
        threads() as run_all,
        reporting(progress, n, "peel", parts) as on_progress,
    ):
        for _ in windows(peeling):
            while (status := rounds.advance()) != USED_UP:
                if status == FOR_THREADS:
                    rounds.run_phase(run_all)
                report(on_progress, int(peeling.control[N_GONE]))
            report(on_progress, int(peeling.control[N_GONE]))
    return peeling.number


@contextmanager
def threads() -> Iterator[RunAll]:
    """Provide a function that calls ``work(first, last, shared)`` for ranges of items.

    It takes `work`, the number of items, and how much they read together. `work` must
    release the GIL.
    """
    n_threads = numba.get_num_threads()
    pool = ThreadPoolExecutor(n_threads)

    def run_all(work: Callable[[int, int, bool], Any], n: int, reads: int) -> None:
        chunks = min(n, max(CHUNKS_PER_THREAD * n_threads, reads // READ_AT_ONCE))
        ends = np.linspace(0, n, chunks + 1).astype(int).tolist()
        if n_threads == 1:
            for first, last in pairwise(ends):
                work(first, last, False)
            return
        calls = [pool.submit(work, *part, True) for part in pairwise(ends)]
        for call in calls:
            call.result()

    try:
        yield run_all
    finally:
        pool.shutdown(cancel_futures=True)
