# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""NetworkX graphs, with sides from node attributes, directions or a two-colouring."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Collection, Hashable, Iterable, Mapping, Set
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.errors import NotBipartiteError, UnknownSidesWarning
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.inputs.labels import encode, series_of

SHOWN = 12
NAMES = "left", "right"
NUMBERS = int, float, np.number, np.bool_

Node = Hashable


def from_networkx_graph(graph: Any) -> BipartiteGraph:
    """Take a NetworkX graph, and determine the side of each node.

    The node attribute ``bipartite`` is 0 for left and 1 for right. If no node has it,
    the sources of a directed graph are left. An undirected graph is two-coloured: in
    each component, the smallest node is left. With several components, this is a guess
    and a warning.
    """
    side = _declared_sides(graph)
    if side is None:
        side = _sources(graph) if graph.is_directed() else _guessed_sides(graph)
    edges = [_oriented(u, v, side) for u, v in graph.edges()]
    left_number, left_labels = numbered([v for v in graph if side[v] == 0])
    right_number, right_labels = numbered([v for v in graph if side[v] == 1])
    left_ids = np.array([left_number[u] for u, _ in edges], np.int64)
    right_ids = np.array([right_number[v] for _, v in edges], np.int64)
    found = from_ids(left_ids, right_ids, left_labels, right_labels)
    return found._with(_one_id_space=True)


def _declared_sides(graph: Any) -> dict[Node, int] | None:
    """Side of each node by its attribute, or None if no node has the attribute."""
    side = dict(graph.nodes(data="bipartite"))
    missing = [node for node, value in side.items() if value is None]
    if len(missing) == len(side):
        return None
    if missing:
        raise ValueError(
            f"{len(missing):,} of {len(side):,} nodes have no attribute 'bipartite', "
            f"such as {shown(missing[0])}: set it to 0 (left) or 1 (right) on all "
            "nodes, or remove it from all"
        )
    for node, value in side.items():
        if not isinstance(value, NUMBERS) or value not in (0, 1):
            raise ValueError(
                f"node {shown(node)} has bipartite={shown(value)}: it must be 0 (left) "
                "or 1 (right)"
            )
    return side


def _sources(graph: Any) -> dict[Node, int]:
    """Side of each node by direction: nodes with an edge into them are right."""
    for node in graph:
        if graph.in_degree(node) and graph.out_degree(node):
            raise NotBipartiteError(
                f"node {shown(node)} has edges both in and out, so it is on neither "
                "side: set the node attribute 'bipartite', or point all edges from "
                "left to right"
            )
    return {node: int(graph.in_degree(node) > 0) for node in graph}


def _guessed_sides(graph: Any) -> dict[Node, int]:
    """Side of each node by a two-colouring; the smallest of each component is left."""
    side, firsts = two_colours(_ascending(graph), graph.adj)
    if len(firsts) > 1:
        warn_of_guess(
            "G is a NetworkX graph", len(firsts), firsts[:2],
            "call G.add_nodes_from(left_nodes, bipartite=0) and "
            "G.add_nodes_from(right_nodes, bipartite=1)",
        )  # fmt: skip
    return side


def warn_of_guess(what: str, n: int, firsts: list[Any], cure: str) -> None:
    """Warn that the left side of each of n components is a guess."""
    names = " and ".join(map(shown, firsts))
    warnings.warn(
        f"{what} of {n:,} components without declared sides, so the left side of each "
        f"component is a guess, that of its smallest vertex (such as {names}): {cure}",
        UnknownSidesWarning,
        stacklevel=2,
    )


def _ascending(nodes: Iterable[Node]) -> list[Node]:
    """Sort nodes, those of each type together, so that the sides do not depend on the
    order of the graph. Nodes without an order stay in the order of the graph."""
    in_order = list(nodes)
    if any(isinstance(node, Set) for node in in_order):  # `<` is not a total order
        return in_order
    try:
        return sorted(in_order, key=lambda node: (_kind(node), node))
    except Exception:  # no order, or a comparison of the caller's class that fails
        return in_order


def _kind(node: Node) -> str:
    """Name of the nodes that a node is compared with."""
    return "" if isinstance(node, NUMBERS) else type(node).__qualname__


def two_colours(
    nodes: Iterable[Node], neighbours: Mapping[Node, Collection[Node]]
) -> tuple[dict[Node, int], list[Node]]:
    """Two-colour a graph by breadth-first search; the first node of each component has
    colour 0. Return the first nodes of the components that have edges, too.

    Raises
    ------
    NotBipartiteError
        If there is an odd cycle; the message shows it.
    """
    side: dict[Node, int] = {}
    parent: dict[Node, Node] = {}
    firsts = []
    for root in nodes:
        if root in side:
            continue
        side[root] = 0
        if neighbours[root]:
            firsts.append(root)
        queue = deque([root])
        while queue:
            node = queue.popleft()
            for neighbour in neighbours[node]:
                if neighbour not in side:
                    side[neighbour] = 1 - side[node]
                    parent[neighbour] = node
                    queue.append(neighbour)
                elif side[neighbour] == side[node]:
                    raise NotBipartiteError(_describe(_cycle(parent, node, neighbour)))
    return side, firsts


def _cycle(parent: dict[Node, Node], u: Node, v: Node) -> list[Node]:
    """The cycle that the edge (u, v) closes in the search tree.

    Both ends are on the same level, so their paths to the root meet after the same
    number of steps.
    """
    up, down = [u], [v]
    while up[-1] != down[-1]:
        up.append(parent[up[-1]])
        down.append(parent[down[-1]])
    return up + down[-2::-1]


def _describe(cycle: list[Node]) -> str:
    if len(cycle) == 1:
        return (
            f"node {shown(cycle[0])} has an edge to itself, so the graph is not "
            "bipartite: remove the self-loop"
        )
    nodes = " - ".join(map(shown, cycle[:SHOWN])) + " - ..." * (len(cycle) > SHOWN)
    return (
        f"the graph is not bipartite, because it contains the odd cycle {nodes} "
        f"({len(cycle)} nodes): remove an edge of the cycle"
    )


def _oriented(u: Node, v: Node, side: dict[Node, int]) -> tuple[Node, Node]:
    """The ends of an edge, the left one first."""
    if side[u] == side[v]:
        raise NotBipartiteError(
            f"edge ({shown(u)}, {shown(v)}) has both ends on the "
            f"{NAMES[int(side[u])]} side (bipartite={shown(side[u])}): remove the "
            "edge, or correct the node attribute"
        )
    return (u, v) if side[u] == 0 else (v, u)


def numbered(nodes: list[Node]) -> tuple[dict[Node, int], pd.Index | np.ndarray]:
    """The id of each node, and the label of each id."""
    ids, labels = encode(_series(nodes), "node labels")
    return dict(zip(nodes, ids.tolist(), strict=True)), labels


def _series(nodes: list[Node]) -> pd.Series:
    # All integers or all strings get their own dtype; other nodes stay Python objects.
    plain = pd.api.types.infer_dtype(nodes, skipna=False) in ("integer", "string")
    if plain:
        return series_of(nodes, "node labels")
    objects = np.empty(len(nodes), object)
    objects[:] = nodes
    return pd.Series(objects, dtype=object)
