# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has more than 64 vertices: bit columns, with one bit per row.

A wide root has a bit matrix, with one column per member of L and one bit per row
(`matrices`). A child is a row x; its L' are the members whose column has bit x
(`lists`). One pass over the columns of L' tests the child. Rows in all of these
columns contain L': if one of them is excluded, the child is not maximal, and the pass
ends. Rows in two or more columns are rows of the child.

* An L' of at most six members has a truth table (`small_children`): the same pass
  enters the rows into the table, which gives all bicliques below the child.
* In a count that needs no sizes of R, an L' of seven to ten members has families of
  subsets (`tabled_children`), which give the number of bicliques below the child.
* An L' with many words to combine is heavy: blocks share its words.
* Otherwise, one warp makes the pass.

Nodes below a root use its matrix, with their own list of members and masks of live
rows. If L' fits one word, the rows are transposed out of the matrix, and become a node
of the narrow search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    SMALL,
    THREADS,
    WARP,
    WARPS,
    WORD,
    ZERO,
    advance,
    append,
    ballot_of,
    cuda,
    device,
    from_lane,
    kernel,
    lowest_lane,
    popcount,
    sum_before,
    voters,
    warp_sum,
    warp_sum_32,
    without,
)
from cugraph_biclique.device.stack import group_for
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.bound import is_open, raise_score, reaches
from cugraph_biclique.search.gpu.output import Sink, emit
from cugraph_biclique.search.gpu.tables import (
    HALVES,
    SUBSETS,
    Table,
)
from cugraph_biclique.search.gpu.wide.matrices import (
    Wide,
    has_pairs,
    meet_by_block,
    meet_columns,
    own_bit,
    rows_around,
    warp_of_grid,
    weight_of,
)
from cugraph_biclique.search.gpu.wide.pair_rows import rows_within
from cugraph_biclique.search.gpu.wide.small_children import (
    COVERED_CHILD,
    DROPPED,
    LEAF,
    NARROW,
    SIDES,
    WIDE,
    child_of_lane,
    drop_if_excluded,
    drop_row,
    load_child,
    lowest_lanes,
    small_children,
    test_small,
)

HEAVY_WORDS = 1 << 12  # most words that one warp combines if children are few
BLOCK_WARPS = THREADS // WARP
IS_COVERED, IS_DROPPED = 1, 2  # flags of heavy children
UNKNOWN = np.int64(1 << 40)  # no limit, as the weight of a heavy child's later rows


class Outcome(NamedTuple):
    """The outcome of the test of a child."""

    state: Any  # int, DROPPED to WIDE
    size: Any  # int, size of R
    n_later: Any  # int, upper bound of the child's candidates
    n_other: Any  # int, upper bound of its excluded rows


@kernel
def emit_roots(matrices, nodes, output, control, min_grown):
    """Emit the wide roots, whose L are whole universes: one lane per root."""
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


@kernel(threads=SMALL, blocks=2)
def test_small_children(graph, matrices, nodes, first_child, children, sink, sizes):
    """Test every child of at most six members; emit it, and all bicliques below it.

    A warp takes up to 32 children at a time, and eight lanes test a child.
    `first_child`: int64 (nodes + 1,), the offsets of the children by node. Child k has
    a universe of its own, ``sink.universe + k``.
    """
    least, min_grown, bound = sizes
    output, control, universe = sink
    wide = Wide(matrices, nodes, children)
    weights = cuda.shared.array((WARPS, SIDES, SUBSETS), np.int32)
    families = cuda.shared.array((WARPS, SIDES, HALVES), np.uint32)
    warp = cuda.threadIdx.x // WARP
    table = Table(weights[warp], families[warp])
    lane, warps = cuda.threadIdx.x % WARP, cuda.gridsize(1) // WARP
    tested, found, n_covered = np.int64(0), np.int64(0), np.int64(0)
    n_children, group = children_to_test(first_child, children, control, warps)
    first = advance(control, S.NEXT_SMALL, group)
    while first < n_children:
        n = min(group, n_children - first)
        mine = load_child(wide, first + min(lane, n - 1))
        state, size = DROPPED, np.int64(2)
        rest = small_children(nodes, mine, lane < n, least)
        tested += voters(rest)
        while rest != 0:
            some = lowest_lanes(rest)
            rest = np.uint32(rest & ~some)
            state, size, below, n_found = test_small(
                graph, wide, mine, some, state, size,
                Sink(output, control, universe + first), sizes, table,
            )  # fmt: skip
            tested += below
            found += n_found
        n_covered += np.int64(state == COVERED_CHILD)
        found += emit_child(
            sink, state == LEAF, universe + first + lane, mine.n, size, min_grown, bound
        )
        first = advance(control, S.NEXT_SMALL, group)
    add_counters(control, tested, n_covered, found)


@kernel(threads=SMALL, blocks=3)
def test_children(graph, wide, sink, sizes):
    """Test every child of more than six members, and emit the maximal ones: one warp
    per child.

    Heavy children are only listed, for `test_heavy`.
    """
    least, min_grown, bound = sizes
    control, universe = sink.control, sink.universe
    children = wide.children
    lane, warps = cuda.threadIdx.x % WARP, cuda.gridsize(1) // WARP
    tested, found, n_covered = np.int64(0), np.int64(0), np.int64(0)
    n_groups, group = groups_of_large(children, control, warps)
    index = advance(control, S.NEXT_CHILD, 1)
    while index < n_groups:
        k, active = large_child(children, control, index, n_groups, group, least)
        if cuda.any_sync(ALL_LANES, active):
            mine = load_child(wide, k)
            state, size = DROPPED, np.int64(0)
            n_later, n_other = np.int64(0), np.int64(0)
            large = light_children(children, control, k, mine, active, warps)
            todo = ballot_of(large)
            tested += voters(todo)
            while todo != 0:
                j = lowest_lane(todo)
                todo = without(todo, j)
                its_state, its_size, later, other = test_child(
                    graph, wide, from_lane(k, j), child_of_lane(mine, j), bound
                )
                if lane == j:
                    state, size, n_later, n_other = its_state, its_size, later, other
            n_covered += np.int64(state == COVERED_CHILD)
            outcome = Outcome(state, size, n_later, n_other)
            list_parent(children, control, k, mine, large, outcome)
            found += emit_child(
                sink, large and state >= LEAF, universe + k, mine.n, size, min_grown,
                bound,
            )  # fmt: skip
        index = advance(control, S.NEXT_CHILD, 1)
    add_counters(control, tested, n_covered, found)


@kernel(blocks=3)
def test_heavy(graph, wide, control, chunks):
    """Test the heavy children: one block per child and chunk of 32 words.

    A child has at most `chunks` chunks. The blocks add up their results, and
    `list_heavy` reads the sums.
    """
    shared = cuda.shared.array((3, BLOCK_WARPS, WARP), np.uint64)
    test_heavy_children(graph, wide, control, chunks, shared)


@device
def test_heavy_children(graph, wide, control, chunks, shared):
    """`test_heavy`. `shared`: uint64 (3, BLOCK_WARPS, WARP), in shared memory."""
    matrices, children = wide.matrices, wide.children
    known = cuda.shared.array(1, np.int32)
    for index in range(cuda.blockIdx.x, control[S.N_HEAVY] * chunks, cuda.gridDim.x):
        k = children.heavy[index // chunks]
        child = load_child(wide, k)
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
                add_chunk(graph, wide, k, child, first_word, held, met)
        cuda.syncthreads()  # the first warp has read `known`


@kernel(threads=SMALL)
def list_heavy(wide, sink, min_grown, bound):
    """List and emit the heavy children that are maximal: one warp per child."""
    list_heavy_children(wide, sink, min_grown, bound)


@device
def list_heavy_children(wide, sink, min_grown, bound):
    """`list_heavy`, for any kernel."""
    control, universe = sink.control, sink.universe
    tested, found, n_covered = np.int64(0), np.int64(0), np.int64(0)
    warp, warps = warp_of_grid()
    active = cuda.threadIdx.x % WARP == 0
    if warp >= control[S.N_HEAVY]:
        return
    for index in range(warp, control[S.N_HEAVY], warps):
        k = wide.children.heavy[index]
        child = load_child(wide, k)
        state, size, later, other = heavy_state(wide, k, child, bound)
        tested += 1
        n_covered += np.int64(active and state == COVERED_CHILD)
        outcome = Outcome(state, size, later, other)
        list_parent(wide.children, control, k, child, active, outcome)
        found += emit_child(
            sink, active and state >= LEAF, universe + k, child.n, size, min_grown,
            bound,
        )  # fmt: skip
    add_counters(control, tested, n_covered, found)


@device
def children_to_test(first_child, children, control, warps):
    """Return how many children to test, and how many a warp takes at a time.

    If the lists of members are too short, there are none to test: the host enlarges the
    lists, and launches again.
    """
    n = first_child[first_child.size - 1]
    if control[S.MEMBERS] > children.members.size:
        n = np.int64(0)
    return n, group_for(control, n, warps)


@device
def groups_of_large(children, control, warps):
    """Return the number of groups of large children, and the size of a group, at most
    32.

    If the lists of members are too short, there are none, see `children_to_test`.
    """
    n = control[S.N_LARGE]
    if control[S.MEMBERS] > children.members.size:
        n = np.int64(0)
    group = group_for(control, n, warps)
    return (n + group - 1) // group, group


@device
def large_child(children, control, index, n_groups, group, least):
    """Return the lane's child of a group, and whether it has to be tested.

    The list is roughly in the order of the children, so large ones are near each other.
    A group therefore takes children at regular distances.
    """
    at = index + cuda.threadIdx.x % WARP * n_groups
    active = cuda.threadIdx.x % WARP < group and at < control[S.N_LARGE]
    k = np.int32(children.large[at if active else np.int64(0)])
    return k, active and children.end[k] - children.begin[k] >= least


@device
def light_children(children, control, k, mine, large, warps):
    """Return whether one warp tests the lane's child; list the heavy children.

    A child with less than an eighth of the members of an average warp is never heavy.
    """
    many = control[S.MEMBERS] // (8 * warps)
    heavy = large and mine.n * mine.words > HEAVY_WORDS and mine.n > many
    if heavy:
        begin_heavy(children, k)
    append(control, S.N_HEAVY, children.heavy, k, heavy)
    return large and not heavy


@device
def test_child(graph, wide, k, child, bound):
    """Test a child, by one warp.

    Returns its state, the size of R, and the numbers of candidates and excluded rows.
    If a count needs no sizes of R, `graph` is None, and the size is 2.

    A row contained in an earlier candidate has no child, but stays a row of other
    children, because it may join their R. A row contained in an excluded row of its
    node is pruned.
    """
    matrices, nodes, children = wide
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
        if graph is not None:
            held &= candidates | own_bit(child.row, word)
            joined += weight_of(graph, matrices, child.vertex, word, held)
        if bound is not None:
            rows = met & candidates
            below += weight_of(graph, matrices, child.vertex, word, rows)
    if bound is not None:
        below = warp_sum(below)
    more = False
    if graph is None:
        more, its_later, its_other = pairs_of(matrices, children, child)
        later, other = later + its_later, other + its_other
    later, other = warp_sum(later), warp_sum(other)
    size = np.int64(2)
    if graph is not None:
        size = child.joined + warp_sum(joined)
    return state_of(child, size, later, more, below, bound), size, later, other


@device
def pairs_of(matrices, children, child):
    """Find the pairs of L' that are rows, see `pair_rows`.

    Returns whether a wide child may have such rows, and for a narrow child the lane's
    numbers of candidates and excluded rows. The node of a wide child does not store
    them; `count_pairs_below` counts them.
    """
    if child.n > WORD:
        return has_pairs(matrices, child.matrix), np.int32(0), np.int32(0)
    later, other = rows_within(matrices, children, child)
    return False, later, other


@device
def state_of(child, size, later, more, below, bound):
    """Return the state of a maximal child with `later` candidates of weight `below`.

    `more`: whether there may be further candidates.
    """
    if (later == 0 and not more) or not is_open(bound, size):
        return LEAF
    if not reaches(bound, child.n, size + below):
        return LEAF
    return NARROW if child.n <= WORD else WIDE


@device
def begin_heavy(children, k):
    """Zero the sums over the chunks of a heavy child."""
    children.size[k] = 0
    children.n_later[k] = 0
    children.n_other[k] = 0
    children.flags[k] = 0


@device
def add_chunk(graph, wide, k, child, first_word, held, met):
    """Add the results of one chunk to the sums of a heavy child, by one warp."""
    matrices, nodes, children = wide
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
def heavy_state(wide, k, child, bound):
    """`test_child` for a heavy child, from the sums over its chunks."""
    matrices, nodes, children = wide
    flags = children.flags[k]
    if flags & IS_DROPPED and cuda.threadIdx.x % WARP == 0:
        drop_row(nodes, child)
    more, of_pairs, of_other = pairs_of(matrices, children, child)
    later = np.int64(children.n_later[k] + warp_sum_32(of_pairs))
    other = np.int64(children.n_other[k] + warp_sum_32(of_other))
    size = np.int64(child.joined + children.size[k])
    state = COVERED_CHILD
    if flags == 0:
        state = state_of(child, size, later, more, UNKNOWN, bound)
    return state, size, later, other


@device
def list_parent(children, control, k, child, active, outcome):
    """List those of the lanes' children that have children of their own.

    Also reserve the masks of wide children.
    """
    if active:
        children.size[k] = outcome.size
        children.n_later[k] = outcome.n_later
        children.n_other[k] = outcome.n_other
    narrow, wide = active and outcome.state == NARROW, active and outcome.state == WIDE
    append(control, S.N_NARROW, children.narrow, k, narrow)
    append(control, S.N_WIDE, children.wide, k, wide)
    reserve_masks(control, children, k, child, wide, outcome.n_later)


@device
def emit_child(sink, keep, universe, n_kept, n_grown, min_grown, bound):
    """Emit the lanes' children, whose L are whole universes."""
    keep = keep and n_grown >= min_grown and reaches(bound, n_kept, n_grown)
    raise_score(bound, keep, n_kept, n_grown)
    return emit(sink.output, sink.control, keep, ALL, universe, np.int32(n_grown))


@device
def reserve_masks(control, children, k, child, wide, n_later):
    """Reserve the masks of the lanes' wide children.

    Also add up their candidates, and the most members that their own children may have.
    """
    lane = cuda.threadIdx.x % WARP
    if not cuda.any_sync(ALL_LANES, wide):
        return
    words = np.int64(3 * child.words) if wide else np.int64(0)
    before, total = sum_before(words, lane)
    at = advance(control, S.WIDE_WORDS, total) + before
    candidates = warp_sum(n_later if wide else np.int64(0))
    members = warp_sum(np.int64(n_later) * child.n if wide else np.int64(0))
    if wide:
        children.mask_begin[k] = at
    if lane == 0:
        cuda.atomic.add(control, S.WIDE_LATER, candidates)
        cuda.atomic.add(control, S.WIDE_MEMBERS, members)


@device
def add_counters(control, tested, covered, found):
    """Add a warp's counters to `control`: `tested` of the warp, the others of lanes."""
    covered, found = warp_sum(covered), warp_sum(found)
    if tested > 0 and cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(control, S.TESTED, tested)
        cuda.atomic.add(control, S.COVERED, covered)
        cuda.atomic.add(control, S.FOUND, found)
