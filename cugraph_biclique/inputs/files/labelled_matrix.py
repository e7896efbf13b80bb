# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Labelled biadjacency matrices in text files: rows of labels and of zeros and ones.

The first line has the labels of the columns, below an empty field, a name, or, as R
writes it, nothing. Every other line has the label of its row, and one entry per column.
"""

from __future__ import annotations

import csv
import io
import re
from itertools import islice
from typing import NamedTuple, NoReturn

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.blanks import without_blanks
from cugraph_biclique.inputs.files.quotes import with_quotes
from cugraph_biclique.inputs.files.recognition import with_separator
from cugraph_biclique.inputs.files.text_bytes import Text, shown
from cugraph_biclique.inputs.files.text_edges import MOVIELENS
from cugraph_biclique.inputs.files.text_rows import Layout, Row, line_of, rows
from cugraph_biclique.inputs.files.values import (
    NUMBER,
    PLAIN,
    count_of,
    edges_of_ids,
    repeated,
)

NAMES = ["row", "column"]
SEPARATORS = ",", ";", "\t", " "  # tabs may be beside the others
OWN = {"csv": ",", "tsv": "\t"}  # the separator that a name promises
SAMPLE = 1 << 16  # bytes at the beginning of a file that show whether it is a matrix
LINES = 1000  # lines of the sample, at most
BITS = frozenset("01")
TRUE, FALSE = ("True", "TRUE", "true", "T"), ("False", "FALSE", "false", "F")
WORDS = frozenset({*TRUE, *FALSE})
QUOTED_OR_BLANKS = re.compile(rb'("[^"\r\n]*")|[ \t]+')


class Shape(NamedTuple):
    """How a matrix is written."""

    text: Text  # without blanks around fields; with tabs if blanks separate quotes
    layout: Layout
    header: Row
    removed: bool  # whether there were blanks around fields
    corner: str | None  # the field above the labels of the rows; None if there is none

    @property
    def columns(self) -> list[str]:
        """Labels of the columns."""
        return self.header.fields[self.corner is not None :]


def shape_of(text: Text, kind: str, separator: str | None) -> Shape | None:
    """How a file is written if it could be a matrix, by its first two lines."""
    if separator is not None:
        candidates: tuple[str, ...] = (separator,)
    else:
        candidates = OWN.get(kind, ""), *SEPARATORS
    for each in filter(None, candidates):
        if _head(*_laid_out(sample(text), each)[:2]) is None:
            continue
        bare, layout, removed = _laid_out(text, each)
        if (head := _head(bare, layout)) is not None:
            header, first = head
            gap = len(first.fields) - len(header.fields)
            corner = None if gap else header.fields[0]
            return Shape(bare, layout, header, removed, corner)
    return None


def _head(text: Text, layout: Layout) -> list[Row] | None:
    """The first two rows, if they could be those of a matrix."""
    head = list(islice(rows(text, layout), 2))
    if len(head) < 2:
        return None
    header, first = head
    gap = len(first.fields) - len(header.fields)
    return head if gap in (0, 1) and len(first.fields) > 1 else None


def _laid_out(text: Text, separator: str) -> tuple[Text, Layout, bool]:
    """A text without blanks around its fields, its layout, and whether it had any."""
    text, layout = with_separator(text, separator, "")
    if separator == " " and b'"' in text.data:
        # R writes quoted labels, which only separators other than blanks may have.
        tabs = QUOTED_OR_BLANKS.sub(lambda found: found[1] or b"\t", text.data)
        text, layout = text._replace(data=tabs), Layout("\t")
    try:
        if with_quotes(text, layout, None).quoting == "none":
            layout = layout._replace(quoting="none")  # all quotes are within labels
    except ValueError:
        pass  # a quote that does not end is part of a row that is refused
    bare, removed = without_blanks(text, layout)
    return bare, layout, removed


def is_matrix(text: Text, kind: str, separator: str | None) -> bool:
    """Whether a file is a matrix, by a `sample` of it, without comments.

    It is one if its entries are words, if a field above the labels is missing or empty,
    or if labels are no integers and there are three columns of zeros and ones.

    Raises
    ------
    ValueError
        If two of its columns could also hold edges.
    """
    shape = shape_of(text, kind, separator)
    if shape is None or len(shape.columns) < 2:
        return False
    below = list(islice(rows(shape.text, shape.layout), 1, LINES))
    labels = [row.fields[0] for row in below]
    width = len(shape.columns) + 1
    entries = {entry for row in below for entry in row.fields[1:]}
    if any(len(row.fields) != width for row in below) or not all(labels):
        return False
    if any(len(set(names)) < len(names) for names in (labels, shape.columns)):
        return False
    if not all(shape.columns) or BITS.issuperset(shape.columns):
        return False
    if entries <= WORDS:
        return True
    numbered = all(map(PLAIN.fullmatch, labels))
    if not shape.layout.is_table and all(map(PLAIN.fullmatch, shape.columns)):
        return False  # baskets, or edges with weights
    if not entries <= BITS:
        if shape.corner is None or not all(map(NUMBER.fullmatch, entries)):
            return False
        if shape.corner and any(map(NUMBER.fullmatch, shape.columns)):
            return False
        if all(map(float, entries)):  # a matrix of counts has zeros
            return False
    elif shape.corner:
        if not numbered and width > 3:
            return True
    elif width > 3 or not _are_counted(labels):
        return True
    if [shape.corner, shape.columns[0]] == MOVIELENS:
        return False
    raise _ambiguous(shape)


def _are_counted(labels: list[str]) -> bool:
    """Whether labels are the numbers of rows, as pandas and R write beside edges."""
    starts = range(2)
    return any(labels == [str(s + n) for n in range(len(labels))] for s in starts)


def sample(text: Text) -> Text:
    """The first whole lines of a file."""
    if len(text.data) <= SAMPLE:
        return text
    # A line of a wide matrix may be longer than a sample.
    second = text.data.find(b"\n", text.data.find(b"\n") + 1)
    end = text.data.rfind(b"\n", 0, max(SAMPLE, second) + 1)
    return text._replace(data=text.data[: end + 1]) if end >= 0 else text


def _ambiguous(shape: Shape) -> ValueError:
    """Make the error for a file that could be a matrix, or edges in two columns."""
    columns = [shape.corner or "", *shape.columns]
    names = ", ".join(shown(column, 30) for column in columns[:8])
    more = ", ..." * (len(columns) > 8)
    edges = "name the two that hold the edges with left and right"
    if shape.corner is None:
        edges = f"begin line {shape.header.line} with a separator and {edges}"
    return ValueError(
        f"{shape.text.name} has {len(columns)} columns, {names}{more}, and could be a "
        "labelled matrix, or edges in two of its columns: pass format='matrix' if each "
        f"column is a right vertex, or {edges}"
    )


def read_labelled_matrix(
    text: Text, kind: str, separator: str | None = None, text_ids: bool = False
) -> tuple[pd.DataFrame, str]:
    """Read the entries that are not 0 or False as edges, and say what was recognised.

    Raises
    ------
    ValueError
        If the lines are no labelled matrix, a label is missing or repeated, or an entry
        is neither a number nor a truth value.
    """
    shape = shape_of(text, kind, separator)
    if shape is None:
        raise ValueError(
            f"{text.name} is no labelled matrix: begin the first line with an empty "
            "field and the labels of the columns, and every other line with the label "
            "of its row, or pass the separator of the file as delimiter"
        )
    columns, width = shape.columns, len(shape.columns) + 1
    _check_columns(text.name, shape)
    frame = _parsed(shape, width)
    if frame is None:
        _refuse(shape, width)
    labels = frame[0].tolist()
    if (pair := repeated(labels)) is not None:
        _refuse_repeated(shape, labels[pair[0]])
    values = frame.iloc[:, 1:].to_numpy()
    entries = values != 0
    left = shape.corner if shape.corner not in (None, "", NAMES[1]) else NAMES[0]
    what = f"labelled matrix, {count_of(len(labels), 'row')}, "
    what += count_of(len(columns), "column")
    if (entries & (values != 1)).any():
        what += ", entries other than 0 are edges"
    if shape.removed:
        what += ", blanks around fields removed"
    names, sides = [left, NAMES[1]], (labels, columns)
    lefts, rights = np.nonzero(entries)
    return edges_of_ids(names, sides, (lefts, rights), what, text_ids, NAMES)


def _check_columns(name: str, shape: Shape) -> None:
    line = line_of(shape.header, shape.layout)
    if not all(shape.columns):
        raise ValueError(
            f"{name}: {line} has an empty label of a column: give each column a label"
        )
    if (pair := repeated(shape.columns)) is not None:
        raise ValueError(
            f"{name}: {line} repeats the label {shown(shape.columns[pair[0]])}: give "
            "each column its own label"
        )


def _parsed(shape: Shape, width: int) -> pd.DataFrame | None:
    """All rows below the header, or None if one of them is malformed."""
    layout = shape.layout
    try:
        frame = pd.read_csv(
            io.BytesIO(shape.text.data),
            sep=layout.separator if layout.is_table else r"\s+",
            header=None,
            names=range(width),
            index_col=False,
            skiprows=shape.header.last_line,
            dtype={0: str},
            true_values=list(TRUE),
            false_values=list(FALSE),
            quoting=csv.QUOTE_MINIMAL if layout.quotes else csv.QUOTE_NONE,
            keep_default_na=False,
            na_values=[""],
            low_memory=False,
            on_bad_lines="error",
        )
    except (ValueError, pd.errors.ParserError, pd.errors.ParserWarning):
        return None
    if frame.isna().to_numpy().any():
        return None
    fine = all(frame[place].dtype.kind in "biuf" for place in range(1, width))
    return frame if fine and _has_width(shape, frame, width) else None


def _has_width(shape: Shape, frame: pd.DataFrame, width: int) -> bool:
    """Whether the first row has no more fields than others, which pandas ignores."""
    first = next(islice(rows(shape.text, shape.layout), 1, None))
    return len(first.fields) == width and len(frame) > 0


def _refuse(shape: Shape, width: int) -> NoReturn:
    """Raise the error for the first row that is malformed."""
    for row in islice(rows(shape.text, shape.layout), 1, None):
        where = f"{shape.text.name}: {line_of(row, shape.layout)}"
        if len(row.fields) != width:
            raise ValueError(
                f"{where} has {count_of(len(row.fields), 'field')}, but a row has "
                f"{width}, its label and one entry for each column: give all rows the "
                "same number of fields"
            )
        if not row.fields[0]:
            raise ValueError(f"{where} has no label: begin the line with a label")
        for entry, column in zip(row.fields[1:], shape.columns, strict=True):
            if not (NUMBER.fullmatch(entry) or entry in WORDS):
                raise ValueError(
                    f"{where} has {shown(entry, 30)} in column {shown(column, 30)}, "
                    "but an entry of a matrix must be 0 (no edge), another number (an "
                    "edge), True or False: correct it"
                )
    raise ValueError(
        f"{shape.text.name} has both numbers and the words True and False in a column: "
        "write all entries as 0 and 1"
    )


def _refuse_repeated(shape: Shape, label: str) -> NoReturn:
    """Raise the error for a label that two rows have."""
    found = [row for row in rows(shape.text, shape.layout) if row.fields[0] == label]
    first, second = [row for row in found if row.line != shape.header.line][:2]
    raise ValueError(
        f"{shape.text.name}: line {second.line} repeats the label {shown(label)} of "
        f"line {first.line}: give each row its own label"
    )
