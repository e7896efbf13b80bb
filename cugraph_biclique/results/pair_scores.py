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
AT_ONCE = 1 << 14  # p-values: a bound of the memory


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


def p_values(
    null: PairNull, pairs: Pairs, degree: np.ndarray, other_degree: np.ndarray
) -> np.ndarray:
    """Return the probability that a pair has at least as many common neighbours.

    `hypergeometric`: both vertices choose as many neighbours as they have, at random.
    `bicm`: the edges are independent, see `randomization.bicm` and `_of_events`.
    """
    from scipy.stats import hypergeom

    kinds = np.stack([degree[pairs.first], degree[pairs.second], pairs.common])
    kinds[:2].sort(axis=0)
    (low, high, common), at = np.unique(kinds, axis=1, return_inverse=True)
    if null == "hypergeometric":
        n_others = np.count_nonzero(other_degree)
        return hypergeom.sf(common - 1, n_others, low, high)[at]
    classes, others = Classes.of(degree), Classes.of(other_degree)
    p = probabilities(classes, others)
    rows = np.searchsorted(classes.degree, np.stack([low, high]))
    found = np.empty(len(common))
    for first in range(0, len(common), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        found[some] = _of_events(common[some], rows[:, some], p, others.size)
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
    """
    from scipy.special import gammainc

    likely = np.repeat(np.arange(len(size)), size)[: -EXACT - 1 : -1]
    rest = size - np.bincount(likely, minlength=len(size))
    mean = ((p * rest) @ p.T)[tuple(rows)]
    n = np.zeros((len(likely) + 1, len(least)))  # the probability of each number
    n[0] = 1
    for column in likely:
        both = p[rows[0], column] * p[rows[1], column]
        n[1:] = n[1:] * (1 - both) + n[:-1] * both
        n[0] *= 1 - both
    more = least - np.arange(len(n))[:, None]  # that the rest has to have
    tail = np.where(more > 0, gammainc(np.maximum(more, 1), mean), 1.0)
    return (n * tail).sum(axis=0)


def adjusted(p_value: np.ndarray, tests: int) -> np.ndarray:
    """Return the least false discovery rate at which each p-value is significant, by
    the procedure of Benjamini and Hochberg.

    `tests`: how many p-values there are; those that are not passed are larger.
    """
    order = np.argsort(p_value, kind="stable")
    rates = p_value[order] * (tests / np.arange(1, len(order) + 1))
    rates = np.minimum.accumulate(rates[::-1])[::-1]
    found = np.empty(len(order))
    found[order] = np.minimum(rates, 1.0)
    return found
