# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs that the device has no room for: the same answers, piece by piece."""

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique import bipartite_graph
from cugraph_biclique.backends import backend_for
from cugraph_biclique.enumeration import search_jobs
from cugraph_biclique.partition.pieces import packs, pieces
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.records import Records, concatenate
from cugraph_biclique.results import Bicliques
from cugraph_biclique.stars import star_records
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

COMMUNITIES = [
    (12 * block + u, 9 * block + v)
    for block in range(1000)
    for u, v in graphs.random_graph(12, 9, 0.6, seed=block)
]
CPU = backend_for("cpu")
BUDGET = 1_000_000  # of device memory: the graph would need five times that


def prepared(edges, min_left=1, min_right=1):
    graph = bipartite_graph(graphs.as_frame(edges))
    whole = prepare(graph, min_left, min_right, CPU, Trace(), 1 << 30)
    return graph, whole


def searched(graph, whole, budget):
    """What the roots of all pieces find on the CPU, and the stars of the graph."""
    todo = packs(whole.ordered.graph, budget)
    assert sum(some.roots for some in todo) == len(whole.ordered.graph.grown_weight)
    parts = [star_records(whole)]
    for piece in pieces(whole.ordered.graph, todo):
        here = whole._replace(ordered=whole.ordered._replace(graph=piece.graph))
        jobs = [Job(0, len(piece.graph.grown_weight))]
        for _, found in search_jobs(here, jobs, Records.copy, Trace()):
            if found is not None:
                members = piece.kept[found.members]
                parts.append(replace(found, members=members))
    found = Bicliques(graph, whole.ordered, concatenate(parts), CPU, {})
    return graphs.as_list(found)


def assert_complete(edges, budget, min_left=1, min_right=1):
    found = searched(*prepared(edges, min_left, min_right), budget)
    expected = {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    }
    assert len(found) == len(expected)
    assert set(found) == expected


@given(
    graphs.bipartite_edges(max_width=70),
    st.integers(100, 10_000),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_the_pieces_of_any_graph_find_what_it_has(edges, budget, min_left, min_right):
    assert_complete(edges, budget, min_left, min_right)


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_the_pieces_of_irregular_graphs(name):
    assert_complete(graphs.IRREGULAR[name], 2000)


def test_disjoint_communities_are_copied_once():
    graph = prepared(COMMUNITIES)[1].ordered.graph
    todo = packs(graph, BUDGET)
    held = [len(piece.graph.kept_indices) for piece in pieces(graph, todo)]
    assert len(todo) > 2
    assert sum(held) < 1.5 * len(graph.kept_indices)


@pytest.mark.gpu
class TestOnTheDevice:
    """All calls with a budget that the graph is too large for."""

    @pytest.fixture
    def whole(self):
        return graphs.as_frame(COMMUNITIES)

    @pytest.mark.parametrize("least", [{}, {"min_left": 2, "min_right": 3}])
    def test_results(self, whole, least):
        expected = cb.maximal_bicliques(whole, engine="cpu", sort=True, **least)
        n = cb.maximal_biclique_count(
            whole, engine="gpu", memory_budget=BUDGET, **least
        )
        assert n == len(expected)
        sizes = cb.maximal_biclique_sizes(
            whole, engine="gpu", memory_budget=BUDGET, **least
        )
        pd.testing.assert_frame_equal(
            sizes, cb.maximal_biclique_sizes(whole, engine="cpu", **least)
        )
        batches = cb.iter_maximal_bicliques(
            whole, batch_size=1000, engine="gpu", memory_budget=BUDGET, **least
        )
        found = [pair for batch in batches for pair in graphs.as_list(batch)]
        assert len(found) == len(set(found)) == n
        assert set(found) == set(graphs.as_list(expected))

    def test_a_data_set_is_resumed(self, whole, tmp_path):
        n = cb.maximal_biclique_count(whole, engine="cpu")
        for _ in range(2):
            written = cb.write_maximal_bicliques(
                whole, tmp_path / "found", engine="gpu", memory_budget=BUDGET
            )
            assert written == n
        assert len(pd.read_parquet(tmp_path / "found")) == n

    def test_counts(self, whole):
        for p, q in [(2, 2), (3, 2), (1, 3), (4, 4)]:
            n = cb.biclique_count(whole, p, q, engine="gpu", memory_budget=BUDGET)
            assert n == cb.biclique_count(whole, p, q, engine="cpu")
        table = cb.biclique_counts(whole, 3, 3, engine="gpu", memory_budget=BUDGET)
        pd.testing.assert_frame_equal(table, cb.biclique_counts(whole, 3, 3))

    def test_a_root_without_room_is_searched_on_the_cores(self):
        edges = graphs.random_graph(60, 45, 0.4, seed=20)
        expected = naive.maximal_bicliques(edges)
        whole = graphs.as_frame(edges)
        n = cb.maximal_biclique_count(whole, engine="gpu", memory_budget=5000)
        assert n == len(expected)
        n = cb.biclique_count(whole, 3, 3, engine="gpu", memory_budget=5000)
        assert n == naive.biclique_count(sorted(set(edges)), 3, 3)

    def test_frames_come_back_as_they_came(self):
        cudf = pytest.importorskip("cudf")
        whole = graphs.as_frame(COMMUNITIES)
        batches = cb.iter_maximal_bicliques(
            cudf.from_pandas(whole), batch_size=1000, memory_budget=BUDGET
        )
        assert isinstance(next(batches).left, cudf.DataFrame)
