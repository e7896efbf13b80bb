# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs of one kind of vertex that the device makes and orders, as on CPU cores.

Modules: `inputs/cupy_undirected.py`, `cliques/gpu/order.py`.
"""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cugraph_biclique.cliques import order
from cugraph_biclique.cliques.gpu import order as device_order
from cugraph_biclique.graph.undirected import UndirectedGraph, of_ids
from cugraph_biclique.inputs import cupy_pairs, cupy_undirected
from cugraph_biclique.inputs.cupy_undirected import from_ids, from_labels
from cugraph_biclique.inputs.undirected import undirected_graph

pytestmark = pytest.mark.simulator

KINDS = [np.int8, np.uint16, np.int32, np.int64]


def assert_same_graph(found, expected):
    for field in ("indptr", "indices"):
        np.testing.assert_array_equal(getattr(found, field), getattr(expected, field))
        assert getattr(found, field).dtype == getattr(expected, field).dtype
    pd.testing.assert_index_equal(found.labels, expected.labels)


def assert_same_order(graph, min_size):
    """Both twins make the same arrays."""
    kept = order.kept_vertices(graph, min_size)
    found = device_order.in_order(graph, kept)
    for ours, expected in zip(found, order.in_order(graph, kept), strict=True):
        np.testing.assert_array_equal(ours, expected)
        assert ours.dtype == expected.dtype
    return found


@st.composite
def edge_lists(draw):
    """Edges with repeats in both directions, and loops."""
    vertex = st.integers(-5, draw(st.integers(0, 12)))
    edges = draw(st.lists(st.tuples(vertex, vertex), min_size=1, max_size=40))
    again = draw(st.lists(st.sampled_from(edges), max_size=10))
    turned = [(v, u) for u, v in draw(st.lists(st.sampled_from(edges), max_size=10))]
    return np.array(edges + again + turned) + draw(st.sampled_from([0, -100]))


@given(
    edge_lists(),
    st.sampled_from([np.int32, np.int64]),
    st.sampled_from([np.int8, np.int32, np.int64]),
    st.integers(1, 4),
    st.booleans(),
)
@settings(max_examples=40)
def test_random_edges(edges, kind, other, min_size, is_sparse):
    u, v = edges[:, 0].astype(kind), edges[:, 1].astype(other)
    with pytest.MonkeyPatch.context() as patch:
        if is_sparse:
            patch.setattr(cupy_pairs, "TABLE_SHARE", 0)
            patch.setattr(cupy_pairs, "LEAST_TABLE", 0)
        found = from_labels(u, v)
        expected = undirected_graph((u, v))
    assert_same_graph(found, expected)
    assert_same_order(found, min_size)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", KINDS)
def test_integers_of_all_kinds(kind, other):
    u, v = np.array([3, 9, 3, 5], kind), np.array([9, 3, 5, 5], other)
    assert_same_graph(from_labels(u, v), undirected_graph((u, v)))


def test_labels_far_apart():
    u, v = np.array([-(2**62), 2**62, 5, 5]), np.array([5, 5, 2**62, 5])
    assert_same_graph(from_labels(u, v), undirected_graph((u, v)))


def test_columns_of_an_array():
    pairs = np.array([[4, 2], [2, 4], [7, 7], [2, 9]])
    assert_same_graph(from_labels(*pairs.T), undirected_graph(pairs))


def test_edges_between_ids():
    u, v = np.array([0, 3, 1, 3]), np.array([3, 0, 1, 4])
    labels = pd.Index(list("abcde"))
    assert_same_graph(from_ids(u, v, labels), of_ids(u, v, labels))
    none = np.empty(0, np.int64)
    assert_same_graph(from_ids(none, none, labels), of_ids(none, none, labels))


def test_many_edges():
    """More than a block sums up, with a hub and vertices without edges."""
    rng = np.random.default_rng(5)
    u, v = rng.integers(0, 3000, (2, 40_000)).astype(np.int32)
    u[:4000] = 17
    found = from_labels(u, v)
    assert_same_graph(found, undirected_graph((u, v)))
    assert_same_order(found, 1)
    assert 0 < assert_same_order(found, 18).n < len(found.labels)


@pytest.mark.parametrize("dtype", [np.int64, np.uint64])
def test_labels_that_are_left_to_the_host(dtype):
    labels = np.arange(3 if dtype == np.uint64 else 0, dtype=dtype)
    assert from_labels(labels, labels) is None


def test_memory_that_is_too_short_for_edges(monkeypatch):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(cupy_undirected, "offsets", fail)
    assert from_labels(np.array([1, 2]), np.array([2, 3])) is None


@pytest.mark.parametrize("min_size", [1, 2, 3, 9])
@pytest.mark.parametrize(
    "graph",
    [
        nx.empty_graph(0),
        nx.empty_graph(4),
        nx.path_graph(5),
        nx.star_graph(70),
        nx.lollipop_graph(6, 9),
        nx.gnp_random_graph(40, 0.2, seed=3),
    ],
    ids=["nothing", "alone", "path", "star", "lollipop", "random"],
)
def test_order_and_vertices_that_are_dropped(graph, min_size):
    ordered = assert_same_order(undirected_graph(graph), min_size)
    where, members = device_order.with_roots(ordered)
    for v in range(ordered.n):
        later = slice(*ordered.later_indptr[v : v + 2])
        closed = [*ordered.later_indices[later], v]
        assert list(members[where[v] : where[v + 1]]) == closed
    assert where[-1] == len(members)


def test_graphs_are_copied_to_host_memory_once():
    graph = undirected_graph(nx.path_graph(4))
    again = graph.in_host_memory()
    assert isinstance(again, UndirectedGraph)
    assert again.indices is graph.indices
