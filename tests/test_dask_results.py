# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Answers over Dask: scores, the best bicliques, vertices, p-values, significance,
estimates and itemsets are those of the same calls on one machine.

Modules: `dask/bicliques.py`, `dask/merging.py`, `dask/degrees.py`,
`dask/random_draws.py`, `dask/significance.py`, `dask/itemsets.py`,
`dask/whole_only.py`, `dask/results.py`, `results/degrees.py`, `calls/estimating.py`.
"""

import gc
import os
import signal
import weakref

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.results.scores import SCORES

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import dask  # noqa: E402 (where there is Dask)

import cugraph_biclique.dask as over_dask  # noqa: E402
from cugraph_biclique.dask import waiting  # noqa: E402

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals"),
]

RANDOM = graphs.random_graph(60, 45, 0.3, seed=20)
SIZES = {"min_left": 2, "min_right": 3}
# How the graph is on the workers: as a whole, or in partitions.
WHOLE, CUT = {}, {"partitions": 7}
ways = pytest.mark.parametrize("way", [WHOLE, CUT], ids=["whole", "partitions"])


@pytest.fixture(scope="module")
def client():
    """Two processes with two threads each."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def edges_of(name):
    if name == "women":
        return southern_women()
    if name == "random":
        return pd.DataFrame(RANDOM, columns=["user", "item"])
    frame = pd.DataFrame(RANDOM, columns=["user", "item"])  # texts: "u10" < "u2"
    return frame.assign(user="u" + frame["user"].astype(str))


@pytest.fixture(params=["women", "texts"])
def edges(request):
    return edges_of(request.param)


def over(frame, npartitions=3):
    return dd.from_pandas(frame, npartitions=npartitions, sort=False)


def members(frame):
    """The bicliques of a frame, in order."""
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


@ways
def test_scores_are_those_of_one_machine(way, edges, client):
    here = cb.maximal_bicliques(edges, **SIZES)
    found = over_dask.maximal_bicliques(over(edges), **SIZES, **way)
    there = members(found.to_frame().compute())
    for by in SCORES:
        score = found.scores(by).compute()
        expected = here.scores(by)
        assert score.name == by
        assert score.dtype == expected.dtype
        assert score.index.tolist() == list(range(len(here)))
        of_members = dict(zip(members(here.to_frame()), expected, strict=True))
        assert dict(zip(there, score, strict=True)) == of_members, by


@ways
def test_the_best_are_those_of_one_machine(way, edges, client):
    here = cb.maximal_bicliques(edges, **SIZES)
    found = over_dask.maximal_bicliques(over(edges), **SIZES, **way)
    for n, by in [(1, "surprise"), (7, "share"), (40, "edges"), (10**6, "lift")]:
        best, expected = found.nlargest(n, by=by), here.nlargest(n, by=by)
        assert len(best) == len(expected)
        assert members(best.to_frame().compute()) == members(expected.to_frame())
        sizes = best.sizes.compute().reset_index(drop=True)
        pd.testing.assert_frame_equal(sizes, expected.sizes)
        score = best.scores(by).compute()
        pd.testing.assert_series_equal(score, expected.scores(by), check_index=False)
    assert len(found.nlargest(0)) == 0
    assert len(found.nlargest(0).left.compute()) == 0
    again = found.nlargest(9, by="share").nlargest(4, by="surprise")
    expected = here.nlargest(9, by="share").nlargest(4, by="surprise")
    assert members(again.to_frame().compute()) == members(expected.to_frame())


@ways
@pytest.mark.parametrize("side", ["left", "right"])
def test_vertices_are_those_of_one_machine(side, way, edges, client):
    here = cb.maximal_bicliques(edges, **SIZES)
    found = over_dask.maximal_bicliques(over(edges), **SIZES, **way)
    for by in ("edges", "surprise"):
        vertices = found.vertices(side, by).compute()
        expected = here.vertices(side, by)
        columns = ["vertex", "n_bicliques", "score"]
        pd.testing.assert_frame_equal(
            vertices[columns].astype({"vertex": object}),
            expected[columns].astype({"vertex": object}),
        )
        score = found.scores(by).compute()
        assert score[vertices["biclique"]].tolist() == vertices["score"].tolist()


def test_weights_are_those_of_one_machine(client):
    frame = edges_of("random").drop_duplicates()
    frame["amount"] = np.random.default_rng(1).integers(1, 100, len(frame))
    graph = over_dask.bipartite_graph(over(frame), left="user", right="item")
    here = cb.maximal_bicliques(frame[["user", "item"]], **SIZES)
    found = over_dask.maximal_bicliques(graph, **SIZES)
    for weight in (frame, over(frame, 4)):
        for by in ("edges", "share"):
            best = found.nlargest(5, by=by, weight=weight)
            expected = here.nlargest(5, by=by, weight=frame)
            assert members(best.to_frame().compute()) == members(expected.to_frame())
            assert (
                best.scores(by, weight=weight).compute().tolist()
                == expected.scores(by, weight=frame).tolist()
            )
    with pytest.raises(TypeError, match="weight must be a frame of edges"):
        found.scores("edges", weight=[1, 2])


@pytest.mark.parametrize("null", ["swaps", "bicm"])
def test_p_values_are_those_of_one_machine(null, edges, client):
    here = cb.maximal_bicliques(edges, **SIZES)
    found = over_dask.maximal_bicliques(over(edges), **SIZES)
    calls = []
    options = {"draws": 19, "seed": 5, "null": null}
    answer = found.p_values(
        **options, progress=lambda done, total: calls.append((done, total))
    ).compute()
    expected = here.p_values(**options)
    assert list(answer.columns) == list(expected.columns)
    assert answer.dtypes.tolist() == expected.dtypes.tolist()
    assert answer["biclique"].tolist() == list(range(len(here)))
    assert calls[-1] == (19, 19)
    columns = ["score", "p_value", "fdr"]
    of_members = dict(
        zip(
            members(here.to_frame()),
            expected[columns].itertuples(index=False, name=None),
            strict=True,
        )
    )
    there = members(found.to_frame().compute())
    rows = answer[columns].itertuples(index=False, name=None)
    assert dict(zip(there, rows, strict=True)) == of_members
    best = found.nlargest(3, by="share").p_values("share", draws=5, seed=2).compute()
    expected = here.nlargest(3, by="share").p_values("share", draws=5, seed=2)
    pd.testing.assert_frame_equal(best.reset_index(drop=True), expected)


@pytest.mark.parametrize("null", ["swaps", "bicm"])
def test_significance_is_that_of_one_machine(null, edges, client):
    graph = over_dask.bipartite_graph(over(edges))
    for draws, seed in [(1, 3), (25, 2**127), (25, 0)]:
        options = {"draws": draws, "seed": seed, "null": null}
        found = over_dask.significance(graph, **options, **SIZES)
        expected = cb.significance(edges, **options, **SIZES)
        pd.testing.assert_frame_equal(found.sizes, expected.sizes)
        assert (found.draws, found.seed) == (draws, seed)


def test_an_estimate_is_that_of_one_machine(edges, client):
    for sizes in ({}, SIZES):
        found = over_dask.estimate_maximal_bicliques(over(edges), **sizes)
        assert found == cb.estimate_maximal_bicliques(edges, **sizes)


@ways
def test_itemsets_and_rules_are_those_of_one_machine(way, edges, client):
    left, right = edges.columns
    for support, most in [(0.1, None), (0.2, 2), (1.0, None)]:
        found = over_dask.closed_itemsets(over(edges), support, max_len=most, **way)
        expected = cb.closed_itemsets(
            edges, support, left=left, right=right, max_len=most
        )
        pd.testing.assert_frame_equal(found, expected)
        assert found.attrs == expected.attrs
        if most is None:
            pd.testing.assert_frame_equal(
                cb.association_rules(found), cb.association_rules(expected)
            )


@ways
def test_baskets_without_items_count(way, client):
    baskets = pd.DataFrame({
        "basket": [1, 1, 2, 3, 3, 4, None],
        "item": ["a", "b", "a", "a", None, None, "b"],
    })  # fmt: skip
    options = {"left": "basket", "right": "item", "nulls": "drop"}
    found = over_dask.closed_itemsets(over(baskets, 2), 0.25, **options, **way)
    pd.testing.assert_frame_equal(found, cb.closed_itemsets(baskets, 0.25, **options))
    assert found.attrs["num_itemsets"] == 4
    with pytest.raises(ValueError, match="null"):
        over_dask.closed_itemsets(over(baskets, 2), 0.25, **way)


# Bicliques of some vertices


@pytest.mark.parametrize("kept", [True, False], ids=["kept", "near"])
def test_the_whole_graph_counts_beside_some_vertices(kept, client):
    frame = edges_of("texts")
    some = {"containing": {"left": "u1"}}
    here = cb.maximal_bicliques(frame, **some, **SIZES)
    edges = over_dask.bipartite_graph(over(frame)) if kept else over(frame)
    found = over_dask.maximal_bicliques(edges, **some, **SIZES)
    there = members(found.to_frame().compute())
    assert sorted(map(repr, there)) == sorted(map(repr, members(here.to_frame())))
    for by in ("surprise", "share"):
        of_members = dict(zip(members(here.to_frame()), here.scores(by), strict=True))
        score = found.scores(by).compute()
        assert dict(zip(there, score, strict=True)) == of_members, by
    best, expected = found.nlargest(3, by="surprise"), here.nlargest(3, by="surprise")
    assert members(best.to_frame().compute()) == members(expected.to_frame())
    if kept:
        answer = found.p_values(draws=9, seed=3).compute()["p_value"]
        expected = here.p_values(draws=9, seed=3)["p_value"]
        assert sorted(answer) == sorted(expected)
        return
    for call in (lambda: found.p_values(seed=1), lambda: found.scores(weight=frame)):
        with pytest.raises(ValueError, match="only the edges near containing"):
            call()


def test_the_largest_are_scored(client):
    frame = edges_of("texts")
    here = cb.largest_bicliques(frame, k=3)
    found = over_dask.largest_bicliques(over(frame), k=3)
    assert (
        found.scores("surprise").compute().tolist() == here.scores("surprise").tolist()
    )
    best = found.nlargest(1, by="surprise").to_frame().compute()
    assert members(best) == members(here.nlargest(1, by="surprise").to_frame())


# What is refused


def test_what_needs_the_whole_graph_says_so(client):
    edges = over(edges_of("random"))
    found = over_dask.maximal_bicliques(edges, partitions=3)
    with pytest.raises(ValueError, match=r"p_values needs .* leave partitions=... out"):
        found.p_values(seed=1)
    with pytest.raises(ValueError, match=r"weight needs .* leave partitions=... out"):
        found.scores("edges", weight=edges)
    small = {"memory_budget": "40kB"}
    with pytest.raises(cb.MemoryBudgetError, match=r"significance needs .* of a core"):
        over_dask.significance(edges, seed=1, **small)
    with pytest.raises(cb.MemoryBudgetError, match=r"estimate_.* larger memory_budget"):
        over_dask.estimate_maximal_bicliques(edges, **small)
    frame = pd.DataFrame({"user": ["a", None, "b"], "item": [1, 2, 3]})
    with pytest.raises(ValueError, match="column 'user' are null in 1 edge,"):
        over_dask.significance(over(frame, 2), seed=1)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda found: found.scores("size"), "by='size' is unknown"),
        (lambda found: found.nlargest(-1), "n=-1 is negative"),
        (lambda found: found.nlargest(1, by=3), "by=3 is unknown"),
        (lambda found: found.vertices("top"), "side='top' is unknown"),
        (lambda found: found.p_values(seed=-1), "seed=-1"),
        (lambda found: found.p_values(seed=1, null="x"), "null='x' is unknown"),
    ],
)
def test_arguments_are_checked_as_on_one_machine(call, match, client):
    edges = southern_women()
    here = cb.maximal_bicliques(edges)
    found = over_dask.maximal_bicliques(over(edges))
    for result in (here, found):
        with pytest.raises(ValueError, match=match):
            call(result)


# Faults


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


def kill_one(client):
    os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)


def test_answers_outlive_a_worker(mortals):
    edges = edges_of("random")
    graph = over_dask.bipartite_graph(over(edges))
    found = over_dask.maximal_bicliques(graph, **SIZES)
    here = cb.maximal_bicliques(edges, **SIZES)
    killed = []

    def kill_in_time(done, total):
        if not killed:
            killed.append(done)
            kill_one(mortals)

    options = {"draws": 12, "seed": 3}
    answer = over_dask.significance(graph, **options, **SIZES, progress=kill_in_time)
    assert killed
    expected = cb.significance(edges, **options, **SIZES)
    pd.testing.assert_frame_equal(answer.sizes, expected.sizes)
    best = found.nlargest(5, by="surprise")
    expected = here.nlargest(5, by="surprise")
    assert members(best.to_frame().compute()) == members(expected.to_frame())
    rates = best.p_values(**options).compute().reset_index(drop=True)
    pd.testing.assert_frame_equal(rates, expected.p_values(**options))
    groups = over_dask.groups(graph, 3)
    pd.testing.assert_frame_equal(groups.summary, cb.groups(edges, 3).summary)


# What workers keep


@pytest.fixture
def no_collection(monkeypatch):
    """No garbage collection, and many looks at the tasks of a call."""
    monkeypatch.setattr(waiting, "LOOK_SECONDS", 0.001)
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def held(client):
    """The number of tasks that workers keep for a client."""
    client.nthreads()  # what the client's loop is about to release comes before
    return len(client.futures)


@ways
def test_a_frame_outlives_its_result(way, client):
    graph = over_dask.bipartite_graph(over(edges_of("women")))
    frame = over_dask.maximal_bicliques(graph, **way).vertices("left")
    local = cb.maximal_bicliques(edges_of("women"), engine="cpu").vertices("left")
    assert set(frame.compute()["vertex"]) == set(local["vertex"])


@ways
def test_workers_free_a_result_that_is_dropped(way, client, no_collection):
    before = held(client)
    graph = over_dask.bipartite_graph(over(edges_of("random")))
    of_graph = held(client)
    found = over_dask.maximal_bicliques(graph, **way)
    best = found.nlargest(3, by="share")
    assert held(client) > of_graph
    del found
    assert len(best) == 3
    del best
    assert held(client) == of_graph
    del graph
    assert held(client) == before


@ways
def test_frames_keep_a_result_until_they_are_dropped(way, client, no_collection):
    before = held(client)
    found = over_dask.maximal_bicliques(over(edges_of("random")), **way)
    n, frame = len(found), found.sizes
    del found
    assert len(frame.compute()) == n
    del frame
    gc.collect()  # Dask has cycles
    assert held(client) == before


@ways
def test_a_result_keeps_only_what_it_needs(way, client, no_collection):
    """Of a kept graph, a result in partitions needs the edges, to count degrees."""
    graph = over_dask.bipartite_graph(over(edges_of("random")))
    found = over_dask.maximal_bicliques(graph, **way)
    whole, before = weakref.ref(graph.whole), held(client)
    del graph
    assert (whole() is None) == bool(way)
    assert held(client) < before
    local = cb.maximal_bicliques(edges_of("random"), engine="cpu")
    scores = found.scores("surprise").compute()
    assert sorted(scores) == sorted(local.scores("surprise"))


# Labels without an order, and in the order of categories

MIXED = [1, "a", (1, 2), 2.5, "b", 7, b"c", 3, "d"]


def labelled(make):
    """Many equal bicliques, whose left vertices have labels that a function makes."""
    frame = pd.DataFrame(graphs.random_graph(9, 9, 0.5, seed=8), columns=["u", "v"])
    return frame.assign(u=make(frame["u"]))


def mixed(ids):
    return pd.Series([MIXED[i] for i in ids], dtype=object)


def categories(ids):
    order = [4, 0, 8, 2, 6, 1, 3, 7, 5]
    return pd.Series(pd.Categorical(ids.map("c{}".format), [f"c{i}" for i in order]))


def objects(frame):
    with dask.config.set({"dataframe.convert-string": False}):
        return over(frame)


@ways
def test_labels_without_an_order_are_ranked(way, client):
    frame = labelled(mixed)
    here = cb.maximal_bicliques(frame, engine="cpu")
    found = over_dask.maximal_bicliques(objects(frame), **way)
    for n, by in [(4, "edges"), (11, "share")]:
        best = found.nlargest(n, by)
        assert set(members(best.to_frame().compute())) <= set(members(here.to_frame()))
        score = here.nlargest(n, by).scores(by)
        assert best.scores(by).compute().tolist() == score.tolist()
        # The order does not depend on how the graph is on the workers.
        again = over_dask.maximal_bicliques(objects(frame), partitions=3)
        again = again.nlargest(n, by).to_frame().compute()
        assert members(best.to_frame().compute()) == members(again)
    columns = ["vertex", "n_bicliques", "score"]
    vertices = found.vertices("left").compute()[columns].to_numpy().tolist()
    expected = here.vertices("left")[columns].to_numpy().tolist()
    assert sorted(map(repr, vertices)) == sorted(map(repr, expected))


@ways
def test_ties_are_in_the_order_of_categories(way, client):
    frame = labelled(categories)
    here = cb.maximal_bicliques(frame, engine="cpu")
    found = over_dask.maximal_bicliques(over(frame), **way)
    for n in (3, 5, 9, 14):
        best = found.nlargest(n).to_frame().compute()
        assert members(best) == members(here.nlargest(n).to_frame())


# What only a result on one machine has


@ways
def test_what_is_not_there_says_why(way, client):
    found = over_dask.maximal_bicliques(over(southern_women()), **way)
    for name, instead in [
        ("families", "dask.groups"),
        ("missing", "maximal_bicliques with the edges"),
        ("cover", "maximal_bicliques with the edges"),
        ("covers", "maximal_bicliques with the edges"),
        ("take", "take nlargest"),
        ("iter_batches", "partitions of to_frame"),
        ("to_parquet", "dask.write_maximal_bicliques"),
    ]:
        assert not hasattr(found, name)
        with pytest.raises(AttributeError, match=f"has no {name}, .*{instead}"):
            getattr(found, name)
    with pytest.raises(AttributeError, match="has no attribute 'rings'"):
        found.rings  # noqa: B018
    for call in (lambda: found[:3], lambda: list(found), lambda: found[found.sizes]):
        with pytest.raises(TypeError, match=r"index nor .* of found.to_frame"):
            call()
    with pytest.raises(TypeError, match=r"not .*DaskBicliques: .* edges in one frame"):
        cb.contrast(found, {})
