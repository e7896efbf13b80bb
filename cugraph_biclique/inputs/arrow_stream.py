# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge tables with the Arrow C stream interface: PyArrow, Polars, DuckDB."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import full_name, reason, shown
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs.arrow_columns import as_series
from cugraph_biclique.inputs.boolean_matrix import from_boolean_frame
from cugraph_biclique.inputs.frame_columns import (
    BOOLEAN,
    NUMBERS,
    matrix_advice,
    pick_columns,
)
from cugraph_biclique.inputs.pandas_frame import from_columns

# A stream of another library as a pandas frame.
CONVERTED = "pyarrow.table(G).to_pandas()"


def from_arrow_stream(
    stream: Any, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Take the edges of a table; `left` and `right` name its columns.

    A stream that can be read only once is used up afterwards.
    """
    table, picked = _read(stream, left, right)
    if picked is None:
        return _from_booleans(table, full_name(stream))
    return from_columns(*_columns_of(table, *picked))


def two_columns(
    stream: Any, left: Hashable, right: Hashable
) -> tuple[pd.Series, pd.Series, Hashable, Hashable]:
    """Return two columns of a table, and their names."""
    table, picked = _read(stream, left, right)
    assert picked is not None  # columns with names are no matrix
    return _columns_of(table, *picked)


def _columns_of(
    table: Any, left: Hashable, right: Hashable
) -> tuple[pd.Series, pd.Series, Hashable, Hashable]:
    lefts, rights = (as_series(table.column(name)) for name in (left, right))
    return lefts, rights, left, right


def _read(
    stream: Any, left: Hashable | None, right: Hashable | None
) -> tuple[Any, tuple[Hashable, Hashable] | None]:
    """Read a stream as an Arrow table, and pick its two columns: None if the table is a
    Boolean matrix."""
    kind = full_name(stream)
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            f"G is a {kind}, which needs pyarrow: "
            'pip install "cugraph_biclique[parquet]", or pass a pandas DataFrame'
        ) from error
    unnamed = left is None and right is None
    if kind.startswith("polars."):
        names, kinds = stream.columns, [_kind_of_polars(t) for t in stream.dtypes]
        if not (unnamed and _is_boolean(kinds)):
            advice = matrix_advice(names, kinds, "G.to_pandas()")
            left, right = pick_columns(names, left, right, advice)
            stream = stream.select([left, right])  # Arrow may lack the types of others
            _refuse_objects(stream)
    elif isinstance(stream, pa.RecordBatchReader):
        _picked(stream.schema, left, right, "G.read_pandas()")  # before it is used up
    try:
        table = pa.table(stream)
    except pa.ArrowInvalid as error:
        raise TypeError(
            f"G is a {kind}, which pyarrow cannot read as a table ({reason(error)}): "
            "pass a table with two columns and one row per edge, of types that Arrow "
            "supports, such as Int64 and String"
        ) from error
    converted = "G.to_pandas()" if hasattr(stream, "to_pandas") else CONVERTED
    return table, _picked(table.schema, left, right, converted)


def _picked(
    schema: Any, left: Hashable | None, right: Hashable | None, converted: str
) -> tuple[Hashable, Hashable] | None:
    """The names of the two columns, or None if the table is a Boolean matrix."""
    kinds = [_kind_of_arrow(type_) for type_ in schema.types]
    if left is None and right is None and _is_boolean(kinds):
        return None
    advice = matrix_advice(schema.names, kinds, converted)
    return pick_columns(schema.names, left, right, advice)


def _from_booleans(table: Any, kind: str) -> BipartiteGraph:
    """Take a table without an index as a matrix, whose rows are numbered from 0."""
    import pyarrow as pa

    columns = [as_series(column) for column in table.columns]
    frame = pd.DataFrame(dict(enumerate(columns)), index=range(table.num_rows))
    names = as_series(pa.chunked_array([pa.array(table.column_names, pa.string())]))
    fill = "G.to_pandas().fillna(False)"
    if kind.startswith("polars."):
        fill = "G.fill_null(False)"
    return from_boolean_frame(frame, names, fill)


def _is_boolean(kinds: list[str]) -> bool:
    """Whether all columns of a table, of which there is one, are Boolean."""
    return set(kinds) == {BOOLEAN}


def _kind_of_polars(dtype: Any) -> str:
    if str(dtype) == "Boolean":
        return BOOLEAN
    return NUMBERS if dtype.is_numeric() else str(dtype)


def _kind_of_arrow(type_: Any) -> str:
    from pyarrow.types import is_boolean, is_floating, is_integer

    if is_boolean(type_):
        return BOOLEAN
    return NUMBERS if is_integer(type_) or is_floating(type_) else str(type_)


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
