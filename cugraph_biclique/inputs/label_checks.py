# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks for invalid or ambiguous labels: nulls, large floats, equal labels."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shortened, shown

SHOWN = 5
FLOATS = float, np.floating
APART = {str, bytes, tuple}  # labels of these types equal none of another type
PLAIN = APART | {bool, int, float}  # types whose comparisons do not raise
TICKS = [(unit, 1) for unit in ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns")]


def refuse_kinds(dtype: Any, what: str) -> None:
    """Raise an error for NumPy dtypes whose values pandas cannot tell apart or sort."""
    if not isinstance(dtype, np.dtype):
        return
    if dtype.kind == "c":
        reason = "complex numbers have no order"
    elif dtype.kind == "V":
        reason = "its values are raw bytes or records"
    elif dtype.kind == "f" and dtype.itemsize > 8:
        reason = "pandas would round them to float64"
    elif dtype.kind in "mM" and np.datetime_data(dtype) not in TICKS:
        reason = "pandas does not support its unit of time"
    else:
        return
    raise TypeError(
        f"{what} are of dtype {shortened(str(dtype))}, which is not supported for "
        f"labels ({reason}): convert them to integers, float64 or strings"
    )


def refuse_nulls(null: np.ndarray | None, what: str) -> None:
    """Raise an error if a label is null; `null` has a flag for each label."""
    if null is not None and null.any():
        rows = np.flatnonzero(null)
        raise null_error(what, len(rows), rows)


def null_error(what: str, n: int, rows: np.ndarray) -> ValueError:
    """Make the error for n nulls; `rows` has the first of their rows."""
    first = ", ".join(map(str, rows[:SHOWN])) + ", ..." * (n > SHOWN)
    return ValueError(
        f"{what} have {n:,} null{'s' * (n > 1)}, at row {first} (counted from 0, "
        "whatever the index), but a label cannot be null: drop these edges, or "
        "replace the nulls with a label"
    )


def refuse_large_floats(labels: pd.Series, what: str) -> None:
    """Raise an error for floats that may stand for several integers.

    In float64 these are floats from 2**53 on. They occur if a library converts a column
    of integers to floats to hold a missing value.
    """
    dtype = labels.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        labels, dtype = pd.Series(dtype.categories), dtype.categories.dtype
    if isinstance(dtype, pd.SparseDtype):
        dtype = dtype.subtype
    if dtype == np.dtype(object):
        floats = _floats_among(labels)
    else:
        native = getattr(dtype, "numpy_dtype", dtype)
        if not isinstance(native, np.dtype) or native.kind != "f":
            return
        floats = labels.to_numpy(native)
    limit = large_float(floats.dtype)
    large = (np.abs(floats) >= limit) & np.isfinite(floats)
    if large.any():
        raise large_float_error(what, floats.dtype, floats[large][0])


def large_float(dtype: np.dtype) -> float:
    """The least float of a dtype whose successor is larger by two."""
    return float(2 ** (np.finfo(dtype).nmant + 1))


def large_float_error(what: str, dtype: Any, value: Any) -> ValueError:
    """Make the error for a float that may stand for several integers."""
    return ValueError(
        f"{what} contain {float(value)}, but {dtype} cannot distinguish integers of "
        "that size: read or create these ids as integers (Int64 allows missing "
        "values), or, if they are not integers, convert them to strings"
    )


def is_mixed(labels: pd.Series | np.ndarray) -> bool:
    """Whether objects have several types, or a type that pandas does not know."""
    return pd.api.types.infer_dtype(labels, skipna=False).startswith("mixed")


def _floats_among(labels: pd.Series) -> np.ndarray:
    """The floats in a column of objects."""
    kind = pd.api.types.infer_dtype(labels, skipna=False)
    if not kind.startswith(("mixed", "floating")):  # no floats
        return np.empty(0)
    values = labels.to_numpy()
    if not any(issubclass(kind, FLOATS) for kind in set(map(type, values))):
        return np.empty(0)
    return np.array([v for v in values if isinstance(v, FLOATS)], np.float64)


def types_in(values: Iterable[Any]) -> set[type]:
    """The types of objects, including those of the members of tuples."""
    types = set(map(type, values))
    if tuple in types:
        tuples = (value for value in values if type(value) is tuple)
        types |= types_in(list(chain.from_iterable(tuples)))
    return types


def refuse_equal_labels(
    values: np.ndarray, ids: np.ndarray, distinct: np.ndarray, what: str
) -> None:
    """Raise an error for equal objects of different types, such as 1, 1.0 and True,
    which would all come back as one of them."""
    if len(types_in(values) - APART) < 2:
        return
    of_label = list(map(kind_of, distinct))
    for value, label in zip(values, ids.tolist(), strict=True):
        if kind_of(value) != of_label[label]:
            raise ValueError(
                f"{what} contain both {shown(distinct[label])} and {shown(value)}, "
                "which are equal: convert all labels to one type, for example to "
                "distinct strings with .astype(str)"
            )


def kind_of(label: Any) -> Any:
    """Type of a label: the Python type for a NumPy scalar, and the types of the members
    for a tuple."""
    if isinstance(label, tuple):
        return tuple, *map(kind_of, label)
    return type(label.item()) if isinstance(label, np.generic) else type(label)
