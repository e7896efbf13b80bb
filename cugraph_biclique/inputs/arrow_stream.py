# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge tables with the Arrow C stream interface: PyArrow, Polars, DuckDB."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import full_name, reason, shown
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs.arrow_columns import as_series
from cugraph_biclique.inputs.frame_columns import pick_columns
from cugraph_biclique.inputs.pandas_frame import from_columns


def from_arrow_stream(
    stream: Any, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a table; `left` and `right` name its columns.

    A stream that can be read only once is used up afterwards.
    """
    unnamed = left is None and right is None
    return from_columns(*two_columns(stream, left, right), unnamed)


def two_columns(
    stream: Any, left: Hashable | None, right: Hashable | None
) -> tuple[pd.Series, pd.Series, Hashable, Hashable]:
    """Return two columns of a table, and their names."""
    kind = full_name(stream)
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            f"G is a {kind}, which needs pyarrow: "
            'pip install "cugraph_biclique[parquet]", or pass a pandas DataFrame'
        ) from error
    if kind.startswith("polars."):
        left, right = pick_columns(stream.columns, left, right)
        stream = stream.select([left, right])  # Arrow may lack the types of others
        _refuse_objects(stream)
    try:
        table = pa.table(stream)
    except pa.ArrowInvalid as error:
        raise TypeError(
            f"G is a {kind}, which pyarrow cannot read as a table ({reason(error)}): "
            "pass a table with two columns and one row per edge, of types that Arrow "
            "supports, such as Int64 and String"
        ) from error
    left, right = pick_columns(table.column_names, left, right)
    lefts, rights = (as_series(table.column(name)) for name in (left, right))
    return lefts, rights, left, right


def _refuse_objects(frame: Any) -> None:
    """Raise an error for Polars columns of Python objects, which Polars would export to
    Arrow as addresses."""
    for name, dtype in frame.schema.items():
        if str(dtype) == "Object":
            raise TypeError(
                f"column {shown(name)} of G has the Polars dtype Object, which Arrow "
                "does not support: convert it to integers or strings, or pass a "
                "pandas DataFrame"
            )
