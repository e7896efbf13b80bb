# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Expand narrow nodes: copy the rows of each child from its parent."""

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
    first_bits,
    from_first_lane,
    from_lane,
    has_lane,
    lanes_before,
    lowest_lane,
    popcount,
    sum_before,
    voters,
    without,
    word_from_lane,
)
from cugraph_biclique.device.stack import group_for, take_nodes, take_room, take_slab
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow.excluded import (
    SLOTS,
    append_excluded,
    clear_table,
    leave_out_contained,
    two_rows,
)
from cugraph_biclique.search.gpu.narrow.lane_lists import (
    MOST_CANDIDATES,
    MOST_WEIGHT,
    WITHIN,
    add_candidate,
    describe_listed,
    empty_list,
    list_tables,
)
from cugraph_biclique.search.gpu.narrow.lane_tables import (
    MOST_MEMBERS,
    TABLE_WORDS,
    count_tables,
    empty_table,
    enter_subset,
    members_of,
    subset_of,
)
from cugraph_biclique.search.gpu.state import ROW_FIELDS  # shapes need plain names

LEAST_CHUNK = 4
CHUNK_PAIRS = 2048  # pairs of a candidate and a row per chunk, unless it is the least
MOST_EXCLUDED = 8 * WARP  # most excluded rows of a small node
SLAB = 4096  # rows that a warp reserves at a time


@device
def expand_rows(pool, output, control, sizes, families, lists):
    """Make a node of every child that was noted; returns this thread's steps.

    A warp takes a group of children at a time. Each lane reads the data of one child,
    and the warp makes their nodes one by one, in a slab of the pool.

    Unless the search has a bound, `families` has the tables of all warps: uint32
    (WARPS, WARP, TABLE_WORDS), in shared memory. A child of few members then gets a
    table instead of a node. `lists` is None in a count that needs no sizes of R, else
    what `lane_lists` needs: uint32 (WARPS, WARP, LIST_WORDS). Also returns the thread's
    numbers of tests and of bicliques below these children.
    """
    tables = cuda.shared.array((WARPS, SLOTS), np.uint64)
    parents = cuda.shared.array((WARPS, WARP, ROW_FIELDS), np.int32)
    warp = cuda.threadIdx.x // WARP
    lane = np.int32(cuda.threadIdx.x % WARP)
    slab, slab_end, steps = np.int32(0), np.int32(0), np.int32(0)
    n_tables, tested, found = np.int32(0), np.int32(0), np.int32(0)
    empty_tables(families, lists)
    while True:
        first, n = next_children(control)
        row, mask = np.int32(-1), ZERO
        cuda.syncwarp()
        if lane < n:
            row = pool.inner[first + lane]
            mask = pool.bits[row]
            for k in range(ROW_FIELDS):
                parents[warp, lane, k] = pool.nodes[pool.owner[row], k]
        cuda.syncwarp()
        todo = np.uint32(first_bits(n))
        if families is not None:
            few = ballot_of(lane < n and popcount(mask) <= MOST_MEMBERS)
            todo = np.uint32(todo & ~few)
            full = np.int32(WARP if n > 0 else 1)  # at the end, evaluate what is left
            while few != 0 or n_tables >= full:
                if n_tables >= full:
                    n_tested, n_found = take_tables(
                        families, lists, output, control, sizes
                    )
                    tested = np.int32(tested + n_tested)
                    found = np.int32(found + n_found)
                    n_tables = np.int32(0)
                else:
                    j = lowest_lane(few)
                    few = without(few, j)
                    parent, child = parents[warp, j], word_from_lane(mask, j)
                    steps = np.int32(steps + rows_of(parent) // WARP + 4)
                    if enter_rows(
                        pool, parent, child, from_lane(row, j), families, lists,
                        n_tables, sizes.least,
                    ):  # fmt: skip
                        n_tables = np.int32(n_tables + 1)
                    else:
                        todo = np.uint32(todo | np.uint32(1) << np.uint32(j))
        if n == 0:
            break
        left = has_lane(todo, lane)
        node = np.int32(take_nodes(control, voters(todo)))
        its_node = np.int32(node + lanes_before(todo, lane))
        begin, middle, behind = np.int32(0), np.int32(0), np.int32(-1)
        while todo != 0:
            j = lowest_lane(todo)
            todo = without(todo, j)
            parent, child = parents[warp, j], word_from_lane(mask, j)
            most = rows_of(parent)
            steps = np.int32(steps + most // WARP + 4)
            # If there are no nodes left, do not reserve rows, which others may need.
            if node >= 0 and slab_end - slab < most:
                later, others = count_rows(pool, parent, child, sizes.least)
                most = np.int32(later + others)  # `fill_node` writes no more rows
                if slab_end - slab < most:
                    slab, slab_end = new_slab(control, most)
            if node >= 0 and slab_end - slab >= most:
                new = from_lane(its_node, j)
                its_middle, its_end = fill_node(
                    pool, parent, child, new, slab, sizes.least, tables[warp]
                )
                if lane == j:
                    begin, middle, behind = slab, its_middle, its_end
                slab = its_end
        made = behind >= 0
        describe_made(pool, control, made, its_node, row, begin, middle, behind)
        append(control, C.DEFERRED, pool.deferred, row, left and not made)
    return np.int64(steps), tested, found


@device
def empty_tables(families, lists):
    """Empty the lane's table, if the search has tables."""
    if families is not None:
        empty_table(families[cuda.threadIdx.x // WARP])
    if lists is not None:
        empty_list(lists[cuda.threadIdx.x // WARP])


@device
def take_tables(families, lists, output, control, sizes):
    """Count or emit the bicliques of the warp's tables, and empty these.

    Returns the lane's number of tests, and of bicliques as `emit` does.
    """
    warp = cuda.threadIdx.x // WARP
    if lists is not None:
        return list_tables(families[warp], lists[warp], output, control, sizes)
    n = count_tables(families[warp], sizes.least)
    return n, n


@device
def next_children(control):
    """Take the next group of children to expand: returns the first, and how many."""
    n = control[C.EXPAND_END] - control[C.EXPAND_BEGIN]
    group = group_for(control, n, cuda.gridsize(1) // WARP)
    first = advance(control, C.NEXT, group)
    n = max(np.int64(0), min(group, n - first))
    return np.int32(control[C.EXPAND_BEGIN] + first), np.int32(n)


@device
def new_slab(control, least):
    """Reserve a slab of the pool for a warp, with at least `least` rows."""
    warps = cuda.gridsize(1) // WARP
    most = min(SLAB, (control[C.ROW_LIMIT] - control[C.ROWS_THEN]) // (4 * warps))
    begin, end = take_slab(control, least, most)
    return np.int32(begin), np.int32(end)


@device
def enter_rows(pool, parent, mask, child, families, lists, place, least):
    """Enter the rows of a child with the row `mask` into the table at `place`.

    `child` is the place of its row in the pool.

    Pruned candidates are entered, too. This changes no family, because an excluded row
    contains all that they contain. Returns whether the table has all that a list needs;
    otherwise it is empty again.
    """
    warp = cuda.threadIdx.x // WARP
    lane = np.int32(cuda.threadIdx.x % WARP)
    members = members_of(mask)
    n_listed = np.int32(0)
    begin = parent[S.C_BEGIN]
    ahead = any_row(pool, parent, np.int32(begin + lane))
    behind = any_row(pool, parent, np.int32(begin + WARP + lane))
    for first in range(begin, parent[S.E_END], WARP):
        row = ahead
        ahead, behind = behind, any_row(pool, parent, np.int32(first + 2 * WARP + lane))
        subset = np.int32(0)
        if row & mask != mask:
            is_excluded = row < mask or first + lane >= parent[S.E_BEGIN]
            subset = subset_of(row & mask, members)
            enter_subset(families[warp], place, subset, least, is_excluded)
        if lists is not None and first < parent[S.C_END]:
            n_listed = list_candidates(
                pool, parent, np.int32(first + lane), row > mask, subset, lists, place,
                n_listed, least,
            )  # fmt: skip
    if lists is None:
        return True
    cuda.syncwarp()
    if n_listed > MOST_CANDIDATES:
        if lane < TABLE_WORDS:
            families[warp, place, lane] = 0
        if lane < WITHIN:
            lists[warp, place, lane] = 0
        cuda.syncwarp()
        return False
    if lane == 0:
        universe = pool.nodes[pool.owner[child], S.UNIVERSE]
        describe_listed(lists[warp], place, members, pool.size[child], universe)
    return True


@device
def list_candidates(pool, node, k, is_later, subset, lists, place, n, least):
    """Store the lanes' candidates of a node for the table at `place`, behind the n
    first ones; returns their number, or more than fit if a weight is too large.

    Pruned candidates are left out: the total of an equal one has their weight.
    """
    is_later = is_later and np.int32(cuda.popc(np.uint32(subset))) >= least
    is_later = is_later and k < node[S.C_END] and pool.owner[k] >= 0
    weight = pool.total[k] if is_later else np.int32(0)
    kept = cuda.ballot_sync(ALL_LANES, is_later)
    at = np.int32(n + lanes_before(kept, cuda.threadIdx.x % WARP))
    if is_later and weight <= MOST_WEIGHT and at < MOST_CANDIDATES:
        add_candidate(lists[cuda.threadIdx.x // WARP], place, at, subset, weight)
    if cuda.any_sync(ALL_LANES, weight > MOST_WEIGHT):
        return np.int32(MOST_CANDIDATES + 1)
    return np.int32(n + voters(kept))


@device
def any_row(pool, node, k):
    """Return the row of a node at place k, or zero if there is none.

    There may be places without a row behind the candidates.
    """
    is_row = k < node[S.C_END] or (node[S.E_BEGIN] <= k and k < node[S.E_END])
    return pool.bits[np.uint32(k)] if is_row else ZERO


@device
def rows_of(node):
    """Number of rows of a node."""
    return node[S.C_END] - node[S.C_BEGIN] + node[S.E_END] - node[S.E_BEGIN]


@device
def count_rows(pool, parent, mask, least):
    """Count the candidates and excluded rows of the child `mask`, by a warp.

    The second number is an upper bound: of these excluded rows, `fill_node` leaves out
    equal and contained ones. Otherwise it must take the same rows.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    n_later, n_others = np.int32(0), np.int32(0)
    first = parent[S.C_BEGIN]
    while first < parent[S.C_END]:
        bits = candidate_row(pool, np.uint32(first + lane), np.uint32(parent[S.C_END]))
        keep = bits & mask != mask and at_least(bits & mask, least)
        n_later = np.int32(n_later + voters(ballot_of(keep and bits > mask)))
        n_others = np.int32(n_others + voters(ballot_of(keep and bits < mask)))
        first = np.int32(first + WARP)
    first = parent[S.E_BEGIN]
    while first < parent[S.E_END]:
        meet, next_meet = two_rows(pool, first, parent[S.E_END])
        n_others = np.int32(n_others + voters(ballot_of(at_least(meet & mask, least))))
        next_meet &= mask
        n_others = np.int32(n_others + voters(ballot_of(at_least(next_meet, least))))
        first = np.int32(first + 2 * WARP)
    return n_later, n_others


@device
def candidate_row(pool, k, end):
    """Return a candidate's row; zero behind the last one, or if it was pruned."""
    if k >= end:
        return ZERO
    row, owner = pool.bits[k], pool.owner[k]  # both loads at the same time
    return row if owner >= 0 else ZERO


@device
def fill_node(pool, parent, mask, new, at, least, table):
    """Copy the parent's rows that intersect the child `mask` to a new node, by a warp.

    Candidates are written from `at` on, and excluded rows behind them. Returns where
    the excluded rows begin and end. `table`: uint64 (SLOTS,), in shared memory.
    """
    at = np.int32(at)
    c_begin, c_end = parent[S.C_BEGIN], parent[S.C_END]
    e_begin, e_end = parent[S.E_BEGIN], parent[S.E_END]
    first = c_begin
    while first < c_end:
        one, other = two_candidates(pool, first, c_end)
        weight, other_weight = two_totals(pool, first, c_end)
        at = append_candidates(pool, one, weight, mask, new, at, least)
        if first + WARP < c_end:
            at = append_candidates(pool, other, other_weight, mask, new, at, least)
        first = np.int32(first + 2 * WARP)
    middle = at
    last = clear_table(table, c_end - c_begin + e_end - e_begin)
    first = c_begin
    while first < c_end:
        one, other = two_candidates(pool, first, c_end)
        one = one & mask if one < mask else ZERO
        other = other & mask if other < mask else ZERO
        at = append_excluded(pool, table, last, one, at, least)
        if first + WARP < c_end:
            at = append_excluded(pool, table, last, other, at, least)
        first = np.int32(first + 2 * WARP)
    first = e_begin
    while first < e_end:
        one, two = two_rows(pool, first, e_end)
        three, four = two_rows(pool, np.int32(first + 2 * WARP), e_end)
        at = append_excluded(pool, table, last, one & mask, at, least)
        at = append_excluded(pool, table, last, two & mask, at, least)
        if first + 2 * WARP < e_end:
            at = append_excluded(pool, table, last, three & mask, at, least)
            at = append_excluded(pool, table, last, four & mask, at, least)
        first = np.int32(first + 4 * WARP)
    return middle, leave_out_contained(pool, middle, at, table)


@device
def two_candidates(pool, first, end):
    """Return two candidates for this lane, a warp apart, as `candidate_row` does."""
    k, last = np.uint32(first + cuda.threadIdx.x % WARP), np.uint32(end)
    one = candidate_row(pool, k, last)
    return one, candidate_row(pool, np.uint32(k + np.uint32(WARP)), last)


@device
def two_totals(pool, first, end):
    """Return the totals of `two_candidates`. Few are needed, but to load all of them
    beside the rows takes less time than to wait for some afterwards."""
    k, last = np.uint32(first + cuda.threadIdx.x % WARP), np.uint32(end)
    one = pool.total[k] if k < last else np.int32(0)
    k = np.uint32(k + np.uint32(WARP))
    return one, pool.total[k] if k < last else np.int32(0)


@device
def append_candidates(pool, row, weight, mask, new, at, least):
    """Append the lanes' candidates that are rows of the child `mask` to its node `new`;
    returns the place behind them."""
    meet = row & mask if row > mask else ZERO
    keep = meet != mask and at_least(meet, least)
    kept = cuda.ballot_sync(ALL_LANES, keep)
    if keep:
        place = np.uint32(at + lanes_before(kept, cuda.threadIdx.x % WARP))
        pool.bits[place] = meet
        pool.weight[place] = weight
        pool.owner[place] = new
    return np.int32(at + voters(kept))


@device
def describe_made(pool, control, made, node, row, begin, middle, behind):
    """Describe the nodes of the lanes that made one, and list their chunks."""
    n_later, n_rows = np.int64(0), np.int64(0)
    if made:
        old = pool.owner[row]
        describe(pool, node, begin, middle, middle, behind)
        pool.nodes[node, S.OF_ALL] = pool.size[row]
        pool.nodes[node, S.UNIVERSE] = pool.nodes[old, S.UNIVERSE]
        n_later, n_rows = np.int64(middle - begin), np.int64(behind - begin)
    add_chunks(pool, control, node, begin, n_later, n_rows)


@device
def describe(pool, node, c_begin, c_end, e_begin, e_end):
    """Store where the rows of a node begin and end."""
    pool.nodes[node, S.C_BEGIN] = c_begin
    pool.nodes[node, S.C_END] = c_end
    pool.nodes[node, S.E_BEGIN] = e_begin
    pool.nodes[node, S.E_END] = e_end


@device
def take_rooms(pool, control, n, n_later, n_other):
    """Reserve a node with its rows for each of the first n lanes, and list the nodes.

    Returns the first node, and this lane's first row. The node is -1 if not all fit;
    then nothing is listed.
    """
    lane = cuda.threadIdx.x % WARP
    before, total = sum_before(n_later + n_other, lane)
    node, first = np.int64(-1), np.int64(0)
    if lane == 0:
        node, first = take_room(control, n, total)
    node, first = from_first_lane(node), from_first_lane(first) + before
    if node >= 0:
        add_chunks(pool, control, node + lane, first, n_later, n_later + n_other)
    return node, first


@device
def add_chunks(pool, control, node, first, n_later, n_rows):
    """List each lane's node: in `subtrees` if it is small, else in chunks."""
    lane = cuda.threadIdx.x % WARP
    small = is_small(n_later, n_rows)
    listed = small and n_later > 0
    append(control, S.SUBTREES, pool.subtrees, np.int32(node), listed)
    if small:
        n_later = np.int64(0)
    size = chunk_size(n_rows)
    before, total = sum_before((n_later + size - 1) // size, lane)
    at = advance(control, C.CHUNKS, total) + before
    write_chunks(pool, at, node, first, n_later, size)


@device
def write_chunks(pool, at, node, first, n_later, size):
    """Write the chunks of a node's candidates for the next test, by one thread."""
    for k in range(0, n_later, size):
        pool.chunks[at, C.CHUNK_NODE] = node
        pool.chunks[at, C.CHUNK_FIRST] = first + k
        pool.chunks[at, C.CHUNK_SIZE] = size
        at += 1


@device
def is_small(n_later, n_rows):
    """Whether one warp searches the subtree of a node, see `subtrees`."""
    return n_later <= WARP and n_rows - n_later <= MOST_EXCLUDED


@device
def chunk_size(n_rows):
    """Number of candidates per chunk: the more rows a node has, the fewer.

    So the last chunk of a level does not take long.
    """
    size = np.int64(WARP)
    while size > LEAST_CHUNK and size * n_rows > CHUNK_PAIRS:
        size //= 2
    return size
