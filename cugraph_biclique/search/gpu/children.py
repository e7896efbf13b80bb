# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Testing the children of narrow nodes: candidates against all rows of their node."""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cuda import (
    ALL_LANES,
    WARP,
    ZERO,
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
    warp_sum,
    warp_sum_32,
    without,
    word_from_lane,
)
from cugraph_biclique.search.gpu.nodes import next_piece
from cugraph_biclique.search.gpu.state import (
    CHUNKS,
    COVERED,
    FOUND,
    INNER,
    TESTED,
)

NOT_MAXIMAL, LEAF, ONE_CHILD, MANY = range(4)


@device
def test_rows(pool, output, control, least, min_grown):
    """Test the candidates of all chunks as children; returns this thread's steps.

    A chunk is some candidates of a node, one in each lane of a warp. The rows of the
    node go past them, 32 at a time, and all lanes look at one candidate together.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    steps, tested, covered, found = np.int32(0), np.int32(0), np.int32(0), np.int32(0)
    n_chunks = control[CHUNKS]
    batch = max(np.int64(1), min(n_chunks // (8 * warps), np.int64(WARP)))
    chunk = next_piece(control, batch)
    behind = chunk + batch
    while chunk < n_chunks:
        node = pool.chunk_node[chunk]
        first = pool.chunk_first[chunk]
        n = np.int32(min(pool.chunk_size[chunk], pool.candidates[node, 1] - first))
        row = np.uint32(first + lane)
        active = lane < n and pool.owner[row] >= 0
        mask = pool.bits[row] if active else ZERO
        state, size, only, only_size = test_chunk(
            pool, node, first, n, active, mask, least
        )
        maximal = state != NOT_MAXIMAL
        tested = np.int32(tested + active + (state == ONE_CHILD))
        covered = np.int32(covered + (active and not maximal))
        universe = pool.universe[node]
        keep = maximal and size >= min_grown
        found = np.int32(found + emit(output, control, keep, mask, universe, size))
        keep = state == ONE_CHILD and only_size >= min_grown
        found = np.int32(found + emit(output, control, keep, only, universe, only_size))
        push_inner(pool, control, row, state == MANY)
        n_rows = pool.excluded[node, 1] - pool.candidates[node, 0]
        n_tested = voters(cuda.ballot_sync(ALL_LANES, maximal))
        steps = np.int32(steps + (n_rows // WARP + 2) * (n_tested + 2))
        chunk += 1
        if chunk == behind:
            chunk = next_piece(control, batch)
            behind = chunk + batch
    add_counters(control, tested, covered, found, output.mask.size == 0)
    return np.int64(steps)


@device
def test_chunk(pool, node, first, n, active, mask, least):
    """The state of each lane's candidate, its grown vertices, and, if all that it has
    is one child, that one's row and grown vertices.

    A candidate that is not maximal is taken from its node: whatever excludes it
    excludes all that it could exclude, or join.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    row = np.uint32(first + lane)
    same = cuda.match_any_sync(ALL_LANES, np.int64(mask))
    alive = ballot_of(active and lowest_lane(same) == lane)
    alive, n_other = against_excluded(pool, node, mask, alive, least)
    alive, total, above, n_later, later_other, several, only = against_candidates(
        pool, node, first, n, mask, alive, least
    )
    maximal = has_lane(alive, lane)
    size = np.int32(pool.joined[node] + total + above)
    only_size = size
    state = NOT_MAXIMAL
    if maximal:
        state = LEAF if n_later == 0 else MANY if several else ONE_CHILD
        pool.total[row] = total
        if several:
            pool.size[row] = size
            pool.n_later[row] = n_later
            pool.n_other[row] = n_other + later_other
    elif active:
        pool.owner[row] = -1
    ones = ballot_of(state == ONE_CHILD)
    if ones != 0:
        ones, more = only_children(pool, node, mask, only, ones, least)
        only_size = np.int32(size + more)
        if state == ONE_CHILD and not has_lane(ones, lane):
            state = LEAF
    return state, size, only, only_size


@device
def against_excluded(pool, node, mask, alive, least):
    """Which of the candidates `alive` no excluded row holds, and how many excluded
    rows meet each."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    n = np.int32(0)
    # Unsigned places: the compiler need not look for negative ones, from the end.
    first, end = np.uint32(pool.excluded[node, 0]), np.uint32(pool.excluded[node, 1])
    while first < end and alive != 0:
        k = np.uint32(first + np.uint32(lane))
        bits = pool.bits[k] if k < end else ZERO
        todo = alive
        while todo != 0:
            c = lowest_lane(todo)
            todo = without(todo, c)
            wanted = word_from_lane(mask, c)
            meet = bits & wanted
            if cuda.any_sync(ALL_LANES, meet == wanted):
                alive = without(alive, c)
            else:
                meeting = voters(cuda.ballot_sync(ALL_LANES, at_least(meet, least)))
                if lane == c:
                    n = np.int32(n + meeting)
        first = np.uint32(first + np.uint32(WARP))
    return alive, n


@device
def against_candidates(pool, node, chunk, n, mask, alive, least):
    """Which of the candidates `alive` are the first of their twins, and for each: the
    weight of all twins, that of the rows that hold more, how many later and other rows
    meet it, whether several children come of the later rows, and one of those."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    total, above = np.int32(0), np.int32(0)
    n_later, n_other = np.int32(0), np.int32(0)
    several, only = False, ZERO
    first, end = pool.candidates[node, 0], pool.candidates[node, 1]
    while first < end:
        k = np.uint32(first + lane)
        there = first + lane < end
        bits = pool.bits[k] if there else ZERO
        weight = pool.weight[k] if there else np.int32(0)
        # Of this chunk we know who is maximal so far. Other chunks are tested now: the
        # child may get fewer rows of them than are counted here.
        place = np.int32(first + lane - chunk)
        usable = place < 0 or place >= n or has_lane(alive, place)
        todo = alive
        while todo != 0:
            c = lowest_lane(todo)
            todo = without(todo, c)
            wanted = word_from_lane(mask, c)
            meet = bits & wanted
            equal = ballot_of(bits == wanted)
            if equal != 0:
                if cuda.any_sync(ALL_LANES, bits == wanted and place < 0):
                    alive = without(alive, c)
                    continue
                weight_here = weight_of_lanes(weight, equal)
                if lane == c:
                    total = np.int32(total + weight_here)
            holding = np.uint32(ballot_of(meet == wanted) & ~equal)
            if holding != 0:
                weight_here = weight_of_lanes(weight, holding)
                if lane == c:
                    above = np.int32(above + weight_here)
            meets = usable and meet != wanted and at_least(meet, least)
            other = voters(cuda.ballot_sync(ALL_LANES, meets and bits < wanted))
            is_later = meets and bits > wanted
            later = ballot_of(is_later)
            if lane == c:
                n_other = np.int32(n_other + other)
            if later != 0:
                one = word_from_lane(meet, lowest_lane(later))
                differ = cuda.any_sync(ALL_LANES, is_later and meet != one)
                if lane == c:
                    several = several or differ or (n_later > 0 and only != one)
                    only = one
                    n_later = np.int32(n_later + voters(later))
        first = np.int32(first + WARP)
    return alive, total, above, n_later, n_other, several, only


@device
def weight_of_lanes(weight, lanes):
    """The sum of the weights of some lanes, of which there is one as a rule."""
    one = lowest_lane(lanes)
    if without(lanes, one) == 0:
        return from_lane(weight, one)
    return warp_sum_32(
        weight if has_lane(lanes, cuda.threadIdx.x % WARP) else np.int32(0)
    )


@device
def only_children(pool, node, mask, only, ones, least):
    """Which of the only children of the candidates `ones` are maximal, and how many
    grown vertices each has more than its candidate."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    ones, _ = against_excluded(pool, node, only, ones, least)
    more = np.int32(0)
    first, end = pool.candidates[node, 0], pool.candidates[node, 1]
    while first < end and ones != 0:
        k = np.uint32(first + lane)
        there = first + lane < end
        bits = pool.bits[k] if there else ZERO
        todo = ones
        while todo != 0:
            c = lowest_lane(todo)
            todo = without(todo, c)
            wanted = word_from_lane(only, c)
            above = word_from_lane(mask, c)
            holds = bits & wanted == wanted
            if cuda.any_sync(ALL_LANES, holds and bits < above):
                ones = without(ones, c)
                continue
            joins = ballot_of(holds and bits > above and bits & above != above)
            if joins != 0:
                weight = pool.weight[k] if there else np.int32(0)
                weight_here = weight_of_lanes(weight, joins)
                if lane == c:
                    more = np.int32(more + weight_here)
        first = np.int32(first + WARP)
    return ones, more


@device
def emit(output, control, keep, mask, universe, size):
    """Write the bicliques of the lanes that keep one; returns this lane's number.

    All are counted, those too for which there is no room: the host sees it and makes
    the room. In a count there is no output at all.
    """
    if output.mask.size == 0:
        return np.int32(keep)
    ballot = cuda.ballot_sync(ALL_LANES, keep)
    n = voters(ballot)
    if n == 0:
        return np.int32(0)
    lane = cuda.threadIdx.x % WARP
    at = np.int64(0)
    if lane == 0:
        at = cuda.atomic.add(control, FOUND, np.int64(n))
    at = from_first_lane(at) + lanes_before(ballot, lane)
    if keep and at < output.mask.size:
        output.mask[at] = mask
        output.universe[at] = universe
        output.n_grown[at] = size
    return np.int32(0)


@device
def push_inner(pool, control, row, keep):
    """Note the rows of the lanes whose child is to be expanded."""
    ballot = cuda.ballot_sync(ALL_LANES, keep)
    n = voters(ballot)
    if n > 0:
        lane = cuda.threadIdx.x % WARP
        at = np.int64(0)
        if lane == 0:
            at = cuda.atomic.add(control, INNER, np.int64(n))
        at = from_first_lane(at) + lanes_before(ballot, lane)
        if keep:
            pool.inner[at] = row


@device
def add_counters(control, tested, covered, found, counting):
    """Add a thread's counters to those of the device, a warp at a time."""
    tested = warp_sum(np.int64(tested))
    covered = warp_sum(np.int64(covered))
    found = warp_sum(np.int64(found))
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, TESTED, tested)
        cuda.atomic.add(control, COVERED, covered)
        if counting:
            cuda.atomic.add(control, FOUND, found)
