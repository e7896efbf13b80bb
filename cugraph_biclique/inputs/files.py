# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge files of all formats as pandas frames, for Python and for a shell."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pandas as pd

from cugraph_biclique.inputs import baskets, list_readings
from cugraph_biclique.inputs.columns import pick
from cugraph_biclique.inputs.comments import (
    refuse_doubtful_comments,
    without_comments,
    without_first,
)
from cugraph_biclique.inputs.json_lines import read_json_lines
from cugraph_biclique.inputs.matrix_market import read_matrix
from cugraph_biclique.inputs.options import (
    Options,
    check,
    refuse_counts,
    refuse_rows,
)
from cugraph_biclique.inputs.parquet_edges import read_parquet
from cugraph_biclique.inputs.parts import Part, as_frame, joined
from cugraph_biclique.inputs.recognition import (
    FIMI,
    JSONL,
    LAYOUTS,
    LISTS,
    MATRIX,
    PARQUET,
    described,
    format_of,
    recognised,
    separator_of,
    with_separator,
)
from cugraph_biclique.inputs.sources import PathLike, Readable, content_of, sources
from cugraph_biclique.inputs.text_bytes import (
    Text,
    shown,
    text_of,
    unpacked,
    without_packing,
)
from cugraph_biclique.inputs.text_edges import read_text_edges
from cugraph_biclique.inputs.text_rows import Layout, count_of

logger = logging.getLogger(__name__)


class Found(NamedTuple):
    """Edges, and one line that says how their file was read."""

    columns: Any  # a pandas frame, or an Arrow table
    report: str
    typed: bool = False  # whether the file tells numbers and text apart

    def noting(self, notes: Iterable[str]) -> Found:
        """The same edges, and more to say."""
        return self._replace(report="; ".join([self.report, *notes]))


def read_edges(
    path: PathLike | Readable | Sequence[PathLike | Readable],
    left: str | None = None,
    right: str | None = None,
    *,
    format: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    text_ids: bool = False,
    skip_lines: int | None = None,
    comments: str | None = None,
    quotes: bool | None = None,
    counts: bool | None = None,
) -> pd.DataFrame:
    """Read the edges of a bipartite graph from files of any common format.

    The name and the content of a file show its format, its separator, and whether it
    has a header. One line of the log (logger ``cugraph_biclique``, level INFO) says
    what was recognised, and what was skipped. A file that can be read in two ways is an
    error, which names the argument that decides.

    Ids come back as the file has them. A column of integers, each written as Python
    writes it, gives 64-bit integers; any other column gives text, such as ``007``.

    Parameters
    ----------
    path : str, os.PathLike, open file, or list of them
        One file, several files, or a pattern such as ``"part-*.csv"``: CSV, TSV and
        other separated text; blank-separated edge lists such as those of SNAP, with
        comment lines after ``#`` or ``%``; KONECT files ``out.*``; ratings of
        MovieLens; FIMI baskets, one basket per line; adjacency lists; sparse
        MatrixMarket files; JSON lines; Parquet files, and folders of them. Text may be
        compressed by gzip, bzip2, xz or zstd. An open file is read from its position
        on.
    left, right : str, optional
        Names of the two columns, required if there are more than two. Columns without
        names are called by number: ``"1"``, ``"2"``, ...
    format : str, optional
        ``"csv"``, ``"tsv"``, ``"txt"``, ``"konect"``, ``"fimi"``, ``"adjacency"``,
        ``"matrixmarket"``, ``"jsonl"`` or ``"parquet"``.
    delimiter : str, optional
        Characters between two fields of a text file; ``" "`` stands for any blanks.
    header : bool, optional
        Whether the first line of a text file holds column names.
    text_ids : bool, optional
        Whether ids of a text file are text, even if all of them are integers.
    skip_lines : int, optional
        Number of lines at the beginning of a text file that are not read. With 0, the
        first line is not taken as the sizes of the graph, either.
    comments : str, optional
        The sign that begins a comment line, or ``"none"``.
    quotes : bool, optional
        Whether quotes around a label only enclose it, or are part of it.
    counts : bool, optional
        Whether each basket, or each list of neighbours, begins with its length.

    Returns
    -------
    pandas.DataFrame
        One edge per row, in file order: the left column, then the right one. Columns
        have the names of the header; without one, ``left`` and ``right``, ``basket``
        (the line number, from 1) and ``item``, or ``row`` and ``column`` (from 1).

    Raises
    ------
    FileNotFoundError
        If there is no such file, or no file matches a pattern.
    ImportError
        If a Parquet file is read, and pyarrow is not installed.
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If the content is malformed or ambiguous; the message names the file and, if it
        is text, the line. If several files have labels of different types.

    Notes
    -----
    The time and the memory are linear in the size of the files.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "ratings.dat")
    >>> _ = file.write_text("7::31::5::978300760\\n7::66::3::978302109\\n")
    >>> read_edges(file)
       left  right
    0     7     31
    1     7     66
    """
    options = Options(
        left,
        right,
        format,
        delimiter,
        header,
        text_ids,
        skip_lines,
        comments,
        quotes,
        counts,
    )
    frame, reports = read_files(path, options)
    for report in reports:
        logger.info("%s", report)
    return frame


def read_files(
    path: PathLike | Readable | Sequence[PathLike | Readable], options: Options
) -> tuple[pd.DataFrame, list[str]]:
    """Read the edges of all files, and say in one line per file how it was read."""
    check(options)
    found = []
    for source in list(sources(path)):
        if isinstance(source, Path):
            found.append((str(source), _read(source, options)))
        else:
            name, data = content_of(source)
            found.append((name, _read_bytes(name, data, options)))
    return _joined(found)


def read_stream(
    name: str, stream: BinaryIO, options: Options
) -> tuple[pd.DataFrame, list[str]]:
    """Read the edges of a stream like `read_files`; `name` is for error messages."""
    check(options)
    return _joined([(name, _read_bytes(name, stream.read(), options))])


def _joined(parts: list[tuple[str, Found]]) -> tuple[pd.DataFrame, list[str]]:
    """The edges of all files, one after the other."""
    reports = [found.report for _, found in parts]
    first_name, first = parts[0]
    if len(parts) == 1:
        whole = first.columns
        return whole if isinstance(whole, pd.DataFrame) else as_frame(whole), reports
    names = _names(first)
    for name, found in parts[1:]:
        if set(_names(found)) != set(names):
            if found.typed or first.typed:
                raise ValueError(
                    f"{name} has the columns {_spoken(found)}, but {first_name} has "
                    f"{_spoken(first)}: give all files the same columns"
                )
            raise ValueError(
                f"{name} has the columns {_spoken(found)}, but {first_name} has "
                f"{_spoken(first)}: give all files the same header, or pass "
                "header=False if none has one"
            )
    if names == baskets.NAMES:
        (name, n), *_ = Counter(name for name, _ in parts).most_common(1)
        if n > 1:
            raise ValueError(f"{name} is named {n} times: pass each file once")
        raise ValueError(
            f"{parts[1][0]} and {first_name} have baskets with the same line numbers: "
            "join the files to one file first"
        )
    same = [_in_order(name, found, first_name, names) for name, found in parts]
    return joined(same), reports


def _in_order(name: str, found: Found, first: str, names: list[str]) -> Part:
    """The columns of a file in the order of the first file."""
    columns = found.columns
    if _names(found) != names:
        columns = (
            columns[names]
            if isinstance(columns, pd.DataFrame)
            else columns.select(names)
        )
    return Part(name, columns, found.typed)


def _names(found: Found) -> list[str]:
    columns = found.columns
    if isinstance(columns, pd.DataFrame):
        return list(columns.columns)
    return list(columns.column_names)


def _spoken(found: Found) -> str:
    """Names of the columns, for error messages."""
    return " and ".join(shown(name, 30) for name in _names(found))


def _read(path: Path, options: Options) -> Found:
    name = str(path)
    if path.is_dir():
        if next(path.rglob("*.parquet"), None) is None:
            raise ValueError(
                f"{path} is a folder without .parquet files: pass the names of its "
                f"files, or a pattern such as {str(path / '*.csv')!r}"
            )
        return _parquet(name, path, options)
    if path.is_file():
        with path.open("rb") as file:
            start = file.read(4)
        named = options.format or format_of(name, start)
        if named == PARQUET and without_packing(name) == name:
            return _parquet(name, path, options)
    return _read_bytes(name, path.read_bytes(), options)


def _read_bytes(name: str, data: bytes, options: Options) -> Found:
    data = unpacked(name, data)
    kind = options.format or format_of(name, data)
    if kind == PARQUET:
        return _parquet(name, data, options)
    text = text_of(name, data)
    if kind == JSONL:
        refuse_rows(name, "JSON", options)
        frame, what = read_json_lines(
            text, options.left, options.right, options.text_ids
        )
        return _found(name, what, frame)._replace(typed=True)
    if kind == MATRIX:
        refuse_rows(name, "MatrixMarket", options)
        frame, what = read_matrix(text, options.text_ids)
        return _chosen(name, what, frame, options)
    return _read_text(text, kind, options)


def _read_text(text: Text, kind: str, options: Options) -> Found:
    text, notes = without_first(text, options.skip_lines)
    if kind in LISTS:
        return _read_lists(text, kind, options).noting(notes)
    separator = separator_of(options.delimiter)
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
        return _found(text.name, f"{split}, a header", edges.frame).noting(notes)
    left, right = (f"column {place + 1}" for place in edges.places)
    report = f"{text.name}: {split}, no header, left is {left}, right is {right}"
    return Found(edges.frame, report).noting(notes)


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
    if separator is None:
        separator = list_readings.separator_of_lists(bare.text)
    if options.comments is None:
        least = 1 if kind == FIMI else 2
        refuse_doubtful_comments(bare, Layout(" ", marks), least)
    lists = baskets.read_lists(bare.text, separator, options.text_ids)
    if options.counts is None or not kind:
        list_readings.refuse_several_readings(lists, kind or None)
    counts = bool(options.counts)
    what = ", after their number" if counts else ""
    if kind == FIMI:
        frame = baskets.baskets_of(lists, counts, options.text_ids)
        found = _chosen(text.name, f"one basket per line{what}", frame, options)
        return found.noting(bare.notes)
    frame, alone = baskets.neighbours_of(lists, counts, options.text_ids)
    notes = [f"{count_of(alone, 'line')} without neighbours"] if alone else []
    found = _chosen(
        text.name, f"one vertex and its neighbours per line{what}", frame, options
    )
    return found.noting([*bare.notes, *notes])


def _parquet(name: str, source: Path | bytes, options: Options) -> Found:
    refuse_rows(name, "Parquet", options)
    if options.text_ids:
        raise ValueError(
            f"text_ids=True applies only to text files, and {name} is Parquet, whose "
            "columns have types: leave text_ids out"
        )
    table, note = read_parquet(name, source, options.left, options.right)
    left, right = (shown(column, 30) for column in table.column_names)
    report = f"{name}: Parquet, left is {left}, right is {right}"
    return Found(table, report, typed=True).noting([note] * bool(note))


def _chosen(name: str, what: str, frame: pd.DataFrame, options: Options) -> Found:
    """The two columns of a format that names them itself, in the order asked for."""
    places = pick(name, list(frame.columns), options.left, options.right)
    return _found(name, what, frame.iloc[:, list(places)])


def _found(name: str, what: str, frame: pd.DataFrame) -> Found:
    left, right = (shown(str(column), 30) for column in frame.columns)
    return Found(frame, f"{name}: {what}, left is {left}, right is {right}")
