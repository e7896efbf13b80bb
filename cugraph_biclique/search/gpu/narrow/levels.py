# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Levels of the searches below small nodes, and work donation between warps.

A warp keeps the levels of its search in shared memory. If other warps are idle, the
warp *donates* levels: it writes them to a list in the pool, one place after the other.
A warp without work draws a ticket, which is a place in this list, and waits until the
place is filled. It stops waiting when all searches have ended, because then no warp can
fill the place. A level that no warp takes waits for the next launch.

A donated level refers to the rows of its small node, and the new warp reads these
again. So a donated level is L, the index of the small node, and three masks of lanes.
cuMBE steals work between blocks instead (docs/papers.md).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL_LANES,
    WARP,
    advance,
    ballot_of,
    cuda,
    device,
    from_first_lane,
    from_lane,
    has_lane,
    lanes_before,
    lowest_lane,
    voters,
)
from cugraph_biclique.search.gpu import state as S

DONATION_INTERVAL = 16  # nodes between checks for idle warps
NODES_PER_WARP = 1 << 16  # nodes after which a warp stops, so that each launch ends
MOST_WAITING = 1024  # warps; each of them reads global memory again and again
EVERY_LEVEL = np.int32(1 << 30)  # more than the number of levels, to donate all
HELPERS = 128  # blocks that take part even if there are few small nodes
POLL = 200  # nanoseconds between two reads


class Level(NamedTuple):
    """A node, given by its L and masks of lanes."""

    within: Any  # uint64, L
    live: Any  # uint32, lanes of candidates that are not pruned
    before: Any  # uint32, lanes of earlier candidates, now excluded rows
    todo: Any  # uint32, lanes of candidates still to be tested


@device
def put(shared, depth, level):
    """Store a level at its depth, by a warp."""
    cuda.syncwarp()
    if cuda.threadIdx.x % WARP == 0:
        shared.masks[depth] = level.within
        shared.lanes[depth, 0] = level.live
        shared.lanes[depth, 1] = level.before
        shared.lanes[depth, 2] = level.todo
    cuda.syncwarp()


@device
def get(shared, depth):
    """Load the level at a depth."""
    return Level(
        shared.masks[depth],
        shared.lanes[depth, 0],
        shared.lanes[depth, 1],
        shared.lanes[depth, 2],
    )


@device
def first_level(pool, control):
    """Return the place of the first level that the last launch has left."""
    return control[S.HALF] * (pool.within.size // 2) + control[S.FIRST_LEVEL]


@device
def waiting_warps(control):
    """Number of warps that wait for a level."""
    lane = cuda.threadIdx.x % WARP
    cursor = np.int64(0)
    if lane < 2:  # the two cursors, at the same time
        cursor = cuda.atomic.add(control, S.NEXT_LEVEL + lane, 0)
    return np.int32(from_lane(cursor, 0) - from_lane(cursor, 1))


@device
def donate(pool, control, shared, candidate, listed, highest, depth, waiting):
    """Donate levels, from `highest` to `depth`, until each waiting warp has one.

    If more warps wait than a level has candidates, each group of equal candidates
    becomes a level of its own. If `waiting` is EVERY_LEVEL, donate all levels, each as
    it is. Returns the highest level that is left. `candidate` is the lane's row, and
    `listed` the entry of `pool.subtrees` that the levels belong to.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    half = pool.within.size // 2
    here = (1 - control[S.HALF]) * half
    may_divide = waiting < EVERY_LEVEL
    while highest <= depth and waiting > 0:
        level = get(shared, highest)
        todo, first_lane = level.todo, np.int32(0)
        if may_divide and waiting > voters(todo):
            bits = np.int64(candidate & level.within)
            same = np.uint32(cuda.match_any_sync(ALL_LANES, bits))
            todo = np.uint32(todo & same)
            first_lane = lowest_lane(todo)
        parts = ballot_of(first_lane == lane)
        n = voters(parts)
        first = advance(control, S.NEW_LEVELS, n)
        place = first + lanes_before(parts, max(first_lane, np.int32(0)))
        given = ballot_of(has_lane(todo, lane) and place < half)
        if given != 0:
            advance(control, S.OPEN_LEVELS, min(np.int64(n), half - first))
        if has_lane(parts, lane) and place < half:
            at = here + place
            pool.within[at] = level.within
            pool.levels[at, S.L_LISTED] = listed
            pool.levels[at, S.L_LIVE] = np.int32(level.live)
            pool.levels[at, S.L_BEFORE] = np.int32(level.before)
            pool.levels[at, S.L_TODO] = np.int32(todo)
            cuda.threadfence()
            cuda.atomic.exch(pool.levels, (at, S.L_READY), np.int32(1))
        if given != level.todo:  # the list is full
            left = np.uint32(level.todo & ~given)
            put(shared, highest, Level(level.within, level.live, level.before, left))
            break
        highest = np.int32(highest + 1)
        waiting = np.int32(waiting - n)
    return highest


@device
def wait_for_level(pool, output, control, n):
    """Wait for a level that another warp donates; returns its place.

    Returns -1 if the warp is no longer needed. The launch began with n searches.
    """
    place = np.int64(-1)
    if cuda.threadIdx.x % WARP == 0:
        half = pool.within.size // 2
        waiting = cuda.atomic.add(control, S.NEXT_LEVEL, 0)
        waiting -= cuda.atomic.add(control, S.NEW_LEVELS, 0)
        ticket = half
        if waiting < MOST_WAITING:
            ticket = cuda.atomic.add(control, S.NEXT_LEVEL, 1)
        at = ticket + (1 - control[S.HALF]) * half
        while ticket < half:
            # Read this number first: a warp counts a level before it fills the place.
            ended = cuda.atomic.add(control, S.OPEN_LEVELS, 0) == -n
            cuda.threadfence()
            if cuda.atomic.exch(pool.levels, (at, S.L_READY), np.int32(0)) != 0:
                cuda.threadfence()
                place = at
                break
            if ended or has_too_many(output, control):
                break
            cuda.nanosleep(POLL)
    place = from_first_lane(place)
    cuda.syncwarp()
    cuda.threadfence()  # see what the other warp wrote before it filled the place
    return place


@device
def has_too_many(output, control):
    """`output.found_too_many`, for one thread."""
    if output.mask.size == 0:
        return False
    return cuda.atomic.add(control, S.FOUND, 0) > control[S.MOST_FOUND]


@device
def end_search(control):
    """Count a search that has ended."""
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, S.OPEN_LEVELS, -1)


@device
def read_level(pool, at):
    """Read a donated level, and empty its place."""
    level = pool.levels[at]
    if cuda.threadIdx.x % WARP == 0:
        pool.levels[at, S.L_READY] = 0
    return Level(
        pool.within[at],
        np.uint32(level[S.L_LIVE]),
        np.uint32(level[S.L_BEFORE]),
        np.uint32(level[S.L_TODO]),
    )
