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
from typing import NamedTuple

import numpy as np
from numba import njit

RISE = 1.25  # a gain is told to the heap when it is so many times what was told


class Gains(NamedTuple):
    """What each root would save in edges, for its work, in the partition that is being
    filled."""

    now: np.ndarray  # float64
    told: np.ndarray  # float64, what the heap knows
    partition: np.ndarray  # int32, the one that `now` and `told` are about


@njit(cache=True, nogil=True)
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

    Returns
    -------
    numpy.ndarray
        int32, one for each root.

    Notes
    -----
    The list of a kept vertex is read once for each partition that it is copied to.
    """
    work = np.maximum(work, 1.0)
    part = np.full(work.size, -1, np.int32)
    holder = np.full(edges.size, -1, np.int32)  # the last partition that has it
    gains = Gains(
        np.zeros(work.size), np.zeros(work.size), np.full(work.size, -1, np.int32)
    )
    heap = [(0.0, np.int64(0))]
    heap.clear()
    p, held, n_seeds = np.int32(0), 0.0, 0
    done, until, empty = 0.0, most_work, True
    for _ in range(work.size):
        v = _best(heap, part, gains)
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
        done += work[v]
        empty = False
        for u in row:
            if holder[u] != p:
                holder[u] = p
                held += edges[u]
                others = back_indices[back_indptr[u] : back_indptr[u + 1]]
                _raise(heap, gains, others, edges[u], work, part, p)
    return part


@njit(cache=True, nogil=True)
def _new(row, edges, holder, p):
    """The edges that some kept vertices would bring to a partition."""
    new = 0.0
    for u in row:
        if holder[u] != p:
            new += edges[u]
    return new


@njit(cache=True, nogil=True)
def _raise(heap, gains, roots, edges, work, part, p):
    """Some roots gain these edges. Only the heap's entry has to be nearly right."""
    for v in roots:
        if part[v] >= 0:
            continue
        if gains.partition[v] != p:
            gains.partition[v] = p
            gains.now[v] = gains.told[v] = 0.0
        gains.now[v] += edges / work[v]
        if gains.now[v] > RISE * gains.told[v]:
            gains.told[v] = gains.now[v]
            heapq.heappush(heap, (-gains.now[v], np.int64(v)))


@njit(cache=True, nogil=True)
def _best(heap, part, gains):
    """The root of the largest gain, -1 if none is left that gains anything. What has
    gained since the heap was told goes back with what it has now."""
    while len(heap) > 0:
        negative, v = heapq.heappop(heap)
        if part[v] >= 0:
            continue
        if gains.now[v] > -negative:
            gains.told[v] = gains.now[v]
            heapq.heappush(heap, (-gains.now[v], v))
            continue
        return v
    return np.int64(-1)
