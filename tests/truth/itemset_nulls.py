# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nulls among baskets and items, refused and dropped."""

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.sparse

from truth import Refused
from truth.itemsets import BY_PLACE, NAMED, TABLE, case, padded

MISSING = (
    "but an item cannot be null: replace it with an item, or pass "
    'nulls="drop" to leave null items out'
)

nan = float("nan")
holes = pd.DataFrame({"x": [1.0, nan], "y": [0, 1]})
holes_answer = [(0.5, [0]), (0.5, [1])]
long_holes = pd.DataFrame({"user": [1, 1, 2, None], "item": ["x", None, None, "z"]})
MISSES = {
    "None": None,
    "NaN": nan,
    "NA": pd.NA,
    "NaT": pd.NaT,
    "a NumPy NaN": np.float64("nan"),
    "a NumPy NaT": np.datetime64("NaT"),
    "a decimal NaN": Decimal("NaN"),
}
SHOWN = {"a NumPy NaN": "nan", "a NumPy NaT": "NaT"}

CASES = [
    *(
        case(
            f"null: {name}",
            [["x"], ["y", it]],
            Refused(f"basket 1 contains {SHOWN.get(name, repr(it))}, {MISSING}"),
        )
        for name, it in MISSES.items()
    ),
    *(
        case(f"dropped: {name}", [["x"], [it]], [(0.5, ["x"])], nulls="drop")
        for name, it in MISSES.items()
    ),
    case(
        "null in Arrow lists",
        pa.array([["x"], [None]]),
        Refused(f"basket 1 contains <NA>, {MISSING}"),
    ),
    case(
        "NaN in Arrow lists",
        pa.array([[0.5], [nan]]),
        Refused(f"basket 1 contains nan, {MISSING}"),
    ),
    case(
        "dropped from Arrow lists",
        pa.array([["x"], [None], None]),
        [(1 / 3, ["x"])],
        nulls="drop",
    ),
    case(
        "a null basket",
        pd.Series([["x"], None]),
        Refused(f"basket 1 contains None, {MISSING}"),
    ),
    case(
        "a null Arrow basket",
        pa.array([["x"], None]),
        Refused(f"basket 1 contains None, {MISSING}"),
    ),
    case("a dropped null basket", [["x"], nan], [(0.5, ["x"])], nulls="drop"),
    case(
        "null in a table",
        holes,
        Refused(
            "column 'x' of baskets is null in basket 1, but entries must be "
            "True or "
            'False, or 1 or 0: replace the nulls, or pass nulls="drop" to '
            "take them as "
            "False"
        ),
    ),
    case("dropped from a table", holes, holes_answer, nulls="drop"),
    case(
        "dropped from a nullable table",
        NAMED.astype("boolean").mask(~NAMED),
        BY_PLACE,
        nulls="drop",
    ),
    case(
        "dropped from Polars",
        pl.DataFrame({"x": [True, None], "y": [False, True]}),
        holes_answer,
        nulls="drop",
    ),
    case(
        "dropped from nested lists",
        [[True, None], [pd.NA, True]],
        holes_answer,
        nulls="drop",
    ),
    case(
        "dropped from a sparse frame",
        pd.DataFrame({"x": pd.arrays.SparseArray([1.0, nan])}),
        [(0.5, [0])],
        nulls="drop",
    ),
    case(
        "dropped from a masked array",
        np.ma.array(TABLE, mask=[[0, 0], [1, 0]]),
        holes_answer,
        nulls="drop",
    ),
    case(
        "null in nested lists",
        [[True, None], [True, True]],
        Refused(f"basket 0 contains None, {MISSING}"),
    ),
    case(
        "NaN in a sparse matrix",
        scipy.sparse.csr_array([[1, 0], [nan, 1]]),
        Refused(f"basket 1 contains …nan…, {MISSING}"),
    ),
    case(
        "dropped from a sparse matrix",
        scipy.sparse.csr_array([[1, 0], [nan, 1]]),
        holes_answer,
        nulls="drop",
    ),
    case(
        "null in a long frame",
        long_holes.iloc[:2],
        Refused(f"basket 1.0 contains …, {MISSING}"),
        left="user",
        right="item",
    ),
    case(
        "a null basket of a long frame",
        long_holes.iloc[[0, 3]],
        Refused(
            "column 'user' of baskets is null at row 1 (counted from 0, "
            "whatever the "
            "index), but a row must name its basket: replace the nulls, or "
            "pass "
            'nulls="drop" to leave such rows out'
        ),
        left="user",
        right="item",
    ),
    case(
        "dropped from a long frame",
        long_holes,
        [(0.5, ["x"])],
        left="user",
        right="item",
        nulls="drop",
    ),
    case(
        "dropped from a long Polars frame",
        pl.DataFrame({"u": [1, 1, 2], "i": [0.5, nan, None]}),
        [(0.5, [0.5])],
        left="u",
        right="i",
        nulls="drop",
    ),
    case(
        "a null name",
        NAMED.set_axis(["x", nan], axis=1),
        Refused(
            "the column name nan of baskets is null, but an item cannot be "
            'null: rename the column, or pass nulls="drop" to leave it out'
        ),
        use_colnames=True,
    ),
    case(
        "a dropped name",
        NAMED.set_axis(["x", nan], axis=1),
        [(1.0, ["x"])],
        use_colnames=True,
        nulls="drop",
    ),
    case(
        "rows padded with None",
        padded.to_numpy().tolist(),
        [(1.0, ["a"]), (0.5, ["a", "b"])],
        nulls="drop",
    ),
    case(
        "another word",
        [["x"]],
        Refused(
            "nulls='skip' is unknown: pass nulls=\"drop\" to leave null items "
            'out, or nulls="raise" to refuse them'
        ),
        nulls="skip",
    ),
]
