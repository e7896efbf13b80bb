# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Advice for frames that are no tables of True and False, in the words of the library
that they come from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.inputs.transactions.items import is_null, python_value

MOST_NAMED = 3  # columns to drop

# Per package: quantities, rows of items, and a frame without some columns.
WORDS = {
    "polars": ("baskets > 0", "baskets.rows()", "baskets.drop({})"),
    "pyarrow": (
        "baskets.to_pandas() > 0",
        "baskets.to_pandas().to_numpy().tolist()",
        "baskets.drop_columns({})",
    ),
    "pandas": (
        "baskets > 0", "baskets.to_numpy().tolist()", "baskets.drop(columns={})",
    ),
}  # fmt: skip


def refusal(
    frame: Any,
    names: list[Hashable],
    column_at: Callable[[int], pd.Series],
    at: int,
    value: Any,
) -> ValueError:
    """Make the error for a value of column `at` that is neither 0 nor 1. It names each
    reading that the frame may have, with the call for it."""
    library = type(frame).__module__.partition(".")[0]
    positive, rows, without = WORDS.get(library, WORDS["pyarrow"])
    columns = [column_at(i) for i in range(len(names))]
    wrong = [name for name, c in zip(names, columns, strict=True) if not _is_table(c)]
    numeric = all(pd.api.types.is_numeric_dtype(c.dtype) for c in columns)
    readings = []
    if numeric:
        readings.append(f"{positive} if they are quantities")
    if len(names) > 1 and len(set(names)) == len(names):
        of_two = f"left={shown(names[0])}, right={shown(names[1])}"
        words = of_two if len(names) == 2 else 'left="..." and right="..."'
        readings.append(f"{words} if each row names a basket and one of its items")
    if not numeric:
        drop = any(c.isna().any() for c in columns)
        more = ' with nulls="drop"' * drop
        readings.append(f"{rows}{more} if each row lists the items of a basket")
    if len(wrong) < len(names) and len(wrong) <= MOST_NAMED:
        readings.append(f"{without.format(wrong)} if they describe the baskets")
    return ValueError(
        f"column {shown(names[at])} of baskets contains {shown(python_value(value))}, "
        "but entries must be True or False, or 1 or 0: pass "
        f"{', or '.join(readings)}"
    )


def holds_lists(column: pd.Series) -> bool:
    """Whether the first value of a column that is not null is a list of items."""
    dtype = column.dtype
    if isinstance(dtype, pd.ArrowDtype):
        import pyarrow as pa

        return bool(pa.types.is_nested(dtype.pyarrow_dtype))
    if dtype != np.dtype(object):
        return False
    there = (value for value in column if not is_null(value))
    first = next(there, None)
    return isinstance(first, list | tuple | set | frozenset | np.ndarray)


def _is_table(column: pd.Series) -> bool:
    """Whether a column has only 0, 1 and nulls."""
    values = column.dropna()
    if not pd.api.types.is_numeric_dtype(values.dtype):
        return False
    array = np.asarray(values)
    return bool(((array == 0) | (array == 1)).all())
