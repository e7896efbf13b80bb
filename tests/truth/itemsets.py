# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Baskets in the shapes that people have, and nulls among them."""

from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.sparse

import cugraph_biclique as cb
from truth import CallCase, Refused

TABLE = [[True, False], [True, True]]
NAMED = pd.DataFrame(TABLE, columns=["x", "y"])
BY_PLACE = [(1.0, [0]), (0.5, [0, 1])]
BY_NAME = [(1.0, ["x"]), (0.5, ["x", "y"])]
LONG = {"user": [7, 7, 8], "item": ["x", "y", "x"]}
ONE_EACH = [(1.0, ["x"]), (0.5, ["x", "y"])]


def itemsets(baskets, min_support=0.1, **options):
    """The answer as plain values, with the items of each itemset in order."""
    found = cb.closed_itemsets(baskets, min_support, engine="cpu", **options)
    rows = zip(found["support"].tolist(), found["itemsets"], strict=True)
    return [(support, sorted(items, key=repr)) for support, items in rows]


def case(name, baskets, outcome, **options):
    return CallCase(name, lambda: itemsets(baskets, **options), outcome)


def dated(unit):
    return [np.array(["2024-01-01", "2024-01-02"], f"M8[{unit}]")]


padded = pd.DataFrame([["a", "b"], ["a", None]])
TABLES = {
    "a NumPy array": np.array(TABLE),
    "a matrix": np.array(TABLE).view(np.matrix),  # `np.matrix` warns
    "an array of objects": np.array(TABLE, object),
    "nested lists": TABLE,
    "nested tuples": tuple(map(tuple, TABLE)),
    "rows of arrays": list(np.array(TABLE)),
    "rows of Arrow arrays": [pa.array(row) for row in TABLE],
    "a frame": NAMED,
    "a frame of objects": NAMED.astype(object),
    "a nullable frame": NAMED.astype("boolean"),
    "an Arrow-backed frame": NAMED.convert_dtypes(dtype_backend="pyarrow"),
    "a frame of 0 and 1": NAMED.astype(int),
    "a nullable frame of 0 and 1": NAMED.astype("Int8"),
    "a frame of 0.0 and 1.0": NAMED.astype(float),
    "a sparse frame": NAMED.astype(pd.SparseDtype(bool, False)),
    "a sparse frame of floats": NAMED.astype(pd.SparseDtype(float, 0.0)),
    "a Polars frame": pl.DataFrame(NAMED.to_dict("list")),
    "a Polars frame of 0 and 1": pl.DataFrame(NAMED.astype(int).to_dict("list")),
    "a PyArrow table": pa.table(NAMED.to_dict("list")),
    "a PyArrow batch": pa.RecordBatch.from_pydict(NAMED.to_dict("list")),
    "a Series of lists of booleans": pd.Series(TABLE),
    "an Arrow column of lists of booleans": pa.array(TABLE),
    "a Polars Series of lists of booleans": pl.Series(TABLE),
    "a CSR array": scipy.sparse.csr_array(np.array(TABLE)),
    "a CSC matrix": scipy.sparse.csc_matrix(np.array(TABLE)),
    "a COO array": scipy.sparse.coo_array(np.array(TABLE, int)),
    "a DOK array": scipy.sparse.dok_array(np.array(TABLE)),
    "a LIL array": scipy.sparse.lil_array(np.array(TABLE)),
    "a BSR array": scipy.sparse.bsr_array(np.array(TABLE, np.int8)),
    "a DIA array": scipy.sparse.dia_array(np.array(TABLE, float)),
    "a sparse array with a stored zero": scipy.sparse.csr_array(
        (np.array([1, 0, 1, 1]), np.array([0, 1, 0, 1]), np.array([0, 2, 4])), (2, 2)
    ),
}
LISTS = {
    "lists": [["x"], ["x", "y"]],
    "sets": [{"x"}, {"x", "y"}],
    "a generator of generators": None,
    "arrays": [np.array(["x"]), np.array(["x", "y"])],
    "an object array of lists": np.fromiter([["x"], ["x", "y"]], object, 2),
    "a Series": pd.Series([["x"], ["x", "y"]], index=[5, 5]),
    "a Series of sets": pd.Series([{"x"}, {"x", "y"}]),
    "an Arrow-backed Series": pd.Series(
        [["x"], ["x", "y"]], dtype=pd.ArrowDtype(pa.list_(pa.string()))
    ),
    "a frame with a column of lists": pd.DataFrame({"b": [["x"], ["x", "y"]]}),
    "a ListArray": pa.array([["x"], ["x", "y"]]),
    "a slice of a ListArray": pa.array([["q"], ["x"], ["x", "y"]])[1:],
    "a LargeListArray": pa.array([["x"], ["x", "y"]], pa.large_list(pa.string())),
    "a list view": pa.array([["x"], ["x", "y"]], pa.list_view(pa.string())),
    "a list of dictionary values": pa.array([["x"], ["x", "y"]]).cast(
        pa.list_(pa.dictionary(pa.int32(), pa.string()))
    ),
    "a ChunkedArray": pa.chunked_array([[["x"]], [["x", "y"]]]),
    "a table with a list column": pa.table({"b": [["x"], ["x", "y"]]}),
    "a Polars Series": pl.Series([["x"], ["x", "y"]]),
    "a Polars frame with a List column": pl.DataFrame({"b": [["x"], ["x", "y"]]}),
    "a Polars List of categories": pl.Series(
        [["x"], ["x", "y"]], dtype=pl.List(pl.Categorical)
    ),
    "Polars Series": [pl.Series(["x"]), pl.Series(["x", "y"])],
}
FRAMES = {
    "pandas": pd.DataFrame(LONG),
    "pandas with categories": pd.DataFrame(LONG).astype({"item": "category"}),
    "Polars": pl.DataFrame(LONG),
    "PyArrow": pa.table(LONG),
    "columns in another order": pd.DataFrame(LONG)[["item", "user"]],
    "a further column": pd.DataFrame(LONG).assign(n=[3, 1, 2]),
    "repeated rows": pd.DataFrame(LONG).iloc[[0, 0, 1, 2]],
}
ITEMS = {
    "int64": (np.array([3, 4]), [3, 4]),
    "uint8": (np.array([3, 4], np.uint8), [3, 4]),
    "float32": (np.array([0.5, 1.5], np.float32), [0.5, 1.5]),
    "str": (np.array(["a", "b"]), ["a", "b"]),
    "bytes": (np.array([b"a", b"b"]), [b"a", b"b"]),
}
CASES = [
    *(case(f"table: {name}", it, BY_PLACE) for name, it in TABLES.items()),
    *(
        case(f"names: {name}", it, BY_NAME, use_colnames=True)
        for name, it in TABLES.items()
        if "frame" in name or "PyArrow" in name
    ),
    *(case(f"lists: {n}", it, ONE_EACH) for n, it in LISTS.items() if it is not None),
    CallCase(
        "lists: a generator of generators",
        lambda: itemsets((c for c in word) for word in ("x", "xy")),
        ONE_EACH,
    ),
    *(
        case(f"long: {name}", it, ONE_EACH, left="user", right="item")
        for name, it in FRAMES.items()
    ),
    case("long: left alone", pd.DataFrame(LONG), ONE_EACH, left="user"),
    *(
        case(f"items: {name}", [list(it)], [(1.0, items)])
        for name, (it, items) in ITEMS.items()
    ),
    *(
        case(f"items: Arrow {name}", pa.array([it]), [(1.0, items)])
        for name, (it, items) in ITEMS.items()
    ),
    case("items: tuples", [[("a", np.int64(1))]], [(1.0, [("a", 1)])]),
    case(
        "items: dates of NumPy",
        dated("D"),
        [(1.0, [pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-02")])],
    ),
    case(
        "items: times of Arrow",
        pa.array(dated("us")),
        [(1.0, [pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-02")])],
    ),
    case(
        "items: dates of Arrow",
        pa.array([[date(2024, 1, 1)]]),
        [(1.0, [date(2024, 1, 1)])],
    ),
    case("items: True and False in sets", [{True, False}], [(1.0, [False, True])]),
    case(
        "items: columns of integers",
        NAMED.set_axis([5, 6], axis=1),
        [(1.0, [5]), (0.5, [5, 6])],
        use_colnames=True,
    ),
    case("empty baskets count", [["x"], []], [(0.5, ["x"])]),
    case("empty Arrow baskets count", pa.array([["x"], []]), [(0.5, ["x"])]),
    # Two readings
    case(
        "a long frame without names",
        pd.DataFrame(LONG),
        Refused(
            "column 'user' of baskets contains 7, but entries must be True "
            "or False, or 1 or 0: pass left='user', right='item' if each "
            "row names a basket and one of its items, or "
            "baskets.to_numpy().tolist() if each row lists the items of a "
            "basket"
        ),
    ),
    case(
        "a long frame of numbers",
        pl.DataFrame({"u": [1, 2], "i": [50, 60]}),
        Refused(
            "column 'u' of baskets contains 2, but entries must be True or "
            "False, or 1 or 0: pass baskets > 0 if they are quantities, or "
            "left='u', right='i' if each row names a basket and one of its "
            "items"
        ),
    ),
    case(
        "quantities of PyArrow",
        pa.table({"u": [0, 3]}),
        Refused(
            "column 'u' of baskets contains 3, but entries must be True or "
            "False, or 1 or 0: pass baskets.to_pandas() > 0 if they are "
            "quantities"
        ),
    ),
    case(
        "a column of ids beside a table",
        NAMED.assign(user=["ann", "bob"]),
        Refused(
            "column 'user' of baskets contains 'ann', but entries must be "
            'True or False, or 1 or 0: pass left="..." and right="..." if '
            "each row names a basket and one of its items, or "
            "baskets.to_numpy().tolist() if each row lists the items of a "
            "basket, or baskets.drop(columns=['user']) if they describe the "
            "baskets"
        ),
    ),
    case(
        "rows padded with None in a frame",
        padded,
        Refused(
            "column 0 of baskets contains 'a', but entries must be True or "
            "False, or 1 or 0: pass left=0, right=1 if each row names a "
            "basket and one of its items, or baskets.to_numpy().tolist() "
            'with nulls="drop" if each row lists the items of a basket'
        ),
    ),
    case(
        "numbers in an array",
        np.array([[1, 0], [1, 1]]),
        Refused(
            "baskets is an array of int64 of shape (2, 2), which could be a "
            "table or lists of items: pass baskets > 0 if each column is an "
            "item, or list(map(set, baskets.tolist())) if each row lists "
            "the items of a basket"
        ),
    ),
    case(
        "lists of 0 and 1",
        [[1, 0], [1, 1]],
        Refused(
            "baskets has rows of 0 and 1, all of one length, which could be "
            "a table or lists of items: pass numpy.array([[x == 1 for x in "
            "row] for row in baskets]) if each column is an item, or "
            "list(map(set, baskets)) if each row lists the items of a basket"
        ),
    ),
    case(
        "lists of 0 and 1, as sets",
        list(map(set, [[1, 0], [1, 1]])),
        [(1.0, [1]), (0.5, [0, 1])],
    ),
    case("lists of 0 and 1, as an array", np.array([[1, 0], [1, 1]], bool), BY_PLACE),
    case(
        "rows of True and False of several lengths",
        [[True], [True, False]],
        Refused(
            "baskets has rows of True and False of different lengths, 1 in "
            "row 0 and 2 in row 1: pass rows of one length if each column "
            "is an item, or list(map(set, baskets)) if each row lists the "
            "items of a basket"
        ),
    ),
    case(
        "a column of lists among others",
        pd.DataFrame({"user": [1, 2], "items": [["x"], ["y"]]}),
        Refused(
            "column 'items' of baskets holds lists, but a table has True or "
            "False, or 1 or 0: pass baskets['items'] if each row is a "
            "basket"
        ),
    ),
    case(
        "a column of lists on the right",
        pl.DataFrame({"user": [1, 2], "items": [["x"], ["y"]]}),
        Refused(
            "column 'items' of baskets holds lists, but right='items' must "
            "name a column with one item per row: pass baskets['items'] "
            "without left and right, if each row is a basket"
        ),
        left="user",
        right="items",
    ),
    case(
        "equal items",
        [[1], ["x", True]],
        Refused(
            "baskets contains both 1 and True, which are equal: convert all "
            "items to one type, for example with [list(map(str, basket)) "
            "for basket in baskets]"
        ),
    ),
    case(
        "baskets with quantities",
        [{"x": 0, "y": 2}],
        Refused(
            "basket 0 is of type dict, {'x': 0, 'y': 2}, but must be a list "
            "of items: pass [[item for item, n in basket.items() if n] for "
            "basket in baskets] if its values are quantities",
            TypeError,
        ),
    ),
    case(
        "columns of a list",
        [["x"]],
        Refused(
            "left='u' names a column, but a list has none: leave left out, "
            "or pass a frame",
            TypeError,
        ),
        left="u",
        right="i",
    ),
    case(
        "a lazy frame",
        pl.LazyFrame(LONG),
        Refused(
            "baskets is a polars.lazyframe.frame.LazyFrame: pass baskets.collect()",
            TypeError,
        ),
        left="user",
        right="item",
    ),
    case(
        "a name of a file",
        "baskets.csv",
        Refused(
            "baskets is a str, 'baskets.csv', but must be …: read the file "
            "first, for example with cugraph_biclique.read_edges, and name "
            "the two columns of the frame",
            TypeError,
        ),
    ),
]
