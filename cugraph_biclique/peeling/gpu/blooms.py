# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The index of blooms of a graph, on a GPU: see `peeling.cpu.blooms`.

A block takes a root u, and counts the middle vertices that u shares with each opposite
vertex, as for butterflies. A first sweep of all roots counts the blooms and the wedges,
and a second one writes them. Their order within a root depends on the timing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.counting.gpu.roots import COUNTERS, is_given_up
from cugraph_biclique.counting.gpu.state import Lists, Sweep
from cugraph_biclique.device.arrays import together, xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import (
    LIST_ENDS,
    THREADS,
    WARP,
    cuda,
    device,
    kernel,
    list_of,
)
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.gpu.by_priority import (
    TOUCHED,
    Middles,
    count_common,
    first_from,
    fits,
    lay_out_middles,
    over_roots,
    prioritised,
)
from cugraph_biclique.peeling.gpu.levels import bytes_of_items
from cugraph_biclique.peeling.room import MOST_IDS, WEDGE_BYTES

BLOOMS, WEDGES = 3, 4  # entries of the block's counters, beside `TOUCHED`
BLOOM_BYTES = 28  # `begin`, `span`, `counts`, and two lists of the rounds
EDGE_BYTES = 60  # its links, and what numbers and sorts the edges


class Blooms(NamedTuple):
    """The wedges of each bloom, and the links of each edge to them."""

    begin: Any  # int64, the first wedge of each bloom
    span: Any  # int32, its wedges in the list; some may be removed
    counts: Any  # int32, two by bloom: wedges left, and removed in this round
    first: Any  # int32, the edge (u, v) of each wedge
    second: Any  # int32, its edge (v, w)
    link_indptr: Any  # int64, the first link of each edge
    bloom: Any  # int32, the bloom of each link
    twin: Any  # int32, the other edge of the wedge


class Sizes(NamedTuple):
    """The blooms and the wedges of each root, or where they begin: int64."""

    blooms: Any
    wedges: Any


def blooms_of(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> tuple[Blooms, Any] | None:
    """Return the index, and the number of butterflies of each edge (int64); None if the
    budget has no room."""
    if not fits(graph, budget):
        return None
    m = graph.n_edges
    with trace.stage("order"):
        ordered = prioritised(graph.to_device())
    n = len(ordered.order)
    with trace.stage("count"), reporting(progress, n, "count") as on_progress:
        sizes = Sizes(*together((n, np.int64), (n, np.int64)))
        over_roots(_count, ordered, budget, sizes)
        on_progress(n)
        sizes = Sizes(offsets(sizes.blooms), offsets(sizes.wedges))
        n_blooms, n_wedges = int(sizes.blooms[-1]), int(sizes.wedges[-1])
    needed = WEDGE_BYTES * n_wedges + BLOOM_BYTES * n_blooms
    needed += bytes_of_items(m) + EDGE_BYTES * m + graph.nbytes
    if needed > budget or max(m, n_blooms) > MOST_IDS:
        return None
    blooms = _empty(m, n_wedges, n_blooms)
    with trace.stage("index"), reporting(progress, n, "index") as on_progress:
        edges = xp.empty(2 * m, np.int32)
        edges[ordered.slots] = (xp.arange(2 * m) % max(m, 1)).astype(np.int32)
        over_roots(_fill, ordered, budget, sizes, edges, blooms)
        on_progress(n)
        return _linked(blooms)


def _empty(edges: int, wedges: int, n_blooms: int) -> Blooms:
    begin, span = xp.empty(n_blooms, np.int64), xp.empty(n_blooms, np.int32)
    ends = xp.empty(wedges, np.int32), xp.empty(wedges, np.int32)
    links = xp.empty(2 * wedges, np.int32), xp.empty(2 * wedges, np.int32)
    return Blooms(
        begin, span, xp.zeros(2 * n_blooms, np.int32), *ends,
        xp.empty(edges + 1, np.int64), *links,
    )  # fmt: skip


@kernel(threads=THREADS, blocks=2)
def _count(adjacency, sweep, control, sizes):
    """Count the blooms and the wedges of each root u, one block per root.

    Roots of the highest priority come first; see `over_roots`. `sizes`: `Sizes`, one
    entry per root.
    """
    indptr, indices = adjacency.indptr, adjacency.indices
    counter = cuda.shared.array(COUNTERS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    lists = Lists(begins, ends)
    mine = np.int64(cuda.blockIdx.x)
    n = sizes.blooms.size
    for index in range(mine, n, cuda.gridDim.x):
        u = n - 1 - index
        if cuda.threadIdx.x < COUNTERS:
            counter[cuda.threadIdx.x] = 0
        if is_given_up(control, counter):
            break
        last = first_from(indices, indptr[u], indptr[u + 1], u)
        own = Sweep(sweep.scratch[mine], sweep.touched[mine])
        count_common(adjacency, own, counter, lists, Middles(u, last))
        cuda.syncthreads()
        for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
            w = own.touched[k]
            if own.scratch[w] > 1:
                cuda.atomic.add(counter, BLOOMS, 1)
                cuda.atomic.add(counter, WEDGES, np.int64(own.scratch[w]))
            own.scratch[w] = 0
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            sizes.blooms[u] = counter[BLOOMS]
            sizes.wedges[u] = counter[WEDGES]
        cuda.syncthreads()


@kernel(threads=THREADS, blocks=2)
def _fill(adjacency, sweep, control, begins_of, edges, blooms):
    """Write the blooms of each root u and their wedges, one block per root.

    See `over_roots`. `begins_of`: `Sizes`, the first bloom and wedge of each root.
    `edges`: int32, the edge of each entry of the lists.
    """
    indptr, indices = adjacency.indptr, adjacency.indices
    counter = cuda.shared.array(COUNTERS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    lists = Lists(begins, ends)
    mine = np.int64(cuda.blockIdx.x)
    n = begins_of.blooms.size - 1
    for index in range(mine, n, cuda.gridDim.x):
        u = n - 1 - index
        if cuda.threadIdx.x < COUNTERS:
            counter[cuda.threadIdx.x] = 0
        if is_given_up(control, counter):
            break
        if begins_of.blooms[u] == begins_of.blooms[u + 1]:
            continue
        middles = Middles(u, first_from(indices, indptr[u], indptr[u + 1], u))
        own = Sweep(sweep.scratch[mine], sweep.touched[mine])
        count_common(adjacency, own, counter, lists, middles)
        cuda.syncthreads()
        open_blooms(own, counter, begins_of, u, blooms)
        cuda.syncthreads()
        first = begins_of.wedges[u]
        write_wedges(adjacency, own.scratch, lists, middles, edges, first, blooms)
        cuda.syncthreads()
        for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
            own.scratch[own.touched[k]] = 0
        cuda.syncthreads()


@device
def open_blooms(sweep, counter, begins_of, u, blooms):
    """Give each bloom of u its number and its wedges. One thread per opposite vertex.

    The vertex's entry in `scratch` becomes one more than its first wedge among those of
    u, or 0 without a bloom.
    """
    for k in range(cuda.threadIdx.x, counter[TOUCHED], cuda.blockDim.x):
        w = sweep.touched[k]
        c = sweep.scratch[w]
        sweep.scratch[w] = 0
        if c > 1:
            bloom = begins_of.blooms[u] + cuda.atomic.add(counter, BLOOMS, 1)
            at = cuda.atomic.add(counter, WEDGES, np.int64(c))
            blooms.begin[bloom] = begins_of.wedges[u] + at
            blooms.span[bloom] = c
            blooms.counts[2 * bloom] = c
            sweep.scratch[w] = at + 1


@device
def write_wedges(adjacency, place, lists, middles, edges, first, blooms):
    """Write the wedges of u. One thread per entry of the concatenated lists."""
    for base in range(adjacency.indptr[middles.u], middles.last, THREADS):
        total = lay_out_middles(adjacency, lists, middles, base + cuda.threadIdx.x)
        for k in range(cuda.threadIdx.x, total, cuda.blockDim.x):
            i = list_of(lists.ends, k)
            e = lists.begins[i] + k
            w = adjacency.indices[e]
            if place[w] > 0:
                at = first + cuda.atomic.add(place, w, 1) - 1
                blooms.first[at] = edges[base + i]
                blooms.second[at] = edges[e]


def _linked(blooms: Blooms) -> tuple[Blooms, Any]:
    """Write the links. Return the index, and the butterflies of each edge."""
    m, blocks = len(blooms.link_indptr) - 1, blocks_for(len(blooms.begin))
    sizes, support = together((m, np.int64), (m, np.int64), zeros=True)
    launch(_measure, blocks, blooms, sizes, support)
    blooms = blooms._replace(link_indptr=offsets(sizes))
    launch(_write_links, blocks, blooms, blooms.link_indptr[:-1].copy())
    return blooms, support


@kernel
def _measure(blooms, sizes, support):
    """Count the links and the butterflies of each edge (int64), one warp per bloom."""
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for b in range(warp, blooms.begin.size, warps):
        k = np.int64(blooms.span[b])
        for x in range(blooms.begin[b] + lane, blooms.begin[b] + k, WARP):
            f, s = blooms.first[x], blooms.second[x]
            cuda.atomic.add(sizes, f, 1)
            cuda.atomic.add(sizes, s, 1)
            cuda.atomic.add(support, f, k - 1)
            cuda.atomic.add(support, s, k - 1)


@kernel
def _write_links(blooms, place):
    """Write the links of each edge, one warp per bloom.

    `place`: int64, the next link of each edge.
    """
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for b in range(warp, blooms.begin.size, warps):
        end = blooms.begin[b] + blooms.span[b]
        for x in range(blooms.begin[b] + lane, end, WARP):
            f, s = blooms.first[x], blooms.second[x]
            at = cuda.atomic.add(place, f, 1)
            blooms.bloom[at] = b
            blooms.twin[at] = s
            at = cuda.atomic.add(place, s, 1)
            blooms.bloom[at] = b
            blooms.twin[at] = f
