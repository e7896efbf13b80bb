# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Packing: which roots go into a partition together.

An edge is copied to each partition that has a neighbour of its kept vertex among its
roots. So a partition grows as BCPar has it [1]_: the next root is the one that brings
the most edges that are there already, for its work.

References
----------
.. [1] GBC: "Efficient (p, q)-biclique counting on GPUs", its partitioning by 2-hop
   neighbourhoods.
"""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from cugraph_biclique._cpu import compiled

RISE = 1.25  # a gain is told to the heap when it is so many times what was told


# What a root would save in edges, for its work, in a partition. All of one root is side
# by side, as roots are met in no order.
GAIN = np.dtype(
    [
        ("now", np.float32),
        ("told", np.float32),  # what the heap knows; infinite for one that is packed
        ("partition", np.int32),  # that `now` and `told` are about
        ("work", np.float32),
    ]
)


@compiled
def pack(
    indptr: np.ndarray,
    indices: np.ndarray,
    back_indptr: np.ndarray,
    back_indices: np.ndarray,
    edges: np.ndarray,
    work: np.ndarray,
    seeds: np.ndarray,
    most_work: float,
    most_edges: float,
    every: int = 1,
) -> np.ndarray:
    """The partition of each root, numbered from 0 in the order they are filled.

    Parameters
    ----------
    indptr, indices : numpy.ndarray
        The kept neighbours of each root, or some of them, as compressed rows.
    back_indptr, back_indices : numpy.ndarray
        The same the other way round.
    edges : numpy.ndarray
        float64, what each kept vertex brings to a partition, in edges.
    work : numpy.ndarray
        float64, the predicted work of each root.
    seeds : numpy.ndarray
        All roots: where nothing is to be gained, the first that is left comes next.
    most_work, most_edges : float
        What a partition may have. A root that is more alone is a partition of its own.
    every : int, default 1
        Only one kept vertex in so many tells its roots that they gain. That is nearly
        so many times as fast, and copies more edges.

    Returns
    -------
    numpy.ndarray
        int32, one for each root.

    Notes
    -----
    The list of a kept vertex that tells is read once for each partition that it is
    copied to.
    """
    work = np.maximum(work, 1.0)
    part = np.full(work.size, -1, np.int32)
    holder = np.full(edges.size, -1, np.int32)  # the last partition that has it
    gains: Any = np.zeros(work.size, GAIN)
    gains.partition[:] = -1
    gains.work[:] = work
    heap = [(np.float32(0), np.int32(0))]
    heap.clear()
    p, held, n_seeds = np.int32(0), 0.0, 0
    done, until, empty = 0.0, most_work, True
    for _ in range(work.size):
        v = _best(heap, gains)
        if v < 0:
            while part[seeds[n_seeds]] >= 0:
                n_seeds += 1
            v = seeds[n_seeds]
        # A root belongs here if half of its work does, and all of its edges have room.
        row = indices[indptr[v] : indptr[v + 1]]
        late = done + work[v] / 2 > until
        if not empty and (late or held + _new(row, edges, holder, p) > most_edges):
            # Ends move back, never forth: there are not more of them than asked for.
            until = max(done, until) + most_work if late else done + most_work
            p, held, empty = np.int32(p + 1), 0.0, True
            heap.clear()
        part[v] = p
        gains[v].told = np.inf
        done += work[v]
        empty = False
        for u in row:
            if holder[u] != p:
                holder[u] = p
                held += edges[u]
                if u % every == 0:
                    others = back_indices[back_indptr[u] : back_indptr[u + 1]]
                    _raise(heap, gains, others, edges[u], p)
    return part


@compiled
def _new(row, edges, holder, p):
    """The edges that some kept vertices would bring to a partition."""
    new = 0.0
    for u in row:
        if holder[u] != p:
            new += edges[u]
    return new


@compiled
def _raise(heap, gains, roots, edges, p):
    """Some roots gain these edges. Only the heap's entry has to be nearly right."""
    for v in roots:
        gain = gains[v]
        if gain.told == np.inf:
            continue
        if gain.partition != p:
            gain.partition = p
            gain.now = gain.told = np.float32(0)
        gain.now += np.float32(edges / gain.work)
        if gain.now > RISE * gain.told:
            gain.told = gain.now
            heapq.heappush(heap, (-gain.now, np.int32(v)))


@compiled
def _best(heap, gains):
    """The root of the largest gain, -1 if none is left that gains anything. What has
    gained since the heap was told goes back with what it has now."""
    while len(heap) > 0:
        negative, v = heapq.heappop(heap)
        gain = gains[v]
        if gain.told == np.inf:
            continue
        if gain.now > -negative:
            gain.told = gain.now
            heapq.heappush(heap, (-gain.now, v))
            continue
        return np.int64(v)
    return np.int64(-1)
