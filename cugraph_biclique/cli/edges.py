# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Input of a command: the edges of files, or of standard input, and their options."""

from __future__ import annotations

import argparse
import sys

import pandas as pd

from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.cli.terminal import tell
from cugraph_biclique.inputs.files import Options, read_files, read_stream
from cugraph_biclique.inputs.recognition import FORMATS

STANDARD = "-"


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the files and the options that say how to read them."""
    group = parser.add_argument_group("the graph")
    group.add_argument(
        "file",
        nargs="+",
        metavar="FILE",
        help="edges: CSV, TSV, edge lists, KONECT, SNAP, MovieLens, baskets (FIMI), "
        "MatrixMarket, JSON lines or Parquet; text may be compressed; several files "
        "are one graph; - is standard input",
    )
    group.add_argument(
        "--input-format",
        choices=FORMATS,
        help="format of FILE (default: its name and content decide)",
    )
    for side, which in (("left", "first"), ("right", "second")):
        group.add_argument(
            f"--{side}",
            metavar="COLUMN",
            help=f"column of the {side} vertices: its name, or its number if there is "
            f"no header (default: the {which} of two columns)",
        )
    group.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether the first line of a text file holds column names (default: the "
        "content decides; if it is ambiguous, an error says so)",
    )
    group.add_argument(
        "--delimiter",
        metavar="D",
        help="characters between two fields, or the word tab or space (default: the "
        "content decides)",
    )
    group.add_argument(
        "--text-ids",
        action="store_true",
        help="keep ids as text, even if all are integers",
    )


def edges_of(options: argparse.Namespace) -> pd.DataFrame:
    """Read the edges that the options name, and say how on standard error."""
    reading = Options(
        options.left,
        options.right,
        options.input_format,
        options.delimiter,
        options.header,
        options.text_ids,
    )
    if STANDARD in options.file:
        if len(options.file) > 1:
            raise UsageError("- is standard input, which is read alone: pass only -")
        if sys.stdin is None:
            raise OSError("standard input is closed: pass a file, or pipe edges in")
        stream = sys.stdin.buffer
        edges, reports = read_stream("standard input", stream, reading)
    else:
        edges, reports = read_files(options.file, reading)
    if not getattr(options, "quiet", False):
        for report in reports:
            tell(report)
    return edges
