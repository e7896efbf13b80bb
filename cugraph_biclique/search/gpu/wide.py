# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has more than 64 vertices: bit columns, with one bit per row.

A wide root has a bit matrix, with one column per member of L and one bit per row
(`matrices`). A child is a row x; its L' are the members whose column has bit x
(`wide_lists`). One pass over their columns tests the child. Rows in all of them contain
L': if one of these is excluded, the child is not maximal, and the pass ends. Rows in
two or more of them are rows of the child.

* An L' of at most six members has a truth table (`tables`): the same pass enters the
  rows into it, and it has all bicliques below the child.
* An L' with many words to combine is heavy: blocks share its words.
* Otherwise, one warp makes the pass.

Nodes below a root use its matrix, with their own list of members and masks of live
rows. Once L' fits one word, the rows are transposed out of the matrix, and become a
node of the narrow search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    LARGE,
    ONE,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    advance,
    append,
    ballot_of,
    cuda,
    device,
    first_bits,
    from_lane,
    kernel,
    popcount,
    sum_before,
    voters,
    warp_sum,
)
from cugraph_biclique.device.stack import group_for
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu import tables
from cugraph_biclique.search.gpu.bound import is_open, raise_score, reaches
from cugraph_biclique.search.gpu.matrices import (
    meet_by_block,
    meet_columns,
    own_bit,
    rows_around,
    warp_of_grid,
    weight_of,
)
from cugraph_biclique.search.gpu.output import emit
from cugraph_biclique.search.gpu.tables import HALVES, SUBSETS, TABLE_MEMBERS, Table

DROPPED, COVERED_CHILD, LEAF, NARROW, WIDE, HEAVY = range(6)
HEAVY_WORDS = 1 << 12  # words that one warp combines for a child at most
LARGE_WARPS = LARGE // WARP
IS_COVERED, IS_DROPPED = 1, 2  # flags of heavy children
UNKNOWN = np.int64(1 << 40)  # weight of the later rows of a heavy child: no limit


class Child(NamedTuple):
    """A child of a wide node, as a warp tests it."""

    node: Any  # int32
    matrix: Any  # int32
    row: Any  # int32
    begin: Any  # int64, its members
    n: Any  # int64, their number
    words: Any  # int32, of a column
    column: Any  # int64, first word of the matrix
    vertex: Any  # int64, where the vertices of the rows begin
    masks: Any  # int64, first word of the masks of its node
    joined: Any  # int32, grown vertices adjacent to all of the node's L


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


@kernel(threads=SMALL, blocks=4)
def test_children(
    graph, matrices, nodes, first_child, children, output, control, universe, least,
    min_grown, bound,
):  # fmt: skip
    """Test every child, and emit those that are maximal: one warp per child.

    Child k has the universe ``universe + k``; its members are all of it. Heavy children
    are listed for `test_heavy`.
    """
    weights = cuda.shared.array((WARPS, SUBSETS), np.int32)
    families = cuda.shared.array((WARPS, HALVES), np.uint32)
    table = Table(weights[cuda.threadIdx.x // WARP], families[cuda.threadIdx.x // WARP])
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    tested, found, n_covered = np.int64(0), np.int64(0), np.int64(0)
    n_children = first_child[first_child.size - 1]
    if control[S.MEMBERS] > children.members.size:
        return  # the host enlarges the lists and launches again
    sized = needs_sizes(output, min_grown, bound)
    group = group_for(control, n_children, warps)
    for first in range(warp * group, n_children, warps * group):
        n = min(group, n_children - first)
        mine = load_child(matrices, nodes, children, first + min(lane, n - 1))
        state, size = DROPPED, np.int64(0)
        n_later, n_other = np.int64(0), np.int64(0)
        for j in range(n):
            child = child_of_lane(mine, j)
            its_state, its_size = HEAVY, np.int64(0)
            later, other = np.int64(0), np.int64(0)
            if child.n < least:
                its_state = DROPPED
                drop_row(nodes, child)
            elif child.n <= TABLE_MEMBERS:
                its_state, its_size, below, n_found = test_small(
                    graph, matrices, nodes, children, child, output, control,
                    universe + first + j, least, min_grown, bound, table, sized,
                )  # fmt: skip
                tested += below
                found += n_found
            elif child.n * child.words <= HEAVY_WORDS:
                its_state, its_size, later, other = test_child(
                    graph, matrices, nodes, children, first + j, child, bound
                )
            if lane == j:
                state, size, n_later, n_other = its_state, its_size, later, other
        light = lane < n and state != HEAVY
        heavy = lane < n and state == HEAVY
        if heavy:
            begin_heavy(children, first + lane)
        append(control, S.N_HEAVY, children.heavy, first + lane, heavy)
        tested += voters(ballot_of(light))
        n_covered += np.int64(light and state == COVERED_CHILD)
        found += finish(
            children, first + lane, mine, light, state, size, n_later, n_other, output,
            control, universe, min_grown, bound,
        )  # fmt: skip
    add_counters(control, tested, n_covered, found)


@kernel(threads=LARGE, blocks=1)
def test_heavy(
    graph, matrices, nodes, children, output, control, chunks, universe, min_grown,
    bound,
):  # fmt: skip
    """Test the heavy children: one block per chunk of words, the same as a warp has.

    A child has at most `chunks` chunks. The last block to finish one of them knows all
    of them.
    """
    shared = cuda.shared.array((3, LARGE_WARPS, WARP), np.uint64)
    known = cuda.shared.array(1, np.int32)
    tested, found, n_covered = np.int64(0), np.int64(0), np.int64(0)
    n = control[S.N_HEAVY] * chunks
    if control[S.MEMBERS] > children.members.size:
        return
    for index in range(cuda.blockIdx.x, n, cuda.gridDim.x):
        k = children.heavy[index // chunks]
        child = load_child(matrices, nodes, children, k)
        first_word = index % chunks * WARP
        if first_word >= child.words:
            continue
        if cuda.threadIdx.x == 0:
            known[0] = cuda.atomic.add(children.flags, k, 0)
        cuda.syncthreads()
        if known[0] & IS_DROPPED == 0:
            held, met = meet_by_block(
                matrices, child.matrix, children, k, first_word, shared
            )
            if cuda.threadIdx.x < WARP:
                add_chunk(
                    graph, matrices, nodes, children, k, child, first_word, held, met
                )
        if cuda.threadIdx.x < WARP:
            last = is_last_chunk(children, k, (child.words + WARP - 1) // WARP)
            if last:
                state, size, later, other = heavy_state(
                    nodes, children, k, child, bound
                )
                active = cuda.threadIdx.x == 0
                tested += 1
                n_covered += np.int64(active and state == COVERED_CHILD)
                found += finish(
                    children, k, child, active, state, size, later, other, output,
                    control, universe, min_grown, bound,
                )  # fmt: skip
        cuda.syncthreads()  # the first warp has read `known`
    if cuda.threadIdx.x < WARP:
        add_counters(control, tested, n_covered, found)


@device
def needs_sizes(output, min_grown, bound):
    """Whether the number of grown vertices of each biclique matters.

    A child has at least two: its root and its row.
    """
    if bound is not None:
        return True
    return output.mask.size > 0 or min_grown > 2


@device
def load_child(matrices, nodes, children, k):
    """Read what tests need of a child."""
    node = children.node[k]
    m = nodes.matrix[node]
    begin = children.begin[k]
    return Child(
        node, m, children.row[k], begin, children.end[k] - begin, matrices.words[m],
        matrices.begin[m], matrices.row_begin[m], nodes.mask_begin[node],
        nodes.joined[node],
    )  # fmt: skip


@device
def child_of_lane(child, lane):
    """The child of one lane, for all lanes."""
    return Child(
        from_lane(child.node, lane),
        from_lane(child.matrix, lane),
        from_lane(child.row, lane),
        from_lane(child.begin, lane),
        from_lane(child.n, lane),
        from_lane(child.words, lane),
        from_lane(child.column, lane),
        from_lane(child.vertex, lane),
        from_lane(child.masks, lane),
        from_lane(child.joined, lane),
    )


@device
def test_small(
    graph, matrices, nodes, children, child, output, control, universe, least,
    min_grown, bound, table, sized,
):  # fmt: skip
    """Test a child of at most six members, and find all bicliques below it.

    Returns its state and number of grown vertices, the number of nodes below it, and
    the lane's number of bicliques below it.
    """
    lane = cuda.threadIdx.x % WARP
    column = child.column
    if lane < child.n:
        column += np.int64(children.members[child.begin + lane]) * child.words
    at_a, at_b, at_c = from_lane(column, 0), from_lane(column, 1), from_lane(column, 2)
    at_d, at_e, at_f = from_lane(column, 3), from_lane(column, 4), from_lane(column, 5)
    has_rows = child.n > least
    end = child.words
    if not has_rows and not sized:  # later rows do not matter
        end = np.int32(child.row // WORD + 1)
    if has_rows:
        tables.clear(table)
    joined, later = np.int64(0), False
    for first_word in range(0, end, WARP):
        word = first_word + lane
        a, b, c, d, e, f = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
        candidates, excluded, held = ZERO, ZERO, ZERO
        if word < end:
            a, b = matrices.bits[at_a + word], matrices.bits[at_b + word]
            held = a & b
            if child.n > 2:
                c = matrices.bits[at_c + word]
                held &= c
            if child.n > 3:
                d = matrices.bits[at_d + word]
                held &= d
            if child.n > 4:
                e = matrices.bits[at_e + word]
                held &= e
            if child.n > 5:
                f = matrices.bits[at_f + word]
                held &= f
            candidates, excluded = rows_around(
                nodes, child.masks, child.words, child.row, word, False
            )
        if cuda.any_sync(ALL_LANES, held & excluded != ZERO):
            drop_if_excluded(nodes, child, word, held & excluded)
            return COVERED_CHILD, np.int64(0), np.int32(0), np.int32(0)
        if held != ZERO and sized:
            mask = held & (candidates | own_bit(child.row, word))
            joined += weight_of(graph, matrices, child.vertex, word, mask)
        if has_rows:
            met = in_two(a, b, c, d, e, f) & ~held
            later = later or met & candidates != ZERO
            rows = met & candidates
            while rows != ZERO:
                lowest = rows & (~rows + ONE)
                bit = popcount(lowest - ONE)
                vertex = matrices.vertex[child.vertex + word * WORD + bit]
                subset = subset_at(a, b, c, d, e, f, bit)
                tables.add_candidate(table, subset, graph.grown_weight[vertex])
                rows ^= lowest
            rows = met & excluded
            while rows != ZERO:
                lowest = rows & (~rows + ONE)
                bit = popcount(lowest - ONE)
                tables.add_excluded(table, subset_at(a, b, c, d, e, f, bit))
                rows ^= lowest
    size = np.int64(2)
    if sized:
        size = child.joined + warp_sum(joined)
    below, found = np.int32(0), np.int32(0)
    if is_open(bound, size) and cuda.any_sync(ALL_LANES, later):
        below, found = tables.find_below(
            table, first_bits(child.n), output, control, universe, size, least,
            min_grown, bound,
        )  # fmt: skip
    return LEAF, size, below, found


@device
def in_two(a, b, c, d, e, f):
    """The bits that are set in two or more of six words."""
    ab, cd, ef = a | b, c | d, e | f
    return (a & b) | (c & d) | (e & f) | (ab & cd) | ((ab | cd) & ef)


@device
def subset_at(a, b, c, d, e, f, bit):
    """One bit of each of six words, as the bits of a number."""
    shift = np.uint64(bit)
    subset = (a >> shift) & ONE
    subset |= ((b >> shift) & ONE) << np.uint64(1)
    subset |= ((c >> shift) & ONE) << np.uint64(2)
    subset |= ((d >> shift) & ONE) << np.uint64(3)
    subset |= ((e >> shift) & ONE) << np.uint64(4)
    subset |= ((f >> shift) & ONE) << np.uint64(5)
    return np.int32(subset)


@device
def drop_if_excluded(nodes, child, word, held):
    """Prune a covered child's row if an excluded row of its node contains the child."""
    dropped = False
    if held != ZERO:
        dropped = held & nodes.masks[child.masks + child.words + word] != ZERO
    if cuda.any_sync(ALL_LANES, dropped) and cuda.threadIdx.x % WARP == 0:
        drop_row(nodes, child)


@device
def drop_row(nodes, child):
    """Prune a candidate from its node, for the kernels that come after."""
    at = child.masks + 2 * child.words + child.row // WORD
    cuda.atomic.or_(nodes.masks, at, ONE << np.uint64(child.row % WORD))


@device
def test_child(graph, matrices, nodes, children, k, child, bound):
    """Test a child: its state, grown vertices, candidates and excluded rows.

    A row that an earlier candidate contains has no child, but stays a row of the
    others: it may join them. A row that an excluded row of its node contains is pruned.
    """
    later, other = np.int64(0), np.int64(0)
    joined, below = np.int64(0), np.int64(0)
    for first_word in range(0, child.words, WARP):
        held, met = meet_columns(matrices, child.matrix, children, k, first_word)
        word = first_word + cuda.threadIdx.x % WARP
        candidates, excluded = ZERO, ZERO
        if word < child.words:
            candidates, excluded = rows_around(
                nodes, child.masks, child.words, child.row, word, False
            )
        if cuda.any_sync(ALL_LANES, held & excluded != ZERO):
            drop_if_excluded(nodes, child, word, held & excluded)
            return COVERED_CHILD, np.int64(0), np.int64(0), np.int64(0)
        later += popcount(met & candidates)
        other += popcount(met & excluded)
        held &= candidates | own_bit(child.row, word)
        joined += weight_of(graph, matrices, child.vertex, word, held)
        if bound is not None:
            rows = met & candidates
            below += weight_of(graph, matrices, child.vertex, word, rows)
    if bound is not None:
        below = warp_sum(below)
    later, other = warp_sum(later), warp_sum(other)
    size = child.joined + warp_sum(joined)
    return state_of(child, size, later, below, bound), size, later, other


@device
def state_of(child, size, later, below, bound):
    """What comes of a maximal child whose later rows have the weight `below`."""
    if later == 0 or not is_open(bound, size):
        return LEAF
    if not reaches(bound, child.n, size + below):
        return LEAF
    return NARROW if child.n <= WORD else WIDE


@device
def begin_heavy(children, k):
    """Reset what the chunks of a heavy child add up."""
    children.size[k] = 0
    children.n_later[k] = 0
    children.n_other[k] = 0
    children.done[k] = 0
    children.flags[k] = 0


@device
def add_chunk(graph, matrices, nodes, children, k, child, first_word, held, met):
    """Add one chunk of a heavy child, by one warp."""
    word = first_word + cuda.threadIdx.x % WARP
    candidates, excluded = ZERO, ZERO
    dropped = False
    if word < child.words:
        candidates, excluded = rows_around(
            nodes, child.masks, child.words, child.row, word, False
        )
        inherited = nodes.masks[child.masks + child.words + word]
        dropped = held & inherited != ZERO
    covered = cuda.any_sync(ALL_LANES, held & excluded != ZERO)
    dropped = cuda.any_sync(ALL_LANES, dropped)
    later = warp_sum(np.int64(popcount(met & candidates)))
    other = warp_sum(np.int64(popcount(met & excluded)))
    held &= candidates | own_bit(child.row, word)
    joined = warp_sum(weight_of(graph, matrices, child.vertex, word, held))
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(children.size, k, np.int32(joined))
        cuda.atomic.add(children.n_later, k, np.int32(later))
        cuda.atomic.add(children.n_other, k, np.int32(other))
        if covered:
            flag = IS_DROPPED | IS_COVERED if dropped else IS_COVERED
            cuda.atomic.or_(children.flags, k, np.int32(flag))


@device
def is_last_chunk(children, k, chunks):
    """Whether a warp has added the last chunk of a heavy child."""
    before = np.int32(0)
    if cuda.threadIdx.x == 0:
        cuda.threadfence()
        before = cuda.atomic.add(children.done, k, 1)
        cuda.threadfence()
    return from_lane(before, 0) == chunks - 1


@device
def heavy_state(nodes, children, k, child, bound):
    """`test_child` of a heavy child whose chunks are all done."""
    flags, joined = np.int32(0), np.int32(0)
    later, other = np.int32(0), np.int32(0)
    if cuda.threadIdx.x == 0:  # atomics read what other blocks added
        flags = cuda.atomic.add(children.flags, k, 0)
        joined = cuda.atomic.add(children.size, k, 0)
        later = cuda.atomic.add(children.n_later, k, 0)
        other = cuda.atomic.add(children.n_other, k, 0)
        if flags & IS_DROPPED:
            drop_row(nodes, child)
    flags, joined = from_lane(flags, 0), from_lane(joined, 0)
    later, other = from_lane(later, 0), from_lane(other, 0)
    size = np.int64(child.joined + joined)
    state = COVERED_CHILD
    if flags == 0:
        state = state_of(child, size, later, UNKNOWN, bound)
    return state, size, np.int64(later), np.int64(other)


@device
def finish(
    children, k, child, active, state, size, n_later, n_other, output, control,
    universe, min_grown, bound,
):  # fmt: skip
    """Emit the lanes' maximal children, and list those with children of their own.

    Also adds up the room that their nodes will need. Returns the lane's number of
    bicliques.
    """
    if active:
        children.size[k] = size
        children.n_later[k] = n_later
        children.n_other[k] = n_other
    narrow, wide = active and state == NARROW, active and state == WIDE
    append(control, S.N_NARROW, children.narrow, k, narrow)
    append(control, S.N_WIDE, children.wide, k, wide)
    add_room(control, children, k, child, narrow, wide, n_later, n_other)
    keep = active and state >= LEAF and size >= min_grown
    keep = keep and reaches(bound, child.n, size)
    raise_score(bound, keep, child.n, size)
    return emit(output, control, keep, ALL, universe + k, np.int32(size))


@device
def add_room(control, children, k, child, narrow, wide, n_later, n_other):
    """Add up the rows of narrow nodes, and reserve the masks of wide ones."""
    lane = cuda.threadIdx.x % WARP
    rows = warp_sum(n_later + n_other if narrow else np.int64(0))
    if rows > 0 and lane == 0:
        cuda.atomic.add(control, S.NARROW_ROWS, rows)
    if not cuda.any_sync(ALL_LANES, wide):
        return
    words = np.int64(3 * child.words) if wide else np.int64(0)
    before, total = sum_before(words, lane)
    at = advance(control, S.WIDE_WORDS, total) + before
    candidates = warp_sum(n_later if wide else np.int64(0))
    if wide:
        children.mask_begin[k] = at
    if lane == 0:
        cuda.atomic.add(control, S.WIDE_LATER, candidates)


@device
def add_counters(control, tested, covered, found):
    """Add a warp's counters: `tested` is the warp's, the others are of its lanes."""
    covered, found = warp_sum(covered), warp_sum(found)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, S.TESTED, tested)
        cuda.atomic.add(control, S.COVERED, covered)
        cuda.atomic.add(control, S.FOUND, found)
