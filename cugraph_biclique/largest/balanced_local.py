# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A local search for a biclique of given sizes in a dense graph.

The search begins with members of these sizes. A move swaps a member for another vertex
of its side, such that the fewest edges are absent between the two sides. A vertex that
has been swapped stays where it is for some moves, so the search leaves local optima.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ZERO, kernel, lowest
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.largest.balanced_nodes import ROWS, VERTICES, WORDS

STAY_OUT, STAY_IN = 10, 5  # least moves that a vertex stays, of as many different ones
FAR = np.int64(1 << 40)  # more edges than a vertex lacks


@kernel
def drawn(random):
    """Return the next number of a generator of Marsaglia's xorshift kind."""
    x = random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    random[0] = x
    return np.int64(x >> np.uint64(1))


@kernel
def swap(tree, side, v, is_member, inside, lacks):
    """Add or remove a member, and update how many edges the other side lacks."""
    inside[side, v] = is_member
    words = tree.heads[0, WORDS, 1 - side]
    begin = tree.heads[0, ROWS, side] + v * words
    for i in range(words):
        word = tree.rows[begin + i]
        while word != ZERO:
            lacks[1 - side, 64 * i + lowest(word)] += 1 if is_member else -1
            word &= word - np.uint64(1)


@kernel
def best_swap(side, n, first, move, inside, lacks, until):
    """Return the member that lacks the most edges, and the other vertex that lacks the
    fewest, of those that may move. Ties: the next one from `first` on."""
    out, into, most, fewest = np.int64(-1), np.int64(-1), np.int64(-1), FAR
    for k in range(n):
        v = first + k if first + k < n else first + k - n
        if until[side, v] > move:
            continue
        if inside[side, v]:
            if lacks[side, v] > most:
                out, most = v, lacks[side, v]
        elif lacks[side, v] < fewest:
            into, fewest = v, lacks[side, v]
    return out, into


@kernel
def fill(tree, sizes, random, inside, lacks, until):
    """Fill both sides in turn, with vertices that lack the fewest edges; returns the
    number of absent edges."""
    n = np.int64(0)
    for step in range(2 * max(sizes)):
        side = step & 1
        if step >> 1 < sizes[side]:
            vertices = tree.heads[0, VERTICES, side]
            first = drawn(random) % vertices
            _, v = best_swap(side, vertices, first, 1, inside, lacks, until)
            n += lacks[side, v]
            swap(tree, side, v, True, inside, lacks)
    return n


@compiled
def found_block(tree, sizes, moves, random, inside):
    """Search for a biclique of these sizes. Return whether one is found, and the number
    of moves.

    Its members are marked in `inside`: bool (2, n). `random`: uint64 (1,), not zero.
    """
    lacks = np.zeros(inside.shape, np.int64)
    until = np.zeros(inside.shape, np.int64)
    inside[:] = False
    absent = fill(tree, sizes, random, inside, lacks, until)
    move = 0
    while absent > 0 and move < moves:
        move += 1
        chosen, out, into, best = -1, np.int64(-1), np.int64(-1), -FAR
        first_side = drawn(random) & 1
        for turn in range(2):
            side = (first_side + turn) & 1
            n = tree.heads[0, VERTICES, side]
            some = best_swap(
                side, n, drawn(random) % n, move - 1, inside, lacks, until
            )  # fmt: skip
            if min(some) >= 0:
                gain = lacks[side, some[0]] - lacks[side, some[1]]
                if gain > best:
                    chosen, best, (out, into) = side, gain, some
        if chosen < 0:
            continue
        absent -= best
        swap(tree, chosen, out, False, inside, lacks)
        swap(tree, chosen, into, True, inside, lacks)
        until[chosen, out] = move + STAY_OUT + drawn(random) % STAY_OUT
        until[chosen, into] = move + STAY_IN + drawn(random) % STAY_IN
    return absent == 0, move
