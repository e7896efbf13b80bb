# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Association rules from closed itemsets, against counts of baskets for all subsets.

The columns and formulas are those of mlxtend 0.25, written out here.

Modules: `api/rules.py`, `results/cpu/rules.py`, `results/cpu/hypergeometric.py`.
"""

from itertools import combinations
from math import comb, inf, isnan

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import naive
from cugraph_biclique.api import rules as api
from cugraph_biclique.results.cpu import distinct, hypergeometric
from cugraph_biclique.results.cpu import rules as dividing
from test_itemsets import baskets_of_any_kind, expected

BASKETS = [["milk", "bread"], ["milk", "bread", "jam"], [], ["bread"], ["milk"]]
CLOSED = cb.closed_itemsets(BASKETS, 0.2, engine="cpu")
COLUMNS = [
    "antecedents", "consequents", "antecedent support", "consequent support",
    "support", "confidence", "lift", "representativity", "leverage", "conviction",
    "zhangs_metric", "jaccard", "certainty", "kulczynski", "p_value",
]  # fmt: skip


def tail(n, both, first, second):
    """The probability that as many or more of n baskets have both of two itemsets."""
    some = range(both, min(first, second) + 1)
    ways = sum(comb(first, k) * comb(n - first, second - k) for k in some)
    return ways / comb(n, second)


def formulas(n, both, first, second):
    """The columns after both parts, from numbers of baskets."""
    s, a, c = both / n, first / n, second / n
    confidence = s / a
    most = max(s * (1 - a), a * (c - s))
    return (
        a, c, s, confidence, confidence / c, 1,
        s - a * c, (1 - c) / (1 - confidence) if confidence < 1 else inf,
        (s - a * c) / most if most else 0, s / (a + c - s),
        (confidence - c) / (1 - c) if c < 1 else 0, (confidence + s / c) / 2,
        tail(n, both, first, second),
    )  # fmt: skip


def expected_rules(baskets, itemsets):
    """All rules of these itemsets."""
    counts = naive.divisions(baskets, itemsets)
    return {parts: formulas(len(baskets), *times) for parts, times in counts.items()}


def as_dict(frame):
    """The answer, without its order."""
    assert frame.columns.tolist() == COLUMNS
    found = {
        tuple(row[:2]): row[2:] for row in frame.itertuples(index=False, name=None)
    }
    assert len(found) == len(frame)
    return found


def assert_rules(found, expected, metric, least):
    found = as_dict(found)
    column = COLUMNS.index(metric) - 2
    for parts, values in expected.items():
        value = values[column]
        if value != pytest.approx(least, rel=1e-9, abs=1e-9):  # either way
            assert (parts in found) == (value >= least)
        if parts in found:
            assert found[parts] == pytest.approx(values, rel=1e-9, abs=1e-12)
    assert set(found) <= set(expected)


@given(
    baskets_of_any_kind,
    st.sampled_from([0.07, 0.2, 0.5]),
    st.sampled_from([None, 2, 3]),
    st.sampled_from(api.METRICS),
    st.sampled_from([-1, 0, 0.3, 0.8, 1.1]),
)
def test_rules_of_closed_itemsets(engine, baskets, support, most, metric, least):
    closed = cb.closed_itemsets(baskets, support, max_len=most, engine=engine)
    found = cb.association_rules(closed, metric, least)
    itemsets = expected(baskets, support, most)
    assert_rules(found, expected_rules(baskets, itemsets), metric, least)


@given(baskets_of_any_kind, st.sampled_from([0.07, 0.3]))
def test_rules_of_all_frequent_itemsets(baskets, support):
    """A frame of all frequent itemsets, as of fpgrowth, has more rules."""
    n = len(baskets)
    counts = {
        items: sum(items <= set(basket) for basket in baskets)
        for k in range(1, 8)
        for items in map(frozenset, combinations("abcdefg", k))
    }
    shares = {items: times / n for items, times in counts.items() if times}
    frequent = {items: share for items, share in shares.items() if share >= support}
    itemsets = pd.Series(list(frequent), dtype=object)
    frame = pd.DataFrame({"support": list(frequent.values()), "itemsets": itemsets})
    found = cb.association_rules(frame, "support", 0, num_itemsets=n)
    assert_rules(found, expected_rules(baskets, frequent), "support", 0)


def test_an_antecedent_that_is_not_closed_has_the_support_of_its_closure():
    """Jam is always with bread and milk, so {jam} is not closed."""
    assert frozenset(["jam"]) not in set(CLOSED["itemsets"])
    found = as_dict(cb.association_rules(CLOSED, "confidence", 1))
    assert set(found) == {
        (frozenset(["jam"]), frozenset(["milk", "bread"])),
        (frozenset(["jam", "milk"]), frozenset(["bread"])),
        (frozenset(["jam", "bread"]), frozenset(["milk"])),
    }
    assert found[frozenset(["jam"]), frozenset(["milk", "bread"])][:2] == (0.2, 0.4)


def test_rules_are_in_order(monkeypatch):
    """By itemset, then the larger antecedent first, in calls of any size."""
    found = cb.association_rules(CLOSED, "support", 0)
    itemsets = CLOSED["itemsets"].tolist()
    keys = [
        (itemsets.index(first | second), -len(first))
        for first, second in zip(
            found["antecedents"], found["consequents"], strict=True
        )
    ]
    assert keys == sorted(keys)
    monkeypatch.setattr(dividing, "ROOM", 1)
    pd.testing.assert_frame_equal(cb.association_rules(CLOSED, "support", 0), found)


def test_the_number_of_baskets_comes_with_closed_itemsets():
    assert CLOSED.attrs == {"num_itemsets": 5, "num_closed": len(CLOSED)}
    whole = cb.association_rules(CLOSED, num_itemsets=5)
    pd.testing.assert_frame_equal(cb.association_rules(CLOSED), whole)
    bare = pd.DataFrame(CLOSED.to_dict("series"))
    assert bare.attrs == {}
    without = cb.association_rules(bare)
    assert without["p_value"].isna().all()
    pd.testing.assert_frame_equal(without.iloc[:, :-1], whole.iloc[:, :-1])


@pytest.mark.parametrize("knows_n", [True, False])
def test_a_rule_exactly_at_the_threshold_is_listed(knows_n):
    """12 / 20 is a float below 0.8 times 15 / 20."""
    n, both = 20, 12
    baskets = [["a", "b"]] * both + [["a"]] * 3 + [["b"]] * 2 + [[]] * 3
    closed = cb.closed_itemsets(baskets, 0.1, engine="cpu")
    if not knows_n:
        closed = pd.DataFrame(closed.to_dict("series"))
    exact = {
        "support": both / n, "confidence": 12 / 15, "lift": 12 * 20 / (15 * 14),
        "leverage": (12 * 20 - 15 * 14) / 400, "conviction": 15 * 6 / (20 * 3),
        "zhangs_metric": 30 / max(12 * 5, 15 * 2), "jaccard": 12 / 17,
        "certainty": 30 / (15 * 6), "kulczynski": 12 * 29 / (2 * 15 * 14),
    }  # fmt: skip
    for metric, value in exact.items():
        found = as_dict(cb.association_rules(closed, metric, value))
        row = found[frozenset("a"), frozenset("b")]
        if knows_n:
            assert row[COLUMNS.index(metric) - 2] == value
        above = as_dict(cb.association_rules(closed, metric, value + 1e-9))
        assert (frozenset("a"), frozenset("b")) not in above


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 40))
def test_every_confidence_of_counts_is_kept_at_its_own_value(both, more, others):
    baskets = [["a", "b"]] * both + [["a"]] * more + [[]] * others
    closed = cb.closed_itemsets(baskets, 0.001, engine="cpu")
    least = both / (both + more)
    found = as_dict(cb.association_rules(closed, min_threshold=least))
    assert found[frozenset("a"), frozenset("b")][3] == least


def test_no_rules_and_no_itemsets():
    empty = cb.closed_itemsets([], 0.5, engine="cpu")
    one = pd.DataFrame(CLOSED.iloc[:1].to_dict("series"))
    for frame in (empty, one):
        found = cb.association_rules(frame, "support", 0)
        assert found.columns.tolist() == COLUMNS
        assert len(found) == 0


def test_an_empty_itemset_and_unordered_items():
    items = [frozenset(), frozenset([1, "a"]), frozenset([1, "a", (2, "b")])]
    frame = pd.DataFrame({"support": [1.0, 0.5, 0.25], "itemsets": items})
    found = as_dict(cb.association_rules(frame, "support", 0))
    assert len(found) == 2 + 6
    assert found[frozenset([1]), frozenset(["a"])][:3] == (0.5, 0.5, 0.5)
    assert found[frozenset([(2, "b")]), frozenset(["a", 1])][:3] == (0.25, 0.5, 0.25)


def test_equal_keys_do_not_mix_supports(monkeypatch):
    """A part that is not listed, {bread, jam}, may have the key of {milk}."""
    expected = as_dict(cb.association_rules(CLOSED, "support", 0))
    numbers = np.array([1, 2, 3], np.uint64)  # of bread, jam and milk
    monkeypatch.setattr(distinct, "random_numbers", lambda n, seed: numbers)
    assert as_dict(cb.association_rules(CLOSED, "support", 0)) == expected


@pytest.mark.parametrize("n", [1, 7, 30])
def test_tails_of_the_hypergeometric_distribution(n, monkeypatch):
    monkeypatch.setattr(hypergeometric, "STEPS", 5)
    cases = [
        (both, one, other)
        for one in range(n + 1)
        for other in range(n + 1)
        for both in range(max(0, one + other - n), min(one, other) + 1)
    ]
    found = hypergeometric.upper_tails(*np.array(cases).T.copy(), n)
    for (both, one, other), p in zip(cases, found, strict=True):
        assert p == pytest.approx(tail(n, both, one, other), rel=1e-11)


def test_tails_of_many_baskets():
    sp = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(1)
    n = 2_000_000
    one, other = rng.integers(1, n // 2, (2, 300))
    mean = one * (other / n)
    both = np.clip(
        (mean + rng.normal(0, 3, 300) * np.sqrt(mean)).astype(np.int64),
        np.maximum(0, one + other - n),
        np.minimum(one, other),
    )
    found = hypergeometric.upper_tails(both, one, other, n)
    assert found == pytest.approx(sp.hypergeom.sf(both - 1, n, one, other), rel=1e-6)


def test_too_many_parts_and_rules_are_refused(monkeypatch):
    long = cb.closed_itemsets([range(30), range(31)], 0.5, engine="cpu")
    with pytest.raises(ValueError, match="of up to 31 items, have 3,221,225,468 parts"):
        cb.association_rules(long)
    monkeypatch.setattr(api, "MOST_RULES", 5)
    with pytest.raises(
        ValueError, match="more than 5 rules reach min_threshold=0: pas"
    ):
        cb.association_rules(CLOSED, "support", 0)
    assert len(cb.association_rules(CLOSED, "confidence", 1)) == 3


def changed(**columns):
    return CLOSED.assign(**columns)


@pytest.mark.parametrize(
    ("itemsets", "options", "error", "message"),
    [
        (BASKETS, {}, TypeError, "itemsets must be a pandas frame, not list: pass the"),
        (pd.DataFrame({"a": [1]}), {}, ValueError,
         "has no column 'itemsets' and no column 'support': pass the answer of"),
        (CLOSED[["support"]], {}, ValueError, "itemsets has no column 'itemsets'"),
        (changed(itemsets="ab"), {}, TypeError, "row 0 of itemsets has 'ab', which is"),
        (changed(support=3), {}, ValueError, "has the support 3, which is not a shar"),
        (changed(support=0.0), {}, ValueError, "has the support 0.0, which is not a s"),
        (changed(support=np.nan), {}, ValueError, "has the support nan, which is not "),
        (changed(support="x"), {}, ValueError, "has the support 'x', which is not a s"),
        (pd.concat([CLOSED, CLOSED]), {}, ValueError, "itemsets has {.*} twice: drop"),
        (CLOSED, {"metric": "p_value"}, ValueError,
         "metric='p_value' is unknown: pass one of 'antecedent support', .*'lift', "),
        (CLOSED, {"metric": None}, ValueError, "metric=None is unknown: pass one of"),
        (CLOSED, {"min_threshold": "1"}, TypeError,
         r"min_threshold must be a number, not str \('1'\): pass the least value of"),
        (CLOSED, {"min_threshold": True}, TypeError, "must be a number, not bool"),
        (CLOSED, {"min_threshold": 10**400}, ValueError, "d=1000.* is too large: pass"),
        (CLOSED, {"min_threshold": np.float32("nan")}, ValueError, "hreshold is NaN: "),
        (CLOSED, {"min_threshold": float("nan")}, ValueError, "min_threshold is NaN: "),
        (CLOSED, {"num_itemsets": 0}, ValueError, "num_itemsets=0 is too small: pass "),
        (CLOSED, {"num_itemsets": 4}, ValueError,
         "0.6 is not a share of num_itemsets=4 baskets: pass the number of all"),
    ],
)  # fmt: skip
def test_what_is_refused(itemsets, options, error, message):
    with pytest.raises(error, match=message):
        cb.association_rules(itemsets, **options)


def test_a_confidence_of_one_has_an_infinite_conviction():
    found = cb.association_rules(CLOSED, "conviction", inf)
    assert (found["confidence"] == 1).all()
    assert len(found) == 3
    assert not any(map(isnan, found["p_value"]))


def test_a_filtered_frame_is_refused():
    baskets = [["tea", "jam"]] * 3 + [["tea"]] * 5 + [["rum"]] * 2
    found = cb.closed_itemsets(baskets, 0.1)
    pairs = found[found["itemsets"].str.len() >= 2]
    with pytest.raises(ValueError, match=r"itemsets has 1 of the 3 closed itemsets"):
        cb.association_rules(pairs, min_threshold=0)
