# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Input of a command: the edges of files, or of standard input, and their options."""

from __future__ import annotations

import argparse
import sys

import pandas as pd

from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.cli.terminal import tell
from cugraph_biclique.inputs.files import read_files, read_stream
from cugraph_biclique.inputs.files.options import Options
from cugraph_biclique.inputs.files.recognition import FORMATS
from cugraph_biclique.inputs.files.text_bytes import shown

STANDARD = "-"
MOST_DIGITS = 20  # of a number of lines


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the files and the options that say how to read them."""
    group = parser.add_argument_group("the graph")
    group.add_argument(
        "file",
        nargs="+",
        metavar="FILE",
        help="edges: CSV, TSV, edge lists, KONECT, SNAP, MovieLens, baskets (FIMI), "
        "adjacency lists, labelled matrices, MatrixMarket, formal contexts (.cxt), "
        "gene sets (.gmt), Pajek, HIF, JSON lines or Parquet; text may be compressed; "
        "several files are one graph; - is standard input",
    )
    group.add_argument(
        "--input-format",
        choices=FORMATS,
        metavar="FORMAT",
        help=f"format of FILE: {', '.join(FORMATS)} (default: its name and content "
        "decide)",
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
        "--skip-lines",
        type=_lines,
        metavar="N",
        help="do not read the first N lines of a text file (default: a first line is "
        "skipped if it has the sizes of the graph; 0 keeps it)",
    )
    group.add_argument(
        "--comments",
        metavar="CHAR",
        help="the sign that begins a comment line, or none (default: the format "
        "decides)",
    )
    group.add_argument(
        "--quotes",
        action=argparse.BooleanOptionalAction,
        help="whether quotes around a label only enclose it (default: the content "
        "decides; if it is ambiguous, an error says so)",
    )
    group.add_argument(
        "--counts",
        action=argparse.BooleanOptionalAction,
        help="whether each basket, or each list of neighbours, begins with its length",
    )
    group.add_argument(
        "--text-ids",
        action="store_true",
        help="keep ids as text, even if all are integers",
    )


def _lines(text: str) -> int:
    """Parse a number of lines."""
    if not (text.isdecimal() and text.isascii()):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a number of lines: pass 0 or more"
        )
    return int(text[:MOST_DIGITS])


def reading_of(options: argparse.Namespace) -> Options:
    """Return what the options say about the files."""
    return Options(
        options.left,
        options.right,
        options.input_format,
        options.delimiter,
        options.header,
        options.text_ids,
        options.skip_lines,
        options.comments,
        options.quotes,
        options.counts,
    )


def edges_of(options: argparse.Namespace) -> pd.DataFrame:
    """Read the edges that the options name, and say how on standard error."""
    reading = reading_of(options)
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
