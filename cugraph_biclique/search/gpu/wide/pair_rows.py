# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows with two members of a wide root, as bits for pairs of members.

In graphs with hubs, most rows of a root have two members of its L. In a count without
sizes of R, this module places such rows behind all others. There, a row {a, b} contains
no child except that of an equal row. It is a child itself unless another row contains a
and b. So the matrix has only the rows of three members or more, and each pair of
members has three bits:

* candidate: a row after the root is this pair;
* excluded: a row before the root is this pair;
* covered: a row of the matrix contains this pair.

If only the first bit is set, the pair is a maximal child of the root, and a leaf. A
node below the root looks up the first two bits for the pairs of its own members: these
are its rows of two members.

The pairs of a root take one more sweep. The marks of `roots.marked` number its rows of
two members. The first visit of such a row stores the member in shared memory, and the
second visit finds it there.
"""

from __future__ import annotations

import math

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    LARGE,
    ONE,
    SMALL,
    WARP,
    WARPS,
    ZERO,
    ballot_of,
    cuda,
    device,
    from_lane,
    kernel,
    lowest_lane,
    without,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow.maximality import add_counters
from cugraph_biclique.search.gpu.roots.marked import (
    MARK_WORDS,
    Rows,
    number_rows,
    row_of,
)
from cugraph_biclique.search.gpu.roots.sweeps import sweep
from cugraph_biclique.search.gpu.wide.matrices import has_pairs, warp_of_grid
from cugraph_biclique.search.gpu.wide.matrix_sizes import KINDS

IS_CANDIDATE, IS_EXCLUDED, IS_COVERED = range(KINDS)  # bits of a pair
PLACES = 8 * 1024  # rows per sweep, because their first members fit shared memory
PLACE_WORDS = PLACES // 2
WORDS_EACH = 4  # words of marks per number in shared memory
GROUPS = MARK_WORDS // WORDS_EACH
FEW = 8  # most members of a row whose pairs one lane covers


@device
def pair_at(k):
    """Return the k-th pair of members i < j."""
    j = np.int32((np.float32(1) + math.sqrt(np.float32(8 * k + 1))) * np.float32(0.5))
    return np.int32(k - j * (j - 1) // 2), j


@device
def place_of(matrices, m, i, j):
    """Find the three bits of a pair of members i < j.

    Returns the place of the first of three words, and the bit in each of them.
    """
    k = np.uint32(np.uint32(j * (j - 1)) // np.uint32(2) + np.uint32(i))
    at = matrices.pair_begin[m] + np.int64(KINDS * np.uint32(k // np.uint32(WARP)))
    return at, np.uint32(1) << np.uint32(k % np.uint32(WARP))


@device
def rows_of_pair(matrices, m, i, j):
    """Return whether a pair is a candidate, and whether it is an excluded row."""
    at, bit = place_of(matrices, m, i, j)
    excluded = matrices.pairs[at + IS_EXCLUDED] & bit != 0
    return matrices.pairs[at + IS_CANDIDATE] & bit != 0 and not excluded, excluded


@device
def pair_of_child(matrices, children, child, k):
    """Return the k-th pair of a child's L' as a subset of L', whether it is a
    candidate, and whether it is an excluded row."""
    i, j = pair_at(k)
    later, other = rows_of_pair(
        matrices, child.matrix, children.members[child.begin + i],
        children.members[child.begin + j],
    )  # fmt: skip
    return ONE << np.uint64(i) | ONE << np.uint64(j), later, other


@device
def rows_within(matrices, children, child):
    """Count the pairs of L' that are candidates, and those that are excluded rows.

    A warp does this; each lane returns the numbers of its own pairs.
    """
    later, other = np.int32(0), np.int32(0)
    if has_pairs(matrices, child.matrix):
        n = np.int32(child.n)
        for k in range(cuda.threadIdx.x % WARP, n * (n - 1) // 2, WARP):
            _, is_later, is_other = pair_of_child(matrices, children, child, k)
            later = np.int32(later + np.int32(is_later))
            other = np.int32(other + np.int32(is_other))
    return later, other


@kernel(threads=SMALL, blocks=5)
def fill_pairs(graph, matrices, nodes, marks):
    """Set the bits of the pairs that are rows: one block per root.

    `marks`: uint32 (roots, words), the grown vertices that exactly two members meet.
    The bits of pairs are zero before.
    """
    rows = Rows(
        cuda.shared.array(MARK_WORDS, np.uint32),
        cuda.shared.array(GROUPS, np.int32),
    )
    of_warps = cuda.shared.array(WARPS, np.int64)
    firsts = cuda.shared.array(PLACE_WORDS, np.uint32)
    for index in range(cuda.blockIdx.x, matrices.root.size, cuda.gridDim.x):
        m = matrices.root.size - 1 - index
        if not has_pairs(matrices, m) or nodes.joined[m] == 0:
            continue
        cuda.syncthreads()
        n = number_rows(marks, m, rows, of_warps, WORDS_EACH)
        for first in range(0, n, PLACES):
            cuda.syncthreads()
            for j in range(cuda.threadIdx.x, PLACE_WORDS, cuda.blockDim.x):
                firsts[j] = 0
            cuda.syncthreads()
            pair_up(graph, matrices.root[m], 0, 1, (matrices, m, rows, firsts, first))


@device
def visit(graph, e, i, of):
    """Set the bit of a pair if this entry is the second visit of its row."""
    matrices, m, rows, firsts, first = of
    w = graph.kept_indices[e]
    if rows.marks[w // WARP] & (np.uint32(1) << np.uint32(w % WARP)) != 0:
        place = np.int32(row_of(rows, w, WORDS_EACH) - first)
        if place >= 0 and place < PLACES:
            half = np.uint32(16 * (place % 2))  # a word has two sums of 16 bits
            own = np.uint32(np.uint32(i + 1) << half)
            before = cuda.atomic.add(firsts, place // 2, own)
            before = np.int32(np.uint32(before >> half) & np.uint32(0xFFFF))
            if before != 0:
                kind = IS_CANDIDATE if w > matrices.root[m] else IS_EXCLUDED
                other = np.int32(before - 1)
                at, bit = place_of(
                    matrices, m, min(np.int32(i), other), max(np.int32(i), other)
                )
                cuda.atomic.or_(matrices.pairs, at + kind, bit)


pair_up = sweep(visit)


@kernel
def cover_pairs(matrices, nodes, first_child, children, control):
    """Set the bits of the pairs that rows of the matrix contain: one lane per short
    row, one warp per long row.

    All rows of the roots are listed as children. `first_child`: int64 (nodes + 1,),
    their offsets by node.
    """
    n_children = first_child[first_child.size - 1]
    if control[S.MEMBERS] > children.members.size:
        return
    lane = cuda.threadIdx.x % WARP
    n_groups = (n_children + WARP - 1) // WARP
    warp, warps = warp_of_grid()
    for group in range(warp, n_groups, warps):
        # Neighbouring rows have similar lengths, so a warp takes distant rows.
        k = group + lane * n_groups
        m, begin, n = np.int32(0), np.int64(0), np.int32(0)
        if k < n_children:
            m, begin = nodes.matrix[children.node[k]], children.begin[k]
            if has_pairs(matrices, m):
                n = np.int32(children.end[k] - begin)
        if n <= FEW:
            cover_row(matrices, m, children, begin, n, np.int32(0), np.int32(1))
        todo = ballot_of(n > FEW)
        while todo != 0:
            one = lowest_lane(todo)
            todo = without(todo, one)
            cover_row(
                matrices, from_lane(m, one), children, from_lane(begin, one),
                from_lane(n, one), np.int32(lane), np.int32(WARP),
            )  # fmt: skip


@device
def cover_row(matrices, m, children, begin, n, first, step):
    """Mark the pairs of one row of n members as covered, by one or several lanes."""
    for j in range(1, n):
        b = children.members[begin + j]
        for i in range(first, j, step):
            at, bit = place_of(matrices, m, children.members[begin + i], b)
            if matrices.pairs[at + IS_COVERED] & bit == 0:
                cuda.atomic.or_(matrices.pairs, at + IS_COVERED, bit)


@kernel
def count_pairs(matrices, nodes, control):
    """Count the pairs that are children of roots, and the maximal ones among them: one
    warp per root."""
    tested, found = np.int64(0), np.int64(0)
    warp, warps = warp_of_grid()
    for node in range(warp, nodes.matrix.size, warps):
        m = nodes.matrix[node]
        begin, end = matrices.pair_begin[m], matrices.pair_begin[m + 1]
        for k in range(begin + KINDS * (cuda.threadIdx.x % WARP), end, KINDS * WARP):
            here = matrices.pairs[k + IS_CANDIDATE]
            taken = matrices.pairs[k + IS_EXCLUDED] | matrices.pairs[k + IS_COVERED]
            tested += np.int64(cuda.popc(np.uint32(here)))
            found += np.int64(cuda.popc(np.uint32(here & ~taken)))
    add_counters(control, tested, tested - found, found, True)


@kernel(threads=LARGE, blocks=1)
def count_pairs_below(matrices, nodes, control):
    """Count the pairs that are children of nodes below roots, and the maximal ones: one
    block per node, one warp per pair."""
    lane = cuda.threadIdx.x % WARP
    tested, found = np.int64(0), np.int64(0)
    for node in range(cuda.blockIdx.x, nodes.matrix.size, cuda.gridDim.x):
        m = nodes.matrix[node]
        begin = nodes.begin[node]
        n = np.int32(nodes.end[node] - begin)
        n_pairs = n * (n - 1) // 2 if has_pairs(matrices, m) else np.int32(0)
        for first in range(cuda.threadIdx.x - lane, n_pairs, cuda.blockDim.x):
            a, b, is_child = np.int32(0), np.int32(0), False
            if first + lane < n_pairs:
                i, j = pair_at(np.int32(first + lane))
                a, b = nodes.members[begin + i], nodes.members[begin + j]
                is_child, _ = rows_of_pair(matrices, m, a, b)
            tested += np.int64(is_child)
            todo = ballot_of(is_child)
            while todo != 0:
                one = lowest_lane(todo)
                todo = without(todo, one)
                is_shared = share_row(
                    matrices, nodes, node, m, from_lane(a, one), from_lane(b, one)
                )
                found += np.int64(lane == one and not is_shared)
    add_counters(control, tested, tested - found, found, True)


@device
def share_row(matrices, nodes, node, m, a, b):
    """Whether some row of a node contains both members a and b, by one warp."""
    words = np.int64(matrices.words[m])
    at_a, at_b = matrices.begin[m] + a * words, matrices.begin[m] + b * words
    masks = nodes.mask_begin[node]
    for first in range(0, words, WARP):
        word, both = first + cuda.threadIdx.x % WARP, ZERO
        if word < words:
            both = matrices.bits[at_a + word] & matrices.bits[at_b + word]
            both &= nodes.masks[masks + word] | nodes.masks[masks + words + word]
        if cuda.any_sync(ALL_LANES, both != ZERO):
            return True
    return False
