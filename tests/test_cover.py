# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques that cover the most edges, against a greedy choice by sets of edges.

Modules: `results/summaries.py`, `results/cover.py`, `results/cpu/coverage.py`.
"""

from itertools import combinations
from math import e

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.data import southern_women
from cugraph_biclique.results.cpu import coverage


def assert_cover(found, edges, k):
    """The bicliques are those of the oracle, in its order."""
    canonical = found.nlargest(len(found), by="edges")  # ties in the canonical order
    pairs = sorted(
        graphs.as_list(canonical),
        key=lambda pair: (len(pair[0]), len(pair[1]), sorted(pair[0])),
    )
    chosen, gains = naive.cover(pairs, k)
    cover = found.cover(k)
    assert graphs.as_list(cover) == [pairs[i] for i in chosen]
    shares = np.cumsum(gains) / len(set(edges))
    assert cover.report["covered"] == pytest.approx(shares.tolist())
    assert cover.report["bicliques"] == len(cover) == len(chosen)


@pytest.mark.parametrize("name", ["planted", "twins"])
def test_cover_of_irregular_graphs(name, engine, monkeypatch):
    monkeypatch.setattr(coverage, "STEPS", 50)
    edges = graphs.IRREGULAR[name]
    for each in (edges, graphs.transposed(edges)):
        found = cb.maximal_bicliques(graphs.as_frame(each), engine=engine)
        assert_cover(found[:300], each, 20)


@given(graphs.bipartite_edges(), st.integers(1, 6), st.booleans())
def test_cover_of_any_graph(engine, edges, k, transposed):
    edges = graphs.transposed(edges) if transposed else edges
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert_cover(found[:100], edges, k)
    assert_cover(found[:100:2], edges, k)


def test_members_of_hubs_are_bisected(engine):
    edges = [(0, v) for v in range(500)] + [(u, v) for u in (1, 2) for v in range(4)]
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert_cover(found, edges, 3)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_greedy_choice_is_nearly_the_best(k, engine):
    found = cb.maximal_bicliques(southern_women(), min_left=3, engine=engine)
    boxes = [{(u, v) for u in left for v in right} for left, right in found]
    best = max(len(set().union(*some)) for some in combinations(boxes, k))
    covered = found.cover(k).report["covered"][-1] * len(southern_women())
    assert (1 - 1 / e) * best <= covered <= best + 1e-9


def test_all_edges_can_be_covered(engine):
    """Of disjoint blocks, each block is taken once, the largest one first."""
    edges = [
        (10 * b + u, 10 * b + v) for b in range(5) for u in range(b + 2) for v in (0, 1)
    ]
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    cover = found.cover(100)
    assert len(cover) == 5
    assert cover.report["covered"] == pytest.approx(np.cumsum([6, 5, 4, 3, 2]) / 20)
    assert [len(left) for left, _ in cover] == [6, 5, 4, 3, 2]


def test_the_first_ones_are_the_cover_of_fewer(engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine)
    assert graphs.as_list(found.cover(8)[:3]) == graphs.as_list(found.cover(3))


def test_an_empty_result_covers_nothing(engine):
    found = cb.maximal_bicliques(graphs.as_frame([(1, 2)]), min_left=2, engine=engine)
    cover = found.cover(3)
    assert isinstance(cover, cb.Bicliques)
    assert (len(cover), cover.report["covered"]) == (0, [])


@pytest.mark.parametrize(
    ("k", "error", "message"),
    [
        (0, ValueError, "k=0 is too small: pass 1 or more"),
        ("3", TypeError, r"k must be an integer, not str \('3'\): pass 1 or more"),
        (True, TypeError, "k must be an integer, not bool"),
    ],
)
def test_k_is_a_positive_integer(k, error, message):
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    with pytest.raises(error, match=message):
        found.cover(k)
