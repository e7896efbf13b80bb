# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What kills mutants of the counts on cores: known counts, with arenas made small."""

from math import comb

import answers
import numba
import numpy as np
import pytest
from numba import config

import cugraph_biclique as cb
import graphs
from cugraph_biclique import tasks
from cugraph_biclique.counting import cpu
from cugraph_biclique.counting.cpu import collapsed, rows, state, worker

FEW = ["random-24", "nested-90-9", "planted", "dense-14-200", "many-short-rows",
       "twins-wide", "wide-dense", "uneven-262-10", "wide-sparse-few",
       "alike-below-a-root"]  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread():
    """A count does not depend on threads."""
    before = numba.get_num_threads()
    numba.set_num_threads(1)
    yield
    numba.set_num_threads(before)


def check(name, p, q):
    """A count is the oracle's, from either side."""
    frame = graphs.as_frame(answers.GRAPHS[name])
    turned = graphs.as_frame(graphs.transposed(answers.GRAPHS[name]))
    expected = answers.count(name, p, q)
    if expected is None:
        return
    assert cb.biclique_count(frame, p, q, engine="cpu") == expected
    assert cb.biclique_count(turned, q, p, engine="cpu") == expected


@pytest.mark.parametrize(("name", "p", "q"), answers.counted(answers.SHALLOW))
def test_known_counts(name, p, q):
    check(name, p, q)


@pytest.mark.parametrize(("name", "p", "q"), answers.counted(answers.DEEP))
def test_deep_counts(name, p, q):
    check(name, p, q)


@pytest.mark.parametrize("name", FEW)
def test_tables(name):
    frame = graphs.as_frame(answers.GRAPHS[name])
    table = cb.biclique_counts(frame, 4, 4, engine="cpu")
    for p, q, n in table.itertuples(index=False):
        assert n == (answers.count(name, p, q) or n)


@pytest.mark.parametrize(("p", "q"), [(2, 2), (3, 3), (5, 4), (30, 30), (45, 7)])
def test_complete_graphs(p, q):
    frame = graphs.as_frame(graphs.complete(60, 60))
    assert cb.biclique_count(frame, p, q, engine="cpu") == comb(60, p) * comb(60, q)


@pytest.mark.parametrize(("p", "q"), [(5, 7), (6, 6), (9, 2), (8, 3)])
def test_crowns(p, q):
    count = cb.biclique_count(graphs.as_frame(graphs.crown(12)), p, q, engine="cpu")
    assert count == comb(12, p) * comb(12 - p, q)


@pytest.mark.parametrize("p", [5, 8, 20])
def test_blocks_whose_rows_differ_in_little(p):
    edges = graphs.complete(40, 40) + [(u, 40 + u % 3) for u in range(40)]
    alike = comb(14, p) + 2 * comb(13, p)
    count = cb.biclique_count(graphs.as_frame(edges), p, 16, engine="cpu")
    assert count == alike * comb(41, 16) + (comb(40, p) - alike) * comb(40, 16)


@pytest.mark.parametrize("p", [30, 35, 36])
def test_numbers_of_sets_beyond_a_word(p):
    edges = graphs.complete(70, 70) + [(u, 70 + u % 2) for u in range(70)]
    alike = 2 * comb(35, p)
    count = cb.biclique_count(graphs.as_frame(edges), p, p, engine="cpu")
    assert count == alike * comb(71, p) + (comb(70, p) - alike) * comb(70, p)


@pytest.mark.parametrize("name", FEW)
def test_small_arenas(name, monkeypatch):
    new_state = cpu.new_state

    def small(*given):
        made = new_state(*given)
        n = len(made.mask) + 8
        made = made._replace(bits=np.empty(n, np.uint64), weight=np.empty(n, np.int64))
        if not made.control[state.WHOLE]:
            made = made._replace(wide=np.empty(1, np.uint64))
        return made

    monkeypatch.setattr(cpu, "new_state", small)
    for p, q in [(3, 3), (4, 4), (6, 2)]:
        check(name, p, q)


@pytest.mark.parametrize("name", FEW)
def test_twins_from_the_first_row_on(name, monkeypatch):
    monkeypatch.setattr(rows, "TWINS_FROM", 2)
    monkeypatch.setattr(cpu, "TWINS_FROM", 2)
    for p, q in [(4, 4), (5, 3), (6, 2), (7, 2)]:
        check(name, p, q)


@pytest.mark.parametrize("name", FEW)
def test_sums_and_levels(name, monkeypatch):
    monkeypatch.setattr(state, "SUMMABLE", 20)
    monkeypatch.setattr(rows, "INLINE_ROWS", 3)
    monkeypatch.setattr(worker, "STEPS", 2)
    for p, q in [(3, 3), (4, 4), (5, 3)]:
        check(name, p, q)


@pytest.mark.parametrize("name", FEW)
def test_roots_in_parts(name, monkeypatch):
    numba.set_num_threads(min(2, config.NUMBA_NUM_THREADS))
    monkeypatch.setattr(tasks, "JOBS_PER_THREAD", 100)
    for p, q in [(3, 3), (4, 4), (6, 2)]:
        check(name, p, q)


def test_tables_in_which_keys_collide(monkeypatch):
    monkeypatch.setattr(collapsed, "HASH_MULTIPLIER", np.uint64(0))
    monkeypatch.setattr(rows, "TWINS_FROM", 2)
    for name in ("random-24", "twins-wide", "many-short-rows"):
        check(name, 4, 4)
        check(name, 6, 2)
