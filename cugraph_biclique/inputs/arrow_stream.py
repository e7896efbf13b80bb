# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge tables of whoever speaks the Arrow C stream: PyArrow, Polars, DuckDB."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import full_name
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs.pandas_frame import from_columns, pick_columns


def from_arrow_stream(
    stream: Any, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a table; `left` and `right` name its columns. What has been
    read from a stream that can be read only once is gone from it."""
    kind = full_name(stream)
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            f"G is a {kind}, which needs pyarrow: "
            'pip install "cugraph_biclique[parquet]", or pass a pandas DataFrame'
        ) from error
    try:
        table = pa.table(stream)
    except pa.ArrowInvalid as error:
        raise TypeError(
            f"G is a {kind}, an Arrow stream without columns ({error}): pass a table "
            "of two columns, an edge a row"
        ) from error
    left, right = pick_columns(table.column_names, left, right)
    lefts, rights = (_as_series(table.column(name)) for name in (left, right))
    return from_columns(lefts, rights, left, right)


def _as_series(column: Any) -> pd.Series:
    """A column for pandas, without a copy where that can be: the dtype stays Arrow's,
    but dictionaries become categoricals."""
    import pyarrow as pa

    # Not all versions can sort or hash views.
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    elif pa.types.is_binary_view(column.type):
        column = column.cast(pa.large_binary())
    elif pa.types.is_dictionary(column.type):
        return column.to_pandas()
    return pd.Series(pd.arrays.ArrowExtensionArray(column))
