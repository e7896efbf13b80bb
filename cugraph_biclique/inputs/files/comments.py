# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Lines of text files that are not read: comments, and the first lines on request."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from cugraph_biclique.inputs.files.text_bytes import LINE_END, Text, shown
from cugraph_biclique.inputs.files.text_rows import BLANK, BLANKS, Layout, rows
from cugraph_biclique.inputs.files.values import NUMBER, count_of

NO_COMMENTS = "none"  # what a caller passes if no line is a comment
HEAD = 1 << 16  # bytes that show what separates the fields
SAMPLE = 1000  # rows that show whether the first column holds numbers


class Bare(NamedTuple):
    """A text without comments, whose lines have the numbers of the file."""

    text: Text
    original: Text
    marks: str
    n_comments: int = 0

    @property
    def notes(self) -> list[str]:
        """What the report says of the comments."""
        n = self.n_comments
        return [f"{count_of(n, 'comment line')} skipped"] if n else []


def without_first(text: Text, n: int | None) -> tuple[Text, list[str]]:
    """Blank out the first lines of a file, and say so.

    Raises
    ------
    ValueError
        If the file has fewer lines.
    """
    if not n:
        return text, []
    ends = [end.end() for end in islice(LINE_END.finditer(text.data), n)]
    last = len(text.data) if len(ends) == n - 1 else None
    if last is not None and last > (ends[-1] if ends else 0):
        ends.append(last)
    if len(ends) < n:
        raise ValueError(
            f"skip_lines={n} is more than the {count_of(len(ends), 'line')} of "
            f"{text.name}: pass fewer"
        )
    left = b"\n" * n + text.data[ends[-1] :]
    told = "line" if n == 1 else f"{n} lines"
    return text._replace(data=left), [f"the first {told} skipped"]


def without_comments(text: Text, marks: str, option: str | None = None) -> Bare:
    """Blank out comments, as the format or the caller tells them."""
    if option is not None:
        marks = "" if option == NO_COMMENTS else option
    if not any(mark.encode() in text.data for mark in marks):
        return Bare(text, text, marks)
    bare, n = _comment(marks).subn(rb"\1", text.data)
    return Bare(text._replace(data=bare), text, marks, n)


def _comment(marks: str) -> re.Pattern[bytes]:
    each = b"|".join(re.escape(mark.encode()) for mark in marks)
    return re.compile(rb"((?:\A|[\r\n])[ \t]*)((?:" + each + rb")[^\r\n]*)")


def refuse_doubtful_comments(bare: Bare, layout: Layout, least: int = 0) -> None:
    """Raise an error for a comment that could be an edge whose label has the mark.

    It has as many fields as an edge, and the first column holds other labels than
    numbers. In front of the edges, a blank behind the mark shows a comment.

    Parameters
    ----------
    bare : Bare
        The file; its marks are those of the format, not of the caller.
    layout : Layout
        The layout of its rows.
    least : int, optional
        If rows may have any number of fields: how many make an edge.
    """
    if not bare.n_comments:
        return
    sample = list(islice(rows(bare.text, layout), SAMPLE))
    width = len(sample[0].fields) if sample else 0
    begin = sample[0].line if sample else sys.maxsize
    prose = ("", " ", *bare.marks, *("\t" * (not _is_split_by_tabs(bare, layout))))
    found: list[tuple[int, str]] = []
    for position, content in _comments(bare):
        line = bare.original.line_of(position)
        if content[1:2] in prose and line < begin:
            continue
        fields = _fields(content, layout)
        n = len(fields)
        matches = n > 1 if layout.ignores_columns or not sample else n == width
        if n >= least if least else matches:
            found.append((line, content))
            break
    if found and sample and all(NUMBER.fullmatch(row.fields[0]) for row in sample):
        if len(sample) < SAMPLE or not _begins_with_word(bare.text, layout):
            return
    if found:
        line, content = found[0]
        begins = {content[0] for _, content in _comments(bare)}
        marks = "".join(mark for mark in bare.marks if mark in begins)
        raise ValueError(
            f"{bare.text.name}: line {line}, {shown(content)}, could be a comment or "
            f"an edge: pass comments={marks!r} or comments='none'"
        )


def _is_split_by_tabs(bare: Bare, layout: Layout) -> bool:
    """Whether tabs, and no spaces, separate the fields."""
    if layout.is_table:
        return layout.separator == "\t"
    start = bare.text.data[:HEAD]
    return b"\t" in start and b" " not in start.strip()


def _begins_with_word(text: Text, layout: Layout) -> bool:
    """Whether the first field of any line is no number."""
    end = re.escape(layout.shown.encode()) if layout.is_table else rb"[ \t]"
    number = NUMBER.pattern.encode() + rb"[ \t]*(?:" + end + rb"|[\r\n]|\Z)"
    word = rb"(?:\A|[\r\n])[ \t]*+(?!" + number + rb")[^\r\n]"
    return re.search(word, text.data) is not None


def _comments(bare: Bare) -> Iterator[tuple[int, str]]:
    data = bare.original.data
    last = max(data.rfind(mark.encode()) for mark in bare.marks)
    # Most files have comments only at their beginning: the rest is not searched.
    ends = [e for e in (data.find(b"\n", last), data.find(b"\r", last)) if e >= 0]
    for found in _comment(bare.marks).finditer(data, 0, min(ends, default=len(data))):
        yield found.start(2), found[2].decode().rstrip(BLANK)


def _fields(content: str, layout: Layout) -> list[str]:
    if layout.is_table:
        return content.split(layout.shown)
    return BLANKS.split(content)
