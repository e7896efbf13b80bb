# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From a wide node to its children that have children: masks, or rows of one word."""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cuda import (
    ONE,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    at_least,
    cuda,
    device,
    from_lane,
    kernel,
    popcount,
    sum_before,
    warp_sum,
)
from cugraph_biclique.search.gpu.nodes import (
    SLOTS,
    append_excluded,
    clear_table,
    defer,
    describe,
    group_for,
    take_rooms,
)
from cugraph_biclique.search.gpu.state import (
    C_END,
    E_END,
    N_NARROW,
    OF_ALL,
    UNIVERSE,
    WAITING,
    WIDEST,
)
from cugraph_biclique.search.gpu.wide import (
    BLOCK_ROWS,
    meet_columns,
    rows_around,
    warp_of_grid,
)


@kernel(threads=SMALL, blocks=3)
def widen(matrices, nodes, children, which, new):
    """Make wide nodes of children: their masks. A warp a child."""
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    for index in range(warp, which.size, warps):
        child = which[index]
        node = children.node[child]
        m = nodes.matrix[node]
        words = matrices.words[m]
        n = np.int64(0)
        for first_word in range(0, words, WARP):
            _, met = meet_columns(matrices, m, children, child, first_word)
            word = first_word + lane
            if word < words:
                candidates, excluded = rows_around(
                    matrices, nodes, node, children.row[child], word, True
                )
                at = new.mask_begin[index] + word
                n += popcount(met & candidates)
                new.masks[at] = met & candidates
                new.masks[at + words] = met & excluded
                new.masks[at + 2 * words] = ZERO
        n = warp_sum(n)
        if lane == 0:
            new.n_candidates[index] = n


@kernel(threads=SMALL, blocks=3)
def gather_nodes(
    graph, matrices, nodes, children, which, n_which, pool, control, waiting, universe,
    least,
):  # fmt: skip
    """Make narrow nodes of the children ``which[:n_which]``, or of all that the test
    has noted if that is negative: a warp a child. Those that find no room in the pool
    are listed in `waiting`."""
    if n_which < 0:
        n_which = control[N_NARROW]
    lists = cuda.shared.array((WARPS, BLOCK_ROWS), np.int16)
    tables = cuda.shared.array((WARPS, SLOTS), np.uint64)
    warp, warps = warp_of_grid()
    lane = cuda.threadIdx.x % WARP
    group = group_for(control, n_which, warps)
    widest = np.int64(0)
    for first in range(warp * group, n_which, warps * group):
        n = min(group, n_which - first)
        mine, n_later, n_other = np.int64(-1), np.int64(0), np.int64(0)
        if lane < n:
            mine = np.int64(which[first + lane])
            n_later = np.int64(children.n_later[mine])
            n_other = np.int64(children.n_other[mine])
        node, at = take_rooms(pool, control, n, n_later, n_other)
        if node < 0:
            defer(control, WAITING, waiting, mine, lane < n)
            continue
        widest = max(widest, n_later + n_other)
        if lane < n:
            middle, behind = at + n_later, at + n_later + n_other
            describe(pool, node + lane, at, middle, middle, behind)
            pool.nodes[node + lane, OF_ALL] = children.size[mine]
            pool.nodes[node + lane, UNIVERSE] = universe + mine
        for j in range(n):
            table = tables[cuda.threadIdx.x // WARP]
            last = clear_table(table, from_lane(n_other, j))
            gather_node(
                graph, matrices, nodes, children, from_lane(mine, j), pool, node + j,
                from_lane(at, j), from_lane(n_later, j), least,
                lists[cuda.threadIdx.x // WARP], table, last,
            )  # fmt: skip
    cuda.atomic.max(control, WIDEST, widest)


@device
def gather_node(
    graph, matrices, nodes, children, child, pool, new, at, n_later, least, mine, table,
    last,
):  # fmt: skip
    """The rows of one narrow node: candidates, then excluded rows. There may be fewer
    than there is room for, as with narrow nodes."""
    other_at = at + n_later
    m = nodes.matrix[children.node[child]]
    for first_word in range(0, matrices.words[m], WARP):
        later, other = rows_of_child(matrices, nodes, children, child, first_word)
        n = list_rows(later, mine)
        gather_candidates(
            graph, matrices, children, m, child, first_word, mine, n, pool, new, at,
            least,
        )  # fmt: skip
        at += n
        n = list_rows(other, mine)
        other_at = gather_excluded(
            matrices, children, m, child, first_word, mine, n, pool, other_at, least,
            table, last,
        )  # fmt: skip
    if cuda.threadIdx.x % WARP == 0:
        pool.nodes[new, C_END] = at
        pool.nodes[new, E_END] = other_at


@device
def rows_of_child(matrices, nodes, children, child, first_word):
    """Of the rows in this lane's word, the child's candidates and excluded rows."""
    node = children.node[child]
    m = nodes.matrix[node]
    _, met = meet_columns(matrices, m, children, child, first_word)
    word = first_word + cuda.threadIdx.x % WARP
    later, other = ZERO, ZERO
    if word < matrices.words[m]:
        later, other = rows_around(
            matrices, nodes, node, children.row[child], word, True
        )
    return met & later, met & other


@device
def list_rows(rows, mine):
    """Write the numbers of the set bits of all lanes' words, in order; how many."""
    lane = cuda.threadIdx.x % WARP
    cuda.syncwarp()
    at, total = sum_before(np.int64(popcount(rows)), lane)
    while rows != ZERO:
        lowest = rows & (~rows + ONE)
        mine[at] = lane * WORD + popcount(lowest - ONE)
        at += 1
        rows ^= lowest
    cuda.syncwarp()
    return total


@device
def row_bits(matrices, m, children, child, row):
    """A row in terms of the members of L': one bit from each column."""
    bits = ZERO
    begin = children.begin[child]
    words = np.int64(matrices.words[m])
    at = matrices.begin[m] + row // WORD
    shift = np.uint64(row % WORD)
    for i in range(children.begin[child + 1] - begin):
        word = matrices.bits[at + children.members[begin + i] * words]
        bits |= ((word >> shift) & ONE) << np.uint64(i)
    return bits


@device
def gather_candidates(
    graph, matrices, children, m, child, first_word, mine, n, pool, new, first, least
):
    """Write the listed rows as candidates of a narrow node: a lane a row."""
    for i in range(cuda.threadIdx.x % WARP, n, WARP):
        row = first_word * WORD + np.int64(mine[i])
        bits = row_bits(matrices, m, children, child, row)
        vertex = matrices.vertex[matrices.row_begin[m] + row]
        pool.bits[first + i] = bits
        pool.weight[first + i] = graph.grown_weight[vertex]
        pool.owner[first + i] = new if at_least(bits, least) else -1


@device
def gather_excluded(
    matrices, children, m, child, first_word, mine, n, pool, at, least, table, last
):
    """Write the listed rows as excluded rows, equal ones once as a rule: a lane a row.
    Returns the place behind the last."""
    lane = cuda.threadIdx.x % WARP
    at = np.int32(at)
    for first in range(0, n, WARP):
        bits = ZERO
        if first + lane < n:
            row = first_word * WORD + np.int64(mine[first + lane])
            bits = row_bits(matrices, m, children, child, row)
        at = append_excluded(pool, table, last, bits, at, least)
    return np.int64(at)
