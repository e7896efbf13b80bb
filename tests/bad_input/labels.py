# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Labels that name no vertex, or might name several."""

from decimal import Decimal

import numpy as np
import pandas as pd

from bad_input import bad, column, frame, objects, pa, pl

CASES = [
    # Nulls
    bad(
        "NaN",
        ValueError,
        "labels of right column 'item' have 1 null, at row 1 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: column([1.5, np.nan]),
    ),
    bad(
        "NaN on the left",
        ValueError,
        "labels of left column 'user' have 2 nulls, at row 0, 1 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: frame(user=[np.nan, np.nan], item=[1, 2]),
    ),
    bad(
        "None",
        ValueError,
        "labels of right column 'item' have 1 null, at row 1 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: objects("a", None),
    ),
    bad(
        "nulls of several kinds",
        ValueError,
        "labels of right column 'item' have 4 nulls, at row 0, 1, 2, 3 (counted from "
        "0, whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: objects(None, np.nan, pd.NA, pd.NaT),
    ),
    bad(
        "many nulls",
        ValueError,
        "labels of right column 'item' have 1,200 nulls, at row 0, 1, 2, 3, 4, ... "
        "(counted from 0, whatever the index), but a label cannot be null: drop these "
        "edges, or replace the nulls with a label",
        lambda: objects(*[None] * 1200),
    ),
    bad(
        "NaT",
        ValueError,
        "labels of right column 'item' have 1 null, at row 1 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: column(["2026-01-01", None], "datetime64[s]"),
    ),
    bad(
        "a missing integer",
        ValueError,
        "labels of right column 'item' have 1 null, at row 1 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: column([1, None], "Int64"),
    ),
    bad(
        "a missing category",
        ValueError,
        "labels of right column 'item' have 1 null, at row 1 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: column(["a", None], "category"),
    ),
    bad(
        "a missing value that is sparse",
        ValueError,
        "labels of right column 'item' have 1 null, at row 0 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: column(pd.arrays.SparseArray([np.nan, 1.0])),
    ),
    bad(
        "NaN of Decimal",
        ValueError,
        "labels of right column 'item' have 1 null, at row 0 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: objects(Decimal("NaN")),
    ),
    bad(
        "a masked array",
        ValueError,
        "right labels have 1 null, at row 1 (counted from 0, whatever the index), but "
        "a label cannot be null: drop these edges, or replace the nulls with a label",
        lambda: np.ma.masked_array([[1, 2], [3, 4]], [[0, 0], [0, 1]]),
    ),
    bad(
        "a null of Arrow",
        ValueError,
        "labels of left column 'user' have 1 null, at row 1 (counted from 0, whatever "
        "the index), but a label cannot be null: drop these edges, or replace the "
        "nulls with a label",
        lambda: pa().table({"user": [1, None], "item": [1, 2]}),
    ),
    bad(
        "a null in a dictionary",
        ValueError,
        "labels of left column 'user' have 1 null, at row 1 (counted from 0, whatever "
        "the index), but a label cannot be null: drop these edges, or replace the "
        "nulls with a label",
        lambda: pa().table(
            {
                "user": pa().DictionaryArray.from_arrays([0, 1], ["a", None]),
                "item": [1, 2],
            }
        ),
    ),
    bad(
        "a null index of a dictionary",
        ValueError,
        "labels of left column 'user' have 1 null, at row 1 (counted from 0, whatever "
        "the index), but a label cannot be null: drop these edges, or replace the "
        "nulls with a label",
        lambda: pa().table(
            {
                "user": pa().DictionaryArray.from_arrays([0, None], ["a", "b"]),
                "item": [1, 2],
            }
        ),
    ),
    bad(
        "a dictionary of pandas with a null",
        ValueError,
        "labels of right column 'item' have 1 null, at row 0 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: column(
            pd.arrays.ArrowExtensionArray(
                pa().chunked_array(
                    [pa().DictionaryArray.from_arrays([1, 0], ["a", None])]
                )
            )
        ),
    ),
    bad(
        "nulls of Polars",
        ValueError,
        "labels of right column 'item' have 2 nulls, at row 0, 1 (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label",
        lambda: pl().DataFrame({"user": [1, 2], "item": [None, None]}),
    ),
    # Floats that may stand for several integers
    bad(
        "ids that were integers",
        ValueError,
        "labels of left column 'user' contain 9007199254740992.0, but float64 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: frame(user=[2**53 + 1, None], item=[1, 2]).dropna(),
    ),
    bad(
        "2**53",
        ValueError,
        "labels of right column 'item' contain 9007199254740992.0, but float64 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: column([2.0**53]),
    ),
    bad(
        "-2**53",
        ValueError,
        "labels of right column 'item' contain -9007199254740992.0, but float64 "
        "cannot distinguish integers of that size: read or create these ids as "
        "integers (Int64 allows missing values), or, if they are not integers, "
        "convert them to strings",
        lambda: column([-(2.0**53)]),
    ),
    bad(
        "2**24 in 32 bits",
        ValueError,
        "labels of right column 'item' contain 16777216.0, but float32 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: column([2.0**24], np.float32),
    ),
    bad(
        "2**11 in 16 bits",
        ValueError,
        "labels of right column 'item' contain 2048.0, but float16 cannot distinguish "
        "integers of that size: read or create these ids as integers (Int64 allows "
        "missing values), or, if they are not integers, convert them to strings",
        lambda: column([2.0**11], np.float16),
    ),
    bad(
        "2**53 of pandas",
        ValueError,
        "labels of right column 'item' contain 9007199254740992.0, but float64 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: column([2.0**53], "Float64"),
    ),
    bad(
        "2**53 as a category",
        ValueError,
        "labels of right column 'item' contain 9007199254740992.0, but float64 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: column(pd.Categorical([2.0**53])),
    ),
    bad(
        "2**53 among objects",
        ValueError,
        "labels of right column 'item' contain 9007199254740992.0, but float64 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: objects(2.0**53, 2**53 + 1),
    ),
    bad(
        "2**53 in an array",
        ValueError,
        "right labels contain 9007199254740992.0, but float64 cannot distinguish "
        "integers of that size: read or create these ids as integers (Int64 allows "
        "missing values), or, if they are not integers, convert them to strings",
        lambda: np.array([[1, 2.0**53]]),
    ),
    bad(
        "2**53 of Arrow",
        ValueError,
        "labels of left column 'user' contain 9007199254740992.0, but float64 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: pa().table({"user": [2.0**53], "item": [1]}),
    ),
    # Equal labels of several types
    bad(
        "True and 1",
        ValueError,
        "labels of right column 'item' contain both True and 1, which are equal: "
        "convert all labels to one type, for example to distinct strings with "
        ".astype(str)",
        lambda: objects(True, 1),
    ),
    bad(
        "0 and False",
        ValueError,
        "labels of right column 'item' contain both 0 and False, which are equal: "
        "convert all labels to one type, for example to distinct strings with "
        ".astype(str)",
        lambda: objects("a", 0, False),
    ),
    bad(
        "1 and 1.0",
        ValueError,
        "labels of right column 'item' contain both 1 and 1.0, which are equal: "
        "convert all labels to one type, for example to distinct strings with "
        ".astype(str)",
        lambda: objects(1, 1.0),
    ),
    bad(
        "1 and a decimal",
        ValueError,
        "labels of right column 'item' contain both Decimal('1') and 1, which are "
        "equal: convert all labels to one type, for example to distinct strings with "
        ".astype(str)",
        lambda: objects(Decimal(1), 1),
    ),
    bad(
        "equal tuples",
        ValueError,
        "labels of right column 'item' contain both (1, 'a') and (True, 'a'), which "
        "are equal: convert all labels to one type, for example to distinct strings "
        "with .astype(str)",
        lambda: objects((1, "a"), (True, "a")),
    ),
    bad(
        "the name of a column, shortened",
        ValueError,
        "labels of left column "
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' "
        "have 1 null, at row 0 (counted from 0, whatever the index), but a label "
        "cannot be null: drop these edges, or replace the nulls with a label",
        lambda: frame(**{"x" * 1_000_000: [None], "item": [1]}),
    ),
]
