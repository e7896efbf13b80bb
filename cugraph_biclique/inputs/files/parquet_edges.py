# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges of Parquet files, and of folders of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from cugraph_biclique.inputs.columns import pick, refuse_results
from cugraph_biclique.inputs.files.parts import Part, joined_tables
from cugraph_biclique.inputs.files.text_bytes import shown
from cugraph_biclique.inputs.files.values import integers_or_text

INDEX = re.compile(r"__index_level_\d+__")  # pandas' name for an unnamed index
HIDDEN = ("_", ".")  # begin the names of files that hold no rows
MAGIC = b"PAR1"  # first bytes of a Parquet file
NO_KEY = "__HIVE_DEFAULT_PARTITION__"


def read_parquet(
    name: str, source: Path | bytes, left: str | None, right: str | None
) -> tuple[Any, str]:
    """Read the two columns of the edges of a file, a folder, or bytes.

    Returns
    -------
    table : pyarrow.Table
        The left column, then the right one.
    note : str
        Names of columns that only the folders have, and that were left out.

    Raises
    ------
    ImportError
        If pyarrow is not installed.
    ValueError
        If the content is malformed, or it is ambiguous which columns hold the edges.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            f"{name} is Parquet, which needs pyarrow: "
            'pip install "cugraph_biclique[parquet]"'
        ) from error
    if isinstance(source, Path) and source.is_dir():
        return _read_folder(name, source, left, right)
    with well_formed(name):
        file = _opened(source if isinstance(source, Path) else pa.BufferReader(source))
        picked = picked_columns(name, file.schema_arrow.names, left, right)
        return _columns_of(name, file, picked), ""


def _opened(source: Any) -> Any:
    from pyarrow.parquet import ParquetFile

    return ParquetFile(source)


@contextmanager
def well_formed(name: str) -> Iterator[None]:
    """Context that names a file in the errors of PyArrow about its content."""
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowInvalid, pa.ArrowTypeError, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # an error of the file system, not of the content
        raise ValueError(f"{name} is malformed: {error}") from error


def picked_columns(
    name: str, names: list[str], left: str | None, right: str | None
) -> list[str]:
    """Return the names of the two columns of the edges, or raise an error."""
    if left is None and right is None:
        refuse_results(name, names)
    columns = [n for n in names if n in (left, right) or not INDEX.fullmatch(n)]
    return [columns[place] for place in pick(name, columns, left, right)]


def _columns_of(name: str, file: Any, picked: list[str]) -> Any:
    for column in picked:
        _refuse_nested(name, column, file.schema_arrow.field(column).type)
    return file.read(picked).select(picked)


def _refuse_nested(name: str, column: str, type_: Any) -> None:
    from pyarrow.types import is_nested

    if is_nested(type_):
        raise ValueError(
            f"{name}: column {shown(column)} holds {shown(str(type_))}, but labels "
            "must be numbers, text or dates: write one row per edge"
        )


def _read_folder(
    name: str, folder: Path, left: str | None, right: str | None
) -> tuple[Any, str]:
    """Read all files of a folder; folders named `key=value` give further columns."""
    paths = files_of_folder(folder)
    _refuse_others(paths, folder)
    keys = {path: _keys_of(path.relative_to(folder)) for path in paths}
    of_folders = list(dict.fromkeys(key for each in keys.values() for key in each))
    with well_formed(str(paths[0])), _opened(paths[0]) as file:
        names = file.schema_arrow.names
    first = _without_index(names)
    further = [key for key in of_folders if key not in first]
    needed = bool({left, right} & set(further)) or len(first) < 2
    if needed and further and (left is None or right is None):
        raise ValueError(
            f"{name} has columns in its files and in the names of its folders, "
            f"{_list([*first, *further])}: name the two that hold the edges with left "
            "and right"
        )
    picked = picked_columns(name, [*names, *(further if needed else ())], left, right)
    own = [column for column in picked if column not in further]
    parts = []
    for path in paths:
        with well_formed(str(path)), _opened(path) as file:
            found = _without_index(file.schema_arrow.names)
            if left is None and right is None and set(found) != set(first):
                raise ValueError(
                    f"{path} has the columns {_list(found)}, but {paths[0]} has "
                    f"{_list(first)}: name the two that hold the edges with left and "
                    "right"
                )
            _refuse_other_columns(
                path, file.schema_arrow.names, paths[0], picked, keys[path]
            )
            parts.append(Part(str(path), _columns_of(str(path), file, own)))
    parts = _with_keys(parts, list(keys.values()), picked, further)
    note = f"columns in the names of folders left out: {_list(further)}"
    return joined_tables(parts), note if further and not needed else ""


def _without_index(names: list[str]) -> list[str]:
    return [name for name in names if not INDEX.fullmatch(name)]


def files_of_folder(folder: Path) -> list[Path]:
    """Return all files of a folder that hold rows."""
    found = []
    for root, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(HIDDEN)]
        found += [Path(root, each) for each in names if not each.startswith(HIDDEN)]
    return sorted(found)


def is_parquet(path: Path) -> bool:
    """Whether a path has the name or the first bytes of a Parquet file, or is a
    folder."""
    if path.is_dir() or path.suffix.lower() in (".parquet", ".pq"):
        return True
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _refuse_others(paths: list[Path], folder: Path) -> None:
    """Raise an error for a file of another format, which would not be read."""
    for path in paths:
        if not is_parquet(path):
            raise ValueError(
                f"{path} is no Parquet file, but is in a folder of them: move it to "
                f"another folder, or pass the pattern "
                f"{str(folder / '**' / '*.parquet')!r}"
            )


def _keys_of(path: Path) -> dict[str, str]:
    """The columns that the names of folders give, as Hive and Spark write them."""
    pairs = (part.split("=", 1) for part in path.parent.parts if "=" in part)
    return {unquote(key): unquote(value) for key, value in pairs}


def _refuse_other_columns(
    path: Path, names: list[str], first: Path, picked: list[str], keys: dict[str, str]
) -> None:
    for column in picked:
        if column not in names and column not in keys:
            raise ValueError(
                f"{path} has no column {shown(column, 30)}, which {first} has: give "
                "all files the same columns"
            )
        if column in names and column in keys:
            raise ValueError(
                f"{path} has column {shown(column, 30)} in the file and in the name of "
                "its folder: rename one of them"
            )


def _with_keys(
    parts: list[Part], keys: list[dict[str, str]], picked: list[str], further: list[str]
) -> list[Part]:
    """Parts with the columns that the names of their folders give."""
    import pyarrow as pa

    for column in picked:
        if column not in further:
            continue
        values = [each[column] for each in keys]
        labels = integers_or_text([v for v in values if v != NO_KEY])
        type_ = pa.large_string() if labels.dtype.kind not in "iu" else pa.int64()
        if labels.dtype == "uint64":
            type_ = pa.uint64()
        made = iter(labels)
        for place, (part, value) in enumerate(zip(parts, values, strict=True)):
            label = pa.scalar(None if value == NO_KEY else _python(next(made)), type_)
            column_of = pa.repeat(label, part.columns.num_rows)
            parts[place] = part._replace(
                columns=part.columns.append_column(column, column_of)
            )
    return [part._replace(columns=part.columns.select(picked)) for part in parts]


def _python(label: Any) -> Any:
    return label if isinstance(label, str) else int(label)


def _list(names: list[str]) -> str:
    return ", ".join(shown(name, 30) for name in names)
