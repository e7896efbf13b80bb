# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs in several files, whose labels must not change where the files are joined."""

import datetime
import tempfile
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest

import cugraph_biclique as cb
from truth import CallCase, FileCase, Reading, Refused

DAY = datetime.date(2020, 1, 1)
MIDNIGHT = datetime.datetime(2020, 1, 1)


def parquet(**columns):
    """A function that writes these columns; a type may stand beside the values."""

    def write(path: Path):
        pa = pytest.importorskip("pyarrow")
        import pyarrow.parquet as pq

        arrays = {
            name: pa.array(*values) if isinstance(values, tuple) else pa.array(values)
            for name, values in columns.items()
        }
        pq.write_table(pa.table(arrays), path)

    return write


def two(first, second):
    """Two Parquet files with these left columns."""
    n = [len(x[0] if isinstance(x, tuple) else x) for x in (first, second)]
    return {
        "a.parquet": parquet(u=first, v=list(range(n[0]))),
        "b.parquet": parquet(u=second, v=list(range(n[1]))),
    }


def both(name, files, outcome, **more):
    """The same files as a folder, by their names, and by a pattern."""
    return [
        FileCase(f"{name}, as a folder", files, outcome, argument=".", **more),
        FileCase(f"{name}, by name", files, outcome, **more),
        FileCase(f"{name}, by a pattern", files, outcome, argument="*", **more),
    ]


def differs(first, second):
    return Refused(
        f"b.parquet: column 'u' holds {second}, but in a.parquet it holds {first}: "
        "write this column with one type in all files"
    )


ORDERED = {
    "a.parquet": parquet(u=["a"], v=["x"]),
    "b.parquet": parquet(v=["y"], u=["b"]),
}
HIVE = {
    "user=007/a.parquet": parquet(item=["x", "y"]),
    "user=08/a.parquet": parquet(item=["x"]),
}
YEARS = {
    "year=2020/a.parquet": parquet(user=[1, 2], item=["x", "y"]),
    "year=2021/a.parquet": parquet(user=[1], item=["y"]),
}


def nulls_beside_large_integers():
    """The left column of a folder whose first part has only nulls."""
    with tempfile.TemporaryDirectory() as folder:
        for name, write in two([None, None], [2**60 + 1]).items():
            write(Path(folder, name))
        column = cb.read_edges(folder)["u"]
    return [None if label is pd.NA else int(label) for label in column]


CASES = [
    CallCase(
        "a first part of nulls", nulls_beside_large_integers, [None, None, 2**60 + 1]
    ),
    *both("integers and text", two([7, 8], ["007", "08"]), differs("int64", "string")),
    *both("text and integers", two(["007", "08"], [7, 8]), differs("string", "int64")),
    *both(
        "decimals and floats",
        two([Decimal("1.5")], [1.5]),
        differs("decimal128(2, 1)", "double"),
    ),
    *both(
        "decimals of two scales",
        two([Decimal("1.5")], [Decimal("1.50")]),
        differs("decimal128(2, 1)", "decimal128(3, 2)"),
    ),
    *both("bools and integers", two([True], [1]), differs("bool", "int64")),
    *both("integers and floats", two([1], [1.5]), differs("int64", "double")),
    *both("floats and text", two([1.5], ["1.5"]), differs("double", "string")),
    *both(
        "dates and timestamps",
        two([DAY], [MIDNIGHT]),
        differs("date32[day]", "timestamp[us]"),
    ),
    *both(
        "integers of 32 and 64 bits",
        two(([7, 8], "int32"), ([2**40], "int64")),
        [(7, 0), (8, 1), (2**40, 0)],
    ),
    *both(
        "integers of two signs",
        two(([7], "uint8"), ([-1], "int8")),
        [(7, 0), (-1, 0)],
    ),
    *both(
        "integers of two signs and 64 bits",
        two(([2**63], "uint64"), ([7], "int64")),
        [(2**63, 0), (7, 0)],
    ),
    *both(
        "integers that no type holds",
        two(([2**63], "uint64"), ([-1], "int64")),
        differs("uint64", "int64"),
    ),
    *both(
        "floats of 32 and 64 bits",
        two(([0.5], "float32"), ([2.5], "float64")),
        [(0.5, 0), (2.5, 0)],
    ),
    *both(
        "text of two Arrow types",
        two((["a"], "large_string"), (["b"], "string")),
        [("a", 0), ("b", 0)],
    ),
    *both(
        "a dictionary and text",
        {
            "a.parquet": lambda path: parquet(
                u=pytest.importorskip("pyarrow").array(["a"]).dictionary_encode(), v=[0]
            )(path),
            "b.parquet": parquet(u=["b"], v=[0]),
        },
        [("a", 0), ("b", 0)],
    ),
    *both(
        "a part without rows",
        two(([], "string"), [7]),
        [(7, 0)],
    ),
    *both("columns in another order", ORDERED, [("a", "x"), ("b", "y")]),
    FileCase(
        "a part that lacks a column, in a folder",
        {"a.parquet": parquet(u=[1], v=[2]), "b.parquet": parquet(u=[1], w=[2])},
        Refused(
            "b.parquet has the columns 'u', 'w', but a.parquet has 'u', 'v': name the "
            "two that hold the edges with left and right"
        ),
        argument=".",
    ),
    FileCase(
        "a part that lacks a named column, in a folder",
        {"a.parquet": parquet(u=[1], v=[2]), "b.parquet": parquet(u=[1], w=[2])},
        Refused(
            "b.parquet has no column 'v', which a.parquet has: give all files the same "
            "columns"
        ),
        {"left": "u", "right": "v"},
        argument=".",
    ),
    FileCase(
        "a part that lacks a column, by name",
        {"a.parquet": parquet(u=[1], v=[2]), "b.parquet": parquet(u=[1], w=[2])},
        Refused(
            "b.parquet has the columns 'u' and 'w', but a.parquet has 'u' and 'v': "
            "give all files the same columns"
        ),
    ),
    FileCase(
        "a file of another format in a folder",
        {"a.parquet": parquet(u=[1], v=[2]), "b.csv": "u,v\n1,2\n"},
        Refused("b.csv is no Parquet file, but is in a folder of them: move it to …"),
        argument=".",
    ),
    FileCase(
        "ids in the names of folders",
        HIVE,
        Refused(
            "… has columns in its files and in the names of its folders, 'item', "
            "'user': name the two that hold the edges with left and right"
        ),
        argument=".",
        readings=(
            Reading(
                {"left": "user", "right": "item"},
                [("007", "x"), ("007", "y"), ("08", "x")],
            ),
        ),
    ),
    FileCase(
        "folders of years",
        YEARS,
        [(1, "x"), (2, "y"), (1, "y")],
        said="columns in the names of folders left out: 'year'",
        argument=".",
        readings=(
            Reading(
                {"left": "year", "right": "user"}, [(2020, 1), (2020, 2), (2021, 1)]
            ),
        ),
    ),
    FileCase(
        "integers in text and in Parquet",
        {"a.csv": "u,v\n7,1\n", "b.parquet": parquet(u=([8], "int32"), v=[1])},
        [(7, 1), (8, 1)],
    ),
    FileCase(
        "integers in text, and text in Parquet",
        {"a.csv": "u,v\n7,1\n", "b.parquet": parquet(u=["007"], v=[1])},
        Refused(
            "b.parquet: column 'u' holds string, but in a.csv it holds int64: write "
            "this column with one type in all files"
        ),
    ),
    FileCase(
        "text in both",
        {"a.csv": "u,v\n007,1\n", "b.parquet": parquet(u=["7"], v=[1])},
        [("007", 1), ("7", 1)],
    ),
    FileCase(
        "text files whose integers are as written",
        {"a.csv": "u,v\n7,1\n", "b.csv": "u,v\n007,1\n"},
        [("7", 1), ("007", 1)],
    ),
    FileCase(
        "text files with integers of two signs and 64 bits",
        {"a.csv": f"u,v\n{2**63},1\n", "b.csv": "u,v\n5,1\n"},
        [(2**63, 1), (5, 1)],
    ),
    FileCase(
        "text files with integers that no type holds",
        {"a.csv": f"u,v\n{2**63},1\n", "b.csv": "u,v\n-5,1\n"},
        [(str(2**63), 1), ("-5", 1)],
    ),
    FileCase(
        "JSON numbers and JSON text",
        {"a.jsonl": '{"u": 7, "v": 1}\n', "b.jsonl": '{"v": 1, "u": "7"}\n'},
        Refused(
            "b.jsonl: column 'u' holds string, but in a.jsonl it holds int64: pass "
            "text_ids=True if both are text"
        ),
        readings=(Reading({"text_ids": True}, [("7", "1"), ("7", "1")]),),
    ),
    FileCase(
        "columns of text in another order",
        {"a.csv": "u,v\n1,x\n", "b.csv": "v,u\ny,2\n"},
        [(1, "x"), (2, "y")],
        {"header": True},
    ),
    FileCase(
        "two files of baskets",
        {"b1.dat": "1 2\n3 4 5\n", "b2.dat": "1 2\n"},
        Refused(
            "b2.dat and b1.dat have baskets with the same line numbers: join the files "
            "to one file first"
        ),
        {"format": "fimi", "counts": False},
    ),
]
