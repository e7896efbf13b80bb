# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Roots: each vertex is a root, and its later neighbours are its open vertices."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.cliques.cpu.narrow import part_of, push_new
from cugraph_biclique.cliques.cpu.output import emit
from cugraph_biclique.cliques.cpu.state import (
    MOST_CLIQUES,
    N_MEMBERS,
    N_PREFIX,
    N_WIDE,
    NARROW,
    NEED_NARROW_ROWS,
    NEED_WIDE_BITS,
    ROOT,
    WIDE_CHILDREN,
    WIDE_CLOSED,
    WIDE_DEPTH,
    WIDE_OPEN,
    WIDE_ROWS,
    WORDS,
)
from cugraph_biclique.cliques.cpu.wide import push_wide
from cugraph_biclique.host.bits import (
    ONE,
    ZERO,
    first_bits,
    inlined,
    kernel,
    popcount,
    words_for,
)
from cugraph_biclique.search.cpu.merging import condense
from cugraph_biclique.search.cpu.rows import has_room
from cugraph_biclique.search.cpu.state import (
    CONTAINED,
    FLUSH,
    GROW,
    MORE,
    NODES,
    PART,
    PARTS,
    UNIVERSE,
)


@inlined
def root_step(state, min_size):
    """Visit the next root: read its rows from the graph, and leave it as a new node."""
    graph, control = state.graph, state.control
    narrow, wide, output = state.narrow, state.wide, state.output
    root = control[ROOT]
    first, last = graph.later_indptr[root], graph.later_indptr[root + 1]
    begin, end = graph.earlier_indptr[root], graph.earlier_indptr[root + 1]
    size, words = last - first, words_for(last - first)
    if size + 1 < min_size:
        control[ROOT] = root + 1
        return MORE
    if size <= NARROW:
        if end - begin > narrow.rows.size:
            control[NEED_NARROW_ROWS] = end - begin
            return GROW
    elif (size + WIDE_ROWS + end - begin) * words > wide.bits.size:
        control[NEED_WIDE_BITS] = (size + WIDE_ROWS + end - begin) * words
        return GROW
    if not has_room(output, control, MOST_CLIQUES, size + 1):
        return FLUSH
    control[ROOT] = root + 1
    members = graph.later_indices[first:last]
    for i in range(size):
        state.place[members[i]] = i
    base, earlier = size * words, graph.earlier_indices[begin:end]
    # Read earlier neighbours first. If one of them is adjacent to all members, the root
    # has no maximal clique, and the edges among its members are not needed.
    if size <= NARROW:
        n = read_outer_rows(graph, state.place, earlier, members, narrow.rows, 0, 1)
    else:
        rows = base + WIDE_ROWS * words
        n = read_outer_rows(
            graph, state.place, earlier, members, wide.bits, rows, words
        )
    if n < 0:
        control[NODES] += 1
        control[CONTAINED] += 1
    elif size == 0:
        if control[PART] == 0:
            set_narrow(narrow, control, members, root)
            emit(narrow, output, control, min_size)
    elif size <= NARROW:
        set_narrow(narrow, control, members, root)
        read_adjacency(graph, state.place, members, narrow.adjacent, 0, 1)
        n = condense(narrow.rows, narrow.slot, np.int64(0), n)
        push_new(narrow, control, first_bits(size), n)
    else:
        set_wide(wide, control, members, words)
        read_adjacency(graph, state.place, members, wide.bits, 0, words)
        for w in range(words):
            in_word = first_bits(min(np.int64(64), size - 64 * w))
            wide.bits[base + WIDE_OPEN * words + w] = in_word
            wide.bits[base + WIDE_CLOSED * words + w] = ZERO
        push_wide(wide, control, np.int64(0), base, n, size)
    for i in range(size):
        state.place[members[i]] = -1
    if control[WIDE_DEPTH] >= 0 and control[PARTS] > 1:
        keep_wide_part(wide.bits, base, control)
    return MORE


@kernel
def set_narrow(narrow, control, members, root):
    """Open the universe of a narrow root: its members (int32), and then the root."""
    for i in range(members.size):
        narrow.universe[i] = members[i]
    narrow.universe[members.size] = root
    control[N_MEMBERS], control[N_PREFIX] = members.size, 1
    control[UNIVERSE] = -1


@kernel
def set_wide(wide, control, members, words):
    """Open the universe of a wide root: its members (int32)."""
    for i in range(members.size):
        wide.members[i] = members[i]
    control[N_WIDE], control[WORDS] = members.size, words


@kernel
def set_bit(bits, at, member):
    """Add a member to the set that begins at bits[at] (uint64)."""
    bits[at + (member >> 6)] |= ONE << np.uint64(member & 63)


@kernel
def read_adjacency(graph, place, members, bits, at, words):
    """Write the rows of the members to bits[at:]: which other members are neighbours.

    `place`: int32 per vertex, its number among the members or -1. `members`: int32.
    `bits`: uint64; a row has `words` words.
    """
    for i in range(members.size * words):
        bits[at + i] = ZERO
    for i in range(members.size):
        first, last = graph.later_indptr[members[i]], graph.later_indptr[members[i] + 1]
        for e in range(first, last):
            if graph.later_indices[e] > members[-1]:
                break
            j = place[graph.later_indices[e]]
            if j >= 0:
                set_bit(bits, at + i * words, j)
                set_bit(bits, at + j * words, i)


@kernel
def read_outer_rows(graph, place, earlier, members, bits, at, words):
    """Write the nonempty rows of earlier neighbours to bits[at:]; returns their number,
    or -1 if one of them has all members.

    The arrays are those of `read_adjacency`; `earlier`: int32, the neighbours. The last
    earlier neighbours are the most similar to the root, so the loop begins with them.
    """
    size = members.size
    if size == 0:
        return np.int64(0) if earlier.size == 0 else np.int64(-1)
    n = np.int64(0)
    for i in range(earlier.size - 1, -1, -1):
        row = at + n * words
        for w in range(words):
            bits[row + w] = ZERO
        found = np.int64(0)
        first = graph.later_indptr[earlier[i]]
        e = graph.later_indptr[earlier[i] + 1] - 1
        while e >= first and graph.later_indices[e] >= members[0]:
            j = place[graph.later_indices[e]]
            if j >= 0:
                set_bit(bits, row, j)
                found += 1
            e -= 1
        if found == size:
            return np.int64(-1)
        n += np.int64(found > 0)
    return n


@kernel
def keep_wide_part(bits, base, control):
    """Restrict the children of a wide root to one part, as `keep_part` does."""
    words = control[WORDS]
    n = np.int64(0)
    for w in range(words):
        n += popcount(bits[base + WIDE_CHILDREN * words + w])
    first, last = part_of(control, n)
    i = np.int64(0)
    for w in range(words):
        at = base + WIDE_CHILDREN * words + w
        rest, kept = bits[at], ZERO
        while rest != ZERO:
            child = rest & (ZERO - rest)
            rest ^= child
            if i < first:
                bits[base + WIDE_OPEN * words + w] &= ~child
                bits[base + WIDE_CLOSED * words + w] |= child
            elif i < last:
                kept |= child
            i += 1
        bits[at] = kept
