# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of figures as a table on the terminal."""

from collections.abc import Sequence

WIDEST = 40  # characters of a cell


def show(rows: Sequence[dict]) -> None:
    """Print rows as a table with aligned columns; of a timing, its median."""
    if not rows:
        return
    lines = [flat(row) for row in rows]
    heads = list(dict.fromkeys(head for line in lines for head in line))
    cells = [heads, *([shown(line.get(head)) for head in heads] for line in lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        first, *rest = (
            cell.rjust(w) if i else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())


def flat(row: dict, prefix: str = "") -> dict:
    """The figures of a row, with names such as "count cpu" for those of groups."""
    found: dict = {}
    for name, value in row.items():
        head = f"{prefix} {name}".strip()
        if isinstance(value, dict) and "repetitions" in value:
            found[head] = value["seconds"]
        elif isinstance(value, dict):
            found |= flat(value, head)
        elif not isinstance(value, list | tuple):
            found[head] = value
    return found


def shown(value: object) -> str:
    """Format a cell: integers with commas, floats with three digits, None as -."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    text = str(value)
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
