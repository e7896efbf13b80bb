# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Conversion of cuDF labels to integers in CuPy arrays, and back, on the device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import cudf
import cupy
import numpy as np

from cugraph_biclique.arguments import shown
from cugraph_biclique.inputs.label_checks import (
    SHOWN,
    large_float,
    large_float_error,
    null_error,
)

REFUSAL = "CUDF failure"  # start of libcudf's messages about invalid arguments


class Numbered(NamedTuple):
    """Integers that stand for labels, in the same order."""

    numbers: cupy.ndarray  # one for each label, of any integer type
    restore: Callable[[cupy.ndarray], Any]  # the labels of some of these numbers


def number(labels: cudf.Series, what: str) -> Numbered:
    """Replace labels by integers; integers stay as they are, without a copy.

    Categoricals are ordered by category. `what` names the labels in error messages.
    """
    _refuse_nulls(labels, what)
    dtype = labels.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "iub":
        return Numbered(labels.values, lambda numbers: numbers)
    if isinstance(dtype, np.dtype) and dtype.kind in "mM":  # ticks of the same unit
        ticks = labels.astype(np.int64).values
        return Numbered(ticks, lambda numbers: cudf.Series(numbers).astype(dtype))
    if isinstance(dtype, cudf.CategoricalDtype):
        categories = cudf.Series(dtype.categories)
        refuse_large_floats(categories, what)
        return Numbered(
            labels.cat.codes.values,
            lambda codes: taken(categories, codes).astype(dtype),
        )
    refuse_large_floats(labels, what)
    try:
        codes, distinct = labels.factorize(sort=True)
    except (TypeError, NotImplementedError, ValueError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and not _is_refusal(error):
            raise
        raise TypeError(
            f"{what} of dtype {dtype} are not supported ({error}): convert them to "
            "strings, numbers or times"
        ) from error
    distinct = cudf.Series(distinct).astype(dtype)
    return Numbered(codes, lambda codes: taken(distinct, codes))


def _is_refusal(error: RuntimeError) -> bool:
    """Whether an error says that cuDF rejects a dtype. Failures of the device are also
    RuntimeErrors, but with other messages."""
    return isinstance(error, NotImplementedError) or str(error).startswith(REFUSAL)


def number_rows(frame: cudf.DataFrame, what: str) -> Numbered:
    """Replace rows, which are the labels, by integers; they are restored as structs."""
    numbers = cupy.zeros(len(frame), np.int64)
    for name in frame.columns:
        column = number(frame[name], f"{what}, column {shown(name)},").numbers
        distinct, column = cupy.unique(column, return_inverse=True)
        # No overflow: both factors are below 2**31, the most rows of a cuDF column.
        numbers = numbers * max(1, len(distinct)) + column
        _, numbers = cupy.unique(numbers, return_inverse=True)
    _, one_of_each = cupy.unique(numbers, return_index=True)
    return Numbered(
        numbers, lambda numbers: taken(frame, one_of_each[numbers]).to_struct()
    )


def taken(labels: Any, which: cupy.ndarray) -> Any:
    """Take labels, or rows, by position; cuDF objects get a new index from 0."""
    found = labels.take(which)
    return found if isinstance(found, cupy.ndarray) else found.reset_index(drop=True)


def _refuse_nulls(labels: cudf.Series, what: str) -> None:
    null = labels.isna()
    n = int(null.sum())
    if n:
        raise null_error(what, n, cupy.flatnonzero(null.values)[:SHOWN].get())


def refuse_large_floats(labels: cudf.Series, what: str) -> None:
    """`label_checks.refuse_large_floats` for cuDF."""
    if not isinstance(labels.dtype, np.dtype) or labels.dtype.kind != "f":
        return
    floats = labels.values
    large = (cupy.abs(floats) >= large_float(labels.dtype)) & cupy.isfinite(floats)
    where = cupy.flatnonzero(large)
    if len(where):
        raise large_float_error(what, labels.dtype, floats[where[0]].get())
