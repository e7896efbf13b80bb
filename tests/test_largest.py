# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`largest_bicliques` against the oracle, and against `nlargest` of the whole list.

Modules: `api/largest.py`, `calls/largest.py`, `contract/goal.py`, `largest/`,
`search/cpu/bound.py`.
"""

import signal
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.calls import largest as search
from cugraph_biclique.largest import best, ceiling, greedy
from cugraph_biclique.search.cpu import worker

SIZES = ["edges", "balanced", "left", "right"]
SCORE = {
    "edges": lambda left, right: len(left) * len(right),
    "balanced": lambda left, right: min(len(left), len(right)),
    "left": lambda left, right: len(left),
    "right": lambda left, right: len(right),
}


def as_lists(found):
    return [(list(left), sorted(right)) for left, right in found]


def expected(edges, k, by, min_left=1, min_right=1):
    """The k best of the oracle: best first, ties in the canonical order."""
    wanted = [
        (sorted(left), sorted(right))
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    ]
    wanted.sort(key=lambda b: (-SCORE[by](*b), len(b[0]), len(b[1]), b[0]))
    return wanted[:k]


def largest(edges, k=1, **options):
    return cb.largest_bicliques(graphs.as_frame(edges), k, **options)


@pytest.mark.parametrize("by", SIZES)
@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_the_answer_is_that_of_the_whole_list(name, by, engine):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    everything = cb.maximal_bicliques(frame, engine=engine)
    for k in (1, 2, 25):
        found = cb.largest_bicliques(frame, k, by=by, engine=engine)
        best_first = everything.nlargest(k, by)
        assert as_lists(found) == [
            (sorted(left), sorted(right)) for left, right in best_first
        ]
        top = best_first.scores(by)
        assert found.report["exact"]
        assert found.report["upper_bound"] == (int(top.iloc[0]) if len(top) else 0)


@given(
    graphs.bipartite_edges(),
    st.sampled_from(SIZES),
    st.integers(1, 12),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_any_graph(engine, edges, by, k, min_left, min_right):
    sizes = {"min_left": min_left, "min_right": min_right}
    found = largest(edges, k, by=by, engine=engine, **sizes)
    assert as_lists(found) == expected(edges, k, by, **sizes)


def test_more_than_there_are(engine):
    edges = graphs.crown(4)
    everything = naive.maximal_bicliques(edges)
    found = largest(edges, 1000, engine=engine)
    assert len(found) == found.report["bicliques"] == len(everything)
    assert found.report["exact"]


def test_no_biclique_has_the_least_sizes(engine):
    found = largest(graphs.complete(3, 4), min_left=4, engine=engine)
    assert len(found) == 0
    assert found.report["exact"] and found.report["upper_bound"] == 0


def test_a_graph_without_edges(engine):
    found = largest([], engine=engine)
    assert len(found) == 0 and found.report["exact"]


def test_the_largest_group_with_enough_in_common(engine):
    """Twelve left vertices share five right ones, among many that share one hub."""
    group = [(f"g{i}", f"x{j}") for i in range(12) for j in range(5)]
    crowd = [(f"c{i}", "hub") for i in range(50)]
    noise = [(f"c{i}", f"x{i % 5}") for i in range(50)]
    ((left, right),) = largest(
        group + crowd + noise, by="left", min_right=5, engine=engine
    )
    assert list(left) == sorted(f"g{i}" for i in range(12))
    assert list(right) == [f"x{j}" for j in range(5)]


@pytest.mark.parametrize("by", SIZES)
@pytest.mark.parametrize("k", [1, 6])
def test_without_greedy_descents(by, k, engine, monkeypatch):
    """The search guesses a least score, lowers it, and raises it by what it finds."""
    monkeypatch.setattr(search, "add_greedy", lambda *_: 0)
    for seed in range(3):
        edges = graphs.random_graph(16, 24, 0.5, seed=seed)
        assert as_lists(largest(edges, k, by=by, engine=engine)) == expected(
            edges, k, by
        )


@pytest.mark.parametrize("by", SIZES)
def test_ties_are_merged_in_small_batches(by, engine, monkeypatch):
    monkeypatch.setattr(best, "MOST_WAITING", 3)
    edges = graphs.crown(7)  # 126 bicliques of few sizes
    for k in (1, 5, 60):
        assert as_lists(largest(edges, k, by=by, engine=engine)) == expected(
            edges, k, by
        )


def test_greedy_descents_pass_through_maximal_bicliques():
    edges = graphs.random_graph(14, 20, 0.6, seed=5)
    graph = cb.bipartite_graph(graphs.as_frame(edges))
    every = naive.maximal_bicliques(edges)
    sizes = {tuple(sorted(left)): len(right) for left, right in every}
    for side, least in (("left", 2), ("right", 3)):
        descents = greedy.Descents(graph, side)
        for root in descents.roots().tolist():
            steps = descents.descend(root, least, 10**6).copy()
            found = descents.found(np.arange(len(steps)), steps)
            for i, n_right in enumerate(found.n_right):
                left = found.left[found.offsets[i] : found.offsets[i + 1]]
                assert sizes[tuple(left.tolist())] == n_right
            assert (steps[:, 1] >= least).all()


# Time limits


class Clock:
    """A clock that makes a search late after some looks at it."""

    def __init__(self, monkeypatch, looks):
        self.left = looks
        monkeypatch.setattr(search.Incumbent, "is_late", self.is_late)

    def is_late(self):
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("by", SIZES)
@pytest.mark.parametrize("looks", [0, 1, 20, 300, 520, 525, 540])
def test_a_search_that_runs_out_of_time(by, looks, engine, monkeypatch):
    edges = graphs.random_graph(60, 40, 0.5, seed=9)
    sizes = {"min_left": 4, "min_right": 4}
    every = cb.maximal_bicliques(
        graphs.as_frame(edges), sort=True, engine="cpu", **sizes
    )
    maximal = {tuple(left): tuple(sorted(right)) for left, right in every}
    top = every.nlargest(1, by).scores(by).iloc[0]
    clock = Clock(monkeypatch, looks)
    found = largest(edges, 3, by=by, engine=engine, time_limit=60, **sizes)
    assert clock.left < looks
    for left, right in found:
        assert maximal[tuple(left)] == tuple(sorted(right))
    assert found.report["upper_bound"] >= top
    if found.report["exact"]:
        assert as_lists(found) == [
            (sorted(left), sorted(right)) for left, right in every.nlargest(3, by)
        ]


def test_the_time_is_up_at_once(engine):
    edges = graphs.random_graph(30, 30, 0.5, seed=1)
    found = largest(edges, time_limit=1e-9, engine=engine)
    assert not found.report["exact"]
    assert found.report["upper_bound"] >= len(expected(edges, 1, "edges")[0][0])


@given(graphs.bipartite_edges())
def test_eigenvalues_bound_the_edges(edges):
    left, right = (sorted({edge[i] for edge in edges}) for i in (0, 1))
    has_edge = np.zeros((len(left), len(right)), bool)
    for u, v in edges:
        has_edge[left.index(u), right.index(v)] = True
    if edges:
        (members,) = expected(edges, 1, "edges")
        assert ceiling.most_edges(has_edge) >= SCORE["edges"](*members)


def test_the_bound_of_a_dense_random_graph():
    """The degrees alone would allow more than 10,000 edges."""
    has_edge = np.random.default_rng(1).random((200, 200)) < 0.7
    assert ceiling.most_edges(has_edge) < 2000


def test_ctrl_c_ends_a_search_without_end(monkeypatch):
    """The signal comes when a thread searches."""
    at_work, advance = threading.Event(), worker.SearchWorker.advance_to

    def tell(self, goal):
        at_work.set()
        return advance(self, goal)

    def press():
        at_work.wait()
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    monkeypatch.setattr(worker.SearchWorker, "advance_to", tell)
    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    edges = graphs.random_graph(120, 120, 0.7, seed=3)
    with pytest.raises(KeyboardInterrupt):
        largest(edges, by="balanced", engine="cpu")
    presser.join()


# Arguments


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"k": 0}, ValueError, "k=0 is too small"),
        ({"k": 1.0}, TypeError, "k must be an integer"),
        ({"by": "share"}, ValueError, "by='share' is unknown"),
        ({"by": 3}, ValueError, "by=3 is unknown"),
        ({"min_left": 0}, ValueError, "min_left=0 is too small"),
        ({"time_limit": "5"}, TypeError, "time_limit must be a number of seconds"),
        ({"time_limit": True}, TypeError, "time_limit must be a number of seconds"),
        ({"time_limit": 0}, ValueError, "time_limit=0 is not a positive number"),
        ({"time_limit": float("nan")}, ValueError, "is not a positive number"),
        ({"progress": 3}, TypeError, "progress must be"),
    ],
)
def test_bad_arguments(options, error, message):
    with pytest.raises(error, match=message):
        cb.largest_bicliques(graphs.as_frame([(1, 2)]), engine="cpu", **options)


def test_the_names_of_columns_and_their_labels(engine):
    frame = graphs.as_frame([("a", "x"), ("b", "x"), ("b", "y")])
    frame.columns = ["user", "item"]
    frame["weight"] = 1
    found = cb.largest_bicliques(frame, left="item", right="user", engine=engine)
    assert as_lists(found) == [(["x"], ["a", "b"])]


def test_the_report_and_progress(engine):
    calls = []
    found = largest(
        graphs.random_graph(30, 30, 0.4, seed=2),
        engine=engine,
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls and all(0 < done <= total for done, total in calls)
    assert found.report["engine"] == engine
    assert set(found.report["seconds"]) >= {"input", "greedy", "reduce", "search"}
    assert found.report["nodes"] > 0
