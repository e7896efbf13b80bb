# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Columns of several files as one: their common type, where no label changes.

An integer column of 32 bits and one of 64 bits have the same labels, and so have text
of two Arrow types, or timestamps of two units. A part without labels, or of nulls only,
has any type. Two files with other types are an error that names both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.text_bytes import shown

UNITS = ("s", "ms", "us", "ns")


class Part(NamedTuple):
    """The two columns of a file; their labels have types, or are text as written."""

    name: str
    columns: Any  # a pandas frame, or an Arrow table
    typed: bool = True


def joined(parts: Sequence[Part]) -> pd.DataFrame:
    """Return the rows of all parts, one part after the other, with common types.

    Raises
    ------
    ValueError
        If no type holds the labels of two parts unchanged.
    """
    if not any(isinstance(part.columns, pd.DataFrame) for part in parts):
        return as_frame(joined_tables(parts))
    if not any(part.typed for part in parts):
        return _joined_texts([part.columns for part in parts])
    if all(isinstance(part.columns, pd.DataFrame) for part in parts):
        _refuse_mixed(parts)
        return _joined_texts([part.columns for part in parts])
    import pyarrow as pa

    tables = [
        part._replace(columns=pa.Table.from_pandas(part.columns, preserve_index=False))
        if isinstance(part.columns, pd.DataFrame)
        else part
        for part in parts
    ]
    return as_frame(joined_tables(tables))


def _joined_texts(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Frames of text files, where the text of an integer is what its file has."""
    kept = [frame for frame in frames if len(frame)] or frames[:1]
    for column in kept[0].columns:
        dtypes = {frame[column].dtype for frame in kept}
        if len(dtypes) == 1:
            continue
        target = "str"
        if all(dtype.kind in "iu" for dtype in dtypes):  # of 64 bits, with both signs
            low = min(int(frame[column].min()) for frame in kept)
            high = max(int(frame[column].max()) for frame in kept)
            target = _holding(low, high) or "str"
        kept = [frame.astype({column: target}) for frame in kept]
    return pd.concat(kept, ignore_index=True)


def _holding(low: int, high: int) -> str | None:
    """The integers of 64 bits that hold two limits, or None."""
    if high < 2**63:
        return "int64"
    return "uint64" if low >= 0 else None


def _refuse_mixed(parts: Sequence[Part]) -> None:
    """Raise an error for text beside integers, if the files tell them apart."""
    kept = [part for part in parts if len(part.columns)]
    for column in kept[0].columns if kept else ():
        kinds = [
            "int64" if part.columns[column].dtype.kind in "iu" else "string"
            for part in kept
        ]
        for part, kind in zip(kept, kinds, strict=True):
            if kind != kinds[0]:
                raise _of_two_types(
                    kept[0].name, part.name, column, kinds[0], kind, True
                )


def joined_tables(parts: Sequence[Part]) -> Any:
    """Return the rows of Arrow tables, whose columns have the same names."""
    import pyarrow as pa

    kept = [part for part in parts if part.columns.num_rows] or list(parts[:1])
    columns = {
        name: _joined_column([(part, part.columns.column(name)) for part in kept], name)
        for name in parts[0].columns.column_names
    }
    return pa.table(columns)


def _joined_column(parts: list[tuple[Part, Any]], name: str) -> Any:
    import pyarrow as pa

    type_, of = None, parts[0][0].name
    for part, column in parts:
        if column.null_count == len(column) or column.type == type_:
            continue
        if type_ is None:
            type_, of = column.type, part.name
            continue
        common = _common(type_, column.type)
        if common is None and _are_integers(type_, column.type):
            common = _of_64_bits([each for _, each in parts])
        if common is None:
            raise _of_two_types(of, part.name, name, type_, column.type, False)
        type_ = common
    type_ = type_ or parts[0][1].type
    chunks: list[Any] = []
    for part, column in parts:
        if column.null_count == len(column) and column.type != type_:
            chunks.append(pa.nulls(len(column), type_))
            continue
        try:
            chunks += column.cast(type_).chunks
        except pa.ArrowInvalid as error:
            other, of_other = next(
                (p, c) for p, c in parts if c.type not in (column.type, pa.null())
            )
            raise _of_two_types(
                other.name, part.name, name, of_other.type, column.type, False
            ) from error
    return pa.chunked_array(chunks, type_).unify_dictionaries()


def _of_two_types(
    first: str, second: str, column: str, one: object, other: object, is_text: bool
) -> ValueError:
    advice = (
        "pass text_ids=True if both are text"
        if is_text
        else "write this column with one type in all files"
    )
    return ValueError(
        f"{second}: column {shown(column, 30)} holds {other}, but in {first} it holds "
        f"{one}: {advice}"
    )


def _are_integers(one: Any, other: Any) -> bool:
    from pyarrow import types

    return all(types.is_integer(type_) for type_ in (one, other))


def _of_64_bits(columns: list[Any]) -> Any:
    """The integer type that holds all values of integer columns, or None."""
    import pyarrow as pa
    from pyarrow import compute

    limits = [compute.min_max(c).as_py() for c in columns if c.null_count < len(c)]
    low = min(int(each["min"]) for each in limits)
    high = max(int(each["max"]) for each in limits)
    name = _holding(low, high)
    return None if name is None else getattr(pa, name)()


def _common(one: Any, other: Any) -> Any:
    """The type whose values are those of two types, or None."""
    import pyarrow as pa
    from pyarrow import types

    one, other = _plain(one), _plain(other)
    if one == other:
        return one
    both = one, other
    for integers in (types.is_signed_integer, types.is_unsigned_integer):
        if all(map(integers, both)):
            return max(both, key=lambda t: t.bit_width)
    if _are_integers(one, other):
        width = {types.is_signed_integer(t): t.bit_width for t in both}
        bits = max(width[True], 2 * width[False])
        return getattr(pa, f"int{bits}")() if bits <= 64 else None
    if all(map(types.is_floating, both)):
        return max(both, key=lambda t: t.bit_width)
    if all(map(types.is_date, both)):
        return pa.date32()
    if all(map(types.is_timestamp, both)) and one.tz == other.tz:
        return pa.timestamp(max(one.unit, other.unit, key=UNITS.index), one.tz)
    if all(map(types.is_duration, both)):
        return pa.duration(max(one.unit, other.unit, key=UNITS.index))
    if all(map(types.is_time, both)):
        unit = max(one.unit, other.unit, key=UNITS.index)
        return pa.time64(unit) if unit in ("us", "ns") else pa.time32(unit)
    if all(map(types.is_decimal, both)) and one.scale == other.scale:
        return max(both, key=lambda t: (t.bit_width, t.precision))
    return None


def _plain(type_: Any) -> Any:
    """A type without what only says how values are stored."""
    import pyarrow as pa
    from pyarrow import types

    if types.is_dictionary(type_) or types.is_run_end_encoded(type_):
        return _plain(type_.value_type)
    if types.is_string(type_) or types.is_string_view(type_):
        return pa.large_string()
    if types.is_binary(type_) or types.is_binary_view(type_):
        return pa.large_binary()
    return type_


def as_frame(table: Any) -> pd.DataFrame:
    """An Arrow table as pandas returns it; integers beside nulls stay integers."""
    from pyarrow import types

    frame = table.to_pandas(ignore_metadata=True)
    for name in table.column_names:
        column = table.column(name)
        if types.is_integer(column.type) and column.null_count:
            null = column.is_null().to_numpy()
            values = column.fill_null(0).to_numpy()
            frame[name] = pd.arrays.IntegerArray(
                values, np.ascontiguousarray(null, bool)
            )
    return frame
