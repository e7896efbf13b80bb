# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques and two classes of left vertices, against SciPy and all permutations.

Modules: `api/contrast.py`, `results/contrasting.py`, `results/two_classes.py`.
"""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

import cugraph_biclique as cb
import graphs
from cugraph_biclique import arguments
from cugraph_biclique.data import southern_women
from cugraph_biclique.results import contrasting
from test_answers import host

WOMEN = sorted(southern_women()["woman"].unique())
MARKED = dict.fromkeys(WOMEN, False) | dict.fromkeys(WOMEN[::3], True)


def separated(found, labels, **options):
    """The frame of `contrast`, in host memory."""
    return host(cb.contrast(found, labels, **options))


def table_of(left, labels):
    """Rows: members and others. Columns: True and False."""
    inside = [labels[u] for u in left if labels.get(u) is not None]
    of_all = [label for label in labels.values() if label is not None]
    a, b = inside.count(True), inside.count(False)
    return [[a, b], [of_all.count(True) - a, of_all.count(False) - b]]


def assert_tables(found, labels, table):
    """Counts, odds ratios and p-values of single bicliques are those of SciPy."""
    assert table["biclique"].tolist() == list(range(len(found)))
    for row, (left, _) in zip(table.itertuples(), found, strict=True):
        (a, b), (c, d) = cells = table_of(left, labels)
        assert (row.n_True, row.n_False) == (a, b)
        expected = np.divide(a * d, b * c) if b * c else np.inf if a * d else np.nan
        np.testing.assert_allclose(row.odds_ratio, expected)
        assert row.p_fisher == pytest.approx(fisher_exact(cells).pvalue, rel=1e-9)


def least_p_values(found, labels):
    """The least p-value of all bicliques, for each way to give out the same labels."""
    vertices = [u for u, label in labels.items() if label is not None]
    n = sum(labels[u] for u in vertices)
    sides = [left for left, _ in found]
    for chosen in combinations(vertices, n):
        permuted = {u: u in chosen for u in vertices}
        yield min(fisher_exact(table_of(left, permuted)).pvalue for left in sides)


# Tables


def test_southern_women(engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine, sort=True)
    assert_tables(found, MARKED, separated(found, MARKED, draws=1))


@pytest.mark.parametrize("name", ["planted", "twins", "wide-both-65"])
def test_irregular_graphs(name, engine):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    found = cb.maximal_bicliques(frame, engine=engine, sort=True).nlargest(60)
    vertices = frame.iloc[:, 0].unique().tolist()
    labels = {u: i % 3 == 0 for i, u in enumerate(vertices) if i % 7}
    assert_tables(found, labels, separated(found, labels, draws=1))


@given(graphs.bipartite_edges(), st.integers(0, 2**20 - 1), st.integers(0, 2**20 - 1))
def test_graphs_and_labels(edges, marked, known):
    frame = graphs.as_frame(edges)
    vertices = sorted(frame.iloc[:, 0].unique())
    labels = {
        u: bool(marked >> i & 1) if known >> i & 1 else None
        for i, u in enumerate(vertices)
    }
    found = cb.maximal_bicliques(frame, engine="cpu", sort=True)
    if {True, False} <= set(labels.values()):
        assert_tables(found, labels, separated(found, labels, draws=2))
    else:
        with pytest.raises(ValueError, match="labels has"):
            cb.contrast(found, labels)


# Corrected p-values


@pytest.mark.parametrize("seed", [0, 1 << 100])
def test_corrected_p_values_are_near_those_of_all_permutations(seed, engine):
    edges = graphs.random_graph(9, 8, 0.45, seed=6)
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine, sort=True)
    vertices = sorted({u for u, _ in edges})
    labels = {u: i < 4 for i, u in enumerate(vertices)}
    labels[vertices[-1]] = None
    draws = 4000
    table = separated(found, labels, draws=draws, seed=seed)
    least = np.array(list(least_p_values(found, labels)))
    for row in table.itertuples():
        exact = (least <= row.p_fisher * (1 + 1e-9)).mean()
        deviation = (exact * (1 - exact) / draws) ** 0.5
        assert row.p_value == pytest.approx(exact, abs=5 * deviation + 2 / draws)


def test_one_biclique_has_the_same_p_value_with_and_without_correction():
    found = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    one = found[found.scores("left") == 6][:1]
    table = separated(one, MARKED, draws=4000)
    assert table["p_value"][0] == pytest.approx(table["p_fisher"][0], abs=0.04)


def test_a_planted_class_is_found(engine):
    """Twelve left vertices share four right ones that no other vertex has."""
    edges = [
        *graphs.random_graph(60, 40, 0.08, seed=3),
        *((u, v) for u in range(12) for v in range(40, 44)),
    ]
    frame = pd.DataFrame(edges, columns=["u", "v"])
    labels = {u: u < 12 for u in frame["u"].unique()}
    found = cb.maximal_bicliques(frame, min_left=2, min_right=2, engine=engine)
    table = separated(found, labels, draws=199)
    best = table.loc[table["p_fisher"].idxmin()]
    assert (best["n_True"], best["n_False"], best["p_value"]) == (12, 0, 1 / 200)
    assert best["odds_ratio"] == np.inf
    assert (table["p_value"] >= table["p_fisher"]).all()


def test_classes_that_say_nothing_are_rarely_found():
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    random, small = np.random.default_rng(5), 0
    for k in range(100):
        labels = pd.Series(random.permutation(np.arange(18) < 8), WOMEN)
        table = separated(found, labels, draws=19, seed=k)
        small += table["p_value"].min() <= 0.2
    assert small <= 20 + 4 * 4


def test_seeds_decide_the_answer(engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine, sort=True)
    on_cpu = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    one, other = (separated(f, MARKED, draws=99, seed=2) for f in (found, on_cpu))
    pd.testing.assert_frame_equal(one, other, check_exact=True)
    assert not separated(found, MARKED, draws=99, seed=3).equals(one)


@pytest.mark.parametrize("bits", [1, 6, 20])
def test_permutations_do_not_depend_on_how_many_are_counted_at_once(bits, monkeypatch):
    found = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    expected = separated(found, MARKED, draws=30)
    monkeypatch.setattr(contrasting, "SUM_BITS", bits)
    pd.testing.assert_frame_equal(separated(found, MARKED, draws=30), expected)


# Labels


def same(found, labels):
    """Whether labels have the answer of MARKED, but for the names of columns."""
    expected = separated(found, MARKED, draws=9).to_numpy()
    np.testing.assert_array_equal(
        separated(found, labels, draws=9).to_numpy(), expected
    )


def test_labels_of_every_kind():
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    same(found, pd.Series(MARKED))
    same(found, pd.Series(MARKED, dtype="boolean"))
    same(found, pd.Series(MARKED)[::-1])
    same(found, pd.Series({u: int(x) for u, x in MARKED.items()}))
    same(found, {u: "new" if x else "ill" for u, x in MARKED.items()})
    same(found, pd.Series(MARKED).map({True: "b", False: "a"}).astype("category"))
    same(found, MARKED | {"a stranger": True})
    same(found, pd.Series(list(MARKED.values()), pd.CategoricalIndex(list(MARKED))))


def test_columns_have_the_names_of_the_classes():
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    labels = {u: "case" if x else "control" for u, x in MARKED.items()}
    table = separated(found, labels, draws=1)
    assert table.dtypes.astype(str).to_dict() == {
        "biclique": "int64", "n_case": "int64", "n_control": "int64",
        "odds_ratio": "float64", "p_fisher": "float64", "p_value": "float64",
    }  # fmt: skip


@pytest.mark.parametrize("null", [None, float("nan"), pd.NA, pd.NaT])
def test_vertices_without_a_class_are_left_out(null):
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    some = {u: x for i, (u, x) in enumerate(MARKED.items()) if i % 4}
    expected = separated(found, some, draws=9)
    nulls = dict.fromkeys(MARKED, null) | some
    pd.testing.assert_frame_equal(separated(found, nulls, draws=9), expected)


@pytest.mark.parametrize(
    "vertices",
    [
        [3, 1, 2, 9], ["a", "b", "c", "d"], [("a", 1), ("b", 2), ("c", 3), ("d", 4)],
        list(pd.to_datetime(["2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"])),
        [1.5, 2.5, 3.5, 4.5],
    ],
    ids=["int", "str", "tuple", "day", "float"],
)  # fmt: skip
def test_left_labels_of_every_kind(vertices):
    edges = pd.DataFrame({"u": [*vertices, *vertices[:2]], "v": [*"xxxxyy"]})
    labels = {u: i < 2 for i, u in enumerate(vertices)}
    found = cb.maximal_bicliques(edges, engine="cpu")
    assert_tables(found, labels, separated(found, labels, draws=1))


def test_categorical_vertices():
    edges = southern_women().astype({"woman": "category"})
    found = cb.maximal_bicliques(edges, engine="cpu")
    assert_tables(found, MARKED, separated(found, MARKED, draws=1))


def test_no_biclique_has_an_empty_frame(engine):
    found = cb.maximal_bicliques(southern_women(), min_left=19, engine=engine)
    assert separated(found, MARKED, draws=3).shape == (0, 6)


@pytest.mark.gpu
def test_cudf_labels_and_frames():
    cudf = pytest.importorskip("cudf")
    edges = cudf.from_pandas(southern_women())
    found = cb.maximal_bicliques(edges, sort=True)
    table = cb.contrast(found, cudf.from_pandas(pd.Series(MARKED)), draws=9)
    on_cpu = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    expected = separated(on_cpu, MARKED, draws=9)
    assert isinstance(table, cudf.DataFrame)
    pd.testing.assert_frame_equal(table.to_pandas(), expected)


# Errors

TWICE = pd.Series([True, False, True], ["Flora Price", "Flora Price", "Myra Liddell"])


@pytest.mark.parametrize(
    ("labels", "error", "words"),
    [
        (list(MARKED), TypeError, "labels must be a dict or a Series, not list"),
        (TWICE, ValueError, "labels has 'Flora Price' more than once"),
        ({1: True}, ValueError, "a class for none of the 18 left vertices .* 'woman'"),
        ({}, ValueError, "a class for none of the 18 left vertices"),
        (dict.fromkeys(WOMEN, True), ValueError, r"has 1 classes .*\[True\]"),
        (dict(zip(WOMEN, "abcabcabcabcabcabc", strict=True)), ValueError, "3 classes"),
    ],
)
def test_labels_are_checked(labels, error, words):
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    with pytest.raises(error, match=words):
        cb.contrast(found, labels)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"found": southern_women()}, TypeError, "found must be Bicliques, not .*Dat"),
        ({"draws": 0}, ValueError, "draws=0 is too small"),
        ({"seed": -1}, ValueError, "seed=-1 is negative"),
        ({"seed": None}, TypeError, "seed must be an integer"),
    ],
)
def test_arguments_are_checked(change, error, words):
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    with pytest.raises(error, match=words):
        cb.contrast(**({"found": found, "labels": MARKED} | change))


def test_scipy_is_needed(monkeypatch):
    monkeypatch.setattr(arguments, "find_spec", lambda name: None)
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    with pytest.raises(ImportError, match=r"contrast needs SciPy.* pip install scipy"):
        cb.contrast(found, MARKED)
