# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls over Dask-cuDF frames, with a worker for each of two GPUs or more."""

import os
import signal
import subprocess
import sys

import networkx as nx
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cuda_clusters import cuda_cluster

pytestmark = pytest.mark.mg

DENSE = graphs.random_graph(60, 45, 0.4, seed=20)


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    with (
        cuda_cluster() as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def over_dask(client):
    import cugraph_biclique.dask

    return cugraph_biclique.dask


def frame_of(edges, kind="int64"):
    import cudf
    import dask_cudf

    frame = cudf.DataFrame(edges, columns=["user", "item"]).astype({"user": kind})
    return dask_cudf.from_cudf(frame, npartitions=3)


def pairs(frame):
    return pairs_of(frame.to_pandas())


def pairs_of(frame):
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


@pytest.mark.parametrize("kind", ["int64", "str"])
def test_the_bicliques_are_those_of_the_oracle(kind, over_dask):
    found = over_dask.maximal_bicliques(frame_of(DENSE, kind), partitions=4)
    assert {row["engine"] for row in found.report} == {"gpu"}
    listed = pairs(found.to_frame().compute())
    edges = [(u if kind == "int64" else str(u), v) for u, v in DENSE]
    assert len(listed) == len(found)
    assert set(listed) == set(naive.maximal_bicliques(edges))
    assert type(found.left.compute()).__module__.startswith("cudf")


def test_counts(over_dask):
    ddf = frame_of(DENSE)
    expected = naive.maximal_bicliques(DENSE)
    assert over_dask.maximal_biclique_count(ddf, partitions=3) == len(expected)
    sizes = over_dask.maximal_biclique_sizes(ddf, partitions=3)
    assert sizes["count"].sum() == len(expected)
    for p, q in [(3, 3), (1, 2), (2, 5), (5, 3)]:
        n = over_dask.biclique_count(ddf, p, q, partitions=3)
        assert n == naive.biclique_count(DENSE, p, q)


LEAST = {"min_left": 2, "min_right": 3}


@pytest.mark.parametrize("way", [{}, {"partitions": 3}], ids=["whole", "partitions"])
@pytest.mark.parametrize("kind", ["int64", "str"])
def test_scores_and_the_best_are_those_of_one_machine(way, kind, over_dask):
    frame = graphs.as_frame(DENSE).astype({"user": kind})
    here = cb.maximal_bicliques(frame, engine="cpu", **LEAST)
    found = over_dask.maximal_bicliques(frame_of(DENSE, kind), **LEAST, **way)
    for by in ("edges", "share", "surprise"):
        score = found.scores(by).compute()
        assert type(score).__module__.startswith("cudf")
        assert sorted(score.to_pandas()) == sorted(here.scores(by))
        best = found.nlargest(20, by=by)
        expected = pairs_of(here.nlargest(20, by=by).to_frame())
        assert pairs(best.to_frame().compute()) == expected
        vertices = found.vertices("left", by).compute().to_pandas()
        columns = ["vertex", "n_bicliques", "score"]
        expected = here.vertices("left", by)[columns].astype(object)
        pd.testing.assert_frame_equal(vertices[columns].astype(object), expected)


def test_random_graphs_are_those_of_one_machine(over_dask):
    frame = graphs.as_frame(DENSE)
    graph = over_dask.bipartite_graph(frame_of(DENSE))
    found = over_dask.significance(graph, 10, seed=1, **LEAST)
    expected = cb.significance(frame, 10, seed=1, engine="cpu", **LEAST)
    pd.testing.assert_frame_equal(found.sizes, expected.sizes)
    best = over_dask.maximal_bicliques(graph, **LEAST).nlargest(5, by="share")
    here = cb.maximal_bicliques(frame, engine="cpu", **LEAST).nlargest(5, by="share")
    rates = best.p_values("share", draws=10, seed=1).compute().to_pandas()
    expected = here.p_values("share", draws=10, seed=1)
    pd.testing.assert_frame_equal(rates, expected)


def test_groups_and_itemsets_are_those_of_one_machine(over_dask, tmp_path):
    frame = graphs.as_frame(DENSE)
    graph = over_dask.bipartite_graph(frame_of(DENSE))
    found, expected = over_dask.groups(graph, 5), cb.groups(frame, 5, engine="cpu")
    pd.testing.assert_frame_equal(found.summary.to_pandas(), expected.summary)
    assert found.left.to_pandas()["vertex"].tolist() == expected.left["vertex"].tolist()
    for _ in range(2):  # the second call finds a complete data set
        assert over_dask.write_groups(graph, tmp_path / "groups", 5) == len(found)
    written = pd.read_parquet(tmp_path / "groups")
    pd.testing.assert_frame_equal(written[expected.summary.columns], expected.summary)
    itemsets = over_dask.closed_itemsets(graph, 0.2)
    expected = cb.closed_itemsets(frame, 0.2, left="user", right="item", engine="cpu")
    pd.testing.assert_frame_equal(itemsets, expected)


@pytest.mark.parametrize(("p", "q"), [(3, 8), (7, 4), (9, 9)])
def test_least_sizes_that_leave_partitions_without_roots(p, q, over_dask):
    ddf, frame = frame_of(DENSE), graphs.as_frame(DENSE)
    least = {"min_left": p, "min_right": q}
    n = over_dask.maximal_biclique_count(ddf, partitions=20, **least)
    assert n == cb.maximal_biclique_count(frame, engine="cpu", **least)
    n = over_dask.biclique_count(ddf, p, q, partitions=20)
    assert n == cb.biclique_count(frame, p, q, engine="cpu")


def test_sizes_that_nothing_has(over_dask):
    ddf = frame_of(DENSE)
    assert over_dask.maximal_biclique_count(ddf, min_left=50, min_right=40) == 0
    assert over_dask.biclique_count(ddf, 50, 40) == 0


# Cliques

CLIQUES = nx.gnp_random_graph(200, 0.4, seed=3)  # dense enough to be shared
REGIMES = [{}, {"partitions": 3}]


def cliques_in(found):
    frame = found.to_frame().compute()
    assert type(frame).__module__.startswith("cudf")
    return sorted(map(tuple, frame["vertices"].to_arrow().to_pylist()))


@pytest.mark.parametrize("options", REGIMES, ids=["whole", "partitions"])
@pytest.mark.parametrize("kind", ["int64", "str"])
def test_the_cliques_are_those_of_networkx(kind, options, over_dask):
    label = str if kind == "str" else int
    ddf = frame_of(list(CLIQUES.edges())).astype(kind)
    found = over_dask.maximal_cliques(ddf, **options)
    assert {row["engine"] for row in found.report} == {"gpu"}
    expected = nx.find_cliques(CLIQUES)
    names = sorted(tuple(sorted(map(label, clique))) for clique in expected)
    assert cliques_in(found) == names
    assert found.members["vertex"].dtype == ddf["user"].dtype


@pytest.mark.parametrize("options", REGIMES, ids=["whole", "partitions"])
def test_counts_of_cliques(options, over_dask, client):
    frame = pd.DataFrame(CLIQUES.edges(), columns=["user", "item"])
    ddf = frame_of(list(CLIQUES.edges()))
    for G in (ddf, ddf.to_backend("pandas")):
        for least in (1, 5):
            sizes = over_dask.maximal_clique_sizes(G, min_size=least, **options)
            plain = cb.maximal_clique_sizes(frame, engine="cpu", min_size=least)
            pd.testing.assert_frame_equal(sizes, plain)
            n = over_dask.maximal_clique_count(
                G, min_size=least, engine="gpu", **options
            )
            assert n == plain["count"].sum()


def test_written_cliques(over_dask, tmp_path):
    ddf = frame_of(list(CLIQUES.edges()))
    n = over_dask.write_maximal_cliques(ddf, tmp_path / "out", partitions=3)
    assert n == len(pd.read_parquet(tmp_path / "out"))
    assert n == cb.verify_data_set(tmp_path / "out")
    assert n == sum(1 for _ in nx.find_cliques(CLIQUES))


def test_a_killed_worker_changes_nothing(client, over_dask):
    killed = []

    def kill_one(done, total):
        if not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    n = over_dask.maximal_biclique_count(
        frame_of(graphs.crown(13)), partitions=10, progress=kill_one
    )
    assert killed
    assert n == 2**13 - 2
    client.wait_for_workers(2, timeout=120)


def test_a_worker_may_die_during_a_search_for_cliques(client, over_dask):
    killed = []

    def kill_one(done, total):
        if not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    ddf = frame_of(list(CLIQUES.edges()))
    n = over_dask.maximal_clique_count(ddf, progress=kill_one)
    assert killed
    assert n == sum(1 for _ in nx.find_cliques(CLIQUES))
    client.wait_for_workers(2, timeout=120)


def test_written_results_are_the_whole(over_dask, tmp_path):
    ddf = frame_of(DENSE, "str")
    n = over_dask.write_maximal_bicliques(ddf, tmp_path / "out", partitions=3)
    assert n == len(pd.read_parquet(tmp_path / "out"))
    assert n == len(naive.maximal_bicliques(DENSE))


# Calls that have local twins


WAYS = {"whole": {}, "partitions": {"partitions": 3}}
every_way = pytest.mark.parametrize("way", WAYS)


def rows_of(frame):
    """The rows of a frame of either library, in their order."""
    frame = frame.to_pandas() if hasattr(frame, "to_pandas") else frame
    return list(frame.itertuples(index=False, name=None))


@every_way
@pytest.mark.parametrize("kind", ["int64", "str"])
def test_bicliques_of_some_sizes_and_vertices(kind, way, over_dask):
    ddf, frame = frame_of(DENSE, kind), graphs.as_frame(DENSE).astype({"user": kind})
    vertex = frame["user"].iloc[0]
    for some in ({"max_left": 4}, {"containing": {"left": [vertex], "right": 7}}):
        n = over_dask.maximal_biclique_count(ddf, **some, **WAYS[way])
        assert n == cb.maximal_biclique_count(frame, engine="cpu", **some)


@every_way
def test_categories_in_another_order_in_another_part(way, over_dask):
    import cudf
    import dask
    import dask.dataframe as dd

    frame = graphs.as_frame(DENSE).astype({"item": str}).astype({"item": "category"})
    reversed_order = frame["item"].cat.categories[::-1].tolist()
    half = len(frame) // 2
    last = frame[half:].assign(
        item=frame["item"].cat.reorder_categories(reversed_order)
    )
    parts = [dask.delayed(cudf.from_pandas(part)) for part in (frame[:half], last)]
    meta = cudf.from_pandas(frame[:0])
    ddf = dd.from_delayed(parts, meta=meta, verify_meta=False)
    for side, column in (("left", "user"), ("right", "item")):
        some = {"containing": {side: [frame[column].iloc[0]]}}
        n = over_dask.maximal_biclique_count(ddf, **some, **WAYS[way])
        assert n == cb.maximal_biclique_count(frame, engine="cpu", **some)


@every_way
@pytest.mark.parametrize(("p", "q"), [(1, 2), (2, 2), (2, 3), (4, 3)])
def test_counts_by_vertex_and_edge(p, q, way, over_dask):
    ddf, frame, options = frame_of(DENSE), graphs.as_frame(DENSE), WAYS[way]
    found = over_dask.biclique_count_by_edge(ddf, p, q, **options).compute()
    expected = cb.biclique_count_by_edge(frame, p, q, engine="cpu")
    assert type(found).__module__.startswith("cudf")
    assert sorted(rows_of(found)) == rows_of(expected)
    for side in ("left", "right"):
        found = over_dask.biclique_count_by_vertex(ddf, p, q, side, **options)
        expected = cb.biclique_count_by_vertex(frame, p, q, side, engine="cpu")
        assert sorted(rows_of(found.compute())) == rows_of(expected)


@pytest.mark.parametrize("by", ["edges", "balanced", "left", "right"])
def test_the_largest(by, over_dask):
    options = {"k": 5, "by": by, "min_left": 2, "min_right": 2}
    found = over_dask.largest_bicliques(frame_of(DENSE), **options)
    expected = cb.largest_bicliques(
        graphs.as_frame(DENSE), engine="cpu", **options
    ).to_frame()
    sides = zip(expected["left"], expected["right"], strict=True)
    assert pairs(found.to_frame().compute()) == [
        (frozenset(left), frozenset(right)) for left, right in sides
    ]


def test_the_core_and_a_stream(over_dask):
    ddf, frame = frame_of(DENSE), graphs.as_frame(DENSE)
    found = over_dask.core(ddf, 16, 20)
    assert rows_of(found.compute()) == rows_of(cb.core(frame, 16, 20, engine="cpu"))
    large = over_dask.bipartite_graph(ddf, memory_budget="1kB")
    found = over_dask.core(large, 16, 20).compute()
    assert sorted(rows_of(found)) == rows_of(cb.core(frame, 16, 20, engine="cpu"))
    found = list(over_dask.iter_bicliques(ddf, 2, 3, batch_size=10_000))
    expected = list(cb.iter_bicliques(frame, 2, 3, batch_size=10_000, engine="cpu"))
    assert list(map(rows_of, found)) == list(map(rows_of, expected))


# Budgets


@pytest.fixture(scope="module")
def frame():
    """A graph whose edges take several times a quarter of BUDGET."""
    return graphs.communities(15_000)


# Dask warns of frames that are part of the task graph.
IN_THE_GRAPH = pytest.mark.filterwarnings("ignore:Sending large graph")
BUDGET = "16MiB"


@IN_THE_GRAPH
def test_a_budget_divides_the_graph(frame, over_dask, tmp_path):
    import cudf
    import dask_cudf

    ddf = dask_cudf.from_cudf(cudf.from_pandas(frame), npartitions=3)
    limited = {"partitions": 1, "memory_budget": BUDGET}
    n = over_dask.write_maximal_bicliques(ddf, tmp_path / "out", **limited)
    assert n == cb.maximal_biclique_count(frame, engine="cpu")
    assert len(list((tmp_path / "out").glob("partition-*"))) > 4
    p_q = over_dask.biclique_count(ddf, 2, 3, **limited)
    assert p_q == cb.biclique_count(frame, 2, 3, engine="cpu")


POOL = 512 << 20  # bytes; the edges of a partition may take an eighth


@pytest.fixture(scope="module")
def limited():
    """The client of two workers with small pools: to exceed one is an error."""
    distributed = pytest.importorskip("distributed")
    with (
        cuda_cluster(
            CUDA_VISIBLE_DEVICES="0,1",
            rmm_pool_size=POOL,
            rmm_maximum_pool_size=POOL,
            rmm_allocator_external_lib_list="cupy",
            rmm_track_allocations=True,
            device_memory_limit=POOL // 4,
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def test_the_default_budget_is_that_of_the_pools(limited):
    from cugraph_biclique.dask.budget import default_budget

    assert POOL // 2 < default_budget(limited, "gpu") < POOL


@IN_THE_GRAPH
def test_small_pools_divide_the_graph(limited, over_dask, tmp_path):
    import cudf
    import dask_cudf

    some = graphs.communities(10_000)
    copies = [some + 10**6 * i for i in range(10)]
    frame = pd.concat(copies, ignore_index=True).sample(frac=1, random_state=1)
    ddf = dask_cudf.from_cudf(cudf.from_pandas(frame), npartitions=12)
    n = over_dask.write_maximal_bicliques(ddf, tmp_path / "out", client=limited)
    assert n == 10 * cb.maximal_biclique_count(some, engine="cpu")
    p_q = over_dask.biclique_count(ddf, 2, 3, client=limited)
    assert p_q == 10 * cb.biclique_count(some, 2, 3, engine="cpu")


# cuGraph


def test_a_cugraph_graph_over_all_gpus(client, over_dask):
    cugraph = pytest.importorskip("cugraph")
    from cugraph.dask.comms import comms

    edges = [(u, 1000 + v) for u, v in DENSE]
    comms.initialize(p2p=True)
    try:
        graph = cugraph.Graph(directed=True)
        graph.from_dask_cudf_edgelist(
            frame_of(edges), source="user", destination="item"
        )
        found = over_dask.maximal_bicliques(graph, partitions=3)
        assert set(pairs(found.to_frame().compute())) == naive.maximal_bicliques(edges)
        with pytest.raises(TypeError, match=r"cugraph_biclique\.dask"):
            cb.maximal_biclique_count(graph)
    finally:
        comms.destroy()


# UCX

SECONDS = 120  # to start the workers, compile for them, and count


def test_partitions_over_ucx_end():
    """A count between all GPUs once never ended; a process has a limit."""
    pytest.importorskip("distributed_ucxx")
    job = subprocess.run(
        [sys.executable, "-W", "ignore", __file__],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    n = len(naive.maximal_bicliques(DENSE))
    assert job.stdout.split()[-2:] == [str(n), str(naive.biclique_count(DENSE, 3, 3))]


def count_over_ucx():
    """Print two counts in partitions, with UCX between the workers."""
    from distributed import Client

    import cugraph_biclique.dask as over_dask

    with (
        cuda_cluster(protocol="ucx") as cluster,
        Client(cluster),
    ):
        ddf = frame_of(DENSE)
        n = over_dask.maximal_biclique_count(ddf, partitions=16)
        print(n, over_dask.biclique_count(ddf, 3, 3, partitions=16))


if __name__ == "__main__":
    count_over_ucx()
