# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Turns of the kernels of a search, or a count, between two looks of the host."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cugraph_biclique._cuda import SIMULATED
from cugraph_biclique.device import captured

FEW_LOOKS = 4  # after few turns each; then these are captured
MANY_TURNS = 1 if SIMULATED else 32


class Turns:
    """Few of them at first, and where there seems no end, many at a time."""

    def __init__(self, few: int) -> None:
        self.few = few
        self.looks = 0
        self.many: Callable[[], None] | None = None

    def begin(self) -> None:
        """Begin with few."""
        self.looks = 0

    def take(self, turns: Callable[[int], None]) -> None:
        """Take the next turns; `turns` launches so many, the same every time."""
        self.looks += 1
        if self.looks <= FEW_LOOKS:
            turns(self.few)
            return
        if self.many is None:
            self.many = captured(partial(turns, MANY_TURNS))
        self.many()
