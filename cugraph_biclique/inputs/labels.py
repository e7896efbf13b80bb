# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Labels to dense ids: 0, 1, ... in ascending order of the labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

ExtensionArray = pd.api.extensions.ExtensionArray

SHOWN = 5


def encode(labels: pd.Series, what: str) -> tuple[np.ndarray, pd.Index | np.ndarray]:
    """Number the distinct labels of one side.

    Parameters
    ----------
    labels : pandas.Series
        One label an edge, of any dtype. Its index is ignored.
    what : str
        What error messages call them.

    Returns
    -------
    ids : numpy.ndarray
        An integer for each entry. Ascending ids are ascending labels, for categoricals
        by category; labels without an order are numbered as they appear.
    distinct : pandas.Index
        The label of each id, in the dtype of `labels`: an array for float16, of which
        pandas has no index.

    Raises
    ------
    ValueError
        If a label is null.
    TypeError
        If a label cannot be hashed.
    """
    _refuse_nulls(labels, what)
    dtype = labels.dtype
    if isinstance(dtype, np.dtype) and not dtype.isnative:  # pandas cannot hash these
        dtype = dtype.newbyteorder("=")
        labels = labels.astype(dtype)
    if isinstance(dtype, pd.CategoricalDtype):
        ids, codes = _number(labels.cat.codes.to_numpy())
        return ids, pd.CategoricalIndex(pd.Categorical.from_codes(codes, dtype=dtype))
    try:
        ids, distinct = _number(_values(labels))
    except (TypeError, NotImplementedError) as error:  # the latter is pyarrow's
        raise TypeError(
            f"{what} of dtype {dtype} cannot be hashed ({error}): convert them to "
            "strings, tuples or numbers"
        ) from error
    if dtype == np.float16:
        return ids, distinct.astype(dtype)
    # Without tupleize_cols=False, tuples would turn into the levels of a MultiIndex.
    return ids, pd.Index(distinct, dtype=dtype, tupleize_cols=False)


def _values(labels: pd.Series) -> np.ndarray | ExtensionArray:
    """The labels as NumPy has them where it can, else as pandas has them."""
    native = _numpy_dtype(labels.dtype)
    if native is labels.dtype or (native is not None and native.kind in "iub"):
        return labels.to_numpy(native)
    return labels.array


def _number(values: np.ndarray | ExtensionArray) -> tuple[np.ndarray, Any]:
    """Ids and distinct values, ascending if they have an order."""
    table = None
    if isinstance(values, np.ndarray) and values.dtype.kind in "iub":
        table = _by_table(values)
    return table or _by_hash(values)


def _by_table(values: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Ids and distinct values of integers by a lookup table; None if too sparse."""
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
        # Modulo 2**bits, so exact even where a difference leaves the signed range.
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
    except TypeError:  # no order among them, such as numbers and strings
        return ids, distinct
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank[ids], distinct.take(order)


def _numpy_dtype(dtype: Any) -> np.dtype | None:
    """The NumPy dtype that holds the same values if none is null, or None."""
    native = getattr(dtype, "numpy_dtype", dtype)
    return native if isinstance(native, np.dtype) else None


def _refuse_nulls(labels: pd.Series, what: str) -> None:
    dtype = labels.dtype
    if isinstance(dtype, np.dtype) and dtype.kind in "iub":
        return
    null = labels.isna().to_numpy()
    native = _numpy_dtype(dtype)
    if native is not dtype and native is not None and native.kind == "f":
        # To nullable and Arrow columns NaN is a number, but not to us.
        null = np.isnan(labels.to_numpy(native, na_value=np.nan))
    if null.any():
        rows = np.flatnonzero(null)
        raise null_error(what, len(rows), rows)


def null_error(what: str, n: int, rows: np.ndarray) -> ValueError:
    """What to say of n nulls, in these rows and maybe more."""
    first = ", ".join(map(str, rows[:SHOWN])) + ", ..." * (n > SHOWN)
    return ValueError(
        f"{what} have {n:,} null{'s' * (n > 1)}, at row {first} (positions, whatever "
        "the index: the first is row 0): a null names no vertex, drop these edges or "
        "give it a label"
    )
