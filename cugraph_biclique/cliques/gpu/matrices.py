# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bit matrices of wide roots, and the nodes whose sets of vertices are their rows.

A group of wide roots has one bit matrix. Each root has a row per member, that is, later
neighbour, and a row per earlier neighbour. A row has one bit per member of the same
root. The clique of a node is its root and a set of members. A node also has a set of
open members and a list of closed rows. A closed row is that of a vertex that is
adjacent to the whole clique, but not open.

The search begins with one node per root, whose clique is empty. Its only child adds the
root to the clique.

read_rows   one warp per row of the matrix sets its bits
open_nodes  one warp per root makes its first node
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu.roots import below
from cugraph_biclique.device.simt import (
    ALL,
    ONE,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    first_above,
    first_bits,
    kernel,
    popcount,
)

THE_ROOT = -1  # stands for the member of a child that adds the root to the clique


class Group(NamedTuple):
    """Wide roots that share a matrix."""

    root: Any  # int32 (roots,)
    first_row: Any  # int64 (roots + 1,); a root's rows: members, earlier neighbours
    bits: Any  # uint64 (rows * words,)


class Chunk(NamedTuple):
    """Wide nodes, in the order in which they were made."""

    root: Any  # int32 (nodes,), number of the root in the group
    size: Any  # int32 (nodes,), number of vertices of the clique, with the root
    clique: Any  # uint64 (nodes * words,), members in the clique
    within: Any  # uint64 (nodes * words,), open members
    children: Any  # uint64 (nodes * words,), members to visit; unused if `size` is 0
    begin: Any  # int64 (nodes + 1,), offsets of the closed rows
    closed: Any  # uint64, numbers of the closed rows


class Children(NamedTuple):
    """Children of some nodes of a chunk.

    Open members that are adjacent to all others have joined the clique, if the child
    is not narrow without that.
    """

    node: Any  # int32
    member: Any  # int32, the member of the root that leads to the child, or THE_ROOT
    size: Any  # int32, number of vertices of the clique, with the root
    n_open: Any  # int32, number of open members
    n_closed: Any  # int32, number of closed rows
    n_children: Any  # int32, of a wide child; 0 if a closed row has all open members
    pivot: Any  # int64, the row of the pivot of a wide child
    clique: Any  # uint64 (children * words,), members in the clique
    within: Any  # uint64 (children * words,), open members


class Expansion(NamedTuple):
    """Nodes, and the children that kernels make of them."""

    graph: Any  # `CliqueGraph`
    group: Any  # Group
    chunk: Any  # Chunk, the nodes
    made: Any  # Children


class Child(NamedTuple):
    """The child that a warp makes or measures."""

    number: Any  # int64, its place in `Children`
    node: Any  # int32
    member: Any  # int32
    n_joined: Any  # int32, number of members that join the clique beside `member`


@kernel
def read_rows(graph, group, words):
    """Set the bits of the matrix, which are zero before: one warp per row.

    A row has `words` words.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    n_rows = group.first_row[group.root.size]
    for row in range(cuda.grid(1) // WARP, n_rows, cuda.gridsize(1) // WARP):
        at = first_above(group.first_row, np.int64(0), group.root.size, row) - 1
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


@kernel
def open_nodes(graph, group, words, chunk):
    """Make the first node of each root: one warp per root.

    All members are open, and all rows of earlier neighbours are closed. `chunk`:
    `Chunk`, where `begin` is already written.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    for at in range(cuda.grid(1) // WARP, group.root.size, cuda.gridsize(1) // WARP):
        size = n_members(graph, group, at)
        for w in range(lane, words, WARP):
            chunk.clique[at * words + w] = ZERO
            chunk.within[at * words + w] = first_bits(
                min(max(size - w * WORD, np.int64(0)), np.int64(WORD))
            )
        begin = chunk.begin[at]
        first = np.uint64(group.first_row[at] + size)
        for k in range(lane, chunk.begin[at + 1] - begin, WARP):
            chunk.closed[begin + k] = first + np.uint64(k)
        if lane == 0:
            chunk.root[at] = at
            chunk.size[at] = 0


@device
def set_bit(bits, at, member):
    """Add a member to the set at bits[at], atomically."""
    cuda.atomic.or_(bits, at + (member >> 6), ONE << np.uint64(member & 63))


@device
def has_bit(bits, at, member):
    """Whether the set at bits[at] has a member."""
    word = bits[np.uint64(at + (member >> 6))]
    return (word >> np.uint64(member & 63)) & ONE != ZERO


@device
def bits_before(member, w):
    """Return the members before a member, in word w of a set."""
    if member >> 6 > w:
        return ALL
    return first_bits(member & 63) if member >> 6 == w else ZERO


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
def common_bits(bits, row, other, at, words):
    """Number of members that a row of the matrix shares with the set at other[at]."""
    n = np.int32(0)
    one, two = np.uint64(row * words), np.uint64(at)
    for w in range(np.uint64(words)):
        n = np.int32(n + popcount(bits[one + w] & other[two + w]))
    return n


@device
def n_members(graph, group, at):
    """Number of members of a root of a group."""
    root = group.root[at]
    return np.int32(graph.later_indptr[root + 1] - graph.later_indptr[root])


@device
def vertex_of(graph, group, at, member):
    """Return the vertex of a member of a root of a group."""
    return graph.later_indices[graph.later_indptr[group.root[at]] + member]


@device
def child_at(expansion, number):
    """Return a child that is already measured."""
    made = expansion.made
    node = made.node[number]
    n_joined = np.int32(made.size[number] - expansion.chunk.size[node] - 1)
    return Child(np.int64(number), node, made.member[number], n_joined)


@device
def most_closed_rows(expansion, child):
    """Return the number of rows that may be closed in a child.

    These are the closed rows of its node, and the members before its own, which may be
    earlier children.
    """
    chunk = expansion.chunk
    n = np.int32(chunk.begin[child.node + 1] - chunk.begin[child.node])
    return np.int32(n + max(child.member, np.int32(0)))


@device
def closed_row(expansion, words, child, k):
    """Return the k-th row that may be closed in a child; -1 if it is not closed.

    See `most_closed_rows`; a larger k returns -1. A row is closed if it has all members
    that the child adds to the clique.
    """
    group, chunk = expansion.group, expansion.chunk
    node, member = child.node, child.member
    begin = chunk.begin[node]
    n_old = chunk.begin[node + 1] - begin
    if k < n_old:
        row = np.int64(chunk.closed[begin + k])
    else:
        other = np.int32(k - n_old)
        if other >= member or not has_bit(chunk.children, node * words, other):
            return np.int64(-1)
        row = np.int64(group.first_row[chunk.root[node]] + other)
    if member >= 0 and not has_bit(group.bits, row * words, member):
        return np.int64(-1)
    if child.n_joined > 0 and not has_added(expansion, words, child, row):
        return np.int64(-1)
    return row


@device
def has_added(expansion, words, child, row):
    """Whether a row has all members that a child adds to the clique of its node."""
    bits, before, after = (
        expansion.group.bits, expansion.chunk.clique, expansion.made.clique
    )  # fmt: skip
    for w in range(words):
        added = after[child.number * words + w] & ~before[child.node * words + w]
        if added & ~bits[row * words + w] != ZERO:
            return False
    return True
