# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of a graph: its (alpha, beta)-core, and its (p, q)-bicliques.

Modules: `api/subgraphs.py`, `calls/subgraphs.py`, `preparation/core_numbers.py`,
`contract/sets.py`, `listing/`.
"""

from itertools import islice
from math import comb

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.contract.sets import MOST, Binomials
from cugraph_biclique.data import southern_women
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.listing import cpu, growing
from test_answers import host

GRAPHS = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-6-5": graphs.complete(6, 5),
    "star": graphs.star(9),
    "crown-6": graphs.crown(6),
    "random": graphs.random_graph(12, 10, 0.6, seed=2),
    "uneven": graphs.random_graph(5, 40, 0.5, seed=3),
    "twins": graphs.twins(graphs.random_graph(5, 6, 0.5, seed=1)),
}


# The core


@given(graphs.bipartite_edges(), st.integers(1, 4))
def test_the_core_numbers_of_any_graph(engine, edges, alpha):
    frame = graphs.as_frame(edges)
    expected = [{}, {}]
    for u, v in edges:
        expected[0][u] = expected[1][v] = 0
    beta = 1
    while core := naive.core(edges, alpha, beta):
        for u, v in core:
            expected[0][u] = expected[1][v] = beta
        beta += 1
    for side, numbers in zip(("left", "right"), expected, strict=True):
        found = host(cb.core_numbers(frame, alpha, side, engine=engine))
        assert found["vertex"].tolist() == sorted(numbers)
        assert dict(zip(found["vertex"], found["beta"], strict=True)) == numbers
        assert (found["alpha"] == alpha).all()


@pytest.mark.parametrize("side", ["left", "right"])
def test_core_numbers_of_complete_graphs(engine, side):
    frame = graphs.as_frame(graphs.complete(6, 5))
    found = host(cb.core_numbers(frame, [5, 1, 6], side, engine=engine))
    n = {"left": 6, "right": 5}[side]
    assert found["alpha"].tolist() == [5] * n + [1] * n + [6] * n
    assert found["beta"].tolist() == [6] * (2 * n) + [0] * n
    assert found.dtypes.tolist()[1:] == [np.int32] * 2


def test_core_numbers_of_a_known_graph(engine):
    women = southern_women()
    found = host(cb.core_numbers(women, 4, "right", engine=engine))
    for beta in range(1, found["beta"].max() + 2):
        core = host(cb.core(women, 4, beta, engine=engine))
        assert set(core.iloc[:, 1]) == set(found["vertex"][found["beta"] >= beta])


def test_core_numbers_keep_labels_in_their_order():
    edges = pd.DataFrame({"u": pd.Categorical(["z", "x"], ["z", "x"]), "v": [1, 1]})
    found = cb.core_numbers(edges, 1, "left")
    assert found["vertex"].dtype == edges["u"].dtype
    assert found["vertex"].tolist() == ["z", "x"]
    assert len(cb.core_numbers(edges[:0], 2, "left")) == 0


@pytest.mark.parametrize(
    ("alpha", "side", "message"),
    [
        (0, "left", "alpha=0 is too small"),
        ([2, 0.5], "left", "alpha must be an integer"),
        ([], "left", "alpha=.. has no degree"),
        (2, "both", "side='both' is unknown"),
    ],
)
def test_what_core_numbers_refuse(alpha, side, message):
    with pytest.raises((TypeError, ValueError), match=message):
        cb.core_numbers(southern_women(), alpha, side)


@given(graphs.bipartite_edges(), st.integers(1, 4), st.integers(1, 4))
def test_the_core_of_any_graph(engine, edges, alpha, beta):
    found = host(cb.core(graphs.as_frame(edges), alpha, beta, engine=engine))
    expected = sorted(naive.core(edges, alpha, beta))
    assert list(found.columns) == ["user", "item"]
    assert list(found.itertuples(index=False, name=None)) == expected


def test_the_core_keeps_labels_dtypes_and_names(engine):
    edges = pd.DataFrame(
        {
            "w": [0.5] * 5,
            ("a", 1): pd.Categorical(["z", "x", "z", "x", "y"], ["z", "y", "x"]),
            7: pd.to_datetime(["2020", "2020", "2021", "2021", "2020"]),
        }
    )
    edges = pd.concat([edges, edges[:2]])
    found = host(cb.core(edges, 2, 2, left=("a", 1), right=7, engine=engine))
    assert list(found.columns) == [("a", 1), 7]
    assert found[("a", 1)].tolist() == ["z", "z", "x", "x"]  # as the categories
    assert found.dtypes.tolist() == edges.dtypes.tolist()[1:]
    assert list(found.index) == [0, 1, 2, 3]


def test_the_core_of_a_known_graph(engine):
    found = host(cb.core(southern_women(), 4, 3, engine=engine))
    degree = nx.from_pandas_edgelist(found, *found.columns).degree
    women, events = map(set, (found.iloc[:, 0], found.iloc[:, 1]))
    assert min(degree[v] for v in women) >= 4
    assert min(degree[v] for v in events) >= 3
    every = set(southern_women().iloc[:, :2].itertuples(index=False, name=None))
    assert set(found.itertuples(index=False, name=None)) == naive.core(every, 4, 3)


def test_a_core_may_be_empty(engine):
    found = host(cb.core(graphs.as_frame(graphs.path(9)), 2, 2, engine=engine))
    assert found.shape == (0, 2) and found.dtypes.tolist() == [np.int64] * 2


def test_the_core_of_a_networkx_graph():
    graph = nx.complete_bipartite_graph(2, 3)
    graph.add_node(99, bipartite=1)
    graph.add_edge(0, 99)
    found = cb.core(graph, 3, 2, engine="cpu")
    assert found.to_dict("list") == {
        "left": [0, 0, 0, 1, 1, 1], "right": [2, 3, 4, 2, 3, 4]
    }  # fmt: skip


# (p, q)-bicliques


def listed(edges, p, q, **options):
    """All rows of all batches."""
    found = [
        host(b) for b in cb.iter_bicliques(graphs.as_frame(edges), p, q, **options)
    ]
    names = [f"left_{i + 1}" for i in range(p)] + [f"right_{i + 1}" for i in range(q)]
    assert all(list(frame.columns) == names for frame in found)
    return [row for frame in found for row in frame.itertuples(index=False, name=None)]


def as_rows(frame):
    """The rows of a frame, as tuples."""
    return list(host(frame).itertuples(index=False, name=None))


def in_order(edges, p, q):
    """The rows of the oracle, in the order of the docstring."""

    def key(row):
        left, right = row[:p], row[p:]
        return (left, right[::-1]) if p <= q else (right, left[::-1])

    return sorted(naive.bicliques(edges, p, q), key=key)


@given(graphs.bipartite_edges(), st.integers(1, 4), st.integers(1, 4))
def test_bicliques_of_any_graph(engine, edges, p, q):
    edges = edges[:40]  # of more, there may be millions
    assert listed(edges, p, q, engine=engine) == in_order(edges, p, q)


@pytest.mark.parametrize("p", [1, 2, 3, 5])
@pytest.mark.parametrize("q", [1, 2, 4])
@pytest.mark.parametrize("name", GRAPHS)
def test_as_many_as_are_counted(name, p, q, engine):
    frame = graphs.as_frame(GRAPHS[name])
    sizes = [
        len(b) for b in cb.iter_bicliques(frame, p, q, batch_size=7, engine=engine)
    ]
    assert sum(sizes) == cb.biclique_count(frame, p, q, engine=engine)
    assert all(size == 7 for size in sizes[:-1]) and 0 not in sizes


@pytest.mark.parametrize("batch_size", [1, 2, 5, 64, 10**30])
@pytest.mark.parametrize("most_wedges", [1, 50, 1 << 22])
def test_steps_and_batches_do_not_change_the_rows(
    batch_size, most_wedges, engine, monkeypatch
):
    monkeypatch.setattr(growing, "MOST_WEDGES", most_wedges)
    edges = GRAPHS["random"]
    for p, q in ((3, 4), (4, 3)):
        rows = listed(edges, p, q, batch_size=batch_size, engine=engine)
        assert rows == in_order(edges, p, q)


@pytest.mark.parametrize("worth", [1, 40])
def test_threads_do_not_change_the_rows(worth, monkeypatch):
    monkeypatch.setattr(cpu, "WORTH_THREADS", worth)
    for name in ("random", "uneven", "complete-6-5", "star"):
        for p, q in ((3, 4), (2, 1), (1, 2)):
            for batch_size in (7, 10**6):
                edges = GRAPHS[name]
                rows = listed(edges, p, q, batch_size=batch_size, engine="cpu")
                assert rows == in_order(edges, p, q)


def test_a_set_with_more_choices_than_any_batch(engine):
    frame = graphs.as_frame(graphs.complete(2, 200))
    assert comb(200, 100) > MOST
    found = cb.iter_bicliques(frame, 2, 100, batch_size=3, engine=engine)
    rows = [row for batch in islice(found, 4) for row in as_rows(batch)]
    found.close()
    others = [
        (0, 1, *range(skipped), *range(skipped + 1, 101))
        for skipped in range(99, 88, -1)
    ]
    assert rows == [(0, 1, *range(100)), *others]


def test_binomials_are_exact_or_reported_as_many():
    table = Binomials.up_to(300, 8)
    for j in range(9):
        sizes = np.arange(j, 301)
        exact = [min(comb(int(n), j), MOST) for n in sizes]
        assert table.choices(sizes, j).tolist() == exact


def test_closing_ends_the_work(engine, monkeypatch):
    ended = []
    real = growing.complete_sets

    def watched(*arguments):
        try:
            yield from real(*arguments)
        finally:
            ended.append(True)

    monkeypatch.setattr("cugraph_biclique.calls.subgraphs.complete_sets", watched)
    monkeypatch.setattr(growing, "MOST_WEDGES", 1)
    frame = graphs.as_frame(GRAPHS["random"])
    for _ in cb.iter_bicliques(frame, 2, 2, batch_size=1, engine=engine):
        break
    found = cb.iter_bicliques(frame, 2, 2, batch_size=1, engine=engine)
    next(found)
    found.close()
    assert ended


def test_progress_ends_with_all_roots(engine, monkeypatch):
    monkeypatch.setattr(growing, "MOST_WEDGES", 30)
    seen = []
    frame = graphs.as_frame(GRAPHS["random"])
    for _ in cb.iter_bicliques(
        frame, 2, 2, engine=engine, progress=lambda *now: seen.append(now)
    ):
        pass
    assert len(seen) > 2 and seen == sorted(seen) and seen[-1] == (12, 12)


@pytest.mark.parametrize("budget", [1000, 40_000])  # for the graph, and for a vertex
def test_a_budget_that_is_too_small(budget, engine):
    frame = graphs.as_frame(graphs.complete(60, 60))
    found = cb.iter_bicliques(frame, 2, 2, engine=engine, memory_budget=budget)
    with pytest.raises(MemoryBudgetError, match="raise memory_budget, or ask"):
        next(found)


def test_labels_and_sides_come_back(engine):
    frame = pd.DataFrame({"who": list("bbaa"), "what": [2.5, 0.5, 0.5, 2.5]})
    [batch] = cb.iter_bicliques(frame, 2, 2, engine=engine)
    assert host(batch).to_dict("records") == [
        {"left_1": "a", "left_2": "b", "right_1": 0.5, "right_2": 2.5}
    ]


@pytest.mark.gpu
def test_both_engines_list_the_same_rows():
    edges = graphs.random_graph(60, 40, 0.4, seed=7)
    assert listed(edges, 3, 3, engine="gpu") == listed(edges, 3, 3, engine="cpu")
