# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`groups` of dense graphs, whose maximal bicliques are too many to list.

Modules: `calls/groups.py`, `grouping/pairs.py`, `grouping/pair_seeds.py`.
"""

from itertools import product

import numba
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
from cugraph_biclique.calls import groups as search
from cugraph_biclique.graph.adjacency import Adjacency, BothSides
from cugraph_biclique.grouping import pair_seeds, pairs
from cugraph_biclique.grouping.evidence import null_of
from cugraph_biclique.inputs import bipartite_graph
from test_answers import host
from test_groups import as_sets, assert_right, evidence, has_most, planted

WEAK = "weak groups in the dense part may be absent"


def dense(n, density, seed=0, block=0):
    """A random graph of n x n vertices; the first ones of each side may be a block of
    which 95 % of the edges exist."""
    rng = np.random.default_rng(seed)
    has = rng.random((n, n)) < density
    has[:block, :block] = rng.random((block, block)) < 0.95
    return [tuple(edge) for edge in np.argwhere(has).tolist()]


@pytest.fixture
def few(monkeypatch):
    """Bicliques are too many from 100 on, or as many as there are edges."""
    monkeypatch.setattr(search, "MOST_BICLIQUES", 100)


def test_a_dense_random_graph_has_an_answer(engine):
    edges = dense(100, 0.5)  # millions of bicliques
    with pytest.warns(UserWarning, match=WEAK) as caught:
        found = cb.groups(graphs.as_frame(edges), 3, engine=engine)
    assert len(caught) == 1
    assert f"{len(edges):,} of {len(edges):,} edges are in a dense part" in str(
        caught[0].message
    )
    assert_right(edges, found)
    assert found.report["sampled_edges"] == len(edges)
    assert found.report["skipped_seeds"] == 0
    assert (host(found.summary).p_value > 0.05).all()


@pytest.mark.filterwarnings(f"ignore:.*{WEAK}")
def test_a_block_in_a_dense_graph_is_found():
    edges = dense(300, 0.3, block=15)
    best = as_sets(cb.groups(graphs.as_frame(edges), 1, engine="cpu"))[0]
    for side in best:
        assert len(side & set(range(15))) >= 14 and len(side) <= 16


@pytest.mark.filterwarnings(f"ignore:.*{WEAK}")
@pytest.mark.parametrize("core", [32, 8])
def test_rings_beside_a_dense_part(few, core, monkeypatch, engine):
    monkeypatch.setattr(search, "LARGEST_CORE", core)
    monkeypatch.setattr(search, "MOST_BICLIQUES", 5000)
    edges, truth = planted(4000, 1.0, seed=5, rings=2)
    edges = [(f"u{u}", f"v{v}") for u, v in edges]
    edges += [(f"d{u}", f"d{v}") for u, v in dense(60, 0.6)]
    found = cb.groups(graphs.as_frame(edges), 5, engine=engine)
    assert_right(edges, found)
    assert 0 < found.report["sampled_edges"] <= len(dense(60, 0.6)) + len(edges) // 2
    for left, right in truth:
        ring = {f"u{u}" for u in left}, {f"v{v}" for v in right}
        assert any(has_most(ring, group) for group in as_sets(found))


@pytest.mark.filterwarnings(f"ignore:.*{WEAK}")
@pytest.mark.parametrize("least", [(2, 2), (3, 4), (2, 5)])
@pytest.mark.parametrize("n", [12, 40])
def test_engines_and_threads_agree(few, least, n, engine, monkeypatch):
    frame = graphs.as_frame(dense(n, 0.5, seed=n))
    options = {"min_left": least[0], "min_right": least[1]}
    monkeypatch.setattr(search, "SEEDS_AT_ONCE", 7)
    found = cb.groups(frame, 5, engine=engine, **options)
    assert_right(dense(n, 0.5, seed=n), found, least=least)
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        expected = cb.groups(frame, 5, engine="cpu", **options)
    finally:
        numba.set_num_threads(threads)
    pd.testing.assert_frame_equal(host(found.summary), expected.summary)
    assert as_sets(found) == as_sets(expected)
    for key in ("sampled_edges", "skipped_seeds"):
        assert found.report[key] == expected.report[key]


def test_refinement_is_bounded(monkeypatch):
    frame = graphs.as_frame(dense(30, 0.5))
    whole = cb.groups(frame, 3)
    assert whole.report["sampled_edges"] == whole.report["skipped_seeds"] == 0
    monkeypatch.setattr(search, "MOST_READ", 10_000)
    said = (
        "starting points of groups were not examined, .* near some vertices, pass them"
    )
    with pytest.warns(UserWarning, match=said) as caught:
        found = cb.groups(frame, 3)
    assert found.report["skipped_seeds"] > 0 and len(found) == 3
    assert "dense part" not in str(caught[0].message)  # all bicliques were listed


@pytest.mark.parametrize("least", [(3, 3), (3, 5)])
def test_large_least_sizes_have_the_same_seeds(least, engine):
    """Both searches with a least size of two on one side find the bicliques that a
    search for both sizes finds."""
    edges = graphs.random_graph(30, 20, 0.4, seed=1)
    frame = graphs.as_frame(edges)
    every = cb.maximal_bicliques(frame, min_left=least[0], min_right=least[1])
    asked = search.GroupSearch(search.Request(frame, engine=engine), least, 0.5)
    asked.left[:] = True  # hubs, too
    seeds = asked.listed().settle()
    assert len(seeds.score) == len(every) > 10


@pytest.mark.filterwarnings(f"ignore:.*{WEAK}")
def test_vertices_asked_for_in_a_dense_part(few):
    edges = dense(40, 0.5, seed=2)
    found = cb.groups(graphs.as_frame(edges), 3, containing={"left": [7]})
    assert found.report["sampled_edges"] > 0 and len(found) == 3
    assert all(7 in left for left, _ in as_sets(found))


# Pairs, against all pairs

SMALL = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 9)), min_size=1).map(sorted)


def parts(edges):
    graph = bipartite_graph(graphs.as_frame(edges)).with_host_adjacency()
    left = Adjacency(graph.left_indptr, graph.left_indices)
    right = Adjacency(graph.right_indptr, graph.right_indices)
    return graph, left, right


@given(SMALL, st.integers(1, 4))
def test_pairs_and_their_common_neighbours(edges, least):
    graph, left, right = parts(edges)
    near = {
        v: set(right.indices[right.indptr[v] : right.indptr[v + 1]].tolist())
        for v in range(graph.n_right)
    }
    found = pairs.best_pairs(right, left, least)
    seen = set()
    for i, (v, w) in enumerate(found.pairs.tolist()):
        common = found.members[found.offsets[i] : found.offsets[i + 1]].tolist()
        assert v < w and common == sorted(near[v] & near[w]) and len(common) >= least
        seen.add((v, w))
    expected = {
        (v, w)
        for v, w in product(near, near)
        if v < w and len(near[v] & near[w]) >= least
    }
    assert len(seen) == len(found.pairs) and seen == expected


@given(SMALL, st.tuples(st.integers(2, 3), st.integers(2, 3)))
def test_seeds_of_pairs_are_bicliques_with_their_evidence(edges, least):
    graph, left, right = parts(edges)
    lists = [
        set(left.indices[left.indptr[u] : left.indptr[u + 1]].tolist())
        for u in range(graph.n_left)
    ]
    ends = [(u, v) for u, some in enumerate(lists) for v in some]
    degree = BothSides(np.diff(left.indptr), np.diff(right.indptr))
    of_rights, of_lefts = pair_seeds.pair_seeds(graph, degree, null_of(graph), least)
    for sides in (of_rights, of_lefts):
        for i, score in enumerate(sides.score.tolist()):
            lefts = set(sides.members[sides.offsets[i] : sides.offsets[i + 1]].tolist())
            common = set.intersection(*(lists[u] for u in lefts))
            assert len(lefts) >= least[0] and len(common) >= least[1]
            if sides is of_lefts:  # the others may be some of the common neighbours
                assert score == pytest.approx(evidence(ends, lefts, common))
