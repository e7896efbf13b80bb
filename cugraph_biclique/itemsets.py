# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Closed itemsets: the right sides of the maximal bicliques of baskets and items."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.api import maximal_bicliques
from cugraph_biclique.arguments import full_name, positive, shown, switch
from cugraph_biclique.engine import Engine
from cugraph_biclique.graph import from_ids
from cugraph_biclique.progress import Progress

Edges = tuple[np.ndarray, np.ndarray]


def closed_itemsets(
    baskets: pd.DataFrame | Iterable[Iterable[Any]],
    min_support: float = 0.5,
    *,
    use_colnames: bool = False,
    max_len: int | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """List the closed frequent itemsets of baskets.

    An itemset is closed if no larger itemset is in exactly the same baskets. The closed
    itemsets determine the support of every frequent itemset, and are far fewer. The
    arguments and the answer have the shapes of ``mlxtend.frequent_patterns``.

    Parameters
    ----------
    baskets : pandas.DataFrame, or list of lists
        A frame of one row per basket and one column per item, of True and False or of 1
        and 0, dense or sparse; or a list with the items of each basket, where repeated
        items count once.
    min_support : float, default 0.5
        The least share of the baskets that contain an itemset: above 0, and at most 1.
    use_colnames : bool, default False
        Whether itemsets contain the column names of the frame. By default they contain
        the positions of the columns, counted from 0. The itemsets of a list always
        contain the items of the list.
    max_len : int, optional
        Leave out itemsets with more items.
    engine, memory_budget, progress
        As in `maximal_bicliques`.

    Returns
    -------
    pandas.DataFrame
        One row per closed itemset, the most frequent ones first: ``support`` (float64,
        its share of the baskets) and ``itemsets`` (frozensets). Every engine returns
        the same order. The empty itemset is left out.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, or an entry of the frame is not 0 or 1.
    EngineUnavailableError, MemoryBudgetError
        As in `maximal_bicliques`.

    See Also
    --------
    maximal_bicliques : the same itemsets with their baskets, stored compactly.

    Notes
    -----
    The baskets that contain an itemset, and the items that these baskets have in
    common, are a maximal biclique. So the closed itemsets are the right sides of the
    maximal bicliques [1]_.

    References
    ----------
    .. [1] J. Li, G. Liu, H. Li, L. Wong, "Maximal Biclique Subgraphs and Closed Pattern
       Pairs of the Adjacency Matrix", TKDE 2007.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> baskets = [["milk", "bread"], ["milk", "bread", "jam"], ["bread"], ["milk"]]
    >>> found = cb.closed_itemsets(baskets, min_support=0.5)
    >>> found.assign(itemsets=found["itemsets"].map(sorted))
       support       itemsets
    0     0.75        [bread]
    1     0.75         [milk]
    2     0.50  [bread, milk]
    """
    _check_support(min_support)
    most = None if max_len is None else positive("max_len", max_len)
    by_name = switch("use_colnames", use_colnames)
    if isinstance(baskets, pd.DataFrame):
        n, edges = len(baskets), _edges_of_frame(baskets)
        items = _columns(baskets) if by_name else list(range(baskets.shape[1]))
    else:
        n, edges, items = _edges_of_lists(baskets)
    graph = from_ids(*edges, pd.RangeIndex(n), pd.RangeIndex(len(items)))
    found = maximal_bicliques(
        graph, min_left=_least(min_support, n), engine=engine,
        memory_budget=memory_budget, sort=True, progress=progress,
    )  # fmt: skip
    sizes = found.sizes
    if most is not None:
        kept = (sizes["n_right"] <= most).to_numpy()
        found, sizes = found[kept], sizes[kept]
    frequent_first = np.argsort(-sizes["n_left"].to_numpy(), kind="stable")
    support = sizes["n_left"].to_numpy()[frequent_first] / max(1, n)
    itemsets = np.empty(len(support), object)
    for row, (_, right) in enumerate(found.take(frequent_first)):
        itemsets[row] = frozenset(items[item] for item in right)
    return pd.DataFrame(
        {"support": support, "itemsets": pd.Series(itemsets, dtype=object)}
    )


def _check_support(min_support: Any) -> None:
    """Raise an error unless 0 < min_support <= 1."""
    if isinstance(min_support, bool) or not isinstance(
        min_support, int | float | np.integer | np.floating
    ):
        raise TypeError(
            f"min_support must be a number, not {type(min_support).__name__} "
            f"({shown(min_support)}): pass a share of the baskets, such as 0.01"
        )
    if not 0 < min_support <= 1:
        raise ValueError(
            f"min_support={shown(min_support)} is not a share of the baskets: pass a "
            "number above 0, and at most 1; k of n baskets are the share k / n"
        )


def _least(min_support: float, n: int) -> int:
    """The least number of baskets whose share is at least `min_support`."""
    least = max(1, ceil(min_support * n))
    # The product may be rounded up: 0.07 * 100 is 7.000000000000001.
    return least - 1 if least > 1 and (least - 1) / n >= min_support else least


def _columns(frame: pd.DataFrame) -> list[Any]:
    """The names of the columns, which have to differ."""
    repeated = frame.columns[frame.columns.duplicated()]
    if len(repeated):
        raise ValueError(
            f"the column name {shown(repeated[0])} of baskets is repeated, so itemsets "
            "would be ambiguous: rename a column, or pass use_colnames=False"
        )
    return list(frame.columns)


def _edges_of_frame(frame: pd.DataFrame) -> Edges:
    """Rows and columns of the entries that are 1."""
    found = [
        _rows_of_column(frame.iloc[:, j], frame.columns[j])
        for j in range(frame.shape[1])
    ]
    rows = np.concatenate([np.empty(0, np.int64), *found])
    return rows, np.repeat(np.arange(len(found)), [len(some) for some in found])


def _rows_of_column(column: pd.Series, name: Any) -> np.ndarray:
    """The rows of the entries that are 1, if all others are 0."""
    rows, values = None, column.array
    if isinstance(values, pd.arrays.SparseArray) and values.fill_value == 0:
        rows, values = values.sp_index.indices, values.sp_values
    values = np.asarray(values)
    if values.dtype == object:  # a comparison with NA would be NA
        values = np.array([np.nan if v is pd.NA else v for v in values], object)
    wrong = np.array([], int)
    if values.dtype != bool:
        is_one = np.asarray(values == 1, bool)
        wrong = np.flatnonzero(~(is_one | np.asarray(values == 0, bool)))
        values = values if len(wrong) else is_one
    if len(wrong):
        raise ValueError(
            f"column {shown(name)} of baskets contains {shown(values[wrong[0]])}, but "
            "entries must be True or False, or 1 or 0: pass baskets > 0 if they are "
            "quantities"
        )
    places = np.flatnonzero(values)
    return places if rows is None else rows[places].astype(np.int64)


def _edges_of_lists(baskets: Any) -> tuple[int, Edges, list[Any]]:
    """The number of baskets, a basket and an item per edge, and the items."""
    if isinstance(baskets, str | dict) or not isinstance(baskets, Iterable):
        raise TypeError(
            f"baskets is a {full_name(baskets)}, but must be a pandas frame of True "
            "and False, or a list of lists of items: pass one of these"
        )
    number: dict[Any, int] = {}
    sizes: list[int] = []
    ids: list[int] = []
    for row, basket in enumerate(baskets):
        if isinstance(basket, str | bytes) or not isinstance(basket, Iterable):
            raise TypeError(
                f"basket {row} is a {full_name(basket)}, {shown(basket)}, but must be "
                "a list of items: pass a list of lists"
            )
        before = len(ids)
        try:
            ids += [number.setdefault(item, len(number)) for item in basket]
        except TypeError as error:
            raise TypeError(
                f"basket {row} contains an item that cannot be hashed ({error}): pass "
                "items such as strings, numbers or tuples"
            ) from error
        sizes.append(len(ids) - before)
    rows = np.repeat(np.arange(len(sizes)), sizes)
    return len(sizes), (rows, np.array(ids, np.int64)), list(number)
