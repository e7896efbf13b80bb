# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exact sums of binomials."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from cugraph_biclique.host.arrays import occurrences, to_host

MANY_SUMS = 64  # fewest sums for which single binomials are faster


def stars(degree: Any, leaves: int) -> int:
    """Count the stars with `leaves` leaves around vertices of these degrees."""
    if len(degree) == 0:
        return 0
    return weighted_sum(to_host(occurrences(degree)), leaves)


def weighted_sum(times: np.ndarray, least: int) -> int:
    """Return the exact sum of times[k] * C(k, least), for any integers in `times`."""
    largest = len(times) - 1
    if comb(largest, least) * int(times.sum()) < 2**63 and least < MANY_SUMS:
        # Pascal's triangle: C(k, least) is the sum of C(j, least - 1) for all j < k.
        # Intermediate sums may wrap modulo 2^64; the final sum fits, so it is exact.
        binomial = np.ones(len(times), np.int64)
        for _ in range(least):
            binomial[1:] = binomial[:-1].cumsum()
            binomial[0] = 0
        return int(times.astype(np.int64, copy=False) @ binomial)
    sizes = np.flatnonzero(times)
    return sum(int(times[size]) * comb(int(size), least) for size in sizes)
