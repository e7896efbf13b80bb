# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Input of a command: the edges of a file, or of standard input."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pandas as pd

from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.inputs.files import (
    BY_KIND,
    PARQUET,
    kind_of,
    read_edges,
    read_stream,
)

STANDARD = "-"


def edges_of(options: argparse.Namespace) -> pd.DataFrame:
    """Read the edges that the options name."""
    left, right, header = options.left, options.right, options.header
    kind = _kind(options)
    if options.file != STANDARD:
        return read_edges(options.file, left, right, kind, header)
    if sys.stdin is None:
        raise OSError("standard input is closed: pass a file, or pipe edges in")
    stream = sys.stdin.buffer
    return read_stream("standard input", stream, left, right, kind, header)


def _kind(options: argparse.Namespace) -> str:
    """Format of the input; empty for a file that does not exist."""
    kind: str = options.input_format or ""
    if not kind and options.file == STANDARD:
        raise UsageError(
            "the format of standard input is unknown: pass --input-format "
            f"{{{','.join(BY_KIND)}}}"
        )
    path = Path(options.file).expanduser()
    if not kind and path.exists():
        kind = kind_of(path)
    if kind == PARQUET and options.header is not None:
        option = "--header" if options.header else "--no-header"
        raise UsageError(
            f"{option} applies only to text files, and {options.file} is Parquet: "
            f"leave {option} out"
        )
    return kind
