# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Children of wide nodes: their sets, their sizes, and lists of each kind of them.

measure_children  one warp per child finds its open members, its closed rows and, if it
                  stays wide, its pivot
list_children     one warp per run of children lists the children of each kind
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu.matrices import (
    THE_ROOT,
    Child,
    bits_before,
    closed_row,
    common_bits,
    has_bit,
    most_closed_rows,
    n_members,
    nth_member,
)
from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    SMALL,
    WARP,
    ballot_of,
    cuda,
    device,
    first_above,
    from_lane,
    kernel,
    lanes_before,
    lowest_lane,
    meet_blocks,
    popcount,
    sum_before,
    voters,
    warp_sum,
    warp_sum_32,
)

# Kinds of children. The first three have lists.
NARROW = 0  # few open members: the narrow search visits them
LEAF = 1  # no open members and no closed rows: their cliques are maximal
WIDE = 2  # the next level
KINDS = 3
COVERED = 3  # visited, but below it no clique is maximal
TOO_SMALL = 4

# Columns of the totals of a kind
NUMBER, ROWS, MEMBERS, MOST_ROWS = range(4)
COLUMNS = 4
SUMS = 3  # the first columns, which are sums
N_COVERED = KINDS * COLUMNS  # entries of the totals, after those of the kinds
MEETING = N_COVERED + 1
TOTALS = N_COVERED + 2


class Sizes(NamedTuple):
    """The sizes of narrow children, and of cliques."""

    most_open: Any  # int64, most open members of a narrow child
    most_vertices: Any  # int64, most open members and vertices of its clique, together
    min_size: Any  # int64


class Lists(NamedTuple):
    """The children of each kind, in the order of their numbers.

    The rows of a narrow child are those of its open members and its closed rows. Those
    of a wide child are its closed rows. The members of a narrow child or a leaf are
    those of its universe. Those of a wide child are its children.
    """

    which: Any  # int32 (KINDS, children), numbers of the children
    rows: Any  # int64 (KINDS, children + 1), offsets of their rows
    members: Any  # int64 (KINDS, children + 1), offsets of their members


@kernel(threads=SMALL, blocks=5)
def measure_children(expansion, words, first, begin, sizes):
    """Find the sets of each child, and what its kind depends on: one warp per child.

    `expansion`: `Expansion`, whose children are the first children of node `first`, and
    of the nodes behind it. `begin`: int64, offsets of the children of all nodes.
    `sizes`: `Sizes`.
    """
    chunk, made = expansion.chunk, expansion.made
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    for number in range(cuda.grid(1) // WARP, made.node.size, warps):
        place = number + begin[first]
        node = np.int32(first_above(begin, np.int64(0), begin.size - 1, place) - 1)
        member = np.int32(THE_ROOT)
        if chunk.size[node] > 0:
            nth = np.int32(place - begin[node])
            member = nth_member(chunk.children, node * words, nth)
        child = Child(np.int64(number), node, member, np.int32(0))
        n_open, n_before = open_child(expansion, words, child)
        size = np.int32(chunk.size[node] + 1)
        n_closed, n_children, pivot = np.int32(0), np.int32(0), np.int64(0)
        if n_open + size >= sizes.min_size:
            if n_open == 0 or is_narrow(n_open, size, sizes):
                n_closed = np.int32(n_before + n_old_rows(expansion, words, child))
            else:
                n_joined, best, pivot = absorb(expansion, words, child, n_open)
                n_open, size = np.int32(n_open - n_joined), np.int32(size + n_joined)
                child = Child(np.int64(number), node, member, n_joined)
                n_closed, n_children, pivot = choose_children(
                    expansion, words, child, best, pivot
                )
        if lane == 0:
            made.node[number] = node
            made.member[number] = member
            made.size[number] = size
            made.n_open[number] = n_open
            made.n_closed[number] = n_closed
            made.n_children[number] = n_children
            made.pivot[number] = pivot


@device
def is_narrow(n_open, size, sizes):
    """Whether a child with open members becomes a narrow node."""
    return n_open <= sizes.most_open and n_open + size <= sizes.most_vertices


@device
def open_child(expansion, words, child):
    """Write the clique and the open members of a child, by a warp.

    Returns the number of open members, and of earlier children that are adjacent to the
    child's member.
    """
    group, chunk, made = expansion.group, expansion.chunk, expansion.made
    lane = np.int32(cuda.threadIdx.x % WARP)
    member, at = child.member, child.node * words
    own = np.int64(0)
    if member >= 0:
        own = (group.first_row[chunk.root[child.node]] + member) * words
    n_open, n_before = np.int32(0), np.int32(0)
    for w in range(lane, words, WARP):
        clique, within = chunk.clique[at + w], chunk.within[at + w]
        if member >= 0:
            row = group.bits[own + w]
            earlier = chunk.children[at + w] & bits_before(member, w)
            within &= ~earlier & row
            n_before = np.int32(n_before + popcount(earlier & row))
            if member >> 6 == w:
                clique |= ONE << np.uint64(member & 63)
        made.clique[child.number * words + w] = clique
        made.within[child.number * words + w] = within
        n_open = np.int32(n_open + popcount(within))
    cuda.syncwarp()
    return warp_sum_32(n_open), warp_sum_32(n_before)


@device
def n_old_rows(expansion, words, child):
    """Number of closed rows of the node that are also closed in a child, where no other
    member joins the clique. A warp counts them."""
    group, chunk = expansion.group, expansion.chunk
    begin, end = chunk.begin[child.node], chunk.begin[child.node + 1]
    if child.member < 0:
        return np.int32(end - begin)
    n = np.int32(0)
    for k in range(begin + cuda.threadIdx.x % WARP, end, WARP):
        row = np.int64(chunk.closed[k])
        n = np.int32(n + has_bit(group.bits, row * words, child.member))
    return warp_sum_32(n)


@device
def absorb(expansion, words, child, n_open):
    """Move open members that are adjacent to all others to the clique, by a warp.

    Returns their number, and the best pivot of the lane's other open members: its
    number of open neighbours, and its row.
    """
    group, made = expansion.group, expansion.made
    lane = np.int32(cuda.threadIdx.x % WARP)
    root, at = expansion.chunk.root[child.node], child.number * words
    first_row = group.first_row[root]
    n_joined, best, pivot = np.int32(0), np.int32(-1), np.int64(0)
    for first in range(0, n_members(expansion.graph, group, root), WARP):
        member = np.int32(first + lane)  # the last word has bits for all lanes
        n = np.int32(-1)
        if has_bit(made.within, at, member):
            n = common_bits(group.bits, first_row + member, made.within, at, words)
        joins = n == n_open - 1
        joining = ballot_of(joins)
        if joining != 0 and lane == 0:
            word = at + (first >> 6)
            made.clique[word] |= np.uint64(joining) << np.uint64(first & 63)
        n_joined = np.int32(n_joined + voters(joining))
        if n > best and not joins:
            best, pivot = n, first_row + member
    cuda.syncwarp()
    for w in range(lane, words, WARP):
        made.within[at + w] &= ~made.clique[at + w]
    cuda.syncwarp()
    if best >= 0:
        best = np.int32(best - n_joined)
    return n_joined, best, np.int64(pivot)


@device
def choose_children(expansion, words, child, best, pivot):
    """Count the closed rows of a child, find its pivot, and count the children that the
    pivot leaves.

    A warp does this. Each lane passes the best pivot of its open members. If a closed
    row has all open members, it is the pivot, and leaves no children.
    """
    bits, made = expansion.group.bits, expansion.made
    lane = np.int32(cuda.threadIdx.x % WARP)
    at = child.number * words
    n_closed, n_children = np.int32(0), np.int32(0)
    for k in range(lane, most_closed_rows(expansion, child), WARP):
        row = closed_row(expansion, words, child, k)
        if row >= 0:
            n_closed = np.int32(n_closed + 1)
            n = common_bits(bits, row, made.within, at, words)
            if n > best:
                best, pivot = n, row
    most = best
    for step in (16, 8, 4, 2, 1):
        most = max(most, cuda.shfl_xor_sync(ALL_LANES, most, step))
    pivot = from_lane(pivot, lowest_lane(ballot_of(best == most)))
    for w in range(lane, words, WARP):
        word = made.within[at + w] & ~bits[pivot * words + w]
        n_children = np.int32(n_children + popcount(word))
    n_closed, n_children = warp_sum_32(n_closed), warp_sum_32(n_children)
    return n_closed, n_children, np.int64(pivot)


@kernel
def list_children(made, sizes, lists, parts, totals):
    """List the children of each kind in the order of their numbers.

    Cooperative; each warp takes a run of children. `made`: `Children`. `sizes`:
    `Sizes`. `lists`: `Lists`. `parts`: int64, KINDS * SUMS entries per warp. `totals`:
    int64 (TOTALS,), zero.
    """
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    n = made.node.size
    run = (n + warps * WARP - 1) // (warps * WARP) * WARP
    begin, end = min(n, warp * run), min(n, (warp + 1) * run)
    for kind in range(KINDS):
        sum_up_kind(made, sizes, kind, begin, end, parts, totals)
    count_covered(made, sizes, begin, end, totals)
    meet_blocks(totals, MEETING)
    for kind in range(KINDS):
        list_kind(made, sizes, kind, begin, end, lists, parts, totals)


@device
def kind_of(made, i, sizes):
    """Return the kind of a child."""
    n_open, size = made.n_open[i], made.size[i]
    if n_open + size < sizes.min_size:
        return np.int32(TOO_SMALL)
    if n_open == 0:
        return np.int32(LEAF if made.n_closed[i] == 0 else COVERED)
    if is_narrow(n_open, size, sizes):
        return np.int32(NARROW)
    return np.int32(WIDE if made.n_children[i] > 0 else COVERED)


@device
def lengths_of(made, i, kind):
    """Return the numbers of rows and members of a child, see `Lists`."""
    n_open, n_closed = np.int64(made.n_open[i]), np.int64(made.n_closed[i])
    if kind == WIDE:
        return n_closed, np.int64(made.n_children[i])
    return n_open + n_closed, n_open + made.size[i]


@device
def sum_up_kind(made, sizes, kind, begin, end, parts, totals):
    """Write the sums of one kind over a run of children to `parts`, by a warp."""
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    n, n_rows, n_members, most = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for i in range(begin + cuda.threadIdx.x % WARP, end, WARP):
        if kind_of(made, i, sizes) == kind:
            rows, members = lengths_of(made, i, kind)
            n += 1
            n_rows += rows
            n_members += members
            most = max(most, rows)
    n, n_rows, n_members = warp_sum(n), warp_sum(n_rows), warp_sum(n_members)
    for step in (16, 8, 4, 2, 1):
        most = max(most, cuda.shfl_xor_sync(ALL_LANES, most, step))
    if cuda.threadIdx.x % WARP == 0:
        at = kind * SUMS * warps + warp
        parts[at] = n
        parts[at + warps] = n_rows
        parts[at + 2 * warps] = n_members
        if most > 0:
            cuda.atomic.max(totals, kind * COLUMNS + MOST_ROWS, most)


@device
def count_covered(made, sizes, begin, end, totals):
    """Add the number of covered children in a run to the totals, by a warp."""
    n = np.int32(0)
    for i in range(begin + cuda.threadIdx.x % WARP, end, WARP):
        n = np.int32(n + np.int32(kind_of(made, i, sizes) == COVERED))
    n = warp_sum_32(n)
    if n > 0 and cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(totals, N_COVERED, np.int64(n))


@device
def list_kind(made, sizes, kind, begin, end, lists, parts, totals):
    """List the children of one kind in a run, by a warp.

    The last warp also writes the totals.
    """
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    lane = np.int32(cuda.threadIdx.x % WARP)
    n, n_rows, n_members = np.int64(0), np.int64(0), np.int64(0)
    for other in range(lane, warp, WARP):
        at = kind * SUMS * warps + other
        n += parts[at]
        n_rows += parts[at + warps]
        n_members += parts[at + 2 * warps]
    n, n_rows, n_members = warp_sum(n), warp_sum(n_rows), warp_sum(n_members)
    for first in range(begin, end, WARP):
        i = first + lane
        mine = i < end and kind_of(made, i, sizes) == kind
        kept = ballot_of(mine)
        if kept != 0:
            rows, members = np.int64(0), np.int64(0)
            if mine:
                rows, members = lengths_of(made, i, kind)
            rows_before, some_rows = sum_before(rows, lane)
            members_before, some_members = sum_before(members, lane)
            if mine:
                at = n + lanes_before(kept, lane)
                lists.which[kind, at] = i
                lists.rows[kind, at] = n_rows + rows_before
                lists.members[kind, at] = n_members + members_before
            n += voters(kept)
            n_rows += some_rows
            n_members += some_members
    if lane == 0 and warp == warps - 1:
        lists.rows[kind, n] = n_rows
        lists.members[kind, n] = n_members
        totals[kind * COLUMNS + NUMBER] = n
        totals[kind * COLUMNS + ROWS] = n_rows
        totals[kind * COLUMNS + MEMBERS] = n_members
