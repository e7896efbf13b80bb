# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Kernels with one lane per small biclique, and one warp per large biclique.

Most bicliques have a few kept vertices. With one warp per biclique, most lanes would be
idle.
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

MANY = 16  # fewest kept vertices of a whole universe that takes a warp


def over_bicliques(by_lane: Callable[..., None], by_warp: Callable[..., None]) -> Any:
    """Return a device function that calls one of two functions for each biclique.

    The returned function takes `Masks`, and a tuple `of` for the two functions.
    For most bicliques r, one lane calls ``by_lane(r, bits, first, of)``. The kept
    vertices are the set `bits` of the universe that begins at `first`. If the biclique
    is a whole universe with MANY or more vertices, one warp calls
    ``by_warp(r, first, last, of)``.
    """

    @device
    def run(masks, of):
        mask, universe, start = masks.mask, masks.universe, masks.start
        lane = cuda.threadIdx.x % WARP
        warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
        for r in range(cuda.grid(1), mask.size, cuda.gridsize(1)):
            first = start[universe[r]]
            bits = bits_of_lane(mask[r], start[universe[r] + 1] - first)
            if bits != ZERO:
                by_lane(r, bits, first, of)
        # Large universes are next to each other. So the lanes of a warp take distant
        # bicliques, to spread large universes over all warps.
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
    """Whether a biclique takes a warp."""
    if mask[r] != ALL:
        return False
    u = universe[r]
    return bits_of_lane(mask[r], start[u + 1] - start[u]) == ZERO


@device
def bits_of_lane(mask, n):
    """Return the members of a biclique as bits, or ZERO if the biclique takes a warp.

    `n` is the number of vertices in the universe.
    """
    if mask != ALL:
        return mask
    return first_bits(n) if n < MANY else ZERO
