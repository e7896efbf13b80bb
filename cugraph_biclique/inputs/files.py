# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge files (Parquet, CSV, TSV, KONECT, plain edge lists) as pandas frames."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import Any, BinaryIO

import pandas as pd

from cugraph_biclique.inputs.columns import pick, refuse_results
from cugraph_biclique.inputs.text_bytes import shown, text_of
from cugraph_biclique.inputs.text_edges import read_text_edges
from cugraph_biclique.inputs.text_rows import Layout

logger = logging.getLogger(__name__)

KINDS = (
    ".parquet (a file or a directory), .csv, .tsv, .txt (two ids per line), out.* "
    "(KONECT); all but Parquet may end in .gz"
)
PARQUET = "parquet"
LAYOUTS = {
    "csv": Layout(","),
    "tsv": Layout("\t"),
    "txt": Layout(" ", marks="#%"),
    "konect": Layout(" ", marks="%", ignores_columns=True),
}
BY_KIND = (*LAYOUTS, PARQUET)
INDEX = re.compile(r"__index_level_\d+__")  # pandas' name for an unnamed index


def read_edges(
    path: str | os.PathLike[str],
    left: str | None = None,
    right: str | None = None,
    kind: str | None = None,
    header: bool | None = None,
) -> pd.DataFrame:
    """Read the edges of a file.

    In text files, a column of integers, each written as Python writes it, gives 64-bit
    integer labels. Any other column gives text labels, exactly as in the file.

    Parameters
    ----------
    path : str or os.PathLike
        ``.parquet``, a file or a directory; ``.csv`` and ``.tsv``; ``.txt``, with ids
        separated by blanks and comments after ``#`` or ``%``; ``out.*``, the KONECT
        format, with ids separated by blanks, comments after ``%``, and further columns,
        which are ignored. Text files may be gzipped.
    left, right : str, optional
        Names of the two columns, required if there are more than two. Columns of files
        without a header are named by number: 1, 2, ...
    kind : {"csv", "tsv", "txt", "konect", "parquet"}, optional
        Format of the file, if its name does not tell.
    header : bool, optional
        Whether the first line of a text file holds column names. Required if the
        content does not decide it.

    Returns
    -------
    pandas.DataFrame
        One edge per row: the left column, then the right one.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ImportError
        If the file is Parquet and pyarrow is not installed.
    ValueError
        If the format is unknown, the content is malformed, or it is ambiguous which
        columns hold the edges, or whether there is a header.
    """
    path = Path(path).expanduser()
    if not path.exists():
        raise FileNotFoundError(f"no such file: {path}")
    kind = kind or kind_of(path)
    logger.info("reading %s", path)
    if kind != PARQUET:
        if path.is_dir():
            raise ValueError(f"{path} is a folder: pass one of the files in it")
        return _read_text(str(path), path.read_bytes(), left, right, kind, header)
    if path.is_dir() and next(path.rglob("*.parquet"), None) is None:
        raise ValueError(
            f"{path} is a directory without .parquet files: the formats are {KINDS}"
        )
    if path.is_file() or path.is_dir():
        return _read_parquet(str(path), path, left, right)
    with path.open("rb") as stream:  # a pipe, which can be read only once
        return read_stream(str(path), stream, left, right, kind, header)


def read_stream(
    name: str,
    stream: BinaryIO,
    left: str | None,
    right: str | None,
    kind: str,
    header: bool | None,
) -> pd.DataFrame:
    """Read the edges of a stream like `read_edges`; `name` is for error messages."""
    data = stream.read()
    if kind != PARQUET:
        return _read_text(name, data, left, right, kind, header)
    return _read_parquet(name, data, left, right)


def kind_of(path: Path) -> str:
    """Format of a file by its name."""
    name = path.name.lower().removesuffix(".gz")
    if path.is_dir() or path.suffix.lower() == ".parquet":
        return PARQUET
    for kind in ("csv", "tsv", "txt"):
        if name.endswith(f".{kind}"):
            return kind
    if name.startswith("out."):
        return "konect"
    raise ValueError(
        f"{path} has no known file extension: the formats are {KINDS}; for other "
        "names, pass --input-format"
    )


def _read_text(
    name: str,
    data: bytes,
    left: str | None,
    right: str | None,
    kind: str,
    header: bool | None,
) -> pd.DataFrame:
    return read_text_edges(text_of(name, data), LAYOUTS[kind], left, right, header)


def _read_parquet(
    name: str, source: Path | bytes, left: str | None, right: str | None
) -> pd.DataFrame:
    try:
        import pyarrow as pa
        from pyarrow.parquet import ParquetDataset
    except ImportError as error:
        raise ImportError(
            f"{name} is Parquet, which needs pyarrow: "
            'pip install "cugraph_biclique[parquet]"'
        ) from error
    try:
        edges = ParquetDataset(
            source if isinstance(source, Path) else pa.BufferReader(source)
        )
        names = edges.schema.names
        if left is None and right is None:
            refuse_results(name, names)
        columns = [n for n in names if n in (left, right) or not INDEX.fullmatch(n)]
        picked = [columns[place] for place in pick(name, columns, left, right)]
        for column in picked:
            _refuse_nested(name, column, edges.schema.field(column).type)
        return edges.read(picked).to_pandas(ignore_metadata=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # an error of the file system, not of the content
        raise ValueError(f"{name} is malformed: {error}") from error


def _refuse_nested(name: str, column: str, type_: Any) -> None:
    from pyarrow.types import is_nested

    if is_nested(type_):
        raise ValueError(
            f"{name}: column {shown(column)} holds {shown(str(type_))}, but labels "
            "must be numbers, text or dates: write one row per edge"
        )
