# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The branch and bound for balanced bicliques, below one root.

A node branches at the candidate that would use up the largest part of the slack of the
other side: first with it, then without it. Every maximal biclique of the least sizes is
a leaf. A leaf may also be a part of a maximal one.

There may be very many bicliques of one size. To find the first ones in the canonical
order, the first levels are guides, which branch at their first left candidate. Before a
guide branches, a copy of it is searched in the way above, until a leaf shows that a
biclique is below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.bits import ONE, ZERO, kernel, lowest
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupts import is_raised
from cugraph_biclique.largest import balanced_matching, balanced_paths
from cugraph_biclique.largest.balanced_nodes import (
    AT,
    CLOSE,
    GUIDE,
    IDS,
    LACKS,
    LEAF,
    LEVEL,
    NODES,
    PROBE,
    PRUNED,
    ROWS,
    VERTICES,
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
NONE, RUNNING, GOOD = range(3)  # what is known of the probe of a guide


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
def is_maximal(tree, level):
    """Whether no other vertex is adjacent to all members of a leaf."""
    head = tree.heads[0]
    for side in range(2):
        words = head[WORDS, 1 - side]
        for v in range(head[VERTICES, side]):
            begin, fits = head[ROWS, side] + v * words, True
            for i in range(words):
                if tree.rows[begin + i] & tree.members[level, 1 - side, i] != ZERO:
                    fits = False
                    break
            if (
                fits
                and not tree.members[level, side, v >> 6] >> np.uint64(v & 63) & ONE
            ):
                return False
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
    copy_members(tree, level)
    join(tree, level + 1, side, v)
    return True


@kernel
def copy_members(tree, level):
    """Copy the members of a node to the next level."""
    for side in range(2):
        tree.sizes[level + 1, side] = tree.sizes[level, side]
        for i in range(tree.members.shape[2]):
            tree.members[level + 1, side, i] = tree.members[level, side, i]


@kernel
def begin_probe(tree, level):
    """Put a copy of a guide on the next level, to search below it."""
    tree.matrix[level + 1] = tree.matrix[level]
    copy_members(tree, level)
    for side in range(2):
        for i in range(tree.heads[tree.matrix[level], WORDS, side]):
            tree.candidates[level + 1, side, i] = tree.candidates[level, side, i]
    tree.state[PROBE] = RUNNING
    tree.state[LEVEL] = level + 1


@kernel
def end_probe(tree, level):
    """Leave a guide without a biclique below it; give another one a child with its
    first left candidate, which is the next guide."""
    state, i = tree.state, 0
    if state[PROBE] == RUNNING:
        leave(state)
        return
    while tree.candidates[level, 0, i] == ZERO:
        i += 1
    v = 64 * i + lowest(tree.candidates[level, 0, i])
    tree.matrix[level + 1] = tree.matrix[level]
    drop(tree, level, 0, v)
    without(tree, level, 0, v)
    copy_members(tree, level)
    join(tree, level + 1, 0, v)
    state[LEVEL] = state[GUIDE] = level + 1
    state[PROBE] = NONE


@kernel
def leave(state):
    """Go back to the parent of a node; that of a guide is a guide."""
    if state[LEVEL] == state[GUIDE]:
        state[GUIDE] -= 1
        state[PROBE] = NONE
    state[LEVEL] -= 1


@kernel
def leave_leaf(state):
    """Note a leaf, and go back to its guide if it has one, or to its parent."""
    state[AT] = state[LEVEL]
    if state[LEVEL] > state[GUIDE] >= 0:
        state[LEVEL] = state[GUIDE]
        state[PROBE] = GOOD
    else:
        leave(state)


@compiled
def advance(tree, limits, last, most_nodes, stop):
    """Search on below a root, until a leaf or `most_nodes` nodes; returns WORKING,
    FOUND or DONE. After FOUND, the leaf is on level `state[AT]`."""
    state, end = tree.state, tree.state[NODES] + most_nodes
    while state[LEVEL] >= 0:
        level = state[LEVEL]
        if state[NODES] >= end or is_raised(stop):
            return WORKING
        if level == state[GUIDE] and state[PROBE] != NONE:
            end_probe(tree, level)
            continue
        state[NODES] += 1
        verdict = settled(tree, level, limits)
        if verdict == PRUNED or is_later(tree, level, limits, last):
            leave(state)
        elif verdict == LEAF:
            if last.n_left == 0 or is_maximal(tree, level):
                leave_leaf(state)
                return FOUND
            leave(state)  # the maximal one is another leaf
        elif is_bounded(tree, level, limits):
            leave(state)
        elif is_sparse(tree, level) and shrink(tree, level):
            continue
        elif level == state[GUIDE]:
            begin_probe(tree, level)
        elif branched(tree, level, limits):
            state[LEVEL] += 1
    return DONE
