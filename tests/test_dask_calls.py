# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls over Dask that filter, rank, count by vertex and edge, and list: each gives
the answer of the local call, from whole graphs and from partitions.

Modules: `dask/largest.py`, `dask/defective.py`, `dask/local_counting.py`,
`dask/local_counts_of_partitions.py`, `dask/subgraphs.py`, `dask/streams.py`,
`dask/neighbourhood.py`, `dask/frames.py`.
"""

import os
import signal
import sys
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cloudpickle  # noqa: E402 (where there is Dask)
import dask  # noqa: E402

import cugraph_biclique.dask as over_dask  # noqa: E402
from cugraph_biclique.dask import largest, local_counting, streams  # noqa: E402
from cugraph_biclique.dask.call import DaskCall  # noqa: E402

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals"),
]

DENSE = graphs.as_frame(graphs.random_graph(40, 30, 0.4, seed=20))
FRAMES = {
    "dense": DENSE,
    "twins": graphs.as_frame(graphs.IRREGULAR["twins"]),
    "repeated": graphs.as_frame(graphs.IRREGULAR["repeated-edges"]),
    "women": southern_women(),
}
# Dense enough to be shared: about 400,000 maximal bicliques.
SHARED = graphs.as_frame(graphs.random_graph(170, 170, 0.25, seed=3))
every_frame = pytest.mark.parametrize("name", FRAMES)


@pytest.fixture(scope="module")
def client():
    """The client of two processes of one thread."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def mortals():
    """The client of a cluster whose workers may be killed."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def ddf_of(frame, npartitions=3):
    with dask.config.set({"dataframe.convert-string": False}):  # labels as they are
        return dd.from_pandas(frame, npartitions=npartitions, sort=False)


def kept(frame):
    """A graph that every worker keeps."""
    graph = over_dask.bipartite_graph(ddf_of(frame))
    assert graph.is_on_every_worker
    return graph


def too_large(frame):
    """A graph that does not fit the workers."""
    graph = over_dask.bipartite_graph(ddf_of(frame), memory_budget="1kB")
    assert not graph.is_on_every_worker
    return graph


# What a call over Dask gets in place of a frame, and with which options
WAYS = {
    "frame": lambda frame: (ddf_of(frame), {}),
    "kept": lambda frame: (kept(frame), {}),
    "partitions": lambda frame: (ddf_of(frame), {"partitions": 4}),
}
every_way = pytest.mark.parametrize("way", WAYS)


def same_rows(found, expected, keys=None):
    """Compare a Dask frame with a frame: in order, or by the columns `keys`."""
    assert isinstance(found, dd.DataFrame)
    assert list(found.dtypes) == list(expected.dtypes)
    found = found.compute()
    if keys is not None:
        assert set(found[keys].itertuples(index=False)) == set(
            expected[keys].itertuples(index=False)
        )
        found, expected = (
            each.sort_values(keys, ignore_index=True) for each in (found, expected)
        )
    pd.testing.assert_frame_equal(found, expected)


def members(found):
    """The bicliques of a result, in order."""
    frame = found.to_frame()
    frame = frame.compute() if isinstance(frame, dd.DataFrame) else frame
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


# Largest sizes, and given vertices


@every_way
@pytest.mark.parametrize(
    "some",
    [
        {"max_left": 4},
        {"min_left": 2, "max_right": 5},
        {"containing": {"left": [3]}},
        {"containing": {"left": [3], "right": 7}, "max_left": 9},
        {"containing": {"right": [7, 8]}, "min_right": 3},
        {"containing": {"left": list(range(30)), "right": list(range(20))}},
    ],
    ids=str,
)
def test_the_bicliques_of_some_sizes_and_vertices(some, way, client):
    expected = cb.maximal_bicliques(DENSE, engine="cpu", **some)
    G, options = WAYS[way](DENSE)
    found = over_dask.maximal_bicliques(G, **some, **options)
    assert sorted(map(str, members(found))) == sorted(map(str, members(expected)))
    n = over_dask.maximal_biclique_count(G, **some, **options)
    assert n == len(found) == len(expected)
    sizes = over_dask.maximal_biclique_sizes(G, **some, **options)
    pd.testing.assert_frame_equal(
        sizes, cb.maximal_biclique_sizes(DENSE, engine="cpu", **some)
    )


def test_the_neighbourhood_of_labels_of_any_kind(client):
    frame = DENSE.assign(
        user=DENSE["user"].map("u{}".format).astype("category"),
        item=pd.Timestamp("2026-01-01") + pd.to_timedelta(DENSE["item"], unit="D"),
    )
    of = {"left": ["u3", "u5"], "right": pd.Series([pd.Timestamp("2026-01-08")])}
    for containing in (of, {"left": "u3"}, {"right": of["right"]}):
        n = cb.maximal_biclique_count(frame, containing=containing, engine="cpu")
        for way in WAYS:
            G, options = WAYS[way](frame)
            found = over_dask.maximal_biclique_count(
                G, containing=containing, **options
            )
            assert found == n > 0, way


@every_way
@pytest.mark.parametrize(
    ("containing", "error", "message"),
    [
        ({"left": [3, 1000]}, ValueError, "label 1000, which is not in G.* 'user'"),
        ({"left": []}, ValueError, "names no vertex"),
        ({"middle": [1]}, ValueError, "has the key 'middle'"),
        ([3], TypeError, "does not tell the side"),
    ],
)
def test_vertices_that_are_refused(containing, error, message, way, client):
    G, options = WAYS[way](DENSE)
    with pytest.raises(error, match=message):
        over_dask.maximal_biclique_count(G, containing=containing, **options)


def test_some_bicliques_are_written(client, tmp_path):
    some = {"containing": {"left": [3]}, "max_left": 6}
    n = cb.maximal_biclique_count(DENSE, engine="cpu", **some)
    for _ in range(2):  # the second call resumes
        found = over_dask.write_maximal_bicliques(
            ddf_of(DENSE), tmp_path / "out", partitions=3, **some
        )
        assert found == n == len(pd.read_parquet(tmp_path / "out"))
    for other in ({**some, "max_left": 5}, {"containing": {"left": [4]}}, {}):
        with pytest.raises(FileExistsError):
            over_dask.write_maximal_bicliques(
                ddf_of(DENSE), tmp_path / "out", partitions=3, **other
            )


# The largest


@every_frame
def test_the_largest_are_those_of_the_local_call(name, client):
    frame = FRAMES[name]
    graph = kept(frame)
    for by in ("edges", "balanced", "left", "right"):
        options = {"k": 7, "by": by, "min_left": 2, "min_right": 2}
        expected = cb.largest_bicliques(frame, engine="cpu", **options)
        found = over_dask.largest_bicliques(graph, **options)
        assert members(found) == members(expected)
        assert found.report[0]["exact"]
        assert found.report[0]["upper_bound"] == expected.report["upper_bound"]
        pd.testing.assert_frame_equal(found.sizes.compute(), expected.sizes)


@pytest.fixture(scope="module")
def shared(client):
    return kept(SHARED)


@pytest.mark.parametrize(
    ("k", "by", "least"), [(1, "edges", 1), (30, "edges", 3), (500, "balanced", 2)]
)
def test_workers_share_a_search_for_the_largest(k, by, least, shared):
    options = {"k": k, "by": by, "min_left": least, "min_right": least}
    shares = []
    found = over_dask.largest_bicliques(
        shared, progress=lambda *now: shares.append(now), **options
    )
    assert len(shares) > 2
    expected = cb.largest_bicliques(SHARED, engine="cpu", **options)
    assert members(found) == members(expected)


def test_the_largest_without_good_descents(shared, monkeypatch):
    """The search guesses the least score, and lowers it."""
    options = {"k": 3, "min_left": 4, "min_right": 4}
    expected = members(cb.largest_bicliques(SHARED, engine="cpu", **options))
    monkeypatch.setattr(largest.SharedRounds, "descend", lambda self: None)
    assert members(over_dask.largest_bicliques(shared, **options)) == expected


def test_the_largest_in_some_time(shared):
    expected = cb.largest_bicliques(SHARED, engine="cpu")
    found = over_dask.largest_bicliques(shared, time_limit=1e-9)
    report = found.report[0]
    assert not report["exact"]
    best = int(expected.sizes.eval("n_left * n_right").max())
    assert report["upper_bound"] >= best
    found = over_dask.largest_bicliques(shared, time_limit=1e6)
    assert members(found) == members(expected)


def test_the_largest_with_some_vertices(client):
    containing = {"left": [3], "right": [7]}
    expected = cb.largest_bicliques(DENSE, 3, containing=containing, engine="cpu")
    for G in (ddf_of(DENSE), kept(DENSE)):
        found = over_dask.largest_bicliques(G, 3, containing=containing)
        assert members(found) == members(expected)


def test_the_largest_of_a_graph_without_any(client):
    found = over_dask.largest_bicliques(ddf_of(DENSE), min_left=39, min_right=29)
    assert len(found) == 0
    assert members(found) == []
    assert found.report[0]["upper_bound"] == 0


@pytest.mark.parametrize("containing", [None, {"left": [3]}], ids=str)
def test_the_largest_with_missing_edges(containing, client):
    options = {"missing": 2, "min_left": 3, "min_right": 3, "containing": containing}
    expected = cb.largest_bicliques(DENSE, 2, engine="cpu", **options)
    for G in (ddf_of(DENSE), kept(DENSE)):
        found = over_dask.largest_bicliques(G, 2, **options)
        for name in ("summary", "left", "right", "missing"):
            pd.testing.assert_frame_equal(getattr(found, name), getattr(expected, name))
        assert found.report["exact"] and found.report["upper_bound"] > 0
    with pytest.raises(ValueError, match="missing=2 is too many for min_left=2"):
        over_dask.largest_bicliques(G, missing=2, min_left=2, min_right=3)
    with pytest.raises(cb.MemoryBudgetError, match="needs the whole graph"):
        over_dask.largest_bicliques(too_large(DENSE), 2, **options)


def test_a_bad_size(client):
    for options in ({"by": "weight"}, {"k": 0}, {"time_limit": -1}):
        with pytest.raises(ValueError, match=next(iter(options))):
            over_dask.largest_bicliques(ddf_of(DENSE), **options)


# Counts by vertex and by edge


SIZES = [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (4, 3)]


@every_frame
@pytest.mark.parametrize("way", ["kept", "partitions"])
def test_counts_by_vertex_and_edge(name, way, client):
    frame, is_cut = FRAMES[name], way == "partitions"
    G, options = WAYS[way](frame)
    for p, q in SIZES[1::2] if is_cut else SIZES:
        for side in ("left", "right")[:: 1 if p < 3 else -1][: 1 if is_cut else 2]:
            same_rows(
                over_dask.biclique_count_by_vertex(G, p, q, side, **options),
                cb.biclique_count_by_vertex(frame, p, q, side, engine="cpu"),
                ["vertex"] if is_cut else None,
            )
        same_rows(
            over_dask.biclique_count_by_edge(G, p, q, **options),
            cb.biclique_count_by_edge(frame, p, q, engine="cpu"),
            list(frame.columns[:2]) if is_cut else None,
        )


def test_workers_share_the_sums_of_sets(client):
    rng = np.random.default_rng(4)
    edges = np.column_stack(
        [4000 * rng.random(120_000) ** 2, 900 * rng.random(120_000) ** 2]
    ).astype(int)
    frame = pd.DataFrame(edges, columns=["user", "item"])
    shares = []
    found = over_dask.biclique_count_by_edge(
        ddf_of(frame), 2, 3, progress=lambda *now: shares.append(now)
    )
    assert len(shares) > 4
    same_rows(found, cb.biclique_count_by_edge(frame, 2, 3, engine="cpu"))


@pytest.mark.parametrize("way", ["frame", "partitions"])
def test_counts_of_more_than_63_bits(way, client):
    frame = graphs.as_frame(graphs.complete(4, 90))
    for p, q in [(2, 45), (1, 45)]:
        G, options = WAYS[way](frame)
        for side in ("left", "right"):
            expected = cb.biclique_count_by_vertex(frame, p, q, side, engine="cpu")
            found = over_dask.biclique_count_by_vertex(G, p, q, side, **options)
            same_rows(found, expected, ["vertex"])
        same_rows(
            over_dask.biclique_count_by_edge(G, p, q, **options),
            cb.biclique_count_by_edge(frame, p, q, engine="cpu"),
            ["user", "item"],
        )


def test_a_heavy_root_is_split(client):
    """All sets of the sub-partitions of a hub have the hub."""
    edges = graphs.random_graph(30, 25, 0.3, seed=5) + [(99, v) for v in range(25)]
    frame = graphs.as_frame(edges)
    call = DaskCall(ddf_of(frame), None, None, "cpu", None, 40, None, client)
    with call.on_workers():
        plan = call.plan(call.core(2, 2), "left")
    assert any(each.root_splits for each in plan.partitions)
    for p, q in [(2, 4), (3, 3)]:
        for side in ("left", "right"):
            same_rows(
                over_dask.biclique_count_by_vertex(
                    ddf_of(frame), p, q, side, partitions=40
                ),
                cb.biclique_count_by_vertex(frame, p, q, side, engine="cpu"),
                ["vertex"],
            )
        same_rows(
            over_dask.biclique_count_by_edge(ddf_of(frame), p, q, partitions=40),
            cb.biclique_count_by_edge(frame, p, q, engine="cpu"),
            ["user", "item"],
        )


def parts_of(*frames):
    with dask.config.set({"dataframe.convert-string": False}):
        parts = [dask.delayed(frame) for frame in frames]
        return dd.from_delayed(parts, meta=frames[0].iloc[:0], verify_meta=False)


def objects(*labels):
    return pd.Series(labels, dtype=object)


@every_way
def test_labels_of_several_types_stay_as_they_are(way, client):
    frame = DENSE.astype(object)
    frame["user"] = frame["user"].map(
        lambda u: (u, "x") if u % 5 == 0 else u + u % 2 / 2
    )
    G, options = WAYS[way](frame)
    columns = ["user", "item"]
    for p, q in [(1, 2), (2, 1), (2, 2), (3, 2)]:
        found = over_dask.biclique_count_by_vertex(G, p, q, "left", **options).compute()
        expected = cb.biclique_count_by_vertex(frame, p, q, "left", engine="cpu")
        rows = [
            sorted(map(repr, each.to_numpy().tolist())) for each in (found, expected)
        ]
        assert rows[0] == rows[1]
    found = over_dask.biclique_count_by_edge(G, 2, 2, **options)[columns].compute()
    rows = [sorted(map(repr, each.to_numpy().tolist())) for each in (found, frame)]
    assert rows[0] == rows[1]


def test_equal_labels_that_are_not_alike_count_as_one(client):
    """Decimals are equal, but their texts and hashes of texts are not."""
    one = pd.DataFrame({"u": objects(*map(Decimal, "1123")), "v": [1, 2, 1, 3]})
    other = pd.DataFrame({"u": objects(*map(Decimal, ["1.0", "2.0"])), "v": [3, 2]})
    frame = pd.concat([one, other], ignore_index=True)
    for p, q in [(1, 2), (2, 1), (2, 2)]:
        found = over_dask.biclique_count_by_vertex(
            parts_of(one, other), p, q, "left", partitions=3
        ).compute()
        expected = cb.biclique_count_by_vertex(frame, p, q, "left", engine="cpu")
        assert dict(found.to_numpy().tolist()) == dict(expected.to_numpy().tolist())
    large = over_dask.bipartite_graph(parts_of(one, other), memory_budget="1B")
    for graph in (large, parts_of(one, other)):
        assert len(over_dask.core(graph, 2, 2)) == len(cb.core(frame, 2, 2))
    found = over_dask.maximal_bicliques(parts_of(one, other), partitions=3)
    here = cb.maximal_bicliques(frame, engine="cpu")
    scores = found.scores("share").compute()
    assert sorted(scores) == sorted(here.scores("share"))


@pytest.mark.parametrize(
    ("call", "options"),
    [
        (over_dask.biclique_count_by_vertex, {"p": 1, "q": 2, "side": "left"}),
        (over_dask.biclique_count_by_vertex, {"p": 2, "q": 1, "side": "right"}),
        (over_dask.biclique_count_by_edge, {"p": 1, "q": 1}),
        (over_dask.biclique_count_by_edge, {"p": 2, "q": 2}),
        (over_dask.maximal_biclique_count, {"containing": {"left": [1]}}),
    ],
)
@pytest.mark.parametrize("way", [{}, {"partitions": 3}], ids=["whole", "partitions"])
def test_errors_of_labels_name_the_column_of_the_caller(way, call, options, client):
    one = pd.DataFrame({"left": [1, 2], "user": objects(1, "a")})
    other = pd.DataFrame({"left": [1, 2], "user": objects(True, "b")})
    ddf = parts_of(one, other)
    with pytest.raises(ValueError, match=r"column 'user' contain both (1|True) and"):
        call(ddf, left="left", right="user", **options, **way)


def test_names_of_columns_that_counts_cannot_have(client):
    frame = DENSE.set_axis(["user", "count"], axis=1)
    with pytest.raises(ValueError, match="need three names with 'count'"):
        over_dask.biclique_count_by_edge(ddf_of(frame), 2, 2)
    with pytest.raises(ValueError, match="side='middle' is unknown"):
        over_dask.biclique_count_by_vertex(ddf_of(frame), 2, 2, "middle")


def test_nulls_are_reported(client):
    frame = pd.DataFrame({"user": ["a", None, "b"], "item": [1, 2, 3]})
    calls = [
        lambda G: over_dask.biclique_count_by_vertex(G, 2, 2, "left"),
        lambda G: over_dask.biclique_count_by_edge(G, 1, 2),
        lambda G: over_dask.core(G, 1, 1),
        lambda G: over_dask.iter_bicliques(G, 1, 1),
        lambda G: over_dask.largest_bicliques(G),
        lambda G: over_dask.maximal_biclique_count(G, containing={"left": "a"}),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="column 'user' are null in 1 edge,"):
            call(ddf_of(frame, 2))


# Parts of a graph


@pytest.mark.parametrize("name", ["repeated", "women"])
def test_the_core(name, client):
    frame = FRAMES[name]
    small, large = kept(frame), too_large(frame)
    for alpha, beta in [(1, 1), (3, 1), (1, 4), (4, 5), (90, 2)]:
        expected = cb.core(frame, alpha, beta, engine="cpu")
        same_rows(over_dask.core(small, alpha, beta), expected)
        found = over_dask.core(large, alpha, beta)
        same_rows(found, expected, list(expected.columns))


def test_a_core_is_an_edge_frame(client):
    found = over_dask.core(ddf_of(DENSE), 9, 12)
    expected = cb.core(DENSE, 9, 12, engine="cpu")
    n = over_dask.maximal_biclique_count(found, left="user", right="item")
    assert n == cb.maximal_biclique_count(expected, engine="cpu") > 0


def test_a_core_that_takes_many_passes(client):
    frame = graphs.as_frame([*graphs.path(16), *graphs.complete(3, 3)])
    expected = cb.core(frame, 2, 2, engine="cpu")
    found = over_dask.core(too_large(frame), 2, 2)
    same_rows(found, expected, ["user", "item"])


def batches(call, *arguments, **options):
    return [batch.reset_index(drop=True) for batch in call(*arguments, **options)]


@every_frame
def test_the_stream_is_that_of_the_local_call(name, client):
    frame = FRAMES[name]
    graph = kept(frame)
    for (p, q), size in zip(SIZES, [50, 7, 100_000, 400, 5000, 999], strict=True):
        options = {"batch_size": size}
        expected = batches(cb.iter_bicliques, frame, p, q, engine="cpu", **options)
        found = batches(over_dask.iter_bicliques, graph, p, q, **options)
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            pd.testing.assert_frame_equal(one, other)


@pytest.mark.parametrize("size", [77_777, 500_000])
def test_a_stream_of_several_ranges(size, shared):
    seen = []
    found = batches(
        over_dask.iter_bicliques,
        shared,
        2,
        3,
        batch_size=size,
        progress=lambda *now: seen.append(now),
    )
    assert len(seen) > 4 and seen[-1] == (170, 170)
    expected = batches(cb.iter_bicliques, SHARED, 2, 3, batch_size=size, engine="cpu")
    assert list(map(len, found)) == list(map(len, expected))
    pd.testing.assert_frame_equal(pd.concat(found), pd.concat(expected))


def unfinished(dask_worker):
    """The numbers of unfinished lists of the graphs of a worker."""
    data = list(dask_worker.data.values())
    return [len(each.unfinished) for each in data if hasattr(each, "unfinished")]


def test_closing_a_stream_stops_the_work(client):
    graph = kept(SHARED)
    stream = over_dask.iter_bicliques(graph, 2, 2, batch_size=100)
    for _ in range(3):
        assert len(next(stream)) == 100
    lists = client.run(unfinished)
    assert sum(map(sum, lists.values())) > 0
    # A thread of a worker has one batch ready, and the list that it is from.
    assert all(sum(each) <= 2 for each in lists.values())
    stream.close()
    for worker, task in graph.whole.replicas.items():  # after the tasks that forget
        client.submit(len, "", workers=[worker], pure=False).result()
        assert task.status == "finished"
    assert over_dask.maximal_biclique_count(graph, min_left=9, min_right=9) >= 0
    assert sum(map(sum, client.run(unfinished).values())) == 0


def test_a_stream_outlives_a_worker(mortals):
    expected = batches(cb.iter_bicliques, DENSE, 2, 2, batch_size=500, engine="cpu")
    found = []
    for batch in over_dask.iter_bicliques(ddf_of(DENSE), 2, 2, batch_size=500):
        if len(found) == 1:
            os.kill(next(iter(mortals.run(os.getpid).values())), signal.SIGKILL)
        found.append(batch)
    pd.testing.assert_frame_equal(
        pd.concat(found, ignore_index=True), pd.concat(expected, ignore_index=True)
    )


def test_the_largest_outlive_a_worker(mortals):
    killed = []

    def kill_one(done, total):
        if not killed:
            killed.append(next(iter(mortals.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    found = over_dask.largest_bicliques(ddf_of(SHARED), 5, progress=kill_one)
    assert killed
    assert members(found) == members(cb.largest_bicliques(SHARED, 5, engine="cpu"))


# What does not fit


def test_calls_that_need_the_whole_graph_say_so(client):
    graph = too_large(DENSE)
    for name, call in {
        "largest_bicliques": over_dask.largest_bicliques,
        "iter_bicliques": lambda G: over_dask.iter_bicliques(G, 2, 2),
    }.items():
        with pytest.raises(cb.MemoryBudgetError, match=f"{name} needs the whole graph"):
            call(graph)


def out_of_memory(*_):
    raise MemoryError("of this worker")


def test_a_stream_that_runs_out_of_memory(client, monkeypatch):
    monkeypatch.setattr(streams, "next_part", out_of_memory)
    with pytest.raises(MemoryError, match="of this worker"):
        next(over_dask.iter_bicliques(ddf_of(DENSE), 2, 2))


def test_counts_that_run_out_of_memory_are_those_of_partitions(client, monkeypatch):
    monkeypatch.setattr(local_counting, "counts_alone", out_of_memory)
    same_rows(
        over_dask.biclique_count_by_vertex(kept(DENSE), 2, 2, "left"),
        cb.biclique_count_by_vertex(DENSE, 2, 2, "left", engine="cpu"),
        ["vertex"],
    )


@settings(
    max_examples=10,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    edges=graphs.bipartite_edges(max_width=40),
    sizes=st.tuples(st.integers(1, 3), st.integers(1, 3)),
    way=st.sampled_from(sorted(WAYS)),
)
def test_random_graphs(client, edges, sizes, way):
    if not edges:
        return
    frame, (p, q) = graphs.as_frame(edges), sizes
    G, options = WAYS[way](frame)
    same_rows(
        over_dask.biclique_count_by_edge(G, p, q, **options),
        cb.biclique_count_by_edge(frame, p, q, engine="cpu"),
        ["user", "item"],
    )
    vertex = frame["user"].iloc[0]
    some = {"containing": {"left": vertex}, "max_right": p + 1, "min_left": q}
    n = over_dask.maximal_biclique_count(G, **some, **options)
    assert n == cb.maximal_biclique_count(frame, engine="cpu", **some)
    found = over_dask.largest_bicliques(G, 4)
    assert members(found) == members(cb.largest_bicliques(frame, 4, engine="cpu"))
