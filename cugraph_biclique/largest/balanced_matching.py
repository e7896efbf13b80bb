# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The bound of a node by a matching of absent edges.

A biclique below a node lacks an end of each absent edge. The edges of a matching have
no common ends, so as many vertices are dropped. No biclique below the node is large
enough if these are more than the slack of both sides.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ONE, ZERO, kernel, lowest
from cugraph_biclique.largest.balanced_nodes import NUMBER, WORDS, row_of, slack_of

MATE, PATH, VIA = range(3)  # of the scratch of a tree
FREE, UNSEEN = range(2)  # of its marks


@kernel
def is_hopeless(tree, level, limits):
    """Whether a matching shows that nothing below a node is large enough."""
    slack = slack_of(tree, level, 0, limits) + slack_of(tree, level, 1, limits)
    if slack >= min(tree.now[NUMBER, 0], tree.now[NUMBER, 1]):
        return False
    matched, unmatched = match_greedily(tree, level)
    if matched > slack or matched + unmatched <= slack:
        return matched > slack
    for k in range(unmatched):
        if augmented(tree, level, k, unmatched):
            matched += 1
        if matched > slack:
            return True
        if matched + unmatched - k - 1 <= slack:
            return False
    return False


@kernel
def match_greedily(tree, level):
    """Match left candidates with right ones; returns how many are matched, and how many
    are not, which are the first entries of PATH."""
    matched, unmatched = np.int64(0), np.int64(0)
    words = tree.heads[tree.matrix[level], WORDS]
    for i in range(words[1]):
        tree.marks[FREE, i] = tree.candidates[level, 1, i]
    for i in range(words[0]):
        word = tree.candidates[level, 0, i]
        while word != ZERO:
            u = 64 * i + lowest(word)
            word &= word - ONE
            v = lacked(tree, level, u, FREE)
            if v >= 0:
                unmark(tree, FREE, v)
                tree.scratch[MATE, v] = u
                matched += 1
            else:
                tree.scratch[PATH, unmatched] = u
                unmatched += 1
    return matched, unmatched


@kernel
def lacked(tree, level, u, which):
    """Return a marked right vertex that a left one lacks; -1 without one."""
    begin, words = row_of(tree, level, 0, u)
    for i in range(words):
        word = tree.rows[begin + i] & tree.marks[which, i]
        if word != ZERO:
            return 64 * i + lowest(word)
    return np.int64(-1)


@kernel
def unmark(tree, which, v):
    tree.marks[which, v >> 6] &= ~(ONE << np.uint64(v & 63))


@kernel
def augmented(tree, level, k, unmatched):
    """Match entry k of PATH by a path that changes the mates of others; whether there
    is one. The entries from `unmatched` on hold the path."""
    mate, path, via = tree.scratch[MATE], tree.scratch[PATH], tree.scratch[VIA]
    for i in range(tree.heads[tree.matrix[level], WORDS, 1]):
        tree.marks[UNSEEN, i] = tree.candidates[level, 1, i]
    end = unmatched
    path[end] = path[k]
    while end >= unmatched:
        v = lacked(tree, level, path[end], FREE)
        if v >= 0:
            unmark(tree, FREE, v)
            via[end] = v
            while end >= unmatched:
                mate[via[end]] = path[end]
                end -= 1
            return True
        v = lacked(tree, level, path[end], UNSEEN)
        if v < 0:
            end -= 1
        else:
            unmark(tree, UNSEEN, v)
            via[end] = v
            end += 1
            path[end] = mate[v]
    return False
