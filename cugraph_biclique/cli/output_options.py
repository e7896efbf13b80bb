# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Options of the output of a command."""

from __future__ import annotations

import argparse

from cugraph_biclique.cli.output import FORMATS


def add_output(
    parser: argparse.ArgumentParser, where: str = "a file"
) -> argparse._ArgumentGroup:
    """Add where the output of a command goes, and its format."""
    group = parser.add_argument_group("the output")
    group.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help=f"{where} (default: -, standard output)",
    )
    group.add_argument(
        "--format",
        choices=FORMATS,
        help="output format (default: set by the file extension of OUT)",
    )
    return group


def add_output_of_labels(parser: argparse.ArgumentParser) -> None:
    """Add the output of a command that writes rows of labels."""
    _add_spreadsheets(add_output(parser))


def add_output_or_folder(parser: argparse.ArgumentParser) -> None:
    """Add the output of a command that writes rows of labels, also to a folder."""
    _add_spreadsheets(add_output(parser, "a file, or a folder of Parquet files"))


def _add_spreadsheets(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--spreadsheet-safe",
        action="store_true",
        help="put an apostrophe before text in CSV that begins with = + - or @, as a "
        "spreadsheet would run it as a formula",
    )
