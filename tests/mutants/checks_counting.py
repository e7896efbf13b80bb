# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What kills mutants of the counts on cores: known counts, with arenas made small."""

from itertools import combinations
from math import comb

import answers
import numba
import numpy as np
import pytest
from numba import config

import cugraph_biclique as cb
import graphs
from calls import resources
from cugraph_biclique.counting import binomials, cpu
from cugraph_biclique.counting.cpu import collapsed, rows, state
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.preparation import jobs
from cugraph_biclique.preparation.stages import anchor

pytestmark = pytest.mark.usefixtures("small_jobs")

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
    assert len(table) == 16
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


def with_small_arenas(monkeypatch):
    """Arenas begin with one word per anchored vertex: a root needs no more."""
    new_state = cpu.new_state

    def small(*given):
        made = new_state(*given)
        n = len(made.mask)
        made = made._replace(bits=np.empty(n, np.uint64), weight=np.empty(n, np.int64))
        if not made.control[state.WHOLE]:
            made = made._replace(wide=np.empty(1, np.uint64))
        return made

    monkeypatch.setattr(cpu, "new_state", small)


def with_twins_from(n, monkeypatch):
    """Nodes of at least n rows look for twins."""
    monkeypatch.setattr(rows, "TWINS_FROM", n)
    monkeypatch.setattr(cpu, "TWINS_FROM", n)


@pytest.mark.parametrize("twins_from", [2, 20])
@pytest.mark.parametrize("name", FEW)
def test_small_arenas(name, twins_from, monkeypatch):
    with_small_arenas(monkeypatch)
    with_twins_from(twins_from, monkeypatch)
    for p, q in [(3, 3), (4, 4), (6, 2)]:
        check(name, p, q)


@pytest.mark.parametrize("name", FEW)
def test_twins_from_the_first_row_on(name, monkeypatch):
    with_twins_from(2, monkeypatch)
    for p, q in [(4, 4), (5, 3), (6, 2), (7, 2)]:
        check(name, p, q)


@pytest.mark.parametrize("name", FEW)
def test_sums_and_levels(name, monkeypatch):
    monkeypatch.setattr(state, "SUMMABLE", 20)
    monkeypatch.setattr(rows, "INLINE_ROWS", 3)
    monkeypatch.setattr(cpu, "STEPS", 2)
    for p, q in [(3, 3), (4, 4), (5, 3)]:
        check(name, p, q)


def with_many_parts(monkeypatch):
    """Most roots are split."""
    numba.set_num_threads(min(2, config.NUMBA_NUM_THREADS))
    monkeypatch.setattr(jobs, "JOBS_PER_THREAD", 100)


@pytest.mark.parametrize("twins_from", [2, 20])
@pytest.mark.parametrize("name", FEW)
def test_roots_in_parts(name, twins_from, monkeypatch):
    with_many_parts(monkeypatch)
    with_twins_from(twins_from, monkeypatch)
    monkeypatch.setattr(rows, "INLINE_ROWS", 3)
    for p, q in [(3, 3), (4, 4), (5, 3), (6, 2)]:
        check(name, p, q)


def apart(copies, members, n_rows, kinds, seed):
    """Copies of a block of wide rows, `kinds` of them different. The whole graph is too
    sparse for one matrix. Returns the edges, and the rows of a block."""
    chance = graphs.random.Random(seed)
    drawn = [chance.sample(range(members), members - 5 - k) for k in range(kinds)]
    block = [frozenset(drawn[r % kinds]) for r in range(n_rows)]
    edges = [
        (c * n_rows + r, c * members + v)
        for c in range(copies)
        for r, row in enumerate(block)
        for v in row
    ]
    return edges, block


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("twins_from", [2, 20])
@pytest.mark.parametrize("kinds", [3, 9])
@pytest.mark.parametrize("members", [72, 150])
def test_wide_roots(members, kinds, twins_from, split, monkeypatch):
    edges, block = apart(12, members, 9, kinds, seed=members + kinds)
    with_small_arenas(monkeypatch)
    with_twins_from(twins_from, monkeypatch)
    if split:
        with_many_parts(monkeypatch)
    for p, q in [(3, 9), (4, 20), (5, 30)]:
        sizes = [len(frozenset.intersection(*c)) for c in combinations(block, p)]
        count = cb.biclique_count(graphs.as_frame(edges), p, q, engine="cpu")
        assert count == 12 * sum(comb(size, q) for size in sizes)


def test_tables_in_which_keys_collide(monkeypatch):
    monkeypatch.setattr(collapsed, "HASH_MULTIPLIER", np.uint64(0))
    with_twins_from(2, monkeypatch)
    for name in ("random-24", "twins-wide", "many-short-rows"):
        check(name, 4, 4)
        check(name, 6, 2)


def test_rows_that_agree_in_one_word(monkeypatch):
    monkeypatch.setattr(collapsed, "HASH_MULTIPLIER", np.uint64(0))
    with_twins_from(2, monkeypatch)
    halves = [[*range(20)], [*range(20, 40)], [*range(10, 30)]]
    block = [
        frozenset([*first, *(v + 64 for v in second), *range(54, 74)])
        for first in halves
        for second in halves
    ]
    edges = [(r, v) for r, row in enumerate(block) for v in row]
    edges += [(9, v) for v in range(128)]
    block.append(frozenset(range(128)))
    for p, q in [(4, 3), (5, 4)]:
        sizes = [len(frozenset.intersection(*c)) for c in combinations(block, p)]
        count = cb.biclique_count(graphs.as_frame(edges), p, q, engine="cpu")
        assert count == sum(comb(size, q) for size in sizes)


EXTRAS = [{0}, {0, 1}, {2}, {1, 2}, {0, 2, 3}]  # what tells 14 rows from 14 others


@pytest.mark.parametrize("p", [24, 33])
def test_levels_of_numbers_beyond_a_word(p):
    each = 14
    edges = [
        (each * k + i, v)
        for k, extra in enumerate(EXTRAS)
        for i in range(each)
        for v in [*range(70), *(70 + x for x in extra)]
    ]
    expected = 0
    for n in range(1, len(EXTRAS) + 1):
        for kinds in combinations(EXTRAS, n):
            # Sets of p rows with a row of each of these kinds, and of no other.
            sets = sum(
                (-1) ** (n - m) * comb(n, m) * comb(each * m, p) for m in range(n + 1)
            )
            expected += sets * comb(70 + len(set.intersection(*kinds)), p)
    assert cb.biclique_count(graphs.as_frame(edges), p, p, engine="cpu") == expected


def test_stars_beyond_a_word():
    frame = graphs.as_frame(graphs.complete(1, 200))
    assert cb.biclique_count(frame, 1, 60, engine="cpu") == comb(200, 60)


@pytest.mark.parametrize(
    ("size", "times", "least"),
    [
        (2, 7, 1),
        (2, 1 << 62, 1),
        (50, 1 << 40, 25),
        (60, 100, 30),
        (1, (1 << 60) + 1, 1),
    ],
)
def test_sums_of_binomials(size, times, least):
    by_size = np.zeros(size + 1, np.uint64)
    by_size[size] = times
    assert binomials.weighted_sum(by_size, least) == times * comb(size, least)


def test_sums_of_more_than_64_bits():
    graph = bipartite_graph(graphs.as_frame(graphs.complete(3, 3)))
    anchored = anchor(graph, 3, 2, resources(budget=1 << 20))
    made, largest = state.empty_state(*anchored[:3]), 2**64 - 1
    with np.errstate(over="ignore"):
        for value in (largest, largest, 5):
            rows.add_sum(made.control, np.uint64(value))
    assert state.totals(made, [1]) == [2 * largest + 5]


@pytest.mark.parametrize("n", [1, 1 << 10, 1 << 23, 1 << 40])
def test_binomials_that_are_added_up_do_not_wrap(n):
    assert n * state.summable(n) <= 1 << 62


def test_residues_give_their_number():
    primes = state.primes_for(120)
    product = 1
    for prime in primes.tolist():
        assert prime < 1 << 31 and all(prime % d for d in range(2, 50_000))
        product *= prime
    assert product.bit_length() > 120
    for value in (0, 1, int(primes[0]), 3 * int(primes[-1]), product - 1):
        residues = np.array([value % p for p in primes.tolist()], np.uint64)
        assert state._from_residues(residues, primes) == value
