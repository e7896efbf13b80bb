# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exact sums of binomials in passes that never exceed 63 bits.

For a set with c common neighbours, a pass adds `weight[c]` to each picked vertex. It
adds `share[c]` to each common neighbour and to each edge between the two. If the total
count fits 63 bits, one pass adds the binomials themselves. Otherwise, each pass adds
one group of their bits. A group has so few bits that no sum overflows. Python integers
combine the passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Any

import numpy as np

from cugraph_biclique.contract.sums import Pass
from cugraph_biclique.host.arrays import to_host

MOST_BITS = 63  # bits of the largest int64


def ones(least: int, most: int) -> Pass:
    """Return the pass that counts sets with at least `least` common neighbours."""
    counts = (np.arange(most + 1) >= least).astype(np.int64)
    return Pass(counts, counts, 0)


def passes(least: int, most: int, total: int, sets: int = 0) -> list[Pass]:
    """Divide the bits of the binomials among passes.

    Parameters
    ----------
    least : int
        Number of common neighbours that a biclique takes from a set.
    most : int
        Largest number of common neighbours of any set.
    total : int
        Number of bicliques. No set has a larger binomial.
    sets : int
        Number of sets; needed if `total` exceeds 63 bits.
    """
    weights = binomials(least, most)
    shares = [0, *binomials(least - 1, most)][: most + 1]
    pairs = [
        (w, s) if w <= total else (0, 0) for w, s in zip(weights, shares, strict=True)
    ]
    bits = MOST_BITS
    if total.bit_length() > MOST_BITS:
        bits = MOST_BITS - sets.bit_length()
    mask = (1 << bits) - 1
    return [
        Pass(
            np.array([w >> shift & mask for w, _ in pairs], np.int64),
            np.array([s >> shift & mask for _, s in pairs], np.int64),
            shift,
        )
        for shift in range(0, max(total.bit_length(), 1), bits)
    ]


def binomials(least: int, most: int) -> list[int]:
    """Return C(c, least) for all c from 0 to `most`."""
    values = [0] * min(least, most + 1)
    value = 1
    for c in range(least, most + 1):
        values.append(value)
        value = value * (c + 1) // (c + 1 - least)
    return values


def combined(sums: Iterable[tuple[Any, int]]) -> Any:
    """Combine the (array, shift) of all passes into int64, or objects if too large.

    One array stays where it is. Several arrays are combined in host memory.
    """
    sums = list(sums)
    if len(sums) == 1:
        return sums[0][0]
    total = np.zeros(len(sums[0][0]), object)
    for array, shift in sums:
        total += to_host(array).astype(object) << shift
    return narrowed(total)


def exact_sum(values: Any) -> int:
    """Return the exact sum of non-negative int64, from halves that cannot overflow."""
    low, high = values & 0xFFFFFFFF, values >> 32
    return int(low.sum()) + (int(high.sum()) << 32)


def narrowed(values: np.ndarray) -> np.ndarray:
    """Convert Python integers to int64 if all of them fit."""
    if not len(values) or int(values.max()).bit_length() <= MOST_BITS:
        return values.astype(np.int64)
    return values


def table(least: int, degrees: np.ndarray) -> np.ndarray:
    """Return C(d, least) by degree d, or 0 if no vertex has this degree.

    `degrees` has the number of vertices of each degree. The values are int64 if the sum
    of (d + 1) C(d, least) over all vertices fits, and Python integers otherwise.
    """
    times = degrees.tolist()
    values = [comb(d, least) if n else 0 for d, n in enumerate(times)]
    total = sum(v * (d + 1) * times[d] for d, v in enumerate(values))
    fits = total.bit_length() <= MOST_BITS
    return np.array(values, np.int64 if fits else object)
