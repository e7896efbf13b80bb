# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Labels of types that cannot be told apart, or ordered."""

from decimal import Decimal

import numpy as np
import pandas as pd

from bad_input import Label, bad, column, objects, pa, pl

CASES = [
    bad(
        "complex numbers",
        TypeError,
        "labels of right column 'item' are of dtype complex128, which is not "
        "supported for labels (complex numbers have no order): convert them to "
        "integers, float64 or strings",
        lambda: column([1j, 2]),
    ),
    bad(
        "complex numbers in an array",
        TypeError,
        "left labels are of dtype complex128, which is not supported for labels "
        "(complex numbers have no order): convert them to integers, float64 or strings",
        lambda: np.array([[1j, 2]]),
    ),
    bad(
        "raw bytes",
        TypeError,
        "left labels are of dtype |V4, which is not supported for labels (its values "
        "are raw bytes or records): convert them to integers, float64 or strings",
        lambda: np.zeros((1, 2), "V4"),
    ),
    bad(
        "picoseconds",
        TypeError,
        "left labels are of dtype datetime64[ps], which is not supported for labels "
        "(pandas does not support its unit of time): convert them to integers, "
        "float64 or strings",
        lambda: np.zeros((1, 2), "M8[ps]"),
    ),
    bad(
        "times without a unit",
        TypeError,
        "left labels are of dtype timedelta64, which is not supported for labels "
        "(pandas does not support its unit of time): convert them to integers, "
        "float64 or strings",
        lambda: np.zeros((1, 2), "m8"),
    ),
    bad(
        "lists",
        TypeError,
        "labels of right column 'item' of dtype object cannot be hashed or compared "
        "(…): convert them to strings, tuples or numbers",
        lambda: objects([1], [2]),
    ),
    bad(
        "arrays",
        TypeError,
        "labels of right column 'item' of dtype object cannot be hashed or compared "
        "(…): convert them to strings, tuples or numbers",
        lambda: objects(np.zeros(2), np.zeros(2)),
    ),
    bad(
        "frames in a frame",
        TypeError,
        "labels of right column 'item' of dtype object cannot be hashed or compared "
        "(…): convert them to strings, tuples or numbers",
        lambda: objects(pd.DataFrame(), pd.DataFrame()),
    ),
    bad(
        "a signaling NaN",
        TypeError,
        "labels of right column 'item' of dtype object cannot be hashed or compared "
        "(…): convert them to strings, tuples or numbers",
        lambda: objects(Decimal("sNaN"), Decimal(1)),
    ),
    bad(
        "labels that fail to hash",
        TypeError,
        "labels of right column 'item' of dtype object cannot be hashed or compared "
        "(no hash): convert them to strings, tuples or numbers",
        lambda: objects(Label("a", hash=ZeroDivisionError("no hash"))),
    ),
    bad(
        "labels that fail to compare",
        TypeError,
        "labels of right column 'item' of dtype object cannot be hashed or compared "
        "(…): convert them to strings, tuples or numbers",
        lambda: objects(Label("a", eq=KeyError("no")), Label("a", eq=KeyError("no"))),
    ),
    bad(
        "labels that fail to order",
        TypeError,
        "labels of right column 'item' of dtype object cannot be hashed or compared "
        "(no order): convert them to strings, tuples or numbers",
        lambda: objects(
            Label("a", lt=RuntimeError("no order")),
            Label("b", lt=RuntimeError("no order")),
        ),
    ),
    bad(
        "lists of Arrow",
        TypeError,
        "labels of left column 'user' of dtype list<item: int64>[pyarrow] cannot be "
        "hashed or compared (…): convert them to strings, tuples or numbers",
        lambda: pa().table({"user": [[1], [2]], "item": [1, 2]}),
    ),
    bad(
        "structs of Arrow",
        TypeError,
        "labels of left column 'user' of dtype struct<a: int64>[pyarrow] cannot be "
        "hashed or compared (…): convert them to strings, tuples or numbers",
        lambda: pa().table({"user": [{"a": 1}], "item": [1]}),
    ),
    bad(
        "a dictionary of structs",
        TypeError,
        "labels of left column 'user' of dtype dictionary<values=struct<a: int64>, "
        "indices=int64, ordered=0>[pyarrow] cannot be hashed or compared (…): convert "
        "them to strings, tuples or numbers",
        lambda: pa().table(
            {
                "user": pa().DictionaryArray.from_arrays([0], pa().array([{"a": 1}])),
                "item": [1],
            }
        ),
    ),
    bad(
        "lists of Polars",
        TypeError,
        "labels of left column 'user' of dtype large_list<item: int64>[pyarrow] "
        "cannot be hashed or compared (…): convert them to strings, tuples or numbers",
        lambda: pl().DataFrame({"user": [[1], [2]], "item": [1, 2]}),
    ),
]
