# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Order the vertices of a graph by degree, on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import Ordered, SearchGraph
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import beginning, together, xp
from cugraph_biclique.device.bit_matrices import (
    counters_in,
    mark_edge,
    new_matrices,
    write_row,
)
from cugraph_biclique.device.elementwise import full, joined
from cugraph_biclique.device.launching import (
    blocks_for,
    blocks_that_meet,
    launch,
    launch_together,
)
from cugraph_biclique.device.ranges import (
    is_last_of_grid,
    offsets,
    part_of_block,
    sum_part,
    sum_up_part,
)
from cugraph_biclique.device.simt import (
    LARGE,
    WARP,
    count_smaller,
    cuda,
    device,
    kernel,
    meet_blocks,
    warp_sum,
)
from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.preparation.choices import grows_right_up_to
from cugraph_biclique.preparation.gpu.reduction import (
    BEHIND,
    Edges,
    Represented,
    row_of_edge,
)

NO_EDGE = 2**63 - 1
ALIVE, WEDGES = range(2)
SUMS = 2
LISTED, MEETING = range(2)  # entries of `totals` in `_list_members`
MOST_COMPARED = 1 << 15  # with more vertices on a side, classes are sorted


class SortedKeys(NamedTuple):
    """The vertices of both sides as ascending keys, see `_write_keys`."""

    keys: Any  # int32 or int64, the left vertices first
    bits: BothSides  # how many low bits of a key are the id


class Ranked(NamedTuple):
    """The order of the vertices of both sides: int32."""

    order: BothSides  # by rank: the vertex
    rank: BothSides  # by vertex


class Representatives(NamedTuple):
    """The result of `reduction`: int32 per vertex of each side."""

    degree: BothSides  # among representatives, BEHIND for other vertices
    first: BothSides  # the representative, or -1


class Numbered(NamedTuple):
    """The classes of both sides, in the order of their ranks: int32."""

    of: BothSides  # per vertex: its class, or -1
    weight: BothSides  # per class: how many vertices, zero before


class Workspace(NamedTuple):
    """What `_arrange` needs while it runs."""

    bits: Any  # uint64, both bit matrices, see `device.bit_matrices`
    meeting: Any  # int32 (1,), zero
    parts: Any  # int64 (2, blocks), sums of degrees


class PartSums(NamedTuple):
    """Prefix sums over all blocks."""

    parts: Any  # int64 per block
    totals: Any  # int64 (2,), zero: see LISTED


class DeviceClasses:
    """`Classes` in device memory.

    `indptr` and `members` are computed together on first use.
    """

    def __init__(self, of: Any, weight: Any) -> None:
        self.of = of  # int32 per vertex: its class, -1 if removed
        self.weight = weight  # int32 per class: how many vertices

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def indptr(self) -> Any:
        """Offsets of the classes in `members`: int64."""
        return self._lists[0]

    @property
    def members(self) -> Any:
        """Vertices by class, ascending in each: int32."""
        return self._lists[1]

    @cached_property
    def _lists(self) -> tuple[Any, Any]:
        n, n_vertices = len(self), len(self.of)
        if n_vertices > MOST_COMPARED:
            indptr = offsets(self.weight)
            by_class = xp.argsort(self.of, kind="stable")
            of_classes = by_class[n_vertices - int(indptr[-1]) :]
            return indptr, joined([of_classes], [0], np.int32)
        blocks = blocks_that_meet(n_vertices)
        totals, parts, taken = together(
            (2, np.int64), (blocks, np.int64), (n, np.int32), zeros=True
        )
        indptr, members, drawn = together(
            (n + 1, np.int64), (n_vertices, np.int32), (n_vertices, np.int32)
        )
        launch_together(
            _list_members, blocks, self.of, self.weight, indptr, taken, drawn, members,
            PartSums(parts, totals),
        )  # fmt: skip
        return indptr, beginning(members, int(to_host(totals)[LISTED]))


@kernel
def _list_members(of, weight, indptr, taken, drawn, members, sums):
    """List the vertices of each class, ascending. Cooperative.

    `of`: int32 per vertex, its class or -1. `weight`: int32 per class. `indptr`: int64
    (classes + 1,). `taken`: int32 per class, zero. `drawn`, `members`: int32 per
    vertex. `sums`: `PartSums`.
    """
    of_warps = cuda.shared.array(WARP, np.int64)
    parts, totals = sums.parts, sums.totals
    n = weight.size
    begin, end = part_of_block(n)
    for c in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        indptr[c] = weight[c]
    sum_part(indptr, n, parts, of_warps)
    meet_blocks(totals, MEETING)
    total = sum_up_part(indptr, n, parts, of_warps)
    if is_last_of_grid():
        indptr[n] = totals[LISTED] = total
    meet_blocks(totals, MEETING)
    draw_members(of, indptr, taken, drawn)
    meet_blocks(totals, MEETING)
    sort_members(of, indptr, drawn, totals[LISTED], members)


@device
def draw_members(of, indptr, taken, drawn):
    """Write the vertices by class, in any order within a class."""
    for v in range(cuda.grid(1), of.size, cuda.gridsize(1)):
        if of[v] >= 0:
            at = indptr[of[v]] + cuda.atomic.add(taken, of[v], np.int32(1))
            drawn[at] = v


@device
def sort_members(of, indptr, drawn, n, members):
    """Write the n vertices by class, ascending within a class: one warp per vertex."""
    for k in range(cuda.grid(1) // WARP, n, cuda.gridsize(1) // WARP):
        v = drawn[k]
        begin, end = indptr[of[v]], indptr[of[v] + 1]
        n_smaller = count_smaller(drawn, begin, end, v)
        if cuda.threadIdx.x % WARP == 0:
            members[begin + n_smaller] = v


def side_to_grow(
    left_degree: Any, right_degree: Any, min_left: int, min_right: int
) -> Callable[[], str]:
    """Choose the side to grow, "left" or "right", by `grows_right_up_to`.

    Returns a function that waits for the choice.
    """
    sums = xp.zeros((2, SUMS), np.int64)
    add_squares(left_degree, right_degree, sums)

    @cache
    def side() -> str:
        lefts, rights = to_host(sums)[:, WEDGES].tolist()
        most = grows_right_up_to(min_left, min_right) * lefts
        return "right" if rights <= most else "left"

    return side


def add_squares(left_degree: Any, right_degree: Any, sums: Any) -> None:
    """Add the numbers of vertices and wedges of both sides to `sums`.

    Row 0 of `sums` is the left side, row 1 the right one. The columns are ALIVE and
    WEDGES.
    """
    launch(
        _sum_squares, blocks_for((len(left_degree) + len(right_degree)) // WARP),
        left_degree, right_degree, sums,
    )  # fmt: skip


@kernel
def _sum_squares(left_degree, right_degree, sums):
    """Count the core's vertices on each side, and the edges that sweeps of all their
    two-hop neighbours would read. One vertex per thread.

    The latter is the sum of the other side's squared degrees. `left_degree`,
    `right_degree`: int64. `sums`: int64 (2, SUMS) or wider.
    """
    n_left = left_degree.size
    lefts, left_squares = np.int64(0), np.int64(0)
    rights, right_squares = np.int64(0), np.int64(0)
    for v in range(cuda.grid(1), n_left + right_degree.size, cuda.gridsize(1)):
        if v < n_left:
            lefts += np.int64(left_degree[v] > 0)
            left_squares += left_degree[v] * left_degree[v]
        else:
            degree = right_degree[v - n_left]
            rights += np.int64(degree > 0)
            right_squares += degree * degree
    lefts, left_squares = warp_sum(lefts), warp_sum(left_squares)
    rights, right_squares = warp_sum(rights), warp_sum(right_squares)
    if cuda.threadIdx.x % WARP == 0:
        cuda.atomic.add(sums, (0, ALIVE), lefts)
        cuda.atomic.add(sums, (1, ALIVE), rights)
        cuda.atomic.add(sums, (0, WEDGES), right_squares)
        cuda.atomic.add(sums, (1, WEDGES), left_squares)


def order_graph(
    reduced: Represented, grow: str, is_root: Any | None, budget: int
) -> Ordered:
    """Number both sides by ascending degree; vertices of the side `grow` are the roots.

    In a partition, that side is already in the order of the whole graph, and `is_root`
    marks its roots.
    """
    in_order = None if is_root is None else grow
    n_left, n_right, _ = reduced.sizes
    of_left, of_right = map(len, reduced.of_classes)
    keys = _sorted_keys(reduced, in_order)
    left_order, right_order, *ranks = together(
        (of_left, np.int32), (of_right, np.int32), (of_left, np.int32),
        (of_right, np.int32),
    )  # fmt: skip
    left_of, right_of = together((of_left, np.int32), (of_right, np.int32))
    weight = xp.zeros(n_left + n_right, np.int32)
    left_weight, right_weight = weight[:n_left], weight[n_left:]
    ranked = Ranked(BothSides(left_order, right_order), BothSides(*ranks))
    numbered = Numbered(
        BothSides(left_of, right_of), BothSides(left_weight, right_weight)
    )
    bits = new_matrices(n_left, n_right, 1, plan.matrices_of_edges(budget))
    if bits is None:
        launch(_rank, blocks_for(len(keys.keys) // WARP), keys, ranked)
        del keys  # frees their memory before the sorts
        left, right = _by_sorts(reduced, ranked, numbered)
    else:
        left, right = _by_matrices(reduced, keys, ranked, numbered, bits)
    left_side = (*left, left_weight)
    right_side = (*right, right_weight)
    lefts, rights = map(DeviceClasses, *numbered)
    if is_root is None:
        is_root = xp.empty(0, bool)
    elif grow == "right":
        is_root = xp.asarray(is_root)[right_order[:n_right]]
    else:
        is_root = xp.asarray(is_root)[left_order[:n_left]]
    if grow == "right":
        searched = SearchGraph(*left_side, *right_side, is_root)
        return Ordered(searched, lefts, rights, grow)
    searched = SearchGraph(*right_side, *left_side, is_root)
    return Ordered(searched, rights, lefts, grow)


def _sorted_keys(reduced: Represented, in_order: str | None) -> SortedKeys:
    """Sort the vertices by (degree, id), but those of the side `in_order` by id alone.

    Vertices that are not representatives come last. One sort takes both sides, the left
    one first. Small graphs have keys of 32 bits, whose sort takes half the launches.
    """
    n_left, n_right = map(len, reduced.of_classes)
    bits = BothSides(n_left.bit_length(), n_right.bit_length())
    # A degree is at most the size of the other side. One more bit is for vertices
    # behind the others, and one for the side.
    kind = np.int32 if sum(bits) + 2 <= 32 else np.int64
    left_first = int(np.iinfo(kind).min)
    keys = xp.empty(n_left + n_right, kind)
    launch(
        _write_keys, blocks_for((n_left + n_right) // WARP), reduced.of_classes,
        BothSides(in_order == "left", in_order == "right"), bits, left_first, keys,
    )  # fmt: skip
    keys.sort()
    return SortedKeys(keys, bits)


@kernel
def _write_keys(degree, in_order, bits, left_first, keys):
    """Write each vertex as a sort key: its side, its degree, then its id.

    One vertex per thread. Of both sides: `degree`, int32, BEHIND if the vertex is no
    representative; `in_order`, whether the side is in order already; `bits`, how many
    bits an id has. `left_first` is the least number of the type of `keys`, int32 or
    int64; it is added to left vertices.
    """
    n_left = degree.left.size
    for v in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        if v < n_left:
            behind = np.int64(1) << bits.right
            key = key_of(v, degree.left[v], in_order.left, bits.left, behind)
            keys[v] = key + left_first
        else:
            w, behind = v - n_left, np.int64(1) << bits.left
            keys[v] = key_of(w, degree.right[w], in_order.right, bits.right, behind)


@device
def key_of(v, degree, in_order, bits, behind):
    """Return a vertex as a sort key.

    If its side is in order, the key has no degree, only whether the vertex is behind
    the others.
    """
    first = np.int64(degree)
    if degree == BEHIND:
        first = np.int64(behind)
    elif in_order:
        first = np.int64(0)
    return first << np.int64(bits) | np.int64(v)


@device
def rank(keys, ranked):
    """Write the vertices in the order of their sorted keys, and each vertex's rank."""
    n_left = ranked.order.left.size
    for k in range(cuda.grid(1), keys.keys.size, cuda.gridsize(1)):
        bits = keys.bits.left if k < n_left else keys.bits.right
        v = np.int64(keys.keys[k]) & ((np.int64(1) << bits) - 1)
        if k < n_left:
            ranked.order.left[k] = v
            ranked.rank.left[v] = k
        else:
            ranked.order.right[k - n_left] = v
            ranked.rank.right[v] = k - n_left


def _by_matrices(
    reduced: Represented,
    keys: SortedKeys,
    ranked: Ranked,
    numbered: Numbered,
    bits: Any,
) -> BothSides:
    """Number the vertices, and build both CSRs from `device.bit_matrices`."""
    n_left, n_right, n_edges = reduced.sizes
    left_indptr, left_indices, right_indptr, right_indices = together(
        (n_left + 1, np.int64), (n_edges, np.int32),
        (n_right + 1, np.int64), (n_edges, np.int32),
    )  # fmt: skip
    blocks = blocks_that_meet(_warps_to_number(reduced))
    parts = xp.empty((2, blocks), np.int64)
    lists = BothSides(
        Adjacency(left_indptr, left_indices), Adjacency(right_indptr, right_indices)
    )
    launch_together(
        _arrange, blocks, keys, ranked, *_to_number(reduced),
        Workspace(bits, counters_in(bits, 1), parts), numbered, lists,
    )  # fmt: skip
    return lists


def _to_number(reduced: Represented) -> tuple[Adjacency, Representatives]:
    """Return the arguments of `number` that describe a graph."""
    return (
        Adjacency(reduced.graph.left_indptr, reduced.graph.left_indices),
        Representatives(reduced.of_classes, reduced.first),
    )


def _warps_to_number(reduced: Represented) -> int:
    graph = reduced.graph
    return max(graph.n_edges, graph.n_left, graph.n_right) // WARP


@kernel(threads=LARGE, blocks=1)
def _arrange(keys, ranked, lefts, represented, workspace, numbered, lists):
    """Order the vertices by their sorted keys, and write both CSRs. Cooperative.

    `keys`: `SortedKeys`. `ranked`: `Ranked`, written here. `lefts`: `Adjacency` of the
    left side. `represented`: `Representatives`. `workspace`: `Workspace`. `numbered`:
    `Numbered`, and `lists`: `Adjacency` of both sides, receive the result.
    """
    bits, meeting, parts = workspace.bits, workspace.meeting, workspace.parts
    rank(keys, ranked)
    meet_blocks(meeting, 0)
    n = BothSides(numbered.weight.left.size, numbered.weight.right.size)
    order, degree = ranked.order, represented.degree
    left_indptr, right_indptr = lists.left.indptr, lists.right.indptr
    sums = cuda.shared.array(WARP, np.int64)
    sum_degrees(degree.left, order.left, left_indptr, n.left, parts[0], sums)
    sum_degrees(degree.right, order.right, right_indptr, n.right, parts[1], sums)
    edges = Edges(lefts.indptr, None, lefts.indices)
    number(ranked.rank, edges, represented, bits, None, numbered, n)
    meet_blocks(meeting, 0)
    begin_lists(left_indptr, n.left, parts[0], sums)
    begin_lists(right_indptr, n.right, parts[1], sums)
    meet_blocks(meeting, 0)
    write_lists(bits, lists, n)


@device
def sum_degrees(degree, order, indptr, n, parts, sums):
    """Write the degrees of the first n vertices, and each block's sum of them."""
    begin, end = part_of_block(n)
    for k in range(begin + cuda.threadIdx.x, end, cuda.blockDim.x):
        indptr[k] = degree[order[k]]  # `sum_part` reads it in this thread
    sum_part(indptr, n, parts, sums)


@device
def begin_lists(indptr, n, parts, sums):
    """Write where the lists of n vertices begin, and where the last one ends."""
    total = sum_up_part(indptr, n, parts, sums)
    if is_last_of_grid():
        indptr[n] = total


@device
def write_lists(bits, lists, n):
    """Write the lists of both sides: one warp per vertex.

    `lists`: `Adjacency` of both sides. `n`: their numbers of vertices.
    """
    n_left, n_right = np.int64(n.left), np.int64(n.right)
    warps = cuda.gridsize(1) // WARP
    for v in range(cuda.grid(1) // WARP, n_left + n_right, warps):
        if v < n_left:
            begin = lists.left.indptr[v]
            write_row(bits, v, n_left, n_right, None, lists.left.indices, begin)
        else:
            begin = lists.right.indptr[v - n_left]
            write_row(bits, v, n_left, n_right, None, lists.right.indices, begin)


def _by_sorts(
    reduced: Represented, ranked: Ranked, numbered: Numbered
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Number the vertices, and build both CSRs by sorts of keys."""
    n_left, n_right, n_edges = reduced.sizes
    by_left = full(reduced.graph.n_edges, NO_EDGE, np.int64)
    by_right = full(reduced.graph.n_edges, NO_EDGE, np.int64)
    launch(
        _number, blocks_for(_warps_to_number(reduced)), ranked.rank,
        *_to_number(reduced), xp.empty(0, np.uint64), BothSides(by_left, by_right),
        numbered,
    )  # fmt: skip
    degree, order = reduced.of_classes, ranked.order
    return (
        _adjacency(by_left, n_edges, degree.left, order.left, n_left, n_right),
        _adjacency(by_right, n_edges, degree.right, order.right, n_right, n_left),
    )


@kernel
def _rank(keys, ranked):
    """`rank` as a kernel, one vertex per thread. See `_arrange` for the arrays."""
    rank(keys, ranked)


@kernel
def _number(rank, lefts, represented, bits, keys, numbered):
    """`number` as a kernel, with sort keys (int64 per edge) for both directions.

    One edge or vertex per thread. `rank`: see `Ranked`. See `_arrange` for the others.
    """
    edges = Edges(lefts.indptr, None, lefts.indices)
    n = BothSides(numbered.weight.left.size, numbered.weight.right.size)
    number(rank, edges, represented, bits, keys, numbered, n)


@device
def number(rank, edges, represented, bits, keys, numbered, n):
    """Write the class of each vertex, and the edges between classes.

    The edges become sort keys for both directions. If `keys` is None, they become bits
    of both matrices. `edges`: `Edges`. `n`: the number of classes of each side.
    """
    degree, first = represented.degree, represented.first
    of, weight = numbered.of, numbered.weight
    n_left, n_right = np.int64(n.left), np.int64(n.right)
    for e in range(cuda.grid(1), edges.indices.size, cuda.gridsize(1)):
        u, v = row_of_edge(edges.indptr, edges.rows, e), edges.indices[e]
        if degree.left[u] != BEHIND and degree.right[v] != BEHIND:
            a, b = np.int64(rank.left[u]), np.int64(rank.right[v])
            if keys is None:
                mark_edge(bits, a, b, n_left, n_right)
            else:
                keys.left[e] = a * n_right + b
                keys.right[e] = b * n_left + a
    for u in range(cuda.grid(1), of.left.size, cuda.gridsize(1)):
        of.left[u] = -1
        if first.left[u] >= 0:
            of.left[u] = rank.left[first.left[u]]
            cuda.atomic.add(weight.left, of.left[u], np.int32(1))
    for v in range(cuda.grid(1), of.right.size, cuda.gridsize(1)):
        of.right[v] = -1
        if first.right[v] >= 0:
            of.right[v] = rank.right[first.right[v]]
            cuda.atomic.add(weight.right, of.right[v], np.int32(1))


def _adjacency(
    keys: Any, n_edges: int, degree: Any, order: Any, n: int, n_other: int
) -> tuple[Any, Any]:
    """Build the ascending CSR of one side from keys ``row * n_other + column``."""
    keys.sort()
    columns, sizes = xp.empty(n_edges, np.int32), xp.empty(n, np.int32)
    launch(
        _read_keys, blocks_for(n_edges // WARP), keys, n_other, columns, degree, order,
        sizes,
    )  # fmt: skip
    return offsets(sizes), columns


@kernel
def _read_keys(keys, n_other, columns, degree, order, sizes):
    """Write the columns of the keys, and the sizes of the rows, one per thread.

    `keys`: int64, sorted. `columns`: int32 per edge. `degree`: int32 per vertex.
    `order`: int32, the vertex of each row. `sizes`: int32 per row.
    """
    for e in range(cuda.grid(1), columns.size, cuda.gridsize(1)):
        columns[e] = keys[e] - keys[e] // n_other * n_other
    for row in range(cuda.grid(1), sizes.size, cuda.gridsize(1)):
        sizes[row] = degree[order[row]]
