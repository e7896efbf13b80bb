# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars: bicliques whose kept side is one vertex (or one class of twins).

({u}, N(u)) is maximal exactly when no other vertex has all of N(u). Testing that once
for every u keeps such bicliques, and every row with a single bit, out of the search.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cugraph_biclique._cpu import compiled
from cugraph_biclique.preparation import SearchGraph
from cugraph_biclique.records import WHOLE, Records


def counting_stars(
    graph: SearchGraph, min_grown: int, min_kept: int
) -> Callable[[], int]:
    """Count the maximal stars of the requested sizes; see the twin for devices."""
    n = int(_requested(graph, star_sizes(graph), min_grown, min_kept).sum())
    return lambda: n


def star_records(graph: SearchGraph, min_grown: int, min_kept: int) -> Records:
    """Return the maximal stars of the requested sizes, by their kept vertices."""
    sizes = star_sizes(graph)
    found = np.flatnonzero(_requested(graph, sizes, min_grown, min_kept))
    return Records(
        mask=np.full(len(found), WHOLE),
        universe=np.arange(len(found), dtype=np.int32),
        n_grown=sizes[found],
        start=np.arange(len(found) + 1, dtype=np.int64),
        members=found.astype(np.int32),
    )


def _requested(
    graph: SearchGraph, sizes: np.ndarray, min_grown: int, min_kept: int
) -> np.ndarray:
    """Whether each star is maximal, and has the requested sizes."""
    wanted = (sizes >= min_grown) & (graph.kept_weight >= min_kept)
    if len(graph.is_root):  # a star belongs to the partition of its first neighbour
        wanted &= graph.is_root[graph.kept_indices[graph.kept_indptr[:-1]]]
    return wanted & maximal_stars(graph)


@compiled
def maximal_stars(graph: SearchGraph) -> np.ndarray:
    """Whether the star of each kept vertex is maximal; twins are merged before.

    So only a vertex of a larger degree can have all of N(u), and it is in the list of
    u's rarest neighbour. Kept vertices ascend by degree.
    """
    n = graph.kept_indptr.size - 1
    maximal = np.ones(n, np.bool_)
    last = np.int64(0)  # the last vertex with the degree of u
    for u in range(n):
        begin, end = graph.kept_indptr[u], graph.kept_indptr[u + 1]
        while last + 1 < n and (
            graph.kept_indptr[last + 2] - graph.kept_indptr[last + 1] <= end - begin
        ):
            last += 1
        rarest = graph.kept_indices[begin]  # lists ascend by degree
        e = graph.grown_indptr[rarest + 1] - 1
        while graph.grown_indices[e] > last:
            if has_all(graph, graph.grown_indices[e], begin, end):
                maximal[u] = False
                break
            e -= 1
    return maximal


@compiled
def has_all(graph, other, begin, end):
    """Whether `other` has the neighbours kept_indices[begin:end].

    Checks the largest degrees first, as rare neighbours are the most likely to be
    shared.
    """
    e = graph.kept_indptr[other + 1] - 1
    first = graph.kept_indptr[other]
    indices = graph.kept_indices
    i = end - 1
    while i > begin:  # the rarest neighbour is known to be common
        if e - first < i - begin:
            return False
        while e >= first and indices[e] > indices[i]:
            e -= 1
        if e < first or indices[e] != indices[i]:
            return False
        i -= 1
        e -= 1
    return True


@compiled
def star_sizes(graph: SearchGraph) -> np.ndarray:
    """Number of grown vertices of each star, twins counted."""
    n = graph.kept_indptr.size - 1
    size = np.zeros(n, np.int32)
    for u in range(n):
        for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
            size[u] += graph.grown_weight[graph.kept_indices[e]]
    return size
