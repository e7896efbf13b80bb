# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The graph of a command: a file, or standard input."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import pandas as pd

from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.inputs.files import BY_KIND, read_edges

STANDARD = "-"
GZIP = b"\x1f\x8b"  # what compressed data begins with


def edges_of(options: argparse.Namespace) -> pd.DataFrame:
    """The edges that a command is asked to read."""
    columns = options.left, options.right
    if options.file != STANDARD:
        return read_edges(options.file, *columns, kind=options.input_format)
    if options.input_format is None:
        raise UsageError(
            "standard input has no name that tells its format: say --input-format "
            f"{{{','.join(BY_KIND)}}}"
        )
    with tempfile.TemporaryDirectory() as folder:
        path = _spooled(Path(folder))
        try:
            return read_edges(path, *columns, kind=options.input_format)
        except ValueError as error:
            message = str(error).replace(str(path), "standard input")
            raise ValueError(message) from error


def _spooled(folder: Path) -> Path:
    """Standard input as a file, as some formats are read more than once."""
    path = folder / "edges"
    with path.open("wb") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    with path.open("rb") as file:
        compressed = file.read(len(GZIP)) == GZIP
    return path.rename(folder / "edges.gz") if compressed else path
