# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Narrow nodes: nodes whose sets of vertices are single words.

Nearly all nodes are narrow, so this module sets the speed:

* Open vertices that are adjacent to all others are in every clique below the node, so
  they join the clique at once.
* A pivot is the vertex, open or closed, with the most open neighbours. A maximal clique
  below the node contains the pivot, or an open vertex that is not its neighbour. So
  only open vertices that are not neighbours of the pivot become children [1]_.
* A truth table has all maximal cliques below a node of at most six open vertices.
* A call would copy the arrays of the state, so the code for a node is inlined into one
  step. Roots and wide nodes leave a new node on the stack, and the next step opens it.

References
----------
.. [1] E. Tomita, A. Tanaka, H. Takahashi, "The worst-case time complexity for
   generating all maximal cliques and computational experiments", Theoretical Computer
   Science 363(1), 2006.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.cliques.cpu.output import emit_all
from cugraph_biclique.cliques.cpu.state import (
    BEGIN,
    CHILDREN,
    CLIQUE,
    CLOSED,
    END,
    IS_NEW,
    MOST_CLIQUES,
    N_MEMBERS,
    N_PREFIX,
    NARROW_DEPTH,
    NEED_NARROW_ROWS,
    OPEN,
    WIDE_DEPTH,
)
from cugraph_biclique.cliques.cpu.tables import (
    largest_of,
    others_of,
    subsets_of,
    without_pairs,
)
from cugraph_biclique.host.bits import ONE, ZERO, inlined, kernel, lowest, popcount
from cugraph_biclique.search.cpu.merging import CONDENSE, condense
from cugraph_biclique.search.cpu.rows import has_room
from cugraph_biclique.search.cpu.state import (
    CONTAINED,
    FLUSH,
    GROW,
    MORE,
    NODES,
    PART,
    PARTS,
)
from cugraph_biclique.search.cpu.tables import (
    TABLE_MEMBERS,
    down,
    family,
    places_of,
    subset_of,
)


@kernel
def push_new(narrow, control, open_, n_rows):
    """Leave a node with the outer rows narrow.rows[:n_rows] on the stack.

    `open_`: its open vertices. The next step opens the node.
    """
    masks = narrow.masks[0]
    masks[OPEN], masks[CLOSED], masks[CLIQUE] = open_, ZERO, ZERO
    narrow.rows_of[0, BEGIN], narrow.rows_of[0, END] = 0, n_rows
    control[NARROW_DEPTH], control[IS_NEW] = 0, 1


@inlined
def narrow_step(narrow, output, control, min_size):
    """Open the new node on the stack, or the next child of the deepest node."""
    depth = control[NARROW_DEPTH]
    masks, rows = narrow.masks[depth], narrow.rows
    begin, end = narrow.rows_of[depth, BEGIN], narrow.rows_of[depth, END]
    children, is_new = masks[CHILDREN], control[IS_NEW] != 0
    if not is_new and children == ZERO:
        control[NARROW_DEPTH] = depth - 1
        return MORE
    if 2 * end - begin > rows.size:
        control[NEED_NARROW_ROWS] = 2 * end - begin
        return GROW
    prefix = control[N_PREFIX]
    if not has_room(output, control, MOST_CLIQUES, control[N_MEMBERS] + prefix):
        return FLUSH
    is_root = is_new and control[WIDE_DEPTH] < 0
    live, places = ZERO, places_of(ZERO)
    if is_new:
        control[NARROW_DEPTH], control[IS_NEW] = depth - 1, 0
        open_, closed, clique = masks[OPEN], masks[CLOSED], masks[CLIQUE]
    else:
        child = children & (ZERO - children)
        adjacent = narrow.adjacent[lowest(child)]
        masks[CHILDREN] = children ^ child
        open_, closed = masks[OPEN] & ~child & adjacent, masks[CLOSED] & adjacent
        masks[OPEN] &= ~child
        masks[CLOSED] |= child
        clique = masks[CLIQUE] | child
        if prefix + popcount(clique) + popcount(open_) < min_size:
            return MORE
        if open_ == ZERO:
            live = np.uint64(closed == ZERO and not has_row(rows, begin, end, child))
        else:
            begin, end = end, cut_rows(rows, narrow.slot, begin, end, child, open_)
    control[NODES] += 1
    if open_ != ZERO:
        joining, best, pivot = joining_and_pivot(narrow.adjacent, open_)
        open_ &= ~joining
        clique |= joining
        closed, best, pivot = cut_closed(
            narrow.adjacent, closed, open_, joining, best, pivot
        )
        end, best, pivot = cut_outer(rows, begin, end, open_, joining, best, pivot)
        size = popcount(open_)
        if best == size:
            live = ZERO
        elif size <= TABLE_MEMBERS:
            places = places_of(open_)
            found = cliques_of(narrow.adjacent, open_, places, size)
            live = found & ~contained_in(
                narrow.adjacent, closed, rows, begin, end, places
            )
            control[NODES] += popcount(found)
            control[CONTAINED] += popcount(found ^ live)
        else:
            depth = control[NARROW_DEPTH] + 1
            control[NARROW_DEPTH] = depth
            masks = narrow.masks[depth]
            masks[OPEN], masks[CHILDREN] = open_, open_ & ~pivot
            masks[CLOSED], masks[CLIQUE] = closed, clique
            narrow.rows_of[depth, BEGIN], narrow.rows_of[depth, END] = begin, end
            if is_root and control[PARTS] > 1:
                keep_part(masks, control)
            return MORE
    control[CONTAINED] += np.int64(live == ZERO)  # this node has no maximal clique
    # The first part of a root emits the cliques that the root finds without children.
    if live != ZERO and not (is_root and control[PART] > 0):
        emit_all(narrow, output, control, clique, live, places, min_size)
    return MORE


@kernel
def has_row(rows, begin, end, child):
    """Return whether one of the outer rows rows[begin:end] (uint64) has the child."""
    hits = ZERO
    for q in range(np.uint64(begin), np.uint64(end)):
        hits |= rows[q]
    return hits & child != ZERO


@kernel
def cut_rows(rows, slot, begin, end, child, open_):
    """Copy the outer rows rows[begin:end] that have the child to rows[end:].

    The copies are masked with `open_`, the child's open vertices. Empty rows and most
    duplicates are left out. `rows`: uint64. `slot`: int32, see `condense`. Returns
    where the copies end.
    """
    top = np.uint64(end)
    for q in range(np.uint64(begin), np.uint64(end)):
        row = rows[q]
        rows[top] = row & open_
        top += np.uint64((row & child != ZERO) & (row & open_ != ZERO))
    n = np.int64(top) - end
    return end + (condense(rows, slot, end, n) if n > CONDENSE else n)


@kernel
def joining_and_pivot(adjacent, open_):
    """Return the open vertices that are adjacent to all others, and the best pivot
    among the other open vertices.

    `adjacent`: uint64 (64,). The pivot is returned as its number of open neighbours,
    without those that join, and its row.
    """
    others = popcount(open_) - 1
    joining, best, pivot = ZERO, np.int64(-1), ZERO
    rest = open_
    while rest != ZERO:
        row = adjacent[lowest(rest)] & open_
        neighbours = popcount(row)
        if neighbours == others:
            joining |= rest & (ZERO - rest)
        elif neighbours > best:
            best, pivot = neighbours, row
        rest &= rest - ONE
    return joining, best - popcount(joining), pivot


@kernel
def cut_closed(adjacent, closed, open_, joining, best, pivot):
    """Return the closed vertices that are still needed, and the best pivot with them.

    They are adjacent to all vertices that have joined, and to some open vertex. If one
    of them is adjacent to all open vertices, no clique below the node is maximal. The
    loop ends then, and `best` is the number of open vertices.
    """
    size = popcount(open_)
    rest, kept = closed, ZERO
    while rest != ZERO and best < size:
        row = adjacent[lowest(rest)]
        if row & joining == joining:
            neighbours = popcount(row & open_)
            if neighbours > 0:
                kept |= rest & (ZERO - rest)
            if neighbours > best or neighbours == size:
                best, pivot = neighbours, row
        rest &= rest - ONE
    return kept, best, pivot


@kernel
def cut_outer(rows, begin, end, open_, joining, best, pivot):
    """`cut_closed` for the outer rows rows[begin:end] (uint64), in place; returns where
    they end."""
    size = popcount(open_)
    top = begin
    for q in range(begin, end):
        if best >= size:
            break
        row = rows[q]
        if row & joining == joining:
            neighbours = popcount(row & open_)
            if neighbours > best or neighbours == size:
                best, pivot = neighbours, row
            if neighbours > 0:
                rows[top] = row & open_
                top += 1
    return top, best, pivot


@kernel
def cliques_of(adjacent, open_, places, size):
    """Return the maximal cliques among at most six open vertices, as a family."""
    live = subsets_of(size)
    rest = open_
    for member in range(size):
        row = subset_of(adjacent[lowest(rest)], places)
        live = without_pairs(live, member, others_of(row, member, size))
        rest &= rest - ONE
    return largest_of(live)


@kernel
def contained_in(adjacent, closed, rows, begin, end, places):
    """Return the family of subsets that a closed vertex or an outer row contains.

    Such a subset is no maximal clique.
    """
    covered = family(rows, begin, end, places)
    while closed != ZERO:
        covered |= ONE << subset_of(adjacent[lowest(closed)], places)
        closed &= closed - ONE
    return down(covered)


@kernel
def part_of(control, n):
    """Return the range of n children that belongs to this part of a root."""
    part, parts = control[PART], control[PARTS]
    return n * part // parts, n * (part + 1) // parts


@kernel
def keep_part(masks, control):
    """Restrict the children of a root to one part: close earlier ones, drop later ones.

    `masks`: uint64 (4,), the sets of the root.
    """
    first, last = part_of(control, popcount(masks[CHILDREN]))
    rest, kept = masks[CHILDREN], ZERO
    for i in range(last):
        child = rest & (ZERO - rest)
        rest ^= child
        if i < first:
            masks[OPEN] &= ~child
            masks[CLOSED] |= child
        else:
            kept |= child
    masks[CHILDREN] = kept
