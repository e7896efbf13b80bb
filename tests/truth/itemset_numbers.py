# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of 0 and 1, which may be a table; and the order of items in any container."""

import numpy
import pandas as pd
import polars as pl
import pyarrow as pa

import cugraph_biclique as cb
from truth import CallCase, Refused
from truth.itemsets import BY_PLACE, case

nan = float("nan")
ROWS = [[1, 0], [1, 1]]
AS_SETS = [(1.0, [1]), (0.5, [0, 1])]
HOLES = [(0.5, [0]), (0.5, [1])]


class Stream:
    """A table of a library that is not known, but speaks Arrow."""

    def __init__(self, table):
        self.__arrow_c_stream__ = table.__arrow_c_stream__


# Baskets, and code for their rows.
SHAPES = {
    "lists": (ROWS, "baskets"),
    "floats": ([[1.0, 0.0], [1.0, 1.0]], "baskets"),
    "a Series": (pd.Series(ROWS), "baskets"),
    "an Arrow-backed Series": (
        pd.Series(ROWS, dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
        "baskets",
    ),
    "a frame": (pd.DataFrame({"b": ROWS}), "baskets['b']"),
    "a ListArray": (pa.array(ROWS), "baskets.to_pylist()"),
    "a fixed-size list": (
        pa.array(ROWS, pa.list_(pa.int8(), 2)),
        "baskets.to_pylist()",
    ),
    "a list of floats": (
        pa.array(ROWS, pa.list_(pa.float32())),
        "baskets.to_pylist()",
    ),
    "a ChunkedArray": (pa.chunked_array([ROWS[:1], ROWS[1:]]), "baskets.to_pylist()"),
    "a PyArrow table": (pa.table({"b": ROWS}), "baskets['b'].to_pylist()"),
    "a Polars Series": (pl.Series(ROWS), "baskets"),
    "a Polars array": (pl.Series(ROWS, dtype=pl.Array(pl.Int8, 2)), "baskets"),
    "a Polars frame": (pl.DataFrame({"b": ROWS}), "baskets['b']"),
    "a stream": (
        Stream(pa.table({"b": ROWS})),
        "pyarrow.table(baskets)['b'].to_pylist()",
    ),
}
WITH_NULLS = {
    "lists with NaN": ([[1, nan], [0, 1]], "baskets"),
    "lists with None": ([[1, None], [0, 1]], "baskets"),
    "lists with NA": ([[1, pd.NA], [0, 1]], "baskets"),
    "Arrow lists with nulls": (pa.array([[1, None], [0, 1]]), "baskets.to_pylist()"),
    "Polars lists with nulls": (pl.Series([[1, None], [0, 1]]), "baskets"),
    "Polars lists with NaN": (pl.Series([[1.0, nan], [0.0, 1.0]]), "baskets"),
}


def table(rows):
    return f"numpy.array([[x == 1 for x in row] for row in {rows}])"


def sets(rows):
    return f"list(map(set, {rows}))"


def ambiguous(rows):
    return Refused(
        "baskets has rows of 0 and 1, all of one length, which could be a table or "
        f"lists of items: pass {table(rows)} if each column is an item, or "
        f"{sets(rows)} if each row lists the items of a basket"
    )


def followed(name, baskets, code, outcome, **options):
    """What the message advises, as it is written there."""
    places = {"numpy": numpy, "pyarrow": pa, "baskets": baskets}
    return case(f"followed: {name}", eval(code, places), outcome, **options)


def in_order(baskets, **columns):
    """The itemsets in the order of the answer."""

    def call():
        found = cb.closed_itemsets(baskets, 0.1, engine="cpu", **columns)
        return [sorted(items) for items in found["itemsets"]]

    return call


SINGLE = [["y"], ["x"], ["z"]]
LONG = pd.DataFrame({"u": [1, 2, 3], "i": ["y", "x", "z"]})
BACKWARDS = pd.CategoricalDtype(["z", "y", "x"])
SAME = {
    "lists": (SINGLE, {}),
    "Arrow lists": (pa.array(SINGLE), {}),
    "lists of dictionary values": (
        pa.array(SINGLE).cast(pa.list_(pa.dictionary(pa.int32(), pa.string()))),
        {},
    ),
    "Polars lists": (pl.Series(SINGLE), {}),
    "Polars lists of an Enum": (
        pl.Series(SINGLE, dtype=pl.List(pl.Enum(["z", "y", "x"]))),
        {},
    ),
    "a long frame": (LONG, {"left": "u", "right": "i"}),
    "a long frame of categories": (
        LONG.astype({"i": BACKWARDS}),
        {"left": "u", "right": "i"},
    ),
    "a long Polars frame of an Enum": (
        pl.DataFrame(LONG.to_dict("list")).cast({"i": pl.Enum(["z", "y", "x"])}),
        {"left": "u", "right": "i"},
    ),
}

CASES = [
    *(case(f"0 and 1: {n}", it, ambiguous(rows)) for n, (it, rows) in SHAPES.items()),
    *(
        case(f"0 and 1: {n}", it, ambiguous(rows), nulls="drop")
        for n, (it, rows) in WITH_NULLS.items()
    ),
    *(
        followed(f"{n}, a table", it, table(rows), BY_PLACE)
        for n, (it, rows) in SHAPES.items()
    ),
    *(
        followed(f"{n}, a table", it, table(rows), HOLES, nulls="drop")
        for n, (it, rows) in WITH_NULLS.items()
    ),
    *(
        followed(
            f"{n}, items",
            it,
            sets(rows),
            [(s, [type(first)(x) for x in items]) for s, items in AS_SETS],
        )
        for n, (it, rows) in SHAPES.items()
        for first in [1.0 if "float" in n else 1]
    ),
    case("0 and 1 in Arrow lists of two lengths", pa.array([[1], [0, 1]]), AS_SETS),
    case(
        "a single item per Arrow list", pa.array([[1], [0]]), [(0.5, [0]), (0.5, [1])]
    ),
    *(
        CallCase(f"order: {name}", in_order(it, **columns), [["x"], ["y"], ["z"]])
        for name, (it, columns) in SAME.items()
    ),
]
