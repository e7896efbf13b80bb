# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small levels of wide nodes: all those below a level that is tested, in one launch.

The last levels have few nodes, and a level of a few hundred children takes ten launches
and a read by the host. A cooperative kernel takes them level by level, with barriers
instead of launches, until no child is wide, or the next level does not fit its arrays.
Then the host goes on as after the test of a single level.

The nodes of all these levels are in the same arrays, one level after the other. Their
children are behind those of the tested level. All have the same test, one warp each,
because there are too few to sort them by size. Only heavy ones are shared by blocks.
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
    graph, matrices, tested, nodes, first_child, children, output, control, listed,
    most, universe, least, min_grown, bound, chunks,
):  # fmt: skip
    """Test the levels below a tested one, in a count that needs no sizes of R and has
    no bound. `nodes` has room for the nodes of all levels."""
    run_levels(
        graph, None, matrices, tested, nodes, first_child, children, output, control,
        listed, most, universe, least, min_grown, None, chunks,
    )  # fmt: skip


@kernel(threads=THREADS, blocks=1)
def test_small_levels(
    graph, matrices, tested, nodes, first_child, children, output, control, listed,
    most, universe, least, min_grown, bound, chunks,
):  # fmt: skip
    """Test the levels below a tested one, and emit the children."""
    run_levels(
        graph, graph, matrices, tested, nodes, first_child, children, output, control,
        listed, most, universe, least, min_grown, bound, chunks,
    )  # fmt: skip


@device
def run_levels(
    graph, weighed, matrices, tested, nodes, first_child, children, output, control,
    last, most, universe, least, min_grown, bound, chunks,
):  # fmt: skip
    """The loop over levels. Afterwards, `control` describes the last one.

    The nodes in `tested` have `last` children. A level has at most `most` children.
    Without sizes of R, `weighed` is None, otherwise the graph.
    """
    shared = cuda.shared.array((3, BLOCK_WARPS, WARP), np.uint64)
    ballots = cuda.shared.array((BLOCK_WARPS, NOTED), np.uint32)
    clear_candidates(nodes)
    if cuda.grid(1) == 0:
        control[S.N_NARROW] = 0  # nodes of these exist
    parents, end = tested, np.int64(0)
    meet_blocks(control, S.MEETING)
    while True:
        n = control[S.N_WIDE]
        if n == 0 or not fits(nodes, children, control, end, last, most):
            break
        which = children.wide
        if output.mask.size > 0:  # children have numbers, which must not be a race's
            sort_wide(children, n)
            which = children.heavy
            meet_blocks(control, S.MEETING)
        widen_some(matrices, parents, children, which, n, nodes, end, chunks, shared)
        meet_blocks(control, S.MEETING)
        begin, end, first = end, end + n, last
        if cuda.grid(1) == 0:
            forget_level(control)
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
        parents = nodes
    if cuda.grid(1) == 0:
        control[S.LISTED] = last
        control[S.MADE] = end


@device
def clear_candidates(nodes):
    """Zero the numbers of candidates, which are added up."""
    for i in range(cuda.grid(1), nodes.n_candidates.size, cuda.gridsize(1)):
        nodes.n_candidates[i] = 0


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
def fits(nodes, children, control, end, last, most):
    """Whether the wide children of a level, and all children of these, are at most
    `most`, and have room behind the nodes and children so far."""
    return (
        control[S.WIDE_LATER] <= most
        and end + control[S.N_WIDE] < nodes.matrix.size
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
