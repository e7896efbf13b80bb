# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wide nodes: nodes whose L has more than 64 members.

Wide nodes are few but heavy, and their rows are sparse. So a node is stored by columns:
for each member of L, the set of rows that contain it, as bits. A child with m members
reads only m columns. Their conjunction tells whether the child is maximal, and their
saturating sum tells which rows the child keeps. Only these rows are copied: into words
if m <= 64, into a smaller matrix otherwise.
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
    lowest,
    popcount,
    words_for,
)
from cugraph_biclique.search.cpu.bound import (
    drop_small_rows,
    is_hopeless,
    least_of_rows,
    least_size,
)
from cugraph_biclique.search.cpu.columns import (
    add_columns,
    close_matrix,
    copy_candidate_bits,
    copy_excluded_bits,
    is_covered_by_prefix,
    open_matrix,
    pick_bits,
    pick_row,
    places_by_size,
    row_span,
)
from cugraph_biclique.search.cpu.merging import condense, merge_twins
from cugraph_biclique.search.cpu.rows import (
    FEW_ROWS,
    emit,
    has_room,
    push_level,
    search_few_rows,
)
from cugraph_biclique.search.cpu.state import (
    CONTAINED,
    FLUSH,
    GROW,
    M_ALIVE,
    M_CHILDREN,
    M_COLUMNS,
    M_CURSOR,
    M_END,
    M_EXCLUDED,
    M_GROWN,
    M_INTS_END,
    M_LISTS,
    M_MEMBERS,
    M_POINTERS,
    M_WEIGHTS,
    M_WORDS,
    MATRIX_DEPTH,
    MEMBERS,
    MORE,
    MOST_LISTED,
    NODES,
    UNIVERSE,
    UNIVERSE_SIZE,
    UNIVERSES,
)
from cugraph_biclique.search.cpu.tables import TABLE_MEMBERS, closed, supersets


@inlined
def matrix_step(matrix, rows, output, control, min_kept, min_grown, bound):
    """Visit the next candidate of the deepest matrix."""
    level = matrix.level[control[MATRIX_DEPTH]]
    p = level[M_CURSOR]
    if p >= level[M_END]:
        control[MATRIX_DEPTH] -= 1
        return MORE
    if matrix.bits[level[M_CHILDREN] + (p >> 6)] >> np.uint64(p & 63) & ONE == ZERO:
        level[M_CURSOR] = p + 1
        return MORE
    first, last = row_span(matrix, level, p)
    members = matrix.ints[first:last]
    m = last - first
    n, n_grown, most = scan_later_rows(matrix, rows, level, p)
    # The child writes one biclique and one universe. `search_few` writes one of each
    # per set of rows. `search_rows` writes at most 15 bicliques, the intersections of
    # four rows, in the child's universe.
    few = m > WORD and is_few(n, m)
    if not has_room(output, control, 1 << n if few else 1, m):
        return FLUSH
    least = least_size(bound, min_kept, n_grown, most)
    if n_grown + most < min_grown or is_hopeless(bound, m, least):
        level[M_CURSOR] = p + 1
        return MORE
    if m > WORD and not few:
        if not push_matrix(matrix, control, level, members, p, n, n_grown, least):
            return GROW
    level[M_CURSOR] = p + 1

    write_list(matrix, output, control, level, members)
    emit(output, control, control[UNIVERSES] - 1, ALL, n_grown, min_grown, bound)
    if n > 0 and m <= WORD:
        control[UNIVERSE] = control[UNIVERSES] - 1
        control[UNIVERSE_SIZE] = m
        for i in range(m):
            rows.universe[i] = matrix.ints[level[M_MEMBERS] + members[i]]
        search_rows(
            matrix, rows, output, control, level, members, p, n, n_grown, least,
            min_grown, bound,
        )  # fmt: skip
    elif n > 0 and few:
        search_few(
            matrix, rows, output, control, level, members, p, n, n_grown, least,
            min_grown, bound,
        )  # fmt: skip
    return MORE


@kernel
def emit_list(matrix, output, control, level, members, n_grown, min_grown, bound):
    """Emit a biclique with a universe of its own, if R is large enough.

    `members`: int32, positions in the node's L.
    """
    if n_grown >= min_grown:
        write_list(matrix, output, control, level, members)
        emit(output, control, control[UNIVERSES] - 1, ALL, n_grown, min_grown, bound)


@kernel
def write_list(matrix, output, control, level, members):
    """Append a universe to the output. `members`: int32, positions in the node's L."""
    at = control[MEMBERS]
    for i in range(members.size):
        output.members[at + i] = matrix.ints[level[M_MEMBERS] + members[i]]
    control[MEMBERS] = at + members.size
    control[UNIVERSES] += 1
    output.start[control[UNIVERSES]] = control[MEMBERS]


@kernel
def is_maximal_list(matrix, control, level, members, p):
    """Return whether no row before p contains all members (int32, positions in L)."""
    control[NODES] += 1
    for i in range(members.size):
        matrix.picked[i] = level[M_COLUMNS] + np.int64(members[i]) * level[M_WORDS]
    covered = is_covered_by_prefix(
        matrix.bits, matrix.picked, level[M_ALIVE], members.size, p
    )
    control[CONTAINED] += np.int64(covered)
    return not covered


@kernel
def is_few(n, m):
    """Return whether `search_few` may search a wide child with m members and n rows.

    Its output then has at most MOST_LISTED members, or four universes.
    """
    return n <= 2 or (n <= TABLE_MEMBERS and m << n <= MOST_LISTED)


@kernel
def search_few(
    matrix, rows, output, control, level, members, p, n, n_grown, min_kept, min_grown,
    bound,
):  # fmt: skip
    """Search the whole subtree of a wide child that keeps at most six later rows.

    This is a truth table with the sides exchanged. Each member of L is a subset of the
    rows: the rows that contain it. A closed set of rows is an intersection of such
    subsets. Its L are the members that all of its rows contain.

    `members`: int32, the child's L as positions in the node's L. The child's rows are
    `rows.found[:n]`.
    """
    size, listed = matrix.begin, matrix.listed
    family = sign_members(matrix, rows, level, members, n)
    live = closed(family) & ~ONE  # the empty set of rows is the child itself
    while live != ZERO:
        chosen = np.int64(lowest(live))
        live &= live - ONE
        if size[chosen] < min_kept:
            continue
        m = np.int64(0)
        for i in range(members.size):
            listed[m] = members[i]
            m += np.int64(matrix.signature[i] & chosen == chosen)
        if not is_maximal_list(matrix, control, level, listed[:m], p):
            live &= ~supersets(chosen)  # their L are subsets of this one
            continue
        weight = n_grown
        for j in range(n):
            weight += np.int64(rows.found_weight[j]) * (chosen >> j & 1)
        emit_list(matrix, output, control, level, listed[:m], weight, min_grown, bound)


@kernel
def sign_members(matrix, rows, level, members, n):
    """Compute the signature of each member: one bit for each row that contains it.

    Returns the family of all signatures. `matrix.begin` receives the size of L for each
    set of rows: the number of members that all of its rows contain.
    """
    bits, signature, size = matrix.bits, matrix.signature, matrix.begin
    width, m = level[M_WORDS], members.size
    signature[:m] = 0
    for j in range(n):
        row = np.int64(rows.found[j])
        word, shift = level[M_COLUMNS] + (row >> 6), np.uint64(row & 63)
        for i in range(m):
            has = bits[np.uint64(word + members[i] * width)] >> shift & ONE
            signature[i] |= np.int32(has) << j
    size[: 1 << n] = 0
    family = ZERO
    for i in range(m):
        size[signature[i]] += 1
        family |= ONE << np.uint64(signature[i])
    for j in range(n):
        for chosen in range(1 << n):
            if chosen >> j & 1 == 0:
                size[chosen] += size[chosen | 1 << j]
    return family


@kernel
def scan_later_rows(matrix, rows, level, p):
    """Find which rows after p the child of candidate p keeps, and which join its R.

    The child keeps a row that has at least two of its members, but not all. Kept rows
    are numbered in `slot`, marked in `twice`, and listed in `rows.found` with their
    weights. Returns their number, the size of the child's R, and the sum of their
    weights.
    """
    begin, words = (p + 1) >> 6, level[M_WORDS]
    weight = level[M_WEIGHTS] - level[M_EXCLUDED]
    n_grown = np.int64(level[M_GROWN] + matrix.ints[weight + p])
    most = np.int64(0)
    n = np.int64(0)
    if begin >= words:
        return n, n_grown, most
    n_picked = pick_row(matrix, level, p)
    add_columns(
        matrix.bits, matrix.picked, n_picked, begin, words, matrix.meet, matrix.twice
    )
    later = ALL << np.uint64((p + 1) & 63)
    for w in range(begin, words):
        alive = matrix.bits[level[M_ALIVE] + w] & later
        later = ALL
        full = matrix.meet[w] & alive
        part = matrix.twice[w] & alive & ~full
        matrix.twice[w] = part
        while full != ZERO:
            n_grown += matrix.ints[weight + w * WORD + lowest(full)]
            full &= full - ONE
        while part != ZERO:
            row = w * WORD + lowest(part)
            matrix.slot[row] = n
            rows.found[n] = np.uint64(row)
            rows.found_weight[n] = matrix.ints[weight + row]
            most += rows.found_weight[n]
            part &= part - ONE
            n += 1
    return n, n_grown, most


@kernel
def number_earlier_rows(matrix, level, n_picked, p):
    """Number the live rows before p that are in at least two picked columns.

    Writes `matrix.slot` and marks the rows in `matrix.twice`; returns their number.
    """
    words = words_for(p)
    if words == 0:
        return np.int64(0)
    add_columns(
        matrix.bits, matrix.picked, n_picked, 0, words, matrix.meet, matrix.twice
    )
    matrix.twice[words - 1] &= first_bits(p - WORD * (words - 1))
    n = np.int64(0)
    for w in range(words):
        part = matrix.twice[w] & matrix.bits[level[M_ALIVE] + w]
        matrix.twice[w] = part
        while part != ZERO:
            matrix.slot[w * WORD + lowest(part)] = n
            part &= part - ONE
            n += 1
    return n


@kernel
def gather_words(bits, selected, slot, column, bit, begin, end, words):
    """Set `bit` in the word of every selected row that is in the column.

    `bits`: uint64 arena, and `column` an offset. `selected`: uint64, one bit per row.
    `slot`: int32 per row, its index in `words` (uint64).
    """
    offset = np.uint64(column)
    for w in range(np.uint64(begin), np.uint64(end)):
        rows = bits[offset + w] & selected[w]
        first = w << np.uint64(6)
        while rows != ZERO:
            words[np.uint64(slot[first + np.uint64(lowest(rows))])] |= bit
            rows &= rows - ONE


@inlined
def search_rows(
    matrix, rows, output, control, level, members, p, n, n_grown, min_kept, min_grown,
    bound,
):  # fmt: skip
    """Search a child of at most 64 members: gather its rows into words.

    `members`: int32, the child's L as positions in the node's L. A child with more than
    FEW_ROWS maximal children opens a level of `rows`.
    """
    found, columns, width = rows.found, level[M_COLUMNS], level[M_WORDS]
    bits, picked, alive = matrix.bits, matrix.picked, level[M_ALIVE]
    found[:n] = ZERO
    for i in range(members.size):
        gather_words(
            bits,
            matrix.twice,
            matrix.slot,
            columns + members[i] * width,
            ONE << np.uint64(i),
            (p + 1) >> 6,
            width,
            found,
        )
    large = np.int64(0)
    for i in range(n):
        if popcount(found[i]) >= min_kept:
            found[large] = found[i]
            rows.found_weight[large] = rows.found_weight[i]
            large += 1
    n = merge_twins(rows, control, large)
    n = drop_small_rows(bound, rows, n, n_grown)
    min_kept = least_of_rows(bound, min_kept, rows, n, n_grown)
    maximal = np.int64(0)
    for i in range(n):
        n_picked = pick_bits(picked, columns, width, members, found[i])
        if not is_covered_by_prefix(bits, picked, alive, n_picked, p):
            found[maximal] = found[i]
            rows.found_weight[maximal] = rows.found_weight[i]
            maximal += 1
    control[NODES] += n
    control[CONTAINED] += n - maximal
    if maximal <= 2:
        pair = pair_below(rows, control, maximal, min_kept)
        if pair:
            common = found[0] & found[1]
            n_picked = pick_bits(picked, columns, width, members, common)
            pair = not is_covered_by_prefix(bits, picked, alive, n_picked, p)
            control[CONTAINED] += np.int64(not pair)
        emit_few(rows, output, control, maximal, pair, n_grown, min_grown, bound)
        return

    used = ZERO
    for i in range(maximal):
        used |= found[i]
    n_picked = pick_bits(picked, columns, width, members, used)
    n_excluded = number_earlier_rows(matrix, level, n_picked, p)
    # This is the first level of rows. Excluded rows and candidates are different rows
    # of the matrix, so there are at most `n_grown` of them: they fit without a check.
    rows.bits[:n_excluded] = ZERO
    while used != ZERO:
        i = lowest(used)
        gather_words(
            bits,
            matrix.twice,
            matrix.slot,
            columns + members[i] * width,
            ONE << np.uint64(i),
            np.int64(0),
            words_for(p),
            rows.bits,
        )
        used &= used - ONE
    n_excluded = condense(rows.bits, rows.hash_slot, np.int64(0), n_excluded)
    if maximal <= FEW_ROWS:
        search_few_rows(
            rows, output, control, maximal, np.int64(0), n_excluded, n_grown, min_kept,
            min_grown, bound,
        )  # fmt: skip
        return
    push_level(rows, control, np.int64(0), n_excluded, maximal, n_grown)


@kernel
def pair_below(rows, control, n, min_kept):
    """Return whether the intersection of two children may be a node below the first."""
    if n < 2:
        return False
    common = rows.found[0] & rows.found[1]
    if common == rows.found[0] or popcount(common) < min_kept:
        return False
    control[NODES] += 1
    return True


@kernel
def emit_few(rows, output, control, n, pair, n_grown, min_grown, bound):
    """Emit the whole subtree of n <= 2 maximal children, `rows.found[:n]`.

    A single child has no later sibling, so it has no children. Below two children there
    is at most their intersection, and `pair` says whether that is maximal.
    """
    if n == 0:
        return
    universe = control[UNIVERSE]
    first, weight = rows.found[0], rows.found_weight[0]
    if n == 1:
        emit(output, control, universe, first, n_grown + weight, min_grown, bound)
        return
    second, second_weight = rows.found[1], rows.found_weight[1]
    both = n_grown + weight + second_weight
    common = first & second
    if common == first:
        emit(output, control, universe, first, both, min_grown, bound)
    else:
        emit(output, control, universe, first, n_grown + weight, min_grown, bound)
    if pair:
        emit(output, control, universe, common, both, min_grown, bound)
    emit(output, control, universe, second, n_grown + second_weight, min_grown, bound)


@kernel
def push_matrix(matrix, control, level, members, p, n, n_grown, min_kept):
    """Push the matrix of a child with over 64 members; False if an arena is too small.

    On entry `twice` and `slot` hold the n later rows that the child keeps. The rows
    with at least `min_kept` members become its candidates, in order of size. Earlier
    rows that share two members with the child become its excluded rows.
    """
    m = members.size
    columns, width = level[M_COLUMNS], level[M_WORDS]
    begin = (p + 1) >> 6

    # The sizes of the later rows, and their places in order of size.
    size, place = matrix.size[:n], matrix.place[:n]
    size[:] = 0
    for i in range(m):
        column = columns + members[i] * width
        for w in range(begin, width):
            part = matrix.bits[column + w] & matrix.twice[w]
            first = np.uint64(w * WORD)
            while part != ZERO:
                row = np.uint64(matrix.slot[first + np.uint64(lowest(part))])
                size[row] += 1
                part &= part - ONE
    n_candidates, n_listed = places_by_size(size, place, matrix.begin, m, min_kept)
    later = matrix.later
    for w in range(begin, width):
        part = matrix.twice[w]
        later[w] = ZERO
        while part != ZERO:
            row = w * WORD + lowest(part)
            matrix.place_of[row] = place[matrix.slot[row]]
            if matrix.place_of[row] >= 0:
                later[w] |= part & (ZERO - part)
            part &= part - ONE
    if n_candidates == 0:
        return True

    n_excluded = number_earlier_rows(matrix, level, pick_row(matrix, level, p), p)
    if not open_matrix(matrix, control, m, n_excluded, n_candidates, n_listed, n_grown):
        return False
    child = matrix.level[control[MATRIX_DEPTH] + 1]
    ints = matrix.ints
    pointer = child[M_POINTERS]
    ints[pointer] = 0
    for i in range(n):
        if place[i] >= 0:
            ints[pointer + place[i] + 1] = size[i]
    fill = matrix.fill
    for c in range(n_candidates):
        ints[pointer + c + 1] += ints[pointer + c]
        fill[c] = ints[pointer + c]
    weight_in, weight_out = level[M_WEIGHTS] - level[M_EXCLUDED], child[M_WEIGHTS]
    for w in range(begin, width):
        part = later[w]
        while part != ZERO:
            row = w * WORD + lowest(part)
            ints[weight_out + matrix.place_of[row]] = ints[weight_in + row]
            part &= part - ONE
    bits, place_of, twice = matrix.bits, matrix.place_of, matrix.twice
    lists = ints[child[M_LISTS] : child[M_INTS_END]]
    for i in range(m):
        ints[child[M_MEMBERS] + i] = ints[level[M_MEMBERS] + members[i]]
        source = columns + members[i] * width
        target = child[M_COLUMNS] + i * child[M_WORDS]
        copy_excluded_bits(bits, twice, matrix.slot, source, words_for(p), target)
        copy_candidate_bits(
            bits, later, place_of, source, begin, width, target, n_excluded, lists,
            fill, i,
        )  # fmt: skip
    close_matrix(matrix, control)
    return True
