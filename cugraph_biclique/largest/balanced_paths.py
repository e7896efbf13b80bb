# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The exact bound of a node whose candidates lack at most two edges each.

Then the absent edges are paths and cycles. If some n of the left vertices of one are
kept, next to each other, and from an end of a path if it has a left one, then the right
vertices that are lost are

- n - 1, if all left vertices of a path are kept, and both of its ends are left ones,
- n + 1, if both ends are right ones, or if only a part of a cycle is kept,
- n otherwise.

So the fewest are lost with all left vertices of the shortest paths of the first kind.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ONE, ZERO, kernel, lowest
from cugraph_biclique.largest.balanced_nodes import (
    LACKS,
    NUMBER,
    WORDS,
    row_of,
    slack_of,
)

STACK, WINS, LOSES, SUMS = range(4)  # of the scratch of a tree


@kernel
def has_paths(tree, level):
    """Whether no candidate of the current node lacks more than two edges."""
    return tree.now[LACKS, 0] <= 2 and tree.now[LACKS, 1] <= 2


@kernel
def is_too_small(tree, level, limits):
    """Whether no biclique below such a node is large enough."""
    to_keep = max(np.int64(0), limits.left - tree.sizes[level, 0])
    most_lost = slack_of(tree, level, 1, limits)
    even, cycles = sorted_out(tree, level)
    wins, loses = tree.scratch[WINS], tree.scratch[LOSES]
    lost, most = to_keep, tree.now[NUMBER, 0]
    for n in range(1, most + 1):
        kept = min(wins[n], to_keep // n)
        to_keep -= kept * n
        lost -= kept
        if kept < wins[n]:
            to_keep = np.int64(0)  # as a part of the next path
            break
    if to_keep <= even + cycles:
        return lost + (not is_sum(tree, to_keep - even, to_keep)) > most_lost
    to_keep -= even + cycles
    for n in range(most, 0, -1):
        for _ in range(loses[n]):
            if to_keep > 0:
                to_keep -= n
                lost += 1
    return lost > most_lost


@kernel
def sorted_out(tree, level):
    """Count the paths by kind and left vertices, and note the sums of left vertices of
    cycles; returns the left vertices of the other paths, and of all cycles."""
    wins, loses, sums = tree.scratch[WINS], tree.scratch[LOSES], tree.scratch[SUMS]
    even, cycles = np.int64(0), np.int64(0)
    for n in range(tree.now[NUMBER, 0] + 1):
        wins[n], loses[n], sums[n] = 0, 0, n == 0
    for side in range(2):
        for i in range(tree.heads[tree.matrix[level], WORDS, side]):
            tree.marks[side, i] = tree.candidates[level, side, i]
    for side in range(2):
        for i in range(tree.heads[tree.matrix[level], WORDS, side]):
            while tree.marks[side, i] != ZERO:
                start = 64 * i + lowest(tree.marks[side, i])
                n, n_right, is_cycle = walked(tree, level, side, start)
                if is_cycle:
                    for total in range(cycles, -1, -1):
                        sums[total + n] |= sums[total]
                    cycles += n
                elif n > n_right:
                    wins[n] += 1
                elif n < n_right:
                    loses[n] += 1
                else:
                    even += n
    return even, cycles


@kernel
def is_sum(tree, low, high):
    """Whether some cycles have `low` to `high` left vertices together."""
    for n in range(max(np.int64(0), low), min(high, tree.now[NUMBER, 0]) + 1):
        if tree.scratch[SUMS, n]:
            return True
    return False


@kernel
def walked(tree, level, side, v):
    """Unmark the path or cycle of a candidate; returns its numbers of left and right
    vertices, and whether it is a cycle."""
    stack = tree.scratch[STACK]
    tree.marks[side, v >> 6] &= ~(ONE << np.uint64(v & 63))
    stack[0] = 2 * v + side
    n, n_left, n_right, ends = 1, np.int64(0), np.int64(0), np.int64(0)
    while n:
        n -= 1
        v, side = stack[n] >> 1, stack[n] & 1
        n_left += 1 - side
        n_right += side
        ends += tree.lacks[side, v]
        begin, words = row_of(tree, level, side, v)
        for i in range(words):
            word = tree.rows[begin + i] & tree.marks[1 - side, i]
            tree.marks[1 - side, i] &= ~word
            while word != ZERO:
                stack[n] = 2 * (64 * i + lowest(word)) + 1 - side
                word &= word - ONE
                n += 1
    return n_left, n_right, ends == 2 * (n_left + n_right)
