# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The functions that NetworkX calls."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import closing
from operator import mul
from typing import Any

import numpy as np

from cugraph_biclique.arguments import shown
from cugraph_biclique.networkx_backend.graph import (
    NodeGraph,
    from_networkx,
    to_networkx,
)
from cugraph_biclique.networkx_backend.squares import by_vertex, totals

# A call takes 10 milliseconds or more, for its arrays and threads. On random graphs of
# this size, it takes between 0.6x and 1.2x the time of NetworkX.
LEAST_EDGES = {
    "butterflies": 2000,
    "find_cliques": 10_000,
    "node_clique_number": 5000,
    "robins_alexander_clustering": 300,
    "square_clustering": 1000,
}
TAKE_NODES = {"butterflies", "find_cliques"}


class BicliqueBackend:
    """The object of the entry point ``networkx.backends``.

    A method with the name of a NetworkX function runs it, and returns the same.
    """

    convert_from_nx = staticmethod(from_networkx)
    convert_to_nx = staticmethod(to_networkx)

    def can_run(self, name: str, args: Any, kwargs: Any) -> bool | str:
        """Return True, or the reason why a call cannot run here."""
        try:
            given = inspect.signature(getattr(self, name)).bind(*args, **kwargs)
        except TypeError as error:
            return str(error)
        graph, *options = given.arguments.items()
        if graph[1].is_directed():
            return "G is directed: pass G.to_undirected()"
        takes = {"nodes"} if name in TAKE_NODES else set()
        for option, value in options:
            if value is not None and option in {"nodes", "cliques"} - takes:
                return f"{option} is given: leave it out"
        return True

    def should_run(self, name: str, args: Any, kwargs: Any) -> bool | str:
        """Return True, or the reason why NetworkX is likely to be faster."""
        given = inspect.signature(getattr(self, name)).bind(*args, **kwargs)
        graph = given.arguments["G"]
        if name == "find_cliques" and given.arguments.get("nodes") is not None:
            return "nodes is given, so NetworkX searches few of all cliques"
        ends, least = 0, LEAST_EDGES[name]
        for neighbours in graph._adj.values():
            ends += len(neighbours)
            if ends >= 2 * least:
                return True
        return f"G has fewer than {least:,} edges, so NetworkX is faster"

    def butterflies(self, G: NodeGraph, nodes: Any = None) -> dict[Any, int]:
        """Number of squares that each node is in."""
        import networkx as nx

        _refuse_loops(G)
        squares = dict(zip(G.nodes, by_vertex(G)[0].tolist(), strict=True))
        if nodes is None:
            return squares
        alone = nx.Graph()
        alone.add_nodes_from(G.nodes)
        return {node: squares[node] for node in alone.nbunch_iter(nodes)}

    def find_cliques(
        self, G: NodeGraph, nodes: list[Any] | None = None
    ) -> Iterator[list[Any]]:
        """Yield the maximal cliques; those that contain all of `nodes`, if given."""
        if nodes and len(G):
            near = _common_neighbours(G, nodes)
            if len(near):
                for clique in self.find_cliques(near):
                    yield [*nodes, *clique]
            else:
                yield list(nodes)
            return
        labels = np.fromiter(G.nodes, object, len(G))
        yield from ([node] for node in labels[G.degrees == 0])
        with closing(_clique_batches(G)) as batches:
            for batch in batches:
                flat = labels[batch.members["vertex"].to_numpy()].tolist()
                ends = np.cumsum(batch.sizes["size"].to_numpy()).tolist()
                yield from map(flat.__getitem__, map(slice, [0, *ends], ends))

    def node_clique_number(
        self,
        G: NodeGraph,
        nodes: None = None,
        cliques: None = None,
        separate_nodes: Any = False,
    ) -> dict[Any, int]:
        """Size of the largest clique of each node."""
        largest = np.ones(len(G), np.int64)
        with closing(_clique_batches(G)) as batches:
            for batch in batches:
                members, sizes = batch.members, batch.sizes["size"].to_numpy()
                of_member = sizes[members["clique"].to_numpy()]
                np.maximum.at(largest, members["vertex"].to_numpy(), of_member)
        return dict(zip(G.nodes, largest.tolist(), strict=True))

    def robins_alexander_clustering(self, G: NodeGraph) -> float:
        """Four times the number of squares per path of three edges."""
        _refuse_loops(G)
        squares, triangles = totals(G)
        further = G.degrees - 1
        walks = sum(map(mul, further.tolist(), G.sums(further).tolist())) // 2
        paths = walks - 3 * triangles  # a walk around a triangle ends where it begins
        return 4.0 * squares / paths if paths else 0

    def square_clustering(self, G: NodeGraph, nodes: None = None) -> dict[Any, float]:
        """Squares of each node, per pair of neighbours that could close one."""
        _refuse_loops(G)
        columns = G.degrees, G.sums(G.degrees), *by_vertex(G)
        values = map(_share, *(column.tolist() for column in columns))
        return dict(zip(G.nodes, values, strict=True))


def _refuse_loops(graph: NodeGraph) -> None:
    """Leave squares through self-loops to NetworkX, whose versions disagree on them."""
    if len(graph.loops):
        raise NotImplementedError(
            f"node {shown(graph.nodes[graph.loops[0]])} has an edge to itself: remove "
            "the self-loops of G, or let NetworkX run the call"
        )


def _common_neighbours(graph: NodeGraph, nodes: list[Any]) -> NodeGraph:
    """Return the subgraph of the vertices that are adjacent to all of `nodes`."""
    places = {node: place for place, node in enumerate(graph.nodes)}
    common = np.ones(len(graph), bool)
    for node in nodes:
        place = places.get(node)
        if place is None or not common[place]:
            raise ValueError(f"The given nodes {nodes} do not form a clique")
        first, end = np.searchsorted(graph.us, [place, place + 1])
        is_next = np.zeros(len(graph), bool)
        is_next[graph.vs[first:end]] = True
        common &= is_next
    return graph.subgraph(common)


def _share(degree: int, degrees: int, squares: int, triangles: int) -> float:
    """Squares per possible square; `degrees` is the sum of the neighbours' degrees, and
    `triangles` is twice the number of triangles."""
    possible = (degrees - degree) * (degree - 1) - triangles - squares
    return squares / possible if possible > 0 else 0


def _clique_batches(graph: NodeGraph) -> Any:
    """Maximal cliques of at least two vertices, in batches."""
    from cugraph_biclique import iter_maximal_cliques

    once = graph.us < graph.vs
    edges = graph.us[once], graph.vs[once]
    return iter_maximal_cliques(edges, progress=False)


backend = BicliqueBackend()
