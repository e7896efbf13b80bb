# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exact sums of binomials in passes that never exceed 63 bits.

A pass adds one int64 per set: `weight[c]` to the picked vertices, and `share[c]` to
each of the c common neighbours and to each edge. If the total count fits 63 bits, one
pass adds the binomials themselves. Otherwise, each pass adds one group of their bits,
so narrow that no sum overflows, and Python integers combine the passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arrays import to_host

MOST_BITS = 63  # of a non-negative int64


class Pass(NamedTuple):
    """What one pass adds for a set with c common neighbours, and the place value."""

    weight: np.ndarray  # int64, by c
    share: np.ndarray  # int64, by c
    shift: int


def ones(least: int, most: int) -> Pass:
    """The pass that counts sets with at least `least` common neighbours."""
    counts = (np.arange(most + 1) >= least).astype(np.int64)
    return Pass(counts, counts, 0)


def passes(least: int, most: int, total: int, sets: int = 0) -> list[Pass]:
    """Divide the bits of the binomials among passes.

    Parameters
    ----------
    least : int
        Number of common neighbours that a biclique takes from a set.
    most : int
        Most common neighbours of any set.
    total : int
        Number of bicliques. A larger binomial belongs to no set.
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
    """Add up (array, shift) of all passes: int64 if the values fit, otherwise objects.

    A single array stays where it is; several are combined in host memory.
    """
    sums = list(sums)
    if len(sums) == 1:
        return sums[0][0]
    total = np.zeros(len(sums[0][0]), object)
    for array, shift in sums:
        total += to_host(array).astype(object) << shift
    return narrowed(total)


def exact_sum(values: Any) -> int:
    """Return the exact sum of non-negative int64, in halves that cannot overflow."""
    low, high = values & 0xFFFFFFFF, values >> 32
    return int(low.sum()) + (int(high.sum()) << 32)


def narrowed(values: np.ndarray) -> np.ndarray:
    """Convert Python integers to int64 if all of them fit."""
    if not len(values) or int(values.max()).bit_length() <= MOST_BITS:
        return values.astype(np.int64)
    return values


def table(least: int, degrees: np.ndarray) -> np.ndarray:
    """Return C(d, least) by degree d, or 0 if no vertex has this degree.

    `degrees` are the numbers of vertices by degree. The values are int64 if the sum of
    (d + 1) C(d, least) over the vertices fits, and Python integers otherwise.
    """
    times = degrees.tolist()
    values = [comb(d, least) if n else 0 for d, n in enumerate(times)]
    total = sum(v * (d + 1) * times[d] for d, v in enumerate(values))
    fits = total.bit_length() <= MOST_BITS
    return np.array(values, np.int64 if fits else object)
