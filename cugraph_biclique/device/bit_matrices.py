# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Both adjacencies of a small bipartite graph, from one bit matrix per side.

An edge sets one bit in the row of its left vertex, and one in the row of its right
vertex. The bits of a row are an ascending adjacency list without parallel edges. So no
edges need to be sorted: a sort per side would take about ten launches each. Matrices of
`MOST_BYTES` take less time to clear and to read.
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

MOST_BYTES = 1 << 27  # of both matrices together
MOST_ROWS = 1 << 17  # of each matrix


def new_matrices(
    n_left: int, n_right: int, counters: int = 0, most: int | None = None
) -> Any | None:
    """Return both matrices without edges, in one uint64 array.

    The left rows come first. `counters` zeros (int32) follow the rows; `counters_in`
    returns them. Returns None if the matrices would take more than `most` or
    `MOST_BYTES` bytes, if they would have too many rows, or if memory is short.
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
    """Set both bits of an edge, by one thread; returns whether they were not yet set.

    `bits`: uint64, both matrices.
    """
    words = (n_right + WORD - 1) // WORD
    bit = ONE << np.uint64(v % WORD)
    if cuda.atomic.or_(bits, u * words + v // WORD, bit) & bit != ZERO:
        return False
    row = n_left * words + v * ((n_left + WORD - 1) // WORD)
    cuda.atomic.or_(bits, row + u // WORD, ONE << np.uint64(u % WORD))
    return True


@device
def write_row(bits, row, n_left, n_right, place, out, at):
    """Write the adjacency list of a row to out[at:], by one warp.

    `bits`: uint64, both matrices; `row` counts the right rows after the left rows.
    `out`: int32. The upper half of place[v] (int64) is the id of vertex v, where right
    vertices follow left vertices. If `place` is None, numbers are ids.
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
