# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Arrow columns as pandas Series."""

from __future__ import annotations

from typing import Any

import pandas as pd


def as_series(column: Any) -> pd.Series:
    """Convert a chunked array to a Series, without a copy if possible.

    The dtype stays Arrow's, except that dictionaries become categoricals.
    """
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        values = column.type.value_type
        if not all(map(_is_set, column.chunks)):
            column = column.cast(values)
            column = _without_view(column).dictionary_encode()
        if not pa.types.is_nested(values):
            return column.to_pandas()
    return pd.Series(pd.arrays.ArrowExtensionArray(_without_view(column)))


def is_arrow_dictionary(dtype: Any) -> bool:
    """Whether a pandas dtype is that of Arrow dictionaries."""
    if not isinstance(dtype, pd.ArrowDtype):
        return False
    import pyarrow as pa

    return bool(pa.types.is_dictionary(dtype.pyarrow_dtype))


def _is_set(chunk: Any) -> bool:
    """Whether the dictionary of a chunk has neither repeats nor nulls, as pandas
    requires of categories."""
    values = chunk.dictionary
    if values.null_count:
        return False
    import pyarrow as pa

    return pa.types.is_nested(values.type) or len(values.unique()) == len(values)


def _without_view(column: Any) -> Any:
    """Cast string and binary views to types that every pyarrow can sort and hash."""
    import pyarrow as pa

    if pa.types.is_string_view(column.type):
        return column.cast(pa.large_string())
    if pa.types.is_binary_view(column.type):
        return column.cast(pa.large_binary())
    return column
