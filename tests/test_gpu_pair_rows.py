# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of two members of wide roots, on a GPU.

Modules: `search/gpu/wide/pair_rows.py`.
"""

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs

pytestmark = pytest.mark.gpu


def assert_same_count(edges):
    frame = graphs.as_frame(edges)
    count = cb.maximal_biclique_count(frame, engine="gpu")
    assert count == cb.maximal_biclique_count(frame, engine="cpu")


@pytest.mark.parametrize("pairs_each", [0, 1])
@pytest.mark.parametrize("wide_degree", [3, 9])
def test_small_roots(pairs_each, wide_degree, limit, launched):
    from cugraph_biclique.search import gpu
    from cugraph_biclique.search.gpu.wide import search as wide_search

    limit(gpu, pairs_each=pairs_each, wide_degree=wide_degree)
    for seed in range(1, 20):
        assert_same_count(graphs.pairs_and_others(14, 60, seed=seed))
    assert wide_search.count_pairs in launched or pairs_each == 1


@pytest.mark.parametrize("most_children", [8, 1 << 22])
def test_below_wide_nodes(most_children, limit, launched):
    from cugraph_biclique.search import gpu
    from cugraph_biclique.search.gpu.wide import search as wide_search

    limit(gpu, pairs_each=0, most_children=most_children)
    for width in range(72, 96, 4):
        assert_same_count(graphs.pairs_below_wide(width, seed=width))
    assert wide_search.count_pairs_below in launched


def test_a_random_graph(limit, launched):
    from cugraph_biclique.search import gpu
    from cugraph_biclique.search.gpu.wide import search as wide_search

    limit(gpu, pairs_each=4)
    has_edge = np.random.default_rng(1).random((4_000, 3_000)) < 0.023
    assert_same_count(np.argwhere(has_edge).tolist())
    assert wide_search.count_pairs in launched
