# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Both adjacencies of a small bipartite graph, by one bit matrix for each side.

An edge sets one bit in the row of its left vertex, and one in the row of its right
vertex. The bits of a row are an ascending adjacency list without parallel edges, so no
edges need to be sorted. A sort takes about ten launches, and the graph needs one for
each side. Matrices of `MOST_BYTES` take less time to clear and to read.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    lowest_bit,
    popcount,
    sum_before,
)

MOST_BYTES = 1 << 27  # of both matrices
MOST_ROWS = 1 << 17  # of each


def new_matrices(
    n_left: int, n_right: int, counters: int = 0, most: int | None = None
) -> Any | None:
    """Return both matrices without edges, as words of one array: uint64.

    The left rows come first. `counters` zeros (int32) follow the rows; `counters_in`
    returns them. The result is None if the matrices would take more than `most` or
    `MOST_BYTES` bytes or have too many rows, or if there is no memory for them.
    """
    words = n_left * words_of(n_right) + n_right * words_of(n_left)
    most = MOST_BYTES if most is None else min(most, MOST_BYTES)
    if max(n_left, n_right) > MOST_ROWS or 8 * words > most:
        return None
    try:
        return xp.zeros(words + (counters + 1) // 2, np.uint64)
    except MemoryError:
        return None


def counters_in(bits: Any, n: int) -> Any:
    """Return the n zeros behind the matrices."""
    return bits[len(bits) - (n + 1) // 2 :].view(np.int32)[:n]


def words_of(n: int) -> int:
    """Number of words in a row for n vertices of the other side."""
    return -(-n // WORD)


@device
def mark_edge(bits, u, v, n_left, n_right):
    """Set the bits of an edge; returns whether it is the first one between u and v."""
    words = (n_right + WORD - 1) // WORD
    bit = ONE << np.uint64(v % WORD)
    if cuda.atomic.or_(bits, u * words + v // WORD, bit) & bit != ZERO:
        return False
    row = n_left * words + v * ((n_left + WORD - 1) // WORD)
    cuda.atomic.or_(bits, row + u // WORD, ONE << np.uint64(u % WORD))
    return True


@device
def write_row(bits, row, n_left, n_right, place, out, at):
    """Write the list of a row, by one warp, from out[at] on. The right rows follow the
    left ones.

    `place` maps the numbers of both sides, left ones first, to ids in its upper half;
    without it, the numbers are the ids.
    """
    lane = cuda.threadIdx.x % WARP
    words, others = (n_right + WORD - 1) // WORD, n_left
    first = row * words
    if row >= n_left:
        first = n_left * words
        words, others = (n_left + WORD - 1) // WORD, np.int64(0)
        first += (row - n_left) * words
    for begin in range(0, words, WARP):
        word = ZERO
        if begin + lane < words:
            word = bits[first + begin + lane]
        if cuda.any_sync(ALL_LANES, word != ZERO):
            before, n = sum_before(np.int64(popcount(word)), lane)
            to = at + before
            while word != ZERO:
                bit = np.int64(lowest_bit(word))
                v = np.int64(begin + lane) * WORD + bit
                if place is None:
                    out[to] = v
                else:
                    out[to] = place[others + v] >> np.int64(32)
                word &= word - ONE
                to += 1
            at += n
