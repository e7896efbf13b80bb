# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs that every Dask worker has as a whole, and graphs that workers keep.

Modules: `dask/whole.py`, `dask/replicas.py`, `dask/bipartite_replicas.py`,
`dask/undirected_replicas.py`, `dask/graph.py`, `dask/reading.py`.
"""

import os
import signal
import sys
import time

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cloudpickle  # noqa: E402 (where there is Dask)

import cugraph_biclique.dask as over_dask  # noqa: E402
from cugraph_biclique.dask import replicas, whole  # noqa: E402
from cugraph_biclique.dask.replicas import Cut  # noqa: E402
from cugraph_biclique.host.jobs import Job  # noqa: E402

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals"),
]

GRAPHS = {
    "dense": graphs.random_graph(60, 45, 0.4, seed=20),
    "twins": graphs.IRREGULAR["twins"],
    "wide": graphs.IRREGULAR["wide-both-150"],
    "repeated": graphs.IRREGULAR["repeated-edges"],
    "crown": graphs.crown(8),
}
# Dense enough to be shared: about 400,000 maximal bicliques.
SHARED = graphs.random_graph(170, 170, 0.25, seed=3)
ONE_KIND = nx.gnp_random_graph(170, 0.4, seed=3)  # 42,430 maximal cliques


def workers(threads=1):
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=threads, dashboard_address=":0"
    )


@pytest.fixture(scope="module", params=[1, 2], ids="{0}-threads".format)
def client(request):
    """Two processes, with one thread each or with two."""
    with workers(request.param) as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def mortals():
    """The client of a cluster whose workers may be killed."""
    with workers() as cluster, distributed.Client(cluster) as client:
        yield client


def frame_of(edges, npartitions=3):
    frame = pd.DataFrame(edges, columns=["user", "item"])
    return dd.from_pandas(frame, npartitions=npartitions, sort=False)


@pytest.fixture(scope="module")
def expected():
    """The answers for `SHARED`, without Dask."""
    frame = graphs.as_frame(SHARED)
    return {
        "maximal": cb.maximal_biclique_count(frame, engine="cpu"),
        "sizes": cb.maximal_biclique_sizes(frame, engine="cpu"),
        "p_q": cb.biclique_count(frame, 3, 4, engine="cpu"),
    }


@pytest.mark.parametrize("name", GRAPHS)
def test_counts_are_those_of_the_oracle(name, client):
    edges = GRAPHS[name]
    graph = over_dask.bipartite_graph(frame_of(edges))
    assert graph.is_on_every_worker
    found = naive.maximal_bicliques(edges)
    for G in (graph, frame_of(edges)):
        assert over_dask.maximal_biclique_count(G) == len(found)
        sizes = over_dask.maximal_biclique_sizes(G)
        assert sizes["count"].sum() == len(found)
        some = [each for each in found if len(each[0]) >= 2 and len(each[1]) >= 3]
        n = over_dask.maximal_biclique_count(G, min_left=2, min_right=3)
        assert n == len(some)
        for p, q in [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (4, 3)]:
            if name != "wide" or min(p, q) < 3:  # which takes the oracle long
                n = over_dask.biclique_count(G, p, q)
                assert n == naive.biclique_count(edges, p, q), (p, q)


def test_a_shared_search_finds_what_one_process_finds(client, expected):
    graph = over_dask.bipartite_graph(frame_of(SHARED))
    shares = []
    n = over_dask.maximal_biclique_count(
        graph, progress=lambda done, total: shares.append((done, total))
    )
    assert n == expected["maximal"]
    assert len(shares) > 2, "the workers share the roots"
    assert shares[-1] == (170, 170)
    pd.testing.assert_frame_equal(
        over_dask.maximal_biclique_sizes(graph), expected["sizes"]
    )


def test_a_shared_count_and_a_table(client, expected):
    rng = np.random.default_rng(4)
    edges = np.column_stack(
        [4000 * rng.random(120_000) ** 2, 900 * rng.random(120_000) ** 2]
    ).astype(int)
    frame = pd.DataFrame(edges, columns=["user", "item"])
    graph = over_dask.bipartite_graph(dd.from_pandas(frame, npartitions=5))
    shares = []
    n = over_dask.biclique_count(
        graph, 3, 3, progress=lambda done, total: shares.append((done, total))
    )
    assert n == cb.biclique_count(frame, 3, 3, engine="cpu")
    assert len(shares) > 2, "the workers share the roots"
    assert shares[-1][0] == shares[-1][1]
    assert over_dask.biclique_count(frame_of(SHARED), 3, 4) == expected["p_q"]
    pd.testing.assert_frame_equal(
        over_dask.biclique_counts(graph, 3, 3), cb.biclique_counts(frame, 3, 3)
    )


def test_a_shared_search_for_cliques(client):
    frame = pd.DataFrame(ONE_KIND.edges(), columns=["u", "v"])
    ddf = frame_of(ONE_KIND.edges())
    shares = []
    n = over_dask.maximal_clique_count(
        ddf, progress=lambda done, total: shares.append((done, total))
    )
    plain = cb.maximal_cliques(frame, engine="cpu", sort=True)
    assert n == len(plain)
    assert len(shares) > 2, "the workers share the roots"
    assert shares[-1] == (170, 170)
    sizes = over_dask.maximal_clique_sizes(ddf, min_size=4)
    expected = cb.maximal_clique_sizes(frame, engine="cpu", min_size=4)
    pd.testing.assert_frame_equal(sizes, expected)
    one, two = (over_dask.maximal_cliques(ddf) for _ in range(2))
    assert len({row["partition"] for row in one.report}) == len(one.report) > 32
    assert sum(row["roots"] for row in one.report) == 170
    pd.testing.assert_frame_equal(*(found.members.compute() for found in (one, two)))
    listed = one.to_frame().compute()["vertices"].tolist()
    assert sorted(listed) == sorted(plain)


def pairs(frame):
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


@pytest.mark.parametrize("name", GRAPHS)
def test_lists_are_those_of_the_oracle(name, client):
    edges = GRAPHS[name]
    expected = naive.maximal_bicliques(edges)
    for p, q in [(1, 1), (2, 3)]:
        found = over_dask.maximal_bicliques(frame_of(edges), min_left=p, min_right=q)
        listed = pairs(found.to_frame().compute())
        large = {each for each in expected if len(each[0]) >= p and len(each[1]) >= q}
        assert set(listed) == large
        assert len(listed) == len(found) == len(large)


def test_a_shared_list_has_one_order(client, expected):
    frame = frame_of(SHARED)
    one, two = (over_dask.maximal_bicliques(frame) for _ in range(2))
    assert len(one) == expected["maximal"]
    assert len({row["partition"] for row in one.report}) == len(one.report) > 32
    assert sum(row["roots"] for row in one.report) == 170
    assert sum(row["work"] for row in one.report) > 0
    pd.testing.assert_frame_equal(*(found.left.compute() for found in (one, two)))
    sizes = one.sizes.groupby(["n_left", "n_right"]).size().compute().sort_index()
    assert sizes.tolist() == expected["sizes"]["count"].tolist()


def test_the_report_of_a_graph(client):
    edges = GRAPHS["repeated"]
    graph = over_dask.bipartite_graph(frame_of(edges))
    rows = graph.report
    assert {row["worker"] for row in rows} == set(client.nthreads())
    assert {row["edges"] for row in rows} == {len(set(edges))}
    assert len(graph) == len(edges)
    assert repr(graph) == f"<DaskGraph: {len(edges):,} edges on every worker>"
    assert {"graph"} <= set(rows[0]["seconds"])


def test_all_calls_take_a_graph(client, tmp_path):
    edges = GRAPHS["dense"]
    graph = over_dask.bipartite_graph(frame_of(edges))
    expected = naive.maximal_bicliques(edges)
    for _ in range(2):  # the labels stay for the next call
        found = over_dask.maximal_bicliques(graph)
        assert len(found) == len(expected)
    assert over_dask.write_maximal_bicliques(graph, tmp_path / "out") == len(expected)
    assert over_dask.maximal_biclique_count(graph, partitions=5) == len(expected)
    assert over_dask.bipartite_graph(graph) is graph


def test_a_graph_that_does_not_fit_is_cut(client):
    edges = GRAPHS["dense"]
    graph = over_dask.bipartite_graph(frame_of(edges), memory_budget="40kB")
    assert not graph.is_on_every_worker
    assert graph.report == []
    assert repr(graph) == f"<DaskGraph: {len(edges):,} edges over the workers>"
    n = over_dask.maximal_biclique_count(graph)
    assert n == len(naive.maximal_bicliques(edges))


@pytest.mark.parametrize(
    ("option", "value", "of_graph"),
    [
        ("left", "item", "'user'"),
        ("right", "user", "'item'"),
        ("engine", "gpu", "'cpu'"),
        ("memory_budget", "1GB", "None"),
    ],
)
def test_options_of_another_graph_are_refused(option, value, of_graph, client):
    graph = over_dask.bipartite_graph(frame_of(GRAPHS["crown"]), engine="cpu")
    with pytest.raises(
        ValueError, match=f"{option}={value!r} differs .*{of_graph}.*bipartite_graph"
    ):
        over_dask.maximal_biclique_count(graph, **{option: value})


def test_cliques_are_not_those_of_a_bipartite_graph(client):
    graph = over_dask.bipartite_graph(frame_of(GRAPHS["crown"]))
    with pytest.raises(TypeError, match=r"bipartite graph.* pass the edge frame"):
        over_dask.maximal_clique_count(graph)


def test_nulls_are_reported(client):
    frame = pd.DataFrame({"user": ["a", None, None, "b"], "item": [1, 2, 2, 3]})
    ddf = dd.from_pandas(frame, npartitions=2)
    with pytest.raises(ValueError, match="column 'user' are null in 2 edges,"):
        over_dask.maximal_biclique_count(ddf)


# Faults


def kill(pids):
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("how_many", [1, 2])
def test_workers_may_die_during_a_search(how_many, mortals, expected):
    killed = []

    def kill_some(done, total):
        if not killed:
            killed.extend(list(mortals.run(os.getpid).values())[:how_many])
            kill(killed)

    n = over_dask.maximal_biclique_count(frame_of(SHARED), progress=kill_some)
    assert len(killed) == how_many
    assert n == expected["maximal"]


def test_a_worker_may_die_during_a_search_for_cliques(mortals):
    killed = []

    def kill_one(done, total):
        if not killed:
            killed.extend(list(mortals.run(os.getpid).values())[:1])
            kill(killed)

    n = over_dask.maximal_clique_count(frame_of(ONE_KIND.edges()), progress=kill_one)
    assert killed
    assert n == sum(1 for _ in nx.find_cliques(ONE_KIND))


def test_a_list_of_cliques_outlives_a_worker(mortals):
    found = over_dask.maximal_cliques(frame_of(ONE_KIND.edges()))
    kill(list(mortals.run(os.getpid).values())[:1])
    sizes = found.sizes.compute()
    assert sizes["clique"].tolist() == list(range(len(found)))
    assert len(sizes) == sum(1 for _ in nx.find_cliques(ONE_KIND))


def deadly_once(frame, path):
    """Read a part of the edges; the first process that does so dies."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return frame
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_may_die_while_edges_are_read(mortals, tmp_path):
    ddf = frame_of(GRAPHS["dense"])
    ddf = ddf.map_partitions(deadly_once, str(tmp_path / "died"), meta=ddf._meta)
    n = over_dask.maximal_biclique_count(ddf)
    assert (tmp_path / "died").exists()
    assert n == len(naive.maximal_bicliques(GRAPHS["dense"]))


def test_a_worker_may_die_between_two_calls(mortals, expected):
    graph = over_dask.bipartite_graph(frame_of(SHARED))
    kill(list(mortals.run(os.getpid).values())[:1])
    assert over_dask.maximal_biclique_count(graph) == expected["maximal"]
    assert len(graph.report) == 1


def test_a_list_outlives_a_worker(mortals, expected):
    found = over_dask.maximal_bicliques(frame_of(SHARED))
    kill(list(mortals.run(os.getpid).values())[:1])
    sizes = found.sizes.compute()
    assert len(sizes) == expected["maximal"]
    assert sizes["biclique"].tolist() == list(range(len(sizes)))


def test_a_list_outlives_a_worker_and_the_next_call(mortals, expected):
    graph = over_dask.bipartite_graph(frame_of(SHARED))
    found = over_dask.maximal_bicliques(graph)
    kill(list(mortals.run(os.getpid).values())[:1])
    assert over_dask.maximal_biclique_count(graph) == expected["maximal"]
    assert len(found.sizes.compute()) == expected["maximal"]


@pytest.mark.parametrize("how_many", [1, 2])
@pytest.mark.parametrize("partitions", [None, 4], ids=["whole", "cut"])
def test_changed_edges_are_not_mixed_with_old_ones(
    partitions, how_many, mortals, tmp_path
):
    """A lost worker's part of the edges is read again."""
    edges = graphs.as_frame(GRAPHS["dense"])
    for i in range(4):
        edges[i::4].to_parquet(tmp_path / f"{i}.parquet", index=False)
    ddf = dd.read_parquet(tmp_path)
    found = over_dask.maximal_bicliques(ddf, partitions=partitions)
    for path in tmp_path.iterdir():
        edges[7:90:2].to_parquet(path, index=False)
    kill(list(mortals.run(os.getpid).values())[:how_many])
    with pytest.raises(RuntimeError, match="edges of ddf have changed"):
        found.sizes.compute()


def test_scores_of_a_cut_result_need_the_same_edges(mortals, tmp_path):
    edges = graphs.as_frame(GRAPHS["dense"])
    edges.to_parquet(tmp_path / "edges.parquet", index=False)
    found = over_dask.maximal_bicliques(dd.read_parquet(tmp_path), partitions=4)
    edges[:-1].to_parquet(tmp_path / "edges.parquet", index=False)
    with pytest.raises(RuntimeError, match="edges of ddf have changed"):
        found.scores("surprise").compute()


def test_a_graph_whose_workers_were_all_lost(mortals):
    graph = over_dask.bipartite_graph(frame_of(GRAPHS["dense"]))
    kill(list(mortals.run(os.getpid).values()))
    for _ in range(2):
        with pytest.raises(RuntimeError, match="all workers that had it were lost"):
            over_dask.groups(graph, 2)
    n = over_dask.maximal_biclique_count(graph)  # which has the edges read again
    assert n == len(naive.maximal_bicliques(GRAPHS["dense"]))


def test_a_call_waits_for_the_first_worker():
    with distributed.LocalCluster(
        n_workers=0, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        cluster.adapt(minimum=0, maximum=1)
        with distributed.Client(cluster):
            found = over_dask.groups(frame_of(GRAPHS["crown"]), 2)
    assert len(found) == len(cb.groups(graphs.as_frame(GRAPHS["crown"]), 2))


def test_a_busy_worker_does_not_stop_a_call(mortals, expected):
    """Dask moves shares to the idle worker, and copies the graph of the busy one."""
    graph = over_dask.bipartite_graph(frame_of(SHARED))
    worker = min(mortals.nthreads())
    busy = mortals.submit(time.sleep, 30, workers=[worker])
    assert over_dask.maximal_biclique_count(graph) == expected["maximal"]
    assert busy.status == "pending"


def test_a_worker_may_be_retired(mortals, expected):
    graph = over_dask.bipartite_graph(frame_of(SHARED))
    found = over_dask.maximal_bicliques(graph)
    assert mortals.retire_workers([min(mortals.nthreads())])
    assert over_dask.maximal_biclique_count(graph) == expected["maximal"]
    assert len(found.sizes.compute()) == expected["maximal"]
    assert len(graph.report) == 1


def test_a_client_need_not_be_the_default_one(expected):
    with (
        workers() as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        graph = over_dask.bipartite_graph(frame_of(SHARED), client=client)
        assert over_dask.maximal_biclique_count(graph) == expected["maximal"]
        assert len(graph.report) == 2
        assert len(graph) == len(SHARED)
    with pytest.raises(ValueError, match=r"client of this graph is closed.* again"):
        over_dask.maximal_biclique_count(graph)
    with pytest.raises(ValueError, match="client of this graph is closed"):
        len(graph.report)


def out_of_memory(*_):
    raise MemoryError


def test_a_worker_without_memory_enough_makes_partitions(client, monkeypatch):
    graph = over_dask.bipartite_graph(frame_of(GRAPHS["dense"]))
    monkeypatch.setattr(replicas, "count_maximal", out_of_memory)
    n = over_dask.maximal_biclique_count(graph)
    assert n == len(naive.maximal_bicliques(GRAPHS["dense"]))
    assert graph.is_on_every_worker  # another call may need less


def test_cliques_of_a_worker_without_memory_enough(client, monkeypatch):
    monkeypatch.setattr(replicas, "list_maximal", out_of_memory)
    found = over_dask.maximal_cliques(frame_of(nx.complete_graph(5).edges()))
    assert found.to_frame().compute()["vertices"].tolist() == [[0, 1, 2, 3, 4]]


def cut_in_another_order(graph, sizes, slots):
    return Cut("cpu", 1, [], os.getpid())


def test_workers_that_disagree_get_partitions(client, monkeypatch):
    monkeypatch.setattr(replicas, "cut_search", cut_in_another_order)
    n = over_dask.maximal_biclique_count(frame_of(GRAPHS["dense"]))
    assert n == len(naive.maximal_bicliques(GRAPHS["dense"]))


def fail(*_):
    raise RuntimeError("the disk is full")


def test_an_error_of_a_task_is_that_of_the_call(client, monkeypatch):
    monkeypatch.setattr(replicas, "count_maximal", fail)
    with pytest.raises(RuntimeError, match="the disk is full"):
        over_dask.maximal_biclique_count(frame_of(GRAPHS["dense"]))


# Shares


def test_shares_become_smaller_and_leave_nothing():
    board, sizes = whole.Board([Job(i, i + 1) for i in range(64)]), []
    while board.is_left:
        sizes.append(len(board.take(4).jobs))
    assert sum(sizes) == 64
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 64 // (4 * whole.SHARES)
    assert sizes[-1] == 1


def test_a_lost_share_is_given_out_again():
    jobs = [Job(0, 1), Job(1, 2)]
    board = whole.Board(jobs)
    share = board.take(1)
    assert share == (0, jobs, True)
    assert not board.is_left
    board.again.append(share)
    assert board.take(4) == share
