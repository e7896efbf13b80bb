# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The largest balanced bicliques of dense graphs, by a search of their own.

Modules: `calls/balanced.py`, `largest/balanced_local.py`,
`largest/balanced_matching.py`, `largest/balanced_nodes.py`,
`largest/balanced_paths.py`, `largest/balanced_roots.py`, `largest/balanced_tree.py`.
"""

import signal
import threading

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.calls import balanced, largest
from cugraph_biclique.contract.goal import Window


def search_densely(monkeypatch):
    """Let this search try each graph; returns the list of such searches."""
    searches, run = [], balanced.BalancedSearch.run

    def recorded(self):
        searches.append(self)
        return run(self)

    monkeypatch.setattr(largest, "TRIAL_SECONDS", 0.0)
    monkeypatch.setattr(balanced, "LEAST_SIDE", 1)
    monkeypatch.setattr(balanced, "LEAST_DENSITY", 0.0)
    monkeypatch.setattr(balanced.BalancedSearch, "run", recorded)
    return searches


@pytest.fixture
def used(monkeypatch):
    return search_densely(monkeypatch)


@pytest.fixture
def without_local_search(monkeypatch):
    monkeypatch.setattr(balanced.BalancedSearch, "search_locally", lambda _: None)


def as_lists(found):
    return [(sorted(left), sorted(right)) for left, right in found]


def expected(edges, k, min_left=1, min_right=1):
    """The k best of the oracle: best first, ties in the canonical order."""
    wanted = [
        (sorted(left), sorted(right))
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    ]
    wanted.sort(key=lambda b: (-min(map(len, b)), len(b[0]), len(b[1]), b[0]))
    return wanted[:k]


def searched(edges, k=1, **options):
    """The result of the CPU engine, which alone has this search."""
    frame = graphs.as_frame(edges)
    return cb.largest_bicliques(frame, k, by="balanced", engine="cpu", **options)


def complete_without(n, absent):
    """The complete graph with n vertices on each side, without some edges."""
    return [(u, v) for u in range(n) for v in range(n) if (u, v) not in absent]


def cycles(number, length):
    """Edges of some cycles with `length` left vertices each."""
    return {
        (length * c + i, length * c + j % length)
        for c in range(number)
        for i in range(length)
        for j in (i, i + 1)
    }


def paths(number, n_left):
    """Edges of some paths with n_left left vertices and one less on the right."""
    return {
        (n_left * c + i, (n_left - 1) * c + j)
        for c in range(number)
        for j in range(n_left - 1)
        for i in (j, j + 1)
    }


# Against the oracle


@given(
    graphs.bipartite_edges(), st.integers(1, 16), st.integers(1, 4), st.integers(1, 4)
)
def test_any_graph(edges, k, min_left, min_right):
    sizes = {"min_left": min_left, "min_right": min_right}
    with pytest.MonkeyPatch.context() as monkeypatch:
        search_densely(monkeypatch)
        monkeypatch.setattr(balanced.BalancedSearch, "search_locally", lambda _: None)
        assert as_lists(searched(edges, k, **sizes)) == expected(edges, k, **sizes)


@pytest.mark.parametrize("density", [0.3, 0.5, 0.7, 0.8, 0.9])
@pytest.mark.parametrize("k", [1, 2, 7, 16])
def test_random_dense_graphs(used, without_local_search, density, k):
    for seed in range(8):
        n_left, n_right = np.random.default_rng(seed).integers(7, 15, 2).tolist()
        edges = graphs.random_graph(n_left, n_right, density, seed=seed)
        found = searched(edges, k)
        assert as_lists(found) == expected(edges, k)
        assert found.report["exact"]
        assert found.report["upper_bound"] == min(found.sizes.iloc[0, 1:])
    assert used


@pytest.mark.parametrize(
    ("shape", "density"), [((24, 24), 0.7), ((20, 90), 0.5), ((90, 20), 0.5)]
)
@pytest.mark.parametrize("k", [1, 16])
def test_rows_of_several_words(used, shape, density, k):
    """With words for more than 64 vertices, and matrices that shrink on the way."""
    edges = graphs.random_graph(*shape, density, seed=4)
    frame = graphs.as_frame(edges)
    every = cb.maximal_bicliques(frame, engine="cpu").nlargest(k, "balanced")
    assert as_lists(searched(edges, k)) == as_lists(every)
    assert used


def test_the_general_search_and_this_one_agree(used, monkeypatch):
    edges = graphs.random_graph(100, 100, 0.4, seed=2)
    dense = searched(edges, 5)
    assert len(used) == 1
    monkeypatch.setattr(largest, "TRIAL_SECONDS", 3600.0)
    assert as_lists(dense) == as_lists(searched(edges, 5))
    assert len(used) == 1


# Graphs whose answer is known


@pytest.mark.parametrize("n", [7, 60])
@pytest.mark.parametrize("k", [1, 3])
def test_complete_without_a_matching(used, n, k):
    """Any half of the left vertices will do: the first ones are the first."""
    found = searched(graphs.crown(n), k)
    half = n // 2
    assert found.report["exact"] and found.report["upper_bound"] == half
    assert len(found) == k and used
    if n <= 7:
        assert as_lists(found) == expected(graphs.crown(n), k)
    else:
        assert as_lists(found)[0] == (list(range(half)), list(range(half, n)))


@pytest.mark.parametrize(
    ("n", "absent", "score"),
    [
        (40, cycles(1, 40), 19),
        (40, cycles(10, 4), 20),  # five whole cycles of each side
        (50, cycles(10, 5), 25),
        (45, cycles(9, 5), 22),  # four whole cycles, and two vertices of a fifth
        (36, cycles(9, 4), 17),  # no sum of fours is 18
        (60, paths(20, 3), 36),
    ],
)
def test_complete_without_paths_or_cycles(used, n, absent, score):
    found = searched(complete_without(n, absent))
    assert found.report["exact"] and used
    assert min(found.sizes.iloc[0, 1:]) == score
    ((left, right),) = found
    assert not any((u, v) in absent for u in left for v in right)


def test_a_block_among_noise_is_found_locally(used):
    rng = np.random.default_rng(3)
    has_edge = rng.random((150, 150)) < 0.5
    block = [np.sort(rng.choice(150, 16, replace=False)) for _ in range(2)]
    has_edge[np.ix_(*block)] = True
    edges = list(zip(*(side.tolist() for side in np.nonzero(has_edge)), strict=True))
    found = searched(edges)
    ((left, right),) = found
    assert set(block[0]) <= set(left) and set(block[1]) <= set(right)
    assert found.report["exact"] and used


# Time limits, interrupts, threads


@pytest.mark.parametrize("looks", [0, 3, 10, 30, 60, 100, 200, 300, 400])
@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.usefixtures("without_local_search")
def test_a_search_that_runs_out_of_time(used, looks, k, monkeypatch):
    edges = graphs.random_graph(26, 26, 0.8, seed=6)
    every = cb.maximal_bicliques(graphs.as_frame(edges), engine="cpu", sort=True)
    wanted = as_lists(every.nlargest(k, "balanced"))
    maximal = as_lists(every)
    monkeypatch.setattr(balanced, "MOST_NODES", 3)
    left, run = [looks], balanced.BalancedSearch.run

    def is_late(self):
        left[0] -= 1
        return left[0] < 0

    def run_late(self):
        monkeypatch.setattr(type(self.best.incumbent), "is_late", is_late)
        return run(self)

    monkeypatch.setattr(balanced.BalancedSearch, "run", run_late)
    found = searched(edges, k, time_limit=60)
    assert used
    assert all(one in maximal for one in as_lists(found))
    assert found.report["upper_bound"] >= min(map(len, wanted[0]))
    if found.report["exact"]:
        assert as_lists(found) == wanted


@pytest.mark.parametrize("k", [1, 5])
def test_the_local_search_alone_gives_a_good_answer(k, monkeypatch):
    """The general search has hardly begun when the local search begins."""
    monkeypatch.setattr(balanced.BalancedSearch, "find_better", lambda _: False)
    edges = np.argwhere(np.random.default_rng(5).random((1500, 1500)) < 0.8)
    found = cb.largest_bicliques(edges, k, by="balanced", engine="cpu", time_limit=60)
    assert found.sizes[["n_left", "n_right"]].min(axis=None) >= 25
    assert not found.report["exact"]


def test_very_large_cores_are_left_to_the_general_search(monkeypatch):
    graph = cb.bipartite_graph(
        graphs.as_frame(graphs.random_graph(40, 50, 0.5, seed=1))
    )
    window = Window(1, 40, 1, 50)
    assert balanced.dense_core(graph, window) is not None
    monkeypatch.setattr(balanced, "MOST_CELLS", 39 * 50)
    assert balanced.dense_core(graph, window) is None


def test_a_time_limit_gives_a_bound():
    found = searched(graphs.random_graph(120, 120, 0.8, seed=1), time_limit=1.5)
    score = min(found.sizes.iloc[0, 1:])
    assert not found.report["exact"]
    assert score < found.report["upper_bound"] < 60


def test_ctrl_c_ends_the_search(used, monkeypatch):
    at_work, advance = threading.Event(), balanced._Searching.advance

    def tell(self):
        at_work.set()
        return advance(self)

    def press():
        at_work.wait()
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    monkeypatch.setattr(balanced._Searching, "advance", tell)
    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        searched(graphs.random_graph(120, 120, 0.8, seed=3))
    presser.join()
    assert used


@pytest.mark.parametrize("k", [1, 16])
def test_one_thread_and_two_find_the_same(used, k):
    edges = graphs.random_graph(60, 60, 0.75, seed=8)
    before = numba.get_num_threads()
    answers = []
    try:
        for threads in (1, 2):
            numba.set_num_threads(min(threads, numba.config.NUMBA_NUM_THREADS))
            answers.append(as_lists(searched(edges, k)))
    finally:
        numba.set_num_threads(before)
    assert answers[0] == answers[1] and used


def test_progress_counts_roots(used):
    calls = []
    searched(
        graphs.random_graph(30, 30, 0.8, seed=1),
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls and all(0 < done <= total for done, total in calls)
