# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The k best bicliques found so far, in memory for few more than k of them.

A biclique is stored as its left members and its number of right members: a maximal
biclique is determined by one side.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.goal import Incumbent
from cugraph_biclique.results.cpu.members import canonical_order

MOST_WAITING = 1 << 12  # bicliques that wait to be merged, unless k is larger
MOST_MEMBERS = 1 << 24  # left members of these


class Found(NamedTuple):
    """Some bicliques: offsets and ascending left members, and numbers of right ones."""

    offsets: np.ndarray  # int64
    left: np.ndarray  # int32
    n_right: np.ndarray  # int32

    def __len__(self) -> int:
        return len(self.n_right)

    def select(self, which: np.ndarray) -> Found:
        """Some of the bicliques, in the given order."""
        n_left = np.diff(self.offsets)[which]
        offsets = np.concatenate([[0], np.cumsum(n_left)])
        shift = np.repeat(self.offsets[which] - offsets[:-1], n_left)
        left = self.left[np.arange(offsets[-1]) + shift]
        return Found(offsets, left, self.n_right[which])


def scores_of(by: str, n_left: np.ndarray, n_right: np.ndarray) -> np.ndarray:
    """Scores of bicliques of these sizes: int64."""
    left, right = n_left.astype(np.int64), n_right.astype(np.int64)
    if by == "edges":
        return left * right
    if by == "balanced":
        return np.minimum(left, right)
    return left if by == "left" else right


class Best:
    """The k best bicliques, best first, ties in the canonical order.

    Any thread may call `add`. The k-th best score becomes the incumbent's least score.
    """

    def __init__(self, k: int, incumbent: Incumbent) -> None:
        self.k = k
        self.incumbent = incumbent
        self.found = Found(
            np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.int32)
        )
        self._waiting: list[Found] = []
        self._n_waiting = 0
        self._members_waiting = 0
        self._adding = threading.Lock()

    def add(self, found: Found) -> None:
        """Add bicliques, which may have been added before."""
        if not len(found):
            return
        with self._adding:
            self._waiting.append(found)
            self._n_waiting += len(found)
            self._members_waiting += len(found.left)
            if self._is_due(found):
                self._merge()

    def _is_due(self, found: Found) -> bool:
        """Whether to merge now: the least score may rise, or too many wait."""
        if (
            self._n_waiting >= max(MOST_WAITING, self.k)
            or self._members_waiting >= MOST_MEMBERS
        ):
            return True
        scores = scores_of(self.incumbent.by, np.diff(found.offsets), found.n_right)
        rises = len(self.found) < self.k or scores.max() > self.incumbent.least
        return rises and 8 * self._n_waiting >= self.k

    def _merge(self) -> None:
        """Merge what waits: keep the k best of different bicliques."""
        parts = [self.found, *self._waiting]
        ends = np.cumsum([0] + [len(part.left) for part in parts])
        some = Found(
            np.concatenate(
                [[0]] + [p.offsets[1:] + e for p, e in zip(parts, ends, strict=False)]
            ).astype(np.int64),
            np.concatenate([part.left for part in parts]),
            np.concatenate([part.n_right for part in parts]),
        )
        self._waiting, self._n_waiting, self._members_waiting = [], 0, 0
        some = some.select(canonical_order(some.offsets, some.left, some.n_right))
        some = some.select(np.flatnonzero(~_repeats(some)))
        scores = scores_of(self.incumbent.by, np.diff(some.offsets), some.n_right)
        best = np.argsort(-scores, kind="stable")[: self.k]
        self.found = some.select(best)
        if len(best) == self.k:
            self.incumbent.at_least(int(scores[best[-1]]))

    def settle(self) -> Found:
        """Merge what waits, and return the k best."""
        with self._adding:
            if self._waiting:
                self._merge()
            return self.found

    def scores(self) -> np.ndarray:
        """Scores of the k best, in descending order."""
        found = self.settle()
        return scores_of(self.incumbent.by, np.diff(found.offsets), found.n_right)


def _repeats(found: Found) -> np.ndarray:
    """Whether each biclique is equal to the one before it in the canonical order."""
    n_left = np.diff(found.offsets)
    same = np.zeros(len(found), bool)
    if len(found) < 2:
        return same
    alike = (n_left[1:] == n_left[:-1]) & (found.n_right[1:] == found.n_right[:-1])
    which = np.flatnonzero(alike) + 1
    if len(which):
        one, other = found.select(which), found.select(which - 1)
        differ = np.add.reduceat(one.left != other.left, one.offsets[:-1])
        same[which] = differ == 0
    return same
