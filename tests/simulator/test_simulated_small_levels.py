# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small levels of wide nodes, which one launch takes together.

Modules: `search/gpu/wide/small_levels.py`, `search/gpu/wide/levels.py`.
"""

import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.device import control as C
from cugraph_biclique.search import gpu
from cugraph_biclique.search.gpu.narrow import search as narrow_search
from cugraph_biclique.search.gpu.wide import expand as wide_expand
from cugraph_biclique.search.gpu.wide import levels as wide_levels
from cugraph_biclique.search.gpu.wide import search as wide_search
from cugraph_biclique.search.gpu.wide import small_levels

pytestmark = pytest.mark.simulator

DENSE = graphs.as_frame(graphs.random_graph(8, 100, 0.95, seed=5))
THIN = graphs.as_frame(graphs.random_graph(12, 130, 0.72, seed=5))  # with pairs


@pytest.fixture
def levels(monkeypatch):
    """How many children and nodes each launch took, and whether wide ones were left."""
    taken = []
    test_below = wide_search.WideSearch.test_below

    def note(self, matrices, tested, children):
        below, seen = test_below(self, matrices, tested, children)
        left = int(seen[gpu.S.N_WIDE])
        taken.append((below.n_children, int(seen[gpu.S.MADE]), left))
        return below, seen

    monkeypatch.setattr(wide_search.WideSearch, "test_below", note)
    return taken


def assert_counts_agree(frame, **sizes):
    count = cb.maximal_biclique_count(frame, engine="gpu", **sizes)
    assert count == cb.maximal_biclique_count(frame, engine="cpu", **sizes)


def assert_lists_agree(frame, **sizes):
    found = cb.maximal_bicliques(frame, engine="gpu", sort=True, **sizes)
    expected = cb.maximal_bicliques(frame, engine="cpu", sort=True, **sizes)
    assert graphs.as_list(found) == graphs.as_list(expected)


@pytest.mark.parametrize("assert_agree", [assert_counts_agree, assert_lists_agree])
@pytest.mark.parametrize("sizes", [{"min_right": 3}, {"min_right": 4, "min_left": 3}])
def test_one_launch_takes_all_levels_below_the_roots(levels, sizes, assert_agree):
    assert_agree(DENSE, **sizes)
    ((_, nodes, left),) = levels
    assert nodes > 21  # of the first level
    assert left == 0


@pytest.mark.parametrize("pairs_each", [0, 16])
def test_pairs_of_all_levels(pairs_each, levels, limit):
    limit(gpu, pairs_each=pairs_each)
    assert_counts_agree(THIN)
    assert levels


def test_pairs_below_wide_nodes(levels, limit):
    limit(gpu, pairs_each=0)
    assert_counts_agree(graphs.as_frame(graphs.pairs_below_wide(76, seed=76)))
    assert levels


@pytest.mark.parametrize("assert_agree", [assert_counts_agree, assert_lists_agree])
@pytest.mark.parametrize("limit", ["MOST_NODES", "MOST_WORDS", "small_level"])
def test_what_does_not_fit_is_left_to_the_host(
    limit, levels, monkeypatch, assert_agree
):
    most = {"MOST_NODES": 40, "MOST_WORDS": 120, "small_level": 60}[limit]
    if limit == "small_level":
        monkeypatch.setattr(gpu, "LIMITS", gpu.LIMITS._replace(small_level=most))
    else:
        monkeypatch.setattr(wide_levels, limit, most)
    assert_agree(DENSE, min_right=3)
    assert any(left for _, _, left in levels)


def test_members_that_do_not_fit_are_left_to_the_host(levels, monkeypatch):
    monkeypatch.setattr(wide_search, "SPARE_MEMBERS", 4_000)
    assert_counts_agree(DENSE, min_right=3)
    assert any(left for _, _, left in levels)


def test_two_blocks_share_them(levels, two_blocks):
    assert_counts_agree(DENSE, min_right=3)
    assert_lists_agree(DENSE, min_right=3)
    assert levels


def test_heavy_children(levels, monkeypatch):
    for module in (small_levels, wide_expand):
        monkeypatch.setattr(module, "HEAVY_WORDS", 70)
    heavy = []
    begin_heavy = small_levels.begin_heavy

    def note(children, k):
        heavy.append(k)
        begin_heavy(children, k)

    monkeypatch.setattr(small_levels, "begin_heavy", note)
    assert_counts_agree(DENSE, min_right=3)
    assert_lists_agree(DENSE, min_right=3)
    assert heavy


def test_no_level_is_small(levels, monkeypatch):
    monkeypatch.setattr(gpu, "LIMITS", gpu.LIMITS._replace(small_level=0))
    assert_counts_agree(DENSE, min_right=3)
    assert_lists_agree(DENSE, min_right=3)
    assert not levels


@pytest.mark.parametrize("by", ["edges", "balanced"])
def test_the_largest_bicliques(by, levels):
    found, expected = (
        cb.largest_bicliques(DENSE, k=4, by=by, min_right=3, engine=engine)
        for engine in ("gpu", "cpu")
    )
    assert graphs.as_list(found) == graphs.as_list(expected)
    assert levels


@pytest.mark.parametrize("assert_agree", [assert_counts_agree, assert_lists_agree])
def test_wide_children_beside_narrow_ones_that_wait(
    levels, limit, monkeypatch, assert_agree
):
    """A search of the pool resets what the tests have noted about wide children."""
    noted = []
    note = narrow_search.NarrowSearch.note

    def noting(self, seen, *more):
        noted.append((int(seen[gpu.S.N_WIDE]), int(seen[C.WAITING])))
        note(self, seen, *more)

    monkeypatch.setattr(narrow_search.NarrowSearch, "note", noting)
    limit(gpu, least_rows=200, most_rows=200)
    edges = graphs.random_graph(8, 100, 0.75, seed=5)
    assert_agree(graphs.as_frame(edges), min_right=3)
    assert any(wide and waiting for wide, waiting in noted)
    assert not levels
