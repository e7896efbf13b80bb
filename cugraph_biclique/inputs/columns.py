# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Choice of the two columns of a file that hold its edges."""

from __future__ import annotations

from collections.abc import Sequence

from cugraph_biclique.inputs.files.text_bytes import shown

MOST = 8  # names that a message lists
WIDTH = 30  # characters of each

# Column names of the Parquet and CSV files of bicliques that the command line writes.
RESULTS = ["biclique", "left", "right"], ["biclique", "side", "vertex"]


def pick(
    file: str,
    columns: Sequence[str],
    left: str | None,
    right: str | None,
    advice: str = "",
) -> tuple[int, int]:
    """Return the positions of the left and the right column. `advice` is another remedy
    for more than two columns.

    Raises
    ------
    ValueError
        If a name is not that of exactly one column, if both names are the same, or if
        there are more than two columns and not both are named.
    """
    names = list(columns)
    if len(names) < 2:
        raise ValueError(
            f"{file} has {'one column' if names else 'no columns'}, but edges need "
            "two, one for each end"
        )
    for option, name in (("left", left), ("right", right)):
        if name is not None and name not in names:
            raise ValueError(
                f"{option}={shown(name)} is not a column of {file}: its columns are "
                f"{_list(names)}"
            )
    if left is not None and left == right:
        raise ValueError(
            f"left={shown(left)} and right={shown(left)} are the same column of "
            f"{file}: choose two different columns from {_list(names)}"
        )
    if len(names) > 2 and (left is None or right is None):
        raise ValueError(
            f"{file} has {len(names)} columns, {_list(names)}: name the two that hold "
            f"the edges with left and right{advice}"
        )
    if left is None:
        left = names[0] if right != names[0] else names[1]
    if right is None:
        right = names[1] if left != names[1] else names[0]
    for name in (left, right):
        if names.count(name) > 1:
            raise ValueError(
                f"{file} has {names.count(name)} columns named {shown(name)}: give "
                "each column a different name"
            )
    return names.index(left), names.index(right)


def refuse_results(file: str, columns: Sequence[str]) -> None:
    """Raise an error for a file of bicliques, whose columns look like edges."""
    if list(columns) in RESULTS:
        raise ValueError(
            f"{file} contains bicliques, not the edges of a graph: pass the file with "
            "the edges, or name two columns with left and right"
        )


def _list(names: list[str]) -> str:
    return ", ".join(shown(name, WIDTH) for name in names[:MOST]) + ", ..." * (
        len(names) > MOST
    )
