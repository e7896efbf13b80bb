# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`NodeGraph`, a NetworkX graph as arrays."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from cugraph_biclique.inputs.networkx_adjacency import adjacency
from cugraph_biclique.inputs.two_colouring import two_colours


@dataclass(frozen=True, eq=False)
class NodeGraph:
    """An undirected simple graph whose vertices are any hashable objects.

    NetworkX keeps it with the graph that it was converted from, until that graph
    changes. It has no attributes. Vertices are numbered 0, 1, ... in the order of
    `nodes`.
    """

    nodes: list[Hashable]
    us: np.ndarray  # int64, ascending; each edge is there in both directions
    vs: np.ndarray  # int64
    loops: np.ndarray  # int64, vertices with an edge to themselves
    __networkx_backend__: ClassVar[str] = "biclique"

    def __len__(self) -> int:
        return len(self.nodes)

    def is_directed(self) -> bool:
        """NetworkX asks this before it dispatches."""
        return False

    @cached_property
    def degrees(self) -> np.ndarray:
        """Number of neighbours of each vertex (int64), without itself."""
        return np.bincount(self.us, minlength=len(self))

    def sums(self, values: np.ndarray) -> np.ndarray:
        """Sum of integers over the neighbours of each vertex (int64). The sums must be
        below 2**53, as those of degrees are."""
        sums = np.bincount(self.us, weights=values[self.vs], minlength=len(self))
        return sums.astype(np.int64)

    def subgraph(self, chosen: np.ndarray) -> NodeGraph:
        """Return the subgraph of the vertices with a flag, without its loops."""
        places = np.cumsum(chosen) - 1
        inside = chosen[self.us] & chosen[self.vs]
        us, vs = places[self.us[inside]], places[self.vs[inside]]
        nodes = [self.nodes[place] for place in np.flatnonzero(chosen).tolist()]
        return NodeGraph(nodes, us, vs, self.loops[:0])

    @cached_property
    def sides(self) -> np.ndarray | None:
        """0 or 1 for each vertex (int8), such that edges join different sides. None if
        the graph is not bipartite."""
        indptr = np.concatenate([[0], np.cumsum(self.degrees)])
        sides = two_colours(indptr, self.vs)
        return sides if len(sides) == len(self) else None


def from_networkx(graph: Any, **_: Any) -> NodeGraph:
    """Convert an undirected NetworkX graph or multigraph, without its attributes."""
    degrees, vs = adjacency(graph)
    us = np.repeat(np.arange(len(degrees)), degrees)
    is_loop = us == vs
    loops = us[is_loop]
    if len(loops):
        us, vs = us[~is_loop], vs[~is_loop]
    return NodeGraph(list(graph), us, vs, loops)


def to_networkx(graph: Any, **_: Any) -> Any:
    """Return a `networkx.Graph` with the nodes, in the same order, and edges of a
    `NodeGraph`. Return any other result of a function as it is."""
    import networkx as nx

    if not isinstance(graph, NodeGraph):
        return graph
    once = graph.us < graph.vs
    us = np.concatenate([graph.us[once], graph.loops]).tolist()
    vs = np.concatenate([graph.vs[once], graph.loops]).tolist()
    node = graph.nodes.__getitem__
    made = nx.Graph()
    made.add_nodes_from(graph.nodes)
    made.add_edges_from(zip(map(node, us), map(node, vs), strict=True))
    return made
