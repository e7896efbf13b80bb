# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Packing: the choice of roots that share a partition.

An edge is copied to each partition that has a neighbour of its kept vertex among its
roots. So partitions are filled greedily, as in BCPar [1]_: the next root is the one
that shares the most edges with the partition, relative to its work.

References
----------
.. [1] GBC: "Efficient (p, q)-biclique counting on GPUs", its partitioning by 2-hop
   neighbourhoods.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.host.decorators import compiled

RISE = 1.25  # growth of a gain, as a factor, that gets a new heap entry


# Edges that a root would save in a partition, relative to its work. The fields of a
# root are adjacent in memory, because roots are accessed in random order.
GAIN = np.dtype(
    [
        ("now", np.float32),
        ("told", np.float32),  # gain in the heap; infinite once the root is packed
        ("partition", np.int32),  # that `now` and `told` refer to
        ("work", np.float32),
    ]
)


class Roots(NamedTuple):
    """The roots to pack, and their kept neighbours or some of them."""

    kept: Adjacency  # the kept neighbours of each root
    back: Adjacency  # the transpose: the roots of each kept vertex
    edges: np.ndarray  # float64, the edges that each kept vertex adds to a partition
    work: np.ndarray  # float64, the predicted work of each root


class Limits(NamedTuple):
    """Limits of a partition. A root that exceeds one by itself gets its own partition.

    Only every `every`-th kept vertex updates the gains of its roots. This is nearly
    `every` times as fast, and copies more edges.
    """

    work: float
    edges: float
    every: int = 1


def pack(roots: Roots, seeds: np.ndarray, limits: Limits) -> np.ndarray:
    """Assign each root to a partition, numbered from 0 in the order of filling.

    Parameters
    ----------
    roots : Roots
        The roots and their neighbours.
    seeds : numpy.ndarray
        All roots. If no root gains anything, the first unassigned seed comes next.
    limits : Limits
        Limits of a partition.

    Returns
    -------
    numpy.ndarray
        int32, one for each root.

    Notes
    -----
    The list of a kept vertex that updates gains is read once for each partition that
    the vertex is copied to.
    """
    part = np.empty(len(roots.work), np.int32)
    for p, some in enumerate(partitions(roots, seeds, limits)):
        part[some] = p
    return part


def partitions(roots: Roots, seeds: np.ndarray, limits: Limits) -> Iterator[np.ndarray]:
    """Yield the roots of each partition of `pack`, in the order of filling: int32.

    A partition is filled when it is asked for.
    """
    n = len(roots.work)
    gains: Any = np.zeros(n, GAIN)
    gains["partition"] = -1
    gains["work"] = np.maximum(roots.work, 1.0)
    holder = np.full(len(roots.edges), -1, np.int32)  # the last partition with a vertex
    order = np.empty(n, np.int32)
    seeds = np.ascontiguousarray(seeds, np.int64)  # so that one kernel is enough
    at = Place(0, -1, 0, 0, 0.0, float(limits.work))
    while at.assigned < n:
        begin = at.assigned
        at = _fill(roots, seeds, limits, gains, holder, order, at)
        yield order[begin : at.assigned]


class Place(NamedTuple):
    """Where packing is between two partitions."""

    partition: int  # the next one
    first: int  # its first root; -1 for the first unassigned seed
    seed: int  # all seeds before this one are assigned
    assigned: int  # number of assigned roots
    work: float  # of these roots
    until: float  # work at which the next partition is full


@compiled
def _fill(roots, seeds, limits, gains, holder, order, at):
    """Append the roots of the next partition to `order`; return the place after it.

    `roots`: `Roots`. `seeds`: int64. `limits`: `Limits`. `gains`: GAIN, by root.
    `holder`: int32 by kept vertex, the last partition that has it. `order`: int32.
    `at`: `Place`.
    """
    indptr, indices = roots.kept
    back_indptr, back_indices = roots.back
    edges, work = roots.edges, roots.work
    most_work, most_edges, every = limits
    heap = [(np.float32(0), np.int32(0))]
    heap.clear()
    p, v, seed, n = np.int32(at.partition), at.first, at.seed, at.assigned
    done, until, held = at.work, at.until, 0.0
    while n < order.size:
        if v < 0:
            v = _best(heap, gains)
        if v < 0:
            while gains[seeds[seed]].told == np.inf:
                seed += 1
            v = np.int64(seeds[seed])
        # A root fits if at least half of its work and all of its edges fit.
        row = indices[indptr[v] : indptr[v + 1]]
        empty, late = n == at.assigned, done + max(1.0, work[v]) / 2 > until
        if not empty and (late or held + _new(row, edges, holder, p) > most_edges):
            # Only postpone a boundary, so that work limits never cut more partitions
            # than requested.
            until = max(done, until) + most_work if late else done + most_work
            break
        order[n] = v
        n += 1
        gains[v].told = np.inf
        done += max(1.0, work[v])
        v = -1
        for u in row:
            if holder[u] != p:
                holder[u] = p
                held += edges[u]
                if u % every == 0:
                    others = back_indices[back_indptr[u] : back_indptr[u + 1]]
                    _raise(heap, gains, others, edges[u], p)
    return Place(p + 1, v, seed, n, done, until)


@compiled
def _new(row, edges, holder, p):
    """Count the edges that the kept vertices of `row` would add to partition p."""
    new = 0.0
    for u in row:
        if holder[u] != p:
            new += edges[u]
    return new


@compiled
def _raise(heap, gains, roots, edges, p):
    """Add `edges` to the gains of `roots`; a heap entry lags by at most factor RISE."""
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
    """Pop the root with the largest gain; -1 if no root gains anything.

    An outdated entry is pushed again with the root's current gain.
    """
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
