# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Baskets that list their items: a list of lists, sets, tuples, arrays or Series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.inputs.label_checks import APART, kind_of, types_in
from cugraph_biclique.inputs.transactions.items import (
    Nulls,
    Transactions,
    is_null,
    null_items,
    objects,
    of_ids,
    python_value,
)

PLAIN = {list, tuple, set, frozenset}
AS_SETS = "list(map(set, {})) if each row lists the items of a basket"


def from_lists(
    baskets: Iterable[Any], nulls: Nulls, words: str = "baskets"
) -> Transactions:
    """Number the items in ascending order, as sets have no order of their own. Repeated
    items count once. Rows of True and False, all of one length, are a table: see
    `_table`. In error messages, `words` is code for an iterable of the baskets."""
    rows = list(baskets)
    may_be_table = not any(isinstance(row, Set) for row in rows)
    if not set(map(type, rows)) <= PLAIN:
        rows = [_listed(number, row, nulls) for number, row in enumerate(rows)]
    sizes = np.fromiter(map(len, rows), np.int64, len(rows))
    flat = list(chain.from_iterable(rows))
    basket_of = np.repeat(np.arange(len(rows)), sizes)
    try:
        distinct = dict.fromkeys(flat)
        types = types_in(flat)
    except TypeError as error:
        raise _unhashable(rows, error) from error
    if any(hasattr(kind, "as_py") or issubclass(kind, np.generic) for kind in types):
        flat = list(map(python_value, flat))
        distinct, types = dict.fromkeys(flat), types_in(flat)
    missing = pd.isna(objects(distinct, len(distinct)))
    nulls_last = sorted(zip(missing, distinct, strict=True), key=itemgetter(0))
    items = ascending([item for gone, item in nulls_last if not gone])
    numbered = chain(items, (item for gone, item in nulls_last if gone))
    number = dict(zip(numbered, range(len(distinct)), strict=True))
    ids = np.fromiter(map(number.__getitem__, flat), np.int64, len(flat))
    null = ids >= len(items)
    if nulls == "raise" and null.any():
        first = int(null.argmax())
        raise null_items(int(basket_of[first]), flat[first])
    if may_be_table and items and set(map(type, items)) == {bool}:
        return _table(flat, sizes, words)
    if may_be_table:
        refuse_numbers(items, sizes, words)
    if len(types - APART) > 1:
        _refuse_equal(flat)
    return of_ids(len(rows), basket_of[~null], ids[~null], items)


def ascending(items: list[Any]) -> list[Any]:
    """Sort items; those of types without a common order by the names of their types."""
    if any(isinstance(item, Set) for item in items):  # `<` of sets is no total order
        return items
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=lambda item: (type(item).__qualname__, repr(item)))


def _listed(number: int, basket: Any, nulls: Nulls) -> Any:
    """Return the items of a basket, whose number may be needed for an error."""
    if type(basket) in PLAIN:
        return basket
    if is_null(basket):
        if nulls == "drop":
            return []
        raise null_items(number, basket)
    if isinstance(basket, Mapping):
        raise TypeError(
            f"basket {number} is of type {full_name(basket)}, {shown(basket)}, but "
            "must be a list of items: pass [[item for item, n in basket.items() if n] "
            "for basket in baskets] if its values are quantities"
        )
    if not isinstance(basket, str | bytes) and not hasattr(basket, "columns"):
        with suppress(TypeError):  # not iterable
            return list(basket)
    raise TypeError(
        f"basket {number} is of type {full_name(basket)}, {shown(basket)}, but must be "
        "a list of items: pass a list of lists"
    )


def _unhashable(rows: list[Any], error: TypeError) -> TypeError:
    """Make the error for the first item that cannot be hashed."""
    for number, row in enumerate(rows):
        try:
            dict.fromkeys(row)
        except TypeError as its_own:
            return TypeError(
                f"basket {number} contains an item that cannot be hashed ({its_own}): "
                "pass items such as strings, numbers or tuples"
            )
    return error


def _table(flat: list[Any], sizes: np.ndarray, words: str) -> Transactions:
    """Read rows of True, False and nulls: each column is an item, numbered from 0."""
    other = int((sizes != sizes[0]).argmax())
    if sizes[other] != sizes[0]:
        raise ValueError(
            f"baskets has rows of True and False of different lengths, {sizes[0]} in "
            f"row 0 and {sizes[other]} in row {other}: pass rows of one length if each "
            f"column is an item, or {AS_SETS.format(words)}"
        )
    # Identity, as comparisons with pandas.NA are NA.
    table = np.fromiter((item is True for item in flat), bool, len(flat))
    rows, columns = table.reshape(len(sizes), sizes[0]).nonzero()
    return of_ids(len(sizes), rows, columns, list(range(sizes[0])))


def refuse_numbers(items: list[Any], sizes: np.ndarray, words: str) -> None:
    """Raise an error for rows of 0 and 1 that may be a table, or the items 0 and 1."""
    if not items or sizes[0] < 2 or (sizes != sizes[0]).any():
        return
    if all(isinstance(item, int | float) and item in (0, 1) for item in items):
        raise ValueError(
            "baskets has rows of 0 and 1, all of one length, which could be a table or "
            "lists of items: pass numpy.array([[x == 1 for x in row] for row in "
            f"{words}]) if each column is an item, or {AS_SETS.format(words)}"
        )


def _refuse_equal(flat: list[Any]) -> None:
    """Raise an error for equal items of different types, such as 1, 1.0 and True."""
    first: dict[Any, Any] = {}
    for item in flat:
        other = first.setdefault(item, item)
        if other is not item and kind_of(other) != kind_of(item):
            raise ValueError(
                f"baskets contains both {shown(other)} and {shown(item)}, which are "
                "equal: convert all items to one type, for example with [list(map(str, "
                "basket)) for basket in baskets]"
            )
