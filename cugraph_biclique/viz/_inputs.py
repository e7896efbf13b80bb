# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks of the inputs of plots, and their conversion to host memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.groups import Groups


def host_frame(frame: Any) -> pd.DataFrame:
    """Convert a cuDF frame to pandas; other objects are returned unchanged."""
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame


def check_bicliques(name: str, found: Any) -> Bicliques:
    """Return bicliques, or raise an error that names the argument."""
    if isinstance(found, Bicliques):
        return found
    raise _wrong_type(name, found, "Bicliques")


def check_blocks(name: str, found: Any) -> Bicliques | Groups:
    """Return bicliques or groups, or raise an error that names the argument."""
    if isinstance(found, Bicliques | Groups):
        return found
    raise _wrong_type(name, found, "Bicliques or Groups")


def _wrong_type(name: str, found: Any, kinds: str) -> TypeError:
    if not isinstance(found, type) and type(found).__name__ == "DaskBicliques":
        advice = (
            "plots need all members in one process: pass the result of "
            "cugraph_biclique.maximal_bicliques"
        )
    elif "Groups" in kinds:
        advice = (
            "pass the result of maximal_bicliques, largest_bicliques or groups, or its "
            "first ones, such as found[:5]"
        )
    else:
        advice = "pass the result of maximal_bicliques, or its nlargest(5)"
    return TypeError(f"{name} must be {kinds}, not {full_name(found)}: {advice}")


def check_table(name: str, table: Any, columns: list[str], maker: str) -> pd.DataFrame:
    """Return integer columns of a table, or raise an error that names the argument."""
    frame = host_frame(table)
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(
            f"{name} must be a frame with the columns {', '.join(columns)}, not "
            f"{full_name(table)}: pass the result of {maker}"
        )
    missing = [column for column in columns if column not in frame]
    if missing:
        raise ValueError(
            f"{name} has no column {missing[0]!r}, only {list(frame.columns)}: pass "
            f"the result of {maker}"
        )
    for column in columns:
        least = 0 if column == "count" else 1
        for value in frame[column]:
            if not _is_integer(value) or value < least:
                raise ValueError(
                    f"{name} has {value!r} in column {column!r}, which must hold "
                    f"integers of {least} or more: pass the result of {maker}"
                )
    return frame[columns]


def _is_integer(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def twice(name: str, table: pd.DataFrame, by: list[str]) -> None:
    """Raise an error for a table with two rows for one cell."""
    again = table[table.duplicated(by)]
    if len(again):
        cell = ", ".join(f"{column}={again[column].iloc[0]}" for column in by)
        raise ValueError(
            f"{name} has more than one row with {cell}: pass one row for each"
        )
