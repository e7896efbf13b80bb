# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Predict the work of a count on a GPU, for each side that it may pick from.

A block takes one sampled vertex at a time as a root. A first sweep over its two-hop
neighbours finds its rows. A second sweep counts the rows that share enough neighbours
with the root and one of its rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.prepared import AnchorCost
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import launch
from cugraph_biclique.device.simt import (
    LIST_ENDS,
    MIX,
    THREADS,
    WARP,
    ballot_of,
    cuda,
    device,
    kernel,
    lay_out,
    list_of,
    lowest_lane,
)
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.preparation.choices import TwoHopSample, anchor_cost
from cugraph_biclique.preparation.gpu.order import ALIVE, WEDGES, add_squares
from cugraph_biclique.preparation.gpu.reduction import Represented, sides_of

SAMPLES = 512  # most sampled vertices of a side
LEAST_SAMPLES = 32
SAMPLE_WEDGES = 2e6  # edges that a sample reads, approximately
MOST_READ = 1 << 15  # most edges that a block reads for THREADS lists of a vertex
MOST_ROWS = 1 << 26  # limit per sampled vertex: the sum of SAMPLES squares fits 64 bits
SAMPLED, READ, ROWS, SQUARES, SHARED = range(WEDGES + 1, WEDGES + 6)
SUMS = WEDGES + 6
# Entries of the block's counters
N_EDGES, N_MET, N_ROWS, PICK, N_SHARED = range(5)
COUNTERS = 5
NO_PICK = 2**63 - 1
PICK_SHIFT = 32  # a pick is a hash, shifted, and a vertex in the bits below


class Met(NamedTuple):
    """The two-hop neighbours that sweeps meet: int32 (blocks, vertices), or a row."""

    count: Any  # how often each vertex is met; zero between two sampled vertices
    touched: Any  # the vertices that are met


def anchor_costs(
    reduced: Represented, p: int, q: int, budget: int
) -> tuple[AnchorCost, AnchorCost]:
    """Predict the work of a count that picks p left, or q right vertices one by one."""
    most = plan.sampling(budget) // plan.COUNTER_BYTES
    left, right = sides_of(reduced.graph, reduced.degree)
    sums = xp.zeros((2, SUMS), np.int64)
    add_squares(left.degree, right.degree, sums)
    for row, side, other, picks, least in (
        (0, left, right, p, q), (1, right, left, q, p)
    ):  # fmt: skip
        n = max(1, len(side.degree))
        blocks = max(1, min(SAMPLES // 2, most // n, n))
        launch(
            _sample_two_hop, blocks, side, other,
            Met(xp.zeros((blocks, n), np.int32), xp.empty((blocks, n), np.int32)),
            least, picks > 3, row, sums,
        )  # fmt: skip
    from_left, from_right = to_host(sums).tolist()
    return (
        anchor_cost(TwoHopSample(*from_left[SAMPLED:]), from_left[ALIVE], p),
        anchor_cost(TwoHopSample(*from_right[SAMPLED:]), from_right[ALIVE], q),
    )


@kernel
def _sample_two_hop(side, other, of_blocks, least, with_shared, row, sums):
    """Sweep the two-hop neighbours of sampled vertices of one side, and add up the
    fields of `TwoHopSample`: one block per sampled vertex.

    `side`, `other`: `CoreSide` of the sampled and of the other side. `of_blocks`:
    `Met`, one row per block. `sums`: int64 (2, SUMS), of which row `row` receives the
    sums.
    """
    found = cuda.shared.array(COUNTERS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    mine = Met(of_blocks.count[cuda.blockIdx.x], of_blocks.touched[cuda.blockIdx.x])
    degree = side.degree
    stride = stride_for(sums[row, ALIVE], sums[row, WEDGES], degree.size)
    for begin in range(cuda.blockIdx.x * stride, degree.size, cuda.gridDim.x * stride):
        v = first_alive(degree, begin, min(begin + stride, degree.size))
        if v < 0:
            continue
        if cuda.threadIdx.x < COUNTERS:
            found[cuda.threadIdx.x] = NO_PICK if cuda.threadIdx.x == PICK else 0
        cuda.syncthreads()
        scale = sweep_two_hop(v, side, other, mine, found, begins, ends)
        cuda.syncthreads()
        mark_rows(v, degree, mine, found, least)
        cuda.syncthreads()
        if with_shared and found[N_ROWS] > 1:
            pick = found[PICK] & np.int64(2**PICK_SHIFT - 1)
            sweep_shared(v, pick, side, other, mine.count, begins, ends)
            cuda.syncthreads()
        for k in range(cuda.threadIdx.x, found[N_MET], cuda.blockDim.x):
            if mine.count[mine.touched[k]] > least:
                cuda.atomic.add(found, N_SHARED, 1)
            mine.count[mine.touched[k]] = 0
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            add_sample(sums, row, found, scale)
        cuda.syncthreads()


@device
def stride_for(alive, wedges, n):
    """Return the stride of the sample, so that it reads about SAMPLE_WEDGES edges.

    The sample has at most SAMPLES vertices. The limit of edges never reduces it to
    fewer than LEAST_SAMPLES.
    """
    samples = np.int64(SAMPLES)
    if wedges > 0:
        samples = min(samples, np.int64(SAMPLE_WEDGES * np.float64(alive) / wedges))
    return n // max(samples, np.int64(LEAST_SAMPLES)) + 1


@device
def first_alive(degree, begin, end):
    """Find the first vertex of begin:end that is in the core; -1 if there is none.

    Each warp finds the same vertex.
    """
    lane = cuda.threadIdx.x % WARP
    for first in range(begin, end, WARP):
        v = first + lane
        alive = ballot_of(v < end and degree[min(v, end - 1)] > 0)
        if alive != 0:
            return first + lowest_lane(alive)
    return np.int64(-1)


@device
def sweep_two_hop(v, side, other, met, found, begins, ends):
    """Count how often a sweep meets each two-hop neighbour, and its edges in the core.

    A block reads at most MOST_READ entries for each group of THREADS lists. Returns the
    ratio of all entries to those that it has read.
    """
    indptr, indices = side.indptr, side.indices
    entries, read = np.int64(0), np.int64(0)
    for first in range(indptr[v], indptr[v + 1], THREADS):
        e, begin, size = first + cuda.threadIdx.x, np.int64(0), np.int64(0)
        if e < indptr[v + 1] and other.degree[indices[e]] > 0:
            begin = other.indptr[indices[e]]
            size = other.indptr[indices[e] + 1] - begin
            cuda.atomic.add(found, N_EDGES, other.degree[indices[e]])
        n = lay_out(begins, ends, begin, size)
        entries += n
        n = min(n, MOST_READ)
        read += n
        for k in range(cuda.threadIdx.x, n, THREADS):
            w = other.indices[begins[list_of(ends, k)] + k]
            if side.degree[w] > 0 and cuda.atomic.add(met.count, w, 1) == 0:
                met.touched[cuda.atomic.add(found, N_MET, 1)] = w
    return np.float64(entries) / np.float64(max(read, np.int64(1)))


@device
def mark_rows(v, degree, met, found, least):
    """Set the counts of the rows of v to one, and of other vertices to zero.

    Also count the rows, and pick the row with the lowest hash, because the choice must
    not depend on the order of threads.
    """
    n = np.uint64(degree.size)
    for k in range(cuda.threadIdx.x, found[N_MET], cuda.blockDim.x):
        w = met.touched[k]
        is_later = degree[w] > degree[v] or (degree[w] == degree[v] and w > v)
        is_row = is_later and met.count[w] >= least
        met.count[w] = np.int32(is_row)
        if is_row:
            key = (np.uint64(v) * n + np.uint64(w)) * MIX >> np.uint64(33)
            cuda.atomic.add(found, N_ROWS, 1)
            cuda.atomic.min(
                found, PICK, np.int64(key) << np.int64(PICK_SHIFT) | np.int64(w)
            )


@device
def sweep_shared(v, pick, side, other, count, begins, ends):
    """Add to the count of each row how many neighbours it shares with v and `pick`.

    A block reads at most MOST_READ edges for each group of THREADS lists.
    """
    indptr, indices = side.indptr, side.indices
    for first in range(indptr[v], indptr[v + 1], THREADS):
        e, begin, size = first + cuda.threadIdx.x, np.int64(0), np.int64(0)
        if e < indptr[v + 1] and other.degree[indices[e]] > 0:
            if is_adjacent(indptr, indices, pick, indices[e]):
                begin = other.indptr[indices[e]]
                size = other.indptr[indices[e] + 1] - begin
        n = min(lay_out(begins, ends, begin, size), MOST_READ)
        for k in range(cuda.threadIdx.x, n, THREADS):
            w = other.indices[begins[list_of(ends, k)] + k]
            if count[w] > 0:
                cuda.atomic.add(count, w, 1)


@device
def is_adjacent(indptr, indices, w, u):
    """Whether u is in the list of w: a binary search."""
    begin, end = indptr[w], indptr[w + 1]
    while begin < end:
        middle = (begin + end) // 2
        if indices[middle] < u:
            begin = middle + 1
        else:
            end = middle
    return begin < indptr[w + 1] and indices[begin] == u


@device
def add_sample(sums, row, found, scale):
    """Add the numbers of one sampled vertex to `sums`, by one thread.

    Numbers of a truncated sweep are scaled up to a complete sweep.
    """
    rows = min(np.int64(found[N_ROWS] * scale), np.int64(MOST_ROWS))
    # The pick shares enough with itself.
    shared = max(np.int64(0), found[N_SHARED] - np.int64(1))
    shared = min(np.int64(shared * scale), np.int64(MOST_ROWS))
    cuda.atomic.add(sums, (row, SAMPLED), 1)
    cuda.atomic.add(sums, (row, READ), found[N_EDGES])
    cuda.atomic.add(sums, (row, ROWS), rows)
    cuda.atomic.add(sums, (row, SQUARES), rows * rows)
    cuda.atomic.add(sums, (row, SHARED), rows * shared)
