# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars: bicliques whose kept side is one vertex (or one class of twins).

({u}, N(u)) is maximal exactly if no other vertex is adjacent to all of N(u). This
module tests every u once. So the search needs neither these bicliques nor any row with
a single bit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cugraph_biclique.contract.records import WHOLE, Records
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.decorators import compiled


def counting_stars(
    graph: SearchGraph, min_grown: int, min_kept: int
) -> Callable[[], int]:
    """Count the maximal stars of the requested sizes.

    Returns a function, as the GPU engine does (`search.gpu.stars`).
    """
    n = int(_requested(graph, star_sizes(graph), min_grown, min_kept).sum())
    return lambda: n


def star_records(graph: SearchGraph, min_grown: int, min_kept: int) -> Records:
    """Return the maximal stars of the requested sizes, in order of kept vertices."""
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
    """Return whether each star is maximal and has the requested sizes."""
    wanted = (sizes >= min_grown) & (graph.kept_weight >= min_kept)
    if len(graph.is_root):  # a star belongs to the partition of its first neighbour
        wanted &= graph.is_root[graph.kept_indices[graph.kept_indptr[:-1]]]
    return wanted & maximal_stars(graph)


@compiled
def maximal_stars(graph: SearchGraph) -> np.ndarray:
    """Return a bool per kept vertex: whether its star is maximal.

    Twins are merged, so only a vertex with a larger degree can be adjacent to all of
    N(u). Such a vertex is in the list of u's neighbour with the smallest degree. Kept
    vertices ascend by degree.
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
        rarest = graph.kept_indices[begin]  # each list ascends by degree
        e = graph.grown_indptr[rarest + 1] - 1
        while graph.grown_indices[e] > last:
            if has_all(graph, graph.grown_indices[e], begin, end):
                maximal[u] = False
                break
            e -= 1
    return maximal


@compiled
def has_all(graph, other, begin, end):
    """Return whether `other` is adjacent to all of kept_indices[begin:end].

    The loop begins with the largest degrees, because rare neighbours are the most
    likely to be shared. `other` comes from the list of the first neighbour, which
    therefore needs no test.
    """
    e = graph.kept_indptr[other + 1] - 1
    first = graph.kept_indptr[other]
    indices = graph.kept_indices
    i = end - 1
    while i > begin:  # `other` is known to be adjacent to the first neighbour
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
    """Return the number of grown vertices of each star, with all twins (int32)."""
    n = graph.kept_indptr.size - 1
    size = np.zeros(n, np.int32)
    for u in range(n):
        for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
            size[u] += graph.grown_weight[graph.kept_indices[e]]
    return size
