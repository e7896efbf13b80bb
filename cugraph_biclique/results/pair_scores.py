# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How similar two vertices of one side are, and how well chance explains it.

All arrays are in host memory, with an entry for each pair: the number of common
neighbours, and the degrees of both vertices.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import numpy as np

from cugraph_biclique.randomization.bicm import Classes, probabilities

Similarity = Literal["count", "jaccard", "overlap", "cosine"]
PairNull = Literal["bicm", "hypergeometric"]
SIMILARITIES = get_args(Similarity)
PAIR_NULLS = get_args(PairNull)
EXACT = 64  # vertices whose part in a p-value is not approximated
AT_ONCE = 1 << 11  # p-values: a bound of the memory


class Pairs(NamedTuple):
    """Pairs of vertices of one side, in lexicographic order."""

    first: np.ndarray  # int32
    second: np.ndarray  # int32, larger
    common: np.ndarray  # int64, the common neighbours


def similarities(by: Similarity, pairs: Pairs, degree: np.ndarray) -> np.ndarray:
    """Return the score of each pair: int64 for counts, float64 otherwise."""
    if by == "count":
        return pairs.common
    first, second = degree[pairs.first], degree[pairs.second]
    if by == "jaccard":
        return pairs.common / (first + second - pairs.common)
    if by == "overlap":
        return pairs.common / np.minimum(first, second)
    return pairs.common / np.sqrt(first.astype(np.float64) * second)


class PairTest(NamedTuple):
    """How many common neighbours two vertices have in random graphs.

    `hypergeometric`: both vertices choose as many neighbours as they have, at random.
    `bicm`: the edges are independent, see `randomization.bicm` and `_of_events`.
    """

    null: PairNull
    n_others: int  # vertices of the other side with edges
    degree: np.ndarray  # that occur on the side of the pairs, ascending
    p: np.ndarray  # of an edge, by degree and by that of the other vertex; for "bicm"
    n_of_other: np.ndarray  # vertices of the other side, by degree

    @classmethod
    def of(
        cls, null: PairNull, degree: np.ndarray, other_degree: np.ndarray
    ) -> PairTest:
        """Fit the random graphs to the degrees of both sides."""
        classes, others = Classes.of(degree), Classes.of(other_degree)
        n_others, p = int(np.count_nonzero(other_degree)), np.empty((0, 0))
        if null == "bicm":
            p = probabilities(classes, others)
        return cls(null, n_others, classes.degree, p, others.size)

    def p_values(self, pairs: Pairs, degree: np.ndarray) -> np.ndarray:
        """Return the probability that a pair has at least as many common neighbours.

        `degree`: of the vertices of the side.
        """
        from scipy.stats import hypergeom

        rows = np.searchsorted(
            self.degree, np.stack([degree[pairs.first], degree[pairs.second]])
        )
        rows.sort(axis=0)
        # One number for each kind of pair. A graph of m edges has at most sqrt(2 m)
        # degrees, and a pair at most m / 2 common neighbours: 63 bits are enough.
        n, most = len(self.degree), int(pairs.common.max(initial=0)) + 1
        kinds = (rows[0] * n + rows[1]) * most + pairs.common
        kinds, at = np.unique(kinds, return_inverse=True)
        both, common = np.divmod(kinds, most)
        rows = np.stack(np.divmod(both, n))
        if self.null == "hypergeometric":
            low, high = self.degree[rows]
            return hypergeom.sf(common - 1, self.n_others, low, high)[at]
        found = np.empty(len(common))
        for first in range(0, len(common), AT_ONCE):
            some = slice(first, first + AT_ONCE)
            found[some] = _of_events(
                common[some], rows[:, some], self.p, self.n_of_other
            )
        return found[at]


def _of_events(
    least: np.ndarray, rows: np.ndarray, p: np.ndarray, size: np.ndarray
) -> np.ndarray:
    """Return the probability that two vertices have `least` common neighbours or more.

    Each vertex of the other side is one with a probability of its own. `rows`: the rows
    of `p` of both vertices. `size`: the number of vertices in each column, by degree.
    The `EXACT` vertices of the largest degrees are the most likely ones: their number
    has its exact distribution. That of the rest is taken from Poisson's with the same
    mean. Its tail is somewhat too heavy, the more so for large probabilities.

    The sums do not depend on the other pairs, nor on the machine, as products of
    matrices would.
    """
    from scipy.special import gammainc

    likely = np.repeat(np.arange(len(size)), size)[: -EXACT - 1 : -1]
    rest = size - np.bincount(likely, minlength=len(size))
    mean = (p[rows[0]] * p[rows[1]] * rest).sum(axis=1)
    n = np.zeros((len(likely) + 1, len(least)))  # the probability of each number
    n[0] = 1
    for column in likely:
        both = p[rows[0], column] * p[rows[1], column]
        n[1:] = n[1:] * (1 - both) + n[:-1] * both
        n[0] *= 1 - both
    total = np.zeros(len(least))
    for k, probability in enumerate(n):
        more = least - k  # that the rest has to have
        tail = np.where(more > 0, gammainc(np.maximum(more, 1), mean), 1.0)
        total += probability * tail
    return total


class Rates(NamedTuple):
    """The least false discovery rate at which a p-value is significant, by the
    procedure of Benjamini and Hochberg."""

    p_value: np.ndarray  # distinct, ascending
    fdr: np.ndarray

    @classmethod
    def of(cls, p_values: np.ndarray, tests: int) -> Rates:
        """The rates of some p-values.

        `tests`: how many p-values there are. Those that are not passed count as larger,
        so the rates are exact or too large.
        """
        levels, seen = np.unique(p_values, return_counts=True)
        rates = levels * (tests / np.cumsum(seen))
        rates = np.minimum.accumulate(rates[::-1])[::-1]
        return cls(levels, np.minimum(rates, 1.0))

    def at(self, p_values: np.ndarray) -> np.ndarray:
        """Return the rate of each of these p-values."""
        return self.fdr[np.searchsorted(self.p_value, p_values)]
