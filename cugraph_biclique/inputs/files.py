# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge files: Parquet, CSV, TSV, KONECT and plain edge lists, to frames of pandas."""

from __future__ import annotations

import csv
import gzip
import logging
import os
import re
import warnings
import zlib
from collections.abc import Callable, Hashable
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, TextIO

import pandas as pd

from cugraph_biclique.inputs.pandas_frame import pick_columns

logger = logging.getLogger(__name__)

Name = Hashable | None

KINDS = (
    ".parquet (a file or a directory), .csv and .tsv (with a header), .txt (two ids a "
    "line, no header), out.* (KONECT); all but Parquet may end in .gz"
)

# The columns of bicliques in Parquet and CSV, as the command line writes them.
RESULTS = ["biclique", "left", "right"], ["biclique", "side", "vertex"]

# What separates fields for pandas; str.split() knows many more.
BLANK = " \t\r\n"
BLANKS = re.compile(r"[ \t]+")

# Only an empty field is null: "NA" and "null" are good labels. Types are inferred from
# whole columns: by pieces, 1 and "1" would become two vertices of one column.
READ_OPTIONS: dict[str, Any] = {
    "keep_default_na": False,
    "na_values": [""],
    "low_memory": False,
}


def read_edges(
    path: str | os.PathLike[str],
    left: Name = None,
    right: Name = None,
    kind: str | None = None,
) -> pd.DataFrame:
    """Read the edges of a file.

    Parameters
    ----------
    path : str or os.PathLike
        ``.parquet``, a file or a directory; ``.csv`` and ``.tsv`` with a header;
        ``.txt``, two ids a line between blanks, with ``#`` or ``%`` in front of
        comments; ``out.*``, the same as KONECT writes it, with ``%`` for comments.
        Further columns are ignored. All text may end in ``.gz``.
    left, right : str, optional
        Names of the two columns; the first two by default. Files without a header have
        the columns left and right.
    kind : {"csv", "tsv", "txt", "konect", "parquet"}, optional
        What is in the file, where its name does not tell.

    Returns
    -------
    pandas.DataFrame
        An edge a row: the left column, then the right one.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ImportError
        If the file is Parquet and pyarrow is not installed.
    ValueError
        If the kind of file is not known, its content is malformed, or a column is
        missing.
    """
    path = Path(path).expanduser()
    if not path.exists():
        raise FileNotFoundError(f"no such file: {path}")
    read = _reader(path) if kind is None else BY_KIND[kind]
    logger.info("reading %s", path)
    try:
        return read(path, left, right)
    except pd.errors.ParserError as error:  # its message tells the line
        raise ValueError(f"{path} is malformed: {error}".rstrip()) from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text: {error}") from error
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise ValueError(f"{path} is not a whole gzip file: {error}") from error


def _reader(path: Path) -> Callable[..., pd.DataFrame]:
    name = path.name.lower().removesuffix(".gz")
    if path.is_dir() or path.suffix.lower() == ".parquet":
        return BY_KIND["parquet"]
    for kind in ("csv", "tsv", "txt"):
        if name.endswith(f".{kind}"):
            return BY_KIND[kind]
    if name.startswith("out."):
        return BY_KIND["konect"]
    raise ValueError(f"{path} is of no known kind: it may be {KINDS}")


def _read_parquet(path: Path, left: Name, right: Name) -> pd.DataFrame:
    if path.is_dir() and next(path.rglob("*.parquet"), None) is None:
        raise ValueError(
            f"{path} is a directory without .parquet files: a file may be {KINDS}"
        )
    try:
        from pyarrow import ArrowInvalid
        from pyarrow.parquet import ParquetDataset
    except ImportError as error:
        raise ImportError(
            f"{path} is Parquet, which needs pyarrow: "
            'pip install "cugraph_biclique[parquet]"'
        ) from error
    try:
        edges = ParquetDataset(path)
        _refuse_results(path, edges.schema.names, left, right)
        columns = pick_columns(edges.schema.names, left, right)
        return edges.read(list(columns)).to_pandas(ignore_metadata=True)
    except ArrowInvalid as error:
        raise ValueError(f"{path} is malformed: {error}") from error


def _read_table(path: Path, left: Name, right: Name, separator: str) -> pd.DataFrame:
    """Text with a header."""
    with warnings.catch_warnings():
        # Rows longer than the header: pandas would cut them and go on.
        warnings.simplefilter("error", pd.errors.ParserWarning)
        try:
            # All columns, as pandas checks the length of rows only then.
            frame = pd.read_csv(path, sep=separator, index_col=False, **READ_OPTIONS)
        except pd.errors.EmptyDataError as error:
            raise ValueError(
                f"{path} is empty: its first line must be a header"
            ) from error
        except pd.errors.ParserWarning as error:
            raise ValueError(
                f"{path} is malformed: its rows have more fields than its header"
            ) from error
    if len(frame.columns) == 1:
        needed, other = ("commas", "tsv") if separator == "," else ("tabs", "csv")
        raise ValueError(
            f"{path} has one column, {frame.columns[0]!r}, and edges need two, with "
            f"{needed} between them: replace other separators by {needed}, or say "
            f"--input-format {other} if it is a .{other} with another name"
        )
    _refuse_results(path, list(frame.columns), left, right)
    columns = [str(name) for name in pick_columns(frame.columns, left, right)]
    if left is None and right is None and all(map(_is_number, columns)):
        raise ValueError(
            f"{path} has the header {','.join(columns)}, which looks like an edge: put "
            "a line with names first, or pass these as left and right if they are names"
        )
    return frame[columns]


def _refuse_results(path: Path, columns: list[str], left: Name, right: Name) -> None:
    """Refuse bicliques, which could be taken for edges, unless columns are named."""
    if columns in RESULTS and left is None and right is None:
        raise ValueError(
            f"{path} holds bicliques, and not the edges of a graph: pass the file that "
            "they were found in, or name two columns with left and right"
        )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _read_pairs(
    path: Path, left: Name, right: Name, marks: tuple[str, ...]
) -> pd.DataFrame:
    """Text without a header, with comment lines that start with one of the marks."""
    columns = list(pick_columns(["left", "right"], left, right))
    with _lines(path) as lines:
        head = takewhile(lambda line: _is_comment(line[1], marks), enumerate(lines))
        comments = [number for number, _ in head]
    edges = _parse_pairs(path, marks, comments)
    if _any_starts_with(edges["left"], marks):  # comments among the edges, too: rare
        with _lines(path) as lines:
            comments = [n for n, line in enumerate(lines) if _is_comment(line, marks)]
        edges = _parse_pairs(path, marks, comments)
    if edges["right"].isna().any():
        _refuse_short_lines(path, marks)
    return edges[columns]


def _parse_pairs(
    path: Path, marks: tuple[str, ...], comments: list[int]
) -> pd.DataFrame:
    try:
        # pandas could skip comments itself, but would also cut "50% 7" in the middle.
        return pd.read_csv(
            path,
            sep=r"\s+",
            header=None,
            names=["left", "right"],
            usecols=[0, 1],
            skiprows=comments,
            quoting=csv.QUOTE_NONE,
            **READ_OPTIONS,
        )
    except pd.errors.ParserError:  # no line has two fields
        _refuse_short_lines(path, marks)
        raise


def _refuse_short_lines(path: Path, marks: tuple[str, ...]) -> None:
    with _lines(path) as lines:
        for number, line in enumerate(lines, start=1):
            text = line.strip(BLANK)
            if not _is_comment(text, marks) and len(BLANKS.split(text)) < 2:
                raise ValueError(
                    f"{path} is malformed: line {number}, {text!r}, has one id only, "
                    "and an edge needs two with a blank between"
                )


def _any_starts_with(labels: pd.Series, marks: tuple[str, ...]) -> bool:
    if pd.api.types.is_numeric_dtype(labels):
        return False
    return bool(labels.astype(str).str.startswith(marks).any())


def _is_comment(line: str, marks: tuple[str, ...]) -> bool:
    start = line.lstrip(BLANK)
    return not start or start.startswith(marks)


def _lines(path: Path) -> TextIO:
    opener = gzip.open if path.suffix.lower() == ".gz" else open
    return opener(path, "rt", encoding="utf-8-sig")


BY_KIND: dict[str, Callable[..., pd.DataFrame]] = {
    "csv": partial(_read_table, separator=","),
    "tsv": partial(_read_table, separator="\t"),
    "txt": partial(_read_pairs, marks=("#", "%")),
    "konect": partial(_read_pairs, marks=("%",)),
    "parquet": _read_parquet,
}
