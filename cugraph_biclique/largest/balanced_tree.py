# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The branch and bound for balanced bicliques, below one root.

A node branches at the candidate that would use up the largest part of the slack of the
other side: first with it, then without it. Every maximal biclique of the least sizes is
a leaf. A leaf may also be a part of a maximal one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.bits import ONE, ZERO, kernel, lowest
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupts import is_raised
from cugraph_biclique.largest import balanced_matching, balanced_paths
from cugraph_biclique.largest.balanced_nodes import (
    CLOSE,
    IDS,
    LACKS,
    LEAF,
    LEVEL,
    NODES,
    PRUNED,
    WORDS,
    WORST,
    drop,
    is_sparse,
    join,
    settled,
    shrink,
    side_to_branch,
    slack_of,
    try_close,
    without,
)

WORKING, FOUND, DONE = range(3)  # why `advance` returned


class Last(NamedTuple):
    """The last of the k best so far, to leave out bicliques that come after it."""

    n_left: Any  # int64; 0 if nothing is left out
    n_right: Any  # int64
    left: Any  # uint64 (words,), its left vertices


@kernel
def is_later(tree, level, limits, last):
    """Whether all bicliques below a node come after the last one in the canonical
    order, or are equal to it: by n_left, then n_right, then the left vertices."""
    if last.n_left == 0:
        return False
    n_left = max(tree.sizes[level, 0], limits.left)
    n_right = max(tree.sizes[level, 1], limits.right)
    if n_left != last.n_left:
        return n_left > last.n_left
    if n_right != last.n_right:
        return n_right > last.n_right
    for i in range(last.left.size):
        tree.marks[0, i] = tree.members[level, 0, i]
    missing = n_left - tree.sizes[level, 0]
    ids = tree.heads[tree.matrix[level], IDS, 0]
    for i in range(tree.heads[tree.matrix[level], WORDS, 0]):
        word = tree.candidates[level, 0, i]
        while word != ZERO and missing > 0:
            v = tree.ids[ids + 64 * i + lowest(word)]
            word &= word - ONE
            tree.marks[0, v >> 6] |= ONE << np.uint64(v & 63)
            missing -= 1
    for i in range(last.left.size):
        differ = tree.marks[0, i] ^ last.left[i]
        if differ != ZERO:
            return (last.left[i] >> np.uint64(lowest(differ))) & ONE == ONE
    return True


@kernel
def is_bounded(tree, level, limits):
    """Whether a bound shows that nothing below a node is large enough."""
    if balanced_paths.has_paths(tree, level):
        return balanced_paths.is_too_small(tree, level, limits)
    return balanced_matching.is_hopeless(tree, level, limits)


@kernel
def branched(tree, level, limits):
    """Put a child of a node on the next level, or drop some candidates; whether there
    is a child."""
    tree.matrix[level + 1] = tree.matrix[level]
    side = side_to_branch(tree, level, limits)
    v, slack = np.int64(-1), slack_of(tree, level, 1 - side, limits)
    if tree.now[LACKS, side] + CLOSE > slack:
        v, has_dropped = try_close(tree, level, side, limits)
        if v < 0 and has_dropped:
            return False
    if v < 0:
        v = tree.now[WORST, side]
        drop(tree, level, side, v)
        without(tree, level, side, v)
    for i in range(tree.members.shape[2]):
        tree.members[level + 1, 0, i] = tree.members[level, 0, i]
        tree.members[level + 1, 1, i] = tree.members[level, 1, i]
    tree.sizes[level + 1, 0] = tree.sizes[level, 0]
    tree.sizes[level + 1, 1] = tree.sizes[level, 1]
    join(tree, level + 1, side, v)
    return True


@compiled
def advance(tree, limits, last, most_nodes, stop):
    """Search on below a root, until a leaf or `most_nodes` nodes; returns WORKING,
    FOUND or DONE. After FOUND, the leaf is on level `state[LEVEL] + 1`."""
    state, end = tree.state, tree.state[NODES] + most_nodes
    level = state[LEVEL]
    while level >= 0:
        if state[NODES] >= end or is_raised(stop):
            state[LEVEL] = level
            return WORKING
        state[NODES] += 1
        verdict = settled(tree, level, limits)
        if verdict == PRUNED or is_later(tree, level, limits, last):
            level -= 1
        elif verdict == LEAF:
            state[LEVEL] = level - 1
            return FOUND
        elif is_bounded(tree, level, limits):
            level -= 1
        elif is_sparse(tree, level) and shrink(tree, level):
            continue
        elif branched(tree, level, limits):
            level += 1
    state[LEVEL] = -1
    return DONE
