# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Roots in partitions: packed, bounded and together what shares edges; or spread.

Modules: `partition/packing.py`, `partition/spreading.py`.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
from cugraph_biclique import bipartite_graph
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.partition.packing import Limits, Roots, pack
from cugraph_biclique.partition.spreading import copied, spread


def packed(edges, parts=1, most_edges=np.inf, every=1):
    """The partition of each right vertex, its work, and the edges each one holds."""
    graph = bipartite_graph(graphs.as_frame(edges))
    degree = np.diff(graph.left_indptr)
    work = np.array(
        [degree[row].sum() for row in np.split(graph.right_indices, graph.right_indptr)]
    )[1:-1]
    roots = Roots(
        Adjacency(graph.right_indptr, graph.right_indices),
        Adjacency(graph.left_indptr, graph.left_indices),
        degree.astype(float),
        work.astype(float),
    )
    limits = Limits(work.sum() / parts, most_edges, every)
    part = pack(roots, np.arange(graph.n_right), limits)
    of = np.repeat(part, np.diff(graph.right_indptr))
    copies = np.unique(np.column_stack([of, graph.right_indices]), axis=0)
    held = np.bincount(copies[:, 0], weights=degree[copies[:, 1]])
    return part, work, held


@pytest.mark.slow
@given(graphs.bipartite_edges(max_width=70), st.integers(1, 9))
def test_there_are_no_more_than_asked_for_and_they_are_balanced(edges, parts):
    part, work, _ = packed(edges, parts)
    loads = np.bincount(part, weights=work)
    assert len(loads) <= parts
    if not edges:
        return
    assert (np.bincount(part) > 0).all()
    assert loads.max() <= work.sum() / parts + work.max()


@given(
    graphs.bipartite_edges(max_width=70), st.integers(1, 60), st.sampled_from([1, 3])
)
def test_edges_are_bounded_but_for_single_roots(edges, most, every):
    part, _, held = packed(edges, most_edges=most, every=every)
    assert (held[np.bincount(part) > 1] <= most).all()


@pytest.mark.parametrize("parts", [3, 6])
def test_what_shares_edges_stays_together(parts):
    blocks = [
        (10 * b + i, 10 * b + j) for b in range(6) for i in range(8) for j in range(10)
    ]
    chance = np.random.default_rng(1)
    names = chance.permutation(60)
    edges = [(int(u), int(names[v])) for u, v in blocks]
    _, _, held = packed(edges, parts)
    assert held.tolist() == [len(edges) / parts] * parts


def test_less_is_copied_than_by_chance():
    edges = graphs.IRREGULAR["planted"]
    part, _, held = packed(edges, 4)
    apart = 0
    for some in np.array_split(np.random.default_rng(2).permutation(len(part)), 4):
        kept = {u for u, v in edges if v in some}
        apart += sum(u in kept for u, _ in set(edges))
    assert held.sum() < apart


@given(st.lists(st.integers(0, 60), max_size=40), st.integers(1, 9))
def test_spread_roots_are_balanced_and_every_partition_has_some(work, parts):
    work = np.array(work, float)
    part = spread(work, parts)
    roots, loads = np.bincount(part), np.bincount(part, weights=work)
    assert (roots > 0).all()
    heavy = (work >= work.sum() / parts) & (work > 0)
    assert (roots[part[heavy]] == 1).all()
    light = loads[np.unique(part[~heavy])]
    if len(light):
        assert light.max() - light.min() <= work[~heavy].max()
        assert len(light) <= parts


def test_spread_roots_of_a_kind_are_in_all_partitions():
    work = np.repeat([1.0, 7.0, 30.0], [40, 80, 16])
    part = spread(work, 8)
    for kind in np.unique(work):
        assert np.ptp(np.bincount(part[work == kind], minlength=8)) == 0


@given(graphs.bipartite_edges(max_width=40), st.integers(1, 5))
def test_copies_are_those_of_the_neighbours_of_each_place(edges, places):
    graph = bipartite_graph(graphs.as_frame(edges))
    degree = np.diff(graph.left_indptr).astype(float)
    place = np.arange(graph.n_right) * 7 % places
    met = {
        (place[v], u)
        for v, row in enumerate(np.split(graph.right_indices, graph.right_indptr)[1:-1])
        for u in row
    }
    found = copied(place, graph.left_indptr, graph.left_indices, degree)
    assert found == sum(degree[u] for _, u in met)
