# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Streams of a GPU that divides roots. tests/simulator has them on small graphs.

Modules: `search/gpu/host/division.py`.
"""

from itertools import islice

import pytest

import cugraph_biclique as cb
import graphs

pytestmark = pytest.mark.gpu

GRAPHS = {
    "crown": graphs.crown(10),
    "dense": graphs.random_graph(18, 18, 0.7, seed=1),
    "twins": graphs.twins(graphs.random_graph(16, 16, 0.7, seed=3)),
}


def streamed(edges, **options):
    batches = cb.iter_maximal_bicliques(
        graphs.as_frame(edges), engine="gpu", batch_size=1000, **options
    )
    return [pair for batch in batches for pair in graphs.as_list(batch)]


@pytest.mark.parametrize("least", [(1, 1), (3, 1), (1, 3)])
@pytest.mark.parametrize("wide_degree", [65, 8])
@pytest.mark.parametrize("name", GRAPHS)
def test_divided_roots_find_each_biclique_once(
    name, wide_degree, least, limit, divided, no_cores
):
    from cugraph_biclique.search import gpu

    limit(gpu, part_records=100, most_records=200, least_divided=1)
    limit(gpu, wide_degree=wide_degree)
    edges = GRAPHS[name]
    options = {"min_left": least[0], "min_right": least[1]}
    found = streamed(edges, **options)
    assert divided
    assert len(found) == len(set(found))
    expected = cb.maximal_bicliques(graphs.as_frame(edges), engine="cpu", **options)
    assert set(found) == graphs.as_set(expected)
    assert streamed(edges, **options) == found  # in the same order


def test_the_first_batches_of_a_dense_graph_of_wide_roots(divided, no_cores):
    dense = graphs.as_frame(graphs.random_graph(200, 200, 0.9, seed=4))
    batches = cb.iter_maximal_bicliques(dense, batch_size=1000, engine="gpu")
    some = list(islice(batches, 3))
    batches.close()
    assert [len(batch) for batch in some] == [1000] * 3
    assert len({pair for batch in some for pair in graphs.as_list(batch)}) == 3000
    assert divided
