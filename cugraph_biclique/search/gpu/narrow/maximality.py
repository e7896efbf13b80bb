# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Check the maximality of narrow nodes' children against all rows of their node."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device.simt import (
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
    from_lane,
    has_lane,
    lowest_lane,
    popcount,
    voters,
    warp_sum,
    warp_sum_32,
    without,
    word_from_lane,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.bound import is_open, raise_score, reaches
from cugraph_biclique.search.gpu.output import emit

NOT_MAXIMAL, LEAF, ONE_CHILD, MANY = range(4)

# Columns of a chunk's head: those of its node, then
H_FIRST, H_N = S.NODE_FIELDS, S.NODE_FIELDS + 1  # its first candidate, and their number
HEAD_FIELDS = S.NODE_FIELDS + 2


@device
def test_rows(pool, output, control, sizes):
    """Test the children of the candidates in all chunks; returns this thread's steps.

    A chunk has candidates of one node, one per lane of a warp. The warp reads the rows
    of the node in groups, one or more per lane. All lanes compare their rows with one
    candidate at a time.
    """
    heads = cuda.shared.array((WARPS, WARP, HEAD_FIELDS), np.int32)
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    steps = np.int64(0)
    tested, covered, found = np.int32(0), np.int32(0), np.int32(0)
    n_chunks = control[C.CHUNKS]
    batch = max(np.int64(1), min(n_chunks // (8 * warps), np.int64(WARP)))
    chunk = advance(control, C.NEXT, batch)
    while chunk < n_chunks:
        n_here = np.int32(min(batch, n_chunks - chunk))
        read_heads(pool, chunk, n_here, heads[cuda.threadIdx.x // WARP])
        for j in range(n_here):
            head = heads[cuda.threadIdx.x // WARP, j]
            row = np.uint32(head[H_FIRST] + lane)
            active = lane < head[H_N] and pool.owner[row] >= 0
            mask = pool.bits[row] if active else ZERO
            state, size, only, only_size = test_chunk(
                pool, head, active, mask, sizes.least, sizes.bound
            )
            maximal = state != NOT_MAXIMAL
            tested = np.int32(tested + active + (state == ONE_CHILD))
            covered = np.int32(covered + (active and not maximal))
            keep = maximal and size >= sizes.min_grown
            keep = keep and reaches(sizes.bound, popcount(mask), size)
            raise_score(sizes.bound, keep, popcount(mask), size)
            n = emit(output, control, keep, mask, head[S.UNIVERSE], size)
            found = np.int32(found + n)
            keep = state == ONE_CHILD and only_size >= sizes.min_grown
            keep = keep and reaches(sizes.bound, popcount(only), only_size)
            raise_score(sizes.bound, keep, popcount(only), only_size)
            n = emit(output, control, keep, only, head[S.UNIVERSE], only_size)
            found = np.int32(found + n)
            append(control, C.INNER, pool.inner, row, state == MANY)
            n_rows = head[S.C_END] - head[S.C_BEGIN] + head[S.E_END] - head[S.E_BEGIN]
            n_tested = voters(cuda.ballot_sync(ALL_LANES, maximal))
            steps += (n_rows // WARP + 2) * (n_tested + 2)
        chunk = advance(control, C.NEXT, batch)
    add_counters(control, tested, covered, found, output.mask.size == 0)
    return steps


@device
def read_heads(pool, chunk, n, heads):
    """Read the heads of n chunks and their nodes, one lane per chunk."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    cuda.syncwarp()
    if lane < n:
        node = pool.chunks[chunk + lane, C.CHUNK_NODE]
        first = pool.chunks[chunk + lane, C.CHUNK_FIRST]
        for k in range(S.NODE_FIELDS):
            heads[lane, k] = pool.nodes[node, k]
        heads[lane, H_FIRST] = first
        heads[lane, H_N] = min(
            pool.chunks[chunk + lane, C.CHUNK_SIZE], pool.nodes[node, S.C_END] - first
        )
    cuda.syncwarp()


@device
def test_chunk(pool, head, active, mask, least, bound):
    """Test each lane's candidate; returns its state, and its size of R.

    If the candidate has exactly one child, also returns that child's row and size of R.
    A candidate that is not maximal is pruned from its node. The row that excludes it
    also excludes all that the candidate could exclude or join.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    row = np.uint32(head[H_FIRST] + lane)
    same = cuda.match_any_sync(ALL_LANES, np.int64(mask))
    alive = ballot_of(active and lowest_lane(same) == lane)
    alive = not_excluded(pool, head, mask, alive)
    alive, total, above, several, only, below = against_candidates(
        pool, head, mask, alive, least, bound
    )
    maximal = has_lane(alive, lane)
    size = np.int32(head[S.OF_ALL] + total + above)
    only_size = size
    state = NOT_MAXIMAL
    if maximal:
        state = LEAF if only == ZERO else MANY if several else ONE_CHILD
        if not (is_open(bound, size) and reaches(bound, popcount(mask), size + below)):
            state = LEAF
        pool.total[row] = total
        pool.size[row] = size
    elif active:
        pool.owner[row] = -1
    ones = ballot_of(state == ONE_CHILD)
    if ones != 0:
        ones, more = only_children(pool, head, mask, only, ones)
        only_size = np.int32(size + more)
        if state == ONE_CHILD and not has_lane(ones, lane):
            state = LEAF
    return state, size, only, only_size


@device
def row_or_nothing(pool, k, end):
    """The row at k, or zero behind the last row."""
    return pool.bits[k] if k < end else ZERO


@device
def lacks(row, wanted):
    """Return the bits of a mask that a row lacks."""
    return wanted & ~row


@device
def not_excluded(pool, head, mask, alive):
    """Return the candidates of `alive` that are contained in no excluded row.

    The warp reads 128 excluded rows at a time.
    """
    # With unsigned indices, Numba does not check for negative ones.
    step = np.uint32(WARP)
    k = np.uint32(np.uint32(head[S.E_BEGIN]) + np.uint32(cuda.threadIdx.x % WARP))
    first, end = head[S.E_BEGIN], np.uint32(head[S.E_END])
    while first < head[S.E_END] and alive != 0:
        a = row_or_nothing(pool, k, end)
        b = row_or_nothing(pool, np.uint32(k + step), end)
        c = row_or_nothing(pool, np.uint32(k + 2 * step), end)
        d = row_or_nothing(pool, np.uint32(k + 3 * step), end)
        todo = alive
        while todo != 0:
            candidate = lowest_lane(todo)
            todo = without(todo, candidate)
            wanted = word_from_lane(mask, candidate)
            one = lacks(a, wanted) == ZERO
            two = lacks(b, wanted) == ZERO
            three = lacks(c, wanted) == ZERO
            four = lacks(d, wanted) == ZERO
            if cuda.any_sync(ALL_LANES, one | two | three | four):
                alive = without(alive, candidate)
        k = np.uint32(k + 4 * step)
        first = np.int32(first + 4 * WARP)
    return alive


@device
def against_candidates(pool, head, mask, alive, least, bound):
    """Compare the candidates of `alive` with all candidates of their node.

    Returns the candidates that are the first of their twins. The next results are for
    each of them: the weight of its twins, and of the rows that properly contain it;
    whether later rows make several children; the row of one child, if any. With a
    bound, the last result is the weight of the later rows.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    total, above, below = np.int32(0), np.int32(0), np.int32(0)
    several, only = False, ZERO
    first, end = head[S.C_BEGIN], head[S.C_END]
    next_bits, next_weight = row_and_weight(pool, first, end)
    while first < end:
        bits, weight = next_bits, next_weight
        next_bits, next_weight = row_and_weight(pool, np.int32(first + WARP), end)
        # Leave out pruned candidates of this chunk. Those of other chunks are not
        # known, because other warps test these chunks at the same time.
        place = np.int32(first + lane - head[H_FIRST])
        usable = place < 0 or place >= head[H_N] or has_lane(alive, place)
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
            is_later = usable and bits > wanted and meet != wanted
            is_later = is_later and at_least(meet, least)
            later = ballot_of(is_later)
            if later != 0:
                if bound is not None:
                    weight_here = weight_of_lanes(weight, later)
                    if lane == c:
                        below = np.int32(below + weight_here)
                one = word_from_lane(meet, lowest_lane(later))
                differ = cuda.any_sync(ALL_LANES, is_later and meet != one)
                if lane == c:
                    several = several or differ or (only != ZERO and only != one)
                    only = one
        first = np.int32(first + WARP)
    return alive, total, above, several, only, below


@device
def row_and_weight(pool, first, end):
    """Return a candidate of this lane, and its weight; zero behind the last one."""
    k, last = np.uint32(first + cuda.threadIdx.x % WARP), np.uint32(end)
    weight = pool.weight[k] if k < last else np.int32(0)
    return row_or_nothing(pool, k, last), weight


@device
def weight_of_lanes(weight, lanes):
    """Sum of the weights of some lanes, usually of one."""
    one = lowest_lane(lanes)
    if without(lanes, one) == 0:
        return from_lane(weight, one)
    return warp_sum_32(
        weight if has_lane(lanes, cuda.threadIdx.x % WARP) else np.int32(0)
    )


@device
def only_children(pool, head, mask, only, ones):
    """Test the only children of the candidates of `ones`.

    Returns which of these children are maximal, and how many grown vertices each adds
    to the R of its candidate.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    ones = not_excluded(pool, head, only, ones)
    more = np.int32(0)
    first, end = head[S.C_BEGIN], head[S.C_END]
    while first < end and ones != 0:
        k = np.uint32(first + lane)
        bits = row_or_nothing(pool, k, np.uint32(end))
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
                weight = pool.weight[k] if first + lane < end else np.int32(0)
                weight_here = weight_of_lanes(weight, joins)
                if lane == c:
                    more = np.int32(more + weight_here)
        first = np.int32(first + WARP)
    return ones, more


@device
def add_counters(control, tested, covered, found, counting):
    """Add the threads' counters to those in `control`, once per warp."""
    tested = warp_sum(np.int64(tested))
    covered = warp_sum(np.int64(covered))
    found = warp_sum(np.int64(found))
    if cuda.threadIdx.x % WARP == 0 and tested > 0:
        cuda.atomic.add(control, S.TESTED, tested)
        cuda.atomic.add(control, S.COVERED, covered)
        if counting:
            cuda.atomic.add(control, S.FOUND, found)
