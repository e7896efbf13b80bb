# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Frames with one row per basket and item, and Arrow columns of lists."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.inputs.arrow_columns import as_series
from cugraph_biclique.inputs.arrow_stream import two_columns
from cugraph_biclique.inputs.frame_columns import pick_columns, place_of
from cugraph_biclique.inputs.labels import encode
from cugraph_biclique.inputs.pandas_frame import column_at, from_columns
from cugraph_biclique.inputs.transactions.columns import holds_lists
from cugraph_biclique.inputs.transactions.items import (
    Nulls,
    Transactions,
    null_items,
    of_ids,
    python_value,
)
from cugraph_biclique.inputs.transactions.lists import (
    ascending,
    from_lists,
    refuse_numbers,
)


def from_long_frame(
    frame: Any, left: Hashable | None, right: Hashable | None, nulls: Nulls
) -> Transactions:
    """Take one basket and one item from each row of a frame of any library. A basket
    whose items are all null counts as a basket without items."""
    package = type(frame).__module__.partition(".")[0]
    if package == "cudf":
        left, right = pick_columns(frame.columns, left, right)
        baskets, items = frame[left], frame[right]
    elif isinstance(frame, pd.DataFrame):
        names: list[Hashable] = list(frame.columns)
        left, right = pick_columns(names, left, right)
        baskets, items = (
            column_at(frame, place_of(names, name)) for name in (left, right)
        )
    else:
        baskets, items, left, right = two_columns(frame, left, right)
    if package != "cudf" and holds_lists(items):
        raise ValueError(
            f"column {shown(right)} of baskets holds lists, but right={shown(right)} "
            f"must name a column with one item per row: pass baskets[{right!r}] "
            "without left and right, if each row is a basket"
        )
    no_basket, no_item = _null_flags(baskets), _null_flags(items)
    null = no_basket | no_item
    extra = 0
    if bool(null.any()):
        if nulls == "raise":
            raise _null_row(baskets, items, null, left, right)
        there = baskets[~null]
        unknown = baskets[no_item & ~no_basket].drop_duplicates()
        extra = int((~unknown.isin(there.drop_duplicates())).sum())
        baskets, items = there, items[~null]
    if isinstance(items.dtype, pd.CategoricalDtype):
        # The order of the labels, which lists of the same items have.
        items = items.cat.set_categories(ascending(items.cat.categories.tolist()))
    if package == "cudf":
        import cudf

        pair = cudf.DataFrame({"left": baskets, "right": items})
        graph = bipartite_graph(pair, "left", "right")
    else:
        graph = from_columns(baskets, items, left, right)
    return Transactions(graph.n_left + extra, graph, _labels(graph))


def _null_flags(column: Any) -> Any:
    """Flags of null and NaN, of which nullable columns count only the former."""
    flags = column.isna()
    if pd.api.types.is_float_dtype(column.dtype):
        flags = flags | (column != column).fillna(True).astype(bool)
    return flags


def _null_row(
    baskets: Any, items: Any, null: Any, left: Hashable, right: Hashable
) -> ValueError:
    """Make the error for the first row that has a null."""
    row = int(np.flatnonzero(null.to_numpy())[0])
    basket, item = baskets.iloc[row], items.iloc[row]
    if pd.isna(basket):
        return ValueError(
            f"column {shown(left)} of baskets is null at row {row} (counted from 0, "
            "whatever the index), but a row must name its basket: replace the nulls, "
            'or pass nulls="drop" to leave such rows out'
        )
    return null_items(python_value(basket), python_value(item))


def _labels(graph: BipartiteGraph) -> list[Any]:
    labels = graph.with_host_labels().right_labels
    return list(map(python_value, labels.tolist()))


def from_arrow_lists(column: Any, nulls: Nulls, words: str) -> Transactions:
    """Take the baskets of a PyArrow array or chunked array of lists. The items have the
    order of those of Python lists. `words` is as in `from_lists`."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if isinstance(column, pa.ChunkedArray) or pa.types.is_boolean(
        column.type.value_type
    ):
        return from_lists(column.to_pylist(), nulls, words)
    if column.null_count and nulls == "raise":
        row = int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
        raise null_items(row, None)
    sizes = pc.list_value_length(column).fill_null(0).to_numpy(zero_copy_only=False)
    items = as_series(pa.chunked_array([pc.list_flatten(column)]))
    rows = np.repeat(np.arange(len(sizes)), sizes)
    null = _null_flags(items).to_numpy()
    if null.any():
        if nulls == "raise":
            first = null.argmax()
            raise null_items(int(rows[first]), python_value(items.iloc[first]))
        rows, items = rows[~null], items[~null]
    ids, labels = encode(items, "items of baskets")
    distinct = list(map(python_value, labels.tolist()))
    refuse_numbers(distinct, sizes, words)
    ids = np.asarray(ids, np.int64)
    in_order = ascending(distinct)
    if in_order != distinct:  # the labels of dictionaries have an order of their own
        place = dict(zip(in_order, range(len(in_order)), strict=True))
        ids = np.fromiter(map(place.__getitem__, distinct), np.int64)[ids]
    return of_ids(len(sizes), rows, ids, in_order)
