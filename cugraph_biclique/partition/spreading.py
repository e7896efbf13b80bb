# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Spreading: roots of like work, dealt to the partitions in turn.

Where every vertex is two steps from nearly every other, packing saves no copies, and
what it puts together is much alike: its partitions have the same predicted work, but
not the same real one. Dealt out, each partition has its share of every kind of root,
whatever the prediction is worth.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique._cpu import compiled


def spread(work: np.ndarray, parts: int) -> np.ndarray:
    """The partition of each root, in about so many of them.

    Parameters
    ----------
    work : numpy.ndarray
        float64, the predicted work of each root.
    parts : int
        How many partitions there would be if there were no heavy roots. A root of as
        much work as a partition has one of its own, behind the others.

    Returns
    -------
    numpy.ndarray
        int32, one for each root; all numbers from 0 to the largest are there.
    """
    most = work.sum() / parts
    heavy = (work >= most) & (work > 0)
    light = np.flatnonzero(~heavy)
    fair = round(work[light].sum() / most) if most else 1
    n = max(1, min(fair, len(light))) if len(light) else 0
    part = np.empty(len(work), np.int32)
    part[heavy] = n + np.arange(len(work) - len(light))
    if n:
        # There and back, so that nobody is always the first to take.
        turn = np.arange(len(light)) % (2 * n)
        part[light[np.argsort(-work[light], kind="stable")]] = np.minimum(
            turn, 2 * n - 1 - turn
        )
    return part


@compiled
def copied(
    place: np.ndarray, indptr: np.ndarray, indices: np.ndarray, edges: np.ndarray
) -> float:
    """How many edges all places together hold, where each root has one.

    Parameters
    ----------
    place : numpy.ndarray
        The place of each root, numbered from 0: a partition, or a worker.
    indptr, indices : numpy.ndarray
        The roots that each kept vertex is adjacent to, as compressed rows.
    edges : numpy.ndarray
        float64, what each kept vertex brings to a place, in edges.

    Returns
    -------
    float
    """
    copies = 0.0
    if place.size == 0:
        return copies
    holder = np.full(place.max() + 1, -1, np.int64)  # of each place: who was last there
    for u in range(edges.size):
        for v in indices[indptr[u] : indptr[u + 1]]:
            if holder[place[v]] != u:
                holder[place[v]] = u
                copies += edges[u]
    return copies
