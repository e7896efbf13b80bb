# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`largest_bicliques` against the oracle, and against `nlargest` of the whole list."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.largest import best, greedy, search

SIZES = ["edges", "balanced", "left", "right"]
SCORE = {
    "edges": lambda left, right: len(left) * len(right),
    "balanced": lambda left, right: min(len(left), len(right)),
    "left": lambda left, right: len(left),
    "right": lambda left, right: len(right),
}


def as_lists(found):
    return [(list(left), sorted(right)) for left, right in found]


def expected(edges, k, by, min_left=1, min_right=1):
    """The k best of the oracle: best first, ties in the canonical order."""
    wanted = [
        (sorted(left), sorted(right))
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    ]
    wanted.sort(key=lambda b: (-SCORE[by](*b), len(b[0]), len(b[1]), b[0]))
    return wanted[:k]


def largest(edges, k=1, **options):
    return cb.largest_bicliques(graphs.as_frame(edges), k, **options)


@pytest.mark.parametrize("by", SIZES)
@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_the_answer_is_that_of_the_whole_list(name, by, engine):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    everything = cb.maximal_bicliques(frame, engine=engine)
    for k in (1, 2, 25):
        found = cb.largest_bicliques(frame, k, by=by, engine=engine)
        best_first = everything.nlargest(k, by)
        assert as_lists(found) == [
            (sorted(left), sorted(right)) for left, right in best_first
        ]
        top = best_first.scores(by)
        assert found.report["exact"]
        assert found.report["upper_bound"] == (int(top.iloc[0]) if len(top) else 0)


@given(
    graphs.bipartite_edges(),
    st.sampled_from(SIZES),
    st.integers(1, 12),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_any_graph(engine, edges, by, k, min_left, min_right):
    sizes = {"min_left": min_left, "min_right": min_right}
    found = largest(edges, k, by=by, engine=engine, **sizes)
    assert as_lists(found) == expected(edges, k, by, **sizes)
