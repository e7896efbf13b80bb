# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The benchmark that compares the rows of the library with rows of other kinds."""

import argparse
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
import naive

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # for `benchmarks`, which is not installed

import cugraph_biclique as cb  # noqa: E402
from benchmarks import bitmaps  # noqa: E402
from benchmarks.bitmap_rows import first_level  # noqa: E402
from benchmarks.bitmap_rows import orders as orders_module  # noqa: E402
from benchmarks.bitmap_rows.count import KINDS, Count  # noqa: E402
from benchmarks.bitmap_rows.orders import ORDERS, used_words  # noqa: E402
from benchmarks.bitmap_rows.sparse import place_of, truncated  # noqa: E402
from benchmarks.bitmap_rows.tree import Pairs, renumbered  # noqa: E402
from benchmarks.shared.timing import WrongAnswer  # noqa: E402
from calls import resources  # noqa: E402
from cugraph_biclique.preparation.stages import (  # noqa: E402
    anchored_and_ordered,
    prepare,
)


def random_edges(left, right, density, seed):
    """A graph with a few vertices whose neighbours need several words."""
    rng = np.random.default_rng(seed)
    has_edge = rng.random((left, right)) < density * rng.random((left, 1)) * 2
    return list(zip(*map(np.ndarray.tolist, has_edge.nonzero()), strict=True))


def anchored(edges, p, q, side=None):
    whole = cb.bipartite_graph(graphs.as_frame(edges))
    return anchored_and_ordered(whole, p, q, resources(budget=bitmaps.BUDGET), side)


def neighbours(graph):
    """The kept neighbours of each anchored vertex."""
    return [
        set(graph.grown_indices[begin:end].tolist())
        for begin, end in zip(graph.grown_indptr, graph.grown_indptr[1:], strict=False)
    ]


WIDE = random_edges(24, 300, 0.5, 1)  # rows of up to five words
SQUARE = random_edges(40, 40, 0.4, 2)
GRAPHS = {"wide": WIDE, "square": SQUARE}


@cache
def expected_count(name, p, q):
    """The answer of the oracle, once for all kinds of rows."""
    return naive.biclique_count(GRAPHS[name], p, q)


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        (kind, order)
        for kind in KINDS
        for order in (ORDERS if kind.startswith("truncated") else ["filled"])
    ],
)
@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize(("p", "q"), [(3, 3), (4, 3), (5, 5)])
def test_each_kind_of_row_counts_the_same(name, kind, order, p, q):
    ordered, here = anchored(GRAPHS[name], p, q)
    graph = renumbered(here.graph, ORDERS[order](ordered, 32))
    pairs = Pairs.of(graph, here.least)
    count = Count(kind, graph, pairs, here.picks, here.least)
    for _ in range(2):  # the arrays may be used again
        assert count.run(most=60) is not None
        assert count.total == expected_count(name, p, q)


@given(graphs.bipartite_edges(max_width=90), st.sampled_from([(3, 3), (3, 4), (4, 3)]))
def test_small_random_graphs(edges, size):
    options = argparse.Namespace(repeat=1, most=60)
    whole = cb.bipartite_graph(graphs.as_frame(edges))
    expected = naive.biclique_count(edges, *size)
    found = bitmaps.counts(whole, *size, options)  # checks each answer
    if found is None:
        assert expected == 0
    else:
        assert found["count"] == str(expected)
        assert all(row["ended"] for row in found["rows"].values())


def test_a_wrong_count_is_refused(monkeypatch):
    monkeypatch.setattr(Count, "total", property(lambda self: 7))
    whole = cb.bipartite_graph(graphs.as_frame(SQUARE))
    options = argparse.Namespace(repeat=1, most=60)
    with pytest.raises(WrongAnswer, match="dense, differs, 7"):
        bitmaps.counts(whole, 3, 3, options)


def test_a_count_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr("benchmarks.bitmap_rows.count.READS", 1)
    whole = cb.bipartite_graph(graphs.as_frame(SQUARE))
    options = argparse.Namespace(repeat=1, most=1e-9)
    for row in bitmaps.counts(whole, 3, 3, options)["rows"].values():
        assert not row["ended"]
        assert "seconds" not in row


@pytest.mark.parametrize("bits", [32, 64])
def test_truncated_bitmaps_have_all_members_and_no_empty_word(bits):
    graph = anchored(WIDE, 1, 1)[1].graph
    indptr, ids, words = truncated(graph, bits)
    assert words.itemsize * 8 == bits
    assert (words != 0).all()
    for v, members in enumerate(neighbours(graph)):
        row = slice(indptr[v], indptr[v + 1])
        assert (np.diff(ids[row]) > 0).all()
        found = {
            int(i) * bits + bit
            for i, word in zip(ids[row], words[row], strict=True)
            for bit in range(bits)
            if int(word) >> bit & 1
        }
        assert found == members


def test_rows_and_what_they_share_with_a_root():
    graph = anchored(SQUARE, 3, 3)[1].graph
    pairs, members = Pairs.of(graph, 3), neighbours(graph)
    for v, mine in enumerate(members):
        rows = slice(pairs.indptr[v], pairs.indptr[v + 1])
        shared = {w: len(mine & members[w]) for w in range(v + 1, len(members))}
        expected = sorted((s, w) for w, s in shared.items() if s >= 3)
        found = zip(pairs.shared[rows].tolist(), pairs.row[rows].tolist(), strict=True)
        assert list(found) == expected


def test_a_search_in_a_longer_row():
    ids = np.array([2, 3, 5, 8, 13, 21, 34], np.int32)
    for first in range(len(ids)):
        for x in range(36):
            expected = max(first, int(np.searchsorted(ids, x)))
            assert place_of(ids, first, len(ids), x)[0] == expected


def test_later_runs_are_not_given_up():
    """They would leave the work, and the sum, of a part of the count."""
    limits = []

    class Limited(Count):
        def run(self, most):
            limits.append(most)
            return super().run(60)

    graph = anchored(SQUARE, 3, 3)[1].graph
    count = Limited("dense", graph, Pairs.of(graph, 3), 3, 3)
    expected = naive.biclique_count(SQUARE, 3, 3)
    options = argparse.Namespace(repeat=3, most=30)
    assert bitmaps.counted(count, expected, options)["ended"]
    assert limits == [30, float("inf"), float("inf")]


# Orders


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_gives_each_vertex_one_place(order):
    ordered, _ = anchored(WIDE, 1, 1)
    place = ORDERS[order](ordered, 32)
    assert sorted(place) == list(range(len(ordered.graph.kept_weight)))


def test_the_words_of_an_order():
    here = anchored(WIDE, 1, 1)[1]
    place = np.random.default_rng(1).permutation(len(here.graph.kept_weight))
    expected = sum(
        len({int(place[u]) // 32 for u in members})
        for members in neighbours(here.graph)
    )
    assert used_words(here.graph, place, 32) == expected
    assert len(truncated(renumbered(here.graph, place), 32)[1]) == expected


@pytest.mark.parametrize("order", ["filled", "exchanged"])
def test_scattered_communities_come_together(order):
    """Each community of 32 vertices fills one word."""
    shuffled = np.random.default_rng(2).permutation(8 * 32).tolist()
    edges = [
        (8 * row + block, shuffled[32 * block + member])
        for block, row, member in np.ndindex(8, 40, 32)
        if (row + member) % 5
    ]
    ordered, here = anchored(edges, 1, 1, side="left")
    words = {
        name: used_words(here.graph, place_in(ordered, 32), 32)
        for name, place_in in ORDERS.items()
    }
    if order == "filled":
        assert words["filled"] == 8 * 40
    else:
        assert words["exchanged"] < words["degree"]


def test_exchanges_are_left_out_if_their_table_is_too_large(monkeypatch):
    monkeypatch.setattr(orders_module, "MOST_COUNTS", 10)
    assert ORDERS["exchanged"](anchored(WIDE, 1, 1)[0], 32) is None


def test_a_renumbered_graph_has_the_same_edges():
    graph = anchored(SQUARE, 1, 1)[1].graph
    place = np.random.default_rng(3).permutation(len(graph.kept_weight))
    new = renumbered(graph, place)
    for mine, other in zip(neighbours(graph), neighbours(new), strict=True):
        assert {int(place[u]) for u in mine} == other
    for u, at in enumerate(place):
        mine = graph.kept_indices[graph.kept_indptr[u] : graph.kept_indptr[u + 1]]
        other = new.kept_indices[new.kept_indptr[at] : new.kept_indptr[at + 1]]
        assert mine.tolist() == other.tolist()


# The first level of the search for maximal bicliques


def test_the_first_level_is_counted(monkeypatch):
    """Rows, words and tests, against sets."""
    monkeypatch.setattr(first_level, "CANDIDATES", 1000)
    whole = cb.bipartite_graph(graphs.as_frame(WIDE))
    graph = prepare(whole, 1, 1, resources(budget=bitmaps.BUDGET)).ordered.graph
    members = neighbours(graph)
    place = [{u: i for i, u in enumerate(sorted(mine))} for mine in members]
    ids = {
        "dense": lambda v, row: range(-(-len(members[v]) // 64)),
        "lists": lambda v, row: row,
        "truncated 64": lambda v, row: {u // 64 for u in row},
        "truncated 32": lambda v, row: {u // 32 for u in row},
        "local 64": lambda v, row: {place[v][u] // 64 for u in row},
    }
    held, tests = first_level.held(graph), first_level.tests(graph)
    for kind, ids_of in ids.items():
        sizes, n_tests = [], 0
        for v, mine in enumerate(members):
            others = (w for w in range(len(members)) if w != v)
            rows = [(w, mine & members[w]) for w in others]
            rows = [(w, row) for w, row in rows if len(row) >= 2]
            sizes.append(sum(len(ids_of(v, row)) for _, row in rows))
            n_tests += sum(w > v for w, _ in rows) * (len(rows) - 1)
        each = sum(first_level.BYTES[kind])
        assert held[kind]["largest_root_bytes"] == max(sizes) * each
        assert held[kind]["all_roots_bytes"] == sum(sizes) * each
        assert tests[kind]["tests"] == pytest.approx(n_tests)


def test_the_ids_that_a_merge_reads():
    indptr, ids = np.array([0, 3, 5, 6]), np.array([1, 4, 9, 4, 5, 1])
    # {1, 4, 9} and {4, 5}: 1, both 4, 5; {1, 4, 9} and {1}: both 1
    assert first_level.merged(indptr, ids, np.array([0])) == (4 + 2, 2)


def test_sizes_that_have_no_rows_are_refused(capsys):
    parser = argparse.ArgumentParser()
    bitmaps.add_arguments(parser)
    assert parser.parse_args(["g", "--pq", "3,4"]).pq == [(3, 4)]
    with pytest.raises(SystemExit):
        parser.parse_args(["g", "--pq", "2,3"])
    assert "2,3: p and q must be at least 3" in capsys.readouterr().err
