# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tests of children of wide nodes in a count that needs no sizes of R.

These kernels do what `test_small_children` and `test_children` of `maximality` do, but
emit nothing and add no weights. They need fewer registers, so more warps run. Families
of subsets, with one bit per subset, replace tables of weights. A lane evaluates a
family of up to six members (`tables.subsets_below`), and a warp one of seven to ten
members (`tabled_children`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    advance,
    ballot_of,
    cuda,
    device,
    from_lane,
    has_lane,
    kernel,
    lowest_lane,
    popcount,
    voters,
    warp_sum_32,
    without,
    word_from_lane,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.tables import subsets_below
from cugraph_biclique.search.gpu.wide.families import MOST_MEMBERS, Families
from cugraph_biclique.search.gpu.wide.matrices import Wide, has_pairs, rows_before
from cugraph_biclique.search.gpu.wide.maximality import (
    Outcome,
    add_counters,
    children_to_test,
    groups_of_large,
    large_child,
    light_children,
    list_parent,
    test_child,
)
from cugraph_biclique.search.gpu.wide.pair_rows import pair_of_child
from cugraph_biclique.search.gpu.wide.small_children import (
    COVERED_CHILD,
    DROPPED,
    LEAF,
    SIDE,
    child_of_lane,
    column_of,
    lane_of_side,
    load_child,
    lowest_lanes,
    of_side,
    pass_over,
    side_of_lane,
    small_children,
)
from cugraph_biclique.search.gpu.wide.tabled_children import (
    CHUNK_ROWS,
    HALVES,
    MOST_COLUMNS,
    test_tabled,
)

AT_ONCE = 4  # words that a lane reads at a time, in the test of two members
MOST_TABLED = MOST_MEMBERS  # most members of a child that has families


class PairOfColumns(NamedTuple):
    """The columns of a child of two members, which a side of the warp tests."""

    at_a: Any  # uint64, first word of a column
    at_b: Any  # uint64, first word of the other column
    masks: Any  # int64, first word of the masks of the child's node
    words: Any  # int32, words of a column
    row: Any  # int32, the child's own row


@kernel(threads=SMALL, blocks=4)
def count_small_children(matrices, nodes, first_child, children, control, least):
    """Count the maximal children of at most six members, and all bicliques below them.

    A warp takes up to 32 children at a time. Eight lanes pass over the columns of a
    child, and then one lane evaluates its families. `first_child`: int64 (nodes + 1,).
    """
    wide = Wide(matrices, nodes, children)
    lane, warps = cuda.threadIdx.x % WARP, cuda.gridsize(1) // WARP
    tested, found, n_covered = np.int32(0), np.int32(0), np.int32(0)
    n_children, group = children_to_test(first_child, children, control, warps)
    first = advance(control, S.NEXT_SMALL, group)
    while first < n_children:
        n = min(group, n_children - first)
        mine = load_child(wide, first + min(lane, n - 1))
        is_child = lane < n and mine.row >= 0
        rest = small_children(nodes, mine, is_child, least)
        tested = np.int32(tested + voters(rest))
        pairs = np.uint32(rest & ballot_of(mine.n == 2))
        state = test_twos(wide, mine, pairs, DROPPED)
        rest = np.uint32(rest & ~pairs)
        candidates, excluded = ZERO, ZERO
        while rest != 0:
            some = lowest_lanes(rest)
            rest = np.uint32(rest & ~some)
            state, candidates, excluded = test_families(
                wide, mine, some, state, candidates, excluded, least
            )
        if state == LEAF and mine.n > least and has_pairs(matrices, mine.matrix):
            later, other = families_of_pairs(matrices, children, mine)
            candidates, excluded = candidates | later, excluded | other
        below = popcount(subsets_below(candidates, excluded, least))
        tested = np.int32(tested + warp_sum_32(below))
        n_covered = np.int32(n_covered + np.int32(state == COVERED_CHILD))
        found = np.int32(found + below + np.int32(state == LEAF))
        first = advance(control, S.NEXT_SMALL, group)
    add_counters(control, tested, n_covered, found)


@kernel(threads=SMALL, blocks=4)
def count_tabled_children(wide, control, least):
    """Count the maximal children of seven to ten members, and all bicliques below them:
    one warp per child."""
    words = cuda.shared.array((WARPS, 2, WARP), np.uint32)
    rows = cuda.shared.array((WARPS, CHUNK_ROWS), np.int16)
    columns = cuda.shared.array((WARPS, MOST_COLUMNS, HALVES), np.uint32)
    warp = cuda.threadIdx.x // WARP
    listed, columns_of_chunk = rows[warp], columns[warp]
    families = Families(words[warp, 0], words[warp, 1])
    warps = cuda.gridsize(1) // WARP
    tested, found, n_covered = np.int32(0), np.int32(0), np.int32(0)
    n_groups, group = groups_of_large(wide.children, control, warps)
    index = advance(control, S.NEXT_TABLED, 1)
    while index < n_groups:
        k, active = large_child(wide.children, control, index, n_groups, group, least)
        mine = load_child(wide, k)
        todo = ballot_of(active and mine.n <= MOST_TABLED)
        tested = np.int32(tested + voters(todo))
        while todo != 0:
            j = lowest_lane(todo)
            todo = without(todo, j)
            state, below, n_found = test_tabled(
                wide, child_of_lane(mine, j), least, families, listed, columns_of_chunk
            )
            tested = np.int32(tested + below)
            found = np.int32(found + n_found)
            if cuda.threadIdx.x % WARP == 0:
                n_covered = np.int32(n_covered + np.int32(state == COVERED_CHILD))
                found = np.int32(found + np.int32(state == LEAF))
        index = advance(control, S.NEXT_TABLED, 1)
    add_counters(control, tested, n_covered, found)


@kernel(threads=SMALL, blocks=4)
def count_children(wide, control, least):
    """Test every child of more than ten members: one warp per child.

    Heavy children are only listed, for `test_heavy`.
    """
    children = wide.children
    lane, warps = cuda.threadIdx.x % WARP, cuda.gridsize(1) // WARP
    tested, found, n_covered = np.int32(0), np.int32(0), np.int32(0)
    n_groups, group = groups_of_large(children, control, warps)
    index = advance(control, S.NEXT_CHILD, 1)
    while index < n_groups:
        k, active = large_child(children, control, index, n_groups, group, least)
        mine = load_child(wide, k)
        active = active and mine.n > MOST_TABLED
        if cuda.any_sync(ALL_LANES, active):
            state, n_later, n_other = DROPPED, np.int32(0), np.int32(0)
            large = light_children(children, control, k, mine, active, warps)
            todo = ballot_of(large)
            tested = np.int32(tested + voters(todo))
            while todo != 0:
                j = lowest_lane(todo)
                todo = without(todo, j)
                its_state, _, later, other = test_child(
                    None, wide, from_lane(k, j), child_of_lane(mine, j), None
                )
                if lane == j:
                    state = its_state
                    n_later, n_other = np.int32(later), np.int32(other)
            n_covered = np.int32(n_covered + np.int32(state == COVERED_CHILD))
            found = np.int32(found + np.int32(large and state >= LEAF))
            outcome = Outcome(state, 2, n_later, n_other)
            list_parent(children, control, k, mine, large, outcome)
        index = advance(control, S.NEXT_CHILD, 1)
    add_counters(control, tested, n_covered, found)


@device
def test_twos(wide, mine, pairs, state):
    """Test the children of the lanes `pairs`, which have two members, and so no rows.

    Returns the lane's state. Only rows before a child's own row can exclude it.
    """
    matrices, nodes, children = wide
    lane = np.int32(cuda.threadIdx.x % WARP)
    place = lane % SIDE
    a, b, excluded = np.uint64(0), np.uint64(0), False
    if has_lane(pairs, lane):
        a = column_of(matrices, children, mine, 0)
        b = column_of(matrices, children, mine, 1)
        if has_pairs(matrices, mine.matrix):
            _, _, excluded = pair_of_child(matrices, children, mine, np.int32(0))
    while pairs != 0:
        some = lowest_lanes(pairs)
        pairs = np.uint32(pairs & ~some)
        source = lane_of_side(some)
        from_there = max(source, np.int32(0))
        at_a, at_b = word_from_lane(a, from_there), word_from_lane(b, from_there)
        masks, row = from_lane(mine.masks, from_there), from_lane(mine.row, from_there)
        words = from_lane(mine.words, from_there)
        pair = PairOfColumns(at_a, at_b, masks, words, row)
        end = np.int32(row // WORD + 1) if source >= 0 else np.int32(0)
        covered, dropped = False, False
        word = place
        while cuda.any_sync(ALL_LANES, np.int32(word - place) < end):
            held, inherited = ZERO, ZERO
            if np.int32(word - place) < end:
                held, inherited = common_rows(wide, pair, word)
            dropped = dropped or inherited != ZERO
            if of_side(ballot_of(held != ZERO)) != 0:
                covered, end = True, np.int32(0)
            word = np.int32(word + AT_ONCE * SIDE)
        if of_side(ballot_of(dropped)) != 0 and place == 0:
            at = masks + 2 * words + row // WORD
            cuda.atomic.or_(nodes.masks, at, ONE << np.uint64(row % WORD))
        of_sides = ballot_of(covered)
        if has_lane(some, lane):
            is_covered = excluded or has_lane(of_sides, side_of_lane(some))
            state = COVERED_CHILD if is_covered else LEAF
    return state


@device
def common_rows(wide, pair, word):
    """Find rows before `pair.row` that two columns share, in AT_ONCE words of a lane.

    Returns two words. The first one is not zero if there are such rows, the second one
    if some of them are excluded rows of the node.
    """
    bits, masks = wide.matrices.bits, wide.nodes.masks
    at_a, at_b, row = pair.at_a, pair.at_b, pair.row
    last = np.int32(row // WORD)
    w, x = word, min(np.int32(word + SIDE), last)
    y, z = min(np.int32(word + 2 * SIDE), last), min(np.int32(word + 3 * SIDE), last)
    w = min(w, last)
    # All loads come first, so that they overlap.
    in_w = bits[at_a + np.uint64(w)] & bits[at_b + np.uint64(w)]
    in_x = bits[at_a + np.uint64(x)] & bits[at_b + np.uint64(x)]
    in_y = bits[at_a + np.uint64(y)] & bits[at_b + np.uint64(y)]
    in_z = bits[at_a + np.uint64(z)] & bits[at_b + np.uint64(z)]
    held, inherited = ZERO, ZERO
    if in_w | in_x | in_y | in_z != ZERO:
        for k in range(AT_ONCE):
            here = w if k == 0 else x if k == 1 else y if k == 2 else z
            rows = in_w if k == 0 else in_x if k == 1 else in_y if k == 2 else in_z
            at = np.uint64(pair.masks) + np.uint64(here)
            excluded = rows & masks[at + np.uint64(pair.words)]
            inherited |= excluded
            held |= excluded | (rows & masks[at] & rows_before(row, here))
    return held, inherited


@device
def test_families(wide, mine, some, state, of_candidates, of_excluded, least):
    """Test the children of the lanes `some`, at most four.

    Returns the state of each of these lanes, and its families of candidates and of
    excluded rows.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    source = lane_of_side(some)
    child = child_of_lane(mine, max(source, np.int32(0)))
    has_rows = source >= 0 and child.n > least
    covered, _, candidates, excluded = pass_over(
        None, wide, child, source >= 0, has_rows, None
    )
    there, of_sides = side_of_lane(some), ballot_of(covered)
    candidates = word_from_lane(any_of_side(candidates), there)
    excluded = word_from_lane(any_of_side(excluded), there)
    if has_lane(some, lane):
        state = COVERED_CHILD if has_lane(of_sides, there) else LEAF
        if state == LEAF:
            of_candidates, of_excluded = candidates, excluded
    return state, of_candidates, of_excluded


@device
def families_of_pairs(matrices, children, child):
    """Return the families of a child's pairs that are candidates, and of those that are
    excluded rows, by one lane."""
    candidates, excluded = ZERO, ZERO
    n = np.int32(child.n)
    for k in range(n * (n - 1) // 2):
        subset, later, other = pair_of_child(matrices, children, child, k)
        family = ONE << subset
        candidates |= family if later else ZERO
        excluded |= family if other else ZERO
    return candidates, excluded


@device
def any_of_side(word):
    """Return the bits that are set in the word of any lane of this lane's side."""
    for step in (1, 2, 4):
        word |= np.uint64(cuda.shfl_xor_sync(ALL_LANES, np.int64(word), step))
    return word
