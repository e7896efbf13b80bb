# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Depth-first search below small narrow nodes: one warp per node, in registers.

Most nodes are deep in the tree and have few rows. To write each to the pool and test it
a round later would take longer than the tests. So a warp reads the rows of a small node
once, one candidate per lane, and searches depth first. Deeper nodes copy nothing: a row
of the child is the node's row AND L', and lane masks tell candidates and earlier
candidates. A small child of a node that is not much larger has no rows of its own
either: a warp reads those of the parent.

Other warps should not wait long for one. After some nodes, a warp checks whether others
wait, and donates levels to them (`levels`). This writes no rows: the warp that takes a
level reads the rows of the same node again. So nothing is expanded before all levels
are done.

In a count, a level of few members is not entered: its rows become a truth table
(`lane_tables`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    WARP,
    WARPS,
    ZERO,
    advance,
    any_lane,
    at_least,
    ballot_of,
    cuda,
    device,
    from_lane,
    has_lane,
    lanes_before,
    lowest_lane,
    one_warp,
    popcount,
    voters,
    without,
    word_from_lane,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.bound import (
    is_open,
    raise_score,
    reaches,
    warp_reaches,
)
from cugraph_biclique.search.gpu.lane_tables import (
    MOST_MEMBERS,
    count_tables,
    empty_table,
    enter,
    members_of,
)
from cugraph_biclique.search.gpu.levels import (
    DONATION_INTERVAL,
    NODES_PER_WARP,
    Level,
    donate,
    end_search,
    first_level,
    get,
    put,
    read_level,
    wait_for_level,
    waiting_warps,
)
from cugraph_biclique.search.gpu.narrow_expand import (
    MOST_EXCLUDED,
    append_rows,
    candidate_row,
)
from cugraph_biclique.search.gpu.narrow_maximality import (
    add_counters,
    lacks,
    row_or_nothing,
)
from cugraph_biclique.search.gpu.output import emit, found_too_many

EVERY_LEVEL = np.int32(1 << 30)  # more waiting warps than there are levels
TABLED = 3  # candidates from which on a table is faster than their tests
LARGE_ENOUGH = 2  # grown vertices of any child; a count without sizes asks for no more
MOST_AT_ONCE = 8  # subtrees that a warp takes at a time

# Columns of `Shared.top`: number of grown vertices adjacent to all of the top's L, and
# its universe.
T_OF_ALL, T_UNIVERSE = range(2)
TOP_FIELDS = 2


class Shared(NamedTuple):
    """A warp's shared memory."""

    top: Any  # int32 (TOP_FIELDS,)
    excluded: Any  # uint64 (MOST_EXCLUDED,), rows
    masks: Any  # uint64 (WARP,): with `lanes`, one level per depth
    lanes: Any  # uint32 (WARP, 3): before the search, both hold a child's rows. A level
    # has fewer candidates than the one above, and the first has at most WARP: so WARP
    # entries are enough


class Rows(NamedTuple):
    """The rows of a node: one candidate per lane, excluded rows in shared memory."""

    candidate: Any  # uint64, zero if there is none
    weight: Any  # int32, of the candidate
    n_excluded: Any  # int32, padded with zero rows to a multiple of WARP


class Counts(NamedTuple):
    """What a warp has counted in this launch."""

    tested: Any  # int32, nodes visited
    covered: Any  # int32, those that are not maximal, or equal to another
    in_tables: Any  # int32, this lane's bicliques from tables
    found: Any  # int32, this lane's other bicliques, in a count


@device
def search_subtrees(pool, output, control, least, min_grown, bound, counted):
    """Search the subtrees of all small nodes; returns this thread's steps.

    First come those that are listed, then the levels that other warps donate. In a
    count, `counted` has the tables of all warps (`lane_tables`).
    """
    tops = cuda.shared.array((WARPS, TOP_FIELDS), np.int32)
    excluded = cuda.shared.array((WARPS, MOST_EXCLUDED), np.uint64)
    masks = cuda.shared.array((WARPS, WARP), np.uint64)
    lanes = cuda.shared.array((WARPS, WARP, 3), np.uint32)
    warp = cuda.threadIdx.x // WARP
    shared = Shared(tops[warp], excluded[warp], masks[warp], lanes[warp])
    nothing = np.int32(0)
    counts, n_tables = Counts(nothing, nothing, nothing, nothing), nothing
    if counted is not None:
        empty_table(counted[warp])
    k, end, more = np.int32(0), np.int32(0), True
    while True:
        if more and k == end:
            if found_too_many(output, control):
                break
            k, end = next_subtrees(control)
            more = k < end
        at = np.int32(-1)
        if not more:
            if counts.tested >= NODES_PER_WARP:
                break
            at = np.int32(wait_for_level(pool, output, control, n_listed(control)))
            if at < 0:
                break
        elif k < control[S.LEVELS]:
            at = np.int32(first_level(pool, control) + k)
        if at >= 0:
            listed = pool.levels[at, S.L_LISTED]
        else:
            listed = pool.subtrees[k - control[S.LEVELS]]
        rows, level = small_node(pool, listed, shared, least)
        if at >= 0:
            level = read_level(pool, at)
        counts, n_tables = search_subtree(
            pool, output, control, shared, listed, rows, level, least, min_grown, bound,
            counted, counts, n_tables, at < 0,
        )  # fmt: skip
        end_search(control)
        k = np.int32(k + 1)
    in_tables, found = counts.in_tables, counts.found
    if counted is not None:
        in_tables = np.int32(in_tables + count_tables(counted[warp], least))
        found = np.int32(found + in_tables)
    tested, covered = in_tables, nothing
    if cuda.threadIdx.x % WARP == 0:
        tested, covered = np.int32(tested + counts.tested), counts.covered
    add_counters(control, tested, covered, found, output.mask.size == 0)
    return 4 * np.int64(counts.tested)


@device
def n_listed(control):
    """Number of levels and subtrees that are listed when the launch begins."""
    return np.int32(control[S.LEVELS] + control[S.SUBTREES])


@device
def next_subtrees(control):
    """Take some of those that are listed: the first one, and the place behind them."""
    n, warps = n_listed(control), np.int32(cuda.gridsize(1) // WARP)
    batch = np.int32(max(1, min(n // (8 * warps), MOST_AT_ONCE)))
    first = np.int32(advance(control, S.NEXT_SUBTREE, batch))
    return first, np.int32(min(first + batch, n))


@device
def search_subtree(
    pool, output, control, shared, listed, rows, level, least, min_grown, bound,
    counted, counts, n_tables, is_new,
):  # fmt: skip
    """Search below a level of a small node, or donate the rest: if other warps wait, or
    if this warp has visited many nodes.

    Returns the counts with those of this search, and how many lanes have a table. A
    level `is_new` if none of its candidates was tested.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    # Lanes with weights above 1. A count needs no sizes of R, so it has no weights.
    heavy = ballot_of(rows.weight > 1) if counted is None else None
    tested, covered, in_tables, found = counts
    mask_kept, size_kept, n_kept = ZERO, np.int32(0), np.int32(0)
    depth, highest = np.int32(0), np.int32(0)
    look_at = np.int32(tested + DONATION_INTERVAL)
    while level.todo != 0:
        if counted is not None:
            tables = counted[cuda.threadIdx.x // WARP]
            if is_new and enter_level(shared, rows, level, tables, n_tables, least):
                n_tables = np.int32(n_tables + 1)
                if n_tables == WARP:
                    n = count_tables(tables, least)
                    in_tables = np.int32(in_tables + n)
                    n_tables = np.int32(0)
                if depth == highest:
                    break
                depth = np.int32(depth - 1)
                level, is_new = get(shared, depth), False
        is_new = False
        child = lowest_lane(level.todo)
        wanted, equal, size, later = test_child(
            shared, rows, heavy, level, child, least, bound
        )
        level = after_test(level, equal, size)
        tested = np.int32(tested + voters(equal))
        covered = np.int32(covered + voters(equal) - (size >= 0))
        if size >= min_grown and warp_reaches(bound, popcount(wanted), size):
            raise_score(bound, lane == 0, popcount(wanted), size)
            if counted is not None:
                found = np.int32(found + np.int32(lane == 0))
            else:
                if lane == n_kept:
                    mask_kept, size_kept = wanted, size
                n_kept = np.int32(n_kept + 1)
                if n_kept == WARP:
                    n = emit(
                        output, control, True, mask_kept, shared.top[T_UNIVERSE],
                        size_kept,
                    )  # fmt: skip
                    found, n_kept = np.int32(found + n), np.int32(0)
        if later != 0:
            if level.todo != 0:
                put(shared, depth, level)
                depth = np.int32(depth + 1)
            level, is_new = below(rows, level, wanted, later), True
        if level.todo == 0 and depth > highest:
            depth = np.int32(depth - 1)
            level = get(shared, depth)
        if tested >= look_at and level.todo != 0:
            if found_too_many(output, control):
                break
            look_at = np.int32(tested + DONATION_INTERVAL)
            waiting = waiting_warps(control)
            if tested >= NODES_PER_WARP:
                waiting = EVERY_LEVEL
            if waiting > 0:
                put(shared, depth, level)
                highest = donate(
                    pool, control, shared, rows.candidate, listed, highest, depth,
                    waiting,
                )  # fmt: skip
                if highest > depth:
                    break
                # A table must not have candidates that other warps got.
                left = get(shared, depth)
                is_new = is_new and left.todo == level.todo
                level = left
    if counted is None:
        n = emit(
            output, control, lane < n_kept, mask_kept, shared.top[T_UNIVERSE], size_kept
        )
        found = np.int32(found + n)
    return Counts(tested, covered, in_tables, found), n_tables


@device
def enter_level(shared, rows, level, tables, place, least):
    """Enter the rows of a level into the table at `place`, if it pays and they fit.

    Returns whether it did; then nothing below the level is left to search.
    """
    if voters(level.todo) < TABLED:
        return False
    lane = np.int32(cuda.threadIdx.x % WARP)
    is_live = has_lane(level.live, lane)
    bits = rows.candidate & level.within
    within = any_lane(bits if is_live else ZERO)
    if popcount(within) > MOST_MEMBERS:
        return False
    members = members_of(within)
    row = bits if is_live or has_lane(level.before, lane) else ZERO
    is_excluded = not is_live
    place_of_row = np.uint32(lane)
    while True:
        enter(tables, place, row, members, least, is_excluded)
        if place_of_row >= rows.n_excluded:
            break
        row, is_excluded = shared.excluded[place_of_row], True
        place_of_row = np.uint32(place_of_row + WARP)
    return True


@device
def small_node(pool, listed, shared, least):
    """Rows and first level of a listed subtree.

    `listed` is a node or, if it is negative, ~row for the child of a row.
    """
    cuda.syncwarp()
    if listed >= 0:
        node = pool.nodes[listed]
        set_top(shared.top, node[S.OF_ALL], node[S.UNIVERSE])
        within, rows = ALL, rows_of_node(pool, node, shared)
    else:
        row = ~listed
        parent = pool.nodes[pool.owner[row]]
        set_top(shared.top, pool.size[row], parent[S.UNIVERSE])
        within = pool.bits[row]
        rows = rows_of_child(pool, parent, within, least, shared)
    candidates = ballot_of(rows.candidate != ZERO)
    return rows, Level(within, candidates, np.uint32(0), candidates)


@device
def set_top(top, of_all, universe):
    """Store the data of the subtree's top, by one thread."""
    if cuda.threadIdx.x % WARP == 0:
        top[T_OF_ALL] = of_all
        top[T_UNIVERSE] = universe
    cuda.syncwarp()


@device
def rows_of_node(pool, node, shared):
    """Read the rows of a node."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    k = np.uint32(node[S.C_BEGIN] + lane)
    candidate = candidate_row(pool, k, np.uint32(node[S.C_END]))
    weight = pool.weight[k] if candidate != ZERO else np.int32(0)
    n = np.int32(node[S.E_END] - node[S.E_BEGIN])
    for first in range(0, n, WARP):
        k = np.uint32(node[S.E_BEGIN] + first + lane)
        row = row_or_nothing(pool, k, np.uint32(node[S.E_END]))
        shared.excluded[first + lane] = row
    cuda.syncwarp()
    return Rows(candidate, weight, whole_warps(n))


@device
def rows_of_child(pool, parent, mask, least, shared):
    """Read the rows of a child: those of its parent that meet it.

    `count_rows` must have counted the same rows, because there is no room for more.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    n, n_excluded = np.int32(0), np.int32(0)
    first = parent[S.C_BEGIN]
    while first < parent[S.C_END]:
        k = np.uint32(first + lane)
        row = candidate_row(pool, k, np.uint32(parent[S.C_END]))
        meet = row & mask
        keep = meet != mask and at_least(meet, least)
        later = ballot_of(keep and row > mask)
        if has_lane(later, lane):
            at = np.int32(n + lanes_before(later, lane))
            shared.masks[at] = meet
            shared.lanes[at, 0] = pool.total[k]
        n = np.int32(n + voters(later))
        n_excluded = append_rows(shared.excluded, meet, n_excluded, keep and row < mask)
        first = np.int32(first + one_warp())
    first = parent[S.E_BEGIN]
    while first < parent[S.E_END]:
        row = row_or_nothing(pool, np.uint32(first + lane), np.uint32(parent[S.E_END]))
        meet = row & mask
        n_excluded = append_rows(
            shared.excluded, meet, n_excluded, at_least(meet, least)
        )
        first = np.int32(first + one_warp())
    if n_excluded + lane < whole_warps(n_excluded):
        shared.excluded[n_excluded + lane] = ZERO
    cuda.syncwarp()
    candidate, weight = ZERO, np.int32(0)
    if lane < n:
        candidate, weight = shared.masks[lane], np.int32(shared.lanes[lane, 0])
    return Rows(candidate, weight, whole_warps(n_excluded))


@device
def whole_warps(n):
    """The least multiple of WARP that is at least n."""
    return np.int32((n + WARP - 1) // WARP * WARP)


@device
def test_child(shared, rows, heavy, level, child, least, bound):
    """Test one lane's candidate as a child.

    Returns its row, the lanes of equal rows, its number of grown vertices, and the
    lanes of its candidates. The number is -1 if the child is not maximal. A count needs
    no sizes, and gets LARGE_ENOUGH.

    Rows that contain the child belong to this node or joined R on the way down. Rows
    pruned at an ancestor are excluded or shorter than `least`.
    """
    bits = rows.candidate & level.within
    wanted = word_from_lane(bits, child)
    holds = rows.candidate & wanted == wanted
    equal = np.uint32(level.live & ballot_of(bits == wanted))
    held = holds and has_lane(level.before, cuda.threadIdx.x % WARP)
    place = np.uint32(cuda.threadIdx.x % WARP)
    while place < rows.n_excluded:
        held |= lacks(shared.excluded[place], wanted) == ZERO
        place = np.uint32(place + WARP)
    if cuda.any_sync(ALL_LANES, held):
        return wanted, equal, np.int32(-1), np.uint32(0)
    size = np.int32(LARGE_ENOUGH)
    if heavy is not None:
        size = shared.top[T_OF_ALL] + weight_of(rows.weight, heavy, ballot_of(holds))
    is_later = bits > wanted and not holds and at_least(bits & wanted, least)
    later = np.uint32(level.live & ballot_of(is_later))
    later = in_reach(bound, rows.weight, heavy, later, size, bits & wanted)
    return wanted, equal, np.int32(size), later


@device
def in_reach(bound, weight, heavy, later, size, row):
    """The lanes of `later` whose rows may contain an L that is worth finding.

    The other rows are too small for the least score, so they leave the subtree as rows
    with fewer than `least` members do.
    """
    if bound is None:
        return later
    if later == 0 or not is_open(bound, size):
        return np.uint32(0)
    most = size + weight_of(weight, heavy, later)
    return np.uint32(later & ballot_of(reaches(bound, popcount(row), most)))


@device
def weight_of(weight, heavy, lanes):
    """Sum of the weights of some lanes; only the few `heavy` lanes exceed 1."""
    total = voters(lanes & ~heavy)
    rest = np.uint32(lanes & heavy)
    while rest != 0:
        one = lowest_lane(rest)
        total = np.int32(total + from_lane(weight, one))
        rest = without(rest, one)
    return total


@device
def after_test(level, equal, size):
    """The level without the candidates just tested.

    If they are not maximal, they are pruned: their excluding row also excludes all that
    they could exclude.
    """
    live = level.live if size >= 0 else np.uint32(level.live & ~equal)
    return Level(level.within, live, level.before, np.uint32(level.todo & ~equal))


@device
def below(rows, level, wanted, later):
    """The level of a child."""
    bits = rows.candidate & level.within
    earlier = level.live & ballot_of(bits < wanted)
    return Level(wanted, later, np.uint32(level.before | earlier), later)
