# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The NetworkX backend: NetworkX is the oracle of each function.

Modules: `networkx_backend/`.
"""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from importlib import import_module
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
from cugraph_biclique.networkx_backend import FUNCTIONS
from cugraph_biclique.networkx_backend.interface import (
    LEAST_EDGES,
    BicliqueBackend,
    backend,
)

nx = pytest.importorskip("networkx")
bipartite = nx.algorithms.bipartite
if "biclique" not in nx.utils.backends.backends:
    pytest.skip(
        "the package is not installed with its entry points: "
        "pip install --editable . --group test",
        allow_module_level=True,
    )
if not hasattr(getattr(nx, "config", None), "warnings_to_ignore"):
    pytest.skip("NetworkX before 3.4 caches no graphs", allow_module_level=True)

CALLS = {
    "butterflies": getattr(bipartite, "butterflies", None),  # since NetworkX 3.7
    "find_cliques": nx.find_cliques,
    "node_clique_number": nx.node_clique_number,
    "robins_alexander_clustering": bipartite.robins_alexander_clustering,
    "square_clustering": nx.square_clustering,
}
CALLS = {name: call for name, call in CALLS.items() if call is not None}
SQUARES = [name for name in CALLS if not name.endswith(("cliques", "number"))]
LABELS = {
    "in order": lambda v: v,
    "other integers": lambda v: 5 - 3 * v,
    "large integers": lambda v: 2**70 + v,
    "text": lambda v: f"n{v}",
    "tuples": lambda v: (v, str(v)),
    "mixed": lambda v: [v, str(v), (v,), frozenset({v}), v + 0.5][v % 5],
}


@pytest.fixture(autouse=True, scope="module")
def no_warning_of_cached_graphs():
    nx.config.warnings_to_ignore.add("cache")
    yield
    nx.config.warnings_to_ignore.discard("cache")


@contextmanager
def first_of_all(monkeypatch, least=0):
    """NetworkX tries this backend first, for graphs of `least` edges or more. Yields
    the names of the functions that it calls here."""
    called = []

    def recorded(name, run):
        @wraps(run)
        def call(*args, **options):
            called.append(name)
            return run(*args, **options)

        return call

    with monkeypatch.context() as patch:
        for name in FUNCTIONS:
            patch.setitem(LEAST_EDGES, name, least)
            run = getattr(BicliqueBackend, name)
            patch.setattr(BicliqueBackend, name, recorded(name, run))
        with nx.config(backend_priority=["biclique"]):
            yield called


def comparable(answer):
    """An answer in which the order of cliques and of their members is no difference."""
    if isinstance(answer, Iterator):
        cliques = list(answer)
        assert all(type(clique) is list for clique in cliques)
        sets = [frozenset(clique) for clique in cliques]
        assert [len(clique) for clique in cliques] == list(map(len, sets))
        assert len(set(sets)) == len(sets)
        return set(sets)
    return answer


def assert_same(name, graph):
    expected = comparable(CALLS[name](graph, backend="networkx"))
    found = comparable(CALLS[name](graph, backend="biclique"))
    assert found == expected
    assert type(found) is type(expected) or isinstance(expected, dict)
    return found


@st.composite
def graphs(draw, loops):
    n = draw(st.integers(0, 9))
    kind = draw(st.sampled_from([nx.Graph, nx.MultiGraph]))
    made = kind()
    made.add_nodes_from(draw(st.permutations(range(n))))
    ends = st.integers(0, max(0, n - 1))
    edges = draw(st.lists(st.tuples(ends, ends), max_size=n and 30))
    made.add_edges_from((u, v) for u, v in edges if loops or u != v)
    return nx.relabel_nodes(made, LABELS[draw(st.sampled_from(sorted(LABELS)))])


@pytest.mark.parametrize("name", ["find_cliques", "node_clique_number"])
@given(graphs(loops=True))
def test_cliques_are_those_of_networkx(name, graph):
    assert_same(name, graph)


@pytest.mark.parametrize("name", SQUARES)
@given(graphs(loops=False))
def test_squares_are_those_of_networkx(name, graph):
    assert_same(name, graph)


@pytest.mark.parametrize("name", SQUARES)
@pytest.mark.parametrize("seed", range(4))
def test_squares_of_bipartite_graphs(name, seed):
    graph = bipartite.random_graph(9, 7, 0.3 + 0.1 * seed, seed=seed)
    assert assert_same(name, graph)
    assert assert_same(name, nx.compose(graph, nx.relabel_nodes(graph, str)))


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_graphs_without_edges(name, n):
    assert_same(name, nx.empty_graph(n))


# Cliques of some nodes, and butterflies


@given(graphs(loops=True), st.data())
def test_cliques_of_some_nodes_are_those_of_networkx(graph, data):
    some = [*graph, "nobody"]
    nodes = data.draw(st.lists(st.sampled_from(some), max_size=3))
    try:
        expected = comparable(nx.find_cliques(graph, nodes, backend="networkx"))
    except ValueError:
        with pytest.raises(ValueError, match="do not form a clique"):
            list(nx.find_cliques(graph, nodes, backend="biclique"))
    else:
        found = list(nx.find_cliques(graph, nodes, backend="biclique"))
        assert comparable(iter(found)) == expected
        assert all(clique[: len(nodes)] == nodes for clique in found)


def test_networkx_searches_the_cliques_of_some_nodes(monkeypatch):
    graph = nx.complete_graph(5)
    with first_of_all(monkeypatch) as called:
        assert comparable(nx.find_cliques(graph, [1])) == {frozenset(range(5))}
        assert called == []


def butterflies(graph, nodes=None):
    """Call the method of the backend, which NetworkX calls from 3.7 on."""
    return backend.butterflies(backend.convert_from_nx(graph), nodes)


@given(graphs(loops=False))
def test_butterflies_are_counted_by_pairs_of_nodes(graph):
    simple = nx.Graph(graph)
    expected = {
        node: sum(
            comb(len(set(simple[node]) & set(simple[other])), 2)
            for other in simple
            if other != node
        )
        for node in simple
    }
    assert butterflies(graph) == expected
    some = [*list(graph)[::2], "nobody"]
    assert butterflies(graph, some) == {node: expected[node] for node in some[:-1]}


def test_butterflies_of_complete_bipartite_graphs():
    graph = nx.complete_bipartite_graph(4, 5)
    of_side = [comb(5, 2) * 3] * 4 + [comb(4, 2) * 4] * 5
    assert butterflies(graph) == dict(enumerate(of_side))
    assert butterflies(graph, 2) == {2: 30}
    assert type(butterflies(graph)[0]) is int


def test_known_answers():
    women = nx.davis_southern_women_graph()
    found = bipartite.robins_alexander_clustering(women, backend="biclique")
    assert round(found, 3) == 0.468
    # Moon and Moser's graph: a clique for each choice of one vertex of each part.
    parts = nx.complete_multipartite_graph(3, 3, 3, 3, 3)
    assert sum(1 for _ in nx.find_cliques(parts, backend="biclique")) == 3**5
    squares = nx.square_clustering(nx.complete_graph(5), backend="biclique")
    assert squares == dict.fromkeys(range(5), 1.0)


@pytest.mark.gpu
@pytest.mark.parametrize("name", CALLS)
def test_a_gpu_gives_the_same(name):
    assert_same(name, nx.gnm_random_graph(300, 3000, seed=1))


class Person:
    """A node that has no order."""


@pytest.mark.parametrize("name", CALLS)
def test_nodes_are_the_objects_of_the_graph_in_their_order(name):
    people = [Person() for _ in range(7)]
    graph = nx.relabel_nodes(nx.cycle_graph(6), dict(enumerate(people)))
    graph.add_node(people[6])
    found = assert_same(name, graph)
    if isinstance(found, dict):
        assert list(found) == people
    elif isinstance(found, set):
        assert frozenset.union(*found) == set(people)


@pytest.mark.parametrize("other", [2.0, Fraction(2), np.int64(2), True + True])
def test_equal_nodes_of_another_type_are_one_node(other):
    graph = nx.Graph([(0, 1), (1, 2), (2, 3)])
    graph.add_edge(0, other)
    (triangle,) = (c for c in nx.find_cliques(graph, backend="biclique") if len(c) == 3)
    assert sorted(triangle) == [0, 1, 2]
    assert all(type(node) is int for node in triangle)


@pytest.mark.parametrize("name", CALLS)
def test_views_are_converted(name):
    graph = nx.gnm_random_graph(12, 30, seed=2)
    assert_same(name, graph.subgraph(range(2, 11)))
    without = nx.restricted_view(graph, [3], list(graph.edges)[:5])
    assert_same(name, without)


# Dispatch


@pytest.mark.parametrize("name", CALLS)
def test_it_runs_large_graphs_if_it_is_first(name, monkeypatch):
    graph = bipartite.gnmk_random_graph(7, 7, 40, seed=3)
    expected = comparable(CALLS[name](graph))
    with first_of_all(monkeypatch, least=40) as called:
        assert comparable(CALLS[name](graph)) == expected
        assert called == [name]
        smaller = bipartite.gnmk_random_graph(7, 7, 39, seed=3)
        comparable(CALLS[name](smaller))
        comparable(CALLS[name](G=smaller))
        assert called == [name]
        comparable(CALLS[name](G=graph))
        assert called == [name, name]


def test_networkx_calls_it_for_functions_that_search_cliques(monkeypatch):
    graph = nx.gnm_random_graph(12, 40, seed=3)
    expected = nx.number_of_cliques(graph)
    with first_of_all(monkeypatch) as called:
        assert nx.number_of_cliques(graph) == expected
        assert called == ["find_cliques"]


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("node_clique_number", {"nodes": [1, 2]}, "nodes is given"),
        ("node_clique_number", {"cliques": [[0, 1]]}, "cliques is given"),
        ("square_clustering", {"nodes": 1}, "nodes is given"),
        ("find_cliques", {"speed": 1}, "unexpected keyword argument 'speed'"),
    ],
)
def test_it_says_which_arguments_it_cannot_run(name, options, reason, monkeypatch):
    graph = nx.complete_graph(5)
    assert backend.can_run(name, (graph,), {}) is True
    assert reason in backend.can_run(name, (graph,), options)
    assert reason in backend.can_run(name, (), {"G": graph} | options)
    with pytest.raises(NotImplementedError, match="not implemented by 'biclique'"):
        CALLS[name](graph, backend="biclique", **options)
    if "speed" not in options:
        expected = comparable(CALLS[name](graph, **options))
        with first_of_all(monkeypatch) as called:
            assert comparable(CALLS[name](graph, **options)) == expected
            assert name not in called


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("name", CALLS)
def test_it_leaves_directed_graphs(name, kind):
    graph = kind([(0, 1), (1, 2), (2, 3)])
    assert backend.can_run(name, (graph,), {}).startswith("G is directed")
    with pytest.raises((NotImplementedError, nx.NetworkXNotImplemented)):
        CALLS[name](graph, backend="biclique")


@pytest.mark.parametrize("name", SQUARES)
def test_it_leaves_squares_with_self_loops(name, monkeypatch):
    graph = nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (1, 1)])
    with pytest.raises(NotImplementedError) as raised:
        CALLS[name](graph, backend="biclique")
    assert "node 1 has an edge to itself" in str(raised.value.__cause__)
    expected = CALLS[name](graph)
    with first_of_all(monkeypatch) as called:
        assert CALLS[name](graph) == expected
        assert name in called  # NetworkX itself calls `butterflies` from 3.7 on


@pytest.mark.parametrize("name", CALLS)
def test_it_says_which_graphs_are_too_small(name):
    least = LEAST_EDGES[name]
    path = nx.path_graph(least)
    assert "so NetworkX is faster" in backend.should_run(name, (path,), {})
    path.add_edge(0, 2)
    assert backend.should_run(name, (), {"G": path}) is True


# Conversion


def test_a_graph_is_converted_once_until_it_changes(monkeypatch):
    converted = []
    convert = BicliqueBackend.convert_from_nx

    def record(graph, **options):
        converted.append(graph)
        return convert(graph, **options)

    monkeypatch.setattr(BicliqueBackend, "convert_from_nx", staticmethod(record))
    graph = nx.cycle_graph(4)
    for _ in range(2):
        for call in CALLS.values():
            comparable(call(graph, backend="biclique"))
    assert len(converted) == 1
    assert graph.__networkx_cache__["backends"]["biclique"]
    graph.add_edge(0, 2)
    assert assert_same("find_cliques", graph) == {
        frozenset({0, 1, 2}),
        frozenset({0, 2, 3}),
    }
    assert len(converted) == 2


def test_a_converted_graph_is_an_argument_and_converts_back():
    graph = nx.relabel_nodes(nx.gnm_random_graph(9, 15, seed=4), str)
    graph.add_node("alone")
    graph.add_edge("1", "1")
    converted = backend.convert_from_nx(graph)
    assert comparable(nx.find_cliques(converted)) == comparable(nx.find_cliques(graph))
    back = backend.convert_to_nx(converted)
    assert list(back) == list(graph)
    assert back.adj == graph.adj
    with nx.config(fallback_to_nx=True):
        assert nx.triangles(converted) == nx.triangles(graph)
    assert backend.convert_to_nx([1]) == [1]


def test_a_loop_that_ends_early_stops_the_search(monkeypatch):
    stopped = []

    def batches(*args, **options):
        try:
            yield from search(*args, **options)
        finally:
            stopped.append(True)

    search = cb.iter_maximal_cliques
    monkeypatch.setattr(cb, "iter_maximal_cliques", batches)
    cliques = nx.find_cliques(nx.complete_graph(4), backend="biclique")
    assert sorted(next(cliques)) == [0, 1, 2, 3]
    assert stopped == []
    cliques.close()
    assert stopped == [True]


# Packaging


def test_the_entry_points_name_the_backend():
    pyproject = Path(__file__).parents[1] / "pyproject.toml"
    named = tomllib.loads(pyproject.read_text("utf-8"))["project"]["entry-points"]
    found = {}
    for group in ("networkx.backends", "networkx.backend_info"):
        module, _, name = named[group]["biclique"].partition(":")
        found[group] = getattr(import_module(module), name)
    assert found["networkx.backends"] is backend
    info = found["networkx.backend_info"]()
    assert set(info["functions"]) == {"butterflies", *CALLS}
    assert info == nx.utils.backends.backend_info["biclique"]


def test_networkx_documents_what_it_runs():
    for name, call in CALLS.items():
        assert "biclique : Maximal cliques" in call.__doc__
        assert FUNCTIONS[name] in call.__doc__


def test_every_function_is_one_of_networkx():
    for name in FUNCTIONS:
        assert callable(getattr(backend, name))
    for name in CALLS:
        assert name in nx.utils.backends._registered_algorithms


def test_importing_networkx_loads_nothing_else(python):
    program = """
import sys, networkx as nx
assert "biclique" in nx.config.backends
print(*({"numpy", "pandas", "numba"} & set(sys.modules)))
print(*(name for name in sys.modules if name.startswith("cugraph_biclique")))
"""
    others, ours = python(program).splitlines()
    assert others == ""
    assert ours.split() == ["cugraph_biclique", "cugraph_biclique.networkx_backend"]
