# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The options ``--containing-left`` and ``--containing-right``: vertices by label."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.cli.cluster import Labels
from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs.files.text_bytes import shown


def add_containing(group: argparse._ArgumentGroup, what: str) -> None:
    """Add the options to a group of options; `what` is what contains the vertices."""
    for side in ("left", "right"):
        group.add_argument(
            f"--containing-{side}",
            action="append",
            default=[],
            metavar="LABEL",
            help=f"only {what} that contain this {side} vertex; repeat the option for "
            "several vertices, which each of them must contain",
        )


def containing_texts(options: argparse.Namespace) -> dict[str, list[str]]:
    """Return what the options name, by side, as it is written."""
    return {"left": options.containing_left, "right": options.containing_right}


def containing_of(
    options: argparse.Namespace, graph: BipartiteGraph | Labels
) -> dict[str, list[Any]] | None:
    """Return the labels that the options name, by side; None if there are none."""
    if not any(containing_texts(options).values()):
        return None
    return {
        "left": _labels(
            "left", options.containing_left, graph.left_labels, graph.left_name
        ),
        "right": _labels(
            "right", options.containing_right, graph.right_labels, graph.right_name
        ),
    }


def _labels(side: str, asked: list[str], labels: Any, column: Any) -> list[Any]:
    """Return the labels of a side that the program prints as some texts."""
    if not asked:
        return []
    printed = pd.Index(labels).map(str)
    places = [np.flatnonzero(printed == text) for text in asked]
    for text, found in zip(asked, places, strict=True):
        if not len(found):
            raise UsageError(
                f"--containing-{side} {shown(text)} is no {side} vertex of the file: "
                f"pass a label of {shown(str(column))} as results show it, such as "
                f"{shown(printed[0])}"
            )
    return [labels[int(found[0])] for found in places]
