# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a call spends, stage by stage, for its report and the log."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)


class Stages:
    """Seconds spent in each stage of a call, and counters of its engine."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.nodes = 0
        self.not_maximal: int | None = None  # of the nodes, where they are counted
        self._adding = threading.Lock()

    def add_nodes(self, nodes: int, not_maximal: int | None = None) -> None:
        """Count nodes of the search tree; any thread may call it."""
        with self._adding:
            self.nodes += nodes
            if not_maximal is not None:
                self.not_maximal = (self.not_maximal or 0) + not_maximal

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        logger.info("%s: begins", name)
        began = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - began
            self.seconds[name] = self.seconds.get(name, 0.0) + spent
        logger.info("%s: done in %.2f s", name, spent)
