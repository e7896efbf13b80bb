# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Children of wide nodes with at most six members: tests, and truth tables.

Most children of wide nodes have two to four members, and their columns are long. Eight
lanes pass over the columns of one child, so a warp passes over those of four children
at a time, and its loads overlap. The pass ends where an excluded row contains the child.
Until then, it enters the rows of the child into a truth table (`tables`), which has all
bicliques below it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    WARP,
    WORD,
    ZERO,
    ballot_of,
    cuda,
    device,
    first_bits,
    from_lane,
    lowest_lane,
    popcount,
    without,
)
from cugraph_biclique.search.gpu import tables
from cugraph_biclique.search.gpu.bound import is_open
from cugraph_biclique.search.gpu.matrices import (
    own_bit,
    rows_before,
    weight_of,
)
from cugraph_biclique.search.gpu.tables import Table

DROPPED, COVERED_CHILD, LEAF, NARROW, WIDE, HEAVY = range(6)  # states of a child
SIDE = 8  # lanes per child
SIDES = WARP // SIDE
OF_SIDE = (1 << SIDE) - 1


class Child(NamedTuple):
    """A child of a wide node, as a warp tests it."""

    node: Any  # int32
    matrix: Any  # int32
    row: Any  # int32
    begin: Any  # int64, its members
    n: Any  # int64, their number
    words: Any  # int32, of a column
    column: Any  # int64, first word of the matrix
    vertex: Any  # int64, where the vertices of the rows begin
    masks: Any  # int64, first word of the masks of its node
    joined: Any  # int32, grown vertices adjacent to all of the node's L


@device
def load_child(matrices, nodes, children, k):
    """Read what tests need of a child."""
    node = children.node[k]
    m = nodes.matrix[node]
    begin = children.begin[k]
    return Child(
        node, m, children.row[k], begin, children.end[k] - begin, matrices.words[m],
        matrices.begin[m], matrices.row_begin[m], nodes.mask_begin[node],
        nodes.joined[node],
    )  # fmt: skip


@device
def child_of_lane(child, lane):
    """The child of one lane, for all lanes."""
    return Child(
        from_lane(child.node, lane),
        from_lane(child.matrix, lane),
        from_lane(child.row, lane),
        from_lane(child.begin, lane),
        from_lane(child.n, lane),
        from_lane(child.words, lane),
        from_lane(child.column, lane),
        from_lane(child.vertex, lane),
        from_lane(child.masks, lane),
        from_lane(child.joined, lane),
    )


@device
def drop_row(nodes, child):
    """Prune a candidate from its node, for the kernels that come after."""
    at = child.masks + 2 * child.words + child.row // WORD
    cuda.atomic.or_(nodes.masks, at, ONE << np.uint64(child.row % WORD))


@device
def lowest_lanes(ballot):
    """The lowest lanes of a ballot, at most `SIDES`."""
    left = ballot
    for _ in range(SIDES):
        left = np.uint32(left & (left - np.uint32(1))) if left != 0 else left
    return np.uint32(ballot & ~left)


@device
def lane_at(ballot, n):
    """The lane that n lanes of a ballot come before; -1 if there is none."""
    for _ in range(n):
        ballot = without(ballot, lowest_lane(ballot)) if ballot != 0 else ballot
    return lowest_lane(ballot)


@device
def of_side(ballot):
    """The part of a ballot that has the lanes of this lane's side."""
    side = cuda.threadIdx.x % WARP // SIDE
    return np.uint32(ballot >> np.uint32(side * SIDE)) & np.uint32(OF_SIDE)


@device
def test_small(
    graph, matrices, nodes, children, mine, some, state, size, output, control,
    universe, least, min_grown, bound, table, sized,
):  # fmt: skip
    """Test the children of the lanes `some`, and find all bicliques below them.

    Sets the state of these lanes, and their number of grown vertices: at least 2 in
    place of it if it does not matter. Also returns the number of nodes below these
    children, and the lane's number of bicliques there.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    side, place = lane // SIDE, lane % SIDE
    source = lane_at(some, side)
    child = child_of_lane(mine, max(source, np.int32(0)))
    its_table = Table(table.weight[side], table.excluded[side])
    has_rows = source >= 0 and child.n > least
    if cuda.any_sync(ALL_LANES, has_rows):
        tables.clear(its_table, place, SIDE)
    covered, dropped, later, joined = pass_over(
        graph, matrices, nodes, children, child, source >= 0, has_rows, sized, its_table
    )
    if place == 0 and dropped:
        drop_row(nodes, child)
    its_size = np.int64(2)
    if sized:
        for step in (1, 2, 4):
            joined += cuda.shfl_xor_sync(ALL_LANES, joined, step)
        its_size = child.joined + joined
    searched = has_rows and later and not covered and is_open(bound, its_size)
    searched = ballot_of(searched)
    below, found = np.int32(0), np.int32(0)
    for k in range(SIDES):
        one, first_lane = lane_at(some, k), np.int32(k * SIDE)
        if one < 0:
            break
        that_size, is_covered = from_lane(its_size, first_lane), np.int32(covered)
        if lane == one:
            size = that_size
        is_covered = from_lane(is_covered, first_lane)
        if lane == one:
            state = COVERED_CHILD if is_covered else LEAF
        if np.uint32(searched >> np.uint32(first_lane)) & np.uint32(1):
            n, n_found = tables.find_below(
                Table(table.weight[k], table.excluded[k]),
                first_bits(from_lane(child.n, first_lane)), output, control,
                universe + one, that_size, least, min_grown, bound,
            )  # fmt: skip
            below, found = np.int32(below + n), np.int32(found + n_found)
    return state, size, below, found


@device
def pass_over(graph, matrices, nodes, children, child, active, has_rows, sized, table):
    """Pass over the columns of each side's child.

    Returns whether an excluded row contains the child, whether one of its node does,
    whether the child has later rows, and the lane's weight of the rows that join R.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    base, place = lane // SIDE * SIDE, lane % SIDE
    column = child.column
    if active and place < child.n:
        column += np.int64(children.members[child.begin + place]) * child.words
    at_a, at_b = from_lane(column, base), from_lane(column, base + 1)
    at_c, at_d = from_lane(column, base + 2), from_lane(column, base + 3)
    at_e, at_f = from_lane(column, base + 4), from_lane(column, base + 5)
    end = child.words
    if not has_rows and not sized:  # later rows do not matter
        end = np.int32(child.row // WORD + 1)
    if not active:
        end = np.int32(0)
    covered, dropped, later, joined = False, False, False, np.int64(0)
    word = place
    while cuda.any_sync(ALL_LANES, word - place < end):
        a, b, c, d, e, f = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
        held, candidates, inherited = ZERO, ZERO, ZERO
        before = ZERO
        if word < end:
            a, b = matrices.bits[at_a + word], matrices.bits[at_b + word]
            candidates = nodes.masks[child.masks + word]
            inherited = nodes.masks[child.masks + child.words + word]
            held = a & b
            if child.n > 2:
                c = matrices.bits[at_c + word]
                held &= c
            if child.n > 3:
                d = matrices.bits[at_d + word]
                held &= d
            if child.n > 4:
                e = matrices.bits[at_e + word]
                held &= e
            if child.n > 5:
                f = matrices.bits[at_f + word]
                held &= f
            before = rows_before(child.row, word)
        excluded = inherited | (candidates & before)
        hit = of_side(ballot_of(held & excluded != ZERO))
        if hit != 0:
            covered, end = True, np.int32(0)
            dropped = dropped or held & inherited != ZERO
        elif word < end:
            candidates &= ~before
            if sized:
                mask = held & candidates
                joined += weight_of(graph, matrices, child.vertex, word, mask)
            if has_rows:
                met = in_two(a, b, c, d, e, f) & ~held
                candidates &= met & ~own_bit(child.row, word)
                later = later or candidates != ZERO
                while candidates != ZERO:
                    lowest = candidates & (~candidates + ONE)
                    bit = popcount(lowest - ONE)
                    weight = np.int32(1)
                    if sized:
                        vertex = matrices.vertex[child.vertex + word * WORD + bit]
                        weight = graph.grown_weight[vertex]
                    subset = subset_at(a, b, c, d, e, f, bit)
                    tables.add_candidate(table, subset, weight)
                    candidates ^= lowest
                excluded &= met
                while excluded != ZERO:
                    lowest = excluded & (~excluded + ONE)
                    bit = popcount(lowest - ONE)
                    tables.add_excluded(table, subset_at(a, b, c, d, e, f, bit))
                    excluded ^= lowest
        word += SIDE
    dropped = of_side(ballot_of(dropped)) != 0
    later = of_side(ballot_of(later)) != 0
    return covered, dropped, later, joined


@device
def in_two(a, b, c, d, e, f):
    """The bits that are set in two or more of six words."""
    ab, cd, ef = a | b, c | d, e | f
    return (a & b) | (c & d) | (e & f) | (ab & cd) | ((ab | cd) & ef)


@device
def subset_at(a, b, c, d, e, f, bit):
    """One bit of each of six words, as the bits of a number."""
    shift = np.uint64(bit)
    subset = (a >> shift) & ONE
    subset |= ((b >> shift) & ONE) << np.uint64(1)
    subset |= ((c >> shift) & ONE) << np.uint64(2)
    subset |= ((d >> shift) & ONE) << np.uint64(3)
    subset |= ((e >> shift) & ONE) << np.uint64(4)
    subset |= ((f >> shift) & ONE) << np.uint64(5)
    return np.int32(subset)
