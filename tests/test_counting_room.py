# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counting in buffers that are as small as they may be, with guards behind them.

Modules: `counting/cpu/state.py`.
"""

from math import comb

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.counting import cpu
from cugraph_biclique.counting.cpu import state as states

GUARDS = 256
GUARD = 0x5AFE5AFE5AFE5AFE
ARENAS = ("bits", "weight", "wide")

DENSE = {
    "dense": graphs.random_graph(14, 60, 0.7, seed=1),
    "wide": graphs.random_graph(12, 300, 0.6, seed=2),
    "twins": graphs.twins(graphs.random_graph(6, 40, 0.7, seed=3), copies=2),
    "words": graphs.random_graph(11, 129, 0.95, seed=4),
}


@pytest.fixture
def guarded(monkeypatch):
    """A function that checks the guards behind all arenas. An arena begins with the
    room that nobody asks for, a word a row, and then gets what was asked for."""
    made = []

    def arena(size, dtype):
        whole = np.full(size + GUARDS, GUARD, dtype)
        made.append((whole, size))
        return whole[:size]

    def tight(state):
        rows = len(state.graph.grown_weight)
        sizes = {"bits": rows, "weight": rows, "wide": 1}
        return state._replace(
            **{name: arena(sizes[name], getattr(state, name).dtype) for name in ARENAS}
        )

    def grown(state):
        need = state.control[states.NEED], state.control[states.WIDE_NEED]
        sizes = dict(zip(ARENAS, (need[0], need[0], need[1]), strict=True))
        for name, size in sizes.items():
            old = getattr(state, name)
            if size > len(old):
                new = arena(int(size), old.dtype)
                new[: len(old)] = old
                state = state._replace(**{name: new})
        return state

    empty_state = cpu.empty_state
    monkeypatch.setattr(cpu, "empty_state", lambda *args: tight(empty_state(*args)))
    monkeypatch.setattr(cpu, "grown", grown)

    def check(count):
        assert made or not count  # an empty core needs no arenas
        for whole, size in made:
            assert (whole[size:] == GUARD).all()

    return check


@pytest.mark.parametrize("name", DENSE)
@pytest.mark.parametrize(("p", "q"), [(2, 2), (3, 2), (4, 3), (5, 2), (6, 4), (7, 20)])
def test_no_step_writes_behind_the_room_it_asks_for(name, p, q, guarded):
    edges = DENSE[name]
    if len({u for u, _ in edges}) > len({v for _, v in edges}):
        edges = graphs.transposed(edges)
    frame = graphs.as_frame(edges)
    expected = naive.biclique_count(edges, p, q)
    assert cb.biclique_count(frame, p, q, engine="cpu") == expected
    frame = graphs.as_frame(graphs.transposed(edges))
    assert cb.biclique_count(frame, q, p, engine="cpu") == expected
    guarded(expected)


@pytest.mark.parametrize("n", [20, 70, 130])
def test_collapsed_nodes_keep_to_their_room(n, guarded):
    # blocks whose rows differ in little: they are collapsed, with residues from 70 on
    edges = graphs.complete(n, n) + [(u, n + u % 3) for u in range(n)]
    p, q = n // 4, n // 4 + 1
    alike = sum(comb(len(range(k, n, 3)), p) for k in range(3))
    expected = alike * comb(n + 1, q) + (comb(n, p) - alike) * comb(n, q)
    assert cb.biclique_count(graphs.as_frame(edges), p, q, engine="cpu") == expected
    guarded(expected)


@pytest.mark.parametrize("n", [1, 1 << 22, 1 << 24, 2**31 - 1])
def test_sums_of_binomials_fit_a_word_for_any_number_of_rows(n):
    # what was below 2^62 at the last look, and a row's sum with all others
    assert (1 << 62) + n * states.summable(n) < 1 << 64
    assert states.summable(n) <= states.SUMMABLE
