# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`random_graphs`: edge frames with the caller's labels, and the degrees of a graph.

Modules: `api/random_graphs.py`.
"""

from itertools import pairwise

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import cugraph_biclique as cb
import graphs
import test_significance
from cugraph_biclique.data import southern_women
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.request.request import Request
from test_answers import host


def degrees(frame):
    return [frame[name].value_counts().sort_index().to_dict() for name in frame]


@given(graphs.bipartite_edges())
def test_degrees_stay_and_no_edge_is_parallel(edges):
    frame = graphs.as_frame(edges).drop_duplicates()
    for drawn in cb.random_graphs(frame, 3, 1, engine="cpu"):
        assert list(drawn) == list(frame)
        assert (drawn.dtypes == frame.dtypes).all()
        assert degrees(drawn) == degrees(frame)
        assert not drawn.duplicated().any()


@pytest.mark.parametrize("name", ["planted", "twins", "wide-both-65"])
def test_they_are_the_graphs_of_significance(name, engine):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    drawn = [
        list(host(edges).itertuples(index=False, name=None))
        for edges in cb.random_graphs(frame, 3, 5, engine=engine)
    ]
    assert drawn == test_significance.random_graphs(frame, 5, 3, "cpu")


def test_labels_and_names_are_those_of_the_caller(engine):
    days = ["2026-01-02", "2026-01-02", "2026-03-04", "2026-05-06"]
    edges = pd.DataFrame(
        {"day": pd.to_datetime(days), ("a", 1): pd.Categorical(["x", "y", "y", "z"])}
    )
    (drawn,) = cb.random_graphs(edges, 1, 3, engine=engine)
    assert list(drawn.columns) == list(edges.columns)
    assert list(drawn.dtypes) == list(edges.dtypes)
    assert sorted(drawn["day"]) == sorted(edges["day"])


def test_rows_are_in_the_order_of_the_labels(engine):
    (drawn,) = map(host, cb.random_graphs(southern_women(), 1, 3, engine=engine))
    rows = list(drawn.itertuples(index=False, name=None))
    assert all(a < b for a, b in pairwise(rows))


def test_other_graphs_have_columns_left_and_right():
    pairs = np.array([[0, 0], [0, 1], [1, 1], [2, 0]])
    (drawn,) = cb.random_graphs(pairs, 1, 3, engine="cpu")
    assert list(drawn) == ["left", "right"]
    graph = nx.Graph([("a", 1), ("b", 2)])
    nx.set_node_attributes(graph, {"a": 0, "b": 0, 1: 1, 2: 1}, "bipartite")
    (drawn,) = cb.random_graphs(graph, 1, 3, engine="cpu")
    assert sorted(drawn["left"]) == ["a", "b"]
    assert sorted(drawn["right"]) == [1, 2]


def test_fewer_draws_are_the_first_ones():
    one, other = (
        list(cb.random_graphs(southern_women(), n, 3, engine="cpu")) for n in (2, 4)
    )
    for few, many in zip(one, other, strict=False):
        pd.testing.assert_frame_equal(few, many)
    assert not other[0].equals(other[1])


@pytest.mark.parametrize("null", ["swaps", "bicm"])
def test_graphs_may_be_skipped(null, engine):
    """Workers of a cluster skip the graphs that others search."""
    request = Request(southern_women(), engine=engine)

    def drawn(*skipped):
        some = request.backend.random_graphs(request.graph, 3, null)
        for n in skipped:
            some.skip(n)
            graph = some.union(1)
        return to_host(graph.left_indptr).tolist(), to_host(graph.left_indices).tolist()

    assert drawn(0, 0, 0, 0, 0) == drawn(4) == drawn(1, 2) == drawn(3, 0)
    assert drawn(4) != drawn(3)


def test_a_graph_is_drawn_when_it_is_asked_for():
    drawn = cb.random_graphs(southern_women(), 2**31, 3, engine="cpu")
    assert len(next(drawn)) == 89


def test_an_empty_graph_has_empty_draws(engine):
    drawn = list(cb.random_graphs(graphs.as_frame([]), 2, 1, engine=engine))
    assert [len(edges) for edges in drawn] == [0, 0]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ((0, 1), ValueError, "draws=0 is too small"),
        (("3", 1), TypeError, "draws must be an integer, not str"),
        ((3, -1), ValueError, "seed=-1 is negative: pass 0 or more"),
        ((3, None), TypeError, "seed must be an integer, not NoneType"),
        ((3, 1 << 128), ValueError, r"seed=3402.* pass a number below 2\*\*128"),
    ],
)
def test_arguments_are_checked_by_the_call(arguments, error, words):
    with pytest.raises(error, match=words):
        cb.random_graphs(southern_women(), *arguments)
