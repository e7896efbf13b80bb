# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Estimates of what a search will find."""

from dataclasses import replace

import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique import collecting, estimation
from cugraph_biclique.enumeration import Enumeration

LARGE = graphs.as_frame(graphs.random_graph(700, 600, 0.02, seed=8))


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_a_graph_of_few_roots_is_searched_as_a_whole(name):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    found = cb.estimate_maximal_bicliques(frame)
    if min(frame.nunique()) <= estimation.DRAWS:
        assert found.standard_error == 0
        assert found.bicliques == cb.maximal_biclique_count(frame, engine="cpu")
    assert not found.at_least


def test_an_empty_graph_has_none():
    found = cb.estimate_maximal_bicliques(graphs.as_frame([]))
    assert found == cb.Estimate(0, 0, 0, 0, at_least=False)


@pytest.mark.parametrize(("min_left", "min_right"), [(1, 1), (2, 2), (3, 2)])
def test_a_large_graph_is_off_by_a_few_standard_errors(min_left, min_right):
    least = {"min_left": min_left, "min_right": min_right}
    found = cb.estimate_maximal_bicliques(LARGE, **least)
    whole = cb.maximal_bicliques(LARGE, engine="cpu", **least)
    assert 0 < found.standard_error < 0.2 * found.bicliques
    assert abs(found.bicliques - len(whole)) < 4 * found.standard_error
    assert found.nodes == pytest.approx(whole.report["nodes"], rel=0.3)
    assert found.bytes == pytest.approx(whole.report["bytes"], rel=0.5)


def test_the_same_graph_has_the_same_estimate():
    assert cb.estimate_maximal_bicliques(LARGE) == cb.estimate_maximal_bicliques(LARGE)


@pytest.mark.parametrize("limit", ["MOST_FOUND", "LONGEST"])
def test_a_sample_that_is_too_large_is_cut_short(limit, monkeypatch):
    monkeypatch.setattr(estimation, limit, 0)
    found = cb.estimate_maximal_bicliques(LARGE)
    assert found.at_least
    assert 0 < found.bicliques < cb.maximal_biclique_count(LARGE, engine="cpu")


def test_an_endless_search_has_an_estimate_in_seconds():
    found = cb.estimate_maximal_bicliques(graphs.as_frame(graphs.crown(60)))
    assert found.at_least
    assert found.bicliques > 10_000


def test_thresholds_are_checked():
    with pytest.raises(ValueError, match="min_left"):
        cb.estimate_maximal_bicliques(LARGE, min_left=0)


def test_a_hopeless_result_is_given_up_before_the_budget_is_full(monkeypatch):
    whole = cb.maximal_bicliques(LARGE, engine="cpu")
    monkeypatch.setattr(collecting, "ESTIMATE_AFTER", 0)
    seen = [0.0]
    with pytest.raises(
        cb.MemoryBudgetError,
        match=r"a sample of the search predicts.*give or take.*memory_budget=",
    ):
        cb.maximal_bicliques(
            LARGE,
            memory_budget=whole.report["bytes"] // 4,
            engine="cpu",
            progress=lambda done, total: seen.append(done / total),
        )
    assert max(seen) < 0.4
    found = cb.maximal_bicliques(
        LARGE, memory_budget=int(1.1 * whole.report["bytes"]), engine="cpu"
    )
    assert len(found) == len(whole)


def test_a_sample_that_says_a_little_too_much_refuses_nothing(monkeypatch):
    """Its error is not held against a result."""
    monkeypatch.setattr(collecting, "ESTIMATE_AFTER", 0)
    whole = cb.maximal_bicliques(LARGE, engine="cpu")
    sample = cb.estimate_maximal_bicliques(LARGE)
    more = replace(sample, bicliques=len(whole) + 2 * sample.standard_error)
    monkeypatch.setattr(collecting, "estimate", lambda *arguments: more)
    found = cb.maximal_bicliques(
        LARGE, memory_budget=int(1.1 * whole.report["bytes"]), engine="cpu"
    )
    assert len(found) == len(whole)


def test_a_search_is_weighed_alike_on_every_engine(engine):
    call = Enumeration(LARGE, None, None, 1, 1, engine, None, progress=False)
    found, sample = collecting.estimate_of(call), cb.estimate_maximal_bicliques(LARGE)
    assert found.standard_error > 0
    assert abs(found.bicliques - sample.bicliques) < 4 * sample.standard_error
