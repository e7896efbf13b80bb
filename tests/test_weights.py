# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Scores that add up amounts of edges, against sums of Python's numbers.

Modules: `results/weights.py`, `results/cpu/weighted.py`.
"""

from collections import Counter
from fractions import Fraction

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.results import weights as weighing
from cugraph_biclique.results.cpu import weighted
from cugraph_biclique.results.scores import SCORES
from test_answers import host

BY = ["edges", "share", "share_left"]
NAMES = ["planted", "twins", "wide-both-65", "nearly-complete-11-90"]
WOMEN = southern_women()


def expected_scores(rows, found, by):
    """The formulas, for rows (left, right, amount)."""
    amount, of_left, of_right = Counter(), Counter(), Counter()
    for u, v, x in rows:
        x = Fraction(x)
        amount[u, v] += x
        of_left[u] += x
        of_right[v] += x
    for left, right in found:
        total = sum(amount[u, v] for u in left for v in right)
        if by == "edges":
            yield total
        else:
            side, of_side = (right, of_right) if by == "share" else (left, of_left)
            whole = sum(of_side[v] for v in side)
            yield total / whole if whole else 0


def with_amounts(edges, dtype, seed=0, repeats=2):
    """A frame in which an edge has up to several rows, in any order."""
    rng = np.random.default_rng(seed)
    frame = graphs.as_frame(sorted(set(edges)))
    frame = frame.sample(frac=repeats, replace=True, random_state=seed)
    frame = pd.concat([frame, graphs.as_frame(sorted(set(edges)))], ignore_index=True)
    amounts = rng.integers(0, 1000, len(frame))
    return frame.assign(amount=(amounts / 7 if dtype is float else amounts))


@pytest.mark.parametrize("dtype", [int, float])
@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("name", NAMES)
def test_amounts_add_up_by_the_formulas(name, by, dtype, engine, monkeypatch):
    monkeypatch.setattr(weighted, "STEPS", 50)  # several kernel calls
    monkeypatch.setattr(weighing, "MEMBERS_AT_ONCE", 300)  # several parts
    frame = with_amounts(graphs.IRREGULAR[name], dtype)
    found = cb.maximal_bicliques(frame, left="user", right="item", engine=engine)[:500]
    scores = host(found.scores(by, weight=frame))
    assert scores.name == by
    assert scores.dtype == (np.int64 if by == "edges" and dtype is int else np.float64)
    rows = frame.itertuples(index=False, name=None)
    expected = [*expected_scores(rows, found, by)]
    if by == "edges" and dtype is int:
        assert scores.tolist() == expected
    np.testing.assert_allclose(scores, np.array(expected, float), rtol=1e-12)


@given(graphs.bipartite_edges(), st.data())
def test_amounts_of_any_graph(engine, edges, data):
    amounts = data.draw(
        st.lists(st.integers(0, 9), min_size=len(edges), max_size=len(edges))
    )
    frame = graphs.as_frame(edges).assign(x=np.array(amounts, np.int64))
    found = cb.maximal_bicliques(frame, left="user", right="item", engine=engine)
    rows = [*frame.itertuples(index=False, name=None)]
    for by in BY:
        scores = host(found.scores(by, weight=frame)).tolist()
        assert scores == pytest.approx([*map(float, expected_scores(rows, found, by))])


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("one", [1, 1.0, True, np.uint8(1), np.float32(1)])
def test_with_an_amount_of_one_the_scores_are_those_without(one, by, engine):
    found = cb.maximal_bicliques(WOMEN, engine=engine)
    frame = WOMEN.assign(one=one)
    with_ones = host(found.scores(by, weight=frame))
    assert with_ones.tolist() == host(found.scores(by)).tolist()


@pytest.mark.parametrize(
    "dtype", ["Int64", "Float64", "int64[pyarrow]", "double[pyarrow]", "float16"]
)
def test_amounts_of_other_types_of_numbers(dtype):
    if "pyarrow" in dtype:
        pytest.importorskip("pyarrow")
    found = cb.maximal_bicliques(WOMEN, engine="cpu")
    frame = WOMEN.assign(x=pd.Series(np.arange(len(WOMEN)) % 7).astype(dtype))
    plain = WOMEN.assign(x=np.arange(len(WOMEN)) % 7)
    assert (
        found.scores("edges", weight=frame).tolist()
        == found.scores("edges", weight=plain).tolist()
    )


def test_integers_are_exact_where_floats_are_not():
    frame = WOMEN.assign(x=2**53 + 1)
    found = cb.maximal_bicliques(WOMEN, engine="cpu")
    sums = found.scores("edges", weight=frame)
    assert sums.tolist() == [n * (2**53 + 1) for n in found.scores("edges").tolist()]


def test_refunds_are_added_too():
    frame = WOMEN.assign(x=np.where(np.arange(len(WOMEN)) % 2, -3, 5))
    found = cb.maximal_bicliques(WOMEN, engine="cpu")
    rows = frame.itertuples(index=False, name=None)
    expected = [*expected_scores(rows, found, "edges")]
    assert found.scores("edges", weight=frame).tolist() == expected


def test_rows_that_are_no_edges_do_not_count():
    core = cb.core(WOMEN, 4, 4)
    found = cb.maximal_bicliques(core, engine="cpu")
    frame = WOMEN.assign(x=np.arange(len(WOMEN)))
    inside = frame.merge(core)
    assert len(inside) < len(frame)
    for by in BY:
        assert (
            found.scores(by, weight=frame).tolist()
            == found.scores(by, weight=inside).tolist()
        )


@pytest.mark.parametrize("by", ["share", "share_left"])
def test_a_share_of_nothing_is_0(by):
    found = cb.maximal_bicliques(WOMEN, engine="cpu")
    assert set(found.scores(by, weight=WOMEN.assign(x=0))) == {0.0}


@pytest.mark.parametrize("n", [0, 1, 5, 1000])
@pytest.mark.parametrize("by", BY)
def test_the_largest_by_amount(by, n, engine):
    frame = WOMEN.assign(x=np.arange(len(WOMEN)) ** 2 % 11)
    found = cb.maximal_bicliques(WOMEN, engine=engine, sort=True)
    score = host(found.scores(by, weight=frame)).to_numpy()
    expected = found.take(np.argsort(-score, kind="stable")[:n])
    best = found.nlargest(n, by, weight=frame)
    assert graphs.as_list(best) == graphs.as_list(expected)


def test_floats_do_not_depend_on_the_order_of_the_members():
    frame = with_amounts(graphs.IRREGULAR["planted"], float)
    found = cb.maximal_bicliques(frame, left="user", right="item", engine="cpu")
    back = found[::-1]._with_ascending_members()
    for by in BY:
        one = found.scores(by, weight=frame).to_numpy()
        other = back.scores(by, weight=frame).to_numpy()[::-1]
        assert one.tobytes() == other.tobytes()


@pytest.mark.gpu
@pytest.mark.parametrize("by", BY)
def test_both_engines_return_the_same_sums(by):
    frame = with_amounts(graphs.IRREGULAR["planted"], float)
    one, other = (
        cb.maximal_bicliques(
            frame, left="user", right="item", engine=engine, sort=True
        ).scores(by, weight=frame)
        for engine in ("cpu", "gpu")
    )
    assert one.to_numpy().tobytes() == other.to_numpy().tobytes()


@pytest.mark.gpu
@pytest.mark.parametrize("by", BY)
def test_frames_of_cudf_are_accepted_and_returned(by):
    cudf = pytest.importorskip("cudf")
    frame = WOMEN.assign(x=np.arange(len(WOMEN)))
    on_host = cb.maximal_bicliques(WOMEN, engine="gpu", sort=True)
    on_device = cb.maximal_bicliques(cudf.from_pandas(WOMEN), sort=True)
    scores = on_device.scores(by, weight=cudf.from_pandas(frame))
    assert isinstance(scores, cudf.Series)
    assert scores.to_pandas().tolist() == on_host.scores(by, weight=frame).tolist()


def test_names_of_columns_may_be_anything():
    frame = pd.DataFrame({0: ["a", "a", "b"], ("x", 1): [1, 2, 1], True: [5, 7, 9]})
    found = cb.maximal_bicliques(frame, left=0, right=("x", 1), engine="cpu", sort=True)
    assert found.scores("edges", weight=frame).tolist() == [12, 14]


@pytest.mark.parametrize(
    "label",
    [
        lambda i: (int(i), "x"),
        lambda i: pd.Timestamp(2026, 1, 1 + int(i)),
        lambda i: int(i) / 4,
    ],
    ids=["tuple", "time", "float"],
)
def test_labels_of_any_kind(label):
    frame = pd.DataFrame([(label(i), j) for i in range(5) for j in range(i + 1)])
    frame = frame.assign(x=range(len(frame)))
    found = cb.maximal_bicliques(frame, left=0, right=1, engine="cpu")
    rows = [*frame.itertuples(index=False, name=None)]
    expected = [*expected_scores(rows, found, "edges")]
    assert found.scores("edges", weight=frame).tolist() == expected


def test_graphs_without_columns_have_left_and_right():
    edges = np.array([[0, 0], [0, 1], [1, 0], [1, 1], [2, 1]])
    frame = pd.DataFrame(edges, columns=["left", "right"]).assign(x=[1, 2, 3, 4, 5])
    matrix = sp.coo_array((np.ones(5), tuple(edges.T)))
    network = nx.Graph([(f"u{u}", f"v{v}") for u, v in edges])
    nx.set_node_attributes(network, {n: n[0] == "v" for n in network}, "bipartite")
    named = frame.assign(
        left="u" + frame["left"].astype(str), right="v" + frame["right"].astype(str)
    )
    for G, weight in ((edges, frame), (matrix, frame), (network, named)):
        found = cb.maximal_bicliques(G, engine="cpu", sort=True)
        assert sorted(found.scores("edges", weight=weight).tolist()) == [10, 11]


def test_an_empty_result_has_no_amounts(engine):
    found = cb.maximal_bicliques(WOMEN, min_left=18, engine=engine)
    assert not len(found)
    for by in BY:
        assert len(found.scores(by, weight=WOMEN.assign(x=1))) == 0
    with pytest.raises(TypeError, match="weight must be a frame"):
        found.scores("edges", weight="x")


BAD = [
    ("edges", "amount", TypeError, "weight must be a frame .* not str"),
    ("edges", WOMEN["woman"], TypeError, r"weight must be a frame .* pandas\.Series"),
    (
        "edges",
        WOMEN.assign(x=1).rename(columns={"woman": "w"}),
        ValueError,
        "weight has no column 'woman', the columns are",
    ),
    ("edges", WOMEN, ValueError, "weight has 0 columns beside 'woman' and 'event'"),
    (
        "edges",
        WOMEN.assign(x=1, y=2),
        ValueError,
        r"weight has 2 columns beside .*: pass one column of amounts, such as "
        r"edges\[\['woman', 'event', \"amount\"\]\]",
    ),
    (
        "edges",
        pd.concat([WOMEN, WOMEN], axis=1),
        ValueError,
        "weight has several columns 'woman'",
    ),
    ("edges", WOMEN.assign(x="1"), TypeError, r"weight has amounts of dtype .* 'x'"),
    ("edges", WOMEN.assign(x=1j), TypeError, r"weight has amounts of dtype complex"),
    (
        "edges",
        WOMEN.assign(x=[None, *range(88)]),
        ValueError,
        "weight has 1 null amounts in column 'x', the first in row 0: fill them",
    ),
    (
        "edges",
        WOMEN.assign(x=[*map(float, range(88)), np.inf]),
        ValueError,
        "weight has the infinite amount inf in column 'x', row 88",
    ),
    ("edges", WOMEN.assign(x=2**60), ValueError, r"whose sum may exceed 2\^62"),
    (
        "edges",
        WOMEN.assign(x=np.full(89, 2**64 - 1, np.uint64)),
        ValueError,
        r"whose sum may exceed 2\^62",
    ),
    (
        "share",
        WOMEN.assign(x=[-1, *range(88)]),
        ValueError,
        r"weight is negative .* by='share' would be no share",
    ),
    (
        "edges",
        WOMEN.assign(x=1)[3:],
        ValueError,
        r"weight has no row for 3 of the 89 edges of G, the first is \('Evelyn",
    ),
    (
        "edges",
        WOMEN.assign(x=1, event=3),
        ValueError,
        "weight has no row for 89 of the 89 edges of G",
    ),
]


@pytest.mark.parametrize(("by", "weight", "error", "message"), BAD)
def test_one_clear_error_for_each_bad_weight(by, weight, error, message):
    found = cb.maximal_bicliques(WOMEN, engine="cpu")
    for call in (found.scores, lambda by, weight: found.nlargest(3, by, weight=weight)):
        with pytest.raises(error, match=message):
            call(by, weight=weight)


@pytest.mark.parametrize("by", sorted(set(SCORES) - set(BY)))
def test_other_scores_have_no_weight(by):
    found = cb.maximal_bicliques(WOMEN, engine="cpu")
    message = f"by='{by}' does not add up edges, .*: pass one of 'edges', 'share', "
    with pytest.raises(ValueError, match=message):
        found.scores(by, weight=WOMEN.assign(x=1))


def test_labels_in_messages_are_plain_numbers():
    """A message shows 3.0 as a frame does, not as np.float64(3.0)."""
    edges = pd.DataFrame({"u": [3.0, 3.0, 4.5], "v": [1, 2, 1]})
    found = cb.maximal_bicliques(edges, engine="cpu")
    with pytest.raises(ValueError, match=r"the first is \(3\.0, 2\)"):
        found.scores("edges", weight=edges.assign(x=1).drop(1))
