# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Butterflies by vertex and by edge on a GPU, in one order of priority.

`local_counting.cpu.order` explains the order. A block takes a vertex u. It lays the
lists of the middle vertices end to end and counts the middle vertices that u shares
with each opposite vertex. A second sweep of the same lists adds the butterflies to the
middle vertices and to the edges.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.counting.gpu.roots import COUNTERS, is_given_up
from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import to_device, xp
from cugraph_biclique.device.launching import (
    launch,
    multiprocessors,
    tell_kernels,
    wait,
)
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import (
    LIST_ENDS,
    THREADS,
    WARP,
    cuda,
    device,
    kernel,
    lay_out,
    list_of,
    warp_sum,
)
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.local_counting.exact import exact_sum
from cugraph_biclique.local_counting.sums import LocalCounts
from cugraph_biclique.progress import Progress, reporting
from cugraph_biclique.trace import Trace

TOTAL, VERTICES, EDGES = range(3)  # what to add up
TOUCHED, PAIRS = range(2)  # entries of the block's counters


class PriorityGraph(NamedTuple):
    """Both sides in one adjacency, numbered by ascending priority."""

    indptr: Any  # int64
    indices: Any  # int32, ascending in each list
    order: Any  # int64, the vertex of each number; right ids follow left ids
    slots: Any  # int64, the entries of left -> right, then those of right -> left


def fits(graph: BipartiteGraph, budget: int) -> bool:
    """Whether the graph can be ordered on the device, and one block can count."""
    n = graph.n_left + graph.n_right
    ordering = plan.PRIORITY_BYTES * (graph.n_edges + n)
    sweep = plan.biclique_count(budget).sweeps
    return ordering <= plan.preparation(budget) and plan.COUNT_SWEEP_BYTES * n <= sweep


def butterflies(
    graph: BipartiteGraph, edges: bool, budget: int, trace: Trace, progress: Progress
) -> LocalCounts:
    """Count the butterflies of each vertex, and of each edge if asked for."""
    graph = to_device(graph)
    with trace.stage("order"):
        ordered = prioritised(graph)
    what = EDGES if edges else VERTICES
    vertices, sums = sums_of(ordered, what, budget, trace, progress)
    by_id = xp.empty(len(vertices), np.int64)
    by_id[ordered.order] = vertices
    if edges:
        m = graph.n_edges
        sums = sums[ordered.slots[:m]] + sums[ordered.slots[m:]]
    return LocalCounts(by_id[: graph.n_left], by_id[graph.n_left :], sums)


def butterfly_count(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> int:
    """Count the butterflies of the graph."""
    with trace.stage("order"):
        ordered = prioritised(to_device(graph))
    return exact_sum(sums_of(ordered, TOTAL, budget, trace, progress)[0])


def prioritised(graph: BipartiteGraph) -> PriorityGraph:
    """Number all vertices by (degree, id), and merge both adjacencies."""
    degree = xp.concatenate([xp.diff(graph.left_indptr), xp.diff(graph.right_indptr)])
    n, m = len(degree), graph.n_edges
    order = xp.argsort(degree, kind="stable")
    rank = xp.empty(n, np.int64)
    rank[order] = xp.arange(n)
    row = xp.searchsorted(graph.left_indptr, xp.arange(m), side="right") - 1
    left, right = rank[row], rank[graph.left_indices + graph.n_left]
    del row
    keys = xp.concatenate([left * n + right, right * n + left])
    del left, right
    by_key = xp.argsort(keys)
    indices = (keys[by_key] % max(n, 1)).astype(np.int32)
    slots = xp.empty(2 * m, np.int64)
    slots[by_key] = xp.arange(2 * m)
    return PriorityGraph(offsets(degree[order]), indices, order, slots)


def sums_of(
    ordered: PriorityGraph, what: int, budget: int, trace: Trace, progress: Progress
) -> tuple[Any, Any]:
    """Add up butterflies by vertex, and by entry of the lists.

    With TOTAL, a butterfly counts only for its vertex of the highest priority.
    """
    n = len(ordered.order)
    vertices = xp.zeros(n, np.int64)
    slots = xp.zeros(len(ordered.indices) if what == EDGES else 0, np.int64)
    if n == 0:
        return vertices, slots
    most = plan.biclique_count(budget).sweeps // (plan.COUNT_SWEEP_BYTES * n)
    blocks = max(1, min(8 * multiprocessors(), most, n))
    control = xp.zeros(C.WORDS, np.int64)
    with trace.stage("count"), reporting(progress, n, "count") as on_progress:
        try:
            launch(
                count_butterflies, blocks, ordered.indptr, ordered.indices,
                xp.zeros((blocks, n), np.int32), xp.empty((blocks, n), np.int32),
                vertices, slots, control, what,
            )  # fmt: skip
            wait()
        except BaseException:
            tell_kernels(control, {C.STATUS: C.STUCK})
            raise
        on_progress(n)
    return vertices, slots


@kernel(threads=THREADS, blocks=2)
def count_butterflies(
    indptr, indices, scratch, touched, vertices, slots, control, what
):
    """Count the butterflies of one vertex u per block, the highest priority first."""
    counter = cuda.shared.array(COUNTERS, np.int64)
    sums = cuda.shared.array(THREADS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    mine = np.int64(cuda.blockIdx.x)
    n = vertices.size
    for index in range(mine, n, cuda.gridDim.x):
        u = n - 1 - index
        if cuda.threadIdx.x <= PAIRS:
            counter[cuda.threadIdx.x] = 0
        if is_given_up(control, counter):
            break
        last = first_from(indices, indptr[u], indptr[u + 1], u)
        count_common(
            indptr, indices, scratch[mine], touched[mine], counter, begins, ends, u,
            last,
        )  # fmt: skip
        cuda.syncthreads()
        add_ends(scratch[mine], touched[mine], vertices, counter, what)
        cuda.syncthreads()
        if counter[PAIRS] > 0:
            if cuda.threadIdx.x == 0:
                cuda.atomic.add(vertices, u, counter[PAIRS])
            if what != TOTAL:
                add_middles(
                    indptr, indices, scratch[mine], vertices, slots, sums, begins,
                    ends, u, last, what == EDGES,
                )  # fmt: skip
        cuda.syncthreads()
        for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
            scratch[mine, touched[mine, k]] = 0
        cuda.syncthreads()


@device
def first_from(indices, begin, end, least):
    """The first place in an ascending list whose entry is at least `least`."""
    while begin < end:
        middle = (begin + end) // 2
        if indices[middle] < least:
            begin = middle + 1
        else:
            end = middle
    return begin


@device
def lay_out_middles(indptr, indices, begins, ends, u, s, last):
    """Lay out the part below u of the list of the middle vertex at `s`."""
    begin, size = np.int64(0), np.int64(0)
    if s < last:
        begin = indptr[indices[s]]
        end = first_from(indices, begin, indptr[indices[s] + 1], u)
        size = end - begin
    return lay_out(begins, ends, begin, size)


@device
def count_common(indptr, indices, common, met, counter, begins, ends, u, last):
    """Count the middle vertices that u shares with each opposite vertex below u."""
    for base in range(indptr[u], last, THREADS):
        total = lay_out_middles(
            indptr, indices, begins, ends, u, base + cuda.threadIdx.x, last
        )
        for k in range(cuda.threadIdx.x, total, cuda.blockDim.x):
            w = indices[begins[list_of(ends, k)] + k]
            if cuda.atomic.add(common, w, 1) == 0:
                met[cuda.atomic.add(counter, TOUCHED, 1)] = w


@device
def add_ends(common, met, vertices, counter, what):
    """Add the butterflies of u to its opposite vertices, and sum them up."""
    pairs = np.int64(0)
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        c = np.int64(common[met[k]])
        if c > 1:
            pairs += c * (c - 1) // 2
            if what != TOTAL:
                cuda.atomic.add(vertices, met[k], c * (c - 1) // 2)
    pairs = warp_sum(pairs)
    if cuda.threadIdx.x % WARP == 0 and pairs > 0:
        cuda.atomic.add(counter, PAIRS, pairs)


@device
def add_middles(
    indptr, indices, common, vertices, slots, sums, begins, ends, u, last, edges
):
    """Add the butterflies of u to its middle vertices, and to the edges of both.

    A thread resets its entry of `sums` before `lay_out` synchronises the block.
    """
    for base in range(indptr[u], last, THREADS):
        s = base + cuda.threadIdx.x
        sums[cuda.threadIdx.x] = 0
        total = lay_out_middles(indptr, indices, begins, ends, u, s, last)
        for k in range(cuda.threadIdx.x, total, cuda.blockDim.x):
            i = list_of(ends, k)
            e = begins[i] + k
            others = np.int64(common[indices[e]]) - 1
            if others > 0:
                cuda.atomic.add(sums, i, others)
                if edges:
                    cuda.atomic.add(slots, e, others)
        cuda.syncthreads()
        if s < last and sums[cuda.threadIdx.x] > 0:
            cuda.atomic.add(vertices, indices[s], sums[cuda.threadIdx.x])
            if edges:
                cuda.atomic.add(slots, s, sums[cuda.threadIdx.x])
