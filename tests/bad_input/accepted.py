# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Unusual graphs that are accepted, with their edges."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from bad_input import column, frame, network, objects, pa, pl, sp

PAIRS = [(1, 3), (2, 4)]
ARRAY = np.array(PAIRS)


class Case(NamedTuple):
    """A graph, and its edges."""

    name: str
    G: Callable[[], Any]
    edges: list[tuple[Any, Any]]
    arguments: dict[str, Any]


def good(name, G, edges=PAIRS, **arguments):
    """A case with these edges."""
    return Case(name, G, edges, arguments)


def to(*labels):
    """Edges from 0, 1, ... to each label."""
    return list(enumerate(labels))


def read_only():
    """An array that cannot be written to."""
    array = ARRAY.copy()
    array.flags.writeable = False
    return array


def dictionary(indices, values):
    """A column of Arrow with a dictionary."""
    return pa().DictionaryArray.from_arrays(pa().array(indices), pa().array(values))


def crosstab():
    """Counts with labels on both axes."""
    return pd.crosstab(pd.Series(list("uvuu")), pd.Series(list("xyzz")))


CROSSES = [("u", "x"), ("u", "z"), ("v", "y")]
ROWS = [[True, False, True], [False, False, True]]
TRUE = [(0, 0), (0, 2), (1, 2)]

CASES = [
    # Frames
    good("an empty frame", lambda: frame(user=[], item=[]), []),
    good("columns named by numbers", lambda: pd.DataFrame(ARRAY), right=1, left=0),
    good("the other order", lambda: pd.DataFrame(ARRAY), [(3, 1), (4, 2)], right=0),
    good("a name that is NaN", lambda: pd.DataFrame(ARRAY, columns=[np.nan, 1])),
    good("a name that is missing", lambda: pd.DataFrame(ARRAY, columns=[pd.NA, 1])),
    good(
        "a name that is True",
        lambda: pd.DataFrame([[3, 0, 1], [4, 0, 2]], columns=[1, "x", True]),
        left=True,
        right=1,
    ),
    good(
        "names of two levels",
        lambda: pd.concat({"x": frame(y=[1, 2], z=[3, 4])}, axis=1),
        left=("x", "y"),
    ),
    good(
        "two of three columns",
        lambda: pd.DataFrame({"weight": [0.5, 2], "item": [3, 4], "user": [1, 2]}),
        left="user",
        right="item",
    ),
    good(
        "booleans that are named",
        lambda: frame(x=[True, False], y=[True, True]),
        [(True, True), (False, True)],
        left="x",
    ),
    good(
        "a column of booleans",
        lambda: column([True, False]),
        to(True, False),
        left="user",
        right="item",
    ),
    good("zeros and ones", lambda: frame(x=[0, 1], y=[1, 1]), [(0, 1), (1, 1)]),
    good(
        "a column that Arrow cannot have, beside two that it can",
        lambda: pl().DataFrame(
            {
                "user": [1, 2],
                "item": [3, 4],
                "other": pl().Series([{}, ()], dtype=pl().Object),
            }
        ),
        left="user",
        right="item",
    ),
    # Arrays
    good("no rows", lambda: np.zeros((0, 2)), []),
    good("a read-only array", read_only),
    good("reversed strides", lambda: ARRAY[::-1, ::-1], [(4, 2), (3, 1)]),
    good("every other column", lambda: np.repeat(ARRAY, 2, axis=1)[:, ::2]),
    good("columns first", lambda: np.asfortranarray(ARRAY)),
    good("the other byte order", lambda: ARRAY.astype(ARRAY.dtype.newbyteorder())),
    good("a matrix of NumPy", lambda: np.matrix(ARRAY)),
    good("a masked array without a mask", lambda: np.ma.masked_array(ARRAY)),
    good(
        "objects", lambda: np.array([(1, "x"), ("x", 2)], object), [(1, "x"), ("x", 2)]
    ),
    good("bytes", lambda: np.array([[b"a", b"b\0c"]]), [(b"a", b"b\0c")]),
    good(
        "texts of another byte order",
        lambda: np.array([["a", "b"]], ">U3"),
        [("a", "b")],
    ),
    good("half a character", lambda: np.array([["\ud800", "b"]]), [("\ud800", "b")]),
    good("16 bits", lambda: np.array([[2047, 0.5]], "f2"), [(2047.0, 0.5)]),
    good(
        "the largest integers",
        lambda: np.array([[2**64 - 1, 2**64 - 2]], np.uint64),
        [(2**64 - 1, 2**64 - 2)],
    ),
    good("two columns of a table", lambda: (frame(u=[1, 2])["u"], np.array([3, 4]))),
    good("a list of two arrays", lambda: [ARRAY[:, 0], ARRAY[:, 1]]),
    good("two indexes", lambda: (pd.Index([1, 2]), pd.RangeIndex(3, 5))),
    # Labels
    good(
        "integers above 2**53", lambda: column([2**53 + 1, 2**53]), to(2**53 + 1, 2**53)
    ),
    good(
        "integers of any size",
        lambda: objects(2**80, -(2**80), 0),
        to(2**80, -(2**80), 0),
    ),
    good(
        "integers above 2**53 beside small floats",
        lambda: objects(2**53 + 1, 0.5, 2**53),
        to(2**53 + 1, 0.5, 2**53),
    ),
    good(
        "missing integers that were dropped",
        lambda: frame(user=pd.array([2**53 + 1, None]), item=[1, 2]).dropna(),
        [(2**53 + 1, 1)],
    ),
    good(
        "floats below 2**53", lambda: column([2.0**53 - 1, 0.5]), to(2.0**53 - 1, 0.5)
    ),
    good("infinity", lambda: column([np.inf, -np.inf]), to(np.inf, -np.inf)),
    good("both zeros", lambda: frame(user=[1, 1], item=[0.0, -0.0]), [(1, 0.0)]),
    good("1 and its text", lambda: objects(1, "1", b"1"), to(1, "1", b"1")),
    good("True and 2", lambda: objects(True, 2), to(True, 2)),
    good("texts with null characters", lambda: column(["a\0", "a"]), to("a\0", "a")),
    good(
        "half a character in a frame", lambda: objects("\ud800", "a"), to("\ud800", "a")
    ),
    good("tuples", lambda: objects((1, "a"), (1,), ()), to((1, "a"), (1,), ())),
    good(
        "decimals",
        lambda: objects(Decimal("0.1"), Decimal(2**60)),
        to(Decimal("0.1"), Decimal(2**60)),
    ),
    good(
        "dates and times",
        lambda: column(pd.to_datetime(["2026-01-01", "2026-01-02"], utc=True)),
        to(*pd.to_datetime(["2026-01-01", "2026-01-02"], utc=True)),
    ),
    good(
        "days",
        lambda: objects(datetime.date(2026, 1, 1), datetime.date(2025, 1, 1)),
        to(datetime.date(2026, 1, 1), datetime.date(2025, 1, 1)),
    ),
    good(
        "months",
        lambda: column(pd.period_range("2026-01", periods=2, freq="M")),
        to(pd.Period("2026-01"), pd.Period("2026-02")),
    ),
    good(
        "intervals",
        lambda: column(pd.interval_range(0, 2)),
        to(pd.Interval(0, 1), pd.Interval(1, 2)),
    ),
    good("a sparse column", lambda: column(pd.arrays.SparseArray([0, 5])), to(0, 5)),
    good("categories", lambda: column(pd.Categorical([5, 3])), to(5, 3)),
    # Tables of Arrow
    good("a table", lambda: pa().table({"user": [1, 2], "item": [3, 4]})),
    good(
        "a dictionary with repeated values",
        lambda: pa().table({"user": [1, 2], "item": dictionary([0, 1], ["a", "a"])}),
        [(1, "a"), (2, "a")],
    ),
    good(
        "a dictionary with a null that is not used",
        lambda: pa().table(
            {"user": [1, 2], "item": dictionary([0, 2], ["a", None, "b"])}
        ),
        [(1, "a"), (2, "b")],
    ),
    good(
        "a dictionary of pandas",
        lambda: column(
            pd.arrays.ArrowExtensionArray(dictionary([1, 0, 2], ["a", "b", "a"]))
        ),
        to("b", "a", "a"),
    ),
    good("bytes of Arrow", lambda: pa().table({"u": [b"b"], "v": [1]}), [(b"b", 1)]),
    good(
        "categories of Polars",
        lambda: pl().DataFrame(
            {"u": pl().Series(["b"], dtype=pl().Categorical), "v": [1]}
        ),
        [("b", 1)],
    ),
    # Sparse matrices
    good(
        "explicit zeros", lambda: sp().coo_array(([1, 0], ([0, 1], [0, 1]))), [(0, 0)]
    ),
    good("infinite weights", lambda: sp().csr_array([[0, np.inf]]), [(0, 1)]),
    good("complex weights", lambda: sp().csr_array([[0, 1j]]), [(0, 1)]),
    good("booleans in a matrix", lambda: sp().csr_array([[False, True]]), [(0, 1)]),
    good(
        "256 parallel edges of 8 bits",
        lambda: sp().coo_array((np.ones(256, "i1"), (np.zeros(256, int),) * 2), (1, 1)),
        [(0, 0)],
    ),
    good(
        "256 parallel edges of 8 bits in rows",
        lambda: sp().csr_array((np.ones(256, "i1"), np.zeros(256, int), [0, 256])),
        [(0, 0)],
    ),
    good(
        "booleans that are given twice",
        lambda: sp().coo_array(([True, True], ([0, 0], [0, 0])), (1, 1)),
        [(0, 0)],
    ),
    good("a matrix without columns", lambda: sp().csr_array((3, 0)), []),
    # Boolean matrices with labels
    good("a Boolean crosstab", lambda: crosstab() > 0, CROSSES),
    good("one Boolean column", lambda: crosstab()[["x"]] > 0, [("u", "x")]),
    good("booleans of pandas", lambda: (crosstab() > 0).astype("boolean"), CROSSES),
    good("booleans of Python", lambda: (crosstab() > 0).astype(object), CROSSES),
    good(
        "booleans that are sparse",
        lambda: (crosstab() > 0).astype(pd.SparseDtype(bool)),
        CROSSES,
    ),
    good(
        "sparse booleans, most of which are true",
        lambda: (crosstab() > 0).astype(pd.SparseDtype(bool, fill_value=True)),
        CROSSES,
    ),
    good(
        "columns of two levels",
        lambda: pd.concat({1: frame(y=[True, False], z=[False, True])}, axis=1),
        [(0, (1, "y")), (1, (1, "z"))],
    ),
    good(
        "days and numbers as labels of a matrix",
        lambda: pd.DataFrame(
            [[True]], index=pd.to_datetime(["2026-01-01"]), columns=[7]
        ),
        [(pd.Timestamp("2026-01-01"), 7)],
    ),
    good(
        "a frame like that of TransactionEncoder",
        lambda: frame(milk=[True, False], tea=[True, True]),
        [(0, "milk"), (0, "tea"), (1, "tea")],
    ),
    good("no rows of booleans", lambda: frame(x=[], y=[]).astype(bool), []),
    good(
        "booleans of Polars",
        lambda: pl().DataFrame({"x": [True, False], "y": [True, True]}),
        [(0, "x"), (0, "y"), (1, "y")],
    ),
    good(
        "booleans of Arrow",
        lambda: pa().table({"x": [True, False], "y": [True, True]}),
        [(0, "x"), (0, "y"), (1, "y")],
    ),
    good(
        "a column of labels beside one of booleans",
        lambda: frame(user=["u", "v"], active=[True, False]),
        [("u", True), ("v", False)],
        left="user",
        right="active",
    ),
    # Boolean matrices without labels
    good("a Boolean array", lambda: np.array(ROWS), TRUE),
    good("an array of two Boolean columns", lambda: np.array(ROWS)[:, :2], [(0, 0)]),
    good("an array of booleans of Python", lambda: np.array(ROWS, object), TRUE),
    good("nested lists", lambda: ROWS, TRUE),
    good("nested tuples", lambda: tuple(map(tuple, ROWS)), TRUE),
    good(
        "a list of Boolean arrays",
        lambda: [*map(np.array, [*ROWS, ROWS[0]])],
        [*TRUE, (2, 0), (2, 2)],
    ),
    # Graphs of NetworkX
    good(
        "sides of numbers",
        lambda: network([(2, 1)], sides={1: 0.0, 2: np.int8(1)}),
        [(1, 2)],
    ),
    good(
        "sides of booleans",
        lambda: network([(2, 1)], sides={1: False, 2: np.True_}),
        [(1, 2)],
    ),
    good("parallel edges", lambda: network([(1, 2), (1, 2)], "MultiGraph"), [(1, 2)]),
    good(
        "edges against their direction",
        lambda: network([(2, 1)], "DiGraph", {1: 0, 2: 1}),
        [(1, 2)],
    ),
    good(
        "half a character for a node", lambda: network([("\ud800", 1)]), [(1, "\ud800")]
    ),
    good(
        "a view of a network",
        lambda: network([(1, 2), (2, 3)]).subgraph([1, 2]),
        [(1, 2)],
    ),
]
