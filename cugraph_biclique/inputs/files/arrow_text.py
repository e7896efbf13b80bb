# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Columns of large text files by PyArrow, which parses with all cores.

A file means what `text_columns` makes of it with pandas. This module reads those files
that PyArrow reads in the same way, and leaves all others, and all errors, to pandas.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pandas as pd

from cugraph_biclique.inputs.files.integer_texts import has_odd_integers
from cugraph_biclique.inputs.files.text_rows import RowRange, rows
from cugraph_biclique.inputs.files.values import PLAIN

LEAST = 1 << 20  # bytes; pandas has read fewer before PyArrow is imported
SAMPLE = 1 << 16  # bytes that contain the first row

Columns = tuple[list[pd.Series], list[bool]]


def read_by_arrow(file: RowRange, names: dict[int, str]) -> Columns | None:
    """Read columns as `Rows.read` does, or return None if pandas has to."""
    text, layout = file.text, file.layout
    if len(text.data) - file.start < LEAST or find_spec("pyarrow") is None:
        return None
    separator = layout.separator if layout.is_table else _one_blank(text.data)
    sample = text._replace(data=text.data[file.start : file.start + SAMPLE])
    first = next(rows(sample, layout), None)
    if separator is None or first is None or file.loose_end:
        return None
    width = len(first.fields)
    if width != file.width and not (layout.ignores_columns and width > 1):
        return None
    integers = {p for p in names if PLAIN.fullmatch(first.fields[p])}
    if integers and _has_strange_integers(file):
        return None
    # A column is of numbers only if its first field is one.
    if file.text_ids and integers:
        return None
    if any(_is_number(first.fields[p]) for p in names if p not in integers):
        return None
    table = _table(file, separator, width, names, integers)
    if table is None:
        return None
    columns = [_series(table.column(str(p)), p in integers) for p in names]
    return columns, [p in integers for p in names]


def _one_blank(data: bytes) -> str | None:
    """The blank that separates all fields, if there is never more than one."""
    if b" " in data and b"\t" in data:
        return None
    blank = b" " if b" " in data else b"\t"
    beside = blank + blank, blank + b"\n", blank + b"\r", b"\n" + blank, b"\r" + blank
    if any(two in data for two in beside):
        return None
    return None if data.startswith(blank) or data.endswith(blank) else blank.decode()


def _has_strange_integers(file: RowRange) -> bool:
    """Whether there may be an integer that is not written as Python writes it."""
    data = file.text.data
    if (b"x" in data or b"X" in data) and (b"0x" in data or b"0X" in data):
        return True  # hexadecimal numbers to PyArrow, and text to pandas
    return has_odd_integers(file.text, file.start, file.layout)


def _is_number(field: str) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True


def _table(
    file: RowRange,
    separator: str,
    width: int,
    names: dict[int, str],
    integers: set[int],
) -> Any:
    """The columns as an Arrow table; None if a row or a field is not as expected."""
    import pyarrow as pa
    from pyarrow import compute, csv

    if pa.cpu_count() == 1:
        return None  # pandas is as fast
    quotes = file.layout.quotes and b'"' in file.text.data
    types = {str(p): pa.int64() if p in integers else pa.large_string() for p in names}
    try:
        table = csv.read_csv(
            pa.BufferReader(memoryview(file.text.data)[file.start :]),
            csv.ReadOptions(column_names=[str(p) for p in range(width)]),
            csv.ParseOptions(
                delimiter=separator,
                quote_char='"' if quotes else False,
                newlines_in_values=quotes,
            ),
            csv.ConvertOptions(
                include_columns=list(types),
                column_types=types,
                null_values=[],
                check_utf8=False,  # `text_of` has checked it
            ),
        )
    except pa.ArrowInvalid:
        return None
    texts = (table.column(str(p)) for p in names if p not in integers)
    if any(compute.min(compute.binary_length(text)).as_py() == 0 for text in texts):
        return None  # a label is missing
    return table


def _series(column: Any, is_integer: bool) -> Any:
    """A column as pandas returns it."""
    if is_integer:
        return pd.Series(column.to_numpy(), copy=False)
    dtype = pd.Series([""]).dtype
    if isinstance(dtype, pd.StringDtype):
        return column.to_pandas(types_mapper=lambda _: dtype)
    return column.to_pandas()  # objects, before version 3 of pandas
