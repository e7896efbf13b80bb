# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs of NetworkX, whose sides must not depend on the order of their edges."""

import networkx as nx

import cugraph_biclique as cb
from truth import CallCase, Refused

PATH = [("a", "x"), ("b", "x")]
PARTS = [*PATH, ("c", "y")]
TOLD = (
    "G is a NetworkX graph of 2 components without declared sides, so the left side of "
    "each component is a guess, that of its smallest vertex (such as 'a' and 'c'): "
    "call G.add_nodes_from(left_nodes, bipartite=0) and "
    "G.add_nodes_from(right_nodes, bipartite=1)"
)


def graph(edges, kind=nx.Graph, left=(), right=()):
    made = kind(edges)
    made.add_nodes_from(left, bipartite=0)
    made.add_nodes_from(right, bipartite=1)
    return made


def alone():
    made = nx.Graph(PATH)
    made.add_node("A")
    return made


def pairs(made):
    """(2, 1)- and (1, 2)-bicliques, and the maximal ones."""
    found = cb.maximal_bicliques(made, sort=True)
    lists = [tuple(map(sorted, each)) for each in found]
    return cb.biclique_count(made, 2, 1), cb.biclique_count(made, 1, 2), lists


def case(name, made, outcome, warned=""):
    return CallCase(name, lambda: pairs(made), outcome, warned)


ONE = (1, 0, [(["a", "b"], ["x"])])
TWO = (1, 0, [(["c"], ["y"]), (["a", "b"], ["x"])])
TURNED = (0, 1, [(["y"], ["c"]), (["x"], ["a", "b"])])
ORDERS = {
    "as given": PARTS,
    "turned": PARTS[::-1],
    "turned edges": [edge[::-1] for edge in PARTS],
    "one turned edge": [("x", "a"), *PARTS[1:]],
    "one turned component": [*PATH, ("y", "c")],
}
CASES = [
    *(case(f"{name}, no sides", graph(e), TWO, TOLD) for name, e in ORDERS.items()),
    *(
        case(f"{name}, with sides", graph(e, left="abc", right="xy"), TWO)
        for name, e in ORDERS.items()
    ),
    *(
        case(f"{name}, with the other sides", graph(e, left="xy", right="abc"), TURNED)
        for name, e in ORDERS.items()
    ),
    case("parallel edges", graph(PARTS + PARTS, nx.MultiGraph), TWO, TOLD),
    case("directions", graph(PARTS, nx.DiGraph), TWO),
    case("parallel directions", graph(PARTS + PARTS, nx.MultiDiGraph), TWO),
    case("the other directions", graph(ORDERS["turned edges"], nx.DiGraph), TURNED),
    case("one component", graph(PATH), ONE),
    case("one component, turned", graph([("x", "b"), ("x", "a")]), ONE),
    case("a component and a node without edges", alone(), ONE),
    case(
        "numbers before text",
        graph([("a", 2), ("a", 1)]),
        (1, 0, [([1, 2], ["a"])]),
    ),
    case(
        "some sides",
        graph(PARTS, left="ab"),
        Refused(
            "3 of 5 nodes have no attribute 'bipartite', such as 'x': set it to 0 "
            "(left) or 1 (right) on all nodes, or remove it from all"
        ),
    ),
]
