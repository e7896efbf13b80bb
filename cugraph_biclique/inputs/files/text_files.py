# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Text files in rows of fields: lists of edges, lists of ids, and labelled matrices."""

from __future__ import annotations

from itertools import islice

from cugraph_biclique.inputs.files import baskets, list_readings, list_starts
from cugraph_biclique.inputs.files.comments import (
    refuse_doubtful_comments,
    without_comments,
    without_first,
)
from cugraph_biclique.inputs.files.found import Found, chosen, found_in
from cugraph_biclique.inputs.files.labelled_matrix import (
    is_matrix,
    read_labelled_matrix,
    sample,
)
from cugraph_biclique.inputs.files.options import Options, refuse_counts, refuse_rows
from cugraph_biclique.inputs.files.recognition import (
    ADJACENCY,
    FIMI,
    LABELLED,
    LAYOUTS,
    LISTS,
    described,
    format_of,
    recognised,
    separator_of,
    with_separator,
)
from cugraph_biclique.inputs.files.text_bytes import Text
from cugraph_biclique.inputs.files.text_edges import read_text_edges
from cugraph_biclique.inputs.files.text_rows import Layout, rows
from cugraph_biclique.inputs.files.values import count_of

MAY_BE_LABELLED = "csv", "tsv", ""
SAMPLE = 1000  # rows that show whether quotes enclose labels


def read_text(text: Text, kind: str, options: Options) -> Found:
    """Read edges, lists, or a labelled matrix; `kind` is empty if no name tells it."""
    text, notes = without_first(text, options.skip_lines)
    if kind in LISTS:
        return _read_lists(text, kind, options).noting(notes)
    separator = separator_of(options.delimiter)
    if (matrix := _labelled(text, kind, separator, options)) is not None:
        return matrix.noting(notes)
    named = LAYOUTS.get(kind or "txt", LAYOUTS["txt"])
    bare = without_comments(text, named.marks, options.comments)
    notes += bare.notes
    if separator is not None:
        text, layout = with_separator(bare.text, separator, named.marks)
        layout = layout._replace(ignores_columns=named.ignores_columns)
    elif options.format or kind == "konect":
        text, layout = bare.text, named
    else:
        text, known = recognised(bare.text, kind, options.quotes)
        if known is None:
            return _read_lists(bare.original, "", options)
        layout = known
    if options.comments is None:
        refuse_doubtful_comments(bare, layout)
    refuse_counts(text.name, "a list of edges", options)
    if options.quotes and not layout.quotes:  # quotes there are part of labels
        split = f"split by {described(text, layout)}"
        refuse_rows(text.name, split, options, ("quotes",))
    if options.quotes is None and not layout.quotes:
        _refuse_enclosed(text, layout)
    edges = read_text_edges(
        text,
        layout,
        options.left,
        options.right,
        options.header,
        options.text_ids,
        options.quotes,
        None if options.skip_lines is None else False,
    )
    split = f"fields split by {described(text, layout)}"
    notes += edges.notes
    if edges.header:
        return found_in(text.name, f"{split}, a header", edges.frame).noting(notes)
    left, right = (f"column {place + 1}" for place in edges.places)
    report = f"{text.name}: {split}, no header, left is {left}, right is {right}"
    return Found(edges.frame, report).noting(notes)


def _refuse_enclosed(text: Text, layout: Layout) -> None:
    """Raise an error if quotes enclose all labels of a column, as R writes them, and
    the separator of the file allows no quotes around labels."""
    if b'"' not in text.data:
        return
    below = [row.fields[:2] for row in islice(rows(text, layout), SAMPLE)][1:]
    for place in range(2):
        fields = [row[place] for row in below if len(row) > place]
        if fields and all(
            len(field) > 2 and field[0] == field[-1] == '"' for field in fields
        ):
            raise ValueError(
                f"{text.name}: quotes enclose all labels of column {place + 1}, and "
                "could be a part of them: pass quotes=False if they are, or write the "
                "file with commas between the fields if they are not"
            )


def _labelled(
    text: Text, kind: str, separator: str | None, options: Options
) -> Found | None:
    """Read a labelled matrix; None for other files, and if the caller names columns."""
    named = options.left or options.right or options.header is False
    if kind != LABELLED and (options.format or named or kind not in MAY_BE_LABELLED):
        return None
    if options.header is False:
        raise ValueError(
            f"header=False does not fit {text.name}, a labelled matrix, whose first "
            "line has the labels of the columns: leave it out"
        )
    by_name = format_of(text.name, b"")
    layout = LAYOUTS.get(by_name, LAYOUTS["txt"])
    first = without_comments(sample(text), layout.marks, options.comments)
    if kind != LABELLED and not is_matrix(first.text, by_name, separator):
        return None
    refuse_rows(text.name, "a labelled matrix", options, ("quotes",))
    refuse_counts(text.name, "a labelled matrix", options)
    bare = without_comments(text, layout.marks, options.comments)
    if options.comments is None:
        refuse_doubtful_comments(bare, layout)
    frame, what = read_labelled_matrix(bare.text, by_name, separator, options.text_ids)
    return chosen(text.name, what, frame, options).noting(bare.notes)


def _read_lists(text: Text, kind: str, options: Options) -> Found:
    """Edges of lines with several ids."""
    if options.header:
        raise ValueError(
            f"{text.name} has one basket per line, and no header: leave header out, or "
            "pass format='txt' if each line is an edge"
        )
    refuse_rows(text.name, "a file of lists", options, ("quotes",))
    separator = separator_of(options.delimiter)
    marks = LAYOUTS["txt"].marks if separator in (None, " ") else ""
    bare = without_comments(text, marks, options.comments)
    ended = None
    if kind == ADJACENCY:
        ended = list_starts.without_colons(bare.text, separator)
        bare = bare._replace(text=ended or bare.text)
    if separator is None:
        separator = list_readings.separator_of_lists(bare.text)
    if options.comments is None:
        least = 1 if kind == FIMI else 2
        refuse_doubtful_comments(bare, Layout(" ", marks), least)
    lists = baskets.read_lists(bare.text, separator, options.text_ids)
    if options.skip_lines is None:
        list_starts.refuse_doubtful_start(lists, kind or None, options.header)
    if options.counts is None or not kind:
        list_readings.refuse_several_readings(lists, kind or None)
    counts = bool(options.counts)
    what = ", after their number" if counts else ""
    if kind == FIMI:
        frame = baskets.baskets_of(lists, counts, options.text_ids)
        found = chosen(text.name, f"one basket per line{what}", frame, options)
        return found.noting(bare.notes)
    frame, alone = baskets.neighbours_of(lists, counts, options.text_ids)
    notes = [f"{count_of(alone, 'line')} without neighbours"] if alone else []
    notes += ["the colon behind each vertex removed"] if ended else []
    found = chosen(
        text.name, f"one vertex and its neighbours per line{what}", frame, options
    )
    return found.noting([*bare.notes, *notes])
