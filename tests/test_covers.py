# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cover edges of a result, against all pairs of bicliques, and closed forms.

Modules: `results/summaries.py`, `results/covers.py`, `results/cpu/covers.py`,
`results/cpu/inclusion.py`, `results/cpu/distinct.py`, `results/cpu/added.py`.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.data import southern_women
from cugraph_biclique.results.cpu import added, covers, distinct, inclusion
from test_answers import host

COLUMNS = [
    "upper", "lower", "n_left_upper", "n_left_lower", "support", "confidence", "lift",
]  # fmt: skip


def rows(frame):
    return list(host(frame).itertuples(index=False, name=None))


def assert_covers(found, edges):
    """All columns are those of the oracle."""
    table = host(found.covers())
    assert table.columns.tolist() == COLUMNS
    pairs = graphs.as_list(found)
    neighbours = naive.neighbours(edges)
    n = len(neighbours)
    expected = []
    for i, j in naive.covers([left for left, _ in pairs]):
        upper, lower = len(pairs[i][0]), len(pairs[j][0])
        added = pairs[j][1] - pairs[i][1]
        share = sum(added <= right for right in neighbours.values()) / n
        confidence = lower / upper
        expected.append((i, j, upper, lower, lower / n, confidence, confidence / share))
    whole, shares = table.columns[:4], table.columns[4:]
    assert rows(table[whole]) == [row[:4] for row in expected]
    assert table[shares].to_numpy().ravel() == pytest.approx(
        [share for row in expected for share in row[4:]]
    )


@pytest.fixture(params=["in-one-call", "in-many-calls"])
def stepwise(request, monkeypatch):
    """Kernels return to Python never, or often, and find little room."""
    if request.param == "in-many-calls":
        for module in (covers, inclusion, added):
            monkeypatch.setattr(module, "STEPS", 50)
        for module in (covers, inclusion):
            monkeypatch.setattr(module, "ROOM", 1)


@pytest.fixture
def no_gaps(monkeypatch):
    """The cover edges come from the graph."""

    def refuse(*arguments):
        raise AssertionError("the bicliques are said to have gaps")

    monkeypatch.setattr(inclusion, "covers", refuse)


SIZES = [
    {},
    {"min_left": 2},
    {"min_right": 3},
    {"min_left": 3, "min_right": 2},
    {"max_left": 4},
    {"max_right": 3},
    {"min_left": 2, "max_left": 5, "min_right": 2, "max_right": 4},
]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("name", ["planted", "twins"])
def test_covers_of_all_bicliques_of_some_sizes(name, sizes, engine, stepwise, no_gaps):
    edges = graphs.IRREGULAR[name]
    for each in (edges, graphs.transposed(edges)):
        frame = graphs.as_frame(each)
        found = cb.maximal_bicliques(frame, engine=engine, **sizes)
        if len(found) <= 300:
            assert_covers(found, each)


@given(
    graphs.bipartite_edges(),
    st.booleans(),
    st.sampled_from(SIZES),
    st.integers(1, 2**30),
)
def test_covers_of_any_graph_and_any_selection(engine, edges, transposed, sizes, mask):
    edges = graphs.transposed(edges) if transposed else edges
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine, **sizes)[:100]
    assert_covers(found, edges)
    chosen = [i for i in range(len(found)) if mask >> (i % 30) & 1]
    assert_covers(found.take(chosen), edges)


@pytest.mark.parametrize(
    ("side", "vertex"), [("left", "Evelyn Jefferson"), ("right", "E8")]
)
def test_covers_around_a_vertex(side, vertex, engine, no_gaps):
    women = southern_women()
    edges = list(women.itertuples(index=False, name=None))
    found = cb.maximal_bicliques(women, containing={side: vertex}, engine=engine)
    assert len(found) > 10
    assert_covers(found, edges)


def test_covers_of_a_selection_skip_what_is_left_out(engine, stepwise):
    """Of a chain of bicliques, every other one."""
    edges = [(u, v) for u in range(30) for v in range(u + 1)]
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine, sort=True)
    assert rows(found.covers()[["upper", "lower"]]) == [(i + 1, i) for i in range(29)]
    some = found[::3]
    assert rows(some.covers()[["upper", "lower"]]) == [(i + 1, i) for i in range(9)]
    assert_covers(some, edges)


@pytest.mark.parametrize("n", [2, 3, 7])
def test_covers_of_a_boolean_lattice(n, engine, no_gaps):
    """Without its top and its bottom, which have an empty side."""
    edges = [(u, v) for u in range(n) for v in range(n) if u != v]
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert len(found) == 2**n - 2
    assert len(found.covers()) == n * 2 ** (n - 1) - 2 * n


def test_paths_of_covers_have_the_confidence_of_all_rules(engine):
    """The product along a path is the confidence of a pair that is no cover edge."""
    found = cb.maximal_bicliques(southern_women(), sort=True, engine=engine)
    confidence = {(i, j): c for i, j, *_, c, _ in rows(found.covers())}
    sizes = host(found.sizes)["n_left"]
    two_steps = {
        (i, k): c * d
        for (i, j), c in confidence.items()
        for (other, k), d in confidence.items()
        if j == other
    }
    assert len(two_steps) > 100
    for (i, k), product in two_steps.items():
        assert product == pytest.approx(sizes[k] / sizes[i])


def test_a_repeated_biclique_has_covers_at_its_first_id(engine):
    found = cb.maximal_bicliques(southern_women(), sort=True, engine=engine)
    twice = found.take([*range(63), *range(63)])
    assert rows(twice.covers()) == rows(found.covers())


def test_sets_with_equal_keys_are_told_apart(engine, monkeypatch):
    found = cb.maximal_bicliques(southern_women(), sort=True, engine=engine)
    expected = rows(found.covers())

    def numbers(n, seed=0):
        if seed == 0:  # all sets of a size have one key
            return np.ones(n, np.uint64)
        return np.random.default_rng(seed).integers(0, 1 << 64, n, np.uint64)

    for module in (distinct, added):
        monkeypatch.setattr(module, "random_numbers", numbers)
    assert rows(found.covers()) == expected


def test_frames_are_those_of_the_caller():
    found = cb.maximal_bicliques(southern_women(), min_left=6, sort=True)
    frame = found.covers()
    assert isinstance(frame, pd.DataFrame)
    assert frame.columns.tolist() == COLUMNS
    assert frame.dtypes.astype(str).tolist() == [
        *["int64"] * 2, *["int32"] * 2, *["float64"] * 3,
    ]  # fmt: skip


def test_few_bicliques_have_no_covers(engine):
    found = cb.maximal_bicliques(graphs.as_frame([(1, 2), (3, 4)]), engine=engine)
    for some in (found, found[:1], found[:0]):
        table = host(some.covers())
        assert table.columns.tolist() == COLUMNS
        assert len(table) == 0
