# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine lists parts of a graph as the oracle does.

Modules: `listing/gpu.py`, `listing/growing.py`, `preparation/core_numbers.py`,
`calls/projection.py`.
"""

from itertools import islice

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.contract.sets import Sets
from cugraph_biclique.listing import cpu, gpu, growing
from test_neighbourhood import containing_all
from test_subgraphs import as_rows, in_order, listed

pytestmark = pytest.mark.simulator

ON_CORES = ["listing.cpu.extended", "listing.cpu.chosen"]

SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-5-4": graphs.complete(5, 4),
    "star": graphs.star(9),
    "crown-5": graphs.crown(5),
    "random": graphs.random_graph(9, 8, 0.6, seed=2),
    "uneven": graphs.random_graph(4, 30, 0.5, seed=3),
}


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("name", SMALL)
def test_core_numbers(name, side):
    frame = graphs.as_frame(SMALL[name])
    found = cb.core_numbers(frame, [1, 2, 3], side, engine="gpu")
    expected = cb.core_numbers(frame, [1, 2, 3], side, engine="cpu")
    pd.testing.assert_frame_equal(found, expected)


@pytest.fixture(params=[1, 1 << 10])
def long(request, monkeypatch):
    """Fewest entries of a list that may be left out."""
    monkeypatch.setattr(gpu, "LONG", request.param)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("name", SMALL)
def test_projections(name, side, only_the_device, long):
    frame = graphs.as_frame(SMALL[name])
    found = cb.project(frame, side, least_common=1, engine="gpu")
    sets = {tuple(pair) for pair in found[["first", "second"]].itertuples(index=False)}
    of = [edge if side == "left" else edge[::-1] for edge in SMALL[name]]
    assert sets == {(a, b) for a, v in of for b, w in of if a < b and v == w}


@pytest.mark.parametrize("most_wedges", [1, 1 << 22])
@pytest.mark.parametrize(("p", "q"), [(1, 1), (1, 2), (3, 1), (2, 2), (3, 4), (4, 3)])
@pytest.mark.parametrize("name", SMALL)
def test_bicliques_in_order(
    name, p, q, most_wedges, only_the_device, long, monkeypatch
):
    monkeypatch.setattr(growing, "MOST_WEDGES", most_wedges)
    edges = SMALL[name]
    rows = listed(edges, p, q, engine="gpu", batch_size=7)
    assert rows == in_order(edges, p, q)


def roots_of(graph):
    """The sets of one left vertex."""
    members = np.arange(graph.n_left, dtype=np.int32)[:, None]
    return Sets(members, graph.left_indptr, graph.left_indices)


@pytest.mark.parametrize("after", [0, 1, 3])
@pytest.mark.parametrize("least", [1, 2, 4])
def test_sets_are_extended_as_on_the_cores(least, after, long):
    graph = cb.bipartite_graph(graphs.as_frame(SMALL["random"]))
    sets = roots_of(graph)
    for part in (sets, sets.part(2, 5)):
        arguments = graph.right_indptr, graph.right_indices, part, least, after
        one, other = cpu.extended(*arguments), gpu.extended(*arguments)
        for expected, found in zip(one, other, strict=True):
            np.testing.assert_array_equal(expected, found)
            assert expected.dtype == found.dtype


@pytest.fixture
def made(monkeypatch):
    """The pairs of a set and a later vertex that kernels make, by kernel."""
    pairs, real = {}, gpu.launch

    def launch(kernel, blocks, *given):
        real(kernel, blocks, *given)
        if kernel in (gpu._pairs, gpu._ask):
            pairs[kernel] = int(np.count_nonzero(given[-2] >= 0))

    monkeypatch.setattr(gpu, "launch", launch)
    return pairs


@pytest.mark.parametrize("least", [1, 2, 4])
@pytest.mark.parametrize("name", SMALL)
def test_no_more_pairs_are_made_than_the_bound(name, least, long, made):
    graph = cb.bipartite_graph(graphs.as_frame(SMALL[name]))
    sets, lists = roots_of(graph), np.diff(graph.right_indptr)
    bounds = gpu.pair_bounds(graph.right_indptr, sets, least).tolist()
    for s, most in enumerate(bounds):
        made.clear()
        alone = sets.part(s, s + 1)
        gpu.extended(graph.right_indptr, graph.right_indices, alone, least, 0)
        assert sum(made.values()) <= most <= lists[alone.common].sum()


def test_long_lists_are_not_sorted(monkeypatch, made):
    monkeypatch.setattr(gpu, "LONG", 10)
    # Vertex 0 of the other side is a neighbour of all, and the others of a few.
    edges = [(u, 0) for u in range(40)] + [(u, 1 + u // 4) for u in range(40)]
    graph = cb.bipartite_graph(graphs.as_frame(edges))
    sets = roots_of(graph)
    for least, most in ((1, 44), (2, 2 * 4)):
        bounds = gpu.pair_bounds(graph.right_indptr, sets, least)
        assert set(bounds.tolist()) == {most}
    pairs = gpu.extended(graph.right_indptr, graph.right_indices, sets, 2, 0)
    assert len(pairs) == 10 * 6  # each two of four share both neighbours
    assert made == {gpu._pairs: 10 * 6, gpu._ask: 10 * 6}


def test_lists_without_a_large_share_are_not_left_out(monkeypatch):
    monkeypatch.setattr(gpu, "LONG", 1)
    for n, of_a_set in ((9, 0), (8, 1)):  # each list has a ninth, or an eighth
        graph = cb.bipartite_graph(graphs.as_frame(graphs.complete(n, n)))
        _, left_out = gpu._bounds(graph.right_indptr, roots_of(graph), 2)
        assert np.count_nonzero(left_out) == n * of_a_set


def test_a_set_with_more_choices_than_any_batch(only_the_device):
    frame = graphs.as_frame(graphs.complete(2, 90))
    found = cb.iter_bicliques(frame, 2, 45, batch_size=2, engine="gpu")
    rows = [row for batch in islice(found, 2) for row in as_rows(batch)]
    others = [
        (0, 1, *range(skipped), *range(skipped + 1, 46)) for skipped in (44, 43, 42)
    ]
    assert rows == [(0, 1, *range(45)), *others]


@pytest.mark.parametrize(("alpha", "beta"), [(1, 1), (2, 3), (4, 4), (9, 9)])
@pytest.mark.parametrize("name", ["empty", "random", "uneven"])
def test_cores(name, alpha, beta):
    frame = graphs.as_frame(SMALL[name])
    found = cb.core(frame, alpha, beta, engine="gpu")
    assert as_rows(found) == sorted(naive.core(SMALL[name], alpha, beta))
    expected = cb.core(frame, alpha, beta, engine="cpu")
    pd.testing.assert_frame_equal(found, expected)


@pytest.mark.parametrize(
    ("left", "right"), [([3], []), ([3, 5], []), ([], [5]), ([3], [5]), ([3, 7], [1])]
)
def test_bicliques_that_contain_vertices(left, right):
    edges = graphs.random_graph(12, 10, 0.6, seed=2)
    graph = cb.bipartite_graph(graphs.as_frame(edges))
    containing = {"left": left, "right": right}
    found = cb.maximal_bicliques(graph, containing=containing, engine="gpu")
    assert graphs.as_set(found) == containing_all(edges, left, right)
    expected = cb.maximal_bicliques(
        graph, containing=containing, engine="cpu", sort=True
    )
    found = found._with_ascending_members()
    found = found.take(found._canonical_order())
    assert list(found) == list(expected)
    pd.testing.assert_series_equal(found.scores(), expected.scores())


@pytest.mark.parametrize("most", [{"max_left": 3}, {"max_right": 2}])
def test_bicliques_up_to_a_size(most):
    frame = graphs.as_frame(graphs.random_graph(12, 10, 0.6, seed=2))
    found, expected = (
        cb.maximal_bicliques(frame, engine=engine, sort=True, **most)
        for engine in ("gpu", "cpu")
    )
    assert 0 < len(found) == cb.maximal_biclique_count(frame, engine="gpu", **most)
    assert list(found) == list(expected)
    pd.testing.assert_frame_equal(
        cb.maximal_biclique_sizes(frame, engine="gpu", **most),
        cb.maximal_biclique_sizes(frame, engine="cpu", **most),
    )
