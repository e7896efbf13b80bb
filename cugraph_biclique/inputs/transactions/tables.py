# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tables with one row per basket and one column per item: arrays, sparse matrices and
frames."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.inputs.scipy_sparse import compressed_rows
from cugraph_biclique.inputs.transactions.columns import refusal
from cugraph_biclique.inputs.transactions.items import (
    Nulls,
    Transactions,
    is_null,
    null_items,
    of_ids,
    python_value,
)
from cugraph_biclique.inputs.transactions.lists import from_lists


def from_array(array: np.ndarray, nulls: Nulls) -> Transactions:
    """Take an array of True and False as a table, and other rows as lists of items."""
    if array.ndim != 2:
        return from_lists(array, nulls)
    if isinstance(array, np.ma.MaskedArray):
        masked = np.argwhere(np.ma.getmaskarray(array))
        if len(masked) and nulls == "raise":
            raise null_items(int(masked[0, 0]), np.ma.masked)
        none: Any = False if array.dtype == bool else None
        array = np.where(np.ma.getmaskarray(array), none, array.data)
    array = np.asarray(array)
    if array.dtype == bool:
        rows, ids = array.nonzero()
        return of_ids(len(array), rows, ids, list(range(array.shape[1])))
    if array.dtype.kind in "iufc":
        raise ValueError(
            f"baskets is an array of {array.dtype} of shape {array.shape}, which could "
            "be a table or lists of items: pass baskets > 0 if each column is an item, "
            "or list(map(set, baskets.tolist())) if each row lists the items of a "
            "basket"
        )
    return from_lists(list(map(list, array)), nulls)


def from_sparse(matrix: Any, nulls: Nulls) -> Transactions:
    """Take the entries of a SciPy matrix that are not zero."""
    rows = compressed_rows(matrix, "baskets")
    baskets = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    there = rows.data != 0
    null = np.isnan(rows.data) if rows.dtype.kind in "fc" else ~there & there
    if null.any():
        if nulls == "raise":
            raise null_items(int(baskets[null.argmax()]), rows.data[null.argmax()])
        there &= ~null
    items = list(range(rows.shape[1]))
    return of_ids(rows.shape[0], baskets[there], rows.indices[there], items)


def from_table(
    frame: Any,
    names: list[Hashable],
    column_at: Callable[[int], pd.Series],
    n: int,
    by_name: bool,
    nulls: Nulls,
) -> Transactions:
    """Take the entries of a frame that are True or 1. `frame` is what the caller has:
    its columns are `column_at(0)`, ... as Series of pandas."""
    columns = list(range(len(names)))
    if by_name:
        _refuse_repeated(names)
        columns = [at for at in columns if not _is_null_name(names[at], nulls)]
    found = []
    for at in columns:
        rows, null, wrong = _rows_of_column(column_at(at))
        if wrong is not None:
            raise refusal(frame, names, column_at, at, wrong[0])
        if nulls == "raise" and null is not None:
            raise ValueError(
                f"column {shown(names[at])} of baskets is null in basket {null}, but "
                "entries must be True or False, or 1 or 0: replace the nulls, or pass "
                'nulls="drop" to take them as False'
            )
        found.append(rows)
    sizes = [len(rows) for rows in found]
    rows = np.concatenate([np.empty(0, np.int64), *found])
    items = [python_value(names[at]) for at in columns] if by_name else columns
    return of_ids(n, rows, np.repeat(np.arange(len(found)), sizes), items)


def _refuse_repeated(names: list[Hashable]) -> None:
    """Raise an error unless the names of the columns differ."""
    if len(set(names)) == len(names):
        return
    seen: set[Hashable] = set()
    for name in names:
        if name in seen:
            raise ValueError(
                f"the column name {shown(name)} of baskets is repeated, so itemsets "
                "would be ambiguous: rename a column, or pass use_colnames=False"
            )
        seen.add(name)


def _is_null_name(name: Hashable, nulls: Nulls) -> bool:
    """Whether the name of a column is null, and nulls are dropped."""
    if not is_null(name):
        return False
    if nulls == "drop":
        return True
    raise ValueError(
        f"the column name {shown(name)} of baskets is null, but an item cannot be "
        'null: rename the column, or pass nulls="drop" to leave it out'
    )


def _rows_of_column(column: pd.Series) -> tuple[np.ndarray, int | None, Any]:
    """Return the rows of the entries that are 1, the first row that is null, and an
    entry that is neither 0 nor 1 in a tuple."""
    places, values, first = None, column.array, None
    if isinstance(values, pd.arrays.SparseArray):
        if values.fill_value == 0:
            places, values = values.sp_index.indices, values.sp_values
        else:
            values = np.asarray(values)
    null = np.asarray(pd.isna(values), bool)
    if null.any():
        first = int(null.argmax() if places is None else places[null.argmax()])
        kept = np.flatnonzero(~null)
        places, values = kept if places is None else places[kept], values[kept]
    array = np.asarray(values)
    if array.dtype != bool:
        comparable = array.dtype.kind in "iufcO"
        is_one = np.asarray(array == 1, bool) if comparable else np.zeros(1, bool)
        fits = is_one | np.asarray(array == 0, bool) if comparable else is_one
        if len(array) and not fits.all():
            return is_one, first, (array[fits.argmin()],)
        array = is_one[: len(array)]
    rows = np.flatnonzero(array)
    return rows if places is None else places[rows].astype(np.int64), first, None
