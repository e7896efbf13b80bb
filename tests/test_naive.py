# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The oracles and the closed forms agree with each other: no engine is involved."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given

import graphs
import naive


@given(graphs.bipartite_edges(max_vertices=7, max_width=12))
def test_closures_and_cliques_find_the_same_bicliques(edges):
    found = naive.maximal_bicliques(edges)
    assert found == naive.maximal_bicliques_by_cliques(edges)


@given(graphs.labelled_bipartite_edges(max_vertices=6, max_width=9))
def test_labels_of_any_kind_work(edges):
    found = naive.maximal_bicliques(edges)
    assert found == naive.maximal_bicliques_by_cliques(edges)


@given(graphs.bipartite_edges(max_vertices=6, max_width=9))
def test_every_result_is_a_maximal_biclique(edges):
    every = set(edges)
    left, right = {u for u, _ in edges}, {v for _, v in edges}
    for chosen_left, chosen_right in naive.maximal_bicliques(edges):
        assert {(u, v) for u in chosen_left for v in chosen_right} <= every
        for u in left - chosen_left:
            assert not {(u, v) for v in chosen_right} <= every
        for v in right - chosen_right:
            assert not {(u, v) for u in chosen_left} <= every


@pytest.mark.parametrize("name", graphs.CLOSED_FORMS)
def test_closed_forms(name):
    edges, maximal = graphs.CLOSED_FORMS[name]
    assert len(naive.maximal_bicliques(edges)) == maximal


def test_labels_of_the_two_sides_are_never_confused():
    edges = [(0, 0), (0, 1), (1, 1)]
    both = frozenset({0, 1})
    expected = {(frozenset({0}), both), (both, frozenset({1}))}
    assert naive.maximal_bicliques(edges) == expected
    assert naive.maximal_bicliques_by_cliques(edges) == expected


@given(graphs.bipartite_edges(max_vertices=5, max_width=6))
def test_counts_agree_with_choosing_both_sides(edges):
    every = set(edges)
    left, right = {u for u, _ in edges}, {v for _, v in edges}
    for p in range(1, 5):
        for q in range(1, 5):
            chosen = sum(
                all((u, v) in every for u in some_left for v in some_right)
                for some_left in combinations(left, p)
                for some_right in combinations(right, q)
            )
            assert naive.biclique_count(edges, p, q) == chosen


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_irregular_graphs_are_what_their_names_say(name):
    edges = graphs.IRREGULAR[name]
    assert 20 < len(naive.maximal_bicliques(edges)) < 20_000
    if name.startswith("wide"):
        width = int(name.rsplit("-", 1)[1])
        degrees = Counter(u for u, _ in edges)
        assert max(degrees.values()) == width
