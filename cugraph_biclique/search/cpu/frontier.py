# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes expanded straight from the graph: roots, and nodes too large for a matrix.

One sweep over the adjacency lists of L computes all rows of a child, as in AdaMBE
(docs/papers.md). So no 2-hop list is stored, and no pair of lists is intersected. A
child of at most 64 members becomes row nodes, and a wider child becomes a bit matrix.
If the matrix would exceed the limit, the child becomes another level here, and its own
children are swept from the graph in turn.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import (
    ALL,
    ONE,
    WORD,
    ZERO,
    first_bits,
    inlined,
    kernel,
    popcount,
    words_for,
)
from cugraph_biclique.preparation.jobs import is_root
from cugraph_biclique.search.cpu.bound import (
    drop_small_rows,
    is_hopeless,
    least_of_rows,
    least_size,
)
from cugraph_biclique.search.cpu.columns import (
    close_matrix,
    open_matrix,
    places_by_size,
    set_bit,
)
from cugraph_biclique.search.cpu.merging import condense, merge_twins
from cugraph_biclique.search.cpu.rows import (
    FEW_ROWS,
    TABLE_ROWS,
    emit,
    has_room,
    is_covered,
    push_level,
    search_few_rows,
    search_table,
    write_universe,
)
from cugraph_biclique.search.cpu.state import (
    CONTAINED,
    CURSOR,
    END,
    F_CURSOR,
    F_END,
    F_FIRST_MEMBER,
    F_GROWN,
    F_MEMBERS_END,
    FLUSH,
    FRONTIER_DEPTH,
    GROW,
    M_COLUMNS,
    M_CURSOR,
    M_END,
    M_LISTS,
    M_MEMBERS,
    M_POINTERS,
    M_WEIGHTS,
    M_WORDS,
    MATRIX_DEPTH,
    MORE,
    NEED_MEMBERS,
    NODES,
    PART,
    PARTS,
    ROW_DEPTH,
    UNIVERSE,
    UNIVERSE_SIZE,
    UNIVERSES,
)
from cugraph_biclique.search.cpu.tables import TABLE_MEMBERS


@inlined
def frontier_step(state, min_kept, min_grown, matrix_bytes, bound):
    """Visit the child of the next candidate of the deepest frontier level.

    On level 0, the candidates are the roots.
    """
    frontier, control = state.frontier, state.control
    depth = control[FRONTIER_DEPTH]
    level = frontier.level[depth]
    p = level[F_CURSOR]
    if p >= level[F_END]:
        close_level(frontier, control)
        return MORE
    if depth == 0 and not is_root(state.graph, p):
        level[F_CURSOR] = p + 1
        return MORE
    m = intersect(state, depth, frontier.order[depth, p])
    if m < min_kept:
        level[F_CURSOR] = p + 1
        return MORE
    # This step writes the child and its universe, and perhaps a small subtree.
    if not has_room(state.output, control, 1, m):
        return FLUSH
    if m <= WORD:
        expand_narrow(state, depth, p, m, min_kept, min_grown, bound)
    elif not expand_wide(state, depth, p, m, min_kept, min_grown, matrix_bytes, bound):
        return GROW
    level[F_CURSOR] = p + 1
    control[NODES] += 1
    control[PART], control[PARTS] = 0, 1  # deeper levels are not divided again
    return MORE


@inlined
def intersect(state, depth, w):
    """Collect the members of the level's L that are adjacent to w in
    `frontier.members`; returns their number."""
    graph, frontier = state.graph, state.frontier
    m = np.int64(0)
    for e in range(graph.grown_indptr[w], graph.grown_indptr[w + 1]):
        u = graph.grown_indices[e]
        frontier.members[m] = u
        m += np.int64(frontier.depth_of[u] >= depth)
    return m


@inlined
def emit_child(state, m, n_grown, min_grown, bound):
    """Write the child's universe, and emit the child.

    If a root is divided into parts, only part 0 emits it.
    """
    control = state.control
    members, universe = state.frontier.members, state.rows.universe
    for i in range(m):
        universe[i] = members[i]
    write_universe(state.output, control, universe, m)
    control[UNIVERSE] = control[UNIVERSES] - 1
    control[UNIVERSE_SIZE] = m
    if control[PART] == 0:
        emit(state.output, control, control[UNIVERSE], ALL, n_grown, min_grown, bound)


@inlined
def expand_narrow(state, depth, p, m, min_kept, min_grown, bound):
    """Expand the child at place p, with m <= 64 members: sweep its rows into words.

    Member i of L sets bit i in the words of its neighbours.
    """
    graph, frontier, rows = state.graph, state.frontier, state.rows
    control, mask, touched = state.control, frontier.mask, frontier.touched
    position = frontier.position[depth]
    n_touched = ZERO
    for i in range(m):
        u = frontier.members[i]
        bit = ONE << np.uint64(i)
        begin, end = graph.kept_indptr[u], graph.kept_indptr[u + 1]
        for e in range(np.uint64(begin), np.uint64(end)):
            w = np.uint64(graph.kept_indices[e])
            seen = mask[w]
            touched[n_touched] = w
            n_touched += np.uint64(seen == ZERO)
            mask[w] = seen | bit

    # Later rows become candidates (`found`), or join R if they contain all of L.
    # Earlier rows become excluded rows (`rows.bits`), and if one contains all of L, the
    # child is not maximal. Vertices outside the level's order are ignored. `found` and
    # `rows.bits` have room for all vertices met, so most of the loop needs no branches.
    # The processor could not predict them.
    everyone = first_bits(m)
    found, found_weight, earlier = rows.found, rows.found_weight, rows.bits
    n_grown = (
        frontier.level[depth, F_GROWN] + graph.grown_weight[frontier.order[depth, p]]
    )
    most = np.int64(0)
    used = ZERO
    maximal = True
    n_later = ZERO
    n_before = ZERO
    for i in range(n_touched):
        w = np.uint64(touched[i])
        row = mask[w]
        mask[w] = ZERO
        place = position[w]
        if row == everyone:
            if place > p:
                n_grown += graph.grown_weight[w]
            elif 0 <= place < p:
                maximal = False
            continue
        is_kept = (place >= 0) & (popcount(row) >= min_kept)
        is_later = is_kept & (place > p)
        weight = np.int64(graph.grown_weight[w])
        found[n_later] = row
        found_weight[n_later] = weight
        earlier[n_before] = row
        most += weight & -np.int64(is_later)
        used |= row & (ZERO - np.uint64(is_later))
        n_later += np.uint64(is_later)
        n_before += np.uint64(is_kept & (not is_later))
    n, n_earlier = np.int64(n_later), np.int64(n_before)
    if not maximal:
        control[CONTAINED] += 1
        return
    if n_grown + most < min_grown:
        return
    least = least_size(bound, min_kept, n_grown, most)
    if is_hopeless(bound, m, least):
        return
    emit_child(state, m, n_grown, min_grown, bound)
    if n == 0:
        return
    if n >= TABLE_ROWS and m <= TABLE_MEMBERS:
        if control[PART] == 0:
            search_table(
                rows, state.output, control, everyone, np.int64(0), n_earlier, n,
                n_grown, least, min_grown, bound,
            )  # fmt: skip
        return

    n_excluded = np.int64(0)
    for i in range(n_earlier):
        row = rows.bits[i] & used
        rows.bits[n_excluded] = row
        n_excluded += np.int64(popcount(row) >= least)
    n_excluded = condense(rows.bits, rows.hash_slot, np.int64(0), n_excluded)
    n = merge_twins(rows, control, n)
    n = drop_small_rows(bound, rows, n, n_grown)
    least = least_of_rows(bound, least, rows, n, n_grown)
    control[NODES] += n
    n_maximal = np.int64(0)
    for i in range(n):
        if not is_covered(rows.bits, np.int64(0), n_excluded, rows.found[i]):
            rows.found[n_maximal] = rows.found[i]
            rows.found_weight[n_maximal] = rows.found_weight[i]
            n_maximal += 1
    control[CONTAINED] += n - n_maximal
    if n_maximal > FEW_ROWS:
        push_level(rows, control, np.int64(0), n_excluded, n_maximal, n_grown)
        take_part(control, rows.level[control[ROW_DEPTH]], CURSOR, END)
    elif control[PART] == 0:
        search_few_rows(
            rows, state.output, control, n_maximal, np.int64(0), n_excluded, n_grown,
            least, min_grown, bound,
        )  # fmt: skip


@kernel
def expand_wide(state, depth, p, m, min_kept, min_grown, matrix_bytes, bound):
    """Expand the child at place p, with m > 64 members; False if an arena is too small.

    A first sweep counts the members of each row. The rows then go to a bit matrix, or
    to a deeper level if the matrix would exceed `matrix_bytes`.
    """
    graph, frontier, matrix = state.graph, state.frontier, state.matrix
    control, count, touched = state.control, frontier.count, frontier.touched
    position = frontier.position[depth]
    n_touched = ZERO
    for i in range(m):
        u = frontier.members[i]
        begin, end = graph.kept_indptr[u], graph.kept_indptr[u + 1]
        for e in range(np.uint64(begin), np.uint64(end)):
            w = np.uint64(graph.kept_indices[e])
            touched[n_touched] = w
            n_touched += np.uint64(count[w] == 0)
            count[w] += 1

    n_grown = (
        frontier.level[depth, F_GROWN] + graph.grown_weight[frontier.order[depth, p]]
    )
    most = np.int64(0)
    maximal = True
    n_later = np.int64(0)
    n_excluded = np.int64(0)
    # `count` now numbers the rows: > 0 if excluded, < 0 if later, 0 if not a row.
    for i in range(n_touched):
        w = np.uint64(touched[i])
        size = count[w]
        count[w] = 0
        place = position[w]
        if size == m:
            if place > p:
                n_grown += graph.grown_weight[w]
            elif 0 <= place < p:
                maximal = False
        elif place >= 0 and size >= min_kept:
            if place > p:
                touched[n_later] = w
                frontier.size[n_later] = size
                most += graph.grown_weight[w]
                n_later += 1
            else:
                n_excluded += 1
                count[w] = n_excluded
                frontier.excluded[n_excluded - 1] = w
    least = least_size(bound, min_kept, n_grown, most)
    enough = maximal and n_grown + most >= min_grown
    enough = enough and not is_hopeless(bound, m, least)
    fits = True
    if enough and n_later > 0:
        _, n_listed = places_by_size(
            frontier.size[:n_later], matrix.place, matrix.begin, m, min_kept
        )
        for c in range(n_later):
            count[touched[c]] = -1 - matrix.place[c]
        n_members = supported_members(state, m)
        words = words_for(n_excluded + n_later)
        if (n_members + 2) * words * 8 > matrix_bytes:
            fits = push_frontier(state, depth, m, n_excluded, n_later, n_grown)
        elif open_matrix(
            matrix, control, n_members, n_excluded, n_later, n_listed, n_grown
        ):
            fill_matrix(state, m, n_excluded, n_later)
            close_matrix(matrix, control)
            take_part(control, matrix.level[control[MATRIX_DEPTH]], M_CURSOR, M_END)
        else:
            fits = False
    for i in range(n_later):
        count[touched[i]] = 0
    for i in range(n_excluded):
        count[frontier.excluded[i]] = 0
    if fits and not maximal:
        control[CONTAINED] += 1
    if enough and fits:
        emit_child(state, m, n_grown, min_grown, bound)
    return fits


@kernel
def supported_members(state, m):
    """Move members that are in some later row to the front; returns how many there are.

    The other members are in no child, so they need no column.
    """
    graph, frontier, count = state.graph, state.frontier, state.frontier.count
    n_supported = np.int64(0)
    for i in range(m):
        u = frontier.members[i]
        e = graph.kept_indptr[u + 1] - 1
        while e >= graph.kept_indptr[u] and count[graph.kept_indices[e]] >= 0:
            e -= 1
        if e >= graph.kept_indptr[u]:
            frontier.members[i] = frontier.members[n_supported]
            frontier.members[n_supported] = u
            n_supported += 1
    return n_supported


@kernel
def fill_matrix(state, m, n_excluded, n_later):
    """Fill the matrix just opened: a second sweep over its members sets the bits."""
    graph, frontier, matrix = state.graph, state.frontier, state.matrix
    level = matrix.level[state.control[MATRIX_DEPTH] + 1]
    ints, count = matrix.ints, frontier.count
    pointer = level[M_POINTERS]
    ints[pointer] = 0
    for i in range(n_later):
        w = frontier.touched[i]
        place = -1 - count[w]
        ints[pointer + place + 1] = frontier.size[i]
        ints[level[M_WEIGHTS] + place] = graph.grown_weight[w]
    fill = matrix.fill
    for c in range(n_later):
        ints[pointer + c + 1] += ints[pointer + c]
        fill[c] = ints[pointer + c]
    for i in range(level[M_POINTERS] - level[M_MEMBERS]):
        u = frontier.members[i]
        ints[level[M_MEMBERS] + i] = u
        column = level[M_COLUMNS] + i * level[M_WORDS]
        for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
            number = np.int64(count[graph.kept_indices[e]])
            if number > 0:
                set_bit(matrix.bits, column, number - 1)
            elif number < 0:
                place = -1 - number
                set_bit(matrix.bits, column, n_excluded + place)
                ints[level[M_LISTS] + fill[place]] = i
                fill[place] += 1


@kernel
def push_frontier(state, depth, m, n_excluded, n_later, n_grown):
    """Open a level for a child too large for a matrix; False if there is no room.

    In its order, excluded rows come first, then candidates by size.
    """
    frontier, control, count = state.frontier, state.control, state.frontier.count
    # The level takes m entries of `member_stack`, and one row of `position` and of
    # `order`. Such a row has one entry per grown vertex.
    first = frontier.level[depth, F_MEMBERS_END]
    control[NEED_MEMBERS] = first + m
    if depth + 1 >= frontier.level.shape[0] or first + m > frontier.member_stack.size:
        return False
    control[NEED_MEMBERS] = 0
    control[FRONTIER_DEPTH] = depth + 1
    position, order = frontier.position[depth + 1], frontier.order[depth + 1]
    position[:] = -1
    for i in range(n_excluded):
        w = frontier.excluded[i]
        position[w] = count[w] - 1
        order[count[w] - 1] = w
    for i in range(n_later):
        w = frontier.touched[i]
        place = n_excluded - 1 - count[w]
        position[w] = place
        order[place] = w
    for i in range(m):
        u = frontier.members[i]
        frontier.member_stack[first + i] = u
        frontier.depth_of[u] = depth + 1
    level = frontier.level[depth + 1]
    level[F_CURSOR] = n_excluded
    level[F_END] = n_excluded + n_later
    level[F_GROWN] = n_grown
    level[F_FIRST_MEMBER] = first
    level[F_MEMBERS_END] = first + m
    take_part(control, level, F_CURSOR, F_END)
    return True


@kernel
def close_level(frontier, control):
    """Pop the deepest level, and restore `depth_of` for its members."""
    depth = control[FRONTIER_DEPTH]
    level = frontier.level[depth]
    for i in range(level[F_FIRST_MEMBER], level[F_MEMBERS_END]):
        frontier.depth_of[frontier.member_stack[i]] = depth - 1
    control[FRONTIER_DEPTH] = depth - 1


@kernel
def take_part(control, level, cursor, end):
    """Restrict a level to one part of a heavy root's children.

    `level`: int64 row of a level table; `cursor` and `end` are its columns.
    """
    begin, n = level[cursor], level[end] - level[cursor]
    part, parts = control[PART], control[PARTS]
    if parts > 1:
        level[cursor] = begin + n * part // parts
        level[end] = begin + n * (part + 1) // parts
