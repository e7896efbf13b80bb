# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Closed itemsets: the right sides of the maximal bicliques of baskets and items."""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.api.bicliques import maximal_bicliques
from cugraph_biclique.arguments import positive, shown, switch
from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.graph.rows import gather_rows
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.inputs.transactions import Nulls, check_nulls, transactions_of
from cugraph_biclique.inputs.transactions.items import objects
from cugraph_biclique.results.frames import no_collection

SETS_AT_ONCE = 1 << 14


def closed_itemsets(
    baskets: Any,
    min_support: float = 0.5,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    use_colnames: bool = False,
    max_len: int | None = None,
    nulls: Nulls = "raise",
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
    baskets : DataFrame, array, sparse matrix, or list of lists
        One of these:

        - a table with one row per basket and one column per item: a pandas or Polars
          frame or a PyArrow table of True and False, or of 1 and 0, dense or sparse; a
          NumPy array or nested lists of True and False; or a SciPy sparse matrix, whose
          entries other than 0 count;
        - with `left` and `right`, a pandas, Polars or cuDF frame, or a PyArrow table,
          with one row per basket and item;
        - the items of each basket: a list of lists or sets, a Series of lists, or an
          Arrow or Polars column of lists. Repeated items count once.
    min_support : float, default 0.5
        The least share of the baskets that contain an itemset: above 0, and at most 1.
    left, right : hashable, optional
        The columns of a frame that contain the basket and the item of each row.
    use_colnames : bool, default False
        Whether itemsets contain the column names of a table. By default they contain
        the positions of the columns, counted from 0. The itemsets of lists, and of
        frames with `left` and `right`, always contain the items themselves.
    max_len : int, optional
        Leave out itemsets with more items.
    nulls : {"raise", "drop"}, default "raise"
        What to do with None, NaN, NA and NaT. They are never items: by default they
        are an error, and with "drop" they are left out. A null in a table counts as
        False. A basket that has no other items still counts as a basket.
    engine, memory_budget, progress
        As in `maximal_bicliques`.

    Returns
    -------
    pandas.DataFrame
        One row per closed itemset, the most frequent ones first: ``support`` (float64,
        its share of the baskets) and ``itemsets`` (frozensets). Itemsets of the same
        support are in the order of their sizes and items, the same on every engine. The
        empty itemset is left out. Items are Python values. The ``datetime64`` of NumPy
        and the timestamps of Arrow are `pandas.Timestamp`; the dates of Arrow are
        `datetime.date`. The number of baskets is in ``attrs["num_itemsets"]``.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, an entry of a table is not 0 or 1, an
        item is null, or the baskets may be a table as well as lists of items.
    EngineUnavailableError, MemoryBudgetError
        As in `maximal_bicliques`.

    See Also
    --------
    association_rules : rules between the parts of closed itemsets.
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
    check_support(min_support)
    check_nulls(nulls)
    most = None if max_len is None else positive("max_len", max_len)
    by_name = switch("use_colnames", use_colnames)
    n, graph, items = transactions_of(baskets, left, right, by_name, nulls)
    found = maximal_bicliques(
        graph, min_left=least_baskets(min_support, n), engine=engine,
        memory_budget=memory_budget, progress=progress,
    )  # fmt: skip
    if most is not None:
        found = found[np.flatnonzero(to_host(found._sizes[1]) <= most)]
    ascending = found._with_ascending_members()
    sides = ascending._sizes[0], *ascending._side("right")
    return frame_of_itemsets(*most_frequent_first(found._backend, *sides), items, n)


def most_frequent_first(
    backend: Backend, n_left: Any, offsets: Any, members: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sort itemsets by support, then by their sizes and items. Arguments and results
    are the number of baskets of each itemset, and the offsets and numbers of its items,
    ascending. The results are in host memory."""
    order = np.empty(0, np.int64)
    if len(n_left):
        # The canonical order of bicliques, with the sides exchanged.
        order = to_host(backend.canonical_order(offsets, members, n_left))
    n_left = to_host(n_left)
    order = order[np.argsort(-n_left[order], kind="stable")]
    return n_left[order], *gather_rows(to_host(offsets), to_host(members), order)


def frame_of_itemsets(
    n_left: np.ndarray,
    offsets: np.ndarray,
    members: np.ndarray,
    items: list[Any],
    n: int,
) -> pd.DataFrame:
    """Return the answer of `closed_itemsets`, for n baskets."""
    sets = pd.Series(frozensets(offsets, members, items), dtype=object)
    frame = pd.DataFrame({"support": n_left / max(1, n), "itemsets": sets})
    frame.attrs["num_itemsets"] = n
    frame.attrs["num_closed"] = len(frame)
    return frame


def frozensets(
    offsets: np.ndarray, members: np.ndarray, items: list[Any]
) -> np.ndarray:
    """Return a frozenset of items for each range of members.

    The lists that become frozensets are short-lived, and those of a batch fit in the
    cache. Most of the time goes into the frozensets themselves.
    """
    labels = objects(items, len(items))
    n = len(offsets) - 1
    sets = np.empty(n, object)
    with no_collection():
        for first in range(0, n, SETS_AT_ONCE):
            some = offsets[first : first + SETS_AT_ONCE + 1]
            flat = labels.take(members[some[0] : some[-1]]).tolist()
            ends = (some - some[0]).tolist()
            lists = map(flat.__getitem__, map(slice, ends, ends[1:]))
            k = len(some) - 1
            sets[first : first + k] = objects(map(frozenset, lists), k)
    return sets


def check_support(min_support: Any) -> None:
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


def least_baskets(min_support: float, n: int) -> int:
    """The least number of baskets whose share is at least `min_support`."""
    least = max(1, ceil(min_support * n))
    # The product may be rounded up: 0.07 * 100 is 7.000000000000001.
    return least - 1 if least > 1 and (least - 1) / n >= min_support else least
