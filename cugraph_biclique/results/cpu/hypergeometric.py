# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Fisher's exact test, one-sided: tails of the hypergeometric distribution."""

from __future__ import annotations

from math import exp, lgamma

import numpy as np

from cugraph_biclique.host.decorators import compiled, kernel

STEPS = 1 << 22  # steps of one kernel call; Python handles signals between two calls
NEGLIGIBLE = 1e-18  # a term that no longer changes its sum


def upper_tails(
    both: np.ndarray, one: np.ndarray, other: np.ndarray, n: int
) -> np.ndarray:
    """Return the p-values of Fisher's exact test against independence: float64.

    Two sets of `one` and `other` of n elements share `both` elements. The p-value is
    the probability that random sets of these sizes share as many or more. The arrays
    are int64. The relative error grows with n, and is about 1e-8 for n = 2,000,000.
    """
    p = np.empty(len(both))
    at = 0
    while at < len(both):
        at = _upper_tails(at, STEPS, both, one, other, n, p)
    return p


@compiled
def _upper_tails(at, steps, both, one, other, n, p):
    """Write the p-values from `at` on, and return the next place."""
    while at < p.size and steps > 0:
        p[at], spent = _upper_tail(both[at], one[at], other[at], n)
        steps -= spent
        at += 1
    return at


@kernel
def _upper_tail(k, a, b, n):
    """Return the probability of k or more shared elements, and the number of steps.

    The shorter way is taken: up from k, or down from k - 1 if k is below the mean.
    """
    least, most = max(np.int64(0), a + b - n), min(a, b)
    if k <= least:
        return 1.0, np.int64(1)
    first = k
    if k > a * (b / n):
        term = total = _probability(k, a, b, n)
        while k < most and term > NEGLIGIBLE * total:
            term *= (a - k) / (k + 1) * ((b - k) / (n - a - b + k + 1))
            total += term
            k += 1
        return min(total, 1.0), k - first + 1
    k -= 1
    term = total = _probability(k, a, b, n)
    while k > least and term > NEGLIGIBLE * total:
        term *= k / (a - k + 1) * ((n - a - b + k) / (b - k + 1))
        total += term
        k -= 1
    return max(1.0 - total, 0.0), first - k


@kernel
def _probability(k, a, b, n):
    """Return the probability of k shared elements."""
    return exp(_log_choices(a, k) + _log_choices(n - a, b - k) - _log_choices(n, b))


@kernel
def _log_choices(n, k):
    """Return the logarithm of the number of sets of k out of n elements."""
    return lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0)
