# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Butterflies by vertex and by edge on a GPU, in one order of priority.

This is BFC-VP (docs/papers.md), with sums by vertex and by edge;
`local_counting.cpu.order` explains the order. A block takes a vertex u, and
concatenates the lists of its middle vertices. So it counts the middle vertices that u
shares with each opposite vertex. A second sweep of the same lists adds the butterflies
to the middle vertices and the edges.

`adjacency` has the lists of both sides. `sweep` has the rows of the block. `lists` is
in shared memory, for `lay_out`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.sums import LocalCounts
from cugraph_biclique.counting.gpu.roots import COUNTERS, is_given_up
from cugraph_biclique.counting.gpu.state import Lists, Sweep
from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
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
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.exact import exact_sum

TOTAL, VERTICES, EDGES = range(3)  # the sums of a count: `what`
TOUCHED, PAIRS = range(2)  # entries of the block's counters


class PriorityGraph(NamedTuple):
    """Both sides in one adjacency, numbered by ascending priority."""

    indptr: Any  # int64
    indices: Any  # int32, ascending in each list
    order: Any  # int64, the id of each number; right ids follow left ids
    slots: Any  # int64, the entry of each edge left -> right, then right -> left


class Butterflies(NamedTuple):
    """The sums: int64."""

    vertices: Any  # by vertex
    slots: Any  # by entry of `indices`; empty unless requested


class Middles(NamedTuple):
    """The middle vertices of u, all below u: indices[indptr[u]:last]."""

    u: Any
    last: Any


def fits(graph: BipartiteGraph, budget: int) -> bool:
    """Whether the budget has room to order the graph, and for one block to count."""
    n = graph.n_left + graph.n_right
    ordering = plan.PRIORITY_BYTES * (graph.n_edges + n)
    sweep = plan.biclique_count(budget).sweeps
    return ordering <= plan.preparation(budget) and plan.COUNT_SWEEP_BYTES * n <= sweep


def butterflies(
    graph: BipartiteGraph, edges: bool, budget: int, trace: Trace, progress: Progress
) -> LocalCounts:
    """Count the butterflies of each vertex, and with `edges` of each edge."""
    graph = graph.to_device()
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
        ordered = prioritised(graph.to_device())
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
    """Sum butterflies by vertex, and with EDGES by entry of the lists.

    With TOTAL, a butterfly counts only for its vertex of the highest priority.
    """
    n = len(ordered.order)
    vertices = xp.zeros(n, np.int64)
    slots = xp.zeros(len(ordered.indices) if what == EDGES else 0, np.int64)
    out = Butterflies(vertices, slots)
    with trace.stage("count"), reporting(progress, n, "count") as on_progress:
        over_roots(count_butterflies, ordered, budget, out, what)
        on_progress(n)
    return vertices, slots


def over_roots(function: Any, ordered: PriorityGraph, budget: int, *args: Any) -> None:
    """Launch a kernel that takes one vertex u per block, and wait for it.

    Its first arguments are `adjacency` (`Adjacency`), `sweep` (`Sweep`, one row per
    block) and `control` (int64, C.WORDS entries).
    """
    n = len(ordered.order)
    if n == 0:
        return
    most = plan.biclique_count(budget).sweeps // (plan.COUNT_SWEEP_BYTES * n)
    blocks = max(1, min(8 * multiprocessors(), most, n))
    control = xp.zeros(C.WORDS, np.int64)
    try:
        launch(
            function, blocks, Adjacency(ordered.indptr, ordered.indices),
            Sweep(xp.zeros((blocks, n), np.int32), xp.empty((blocks, n), np.int32)),
            control, *args,
        )  # fmt: skip
        wait()
    except BaseException:
        tell_kernels(control, {C.STATUS: C.STUCK})
        raise


@kernel(threads=THREADS, blocks=2)
def count_butterflies(adjacency, sweep, control, out, what):
    """Count the butterflies in which u has the highest priority, one block per u.

    Vertices u of the highest priority come first; see `over_roots`. `out`:
    `Butterflies`.
    """
    indptr, indices = adjacency.indptr, adjacency.indices
    counter = cuda.shared.array(COUNTERS, np.int64)
    sums = cuda.shared.array(THREADS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    lists = Lists(begins, ends)
    mine = np.int64(cuda.blockIdx.x)
    n = out.vertices.size
    for index in range(mine, n, cuda.gridDim.x):
        u = n - 1 - index
        if cuda.threadIdx.x <= PAIRS:
            counter[cuda.threadIdx.x] = 0
        if is_given_up(control, counter):
            break
        last = first_from(indices, indptr[u], indptr[u + 1], u)
        middles = Middles(u, last)
        own = Sweep(sweep.scratch[mine], sweep.touched[mine])
        count_common(adjacency, own, counter, lists, middles)
        cuda.syncthreads()
        add_ends(own, out.vertices, counter, what)
        cuda.syncthreads()
        if counter[PAIRS] > 0:
            if cuda.threadIdx.x == 0:
                cuda.atomic.add(out.vertices, u, counter[PAIRS])
            if what != TOTAL:
                edges = what == EDGES
                add_middles(adjacency, own.scratch, out, sums, lists, middles, edges)
        cuda.syncthreads()
        for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
            sweep.scratch[mine, sweep.touched[mine, k]] = 0
        cuda.syncthreads()


@device
def first_from(indices, begin, end, least):
    """Return the first place of an ascending list whose entry is at least `least`."""
    while begin < end:
        middle = (begin + end) // 2
        if indices[middle] < least:
            begin = middle + 1
        else:
            end = middle
    return begin


@device
def lay_out_middles(adjacency, lists, middles, s):
    """Concatenate the lists of THREADS middle vertices, each up to u, with `lay_out`.

    The thread's middle vertex is at place `s`. Returns the number of entries.
    """
    indptr, indices = adjacency.indptr, adjacency.indices
    begin, size = np.int64(0), np.int64(0)
    if s < middles.last:
        begin = indptr[indices[s]]
        end = first_from(indices, begin, indptr[indices[s] + 1], middles.u)
        size = end - begin
    return lay_out(lists.begins, lists.ends, begin, size)


@device
def count_common(adjacency, sweep, counter, lists, middles):
    """Count the middle vertices that u shares with each opposite vertex below u.

    One thread per entry of the concatenated lists.
    """
    for base in range(adjacency.indptr[middles.u], middles.last, THREADS):
        total = lay_out_middles(adjacency, lists, middles, base + cuda.threadIdx.x)
        for k in range(cuda.threadIdx.x, total, cuda.blockDim.x):
            w = adjacency.indices[lists.begins[list_of(lists.ends, k)] + k]
            if cuda.atomic.add(sweep.scratch, w, 1) == 0:
                sweep.touched[cuda.atomic.add(counter, TOUCHED, 1)] = w


@device
def add_ends(sweep, vertices, counter, what):
    """Add the butterflies of u to its opposite vertices, and to the counter PAIRS.

    One thread per opposite vertex.
    """
    pairs = np.int64(0)
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        c = np.int64(sweep.scratch[sweep.touched[k]])
        if c > 1:
            pairs += c * (c - 1) // 2
            if what != TOTAL:
                cuda.atomic.add(vertices, sweep.touched[k], c * (c - 1) // 2)
    pairs = warp_sum(pairs)
    if cuda.threadIdx.x % WARP == 0 and pairs > 0:
        cuda.atomic.add(counter, PAIRS, pairs)


@device
def add_middles(adjacency, common, out, sums, lists, middles, edges):
    """Add the butterflies of u to its middle vertices, and to the edges of these.

    One thread per entry of the concatenated lists. `sums`: int64 (THREADS,) in shared
    memory, one per middle vertex. A thread resets its entry before `lay_out`
    synchronises the block.
    """
    indices = adjacency.indices
    for base in range(adjacency.indptr[middles.u], middles.last, THREADS):
        s = base + cuda.threadIdx.x
        sums[cuda.threadIdx.x] = 0
        total = lay_out_middles(adjacency, lists, middles, s)
        for k in range(cuda.threadIdx.x, total, cuda.blockDim.x):
            i = list_of(lists.ends, k)
            e = lists.begins[i] + k
            others = np.int64(common[indices[e]]) - 1
            if others > 0:
                cuda.atomic.add(sums, i, others)
                if edges:
                    cuda.atomic.add(out.slots, e, others)
        cuda.syncthreads()
        if s < middles.last and sums[cuda.threadIdx.x] > 0:
            cuda.atomic.add(out.vertices, indices[s], sums[cuda.threadIdx.x])
            if edges:
                cuda.atomic.add(out.slots, s, sums[cuda.threadIdx.x])
