# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Searching what is below a small narrow node: one warp, in its registers.

Most nodes are far down, and have few rows. To make each in the pool, and test it a turn
later, would take longer than the tests. So a warp reads the rows of a small node once,
a candidate in each lane, and goes down from there depth first. Below, nothing has to be
copied: a row in terms of L' is the row that there is and L', and which rows are
candidates, or came before, is a bit of a lane.

Nobody should wait long for a warp. One that has visited many nodes, when there are no
more subtrees for others, or very many, hands over a level after the other, from the
top: there it tests what is left, but children that have children are noted for the next
turn, as those of a large node are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique._cuda import (
    ALL,
    ALL_LANES,
    WARP,
    WARPS,
    ZERO,
    advance,
    append,
    at_least,
    ballot_of,
    cuda,
    device,
    from_first_lane,
    from_lane,
    has_lane,
    lanes_before,
    lowest_lane,
    voters,
    without,
    word_from_lane,
)
from cugraph_biclique.search.gpu.children import add_counters, lacks, row_or_nothing
from cugraph_biclique.search.gpu.emission import emit
from cugraph_biclique.search.gpu.nodes import append_rows, describe
from cugraph_biclique.search.gpu.stack import spare_nodes, spare_rows, take_room_up_to
from cugraph_biclique.search.gpu.state import (
    C_BEGIN,
    C_END,
    E_BEGIN,
    E_END,
    INNER,
    NEXT_SUBTREE,
    OF_ALL,
    SUBTREES,
    UNIVERSE,
)

PATIENCE = 512  # nodes that a warp visits before it looks whether others have none,
ENDURANCE = 1 << 16  # and before it hands over whether they have or not


class Rows(NamedTuple):
    """The rows of a node that a lane holds: a candidate, four that are excluded."""

    candidate: Any  # uint64, without bits where there is none
    weight: Any  # int32, of the candidate
    a: Any  # uint64
    b: Any
    c: Any
    d: Any


class Level(NamedTuple):
    """A node, by its L and the lanes of rows."""

    within: Any  # uint64, L
    live: Any  # uint32, lanes of candidates, but for those found not maximal
    before: Any  # uint32, lanes of rows that were candidates before
    todo: Any  # uint32, candidates that are still to be tested


@device
def search_subtrees(pool, output, control, least, min_grown):
    """Search what is below all small nodes; returns this thread's steps."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    steps = np.int64(0)
    n = np.int32(control[SUBTREES])
    warps = np.int32(cuda.gridsize(1) // WARP)
    batch = np.int32(max(1, min(n // (8 * warps), WARP)))
    first = np.int32(advance(control, NEXT_SUBTREE, batch))
    while first < n:
        tested, covered, found = np.int32(0), np.int32(0), np.int32(0)
        mine = np.int32(0)
        if lane < batch and first + lane < n:
            mine = pool.subtrees[first + lane]
        for j in range(min(batch, n - first)):
            node = pool.nodes[from_lane(mine, j)]
            visited, others, here = search_subtree(
                pool, output, control, node, least, min_grown, n
            )
            found = np.int32(found + here)
            steps += ((node[E_END] - node[C_BEGIN]) // WARP + 2) * visited
            if lane == 0:
                tested = np.int32(tested + visited)
                covered = np.int32(covered + others)
        add_counters(control, tested, covered, found, output.mask.size == 0)
        first = np.int32(advance(control, NEXT_SUBTREE, batch))
    return steps


@device
def search_subtree(pool, output, control, node, least, min_grown, n_subtrees):
    """Find what is below a small node, given by its columns; returns how many nodes
    were visited, how many of them were not maximal or the same as another, and this
    lane's number of bicliques in a count.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    rows = read_rows(pool, node)
    heavy = ballot_of(rows.weight > 1)
    tested, covered, found = np.int32(0), np.int32(0), np.int32(0)
    mask_kept, size_kept, n_kept = ZERO, np.int32(0), np.int32(0)
    candidates = ballot_of(rows.candidate != ZERO)
    level = Level(ALL, candidates, np.uint32(0), candidates)
    # Of each depth a level: each has fewer candidates than the one above.
    masks = cuda.shared.array((WARPS, WARP), np.uint64)
    lanes = cuda.shared.array((WARPS, WARP, 3), np.uint32)
    warp = cuda.threadIdx.x // WARP
    depth = np.int32(0)
    top, at, patience = np.int32(0), np.int32(-1), np.int32(PATIENCE)
    while level.todo != 0:
        child = lowest_lane(level.todo)
        wanted, equal, size, later = test_child(node, rows, heavy, level, child, least)
        level = after_test(level, equal, size)
        tested = np.int32(tested + voters(equal))
        covered = np.int32(covered + voters(equal) - (size >= 0))
        if size >= min_grown:
            if lane == n_kept:
                mask_kept, size_kept = wanted, size
            n_kept = np.int32(n_kept + 1)
            if n_kept == WARP:
                n = emit(output, control, True, mask_kept, node[UNIVERSE], size_kept)
                found, n_kept = np.int32(found + n), np.int32(0)
        if later != 0 and at >= 0:
            if lane == child:
                pool.size[at] = size
            append(control, INNER, pool.inner, at, lane == child)
        elif later != 0:
            if level.todo != 0:
                put(masks[warp], lanes[warp], depth, level)
                depth = np.int32(depth + 1)
            level = below(rows, level, wanted, later)
        if level.todo != 0 and at < 0 and tested >= patience:
            patience = np.int32(tested + PATIENCE)
            highest = level
            if depth > top:
                highest = get(masks[warp], lanes[warp], top)
            taken = advance(control, NEXT_SUBTREE, 0)
            if taken >= n_subtrees or tested >= ENDURANCE:
                at = hand_over(pool, control, node, rows, highest, least)
            if at >= 0 and depth > top:
                put(masks[warp], lanes[warp], depth, level)
                depth = np.int32(depth + 1)
                level = highest
        if level.todo == 0:
            if at >= 0:
                at, top = np.int32(-1), np.int32(top + 1)
            if depth > top:
                depth = np.int32(depth - 1)
                level = get(masks[warp], lanes[warp], depth)
    n = emit(output, control, lane < n_kept, mask_kept, node[UNIVERSE], size_kept)
    return tested, covered, np.int32(found + n)


@device
def read_rows(pool, node):
    """This lane's rows of a node."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    k = np.uint32(node[C_BEGIN] + lane)
    candidate, weight = ZERO, np.int32(0)
    if k < node[C_END] and pool.owner[k] >= 0:
        candidate, weight = pool.bits[k], pool.weight[k]
    k, end = np.uint32(node[E_BEGIN] + lane), np.uint32(node[E_END])
    return Rows(
        candidate,
        weight,
        row_or_nothing(pool, k, end),
        row_or_nothing(pool, np.uint32(k + WARP), end),
        row_or_nothing(pool, np.uint32(k + 2 * WARP), end),
        row_or_nothing(pool, np.uint32(k + 3 * WARP), end),
    )


@device
def test_child(node, rows, heavy, level, child, least):
    """A lane's candidate: its row, the lanes that are equal, the grown vertices of the
    child's biclique, or -1 if it is not maximal, and the lanes of its candidates.

    Rows that hold all of it are of this node or have joined on the way down: whoever
    was dropped on the way would be excluded here, or is too short.
    """
    bits = rows.candidate & level.within
    wanted = word_from_lane(bits, child)
    holds = rows.candidate & wanted == wanted
    equal = np.uint32(level.live & ballot_of(bits == wanted))
    excluded = holds and has_lane(level.before, cuda.threadIdx.x % WARP)
    excluded |= (lacks(rows.a, wanted) == ZERO) | (lacks(rows.b, wanted) == ZERO)
    excluded |= (lacks(rows.c, wanted) == ZERO) | (lacks(rows.d, wanted) == ZERO)
    if cuda.any_sync(ALL_LANES, excluded):
        return wanted, equal, np.int32(-1), np.uint32(0)
    size = node[OF_ALL] + weight_of(rows.weight, heavy, ballot_of(holds))
    is_later = bits > wanted and not holds and at_least(bits & wanted, least)
    return wanted, equal, np.int32(size), np.uint32(level.live & ballot_of(is_later))


@device
def weight_of(weight, heavy, lanes):
    """The sum of the weights of some lanes, of which few have more than one vertex."""
    total = voters(lanes & ~heavy)
    rest = np.uint32(lanes & heavy)
    while rest != 0:
        one = lowest_lane(rest)
        total = np.int32(total + from_lane(weight, one))
        rest = without(rest, one)
    return total


@device
def after_test(level, equal, size):
    """A level without the candidates that were tested; if they are not maximal, they
    are no candidates any more: whatever excludes them excludes all that they could."""
    live = level.live if size >= 0 else np.uint32(level.live & ~equal)
    return Level(level.within, live, level.before, np.uint32(level.todo & ~equal))


@device
def below(rows, level, wanted, later):
    """The level of a child."""
    bits = rows.candidate & level.within
    earlier = level.live & ballot_of(bits < wanted)
    return Level(wanted, later, np.uint32(level.before | earlier), later)


@device
def put(masks, lanes, depth, level):
    """Keep the level at some depth."""
    cuda.syncwarp()
    if cuda.threadIdx.x % WARP == 0:
        masks[depth] = level.within
        lanes[depth, 0] = level.live
        lanes[depth, 1] = level.before
        lanes[depth, 2] = level.todo
    cuda.syncwarp()


@device
def get(masks, lanes, depth):
    """The level that was kept."""
    return Level(masks[depth], lanes[depth, 0], lanes[depth, 1], lanes[depth, 2])


@device
def hand_over(pool, control, node, rows, level, least):
    """Write a level to the pool as a node whose children others can make; returns where
    the lane's candidate is, or -1 for all lanes if there is no room."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    if level.within == ALL:  # the node is there
        at = np.int32(node[C_BEGIN] + lane)
        if has_lane(level.live, lane):
            pool.total[at] = rows.weight
        elif at < node[C_END]:
            pool.owner[at] = -1
        return at
    bits = rows.candidate & level.within
    came_before = bits if has_lane(level.before, lane) else ZERO
    n_live = voters(level.live)
    n = n_live + number_of(came_before, least)
    n += number_of(rows.a & level.within, least)
    n += number_of(rows.b & level.within, least)
    n += number_of(rows.c & level.within, least)
    n += number_of(rows.d & level.within, least)
    new, first = np.int64(-1), np.int64(0)
    if lane == 0:
        new, first = take_room_up_to(
            control, 1, n, spare_nodes(pool, control), spare_rows(pool, control)
        )
    new, first = from_first_lane(new), np.int32(from_first_lane(first))
    if new < 0:
        return np.int32(-1)
    at = np.int32(first + lanes_before(level.live, lane))
    if has_lane(level.live, lane):
        pool.bits[at] = bits
        pool.weight[at] = pool.total[at] = rows.weight
        pool.owner[at] = new
    middle = np.int32(first + n_live)
    end = write_excluded(pool, middle, came_before, least)
    end = write_excluded(pool, end, rows.a & level.within, least)
    end = write_excluded(pool, end, rows.b & level.within, least)
    end = write_excluded(pool, end, rows.c & level.within, least)
    end = write_excluded(pool, end, rows.d & level.within, least)
    if lane == 0:
        # It will not be tested: for its children, their candidates' sizes are enough.
        describe(pool, new, first, middle, middle, end)
        pool.nodes[new, UNIVERSE] = node[UNIVERSE]
    return at


@device
def number_of(row, least):
    """How many lanes have a row that is not too short."""
    return voters(ballot_of(at_least(row, least)))


@device
def write_excluded(pool, at, row, least):
    """Write the lanes' rows that are not too short; returns the place behind them."""
    return append_rows(pool, row, at, at_least(row, least))
