# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The two label columns of each Dask partition, by their names and declared dtypes.

Dask does not compare partitions with the columns and dtypes that a frame declares, so
the columns of a partition may be in another order, missing, or of another dtype.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shortened, shown
from cugraph_biclique.inputs.frame_columns import is_name
from cugraph_biclique.inputs.label_checks import large_float

OBJECTS = np.dtype(object)
# What pandas finds in a column of objects, as kinds of dtypes.
KINDS = {
    "string": "text", "empty": "text", "boolean": "boolean", "integer": "number",
    "floating": "number", "mixed-integer-float": "number", "datetime64": "time",
    "datetime": "time",
}  # fmt: skip


def two_columns(ddf: Any, left: Hashable, right: Hashable) -> Any:
    """Return a frame to take the two columns from: without the others, where they need
    not be read."""
    if len(ddf.columns) == 2:
        return ddf
    some = ddf[[left, right]]
    # A projection that stays in the graph saves nothing, and its error would not name
    # the partition that lacks a column.
    optimized = some.optimize(fuse=False)
    return ddf if type(optimized.expr).__name__ == "Projection" else some


def place_in(edges: Any, name: Hashable, number: int | None) -> int:
    """Return the position of the column of a name in Dask partition `number`.

    Raises
    ------
    ValueError
        If the partition does not have exactly one such column.
    """
    columns = list(edges.columns)
    places = [place for place, column in enumerate(columns) if is_name(column, name)]
    if len(places) == 1:
        return places[0]
    times = f"{len(places)} columns" if places else "no column"
    raise ValueError(
        f"partition {number} of ddf has {times} {shown(name)} (its columns are "
        f"{shown(columns)}), but ddf declares one: give all partitions the same columns"
    )


def in_declared_dtype(
    column: Any, name: Hashable, dtype: Any, number: int | None
) -> Any:
    """Return a column of Dask partition `number` in the dtype that a frame declares.

    Raises
    ------
    TypeError
        If its labels would change in this dtype.
    """
    found = _in_dtype(column, dtype)
    if found is not None:
        return found
    raise TypeError(
        f"column {shown(name)} of partition {number} of ddf has dtype "
        f"{shortened(str(column.dtype))}, but ddf declares {shortened(str(dtype))}, "
        f"which would change its labels: {_advice(column.dtype, name, dtype)}give all "
        "partitions the same dtype"
    )


def _advice(have: Any, name: Hashable, dtype: Any) -> str:
    """Name a dtype for both; none for floats beside integers, as text would tell 1.0
    from 1."""
    if _kind(have) == _kind(dtype) == "number":
        if pd.api.types.is_float_dtype(have):
            return f"pass ddf.astype({{{shown(name)}: float}}), or "
        if pd.api.types.is_float_dtype(dtype):
            return ""
    return f"pass ddf.astype({{{shown(name)}: str}}), or "


def _in_dtype(column: Any, dtype: Any) -> Any:
    """Return labels in a dtype; None if they would change. Labels with nulls stay as
    they are, as they become an error later."""
    have = column.dtype
    if have == dtype or str(have) == str(dtype) == "category":
        return column
    if hasattr(column, "to_pandas"):  # cuDF, which has no columns of mixed objects
        if _kind(have) != _kind(dtype):
            return None
        return column if _kind(dtype) == "text" else _converted(column, dtype)
    if column.isna().any():
        return column
    if isinstance(have, pd.CategoricalDtype):
        return _in_dtype(column.astype(have.categories.dtype), dtype)
    if isinstance(dtype, pd.CategoricalDtype):
        return column.astype("category")
    if dtype == OBJECTS:
        return column.astype(object)
    kind = _kind(have)
    if have == OBJECTS:
        kind = KINDS.get(pd.api.types.infer_dtype(column, skipna=False), "other")
    return _converted(column, dtype) if kind == _kind(dtype) else None


def _kind(dtype: Any) -> str:
    """Kind of labels: a label of one kind equals none of another."""
    types = pd.api.types
    if types.is_bool_dtype(dtype):
        return "boolean"
    if types.is_integer_dtype(dtype) or types.is_float_dtype(dtype):
        return "number"
    if types.is_datetime64_any_dtype(dtype):
        return "time"
    return "text" if types.is_string_dtype(dtype) else str(dtype)


def _converted(column: Any, dtype: Any) -> Any:
    """Convert labels; None if they do not come back as they were."""
    is_float = pd.api.types.is_float_dtype
    if is_float(column.dtype) and not is_float(dtype):
        limit = large_float(getattr(column.dtype, "numpy_dtype", column.dtype))
        if bool((column.abs() >= limit).any()):
            return None
    try:
        made = column.astype(dtype)
        back = made.astype(column.dtype)
        same = (back == column).all()
        if _kind(dtype) == "number":  # large unsigned integers may become negative
            same &= ((made < 0) == (column < 0)).all()
    except (TypeError, ValueError, OverflowError):
        return None
    return made if bool(same) else None
