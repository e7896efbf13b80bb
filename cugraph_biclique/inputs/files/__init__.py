# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge files of all formats as pandas frames, for Python and for a shell."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import pandas as pd

from cugraph_biclique.inputs.files import baskets
from cugraph_biclique.inputs.files.found import Found, chosen, found_in
from cugraph_biclique.inputs.files.json_lines import read_json_lines
from cugraph_biclique.inputs.files.options import (
    Options,
    checked,
    refuse_counts,
    refuse_rows,
)
from cugraph_biclique.inputs.files.parquet_edges import read_parquet
from cugraph_biclique.inputs.files.parts import Part, as_frame, joined
from cugraph_biclique.inputs.files.recognition import JSONL, PARQUET, format_of
from cugraph_biclique.inputs.files.sources import (
    PathLike,
    Readable,
    content_of,
    sources,
)
from cugraph_biclique.inputs.files.text_bytes import (
    shown,
    text_of,
    unpacked,
    without_packing,
)
from cugraph_biclique.inputs.files.text_files import read_text
from cugraph_biclique.inputs.files.unread_formats import refuse_unread
from cugraph_biclique.inputs.named_columns import READERS

logger = logging.getLogger(__name__)


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
        MovieLens; FIMI baskets, one basket per line; adjacency lists; labelled
        matrices of zeros and ones; sparse MatrixMarket files; formal contexts
        (``.cxt``); gene sets (``.gmt``); two-mode networks of Pajek (``.net``);
        hypergraphs (HIF); JSON lines; Parquet files, and folders of them. Text may be
        compressed by gzip, bzip2, xz or zstd. fsspec reads addresses, such as
        ``"s3://bucket/part-*.csv"``. An open file is read from its position
        on.
    left, right : str, optional
        Names of the two columns, required if there are more than two. Columns without
        names are called by number: ``"1"``, ``"2"``, ...
    format : str, optional
        ``"csv"``, ``"tsv"``, ``"txt"``, ``"konect"``, ``"fimi"``, ``"adjacency"``,
        ``"matrix"`` (with labels), ``"matrixmarket"``, ``"cxt"``, ``"gmt"``,
        ``"pajek"``, ``"hif"``, ``"jsonl"`` or ``"parquet"``.
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
    options = checked(options)
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
    options = checked(options)
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
    reports = [_reported(found, names) for _, found in parts]
    same = [_in_order(name, found, first_name, names) for name, found in parts]
    return joined(same), reports


def _reported(found: Found, names: list[str]) -> str:
    """The report of a file, with the sides that its columns have in the first file."""
    own = _names(found)
    if own == names:
        return found.report
    before, after = (
        "left is {}, right is {}".format(*(shown(name, 30) for name in each))
        for each in (own, names)
    )
    return after.join(found.report.rsplit(before, 1))


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
        refuse_other_folders(path)
        return _parquet(name, path, options)
    if path.is_file():
        with path.open("rb") as file:
            start = file.read(4)
        named = options.format or format_of(name, start)
        if named == PARQUET and without_packing(name) == name:
            return _parquet(name, path, options)
    return _read_bytes(name, path.read_bytes(), options)


def refuse_other_folders(folder: Path) -> None:
    """Raise an error for a folder without Parquet files."""
    if next(folder.rglob("*.parquet"), None) is None:
        endings = sorted(each.suffix for each in folder.iterdir() if each.is_file())
        ending = max(endings, key=endings.count, default=".csv")
        raise ValueError(
            f"{folder} is a folder without .parquet files: pass the names of its "
            f"files, or a pattern such as {str(folder / f'*{ending}')!r}"
        )


def _read_bytes(name: str, data: bytes, options: Options) -> Found:
    if not options.format:
        refuse_unread(name, data)
    packed, data = data, unpacked(name, data)
    if not options.format and data is not packed:
        refuse_unread(name, data)
    kind = options.format or format_of(name, data)
    if kind == PARQUET:
        return _parquet(name, data, options)
    text = text_of(name, data)
    if kind == JSONL:
        refuse_rows(name, "JSON", options)
        refuse_counts(name, "JSON", options)
        frame, what = read_json_lines(
            text, options.left, options.right, options.text_ids
        )
        return found_in(name, what, frame)._replace(typed=True)
    if kind in READERS:
        spoken, reader = READERS[kind]
        refuse_rows(name, spoken, options)
        refuse_counts(name, spoken, options)
        frame, what = reader(text, options.text_ids)
        return chosen(name, what, frame, options)
    return read_text(text, kind, options)


def refuse_options_of_text(name: str, options: Options) -> None:
    """Raise an error for an option that does not apply to Parquet."""
    refuse_rows(name, "Parquet", options)
    refuse_counts(name, "Parquet", options)
    if options.text_ids:
        raise ValueError(
            f"text_ids=True applies only to text files, and {name} is Parquet, whose "
            "columns have types: leave text_ids out"
        )


def _parquet(name: str, source: Path | bytes, options: Options) -> Found:
    refuse_options_of_text(name, options)
    table, note = read_parquet(name, source, options.left, options.right)
    left, right = (shown(column, 30) for column in table.column_names)
    report = f"{name}: Parquet, left is {left}, right is {right}"
    return Found(table, report, typed=True).noting([note] * bool(note))
