# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges of text files: choice of the columns, and detection of a header.

The first line is read as a header, or as an edge, only if the content proves it.
Otherwise the caller has to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

import pandas as pd

from cugraph_biclique.inputs.columns import pick, refuse_results
from cugraph_biclique.inputs.files.blanks import without_blanks
from cugraph_biclique.inputs.files.quotes import with_quotes
from cugraph_biclique.inputs.files.sizes_line import Fit, Sizes, fit_of_edge, fits_below
from cugraph_biclique.inputs.files.text_bytes import Text, shown
from cugraph_biclique.inputs.files.text_columns import Rows
from cugraph_biclique.inputs.files.text_rows import (
    COMMENTS,
    Layout,
    Row,
    after,
    line_of,
    refuse_bad_rows,
    rows,
)
from cugraph_biclique.inputs.files.values import NUMBER, PLAIN

NAMES = ["left", "right"]  # names of columns without names
NUMBERED = {0: "1", 1: "2"}  # their names in messages
LISTS = ", or pass format='fimi' for baskets, format='adjacency' for neighbours"
SAMPLE = 1000  # rows that show what the first line is
# Files of MovieLens: their columns are a user, a movie, and more about the pair.
MOVIELENS = ["userId", "movieId"]
RATINGS = re.compile(r"(.*/)?u([1-5ab]?)\.(data|base|test)(\.[a-z0-9]+)?")


class Edges(NamedTuple):
    """Edges of a text file, and what was recognised."""

    frame: pd.DataFrame
    header: bool = False
    places: tuple[int, ...] = (0, 1)  # positions of the two columns in the file
    notes: tuple[str, ...] = ()  # what was skipped or removed


def read_text_edges(
    text: Text,
    layout: Layout,
    left: str | None = None,
    right: str | None = None,
    header: bool | None = None,
    text_ids: bool = False,
    quotes: bool | None = None,
    has_sizes: bool | None = None,
) -> Edges:
    """Read the two columns of the edges.

    Parameters
    ----------
    text : Text
        The file, without comments.
    layout : Layout
        The layout of the file.
    left, right : str, optional
        Names of the columns. Columns without names are named by number: 1, 2, ...
    header : bool, optional
        Whether the first line holds column names.
    text_ids : bool, optional
        Whether labels are text, even if all of them are integers.
    quotes : bool, optional
        Whether quotes enclose labels, or are part of them.
    has_sizes : bool, optional
        False if the first line is not the sizes of the graph.

    Raises
    ------
    ValueError
        If the file is malformed, or it is ambiguous which columns hold the edges, or
        what the first line is.
    """
    layout = with_quotes(text, layout, quotes)
    text, removed = without_blanks(text, layout)
    each = rows(text, layout)
    first = next(each, None)
    if first is None:
        if header or layout.is_table:
            raise ValueError(f"{text.name} has no lines: add a header or edges")
        dtype = "str" if text_ids else "int64"
        empty = {name: pd.Series(dtype=dtype) for name in NAMES}
        return Edges(pd.DataFrame(empty))
    if header is not False and left is None and right is None:
        refuse_results(text.name, first.fields)
    found = None
    if not layout.ignores_columns and _stands_apart(first, list(islice(each, SAMPLE))):
        if has_sizes is None and next(islice(rows(text, layout), 2, None), None):
            asked = left, right, header, text_ids
            found = _below_sizes(text, layout, first, asked)
        if found is None and len(first.fields) > 1:
            refuse_bad_rows(text, layout, len(first.fields), {}, False)
    if found is None:
        if len(first.fields) == 1:
            second = next(islice(rows(text, layout), 1, None), None)
            raise _too_few_columns(text, layout, first, second)
        file = _File(text, layout, first, text_ids, has_sizes)
        found = file.edges(left, right, header)
    notes = ("blanks around fields removed",) * removed
    return found._replace(notes=(*found.notes, *notes))


def _stands_apart(first: Row, below: list[Row]) -> bool:
    """Whether all lines but the first have another number of fields than the first."""
    widths = {len(row.fields) for row in below}
    if len(widths) != 1 or not widths - {1, len(first.fields)}:
        return False
    ends = all(not row.fields[-1] for row in below)  # a separator may end a row
    return widths != {len(first.fields) + 1} or not ends


def _below_sizes(
    text: Text,
    layout: Layout,
    first: Row,
    asked: tuple[str | None, str | None, bool | None, bool],
) -> Edges | None:
    """Edges below a line of sizes that has another number of fields; None if the first
    line is none."""
    if len(first.fields) > 3 or not all(map(PLAIN.fullmatch, first.fields)):
        return None
    start = after(text, first)
    below = text._replace(data=b"\n" * first.last_line + text.data[start:])
    second = next(rows(below, layout))
    left, right, header, text_ids = asked
    found = _File(below, layout, second, text_ids, False).edges(left, right, header)
    if not fits_below(first.fields, [found.frame[name] for name in found.frame]):
        return None
    return found._replace(notes=(*found.notes, _sizes_note(first, layout)))


def _sizes_note(first: Row, layout: Layout) -> str:
    return f"line {first.line}, {shown(layout.shown.join(first.fields))}, skipped " + (
        "as the sizes of the graph"
    )


def _too_few_columns(
    text: Text, layout: Layout, first: Row, second: Row | None
) -> ValueError:
    separator = "blanks" if layout.separator == " " else repr(layout.shown)
    advice = ""
    if first.fields[0][:1] in COMMENTS and not layout.marks:
        advice = f", or comments={first.fields[0][:1]!r} if the line is a comment"
    elif second is not None and len(second.fields) > 1:
        advice = f", or skip_lines={first.line} if the line is no edge"
    return ValueError(
        f"{text.name}: {line_of(first, layout)} has one field, but an edge needs two, "
        f"separated by {separator}: pass the separator of the file as delimiter{advice}"
    )


class _File:
    """A file and its first row."""

    def __init__(
        self,
        text: Text,
        layout: Layout,
        first: Row,
        text_ids: bool,
        has_sizes: bool | None = None,
    ) -> None:
        self.text = text
        self.text_ids = text_ids
        self.layout = layout
        self.first = first
        self.has_sizes = False if layout.ignores_columns else has_sizes
        self.fields = first.fields[:2] if layout.ignores_columns else first.fields
        self.width = len(self.fields)
        self.is_edge = False  # whether the caller says that the first line is no header

    def edges(self, left: str | None, right: str | None, header: bool | None) -> Edges:
        if left is None and right is None:
            left, right, header = self._known(header)
        self.is_edge = header is False
        if header is None:
            header = self._is_named(left, right)
        if header:
            return self._below(self._picked(self.fields, *self._named(left, right)))
        if header is None and self.layout.is_table and self.width == 2:
            if left is None and right is None:
                return self._undeclared()
        numbers = [str(n) for n in range(1, self.width + 1)]
        if header is None and self.width > 2 and (left is None or right is None):
            has_names = self._shows_names(range(self.width))
            if self.layout.is_table:
                has_names = not all(map(NUMBER.fullmatch, self.fields))
            self._picked(self.fields if has_names else numbers, left, right, has_names)
        names = self._picked(numbers, left, right)
        if header is None and not self.layout.ignores_columns:
            return self._by_content(names)
        return self._all(names)

    def _known(self, header: bool | None) -> tuple[str | None, str | None, bool | None]:
        """Columns and header of a file of MovieLens; None for any other file."""
        if self.fields[:2] == MOVIELENS and header is not False:
            return MOVIELENS[0], MOVIELENS[1], True
        ratings = self.layout.written == "::" or RATINGS.fullmatch(self.text.name)
        numbers = all(map(NUMBER.fullmatch, self.fields[:2]))
        if self.width == 4 and ratings and numbers and not header:
            self.has_sizes = False
            return "1", "2", False
        return None, None, header

    def _is_named(self, left: str | None, right: str | None) -> bool | None:
        """Whether the first line is a header, as a caller names its fields; None if
        columns have numbers."""
        names = {name for name in (left, right) if name is not None}
        words = {name for name in names if not NUMBER.fullmatch(name)}
        if words and (self.layout.is_table or words & set(self.fields)):
            return True
        if self.layout.is_table and names & set(self.fields):
            raise self._ambiguous()
        return None

    def _named(
        self, left: str | None, right: str | None
    ) -> tuple[str | None, str | None]:
        """Names of columns that a caller may also call by number."""

        def named(name: str | None) -> str | None:
            is_number = name is not None and name not in self.fields
            if is_number and re.fullmatch("[1-9][0-9]{0,8}", str(name)):
                place = int(str(name)) - 1
                return self.fields[place] if place < self.width else name
            return name

        return named(left), named(right)

    def _picked(
        self,
        columns: list[str],
        left: str | None,
        right: str | None,
        has_names: bool = False,
    ) -> dict[int, str]:
        advice = "" if self.layout.is_table or has_names else LISTS
        places = pick(self.text.name, columns, left, right, advice)
        return {place: columns[place] for place in places}

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
            sizes = self._sizes({0: columns[0], 1: columns[1]})
            if all(numbers) or sizes.fit is Fit.YES:
                return self._with_sizes(dict(zip(NUMBERED, columns, strict=True)))
        return self._by_content(NUMBERED)

    def _by_content(self, names: dict[int, str]) -> Edges:
        """Read the edges, if the content shows what the first line is."""
        fields = [self.fields[place] for place in names]
        if not self.layout.is_table and all(map(NUMBER.fullmatch, fields)):
            return self._all(names)
        columns, numbers = self._rows(self._second()).read(names)
        if not len(columns[0]) and not self.layout.is_table:
            return self._all(names)
        proofs = {
            _is_header(field, column, number)
            for field, column, number in zip(fields, columns, numbers, strict=True)
        } - {None}
        if not proofs and _is_any(fields, columns):
            proofs = {False}
        others = [place for place in range(self.width) if place not in names]
        if self._shows_names(others):
            proofs.add(True)
        if len(proofs) != 1:
            raise self._ambiguous()
        if not proofs.pop():
            return self._all(names)
        self._picked(fields, None, None)  # raises if both columns have one name
        frame = dict(zip(fields, columns, strict=True))
        return self._made(frame, True, tuple(names))

    def _shows_names(self, places: Iterable[int]) -> bool:
        """Whether a column has numbers below a first field that is none."""
        places = [p for p in places if not NUMBER.fullmatch(self.fields[p])]
        if not places:
            return False
        below = list(islice(rows(self.text, self.layout), 1, SAMPLE))
        return any(
            all(
                place < len(row.fields) and NUMBER.fullmatch(row.fields[place])
                for row in below
            )
            for place in places
            if below
        )

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
        return self._with_sizes(dict(zip(names, columns, strict=True)))

    def _with_sizes(self, columns: dict[int, pd.Series]) -> Edges:
        """The edges, without a first line that has the sizes of the graph."""
        fit, meaning = self._sizes(columns)
        line = self.first.line
        if fit is Fit.DOUBTFUL:
            told = f"the sizes of the graph ({meaning})" if meaning else ""
            below = (str(column.iloc[1]) for column in columns.values())
            # Words below the sizes could be a header.
            is_plain = all(map(NUMBER.fullmatch, below))
            more = "" if is_plain else " and header=False,"
            raise ValueError(
                f"{self.text.name}: {line_of(self.first, self.layout)} could be "
                f"{told or 'the sizes of the graph'} or an edge: pass "
                f"skip_lines={line}{more} or skip_lines=0"
            )
        frame = dict(zip(NAMES, columns.values(), strict=True))
        if fit is Fit.NO:
            return self._made(frame, False, tuple(columns))
        frame = {name: c.iloc[1:].reset_index(drop=True) for name, c in frame.items()}
        found = self._made(frame, False, tuple(columns))
        return found._replace(notes=(_sizes_note(self.first, self.layout),))

    def _sizes(self, columns: dict[int, pd.Series]) -> Sizes:
        if self.has_sizes is False or set(columns) != {0, 1} or self.width > 3:
            return Sizes(Fit.NO)
        third = self.fields[2] if self.width == 3 else None
        return fit_of_edge([columns[0], columns[1]], third, self.is_edge)

    def _made(
        self,
        columns: dict[str, pd.Series],
        header: bool = False,
        places: tuple[int, ...] = (0, 1),
    ) -> Edges:
        return Edges(pd.DataFrame(columns, copy=False), header, places)


def _is_any(fields: list[str], columns: list[pd.Series]) -> bool:
    """Whether the first field of a column occurs below, in the other column."""
    return any(bool((column == field).any()) for field in fields for column in columns)


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
