# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Out-of-core batches: a graph larger than the device, one partition after another.

The whole graph is reduced and ordered in host memory. Its roots are grouped into packs
whose edges fit the device. The host cuts out the next pieces (subgraphs of packs) while
the device works on the current piece.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from typing import NamedTuple

import numba
import numpy as np

from cugraph_biclique._cpu import compiled
from cugraph_biclique.csr import gathered
from cugraph_biclique.device import plan
from cugraph_biclique.graph import transpose
from cugraph_biclique.partition.packing import pack
from cugraph_biclique.partition.pruning import Least, in_use, is_worth_pruning, prune
from cugraph_biclique.preparation import SearchGraph
from cugraph_biclique.tasks import root_work

MANY = 1 << 20  # edges; in larger graphs, packing samples the kept vertices,
ONE_OF = 6  # at the sparsest one in ONE_OF
MAKERS = 4  # threads that cut out pieces
ANY = Least(2, 1)  # bicliques with one kept vertex are not searched for


class Pack(NamedTuple):
    """Roots that are processed together."""

    ids: np.ndarray  # int32, ascending

    @property
    def roots(self) -> int:
        """Number of roots."""
        return len(self.ids)


class Piece(NamedTuple):
    """The subgraph that a search or count from the roots of one pack needs.

    It lacks roots that have no bicliques of the requested sizes.
    """

    graph: SearchGraph  # both sides in the order of the whole graph
    kept: np.ndarray  # int32, ids in the whole graph of the kept vertices

    @property
    def is_empty(self) -> bool:
        """Whether no root is left."""
        return not self.graph.is_root.any()

    @property
    def nbytes(self) -> int:
        """Bytes of the graph."""
        return sum(array.nbytes for array in self.graph)


def in_pieces(n_edges: int, budget: int) -> bool:
    """Whether a graph has to stay in host memory, because preparing it on the device
    would take more than the plan allows."""
    return n_edges * plan.WHOLE_BYTES > plan.preparation(budget)


def most_edges(budget: int) -> int:
    """Most edges of a piece: a power of two, so similar budgets give the same limit."""
    return 1 << max(0, (plan.piece(budget) // plan.PIECE_BYTES).bit_length() - 1)


def packs(graph: SearchGraph, budget: int) -> list[Pack]:
    """Group the roots of a graph in host memory for a budget of device memory."""
    n = len(graph.grown_weight)
    if not n:
        return []
    if len(graph.kept_indices) <= most_edges(budget):
        return [Pack(np.arange(n, dtype=np.int32))]
    lists = graph.grown_indptr, graph.grown_indices
    # The last neighbour has the most edges, as both sides are ordered by degree.
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
        max(1, min(len(graph.kept_indices) // MANY, ONE_OF)),
    )
    order = np.argsort(part, kind="stable").astype(np.int32)
    ends = np.cumsum(np.bincount(part))[:-1]
    return [Pack(ids) for ids in np.split(order, ends)]


def pieces(
    graph: SearchGraph, packs: Sequence[Pack], least: Least = ANY
) -> Iterator[Piece]:
    """Yield the piece of each pack; threads make the next ones while one is in use."""
    n = max(1, min(MAKERS, numba.get_num_threads(), len(packs)))
    # Pieces are taken in order, so a cutter is idle once its piece is taken.
    todo = zip(packs, cycle([Cutter(graph, least) for _ in range(n)]), strict=False)
    with ThreadPoolExecutor(n) as makers:
        coming = deque(makers.submit(cut.piece, pack) for pack, cut in islice(todo, n))
        while coming:
            piece = coming.popleft().result()
            coming += [makers.submit(cut.piece, pack) for pack, cut in islice(todo, 1)]
            yield piece


class Cutter:
    """Cuts pieces out of a graph, one at a time.

    The arrays per vertex are allocated once, and only the used entries are cleared. So
    the time for a piece depends on its edges, not on the size of the graph.
    """

    def __init__(self, graph: SearchGraph, least: Least = ANY) -> None:
        self.graph = graph
        self.least = least
        self.meets = np.zeros(len(graph.grown_weight), np.int32)
        self.place = np.empty(len(graph.grown_weight), np.int32)
        self.taken = np.zeros(len(graph.kept_weight), np.bool_)

    def piece(self, roots: Pack) -> Piece:
        """Cut out the subgraph that bicliques of the least sizes from these roots need,
        in the order of the whole graph."""
        graph, least = self.graph, self.least
        _, found = gathered(graph.grown_indptr, graph.grown_indices, roots.ids)
        kept = _distinct(found, self.taken)
        kept.sort()
        starts, met = gathered(graph.kept_indptr, graph.kept_indices, kept)
        grown = _met_often(met, self.meets, least.kept)
        grown.sort()
        self.place[grown] = np.arange(len(grown), dtype=np.int32)
        indptr, indices = _placed(starts, met, self.meets, self.place, least.kept)
        is_root = np.zeros(len(grown), np.bool_)
        is_root[self.place[roots.ids[self.meets[roots.ids] >= least.kept]]] = True
        self.meets[met] = 0
        weight = graph.grown_weight[grown]
        if is_worth_pruning(indptr, indices, is_root, *least):
            lists, indptr, indices = prune(indptr, indices, weight, is_root, *least)
            stay, indices = in_use(indices, len(grown))
            kept, weight, is_root = kept[lists], weight[stay], is_root[stay]
        grown_indptr, grown_indices = transpose(indptr, indices, len(weight))
        piece = SearchGraph(
            indptr,
            indices,
            graph.kept_weight[kept],
            grown_indptr,
            grown_indices,
            weight,
            is_root,
        )
        return Piece(piece, kept)


@compiled
def _distinct(vertices, taken):
    """Return the distinct vertices in any order; `taken` is scratch, left all False."""
    n = 0
    found = np.empty(vertices.size, np.int32)
    for u in vertices:
        if not taken[u]:
            taken[u] = True
            found[n] = u
            n += 1
    taken[found[:n]] = False
    return found[:n].copy()


@compiled
def _met_often(met, meets, least):
    """Return the vertices that `met` lists at least `least` times, in any order.

    Adds the number of times to `meets`, which is 0 before.
    """
    n = 0
    found = np.empty(met.size, np.int32)
    for v in met:
        meets[v] += 1
        if meets[v] == least:
            found[n] = v
            n += 1
    return found[:n].copy()


@compiled
def _placed(starts, met, meets, place, least):
    """Filter the lists to vertices with `meets` of at least `least`, and renumber
    these by `place`."""
    indptr = np.zeros(starts.size, np.int64)
    indices = np.empty(met.size, np.int32)
    n = 0
    for i in range(starts.size - 1):
        for e in range(starts[i], starts[i + 1]):
            if meets[met[e]] >= least:
                indices[n] = place[met[e]]
                n += 1
        indptr[i + 1] = n
    return indptr, indices[:n].copy()
