# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The part of a graph that holds all bicliques with some given vertices."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import Array, Classes, Ordered
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import gather_rows, row_of_entries
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.request.containing import Ids

Adjacency = tuple[Any, Any]  # indptr, indices


class ClassesInGraph:
    """`Classes` of a neighbourhood by the vertices of the whole graph, which has n on
    this side. `ids`: those of the vertices of the neighbourhood."""

    def __init__(self, classes: Classes, ids: Any, n: int) -> None:
        self.weight = classes.weight
        self.indptr = classes.indptr
        self.members = array_module(classes.members).asarray(ids)[classes.members]
        self._near, self._ids, self._n = classes, ids, n

    def __len__(self) -> int:
        return len(self.weight)

    @cached_property
    def of(self) -> Any:
        """The class of each vertex of the whole graph. A search does not need it."""
        xp = array_module(self._near.of)
        of = xp.full(self._n, -1, np.int32)
        of[xp.asarray(self._ids)] = self._near.of
        return of


class Neighbourhood(NamedTuple):
    """The subgraph induced by L0 x R0, numbered from 0, and the ids of its vertices.

    Let the given vertices be A on the left and B on the right. R0 is the common
    neighbourhood of A, and L0 that of B. If A is empty, R0 is all neighbours of L0; if
    B is empty, L0 is all neighbours of R0.
    """

    graph: BipartiteGraph
    left_ids: Array  # int32, ascending
    right_ids: Array

    def in_whole(self, ordered: Ordered, graph: BipartiteGraph) -> Ordered:
        """Return the prepared neighbourhood with the vertices of the whole graph."""
        kept = self.left_ids, graph.n_left
        grown = self.right_ids, graph.n_right
        if ordered.grow == "left":
            kept, grown = grown, kept
        return ordered._replace(
            kept=ClassesInGraph(ordered.kept, *kept),
            grown=ClassesInGraph(ordered.grown, *grown),
        )


def neighbourhood(graph: BipartiteGraph, ids: Ids) -> Neighbourhood:
    """Extract the neighbourhood of some vertices, where the graph is.

    The time is proportional to the lists of L0 or of R0. The whole graph is not read.
    """
    # A biclique of G with A and B, and any vertex that extends it, is within L0 x R0:
    # so it is maximal in G exactly if it is maximal there. A is adjacent to all of R0
    # and B to all of L0, so each maximal biclique there contains both.
    of_left = graph.left_indptr, graph.left_indices
    of_right = graph.right_indptr, graph.right_indices
    rights = common_neighbours(of_left, ids.left) if len(ids.left) else None
    lefts = common_neighbours(of_right, ids.right) if len(ids.right) else None
    if lefts is None:
        v, u = _edges(of_right, rights)
    elif rights is None:
        u, v = _edges(of_left, lefts)
    elif not (_all_in(ids.left, lefts) and _all_in(ids.right, rights)):
        u = v = graph.left_indices[:0]
    elif _entries(of_left, lefts) <= _entries(of_right, rights):
        u, v = _edges(of_left, lefts)
        inside = is_in(v, rights)
        u, v = u[inside], v[inside]
    else:
        v, u = _edges(of_right, rights)
        inside = is_in(u, lefts)
        u, v = u[inside], v[inside]
    return renumbered(u, v)


def renumbered(left_ids: Array, right_ids: Array) -> Neighbourhood:
    """Build a graph of some edges, with the ends of edges numbered from 0."""
    near = bipartite_graph((left_ids, right_ids))
    xp = array_module(left_ids)
    labels = (
        xp.asarray(side, np.int32) for side in (near.left_labels, near.right_labels)
    )
    return Neighbourhood(near, *labels)


def common_neighbours(adjacency: Adjacency, vertices: np.ndarray) -> Array:
    """Return the common neighbours of one or more vertices, ascending."""
    indptr, indices = adjacency
    xp = array_module(indices)
    at = xp.asarray(vertices)
    ends = zip(*(to_host(indptr[at + k]).tolist() for k in (0, 1)), strict=True)
    lists = sorted((indices[first:last] for first, last in ends), key=len)
    common = lists[0]
    for other in lists[1:]:
        common = common[is_in(common, other)]
    return common


def is_in(ids: Array, among: Array) -> Array:
    """Return whether each id is among some ascending ids."""
    xp = array_module(among)
    if not len(among):
        return xp.zeros(len(ids), bool)
    place = xp.minimum(xp.searchsorted(among, ids), len(among) - 1)
    return among[place] == ids


def _all_in(ids: np.ndarray, among: Array) -> bool:
    return bool(is_in(array_module(among).asarray(ids, among.dtype), among).all())


def _entries(adjacency: Adjacency, rows: Array) -> int:
    indptr = adjacency[0]
    return int((indptr[rows + 1] - indptr[rows]).sum())


def _edges(adjacency: Adjacency, rows: Array) -> tuple[Array, Array]:
    """Return the rows and the entries of the edges of some rows."""
    offsets, entries = gather_rows(*adjacency, rows)
    return rows[row_of_entries(offsets, len(entries))], entries
