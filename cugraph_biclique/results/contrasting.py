# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Fisher's exact test of the left side of each biclique, for two classes of vertices.

The numbers of the members of a class are sums over members. The engine that found the
bicliques adds them up, also for permuted classes. The tests are a table lookup: the
p-value depends only on two numbers, the members with a class, and those of one class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.results.scores import sums
from cugraph_biclique.results.two_classes import TwoClasses

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result

SUM_BITS = 62  # of an int64, for sums of several permutations side by side
ROUNDING = 1e-7  # relative: tables of equal probability, as in R's fisher.test


class Contrast(NamedTuple):
    """One value per biclique, in host memory."""

    first: np.ndarray  # int64: left members of the first class
    second: np.ndarray
    odds_ratio: np.ndarray  # float64
    p_fisher: np.ndarray  # float64
    p_value: np.ndarray  # float64, family-wise


def contrast(found: Result, classes: TwoClasses, draws: int, seed: int) -> Contrast:
    """Test each biclique, and correct by `draws` permutations of the classes."""
    n = _members_with(found, classes.of >= 0)
    second = _members_with(found, classes.of == 1)
    table = FisherTable(n, int((classes.of >= 0).sum()), int((classes.of == 1).sum()))
    p_fisher = table.p_values(second)
    least = _least_of_permutations(found, classes, table, draws, seed)
    reached = np.searchsorted(np.sort(least), p_fisher * (1 + ROUNDING), side="right")
    return Contrast(
        n - second,
        second,
        _odds_ratio(second, n - second, classes.of),
        p_fisher,
        (1 + reached) / (1 + draws),
    )


class FisherTable:
    """Two-sided p-values of Fisher's exact test, for all counts of each biclique.

    `n` has the members with a class of each biclique, `total` is the number of vertices
    with a class, and `marked` the number of those in the second class. The table has at
    most as many entries as the bicliques have members.
    """

    def __init__(self, n: np.ndarray, total: int, marked: int) -> None:
        sizes, at = np.unique(n, return_inverse=True)
        each = [_two_sided(size, total, marked) for size in sizes.tolist()]
        starts = np.concatenate([[0], np.cumsum(sizes + 1)])[:-1]
        self.start = starts.astype(np.int64)[at]  # of the entries of each biclique
        self.values = np.concatenate([np.empty(0), *each])
        self.most = int(n.max(initial=0))

    def p_values(self, second: np.ndarray) -> np.ndarray:
        """The p-value of each biclique, for its members of the second class."""
        return self.values[self.start + second]


def _two_sided(size: int, total: int, marked: int) -> np.ndarray:
    """p-values of 0 to `size` marked among `size` of `total` vertices: the sum of the
    probabilities that are no larger."""
    from scipy.stats import hypergeom

    probability = hypergeom.pmf(np.arange(size + 1), total, marked, size)
    ascending = np.sort(probability)
    last = np.searchsorted(ascending, probability * (1 + ROUNDING), side="right")
    return np.minimum(ascending.cumsum()[last - 1], 1.0)


def _least_of_permutations(
    found: Result, classes: TwoClasses, table: FisherTable, draws: int, seed: int
) -> np.ndarray:
    """The least p-value of all bicliques, for each permutation of the classes.

    One sum of 64 bits holds the counts of several permutations, side by side.
    """
    labelled = np.flatnonzero(classes.of >= 0)
    marked = (classes.of[labelled] == 1).astype(np.int64)
    random = np.random.default_rng(seed)
    bits = max(1, table.most.bit_length())  # of a count
    at_once = max(1, SUM_BITS // bits)
    least = np.ones(draws)
    for first in range(0, draws if len(found) else 0, at_once):
        weight = np.zeros(len(classes.of), np.int64)
        last = min(first + at_once, draws)
        for k in range(last - first):
            weight[labelled] |= random.permutation(marked) << bits * k
        packed = _sum_of_members(found, weight)
        for k in range(last - first):
            count = packed >> bits * k & (1 << bits) - 1
            least[first + k] = table.p_values(count).min()
    return least


def _members_with(found: Result, mask: np.ndarray) -> np.ndarray:
    """The number of left members in a mask, for each biclique: int64."""
    return _sum_of_members(found, mask.astype(np.int64))


def _sum_of_members(found: Result, weight: np.ndarray) -> np.ndarray:
    """Sum a weight (int64, by left vertex) over the left members: int64."""
    xp: Any = array_module(found._records.mask)
    return sums(found, "left", xp.asarray(weight))


def _odds_ratio(second: np.ndarray, first: np.ndarray, of: np.ndarray) -> np.ndarray:
    """The sample odds ratio; infinite, or NaN, where a product is 0."""
    inside = second.astype(np.float64), first.astype(np.float64)
    outside = (of == 1).sum() - inside[0], (of == 0).sum() - inside[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio: np.ndarray = inside[0] * outside[1] / (inside[1] * outside[0])
    return ratio
