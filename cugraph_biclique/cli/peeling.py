# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Commands for dense subgraphs: numbers of their edges and vertices."""

from __future__ import annotations

import argparse
from typing import Any

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.cli.commands import working_options
from cugraph_biclique.cli.edges import edges_of
from cugraph_biclique.cli.output import Target, target_of, write_labels


def bitruss(options: argparse.Namespace) -> None:
    """Run ``bitruss``: list the edges with their wing numbers."""
    target = target_of(options, "csv")
    found = cb.bitruss(edges_of(options), **working_options(options))
    left, right, wing = found
    _write(found, {left: "left", right: "right"}, wing, target)


def tip(options: argparse.Namespace) -> None:
    """Run ``tip``: list the vertices of a side with their tip numbers."""
    target = target_of(options, "csv")
    found = cb.tip(edges_of(options), options.side, **working_options(options))
    _write(found, {"vertex": options.side}, "tip", target)


def core_numbers(options: argparse.Namespace) -> None:
    """Run ``core-numbers``: list the vertices of a side with their core numbers."""
    target = target_of(options, "csv")
    edges = edges_of(options)
    found = cb.core_numbers(edges, options.alpha, options.side, engine=options.engine)
    found = found.sort_values(["alpha", "beta"], ascending=[True, False], kind="stable")
    write_labels(found, {"vertex": options.side}, target)


def _write(
    found: pd.DataFrame, sides: dict[Any, str], number: Any, target: Target
) -> None:
    """Write a table, the largest numbers first. `sides`: those of columns of labels."""
    found = found.sort_values(number, ascending=False, kind="stable")
    write_labels(found, sides, target)
