# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Kernels with one lane per biclique, where the warp shares bicliques of many members.

Most bicliques have a few kept vertices, so a warp per biclique leaves most lanes idle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cugraph_biclique.device.simt import (
    ALL,
    WARP,
    ZERO,
    ballot_of,
    cuda,
    device,
    first_bits,
    lowest_lane,
    without,
)

MANY = 16  # kept vertices of a whole universe from which on the warp shares it


def over_bicliques(by_lane: Callable[..., None], by_warp: Callable[..., None]) -> Any:
    """Return a device function that calls one of two functions for each biclique.

    The function takes the arrays of the records, and a tuple `of`. One lane calls
    ``by_lane(r, bits, first, of)`` for biclique r: its kept vertices are the set `bits`
    of the universe that begins at `first`. The warp calls
    ``by_warp(r, first, last, of)`` for a biclique that is a whole universe with MANY
    or more vertices.
    """

    @device
    def run(mask, universe, start, of):
        lane = cuda.threadIdx.x % WARP
        warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
        for r in range(cuda.grid(1), mask.size, cuda.gridsize(1)):
            first = start[universe[r]]
            bits = bits_of_lane(mask[r], start[universe[r] + 1] - first)
            if bits != ZERO:
                by_lane(r, bits, first, of)
        # Large universes are next to each other, so a warp takes distant bicliques.
        for base in range(warp, mask.size, warps * WARP):
            r = base + lane * warps
            shared = ballot_of(r < mask.size and is_shared(mask, universe, start, r))
            while shared != 0:
                other = lowest_lane(shared)
                shared = without(shared, other)
                r = base + other * warps
                u = universe[r]
                by_warp(r, start[u], start[u + 1], of)

    return run


@device
def is_shared(mask, universe, start, r):
    """Whether the warp shares a biclique."""
    if mask[r] != ALL:
        return False
    u = universe[r]
    return bits_of_lane(mask[r], start[u + 1] - start[u]) == ZERO


@device
def bits_of_lane(mask, n):
    """The members of a biclique as bits, or ZERO if the warp shares the biclique.

    `n` is the number of vertices in the universe.
    """
    if mask != ALL:
        return mask
    return first_bits(n) if n < MANY else ZERO
