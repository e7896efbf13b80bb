# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Baskets and items as a graph; items that are null; items as Python values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Literal, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids

Nulls = Literal["raise", "drop"]


class Transactions(NamedTuple):
    """Baskets on the left of a graph, and items on its right."""

    n: int  # baskets, with those that have no items
    graph: BipartiteGraph
    items: list[Any]  # of each right vertex


def of_ids(n: int, rows: np.ndarray, ids: np.ndarray, items: list[Any]) -> Transactions:
    """Return n baskets, given a basket and the number of an item for each entry."""
    graph = from_ids(rows, ids, pd.RangeIndex(n), pd.RangeIndex(len(items)))
    return Transactions(n, graph, items)


def check_nulls(nulls: Any) -> None:
    """Raise an error unless `nulls` is "raise" or "drop"."""
    if not (isinstance(nulls, str) and nulls in ("raise", "drop")):
        raise ValueError(
            f'nulls={shown(nulls)} is unknown: pass nulls="drop" to leave null items '
            'out, or nulls="raise" to refuse them'
        )


def is_null(value: Any) -> bool:
    """Whether a value is None, NaN, NA or NaT."""
    return bool(pd.api.types.is_scalar(value) and pd.isna(value))


def null_items(basket: Hashable, value: Any) -> ValueError:
    """Make the error for a null in a basket."""
    return ValueError(
        f"basket {shown(basket)} contains {shown(value)}, but an item cannot be null: "
        'replace it with an item, or pass nulls="drop" to leave null items out'
    )


def python_value(item: Any) -> Any:
    """Return a scalar of NumPy or Arrow as a Python value; dates of NumPy become those
    of pandas."""
    if isinstance(item, np.datetime64):
        return pd.Timestamp(item)
    if isinstance(item, np.timedelta64):
        return pd.Timedelta(item)
    if isinstance(item, np.generic):
        return item.item()
    if type(item) is tuple:
        return tuple(map(python_value, item))
    return item.as_py() if hasattr(item, "as_py") else item


def objects(values: Iterable[Any], n: int) -> np.ndarray:
    """Return an array of n objects, which may be tuples."""
    return np.fromiter(values, object, n)
