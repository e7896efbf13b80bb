# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Scores, selection and vertices of a result, against formulas on the members.

Modules: `results/answers.py`, `results/__init__.py`, `results/scores.py`,
`results/selection.py`, `results/vertices.py`, `results/cpu/members.py`,
`results/cpu/sums.py`.
"""

from collections import Counter
from math import comb, log2

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.results.cpu import members as on_cpu
from cugraph_biclique.results.scores import SCORES

NAMES = ["random-24-14", "planted", "twins", "wide-both-65", "nearly-complete-11-90"]
GRAPHS = {
    **{name: graphs.IRREGULAR[name] for name in NAMES[1:]},
    "random-24-14": graphs.random_graph(24, 14, 0.6, seed=2),
}


def host(frame):
    """A frame or Series of pandas, wherever it was."""
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame


def expected_score(edges, left, right, by):
    """The formula of the docstring, with Python's numbers."""
    of_left, of_right = Counter(u for u, _ in edges), Counter(v for _, v in edges)
    m, pairs = len(edges), len(left) * len(right)
    lefts, rights = [of_left[u] for u in left], [of_right[v] for v in right]
    if by == "surprise":
        chance = sum(log2(a * b / m) for a in lefts for b in rights)
        sets = comb(len(of_left), len(left)) * comb(len(of_right), len(right))
        return -chance - log2(sets)
    return {
        "edges": pairs,
        "left": len(left),
        "right": len(right),
        "balanced": min(len(left), len(right)),
        "share": pairs / sum(rights),
        "share_left": pairs / sum(lefts),
        "lift": pairs * m / (sum(lefts) * sum(rights)),
    }[by]


# Scores


@pytest.mark.parametrize("by", SCORES)
@pytest.mark.parametrize("name", NAMES)
def test_scores_follow_their_formulas(name, by, engine, monkeypatch):
    monkeypatch.setattr(on_cpu, "RECORDS_PER_JOB", 7)  # several jobs
    edges = sorted(set(GRAPHS[name]))
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    scores = host(found.scores(by))
    assert scores.name == by
    assert scores.dtype == (np.int64 if by in SCORES[:4] else np.float64)
    expected = [expected_score(edges, *members, by) for members in found]
    np.testing.assert_allclose(scores, expected, rtol=1e-9, atol=1e-6)


@given(graphs.bipartite_edges())
def test_scores_of_any_graph(engine, edges):
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    for by in ("share", "share_left", "lift", "surprise"):
        expected = [expected_score(set(edges), *members, by) for members in found]
        np.testing.assert_allclose(host(found.scores(by)), expected, atol=1e-6)


@pytest.mark.gpu
@pytest.mark.parametrize("by", SCORES)
def test_both_engines_return_the_same_bits(by):
    frame = graphs.as_frame(GRAPHS["planted"])
    one, other = (
        cb.maximal_bicliques(frame, engine=engine, sort=True).scores(by)
        for engine in ("cpu", "gpu")
    )
    assert one.to_numpy().tobytes() == other.to_numpy().tobytes()


def test_share_ranks_a_closed_group_first(engine):
    chance = np.random.default_rng(1)
    noise = {(int(u), int(v)) for u, v in chance.integers(0, [600, 300], (2000, 2))}
    noise |= {(int(u), int(v)) for u, v in chance.integers(0, [600, 12], (2000, 2))}
    noise |= {(u, v) for u in range(12) for v in range(12) if (u * v) % 5}
    ring = {(1000 + u, 1000 + v) for u in range(6) for v in range(4)}
    frame = graphs.as_frame(sorted(noise | ring))
    found = cb.maximal_bicliques(frame, min_left=4, min_right=3, engine=engine)
    by_edges, by_share = (
        next(iter(found.nlargest(1, by))) for by in ("edges", "share")
    )
    assert sorted(by_share.left) == list(range(1000, 1006))
    assert len(by_edges.left) * len(by_edges.right) > 24


def test_an_empty_result_has_no_scores(engine):
    frame = graphs.as_frame([(1, 2)])
    found = cb.maximal_bicliques(frame, min_left=2, engine=engine)
    assert [len(found.scores(by)) for by in SCORES] == [0] * len(SCORES)
    assert not len(found.nlargest(3, "share")) and not len(found.vertices("left"))


# The best


@pytest.mark.parametrize("by", SCORES)
@pytest.mark.parametrize("n", [0, 1, 7, 10**6])
def test_the_best_come_first_and_ties_in_canonical_order(by, n, engine):
    frame = graphs.as_frame(GRAPHS["random-24-14"])
    found = cb.maximal_bicliques(frame, engine=engine, sort=True)
    score = host(found.scores(by)).to_numpy()
    expected = np.argsort(-score, kind="stable")[:n]
    shuffled = np.random.default_rng(3).permutation(len(found))
    best = found.take(shuffled).nlargest(n, by)
    assert graphs.as_list(best) == graphs.as_list(found.take(expected))


# Selection


def test_ids_and_masks_select_what_frames_show(engine):
    frame = graphs.as_frame(GRAPHS["planted"])
    found = cb.maximal_bicliques(frame, engine=engine)
    every = graphs.as_list(found)
    ids = [5, 0, 5, len(found) - 1]
    expected = [every[i] for i in ids]
    for given_ids in (ids, tuple(ids), np.array(ids, np.uint16), pd.Series(ids)):
        assert graphs.as_list(found.take(given_ids)) == expected
        assert graphs.as_list(found[given_ids]) == expected
    large = found.scores("edges") > 12
    mask = np.asarray(host(large))
    expected = [members for members, wanted in zip(every, mask, strict=True) if wanted]
    assert 0 < len(expected) < len(every)
    for given_mask in (large, mask, mask.tolist()):
        assert graphs.as_list(found[given_mask]) == expected
    assert len(found[[]]) == len(found.take(np.empty(0, int))) == 0
    assert len(found[mask & ~mask]) == 0


FOUND = cb.maximal_bicliques(southern_women(), engine="cpu")


@pytest.mark.parametrize(
    ("which", "error", "message"),
    [
        (3, TypeError, r"indexed by int \(3\): .* found\[i : i \+ 1\]"),
        ("left", TypeError, "indexed by str"),
        (True, TypeError, "indexed by bool"),
        ([[1], [2]], TypeError, "indexed by list"),
        ([1.0], TypeError, r"integers, not list \(\[1.0\]\)"),
        (["a"], TypeError, "integers, not list"),
        (
            [0, 63],
            IndexError,
            "id 63 is not among the 63 ids .* 0 to 62",
        ),
        ([-1], IndexError, "id -1"),
        ([True], IndexError, "the mask has 1 entries, but the result has 63 ids"),
        (
            (FOUND.scores("edges") > 3).sort_index(ascending=False),
            ValueError,
            r"index of the mask is not 0 to 62 .* mask.sort_index\(\)",
        ),
    ],
)
def test_a_wrong_index_is_an_error_that_says_what_to_pass(which, error, message):
    with pytest.raises(error, match=message):
        FOUND[which]


@pytest.mark.parametrize("ids", [3, [True] * 63, [0.5], "1", slice(2)])
def test_take_wants_integers(ids):
    with pytest.raises(TypeError, match="ids must be a list or an array of integers"):
        FOUND.take(ids)


def test_an_empty_result_has_no_ids():
    with pytest.raises(IndexError, match="the result is empty: pass no ids"):
        FOUND[:0].take([0])


# Vertices


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("by", ["edges", "share"])
@pytest.mark.parametrize("name", NAMES)
def test_vertices_have_their_best_biclique(name, by, side, engine, monkeypatch):
    monkeypatch.setattr(on_cpu, "RECORDS_PER_JOB", 7)
    frame = graphs.as_frame(GRAPHS[name])
    found = cb.maximal_bicliques(frame, min_left=2, engine=engine)
    score = host(found.scores(by)).tolist()
    of = {}
    for i, members in enumerate(found):
        for vertex in getattr(members, side):
            of.setdefault(vertex, []).append(i)
    rows = []
    for vertex, ids in of.items():
        best = min(ids, key=lambda i: (-score[i], i))
        rows.append((vertex, len(ids), score[best], best))
    rows.sort(key=lambda row: (-row[2], -row[1], row[0]))
    table = host(found.vertices(side, by))
    assert table.columns.tolist() == ["vertex", "n_bicliques", "score", "biclique"]
    assert list(table.itertuples(index=False, name=None)) == rows


def test_vertices_keep_the_labels_of_the_caller():
    table = FOUND.vertices("left")
    assert set(table["vertex"]) == set(southern_women()["woman"])
    assert table["score"].is_monotonic_decreasing
    # Each is in the biclique that is named.
    for row in table.itertuples():
        assert row.vertex in next(iter(FOUND[[row.biclique]])).left
    numbers = cb.maximal_bicliques((np.array([7, 7]), np.array([1, 2], np.int8)))
    assert numbers.vertices("right")["vertex"].dtype == np.int8


@pytest.mark.parametrize("side", ["middle", 0, None])
def test_a_side_is_left_or_right(side):
    with pytest.raises(ValueError, match=r"side=.* is unknown: pass 'left' or 'right'"):
        FOUND.vertices(side)


@pytest.mark.parametrize("by", ["area", 3, None, ["edges"]])
@pytest.mark.parametrize("call", ["scores", "nlargest", "vertices"])
def test_an_unknown_score_is_refused_with_those_there_are(call, by):
    given_first = {"scores": [], "nlargest": [3], "vertices": ["left"]}[call]
    with pytest.raises(ValueError, match=r"by=.* is unknown: pass one of 'edges', .*"):
        getattr(FOUND, call)(*given_first, by=by)
