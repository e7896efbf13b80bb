# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rounds of kernel launches between two reads of `control` by the host."""

from __future__ import annotations

from cugraph_biclique.device.simt import SIMULATED

FEW_LOOKS = 4  # reads that follow few rounds; later ones follow MANY_ROUNDS
MANY_ROUNDS = 1 if SIMULATED else 32


class Rounds:
    """How many rounds to launch before the next read: few at first, and many later."""

    def __init__(self, few: int) -> None:
        self.few = few
        self.looks = 0

    def begin(self) -> None:
        """Start again with few rounds."""
        self.looks = 0

    def next(self) -> int:
        """Return the number of rounds to launch before the next read."""
        self.looks += 1
        return self.few if self.looks <= FEW_LOOKS else MANY_ROUNDS
