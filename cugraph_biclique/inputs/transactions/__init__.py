# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What `closed_itemsets` accepts as baskets: a dispatcher, and a module per shape.

The dispatcher recognises a kind by its package, so that optional libraries need not be
imported or installed.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.inputs import FRAMES, FRAMES_ON_DEVICE, package_of_class
from cugraph_biclique.inputs.arrow_columns import as_series
from cugraph_biclique.inputs.transactions.columns import holds_lists
from cugraph_biclique.inputs.transactions.items import (
    Nulls,
    Transactions,
    check_nulls,
)
from cugraph_biclique.inputs.transactions.lists import from_lists
from cugraph_biclique.inputs.transactions.long_frames import (
    from_arrow_lists,
    from_long_frame,
)
from cugraph_biclique.inputs.transactions.tables import (
    from_array,
    from_sparse,
    from_table,
)

__all__ = ["Nulls", "Transactions", "check_nulls", "transactions_of"]

# Calls that convert what is not accepted directly, by package.
CONVERSIONS = {
    "cudf": "pass baskets.to_pandas(), or left=... and right=... if each row names a "
    "basket and one of its items",
    "cupy": "pass baskets.get()",
    "cupyx": "pass baskets.get()",
    "dask": "pass baskets.compute()",
    "dask_cudf": "pass baskets.compute()",
    "networkx": "pass a list of lists of items",
    "cugraph": "pass a list of lists of items",
    "cugraph_biclique": "pass a list of lists of items",
}
ACCEPTED = (
    "a frame, an array or a sparse matrix of True and False, a list of lists of items, "
    "or a frame of baskets and items with left=... and right=..."
)


def transactions_of(
    baskets: Any,
    left: Hashable | None,
    right: Hashable | None,
    by_name: bool,
    nulls: Nulls,
) -> Transactions:
    """Recognise what the baskets are, and number their items."""
    if isinstance(baskets, str | os.PathLike):
        raise TypeError(
            f"baskets is a {full_name(baskets)}, {shown(str(baskets))}, but must be "
            f"{ACCEPTED}: read the file first, for example with "
            "cugraph_biclique.read_edges, and name the two columns of the frame"
        )
    kinds = [(package_of_class(b), b.__name__) for b in type(baskets).__mro__]
    packages = {package for package, _ in kinds}
    if left is not None or right is not None:
        _refuse_unless_frame(baskets, kinds, left, right)
        return from_long_frame(baskets, left, right, nulls)
    if "LazyFrame" in type(baskets).__name__ and "polars" in packages:
        raise TypeError(f"baskets is a {full_name(baskets)}: pass baskets.collect()")
    for package, conversion in CONVERSIONS.items():
        if package == kinds[0][0]:
            raise TypeError(
                f"baskets is a {full_name(baskets)}, which is not accepted directly: "
                f"{conversion}"
            )
    if isinstance(baskets, pd.DataFrame):
        return _from_frame(baskets, baskets, list(baskets.columns), by_name, nulls)
    if isinstance(baskets, pd.Series | pd.Index | pd.api.extensions.ExtensionArray):
        return _from_series(pd.Series(baskets), nulls)
    if isinstance(baskets, np.ndarray):
        return from_array(baskets, nulls)
    if {("scipy", "sparray"), ("scipy", "spmatrix")} & set(kinds):
        return from_sparse(baskets, nulls)
    if "pyarrow" in packages or "polars" in packages or _is_stream(baskets):
        return _from_arrow(baskets, by_name, nulls)
    if isinstance(baskets, dict):
        raise TypeError(
            "baskets is a dict, which is not accepted directly: pass "
            "list(baskets.values()) if its values are lists of items"
        )
    if isinstance(baskets, bytes) or not isinstance(baskets, Iterable):
        raise TypeError(
            f"baskets is a {full_name(baskets)}, but must be {ACCEPTED}: pass one of "
            "these"
        )
    return from_lists(baskets, nulls)


def _is_stream(baskets: Any) -> bool:
    return hasattr(baskets, "__arrow_c_stream__")


def _refuse_unless_frame(
    baskets: Any,
    kinds: list[tuple[str, str]],
    left: Hashable | None,
    right: Hashable | None,
) -> None:
    """Raise an error if columns are named for baskets that have none."""
    if any(k in FRAMES or k in FRAMES_ON_DEVICE for k in kinds) or _is_stream(baskets):
        return
    argument, name = ("left", left) if left is not None else ("right", right)
    if kinds[0][0] in ("dask", "dask_cudf") or kinds[0][1] == "LazyFrame":
        call = "collect" if kinds[0][1] == "LazyFrame" else "compute"
        raise TypeError(f"baskets is a {full_name(baskets)}: pass baskets.{call}()")
    raise TypeError(
        f"{argument}={shown(name)} names a column, but a {full_name(baskets)} has "
        f"none: leave {argument} out, or pass a frame"
    )


def _from_frame(
    frame: Any, given: Any, names: list[Hashable], by_name: bool, nulls: Nulls
) -> Transactions:
    """Take a frame of pandas, or the Arrow table of a `given` frame, without columns
    that the caller names."""
    if isinstance(frame, pd.DataFrame):

        def column_at(at: int) -> pd.Series:
            return frame.iloc[:, at]
    else:

        def column_at(at: int) -> pd.Series:
            return as_series(frame.column(at))

    for at, name in enumerate(names):
        if holds_lists(column_at(at)):
            if len(names) == 1:
                return _from_series(column_at(0), nulls, _column_words(given, name))
            raise ValueError(
                f"column {shown(name)} of baskets holds lists, but a table has True or "
                f"False, or 1 or 0: pass baskets[{name!r}] if each row is a basket"
            )
    return from_table(given, names, column_at, len(frame), by_name, nulls)


def _column_words(given: Any, name: Hashable) -> str:
    """Return code for the rows of a column of a frame, for error messages."""
    package = package_of_class(type(given))
    if isinstance(given, pd.DataFrame) or package == "polars":
        return f"baskets[{name!r}]"
    table = "baskets" if package == "pyarrow" else "pyarrow.table(baskets)"
    return f"{table}[{name!r}].to_pylist()"


def _from_series(
    series: pd.Series, nulls: Nulls, words: str = "baskets"
) -> Transactions:
    """Take a Series of baskets; `words` is as in `from_lists`."""
    if isinstance(series.dtype, pd.ArrowDtype) and holds_lists(series):
        import pyarrow as pa

        return from_arrow_lists(pa.array(series.array), nulls, words)
    return from_lists(series.tolist(), nulls, words)


def _from_arrow(baskets: Any, by_name: bool, nulls: Nulls) -> Transactions:
    """Take a table or a column of PyArrow, Polars, or any Arrow stream."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            f"baskets is a {full_name(baskets)}, which needs pyarrow: "
            'pip install "cugraph_biclique[parquet]", or pass a pandas DataFrame'
        ) from error
    if str(getattr(baskets, "dtype", "")) == "Object":  # of a Series of Polars
        return from_lists(baskets.to_list(), nulls)
    column = baskets
    if package_of_class(type(baskets)) == "polars":
        column = baskets.to_arrow()
    if isinstance(column, pa.Array | pa.ChunkedArray):
        words = "baskets" if column is not baskets else "baskets.to_pylist()"
        return _from_column(column, nulls, words)
    table = column if isinstance(column, pa.Table) else pa.table(column)
    return _from_frame(table, baskets, table.column_names, by_name, nulls)


def _from_column(column: Any, nulls: Nulls, words: str) -> Transactions:
    import pyarrow as pa

    if any(
        test(column.type)
        for test in (
            pa.types.is_list, pa.types.is_large_list, pa.types.is_fixed_size_list,
            pa.types.is_list_view, pa.types.is_large_list_view,
        )
    ):  # fmt: skip
        return from_arrow_lists(column, nulls, words)
    return from_lists(column.to_pylist(), nulls, words)
