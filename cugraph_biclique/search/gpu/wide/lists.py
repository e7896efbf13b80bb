# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""List the children of wide nodes, and the members of their L'."""

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
    any_lane,
    append,
    ballot_of,
    cuda,
    device,
    from_first_lane,
    from_lane,
    has_lane,
    kernel,
    lanes_before,
    lowest_lane,
    sum_before,
    voters,
    without,
    word_from_lane,
)
from cugraph_biclique.device.stack import group_for
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.tables import TABLE_MEMBERS
from cugraph_biclique.search.gpu.wide.matrices import Wide, has_pairs, warp_of_grid

NOWHERE = np.int64(-1)
FIRSTS = 12  # first members of a child that a warp keeps while it counts
LONG_LIST = 256 * WARP  # if a node has more members, a block lists its children
LONG_IF_FEW = 16 * WARP  # the same limit if there are too few children for all warps


class Columns(NamedTuple):
    """Where to find one word of the column of each member of a node."""

    first_member: Any  # int64, where the members of the node begin
    first_word: Any  # int64, this word of the first column of the matrix
    words: Any  # int32, words of a column


@kernel
def list_children(matrices, nodes, first_child, children, control, of_roots):
    """List the candidates of every node as children, in order: one warp per node.

    `first_child`: int64 (nodes + 1,), the offsets of the children by node. If
    `of_roots`, also list excluded rows that `pair_rows` needs. Also reset the entries
    of `control` about children.
    """
    warp, _ = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    if warp == 0 and S.N_NARROW + lane <= S.MEMBERS:
        control[S.N_NARROW + lane] = 0
    list_some_children(
        matrices, nodes, 0, first_child.size - 1, first_child, children, of_roots
    )


@device
def list_some_children(matrices, nodes, begin, end, first_child, children, of_roots):
    """`list_children` for the nodes begin:end: one warp per node."""
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    for node in range(begin + warp, end, warps):
        at = first_child[node]
        m = nodes.matrix[node]
        words = np.int64(matrices.words[m])
        all_rows = of_roots and has_pairs(matrices, m) and nodes.joined[node] > 0
        for j in range(words):
            mask, excluded = nodes.masks[nodes.mask_begin[node] + j], ZERO
            if all_rows:
                excluded = nodes.masks[nodes.mask_begin[node] + words + j]
            for half in range(2):
                bit = np.uint64(half * WARP + lane)
                has = ((mask | excluded) >> bit) & ONE != ZERO
                ballot = cuda.ballot_sync(ALL_LANES, has)
                if has:
                    k = at + lanes_before(ballot, lane)
                    row = np.int32(j * WORD + half * WARP + lane)
                    children.node[k] = node
                    children.row[k] = row if (mask >> bit) & ONE != ZERO else ~row
                at += voters(ballot)


@kernel(threads=SMALL, blocks=5)
def list_members(graph, matrices, nodes, first_child, children, control):
    """List the members of L' of every child, in order: one warp per 32 children.

    If there are few children, a warp takes fewer. If a node has many members, all warps
    of a block list its children together, and each warp takes a part of the members.
    The block then takes all of its children at once if they are at most 32, or else
    those of one warp at a time. If the lists do not fit, the host enlarges them and
    launches again. `first_child`: int64 (nodes + 1,).
    """
    wide = Wide(matrices, nodes, children)
    firsts = cuda.shared.array((WARPS, FIRSTS, WARP), np.int32)
    counts = cuda.shared.array((WARPS, WARP), np.int32)
    is_long = cuda.shared.array(WARPS, np.int32)
    n_children = np.int32(first_child[first_child.size - 1])
    warp, lane = cuda.threadIdx.x // WARP, cuda.threadIdx.x % WARP
    first_members = firsts[warp]
    group = np.int32(group_for(control, n_children, cuda.gridsize(1) // WARP))
    most = np.int32(LONG_LIST if group > 1 else LONG_IF_FEW)
    first = np.int32(cuda.blockIdx.x * WARPS * group)
    while first < n_children:
        child = child_of(first, warp, group, n_children)
        cuda.syncthreads()  # all warps have read the former contents of `is_long`
        long = child < n_children and length_of(nodes, children, child) > most
        long = cuda.any_sync(ALL_LANES, long)
        if lane == 0:
            is_long[warp] = np.int32(long)
        cuda.syncthreads()
        together = WARPS * group <= WARP and any_flag(is_long)
        # If `together`, the block lists all of its children in one step. Otherwise, in
        # step 0, warps without long lists list their own children. In each later step,
        # the block lists the children of one warp with long lists. There is only one
        # call, because the code must fit the instruction cache.
        turn, last = np.int32(0), np.int32(0 if together else WARPS)
        while turn <= last:
            whose, size, parts = np.int32(turn - 1), group, np.int32(WARPS)
            if together:
                whose, size = np.int32(0), np.int32(WARPS * group)
            elif turn == 0:
                whose, parts = np.int32(warp), np.int32(1)
            if together or is_long[whose] == np.int32(turn > 0):
                list_some(
                    graph, wide, control, child_of(first, whose, size, n_children),
                    n_children, parts, counts, first_members,
                )  # fmt: skip
            turn = np.int32(turn + 1)
        first = np.int32(first + cuda.gridDim.x * WARPS * group)


@kernel(threads=SMALL, blocks=8)
def list_members_singly(graph, matrices, nodes, first_child, children, control):
    """List the members of L' of every child, in order: one warp per child.

    Children share no loads, as they do in `list_members`. But a warp takes fewer steps
    per child. `first_child`: int64 (nodes + 1,).
    """
    wide = Wide(matrices, nodes, children)
    n_children = np.int32(first_child[first_child.size - 1])
    warp, warps = warp_of_grid()
    for child in range(warp, n_children, warps):
        list_child(graph, wide, control, np.int32(child))


@device
def list_child(graph, wide, control, child):
    """List the members of a child, by one warp."""
    matrices, nodes, children = wide
    lane = cuda.threadIdx.x % WARP
    node, row = child_at(children, child, child + 1)
    bit, m = np.uint64(row % WORD), nodes.matrix[node]
    columns = Columns(
        nodes.begin[node], matrices.begin[m] + row // WORD, matrices.words[m]
    )
    end = np.int32(nodes.end[node] - columns.first_member)
    n = np.int32(0)
    for first in range(0, end, 4 * WARP):
        # Read four columns at a time, so that their loads overlap.
        i = np.int32(first + lane)
        _, a = column_at(matrices, nodes, columns, i, end)
        _, b = column_at(matrices, nodes, columns, i + WARP, end)
        _, c = column_at(matrices, nodes, columns, i + 2 * WARP, end)
        _, d = column_at(matrices, nodes, columns, i + 3 * WARP, end)
        n = np.int32(n + voters(lanes_with(a, bit)) + voters(lanes_with(b, bit)))
        n = np.int32(n + voters(lanes_with(c, bit)) + voters(lanes_with(d, bit)))
    alone = child if lane == 0 else child + 1
    size = n if lane == 0 else np.int32(0)
    at = from_first_lane(reserve(children, control, alone, size, child + 1))
    if at >= 0:
        of = graph, matrices, children, m
        for first in range(0, end, WARP):
            i = np.int32(first + lane)
            member, word = column_at(matrices, nodes, columns, i, end)
            at = write_lanes(of, lanes_with(word, bit), member, at)


@device
def lanes_with(word, bit):
    """Return the lanes whose word has this bit."""
    return ballot_of((word >> bit) & ONE != ZERO)


@device
def write_lanes(of, here, member, at):
    """Write the members of the lanes in `here` from `at` on; returns where they end."""
    graph, matrices, children, m = of
    lane = cuda.threadIdx.x % WARP
    if has_lane(here, lane):
        place = at + lanes_before(here, lane)
        write_member(graph, matrices, children, m, place, member)
    return at + voters(here)


@device
def any_flag(flags):
    """Whether any of a block's flags is set."""
    found = False
    for k in range(WARPS):
        found = found or flags[k] != 0
    return found


@device
def child_of(first, warp, group, n_children):
    """Return the lane's child, if the warps of a block take `group` children each.

    The block's children begin at `first`. Other lanes get `n_children`.
    """
    lane = cuda.threadIdx.x % WARP
    child = np.int32(first + warp * group + lane)
    return child if lane < group else n_children


@device
def length_of(nodes, children, child):
    """Number of members of a child's node."""
    node = children.node[child]
    return nodes.end[node] - nodes.begin[node]


@device
def child_at(children, child, n_children):
    """Return a child's node and row; the row is -1 behind the last child."""
    if child < n_children:
        row = children.row[child]
        return children.node[child], row if row >= 0 else ~row
    return np.int32(0), np.int32(-1)


@device
def reserve(children, control, child, n, n_children):
    """Reserve room for the lists of the lanes' children; -1 if they do not fit.

    Also list the children that have too many members for `small_children`.
    """
    before, total = sum_before(np.int64(n), cuda.threadIdx.x % WARP)
    at = advance(control, S.MEMBERS, total)
    fits = at + total <= children.members.size
    at += before
    if child < n_children:
        children.begin[child] = at
        children.end[child] = at + n
    large = child < n_children and n > TABLE_MEMBERS and children.row[child] >= 0
    append(control, S.N_LARGE, children.large, np.int32(child), large)
    return at if fits else np.int64(-1)


@device
def list_some(graph, wide, control, child, n_children, parts, counts, firsts):
    """List the members of the lanes' children, by one warp, or by the block in parts.

    In a block, each warp takes a part of the members. `counts`: int32 (WARPS, WARP) and
    `firsts`: int32 (FIRSTS, WARP), in shared memory.
    """
    children = wide.children
    part = np.int32(cuda.threadIdx.x // WARP if parts > 1 else 0)
    node, row = child_at(children, child, n_children)
    n = take_members(graph, wide, node, row, NOWHERE, part, parts, firsts)
    before, total = np.int32(0), n
    if parts > 1:
        before, total = parts_before(n, part, counts)
    at = np.int64(-1)
    if part == 0:
        at = reserve(children, control, child, total, n_children)
    if parts > 1:
        at = place_of_part(at, before, part, children, child, n_children, counts)
    if cuda.any_sync(ALL_LANES, n > FIRSTS):
        take_members(graph, wide, node, row, at, part, parts, firsts)
    else:
        write_firsts(graph, wide, node, at, n, firsts)


@device
def parts_before(n, part, counts):
    """Return how many members of the lane's child are in earlier parts, and in all, by
    a block."""
    lane = cuda.threadIdx.x % WARP
    counts[part, lane] = n
    cuda.syncthreads()
    before, total = np.int32(0), np.int32(0)
    for other in range(WARPS):
        if other == part:
            before = total
        total = np.int32(total + counts[other, lane])
    cuda.syncthreads()
    return before, total


@device
def place_of_part(at, before, part, children, child, n_children, counts):
    """Return where this warp's part of the lane's list begins; -1 if lists do not fit.

    `at` is the place that the first warp has reserved for the whole list.
    """
    lane = cuda.threadIdx.x % WARP
    if part == 0:
        counts[0, lane] = np.int32(at >= 0)
    cuda.syncthreads()
    at = np.int64(-1)
    if child < n_children and counts[0, lane] != 0:
        at = children.begin[child] + before
    cuda.syncthreads()  # all warps have read `counts`
    return at


@device
def take_members(graph, wide, node, row, at, part, parts, firsts):
    """Count the members of the lanes' children; if `at` >= 0, write them from there on.

    While a warp counts, it keeps the first members of each lane's child in `firsts`.

    The warp takes one of `parts` parts of the members. Children whose rows are in one
    word of a matrix share loads: each lane loads this word of a few columns.
    """
    matrices, nodes, children = wide
    lane = cuda.threadIdx.x % WARP
    word, bit = row // WORD, np.uint64(row % WORD)
    n = np.int32(0)
    todo = ballot_of(row >= 0)
    while todo != 0:
        leader = lowest_lane(todo)
        its_node, its_word = from_lane(node, leader), from_lane(word, leader)
        mine = row >= 0 and node == its_node and word == its_word
        rows = ballot_of(mine)
        todo = np.uint32(todo & ~rows)
        wanted = any_lane(ONE << bit if mine else ZERO)
        m = nodes.matrix[its_node]
        columns = Columns(
            nodes.begin[its_node], matrices.begin[m] + its_word, matrices.words[m]
        )
        n_members = np.int32(nodes.end[its_node] - columns.first_member)
        of = graph, matrices, children, firsts, m
        begin, end = part_of(n_members, part, parts)
        for first in range(begin, end, 4 * WARP):
            # Read four columns at a time, so that their loads overlap.
            i = np.int32(first + lane)
            one, a = column_at(matrices, nodes, columns, i, end)
            two, b = column_at(matrices, nodes, columns, i + WARP, end)
            three, c = column_at(matrices, nodes, columns, i + 2 * WARP, end)
            four, d = column_at(matrices, nodes, columns, i + 3 * WARP, end)
            n = take_some(of, one, a & wanted, rows, bit, at, n)
            n = take_some(of, two, b & wanted, rows, bit, at, n)
            n = take_some(of, three, c & wanted, rows, bit, at, n)
            n = take_some(of, four, d & wanted, rows, bit, at, n)
    return n


@device
def take_some(of, member, bits, rows, bit, at, n):
    """Count or write the members whose `bits` have the bit of a lane in `rows`.

    The warp takes one row at a time, or one member at a time, whichever are fewer.
    Returns each lane's number of members so far.
    """
    graph, matrices, children, firsts, m = of
    lane = cuda.threadIdx.x % WARP
    some = ballot_of(bits != ZERO)
    if voters(rows) < voters(some):
        while rows != 0:
            one = lowest_lane(rows)
            rows = without(rows, one)
            its_bit = np.uint64(from_lane(np.int32(bit), one))
            has = (bits >> its_bit) & ONE != ZERO
            here = ballot_of(has)
            its_at, its_n = from_lane(at, one), from_lane(n, one)
            place = np.int32(its_n + lanes_before(here, lane))
            if has and its_at >= 0:
                write_member(graph, matrices, children, m, its_at + place, member)
            elif has and place < FIRSTS:
                firsts[place, one] = member
            if lane == one:
                n = np.int32(n + voters(here))
        return n
    while some != 0:
        one = lowest_lane(some)
        some = without(some, one)
        its_bits, its_member = word_from_lane(bits, one), from_lane(member, one)
        if has_lane(rows, lane) and (its_bits >> bit) & ONE != ZERO:
            if at >= 0:
                write_member(graph, matrices, children, m, at + n, its_member)
            elif n < FIRSTS:
                firsts[n, lane] = its_member
            n = np.int32(n + 1)
    return n


@device
def write_firsts(graph, wide, node, at, n, firsts):
    """Write the members of the lanes' children, if all of them are in `firsts`."""
    matrices, nodes, children = wide
    cuda.syncwarp()
    if at >= 0:
        m = nodes.matrix[node]
        for i in range(n):
            member = firsts[i, cuda.threadIdx.x % WARP]
            write_member(graph, matrices, children, m, at + i, member)
    cuda.syncwarp()


@device
def write_member(graph, matrices, children, m, at, member):
    """Write a member of a list, and its vertex."""
    children.members[at] = member
    if children.kept.size > 0:
        kept = graph.grown_indptr[matrices.root[m]]
        children.kept[at] = graph.grown_indices[kept + member]


@device
def part_of(n, part, parts):
    """Return the range of n members that a warp takes: all, if `parts` is 1."""
    if parts == 1:
        return np.int32(0), np.int32(n)
    size = (n + WARPS * WARP - 1) // (WARPS * WARP) * WARP
    return np.int32(min(n, part * size)), np.int32(min(n, (part + 1) * size))


@device
def column_at(matrices, nodes, columns, i, end):
    """Return the i-th member of a node, and a word of its column; zeros if none."""
    member, bits = np.int32(0), ZERO
    if i < end:
        member = nodes.members[columns.first_member + i]
        bits = matrices.bits[columns.first_word + np.int64(member) * columns.words]
    return member, bits
