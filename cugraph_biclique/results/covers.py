# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cover edges of the bicliques of a result, as rules between their right sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.graph.csr import gathered
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results.cpu import covers as by_graph
from cugraph_biclique.results.cpu import inclusion
from cugraph_biclique.results.cpu.added import supports_of_added
from cugraph_biclique.results.cpu.covers import Adjacency, Graph
from cugraph_biclique.results.cpu.distinct import new_table
from cugraph_biclique.results.families import members_of

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result


class Side(NamedTuple):
    """One side of the graph, with the bicliques of a result: in host memory."""

    lists: MemberLists  # its members of each biclique
    adjacency: Adjacency
    n_vertices: int


class Covers(NamedTuple):
    """A rule per cover edge, in the order of the ids of both bicliques; on the host."""

    upper: np.ndarray  # int64, id of the biclique with more left vertices
    lower: np.ndarray  # int64
    n_left_upper: np.ndarray  # int64
    n_left_lower: np.ndarray  # int64
    added: np.ndarray  # int64, number of common neighbours of the right vertices that
    # only the lower biclique has


def covers(found: Result) -> Covers:
    """Find the cover edges of the bicliques, ordered by inclusion of left sides.

    All steps run on the host, on both engines. Of bicliques that are listed several
    times, only the first ones have edges.
    """
    left, right = sides(found)
    _, first = new_table(left.lists, left.n_vertices)
    ids = np.flatnonzero(first == np.arange(len(first)))
    left, right = _some(left, ids), _some(right, ids)
    upper, lower = _covers(left, right)
    order = np.lexsort((lower, upper))
    upper, lower = upper[order], lower[order]
    n_left = np.diff(left.lists.where)
    added = supports_of_added(upper, lower, right.lists, right.adjacency)
    return Covers(ids[upper], ids[lower], n_left[upper], n_left[lower], added)


def sides(found: Result) -> tuple[Side, Side]:
    """Return both sides of a result."""
    graph = found._graph
    left = Adjacency(to_host(graph.left_indptr), to_host(graph.left_indices))
    right = Adjacency(to_host(graph.right_indptr), to_host(graph.right_indices))
    return (
        Side(MemberLists(*members_of(found, "left")), left, graph.n_left),
        Side(MemberLists(*members_of(found, "right")), right, graph.n_right),
    )


def _some(side: Side, ids: np.ndarray) -> Side:
    """Return some of the bicliques."""
    if len(ids) == len(side.lists.where) - 1:
        return side
    return side._replace(lists=MemberLists(*gathered(*side.lists, ids)))


def _covers(left: Side, right: Side) -> tuple[np.ndarray, np.ndarray]:
    """Return the upper and the lower biclique of each cover edge: int64."""
    if len(left.lists.where) == 1:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    from_left = _listed(left, right), _listed(right, left)
    costs = [
        int(np.diff(listed.indptr)[side.lists.members].sum())
        for listed, side in zip(from_left, (left, right), strict=True)
    ]
    if costs[0] <= costs[1]:
        found = _lower_neighbours(left, right, from_left[0])
    else:
        # The right side grows where the left side shrinks.
        found = _lower_neighbours(right, left, from_left[1])
        found = found and found[::-1]
    if found is not None:
        return found
    by_left, by_right = ((each.lists, each.n_vertices) for each in (left, right))
    if inclusion.look_up_cost(*by_left) <= inclusion.look_up_cost(*by_right):
        return inclusion.covers(*by_left)
    larger, smaller = inclusion.covers(*by_right)
    return smaller, larger


def _lower_neighbours(
    extent: Side, intent: Side, listed: Adjacency
) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the cover edges, the biclique with the larger extent first; None if other
    bicliques may be between the listed ones."""
    table, _ = new_table(extent.lists, extent.n_vertices)
    least = int(np.diff(extent.lists.where).min())
    most = int(np.diff(intent.lists.where).max())
    graph = Graph(listed, extent.adjacency, least, most)
    return by_graph.covers(extent.lists, intent.lists, table, graph)


def _listed(side: Side, other: Side) -> Adjacency:
    """Return the edges between vertices that are in a biclique of the result.

    Vertices that are in no biclique of the result cannot be between two of them.
    """
    indptr, indices = side.adjacency
    here = _in_a_biclique(side)
    kept = np.repeat(here, np.diff(indptr)) & _in_a_biclique(other)[indices]
    ends = np.concatenate([[0], np.cumsum(kept, dtype=np.int64)])
    return Adjacency(ends[indptr], indices[kept])


def _in_a_biclique(side: Side) -> np.ndarray:
    """Which vertices are in a biclique of the result."""
    listed = np.zeros(side.n_vertices, bool)
    listed[side.lists.members] = True
    return listed
