# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wide nodes, below a root: nodes whose vertices do not fit one word.

A set of vertices has several words, with one bit per later neighbour of the root. A
wide node has the same sets as a narrow one. A child with few open vertices becomes a
narrow node, see `is_narrow`.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.cliques.cpu.narrow import push_new
from cugraph_biclique.cliques.cpu.output import emit
from cugraph_biclique.cliques.cpu.state import (
    BASE,
    MOST_CLIQUES,
    N_MEMBERS,
    N_PREFIX,
    N_ROWS,
    N_WIDE,
    NARROW,
    NEED_NARROW_ROWS,
    NEED_WIDE_BITS,
    NEXT,
    WIDE_CHILDREN,
    WIDE_CLOSED,
    WIDE_DEPTH,
    WIDE_OPEN,
    WIDE_ROWS,
    WORDS,
)
from cugraph_biclique.host.bits import (
    ONE,
    WORD,
    ZERO,
    first_bits,
    inlined,
    kernel,
    lowest,
    popcount,
)
from cugraph_biclique.search.cpu.merging import condense
from cugraph_biclique.search.cpu.rows import has_room
from cugraph_biclique.search.cpu.state import (
    CONTAINED,
    FLUSH,
    GROW,
    MORE,
    NODES,
    UNIVERSE,
)

LONG_PREFIX = 56  # vertices of a prefix that leaves too few bits, see `is_narrow`


@inlined
def wide_step(wide, narrow, output, control, root, min_size):
    """Visit the next child of the deepest wide node."""
    depth = control[WIDE_DEPTH]
    level, words, bits = wide.level[depth], control[WORDS], wide.bits
    base, n_rows, top = level[BASE], level[N_ROWS], level[NEXT]
    u = first_member(bits, base + WIDE_CHILDREN * words, words)
    if u < 0:
        control[WIDE_DEPTH] = depth - 1
        return MORE
    if top + (WIDE_ROWS + n_rows) * words > bits.size:
        control[NEED_WIDE_BITS] = top + (WIDE_ROWS + n_rows) * words
        return GROW
    if n_rows + control[N_WIDE] > narrow.rows.size:
        control[NEED_NARROW_ROWS] = n_rows + control[N_WIDE]
        return GROW
    if not has_room(output, control, MOST_CLIQUES, depth + 2 + WORD):
        return FLUSH
    wide.path[depth] = u
    opened, closed = cut_to_child(wide, control, base, top, u)
    if depth + 2 + opened < min_size:
        return MORE
    if opened == 0:
        control[NODES] += 1
        if closed == 0 and not has_row_with(bits, base, words, n_rows, u):
            set_prefix(wide, narrow, control, root, depth + 1, np.int64(0))
            emit(narrow, output, control, min_size)
        else:
            control[CONTAINED] += 1
        return MORE
    n = copy_rows(bits, base, top, words, n_rows, u)
    if is_narrow(opened, depth + 2):
        push_narrow(wide, narrow, control, root, depth + 1, top, n, opened)
    else:
        push_wide(wide, control, depth + 1, top, n, opened)
    return MORE


@kernel
def is_narrow(opened, prefix):
    """Return whether a child becomes a narrow node.

    Cliques share a universe if one word has bits for the prefix, too. Otherwise each
    clique needs a list of its own, which takes longer than a few more wide nodes. But a
    long prefix leaves few bits. Then it takes too many wide nodes until the open
    vertices fit.
    """
    return opened <= NARROW and (opened + prefix <= WORD or prefix >= LONG_PREFIX)


@kernel
def first_member(bits, at, words):
    """Return the first member of the set at bits[at] (uint64), or -1."""
    for w in range(words):
        if bits[at + w] != ZERO:
            return w * WORD + lowest(bits[at + w])
    return np.int64(-1)


@kernel
def has_bit(bits, at, member):
    """Return whether the set at bits[at] (uint64) has a member."""
    return bits[at + (member >> 6)] >> np.uint64(member & 63) & ONE != ZERO


@kernel
def cut_to_child(wide, control, base, top, u):
    """Write the open and closed sets of the child u to bits[top:]; return their sizes.

    Also close u in its parent, whose sets are at bits[base:].
    """
    bits, words = wide.bits, control[WORDS]
    word, bit = u >> 6, ONE << np.uint64(u & 63)
    bits[base + WIDE_CHILDREN * words + word] &= ~bit
    bits[base + WIDE_OPEN * words + word] &= ~bit
    opened, closed = np.int64(0), np.int64(0)
    for w in range(words):
        row = bits[u * words + w]
        bits[top + WIDE_OPEN * words + w] = bits[base + WIDE_OPEN * words + w] & row
        opened += popcount(bits[top + WIDE_OPEN * words + w])
        bits[top + WIDE_CLOSED * words + w] = bits[base + WIDE_CLOSED * words + w] & row
        closed += popcount(bits[top + WIDE_CLOSED * words + w])
    bits[base + WIDE_CLOSED * words + word] |= bit
    return opened, closed


@kernel
def has_row_with(bits, base, words, n_rows, u):
    """Return whether an outer row of the node at bits[base] has the member u."""
    for r in range(n_rows):
        if has_bit(bits, base + (WIDE_ROWS + r) * words, u):
            return True
    return False


@kernel
def copy_rows(bits, base, top, words, n_rows, u):
    """Copy the outer rows with the member u from the node at `base` to its child at
    `top`; returns their number.

    The copies are masked with the child's open vertices, and empty rows are left out.
    """
    n = np.int64(0)
    for r in range(n_rows):
        row = base + (WIDE_ROWS + r) * words
        if not has_bit(bits, row, u):
            continue
        at = top + (WIDE_ROWS + n) * words
        some = ZERO
        for w in range(words):
            bits[at + w] = bits[row + w] & bits[top + WIDE_OPEN * words + w]
            some |= bits[at + w]
        n += np.int64(some != ZERO)
    return n


@kernel
def common_bits(bits, one, other, words):
    """Return the number of common members of the sets at bits[one] and bits[other]."""
    n = np.int64(0)
    for w in range(words):
        n += popcount(bits[one + w] & bits[other + w])
    return n


@kernel
def push_wide(wide, control, depth, base, n_rows, opened):
    """Open the wide node at `base`, unless a closed vertex is adjacent to all open
    ones.

    Its open and closed sets, and its outer rows, are already written. The pivot leaves
    the children.
    """
    bits, words = wide.bits, control[WORDS]
    control[NODES] += 1
    pivot, best = np.int64(-1), np.int64(-1)
    for which in (WIDE_OPEN, WIDE_CLOSED):
        for w in range(words):
            rest = bits[base + which * words + w]
            while rest != ZERO:
                row = (w * WORD + lowest(rest)) * words
                neighbours = common_bits(bits, row, base, words)
                if neighbours > best:
                    pivot, best = row, neighbours
                rest &= rest - ONE
    for r in range(n_rows):
        row = base + (WIDE_ROWS + r) * words
        neighbours = common_bits(bits, row, base, words)
        if neighbours > best:
            pivot, best = row, neighbours
    if best == opened:
        control[CONTAINED] += 1
        return
    for w in range(words):
        children = bits[base + w] & ~bits[pivot + w]
        bits[base + WIDE_CHILDREN * words + w] = children
    control[WIDE_DEPTH] = depth
    level = wide.level[depth]
    level[BASE], level[N_ROWS] = base, n_rows
    level[NEXT] = base + (WIDE_ROWS + n_rows) * words


@kernel
def set_prefix(wide, narrow, control, root, depth, members):
    """Open a narrow universe: write the root and the path to a node behind members."""
    narrow.universe[members] = root
    for i in range(depth):
        narrow.universe[members + 1 + i] = wide.members[wide.path[i]]
    control[N_MEMBERS], control[N_PREFIX] = members, depth + 1
    control[UNIVERSE] = -1


@kernel
def push_narrow(wide, narrow, control, root, depth, base, n_rows, opened):
    """Turn the node at `base`, with few open vertices, into a narrow node."""
    bits, words = wide.bits, control[WORDS]
    k = np.int64(0)
    for w in range(words):
        rest = bits[base + w]
        while rest != ZERO:
            member = w * WORD + lowest(rest)
            wide.position[member] = k
            narrow.universe[k] = wide.members[member]
            k += 1
            rest &= rest - ONE
    set_prefix(wide, narrow, control, root, depth, opened)
    k = np.int64(0)
    n = np.int64(0)
    for w in range(words):
        rest = bits[base + w]
        while rest != ZERO:
            row = (w * WORD + lowest(rest)) * words
            narrow.adjacent[k] = narrow_row(wide, base, row, words)
            k += 1
            rest &= rest - ONE
    # Closed vertices of the wide node are not in the narrow universe, so they become
    # outer rows.
    for w in range(words):
        rest = bits[base + WIDE_CLOSED * words + w]
        while rest != ZERO:
            row = (w * WORD + lowest(rest)) * words
            narrow.rows[n] = narrow_row(wide, base, row, words)
            n += np.int64(narrow.rows[n] != ZERO)
            rest &= rest - ONE
    for r in range(n_rows):
        row = base + (WIDE_ROWS + r) * words
        narrow.rows[n] = narrow_row(wide, base, row, words)
        n += 1
    n = condense(narrow.rows, narrow.slot, np.int64(0), n)
    push_new(narrow, control, first_bits(opened), n)


@kernel
def narrow_row(wide, base, row, words):
    """Return the open vertices of the node at `base` that are in the row at `row`, as
    one word of the narrow universe."""
    bits = wide.bits
    narrow = ZERO
    for w in range(words):
        rest = bits[base + w] & bits[row + w]
        while rest != ZERO:
            narrow |= ONE << np.uint64(wide.position[w * WORD + lowest(rest)])
            rest &= rest - ONE
    return narrow
