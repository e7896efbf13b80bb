# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has at most 64 vertices: rows of one word, searched in one launch.

The children of a node are its candidate rows, and need nothing from each other: a
child's excluded rows are those of the node and the candidates before it. "Before" may
be any order in which a row comes before those that contain it; the value of the word is
one, and costs no sort.

Two phases take turns, with the whole device behind each:

test    some lanes a candidate row, against all rows of its node: is the child maximal,
        how many grown vertices has it, has it children of its own?
expand  a warp a child that has: copy the rows that meet it, as a new node.

Nodes lie on a stack. What a phase has made is the top of it and comes next, so memory
is bounded by the depth; a node that finds no room is deferred until the top is done.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cuda import (
    ALL_LANES,
    SMALL,
    WARP,
    at_least,
    cuda,
    device,
    from_first_lane,
    from_lane,
    kernel,
    lanes_before,
    sum_before,
    voters,
    warp_sum,
)
from cugraph_biclique.search.gpu.state import (
    CHUNKS,
    COVERED,
    DEFERRED,
    DEPTH,
    EXPAND_BEGIN,
    EXPAND_END,
    FIRST_LOST,
    FOUND,
    GOING,
    GROUP,
    INNER,
    MOST_STEPS,
    NEVER,
    NEXT,
    NODE_LIMIT,
    NODES,
    PAUSED,
    ROW_LIMIT,
    ROWS,
    S_BEGIN,
    S_END,
    S_NODES,
    S_ROWS,
    STACK_DEPTH,
    STATUS,
    STEPS,
    STUCK,
    TESTED,
    WIDEST,
)

LEVELS_AT_ONCE = 64
HELD, NOT_MAXIMAL, LEAF, ONE_CHILD, MANY = range(5)


@kernel(threads=SMALL, blocks=3)
def search(pool, output, control, least, min_grown):
    """Search all nodes in the pool, and all below them, until none is left.

    A cooperative launch: the phases are separated by barriers of the whole grid. After
    some levels it pauses, for the host to look after its user; another launch goes on.
    """
    grid = cuda.cg.this_grid()
    steps = np.int64(0)
    if cuda.grid(1) == 0:
        control[ROWS] = min(control[ROWS], control[FIRST_LOST])
    grid.sync()
    for level in range(LEVELS_AT_ONCE):
        steps += test_rows(pool, output, control, least, min_grown)
        keep_deferred(pool, control)
        grid.sync()
        if cuda.grid(1) == 0:
            open_segment(pool, control)
        grid.sync()
        if control[DEPTH] == 0:
            break
        steps += expand_rows(pool, control, least)
        grid.sync()
        if cuda.grid(1) == 0:
            close_segment(pool, control)
            if control[STATUS] == GOING and level == LEVELS_AT_ONCE - 1:
                control[STATUS] = PAUSED
        grid.sync()
        if control[STATUS] == STUCK:
            break
    share_of_block(control, steps)


@device
def open_segment(pool, control):
    """Put the children that the test found on the stack, and take what is on top."""
    depth = control[DEPTH]
    begin = np.int64(0)
    if depth > 0:
        begin = pool.stack[depth - 1, S_END]
    if control[INNER] > begin:
        pool.stack[depth, S_BEGIN] = begin
        pool.stack[depth, S_END] = control[INNER]
        pool.stack[depth, S_ROWS] = control[ROWS]
        pool.stack[depth, S_NODES] = control[NODES]
        depth += 1
    control[DEPTH] = depth
    if depth > 0:
        top = depth - 1
        control[ROWS] = pool.stack[top, S_ROWS]
        control[NODES] = pool.stack[top, S_NODES]
        control[EXPAND_BEGIN] = pool.stack[top, S_BEGIN]
        control[EXPAND_END] = pool.stack[top, S_END]
        control[FIRST_LOST] = NEVER
        control[ROW_LIMIT] = share(control[ROWS], pool.bits.size, control[WIDEST])
        control[NODE_LIMIT] = share(control[NODES], pool.joined.size, 1)
    control[CHUNKS] = 0
    control[DEFERRED] = 0
    control[NEXT] = 0


@device
def share(used, size, largest):
    """How far a level may fill what is left: half of it, but for room for a largest
    node on each level below. So a child always finds room for one of its own, unless
    the pool is too small for that."""
    spare = size - used - STACK_DEPTH * largest
    return min(size, used + largest + max(np.int64(0), spare // 2))


@device
def close_segment(pool, control):
    """What was deferred stays on the stack; what is new will be tested."""
    top = control[DEPTH] - 1
    begin = pool.stack[top, S_BEGIN]
    control[ROWS] = min(control[ROWS], control[FIRST_LOST])
    control[NODES] = min(control[NODES], control[NODE_LIMIT])
    if control[DEFERRED] < control[EXPAND_END] - begin:
        control[GROUP] = WARP
    elif control[GROUP] > 1:  # one child finds room where a group finds none
        control[GROUP] = 1
    else:
        control[STATUS] = STUCK
    pool.stack[top, S_END] = begin + control[DEFERRED]
    control[INNER] = begin + control[DEFERRED]
    if control[DEFERRED] == 0:
        control[DEPTH] = top
    control[NEXT] = 0


@device
def keep_deferred(pool, control):
    """Copy the deferred entries to their place on the stack."""
    n = control[DEFERRED]
    if n > 0:
        begin = pool.stack[control[DEPTH] - 1, S_BEGIN]
        for i in range(cuda.grid(1), n, cuda.gridsize(1)):
            pool.inner[begin + i] = pool.deferred[i]


@device
def next_piece(control, n):
    """The warp's next piece of work: n consecutive items, from where."""
    first = np.int64(0)
    if cuda.threadIdx.x % WARP == 0:
        first = cuda.atomic.add(control, NEXT, n)
    return from_first_lane(first)


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


@device
def expand_rows(pool, control, least):
    """Make a node of every child that was noted; returns this thread's steps.

    A warp takes a group of children at a time, and room for all of them at once: one
    by one, the warps would queue for the cursors.
    """
    lane = cuda.threadIdx.x % WARP
    begin, end = control[EXPAND_BEGIN], control[EXPAND_END]
    group = group_for(control, end - begin, cuda.gridsize(1) // WARP)
    steps = np.int64(0)
    first = begin + next_piece(control, group)
    while first < end:
        n = min(group, end - first)
        mine, n_later, n_other = np.int64(-1), np.int64(0), np.int64(0)
        if lane < n:
            mine = np.int64(pool.inner[first + lane])
            n_later = np.int64(pool.n_later[mine])
            n_other = np.int64(pool.n_other[mine])
        node, at = take_rooms(pool, control, n, n_later, n_other)
        if node < 0:
            defer(control, DEFERRED, pool.deferred, mine, n)
        else:
            if lane < n:
                old = pool.owner[mine]
                describe(pool, node + lane, at, n_later, n_other)
                pool.joined[node + lane] = pool.size[mine]
                pool.universe[node + lane] = pool.universe[old]
            for j in range(n):
                row = from_lane(mine, j)
                start = from_lane(at, j)
                other = start + from_lane(n_later, j)
                steps += fill_node(pool, row, node + j, start, other, least)
        first = begin + next_piece(control, group)
    return steps


@device
def group_for(control, n, warps):
    """Children that a warp takes at a time: as many as leave no warp without any."""
    return max(np.int64(1), min(control[GROUP], n // warps))


@device
def describe(pool, node, first, n_later, n_other):
    """Where the rows of a node are: candidates, then excluded rows."""
    pool.candidates[node, 0] = first
    pool.candidates[node, 1] = first + n_later
    pool.excluded[node, 0] = first + n_later
    pool.excluded[node, 1] = first + n_later + n_other


@device
def kind_of_row(pool, k, mask, least):
    """What a candidate row is to the child `mask`: 0 nothing, 1 a candidate, 2 an
    excluded row."""
    other = pool.bits[k]
    meet = other & mask
    if pool.owner[k] < 0 or meet == mask or not at_least(meet, least):
        return 0
    if other > mask:
        return 1
    return 2


@device
def take_room(pool, control, n_nodes, n_rows):
    """The first of so many nodes and rows, or -1 if there is no room: one thread."""
    first = cuda.atomic.add(control, ROWS, n_rows)
    if first + n_rows > control[ROW_LIMIT]:
        cuda.atomic.min(control, FIRST_LOST, first)
        return np.int64(-1), first
    node = cuda.atomic.add(control, NODES, n_nodes)
    if node + n_nodes > control[NODE_LIMIT]:
        return np.int64(-1), first
    return node, first


@device
def take_rooms(pool, control, n, n_later, n_other):
    """Room for a node of each of the first n lanes: the first node, or -1 for all of
    them, and this lane's first row."""
    lane = cuda.threadIdx.x % WARP
    before, total = sum_before(n_later + n_other, lane)
    node, first = np.int64(-1), np.int64(0)
    if lane == 0:
        node, first = take_room(pool, control, n, total)
    node, first = from_first_lane(node), from_first_lane(first) + before
    if node >= 0:
        before, total = sum_before((n_later + WARP - 1) // WARP, lane)
        at = np.int64(0)
        if lane == 0:
            at = cuda.atomic.add(control, CHUNKS, total)
        write_chunks(pool, from_first_lane(at) + before, node + lane, first, n_later)
    return node, first


@device
def write_chunks(pool, at, node, first, n_later):
    """The pieces in which the candidates of a node will be tested: one thread."""
    for k in range(0, n_later, WARP):
        pool.chunk_node[at] = node
        pool.chunk_first[at] = first + k
        at += 1


@device
def defer(control, counter, waiting, item, n):
    """Put the items of the first n lanes on a list, for later."""
    lane = cuda.threadIdx.x % WARP
    at = np.int64(0)
    if lane == 0:
        at = cuda.atomic.add(control, counter, n)
    at = from_first_lane(at)
    if lane < n:
        waiting[at + lane] = item


@device
def fill_node(pool, row, new, at, other_at, least):
    """Copy the rows that meet the child of `row`, each group in order; returns steps.

    Of the rows that the test has counted, some may have been found not maximal since:
    the node is shorter then than the room that was made for it.
    """
    node = pool.owner[row]
    mask = pool.bits[row]
    lane = cuda.threadIdx.x % WARP
    c_begin, c_end = pool.candidates[node, 0], pool.candidates[node, 1]
    for first in range(c_begin, c_end, WARP):
        k = first + lane
        kind = 0
        if k < c_end:
            kind = kind_of_row(pool, k, mask, least)
        later = cuda.ballot_sync(ALL_LANES, kind == 1)
        other = cuda.ballot_sync(ALL_LANES, kind == 2)
        if kind == 1:
            place = at + lanes_before(later, lane)
            pool.bits[place] = pool.bits[k] & mask
            pool.weight[place] = pool.total[k]
            pool.owner[place] = new
        elif kind == 2:
            pool.bits[other_at + lanes_before(other, lane)] = pool.bits[k] & mask
        at += voters(later)
        other_at += voters(other)
    e_begin, e_end = pool.excluded[node, 0], pool.excluded[node, 1]
    for first in range(e_begin, e_end, WARP):
        k = first + lane
        meet = np.uint64(0)
        if k < e_end:
            meet = pool.bits[k] & mask
        keep = at_least(meet, least)
        ballot = cuda.ballot_sync(ALL_LANES, keep)
        if keep:
            pool.bits[other_at + lanes_before(ballot, lane)] = meet
        other_at += voters(ballot)
    if lane == 0:
        pool.candidates[new, 1] = at
        pool.excluded[new, 1] = other_at
    return (c_end - c_begin + e_end - e_begin) // WARP + 2


@device
def share_of_block(control, steps):
    """Add up the steps of the block, for the report of how even the shares were."""
    sums = cuda.shared.array(1, np.int64)
    if cuda.threadIdx.x == 0:
        sums[0] = 0
    cuda.syncthreads()
    steps = warp_sum(steps)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(sums, 0, steps)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(control, STEPS, sums[0])
        cuda.atomic.max(control, MOST_STEPS, sums[0])
