# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Children of wide nodes with at most six members: tests, and truth tables.

Most children of wide nodes have two to four members, and their columns are long. Eight
lanes, a *side* of the warp, pass over the columns of one child. So a warp passes over
the columns of four children at a time, and its loads overlap. The pass ends where an
excluded row contains the child. Until then, the side enters the rows of the child into
a truth table (`search.gpu.tables`), which gives all bicliques below the child.

The table of a child has weights, and a warp evaluates it. In a count that needs no
sizes of R, the table has one bit per subset, and one lane evaluates it (`counts`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
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
    has_lane,
    lanes_before,
    lowest_lane,
    popcount,
    without,
    word_from_lane,
)
from cugraph_biclique.search.gpu import tables
from cugraph_biclique.search.gpu.bound import is_open
from cugraph_biclique.search.gpu.output import Sink
from cugraph_biclique.search.gpu.tables import TABLE_MEMBERS, Table
from cugraph_biclique.search.gpu.wide.matrices import own_bit, rows_before, weight_of

DROPPED, COVERED_CHILD, LEAF, NARROW, WIDE = range(5)  # states of a child
SIDE = 8  # lanes of a side: they take one child
SIDES = WARP // SIDE
OF_SIDE = (1 << SIDE) - 1


class Child(NamedTuple):
    """A child of a wide node, as a warp tests it."""

    node: Any  # int32
    matrix: Any  # int32
    row: Any  # int32
    begin: Any  # int64, where its members begin
    n: Any  # int64, the number of its members
    words: Any  # int32, words of a column
    column: Any  # int64, first word of the matrix
    vertex: Any  # int64, where the vertices of the rows begin
    masks: Any  # int64, first word of the masks of its node
    joined: Any  # int32, grown vertices adjacent to all of the node's L


@device
def load_child(wide, k):
    """Read the data of a child that a test needs."""
    matrices, nodes, children = wide
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
    """Broadcast the child of one lane to the warp."""
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
def small_children(nodes, mine, active, least):
    """Return the lanes whose children have at most six members.

    Also prune children with fewer than `least` members.
    """
    if active and mine.n < least:
        drop_row(nodes, mine)
    return ballot_of(active and mine.n >= least and mine.n <= TABLE_MEMBERS)


@device
def drop_row(nodes, child):
    """Prune a candidate from its node. Later kernels read this mark."""
    at = child.masks + 2 * child.words + child.row // WORD
    cuda.atomic.or_(nodes.masks, at, ONE << np.uint64(child.row % WORD))


@device
def drop_if_excluded(nodes, child, word, held):
    """Prune the row of a child if an excluded row of its node contains the child.

    `held`: the excluded rows of the child that contain it, in one word.
    """
    dropped = False
    if held != ZERO:
        dropped = held & nodes.masks[child.masks + child.words + word] != ZERO
    if cuda.any_sync(ALL_LANES, dropped) and cuda.threadIdx.x % WARP == 0:
        drop_row(nodes, child)


@device
def lowest_lanes(ballot):
    """Return the lowest lanes of a ballot, at most `SIDES`."""
    left = ballot
    for _ in range(SIDES):
        left = np.uint32(left & (left - np.uint32(1))) if left != 0 else left
    return np.uint32(ballot & ~left)


@device
def lane_of_side(ballot):
    """Return the lane whose child this lane's side takes; -1 if there is none.

    The sides take the children of the lanes in `ballot`, in order.
    """
    for _ in range(cuda.threadIdx.x % WARP // SIDE):
        ballot = without(ballot, lowest_lane(ballot)) if ballot != 0 else ballot
    return lowest_lane(ballot)


@device
def side_of_lane(ballot):
    """Return the first lane of the side that takes this lane's child."""
    return np.int32(lanes_before(ballot, cuda.threadIdx.x % WARP) * SIDE) % WARP


@device
def of_side(ballot):
    """Return the votes of this lane's side in a ballot."""
    side = cuda.threadIdx.x % WARP // SIDE
    return np.uint32(ballot >> np.uint32(side * SIDE)) & np.uint32(OF_SIDE)


@device
def column_of(matrices, children, child, i):
    """Return where the column of a child's i-th member begins."""
    member = np.int64(children.members[child.begin + i])
    return np.uint64(child.column + member * child.words)


@device
def test_small(graph, wide, mine, some, state, size, sink, sizes, table):
    """Test the children of the lanes `some`, at most four, and emit all below them.

    Returns the state of each of these lanes and its size of R. Also returns the number
    of nodes below these children, and the lane's number of bicliques there.
    """
    output, control, universe = sink
    lane = np.int32(cuda.threadIdx.x % WARP)
    source = lane_of_side(some)
    child = child_of_lane(mine, max(source, np.int32(0)))
    has_rows = source >= 0 and child.n > sizes.least
    its_table = Table(table.weight[lane // SIDE], table.excluded[lane // SIDE])
    tables.clear(its_table, lane % SIDE, SIDE)
    covered, joined, _, _ = pass_over(
        graph, wide, child, source >= 0, has_rows, its_table
    )
    for step in (1, 2, 4):
        joined += cuda.shfl_xor_sync(ALL_LANES, joined, step)
    its_size = child.joined + joined
    there = side_of_lane(some)
    new_size, of_sides = from_lane(its_size, there), ballot_of(covered)
    if has_lane(some, lane):
        state = COVERED_CHILD if has_lane(of_sides, there) else LEAF
        size = new_size
    below, found = np.int32(0), np.int32(0)
    todo = ballot_of(has_rows and not covered and is_open(sizes.bound, its_size))
    for k in range(SIDES):
        one = np.int32(k * SIDE)
        if has_lane(todo, one):
            its_table = Table(table.weight[k], table.excluded[k])
            within = first_bits(from_lane(child.n, one))
            first = Sink(output, control, universe + from_lane(source, one))
            n, n_found = tables.find_below(
                its_table, within, first, from_lane(its_size, one), sizes
            )
            below, found = np.int32(below + n), np.int32(found + n_found)
    return state, size, below, found


@device
def pass_over(graph, wide, child, active, has_rows, table):
    """Pass over the columns of each side's child, and collect its rows.

    The rows go to `table`, or to families of the lane if `table` is None, in a count.
    Returns whether an excluded row contains the child, and the lane's weight of rows
    that join R (0 without a table). Also returns the lane's families of candidates and
    of excluded rows (empty with a table).
    """
    matrices, nodes, children = wide
    lane = np.int32(cuda.threadIdx.x % WARP)
    base, place = lane // SIDE * SIDE, np.int32(lane % SIDE)
    column = np.uint64(child.column)
    if active and place < child.n:
        column = column_of(matrices, children, child, place)
    # The first column is read in place of columns behind the last, which are empty.
    at_a, at_b = word_from_lane(column, base), word_from_lane(column, base + 1)
    at_c = column_at(column, base, 2, child.n)
    at_d = column_at(column, base, 3, child.n)
    at_e = column_at(column, base, 4, child.n)
    at_f = column_at(column, base, 5, child.n)
    c_there, d_there = there(2, child.n), there(3, child.n)
    e_there, f_there = there(4, child.n), there(5, child.n)
    many = cuda.any_sync(ALL_LANES, child.n > 3)
    end = child.words
    if table is None and not has_rows:  # later rows do not matter
        end = np.int32(child.row // WORD + 1)
    if not active:
        end = np.int32(0)
    masks = np.uint64(child.masks)
    covered, dropped, joined = False, False, np.int64(0)
    of_candidates, of_excluded = ZERO, ZERO
    word = place
    while cuda.any_sync(ALL_LANES, np.int32(word - place) < end):
        a, b, c, d, e, f = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
        held, candidates, inherited, excluded = ZERO, ZERO, ZERO, ZERO
        if word < end:
            # All loads come first, so they overlap.
            here = np.uint64(word)
            candidates = nodes.masks[masks + here]
            inherited = nodes.masks[masks + np.uint64(child.words) + here]
            a, b = matrices.bits[at_a + here], matrices.bits[at_b + here]
            c = matrices.bits[at_c + here]
            if many:
                d, e = matrices.bits[at_d + here], matrices.bits[at_e + here]
                f = matrices.bits[at_f + here]
            held = a & b & c
            if many:
                held &= d & e & f
                d &= d_there
                e &= e_there
                f &= f_there
            c &= c_there
            met = in_two(a, b, c, d, e, f)
            before = rows_before(child.row, word)
            inherited &= met
            candidates &= met
            excluded = inherited | (candidates & before)
            candidates &= ~before
        if of_side(ballot_of(held & excluded != ZERO)) != 0:
            covered, end = True, np.int32(0)
            dropped = dropped or held & inherited != ZERO
        elif candidates | excluded != ZERO:
            if table is not None and held & candidates != ZERO:
                mask = held & candidates
                joined += weight_of(graph, matrices, child.vertex, word, mask)
            if has_rows:
                candidates &= ~(held | own_bit(child.row, word))
                rows = candidates | (excluded & ~held)
                while rows != ZERO:
                    lowest = rows & (~rows + ONE)
                    rows ^= lowest
                    bit = popcount(lowest - ONE)
                    subset = subset_at(a, b, c, d, e, f, bit)
                    if table is None:
                        family = ONE << np.uint64(subset)
                        if candidates & lowest != ZERO:
                            of_candidates |= family
                        else:
                            of_excluded |= family
                    elif candidates & lowest != ZERO:
                        vertex = matrices.vertex[child.vertex + word * WORD + bit]
                        weight = graph.grown_weight[vertex]
                        tables.add_candidate(table, subset, weight)
                    else:
                        tables.add_excluded(table, subset)
        word = np.int32(word + SIDE)
    if of_side(ballot_of(dropped)) != 0 and place == 0:
        drop_row(nodes, child)
    return covered, joined, of_candidates, of_excluded


@device
def column_at(column, base, i, n):
    """Return the side's i-th column, or its first one if there is no i-th column."""
    return word_from_lane(column, np.int32(base + i if i < n else base))


@device
def there(i, n):
    """Return all bits if there is an i-th column, or else none."""
    return ALL if i < n else ZERO


@device
def in_two(a, b, c, d, e, f):
    """Return the bits that are set in two or more of six words."""
    ab, cd, ef = a | b, c | d, e | f
    return (a & b) | (c & d) | (e & f) | (ab & cd) | ((ab | cd) & ef)


@device
def subset_at(a, b, c, d, e, f, bit):
    """Return one bit of each of six words, as a number of six bits."""
    shift = np.uint64(bit)
    subset = (a >> shift) & ONE
    subset |= ((b >> shift) & ONE) << np.uint64(1)
    subset |= ((c >> shift) & ONE) << np.uint64(2)
    subset |= ((d >> shift) & ONE) << np.uint64(3)
    subset |= ((e >> shift) & ONE) << np.uint64(4)
    subset |= ((f >> shift) & ONE) << np.uint64(5)
    return np.int32(subset)
