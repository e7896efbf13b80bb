# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques over Dask frames, on a cluster of threads.

Modules: `dask/cliques.py`, `dask/lists.py`, `dask/undirected_replicas.py`.
"""

import os
import shutil

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cugraph_biclique as cb

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cugraph_biclique.dask as over_dask  # noqa: E402 (where there is Dask)
from cugraph_biclique.dask import tasks  # noqa: E402
from cugraph_biclique.dask.cliques import DaskCliqueCall  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="as the other tests over Dask"),
]

GRAPHS = {
    "moon-moser": nx.complete_multipartite_graph(*[3] * 6),
    "karate": nx.convert_node_labels_to_integers(nx.karate_club_graph()),
    "hub": nx.compose(nx.star_graph(200), nx.gnp_random_graph(201, 0.03, seed=2)),
    "disjoint": nx.disjoint_union_all(
        [nx.complete_graph(n) for n in (1, 2, 5, 70)] + [nx.path_graph(9)]
    ),
    "dense": nx.gnp_random_graph(60, 0.6, seed=3),
}


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


# A graph that fits is on every worker, unless the caller asks for partitions.
REGIMES = {"whole": {}, "partitions": {"partitions": 5}}


@pytest.fixture(params=REGIMES)
def regime(request):
    """The options of a call on whole graphs, and of one in partitions."""
    return REGIMES[request.param]


def pandas_of(graph):
    """Edges of a graph, and a loop for each vertex that has none."""
    edges = [*graph.edges(), *((v, v) for v in nx.isolates(graph))]
    return pd.DataFrame(edges, columns=["u", "v"])


def frame_of(graph, npartitions=3):
    return dd.from_pandas(pandas_of(graph), npartitions=npartitions, sort=False)


def expected(graph, min_size=1):
    found = (tuple(sorted(clique)) for clique in nx.find_cliques(graph))
    return sorted(clique for clique in found if len(clique) >= min_size)


def cliques_in(frame):
    return sorted(map(tuple, frame.compute()["vertices"]))


# Answers


@pytest.mark.parametrize("name", GRAPHS)
def test_the_cliques_are_those_of_networkx(name, client, regime):
    found = over_dask.maximal_cliques(frame_of(GRAPHS[name]), **regime)
    listed = found.to_frame().compute()
    assert listed["clique"].tolist() == list(range(len(found)))
    assert all(each == sorted(each) for each in listed["vertices"])
    assert sorted(map(tuple, listed["vertices"])) == expected(GRAPHS[name])
    assert sum(row["roots"] for row in found.report) == len(GRAPHS[name])


@pytest.mark.parametrize("min_size", [1, 3])
def test_counts_and_sizes_are_those_of_the_plain_calls(min_size, client, regime):
    for name in ("karate", "disjoint"):
        frame = pandas_of(GRAPHS[name])
        sizes = cb.maximal_clique_sizes(frame, min_size=min_size)
        options = {**regime, "min_size": min_size, "engine": "cpu"}
        n = over_dask.maximal_clique_count(frame_of(GRAPHS[name]), **options)
        assert n == sizes["count"].sum()
        found = over_dask.maximal_clique_sizes(frame_of(GRAPHS[name]), **options)
        pd.testing.assert_frame_equal(found, sizes)


@settings(max_examples=5)
@given(st.integers(1, 30), st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_random_graphs(client, n, density, seed):
    graph = nx.gnp_random_graph(n, density, seed=seed)
    for options in ({}, {"partitions": 4}):
        found = over_dask.maximal_cliques(frame_of(graph, 2), **options)
        assert cliques_in(found.to_frame()) == expected(graph)


def test_frames_belong_together(client):
    found = over_dask.maximal_cliques(frame_of(GRAPHS["karate"]), partitions=4)
    assert found.members.npartitions == len(found.report) > 1
    sizes, members = found.sizes.compute(), found.members.compute()
    assert (sizes["clique"].dtype, sizes["size"].dtype) == (np.int64, np.int32)
    each = members.groupby("clique")["vertex"].agg(tuple)
    assert each.map(len).tolist() == sizes["size"].tolist()
    assert sorted(each) == expected(GRAPHS["karate"])
    assert (
        repr(found) == f"<DaskCliques: {len(found)} in {len(found.report)} partitions>"
    )


def test_loops_and_parallel_edges(client, regime):
    frame = pd.DataFrame(
        {"a": [1, 2, 2, 1, 7, 3, 1], "b": [2, 1, 3, 3, 7, 3, 2], "weight": 1.0}
    )
    ddf = dd.from_pandas(frame, npartitions=3)
    found = over_dask.maximal_cliques(ddf, left="b", right="a", **regime)
    assert cliques_in(found.to_frame()) == [(1, 2, 3), (7,)]


@pytest.mark.parametrize("label", ["str", "datetime", "category", "unknown", "uint8"])
def test_labels(label, client, regime):
    frame = pandas_of(GRAPHS["karate"])
    if label == "str":
        frame = frame.map(lambda v: f"v{v:02d}")
    elif label == "datetime":
        frame = frame.map(lambda v: pd.Timestamp("2026-01-01") + pd.Timedelta(v, "D"))
    elif label == "uint8":
        frame["u"] = frame["u"].astype("uint8")
    else:
        frame = frame.astype(str).astype("category")
        assert frame["u"].dtype != frame["v"].dtype
    ddf = dd.from_pandas(frame, npartitions=3)
    if label == "unknown":
        ddf["u"] = ddf["u"].cat.as_unknown()
    plain = cb.maximal_cliques(frame, sort=True)
    found = over_dask.maximal_cliques(ddf, **regime)
    members = found.members.compute()
    if label in ("datetime", "category", "uint8"):  # Dask has text and categories
        assert members["vertex"].dtype == plain.members["vertex"].dtype
    listed = members.groupby("clique")["vertex"].agg(frozenset)
    assert len(listed) == len(plain)
    assert set(listed) == set(map(frozenset, plain))


def test_an_empty_frame(client, regime):
    ddf = frame_of(GRAPHS["karate"])
    none = ddf[ddf["u"] < 0]
    assert over_dask.maximal_clique_count(none, **regime) == 0
    assert len(over_dask.maximal_clique_sizes(none, **regime)) == 0
    found = over_dask.maximal_cliques(none, **regime)
    assert len(found) == len(found.members) == len(found.to_frame()) == 0
    assert over_dask.maximal_clique_count(ddf, min_size=99, **regime) == 0


# Memory


def test_a_budget_makes_more_partitions(client):
    ddf = frame_of(GRAPHS["hub"])
    options = {"partitions": 1, "memory_budget": "40kB"}
    found = over_dask.maximal_cliques(ddf, **options)
    assert len(found.report) > 1
    assert cliques_in(found.to_frame()) == expected(GRAPHS["hub"])
    # Of the hub, a partition has the edges to the neighbours of its roots only.
    assert max(row["edges"] for row in found.report) < GRAPHS["hub"].number_of_edges()


def hungry(task, roots):
    """A search for which memory is short if there are more roots."""
    if task.roots > roots:
        raise MemoryError
    return tasks.enumerate_(task)


def test_a_partition_without_enough_memory_is_split(client):
    ddf = frame_of(GRAPHS["dense"])
    call = DaskCliqueCall(ddf, None, None, 1, "cpu", None, 2, None, client)
    found = over_dask.DaskCliques(client, call.futures(hungry, *call.cliques(), 10))
    assert max(row["roots"] for row in found.report) <= 10
    assert cliques_in(found.to_frame()) == expected(GRAPHS["dense"])


def test_a_part_of_a_single_root_without_enough_memory_is_refused(client):
    ddf = frame_of(nx.complete_graph(3), npartitions=1)
    call = DaskCliqueCall(ddf, None, None, 1, "cpu", None, 1, None, client)
    with pytest.raises(over_dask.PartitionError, match=r"partition 0.*MemoryError"):
        call.futures(hungry, *call.cliques(), 0)


def test_a_single_root_without_enough_memory_is_split(client):
    graph = nx.complete_multipartite_graph(*[3] * 4)
    ddf, n = frame_of(graph), 3**4
    found = over_dask.maximal_cliques(ddf, memory_budget=16 * n // 4, partitions=2)
    assert any("-" in row["partition"] for row in found.report)
    assert cliques_in(found.to_frame()) == expected(graph)
    with pytest.raises(over_dask.PartitionError, match=r"MemoryBudgetError.*raise"):
        over_dask.maximal_cliques(ddf, memory_budget="100B")


def test_a_heavy_root_is_searched_in_parts(client):
    graph = nx.disjoint_union(GRAPHS["dense"], nx.path_graph(20))
    found = over_dask.maximal_cliques(frame_of(graph), partitions=200)
    assert any("-" in row["partition"] for row in found.report)
    assert sum(row["roots"] for row in found.report) == len(graph)
    assert cliques_in(found.to_frame()) == expected(graph)


# Files


def test_written_cliques_are_resumed(client, tmp_path):
    ddf, folder = frame_of(GRAPHS["karate"]), tmp_path / "cliques"
    cliques = expected(GRAPHS["karate"])
    n = over_dask.write_maximal_cliques(ddf, folder, partitions=4)
    assert n == len(cliques) == cb.verify_data_set(folder)
    parts = sorted(path for path in folder.glob("partition-*"))
    assert len(parts) > 1
    shutil.rmtree(parts[-1])  # as if the cluster had died before
    assert over_dask.write_maximal_cliques(ddf, folder) == n
    assert cb.verify_data_set(folder) == n
    read = pd.read_parquet(folder, columns=["vertices"])["vertices"]
    assert sorted(tuple(sorted(each)) for each in read) == cliques
    with pytest.raises(FileExistsError, match="min_size=1 instead of 2"):
        over_dask.write_maximal_cliques(ddf, folder, min_size=2)
    with pytest.raises(FileExistsError, match="a different call"):
        over_dask.write_maximal_bicliques(ddf, folder)


# What cannot be done


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"left": "who"}, ValueError, "left='who' is not a column"),
        ({"min_size": 0}, ValueError, "min_size=0 is too small"),
        ({"min_size": 2.5}, TypeError, "min_size must be an integer"),
        ({"partitions": 0}, ValueError, "partitions=0"),
        ({"memory_budget": "much"}, ValueError, "memory_budget"),
        ({"engine": "tpu"}, ValueError, "engine='tpu' is unknown"),
    ],
)
def test_bad_arguments_are_named(options, error, message, client):
    with pytest.raises(error, match=message):
        over_dask.maximal_cliques(frame_of(GRAPHS["karate"]), **options)


def test_a_frame_of_pandas_is_sent_to_the_plain_call(client):
    with pytest.raises(TypeError, match=r"Dask DataFrame.*same function"):
        over_dask.maximal_clique_count(pandas_of(GRAPHS["karate"]))


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"u": ["a", "b"], "v": [1, 2]}),
        pd.DataFrame({"u": np.array([1], np.int64), "v": np.array([2], np.uint64)}),
    ],
)
def test_labels_of_two_kinds_have_the_error_of_the_plain_call(frame, client, regime):
    with pytest.raises(TypeError) as plain:
        cb.maximal_cliques(frame)
    with pytest.raises(TypeError, match="both ends of an edge are vertices of one"):
        over_dask.maximal_cliques(dd.from_pandas(frame, npartitions=1), **regime)
    assert "both ends of an edge are vertices of one kind" in str(plain.value)


def test_nulls_are_refused(client, regime):
    frame = pd.DataFrame({"u": [1.0, None, 3.0], "v": [1.0, 2.0, 2.0]})
    with pytest.raises(ValueError, match="'u' are null in 1 edge,"):
        over_dask.maximal_clique_count(dd.from_pandas(frame, npartitions=2), **regime)


def test_frames_on_devices_need_the_gpu_engine(client, monkeypatch):
    ddf = frame_of(GRAPHS["karate"])
    monkeypatch.setattr(pd.DataFrame, "to_pandas", lambda self: self, raising=False)
    with pytest.raises(ValueError, match=r"engine='cpu' needs ddf in host.*to_backend"):
        over_dask.maximal_cliques(ddf, engine="cpu")
