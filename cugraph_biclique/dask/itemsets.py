# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Closed itemsets of a Dask frame of baskets and items."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.api.itemsets import (
    check_support,
    frame_of_itemsets,
    least_baskets,
    most_frequent_first,
)
from cugraph_biclique.arguments import positive
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.reading import SIDES, Reading
from cugraph_biclique.dask.waiting import computed, gathered
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.inputs.transactions import Nulls, check_nulls
from cugraph_biclique.inputs.transactions.items import python_value
from cugraph_biclique.inputs.transactions.lists import ascending
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.cpu.members import sort_members


class Sets(NamedTuple):
    """The right sides of some bicliques."""

    n_left: np.ndarray  # baskets of each itemset
    n_items: np.ndarray  # of each itemset
    members: np.ndarray  # indices into `items`
    items: list[Any]


def closed_itemsets(
    ddf: Any,
    min_support: float = 0.5,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    max_len: int | None = None,
    nulls: Nulls = "raise",
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> pd.DataFrame:
    """List the closed frequent itemsets of a Dask frame of baskets and items.

    Parameters
    ----------
    ddf, left, right : dask.dataframe.DataFrame, hashable, hashable
        One row per basket and item, as in `cugraph_biclique.closed_itemsets` with
        `left` and `right`. By default, baskets and items are in the first two columns.
        Or the result of `bipartite_graph`, whose left vertices are the baskets.
    min_support, max_len, nulls
        As in `cugraph_biclique.closed_itemsets`.
    engine, memory_budget, partitions, progress, client
        As in `maximal_bicliques`.

    Returns
    -------
    pandas.DataFrame
        The frame of `cugraph_biclique.closed_itemsets`, in the memory of the client.
        `cugraph_biclique.association_rules` takes it.

    Raises
    ------
    TypeError, ValueError
        As in `cugraph_biclique.closed_itemsets`, or there is no client.
    PartitionError
        As in `maximal_bicliques`.

    Notes
    -----
    The workers find the itemsets, and drop those with more than `max_len` items. The
    client gets the items and supports of the others, and no baskets.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> rows = [(1, "milk"), (1, "bread"), (2, "milk"), (2, "bread"), (3, "bread")]
    >>> frame = pd.DataFrame(rows, columns=["basket", "item"])
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     baskets = dd.from_pandas(frame, npartitions=2)
    ...     found = cb.dask.closed_itemsets(baskets, min_support=0.5)
    >>> found.assign(itemsets=found["itemsets"].map(sorted)).round(2)
       support       itemsets
    0     1.00        [bread]
    1     0.67  [bread, milk]
    """
    check_support(min_support)
    check_nulls(nulls)
    most = None if max_len is None else positive("max_len", max_len)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    with call.on_workers():
        extra = _drop_nulls(call) if nulls == "drop" and call.kept is None else 0
        n = call.numbers().size("left") + extra
    found = call.listed(Sizes.of(least_baskets(min_support, n), 1))
    client = call.client
    sets = gathered(client.map(_sets, list(found.values()), most=most, pure=False))
    return frame_of_itemsets(*_merged(sets), n)


def _drop_nulls(call: DaskCall) -> int:
    """Leave the rows with nulls out; return how many baskets have no other rows."""
    read = call.reading()
    if not read.has_nulls():
        return 0
    without = Reading(read.frame.dropna(), *SIDES)
    without.columns = read.columns
    call.read = without
    before, after = (each.frame["left"].nunique() for each in (read, without))
    n_before, n_after = computed(before, after)
    return int(n_before) - int(n_after)


def _sets(found: Bicliques, most: int | None) -> Sets:
    """Return the right sides of a part, of at most `most` items."""
    if most is not None:
        found = found[np.flatnonzero(to_host(found._sizes[1]) <= most)]
    n_left, n_right = map(to_host, found._sizes)
    used, members = np.unique(to_host(found._side("right")[1]), return_inverse=True)
    labels = found._host_graph.right_labels.take(used)
    return Sets(n_left, n_right, members, list(map(python_value, labels.tolist())))


def _merged(parts: list[Sets]) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[Any]]:
    """Merge itemsets: the most frequent ones first. Returns the numbers of baskets,
    offsets, members, and the items."""
    items = ascending(list({item: None for part in parts for item in part.items}))
    number = dict(zip(items, range(len(items)), strict=True))
    ids = [
        np.array([number[item] for item in part.items], np.int32)[part.members]
        for part in parts
    ]
    n_left = np.concatenate([part.n_left for part in parts])
    n_items = np.concatenate([part.n_items for part in parts])
    offsets = np.concatenate([[0], np.cumsum(n_items, dtype=np.int64)])
    members = np.concatenate(ids)
    sort_members(offsets, members)
    return *most_frequent_first(Cpu(), n_left, offsets, members), items
