# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge files of all formats as pandas frames, for Python and for a shell."""

from __future__ import annotations

import glob
import logging
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

import pandas as pd

from cugraph_biclique.inputs.baskets import NAMES as BASKET
from cugraph_biclique.inputs.baskets import read_baskets
from cugraph_biclique.inputs.columns import pick
from cugraph_biclique.inputs.json_lines import read_json_lines
from cugraph_biclique.inputs.labelled_matrix import (
    is_matrix,
    read_labelled_matrix,
    sample,
)
from cugraph_biclique.inputs.named_columns import READERS
from cugraph_biclique.inputs.parquet_edges import read_parquet
from cugraph_biclique.inputs.recognition import (
    FIMI,
    FORMATS,
    JSONL,
    LABELLED,
    LAYOUTS,
    PARQUET,
    described,
    format_of,
    recognised,
    separator_of,
    with_separator,
)
from cugraph_biclique.inputs.text_bytes import (
    Text,
    shown,
    text_of,
    unpacked,
    without_packing,
)
from cugraph_biclique.inputs.text_edges import read_text_edges
from cugraph_biclique.inputs.text_rows import without_comments
from cugraph_biclique.inputs.unread_formats import advice_for, refuse_unread

logger = logging.getLogger(__name__)

WILD = "*?["
ADDRESS = re.compile(r"[a-z][a-z0-9+]+://")
MAY_BE_LABELLED = "csv", "tsv", ""
PathLike = str | os.PathLike[str]


class Options(NamedTuple):
    """What a caller says about the files; None for what they show themselves."""

    left: str | None = None
    right: str | None = None
    format: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    text_ids: bool = False


class Found(NamedTuple):
    """Edges, and one line that says how their file was read."""

    frame: pd.DataFrame
    report: str


def read_edges(
    path: PathLike | Sequence[PathLike],
    left: str | None = None,
    right: str | None = None,
    *,
    format: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    text_ids: bool = False,
) -> pd.DataFrame:
    """Read the edges of a bipartite graph from files of any common format.

    The name and the content of a file show its format, its separator, and whether it
    has a header. One line of the log (logger ``cugraph_biclique``, level INFO) says
    what was recognised. A file that can be read in two ways is an error, which names
    the argument that decides.

    Ids come back as the file has them. A column of integers, each written as Python
    writes it, gives 64-bit integers; any other column gives text, such as ``007``.

    Parameters
    ----------
    path : str, os.PathLike, or list of them
        One file, several files, or a pattern such as ``"part-*.csv"``: CSV, TSV and
        other separated text; blank-separated edge lists such as those of SNAP, with
        comment lines after ``#`` or ``%``; KONECT files ``out.*``; ratings of
        MovieLens; FIMI baskets, one basket per line; labelled matrices of zeros and
        ones; sparse MatrixMarket files; formal contexts (``.cxt``); gene sets
        (``.gmt``); two-mode networks of Pajek (``.net``); hypergraphs (HIF); JSON
        lines; Parquet files, and folders of them. Text may be compressed by gzip,
        bzip2, xz or zstd.
    left, right : str, optional
        Names of the two columns, required if there are more than two. Columns without
        names are called by number: ``"1"``, ``"2"``, ...
    format : str, optional
        ``"csv"``, ``"tsv"``, ``"txt"``, ``"konect"``, ``"fimi"``, ``"matrix"`` (with
        labels), ``"matrixmarket"``, ``"cxt"``, ``"gmt"``, ``"pajek"``, ``"hif"``,
        ``"jsonl"`` or ``"parquet"``.
    delimiter : str, optional
        Characters between two fields of a text file; ``" "`` stands for any blanks.
    header : bool, optional
        Whether the first line of a text file holds column names.
    text_ids : bool, optional
        Whether ids of a text file are text, even if all of them are integers.

    Returns
    -------
    pandas.DataFrame
        One edge per row, in file order: the left column, then the right one. Columns
        have the names of the header; without one, ``left`` and ``right``, ``basket``
        (the line number, from 1) and ``item``, ``row`` and ``column`` (from 1, or the
        labels of a matrix), ``object`` and ``attribute``, ``set`` and ``gene``,
        ``first`` and ``second`` (the modes of Pajek), or ``edge`` and ``node``.

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
        is text, the line.

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
    options = Options(left, right, format, delimiter, header, text_ids)
    frame, reports = read_files(path, options)
    for report in reports:
        logger.info("%s", report)
    return frame


def read_files(
    path: PathLike | Sequence[PathLike], options: Options
) -> tuple[pd.DataFrame, list[str]]:
    """Read the edges of all files, and say in one line per file how it was read."""
    _check(options)
    paths = list(_paths(path))
    return _joined([(str(each), _read(each, options)) for each in paths])


def read_stream(
    name: str, stream: BinaryIO, options: Options
) -> tuple[pd.DataFrame, list[str]]:
    """Read the edges of a stream like `read_files`; `name` is for error messages."""
    _check(options)
    found = _read_bytes(name, stream.read(), options)
    return found.frame, [found.report]


def _check(options: Options) -> None:
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


def _paths(path: PathLike | Iterable[PathLike]) -> Iterable[Path]:
    """The files that a caller names, in order; those of a pattern are sorted."""
    if not isinstance(path, str | os.PathLike):
        several = list(path)
        if not several:
            raise ValueError("path is an empty list: pass at least one file")
        for each in several:
            yield from _paths(each)
        return
    if ADDRESS.match(str(path)):
        raise ValueError(
            f"{path} is an address, but only files are read: download the file first, "
            "and pass its name"
        )
    plain = Path(path).expanduser()
    if plain.exists() or not any(sign in str(path) for sign in WILD):
        if not plain.exists():
            raise FileNotFoundError(f"no such file: {plain}")
        yield plain
        return
    matches = sorted(glob.glob(str(plain), recursive=True))
    if not matches:
        raise FileNotFoundError(f"no file matches {plain}")
    yield from map(Path, matches)


def _joined(parts: list[tuple[str, Found]]) -> tuple[pd.DataFrame, list[str]]:
    """The edges of all files, one after the other."""
    frames = [found.frame for _, found in parts]
    reports = [found.report for _, found in parts]
    if len(frames) == 1:
        return frames[0], reports
    first = list(frames[0].columns)
    for (name, _), frame in zip(parts, frames, strict=True):
        if list(frame.columns) != first:
            raise ValueError(
                f"{name} has the columns {first_two(frame)}, but {parts[0][0]} has "
                f"{first_two(frames[0])}: give all files the same header, or pass "
                "header=False if none has one"
            )
        if first == BASKET:
            raise ValueError(
                f"{name} and {parts[0][0]} have baskets with the same line numbers: "
                "join the files to one file first"
            )
    for column in first:
        dtypes = {str(frame[column].dtype) for frame in frames if len(frame)}
        if len(dtypes) > 1 and any(d.startswith(("str", "object")) for d in dtypes):
            # Integers are as in the file, so their text is that of the file.
            frames = [frame.astype({column: "str"}) for frame in frames]
    kept = [frame for frame in frames if len(frame)] or frames[:1]
    return pd.concat(kept, ignore_index=True), reports


def first_two(frame: pd.DataFrame) -> str:
    """Names of the columns, for error messages."""
    return " and ".join(shown(str(name), 30) for name in frame.columns)


def _read(path: Path, options: Options) -> Found:
    name = str(path)
    if path.is_dir():
        if next(path.rglob("*.parquet"), None) is None:
            endings = sorted(each.suffix for each in path.iterdir() if each.is_file())
            ending = max(endings, key=endings.count, default=".csv")
            raise ValueError(
                f"{path} is a folder without .parquet files: pass the names of its "
                f"files, or a pattern such as {str(path / f'*{ending}')!r}"
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
        _refuse_layout(name, "JSON", options)
        frame, what = read_json_lines(
            text, options.left, options.right, options.text_ids
        )
        return _found(name, what, frame)
    if kind in READERS:
        spoken, reader = READERS[kind]
        _refuse_layout(name, spoken, options)
        frame, what = reader(text, options.text_ids)
        return _chosen(name, what, frame, options)
    return _read_text(text, kind, options)


def _read_text(text: Text, kind: str, options: Options) -> Found:
    separator = separator_of(options.delimiter)
    if kind == FIMI:
        return _baskets(text, separator or " ", options)
    if (matrix := _labelled(text, kind, separator, options)) is not None:
        return matrix
    named = LAYOUTS.get(kind or "txt", LAYOUTS["txt"])
    if separator is not None:
        text, layout = with_separator(text, separator, named.marks)
        layout = layout._replace(ignores_columns=named.ignores_columns)
    elif options.format or kind == "konect":
        layout = named
    else:
        text, known = recognised(text, kind)
        if known is None:
            return _baskets(text, " ", options)
        layout = known
    frame, header, places = read_text_edges(
        text, layout, options.left, options.right, options.header, options.text_ids
    )
    split = f"fields split by {described(text, layout)}"
    if header:
        return _found(text.name, f"{split}, a header", frame)
    left, right = (f"column {place + 1}" for place in places)
    report = f"{text.name}: {split}, no header, left is {left}, right is {right}"
    return Found(frame, report)


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
    first = without_comments(sample(text), layout)
    if kind != LABELLED and not is_matrix(first, by_name, separator):
        return None
    text = without_comments(text, layout)
    frame, what = read_labelled_matrix(text, by_name, separator, options.text_ids)
    return _chosen(text.name, what, frame, options)


def _baskets(text: Text, separator: str, options: Options) -> Found:
    if options.header:
        raise ValueError(
            f"{text.name} has one basket per line, and no header: leave header out, or "
            "pass format='txt' if each line is an edge"
        )
    if separator == " ":
        text = without_comments(text, LAYOUTS["txt"])
    frame = read_baskets(text, separator, options.text_ids)
    return _chosen(text.name, "one basket per line", frame, options)


def _parquet(name: str, source: Path | bytes, options: Options) -> Found:
    _refuse_layout(name, "Parquet", options)
    if options.text_ids:
        raise ValueError(
            f"text_ids=True applies only to text files, and {name} is Parquet, whose "
            "columns have types: leave text_ids out"
        )
    frame = read_parquet(name, source, options.left, options.right)
    return _found(name, "Parquet", frame)


def _refuse_layout(name: str, kind: str, options: Options) -> None:
    if options.header is not None:
        raise ValueError(
            f"header={options.header} applies only to rows of fields, and {name} is "
            f"{kind}: leave it out"
        )
    if options.delimiter is not None:
        raise ValueError(
            f"delimiter={options.delimiter!r} applies only to rows of fields, and "
            f"{name} is {kind}: leave it out"
        )


def _chosen(name: str, what: str, frame: pd.DataFrame, options: Options) -> Found:
    """The two columns of a format that names them itself, in the order asked for."""
    places = pick(name, list(frame.columns), options.left, options.right)
    return _found(name, what, frame.iloc[:, list(places)])


def _found(name: str, what: str, frame: pd.DataFrame) -> Found:
    left, right = (shown(str(column), 30) for column in frame.columns)
    return Found(frame, f"{name}: {what}, left is {left}, right is {right}")
