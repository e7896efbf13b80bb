# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Kernels of wide nodes: sets of vertices are rows of several words.

A group of wide roots has one bit matrix. Each root has a row per member, that is, later
neighbour, and a row per earlier neighbour. A row has one bit per member of the same
root. A node is a set of open members and a list of closed rows. A closed row is that of
a vertex that is adjacent to the whole clique, but not open.

choose_children   one warp per node finds a pivot, and the children that it leaves
measure_children  one warp per child counts its open members and its closed rows
make_wide         one warp per child with many open members makes a wide node
make_narrow       one warp per child with few open members makes a narrow node
read_rows         one warp per row of the matrix sets its bits
emit_leaves       one warp per child without open members emits its clique
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu.roots import below
from cugraph_biclique.cliques.gpu.state import COVERED
from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    ONE,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    ballot_of,
    cuda,
    device,
    first_bits,
    from_lane,
    kernel,
    lanes_before,
    lowest_lane,
    popcount,
    voters,
    warp_sum_32,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.output import emit


class Group(NamedTuple):
    """Wide roots that share a matrix."""

    root: Any  # int32 (roots,)
    first_row: Any  # int64 (roots + 1,); a root's rows: members, earlier neighbours
    bits: Any  # uint64 (rows * words,)


class Chunk(NamedTuple):
    """Wide nodes of the same depth."""

    root: Any  # int32 (nodes,), number of the root in the group
    within: Any  # uint64 (nodes * words,), open members
    begin: Any  # int64 (nodes + 1,), offsets of the closed rows
    closed: Any  # uint64, numbers of the closed rows
    path: Any  # int32 (nodes * depth,): the vertices of the clique
    children: Any  # uint64 (nodes * words,), members to visit; set by choose_children


class Children(NamedTuple):
    """Children of some nodes of a chunk."""

    node: Any  # int32
    member: Any  # int32, the member of the root that leads to the child
    within: Any  # uint64 (children * words,), open members
    n_open: Any  # int32, number of open members
    n_closed: Any  # int32, number of closed rows


class Expansion(NamedTuple):
    """Children of a chunk of nodes that kernels make or emit."""

    graph: Any  # `CliqueGraph`
    group: Any  # Group
    chunk: Any  # Chunk, the parents
    made: Any  # Children
    which: Any  # int32, the numbers of the children to take


class NarrowTarget(NamedTuple):
    """Where `make_narrow` writes narrow nodes and their universes."""

    place: Any  # int64, first row of each node
    nodes: Any  # `state.Nodes`
    universe: Any  # int64, number of the first universe; node i has ``universe + i``
    begin: Any  # int64, first member of each universe
    members: Any  # int32, of the universes; empty in a count


class LeafTarget(NamedTuple):
    """Where `emit_leaves` writes cliques and their universes."""

    universe: Any  # int64, number of the universe of the first child
    members: Any  # int32 (children * depth,), receives the cliques
    output: Any  # `search.gpu.output.Output`
    control: Any  # int64 (CONTROLS,)


@kernel
def read_rows(graph, group, words):
    """Set the bits of the matrix, which are zero before: one warp per row.

    A row has `words` words.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    n_rows = group.first_row[group.root.size]
    for row in range(cuda.grid(1) // WARP, n_rows, cuda.gridsize(1) // WARP):
        at = list_with(group.first_row, group.root.size, row)
        root = group.root[at]
        first_row = group.first_row[at]
        first, end = graph.later_indptr[root], graph.later_indptr[root + 1]
        place = row - first_row
        if place < end - first:
            vertex = graph.later_indices[first + place]
        else:
            vertex = graph.earlier_indices[
                graph.earlier_indptr[root + 1] - 1 - (place - (end - first))
            ]
        size = np.int32(end - first)
        members = graph.later_indices[first:end]
        e = graph.later_indptr[vertex] + lane
        while e < graph.later_indptr[vertex + 1]:
            found = below(members, np.int32(0), size, graph.later_indices[e])
            if found < size and members[found] == graph.later_indices[e]:
                set_bit(group.bits, row * words, found)
                if place < size:
                    set_bit(group.bits, (first_row + found) * words, place)
            e += WARP


@device
def set_bit(bits, at, member):
    """Add a member to the set at bits[at], atomically."""
    cuda.atomic.or_(bits, at + (member >> 6), ONE << np.uint64(member & 63))


@device
def list_with(begin, n, k):
    """Return which of n consecutive lists has entry k of all entries."""
    low, high = np.int64(0), np.int64(n)
    while high - low > 1:
        middle = (low + high) >> 1
        if begin[middle] <= k:
            low = middle
        else:
            high = middle
    return low


@device
def has_bit(bits, at, member):
    """Whether the set at bits[at] has a member."""
    word = bits[np.uint64(at + (member >> 6))]
    return (word >> np.uint64(member & 63)) & ONE != ZERO


@device
def common_bits(bits, row, other, at, words):
    """Number of members that a row of the matrix shares with the set at other[at]."""
    n = np.int32(0)
    one, two = np.uint64(row * words), np.uint64(at)
    for w in range(np.uint64(words)):
        n = np.int32(n + popcount(bits[one + w] & other[two + w]))
    return n


@kernel(threads=SMALL, blocks=6)
def choose_children(graph, group, chunk, words, n_children):
    """Find a pivot of each node, and the children that it leaves: one warp per node.

    If a closed row has all open members, the node has no children. `n_children`: int32
    per node.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    for node in range(cuda.grid(1) // WARP, chunk.root.size, warps):
        first_row = group.first_row[chunk.root[node]]
        size = n_members(graph, group, chunk.root[node])
        at = node * words
        n_open = np.int32(0)
        for w in range(lane, words, WARP):
            n_open = np.int32(n_open + popcount(chunk.within[at + w]))
        n_open = warp_sum_32(n_open)
        best, pivot, covers = np.int32(-1), np.int64(0), False
        for i in range(lane, size, WARP):
            if has_bit(chunk.within, at, i):
                n = common_bits(group.bits, first_row + i, chunk.within, at, words)
                if n > best:
                    best, pivot = n, first_row + i
        for k in range(chunk.begin[node] + lane, chunk.begin[node + 1], WARP):
            row = np.int64(chunk.closed[k])
            n = common_bits(group.bits, row, chunk.within, at, words)
            covers = covers or n == n_open
            if n > best:
                best, pivot = n, row
        left = np.int32(0)
        if not cuda.any_sync(ALL_LANES, covers):
            most = best
            for step in (16, 8, 4, 2, 1):
                most = max(most, cuda.shfl_xor_sync(ALL_LANES, most, step))
            pivot = from_lane(pivot, lowest_lane(ballot_of(best == most)))
            for w in range(lane, words, WARP):
                word = chunk.within[at + w] & ~group.bits[pivot * words + w]
                chunk.children[at + w] = word
                left = np.int32(left + popcount(word))
            left = warp_sum_32(left)
        if lane == 0:
            n_children[node] = left


@device
def n_members(graph, group, at):
    """Number of members of a root of a group."""
    root = group.root[at]
    return np.int32(graph.later_indptr[root + 1] - graph.later_indptr[root])


@kernel(threads=SMALL, blocks=6)
def measure_children(group, chunk, words, first, begin, made):
    """Find the open members of each child, and count its closed rows: one warp per
    child.

    `made`: `Children`. `begin`: int64; begin[i] is the first child of node first + i.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    for child in range(cuda.grid(1) // WARP, made.node.size, warps):
        place = list_with(begin, begin.size - 1, child)
        node = first + place
        at = node * words
        member = nth_member(chunk.children, at, np.int32(child - begin[place]))
        own = (group.first_row[chunk.root[node]] + member) * words
        n_open, n_closed = np.int32(0), np.int32(0)
        for w in range(lane, words, WARP):
            earlier = chunk.children[at + w] & bits_before(member, w)
            word = group.bits[own + w]
            within = chunk.within[at + w] & ~earlier & word
            made.within[child * words + w] = within
            n_open = np.int32(n_open + popcount(within))
            n_closed = np.int32(n_closed + popcount(earlier & word))
        for k in range(chunk.begin[node] + lane, chunk.begin[node + 1], WARP):
            row = np.int64(chunk.closed[k])
            has = has_bit(group.bits, row * words, member)
            n_closed = np.int32(n_closed + has)
        n_open, n_closed = warp_sum_32(n_open), warp_sum_32(n_closed)
        if lane == 0:
            made.node[child] = node
            made.member[child] = member
            made.n_open[child] = n_open
            made.n_closed[child] = n_closed


@device
def nth_member(bits, at, n):
    """Return the n-th member of the set at bits[at]; n begins at 0."""
    w = np.int32(0)
    word = bits[at]
    while popcount(word) <= n:
        n = np.int32(n - popcount(word))
        w = np.int32(w + 1)
        word = bits[at + w]
    for _ in range(n):
        word &= word - ONE
    return np.int32(w * WORD + popcount((word & (~word + ONE)) - ONE))


@device
def bits_before(member, w):
    """Return the members before a member, in word w of a set."""
    if member >> 6 > w:
        return ALL
    return first_bits(member & 63) if member >> 6 == w else ZERO


@kernel(threads=SMALL, blocks=5)
def make_wide(expansion, words, depth, new):
    """Make wide nodes of children: one warp per child.

    `expansion`: `Expansion`. A row has `words` words. `new`: `Chunk`, where `begin` is
    already written. The paths have `depth` vertices.
    """
    chunk, made, which = expansion.chunk, expansion.made, expansion.which
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    for i in range(cuda.grid(1) // WARP, which.size, warps):
        child = which[i]
        node, member = made.node[child], made.member[child]
        for w in range(lane, words, WARP):
            new.within[i * words + w] = made.within[child * words + w]
        write_path(expansion, node, member, new.path, i * depth, depth)
        if lane == 0:
            new.root[i] = chunk.root[node]
        gather_closed(expansion, words, node, member, new.closed, new.begin[i])


@device
def gather_closed(expansion, words, node, member, out, at):
    """Write the closed rows of a child to out[at:] (uint64), by a warp; returns their
    end."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    n = n_closed_rows(expansion, node)
    for k in range(0, n, WARP):
        row = closed_row(expansion, words, node, member, k + lane, n)
        kept = ballot_of(row >= 0)
        if row >= 0:
            out[at + lanes_before(kept, lane)] = np.uint64(row)
        at += voters(kept)
    return np.int64(at)


@device
def n_closed_rows(expansion, node):
    """Number of rows that may be closed in the children of a node.

    These are its closed rows, and its members, which may be earlier children.
    """
    graph, group, chunk = expansion.graph, expansion.group, expansion.chunk
    n = np.int32(chunk.begin[node + 1] - chunk.begin[node])
    return np.int32(n + n_members(graph, group, chunk.root[node]))


@device
def closed_row(expansion, words, node, member, k, n):
    """Return the k-th of n rows that may be closed in a child; -1 if it is not closed.

    See `n_closed_rows`.
    """
    group, chunk = expansion.group, expansion.chunk
    if k >= n:
        return np.int64(-1)
    begin = chunk.begin[node]
    n_old = chunk.begin[node + 1] - begin
    if k < n_old:
        row = np.int64(chunk.closed[begin + k])
        return row if has_bit(group.bits, row * words, member) else np.int64(-1)
    other = np.int32(k - n_old)
    if other >= member or not has_bit(chunk.children, node * words, other):
        return np.int64(-1)
    row = np.int64(group.first_row[chunk.root[node]] + other)
    return row if has_bit(group.bits, row * words, member) else np.int64(-1)


@device
def write_path(expansion, node, member, out, at, depth):
    """Write the vertices of the clique of a child to out[at:] (int32), by a warp."""
    graph, group, chunk = expansion.graph, expansion.group, expansion.chunk
    lane = cuda.threadIdx.x % WARP
    before = depth - 1
    for i in range(lane, before, WARP):
        out[at + i] = chunk.path[node * before + i]
    if lane == 0:
        out[at + before] = vertex_of(graph, group, chunk.root[node], member)


@device
def vertex_of(graph, group, at, member):
    """Return the vertex of a member of a root of a group."""
    return graph.later_indices[graph.later_indptr[group.root[at]] + member]


@kernel(threads=SMALL, blocks=5)
def make_narrow(expansion, words, depth, target):
    """Make narrow nodes of children: one warp per child.

    `expansion`: `Expansion`. `target`: `NarrowTarget`. A row has `words` words, and a
    clique `depth` vertices.
    """
    place, nodes, universe, begin, members = target
    graph, group, chunk, made, which = expansion
    kept = cuda.shared.array((WARPS, WORD), np.int32)
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    open_ = kept[cuda.threadIdx.x // WARP]
    for i in range(cuda.grid(1) // WARP, which.size, warps):
        child = which[i]
        node, member = made.node[child], made.member[child]
        root = chunk.root[node]
        list_members(made.within, child * words, n_members(graph, group, root), open_)
        size = made.n_open[child]
        end = write_rows(
            expansion, words, node, member, open_, size, nodes.rows, place[i]
        )
        if members.size > 0:
            for k in range(lane, size, WARP):
                members[begin[i] + k] = vertex_of(graph, group, root, open_[k])
            write_path(expansion, node, member, members, begin[i] + size, depth)
        if lane == 0:
            nodes.begin[i] = place[i]
            nodes.end[i] = end
            nodes.size[i] = size if end >= 0 else COVERED
            nodes.prefix[i] = depth
            nodes.universe[i] = universe + i


@device
def list_members(bits, at, size, out):
    """List the members of the set at bits[at] in `out`, ascending, by a warp."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    cuda.syncwarp()
    n = np.int32(0)
    for first in range(0, size, WARP):
        i = np.int32(first + lane)
        has = i < size and has_bit(bits, at, i)
        kept = ballot_of(has)
        if has:
            out[n + lanes_before(kept, lane)] = i
        n = np.int32(n + voters(kept))
    cuda.syncwarp()


@device
def write_rows(expansion, words, node, member, open_, size, rows, at):
    """Write the rows of a child's open members, and its nonempty closed rows, as words.

    A warp does this. Returns the end of the rows, or -1 if a closed row has all open
    members.
    """
    group, chunk = expansion.group, expansion.chunk
    lane = np.int32(cuda.threadIdx.x % WARP)
    first_row = group.first_row[chunk.root[node]]
    for k in range(lane, size, WARP):
        rows[at + k] = narrow_row(group.bits, first_row + open_[k], words, open_, size)
    at += size
    end = gather_closed(expansion, words, node, member, rows, at)
    cuda.syncwarp()
    whole, out = first_bits(size), at
    for first in range(at, end, WARP):  # replace the number of each row by its word
        word = ZERO
        if first + lane < end:
            row = np.int64(rows[first + lane])
            word = narrow_row(group.bits, row, words, open_, size)
        if cuda.any_sync(ALL_LANES, word == whole):
            return np.int64(-1)
        kept = ballot_of(word != ZERO)
        if word != ZERO:
            rows[out + lanes_before(kept, lane)] = word
        out += voters(kept)
    return np.int64(out)


@device
def narrow_row(bits, row, words, open_, size):
    """Return the open members that a row of the matrix has, as one word."""
    narrow = ZERO
    at = np.int32(0)
    word = bits[row * words]
    for k in range(size):
        member = open_[k]
        if member >> 6 != at:
            at = np.int32(member >> 6)
            word = bits[row * words + at]
        narrow |= ((word >> np.uint64(member & 63)) & ONE) << np.uint64(k)
    return narrow


@kernel
def emit_leaves(expansion, depth, target):
    """Emit the cliques of children, each with its own universe: one warp per child.

    `expansion`: `Expansion`. `target`: `LeafTarget`. The cliques have `depth` vertices.
    """
    universe, members, output, control = target
    made, which = expansion.made, expansion.which
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    for i in range(cuda.grid(1) // WARP, which.size, warps):
        child = which[i]
        write_path(
            expansion, made.node[child], made.member[child], members, i * depth, depth
        )
        found = emit(
            output, control, lane == 0, ALL, np.int32(universe + i), np.int32(depth)
        )
        if found > 0:  # the output has length 0, so that the host enlarges it
            cuda.atomic.add(control, S.FOUND, np.int64(found))
