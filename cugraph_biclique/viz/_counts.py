# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Heat map of (p, q)-biclique counts."""

from __future__ import annotations

from math import log10
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import Normalize
from matplotlib.ticker import FuncFormatter, MaxNLocator

from cugraph_biclique.viz._inputs import check_table, twice
from cugraph_biclique.viz._style import (
    INK,
    SEQUENTIAL,
    SMALL,
    axes,
    colour_bar,
    label,
    note,
)

MOST_TEXTS = 10  # columns and rows of a table whose cells show values
LEAST = 4.5  # points, of readable text
MOST_DIGITS = 5  # of a value that is shown in full


def counts(table: Any, *, ax: Axes | None = None) -> Axes:
    """Draw the counts of (p, q)-bicliques as a heat map over p and q.

    Parameters
    ----------
    table : DataFrame
        The result of `cugraph_biclique.biclique_counts`, or some of its rows, with the
        columns ``p``, ``q`` and ``count`` (Python integers of any size).
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; those of a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    TypeError, ValueError
        The table is no frame, lacks a column, has a value that is not a valid integer,
        or has two counts of one size.

    Notes
    -----
    The colour scale is logarithmic. Cells that have no bicliques, or are not in the
    table, are blank. The cells of a table of up to 10 x 10 show their values, rounded
    to three digits if they have more than five.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.viz
    >>> from cugraph_biclique.data import southern_women
    >>> ax = cb.viz.counts(cb.biclique_counts(southern_women(), 5, 5))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('p, left vertices', 'q, right vertices')
    """
    table = check_table("table", table, ["p", "q", "count"], "biclique_counts")
    twice("table", table, ["p", "q"])
    ax = axes(ax)
    label(ax, "p, left vertices", "q, right vertices")
    there = table[[count > 0 for count in table["count"]]]
    if not len(there):
        note(ax, "no bicliques")
        return ax
    drawn = _draw(ax, table, there)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator("auto", integer=True, min_n_ticks=1))
    colour_bar(
        ax,
        drawn,
        "(p, q)-bicliques (log scale)",
        ticks=MaxNLocator(6, integer=True),
        format=FuncFormatter(lambda power, _: f"$10^{{{power:.0f}}}$"),
    )
    _write(ax, drawn, there)
    return ax


def _draw(ax: Axes, table: pd.DataFrame, there: pd.DataFrame) -> QuadMesh:
    """Draw one cell per size in the range of the table."""
    p, q = (range(int(table[c].min()), int(table[c].max()) + 1) for c in ("p", "q"))
    powers = np.ma.array(np.zeros((len(q), len(p))), mask=True)
    row, column = there["q"].to_numpy(int) - q[0], there["p"].to_numpy(int) - p[0]
    powers[row, column] = [log10(int(count)) for count in there["count"]]
    return ax.pcolormesh(
        np.arange(p[0], p[-1] + 2) - 0.5,
        np.arange(q[0], q[-1] + 2) - 0.5,
        powers,
        cmap=SEQUENTIAL,
        norm=Normalize(0, max(1.0, powers.max())),
    )


def _write(ax: Axes, drawn: QuadMesh, there: pd.DataFrame) -> None:
    """Write every count into its cell, if the cells are few and large enough."""
    rows, columns = np.asarray(drawn.get_array()).shape
    if max(rows, columns) > MOST_TEXTS:
        return
    texts = [short(int(count)) for count in there["count"]]
    width = ax.get_window_extent().width / ax.figure.dpi * 72 / columns
    size = min(SMALL, 1.5 * width / max(map(_letters, texts)))
    if size < LEAST:
        return
    for p, q, count, text in zip(
        there["p"], there["q"], there["count"], texts, strict=True
    ):
        red, green, blue, _ = drawn.to_rgba(np.array(log10(int(count))))
        dark = 0.3 * red + 0.6 * green + 0.1 * blue < 0.55
        ink = "white" if dark else INK
        ax.text(p, q, text, ha="center", va="center", size=size, color=ink)


def _letters(text: str) -> int:
    """Approximate width of a count in letters."""
    return len(text.replace("\\cdot", "·").replace("^{", "").strip("$}"))


def short(count: int) -> str:
    """A count as text, in full or as three digits and a power of ten."""
    if count < 10**MOST_DIGITS:
        return f"{count:,}"
    power = int(log10(count))  # as str() limits digits; rounding is corrected below
    unit = 10 ** (power - 2)
    rounded = (count + unit // 2) // unit
    if rounded >= 1000:
        rounded, power = rounded // 10, power + 1
    return f"${rounded / 100:.2f}\\cdot10^{{{power}}}$"
