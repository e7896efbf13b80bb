# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What kills mutants of the search on cores: known answers, with buffers made small."""

from types import SimpleNamespace

import answers
import numba
import numpy as np
import pytest
from numba import config

import cugraph_biclique as cb
import graphs
from cugraph_biclique.preparation import jobs
from cugraph_biclique.search import cpu
from cugraph_biclique.search.cpu import merging, state, worker

pytestmark = pytest.mark.usefixtures("small_jobs")

QUICK = ["crown-7", "crown-twins", "circulant-9-5", "nested-70-6", "under-66-2-2",
         "nested-matrices-0", "later-rows-that-overlap-31"]  # fmt: skip
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
        edges = answers.edges_of(name)
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


@pytest.mark.parametrize("name", answers.BELOW)
def test_below_wide_roots(name):
    check(name, 1, 3)  # with three members or more, members that are twins stay apart


@pytest.mark.parametrize("name", answers.below())
def test_below_wide_roots_without_matrices(name, monkeypatch):
    monkeypatch.setattr(worker, "MATRIX_BYTES", 0)
    check(name, 1, 3)


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


@pytest.mark.parametrize("least", [(5, 6), (6, 5)], ids=str)
def test_outputs_full_of_universes(least, monkeypatch):
    """Roots write universes, and all bicliques are too small for the caller."""
    monkeypatch.setattr(jobs, "JOBS_PER_THREAD", 1)  # each gives its output away
    monkeypatch.setattr(state, "OUTPUT_RECORDS", 4)
    check("crown-10", *least)


@pytest.mark.parametrize("records", [9, state.OUTPUT_RECORDS])
@pytest.mark.parametrize("name", QUICK)
def test_small_outputs(name, records, monkeypatch):
    monkeypatch.setattr(jobs, "JOBS_PER_THREAD", 1)
    monkeypatch.setattr(state, "OUTPUT_RECORDS", records)
    monkeypatch.setattr(state, "OUTPUT_MEMBERS", 1)
    check(name, 1, 3)


ARENAS = "bits", "ints", "level"


def small(new_state, entries, arenas=ARENAS):
    """A state with arenas of so many entries; the first level of rows has room."""

    def make(*given):
        made = new_state(*given)
        n = len(made.rows.found)
        return made._replace(
            rows=made.rows._replace(
                bits=np.empty(n, np.uint64), weight=np.empty(n, np.int32)
            ),
            matrix=made.matrix._replace(
                **{
                    name: getattr(made.matrix, name)[
                        : 1 if name == "level" else entries
                    ]
                    for name in arenas
                }
            ),
        )

    return make


def sizes(arrays):
    """The sizes of all arrays of a state."""
    if isinstance(arrays, tuple):
        return [size for array in arrays for size in sizes(array)]
    return [arrays.size]


class Exact:
    """Arenas that get as many entries as a step asks for, and no more."""

    def __init__(self):
        self.root_bits = 0  # words of the largest matrix of a root

    def grown(self, given):
        need = given.control.copy()
        is_root = need[state.MATRIX_DEPTH] < 0
        if is_root and need[state.NEED_BITS] > len(given.matrix.bits):
            self.root_bits = max(self.root_bits, need[state.NEED_BITS])
        made = state.grown(given)

        def cut(part, **asked):
            before, after = getattr(given, part), getattr(made, part)
            arrays = {
                name: getattr(after, name)[: max(len(getattr(before, name)), need[n])]
                for name, n in asked.items()
            }
            return after._replace(**{n: array.copy() for n, array in arrays.items()})

        made = made._replace(
            rows=cut("rows", bits=state.NEED_ROWS, weight=state.NEED_ROWS),
            matrix=cut(
                "matrix",
                bits=state.NEED_BITS,
                ints=state.NEED_INTS,
                level=state.NEED_LEVELS,
            ),
        )
        assert sizes(made) != sizes(given), "a step asks for room that there is"
        return made


@pytest.mark.parametrize(
    ("name", "arenas"),
    [(name, ARENAS) for name in [*QUICK, "nested-matrices-31"]]
    + [("nested-matrices-0", [arena]) for arena in ARENAS],
)
def test_arenas_without_an_entry_to_spare(name, arenas, monkeypatch):
    exact = Exact()
    monkeypatch.setattr(cpu, "new_state", small(state.new_state, 1, arenas))
    monkeypatch.setattr(cpu, "grown", exact.grown)
    check(name, 1, 3 if name in answers.BELOW else 1)


@pytest.mark.parametrize("name", ["two-roots-0", "two-roots-31", "nested-matrices-0"])
def test_matrices_of_roots_are_no_larger_than_allowed(name, monkeypatch):
    exact = Exact()
    monkeypatch.setattr(cpu, "new_state", small(state.new_state, 1))
    monkeypatch.setattr(cpu, "grown", exact.grown)
    check(name, 1, 3)
    # Columns are padded to eight words. A matrix of up to 64 rows needs one of them, so
    # the bytes that it needs are as many as the words that it gets.
    for most in (exact.root_bits, exact.root_bits - 1):
        exact.root_bits = 0
        monkeypatch.setattr(worker, "MATRIX_BYTES", most)
        check(name, 1, 3)
        assert exact.root_bits <= most


@pytest.mark.parametrize("grown", [7, 5000])
def test_rows_have_as_many_weights_as_words(grown):
    graph = SimpleNamespace(
        grown_weight=np.ones(grown, np.int32),
        kept_weight=np.ones(3, np.int32),
        grown_indptr=3 * np.arange(grown + 1),
    )
    made = state.new_state(graph).rows
    assert made.bits.size == made.weight.size


@pytest.mark.parametrize("name", answers.FEW)
@pytest.mark.parametrize("entries", [1, 300])
def test_small_arenas(name, entries, monkeypatch):
    frame = graphs.as_frame(answers.GRAPHS[name])
    nodes = cb.maximal_bicliques(frame, engine="cpu").report["nodes"]
    monkeypatch.setattr(cpu, "new_state", small(state.new_state, entries))
    check(name)
    assert cb.maximal_bicliques(frame, engine="cpu").report["nodes"] == nodes


@pytest.mark.parametrize("name", answers.FEW)
@pytest.mark.parametrize("most", [0, 700, 4000])
def test_small_matrices(name, most, monkeypatch):
    monkeypatch.setattr(worker, "MATRIX_BYTES", most)
    check(name)


@pytest.mark.parametrize("name", [*answers.FEW, "random-20", "many-rows-of-four"])
def test_every_sort_and_every_table(name, monkeypatch):
    monkeypatch.setattr(merging, "INSERTION_SORT", 0)
    monkeypatch.setattr(merging, "CONDENSE", 0)
    monkeypatch.setattr(merging, "STRATA", 2)
    monkeypatch.setattr(merging, "FEW_EXCLUDED", 1)
    check(name)


@pytest.mark.parametrize("multiplier", [0, 1 << 32])
def test_tables_in_which_keys_collide(multiplier, monkeypatch):
    monkeypatch.setattr(merging, "INSERTION_SORT", 0)
    monkeypatch.setattr(merging, "CONDENSE", 0)
    monkeypatch.setattr(merging, "HASH_MULTIPLIER", np.uint64(multiplier))
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
    monkeypatch.setattr(jobs, "JOBS_PER_THREAD", 100)
    monkeypatch.setattr(jobs, "MOST_PARTS", parts)
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
