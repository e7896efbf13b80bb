# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""cuGraph graphs over several GPUs, pretended: attributes as cuGraph 26.10 has them.

Modules: `dask/cugraph_edges.py`.
"""

import os

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cugraph_biclique.dask as over_dask  # noqa: E402 (where there is Dask)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals"),
]

RIGHT_FROM = 1000
EDGES = [(u, RIGHT_FROM + v) for u, v in graphs.random_graph(25, 35, 0.3, seed=41)]


class Graph:
    """What a graph has after `from_dask_cudf_edgelist`: the caller's labels."""

    __module__ = "cugraph.structure.graph_classes"

    def __init__(self, frame, source="user", destination="item", directed=True):
        self.input_df = frame
        self.source_columns, self.destination_columns = source, destination
        self.directed = directed

    def is_multi_gpu(self):
        return True

    def is_directed(self):
        return self.directed


class MultiGraph(Graph):
    __module__ = "cugraph.structure.graph_classes"


@pytest.fixture(scope="module")
def client():
    with distributed.Client(
        processes=False, n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as client:
        yield client


def frame_of(edges):
    frame = pd.DataFrame(edges, columns=["user", "item"])
    return dd.from_pandas(frame, npartitions=3, sort=False)


def test_cliques_need_the_edge_frame(client):
    with pytest.raises(TypeError, match=r"over several GPUs.* pass the edge frame"):
        over_dask.maximal_cliques(Graph(frame_of(EDGES), directed=False))


@pytest.mark.parametrize("kind", [Graph, MultiGraph])
@pytest.mark.parametrize("label", [int, str])
def test_the_bicliques_are_those_of_the_oracle(kind, label, client):
    edges = [(label(u), label(v)) for u, v in EDGES]
    graph = kind(frame_of(edges).assign(value=0.5))  # cuGraph's column of weights
    found = over_dask.maximal_bicliques(graph, partitions=3)
    frame = found.to_frame().compute()
    sides = zip(frame["left"], frame["right"], strict=True)
    listed = [(frozenset(left), frozenset(right)) for left, right in sides]
    assert len(listed) == len(found)
    assert set(listed) == naive.maximal_bicliques(edges)


def test_every_call_takes_the_graph(client, tmp_path):
    graph = Graph(frame_of(EDGES), ["user"], ["item"])
    n = len(naive.maximal_bicliques(EDGES))
    assert over_dask.maximal_biclique_count(graph) == n
    assert over_dask.maximal_biclique_sizes(graph)["count"].sum() == n
    assert over_dask.write_maximal_bicliques(graph, tmp_path / "out") == n
    expected = naive.biclique_count(EDGES, 2, 2)
    assert over_dask.biclique_count(graph, 2, 2) == expected
    assert over_dask.biclique_counts(graph, 2, 2)["count"].iloc[-1] == expected


@pytest.mark.parametrize("least", [1, 2])
def test_a_vertex_on_both_sides_is_an_error(least, client):
    graph = Graph(frame_of([*EDGES, (RIGHT_FROM + 1, RIGHT_FROM + 2)]))
    with pytest.raises(
        cb.NotBipartiteError, match=f"vertex {RIGHT_FROM + 1} has edges both in and out"
    ):
        over_dask.maximal_biclique_count(graph, min_left=least)


@pytest.mark.parametrize(
    ("graph", "options", "message"),
    [
        ({"directed": False}, {}, r"undirected.*Graph\(directed=True\)"),
        ({"source": ["user", "shop"], "destination": ["item", "place"]}, {}, "combine"),
        ({}, {"left": "user"}, "left='user' names a column"),
    ],
)
def test_graphs_without_clear_sides_are_refused(graph, options, message, client):
    with pytest.raises(TypeError, match=message):
        over_dask.maximal_biclique_count(Graph(frame_of(EDGES), **graph), **options)


def test_ends_of_different_dtypes_are_refused(client):
    frame = frame_of(EDGES).astype({"user": "int32"})
    with pytest.raises(TypeError, match="the same dtype"):
        over_dask.maximal_biclique_count(Graph(frame))


def test_the_plain_calls_name_those_over_dask():
    with pytest.raises(
        TypeError, match=r"several GPUs.*cugraph_biclique\.dask.*client"
    ):
        cb.maximal_bicliques(Graph(None))
