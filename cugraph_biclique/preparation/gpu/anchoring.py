# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Predicted work of a count on a GPU, by the side that it picks from.

A block takes one sampled vertex at a time, as a root. A first sweep over its two-hop
neighbours finds its rows. A second sweep counts the rows that share enough neighbours
with the root and one of its rows.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.arrays import to_host
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
from cugraph_biclique.preparation import AnchorCost, TwoHopSample, anchor_cost
from cugraph_biclique.preparation.gpu.order import ALIVE, WEDGES, add_squares
from cugraph_biclique.preparation.gpu.reduction import Represented

SAMPLES = 512  # vertices sampled to estimate the cost of a side, at most
LEAST_SAMPLES = 32
SAMPLE_WEDGES = 2e6  # edges that the sample reads, about
MOST_READ = 1 << 15  # edges read for THREADS lists of a sampled vertex, at most
MOST_ROWS = 1 << 26  # of a sampled vertex, so that the sum of SAMPLES squares fits
SAMPLED, READ, ROWS, SQUARES, SHARED = range(WEDGES + 1, WEDGES + 6)
SUMS = WEDGES + 6
# Entries of the block's counters
N_EDGES, N_MET, N_ROWS, PICK, N_SHARED = range(5)
COUNTERS = 5
NO_PICK = 2**63 - 1
PICK_SHIFT = 32  # of the hash in a pick; the vertex is below it


def anchor_costs(
    reduced: Represented, p: int, q: int, budget: int
) -> tuple[AnchorCost, AnchorCost]:
    """Predict the work of a count that picks p left, or q right vertices one by one."""
    most = plan.sampling(budget) // plan.COUNTER_BYTES
    graph = reduced.graph
    left = graph.left_indptr, graph.left_indices, reduced.left_degree
    right = graph.right_indptr, graph.right_indices, reduced.right_degree
    sums = xp.zeros((2, SUMS), np.int64)
    add_squares(reduced.left_degree, reduced.right_degree, sums)
    for row, side, other, picks, least in (
        (0, left, right, p, q), (1, right, left, q, p)
    ):  # fmt: skip
        n = max(1, len(side[2]))
        blocks = max(1, min(SAMPLES // 2, most // n, n))
        launch(
            _sample_two_hop, blocks, *side, *other, xp.zeros((blocks, n), np.int32),
            xp.empty((blocks, n), np.int32), least, picks > 3, row, sums,
        )  # fmt: skip
    from_left, from_right = to_host(sums).tolist()
    return (
        anchor_cost(TwoHopSample(*from_left[SAMPLED:]), from_left[ALIVE], p),
        anchor_cost(TwoHopSample(*from_right[SAMPLED:]), from_right[ALIVE], q),
    )


@kernel
def _sample_two_hop(
    indptr, indices, degree, other_indptr, other_indices, other_degree, scratch,
    touched, least, with_shared, row, sums,
):  # fmt: skip
    """Sweep the two-hop neighbours of a sample of one side's vertices.

    Adds up the fields of `TwoHopSample`.
    """
    found = cuda.shared.array(COUNTERS, np.int64)
    begins = cuda.shared.array(THREADS, np.int64)
    ends = cuda.shared.array(LIST_ENDS, np.int64)
    count, mine = scratch[cuda.blockIdx.x], touched[cuda.blockIdx.x]
    stride = stride_for(sums[row, ALIVE], sums[row, WEDGES], degree.size)
    for begin in range(cuda.blockIdx.x * stride, degree.size, cuda.gridDim.x * stride):
        v = first_alive(degree, begin, min(begin + stride, degree.size))
        if v < 0:
            continue
        if cuda.threadIdx.x < COUNTERS:
            found[cuda.threadIdx.x] = NO_PICK if cuda.threadIdx.x == PICK else 0
        cuda.syncthreads()
        scale = sweep_two_hop(
            v, indptr, indices, degree, other_indptr, other_indices, other_degree,
            count, mine, found, begins, ends,
        )  # fmt: skip
        cuda.syncthreads()
        mark_rows(v, degree, count, mine, found, least)
        cuda.syncthreads()
        if with_shared and found[N_ROWS] > 1:
            sweep_shared(
                v, found[PICK] & np.int64(2**PICK_SHIFT - 1), indptr, indices,
                other_indptr, other_indices, other_degree, count, begins, ends,
            )  # fmt: skip
            cuda.syncthreads()
        for k in range(cuda.threadIdx.x, found[N_MET], cuda.blockDim.x):
            if count[mine[k]] > least:
                cuda.atomic.add(found, N_SHARED, 1)
            count[mine[k]] = 0
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            add_sample(sums, row, found, scale)
        cuda.syncthreads()


@device
def stride_for(alive, wedges, n):
    """Return the stride of the sample, so that it reads about SAMPLE_WEDGES edges.

    The sample has at most SAMPLES vertices. The limit on edges never asks for fewer
    than LEAST_SAMPLES.
    """
    samples = np.int64(SAMPLES)
    if wedges > 0:
        samples = min(samples, np.int64(SAMPLE_WEDGES * np.float64(alive) / wedges))
    return n // max(samples, np.int64(LEAST_SAMPLES)) + 1


@device
def first_alive(degree, begin, end):
    """Find the first vertex of a range that is in the core, -1 if there is none. Each
    warp finds the same vertex."""
    lane = cuda.threadIdx.x % WARP
    for first in range(begin, end, WARP):
        v = first + lane
        alive = ballot_of(v < end and degree[min(v, end - 1)] > 0)
        if alive != 0:
            return first + lowest_lane(alive)
    return np.int64(-1)


@device
def sweep_two_hop(
    v, indptr, indices, degree, other_indptr, other_indices, other_degree, count,
    touched, found, begins, ends,
):  # fmt: skip
    """Count how often each two-hop neighbour is met, and the edges of the core.

    Reads at most MOST_READ entries for each group of THREADS lists. Returns how many
    times more entries there are.
    """
    entries, read = np.int64(0), np.int64(0)
    for first in range(indptr[v], indptr[v + 1], THREADS):
        e, begin, size = first + cuda.threadIdx.x, np.int64(0), np.int64(0)
        if e < indptr[v + 1] and other_degree[indices[e]] > 0:
            begin = other_indptr[indices[e]]
            size = other_indptr[indices[e] + 1] - begin
            cuda.atomic.add(found, N_EDGES, other_degree[indices[e]])
        n = lay_out(begins, ends, begin, size)
        entries += n
        n = min(n, MOST_READ)
        read += n
        for k in range(cuda.threadIdx.x, n, THREADS):
            w = other_indices[begins[list_of(ends, k)] + k]
            if degree[w] > 0 and cuda.atomic.add(count, w, 1) == 0:
                touched[cuda.atomic.add(found, N_MET, 1)] = w
    return np.float64(entries) / np.float64(max(read, np.int64(1)))


@device
def mark_rows(v, degree, count, touched, found, least):
    """Set the counts of the rows of v to one, and of other vertices to zero.

    Finds the number of rows, and picks the row with the lowest hash: the choice must
    not depend on the order of threads.
    """
    n = np.uint64(degree.size)
    for k in range(cuda.threadIdx.x, found[N_MET], cuda.blockDim.x):
        w = touched[k]
        is_later = degree[w] > degree[v] or (degree[w] == degree[v] and w > v)
        is_row = is_later and count[w] >= least
        count[w] = np.int32(is_row)
        if is_row:
            key = (np.uint64(v) * n + np.uint64(w)) * MIX >> np.uint64(33)
            cuda.atomic.add(found, N_ROWS, 1)
            cuda.atomic.min(
                found, PICK, np.int64(key) << np.int64(PICK_SHIFT) | np.int64(w)
            )


@device
def sweep_shared(
    v, pick, indptr, indices, other_indptr, other_indices, other_degree, count, begins,
    ends,
):  # fmt: skip
    """Add to the counts of rows how many neighbours they share with v and `pick`.

    Reads at most MOST_READ edges for each group of THREADS lists.
    """
    for first in range(indptr[v], indptr[v + 1], THREADS):
        e, begin, size = first + cuda.threadIdx.x, np.int64(0), np.int64(0)
        if e < indptr[v + 1] and other_degree[indices[e]] > 0:
            if is_adjacent(indptr, indices, pick, indices[e]):
                begin = other_indptr[indices[e]]
                size = other_indptr[indices[e] + 1] - begin
        n = min(lay_out(begins, ends, begin, size), MOST_READ)
        for k in range(cuda.threadIdx.x, n, THREADS):
            w = other_indices[begins[list_of(ends, k)] + k]
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
    """Add the sums of one sampled vertex. One thread calls this function.

    Numbers of a truncated sweep are scaled up to a complete one.
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
