# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of text files as fields: the layout of each format, and checks of the rows.

This module reads a file row by row in Python, to find the first row, or the line that
an error message names. `text_columns` reads all rows, and is much faster.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from cugraph_biclique.inputs.files.text_bytes import LINE_END, Text, shown
from cugraph_biclique.inputs.files.values import count_of

QUOTE = ord('"')
# The blanks that separate fields in pandas; str.split() accepts many more.
BLANK = " \t\r\n"
BLANKS = re.compile(r"[ \t]+")
COMMENTS = ("#", "%")  # signs that begin comments in many files


class Layout(NamedTuple):
    """The layout of a text format."""

    separator: str  # between fields; " " stands for any blanks
    marks: str = ""  # characters that begin a comment line
    ignores_columns: bool = False  # whether columns after the first two are ignored
    written: str = ""  # several characters in the file that `separator` replaces
    # Whether quotes enclose labels in "all" columns or in "none"; "open" if the columns
    # that are read decide, and all lines have the same fields in both cases.
    quoting: str = "all"

    @property
    def is_table(self) -> bool:
        """Whether labels may hold blanks, and the first line may be a header."""
        return self.separator != " "

    @property
    def quotes(self) -> bool:
        """Whether fields may be quoted."""
        return self.is_table and not self.written and self.quoting != "none"

    @property
    def shown(self) -> str:
        """The separator as the file has it."""
        return self.written or self.separator


@dataclass(frozen=True)
class RowRange:
    """The rows of a file from a position on."""

    text: Text
    layout: Layout
    start: int  # the position of the first byte
    width: int  # fields of each row
    loose_end: bool = False  # whether a separator may end a row
    text_ids: bool = False  # whether labels are text, even if all are integers


class Row(NamedTuple):
    """Fields of a row, and its lines."""

    line: int
    last_line: int  # differs from `line` if a quoted field has line ends
    fields: list[str]


def rows(text: Text, layout: Layout) -> Iterator[Row]:
    """Yield all rows that are not blank; `text` must have no comments."""
    stream = io.BytesIO(text.data)
    if not layout.is_table:
        lines = io.TextIOWrapper(stream, encoding="utf-8", newline=None)
        for number, content in enumerate(lines, start=1):
            if content := content.strip(BLANK):
                yield Row(number, number, BLANKS.split(content))
        return
    is_known = layout.quoting != "open"
    with _fields_of_any_length():
        lines = io.TextIOWrapper(stream, encoding="utf-8", newline="")
        reader = csv.reader(
            lines,
            delimiter=layout.separator,
            quoting=csv.QUOTE_MINIMAL if layout.quotes and is_known else csv.QUOTE_NONE,
        )
        last = 0
        for fields in reader:
            line, last = last + 1, reader.line_num
            if not is_known:
                fields = [_without_quotes(field) for field in fields]
            if len(fields) > 1 or any(field.strip(BLANK) for field in fields):
                yield Row(line, last, fields)


def _without_quotes(field: str) -> str:
    if len(field) > 1 and field[0] == field[-1] == '"':
        return field[1:-1].replace('""', '"')
    return field


@contextmanager
def _fields_of_any_length() -> Iterator[None]:
    limit = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(limit)


def after(text: Text, row: Row) -> int:
    """Position of the first byte after a row."""
    ends = LINE_END.finditer(text.data)
    end = next(islice(ends, row.last_line - 1, None), None)
    return end.end() if end else len(text.data)


def line_of(row: Row, layout: Layout) -> str:
    """A row as error messages show it."""
    return f"line {row.line}, {shown(layout.shown.join(row.fields))},"


def refuse_bad_rows(
    text: Text, layout: Layout, width: int, names: dict[int, str], loose_end: bool
) -> None:
    """Raise an error for a row of another width than the first, or an empty label.

    Parameters
    ----------
    text : Text
        The file.
    layout : Layout
        The layout of the file.
    width : int
        Number of fields of the first row.
    names : dict[int, str]
        Positions and names of the label columns.
    loose_end : bool
        Whether rows may end with a separator.
    """
    first = None
    for n_rows, row in enumerate(rows(text, layout), start=1):
        first = first or row
        n = len(row.fields)
        if loose_end and n == width + 1 and not row.fields[-1]:
            n = width
        if n < 2 or (n != width and not layout.ignores_columns):
            remedy = (
                "quote labels that contain the separator"
                if layout.is_table
                else "separate labels that contain blanks by tabs"
            )
            raise ValueError(
                f"{text.name}: {line_of(row, layout)} has {count_of(n, 'field')}, but "
                f"line {first.line} has {width}: give all lines the same number of "
                f"fields, and {remedy}; or pass format='fimi' for baskets, "
                "format='adjacency' for neighbours"
                f"{_no_edges(row, first, n_rows, layout)}"
            )
        for position, name in names.items():
            if not row.fields[position]:
                raise ValueError(
                    f"{text.name}: {line_of(row, layout)} has no label in column "
                    f"{shown(name)}: add the label, or remove the line"
                )


def _no_edges(row: Row, first: Row, n_rows: int, layout: Layout) -> str:
    """Further advice, if a line that does not fit looks like a comment or a title."""
    for each in (row, first):
        if each.fields[0][:1] in COMMENTS and not layout.marks:
            return (
                f", or comments={each.fields[0][:1]!r} if line {each.line} is a comment"
            )
    if n_rows == 2 and len(row.fields) > 1:
        return f", or skip_lines={first.line} if line {first.line} is no edge"
    return ""
