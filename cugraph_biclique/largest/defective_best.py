# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The k best k-defective bicliques found so far."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.goal import Incumbent


class Defective(NamedTuple):
    """A k-defective biclique: both sides, and the number of edges between them."""

    left: np.ndarray  # int32 ids, ascending
    right: np.ndarray
    edges: int

    def score(self, by: str) -> int:
        """Return its score: by edges, those that exist count."""
        if by == "edges":
            return self.edges
        if by == "balanced":
            return min(len(self.left), len(self.right))
        return len(self.left) if by == "left" else len(self.right)


class BestDefective:
    """The k best, best first, ties in the canonical order.

    Any thread may call `add`. The k-th best score becomes the incumbent's least score.
    """

    def __init__(self, k: int, incumbent: Incumbent) -> None:
        self.k, self.incumbent = k, incumbent
        self.last: Defective | None = None  # the k-th, at some earlier time
        self._found: dict[tuple[bytes, bytes], Defective] = {}
        self._adding = threading.Lock()

    def add(self, one: Defective) -> None:
        """Add one, which may have been added before."""
        with self._adding:
            self._found[one.left.tobytes(), one.right.tobytes()] = one
            more = len(self._found) - self.k
            if more == 0 or more >= self.k + 2 or (more > 0 and 8 * more >= self.k):
                self._cut()

    def _cut(self) -> None:
        by = self.incumbent.by
        best = sorted(
            self._found.values(),
            key=lambda one: (
                -one.score(by), len(one.left), len(one.right),
                one.left.tolist(), one.right.tolist(),
            ),
        )[: self.k]  # fmt: skip
        self._found = {(one.left.tobytes(), one.right.tobytes()): one for one in best}
        if len(best) == self.k:
            self.last = best[-1]
            self.incumbent.at_least(best[-1].score(by))

    def settle(self) -> list[Defective]:
        """Return the k best."""
        with self._adding:
            self._cut()
            return list(self._found.values())
