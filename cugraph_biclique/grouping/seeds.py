# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The best bicliques of a stream, from which groups grow."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph.rows import gather_rows

MOST_SEEDS = 1 << 14  # refining them takes about a second
MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, a hash multiplier


class Sides(NamedTuple):
    """The left vertices of some bicliques."""

    score: np.ndarray  # float64
    offsets: np.ndarray  # int64
    members: np.ndarray  # int32

    @property
    def nbytes(self) -> int:
        """Size of the arrays."""
        return self.score.nbytes + self.offsets.nbytes + self.members.nbytes

    def select(self, which: np.ndarray) -> Sides:
        """Return some of them."""
        return Sides(self.score[which], *gather_rows(self.offsets, self.members, which))

    def digest(self) -> np.ndarray:
        """Hash the vertices of each biclique: uint64. It orders equal scores."""
        mixed = (self.members.astype(np.uint64) + np.uint64(1)) * MIX
        mixed ^= mixed >> np.uint64(29)
        sums = np.zeros(len(mixed) + 1, np.uint64)
        np.cumsum(mixed * MIX, out=sums[1:])
        return sums[self.offsets[1:]] - sums[self.offsets[:-1]]


class Seeds:
    """Keeps the `most` bicliques with the highest scores.

    What it keeps does not depend on the order in which they come.
    """

    def __init__(self, most: int = MOST_SEEDS) -> None:
        self.most = most
        self.least = -np.inf  # lower scores are not among the best
        self.is_cut = False  # whether some were left out
        self.n_listed = 0  # with those that were left out
        self._parts: list[Sides] = []
        self._n = 0

    def add(self, sides: Sides) -> None:
        """Add bicliques whose scores are at least `least`."""
        self._parts.append(sides)
        self._n += len(sides.score)
        if self._n > 2 * self.most:
            self._cut()

    def settle(self) -> Sides:
        """Return the best, in descending order of score."""
        self._cut()
        return self._parts[0]

    def _cut(self) -> None:
        if not self._parts:
            empty = np.empty(0), np.zeros(1, np.int64), np.empty(0, np.int32)
            self._parts = [Sides(*empty)]
        sides = _joined(self._parts)
        order = np.lexsort((sides.digest(), -sides.score))
        if len(order) > self.most:
            self.is_cut = True
            order = order[: self.most]
            self.least = float(sides.score[order[-1]])
        self._parts, self._n = [sides.select(order)], len(order)


def _joined(parts: list[Sides]) -> Sides:
    sizes = np.concatenate([np.diff(part.offsets) for part in parts])
    return Sides(
        np.concatenate([part.score for part in parts]),
        np.concatenate([[0], np.cumsum(sizes)]),
        np.concatenate([part.members for part in parts]),
    )
