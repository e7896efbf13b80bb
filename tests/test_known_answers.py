# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Real graphs give the answers that other programs gave.

Modules: `data/__init__.py`.
"""

import pytest

import cugraph_biclique as cb
from cugraph_biclique.data import southern_women
from known_answers import COUNTS, MAXIMAL

SLOW = {"pinterest"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in MAXIMAL],
)
def test_maximal_bicliques_of_a_real_graph(name, known_graph, engine):
    n_left, n_right, n_edges, maximal = MAXIMAL[name]
    graph = known_graph(name)
    assert (graph["u"].nunique(), graph["v"].nunique()) == (n_left, n_right)
    assert len(graph) == n_edges
    assert cb.maximal_biclique_count(graph, engine=engine) == maximal


@pytest.mark.parametrize(
    ("name", "p", "q"),
    [(name, p, q) for name, counts in COUNTS.items() for p, q in counts],
)
def test_counts_of_a_real_graph(name, p, q, known_graph, engine):
    count = cb.biclique_count(known_graph(name), p, q, engine=engine)
    assert count == COUNTS[name][p, q]


def test_southern_women_come_with_the_package(engine):
    graph = southern_women()
    n_left, n_right, n_edges, maximal = MAXIMAL["southern-women"]
    sides = [graph.iloc[:, 0].nunique(), graph.iloc[:, 1].nunique()]
    assert [*sides, len(graph)] == [n_left, n_right, n_edges]
    assert len(cb.maximal_bicliques(graph, engine=engine)) == maximal


def test_southern_women_are_the_known_graph(known_graph):
    sizes = [
        cb.maximal_biclique_sizes(graph).sort_values(["n_left", "n_right"])
        for graph in (southern_women(), known_graph("southern-women"))
    ]
    assert sizes[0].to_numpy().tolist() == sizes[1].to_numpy().tolist()
