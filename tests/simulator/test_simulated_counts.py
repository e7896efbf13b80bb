# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine counts as the oracle and as the CPU engine do."""

import pytest

import cugraph_biclique as cb
import graphs
import naive

pytestmark = pytest.mark.simulator

SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-5-4": graphs.complete(5, 4),
    "complete-5-70": graphs.complete(5, 70),
    "path-9": graphs.path(9),
    "cycle-3": graphs.cycle(3),
    "staircase-7": graphs.staircase(7),
    "crown-6": graphs.crown(6),
    "twins": graphs.twins(graphs.random_graph(5, 6, 0.5, seed=1)),
    "random": graphs.random_graph(12, 10, 0.6, seed=2),
    "uneven": graphs.random_graph(7, 150, 0.6, seed=3),
    "union": graphs.compact(
        graphs.disjoint_union(graphs.crown(5), graphs.complete(3, 6), graphs.path(5))
    ),
}


@pytest.fixture
def only_the_device(monkeypatch):
    """What the device leaves to the cores is an error."""

    def refuse(*_):
        raise AssertionError("left to the cores")

    monkeypatch.setattr("cugraph_biclique.counting.count_on_cores", refuse)


def count(edges, p, q):
    return cb.biclique_count(graphs.as_frame(edges), p, q, engine="gpu")


@pytest.mark.parametrize("name", SMALL)
def test_small_graphs(name, only_the_device):
    edges = SMALL[name]
    for p, q in [(1, 2), (2, 2), (3, 2), (2, 4), (3, 3), (4, 3)]:
        assert count(edges, p, q) == naive.biclique_count(edges, p, q), (p, q)


@pytest.mark.parametrize(("p", "q"), [(5, 2), (4, 30), (5, 65), (6, 3)])
def test_rows_of_several_words(p, q, only_the_device):
    edges = SMALL["uneven"]
    assert count(edges, p, q) == naive.biclique_count(edges, p, q)
