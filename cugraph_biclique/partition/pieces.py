# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A graph larger than its device: partitions of it, one after the other.

The whole graph is reduced and ordered in host memory. Its roots are packed, so that
the edges which a pack of them needs find room on the device, and such a piece is cut
out while the device is at work on the one before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit

from cugraph_biclique.graph import transpose
from cugraph_biclique.order import SearchGraph
from cugraph_biclique.partition.packing import pack
from cugraph_biclique.tasks import root_work

WHOLE_BYTES = 40  # of an edge, while the graph is reduced and ordered on a device
PIECE_BYTES = 10  # of an edge in a piece
MANY = 1 << 22  # edges: packing looks at no more than twice as many
SHARE = 4  # of the budget, a piece may have the fourth part: the search has the rest


class Pack(NamedTuple):
    """Roots that are searched together."""

    ids: np.ndarray  # int32, ascending

    @property
    def roots(self) -> int:
        """How many."""
        return len(self.ids)


class Piece(NamedTuple):
    """Some roots, and all that their part of a search or a count needs."""

    graph: SearchGraph  # both sides in the order of the whole graph
    kept: np.ndarray  # int32, the ids of its kept vertices in the whole graph

    @property
    def nbytes(self) -> int:
        """Bytes of the graph."""
        return sum(array.nbytes for array in self.graph)


def in_pieces(n_edges: int, engine: str, budget: int) -> bool:
    """Whether a graph has to stay in host memory: on the device, while it is prepared,
    it would take more than half of the budget."""
    return engine == "gpu" and n_edges * WHOLE_BYTES > budget // 2


def most_edges(budget: int) -> int:
    """The edges that a piece may have; the same for nearly the same budget."""
    return 1 << max(0, (budget // SHARE // PIECE_BYTES).bit_length() - 1)


def packs(graph: SearchGraph, budget: int) -> list[Pack]:
    """The roots of a graph in host memory, cut for a budget of device memory."""
    n = len(graph.grown_weight)
    if not n:
        return []
    if len(graph.kept_indices) <= most_edges(budget):
        return [Pack(np.arange(n, dtype=np.int32))]
    lists = graph.grown_indptr, graph.grown_indices
    # The neighbour with most edges is the last one: both sides stand by degree.
    last = graph.grown_indices[np.maximum(graph.grown_indptr[1:], 1) - 1]
    part = pack(
        *lists,
        graph.kept_indptr,
        graph.kept_indices,
        np.diff(graph.kept_indptr).astype(np.float64),
        root_work(graph).astype(np.float64),
        np.argsort(last, kind="stable")[::-1],
        np.inf,
        float(most_edges(budget)),
        max(1, len(graph.kept_indices) // MANY),
    )
    order = np.argsort(part, kind="stable").astype(np.int32)
    ends = np.cumsum(np.bincount(part))[:-1]
    return [Pack(ids) for ids in np.split(order, ends)]


def pieces(graph: SearchGraph, packs: Sequence[Pack]) -> Iterator[Piece]:
    """The pieces of some packs; the next one is made while one is in use."""
    with ThreadPoolExecutor(1) as maker:
        coming = [maker.submit(piece_of, graph, pack) for pack in packs[:1]]
        for pack in [*packs[1:], None]:
            if not coming:
                return
            piece = coming.pop().result()
            if pack is not None:
                coming.append(maker.submit(piece_of, graph, pack))
            yield piece


def piece_of(graph: SearchGraph, roots: Pack) -> Piece:
    """The part of a graph that some roots need."""
    kept, indptr, indices, grown = _cut(
        graph.kept_indptr,
        graph.kept_indices,
        graph.grown_indptr,
        graph.grown_indices,
        roots.ids,
    )
    is_root = np.zeros(len(graph.grown_weight), np.bool_)
    is_root[roots.ids] = True
    grown_indptr, grown_indices = transpose(indptr, indices, len(grown))
    piece = SearchGraph(
        indptr,
        indices,
        graph.kept_weight[kept],
        grown_indptr,
        grown_indices,
        graph.grown_weight[grown],
        is_root[grown],
    )
    return Piece(piece, kept)


@njit(cache=True, nogil=True)
def _cut(kept_indptr, kept_indices, grown_indptr, grown_indices, roots):
    """The neighbours of some roots, their lists in terms of the grown vertices that are
    left, and which these are; all in the order of the whole graph.

    A grown vertex with a single edge to these neighbours is a row of no root here:
    bicliques with one kept vertex are not searched for.
    """
    taken = np.zeros(kept_indptr.size - 1, np.bool_)
    meets = np.zeros(grown_indptr.size - 1, np.int32)
    for v in roots:
        taken[grown_indices[grown_indptr[v] : grown_indptr[v + 1]]] = True
    kept = np.flatnonzero(taken).astype(np.int32)
    for u in kept:
        for e in range(kept_indptr[u], kept_indptr[u + 1]):
            meets[kept_indices[e]] += 1
    meets[roots] = np.maximum(meets[roots], 2)
    grown = np.flatnonzero(meets > 1).astype(np.int32)
    place = np.full(meets.size, np.int32(-1))
    place[grown] = np.arange(grown.size, dtype=np.int32)
    indptr = np.zeros(kept.size + 1, np.int64)
    indices = np.empty(meets.sum(), np.int32)
    n = 0
    for i, u in enumerate(kept):
        for e in range(kept_indptr[u], kept_indptr[u + 1]):
            v = place[kept_indices[e]]
            if v >= 0:
                indices[n] = v
                n += 1
        indptr[i + 1] = n
    return kept, indptr, indices[:n].copy(), grown
