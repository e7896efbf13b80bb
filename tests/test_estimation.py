# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Estimates of what a search will find.

Modules: `calls/collecting.py`, `calls/estimation.py`, `search/cpu/descents.py`.
"""

from dataclasses import replace

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
from calls import call_for
from cugraph_biclique.calls import collecting, estimation
from cugraph_biclique.contract.records import Records, concatenate
from cugraph_biclique.data import southern_women
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.cpu.descents import descend
from cugraph_biclique.search.stars import count_stars

LARGE = graphs.as_frame(graphs.random_graph(700, 600, 0.02, seed=8))


@pytest.fixture
def sampled(monkeypatch):
    """No search is short enough, so descents estimate every graph."""
    monkeypatch.setattr(estimation, "MOST_FOUND", 0)


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_a_short_search_is_exact(name):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    found = cb.estimate_maximal_bicliques(frame)
    whole = cb.maximal_bicliques(frame, engine="cpu")
    assert found.bicliques == found.low == found.high == len(whole)
    assert found.nodes <= whole.report["nodes"]  # threads may share a root
    assert found.standard_error == 0
    assert not found.at_least
    assert str(found) == f"{len(whole):,} maximal bicliques"


def test_an_empty_graph_has_none():
    found = cb.estimate_maximal_bicliques(graphs.as_frame([]))
    assert found == cb.Estimate(0, 0, 0, 0, at_least=False)


@pytest.mark.parametrize(("min_left", "min_right"), [(1, 1), (2, 2), (3, 2)])
def test_a_large_graph_is_off_by_a_few_standard_errors(min_left, min_right, sampled):
    least = {"min_left": min_left, "min_right": min_right}
    found = cb.estimate_maximal_bicliques(LARGE, **least)
    whole = cb.maximal_bicliques(LARGE, engine="cpu", **least)
    assert 0 < found.standard_error < 0.2 * found.bicliques
    assert abs(found.bicliques - len(whole)) < 4 * found.standard_error
    assert found.low < found.bicliques < found.high
    assert found.bicliques <= found.nodes < 1.2 * whole.report["nodes"]
    assert found.bytes == pytest.approx(whole.report["bytes"], rel=0.5)


def test_the_same_graph_has_the_same_estimate(sampled):
    assert cb.estimate_maximal_bicliques(LARGE) == cb.estimate_maximal_bicliques(LARGE)


def large_enough(visit, least_kept, least_grown):
    return (visit.n_kept >= least_kept) & (visit.n_grown >= least_grown)


@pytest.mark.parametrize("fineness", [0, 1, 4])
@pytest.mark.parametrize("name", ["southern-women", "random", "twins", "crown"])
def test_descents_are_unbiased(name, fineness):
    edges = {
        "southern-women": list(southern_women().itertuples(index=False, name=None)),
        "random": graphs.random_graph(25, 20, 0.4, seed=4),
        "twins": graphs.twins(graphs.random_graph(12, 12, 0.5, seed=5)),
        "crown": graphs.crown(9),
    }[name]
    call = call_for(graphs.as_frame(edges))
    whole = call.result(concatenate(list(call.search(Records.copy))))
    sizes = whole.sizes[["n_left", "n_right"]].to_numpy()
    if call.prepared.ordered.grow == "left":
        sizes = sizes[:, ::-1]  # kept, grown
    graph = call.prepared.ordered.graph
    visits = [descend(graph, seed, 1 << 30, fineness) for seed in range(2000)]
    assert all(visit.ended for visit in visits)
    stars = count_stars(call.prepared, call.backend)
    totals = [visit.weight.sum() for visit in visits]
    error = np.std(totals) / len(totals) ** 0.5
    assert abs(np.mean(totals) - (len(whole) - stars)) <= 4.5 * error
    for least in [(4, 2), (2, 4), (3, 3)]:
        true = int((sizes >= least).all(axis=1).sum())
        if least[0] <= graph.kept_weight.max():
            continue  # some of them may be stars
        totals = [v.weight[large_enough(v, *least)].sum() for v in visits]
        error = np.std(totals) / len(totals) ** 0.5
        assert abs(np.mean(totals) - true) <= 4.5 * error


def test_descents_without_choice_are_exact():
    """Each stratum of a path has one candidate after the roots, or none."""
    call = call_for(graphs.as_frame(graphs.complete(4, 6)))
    visit = descend(call.prepared.ordered.graph, 3, 1 << 30, 4)
    stars = count_stars(call.prepared, call.backend)
    assert visit.ended and visit.weight.sum() == 1 - stars


@pytest.mark.parametrize("turned", [False, True])
def test_higher_thresholds_never_have_larger_estimates(turned, sampled):
    edges = graphs.random_graph(150, 120, 0.15, seed=9)
    frame = graphs.as_frame(graphs.transposed(edges) if turned else edges)
    sizes = range(1, 8)
    found = {
        (a, b): cb.estimate_maximal_bicliques(frame, min_left=a, min_right=b)
        for a in sizes
        for b in sizes
    }
    for (a, b), of in found.items():
        for above in [(a + 1, b), (a, b + 1)]:
            if above in found:
                assert found[above].bicliques <= of.bicliques


def test_an_estimate_is_not_below_a_short_search(monkeypatch):
    """Otherwise a higher threshold, whose search ends, might have a larger number."""
    whole = cb.maximal_biclique_count(LARGE, engine="cpu", min_left=2, min_right=2)
    monkeypatch.setattr(estimation, "MOST_FOUND", whole - 1)
    monkeypatch.setattr(
        estimation, "sample", lambda *_: cb.Estimate(7, 1, 9, 0, False, 6, 8)
    )
    found = cb.estimate_maximal_bicliques(LARGE)
    assert found.bicliques >= whole - 1


DENSE = graphs.random_graph(200, 200, 0.7, seed=1)


def test_an_endless_search_has_its_order_of_magnitude():
    """crown(60) has 2^60 - 2 maximal bicliques."""
    found = cb.estimate_maximal_bicliques(graphs.as_frame(graphs.crown(60)))
    assert not found.at_least
    assert 0.3 < found.bicliques / 2**60 < 3
    assert found.low < 2**60 < found.high
    assert str(found).startswith("about ")


@pytest.mark.parametrize(("least", "most"), [(1, 1e16), (20, 1e13)])
def test_a_dense_graph_is_estimated_in_bounded_work(least, most):
    found = cb.estimate_maximal_bicliques(
        graphs.as_frame(DENSE), min_left=least, min_right=least
    )
    assert found.bicliques <= found.high < most
    assert found.nodes > 10**9
    assert found.standard_error > 0
    if least == 1:
        assert found.low > 10**12


def test_descents_that_do_not_end_are_coarser(sampled, monkeypatch):
    """With room for coarse descents alone, the estimate has a larger error."""
    fine = cb.estimate_maximal_bicliques(LARGE)
    monkeypatch.setattr(estimation, "EDGES_READ", 400_000)
    coarse = cb.estimate_maximal_bicliques(LARGE)
    assert not coarse.at_least
    assert coarse.standard_error > fine.standard_error


def test_a_sample_that_never_ends_is_a_lower_bound(sampled, monkeypatch):
    monkeypatch.setattr(estimation, "EDGES_READ", 1)
    found = cb.estimate_maximal_bicliques(LARGE)
    assert found.at_least
    assert found.nodes > 0
    assert str(found).startswith("more than ")


def test_a_slow_machine_stops_at_the_time_limit(monkeypatch):
    monkeypatch.setattr(estimation, "SEARCH_SECONDS", 0)
    monkeypatch.setattr(estimation, "DESCENT_SECONDS", 0)
    found = cb.estimate_maximal_bicliques(graphs.as_frame(DENSE))
    assert found.bicliques > 10**9
    assert found.standard_error > 0


def test_thresholds_are_checked():
    with pytest.raises(ValueError, match="min_left"):
        cb.estimate_maximal_bicliques(LARGE, min_left=0)


def test_a_hopeless_result_is_given_up_before_the_budget_is_full(sampled, monkeypatch):
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
    sample = replace(cb.estimate_maximal_bicliques(LARGE), standard_error=99)
    more = replace(sample, bicliques=len(whole) + 2 * sample.standard_error)
    monkeypatch.setattr(collecting, "estimate", lambda *arguments: more)
    found = cb.maximal_bicliques(
        LARGE, memory_budget=int(1.1 * whole.report["bytes"]), engine="cpu"
    )
    assert len(found) == len(whole)


def test_a_search_is_weighed_alike_on_every_engine(engine, sampled):
    call = call_for(LARGE, engine=engine)
    found = estimation.estimate(call.prepared.to_host(), Trace())
    sample = cb.estimate_maximal_bicliques(LARGE)
    assert found.standard_error > 0
    assert abs(found.bicliques - sample.bicliques) < 4 * sample.standard_error
