# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Quotes in tables: whether they enclose labels, or are part of them.

A quote encloses a label only if it begins a field, and another one ends the field. A
file in which the same column has labels with such quotes and labels without has two
readings, except in a CSV file whose quotes are all in their places.
"""

from __future__ import annotations

import re

import numpy as np

from cugraph_biclique.inputs.files.blanks import ASCII, edges_of, runs
from cugraph_biclique.inputs.files.text_bytes import Text, shown
from cugraph_biclique.inputs.files.text_rows import QUOTE, Layout


def with_quotes(text: Text, layout: Layout, quotes: bool | None) -> Layout:
    """Return the layout with what the quotes of a text mean.

    Raises
    ------
    ValueError
        If neither reading gives lines with the same number of fields.
    """
    if not layout.quotes or b'"' not in text.data:
        return layout
    if quotes is False:
        return layout._replace(quoting="none")
    bad = _first_stray(text, layout)
    if bad is None and (quotes or layout.separator == ","):
        return layout
    if bad is None:
        if _enclose_separators(text, layout) or _has_doubled(text, layout):
            return layout
        return layout._replace(quoting="open")
    if quotes is None:
        begins = _beginning(text, layout)
        if not begins.any():
            return layout._replace(quoting="none")
        if _has_even_rows(text.data, layout):
            return layout._replace(quoting="open")
    if not encloses_fields(text.data, layout):
        raise _stray(text, *bad)
    return layout


def encloses_fields(data: bytes, layout: Layout) -> bool:
    """Whether each quote that begins a field has one that ends the field."""
    edges = re.escape(edges_of(layout))
    blanks = b"[" + bytes(b for b in ASCII if b not in edges_of(layout)) + b"]*"
    begin = rb"(?:(?<=[" + edges + rb"])|\A)" + blanks
    whole = begin + rb'"(?:[^"]++|"")*+"' + blanks + rb"(?=[" + edges + rb"]|\Z)"
    return not re.search(begin + b'"', re.sub(whole, b"", data))


def _positions(text: Text, layout: Layout) -> tuple[np.ndarray, ...]:
    """Positions of the quotes, and what is before and after each, beyond blanks."""
    data = np.frombuffer(text.data, np.uint8)
    where = np.flatnonzero(data == QUOTE)
    end = np.array([ord("\n")], np.uint8)
    padded = np.concatenate([end, data, end])
    before, after = padded[where], padded[where + 2]
    blanks = bytes(b for b in ASCII if b not in edges_of(layout))
    beside = np.frombuffer(blanks, np.uint8)
    if np.isin(before, beside).any() or np.isin(after, beside).any():
        start, stop = runs(data, blanks, [])
        place = np.searchsorted(stop, where, "right") - 1
        touches = (place >= 0) & (stop[place] == where)
        before[touches] = padded[start[place[touches]]]
        place = np.minimum(np.searchsorted(start, where + 1), len(start) - 1)
        touches = start[place] == where + 1
        after[touches] = padded[stop[place[touches]] + 1]
    return where, before, after


def _beginning(text: Text, layout: Layout) -> np.ndarray:
    """Whether each quote begins a field."""
    _, before, _ = _positions(text, layout)
    return np.isin(before, np.frombuffer(edges_of(layout), np.uint8))


def _first_stray(text: Text, layout: Layout) -> tuple[int, bool] | None:
    """Position of the first quote that is not in its place, and whether it opens.

    In a well-formed file, even quotes (counted from 0) begin a field and odd quotes end
    it, even if a pair of them stands for one quote within the field.
    """
    where, before, after = _positions(text, layout)
    beside = np.frombuffer(edges_of(layout), np.uint8)
    pairs = np.zeros(len(where) + 1, bool)  # whether quotes i - 1 and i are adjacent
    pairs[1:-1] = np.diff(where) == 1
    begins = np.isin(before, beside) | pairs[:-1]
    ends = np.isin(after, beside) | pairs[1:]
    fine = np.where(np.arange(len(where)) % 2, ends, begins)
    if len(where) % 2:  # the last quote begins a field that does not end
        fine[-1] = False
    if fine.all():
        return None
    bad = int(fine.argmin())
    if not begins[bad]:
        return int(where[bad]), False
    begin = bad - bad % 2
    while pairs[begin] and begin > 1:
        begin -= 2
    return int(where[begin]), True


def _stray(text: Text, position: int, opens: bool) -> ValueError:
    line = text.line_of(position)
    if opens:
        return ValueError(
            f"{text.name}: line {line} has an opening quote, but no closing quote "
            "before the next separator: add the closing quote, or pass quotes=False "
            "if quotes are part of labels"
        )
    return ValueError(
        f"{text.name}: line {line} has a quote inside a field: double the quote, and "
        'enclose the field in quotes, as in "5"" pipe", or pass quotes=False if quotes '
        "are part of labels"
    )


def _enclose_separators(text: Text, layout: Layout) -> bool:
    """Whether quotes enclose a separator or a line end, in a well-formed file."""
    data = np.frombuffer(text.data, np.uint8)
    quotes = np.flatnonzero(data == QUOTE)
    edges = np.flatnonzero(np.isin(data, np.frombuffer(edges_of(layout), np.uint8)))
    return bool((np.searchsorted(quotes, edges) % 2).any())


def _has_doubled(text: Text, layout: Layout) -> bool:
    """Whether an enclosed label has a quote, which is doubled."""
    inner = rb'[^"\s' + re.escape(edges_of(layout)) + b"]"
    return re.search(inner + b'""|""' + inner, text.data) is not None


def _has_even_rows(data: bytes, layout: Layout) -> bool:
    """Whether all lines have the same number of fields if quotes enclose nothing."""
    signs = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(np.isin(signs, np.frombuffer(b"\r\n", np.uint8)))
    bounds = np.concatenate([[-1], ends, [len(signs)]])
    filled = np.diff(bounds) > 1
    separators = np.flatnonzero(signs == ord(layout.separator))
    counts = np.diff(np.searchsorted(separators, bounds))[filled]
    return len(counts) > 0 and bool((counts == counts[0]).all())


def of_columns(text: Text, layout: Layout, start: int, places: list[int]) -> Layout:
    """Return the layout with what the quotes around the labels of some columns mean.

    Raises
    ------
    ValueError
        If a column has labels with quotes around them, and labels without.
    """
    signs = np.frombuffer(text.data, np.uint8)[start:]
    edges = np.flatnonzero(np.isin(signs, np.frombuffer(edges_of(layout), np.uint8)))
    edges = np.concatenate([[-1], edges, [len(signs)]])
    quotes = np.flatnonzero(signs == QUOTE)
    field = np.searchsorted(edges, quotes) - 1
    begins = quotes[quotes == edges[field] + 1]
    field = np.searchsorted(edges, begins) - 1
    last = edges[field + 1] - 1
    whole = (last > begins) & (signs[last] == QUOTE)
    is_end = np.ones(len(edges), bool)
    is_end[1:-1] = signs[edges[1:-1]] != ord(layout.separator)
    ends = edges[is_end]
    n_rows = int((np.diff(ends) > 1).sum())
    first_of_row = np.flatnonzero(is_end)
    column = field - first_of_row[np.searchsorted(first_of_row, field, "right") - 1]
    encloses = False
    for place in places:
        loose = begins[(column == place) & ~whole]
        if layout.separator == "," and len(loose):
            raise _stray(text, start + int(loose[0]), opens=True)
        here = whole & (column == place)
        n = int(here.sum())
        if 0 < n < n_rows:
            at = int(begins[here][0])
            label = bytes(signs[at : last[here][0] + 1]).decode()
            raise ValueError(
                f"{text.name}: line {text.line_of(start + at)} has quotes around "
                f"{shown(label, 40)}, and other lines have none in column "
                f"'{place + 1}': pass quotes=True if quotes only enclose labels, or "
                "quotes=False if they are part of labels"
            )
        encloses = encloses or n > 0
    if not encloses:
        return layout._replace(quoting="none")
    if not encloses_fields(text.data[start:], layout):
        bad = _first_stray(text, layout)
        if bad is not None:
            raise _stray(text, *bad)
    return layout._replace(quoting="all")
