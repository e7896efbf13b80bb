# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques of graphs on a device, of cuDF, CuPy and cuGraph."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse

import cugraph_biclique as cb
from cugraph_biclique.inputs.undirected import undirected_graph

pytestmark = pytest.mark.gpu

GRAPH = nx.gnp_random_graph(60, 0.3, seed=7)
EDGES = pd.DataFrame(list(GRAPH.edges()), columns=["u", "v"])

LABELS = {
    "int32": lambda ids: (7 - 3 * ids).astype(np.int32),
    "uint64": lambda ids: np.uint64(2**64 - 1) - ids.astype(np.uint64),
    "str": lambda ids: ids.astype(str).str.zfill(3),
    "datetime": lambda ids: pd.Timestamp(2026, 1, 1) + pd.to_timedelta(ids, "h"),
    "category": lambda ids: pd.Categorical(ids, categories=range(59, -1, -1)),
}


@pytest.fixture(scope="module")
def cudf():
    return pytest.importorskip("cudf")


@pytest.fixture(scope="module")
def cugraph():
    return pytest.importorskip("cugraph")


def assert_same(found, expected):
    """The frames are cuDF's, with the rows of pandas frames of the CPU engine."""
    assert found.report["engine"] == "gpu"
    for part in ("sizes", "members"):
        device = getattr(found, part)
        assert type(device).__module__.partition(".")[0] == "cudf"
        pd.testing.assert_frame_equal(
            device.to_pandas(),
            getattr(expected, part),
            check_dtype=False,
            check_categorical=False,
        )
    lists = found.to_frame()["vertices"].to_arrow().to_pylist()
    assert lists == expected.to_frame()["vertices"].tolist()


@pytest.mark.parametrize("kind", LABELS)
def test_labels_of_a_frame_come_back(kind, cudf):
    host = pd.DataFrame({name: LABELS[kind](EDGES[name]) for name in EDGES})
    edges = cudf.from_pandas(host)
    found = cb.maximal_cliques(edges, sort=True)
    assert_same(found, cb.maximal_cliques(host, sort=True, engine="cpu"))
    assert found.members["vertex"].dtype == edges["u"].dtype


@pytest.mark.parametrize("way", ["frame", "series", "array", "pair", "far-apart"])
def test_the_device_makes_the_graph_of_integers(way, cudf):
    """Edges in both directions, and loops."""
    import cupy

    factor = 2**40 if way == "far-apart" else 3
    pairs = np.concatenate([EDGES, EDGES[["v", "u"]], [[7, 7], [99, 99]]]) * factor
    host = pd.DataFrame(pairs, columns=["u", "v"])
    edges = cudf.from_pandas(host)
    G = {
        "series": (edges["u"], edges["v"]),
        "array": cupy.asarray(pairs),
        "pair": tuple(cupy.asarray(pairs).T.copy()),
    }.get(way, edges)
    found, expected = undirected_graph(G), undirected_graph(host)
    assert isinstance(found.indices, cupy.ndarray)
    assert cupy.asnumpy(found.indptr).tolist() == expected.indptr.tolist()
    assert cupy.asnumpy(found.indices).tolist() == expected.indices.tolist()
    pd.testing.assert_index_equal(found.labels, expected.labels)
    for min_size in (1, 5):
        options = {"sort": True, "min_size": min_size}
        cliques = cb.maximal_cliques(host, engine="cpu", **options)
        assert list(cb.maximal_cliques(G, **options)) == list(cliques)


def test_a_graph_that_does_not_fit_the_budget_is_searched_by_cores(cudf):
    edges = cudf.from_pandas(EDGES)
    found = cb.maximal_cliques(edges, memory_budget=20_000, sort=True)
    assert found.report["engine"] == "cpu"
    assert list(found) == list(cb.maximal_cliques(EDGES, engine="cpu", sort=True))


def test_counts_batches_and_files(cudf, tmp_path):
    edges = cudf.from_pandas(EDGES)
    n = len(list(nx.find_cliques(GRAPH)))
    assert cb.maximal_clique_count(edges) == n
    assert int(cb.maximal_clique_sizes(edges)["count"].sum()) == n
    batches = list(cb.iter_maximal_cliques(edges, batch_size=50))
    assert sum(map(len, batches)) == n
    assert type(batches[0].members).__module__.partition(".")[0] == "cudf"
    assert cb.write_maximal_cliques(edges, tmp_path / "found") == n


def test_columns_are_chosen_by_name(cudf):
    edges = cudf.DataFrame({"w": [0.5, 1.5], "to": [2, 3], "of": [1, 2]})
    found = cb.maximal_cliques(edges, left="of", right="to", sort=True)
    assert list(found) == [[1, 2], [2, 3]]


def test_masks_of_cudf_select_cliques(cudf):
    found = cb.maximal_cliques(cudf.from_pandas(EDGES), sort=True)
    large = found[found.sizes["size"] >= 5]
    assert {len(clique) for clique in large} <= {5, 6, 7}
    assert 0 < len(large) < len(found)


def test_arrays_and_matrices_of_cupy(cudf):
    import cupy
    import cupyx.scipy.sparse

    pairs = EDGES.to_numpy()
    expected = cb.maximal_cliques(EDGES, sort=True, engine="cpu")
    u, v = cupy.asarray(pairs).T.copy()
    for edges in (cupy.asarray(pairs), (u, v)):
        assert_same(cb.maximal_cliques(edges, sort=True), expected)
    matrix = scipy.sparse.coo_array((np.ones(len(pairs)), pairs.T), (60, 60))
    on_device = cupyx.scipy.sparse.coo_matrix(scipy.sparse.coo_matrix(matrix))
    assert_same(
        cb.maximal_cliques(on_device, sort=True),
        cb.maximal_cliques(matrix, sort=True, engine="cpu"),
    )


@pytest.mark.parametrize("renumber", [True, False])
def test_cugraph_graphs(renumber, cugraph, cudf):
    graph = cugraph.Graph()
    graph.from_cudf_edgelist(cudf.from_pandas(EDGES), "u", "v", renumber=renumber)
    expected = cb.maximal_cliques(EDGES, sort=True, engine="cpu")
    assert_same(cb.maximal_cliques(graph, sort=True), expected)
    assert cb.maximal_clique_count(graph) == len(expected)


def test_a_cugraph_graph_without_edges(cugraph):
    assert len(cb.maximal_cliques(cugraph.Graph())) == 0


def test_directed_cugraph_graphs_are_refused(cugraph, cudf):
    graph = cugraph.Graph(directed=True)
    graph.from_cudf_edgelist(cudf.from_pandas(EDGES), "u", "v")
    with pytest.raises(TypeError, match="to_undirected"):
        cb.maximal_cliques(graph)


def test_graphs_on_a_device_need_the_gpu_engine(cudf):
    with pytest.raises(ValueError, match="needs G in host memory"):
        cb.maximal_cliques(cudf.from_pandas(EDGES), engine="cpu")


def test_nulls_are_refused(cudf):
    with pytest.raises(ValueError, match="null"):
        cb.maximal_cliques(cudf.DataFrame({"u": [1, None], "v": [2, 3]}))
