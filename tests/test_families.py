# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Families of a result, against all pairs of bicliques.

Modules: `results/families.py`, `results/cpu/linking.py`, `results/cpu/unions.py`.
"""

from fractions import Fraction
from itertools import combinations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.results import scores as scoring
from cugraph_biclique.results.cpu import linking, unions
from test_answers import host

OVERLAPS = [0.07, 0.3, 0.5, 0.55, 0.7, 1]
NAMES = ["planted", "twins", "wide-both-65"]


def linked(one, other, overlap):
    """Whether two bicliques share enough edges of the smaller one."""
    shared = len(one[0] & other[0]) * len(one[1] & other[1])
    smaller = min(len(left) * len(right) for left, right in (one, other))
    return shared >= Fraction(str(overlap)) * smaller


def expected_families(pairs, overlap, scores):
    """Sets of bicliques, the best first, by a test of all pairs."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(pairs)))
    for a, b in combinations(range(len(pairs)), 2):
        if linked(pairs[a], pairs[b], overlap):
            graph.add_edge(a, b)

    def best(family):
        return min((-scores[i], i) for i in family)

    return sorted(nx.connected_components(graph), key=best), best


def assert_families(found, overlap, by):
    """All frames are those of the oracle."""
    families = found.families(overlap, by)
    pairs, scores = graphs.as_list(found), host(found.scores(by)).tolist()
    expected, best = expected_families(pairs, overlap, scores)
    number = {i: f for f, family in enumerate(expected) for i in family}
    table = host(families.bicliques)
    assert table["biclique"].tolist() == list(range(len(pairs)))
    assert table["family"].tolist() == [number[i] for i in range(len(pairs))]
    rows, lefts, rights = [], [], []
    for f, family in enumerate(expected):
        left, right = (
            frozenset().union(*side)
            for side in zip(*map(pairs.__getitem__, family), strict=True)
        )
        edges = {(u, v) for i in family for u in pairs[i][0] for v in pairs[i][1]}
        density = len(edges) / (len(left) * len(right))
        score, first = best(family)
        rows.append(
            (f, len(family), len(left), len(right), len(edges), density, -score, first)
        )
        lefts += [(f, vertex) for vertex in sorted(left)]
        rights += [(f, vertex) for vertex in sorted(right)]
    summary = host(families.summary)
    assert list(summary.itertuples(index=False, name=None)) == rows
    for frame, side in ((families.left, lefts), (families.right, rights)):
        assert list(host(frame).itertuples(index=False, name=None)) == side
    assert len(families) == len(expected)


@pytest.mark.parametrize("overlap", OVERLAPS)
@pytest.mark.parametrize("name", NAMES)
def test_families_are_the_components_of_all_pairs(name, overlap, engine, monkeypatch):
    monkeypatch.setattr(scoring, "MEMBERS_AT_ONCE", 1000)  # several batches
    monkeypatch.setattr(linking, "STEPS", 100)
    monkeypatch.setattr(unions, "STEPS", 100)
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    found = cb.maximal_bicliques(frame, min_left=2, min_right=2, engine=engine)
    assert_families(found[:400], overlap, "share")


@given(graphs.bipartite_edges(), st.sampled_from(OVERLAPS), st.booleans())
def test_families_of_any_graph(engine, edges, overlap, transposed):
    edges = graphs.transposed(edges) if transposed else edges
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert_families(found[:200], overlap, "edges")


@given(graphs.bipartite_edges(), st.sampled_from(OVERLAPS), st.booleans())
def test_families_do_not_depend_on_the_comparisons_made_first(
    engine, edges, overlap, similar_are_compared
):
    """Neither on the table of similar bicliques, nor on its size."""
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)[:200]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linking, "_likely_neighbours", lambda *_: [])
        if similar_are_compared:
            patch.setattr(linking, "PLACES", 4)
        else:
            patch.setattr(linking, "_link_similar", lambda *_: None)
        assert_families(found, overlap, "edges")


@pytest.mark.parametrize("overlap", [0.3, 0.5, 0.8])
def test_families_beside_a_large_one(overlap, engine, monkeypatch):
    """Most bicliques are one family; the others are linked to it, or to each other."""
    chance = np.random.default_rng(8)
    edges = [
        (u, v)
        for u in range(60)
        for v in range(60)
        if chance.random() < (0.8 if u < 14 and v < 10 else 0.12)
    ]
    frame = graphs.as_frame(edges)
    found = cb.maximal_bicliques(frame, min_left=2, min_right=2, engine=engine)[:500]
    monkeypatch.setattr(linking, "STEPS", 10)
    assert_families(found, overlap, "surprise")


def test_signatures_of_several_words(engine):
    """Sides of 300 vertices have a bit for each vertex, and share a third of them."""
    sides = [range(k * 100, k * 100 + 300) for k in range(6)]
    edges = [(u, 10 * k + v) for k in range(6) for u in sides[k] for v in range(3)]
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert len(found) > 10
    for overlap in (0.3, 0.5, 0.7):
        assert_families(found, overlap, "edges")


def test_a_ring_with_missing_edges_is_one_family(engine):
    chance = np.random.default_rng(3)
    rings = [
        (100 * ring + u, 100 * ring + v)
        for ring in range(5)
        for u in range(12)
        for v in range(8)
        if chance.random() < 0.85
    ]
    frame = graphs.as_frame(rings)
    found = cb.maximal_bicliques(frame, min_left=3, min_right=3, engine=engine)
    families = found.families()
    summary = host(families.summary)
    assert len(found) > 100 and len(families) == 5
    assert summary["score"].is_monotonic_decreasing
    assert (summary["density"] > 0.7).all()
    members = host(families.left)
    assert (
        members.groupby("family")["vertex"]
        .agg(lambda v: (v // 100).nunique())
        .eq(1)
        .all()
    )


def test_many_bicliques_of_popular_vertices_end(engine):
    """There are 5.8 billion pairs, and nearly all of them share vertices."""
    chance = np.random.default_rng(5)
    edges = [(u, v) for u in range(60) for v in range(20) if chance.random() < 0.75]
    found = cb.maximal_bicliques(
        graphs.as_frame(edges), min_left=3, min_right=3, engine=engine
    )
    assert len(found) == 107_902
    assert host(found.families().bicliques)["family"].eq(0).all()


def test_labels_and_frames_are_those_of_the_caller():
    found = cb.maximal_bicliques(southern_women(), min_left=4, min_right=2)
    families = found.families(0.6)
    assert set(families.left["vertex"]) == set(found.left["vertex"])
    assert repr(families) == f"<Families: {len(families)} of {len(found)} bicliques>"
    assert (families.overlap, families.by) == (0.6, "edges")
    best = found.take(families.summary["biclique"])
    assert best.scores("edges").tolist() == families.summary["score"].tolist()
    assert all(families.summary.dtypes[:5] == np.int64)


def test_an_empty_result_has_no_families(engine):
    frame = graphs.as_frame([(1, 2)])
    families = cb.maximal_bicliques(frame, min_left=2, engine=engine).families()
    assert len(families) == 0
    assert [len(f) for f in (families.summary, families.left, families.bicliques)] == [
        0
    ] * 3


@pytest.mark.parametrize(
    ("overlap", "error", "message"),
    [
        ("half", TypeError, r"overlap must be a number, not str \('half'\): pass a sh"),
        (True, TypeError, r"overlap must be a number, not bool \(True\)"),
        (None, TypeError, "overlap must be a number, not NoneType"),
        (0, ValueError, "overlap=0 is not a share of the edges: pass a number above 0"),
        (-0.5, ValueError, "overlap=-0.5 is not a share"),
        (50, ValueError, "overlap=50 is not a share"),
        (float("nan"), ValueError, "overlap=nan is not a share"),
    ],
)
def test_overlap_is_a_share(overlap, error, message):
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    with pytest.raises(error, match=message):
        found.families(overlap)


def test_families_are_ordered_by_a_known_score():
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    with pytest.raises(ValueError, match="by='area' is unknown: pass one of 'edges'"):
        found.families(by="area")
    assert isinstance(found.families(by="share").summary, pd.DataFrame)
