# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine finds the largest bicliques, and prunes by their score.

Modules: `search/gpu/bound.py`.
"""

import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.search import gpu
from test_largest import SCORE, SIZES, Clock, as_lists, expected

pytestmark = pytest.mark.simulator

SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-3-70": graphs.complete(3, 70),
    "path-9": graphs.path(9),
    "crown-5": graphs.crown(5),
    "twins": graphs.twins(graphs.random_graph(5, 6, 0.5, seed=1)),
    "random": graphs.random_graph(12, 10, 0.6, seed=2),
    "uneven": graphs.random_graph(6, 80, 0.5, seed=3),
    "wide": graphs.random_graph(7, 90, 0.9, seed=6),
}


def largest(edges, k, by, **options):
    return cb.largest_bicliques(
        graphs.as_frame(edges), k, by=by, engine="gpu", **options
    )


@pytest.mark.parametrize("by", SIZES)
@pytest.mark.parametrize("name", SMALL)
def test_small_graphs(name, by):
    for k in (1, 4):
        found = largest(SMALL[name], k, by)
        assert as_lists(found) == expected(SMALL[name], k, by)
        assert found.report["exact"]
        assert found.report["engine"] == "gpu"


@pytest.mark.parametrize("k", [1, 9])
@pytest.mark.parametrize("by", SIZES)
def test_the_search_raises_the_least_score(by, k, monkeypatch):
    """Without greedy descents, the kernels start from a guess."""
    monkeypatch.setattr("cugraph_biclique.calls.largest.add_greedy", lambda *_: 0)
    edges = graphs.random_graph(14, 30, 0.6, seed=7)
    sizes = {"min_left": 3, "min_right": 3}
    assert as_lists(largest(edges, k, by, **sizes)) == expected(edges, k, by, **sizes)


def test_wide_nodes_are_pruned_as_others(limit):
    limit(gpu, wide_degree=3)
    edges = graphs.random_graph(12, 16, 0.6, seed=8)
    for by in SIZES:
        assert as_lists(largest(edges, 3, by)) == expected(edges, 3, by)


@pytest.mark.parametrize("looks", [0, 1, 2, 3, 5, 8])
def test_a_search_that_runs_out_of_time(looks, monkeypatch, limit):
    limit(gpu, wide_degree=5)
    monkeypatch.setattr("cugraph_biclique.calls.largest.add_greedy", lambda *_: 0)
    edges = graphs.random_graph(12, 12, 0.6, seed=9)
    (best,) = expected(edges, 1, "edges")
    clock = Clock(monkeypatch, looks)
    found = largest(edges, 3, "edges", time_limit=60)
    assert clock.left < looks
    every = expected(edges, 10**6, "edges")
    assert all(biclique in every for biclique in as_lists(found))
    assert found.report["upper_bound"] >= SCORE["edges"](*best)
    if found.report["exact"]:
        assert as_lists(found) == expected(edges, 3, "edges")


def test_a_graph_without_room_is_searched_in_pieces():
    edges = [
        (5 * block + u, 5 * block + v)
        for block in range(6)
        for u, v in graphs.random_graph(5, 5, 0.7, seed=block)
    ]
    for by in SIZES:
        for budget in (4000, 900):
            found = largest(edges, 4, by, memory_budget=budget)
            assert as_lists(found) == expected(edges, 4, by)
