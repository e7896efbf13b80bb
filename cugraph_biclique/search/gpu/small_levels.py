# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small levels of wide nodes: a test of one and of those below it, in one launch.

The last levels have few nodes, and a level of a few hundred children takes ten launches
and a read by the host. A cooperative kernel takes them level by level, with barriers
instead of launches, until no child is wide, or the next level does not fit its arrays.
Then the host goes on as after the test of a single level.

The nodes and the children of all these levels are in the same arrays, one level after
the other. All children have the same test, one warp each, because there are too few to
sort them by size. Only heavy ones are shared by blocks.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.ranges import is_last_thread, sum_up
from cugraph_biclique.device.simt import (
    THREADS,
    WARP,
    count_smaller,
    cuda,
    device,
    kernel,
    meet_blocks,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.matrices import has_pairs, warp_of_grid
from cugraph_biclique.search.gpu.pair_rows import pair_of_child
from cugraph_biclique.search.gpu.tables import TABLE_MEMBERS
from cugraph_biclique.search.gpu.wide import (
    BLOCK_WARPS,
    HEAVY_WORDS,
    add_counters,
    begin_heavy,
    emit_child,
    list_heavy_children,
    list_parent,
    test_child,
    test_heavy_children,
)
from cugraph_biclique.search.gpu.wide_expand import widen_some
from cugraph_biclique.search.gpu.wide_lists import NOTED, list_child, list_some_children
from cugraph_biclique.search.gpu.wide_small import (
    COVERED_CHILD,
    LEAF,
    drop_row,
    load_child,
)


@kernel(threads=THREADS, blocks=1)
def count_small_levels(
    graph, matrices, level, nodes, first_child, children, output, control, members,
    universe, least, min_grown, bound, chunks,
):  # fmt: skip
    """Test the children of a level, and of the levels below it, in a count that needs
    no sizes of R and has no bound. `nodes` has room for the nodes of all levels."""
    run_levels(
        graph, None, matrices, level, nodes, first_child, children, output, control,
        members, universe, least, min_grown, None, chunks,
    )  # fmt: skip


@kernel(threads=THREADS, blocks=1)
def test_small_levels(
    graph, matrices, level, nodes, first_child, children, output, control, members,
    universe, least, min_grown, bound, chunks,
):  # fmt: skip
    """Test the children of a level, and of the levels below it, and emit them."""
    run_levels(
        graph, graph, matrices, level, nodes, first_child, children, output, control,
        members, universe, least, min_grown, bound, chunks,
    )  # fmt: skip


@device
def run_levels(
    graph, weighed, matrices, level, nodes, first_child, children, output, control,
    members, universe, least, min_grown, bound, chunks,
):  # fmt: skip
    """The loop over levels. Afterwards, `control` describes the last one.

    The lists of members have `members` entries already. Without sizes of R, `weighed`
    is None, otherwise the graph.
    """
    shared = cuda.shared.array((3, BLOCK_WARPS, WARP), np.uint64)
    ballots = cuda.shared.array((BLOCK_WARPS, NOTED), np.uint32)
    copy_level(level, nodes, control, members)
    begin, end, first = np.int64(0), np.int64(level.matrix.size), np.int64(0)
    meet_blocks(control, S.MEETING)
    while True:
        number_children(nodes, begin, end, first, first_child)
        meet_blocks(control, S.MEETING)
        last = first_child[end]
        list_some_children(matrices, nodes, begin, end, first_child, children, 0)
        meet_blocks(control, S.MEETING)
        test_some(
            graph, weighed, matrices, nodes, children, output, control, first, last,
            universe, least, min_grown, bound, ballots[cuda.threadIdx.x // WARP],
        )  # fmt: skip
        meet_blocks(control, S.MEETING)
        if control[S.N_HEAVY] > 0:
            test_heavy_children(
                graph, matrices, nodes, children, control, chunks, shared
            )
            meet_blocks(control, S.MEETING)
            list_heavy_children(
                matrices, nodes, children, output, control, universe, min_grown, bound
            )
            meet_blocks(control, S.MEETING)
        n = control[S.N_WIDE]
        if n == 0 or not fits(nodes, children, control, end, last):
            break
        which = children.wide
        if output.mask.size > 0:  # children have numbers, which must not be a race's
            sort_wide(children, n)
            which = children.heavy
            meet_blocks(control, S.MEETING)
        widen_some(matrices, nodes, children, which, n, nodes, end, chunks, shared)
        meet_blocks(control, S.MEETING)
        begin, end, first = end, end + n, last
        if cuda.grid(1) == 0:
            forget_level(control)
    if cuda.grid(1) == 0:
        control[S.LISTED] = last
        control[S.MADE] = end


@device
def copy_level(level, nodes, control, members):
    """Copy the nodes of a level, and reset the entries of `control` about children."""
    for i in range(cuda.grid(1), nodes.matrix.size, cuda.gridsize(1)):
        nodes.n_candidates[i] = 0
        if i < level.matrix.size:
            nodes.matrix[i] = level.matrix[i]
            nodes.joined[i] = level.joined[i]
            nodes.begin[i] = level.begin[i]
            nodes.end[i] = level.end[i]
            nodes.mask_begin[i] = level.mask_begin[i]
            nodes.n_candidates[i] = level.n_candidates[i]
    for i in range(cuda.grid(1), level.masks.size, cuda.gridsize(1)):
        nodes.masks[i] = level.masks[i]
    if cuda.grid(1) == 0:
        for entry in range(S.N_NARROW, S.MEMBERS):
            control[entry] = 0
        control[S.WIDE_WORDS] = level.masks.size
        control[S.MEMBERS] = members


@device
def forget_level(control):
    """Reset what the last level has listed, but for narrow children, which wait."""
    control[S.N_WIDE] = control[S.N_HEAVY] = 0
    control[S.WIDE_LATER] = control[S.WIDE_MEMBERS] = 0


@device
def number_children(nodes, begin, end, first, first_child):
    """Number the children of the nodes begin:end from `first` on, by one block."""
    sums = cuda.shared.array(WARP, np.int64)
    if cuda.blockIdx.x > 0:
        return
    for node in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        first_child[node] = nodes.n_candidates[node]
    total = sum_up(first_child[begin:end], end - begin, first, sums)
    if is_last_thread():
        first_child[end] = total


@device
def test_some(
    graph, weighed, matrices, nodes, children, output, control, begin, end, universe,
    least, min_grown, bound, ballots,
):  # fmt: skip
    """List the members of the children begin:end, and test those that are not heavy:
    one warp per child."""
    active = cuda.threadIdx.x % WARP == 0
    tested, found, covered = np.int64(0), np.int64(0), np.int64(0)
    warp, warps = warp_of_grid()
    for k in range(begin + warp, end, warps):
        list_child(graph, matrices, nodes, children, control, np.int32(k), ballots)
        cuda.syncwarp()  # the members are written
        child = load_child(matrices, nodes, children, k)
        if child.n < least:
            if active:
                drop_row(nodes, child)
        elif child.n > TABLE_MEMBERS and child.n * child.words > HEAVY_WORDS:
            if active:
                begin_heavy(children, k)
                children.heavy[cuda.atomic.add(control, S.N_HEAVY, 1)] = k
        else:
            tested += 1
            state, size, later, other = test_child(
                weighed, matrices, nodes, children, k, child, bound
            )
            if child.n == 2 and state != COVERED_CHILD:
                state = state_of_two(matrices, children, child)
            covered += np.int64(active and state == COVERED_CHILD)
            list_parent(children, control, k, child, active, state, size, later, other)
            found += emit_child(
                output, control, active and state >= LEAF, universe + k, child.n, size,
                min_grown, bound,
            )  # fmt: skip
    add_counters(control, tested, covered, found)


@device
def state_of_two(matrices, children, child):
    """State of a child of two members that no row excludes: its own pair may."""
    if has_pairs(matrices, child.matrix):
        _, _, excluded = pair_of_child(matrices, children, child, np.int32(0))
        if excluded:
            return COVERED_CHILD
    return LEAF


@device
def fits(nodes, children, control, end, last):
    """Whether the wide children of a level, and all children of these, have room behind
    the nodes and children so far."""
    return (
        end + control[S.N_WIDE] < nodes.matrix.size
        and control[S.WIDE_WORDS] <= nodes.masks.size
        and last + control[S.WIDE_LATER] <= children.node.size
        and control[S.MEMBERS] + control[S.WIDE_MEMBERS] <= children.members.size
    )


@device
def sort_wide(children, n):
    """Sort the n wide children into `heavy`, which is not needed any more: the place of
    a child is the number of smaller ones, which a warp counts."""
    warp, warps = warp_of_grid()
    for i in range(warp, n, warps):
        child = children.wide[i]
        n_smaller = count_smaller(children.wide, 0, n, child)
        if cuda.threadIdx.x % WARP == 0:
            children.heavy[n_smaller] = child
