# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rounds of kernel launches between two reads of `control` by the host."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cugraph_biclique.device.launching import captured
from cugraph_biclique.device.simt import SIMULATED

FEW_LOOKS = 4  # reads that follow few rounds; later ones follow MANY_ROUNDS
MANY_ROUNDS = 1 if SIMULATED else 32


class Rounds:
    """Launches few rounds at a time at first, then many at a time in one CUDA graph."""

    def __init__(self, few: int) -> None:
        self.few = few
        self.looks = 0
        self.many: Callable[[], None] | None = None
        self.failed = False  # to capture a graph

    def begin(self) -> None:
        """Start again with few rounds at a time."""
        self.looks = 0

    def launch(self, rounds: Callable[[int], None]) -> None:
        """Launch the next rounds.

        `rounds(n)` launches n rounds, with the same kernel arguments at each call.
        """
        self.looks += 1
        if self.looks <= FEW_LOOKS:
            rounds(self.few)
            return
        if self.many is None and not self.failed:
            self.many = captured(partial(rounds, MANY_ROUNDS))
            self.failed = self.many is None
        # Do not keep `rounds`: its owner refers to this object and to device memory, so
        # the cycle would keep that memory.
        if self.many is None:
            rounds(MANY_ROUNDS)
        else:
            self.many()
