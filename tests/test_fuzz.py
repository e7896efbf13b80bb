# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The fuzzer (tests/fuzz): a short campaign, its corpus, and tests of the fuzzer."""

import json
import math
import signal
from collections import Counter
from importlib import import_module

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import graphs
import naive
from cugraph_biclique.host.bits import kernel
from fuzz import (
    calls,
    cases,
    command,
    limits,
    minimise,
    options,
    oracle,
    searches,
    shapes,
)  # fmt: skip
from fuzz.campaign import Campaign, Worker
from fuzz.counts import COUNTS
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
        seconds=math.inf,
        environment=command.environment(bounds=False),
    )
    campaign.run()
    assert not campaign.failures
    assert campaign.cases >= CASES[engine]


@pytest.mark.slow
def test_a_short_campaign_over_dask():
    pytest.importorskip("distributed")
    campaign = Campaign(
        seed=5,
        engine="dask",
        jobs=1,
        cases=30,
        seconds=math.inf,
        environment=command.environment(bounds=False),
    )
    campaign.run()
    assert not campaign.failures
    assert {label.split()[-1] for label in campaign.labels} >= options.WITH_DASK.keys()


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus(name, engine):
    case = cases.from_json(CORPUS[name])
    maximal = case.graph.maximal
    assert CORPUS[name]["expected"] == (None if maximal is None else len(maximal))
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
    rare = set(options.WITH_DASK)  # those over Dask take long
    drawn = set(options.RELATIONS) - set(options.WITH_GPU)
    assert set(relations) - rare == drawn - rare


# Limits and fences

DENSE = Graph(np.random.default_rng(1).random((30, 40)) < 0.5)
WIDE = cases.from_json(CORPUS["frontier-levels"]).graph
SPARSE = Graph(np.random.default_rng(1).random((100, 3000)) < 0.04)


def search(graph, o, folder):
    calls.count(graph, o)


def wide_search(graph, o, folder):
    calls.count(graph, o | {"min_right": 3})  # leaves that are twins stay apart


def loop(graph, o, folder):
    calls.read(*calls.result(graph, o), o | {"read": "loop"})


def write(graph, o, folder):
    searches.write(calls.passed(graph, o), folder, o)


def count(graph, o, folder):
    calls.biclique_count(graph, 6, 5, o)


def pairs(graph, o, folder):
    calls.biclique_count(graph, 3, 6, o)


def list_(graph, o, folder):
    COUNTS["listed"](graph, o | {"p": 4, "q": 9, "salt": 5})


def stars(graph, o, folder):
    calls.biclique_count(graph, 1, 5, o)


# A limit: a value, what is done, and a function whose calls, or results, change then
OBSERVED = {
    "output_records": (4, search, DENSE, "search.cpu.take_output"),
    "output_members": (1, wide_search, WIDE, "search.cpu.take_output"),
    "row_arena": (1, search, DENSE, "search.cpu.grown"),
    "matrix_arena": (1, wide_search, WIDE, "search.cpu.grown"),
    "steps": (1, search, DENSE, "search.cpu.run"),
    "matrix_bytes": (0, wide_search, WIDE, "search.cpu.grown"),
    "waiting_bytes": (1, search, DENSE, "host.workers.stream"),
    "jobs_per_thread": (1, search, DENSE, "search.cpu.start"),
    "most_parts": (1, wide_search, WIDE, "search.cpu.start"),
    "least_work": (10**6, search, DENSE, "search.cpu.start"),
    "worth_nanoseconds": (10**10, search, DENSE, "search.cpu.new_state"),
    "job_nanoseconds": (10**9, search, DENSE, "search.cpu.start"),
    "kept_jobs": (1, write, DENSE, "search.cpu.start"),
    "records_per_job": (1, write, DENSE, "results.cpu.members.stream"),
    "worth_threads": (1, search, DENSE, "graph.csr.ThreadPoolExecutor"),
    "rows_per_file": (7, write, DENSE, "datasets.folders.new_file"),
    "rows_per_group": (7, write, DENSE, "results.parquet.pyarrow"),
    "at_once": (1, loop, DENSE, "results.frames.lists"),
    "count_steps": (1, count, DENSE, "counting.cpu.run"),
    "count_arena": (1, count, DENSE, "counting.cpu.grown"),
    "count_wide": (1, pairs, SPARSE, "counting.cpu.grown"),
    "summable": (1, count, DENSE, "counting.cpu.empty_state"),
    "many_sums": (1, stars, DENSE, "counting.binomials.comb"),
    "list_threads": (1, list_, DENSE, "listing.cpu._extended"),
    "most_wedges": (1, list_, DENSE, "listing.cpu.extended"),
}


def observed(name, limits_of_it, monkeypatch, folder):
    """The calls of the function that an entry names, while it is done."""
    _, act, graph, path, *_ = OBSERVED[name]
    module, _, function = path.rpartition(".")
    owner, done = import_module(f"cugraph_biclique.{module}"), []
    whole = getattr(owner, function)

    def noted(*args, **kwargs):
        done.append((kwargs, whole(*args, **kwargs)))
        return done[-1][1]

    o = {"engine": "cpu", "threads": 2, "limits": limits_of_it, "fences": False}
    with monkeypatch.context() as patch, calls.conditions(o):
        patch.setattr(owner, function, noted)
        act(graph, o, folder)
    return done


def seen(name, done, folder):
    """What a limit changes: a number of calls, or what the last of them says."""
    if name == "rows_per_group":
        files = [*folder.glob("*.parquet")]
        return sum(parquet.ParquetFile(file).num_row_groups for file in files)
    if name == "waiting_bytes":
        return done[-1][0]["waiting_bytes"]
    if name == "summable":
        return done[-1][1].binomial.tolist()
    return len(done)


@pytest.mark.usefixtures("small_jobs")  # so that what limits threads and jobs shows
@pytest.mark.parametrize("name", limits.CPU)
def test_each_limit_takes_effect(name, monkeypatch, tmp_path):
    shrunk = observed(name, {name: OBSERVED[name][0]}, monkeypatch, tmp_path / "a")
    whole = observed(name, {}, monkeypatch, tmp_path / "b")
    assert seen(name, shrunk, tmp_path / "a") != seen(name, whole, tmp_path / "b")


@kernel
def fill(array, first, last):
    for i in range(first, last):
        array[np.int64(i)] = 7


@pytest.mark.skipif(
    bool(numba.config.BOUNDSCHECK), reason="the kernel checks its indices itself"
)
@pytest.mark.parametrize(("first", "last"), [(0, 6), (5, 8)])
def test_a_kernel_that_leaves_its_array_is_caught(first, last):
    fences = limits.Fences()
    array = fences.fenced(np.zeros(5, np.int32), "array")
    fill(array, 0, 5)
    fences.check()
    fill(array, first, last)
    with pytest.raises(limits.Trespass, match="behind array"):
        fences.check()


# Failures


def test_a_worker_that_is_killed_is_noticed():
    worker = Worker(1, "cpu", command.environment(bounds=False))
    assert worker.do(3, 0)["cases"] == 1
    # It waits for what to do next
    worker.process.send_signal(signal.SIGSEGV)
    done = worker.do(4, None)
    assert done["died"]
    assert "SIGSEGV" in done["failures"][0]["error"]


def test_a_failing_case_is_made_smaller():
    graph = Graph(np.random.default_rng(3).random((25, 30)) < 0.4)
    case = cases.Case(
        graph, "count", {"limits": {"steps": 1}, "threads": 3, "order": 1}
    )

    def fails(other):
        return any(
            left.bit_count() >= 2 and right.bit_count() >= 3
            for left, right in other.graph.maximal
        )

    small = minimise.minimised(case, fails)
    assert small.graph.matrix.shape == (2, 3)
    assert small.graph.matrix.all()
    assert small.options == {"limits": {}, "threads": 1}


def test_a_case_survives_json(tmp_path, monkeypatch):
    graph, rng = cases.graph_number(1, 5)
    case = next(cases.cases_of(graph, rng, "cpu"))
    monkeypatch.setattr(cases, "CORPUS", tmp_path)
    cases.save(case, "name", "note")
    again = cases.from_json(cases.corpus()["name"])
    assert again[1:] == case[1:]
    pairs = [set(zip(*it.graph.edges, strict=True)) for it in (again, case)]
    assert pairs[0] == pairs[1]


@pytest.mark.slow
def test_the_report_counts_what_was_done(tmp_path):
    report = tmp_path / "report.json"
    assert command.main(["--cases", "60", "--report", str(report)]) == 0
    told = json.loads(report.read_text())
    assert told["cases"] >= 60
    assert told["graphs"] > 0
    assert sum(told["counts"]["relation"].values()) == told["cases"]
    assert told["commit"] and told["versions"]["numba"] == numba.__version__
