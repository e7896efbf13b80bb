# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Absent edges that keep a vertex from joining a biclique, against the definition.

Modules: `results/absent_edges.py`, `results/missing.py`, `results/cpu/missing.py`.
"""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.data import southern_women
from cugraph_biclique.results import absent_edges as collecting
from cugraph_biclique.results import scores as scoring
from cugraph_biclique.results.cpu import missing as on_cpu
from test_answers import host


def expected_missing(edges, pairs, at_most):
    """Rows (left, right, n) by the definition."""
    rights = naive.neighbours(edges)
    lefts = naive.neighbours(graphs.transposed(edges))
    n = Counter()
    for left, right in pairs:
        for u, adjacent in rights.items():
            lacks = right - adjacent
            if u not in left and adjacent & right and len(lacks) <= at_most:
                n.update((u, v) for v in lacks)
        for v, adjacent in lefts.items():
            lacks = left - adjacent
            if v not in right and adjacent & left and len(lacks) <= at_most:
                n.update((u, v) for u in lacks)
    rows = [(u, v, times) for (u, v), times in n.items()]
    return sorted(rows, key=lambda row: (-row[2], row[0], row[1]))


def assert_missing(found, edges, at_most):
    table = host(found.missing(at_most))
    assert table.columns.tolist() == ["user", "item", "n"]
    assert table["n"].dtype == np.int64
    expected = expected_missing(edges, graphs.as_list(found), at_most)
    assert list(table.itertuples(index=False, name=None)) == expected
    return expected


@pytest.mark.parametrize("at_most", [1, 2, 5, 1000])
@pytest.mark.parametrize("name", ["planted", "twins", "wide-both-65"])
def test_missing_edges_are_those_of_the_definition(name, at_most, engine, monkeypatch):
    monkeypatch.setattr(scoring, "MEMBERS_AT_ONCE", 1000)  # several batches
    monkeypatch.setattr(collecting, "MOST_WAITING", 100)
    monkeypatch.setattr(on_cpu, "KEYS_AT_ONCE", 10)
    monkeypatch.setattr(on_cpu, "BICLIQUES_PER_JOB", 7)
    if engine == "gpu":
        from cugraph_biclique.results.gpu import missing as on_gpu

        monkeypatch.setattr(on_gpu, "KEYS_AT_ONCE", 10)
    edges = graphs.IRREGULAR[name]
    frame = graphs.as_frame(edges)
    found = cb.maximal_bicliques(frame, min_left=2, min_right=2, engine=engine)[:60]
    assert assert_missing(found, edges, at_most)


@pytest.mark.parametrize("n_popular", [1, 3])
def test_vertices_that_nearly_join_beside_popular_ones(n_popular):
    """Lists of popular vertices are too long for a sweep."""
    block = set(graphs.complete(5, 4)) - {(2, 3), (4, 0)}
    crowd = {(u, v) for u in range(2000) for v in range(10, 10 + n_popular)}
    edges = sorted(block | crowd)
    found = cb.maximal_bicliques(graphs.as_frame(edges), min_left=3, min_right=3)
    for at_most in (1, 2, 3):
        assert assert_missing(found, edges, at_most)


@given(graphs.bipartite_edges(), st.integers(1, 4), st.integers(1, 3))
def test_missing_edges_of_any_graph(engine, edges, at_most, least):
    found = cb.maximal_bicliques(
        graphs.as_frame(edges), min_left=least, min_right=least, engine=engine
    )
    assert_missing(found, edges, at_most)


def test_the_missing_edge_of_a_block_is_found(engine):
    block = set(graphs.complete(6, 5)) - {(2, 3)}
    noise = {(u + 10, v + 10) for u, v in graphs.circulant(9, 3)}
    found = cb.maximal_bicliques(
        graphs.as_frame(sorted(block | noise)), min_left=4, min_right=3, engine=engine
    )
    table = host(found.missing())
    # Left 2 would join the biclique of the other five, and right 3 that of the others.
    assert list(table.itertuples(index=False, name=None)) == [(2, 3, 2)]


def test_an_arriving_edge_lets_a_vertex_join():
    edges = southern_women()
    found = cb.maximal_bicliques(edges, min_left=3, min_right=3)
    table = found.missing()
    best = table.iloc[[0]]
    assert not edges.merge(best, on=["woman", "event"]).size
    more = pd.concat([edges, best[["woman", "event"]]])
    (woman, event, n), joined = best.iloc[0], 0
    then = graphs.as_set(cb.maximal_bicliques(more))
    for left, right in graphs.as_list(found):
        if event in right:
            joined += any(left | {woman} <= a and right <= b for a, b in then)
        if woman in left:
            joined += any(left <= a and right | {event} <= b for a, b in then)
    assert joined == n


def test_nothing_is_missing_without_bicliques_or_candidates(engine):
    frame = graphs.as_frame(graphs.complete(3, 4))
    assert not len(cb.maximal_bicliques(frame, engine=engine).missing(9))
    found = cb.maximal_bicliques(frame, min_left=9, engine=engine)
    assert host(found.missing()).columns.tolist() == ["user", "item", "n"]
    stars = graphs.as_frame(graphs.matching(4))
    assert not len(cb.maximal_bicliques(stars, engine=engine).missing(9))


def test_labels_keep_their_dtype():
    chars = pd.DataFrame({"a": pd.Categorical(list("xxyyz")), "b": [1, 2, 1, 2, 1]})
    chars["b"] = chars["b"].astype("int8")
    table = cb.maximal_bicliques(chars).missing()
    assert table.dtypes.astype(str).tolist() == ["category", "int8", "int64"]


@pytest.mark.parametrize(
    ("at_most", "error", "message"),
    [
        (0, ValueError, "at_most=0 is too small: pass 1 or more"),
        ("1", TypeError, "at_most must be an integer, not str"),
        (True, TypeError, "at_most must be an integer, not bool"),
    ],
)
def test_at_most_is_a_positive_integer(at_most, error, message):
    with pytest.raises(error, match=message):
        cb.maximal_bicliques(southern_women(), engine="cpu").missing(at_most)


def test_a_column_named_n_is_refused():
    found = cb.maximal_bicliques(pd.DataFrame({"n": [1, 2], "item": [1, 1]}))
    with pytest.raises(ValueError, match="a column of the graph is named 'n'"):
        found.missing()
