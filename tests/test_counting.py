# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""(p, q)-biclique counts against the oracle and against closed forms.

Modules: `api/counts.py`, `calls/counting.py`, `counting/`.
"""

from collections import Counter
from itertools import product
from math import comb
from random import Random

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.counting.cpu import collapsed, words
from cugraph_biclique.local_counting import priority

UP_TO_4 = list(product(range(1, 5), repeat=2))


@pytest.mark.usefixtures("scheduling")
@given(edges=graphs.labelled_bipartite_edges(max_width=90), pq=st.sampled_from(UP_TO_4))
def test_any_graph_counts_as_the_oracle(edges, pq):
    expected = naive.biclique_count(edges, *pq)
    assert cb.biclique_count(graphs.as_frame(edges), *pq) == expected


@given(edges=graphs.bipartite_edges(), pq=st.sampled_from(UP_TO_4))
def test_exchanging_the_sides_exchanges_p_and_q(edges, pq):
    p, q = pq
    mirrored = cb.biclique_count(graphs.as_frame(graphs.transposed(edges)), q, p)
    assert cb.biclique_count(graphs.as_frame(edges), p, q) == mirrored


@pytest.mark.usefixtures("scheduling")
@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_irregular_graphs_count_as_the_oracle(name, engine):
    edges = graphs.IRREGULAR[name]
    if len({u for u, _ in edges}) > len({v for _, v in edges}):
        edges = graphs.transposed(edges)  # the oracle chooses among the left vertices
    frame = graphs.as_frame(edges)
    most = 4 if frame["user"].nunique() <= 40 else 2
    for p, q in product(range(1, most + 1), range(1, 6)):
        expected = naive.biclique_count(edges, p, q)
        assert cb.biclique_count(frame, p, q, engine=engine) == expected


@pytest.mark.parametrize(
    ("p", "q"), [*UP_TO_4, (5, 7), (9, 2), (12, 1), (1, 12), (6, 6)]
)
def test_crown(p, q, engine):
    # p left vertices, and q right ones other than their partners
    count = cb.biclique_count(graphs.as_frame(graphs.crown(12)), p, q, engine=engine)
    assert count == comb(12, p) * comb(12 - p, q)


@pytest.mark.parametrize(("p", "q"), [(1, 1), (2, 2), (3, 3), (8, 8), (150, 150)])
def test_complete_graph_is_exact_at_any_size(p, q, engine):
    frame = graphs.as_frame(graphs.complete(300, 300))
    count = cb.biclique_count(frame, p, q, engine=engine)
    assert count == comb(300, p) * comb(300, q)
    assert type(count) is int


@pytest.mark.parametrize("n", range(58, 72))
def test_weights_on_both_sides_of_a_word_are_exact(n, engine):
    # C(n, n / 2) passes 2^62 at 66 and 2^64 at 68
    count = cb.biclique_count(
        graphs.as_frame(graphs.complete(n, n)), n // 2, n // 2, engine=engine
    )
    assert count == comb(n, n // 2) ** 2


def test_weights_add_up_beyond_a_word():
    weighted, unused = np.zeros((1, 2), np.uint64), np.ones((1, 1), np.uint64)
    polynomial = np.array([[2**62 - 1]], np.uint64)
    for _ in range(9):
        collapsed.add_weighted(weighted, unused, unused[0], 0, 0, polynomial, 0, 3)
    low, high = map(int, weighted[0])
    assert (high << 64) + low == 27 * (2**62 - 1)


@pytest.mark.parametrize("right", [700, 3000])
@pytest.mark.parametrize("density", [0.3, 0.6, 0.9])
def test_few_rows_over_many_members(right, density, engine):
    # so dense that the whole graph is one matrix
    random = Random(right)
    kept = [random.random() for _ in range(right)]
    edges = [
        (u, v)
        for u in range(11)
        for v in range(right)
        if random.random() < (density if kept[v] < 0.7 else density / 9)
    ]
    frame = graphs.as_frame(edges)
    for p, q in [(2, 2), (3, 5), (4, 2), (5, 30), (6, 6), (8, 3)]:
        expected = naive.biclique_count(edges, p, q)
        assert cb.biclique_count(frame, p, q, engine=engine) == expected
    table = cb.biclique_counts(frame, 4, 6, engine=engine)
    for p, q, count in table.itertuples(index=False):
        assert count == naive.biclique_count(edges, p, q)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_squeezed_words_keep_their_order(word, mask):
    members = [i for i in range(64) if mask >> i & 1]
    expected = sum((word >> i & 1) << place for place, i in enumerate(members))
    moves = tuple(map(np.uint64, words.squeeze_moves(np.uint64(mask))))
    assert words.squeeze(np.uint64(word & mask), moves) == expected


@pytest.mark.parametrize(("p", "q"), [(1, 1), (2, 3), (2, 500), (70, 65), (80, 600)])
def test_uneven_complete_graph(p, q, engine):
    frame = graphs.as_frame(graphs.complete(80, 600))
    count = cb.biclique_count(frame, p, q, engine=engine)
    assert count == comb(80, p) * comb(600, q)


def test_a_block_whose_rows_differ_in_little(engine):
    # Every vertex of a complete block has one of three more: 5e13 sets one by one.
    edges = graphs.complete(60, 60) + [(u, 60 + u % 3) for u in range(60)]
    alike = 3 * comb(20, 15)
    count = cb.biclique_count(graphs.as_frame(edges), 15, 16, engine=engine)
    assert count == alike * comb(61, 16) + (comb(60, 15) - alike) * comb(60, 16)


@pytest.mark.parametrize(("p", "q"), [(1, 1), (2, 2), (3, 4), (10, 10), (40, 41)])
def test_staircase(p, q, engine):
    # choose the p + q steps at which the left and then the right vertices stand
    frame = graphs.as_frame(graphs.staircase(80))
    assert cb.biclique_count(frame, p, q, engine=engine) == comb(81, p + q)


@pytest.mark.parametrize(("p", "q"), [(2, 2), (3, 2), (2, 3), (4, 4)])
def test_counts_of_a_disjoint_union_add(p, q, engine):
    parts = [graphs.crown(9), graphs.complete(6, 70), graphs.IRREGULAR["dense-40-40"]]

    def count(edges):
        frame = graphs.as_frame(graphs.compact(edges))
        return cb.biclique_count(frame, p, q, engine=engine)

    assert count(graphs.disjoint_union(*parts)) == sum(map(count, parts))


def test_two_by_two_are_butterflies(engine):
    edges = graphs.IRREGULAR["sparse-200-150"] + graphs.wide(90)
    graph = nx.Graph(((0, u), (1, v)) for u, v in edges)
    left = [vertex for vertex in graph if vertex[0] == 0]
    expected = sum(
        comb(len(list(nx.common_neighbors(graph, a, b))), 2)
        for index, a in enumerate(left)
        for b in left[:index]
    )
    assert cb.biclique_count(graphs.as_frame(edges), 2, 2, engine=engine) == expected


@pytest.mark.parametrize("n", [1, 2, 3, 40, 200])
def test_one_vertex_on_a_side_counts_stars(n, engine):
    edges = graphs.IRREGULAR["wide-both-520"]
    frame = graphs.as_frame(edges)
    of_left = sum(comb(d, n) for d in Counter(u for u, _ in edges).values())
    of_right = sum(comb(d, n) for d in Counter(v for _, v in edges).values())
    assert cb.biclique_count(frame, 1, n, engine=engine) == of_left
    assert cb.biclique_count(frame, n, 1, engine=engine) == of_right


@pytest.mark.parametrize(("p", "q"), [(8, 1), (1, 8), (8, 8), (2, 6), (1000, 1000)])
def test_more_than_any_degree_gives_zero(p, q, engine):
    frame = graphs.as_frame(graphs.crown(7))
    assert cb.biclique_count(frame, p, q, engine=engine) == 0


@pytest.mark.parametrize(("p", "q"), [(1, 1), (2, 2), (5, 1)])
def test_an_empty_graph_has_none(p, q, engine):
    assert cb.biclique_count(graphs.as_frame([]), p, q, engine=engine) == 0


def test_repeated_edges_count_once(engine):
    frame = graphs.as_frame(graphs.complete(4, 5) * 3)
    assert cb.biclique_count(frame, 2, 2, engine=engine) == comb(4, 2) * comb(5, 2)


def test_named_columns_say_which_side_is_left(engine):
    frame = graphs.as_frame(graphs.complete(3, 5)).assign(weight=1.0)
    frame = frame[["weight", "item", "user"]]
    count = cb.biclique_count(frame, 3, 5, left="user", right="item", engine=engine)
    assert count == 1
    count = cb.biclique_count(frame, 3, 5, left="item", right="user", engine=engine)
    assert count == 0


@pytest.mark.parametrize("name", ["dense-40-40", "twins", "planted", "wide-both-65"])
def test_the_table_holds_every_count(name, engine):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    table = cb.biclique_counts(frame, 4, 3, engine=engine)
    assert list(table.columns) == ["p", "q", "count"]
    assert list(zip(table["p"], table["q"], strict=True)) == list(
        product(range(1, 5), range(1, 4))
    )
    for p, q, count in table.itertuples(index=False):
        assert cb.biclique_count(frame, p, q, engine=engine) == count


def test_the_table_is_exact_at_any_size(engine):
    frame = graphs.as_frame(graphs.complete(90, 300))
    table = cb.biclique_counts(frame, 40, 35, engine=engine)
    counts = dict(
        zip(zip(table["p"], table["q"], strict=True), table["count"], strict=True)
    )
    assert counts[40, 35] == comb(90, 40) * comb(300, 35)
    assert counts[40, 1] == comb(90, 40) * 300
    assert all(type(count) is int for count in table["count"])


def test_the_table_of_an_empty_graph_is_zero(engine):
    table = cb.biclique_counts(graphs.as_frame([]), 2, 3, engine=engine)
    assert table["count"].tolist() == [0] * 6


@pytest.mark.usefixtures("scheduling")
@given(graphs.bipartite_edges(max_width=70))
def test_any_table_counts_as_the_oracle(edges):
    table = cb.biclique_counts(graphs.as_frame(edges), 3, 3)
    expected = [naive.biclique_count(edges, *pq) for pq in product((1, 2, 3), repeat=2)]
    assert table["count"].tolist() == expected


def test_counts_do_not_change_the_caller_s_frame(engine):
    frame = graphs.as_frame(graphs.IRREGULAR["twins"])
    before = frame.copy(deep=True)
    cb.biclique_count(frame, 3, 3, engine=engine)
    pd.testing.assert_frame_equal(frame, before)


@pytest.fixture
def one_order(monkeypatch):
    """Butterflies are counted in one order of priority of both sides."""
    monkeypatch.setattr(priority, "LEAST_READ", 0)
    monkeypatch.setattr(priority, "PRICE", {"cpu": 0.0, "gpu": 0.0})


@given(edges=graphs.labelled_bipartite_edges(max_width=90))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_one_order_of_both_sides_counts_as_the_oracle(one_order, engine, edges):
    frame = graphs.as_frame(edges)
    expected = naive.biclique_count(edges, 2, 2)
    assert cb.biclique_count(frame, 2, 2, engine=engine) == expected


def test_hubs_on_both_sides_are_counted_in_one_order(engine, caplog):
    n = 2500
    hubs = [(h, v) for h in range(2) for v in range(n)]
    edges = sorted({*hubs, *graphs.transposed(hubs), *((v, v) for v in range(n))})
    frame = graphs.as_frame(edges)
    caplog.set_level("INFO", "cugraph_biclique")
    found = cb.biclique_count(frame, 2, 2, engine=engine)
    assert not any("reduced:" in record.message for record in caplog.records)
    # Pairs of two hubs, of a hub and another vertex, and of two others.
    assert found == comb(n, 2) + 2 * (n - 2) * comb(3, 2) + comb(n - 2, 2)
