# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has more than 64 vertices: bit columns, a bit a row.

A wide root has a bit matrix, one column for each member of L, one bit for each of its
rows. A child is a row x; its L' are the members whose column has bit x. One pass over
their columns tells all about it: the rows in all of them hold L' (is one excluded? then
the child is not maximal), the rows in two or more of them are rows of the child.

Nodes below a root keep its matrix, with a list of members and masks of live rows. As
soon as L' fits a word the rows are gathered from the matrix, and become a node of the
narrow search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique._cuda import (
    ALL,
    ALL_LANES,
    LARGE,
    ONE,
    SMALL,
    WARP,
    WORD,
    ZERO,
    cuda,
    device,
    first_bits,
    from_first_lane,
    kernel,
    lanes_before,
    popcount,
    sum_before,
    voters,
    warp_sum,
)
from cugraph_biclique.search.gpu.nodes import group_for
from cugraph_biclique.search.gpu.state import (
    COVERED,
    FOUND,
    MEMBERS,
    N_NARROW,
    N_WIDE,
    NARROW_ROWS,
    TESTED,
    WIDE_LATER,
    WIDE_WORDS,
)

DROPPED, COVERED_CHILD, LEAF, NARROW, WIDE = range(5)


class Matrices(NamedTuple):
    """The bit matrices of wide roots."""

    root: Any  # int32 (matrices)
    bits: Any  # uint64, column after column
    begin: Any  # int64 (matrices): first word of the first column
    words: Any  # int32 (matrices): words of a column
    row_begin: Any  # int64 (matrices + 1)
    vertex: Any  # int32 (rows), ascending in each matrix


class WideNodes(NamedTuple):
    """Nodes of wide roots, the roots among them."""

    matrix: Any  # int32
    joined: Any  # int32, grown vertices that are common to all of L
    begin: Any  # int64, members of L: a range of `members`
    end: Any  # int64
    members: Any  # int32, columns of the matrix
    mask_begin: Any  # int64, three masks of a column's words each, in `masks`:
    masks: Any  # uint64: candidates, excluded rows, candidates found not maximal
    n_candidates: Any  # int64


class Children(NamedTuple):
    """The candidates of wide nodes, one after the other."""

    node: Any  # int32
    row: Any  # int32
    begin: Any  # int64, members of L': a range of `members`
    end: Any  # int64
    members: Any  # int32, columns of the matrix
    kept: Any  # int32, the same as kept vertices; empty in a count
    size: Any  # int32, grown vertices of the biclique
    n_later: Any  # int32, candidates that the child has at most
    n_other: Any  # int32, and excluded rows
    narrow: Any  # int32: children that are to become narrow nodes, in any order
    wide: Any  # int32: and wide ones


@device
def warp_of_grid():
    """This warp's number in the grid, and the number of warps."""
    return cuda.grid(1) // WARP, cuda.gridsize(1) // WARP


@kernel(threads=LARGE, blocks=1)
def fill_matrices(graph, matrices, nodes, scratch):
    """Build the matrices of wide roots, and the roots as nodes: a block a root."""
    mine = np.int64(cuda.blockIdx.x)
    for index in range(mine, matrices.root.size, cuda.gridDim.x):
        m = matrices.root.size - 1 - index
        place_rows(matrices, m, scratch[mine])
        cuda.syncthreads()
        fill_columns(graph, matrices, m, scratch[mine])
        fill_masks(matrices, nodes, m)
        cuda.syncthreads()
        for k in range(
            matrices.row_begin[m] + cuda.threadIdx.x,
            matrices.row_begin[m + 1],
            cuda.blockDim.x,
        ):
            scratch[mine, matrices.vertex[k]] = ZERO
        begin = nodes.begin[m]
        for i in range(cuda.threadIdx.x, nodes.end[m] - begin, cuda.blockDim.x):
            nodes.members[begin + i] = i
        cuda.syncthreads()


@device
def place_rows(matrices, m, scratch):
    """For every row's vertex, its place in the matrix + 1."""
    first = matrices.row_begin[m]
    for k in range(
        first + cuda.threadIdx.x, matrices.row_begin[m + 1], cuda.blockDim.x
    ):
        scratch[matrices.vertex[k]] = np.uint64(k - first + 1)


@device
def fill_columns(graph, matrices, m, scratch):
    """A warp a column: the neighbours of one member that are rows."""
    lane = cuda.threadIdx.x % WARP
    root = matrices.root[m]
    begin = graph.grown_indptr[root]
    words = np.int64(matrices.words[m])
    for i in range(
        cuda.threadIdx.x // WARP,
        graph.grown_indptr[root + 1] - begin,
        cuda.blockDim.x // WARP,
    ):
        u = graph.grown_indices[begin + i]
        column = matrices.begin[m] + i * words
        for e in range(graph.kept_indptr[u] + lane, graph.kept_indptr[u + 1], WARP):
            place = np.int64(scratch[graph.kept_indices[e]]) - 1
            if place >= 0:
                bit = ONE << np.uint64(place % WORD)
                cuda.atomic.or_(matrices.bits, column + place // WORD, bit)


@device
def fill_masks(matrices, nodes, m):
    """Rows after the root are candidates, those before it are excluded."""
    words = np.int64(matrices.words[m])
    first = matrices.row_begin[m]
    n = matrices.row_begin[m + 1] - first
    for j in range(cuda.threadIdx.x, words, cuda.blockDim.x):
        candidates = ZERO
        excluded = ZERO
        for k in range(j * WORD, min(n, (j + 1) * WORD)):
            bit = ONE << np.uint64(k - j * WORD)
            if matrices.vertex[first + k] > matrices.root[m]:
                candidates |= bit
            else:
                excluded |= bit
        at = nodes.mask_begin[m] + j
        cuda.atomic.add(nodes.n_candidates, m, np.int64(popcount(candidates)))
        nodes.masks[at] = candidates
        nodes.masks[at + words] = excluded
        nodes.masks[at + 2 * words] = ZERO


@kernel
def emit_roots(matrices, nodes, output, control, min_grown):
    """The wide roots themselves, each the whole of its universe."""
    n = matrices.root.size
    found = np.int64(0)
    for first in range(cuda.grid(1) // WARP * WARP, n, cuda.gridsize(1)):
        m = first + cuda.threadIdx.x % WARP
        keep = m < n and nodes.joined[min(m, n - 1)] >= min_grown
        root, size = np.int32(0), np.int32(0)
        if keep:
            root, size = matrices.root[m], nodes.joined[m]
        found += emit_whole(output, control, keep, root, size)
    found = warp_sum(found)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, FOUND, found)


@kernel
def list_children(matrices, nodes, first_child, children):
    """The candidates of every node in order: a warp a node."""
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    for node in range(warp, first_child.size - 1, warps):
        at = first_child[node]
        words = matrices.words[nodes.matrix[node]]
        for j in range(words):
            mask = nodes.masks[nodes.mask_begin[node] + j]
            for half in range(2):
                bit = np.uint64(half * WARP + lane)
                has = (mask >> bit) & ONE != ZERO
                ballot = cuda.ballot_sync(ALL_LANES, has)
                if has:
                    k = at + lanes_before(ballot, lane)
                    children.node[k] = node
                    children.row[k] = j * WORD + half * WARP + lane
                at += voters(ballot)


@device
def has_row(matrices, m, member, row):
    """Whether a column has the bit of a row."""
    column = matrices.begin[m] + np.int64(member) * matrices.words[m]
    return (matrices.bits[column + row // WORD] >> np.uint64(row % WORD)) & ONE != ZERO


@kernel
def measure_children(matrices, nodes, first_child, children, control, lanes):
    """Room for the members of L', for every child: so many lanes of a warp a child.

    A lane for each is best where there are many children: neighbours have rows side by
    side, and read the same words. Few children need all lanes to share their lists.
    """
    n_children = first_child[first_child.size - 1]
    step = cuda.gridsize(1) // lanes
    for first in range(0, n_children, step):
        child = first + cuda.grid(1) // lanes
        n = np.int64(0)
        if child < n_children:
            node = children.node[child]
            m = nodes.matrix[node]
            row = children.row[child]
            begin = nodes.begin[node] + cuda.threadIdx.x % lanes
            for i in range(begin, nodes.end[node], lanes):
                n += np.int64(has_row(matrices, m, nodes.members[i], row))
        if lanes > 1:
            n = warp_sum(n)
        speaks = child < n_children and cuda.threadIdx.x % lanes == 0
        before, total = sum_before(
            n if speaks else np.int64(0), cuda.threadIdx.x % WARP
        )
        at = np.int64(0)
        if cuda.threadIdx.x % WARP == 0:
            at = cuda.atomic.add(control, MEMBERS, total)
        at = from_first_lane(at) + before
        if speaks:
            children.begin[child] = at
            children.end[child] = at + n


@kernel(threads=SMALL, blocks=2)
def test_children(
    graph, matrices, nodes, first_child, children, output, control, universe, least,
    min_grown,
):  # fmt: skip
    """Test every child, and emit those that are maximal: a warp a child.

    Child k has the universe ``universe + k``, its members are all of it.
    """
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    found = np.int64(0)
    n_covered = np.int64(0)
    n_children = first_child[first_child.size - 1]
    if control[MEMBERS] > children.members.size:
        return  # the host makes room for them, and comes again
    tested = np.int64(0)
    group = group_for(control, n_children, warps)
    for first in range(warp * group, n_children, warps * group):
        state, size = DROPPED, np.int64(0)
        n = min(group, n_children - first)
        tested += n
        n_later, n_other = np.int64(0), np.int64(0)
        for j in range(n):
            list_members(graph, matrices, nodes, children, first + j)
            cuda.syncwarp()
            its_state, its_size, later, other = test_child(
                graph, matrices, nodes, children, first + j, least
            )
            if lane == j:
                state, size, n_later, n_other = its_state, its_size, later, other
        n_covered += np.int64(state == COVERED_CHILD)
        child = first + lane
        if lane < n:
            children.size[child] = size
            children.n_later[child] = n_later
            children.n_other[child] = n_other
        note(control, N_NARROW, children.narrow, child, state == NARROW)
        note(control, N_WIDE, children.wide, child, state == WIDE)
        size_up(control, matrices, nodes, children, child, state, n_later, n_other)
        keep = state >= LEAF and size >= min_grown
        found += emit_whole(output, control, keep, universe + child, size)
    found, n_covered = warp_sum(found), warp_sum(n_covered)
    if lane == 0:
        cuda.atomic.add(control, TESTED, tested)
        cuda.atomic.add(control, COVERED, n_covered)
        cuda.atomic.add(control, FOUND, found)


@device
def size_up(control, matrices, nodes, children, child, state, n_later, n_other):
    """Add up what the lanes' children that have children will need."""
    rows, words, candidates = np.int64(0), np.int64(0), np.int64(0)
    if state == NARROW:
        rows = n_later + n_other
    elif state == WIDE:
        words = 3 * np.int64(matrices.words[nodes.matrix[children.node[child]]])
        candidates = n_later
    rows, words, candidates = warp_sum(rows), warp_sum(words), warp_sum(candidates)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, NARROW_ROWS, rows)
        if words > 0:
            cuda.atomic.add(control, WIDE_WORDS, words)
            cuda.atomic.add(control, WIDE_LATER, candidates)


@device
def note(control, counter, children, child, keep):
    """Append the children of the lanes that keep one to a list."""
    ballot = cuda.ballot_sync(ALL_LANES, keep)
    lane = cuda.threadIdx.x % WARP
    at = np.int64(0)
    if lane == 0 and voters(ballot) > 0:
        at = cuda.atomic.add(control, counter, np.int64(voters(ballot)))
    at = from_first_lane(at) + lanes_before(ballot, lane)
    if keep:
        children[at] = child


@device
def test_child(graph, matrices, nodes, children, child, least):
    """The state of a child, its grown vertices, and its rows: candidates, excluded."""
    n = children.end[child] - children.begin[child]
    covered, dropped, later, other, joined = judge(
        graph, matrices, nodes, children, child
    )
    node = children.node[child]
    state = LEAF
    if covered or n < least:
        state = COVERED_CHILD if covered else DROPPED
        if cuda.threadIdx.x % WARP == 0 and (dropped or n < least):
            drop_row(matrices, nodes, node, children.row[child])
    elif later > 0:
        state = NARROW if n <= WORD else WIDE
    return state, nodes.joined[node] + joined, later, other


@device
def emit_whole(output, control, keep, universe, size):
    """Emit, for each lane that keeps one, a biclique whose kept side is a whole
    universe; how many this lane found in a count, which has no output."""
    if output.mask.size == 0:
        return np.int64(keep)
    ballot = cuda.ballot_sync(ALL_LANES, keep)
    lane = cuda.threadIdx.x % WARP
    at = np.int64(0)
    if lane == 0:
        at = cuda.atomic.add(control, FOUND, np.int64(voters(ballot)))
    at = from_first_lane(at) + lanes_before(ballot, lane)
    if keep and at < output.mask.size:
        output.mask[at] = ALL
        output.universe[at] = universe
        output.n_grown[at] = size
    return np.int64(0)


@device
def list_members(graph, matrices, nodes, children, child):
    """Write the members of L', in order."""
    lane = cuda.threadIdx.x % WARP
    node = children.node[child]
    m = nodes.matrix[node]
    at = children.begin[child]
    first_kept = graph.grown_indptr[matrices.root[m]]
    row, end = children.row[child], nodes.end[node]
    for first in range(nodes.begin[node], end, 4 * WARP):
        # Four at a time: their words are on their way together.
        i = first + lane
        one, has_one = member_with(matrices, nodes, m, i, end, row)
        two, has_two = member_with(matrices, nodes, m, i + WARP, end, row)
        three, has_three = member_with(matrices, nodes, m, i + 2 * WARP, end, row)
        four, has_four = member_with(matrices, nodes, m, i + 3 * WARP, end, row)
        at = append_member(graph, children, first_kept, at, one, has_one)
        at = append_member(graph, children, first_kept, at, two, has_two)
        at = append_member(graph, children, first_kept, at, three, has_three)
        at = append_member(graph, children, first_kept, at, four, has_four)


@device
def member_with(matrices, nodes, m, i, end, row):
    """The i-th member of L, and whether its column has the bit of a row."""
    member, has = np.int32(0), False
    if i < end:
        member = nodes.members[i]
        has = has_row(matrices, m, member, row)
    return member, has


@device
def append_member(graph, children, first_kept, at, member, has):
    """Append the members of the lanes that have one; the place behind them."""
    ballot = cuda.ballot_sync(ALL_LANES, has)
    if has:
        k = at + lanes_before(ballot, cuda.threadIdx.x % WARP)
        children.members[k] = member
        if children.kept.size > 0:
            children.kept[k] = graph.grown_indices[first_kept + member]
    return at + voters(ballot)


@device
def drop_row(matrices, nodes, node, row):
    """Take a candidate from its node, for the kernels that come after."""
    at = nodes.mask_begin[node] + 2 * matrices.words[nodes.matrix[node]]
    cuda.atomic.or_(nodes.masks, at + row // WORD, ONE << np.uint64(row % WORD))


@device
def judge(graph, matrices, nodes, children, child):
    """Whether L' is held by an earlier row, and by an excluded one; how many later and
    other rows meet it; and the weight of the later rows that hold it.

    A row that an earlier candidate holds has no child, but stays a row of the others:
    it may join them.
    """
    lane = cuda.threadIdx.x % WARP
    node = children.node[child]
    row = children.row[child]
    m = nodes.matrix[node]
    words = np.int64(matrices.words[m])
    covered = False
    dropped = False
    later, other, joined = np.int64(0), np.int64(0), np.int64(0)
    for first_word in range(0, words, WARP):
        held, met = meet_columns(matrices, m, children, child, first_word)
        word = first_word + lane
        if word < words:
            candidates, excluded = rows_around(matrices, nodes, node, row, word, False)
            covered = covered or held & excluded != ZERO
            at = nodes.mask_begin[node] + words + word
            dropped = dropped or held & nodes.masks[at] != ZERO
            later += popcount(met & candidates)
            other += popcount(met & excluded)
            held &= candidates | own_bit(row, word)
            joined += weight_of(graph, matrices, m, word, held)
        if cuda.any_sync(ALL_LANES, dropped):
            break
    covered = cuda.any_sync(ALL_LANES, covered)
    dropped = cuda.any_sync(ALL_LANES, dropped)
    return covered, dropped, warp_sum(later), warp_sum(other), warp_sum(joined)


@device
def meet_columns(matrices, m, children, child, first_word):
    """Of the rows in this lane's word: those in all columns of L', and those in two or
    more but not in all.

    The lanes stand side by side over the words of a column. If a column is short, there
    is room for several columns at a time, whose results are put together at the end.
    """
    lane = cuda.threadIdx.x % WARP
    words = matrices.words[m]
    power = 0  # divisions would cost more than all the rest
    while 1 << power < words - first_word and 1 << power < WARP:
        power += 1
    side = 1 << power
    word = first_word + (lane & (side - 1))
    all_of = ALL
    once = ZERO
    twice = ZERO
    if word < words:
        at_once = WARP >> power  # columns
        end = children.end[child]
        first_bit = matrices.begin[m] + word
        for i in range(children.begin[child] + (lane >> power), end, 4 * at_once):
            # Four at a time: they are on their way together.
            a = column_word(matrices, children, first_bit, words, i, end, ALL)
            j, k, o = i + at_once, i + 2 * at_once, i + 3 * at_once
            b = column_word(matrices, children, first_bit, words, j, end, a)
            c = column_word(matrices, children, first_bit, words, k, end, a)
            d = column_word(matrices, children, first_bit, words, o, end, a)
            all_of &= a & b & c & d
            # A column that is not there has been read as the first.
            if j >= end:
                b = ZERO
            if k >= end:
                c = ZERO
            if o >= end:
                d = ZERO
            any_of = a | b | c | d
            twice |= (a & b) | (c & d) | ((a | b) & (c | d)) | (once & any_of)
            once |= any_of
    while side < WARP:
        all_of &= other_lane(all_of, side)
        twice |= other_lane(twice, side) | (once & other_lane(once, side))
        once |= other_lane(once, side)
        side *= 2
    return all_of, twice & ~all_of


@device
def column_word(matrices, children, first_bit, words, i, end, otherwise):
    """A word of the i-th column of L', or what it is to be behind the last."""
    if i >= end:
        return otherwise
    return matrices.bits[first_bit + np.int64(children.members[i]) * words]


@device
def other_lane(word, step):
    """A word of the lane whose number differs by the bit `step`."""
    return np.uint64(cuda.shfl_xor_sync(ALL_LANES, np.int64(word), step))


@device
def own_bit(row, word):
    """The bit of a row in one word of a mask."""
    if row // WORD == word:
        return ONE << np.uint64(row % WORD)
    return ZERO


@device
def rows_around(matrices, nodes, node, row, word, without_dropped):
    """One word of the rows that are candidates, and that are excluded, for a child."""
    words = np.int64(matrices.words[nodes.matrix[node]])
    at = nodes.mask_begin[node] + word
    candidates = nodes.masks[at]
    if without_dropped:
        candidates &= ~nodes.masks[at + 2 * words]
    before = ZERO
    if word < row // WORD:
        before = ALL
    elif word == row // WORD:
        before = first_bits(row % WORD)
    excluded = nodes.masks[at + words] | (candidates & before)
    return candidates & ~(before | own_bit(row, word)), excluded


@device
def weight_of(graph, matrices, m, word, mask):
    """The grown vertices that the rows of a mask stand for."""
    weight = np.int64(0)
    first = matrices.row_begin[m] + word * WORD
    while mask != ZERO:
        lowest = mask & (~mask + ONE)
        row = popcount(lowest - ONE)
        weight += graph.grown_weight[matrices.vertex[first + row]]
        mask ^= lowest
    return weight
