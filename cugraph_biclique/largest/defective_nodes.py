# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The branch and bound for k-defective bicliques, below one root.

A node has members, candidates, and excluded vertices on each side. Its slack is the
number of edges that may still be absent. A candidate is removed if it lacks more edges
to the members than that. An excluded vertex may extend a solution, so it shows that the
solution is not maximal. An early vertex comes before the root, and must lack an edge:
otherwise the solution has an earlier root. Each node takes these steps until nothing
changes:

- Count the edges of every vertex to the members and the candidates of the other side.
- Bound the sizes of both sides. For each number of vertices that one side may have, the
  vertices of the other side lack at least a certain number of edges. As many of them
  fit as the slack allows.
- Remove candidates with too few neighbours for the least of these sizes.
- Add candidates that lack no edge: every maximal solution below contains them.

The search then branches at the candidate that lacks the most edges: first with it, then
without it, as the pivots of Cui et al. (arXiv 2506.16121) do.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.bits import ONE, ZERO, kernel, lowest, popcount
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupts import is_raised

EDGES, BALANCED, OWN, OTHER = range(4)  # scores, in terms of the side of the roots
MEMBER, CANDIDATE, EXCLUDED = range(3)  # sets of a node
WORKING, FULL, FOUND, DONE = range(4)  # why `advance` returned
PRUNED, LEAF, BRANCH, AGAIN = range(4)  # what becomes of a node
LEVEL, NODES, NOT_MAXIMAL, ABSENT = range(4)  # places in `Tree.state`


class Limits(NamedTuple):
    """What the search must find."""

    by: int
    least: int  # score
    missing: int  # most absent edges
    min_own: int
    max_own: int
    min_other: int
    max_other: int


class Half(NamedTuple):
    """One side of the vertices below a root."""

    ids: Any  # int32 (n,), in the graph
    rows: Any  # uint64 (n, words of the other side), the adjacency
    sets: Any  # uint64 (levels, 3, words), by MEMBER, CANDIDATE, EXCLUDED
    lacks: Any  # int64 (n,), absent edges to the members of the other side
    near: Any  # int64 (n,), neighbours among the candidates of the other side
    early: Any  # int64, number of early vertices: the first ones


class Tree(NamedTuple):
    """The search below a root."""

    own: Half
    other: Half
    absent: Any  # int64 (levels,), absent edges between the members
    state: Any  # int64 (4,), by LEVEL, NODES, NOT_MAXIMAL, ABSENT
    table: Any  # int64 (missing + 1, n + 2), scratch of `reach`
    counts: Any  # int64 (2, n + 2), scratch of `reach`


class Last(NamedTuple):
    """The last of the k best so far, to leave out solutions that come after it."""

    score: Any  # int64; -1 before k solutions are known
    left: Any  # int32 ids, ascending
    n_right: Any  # int64
    is_own: Any  # whether the left side is the side of the roots
    ids: Any  # int32, of the left vertices below the root
    order: Any  # int64, these vertices by ascending id


@kernel
def size(half, level, which):
    """Number of vertices in a set."""
    n = np.int64(0)
    for i in range(half.sets.shape[2]):
        n += popcount(half.sets[level, which, i])
    return n


@kernel
def members_with(half, other, v, level, which):
    """Number of neighbours of a vertex in a set of the other side."""
    n = np.int64(0)
    for i in range(half.rows.shape[1]):
        n += popcount(half.rows[v, i] & other.sets[level, which, i])
    return n


@kernel
def drop(half, level, which, v):
    """Remove a vertex from a set."""
    half.sets[level, which, v >> 6] &= ~(ONE << np.uint64(v & 63))


@kernel
def put(half, level, which, v):
    """Add a vertex to a set."""
    half.sets[level, which, v >> 6] |= ONE << np.uint64(v & 63)


@kernel
def measured(half, other, level, slack):
    """Count the edges of each vertex of a side, and remove those that do not fit.

    Returns PRUNED if an excluded or early vertex lacks no edge in any solution below,
    AGAIN if candidates were removed, and BRANCH otherwise.
    """
    n_members = size(other, level, MEMBER)
    n_candidates = size(other, level, CANDIDATE)
    verdict = BRANCH
    for which in range(3):
        for i in range(half.sets.shape[2]):
            word = half.sets[level, which, i]
            while word != ZERO:
                v = 64 * i + lowest(word)
                word &= word - ONE
                lacks = n_members - members_with(half, other, v, level, MEMBER)
                near = members_with(half, other, v, level, CANDIDATE)
                half.lacks[v], half.near[v] = lacks, near
                if lacks == 0 and near == n_candidates:
                    if which == EXCLUDED or v < half.early:
                        return PRUNED
                if which != MEMBER and lacks > slack:
                    drop(half, level, which, v)
                    if which == CANDIDATE:
                        verdict = AGAIN
                elif which == CANDIDATE and v < half.early and slack == 0:
                    drop(half, level, CANDIDATE, v)
                    put(half, level, EXCLUDED, v)
                    verdict = AGAIN
    return verdict


@kernel
def score_of(by, n_own, n_other, absent):
    """Return the score of a solution."""
    if by == EDGES:
        return n_own * n_other - absent
    if by == BALANCED:
        return min(n_own, n_other)
    return n_own if by == OWN else n_other


@kernel
def fill_tables(half, other, level, slack, n, table, counts):
    """Count vertices for `reach`.

    table[a, b]: candidates of `half` that lack a edges and have b of the n candidates
    of `other` as neighbours. counts[0, b]: members of `half` with b of them.
    counts[1, a]: candidates of `other` that lack a edges.
    """
    for b in range(n + 2):
        counts[0, b] = 0
        for a in range(slack + 1):
            table[a, b] = 0
    for a in range(slack + 1):
        counts[1, a] = 0
    for i in range(half.sets.shape[2]):
        word = half.sets[level, MEMBER, i]
        while word != ZERO:
            counts[0, half.near[64 * i + lowest(word)]] += 1
            word &= word - ONE
        word = half.sets[level, CANDIDATE, i]
        while word != ZERO:
            v = 64 * i + lowest(word)
            word &= word - ONE
            lacks, near = half.lacks[v], half.near[v]
            if v < half.early and lacks == 0:
                # It will lack one edge at least, and not one more than that.
                lacks, near = lacks + 1, near + 1
            table[lacks, near] += 1
    for i in range(other.sets.shape[2]):
        word = other.sets[level, CANDIDATE, i]
        while word != ZERO:
            counts[1, other.lacks[64 * i + lowest(word)]] += 1
            word &= word - ONE


@kernel
def more(table, added, rest):
    """Number of candidates that fit if the other side has `added` more vertices, and
    the number of edges that they lack: at least, and at most `rest`.

    table[a, added] must hold those with at least `added` neighbours; see `reach`.
    """
    n, lacking = np.int64(0), np.int64(0)
    for lacks in range(rest + 1):
        if lacks > rest - lacking:
            break
        some = np.int64(0)
        for a in range(lacks + 1):
            if a == lacks:
                some += table[a, added]
            elif added >= lacks - a:
                # Exactly this number of neighbours, as a difference of two sums.
                b = added - (lacks - a)
                some += table[a, b] - table[a, b + 1]
        if lacks:
            some = min(some, (rest - lacking) // lacks)
        n += some
        lacking += some * lacks
    return n, lacking


@kernel
def reach(half, other, level, limits, is_own, tree):
    """Return the least size of `other` with which a solution below may be worth
    finding; 0 if there is none."""
    absent = tree.absent[level]
    slack = limits.missing - absent
    table, counts = tree.table, tree.counts
    n_members, m_members = size(half, level, MEMBER), size(other, level, MEMBER)
    n = size(other, level, CANDIDATE)
    fill_tables(half, other, level, slack, n, table, counts)
    for a in range(slack + 1):
        for b in range(n - 1, -1, -1):
            table[a, b] += table[a, b + 1]
    low, high = limits.min_other, limits.max_other
    min_half, max_half = limits.min_own, limits.max_own
    if not is_own:
        low, high, min_half, max_half = min_half, max_half, low, high
    short, by_members, by_added, used = np.int64(0), np.int64(0), np.int64(0), 0
    for added in range(n + 1):
        if added:
            short += counts[0, added - 1]
            by_members += short
            while used <= slack and counts[1, used] == 0:
                used += 1
            counts[1, used] -= 1
            by_added += used
        forced = max(by_members, by_added)
        m = m_members + added
        if forced > slack or m > high:
            break
        if m < low:
            continue
        fit, lacking = more(table, added, slack - forced)
        size_half = n_members + fit
        if size_half > max_half:
            size_half, lacking = max_half, np.int64(0)
        if size_half < min_half or size_half < n_members:
            continue
        sizes = (size_half, m) if is_own else (m, size_half)
        score = score_of(limits.by, sizes[0], sizes[1], absent + forced + lacking)
        if score >= limits.least:
            return m
    return np.int64(0)


@kernel
def thinned(half, other, level, slack, least):
    """Remove candidates and excluded vertices with too few neighbours, if the other
    side has at least `least` vertices; returns as `measured` does."""
    added = least - size(other, level, MEMBER)
    verdict = BRANCH
    if added <= 0:
        return verdict
    for which in range(3):
        for i in range(half.sets.shape[2]):
            word = half.sets[level, which, i]
            while word != ZERO:
                v = 64 * i + lowest(word)
                word &= word - ONE
                lacks = np.int64(0) if which == MEMBER else half.lacks[v]
                if lacks + added - half.near[v] > slack:
                    if which == MEMBER:
                        return PRUNED
                    drop(half, level, which, v)
                    if which == CANDIDATE:
                        verdict = AGAIN
    return verdict


@kernel
def with_free(half, other, level):
    """Add the candidates that lack no edge to the members."""
    n = size(other, level, CANDIDATE)
    for i in range(half.sets.shape[2]):
        word = half.sets[level, CANDIDATE, i]
        while word != ZERO:
            v = 64 * i + lowest(word)
            word &= word - ONE
            if half.lacks[v] == 0 and half.near[v] == n:
                drop(half, level, CANDIDATE, v)
                put(half, level, MEMBER, v)


@kernel
def lacking_most(half, other, level):
    """Return the candidate that lacks the most edges to members and candidates, how
    many these are, and the sum over all candidates."""
    n = size(other, level, CANDIDATE)
    chosen, most, total = np.int64(-1), np.int64(-1), np.int64(0)
    for i in range(half.sets.shape[2]):
        word = half.sets[level, CANDIDATE, i]
        while word != ZERO:
            v = 64 * i + lowest(word)
            word &= word - ONE
            lacks = half.lacks[v] + n - half.near[v]
            total += lacks
            if lacks > most:
                chosen, most = v, lacks
    return chosen, most, total


@kernel
def lacked(half, level):
    """Absent edges between the candidates of a side and the members of the other."""
    total = np.int64(0)
    for i in range(half.sets.shape[2]):
        word = half.sets[level, CANDIDATE, i]
        while word != ZERO:
            total += half.lacks[64 * i + lowest(word)]
            word &= word - ONE
    return total


@kernel
def take_all(half, level):
    """Add all candidates to the members."""
    for i in range(half.sets.shape[2]):
        half.sets[level, MEMBER, i] |= half.sets[level, CANDIDATE, i]
        half.sets[level, CANDIDATE, i] = ZERO


@kernel
def reduced(tree, level, limits):
    """One round of the reductions of a node; returns PRUNED, AGAIN or BRANCH."""
    own, other = tree.own, tree.other
    slack = limits.missing - tree.absent[level]
    first = measured(own, other, level, slack)
    if first == PRUNED:
        return PRUNED
    second = measured(other, own, level, slack)
    if second == PRUNED:
        return PRUNED
    if first == AGAIN or second == AGAIN:
        return AGAIN
    least_other = reach(own, other, level, limits, True, tree)
    if least_other == 0:
        return PRUNED
    least_own = reach(other, own, level, limits, False, tree)
    if least_own == 0:
        return PRUNED
    first = thinned(own, other, level, slack, least_other)
    second = thinned(other, own, level, slack, least_own)
    if first == PRUNED or second == PRUNED:
        return PRUNED
    return AGAIN if first == AGAIN or second == AGAIN else BRANCH


@kernel
def settled(tree, level, limits):
    """Reduce a node until nothing changes.

    Returns what becomes of it, the side of the vertex to branch at (0 for the side of
    the roots), and this vertex.
    """
    own, other = tree.own, tree.other
    verdict = AGAIN
    while verdict == AGAIN:
        verdict = reduced(tree, level, limits)
    if verdict == PRUNED:
        return PRUNED, 0, np.int64(-1)
    slack = limits.missing - tree.absent[level]
    # An own vertex that lacks no edge stays adjacent to all candidates of the other
    # side, so its move to the members leaves their counts of absent edges as they are.
    with_free(own, other, level)
    if measured(other, own, level, slack) == PRUNED:
        return PRUNED, 0, np.int64(-1)
    with_free(other, own, level)
    if measured(own, other, level, slack) == PRUNED:
        return PRUNED, 0, np.int64(-1)
    u, most_own, total = lacking_most(own, other, level)
    v, most_other, _ = lacking_most(other, own, level)
    total += lacked(other, level)
    if total <= slack:
        take_all(own, level)
        take_all(other, level)
        tree.absent[level] += total
        return LEAF, 0, np.int64(-1)
    if most_own >= most_other:
        return BRANCH, 0, u
    return BRANCH, 1, v


@kernel
def fits_another(half, other, level, slack):
    """Whether an excluded vertex of a side extends the members."""
    n = size(other, level, MEMBER)
    for i in range(half.sets.shape[2]):
        word = half.sets[level, EXCLUDED, i]
        while word != ZERO:
            v = 64 * i + lowest(word)
            word &= word - ONE
            if n - members_with(half, other, v, level, MEMBER) <= slack:
                return True
    return False


@kernel
def is_worth(tree, level, limits):
    """Whether the members of a leaf have the sizes and the score."""
    n_own = size(tree.own, level, MEMBER)
    n_other = size(tree.other, level, MEMBER)
    if n_own < limits.min_own or n_own > limits.max_own:
        return False
    if n_other < limits.min_other or n_other > limits.max_other:
        return False
    score = score_of(limits.by, n_own, n_other, tree.absent[level])
    return score >= limits.least


@kernel
def is_later(tree, level, limits, last):
    """Whether the members of a leaf have the score of the last of the k best, and come
    after it in the canonical order. There may be very many of these: if c vertices lack
    one edge each, any t of them may be in a solution."""
    n_own, n_other = size(tree.own, level, MEMBER), size(tree.other, level, MEMBER)
    if score_of(limits.by, n_own, n_other, tree.absent[level]) != last.score:
        return False
    half = tree.own if last.is_own else tree.other
    n_left, n_right = (n_own, n_other) if last.is_own else (n_other, n_own)
    if n_left != last.left.size:
        return n_left > last.left.size
    if n_right != last.n_right:
        return n_right > last.n_right
    k = 0
    for v in last.order:
        if half.sets[level, MEMBER, v >> 6] >> np.uint64(v & 63) & ONE:
            if last.ids[v] != last.left[k]:
                return last.ids[v] > last.left[k]
            k += 1
    return False


@kernel
def is_maximal(tree, level, limits):
    """Whether no excluded vertex extends the members."""
    slack = limits.missing - tree.absent[level]
    return not (
        fits_another(tree.own, tree.other, level, slack)
        or fits_another(tree.other, tree.own, level, slack)
    )


@kernel
def copy_level(half, level):
    """Copy the sets of a node to the next level."""
    for which in range(3):
        for i in range(half.sets.shape[2]):
            half.sets[level + 1, which, i] = half.sets[level, which, i]


@kernel
def branched(tree, level, half, v):
    """Put the child with a vertex on the next level, and exclude the vertex here."""
    copy_level(tree.own, level)
    copy_level(tree.other, level)
    drop(half, level + 1, CANDIDATE, v)
    put(half, level + 1, MEMBER, v)
    drop(half, level, CANDIDATE, v)
    put(half, level, EXCLUDED, v)
    tree.absent[level + 1] = tree.absent[level] + half.lacks[v]


@compiled
def advance(tree, limits, last, most_words, stop):
    """Search on below a root, until it finds a solution, has read `most_words` words,
    or needs more levels; returns WORKING, FULL, FOUND or DONE.

    After FOUND, the solution is on level `state[LEVEL] + 1`, and `state[ABSENT]` is its
    number of absent edges.
    """
    own, other, state = tree.own, tree.other, tree.state
    words = own.rows.size + other.rows.size  # read by a node, at most
    level, read = state[LEVEL], np.int64(0)
    while level >= 0:
        if read >= most_words or is_raised(stop):
            state[LEVEL] = level
            return WORKING
        if level + 2 > tree.absent.size:
            state[LEVEL] = level
            return FULL
        read += words
        state[NODES] += 1
        verdict, side, v = settled(tree, level, limits)
        if verdict == BRANCH:
            if side == 0:
                branched(tree, level, own, v)
            else:
                branched(tree, level, other, v)
            level += 1
            continue
        level -= 1
        if verdict == LEAF and is_worth(tree, level + 1, limits):
            if is_later(tree, level + 1, limits, last):
                continue
            if is_maximal(tree, level + 1, limits):
                state[LEVEL] = level
                state[ABSENT] = tree.absent[level + 1]
                return FOUND
            state[NOT_MAXIMAL] += 1
    state[LEVEL] = -1
    return DONE
