# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of a graph: the edges of a core, and the list of the (p, q)-bicliques."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any

import numpy as np

from cugraph_biclique.backends import backend_for
from cugraph_biclique.calls.neighbourhood import renumbered
from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.contract.search_graph import Array
from cugraph_biclique.contract.sets import Sets
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import gather_rows, row_of_entries
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.host.interrupts import interruptible
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.listing.batches import batches
from cugraph_biclique.listing.growing import (
    Side,
    all_roots,
    check_budget,
    complete_sets,
)
from cugraph_biclique.preparation.core_numbers import core_numbers
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.result import at_home, frames_of


def core_edges(
    graph: BipartiteGraph, alpha: int, beta: int, backend: Backend
) -> tuple[Array, Array]:
    """Return the left and the right end of each edge of the core: int32."""

    def edges() -> tuple[Array, Array]:
        placed = backend.placed(graph)
        # The preparation names the sizes of a biclique: its left vertices have as many
        # neighbours as it has right vertices.
        left_degree, right_degree = backend.core(placed, beta, alpha)
        xp = array_module(left_degree)
        rows = xp.flatnonzero(left_degree)
        offsets, entries = gather_rows(placed.left_indptr, placed.left_indices, rows)
        inside = right_degree[entries] > 0
        lefts = rows.astype(np.int32)[row_of_entries(offsets, len(entries))]
        return lefts[inside], entries[inside]

    return interruptible(graph.n_edges if backend.prepares_on_host else 0, edges)


def core_frame(request: Request, alpha: int, beta: int) -> Any:
    """Return the edges of the (alpha, beta)-core as a frame of the input's kind."""
    graph = request.graph
    lefts, rights = core_edges(graph, alpha, beta, request.backend)
    ends = at_home(lefts, graph), at_home(rights, graph)
    return frames_of(graph).edge_frame(*ends, graph)


def core_numbers_frame(request: Request, alphas: Sequence[int], side: str) -> Any:
    """Return the greatest beta of each vertex of a side, for each alpha, as a frame of
    the input's kind."""
    graph, backend = request.graph, request.backend

    def numbers() -> list[Array]:
        placed = backend.placed(graph)
        which = 0 if side == "left" else 1
        return [core_numbers(placed, alpha)[which] for alpha in alphas]

    n_edges = graph.n_edges if backend.prepares_on_host else 0
    found = interruptible(n_edges, numbers)
    n, beta = len(found[0]), array_module(found[0]).concatenate(found)
    return frames_of(graph).frame(
        {
            "vertex": (np.tile(np.arange(n), len(alphas)), graph._labels_of(side)),
            "alpha": np.repeat(np.asarray(alphas, np.int32), n),
            "beta": at_home(beta, graph),
        }
    )


class CommonSets:
    """Sets of vertices of one side with enough common neighbours, in a prepared graph.

    A set has `picks` vertices, of the left side if `on_left`, and `least` common
    neighbours or more.
    """

    def __init__(self, request: Request, on_left: bool, picks: int, least: int) -> None:
        self.backend, self.budget = backend_for(request.engine), request.budget
        self.graph = request.graph
        degrees = (least, picks) if on_left else (picks, least)
        self.part = renumbered(*core_edges(self.graph, *degrees, request.backend))
        self.on_left, self.picks, self.least = on_left, picks, least

    @property
    def ids(self) -> Array:
        """The vertices of the side: int32, the place of each in the whole graph."""
        return self.part.left_ids if self.on_left else self.part.right_ids

    def side(self) -> Side:
        """Return the adjacencies, where the backend is, that of the roots first."""
        check_budget(self.budget, self.part.graph.nbytes)  # before it is copied
        return Side.of(self.backend.placed(self.part.graph), self.on_left)

    def work(self) -> np.ndarray:
        """Return the predicted work of each root: int64, in host memory."""
        side = self.side()
        return self.backend.pair_bounds(side.other_indptr, all_roots(side), self.least)

    def sets(
        self, side: Side, progress: Progress, what: str, first: int, last: int
    ) -> Generator[Sets, None, None]:
        """Yield the sets whose first vertex is in a range, in lexicographic order.
        `what`: the word of a progress bar."""
        with reporting(progress, last - first, what) as on_progress:
            found = complete_sets(
                side,
                self.picks,
                self.least,
                self.backend,
                self.budget,
                on_progress,
                all_roots(side).part(first, last),
            )
            with closing(found):
                yield from found


class Listing(CommonSets):
    """The list of the (p, q)-bicliques of a graph, with the graph prepared.

    The roots are the vertices of the side with fewer picks, by label.
    """

    def __init__(self, request: Request, p: int, q: int) -> None:
        super().__init__(request, p <= q, min(p, q), max(p, q))

    def frames(
        self,
        batch_size: int,
        progress: Progress = False,
        roots: tuple[int, int] | None = None,
    ) -> Generator[Any, None, None]:
        """Yield the bicliques, of all roots or of those in a range, in frames of
        `batch_size` rows."""
        with closing(self._vertices(batch_size, progress, roots)) as found:
            for batch in found:
                ids = self.part.left_ids, self.part.right_ids
                sides = [
                    at_home(array_module(some).asarray(of_side)[some], self.graph)
                    for of_side, some in zip(ids, batch, strict=True)
                ]
                yield frames_of(self.graph).tuple_frame(*sides, self.graph)

    def _vertices(
        self, batch_size: int, progress: Progress, roots: tuple[int, int] | None
    ) -> Generator[tuple[Array, Array], None, None]:
        """Yield the left and the right vertices of bicliques in batches."""
        side = self.side()
        first, last = roots or (0, len(side.indptr) - 1)
        if first == last:
            return
        largest = int(array_module(side.indptr).diff(side.indptr).max())
        with closing(self.sets(side, progress, "list", first, last)) as sets:
            for found in batches(sets, self.least, largest, self.backend, batch_size):
                yield found if self.on_left else found[::-1]
