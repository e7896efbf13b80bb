# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edges of Parquet files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd

from cugraph_biclique.inputs.columns import pick, refuse_results
from cugraph_biclique.inputs.text_bytes import shown

INDEX = re.compile(r"__index_level_\d+__")  # pandas' name for an unnamed index


def read_parquet(
    name: str, source: Path | bytes, left: str | None, right: str | None
) -> pd.DataFrame:
    """Read the two columns of the edges of a file, a folder, or bytes.

    Raises
    ------
    ImportError
        If pyarrow is not installed.
    ValueError
        If the content is malformed, or it is ambiguous which columns hold the edges.
    """
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
