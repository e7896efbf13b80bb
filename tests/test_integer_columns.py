# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges between integers, which become an undirected graph without an adapter.

Modules: `inputs/integer_columns.py`, `inputs/undirected.py`, `graph/undirected.py`.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cugraph_biclique.graph.undirected import of_ids
from cugraph_biclique.inputs import undirected
from cugraph_biclique.inputs.integer_columns import integer_columns
from cugraph_biclique.inputs.undirected import undirected_graph

U, V = np.array([7, 3, 3, 9, 7]), np.array([3, 7, 5, 9, 3])
EDGES = pd.DataFrame({"u": U, "v": V})
BITS = pd.DataFrame({"u": [0, 1, 1, 0, 1], "v": [1, 0, 1, 1, 0]})
FLAGS = pd.DataFrame({"u": [True, False], "v": [3, 4]})
NARROW = EDGES.astype({"u": np.int8, "v": np.int32})

# Edges without doubt.
CLEAR = [
    (EDGES, {}),
    (EDGES[["v", "u"]].assign(w=0.5), {"left": "u", "right": "v"}),
    (EDGES.set_axis([True, 0], axis=1), {}),
    (EDGES.set_axis([5, 4], axis=1), {"left": 4, "right": 5}),
    (EDGES.set_axis([1, True], axis=1), {"left": 1.0, "right": True}),
    (EDGES.set_index(U), {}),
    (NARROW, {}),
    (EDGES.astype(np.uint64), {}),
    (EDGES.to_numpy(), {}),
    (np.asfortranarray(EDGES.to_numpy(np.int16)), {}),
    ((U, V.astype(np.int32)), {}),
    ((EDGES["u"], V), {}),
    ((EDGES["u"], EDGES["v"].set_axis(list("abcde"))), {}),
]
# What an adapter converts, or refuses.
OTHERS = [
    (EDGES.assign(w=0.5), {}),
    (EDGES.assign(w=0.5), {"left": "u"}),
    (EDGES, {"left": "u"}),
    (EDGES, {"left": "u", "right": "u"}),
    (EDGES, {"left": "u", "right": "x"}),
    (EDGES.rename_axis(index="x"), {"left": "u", "right": "x"}),
    (EDGES.set_axis(["u", "u"], axis=1), {}),
    (EDGES.set_index([U, V]), {}),
    (EDGES.rename_axis(columns="items"), {}),
    (EDGES[["u"]], {}),
    (EDGES.astype(float), {}),
    (EDGES.astype(str), {}),
    (EDGES.astype("Int64"), {}),
    (EDGES.astype({"u": np.uint64}), {}),
    (FLAGS, {}),
    (FLAGS, {"left": "u", "right": "v"}),
    (EDGES > 5, {}),
    (EDGES["u"], {}),
    (U, {}),
    (np.stack([U, V, V], axis=1), {}),
    (EDGES.to_numpy(), {"left": "u", "right": "v"}),
    (EDGES.to_numpy(">i8"), {}),
    (EDGES.to_numpy(float), {}),
    (np.eye(2, dtype=bool), {}),
    (np.ma.masked_array(EDGES.to_numpy()), {}),
    ((U, V[:3]), {}),
    ((U, V.astype(np.uint64)), {}),
    ((U, V.astype(float)), {}),
    ((U, list(V)), {}),
    ((U[None], V[None]), {}),
    ((U, V, V), {}),
    ((U, V), {"left": "u"}),
    ("edges", {}),
]
# What may be a matrix, or has no edges.
DOUBTFUL = [
    (BITS, {}),
    (BITS, {"left": "u", "right": "v"}),
    (BITS.set_index(pd.Index(list("abcde"))), {}),
    (BITS.to_numpy(), {}),
    (EDGES[:0], {}),
    ((U[:0], V[:0].astype(np.int8)), {}),
]


def outcome(G, options):
    """The arrays of a graph, or its error."""
    try:
        graph = undirected_graph(G, **options)
    except Exception as error:
        return type(error), str(error)
    labels = graph.labels
    lists = graph.indptr.tolist(), graph.indices.tolist()
    return *lists, list(labels), labels.dtype, type(labels)


@pytest.mark.parametrize(("G", "options"), CLEAR + OTHERS + DOUBTFUL)
def test_graphs_and_errors_are_those_of_the_adapters(G, options, monkeypatch):
    found = outcome(G, options)
    monkeypatch.setattr(undirected, "integer_columns", lambda *_: None)
    assert found == outcome(G, options)


@pytest.mark.parametrize(("G", "options"), CLEAR)
def test_edges_without_doubt(G, options):
    for column in integer_columns(G, **options):
        assert type(column) is np.ndarray


@pytest.mark.parametrize(("G", "options"), OTHERS)
def test_what_an_adapter_converts_or_refuses(G, options):
    assert integer_columns(G, **options) is None


@given(st.integers(1, 9), st.data())
def test_lists_of_random_edges(n, data):
    vertex = st.integers(0, n - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=30))
    us, vs = np.array(edges, np.int64).reshape(-1, 2).T
    graph = of_ids(us, vs, pd.RangeIndex(n))
    both = {(u, v) for u, v in edges + [(v, u) for u, v in edges] if u != v}
    rows = np.repeat(np.arange(n), np.diff(graph.indptr))
    assert list(zip(rows, graph.indices, strict=True)) == sorted(both)
    assert len(graph.indptr) == n + 1
    assert graph.indptr.dtype == np.int64
    assert graph.indices.dtype == np.int32
