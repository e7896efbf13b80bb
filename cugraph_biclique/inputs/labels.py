# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Encoding of labels as dense ids 0, 1, ..., in ascending order of the labels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import reason, shortened
from cugraph_biclique.inputs.arrow_columns import as_series, is_arrow_dictionary
from cugraph_biclique.inputs.label_checks import (
    PLAIN,
    is_mixed,
    refuse_equal_labels,
    refuse_kinds,
    refuse_large_floats,
    refuse_nulls,
    types_in,
)

ExtensionArray = pd.api.extensions.ExtensionArray

OBJECTS = np.dtype(object)


def encode(labels: pd.Series, what: str) -> tuple[np.ndarray, pd.Index | np.ndarray]:
    """Number the distinct labels of one side.

    Parameters
    ----------
    labels : pandas.Series
        One label per edge, of any dtype. The index is ignored.
    what : str
        Name of the labels in error messages.

    Returns
    -------
    ids : numpy.ndarray
        One integer per entry. Ids ascend with the labels, and with the categories of
        categoricals; labels without an order are numbered by first appearance.
    distinct : pandas.Index
        The label of each id, in the dtype of `labels`; an array for float16, as pandas
        has no index of it.

    Raises
    ------
    ValueError
        If a label is null, equal to one of another type, or a float so large that it
        may stand for several integers.
    TypeError
        If a label cannot be hashed, or its dtype is not supported.
    """
    with _as_one_error(labels.dtype, what):
        labels = _known(labels)
    dtype = labels.dtype
    refuse_kinds(dtype, what)
    with _as_one_error(dtype, what):
        null = _nulls(labels)
    refuse_nulls(null, what)
    refuse_large_floats(labels, what)
    if isinstance(dtype, pd.CategoricalDtype):
        ids, codes = _number(labels.cat.codes.to_numpy())
        return ids, pd.CategoricalIndex(pd.Categorical.from_codes(codes, dtype=dtype))
    values = _values(labels)
    with _as_one_error(dtype, what):
        ids, distinct = _number(values)
    if dtype == OBJECTS:
        _check_objects(labels.to_numpy(), ids, distinct, what)
    if dtype == np.float16:
        return ids, distinct.astype(dtype)
    # Without tupleize_cols=False, pandas would make a MultiIndex of tuples.
    return ids, pd.Index(distinct, dtype=dtype, tupleize_cols=False)


def check_piece(labels: pd.Series, what: str) -> None:
    """Raise an error for labels in a part of a column that pandas would confuse. Nulls
    are ignored here."""
    labels = labels[labels.notna()]
    refuse_large_floats(labels, what)
    if labels.dtype == OBJECTS:
        with _as_one_error(labels.dtype, what):
            ids, distinct = pd.factorize(labels.to_numpy())
        _check_objects(labels.to_numpy(), ids, distinct, what)


def _check_objects(
    values: np.ndarray, ids: np.ndarray, distinct: np.ndarray, what: str
) -> None:
    """Raise an error for objects whose equality differs between pandas and Python."""
    if is_mixed(values):
        if not types_in(values) <= PLAIN:
            with _as_one_error(values.dtype, what):
                # pandas takes objects for different if their comparison raises, so
                # compare them once by Python's own hash table.
                dict.fromkeys(values)
        refuse_equal_labels(values, ids, distinct, what)


def series_of(values: Any, what: str) -> pd.Series:
    """Convert an array to a Series of a dtype that holds the same values."""
    if isinstance(values, np.ndarray):
        refuse_kinds(values.dtype, what)
        if values.dtype.kind == "S":
            values = values.astype(object)
        # By default, pandas would convert objects to a string column.
        if values.dtype == OBJECTS:
            return pd.Series(values, dtype=object)
    try:
        return pd.Series(values)
    except UnicodeEncodeError:  # a lone surrogate, which Arrow cannot hold
        return pd.Series(np.asarray(values, object), dtype=object)


def is_boolean(labels: pd.Series) -> bool:
    """Whether all labels are True or False, without missing ones."""
    if labels.dtype == OBJECTS:
        return pd.api.types.infer_dtype(labels, skipna=False) == "boolean"
    return bool(pd.api.types.is_bool_dtype(labels.dtype))


@contextmanager
def _as_one_error(dtype: Any, what: str) -> Iterator[None]:
    """Turn any error of a library, or of the labels' methods, into a TypeError that
    names the labels."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        raise TypeError(
            f"{what} of dtype {shortened(str(dtype))} cannot be hashed or compared "
            f"({reason(error)}): convert them to strings, tuples or numbers"
        ) from error


def _known(labels: pd.Series) -> pd.Series:
    """Convert labels to a dtype that pandas can hash."""
    dtype = labels.dtype
    if isinstance(dtype, np.dtype) and not dtype.isnative:
        return labels.astype(dtype.newbyteorder("="))
    if is_arrow_dictionary(dtype):
        return as_series(labels.array.__arrow_array__())
    return labels


def _nulls(labels: pd.Series) -> np.ndarray | None:
    """Flags of the labels that are null; None if the dtype has no nulls."""
    dtype = labels.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "iub":
        return None
    native = _numpy_dtype(dtype)
    if native is not dtype and native is not None and native.kind == "f":
        # Nullable and Arrow columns do not count NaN as null, but we do.
        return np.isnan(labels.to_numpy(native, na_value=np.nan))
    return labels.isna().to_numpy()


def _values(labels: pd.Series) -> np.ndarray | ExtensionArray:
    """The labels as a NumPy array if possible, otherwise as a pandas array."""
    native = _numpy_dtype(labels.dtype)
    if native is labels.dtype or (native is not None and native.kind in "iub"):
        return labels.to_numpy(native)
    return labels.array


def _number(values: np.ndarray | ExtensionArray) -> tuple[np.ndarray, Any]:
    """Ids and distinct values, which ascend if they have an order."""
    table = None
    if isinstance(values, np.ndarray) and values.dtype.kind in "iub":
        table = _by_table(values)
    return table or _by_hash(values)


def _by_table(values: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Ids and distinct values of integers by a lookup table; None if it is too long."""
    if not len(values):
        return values, values
    if values.dtype == bool:
        found = _by_table(values.view(np.uint8))
        return found and (found[0], found[1].view(bool))
    low, high = values.min(), values.max()
    limit = min(4 * len(values) + 1_000_000, 2**31 - 1)
    if int(high) - int(low) >= limit:
        return None
    if low < 0 or int(high) >= limit:
        # Exact modulo 2**bits, even if a difference exceeds the signed range.
        offsets = (values - low).view(f"u{values.itemsize}")
    else:
        offsets, low = values, values.dtype.type(0)
    seen = np.zeros(int(high) - int(low) + 1, bool)
    seen[offsets] = True
    used = np.flatnonzero(seen)
    distinct = used.astype(values.dtype) + low
    if len(used) == len(seen):
        return offsets, distinct
    rank = np.empty(len(seen), np.int32)
    rank[used] = np.arange(len(used), dtype=np.int32)
    return rank[offsets], distinct


def _by_hash(values: Any) -> tuple[np.ndarray, Any]:
    """Ids and distinct values of any dtype by a hash table."""
    ids, distinct = pd.factorize(values)
    try:
        order = distinct.argsort()
    except TypeError:  # labels without an order, such as numbers and strings
        return ids, distinct
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank[ids], distinct.take(order)


def _numpy_dtype(dtype: Any) -> np.dtype | None:
    """NumPy dtype that holds the values of a dtype without nulls, or None."""
    native = getattr(dtype, "numpy_dtype", dtype)
    return native if isinstance(native, np.dtype) else None
