# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The exact bound of a node whose candidates lack at most two edges each.

Then the absent edges are paths and cycles. In each, some left vertices are kept next to
each other, from an end of a path if it has a left one. So the number of right vertices
that can be kept follows from the sizes, and a table combines the paths and cycles.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ONE, ZERO, kernel, lowest
from cugraph_biclique.largest.balanced_nodes import LACKS, WORDS, row_of

STACK, KEPT = 1, 2  # of the scratch of a tree


@kernel
def has_paths(tree, level):
    """Whether no candidate of the current node lacks more than two edges."""
    return tree.now[LACKS, 0] <= 2 and tree.now[LACKS, 1] <= 2


@kernel
def is_too_small(tree, level, limits):
    """Whether no biclique below such a node is large enough."""
    kept = tree.scratch[KEPT]
    kept[0] = 0
    most = np.int64(0)
    for side in range(2):
        for i in range(tree.heads[tree.matrix[level], WORDS, side]):
            tree.marks[side, i] = tree.candidates[level, side, i]
    for side in range(2):
        for i in range(tree.heads[tree.matrix[level], WORDS, side]):
            while tree.marks[side, i] != ZERO:
                start = 64 * i + lowest(tree.marks[side, i])
                n_left, n_right, is_cycle = walked(tree, level, side, start)
                add_to_table(kept, most, n_left, n_right, is_cycle)
                most += n_left
    n_right = limits.right - tree.sizes[level, 1]
    for n_left in range(max(0, limits.left - tree.sizes[level, 0]), most + 1):
        if kept[n_left] >= n_right:
            return False
    return True


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


@kernel
def kept_with(n, n_left, n_right, is_cycle):
    """Most right vertices of a path or cycle that lack no edge to some n left ones."""
    if n == 0:
        return n_right
    if n == n_left:
        return np.int64(0)
    both_ends_lose = is_cycle or n_right > n_left
    return max(np.int64(0), n_right - n - both_ends_lose)


@kernel
def add_to_table(kept, most, n_left, n_right, is_cycle):
    """Add a path or cycle to the table. kept[n]: most right vertices with n left ones,
    for n up to `most`."""
    for total in range(most + n_left, -1, -1):
        best = np.int64(0)
        for n in range(max(0, total - most), min(n_left, total) + 1):
            right = kept[total - n] + kept_with(n, n_left, n_right, is_cycle)
            best = max(best, right)
        kept[total] = best
