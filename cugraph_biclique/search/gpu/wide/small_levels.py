# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small levels of wide nodes: test all levels below a tested level in one launch.

The last levels have few nodes, but each level takes ten launches and a read by the
host. A cooperative kernel searches them level by level, with barriers instead of
launches. It ends when no child is wide, or when the next level does not fit the arrays.
Then the host goes on as after the test of a single level.

The nodes of all these levels are in the same arrays, one level after the other. Their
children follow those of the tested level. One warp tests each child, whatever its size,
because there are too few children to sort them by size. Blocks share only heavy ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
from cugraph_biclique.search.gpu.output import Sink
from cugraph_biclique.search.gpu.tables import TABLE_MEMBERS
from cugraph_biclique.search.gpu.wide.expand import widen_some
from cugraph_biclique.search.gpu.wide.lists import list_child, list_some_children
from cugraph_biclique.search.gpu.wide.matrices import Wide, has_pairs, warp_of_grid
from cugraph_biclique.search.gpu.wide.maximality import (
    BLOCK_WARPS,
    HEAVY_WORDS,
    Outcome,
    add_counters,
    begin_heavy,
    emit_child,
    list_heavy_children,
    list_parent,
    test_child,
    test_heavy_children,
)
from cugraph_biclique.search.gpu.wide.pair_rows import pair_of_child
from cugraph_biclique.search.gpu.wide.small_children import (
    COVERED_CHILD,
    LEAF,
    drop_row,
    load_child,
)


class SmallLevels(NamedTuple):
    """The arrays of small levels, and the tested level above them."""

    matrices: Any  # Matrices
    tested: Any  # WideNodes, those of the tested level
    nodes: Any  # WideNodes, with room for the nodes of all small levels
    first_child: Any  # int64, one more entry than `nodes`: offsets of the children
    children: Any  # Children, those of the tested level first


@kernel(threads=THREADS, blocks=1)
def count_small_levels(
    graph, levels, output, control, listed, most, universe, sizes, chunks
):
    """`test_small_levels` in a count that needs no sizes of R, and has no bound."""
    run_levels(
        graph, None, levels, output, control, listed, most, universe, sizes, chunks
    )


@kernel(threads=THREADS, blocks=1)
def test_small_levels(
    graph, levels, output, control, listed, most, universe, sizes, chunks
):
    """Test the levels below a tested level, and emit the maximal children: all blocks
    together, one warp per child. Cooperative.

    `levels`: `SmallLevels`. The tested level has `listed` children. A level has at most
    `most` children, and a mask at most `chunks` chunks.
    """
    run_levels(
        graph, graph, levels, output, control, listed, most, universe, sizes, chunks
    )


@device
def run_levels(
    graph, weighed, levels, output, control, last, most, universe, sizes, chunks
):
    """Loop over the levels. Afterwards, `control` describes the last level.

    The nodes in `levels.tested` have `last` children. A level has at most `most`
    children. `weighed` is the graph, or None if no sizes of R are needed.
    """
    matrices, tested, nodes, first_child, children = levels
    wide, sink = Wide(matrices, nodes, children), Sink(output, control, universe)
    shared = cuda.shared.array((3, BLOCK_WARPS, WARP), np.uint64)
    clear_candidates(nodes)
    if cuda.grid(1) == 0:
        control[S.N_NARROW] = 0  # these children have nodes
    parents, end = tested, np.int64(0)
    meet_blocks(control, S.MEETING)
    while True:
        n = control[S.N_WIDE]
        if n == 0 or not fits(nodes, children, control, end, last, most):
            break
        which = children.wide
        if output.mask.size > 0:  # the numbers of children must not depend on a race
            sort_wide(children, n)
            which = children.heavy
            meet_blocks(control, S.MEETING)
        above = Wide(matrices, parents, children)
        widen_some(above, which, n, nodes, end, chunks, shared)
        meet_blocks(control, S.MEETING)
        begin, end, first = end, end + n, last
        if cuda.grid(1) == 0:
            forget_level(control)
        number_children(nodes, begin, end, first, first_child)
        meet_blocks(control, S.MEETING)
        last = first_child[end]
        list_some_children(matrices, nodes, begin, end, first_child, children, 0)
        meet_blocks(control, S.MEETING)
        test_some(graph, weighed, wide, sink, first, last, sizes)
        meet_blocks(control, S.MEETING)
        if control[S.N_HEAVY] > 0:
            test_heavy_children(graph, wide, control, chunks, shared)
            meet_blocks(control, S.MEETING)
            list_heavy_children(wide, sink, sizes.min_grown, sizes.bound)
            meet_blocks(control, S.MEETING)
        parents = nodes
    if cuda.grid(1) == 0:
        control[S.LISTED] = last
        control[S.MADE] = end


@device
def clear_candidates(nodes):
    """Zero the numbers of candidates, to which warps add."""
    for i in range(cuda.grid(1), nodes.n_candidates.size, cuda.gridsize(1)):
        nodes.n_candidates[i] = 0


@device
def forget_level(control):
    """Empty the lists of the last level. Keep narrow children: they get nodes later."""
    control[S.N_WIDE] = control[S.N_HEAVY] = 0
    control[S.WIDE_LATER] = control[S.WIDE_MEMBERS] = 0


@device
def number_children(nodes, begin, end, first, first_child):
    """Number the children of the nodes begin:end from `first` on, by one block.

    Writes first_child[begin : end + 1].
    """
    sums = cuda.shared.array(WARP, np.int64)
    if cuda.blockIdx.x > 0:
        return
    for node in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        first_child[node] = nodes.n_candidates[node]
    total = sum_up(first_child[begin:end], end - begin, first, sums)
    if is_last_thread():
        first_child[end] = total


@device
def test_some(graph, weighed, wide, sink, begin, end, sizes):
    """List the members of the children begin:end, and test the children that are not
    heavy: one warp per child."""
    least, min_grown, bound = sizes
    control = sink.control
    matrices, nodes, children = wide
    active = cuda.threadIdx.x % WARP == 0
    tested, found, covered = np.int64(0), np.int64(0), np.int64(0)
    warp, warps = warp_of_grid()
    for k in range(begin + warp, end, warps):
        list_child(graph, wide, control, np.int32(k))
        cuda.syncwarp()  # the members are written
        child = load_child(wide, k)
        if child.n < least:
            if active:
                drop_row(nodes, child)
        elif child.n > TABLE_MEMBERS and child.n * child.words > HEAVY_WORDS:
            if active:
                begin_heavy(children, k)
                children.heavy[cuda.atomic.add(control, S.N_HEAVY, 1)] = k
        else:
            tested += 1
            state, size, later, other = test_child(weighed, wide, k, child, bound)
            if child.n == 2 and state != COVERED_CHILD:
                state = state_of_two(matrices, children, child)
            covered += np.int64(active and state == COVERED_CHILD)
            outcome = Outcome(state, size, later, other)
            list_parent(children, control, k, child, active, outcome)
            found += emit_child(
                sink, active and state >= LEAF, sink.universe + k, child.n, size,
                min_grown, bound,
            )  # fmt: skip
    add_counters(control, tested, covered, found)


@device
def state_of_two(matrices, children, child):
    """Return the state of a child of two members that no row of the matrix excludes.

    An excluded row that is this pair may still exclude it, see `pair_rows`.
    """
    if has_pairs(matrices, child.matrix):
        _, _, excluded = pair_of_child(matrices, children, child, np.int32(0))
        if excluded:
            return COVERED_CHILD
    return LEAF


@device
def fits(nodes, children, control, end, last, most):
    """Whether the next level fits: the wide children of a level as nodes, and their
    children.

    There must be at most `most` of the latter, and room behind the `end` nodes and the
    `last` children so far.
    """
    return (
        control[S.WIDE_LATER] <= most
        and end + control[S.N_WIDE] < nodes.matrix.size
        and control[S.WIDE_WORDS] <= nodes.masks.size
        and last + control[S.WIDE_LATER] <= children.node.size
        and control[S.MEMBERS] + control[S.WIDE_MEMBERS] <= children.members.size
    )


@device
def sort_wide(children, n):
    """Sort the n wide children into `children.heavy`, now free: one warp per child.

    The warp counts the smaller children, and this number is the place of its child.
    """
    warp, warps = warp_of_grid()
    for i in range(warp, n, warps):
        child = children.wide[i]
        n_smaller = count_smaller(children.wide, 0, n, child)
        if cuda.threadIdx.x % WARP == 0:
            children.heavy[n_smaller] = child
