# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The best groups, of which none overlaps a better one too much."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np


class Group(NamedTuple):
    """A group of left and right vertices."""

    left: np.ndarray  # int32 ids, ascending
    right: np.ndarray
    edges: int
    bits: float  # its evidence


def ranked(groups: list[Group], k: int, overlap: float) -> list[Group]:
    """Return up to k groups, the ones with the most evidence first.

    A group is left out if it shares more than `overlap` of its pairs of vertices with a
    better one. Groups with equal evidence stay in order.
    """
    order = sorted(groups, key=lambda group: -group.bits)
    kept: list[Group] = []
    by_left: dict[int, list[int]] = defaultdict(list)  # numbers of groups of a vertex
    for group in order:
        if len(kept) == k:
            break
        if _is_new(group, kept, by_left, overlap):
            for u in group.left.tolist():
                by_left[u].append(len(kept))
            kept.append(group)
    return kept


def _is_new(
    group: Group, kept: list[Group], by_left: dict[int, list[int]], overlap: float
) -> bool:
    pairs = len(group.left) * len(group.right)
    common: dict[int, int] = defaultdict(int)
    for u in group.left.tolist():
        for number in by_left.get(u, ()):
            common[number] += 1
    for number, lefts in common.items():
        rights = np.intersect1d(group.right, kept[number].right, assume_unique=True)
        if lefts * len(rights) > overlap * pairs:
            return False
    return True
