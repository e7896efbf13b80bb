# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a caller says about files of edges, and which formats each option applies to."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from cugraph_biclique.arguments import switch
from cugraph_biclique.inputs.files.comments import NO_COMMENTS
from cugraph_biclique.inputs.files.recognition import FORMATS, LISTS, separator_of
from cugraph_biclique.inputs.files.unread_formats import advice_for


class Options(NamedTuple):
    """What a caller says about the files; None for what they show themselves."""

    left: str | None = None
    right: str | None = None
    format: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    text_ids: bool = False
    skip_lines: int | None = None
    comments: str | None = None
    quotes: bool | None = None
    counts: bool | None = None


# Options that are True, False or, if the file decides, None; and what they mean.
SWITCHES = {
    "header": "pass header=True if the first line holds column names, or header=False",
    "quotes": "pass quotes=True if quotes only enclose a label, or quotes=False if "
    "they are part of it",
    "counts": "pass counts=True if each list begins with its length, or counts=False",
}
TEXT_IDS = "pass text_ids=True if all ids are text, or leave text_ids out"


def checked(options: Options) -> Options:
    """Return the options, with Booleans of Python. Raise an error for a value that no
    file could have."""
    if options.format is not None and options.format not in FORMATS:
        if advice := advice_for(str(options.format)):
            raise ValueError(f"format={advice}")
        raise ValueError(
            f"format={options.format!r} is not known: pass one of "
            f"{', '.join(map(repr, FORMATS))}, or leave format out"
        )
    for name, column in (("left", options.left), ("right", options.right)):
        if column is not None and not isinstance(column, str):
            raise TypeError(
                f"{name} must be the name of a column as text, not "
                f"{type(column).__name__}: pass {str(column)!r}, for example"
            )
    separator_of(options.delimiter)
    lines = options.skip_lines
    if lines is not None and (
        isinstance(lines, bool) or not isinstance(lines, int) or lines < 0
    ):
        raise ValueError(
            f"skip_lines={lines!r} is not a number of lines: pass 0 or more"
        )
    marks = options.comments
    if marks is not None and (
        not isinstance(marks, str)
        or (marks != NO_COMMENTS and not re.fullmatch(r'(?:[^\w\s"]+|\w)', marks))
    ):
        raise ValueError(
            f"comments={marks!r} cannot begin comments: pass 'none', or the sign that "
            "begins a comment line, such as '#'"
        )
    switches: dict[str, Any] = {
        name: switch(name, value, f": {advice}")
        for name, advice in SWITCHES.items()
        if (value := getattr(options, name)) is not None
    }
    text_ids = switch("text_ids", options.text_ids, f": {TEXT_IDS}")
    return options._replace(text_ids=text_ids, **switches)


ROWS = ("header", "delimiter", "quotes", "skip_lines", "comments")


def refuse_rows(
    name: str, kind: str, options: Options, names: tuple[str, ...] = ROWS
) -> None:
    """Raise an error for an option that applies only to text in rows of fields."""
    for option in names:
        value = getattr(options, option)
        if value is not None:
            raise ValueError(
                f"{option}={value!r} applies only to rows of fields, and {name} is "
                f"{kind}: leave it out"
            )


def refuse_counts(name: str, kind: str, options: Options) -> None:
    """Raise an error for lists whose lengths are told, if a file has no lists."""
    if options.counts is not None and options.format not in LISTS:
        raise ValueError(
            f"counts={options.counts} applies only to format='fimi' and "
            f"format='adjacency', and {name} is {kind}: leave it out"
        )
