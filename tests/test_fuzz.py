# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The fuzzer (tests/fuzz): a short campaign, its corpus, and tests of the fuzzer."""

import json
import signal
from collections import Counter
from importlib import import_module

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
import naive
from cugraph_biclique.bits import kernel
from fuzz import calls, cases, command, limits, minimise, options, oracle, shapes
from fuzz.campaign import Campaign, Worker
from fuzz.graph import Graph

CASES = {"cpu": 2000, "gpu": 1500}  # about half a minute
CORPUS = cases.corpus()


@pytest.mark.slow
def test_a_short_campaign(engine):
    campaign = Campaign(
        seed=1,
        engine=engine,
        jobs=1,
        cases=CASES[engine],
        seconds=300,
        environment=command.environment(bounds=False),
    )
    campaign.run()
    assert not campaign.failures
    assert campaign.cases >= CASES[engine]


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus(name, engine):
    case = cases.from_json(CORPUS[name])
    assert CORPUS[name]["expected"] == (case.graph.maximal and len(case.graph.maximal))
    assert not case._replace(options=case.options | {"engine": engine}).error()


# The judge


@given(graphs.bipartite_edges(max_vertices=8, max_width=80))
def test_the_judge_finds_what_the_naive_oracle_finds(edges):
    graph = Graph.of_edges(edges)
    found = {(frozenset(of(a)), frozenset(of(b))) for a, b in graph.maximal}
    assert found == naive.maximal_bicliques(edges)
    assert all(
        oracle.is_maximal(graph.rows, graph.columns, a, b) for a, b in graph.maximal
    )


def of(word):
    """The vertices whose bits are set."""
    return [i for i in range(word.bit_length()) if word >> i & 1]


@given(
    graphs.bipartite_edges(max_vertices=7, max_width=12),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_the_judge_counts_as_the_naive_oracle_does(edges, p, q):
    graph = Graph.of_edges(edges)
    assert graph.count(p, q) == naive.biclique_count(set(edges), p, q)


@pytest.mark.parametrize("name", graphs.CLOSED_FORMS)
def test_the_judge_knows_closed_forms(name):
    edges, maximal = graphs.CLOSED_FORMS[name]
    graph = Graph.of_edges(edges)
    assert graph.maximal is None or len(graph.maximal) == maximal


def test_the_judge_refuses_what_is_not_maximal():
    graph = Graph(np.ones((2, 3)))
    assert oracle.is_maximal(graph.rows, graph.columns, 0b11, 0b111)
    for left, right in [(0b01, 0b111), (0b11, 0b011), (0, 0b111), (0b11, 0)]:
        assert not oracle.is_maximal(graph.rows, graph.columns, left, right)


def test_what_takes_the_judge_too_long_has_no_answer():
    graph = Graph(~np.eye(16, dtype=bool))
    assert graph.maximal is None
    assert Graph(np.ones((60, 60))).count(20, 20) is None


# Generators and options


def test_every_generator_is_drawn_and_the_same_seed_draws_the_same():
    made = Counter()
    for number in range(400):
        graph, _ = cases.graph_number(1, number)
        again, _ = cases.graph_number(1, number)
        assert (graph.matrix == again.matrix).all()
        assert graph.maximal is not None
        made.update(graph.made.split())
    assert {*shapes.BASES, *(change.__name__ for change in shapes.CHANGES)} <= {*made}


def test_every_relation_and_every_limit_is_drawn():
    relations, there = Counter(), Counter()
    for number in range(60):
        graph, rng = cases.graph_number(1, number)
        for case in cases.cases_of(graph, rng, "cpu"):
            assert json.loads(json.dumps(case.options)) == case.options
            relations[case.relation] += 1
            there.update(case.options.get("limits", {}))
    assert set(there) == set(limits.CPU)
    assert set(relations) == set(options.RELATIONS) - set(options.WITH_GPU)


# Limits and fences

WIDE = cases.from_json(CORPUS["root-of-600"]).graph
DENSE = Graph(np.random.default_rng(1).random((30, 40)) < 0.7)


def calls_of(monkeypatch, module, name):
    """A list with an entry for each call of a function."""
    owner = import_module(f"cugraph_biclique.{module}")
    function, done = getattr(owner, name), []

    def noted(*args, **kwargs):
        result = function(*args, **kwargs)
        done.append((args, result))
        return result

    monkeypatch.setattr(owner, name, noted)
    return done


# A limit, the least value of it, and the function that is called more often then
OBSERVED = {
    "output_records": ("search.cpu", "take_output", "count"),
    "output_members": ("search.cpu", "take_output", "wide_count"),
    "row_arena": ("search.cpu", "grown", "count"),
    "matrix_arena": ("search.cpu", "grown", "wide_count"),
    "steps": ("search.cpu", "run", "count"),
    "matrix_bytes": ("search.cpu", "grown", "wide_count"),
    "jobs_per_thread": ("search.cpu", "start", "count"),
    "most_parts": ("search.cpu", "start", "count"),
    "kept_for_threads": ("search.cpu", "start", "write"),
    "records_per_job": ("results.cpu", "GrownWorker", "members"),
    "rows_per_file": ("results.parquet", "replacing", "write"),
    "count_steps": ("counting.cpu", "run", "pq"),
    "count_arena": ("counting.cpu", "grown", "pq"),
    "count_wide": ("counting.cpu", "grown", "wide_pq"),
}
