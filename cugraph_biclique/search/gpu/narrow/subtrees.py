# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Depth-first search below small narrow nodes: one warp per node, in registers.

Most nodes are deep in the tree and have few rows. To write each of them to the pool,
and test it a round later, would take longer than the tests. So a warp reads the rows of
a small node once, one candidate per lane, and searches depth first. Deeper nodes copy
nothing: a row of the child is the node's row AND L'. Masks of lanes tell which rows are
candidates, and which are earlier candidates.

No warp should wait long for a single search. So a searching warp checks after some
nodes whether others wait, and donates levels to them (`levels`). A donation writes no
rows: the warp that takes a level reads the rows of the same node again. So no node is
expanded before all levels are done.

Unless the search has a bound, the warp does not enter a level of few members: the rows
become a truth table (`lane_tables`).
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
    lowest_lane,
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
from cugraph_biclique.search.gpu.narrow.expand import (
    MOST_EXCLUDED,
    candidate_row,
    empty_tables,
    take_tables,
)
from cugraph_biclique.search.gpu.narrow.lane_lists import (
    MOST_WEIGHT,
    add_candidate,
    describe_listed,
)
from cugraph_biclique.search.gpu.narrow.lane_tables import (
    MOST_MEMBERS,
    enter,
    enter_subset,
    members_of,
    subset_of,
)
from cugraph_biclique.search.gpu.narrow.levels import (
    DONATION_INTERVAL,
    EVERY_LEVEL,
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
from cugraph_biclique.search.gpu.narrow.maximality import (
    add_counters,
    lacks,
    row_or_nothing,
)
from cugraph_biclique.search.gpu.narrow.pausing import n_listed, stop_taking
from cugraph_biclique.search.gpu.output import LEAVE, PAUSE, emit, what_next

TABLED = 3  # candidates: from here on, a table is faster than tests
LARGE_ENOUGH = 2  # stands for any size of R in a count that needs no sizes

# Columns of `Shared.top`, the small node: the number of grown vertices adjacent to all
# of its L, and its universe.
T_OF_ALL, T_UNIVERSE = range(2)
TOP_FIELDS = 2


class Shared(NamedTuple):
    """A warp's shared memory."""

    top: Any  # int32 (TOP_FIELDS,)
    excluded: Any  # uint64 (MOST_EXCLUDED,), rows
    masks: Any  # uint64 (WARP,): with `lanes`, one level per depth
    lanes: Any  # uint32 (WARP, 3). A level has fewer candidates than the one above,
    # and the first has at most WARP, so WARP entries are enough


class Rows(NamedTuple):
    """The rows of a node: one candidate per lane, excluded rows in shared memory."""

    candidate: Any  # uint64, zero if there is none
    weight: Any  # int32, of the candidate
    n_excluded: Any  # int32, padded with zero rows to a multiple of WARP


class Counts(NamedTuple):
    """The counts of a warp in this launch."""

    tested: Any  # int32, nodes visited
    covered: Any  # int32, visited nodes that are not maximal, or equal to another
    in_tables: Any  # int32, this lane's tests in tables
    found: Any  # int32, this lane's bicliques, in a count
    n_tables: Any  # int32, lanes that have a table now


class Task(NamedTuple):
    """A level below a small node, which a warp searches."""

    listed: Any  # int32, the entry of `pool.subtrees` for the small node
    rows: Rows  # of the small node
    level: Level
    is_new: Any  # bool, whether no candidate of the level has been tested yet


@device
def search_subtrees(pool, output, control, sizes, families, lists):
    """Search the subtrees of all small nodes; returns this thread's steps.

    A warp first takes listed levels and subtrees, then levels that other warps donate.
    `families` and `lists` are as in `expand_rows`.
    """
    tops = cuda.shared.array((WARPS, TOP_FIELDS), np.int32)
    excluded = cuda.shared.array((WARPS, MOST_EXCLUDED), np.uint64)
    masks = cuda.shared.array((WARPS, WARP), np.uint64)
    lanes = cuda.shared.array((WARPS, WARP, 3), np.uint32)
    warp = cuda.threadIdx.x // WARP
    shared = Shared(tops[warp], excluded[warp], masks[warp], lanes[warp])
    nothing = np.int32(0)
    counts = Counts(nothing, nothing, nothing, nothing, nothing)
    empty_tables(families, lists)
    more = True
    while True:
        k, at = np.int32(0), np.int32(-1)
        if more:
            then = what_next(output, control)
            if then == LEAVE:
                break
            if then == PAUSE:
                stop_taking(control)
            k = np.int32(advance(control, S.NEXT_SUBTREE, 1))
            more = k < n_listed(control)
        if not more:
            if counts.tested >= NODES_PER_WARP or what_next(output, control) == PAUSE:
                break
            at = np.int32(wait_for_level(pool, output, control, n_listed(control)))
            if at < 0:
                break
        elif k < control[S.LEVELS]:
            at = np.int32(first_level(pool, control) + k)
        if at >= 0:
            listed = pool.levels[at, S.L_LISTED]
        else:
            listed = pool.subtrees[control[S.FIRST_SUBTREE] + k - control[S.LEVELS]]
        rows, level = small_node(pool, listed, shared)
        if at >= 0:
            level = read_level(pool, at)
        task = Task(listed, rows, level, at < 0)
        counts = search_subtree(
            pool, output, control, shared, task, sizes, families, lists, counts
        )
        end_search(control)
    in_tables, found = counts.in_tables, counts.found
    if families is not None:
        n_tested, n_found = take_tables(families, lists, output, control, sizes)
        in_tables, found = np.int32(in_tables + n_tested), np.int32(found + n_found)
    tested, covered = in_tables, nothing
    if cuda.threadIdx.x % WARP == 0:
        tested, covered = np.int32(tested + counts.tested), counts.covered
    add_counters(control, tested, covered, found, output.mask.size == 0)
    return 4 * np.int64(counts.tested)


@device
def search_subtree(pool, output, control, shared, task, sizes, families, lists, counts):
    """Search below a level of a small node, by a warp.

    If other warps wait, donate levels. If the search pauses, or if this warp has
    visited many nodes, donate all. Returns the new counts.
    """
    listed, rows, level, is_new = task
    least, min_grown, bound = sizes
    lane = np.int32(cuda.threadIdx.x % WARP)
    heavy = heavy_lanes(rows.weight, families, lists)
    tested, covered, in_tables, found, n_tables = counts
    mask_kept, size_kept, n_kept = ZERO, np.int32(0), np.int32(0)
    depth, highest = np.int32(0), np.int32(0)
    look_at = np.int32(tested + DONATION_INTERVAL)
    while level.todo != 0:
        if families is not None:
            if is_new and enter_level(
                shared, rows, level, families, lists, n_tables, least
            ):
                n_tables = np.int32(n_tables + 1)
                if n_tables == WARP:
                    n_tested, n_found = take_tables(
                        families, lists, output, control, sizes
                    )
                    in_tables = np.int32(in_tables + n_tested)
                    found, n_tables = np.int32(found + n_found), np.int32(0)
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
            if heavy is None:
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
            then = what_next(output, control)
            if then == LEAVE:
                break
            look_at = np.int32(tested + DONATION_INTERVAL)
            waiting = waiting_warps(control)
            if tested >= NODES_PER_WARP or then == PAUSE:
                waiting = EVERY_LEVEL
            if waiting > 0:
                put(shared, depth, level)
                highest = donate(
                    pool, control, shared, rows.candidate, listed, highest, depth,
                    waiting,
                )  # fmt: skip
                if highest > depth:
                    break
                # A level that has lost candidates to other warps must not be tabled.
                left = get(shared, depth)
                is_new = is_new and left.todo == level.todo
                level = left
    if heavy is not None:
        n = emit(
            output, control, lane < n_kept, mask_kept, shared.top[T_UNIVERSE], size_kept
        )
        found = np.int32(found + n)
    return Counts(tested, covered, in_tables, found, n_tables)


@device
def heavy_lanes(weight, families, lists):
    """Lanes with weights above 1; None in a count with tables, which needs none.

    Numba leaves out branches by a single argument that is None, so two branches are the
    same here.
    """
    if lists is not None:
        return ballot_of(weight > 1)
    if families is not None:
        return None
    return ballot_of(weight > 1)


@device
def enter_level(shared, rows, level, families, lists, place, least):
    """Enter the rows of a level into the table at `place`, if this pays and they fit.

    Returns whether it has. Then nothing below the level is left to search.
    """
    if voters(level.todo) < TABLED:
        return False
    warp, lane = cuda.threadIdx.x // WARP, np.int32(cuda.threadIdx.x % WARP)
    is_live = has_lane(level.live, lane)
    bits = rows.candidate & level.within
    within = any_lane(bits if is_live else ZERO)
    if popcount(within) > MOST_MEMBERS:
        return False
    if lists is not None and cuda.any_sync(ALL_LANES, rows.weight > MOST_WEIGHT):
        return False
    members = members_of(within)
    subset = subset_of(bits & within, members)
    if lists is not None:
        add_candidate(lists[warp], place, lane, subset, rows.weight)
        if lane == 0:
            of_all, universe = shared.top[T_OF_ALL], shared.top[T_UNIVERSE]
            describe_listed(lists[warp], place, members, of_all, universe)
    if is_live or has_lane(level.before, lane):
        enter_subset(families[warp], place, subset, least, not is_live)
    place_of_row = np.uint32(lane)
    while place_of_row < rows.n_excluded:
        row = shared.excluded[place_of_row]
        enter(families[warp], place, row, members, least, True)
        place_of_row = np.uint32(place_of_row + WARP)
    return True


@device
def small_node(pool, listed, shared):
    """Return the rows and the first level of a listed node, by a warp."""
    cuda.syncwarp()
    node = pool.nodes[listed]
    if cuda.threadIdx.x % WARP == 0:
        shared.top[T_OF_ALL] = node[S.OF_ALL]
        shared.top[T_UNIVERSE] = node[S.UNIVERSE]
    rows = rows_of_node(pool, node, shared)
    candidates = ballot_of(rows.candidate != ZERO)
    return rows, Level(ALL, candidates, np.uint32(0), candidates)


@device
def rows_of_node(pool, node, shared):
    """Read the rows of a small node."""
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
def whole_warps(n):
    """Round n up to a multiple of WARP."""
    return np.int32((n + WARP - 1) // WARP * WARP)


@device
def test_child(shared, rows, heavy, level, child, least, bound):
    """Test the child of one lane's candidate, by a warp.

    Returns its row, the lanes of equal rows, its size of R, and the lanes of its
    candidates. The size is -1 if the child is not maximal. If no sizes are needed, it
    is LARGE_ENOUGH.

    The size is the weight of all candidates of the small node that contain the child.
    They are rows of this node, or have joined R above. Rows pruned at an ancestor are
    excluded or shorter than `least`.
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
    """Return the lanes of `later` whose rows may contain an L with the least score.

    The other rows are too small, so they leave the subtree, as rows with fewer than
    `least` members do.
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
    """Return the level without the candidates just tested.

    If they are not maximal, prune them: the row that excludes them also excludes all
    that they could exclude.
    """
    live = level.live if size >= 0 else np.uint32(level.live & ~equal)
    return Level(level.within, live, level.before, np.uint32(level.todo & ~equal))


@device
def below(rows, level, wanted, later):
    """Return the level of a child: its L, candidates and excluded rows."""
    bits = rows.candidate & level.within
    earlier = level.live & ballot_of(bits < wanted)
    return Level(wanted, later, np.uint32(level.before | earlier), later)
