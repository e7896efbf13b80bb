# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The nodes of the search for balanced bicliques in a dense graph.

A node has members and candidates on each side; all members are adjacent to all members
and candidates of the other side. Rows of bits hold the absent edges, of which a dense
graph has few. The slack of a side is the number of its candidates that may be dropped:
members and candidates, less the vertices that it needs. Taking a candidate drops all
vertices that it lacks. So a candidate that lacks more than the slack of the other side
is dropped, and one that lacks none is taken.

Each node refers to a matrix of absent edges. Once the candidates of a side need far
fewer words than the rows of the matrix have, the node gets a smaller matrix.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.bits import ALL, ONE, ZERO, kernel, lowest, popcount

PRUNED, LEAF, BRANCH = range(3)  # what becomes of a node
VERTICES, WORDS, ROWS, IDS, ENDS = range(5)  # of `heads`, for each side
NUMBER, WORST, LACKS = range(3)  # of `now`, for each side
LEVEL, NODES, AT, GUIDE, PROBE = range(5)  # of `state`; see `balanced_tree`
CLOSE = 4  # candidates that leave less slack than this are tried at once


class Limits(NamedTuple):
    """What the search must find: at least these numbers of vertices."""

    left: int
    right: int


class Tree(NamedTuple):
    """A search, with its matrices and its scratch. Side 0 is the left one."""

    rows: Any  # uint64, rows of absent edges of all matrices
    ids: Any  # int64, vertices of all matrices as numbers of the first matrix
    heads: Any  # int64 (matrices, 5, 2): sizes, and where rows and ids begin and end
    matrix: Any  # int64 (levels,), the matrix of each level
    candidates: Any  # uint64 (levels, 2, words), in numbers of the matrix of the level
    members: Any  # uint64 (levels, 2, words), in numbers of the first matrix
    sizes: Any  # int64 (levels, 2), numbers of members
    lacks: Any  # int64 (2, n), absent edges of the candidates of the current node
    now: Any  # int64 (3, 2), of the current node: number of candidates, the candidate
    # that lacks the most edges, and how many it lacks
    state: Any  # int64 (5,)
    scratch: Any  # int64 (4, n + 1)
    marks: Any  # uint64 (2, words)


@kernel
def number_of(tree, level, side):
    """Number of candidates."""
    n = np.int64(0)
    for i in range(tree.heads[tree.matrix[level], WORDS, side]):
        n += popcount(tree.candidates[level, side, i])
    return n


@kernel
def row_of(tree, level, side, v):
    """Where the row of a candidate begins, and its number of words."""
    head = tree.heads[tree.matrix[level]]
    words = head[WORDS, 1 - side]
    return head[ROWS, side] + v * words, words


@kernel
def drop(tree, level, side, v):
    """Remove a candidate, and count it."""
    tree.candidates[level, side, v >> 6] &= ~(ONE << np.uint64(v & 63))
    tree.now[NUMBER, side] -= 1


@kernel
def join(tree, level, side, v):
    """Add a vertex to the members."""
    first = tree.ids[tree.heads[tree.matrix[level], IDS, side] + v]
    tree.members[level, side, first >> 6] |= ONE << np.uint64(first & 63)
    tree.sizes[level, side] += 1


@kernel
def slack_of(tree, level, side, limits):
    """Number of candidates of a side that may be dropped."""
    least = limits.left if side == 0 else limits.right
    return tree.sizes[level, side] + tree.now[NUMBER, side] - least


@kernel
def measured(tree, level, side, slack):
    """Count what the candidates of a side lack. Drop those that lack more than the
    slack of the other side, take those that lack nothing; whether some were dropped."""
    begin, words = row_of(tree, level, side, 0)
    worst, most, has_dropped = np.int64(-1), np.int64(0), False
    for i in range(tree.heads[tree.matrix[level], WORDS, side]):
        word = tree.candidates[level, side, i]
        while word != ZERO:
            v = 64 * i + lowest(word)
            word &= word - ONE
            lacks = np.int64(0)
            for j in range(words):
                row = tree.rows[begin + v * words + j]
                lacks += popcount(row & tree.candidates[level, 1 - side, j])
            tree.lacks[side, v] = lacks
            if lacks > slack:
                drop(tree, level, side, v)
                has_dropped = True
            elif lacks == 0:
                drop(tree, level, side, v)
                join(tree, level, side, v)
            elif lacks > most:
                worst, most = v, lacks
    tree.now[WORST, side], tree.now[LACKS, side] = worst, most
    return has_dropped


@kernel
def settled(tree, level, limits):
    """Reduce a node until nothing changes; returns PRUNED, LEAF or BRANCH."""
    for side in range(2):
        tree.now[NUMBER, side] = number_of(tree, level, side)
        if slack_of(tree, level, side, limits) < 0:
            return PRUNED
    side, unchanged = 0, 0
    while unchanged < 2:
        slack = slack_of(tree, level, 1 - side, limits)
        if measured(tree, level, side, slack):
            unchanged = 0
        unchanged += 1
        if slack_of(tree, level, side, limits) < 0:
            return PRUNED
        side = 1 - side
    return BRANCH if tree.now[NUMBER, 0] and tree.now[NUMBER, 1] else LEAF


@kernel
def side_to_branch(tree, level, limits):
    """The side with the candidate that would use up the largest part of the slack of
    the other side."""
    left = tree.now[LACKS, 0] * slack_of(tree, level, 0, limits)
    right = tree.now[LACKS, 1] * slack_of(tree, level, 1, limits)
    return 0 if left >= right else 1


@kernel
def at_most(counts, lacks):
    """The bits of a word that were set in at most `lacks` of the words counted."""
    if lacks == 0:
        return ~counts[0]
    if lacks == 1:
        return ~counts[1]
    return ~counts[2] if lacks == 2 else ~counts[3]


@kernel
def without(tree, level, side, v):
    """Copy the candidates that remain after taking one to the next level."""
    begin, words = row_of(tree, level, side, v)
    for i in range(words):
        row = tree.rows[begin + i]
        tree.candidates[level + 1, 1 - side, i] = (
            tree.candidates[level, 1 - side, i] & ~row
        )
    for i in range(tree.heads[tree.matrix[level], WORDS, side]):
        tree.candidates[level + 1, side, i] = tree.candidates[level, side, i]


@kernel
def fit(tree, level, side, slack, least):
    """Drop candidates of a side that lack more than a slack of less than `CLOSE`;
    whether at least `least` remain.

    Each bit of a word of candidates has a counter, which ends at `CLOSE`: bit i of
    counts[n] tells whether the candidate lacks more than n edges.
    """
    head = tree.heads[tree.matrix[level]]
    words, remaining = head[WORDS, side], np.int64(0)
    for i in range(words):
        remaining += popcount(tree.candidates[level, side, i])
    for i in range(words):
        some = tree.candidates[level, side, i]
        begin = head[ROWS, 1 - side] + i
        others = remaining - popcount(some)
        counts, n = (ZERO, ZERO, ZERO, ZERO), 0
        for j in range(head[WORDS, 1 - side]):
            word = tree.candidates[level, 1 - side, j]
            while word != ZERO:
                row = tree.rows[begin + (64 * j + lowest(word)) * words]
                word &= word - ONE
                counts = (
                    counts[0] | row,
                    counts[1] | (counts[0] & row),
                    counts[2] | (counts[1] & row),
                    counts[3] | (counts[2] & row),
                )
                n += 1
                if n & 3 == 0:
                    left = popcount(some & at_most(counts, slack))
                    if others + left < least:
                        return False
        some &= at_most(counts, slack)
        tree.candidates[level, side, i] = some
        remaining = others + popcount(some)
    return remaining >= least


@kernel
def try_close(tree, level, side, limits):
    """Try the candidates of a side that leave little slack, the closest first.

    Most of them leave too few candidates. They are dropped. Returns one that may be
    taken, with the candidates that remain on the next level; -1 without one; and
    whether some were dropped.
    """
    slack = slack_of(tree, level, 1 - side, limits)
    least = limits.left if side == 0 else limits.right
    least -= tree.sizes[level, side] + 1
    has_dropped = False
    for rest in range(min(slack, CLOSE)):
        for i in range(tree.heads[tree.matrix[level], WORDS, side]):
            word = tree.candidates[level, side, i]
            while word != ZERO:
                v = 64 * i + lowest(word)
                word &= word - ONE
                if tree.lacks[side, v] != slack - rest:
                    continue
                drop(tree, level, side, v)
                has_dropped = True
                without(tree, level, side, v)
                if fit(tree, level + 1, side, rest, least):
                    return v, True
                if tree.now[NUMBER, side] <= least:
                    return np.int64(-1), True
    return np.int64(-1), has_dropped


@kernel
def is_sparse(tree, level):
    """Whether a smaller matrix would have much shorter rows."""
    head, is_shorter = tree.heads[tree.matrix[level]], False
    for side in range(2):
        words = (tree.now[NUMBER, side] + 63) >> 6
        is_shorter |= 4 * words <= 3 * head[WORDS, side]
    return is_shorter


@kernel
def head_of_smaller(tree, level):
    """Write the head of a matrix of the candidates of a node; whether there is room."""
    old = tree.heads[tree.matrix[level]]
    head = tree.heads[tree.matrix[level] + 1]
    for side in range(2):
        head[VERTICES, side] = tree.now[NUMBER, side]
        head[WORDS, side] = (tree.now[NUMBER, side] + 63) >> 6
    head[ROWS, 0], head[IDS, 0] = old[ENDS, 0], old[ENDS, 1]
    head[ROWS, 1] = head[ROWS, 0] + head[VERTICES, 0] * head[WORDS, 1]
    head[IDS, 1] = head[IDS, 0] + head[VERTICES, 0]
    head[ENDS, 0] = head[ROWS, 1] + head[VERTICES, 1] * head[WORDS, 0]
    head[ENDS, 1] = head[IDS, 1] + head[VERTICES, 1]
    return head[ENDS, 0] <= tree.rows.size and head[ENDS, 1] <= tree.ids.size


@kernel
def shrink(tree, level):
    """Give a node a matrix of its candidates, if there is room; whether there is."""
    matrix, place = tree.matrix[level], tree.scratch
    if matrix + 1 >= len(tree.heads) or not head_of_smaller(tree, level):
        return False
    old, new = tree.heads[matrix], tree.heads[matrix + 1]
    for side in range(2):
        n = np.int64(0)
        for i in range(old[WORDS, side]):
            word = tree.candidates[level, side, i]
            while word != ZERO:
                v = 64 * i + lowest(word)
                word &= word - ONE
                place[side, v] = n
                tree.ids[new[IDS, side] + n] = tree.ids[old[IDS, side] + v]
                n += 1
    for side in range(2):
        for i in range(old[WORDS, side]):
            word = tree.candidates[level, side, i]
            while word != ZERO:
                v = 64 * i + lowest(word)
                word &= word - ONE
                copy_row(tree, level, side, v)
    tree.matrix[level] = matrix + 1
    for side in range(2):
        for i in range(new[WORDS, side]):
            n = new[VERTICES, side] - 64 * i
            word = ALL if n >= 64 else (ONE << np.uint64(n)) - ONE
            tree.candidates[level, side, i] = word
    return True


@kernel
def copy_row(tree, level, side, v):
    """Copy the row of a candidate to the matrix after that of its level."""
    matrix, place = tree.matrix[level], tree.scratch
    begin, words = row_of(tree, level, side, v)
    new = tree.heads[matrix + 1]
    to = new[ROWS, side] + place[side, v] * new[WORDS, 1 - side]
    for i in range(new[WORDS, 1 - side]):
        tree.rows[to + i] = ZERO
    for i in range(words):
        word = tree.rows[begin + i] & tree.candidates[level, 1 - side, i]
        while word != ZERO:
            other = place[1 - side, 64 * i + lowest(word)]
            word &= word - ONE
            tree.rows[to + (other >> 6)] |= ONE << np.uint64(other & 63)
