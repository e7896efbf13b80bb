# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Out-of-core batches: a graph larger than the device, one partition after another.

The whole graph is reduced and ordered in host memory. Its roots are grouped into packs
whose edges fit the device. The subgraph of a pack is its piece: both together are an
out-of-core batch. While the device works on one piece, the host packs the next roots
and cuts out their pieces.

At most `MAKERS` pieces wait for the device. A piece takes about a quarter of the budget
at most, unless it is of a single root. So they take at most about the budget in host
memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle, islice
from threading import Event
from typing import NamedTuple

import numba
import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.device import plan
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.bipartite import transpose
from cugraph_biclique.graph.csr import is_large, transposed
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.partition.packing import Limits, Roots, partitions
from cugraph_biclique.partition.pruning import Least, in_use, is_worth_pruning, prune
from cugraph_biclique.preparation.jobs import root_work

MANY = 1 << 20  # edges; in larger graphs, packing samples the kept vertices,
ONE_OF = 6  # at the sparsest one in ONE_OF
MAKERS = 4  # threads that make pieces
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


class Packs:
    """The packs of a graph in host memory, for a budget of device memory.

    Each iteration makes them again, one at a time.
    """

    def __init__(self, graph: SearchGraph, budget: int) -> None:
        assert not len(graph.is_root), "packs have all roots of a graph"
        self.graph = graph
        self.budget = budget

    @property
    def roots(self) -> int:
        """Number of roots in all packs."""
        return len(self.graph.grown_weight)

    def __iter__(self) -> Iterator[Pack]:
        graph, most = self.graph, most_edges(self.budget)
        if len(graph.kept_indices) <= most:
            if self.roots:
                yield Pack(np.arange(self.roots, dtype=np.int32))
            return
        roots = Roots(
            Adjacency(graph.grown_indptr, graph.grown_indices),
            Adjacency(graph.kept_indptr, graph.kept_indices),
            np.diff(graph.kept_indptr).astype(np.float64),
            root_work(graph).astype(np.float64),
        )
        every = max(1, min(len(graph.kept_indices) // MANY, ONE_OF))
        limits = Limits(np.inf, float(most), every)
        for some in partitions(roots, _by_last_neighbour(graph), limits):
            yield Pack(np.sort(some))


def _by_last_neighbour(graph: SearchGraph) -> np.ndarray:
    """Return the roots by descending last neighbour.

    The last neighbour has the most edges, as both sides are ordered by degree.
    """
    n = len(graph.grown_weight)
    last = graph.grown_indices[np.maximum(graph.grown_indptr[1:], 1) - 1]
    flip = transposed if is_large(last) else transpose
    return flip(np.arange(n + 1), last, len(graph.kept_weight))[1][::-1]


def pieces(
    graph: SearchGraph, packs: Iterable[Pack], least: Least = ANY
) -> Generator[tuple[Pack, Piece], None, None]:
    """Yield each pack with its piece, while up to `MAKERS` threads make the next ones.

    The threads take turns to pack, in order, as each pack depends on the packs before.
    Then each thread cuts out the piece of its pack. So at most one piece per thread
    waits for the caller. To close the generator ends the threads, after the pieces that
    they work on.
    """
    threads = numba.get_num_threads()
    n = min(MAKERS, threads)
    # Pieces are taken in order, so a cutter is idle once its piece is taken.
    cutters = cycle([Cutter(graph, least) for _ in range(n)])
    with _pool(n, threads) as makers:
        making = _tasks(makers, cutters, iter(packs))
        coming = deque(islice(making, n))
        while (made := coming.popleft().result()) is not None:
            coming.append(next(making))
            yield made


@contextmanager
def _pool(n: int, threads: int) -> Iterator[ThreadPoolExecutor]:
    """Provide n threads, with Numba's number of threads for each of them, which is a
    setting of the thread. Tasks that have not begun at the end are dropped."""
    pool = ThreadPoolExecutor(n, initializer=numba.set_num_threads, initargs=(threads,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _tasks(
    makers: ThreadPoolExecutor, cutters: Iterable[Cutter], packs: Iterator[Pack]
) -> Iterator[Future[tuple[Pack, Piece] | None]]:
    """Submit tasks without end. Each gives the next pack, or None after the last."""

    def make(turn: Event, after: Event, cutter: Cutter) -> tuple[Pack, Piece] | None:
        turn.wait()  # for the packing of the task before, which has begun
        try:
            pack = next(packs, None)
        finally:
            after.set()
        return None if pack is None else (pack, cutter.piece(pack))

    turn = Event()
    turn.set()
    for cutter in cutters:
        after = Event()
        yield makers.submit(make, turn, after, cutter)
        turn = after


class Cutter:
    """Cuts pieces out of a graph, one at a time.

    The arrays per vertex are allocated once, and only the used entries are cleared. So
    the time for a piece depends on its edges, not on the size of the graph.
    """

    def __init__(self, graph: SearchGraph, least: Least = ANY) -> None:
        self.graph = graph
        self.least = least
        self.meets = np.zeros(len(graph.grown_weight), np.int32)
        self.taken = np.zeros(len(graph.kept_weight), np.bool_)

    def piece(self, roots: Pack) -> Piece:
        """Cut out the subgraph that bicliques of the least sizes from these roots need,
        in the order of the whole graph."""
        graph, least = self.graph, self.least
        kept = _neighbours(
            graph.grown_indptr, graph.grown_indices, roots.ids, self.taken
        )
        kept.sort()
        starts, met, grown = _met(
            graph.kept_indptr, graph.kept_indices, kept, self.meets, least.kept
        )
        grown.sort()
        is_root = _numbered(grown, roots.ids, self.meets)
        indptr, indices = _placed(starts, met, self.meets)
        self.meets[grown] = 0
        weight = graph.grown_weight[grown]
        placed = Adjacency(indptr, indices)
        if is_worth_pruning(placed, is_root, least):
            lists, indptr, indices = prune(placed, weight, is_root, least)
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
def _neighbours(indptr, indices, rows, taken):
    """Return the distinct entries of some rows in any order; `taken` is scratch, left
    all False."""
    n = 0
    for row in rows:
        n += indptr[row + 1] - indptr[row]
    found = np.empty(n, np.int32)
    n = 0
    for row in rows:
        for e in range(indptr[row], indptr[row + 1]):
            u = indices[e]
            if not taken[u]:
                taken[u] = True
                found[n] = u
                n += 1
    taken[found[:n]] = False
    return found[:n].copy()


@compiled
def _met(indptr, indices, rows, meets, least):
    """Copy some rows, and return them with the vertices that they list at least `least`
    times, in any order.

    Adds the number of times to `meets`, which is 0 before.
    """
    starts = np.zeros(rows.size + 1, np.int64)
    for i in range(rows.size):
        starts[i + 1] = starts[i] + indptr[rows[i] + 1] - indptr[rows[i]]
    met = np.empty(starts[-1], np.int32)
    found = np.empty(starts[-1], np.int32)
    at, n = 0, 0
    for row in rows:
        for e in range(indptr[row], indptr[row + 1]):
            v = indices[e]
            met[at] = v
            at += 1
            meets[v] += 1
            if meets[v] == least:
                found[n] = v
                n += 1
    return starts, met, found[:n].copy()


@compiled
def _numbered(grown, roots, meets):
    """Put ``~place`` of each vertex of `grown` into `meets`, which is negative then.
    Return for each place whether its vertex is a root."""
    for place in range(grown.size):
        meets[grown[place]] = ~place
    is_root = np.zeros(grown.size, np.bool_)
    for root in roots:
        if meets[root] < 0:
            is_root[~meets[root]] = True
    return is_root


@compiled
def _placed(starts, met, meets):
    """Filter the lists to vertices with places, and renumber these; overwrites `met`.

    Clears `meets` for the other vertices.
    """
    indptr = np.zeros(starts.size, np.int64)
    n = 0
    for i in range(starts.size - 1):
        for e in range(starts[i], starts[i + 1]):
            v = met[e]
            place = ~meets[v]
            if place >= 0:
                met[n] = place
                n += 1
            else:
                meets[v] = 0
        indptr[i + 1] = n
    return indptr, met[:n].copy()
