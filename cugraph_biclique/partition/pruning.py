# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pruning: only what a biclique of the requested sizes can contain stays in a piece,
or in a partition over Dask.

A biclique of a root r has at least `least.kept` kept vertices, all neighbours of r, and
its grown side weighs at least `least.grown`. So these rules change no result:

- A grown vertex goes if it has fewer than `least.kept` neighbours in the piece.
- A kept vertex goes if its neighbours in the piece weigh less than `least.grown`, or if
  no root is among them.
- A grown vertex goes if it shares fewer than `least.kept` neighbours with every root.
- A count picks vertices in ascending order, so a list begins at its first root.

None of them removes a vertex that could extend such a biclique, so bicliques are
maximal in the piece exactly when they are maximal in the graph. BCPar [1]_ loads
partitions with these two-hop neighbours only.

References
----------
.. [1] GBC: "Efficient (p, q)-biclique counting on GPUs", its partitioning by 2-hop
   neighbourhoods.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.host.decorators import compiled

READS = 4.0  # bounds the two-hop sweep of a piece; not tuned on a device
SWEEP_FROM = 3  # shared neighbours: most two-hop neighbours share two with some root


class Least(NamedTuple):
    """The least sizes of the bicliques that a piece is cut for."""

    kept: int  # kept vertices of a biclique
    grown: int  # weight of its grown side
    ascending: bool = False  # for a count: only vertices after their root are picked
    reads: float = 0.0  # a two-hop sweep may read this many times the piece's edges

    @classmethod
    def worth(cls, kept: int, grown: int, ascending: bool = False) -> Least:
        """Least sizes, with a two-hop sweep where it saves more than it costs."""
        return cls(kept, grown, ascending, READS if kept >= SWEEP_FROM else 0.0)


@compiled
def is_worth_pruning(adjacency, root, least):
    """Return whether `prune`, with the same arguments, can save more than it costs.

    A piece has no grown vertex with fewer than `kept` neighbours. Unless the rule for
    counts or the two-hop sweep removes more, there is nearly nothing left to remove.
    """
    indptr, indices = adjacency
    most = least.reads * indices.size
    return least.ascending or (
        most > 0 and _sweep_reads(indptr, indices, root, most) <= most
    )


@compiled
def prune(adjacency, weight, root, least):
    """Apply the rules in passes, as long as each one removes an eighth of the edges.

    Parameters
    ----------
    adjacency : Adjacency
        The list of each kept vertex, ascending. Overwritten.
    weight : numpy.ndarray
        int32, the weight of each grown vertex.
    root : numpy.ndarray
        bool for each grown vertex. Overwritten: roots that go are roots no more.
    least : Least
        The least sizes of the bicliques.

    Returns
    -------
    tuple of numpy.ndarray
        int64, the kept vertices that stay; and their lists, in CSR form.

    Notes
    -----
    A pass reads each edge twice. The two-hop sweep runs at most once, and only if it
    reads at most `reads` times the edges that are left.
    """
    indptr, indices = adjacency
    kept, ascending, reads = least.kept, least.ascending, least.reads
    lists = np.arange(indptr.size - 1)
    degree = np.zeros(weight.size, np.int64)
    for w in indices:
        degree[w] += 1
    n_edges, n_lists, swept = indices.size, lists.size, False
    while True:
        n_lists = _drop(adjacency, weight, root, least, degree, lists, n_lists)
        left = indptr[n_lists]
        if 8 * left >= 7 * n_edges:
            if swept:
                break
            swept = True
            most, ends = reads * left, indptr[: n_lists + 1]
            if most > 0 and _sweep_reads(ends, indices, root, most) <= most:
                _sweep(ends, indices, root, kept, ascending, degree)
        n_edges = left
    n_lists = _drop(adjacency, weight, root, least, degree, lists, n_lists)
    lists, indptr = lists[:n_lists].copy(), indptr[: n_lists + 1].copy()
    return lists, indptr, indices[: indptr[n_lists]].copy()


@compiled
def in_use(indices, n_vertices):
    """Return the vertices that are listed, and the lists renumbered by their places."""
    place = np.zeros(n_vertices, np.int32)
    place[indices] = 1
    stay = np.flatnonzero(place)
    place[stay] = np.arange(stay.size)
    return stay, place[indices]


@compiled
def _drop(adjacency, weight, root, least, degree, lists, n):
    """Drop grown vertices by `degree`, then lists; return how many of the n lists stay.

    Updates `degree` and `root`.
    """
    indptr, indices = adjacency
    kept, grown, ascending = least.kept, least.grown, least.ascending
    for w in range(weight.size):
        if degree[w] < kept:
            root[w] = False
    stay, end, begin = 0, 0, np.int64(0)
    for i in range(n):
        first, weighs, rooted = end, np.int64(0), False
        stop = indptr[i + 1]
        for e in range(begin, stop):
            w = indices[e]
            rooted |= root[w]
            if degree[w] >= kept and (rooted or not ascending):
                indices[end] = w
                weighs += weight[w]
                end += 1
        begin = stop
        if not rooted or weighs < grown:
            end = first
            continue
        lists[stay] = lists[i]
        stay += 1
        indptr[stay] = end
    degree[:] = 0
    for e in range(end):
        degree[indices[e]] += 1
    return stay


@compiled
def _sweep_reads(indptr, indices, root, most):
    """Return how many edges a two-hop sweep reads, or a number above `most`."""
    reads = 0
    for i in range(indptr.size - 1):
        roots = 0
        for e in range(indptr[i], indptr[i + 1]):
            roots += root[indices[e]]
        reads += roots * (indptr[i + 1] - indptr[i])
        if reads > most:
            break
    return reads


@compiled
def _sweep(indptr, indices, root, kept, ascending, degree):
    """Set the degree of grown vertices to 0 that share too little with every root."""
    n = indptr.size - 1
    begin = np.zeros(root.size + 1, np.int64)
    for e in range(indptr[n]):
        if root[indices[e]]:
            begin[indices[e] + 1] += 1
    for w in range(root.size):
        begin[w + 1] += begin[w]
    fill = begin[:-1].copy()
    of_root = np.empty(begin[root.size], np.int64)
    for i in range(n):
        for e in range(indptr[i], indptr[i + 1]):
            if root[indices[e]]:
                of_root[fill[indices[e]]] = i
                fill[indices[e]] += 1
    shared = np.zeros(root.size, np.int32)
    needed = root.copy()
    for r in range(root.size):
        if not root[r]:
            continue
        for at in range(begin[r], begin[r + 1]):
            i = of_root[at]
            for e in range(indptr[i], indptr[i + 1]):
                w = indices[e]
                if w > r or not ascending:
                    shared[w] += 1
                    needed[w] |= shared[w] >= kept
        for at in range(begin[r], begin[r + 1]):
            i = of_root[at]
            for e in range(indptr[i], indptr[i + 1]):
                shared[indices[e]] = 0
    for w in range(root.size):
        if not needed[w]:
            degree[w] = 0
