# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Projections on one side: NetworkX and closed forms are the oracles.

Modules: `api/projection.py`, `calls/projection.py`, `results/pair_scores.py`.
"""

from itertools import combinations
from math import comb

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.randomization.bicm import Classes, probabilities
from cugraph_biclique.results.pair_scores import Rates
from test_answers import host

bipartite = nx.bipartite
SIDES = ["left", "right"]


def neighbours(edges, side):
    """The set of neighbours of each vertex of a side."""
    found = {}
    for edge in edges:
        mine, other = edge if side == "left" else edge[::-1]
        found.setdefault(mine, set()).add(other)
    return found


def pairs_of(frame):
    """The rows of a projection: pair to common neighbours and score."""
    columns = host(frame)[["first", "second", "common", "score"]]
    return {tuple(row[:2]): tuple(row[2:]) for row in columns.itertuples(index=False)}


@pytest.mark.parametrize("side", SIDES)
@given(graphs.bipartite_edges(), st.integers(1, 4))
def test_the_pairs_of_any_graph(engine, side, edges, least):
    found = host(
        cb.project(graphs.as_frame(edges), side, least_common=least, engine=engine)
    )
    near = neighbours(edges, side)
    expected = [
        (a, b, len(near[a] & near[b]))
        for a, b in combinations(sorted(near), 2)
        if len(near[a] & near[b]) >= least
    ]
    columns = found[["first", "second", "common"]]
    assert list(columns.itertuples(index=False, name=None)) == expected
    assert found["score"].tolist() == found["common"].tolist()
    assert found.dtypes.tolist()[2:] == [np.int64] * 2


@pytest.mark.parametrize("side", SIDES)
def test_scores_are_those_of_networkx(engine, side):
    women = southern_women()
    graph = nx.Graph(women.iloc[:, :2].itertuples(index=False, name=None))
    nodes = women.iloc[:, SIDES.index(side)].unique()
    both = {
        "jaccard": bipartite.overlap_weighted_projected_graph(graph, nodes),
        "overlap": bipartite.overlap_weighted_projected_graph(
            graph, nodes, jaccard=False
        ),
        "cosine": bipartite.generic_weighted_projected_graph(graph, nodes, cosine),
    }
    for by, projected in both.items():
        found = pairs_of(cb.project(women, side, least_common=1, by=by, engine=engine))
        assert len(found) == projected.number_of_edges()
        for (a, b), (_, score) in found.items():
            assert score == pytest.approx(projected[a][b]["weight"])


def cosine(graph, a, b):
    return len(set(graph[a]) & set(graph[b])) / (len(graph[a]) * len(graph[b])) ** 0.5


@pytest.mark.parametrize("least", [2, 3, 5])
def test_hubs(least):
    """Lists of hubs are longer than a sweep reads: see `listing.cpu`."""
    rng = np.random.default_rng(least)
    has_edge = rng.random((1500, 60)) < 0.03
    has_edge[:, :3] = rng.random((1500, 3)) < (0.95, 0.8, 0.7)
    common = np.triu(has_edge.astype(np.int64) @ has_edge.T, 1)
    first, second = np.nonzero(common >= least)
    u, v = np.nonzero(has_edge)
    found = cb.project((u, v), "left", least_common=least)
    assert found["first"].tolist() == first.tolist()
    assert found["second"].tolist() == second.tolist()
    assert found["common"].tolist() == common[first, second].tolist()


def test_degrees_of_scores_are_those_of_the_whole_graph():
    edges = [*graphs.complete(2, 3), (0, 10), (0, 11), (1, 12)]  # the last: no core
    found = cb.project(graphs.as_frame(edges), "left", by="jaccard")
    assert found["score"].tolist() == [3 / (5 + 4 - 3)]


def test_labels_keep_their_dtype_and_order():
    edges = pd.DataFrame(
        {"u": pd.Categorical(list("zzxx"), ["z", "x"]), "v": [1, 2, 1, 2]}
    )
    found = cb.project(edges, "left")
    assert found[["first", "second"]].dtypes.tolist() == [edges["u"].dtype] * 2
    assert found.to_numpy().tolist() == [["z", "x", 2, 2]]
    assert cb.project(edges, "right")[["first", "second"]].to_numpy().tolist() == [
        [1, 2]
    ]
    assert len(cb.project(edges[:0], "left", validated="bicm")) == 0


# Validated


def tail(n, low, high, least):
    """The probability of `least` or more common elements of two random sets of n."""
    ways = [comb(low, k) * comb(n - low, high - k) for k in range(least, low + 1)]
    return sum(ways) / comb(n, high)


def tail_of_events(probabilities, least):
    """The probability that `least` or more independent events happen."""
    n = np.array([1.0])
    for p in probabilities:
        n = np.convolve(n, [1 - p, p])
    return n[least:].sum()


NOISY = graphs.random_graph(200, 100, 0.03, seed=5) + [
    (1000 + u, v) for u in range(4) for v in range(8)
]


@pytest.mark.parametrize("side", SIDES)
def test_hypergeometric_p_values(engine, side):
    found = host(
        cb.project(
            graphs.as_frame(NOISY), side, least_common=1, validated="hypergeometric",
            alpha=1, engine=engine,
        )
    )  # fmt: skip
    near = neighbours(NOISY, side)
    others = len(neighbours(NOISY, "right" if side == "left" else "left"))
    assert len(found) > 20
    for row in found.itertuples():
        low, high = sorted((len(near[row.first]), len(near[row.second])))
        assert row.p_value == pytest.approx(tail(others, low, high, row.common))


@pytest.mark.parametrize(
    ("edges", "relative"),
    [(graphs.random_graph(40, 30, 0.15, seed=5), 1e-9), (NOISY, 0.02)],
    ids=["exact", "many others"],
)
def test_bicm_p_values(edges, relative):
    options = {"least_common": 1, "validated": "bicm", "alpha": 1}
    found = cb.project(graphs.as_frame(edges), "left", **options)
    near, others = neighbours(edges, "left"), neighbours(edges, "right")
    left, right = (
        Classes.of(np.array([len(each) for each in side.values()]))
        for side in (near, others)
    )
    p = np.repeat(probabilities(left, right), right.size, axis=1)
    assert len(found) > 20
    for row in found.itertuples():
        a, b = (
            p[np.searchsorted(left.degree, len(near[vertex]))]
            for vertex in (row.first, row.second)
        )
        expected = tail_of_events(a * b, row.common)
        assert row.p_value == pytest.approx(expected, rel=relative)


@pytest.mark.parametrize("null", ["bicm", "hypergeometric"])
def test_planted_pairs_are_what_remains(engine, null):
    edges = graphs.as_frame(NOISY)
    every = host(cb.project(edges, "left", engine=engine))
    found = host(cb.project(edges, "left", validated=null, engine=engine))
    planted = set(combinations(range(1000, 1004), 2))
    assert set(pairs_of(found)) == planted < set(pairs_of(every))
    assert (found["fdr"] <= 0.01).all() and (found["p_value"] <= found["fdr"]).all()
    more = host(cb.project(edges, "left", validated=null, alpha=1, engine=engine))
    assert len(more) == len(every)


def test_false_discovery_rates_are_those_of_benjamini_and_hochberg():
    p = np.array([0.03, 0.001, 0.5, 0.002])
    assert Rates.of(p, 10).at(p).tolist() == pytest.approx([0.1, 0.01, 1.0, 0.01])
    assert Rates.of(p[:0], 10).at(p[:0]).tolist() == []


# Memory


def test_a_hub_takes_little_memory():
    hub = [(u, 0) for u in range(3000)]  # 4.5 million pairs
    edges = graphs.as_frame([*hub, (5, 1), (9, 1)])
    found = cb.project(edges, "left", memory_budget="1MB")
    assert found.to_numpy().tolist() == [[5, 9, 2, 2]]


def test_a_budget_that_one_vertex_exceeds():
    edges = graphs.as_frame(graphs.complete(60, 60))
    with pytest.raises(MemoryBudgetError, match="raise memory_budget"):
        cb.project(edges, "left", memory_budget="100kB")


# Bad input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"side": "both"}, "side='both' is unknown"),
        ({"least_common": 0}, "least_common=0 is too small"),
        ({"by": "dice"}, "by='dice' is unknown: pass one of 'count', 'jaccard'"),
        ({"validated": "swaps"}, "validated='swaps' is unknown: pass one of 'bicm'"),
        ({"alpha": 0}, "alpha=0 is not a share of false discoveries"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        cb.project(southern_women(), **{"side": "left"} | options)


def test_validation_needs_scipy(monkeypatch):
    monkeypatch.setattr("cugraph_biclique.arguments.find_spec", lambda _: None)
    assert len(cb.project(southern_women(), "left"))
    with pytest.raises(ImportError, match="needs SciPy, which is not installed"):
        cb.project(southern_women(), "left", validated="bicm")
