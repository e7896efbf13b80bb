# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counters of a call: seconds by stage, nodes, and how evenly its workers were busy."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)


class Trace:
    """Counters of one call, for its report and the log.

    Attributes
    ----------
    seconds : dict
        Seconds by stage, without the search or count.
    search_seconds : float
        Seconds of the search or count.
    nodes, not_maximal, equal : int
        Number of nodes of the search tree, of those that are not maximal, and of rows
        that were merged with an equal one, so that they are not among the nodes. If an
        engine does not count equal rows, `equal` is None, and they are among the nodes
        that are not maximal.
    threads : int
        CPU threads, or blocks of a device, of the last search.
    """

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.search_seconds = 0.0
        self.nodes = 0
        self.not_maximal = 0
        self.equal: int | None = None
        self.threads = 1
        self.busy_seconds: list[float] = []
        self.steps = 0
        self.steps_at_most = 0
        self._adding = threading.Lock()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure and log one stage."""
        logger.info("%s: begins", name)
        began = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - began
            self.seconds[name] = self.seconds.get(name, 0.0) + spent
        logger.info("%s: done in %.2f s", name, spent)

    def add_nodes(self, nodes: int, not_maximal: int, equal: int | None = None) -> None:
        """Count nodes of the search tree; any thread may call it."""
        with self._adding:
            self.nodes += nodes
            self.not_maximal += not_maximal
            if equal is not None:
                self.equal = (self.equal or 0) + equal

    def merged(self, engine: str) -> int | None:
        """Return `equal` for the report: a GPU counts only the rows of roots that fell
        back to CPU cores, so its number is unknown."""
        return (self.equal or 0) if engine == "cpu" else None

    def add_steps(self, steps: int, at_most: int) -> None:
        """Count the steps of all blocks of a device, and `at_most`, their number if all
        blocks had been as busy as the busiest one."""
        self.steps += steps
        self.steps_at_most += at_most

    def add_devices(self, others: list[Trace]) -> None:
        """Add the nodes and the steps of devices that searched at the same time."""
        for other in others:
            self.add_nodes(other.nodes, other.not_maximal)
            self.add_steps(other.steps, other.steps_at_most)
        self.threads = max(1, sum(other.threads for other in others))

    def add_fallback(self, other: Trace) -> None:
        """Add the seconds and nodes of work that fell back to CPU cores."""
        self.search_seconds += other.search_seconds
        self.add_nodes(other.nodes, other.not_maximal)

    def start_threads(self, threads: int) -> None:
        """Set the number of threads, and add counters of busy seconds for new ones."""
        self.threads = threads
        self.busy_seconds += [0.0] * (threads - len(self.busy_seconds))

    @property
    def busy_ratio(self) -> float:
        """Mean over maximum of the threads' busy time (on a device, of the blocks'
        steps)."""
        if self.steps_at_most:
            return self.steps / self.steps_at_most
        longest = max(self.busy_seconds, default=0.0)
        return sum(self.busy_seconds) / (longest * self.threads) if longest else 1.0
