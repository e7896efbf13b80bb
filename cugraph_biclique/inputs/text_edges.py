# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges of text files: choice of the columns, and detection of a header.

The first line is read as a header, or as an edge, only if the content proves it.
Otherwise the caller has to say.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pandas as pd

from cugraph_biclique.inputs.columns import pick, refuse_results
from cugraph_biclique.inputs.text_bytes import Text
from cugraph_biclique.inputs.text_columns import Rows
from cugraph_biclique.inputs.text_rows import (
    Layout,
    Row,
    after,
    line_of,
    refuse_stray_quotes,
    rows,
    without_comments,
)

NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
NAMES = ["left", "right"]  # names of columns without names
NUMBERED = {0: "1", 1: "2"}  # their names in messages
BASKETS = ", or pass format='fimi' if each line is a basket"
# Files of MovieLens: their columns are a user, a movie, and more about the pair.
MOVIELENS = ["userId", "movieId"]
RATINGS = re.compile(r"(.*/)?u([1-5ab]?)\.(data|base|test)(\.[a-z0-9]+)?")


class Edges(NamedTuple):
    """Edges of a text file, and what was recognised."""

    frame: pd.DataFrame
    header: bool = False
    places: tuple[int, ...] = (0, 1)  # positions of the two columns in the file


def read_text_edges(
    text: Text,
    layout: Layout,
    left: str | None = None,
    right: str | None = None,
    header: bool | None = None,
    text_ids: bool = False,
) -> Edges:
    """Read the two columns of the edges.

    Parameters
    ----------
    text : Text
        The file.
    layout : Layout
        The layout of the file.
    left, right : str, optional
        Names of the columns. Columns without names are named by number: 1, 2, ...
    header : bool, optional
        Whether the first line holds column names.
    text_ids : bool, optional
        Whether labels are text, even if all of them are integers.

    Raises
    ------
    ValueError
        If the file is malformed, or it is ambiguous which columns hold the edges, or
        whether there is a header.
    """
    text = without_comments(text, layout)
    refuse_stray_quotes(text, layout)
    first = next(rows(text, layout), None)
    if first is None:
        if header or layout.is_table:
            raise ValueError(f"{text.name} has no lines: add a header or edges")
        dtype = "str" if text_ids else "int64"
        empty = {name: pd.Series(dtype=dtype) for name in NAMES}
        return Edges(pd.DataFrame(empty))
    if len(first.fields) == 1:
        raise _too_few_columns(text, layout, first)
    if header is not False and left is None and right is None:
        refuse_results(text.name, first.fields)
    return _File(text, layout, first, text_ids).edges(left, right, header)


def _too_few_columns(text: Text, layout: Layout, first: Row) -> ValueError:
    separator = "blanks" if layout.separator == " " else repr(layout.shown)
    return ValueError(
        f"{text.name}: {line_of(first, layout)} has one field, but an edge needs two, "
        f"separated by {separator}: pass the separator of the file as delimiter"
    )


class _File:
    """A file and its first row."""

    def __init__(self, text: Text, layout: Layout, first: Row, text_ids: bool) -> None:
        self.text = text
        self.text_ids = text_ids
        self.layout = layout
        self.first = first
        self.fields = first.fields[:2] if layout.ignores_columns else first.fields
        self.width = len(self.fields)

    def edges(self, left: str | None, right: str | None, header: bool | None) -> Edges:
        if left is None and right is None:
            left, right, header = self._known(header)
        if header is None and self.layout.is_table:
            if left is None and right is None and self.width == 2:
                return self._undeclared()
            header = self._is_named(left, right)
        if header is None:
            header = self._names_columns(left, right)
        if header:
            return self._below(self._picked(self.fields, left, right))
        numbers = [str(n) for n in range(1, self.width + 1)]
        names = self._picked(numbers, left, right)
        if header is None and self._has_names(names):
            return self._below({place: self.fields[place] for place in names})
        return self._all(names)

    def _known(self, header: bool | None) -> tuple[str | None, str | None, bool | None]:
        """Columns and header of a file of MovieLens; None for any other file."""
        if self.fields[:2] == MOVIELENS and header is not False:
            return MOVIELENS[0], MOVIELENS[1], True
        ratings = self.layout.written == "::" or RATINGS.fullmatch(self.text.name)
        numbers = all(map(NUMBER.fullmatch, self.fields[:2]))
        if self.width == 4 and ratings and numbers and not header:
            return "1", "2", False
        return None, None, header

    def _names_columns(self, left: str | None, right: str | None) -> bool | None:
        """Whether a caller names columns as the first line does; None if not."""
        names = {name for name in (left, right) if name is not None}
        names -= {name for name in names if NUMBER.fullmatch(name)}
        return True if names & set(self.fields) else None

    def _picked(
        self, columns: list[str], left: str | None, right: str | None
    ) -> dict[int, str]:
        advice = "" if self.layout.is_table else BASKETS
        places = pick(self.text.name, columns, left, right, advice)
        return {place: columns[place] for place in places}

    def _is_named(self, left: str | None, right: str | None) -> bool:
        """Whether the first line is a header, given the names of the columns."""
        names = [name for name in (left, right) if name is not None]
        if any(NUMBER.fullmatch(name) for name in names):
            raise self._ambiguous()
        return True

    def _ambiguous(self) -> ValueError:
        return ValueError(
            f"{self.text.name}: {line_of(self.first, self.layout)} could be a header "
            "or an edge: pass header=True or header=False"
        )

    def _undeclared(self) -> Edges:
        """Read a table of two columns whose first line may be a header."""
        fields = self.fields
        if all(map(NUMBER.fullmatch, fields)):
            columns, numbers = self._rows(0).read(NUMBERED)
            if all(numbers):
                return self._made(dict(zip(NAMES, columns, strict=True)))
        columns, numbers = self._rows(self._second()).read(NUMBERED)
        proofs = {
            _is_header(field, column, number)
            for field, column, number in zip(fields, columns, numbers, strict=True)
        } - {None}
        if len(proofs) != 1:
            raise self._ambiguous()
        if not proofs.pop():
            return self._all(NUMBERED)
        self._picked(fields, None, None)  # raises if both columns have one name
        return self._made(dict(zip(fields, columns, strict=True)), True)

    def _has_names(self, names: dict[int, str]) -> bool:
        """Whether the first line of a list of ids, which needs no header, has one."""
        if all(NUMBER.fullmatch(self.fields[place]) for place in names):
            return False
        columns, numbers = self._rows(self._second()).read(names)
        proofs = {
            _is_header(self.fields[place], column, number)
            for place, column, number in zip(names, columns, numbers, strict=True)
        }
        if proofs >= {True, False}:
            raise self._ambiguous()
        return True in proofs

    def _second(self) -> int:
        return after(self.text, self.first)

    def _rows(self, start: int) -> Rows:
        loose = start > 0 and self.layout.is_table and self._has_loose_end()
        return Rows(self.text, self.layout, start, self.width, loose, self.text_ids)

    def _has_loose_end(self) -> bool:
        """Whether rows below a header end with a separator."""
        each = rows(self.text, self.layout)
        next(each)
        second = next(each, None)
        if second is None:
            return False
        return len(second.fields) == self.width + 1 and not second.fields[-1]

    def _below(self, names: dict[int, str]) -> Edges:
        """The edges below a header."""
        columns, _ = self._rows(self._second()).read(names)
        frame = dict(zip(names.values(), columns, strict=True))
        return self._made(frame, True, tuple(names))

    def _all(self, names: dict[int, str]) -> Edges:
        """The edges of a file without a header."""
        columns, _ = self._rows(0).read(names)
        return self._made(dict(zip(NAMES, columns, strict=True)), False, tuple(names))

    def _made(
        self,
        columns: dict[str, pd.Series],
        header: bool = False,
        places: tuple[int, ...] = (0, 1),
    ) -> Edges:
        return Edges(pd.DataFrame(columns, copy=False), header, places)


def _is_header(field: str, column: pd.Series, numbers: bool) -> bool | None:
    """Whether the first field of a column is its name; None if that is undecided.

    It is the name if all fields below are numbers and it is not. It is a label if all
    of them are numbers, or if it occurs again below.
    """
    if not len(column):
        return None
    if numbers:
        return not NUMBER.fullmatch(field)
    return False if (column == field).any() else None
