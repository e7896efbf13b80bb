# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random graphs with independent edges, whose mean degrees are those of a graph.

Modules: `randomization/bicm.py`, `randomization/nulls.py`.
"""

from collections import Counter
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.randomization import bicm
from test_answers import host


def naive_probabilities(frame):
    """The probability of each edge, by gradient ascent over all vertices."""
    a = pd.crosstab(frame.iloc[:, 0], frame.iloc[:, 1]).to_numpy().clip(max=1)
    rows, columns = a.sum(1), a.sum(0)
    x, y = np.zeros(len(rows)), np.zeros(len(columns))
    for _ in range(20_000):
        p = 1 / (1 + np.exp(-(x[:, None] + y)))
        x += 4 * (rows - p.sum(1)) / a.shape[1]
        p = 1 / (1 + np.exp(-(x[:, None] + y)))
        y += 4 * (columns - p.sum(0)) / a.shape[0]
    return 1 / (1 + np.exp(-(x[:, None] + y)))


def probabilities(frame):
    """The same by classes of degrees, a row per left vertex."""
    drawn = bicm.RandomGraphs(cb.bipartite_graph(frame), 1)
    p = np.repeat(np.repeat(drawn.p, drawn.left.size, 0), drawn.right.size, 1)
    out = np.empty_like(p)
    out[np.ix_(drawn.left.vertices, drawn.right.vertices)] = p
    return out


def test_probabilities_are_those_of_the_naive_ascent():
    p = probabilities(southern_women())
    np.testing.assert_allclose(p, naive_probabilities(southern_women()), atol=1e-6)


def test_a_regular_graph_has_one_probability():
    edges = [(u, (u + k) % 12) for u in range(12) for k in range(5)]
    np.testing.assert_allclose(probabilities(graphs.as_frame(edges)), 5 / 12)


def test_equal_degrees_on_one_side_are_shares_of_the_other():
    """Left vertices of degree 3 each: p is the degree of v over their number."""
    chance = np.random.default_rng(2)
    edges = [(u, v) for u in range(20) for v in chance.choice(9, 3, replace=False)]
    frame = graphs.as_frame(edges)
    expected = frame.iloc[:, 1].value_counts().sort_index().to_numpy() / 20
    np.testing.assert_allclose(
        probabilities(frame), np.tile(expected, (20, 1)), atol=1e-7
    )


@pytest.mark.parametrize(
    "edges",
    [
        [(u, v) for u in range(6) for v in range(6) if u + v < 6],
        [(u, v) for u in range(4) for v in range(3)],
        [(0, v) for v in range(5)],
        [],
    ],
)
def test_degrees_of_a_single_graph_draw_this_graph(edges, engine):
    frame = graphs.as_frame(edges)
    (drawn,) = cb.random_graphs(frame, 1, 3, null="bicm", engine=engine)
    rows = list(host(drawn).itertuples(index=False, name=None))
    assert rows == sorted(edges)


@given(graphs.bipartite_edges())
def test_mean_degrees_are_those_of_the_graph(edges):
    frame = graphs.as_frame(edges).drop_duplicates()
    p = probabilities(frame)
    for axis, name in ((1, frame.columns[0]), (0, frame.columns[1])):
        degree = frame[name].value_counts().sort_index().to_numpy()
        np.testing.assert_allclose(p.sum(axis), degree, rtol=0.01)
    assert ((p >= 0) & (p <= 1)).all()


def test_edges_are_drawn_with_their_probabilities():
    """The frequency of each edge in many graphs, and of pairs of edges."""
    n, edges = 1500, southern_women()
    p = probabilities(edges)
    left, right = (np.unique(edges[name]) for name in edges)
    drawn = np.zeros((n, *p.shape), bool)
    for i, graph in enumerate(cb.random_graphs(edges, n, 7, null="bicm", engine="cpu")):
        assert not graph.duplicated().any()
        ends = zip(graph, (left, right), strict=True)
        drawn[i][tuple(np.searchsorted(labels, graph[k]) for k, labels in ends)] = True
    deviation = np.abs(drawn.mean(0) - p) / np.sqrt(p * (1 - p) / n + 1e-12)
    assert deviation.max() < 4.5
    assert abs(drawn.sum((1, 2)).mean() - len(edges)) < 1
    # Independent edges: the covariances of the edges of a row are zero.
    row = drawn[:, 0].astype(float)
    assert np.abs(np.cov(row.T) - np.diag(np.diag(np.cov(row.T)))).max() < 0.035


def test_subsets_are_equally_likely():
    """All subsets of 1 to 4 of 5 numbers, of several at once."""
    sizes, counts = np.array([5, 0, 5, 5, 1, 5]), np.array([1, 0, 2, 3, 1, 4])
    seen = [Counter() for _ in sizes]
    rng, n = np.random.default_rng(4), 3000
    for _ in range(n):
        which, numbers = bicm.subsets(rng, sizes, counts)
        assert (np.bincount(which, minlength=6) == counts).all()
        for i in range(6):
            seen[i][tuple(sorted(numbers[which == i].tolist()))] += 1
    for i in range(6):
        subsets = list(combinations(range(sizes[i]), counts[i]))
        assert set(seen[i]) == set(subsets)
        mean = n / len(subsets)
        assert all(abs(seen[i][s] - mean) < 5 * mean**0.5 for s in subsets)


def test_the_seed_and_the_number_of_a_graph_decide(engine):
    def drawn(n, seed):
        found = cb.random_graphs(southern_women(), n, seed, null="bicm", engine=engine)
        return [host(edges).to_numpy().tolist() for edges in found]

    few, many = drawn(2, 5), drawn(4, 5)
    assert many[:2] == few and many[0] != many[1]
    assert drawn(1, 6) != few[:1] and drawn(1, 1 << 100)
    united = bicm.RandomGraphs(cb.bipartite_graph(southern_women()), 5).union(3)
    assert united.n_edges == sum(map(len, many[:3]))


@pytest.mark.parametrize("by", ["surprise", "lift", "share", "edges"])
def test_p_values_are_those_of_these_graphs(by, engine):
    edges, draws = southern_women(), 9
    least = {"min_left": 2, "min_right": 2}
    found = cb.maximal_bicliques(edges, engine=engine, **least)
    answer = host(found.p_values(by, draws=draws, seed=3, null="bicm"))
    drawn = bicm.RandomGraphs(cb.bipartite_graph(edges), 3)
    best = [
        cb.maximal_bicliques(drawn.union(1), engine="cpu", **least).scores(by).max()
        for _ in range(draws)
    ]
    reached = np.less_equal.outer(answer["score"].to_numpy() - 1e-9, best).sum(1)
    np.testing.assert_allclose(answer["p_value"], (1 + reached) / (1 + draws))


def test_sizes_are_those_of_these_graphs(engine):
    edges, draws = southern_women(), 5
    found = cb.significance(edges, draws, seed=3, null="bicm", engine=engine)
    totals = [
        cb.maximal_biclique_count(graph, engine="cpu")
        for graph in cb.random_graphs(edges, draws, 3, null="bicm", engine="cpu")
    ]
    assert found.sizes["mean"].sum() == pytest.approx(np.mean(totals))


@pytest.mark.parametrize("seed", [5 + (1 << 32), 5 + (1 << 64), 5 + (1 << 127)])
def test_a_large_seed_does_not_draw_the_graphs_of_a_small_one(seed):
    women = southern_women()
    large = list(cb.random_graphs(women, 2, seed, null="bicm", engine="cpu"))
    small = list(cb.random_graphs(women, 3, 5, null="bicm", engine="cpu"))
    assert not any(one.equals(other) for one in large for other in small)


@pytest.mark.parametrize("null", ["degrees", None, 1, ["bicm"]])
def test_a_null_model_has_a_known_name(null):
    edges = southern_women()
    found = cb.maximal_bicliques(edges, engine="cpu")
    for call in (
        lambda: cb.random_graphs(edges, 1, 1, null=null),
        lambda: cb.significance(edges, 1, seed=1, null=null),
        lambda: found.p_values(draws=1, seed=1, null=null),
    ):
        with pytest.raises(
            ValueError, match=r"null=.* is unknown: pass one of 'swaps'"
        ):
            call()
