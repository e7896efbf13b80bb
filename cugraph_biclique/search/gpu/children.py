# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Testing the children of narrow nodes: candidates against all rows of their node."""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cuda import (
    ALL_LANES,
    WARP,
    at_least,
    cuda,
    device,
    from_first_lane,
    lanes_before,
    voters,
    warp_sum,
)
from cugraph_biclique.search.gpu.nodes import next_piece
from cugraph_biclique.search.gpu.state import (
    CHUNKS,
    COVERED,
    FOUND,
    INNER,
    TESTED,
)

HELD, NOT_MAXIMAL, LEAF, ONE_CHILD, MANY = range(5)


@device
def test_rows(pool, output, control, least, min_grown):
    """Test the candidates of all chunks as children; returns this thread's steps.

    A chunk of fewer than 32 candidates has several lanes for each, which share the rows
    that it is compared with. The first lane of a candidate speaks for it.
    """
    lane = cuda.threadIdx.x % WARP
    warps = cuda.gridsize(1) // WARP
    steps = np.int64(0)
    tested = np.int64(0)
    covered = np.int64(0)
    found = np.int64(0)
    n_chunks = control[CHUNKS]
    batch = max(np.int64(1), min(n_chunks // (8 * warps), np.int64(WARP)))
    chunk = next_piece(control, batch)
    behind = chunk + batch
    while chunk < n_chunks:
        node = pool.chunk_node[chunk]
        first = np.int64(pool.chunk_first[chunk])
        n = max(np.int64(0), min(np.int64(WARP), pool.candidates[node, 1] - first))
        lanes = lanes_for_each(n)
        row = first + lane // lanes
        active = lane < n * lanes and pool.owner[row] >= 0
        speaks = active and lane % lanes == 0
        state, size, child = test_row(pool, node, row, active, lanes, least)
        tested += np.int64(speaks)
        covered += np.int64(speaks and state == NOT_MAXIMAL)
        keep = speaks and state >= LEAF and size >= min_grown
        found += emit(pool, output, control, keep, row, child, size, False)
        tested += np.int64(speaks and state == ONE_CHILD)
        state, size = only_child(pool, node, row, child, state, size, lanes, least)
        keep = speaks and state == ONE_CHILD and size >= min_grown
        found += emit(pool, output, control, keep, row, child, size, True)
        push_inner(pool, control, row, speaks and state == MANY)
        n_rows = pool.candidates[node, 1] - pool.candidates[node, 0]
        n_rows += pool.excluded[node, 1] - pool.excluded[node, 0]
        steps += n_rows // lanes + 1
        chunk += 1
        if chunk == behind:
            chunk = next_piece(control, batch)
            behind = chunk + batch
    add_counters(control, tested, covered, found, output.mask.size == 0)
    return steps


@device
def lanes_for_each(n):
    """How many lanes of a warp each of n <= 32 candidates gets: a power of two."""
    lanes = np.int64(WARP)
    while lanes * n > WARP:
        lanes //= 2
    return lanes


@device
def any_of_group(flag, lanes):
    """Whether the flag is set in any of the lanes that share this one's candidate."""
    ballot = np.int64(cuda.ballot_sync(ALL_LANES, flag))
    first = cuda.threadIdx.x % WARP // lanes * lanes
    group = (np.int64(1) << lanes) - np.int64(1)
    return (ballot >> np.int64(first)) & group != 0


@device
def sum_of_group(value, lanes):
    """The sum of an int64 over the lanes that share this one's candidate."""
    step = np.int64(1)
    while step < lanes:
        value += cuda.shfl_xor_sync(ALL_LANES, value, step)
        step *= 2
    return value


@device
def covered_by(pool, begin, end, mask, searching, part, lanes, least):
    """Whether one of the rows begin:end holds the mask, and how many of this lane's
    share of them meet it; the lanes of a candidate share the rows."""
    covered = False
    meeting = np.int64(0)
    # Unsigned places: the compiler need not look for negative ones, from the end.
    k, last, step = np.uint64(begin + part), np.uint64(end), np.uint64(lanes)
    while searching and k < last:
        meet = pool.bits[k] & mask
        if meet == mask:
            covered = True
            break
        meeting += np.int64(at_least(meet, least))
        k += step
    return any_of_group(covered, lanes), meeting


@device
def test_row(pool, node, row, active, lanes, least):
    """The state of one child, its grown vertices, and its only child's row or -1.

    A candidate that is not maximal is taken from its node: whatever excludes it
    excludes all that it could exclude, or join.
    """
    part = cuda.threadIdx.x % WARP % lanes
    begin, end = pool.candidates[node, 0], pool.candidates[node, 1]
    mask = np.uint64(0)
    if active:
        mask = pool.bits[row]
    twin, other_rows = covered_by(
        pool, pool.excluded[node, 0], pool.excluded[node, 1], mask, active, part, lanes,
        least,
    )  # fmt: skip
    size, weight, later, child = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    k, last, step = np.uint64(begin + part), np.uint64(end), np.uint64(lanes)
    while active and not twin and k < last:
        other = pool.bits[k]
        meet = other & mask
        if meet == mask:
            size += pool.weight[k]
            if other == mask:
                weight += pool.weight[k]
                twin = np.int64(k) < row
        elif at_least(meet, least):
            if other > mask:
                later += 1
                child = np.int64(k)
            else:
                other_rows += 1
        k += step
    twin = any_of_group(twin, lanes)
    size = sum_of_group(size, lanes) + pool.joined[node]
    weight = sum_of_group(weight, lanes)
    other_rows = sum_of_group(other_rows, lanes)
    # Of several later rows, one lane's word on the last is of no use, nor needed.
    child = sum_of_group(child if later == 1 else np.int64(0), lanes)
    later = sum_of_group(later, lanes)
    if active and part == 0:
        if twin:
            pool.owner[row] = -1
        else:
            pool.total[row] = weight
            pool.size[row] = size
            pool.n_later[row] = later
            pool.n_other[row] = other_rows
    state = MANY
    if not active:
        state = HELD
    elif twin:
        state = NOT_MAXIMAL
    elif later == 0:
        state = LEAF
    elif later == 1:
        state = ONE_CHILD
    return state, size, child


@device
def only_child(pool, node, row, child, state, size, lanes, least):
    """Test the only child of a child at once: it is the meet of two rows."""
    part = cuda.threadIdx.x % WARP % lanes
    testing = state == ONE_CHILD
    if not cuda.any_sync(ALL_LANES, testing):
        return state, size
    mask, meet, weight = np.uint64(0), np.uint64(0), np.int64(0)
    if testing:
        mask = pool.bits[row]
        meet = pool.bits[child] & mask
        weight = np.int64(pool.weight[child])
    covered, _ = covered_by(
        pool, pool.excluded[node, 0], pool.excluded[node, 1], meet, testing, part,
        lanes, least,
    )  # fmt: skip
    earlier = False
    if testing and not covered:
        for k in range(
            pool.candidates[node, 0] + part, pool.candidates[node, 1], lanes
        ):
            other = pool.bits[k]
            if other < mask and other & meet == meet:
                earlier = True
                break
    earlier = any_of_group(earlier, lanes)
    if testing:
        if covered or earlier:
            return LEAF, size
        return ONE_CHILD, size + weight
    return state, size


@device
def emit(pool, output, control, keep, row, child, size, meet):
    """Write the bicliques of the lanes that keep one; returns this lane's number.

    All are counted, those too for which there is no room: the host sees it and makes
    the room. In a count there is no output at all.
    """
    if output.mask.size == 0:
        return np.int64(keep)
    ballot = cuda.ballot_sync(ALL_LANES, keep)
    n = voters(ballot)
    if n == 0:
        return np.int64(0)
    lane = cuda.threadIdx.x % WARP
    at = np.int64(0)
    if lane == 0:
        at = cuda.atomic.add(control, FOUND, np.int64(n))
    at = from_first_lane(at) + lanes_before(ballot, lane)
    if keep and at < output.mask.size:
        mask = pool.bits[row]
        if meet:
            mask &= pool.bits[child]
        output.mask[at] = mask
        output.universe[at] = pool.universe[pool.owner[row]]
        output.n_grown[at] = size
    return np.int64(0)


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
    tested = warp_sum(tested)
    covered = warp_sum(covered)
    found = warp_sum(found)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, TESTED, tested)
        cuda.atomic.add(control, COVERED, covered)
        if counting:
            cuda.atomic.add(control, FOUND, found)
