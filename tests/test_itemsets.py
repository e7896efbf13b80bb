# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Closed itemsets, against the definition, in the shapes of mlxtend.

Modules: `api/itemsets.py`, `inputs/transactions/`.
"""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb

BASKETS = [["milk", "bread"], ["milk", "bread", "jam"], [], ["bread"], ["milk"]]


def expected(baskets, min_support, max_len=None):
    """Supports of closed itemsets: of intersections of baskets, none of them empty."""
    baskets = [frozenset(basket) for basket in baskets]
    closed = set()
    for basket in baskets:
        closed |= {basket} | {basket & other for other in closed}
    support = {
        items: sum(items <= basket for basket in baskets) / len(baskets)
        for items in closed - {frozenset()}
    }
    return {
        items: share
        for items, share in support.items()
        if share >= min_support and len(items) <= (max_len or len(items))
    }


def one_hot(baskets):
    """A frame of True and False."""
    items = sorted({item for basket in baskets for item in basket})
    return pd.DataFrame(
        [[item in basket for item in items] for basket in baskets], columns=items
    )


def as_dict(frame):
    """The answer, without its order."""
    assert frame.columns.tolist() == ["support", "itemsets"]
    assert frame["support"].is_monotonic_decreasing
    answer = dict(zip(frame["itemsets"], frame["support"], strict=True))
    assert len(answer) == len(frame)
    return answer


baskets_of_any_kind = st.lists(
    st.sets(st.sampled_from("abcdefg")).map(sorted), min_size=1, max_size=12
)


@given(baskets_of_any_kind, st.sampled_from([0.07, 0.2, 0.5, 0.7, 1]), st.booleans())
def test_closed_itemsets_are_those_of_the_definition(engine, baskets, least, short):
    most = 2 if short else None
    found = cb.closed_itemsets(baskets, least, max_len=most, engine=engine)
    assert as_dict(found) == expected(baskets, least, most)
    frame = cb.closed_itemsets(
        one_hot(baskets), least, use_colnames=True, max_len=most, engine=engine
    )
    assert as_dict(frame) == as_dict(found)


def test_closed_itemsets_determine_the_support_of_all_frequent_ones():
    closed = as_dict(cb.closed_itemsets(BASKETS, 0.2))
    for n in (1, 2, 3):
        for items in map(frozenset, combinations(["milk", "bread", "jam"], n)):
            support = sum(items <= set(basket) for basket in BASKETS) / len(BASKETS)
            assert (
                max(share for some, share in closed.items() if items <= some) == support
            )


@pytest.mark.parametrize(
    "make",
    [
        lambda frame: frame,
        lambda frame: frame.astype(int),
        lambda frame: frame.astype("float32"),
        lambda frame: frame.astype("boolean"),
        lambda frame: frame.astype(pd.SparseDtype(bool, False)),
        lambda frame: frame.astype(pd.SparseDtype(int, 0)),
        lambda frame: frame.astype(pd.SparseDtype(int, 1)),
        lambda frame: frame.assign(jam=frame["jam"].astype(int)),
    ],
)
def test_frames_of_any_dtype(make):
    found = cb.closed_itemsets(make(one_hot(BASKETS)), 0.2, use_colnames=True)
    assert as_dict(found) == expected(BASKETS, 0.2)


def test_itemsets_contain_positions_or_names():
    frame = one_hot(BASKETS)  # bread, jam, milk
    assert as_dict(cb.closed_itemsets(frame, 0.4)) == {
        frozenset([0]): 0.6, frozenset([2]): 0.6, frozenset([0, 2]): 0.4,
    }  # fmt: skip


def test_no_baskets_and_no_items():
    for baskets in ([], [[]], pd.DataFrame(), pd.DataFrame({"a": [False]})):
        assert as_dict(cb.closed_itemsets(baskets)) == {}


def test_items_in_all_baskets_are_closed_together():
    found = cb.closed_itemsets([["a", "b"], ["b", "a", "a"]], 1)
    assert as_dict(found) == {frozenset("ab"): 1.0}


def test_a_share_of_the_baskets_is_not_rounded_up():
    baskets = [["a"]] * 7 + [["b"]] * 93
    assert len(cb.closed_itemsets(baskets, 0.07)) == 2
    assert len(cb.closed_itemsets(baskets, np.nextafter(0.07, 1))) == 1


@pytest.mark.parametrize(
    ("baskets", "options", "error", "message"),
    [
        (BASKETS, {"min_support": 0}, ValueError, "min_support=0 is not a share of"),
        (BASKETS, {"min_support": 3}, ValueError, "3 is not .* k / n"),
        (BASKETS, {"min_support": "1"}, TypeError, "min_support must be a number, not"),
        (BASKETS, {"min_support": True}, TypeError, "min_support must be a number"),
        (BASKETS, {"max_len": 0}, ValueError, "max_len=0 is too small"),
        (BASKETS, {"use_colnames": 1}, TypeError, "use_colnames must be True or"),
        (["ab", "c"], {}, TypeError, "basket 0 is of type str, 'ab', but must be"),
        ([["a"], 3], {}, TypeError, "basket 1 is of type int, 3, but must be a list"),
        ([[["a"]]], {}, TypeError, "basket 0 contains an item that cannot be"),
        (3, {}, TypeError, "baskets is a int, but must be a frame, an"),
        ({"a": 1}, {}, TypeError, "baskets is a dict, which is not accepted directly"),
        (
            pd.DataFrame({"a": [0, 2]}), {}, ValueError,
            "column 'a' of baskets contains .*2.*, but entries must be True or False",
        ),
        (pd.DataFrame({"a": [0, np.nan]}), {}, ValueError, "'a' .* null in basket 1"),
        (
            pd.DataFrame({"a": pd.array([True, None], "boolean")}), {}, ValueError,
            "column 'a' of baskets is null in basket 1, but",
        ),
        (
            pd.DataFrame([[1, 1]], columns=["a", "a"]), {"use_colnames": True},
            ValueError, "the column name 'a' of baskets is repeated",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(baskets, options, error, message):
    with pytest.raises(error, match=message):
        cb.closed_itemsets(baskets, **options)
