# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`largest_bicliques` with missing edges, against all pairs of subsets.

Modules: `calls/defective.py`, `largest/`, `results/groups.py`.
"""

import itertools
import signal
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.calls import defective as search
from cugraph_biclique.data import southern_women
from cugraph_biclique.host import compiling
from cugraph_biclique.largest import defective_roots
from test_answers import host
from test_groups import as_sets, evidence

SIZES = ["edges", "balanced", "left", "right"]
SCORE = {
    "edges": lambda left, right, absent: len(left) * len(right) - absent,
    "balanced": lambda left, right, absent: min(len(left), len(right)),
    "left": lambda left, right, absent: len(left),
    "right": lambda left, right, absent: len(right),
}


def as_lists(found):
    return [(sorted(left), sorted(right)) for left, right in as_sets(found)]


def best_of(every, k, by):
    """The k best of the oracle, with their scores: ties in the canonical order."""
    order = sorted(
        every, key=lambda b: (-SCORE[by](*b), len(b[0]), len(b[1]), b[0], b[1])
    )
    return [(left, right) for left, right, _ in order[:k]]


def near(edges, k=1, **options):
    return cb.largest_bicliques(graphs.as_frame(edges), k, **options)


def assert_right(edges, every, k, by, found):
    """The answer, its numbers and its report are those of the oracle."""
    expected = best_of(every, k, by)
    assert as_lists(found) == expected
    top = max((SCORE[by](*one) for one in every), default=0)
    assert found.report["exact"] and found.report["upper_bound"] == top
    summary, missing, edges = host(found.summary), host(found.missing), set(edges)
    absent = list(zip(missing.group, missing.left, missing.right, strict=True))
    assert sorted(absent) == sorted(
        (i, u, v)
        for i, (left, right) in enumerate(expected)
        for u in left
        for v in right
        if (u, v) not in edges
    )
    for i, (left, right) in enumerate(expected):
        row = summary.loc[i]
        bits = evidence(edges, set(left), set(right))
        assert row.n_edges == sum((u, v) in edges for u in left for v in right)
        assert row.score == pytest.approx(bits)
        assert row.p_value == pytest.approx(min(1, 2**-bits))


def small_graphs():
    pairs = st.tuples(st.integers(0, 5), st.integers(0, 6))
    dense = st.sets(pairs, max_size=8).map(
        lambda absent: sorted(set(graphs.complete(6, 7)) - absent)
    )
    return st.one_of(st.sets(pairs, min_size=1).map(sorted), dense)


@given(
    small_graphs(),
    st.sampled_from(SIZES),
    st.integers(1, 3),
    st.sampled_from([1, 2, 5, 100]),
    st.integers(1, 2),
    st.integers(1, 2),
)
def test_any_graph(engine, edges, by, missing, k, more_left, more_right):
    least = missing + more_left, missing + more_right
    every = naive.defective_bicliques(edges, missing, *least)
    found = near(
        edges, k, by=by, missing=missing, min_left=least[0], min_right=least[1],
        engine=engine,
    )  # fmt: skip
    assert_right(edges, every, k, by, found)


@given(small_graphs(), st.data())
def test_around_some_vertices(engine, edges, data):
    missing = data.draw(st.integers(0, 2))
    by, k = data.draw(st.sampled_from(SIZES)), data.draw(st.sampled_from([1, 3, 50]))
    given_ = {}
    for side, name in enumerate(("left", "right")):
        labels = sorted({edge[side] for edge in edges})
        given_[name] = data.draw(st.lists(st.sampled_from(labels), max_size=2))
    if not given_["left"] + given_["right"]:
        given_["left"] = [edges[0][0]]
    least = missing + 1
    every = [
        one
        for one in naive.defective_bicliques(edges, missing, least, least)
        if {*given_["left"]} <= {*one[0]} and {*given_["right"]} <= {*one[1]}
    ]
    found = near(
        edges, k, by=by, missing=missing, min_left=least, min_right=least,
        containing=given_, engine=engine,
    )  # fmt: skip
    if missing:
        assert_right(edges, every, k, by, found)
    else:
        assert isinstance(found, cb.Bicliques)
        both = [(sorted(left), sorted(right)) for left, right in found]
        assert both == best_of(every, k, by)


@pytest.mark.parametrize("by", SIZES)
@pytest.mark.parametrize("k", [1, 4])
def test_without_greedy_growth(by, k, monkeypatch):
    """The search guesses a least score, and lowers it."""
    monkeypatch.setattr(search.DefectiveSearch, "grow_greedily", lambda _: None)
    monkeypatch.setattr(search, "MOST_WORDS", 1)
    edges = graphs.random_graph(7, 7, 0.7, seed=k)
    every = naive.defective_bicliques(edges, 2, 3, 3)
    found = near(edges, k, by=by, missing=2, min_left=3, min_right=3)
    assert_right(edges, every, k, by, found)


def test_few_levels(monkeypatch):
    edges = graphs.random_graph(30, 30, 0.8, seed=3)
    options = {"missing": 2, "min_left": 4, "min_right": 4}
    expected = as_lists(near(edges, 3, **options))
    deeper, calls = search.deeper, []

    def counted(tree):
        calls.append(tree)
        return deeper(tree)

    monkeypatch.setattr(search, "deeper", counted)
    tree = defective_roots.next_tree

    def shallow(*arguments):
        root, found = tree(*arguments)
        own, other = (half._replace(sets=half.sets[:2].copy()) for half in found[:2])
        return root, found._replace(
            own=own, other=other, absent=found.absent[:2].copy()
        )

    monkeypatch.setattr(search, "next_tree", shallow)
    assert as_lists(near(edges, 3, **options)) == expected
    assert calls


# Closed forms


@pytest.mark.parametrize("missing", [1, 3, 5])
def test_a_block_without_some_edges(missing, engine):
    """A 12 x 12 block but for some edges, and sparse noise around it."""
    rng = np.random.default_rng(missing)
    block = graphs.complete(12, 12)
    gone = rng.choice(len(block), missing, replace=False)
    rest = [edge for i, edge in enumerate(block) if i not in gone]
    noise = [(u, v) for u, v in rng.integers(12, 300, (900, 2)).tolist()]
    noise += [(u, v) for u, v in zip(range(12), range(20, 32), strict=True)]
    options = {"missing": missing, "min_left": 7, "min_right": 7, "engine": engine}
    found = near(rest + noise, **options)
    assert as_lists(found) == [(list(range(12)), list(range(12)))]
    row = host(found.summary).loc[0]
    assert row.n_edges == 144 - missing and row.p_value < 1e-9
    assert len(found.missing) == missing


@pytest.mark.parametrize("missing", [1, 2, 4])
def test_crown_graphs(missing):
    """The two sides share at most `missing` numbers, and use all of them."""
    n = 9
    sizes = range(missing + 1, n + 1)
    best = max(
        a * (n + missing - a) - missing for a in sizes if n + missing - a in sizes
    )
    least = {"min_left": missing + 1, "min_right": missing + 1}
    found = near(graphs.crown(n), missing=missing, **least)
    assert found.report["upper_bound"] == host(found.summary).n_edges[0] == best
    balanced = near(graphs.crown(n), by="balanced", missing=missing, **least)
    assert balanced.report["upper_bound"] == (n + missing) // 2


def test_complete_graphs_and_graphs_without_solutions(engine):
    options = {"missing": 2, "min_left": 3, "min_right": 3, "engine": engine}
    found = near(graphs.complete(5, 4), 10, **options)
    assert as_lists(found) == [(list(range(5)), list(range(4)))]
    assert len(found.missing) == 0
    for edges in ([], graphs.star(9), graphs.matching(9), graphs.complete(2, 9)):
        found = near(edges, **options)
        assert len(found) == 0
        assert found.report["exact"] and found.report["upper_bound"] == 0


def test_southern_women(engine):
    women = southern_women()
    options = {"missing": 2, "min_left": 3, "min_right": 3, "engine": engine}
    found = cb.largest_bicliques(women, 5, **options)
    n_edges = host(found.summary).n_edges.tolist()
    assert n_edges[0] == 23 and n_edges == sorted(n_edges, reverse=True)
    complete = cb.largest_bicliques(women, engine=engine)
    assert n_edges[0] > complete.report["upper_bound"]


@pytest.mark.parametrize("by", SIZES)
def test_the_other_side_up(by):
    """With its sides exchanged, a graph has the same scores."""
    edges = graphs.random_graph(25, 18, 0.6, seed=4)
    other = {"left": "right", "right": "left"}.get(by, by)
    options = {"missing": 2, "min_left": 4, "min_right": 4}
    one = near(edges, by=by, **options).report["upper_bound"]
    assert (
        near(graphs.transposed(edges), by=other, **options).report["upper_bound"] == one
    )


def test_bicliques_around_a_vertex_are_those_of_the_list(engine):
    edges = graphs.random_graph(30, 30, 0.4, seed=8)
    around = {"left": [edges[0][0]]}
    for by in SIZES:
        found = near(edges, 4, by=by, containing=around, engine=engine)
        every = cb.maximal_bicliques(
            graphs.as_frame(edges), containing=around, engine=engine
        )
        assert graphs.as_list(found) == graphs.as_list(every.nlargest(4, by))


def test_threads_do_not_change_the_answer(monkeypatch):
    edges = graphs.random_graph(40, 40, 0.5, seed=6)
    options = {"missing": 1, "min_left": 4, "min_right": 4}
    expected = near(edges, 8, **options).to_frame()
    monkeypatch.setattr(search.numba, "get_num_threads", lambda: 3)
    for _ in range(3):
        again = near(edges, 8, **options).to_frame()
        assert again.equals(expected)


# Time limits, interrupts, progress


@pytest.mark.parametrize("looks", [0, 1, 3, 20, 60, 200])
def test_a_search_that_runs_out_of_time(looks, monkeypatch):
    edges = graphs.random_graph(7, 7, 0.8, seed=9)
    every = naive.defective_bicliques(edges, 2, 3, 3)
    left = [looks]

    def is_late(_):
        left[0] -= 1
        return left[0] < 0

    monkeypatch.setattr(search.Incumbent, "is_late", is_late)
    found = near(edges, 3, missing=2, min_left=3, min_right=3, time_limit=60)
    maximal = [(one[0], one[1]) for one in every]
    assert all(one in maximal for one in as_lists(found))
    top = max(SCORE["edges"](*one) for one in every)
    assert found.report["upper_bound"] >= top
    if found.report["exact"]:
        assert as_lists(found) == best_of(every, 3, "edges")


def test_the_time_is_up_at_once():
    edges = graphs.random_graph(30, 30, 0.6, seed=1)
    found = near(edges, missing=2, min_left=3, min_right=3, time_limit=1e-9)
    assert not found.report["exact"] and found.report["upper_bound"] >= 9


def test_ctrl_c_ends_a_search_without_end(monkeypatch):
    at_work, advance = threading.Event(), search.advance

    def tell(*arguments):
        at_work.set()
        return advance(*arguments)

    def press():
        at_work.wait()
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    monkeypatch.setattr(search, "advance", tell)
    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    edges = graphs.random_graph(120, 120, 0.8, seed=3)
    with pytest.raises(KeyboardInterrupt):
        near(edges, by="balanced", missing=5, min_left=6, min_right=6)
    presser.join()


def test_the_report_and_progress(engine):
    calls = []
    found = near(
        graphs.random_graph(30, 30, 0.5, seed=2),
        missing=1, min_left=3, min_right=3, engine=engine,
        progress=lambda done, total: calls.append((done, total)),
    )  # fmt: skip
    assert calls and all(0 < done <= total for done, total in calls)
    assert found.report["engine"] == "cpu"  # on both engines, CPU threads search
    assert found.report["groups"] == 1 and found.report["nodes"] > 0
    assert set(found.report["seconds"]) >= {"input", "greedy", "reduce", "search"}


def test_hubs_that_explain_their_edges_have_no_evidence():
    """All edges are at the left vertices, so the right degrees alone let expect all
    edges of the block."""
    edges = [(u, v) for u in range(216) for v in range(4) if u or v]
    edges += [(u, 4 + u) for u in range(216)]
    found = near(edges, missing=1, min_left=2, min_right=2)
    row = found.summary.iloc[0]
    assert (row.n_left, row.n_right, row.n_edges) == (216, 4, 863)
    assert (row.score, row.p_value) == (-np.inf, 1)


# Arguments


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"missing": 1.0}, TypeError, "missing must be an integer, not float"),
        ({"missing": True}, TypeError, "missing must be an integer, not bool"),
        ({"missing": -1}, ValueError, "missing=-1 is negative"),
        (
            {"missing": 3},
            ValueError,
            "missing=3 is too many for min_left=1 and min_right=1, .* of 4 or more",
        ),
        (
            {"missing": 2, "min_left": 9, "min_right": 2},
            ValueError,
            "missing=2 is too many for min_left=9 and min_right=2",
        ),
        ({"containing": {"left": [7]}}, ValueError, "containing has the left label 7"),
    ],
)
def test_bad_arguments(options, error, message):
    with pytest.raises(error, match=message):
        cb.largest_bicliques(graphs.as_frame([(1, 2)]), engine="cpu", **options)


def test_huge_numbers():
    huge = {"missing": 10**30, "min_left": 10**40, "min_right": 10**40}
    found = near(graphs.complete(3, 3), missing=10**9, min_left=2**30, min_right=2**30)
    assert len(found) == 0 and found.report["exact"]
    assert len(near(graphs.complete(3, 3), **huge)) == 0


# Ties, and searches that take long


@pytest.mark.parametrize("k", [1, 3, 40])
@pytest.mark.parametrize("side", ["left", "right"])
def test_very_many_ties(k, side, engine):
    """12 vertices lack one edge each to a block, and any 2 of them may be added."""
    block = graphs.complete(5, 6)
    block += [(5 + i, v) for i in range(12) for v in range(6) if v != i % 6]
    edges = block if side == "left" else [(v, u) for u, v in block]
    options = {"missing": 2, "min_left": 5, "min_right": 5}
    found = near(edges, k, engine=engine, **options)
    whole = near(edges, 500, engine=engine, **options)  # no tie is left out
    assert as_lists(found) == as_lists(whole)[:k]
    sizes = host(whole.summary).n_edges.tolist()
    assert sizes[0] == found.report["upper_bound"]
    assert sizes.count(sizes[0]) > 40


@pytest.mark.parametrize("by", SIZES)
@given(edges=small_graphs(), k=st.integers(1, 4))
def test_ties_in_the_canonical_order(by, edges, k):
    options = {"by": by, "missing": 2, "min_left": 3, "min_right": 3}
    every = naive.defective_bicliques(edges, 2, 3, 3)
    assert as_lists(near(edges, k, **options)) == best_of(every, k, by)


def test_a_long_search_warns_once(monkeypatch):
    monkeypatch.setattr(search, "WARN_AFTER", 0)
    edges = graphs.random_graph(25, 25, 0.7, seed=3)
    options = {"missing": 2, "min_left": 4, "min_right": 4}
    with pytest.warns(cb.LongSearchWarning, match="pass larger least sizes") as caught:
        found = near(edges, **options)
    assert len(caught) == 1 and found.report["exact"]
    assert caught[0].filename == __file__  # the line of the caller
    with pytest.raises(cb.LongSearchWarning, match="missing=2, min_left=4 and"):
        near(edges, **options)  # the filter of the tests
    assert near(edges, time_limit=60, **options).report["exact"]  # it does not warn


def test_the_time_to_compile_is_no_search(monkeypatch):
    compiled = itertools.count(step=100)
    monkeypatch.setattr(compiling, "seconds", lambda: next(compiled))
    monkeypatch.setattr(search, "WARN_AFTER", 0)
    edges = graphs.random_graph(25, 25, 0.7, seed=3)
    assert near(edges, missing=2, min_left=4, min_right=4).report["exact"]
