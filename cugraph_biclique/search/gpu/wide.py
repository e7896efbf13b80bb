# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has more than 64 vertices: bit columns, with one bit per row.

A wide root has a bit matrix, with one column per member of L and one bit per row
(`matrices`). A child is a row x; its L' are the members whose column has bit x. One
pass over their columns tests the child. Rows in all of them contain L': if one of these
is excluded, the child is not maximal. Rows in two or more of them are rows of the
child.

Nodes below a root use its matrix, with their own list of members and masks of live
rows. Once L' fits one word, the rows are transposed out of the matrix, and become a
node of the narrow search.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    ONE,
    SMALL,
    WARP,
    WORD,
    ZERO,
    advance,
    append,
    cuda,
    device,
    kernel,
    lanes_before,
    popcount,
    sum_before,
    voters,
    warp_sum,
)
from cugraph_biclique.device.stack import group_for
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.bound import is_open, raise_score, reaches
from cugraph_biclique.search.gpu.matrices import (
    has_row,
    meet_columns,
    own_bit,
    rows_around,
    warp_of_grid,
    weight_of,
)
from cugraph_biclique.search.gpu.output import emit

DROPPED, COVERED_CHILD, LEAF, NARROW, WIDE = range(5)


@kernel
def emit_roots(matrices, nodes, output, control, min_grown):
    """Emit the wide roots themselves, each the whole of its universe."""
    n = matrices.root.size
    found = np.int64(0)
    for first in range(cuda.grid(1) // WARP * WARP, n, cuda.gridsize(1)):
        m = first + cuda.threadIdx.x % WARP
        keep = m < n and nodes.joined[min(m, n - 1)] >= min_grown
        root, size = np.int32(0), np.int32(0)
        if keep:
            root, size = matrices.root[m], nodes.joined[m]
        found += emit(output, control, keep, ALL, root, size)
    found = warp_sum(found)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, S.FOUND, found)


@kernel
def list_children(matrices, nodes, first_child, children):
    """List the candidates of every node in order: one warp per node."""
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


@kernel
def measure_children(matrices, nodes, first_child, children, control, lanes):
    """Reserve room for the members of L' of every child, with `lanes` lanes per child.

    One lane each is best for many children: neighbouring lanes have neighbouring rows,
    and read the same words. For few children, all lanes of a warp share one child's
    list.
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
        at = advance(control, S.MEMBERS, total) + before
        if speaks:
            children.begin[child] = at
            children.end[child] = at + n


@kernel(threads=SMALL, blocks=2)
def test_children(
    graph, matrices, nodes, first_child, children, output, control, universe, least,
    min_grown, bound,
):  # fmt: skip
    """Test every child, and emit those that are maximal: one warp per child.

    Child k has the universe ``universe + k``; its members are all of it.
    """
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    found = np.int64(0)
    n_covered = np.int64(0)
    n_children = first_child[first_child.size - 1]
    if control[S.MEMBERS] > children.members.size:
        return  # the host enlarges the lists and launches again
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
                graph, matrices, nodes, children, first + j, least, bound
            )
            if lane == j:
                state, size, n_later, n_other = its_state, its_size, later, other
        n_covered += np.int64(state == COVERED_CHILD)
        child = first + lane
        if lane < n:
            children.size[child] = size
            children.n_later[child] = n_later
            children.n_other[child] = n_other
        append(control, S.N_NARROW, children.narrow, child, state == NARROW)
        append(control, S.N_WIDE, children.wide, child, state == WIDE)
        size_up(control, matrices, nodes, children, child, state, n_later, n_other)
        keep = state >= LEAF and size >= min_grown
        if keep:
            n_kept = children.end[child] - children.begin[child]
            keep = reaches(bound, n_kept, size)
            raise_score(bound, keep, n_kept, size)
        found += emit(output, control, keep, ALL, universe + child, size)
    found, n_covered = warp_sum(found), warp_sum(n_covered)
    if lane == 0:
        cuda.atomic.add(control, S.TESTED, tested)
        cuda.atomic.add(control, S.COVERED, n_covered)
        cuda.atomic.add(control, S.FOUND, found)


@device
def size_up(control, matrices, nodes, children, child, state, n_later, n_other):
    """Add up the room that the nodes of the lanes' children will need."""
    rows, words, candidates = np.int64(0), np.int64(0), np.int64(0)
    if state == NARROW:
        rows = n_later + n_other
    elif state == WIDE:
        words = 3 * np.int64(matrices.words[nodes.matrix[children.node[child]]])
        candidates = n_later
    rows, words, candidates = warp_sum(rows), warp_sum(words), warp_sum(candidates)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, S.NARROW_ROWS, rows)
        if words > 0:
            cuda.atomic.add(control, S.WIDE_WORDS, words)
            cuda.atomic.add(control, S.WIDE_LATER, candidates)


@device
def test_child(graph, matrices, nodes, children, child, least, bound):
    """Test a child: its state, grown vertices, candidates and excluded rows."""
    n = children.end[child] - children.begin[child]
    covered, dropped, later, other, joined, below = check_maximality(
        graph, matrices, nodes, children, child, bound
    )
    node = children.node[child]
    state = LEAF
    if covered or n < least:
        state = COVERED_CHILD if covered else DROPPED
        if cuda.threadIdx.x % WARP == 0 and (dropped or n < least):
            drop_row(matrices, nodes, node, children.row[child])
    elif later > 0:
        size = nodes.joined[node] + joined
        if is_open(bound, size) and reaches(bound, n, size + below):
            state = NARROW if n <= WORD else WIDE
    return state, nodes.joined[node] + joined, later, other


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
        # Four at a time, so that their loads overlap.
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
    """Append the members of the lanes that have one; returns the place behind them."""
    ballot = cuda.ballot_sync(ALL_LANES, has)
    if has:
        k = at + lanes_before(ballot, cuda.threadIdx.x % WARP)
        children.members[k] = member
        if children.kept.size > 0:
            children.kept[k] = graph.grown_indices[first_kept + member]
    return at + voters(ballot)


@device
def drop_row(matrices, nodes, node, row):
    """Prune a candidate from its node, for the kernels that come after."""
    at = nodes.mask_begin[node] + 2 * matrices.words[nodes.matrix[node]]
    cuda.atomic.or_(nodes.masks, at + row // WORD, ONE << np.uint64(row % WORD))


@device
def check_maximality(graph, matrices, nodes, children, child, bound):
    """Check the maximality of L' against all rows, and count the rows that meet it.

    Returns whether an earlier row contains L', whether an excluded row of the node
    does, the numbers of later and of other rows that meet L', the weight of the rows
    that join R, and with a bound the weight of the later rows. A row that an earlier
    candidate contains has no child, but stays a row of the others: it may join them.
    """
    lane = cuda.threadIdx.x % WARP
    node = children.node[child]
    row = children.row[child]
    m = nodes.matrix[node]
    words = np.int64(matrices.words[m])
    covered = False
    dropped = False
    later, other, joined, below = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for first_word in range(0, words, WARP):
        held, met = meet_columns(matrices, m, children, child, first_word)
        word = first_word + lane
        if word < words:
            candidates, excluded = rows_around(matrices, nodes, node, row, word, False)
            covered = covered or held & excluded != ZERO
            at = nodes.mask_begin[node] + words + word
            dropped = dropped or held & nodes.masks[at] != ZERO
            later += popcount(met & candidates)
            if bound is not None:
                below += weight_of(graph, matrices, m, word, met & candidates)
            other += popcount(met & excluded)
            held &= candidates | own_bit(row, word)
            joined += weight_of(graph, matrices, m, word, held)
        if cuda.any_sync(ALL_LANES, dropped):
            break
    covered = cuda.any_sync(ALL_LANES, covered)
    dropped = cuda.any_sync(ALL_LANES, dropped)
    if bound is not None:
        below = warp_sum(below)
    later, other, joined = warp_sum(later), warp_sum(other), warp_sum(joined)
    return covered, dropped, later, other, joined, below
