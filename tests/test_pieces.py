# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs that the device has no room for: the same answers, piece by piece."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique import bipartite_graph
from cugraph_biclique.enumeration import prepare
from cugraph_biclique.partition.pieces import packs, pieces
from cugraph_biclique.stages import Stages

COMMUNITIES = [
    (12 * block + u, 9 * block + v)
    for block in range(1000)
    for u, v in graphs.random_graph(12, 9, 0.6, seed=block)
]
BUDGET = 400_000  # of device memory: the graph would need fifteen times that


def ordered(edges):
    graph = bipartite_graph(graphs.as_frame(edges))
    return prepare(graph, 1, 1, "cpu", Stages(), 1, 1 << 30).ordered.graph


@given(graphs.bipartite_edges(max_width=70), st.integers(100, 10_000))
def test_pieces_have_every_root_once_and_all_that_it_needs(edges, budget):
    graph = ordered(edges)
    todo = packs(graph, budget)
    roots = np.concatenate([np.empty(0, int), *(some.ids for some in todo)])
    assert sorted(roots) == list(range(len(graph.grown_weight)))
    for some, piece in zip(todo, pieces(graph, todo), strict=True):
        assert piece.graph.is_root.sum() == some.roots
        near = {
            u
            for v in some.ids
            for u in graph.grown_indices[
                graph.grown_indptr[v] : graph.grown_indptr[v + 1]
            ]
        }
        assert set(piece.kept) == near
        degree = np.diff(graph.kept_indptr)[piece.kept]
        assert np.diff(piece.graph.kept_indptr).tolist() == degree.tolist()
        assert len(piece.graph.kept_indices) == len(piece.graph.grown_indices)


def test_disjoint_communities_are_copied_once():
    graph = ordered(COMMUNITIES)
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
        edges = sorted(set(COMMUNITIES))
        for p, q in [(2, 2), (3, 2), (1, 3), (4, 4)]:
            n = cb.biclique_count(whole, p, q, engine="gpu", memory_budget=BUDGET)
            assert n == cb.biclique_count(whole, p, q, engine="cpu")
        assert n == naive.biclique_count(edges, 4, 4)
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
