# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of two members of wide roots, on a GPU."""

import random
from itertools import combinations

import pytest

import cugraph_biclique as cb
import graphs

pytestmark = pytest.mark.gpu


@pytest.fixture
def assert_same_count(launched):
    """A function that compares the counts of both engines, with pairs on the device."""
    from cugraph_biclique.search.gpu import wide_nodes

    def check(edges, below=False):
        launched.clear()
        frame = graphs.as_frame(edges)
        count = cb.maximal_biclique_count(frame, engine="gpu")
        assert count == cb.maximal_biclique_count(frame, engine="cpu")
        assert wide_nodes.count_pairs in launched
        assert not below or wide_nodes.count_pairs_below in launched

    return check


@pytest.mark.parametrize("pairs_each", [0, 1])
@pytest.mark.parametrize("wide_degree", [3, 9])
def test_small_roots(pairs_each, wide_degree, limit, assert_same_count):
    from cugraph_biclique.search import gpu

    limit(gpu, pairs_each=pairs_each, wide_degree=wide_degree)
    for seed in range(1, 20):
        assert_same_count(graphs.pairs_and_others(14, 60, seed=seed))


@pytest.mark.parametrize("most_children", [8, 1 << 22])
def test_below_wide_nodes(most_children, limit, assert_same_count):
    from cugraph_biclique.search import gpu

    limit(gpu, pairs_each=0, most_children=most_children)
    for width in range(72, 96, 4):
        assert_same_count(graphs.pairs_below_wide(width, seed=width), below=True)


def test_more_rows_than_a_sweep_places(assert_same_count):
    """A root of 150 members, with a row for each pair of them."""
    pairs = list(combinations(range(150), 2))
    edges = set(graphs.complete(1, 150))
    edges |= {(u, v) for u, pair in enumerate(pairs, 1) for v in pair}
    chance = random.Random(1)
    for u in range(1, 400, 40):  # these come later in the order
        edges |= {(u, 150 + v) for v in chance.sample(range(400), 200)}
    assert len(pairs) > 8 * 1024  # places in shared memory, see `pair_rows`
    assert_same_count(sorted(edges))
