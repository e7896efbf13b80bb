# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques that contain given vertices, and bicliques up to a size.

Modules: `calls/neighbourhood.py`, `request/containing.py`.
"""

import datetime
from collections import Counter

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.calls import neighbourhood
from cugraph_biclique.data import southern_women
from test_answers import expected_score, host

EDGES = sorted(set(graphs.random_graph(24, 14, 0.6, seed=2)))


def containing_all(edges, left=(), right=()):
    return {
        members
        for members in naive.maximal_bicliques(edges)
        if set(left) <= members[0] and set(right) <= members[1]
    }


@given(graphs.bipartite_edges(), st.data())
def test_bicliques_that_contain_some_vertices(engine, edges, data):
    lefts, rights = ({edge[i] for edge in edges} for i in (0, 1))
    if not edges:
        return
    some = st.lists(st.sampled_from(sorted(lefts)), max_size=3)
    others = st.lists(st.sampled_from(sorted(rights)), max_size=3)
    left, right = data.draw(some), data.draw(others)
    if not left and not right:
        left = [min(lefts)]
    containing = {"left": left, "right": right}
    expected = containing_all(edges, left, right)
    frame = graphs.as_frame(edges)
    found = cb.maximal_bicliques(frame, containing=containing, engine=engine)
    assert graphs.as_set(found) == expected
    count = cb.maximal_biclique_count(frame, containing=containing, engine=engine)
    assert count == len(expected)


@pytest.mark.parametrize(
    "containing",
    [
        {"left": 3},
        {"left": [3, 7]},
        {"right": 5},
        {"right": (5, 2, 5)},
        {"left": [3], "right": [5]},
        {"left": 3, "right": []},
        {"left": np.array([3, 7]), "right": pd.Series([5])},
        {"left": {3, 7}, "right": range(2)},
    ],
)
@pytest.mark.parametrize("least", [1, 2, 3])
def test_labels_of_any_collection_and_least_sizes(containing, least, engine):
    left = np.atleast_1d(list(np.atleast_1d(containing.get("left", []))))
    right = np.atleast_1d(list(np.atleast_1d(containing.get("right", []))))
    left = [3, 7] if isinstance(containing.get("left"), set) else left
    expected = {
        (one, other)
        for one, other in containing_all(EDGES, left, right)
        if len(one) >= least and len(other) >= least
    }
    found = cb.maximal_bicliques(
        graphs.as_frame(EDGES), containing=containing, min_left=least,
        min_right=least, engine=engine,
    )  # fmt: skip
    assert graphs.as_set(found) == expected


def test_every_call_takes_them(engine, tmp_path):
    frame = graphs.as_frame(EDGES)
    options = {
        "containing": {"left": 3}, "max_left": 6, "max_right": 5, "engine": engine,
    }  # fmt: skip
    expected = {
        members
        for members in containing_all(EDGES, [3])
        if len(members[0]) <= 6 and len(members[1]) <= 5
    }
    assert 0 < len(expected) < len(containing_all(EDGES, [3]))
    assert graphs.as_set(cb.maximal_bicliques(frame, **options)) == expected
    assert cb.maximal_biclique_count(frame, **options) == len(expected)
    batches = list(cb.iter_maximal_bicliques(frame, batch_size=2, **options))
    assert set().union(*map(graphs.as_set, batches)) == expected
    assert sum(map(len, batches)) == len(expected)
    sizes = cb.maximal_biclique_sizes(frame, **options)
    assert sizes["count"].sum() == len(expected)
    assert cb.write_maximal_bicliques(frame, tmp_path, **options) == len(expected)
    assert set(graphs.read(tmp_path)) == expected


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        ({"max_left": 7}, "max_left=6 instead of 7"),
        ({"max_right": 5}, "max_right=None instead of 5"),
        ({"containing": {"left": 4}}, "other vertices in containing"),
        ({"containing": None}, "other vertices in containing"),
    ],
)
def test_a_data_set_of_other_limits_is_not_resumed(other, differs, tmp_path):
    frame = graphs.as_frame(EDGES)
    asked = {"containing": {"left": 3}, "max_left": 6, "engine": "cpu"}
    first = cb.write_maximal_bicliques(frame, tmp_path, **asked)
    assert cb.write_maximal_bicliques(frame, tmp_path, **asked) == first
    with pytest.raises(FileExistsError, match=differs):
        cb.write_maximal_bicliques(frame, tmp_path, **(asked | other))


@pytest.mark.parametrize("by", ["edges", "share", "share_left", "lift", "surprise"])
def test_scores_are_those_in_the_whole_graph(by, engine):
    graph = cb.bipartite_graph(graphs.as_frame(EDGES))
    u, v = EDGES[20]
    found = cb.maximal_bicliques(
        graph, containing={"left": u, "right": v}, engine=engine
    )
    assert len(found) > 3
    assert {u for u, _ in EDGES} > set(host(found.left)["vertex"])
    expected = [expected_score(EDGES, *members, by) for members in found]
    np.testing.assert_allclose(host(found.scores(by)), expected, rtol=1e-9, atol=1e-6)
    best = found.nlargest(3, by)
    assert graphs.as_set(best) <= graphs.as_set(found)
    assert u in set(host(found.vertices("left"))["vertex"])


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("containing", [{"left": 17}, {"right": [9, 11]}], ids=str)
def test_the_vertices_are_those_of_the_members(containing, side, engine):
    found = cb.maximal_bicliques(
        graphs.as_frame(EDGES), containing=containing, engine=engine
    )
    in_members = Counter(v for biclique in found for v in getattr(biclique, side))
    table = host(found.vertices(side))
    counts = table["n_bicliques"].tolist()
    assert dict(zip(table["vertex"].tolist(), counts, strict=True)) == in_members
    edges = host(found.scores("edges"))
    assert table["score"].tolist() == edges[table["biclique"]].tolist()
    for vertex, at in zip(table["vertex"], table["biclique"], strict=True):
        (biclique,) = found[[at]]
        assert vertex in getattr(biclique, side)


def test_sorted_results_are_part_of_the_whole_result(engine):
    frame = graphs.as_frame(EDGES)
    every = graphs.as_list(cb.maximal_bicliques(frame, sort=True, engine=engine))
    found = cb.maximal_bicliques(
        frame, containing={"right": 5}, sort=True, engine=engine
    )
    assert graphs.as_list(found) == [each for each in every if 5 in each[1]]


def test_vertices_without_common_neighbours_are_in_no_biclique(engine):
    frame = graphs.as_frame([(1, 1), (1, 2), (2, 3), (3, 3)])
    for containing in ({"left": [1, 2]}, {"left": 1, "right": 3}, {"right": [1, 3]}):
        found = cb.maximal_bicliques(frame, containing=containing, engine=engine)
        assert len(found) == len(found.to_frame()) == len(found.scores()) == 0


def test_the_whole_graph_is_not_prepared(monkeypatch):
    seen = []
    real = neighbourhood.renumbered

    def record(left, right):
        seen.append(len(left))
        return real(left, right)

    monkeypatch.setattr(neighbourhood, "renumbered", record)
    edges = graphs.disjoint_union(graphs.crown(4), graphs.complete(50, 50))
    cb.maximal_bicliques(
        graphs.as_frame(edges), containing={"left": [(0, 1)]}, engine="cpu"
    )
    assert seen and max(seen) <= 12


def test_vertices_of_a_networkx_graph_need_no_side(engine):
    graph = nx.Graph([("ann", "tea"), ("bob", "tea"), ("bob", "rum")])
    expected = {
        "ann": [(["ann", "bob"], ["tea"])],
        "rum": [(["bob"], ["rum", "tea"])],
        "tea": [(["ann", "bob"], ["tea"]), (["bob"], ["rum", "tea"])],
    }
    built = cb.bipartite_graph(graph)
    for label, bicliques in expected.items():
        for G in (graph, built):
            found = cb.maximal_bicliques(G, containing=label, engine=engine)
            assert sorted((sorted(x), sorted(y)) for x, y in found) == bicliques
    both = cb.maximal_bicliques(graph, containing=["ann", "tea"], engine=engine)
    assert [(sorted(x), sorted(y)) for x, y in both] == [(["ann", "bob"], ["tea"])]
    same = cb.maximal_bicliques(graph, containing={"right": "tea"}, engine=engine)
    assert graphs.as_set(same) > graphs.as_set(both)
    with pytest.raises(ValueError, match="containing has the label 'gin'"):
        cb.maximal_bicliques(graph, containing=["tea", "gin"], engine=engine)


KINDS = {
    "strings": ["a", "b", "c"],
    "floats": np.array([0.5, 1.5, 2.5], np.float32),
    "halves": np.array([0.5, 1.5, 2.5], np.float16),
    "dates": pd.to_datetime(["2020-01-01", "2021-01-01", "2022-01-01"]),
    "days": np.array([datetime.date(2020, 1, d) for d in (1, 2, 3)], object),
    "categories": pd.Categorical(["x", "y", "z"], ["z", "y", "x", "w"]),
    "mixed": np.array([1, "1", "b"], object),
    "big": np.array([2**63, 2**63 + 1, 5], np.uint64),
    "nullable": pd.array([1, 2, 3], "Int64"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_labels_of_any_dtype(kind):
    labels = KINDS[kind]
    frame = pd.DataFrame({"user": labels, "item": [0, 0, 1]})
    for place, label in enumerate(frame["user"]):
        found = cb.maximal_bicliques(frame, containing={"left": label}, engine="cpu")
        assert [sorted(right) for _, right in found] == [[int(place == 2)]]


def test_labels_that_are_tuples_come_in_a_list():
    edges = [((1, 2), "a"), ((3, 4), "a"), ((3, 4), "b")]
    found = cb.maximal_bicliques(
        graphs.as_frame(edges), containing={"left": [(1, 2)]}, engine="cpu"
    )
    assert graphs.as_set(found) == {(frozenset({(1, 2), (3, 4)}), frozenset("a"))}


@pytest.mark.parametrize(
    "label",
    ["1", 1.5, None, float("nan"), "2020-01-01", b"1", 2**70, (1,), pd.NaT, object()],
)
def test_labels_that_are_only_similar_are_unknown(label):
    frame = pd.DataFrame({"user": [1, 2], "item": [2020, 1]})
    with pytest.raises(ValueError, match="which is not in G"):
        cb.maximal_bicliques(frame, containing={"left": [label]}, engine="cpu")


@pytest.mark.parametrize("label", ["2020", "2020-01-01", 0, datetime.date(2020, 1, 1)])
def test_a_part_of_a_date_names_no_date(label):
    frame = pd.DataFrame({"day": pd.to_datetime(["2020-01-01"]), "item": [1]})
    with pytest.raises(ValueError, match="which is not in G"):
        cb.maximal_bicliques(frame, containing={"left": label}, engine="cpu")


# Largest sizes


@given(graphs.bipartite_edges(), st.integers(1, 5), st.integers(1, 5))
def test_bicliques_up_to_a_size(engine, edges, most_left, most_right):
    frame = graphs.as_frame(edges)
    every = naive.maximal_bicliques(edges)
    for options, wanted in (
        ({"max_left": most_left}, lambda left, right: len(left) <= most_left),
        ({"max_right": most_right}, lambda left, right: len(right) <= most_right),
        (
            {"max_left": most_left, "max_right": most_right},
            lambda left, right: len(left) <= most_left and len(right) <= most_right,
        ),
    ):
        expected = {members for members in every if wanted(*members)}
        found = cb.maximal_bicliques(frame, engine=engine, **options)
        assert graphs.as_set(found) == expected
        assert cb.maximal_biclique_count(frame, engine=engine, **options) == len(
            expected
        )
        sizes = cb.maximal_biclique_sizes(frame, engine=engine, **options)
        assert sizes["count"].sum() == len(expected)


def test_dropped_bicliques_take_no_memory(engine):
    frame = graphs.as_frame(graphs.random_graph(60, 40, 0.4, seed=5))
    every = cb.maximal_bicliques(frame, engine=engine)
    few = cb.maximal_bicliques(frame, max_left=2, engine=engine)
    assert 0 < len(few) < len(every) / 4
    assert few.report["bytes"] < every.report["bytes"] / 3
    chosen = every[host(every.sizes["n_left"]).to_numpy() <= 2]
    assert graphs.as_set(few) == graphs.as_set(chosen)
    seen = []
    batches = cb.iter_maximal_bicliques(
        frame, max_left=2, engine=engine, progress=lambda done, total: seen.append(done)
    )
    assert sum(map(len, batches)) == len(few) and seen


def test_a_woman_and_her_events():
    found = cb.maximal_bicliques(
        southern_women(), containing={"left": "Flora Price"}, engine="cpu", sort=True
    )
    every = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    assert list(found) == [each for each in every if "Flora Price" in each.left]
