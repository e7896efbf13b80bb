# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Spreading: roots sorted by work and dealt to the partitions in turn.

If nearly every pair of vertices is two hops apart, packing saves no copies. It also
puts similar roots together, so partitions of equal predicted work differ in real work.
Dealing gives each partition roots of every kind, so
the balance depends less on the prediction.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.decorators import compiled


def spread(work: np.ndarray, parts: int) -> np.ndarray:
    """Assign each root to one of about `parts` partitions.

    Parameters
    ----------
    work : numpy.ndarray
        float64, the predicted work of each root.
    parts : int
        Number of partitions if there are no heavy roots. A root with at least the
        average work of a partition gets its own, numbered after the others.

    Returns
    -------
    numpy.ndarray
        int32, one for each root; every number from 0 to the largest occurs.
    """
    most = work.sum() / parts
    heavy = (work >= most) & (work > 0)
    light = np.flatnonzero(~heavy)
    fair = round(work[light].sum() / most) if most else 1
    n = max(1, min(fair, len(light))) if len(light) else 0
    part = np.empty(len(work), np.int32)
    part[heavy] = n + np.arange(len(work) - len(light))
    if n:
        # Deal forwards, then backwards, so that no partition always gets the heaviest.
        turn = np.arange(len(light)) % (2 * n)
        part[light[np.argsort(-work[light], kind="stable")]] = np.minimum(
            turn, 2 * n - 1 - turn
        )
    return part


@compiled
def copied(
    place: np.ndarray, indptr: np.ndarray, indices: np.ndarray, edges: np.ndarray
) -> float:
    """Count the edges, with copies, that all places hold when each root has a place.

    Parameters
    ----------
    place : numpy.ndarray
        The place of each root, numbered from 0: a partition, or a worker.
    indptr, indices : numpy.ndarray
        The roots that each kept vertex is adjacent to, in CSR form.
    edges : numpy.ndarray
        float64, the number of edges that each kept vertex adds to a place.

    Returns
    -------
    float
    """
    copies = 0.0
    if place.size == 0:
        return copies
    holder = np.full(place.max() + 1, -1, np.int64)  # per place: last kept vertex
    for u in range(edges.size):
        for v in indices[indptr[u] : indptr[u + 1]]:
            if holder[place[v]] != u:
                holder[place[v]] = u
                copies += edges[u]
    return copies
