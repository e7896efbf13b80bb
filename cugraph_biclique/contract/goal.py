# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a search for the largest bicliques must find: sizes, and a least score.

All workers share one `Incumbent`. They read its least score between two calls of a
kernel, so a worker may use an old one. An old score is lower: it costs time, and loses
nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

EDGES, BALANCED, KEPT, GROWN = range(4)  # scores, in terms of the sides of a search
CODES = {"edges": EDGES, "balanced": BALANCED}


class Bound(NamedTuple):
    """What the kernels need to bound the score of a node."""

    by: int
    least: int
    max_kept: int
    max_grown: int


class Sides(NamedTuple):
    """Two sizes, in terms of the sides of a search."""

    kept: int
    grown: int


class Window(NamedTuple):
    """The sizes of the bicliques that one search must find."""

    min_left: int
    max_left: int
    min_right: int
    max_right: int


class Incumbent:
    """The least score worth finding, and the time at which the search must end."""

    def __init__(self, by: str, seconds: float | None = None) -> None:
        self.by = by
        self.least = 1
        self.ends = None if seconds is None else time.monotonic() + seconds
        self._raising = threading.Lock()

    def at_least(self, score: int) -> None:
        """Raise the least score; a lower score changes nothing."""
        with self._raising:
            self.least = max(self.least, int(score))

    def is_late(self) -> bool:
        """Whether the time is up."""
        return self.ends is not None and time.monotonic() >= self.ends

    @contextmanager
    def for_a_trial(self, seconds: float) -> Iterator[None]:
        """End searches after some seconds, or after a quarter of the time left."""
        ends, now = self.ends, time.monotonic()
        if ends is not None:
            seconds = min(seconds, (ends - now) / 4)
        self.ends = now + seconds
        try:
            yield
        finally:
            self.ends = ends


@dataclass(frozen=True)
class Goal:
    """The goal of one search, in terms of its kept and its grown side."""

    incumbent: Incumbent
    window: Window
    grow: str
    counts_bits: bool  # whether a bit of a row is one vertex; see `preparation.stages`
    k: int  # number of bicliques wanted

    def is_late(self) -> bool:
        return self.incumbent.is_late()

    @property
    def by(self) -> int:
        by = self.incumbent.by
        return CODES.get(by, GROWN if by == self.grow else KEPT)

    @property
    def most(self) -> Sides:
        """Largest sizes of the window."""
        window = self.window
        sizes = (window.max_left, window.max_right)
        return Sides(*(sizes if self.grow == "right" else sizes[::-1]))

    def least_sizes(self) -> Sides:
        """Least sizes of a biclique of the window with the least score.

        If a bit stands for several kept vertices, a row may have fewer bits than the
        least number of kept vertices. Then that number is the one that the graph was
        prepared for, which is at most 2.
        """
        window, by, most = self.window, self.by, self.most
        sizes = (window.min_left, window.min_right)
        kept, grown = sizes if self.grow == "right" else sizes[::-1]
        score = self.incumbent.least
        if by in (BALANCED, GROWN):
            grown = max(grown, score)
        elif by == EDGES:
            grown = max(grown, -(-score // most.kept))
        if not self.counts_bits:
            return Sides(kept, grown)
        if by in (BALANCED, KEPT):
            kept = max(kept, score)
        elif by == EDGES:
            kept = max(kept, -(-score // most.grown))
        return Sides(kept, grown)

    def bound(self) -> Bound | None:
        """The bound for the kernels; None if bits do not count vertices."""
        if not self.counts_bits:
            return None
        return Bound(self.by, self.incumbent.least, *self.most)
