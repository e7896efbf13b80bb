# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of two members of wide roots, on a GPU."""

import pytest

import cugraph_biclique as cb
import graphs

pytestmark = pytest.mark.gpu


def assert_same_count(edges):
    frame = graphs.as_frame(edges)
    count = cb.maximal_biclique_count(frame, engine="gpu")
    assert count == cb.maximal_biclique_count(frame, engine="cpu")


@pytest.mark.parametrize("pairs_each", [0, 1, 1 << 20])
@pytest.mark.parametrize("wide_degree", [3, 9])
def test_small_roots(pairs_each, wide_degree, limit):
    from cugraph_biclique.search import gpu

    limit(gpu, pairs_each=pairs_each, wide_degree=wide_degree)
    for seed in range(20):
        assert_same_count(graphs.pairs_and_others(14, 60, seed=seed))


@pytest.mark.parametrize("most_children", [8, 1 << 22])
def test_below_wide_nodes(most_children, limit):
    from cugraph_biclique.search import gpu

    limit(gpu, pairs_each=0, most_children=most_children)
    for width in range(66, 96, 4):
        assert_same_count(graphs.pairs_below_wide(width, seed=width))


def test_many_rows_for_each_member():
    """Roots with more rows of two members than one sweep places, and wide children."""
    edges = graphs.random_graph(120, 24_000, 0.02, seed=3)
    edges += [(u, 24_000 + k) for k in range(40) for u in range(k, 120 - k // 2)]
    assert_same_count(edges)
