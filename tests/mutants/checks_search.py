# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What kills mutants of the search on cores: known answers, with buffers made small."""

import answers
import numba
import numpy as np
import pytest
from numba import config

import cugraph_biclique as cb
import graphs
from cugraph_biclique import tasks
from cugraph_biclique.search import cpu
from cugraph_biclique.search.cpu import rows, state, worker

LEAST = [(2, 2), (3, 1), (1, 3), (3, 4), (66, 1), (1, 30)]


@pytest.fixture(autouse=True)
def one_thread():
    """What is found does not depend on threads, and neither does its order."""
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    yield
    numba.set_num_threads(before)


def check(name, min_left=1, min_right=1, **options):
    """All ways to ask give the oracle's answer, from either side."""
    expected = answers.large_enough(name, min_left, min_right)
    options |= {"engine": "cpu"}
    for turn in (False, True):
        edges = answers.GRAPHS[name]
        frame = graphs.as_frame(graphs.transposed(edges) if turn else edges)
        least = (min_right, min_left) if turn else (min_left, min_right)
        options |= {"min_left": least[0], "min_right": least[1]}
        found = cb.maximal_bicliques(frame, **options)
        pairs = graphs.as_set(found)
        assert {pair[::-1] for pair in pairs} == expected if turn else pairs == expected
        sizes = zip(found.sizes["n_left"], found.sizes["n_right"], strict=True)
        assert sorted(sizes) == sorted((len(a), len(b)) for a, b in pairs)
    assert cb.maximal_biclique_count(frame, **options) == len(expected)


@pytest.mark.parametrize("name", answers.GRAPHS)
def test_known_answers(name):
    check(name)


@pytest.mark.parametrize("least", LEAST, ids=str)
@pytest.mark.parametrize("name", answers.FEW)
def test_least_sizes(name, least):
    check(name, *least)


@pytest.mark.parametrize("name", answers.FEW)
@pytest.mark.parametrize("records", [4, 7])
def test_outputs_of_few_entries(name, records, monkeypatch):
    monkeypatch.setattr(state, "OUTPUT_RECORDS", records)
    monkeypatch.setattr(state, "OUTPUT_MEMBERS", 1)
    check(name)


@pytest.mark.parametrize("least", [1, 3])
@pytest.mark.parametrize("name", answers.FEW)
def test_outputs_of_few_members(name, least, monkeypatch):
    monkeypatch.setattr(state, "OUTPUT_MEMBERS", 1)
    check(name, least, least)


@pytest.mark.parametrize("name", answers.FEW)
@pytest.mark.parametrize("entries", [1, 300])
def test_small_arenas(name, entries, monkeypatch):
    new_state = state.new_state

    def small(*given):
        made = new_state(*given)
        n = len(made.rows.found)
        return made._replace(
            rows=made.rows._replace(
                bits=np.empty(n, np.uint64), weight=np.empty(n, np.int32)
            ),
            matrix=made.matrix._replace(
                bits=np.empty(entries, np.uint64),
                ints=np.empty(entries, np.int32),
                level=made.matrix.level[:1].copy(),
            ),
        )

    frame = graphs.as_frame(answers.GRAPHS[name])
    nodes = cb.maximal_bicliques(frame, engine="cpu").report["nodes"]
    monkeypatch.setattr(cpu, "new_state", small)
    check(name)
    assert cb.maximal_bicliques(frame, engine="cpu").report["nodes"] == nodes


@pytest.mark.parametrize("name", answers.FEW)
@pytest.mark.parametrize("most", [0, 700, 4000])
def test_small_matrices(name, most, monkeypatch):
    monkeypatch.setattr(worker, "MATRIX_BYTES", most)
    check(name)


@pytest.mark.parametrize("name", [*answers.FEW, "random-20", "many-rows-of-four"])
def test_every_sort_and_every_table(name, monkeypatch):
    monkeypatch.setattr(rows, "INSERTION_SORT", 0)
    monkeypatch.setattr(rows, "CONDENSE", 0)
    check(name)


@pytest.mark.parametrize("multiplier", [0, 1 << 32])
def test_tables_in_which_keys_collide(multiplier, monkeypatch):
    monkeypatch.setattr(rows, "INSERTION_SORT", 0)
    monkeypatch.setattr(rows, "CONDENSE", 0)
    monkeypatch.setattr(rows, "HASH_MULTIPLIER", np.uint64(multiplier))
    for name in ("many-short-rows", "random-24", "wide-square"):
        check(name)


@pytest.mark.parametrize("steps", [1, 3])
def test_few_steps_at_a_time(steps, monkeypatch):
    monkeypatch.setattr(worker, "STEPS", steps)
    for name in ("random-20", "nested-70-6", "under-66-2-2", "crown-7"):
        check(name)


@pytest.mark.parametrize("parts", [2, 1000])
@pytest.mark.parametrize("name", answers.FEW)
def test_roots_in_parts(name, parts, monkeypatch):
    numba.set_num_threads(min(2, config.NUMBA_NUM_THREADS))
    monkeypatch.setattr(tasks, "JOBS_PER_THREAD", 100)
    monkeypatch.setattr(tasks, "MOST_PARTS", parts)
    check(name)
    monkeypatch.setattr(worker, "MATRIX_BYTES", 0)
    check(name)


@pytest.mark.parametrize("name", ["random-24", "wide-square", "nested-90-9"])
def test_streams_and_orders(name):
    frame = graphs.as_frame(answers.GRAPHS[name])
    whole = graphs.as_list(cb.maximal_bicliques(frame, engine="cpu"))
    batches = cb.iter_maximal_bicliques(frame, batch_size=7, engine="cpu")
    assert [pair for batch in batches for pair in graphs.as_list(batch)] == whole
    again = graphs.as_list(cb.maximal_bicliques(frame, engine="cpu"))
    assert again == whole
