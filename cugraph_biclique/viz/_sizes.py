# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Heat map of the numbers of maximal bicliques by size."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.ticker import (
    FixedLocator,
    LogLocator,
    MaxNLocator,
    NullLocator,
    StrMethodFormatter,
)

from cugraph_biclique.results import Bicliques
from cugraph_biclique.viz._inputs import check_table, host_frame
from cugraph_biclique.viz._style import SEQUENTIAL, axes, colour_bar, label, note

WIDEST = 50  # sizes of an axis with one column or row per size
FEW = 1000  # largest number of bicliques that the colour bar shows in full
BINS = 30  # of a logarithmic axis


def sizes(found_or_sizes: Any, *, ax: Axes | None = None) -> Axes:
    """Draw the number of maximal bicliques of each size as a heat map.

    Parameters
    ----------
    found_or_sizes : Bicliques or DataFrame
        The result of `cugraph_biclique.maximal_bicliques` or
        `cugraph_biclique.maximal_biclique_sizes`; a frame has the columns ``n_left``,
        ``n_right`` and ``count``.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; those of a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    TypeError, ValueError
        The argument is neither, lacks a column, or has a value that is not a valid
        integer.

    Notes
    -----
    The colour scale is logarithmic. An axis is logarithmic too if it spans more than 50
    sizes: each cell then adds up a range of sizes, and the axis label says so.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.viz
    >>> from cugraph_biclique.data import southern_women
    >>> ax = cb.viz.sizes(cb.maximal_biclique_sizes(southern_women()))
    >>> ax.get_xlabel()
    'left vertices'
    """
    table = _size_table(found_or_sizes)
    ax = axes(ax)
    if not len(table):
        label(ax, "left vertices", "right vertices")
        note(ax, "no bicliques")
        return ax
    left, right = cell_edges(table["n_left"]), cell_edges(table["n_right"])
    number, _, _ = np.histogram2d(
        table["n_left"], table["n_right"], [left, right], weights=table["count"]
    )
    drawn = ax.pcolormesh(
        left,
        right,
        np.ma.masked_equal(number.T, 0),
        cmap=SEQUENTIAL,
        norm=LogNorm(1, max(10, number.max())),
    )
    binned = [scale(ax, axis, at) for axis, at in (("x", left), ("y", right))]
    label(
        ax,
        *(
            f"{side} vertices" + " (log scale, ranges of sizes)" * logarithmic
            for side, logarithmic in zip(("left", "right"), binned, strict=True)
        ),
    )
    of = " in a range" * any(binned)
    few = number.max() <= FEW
    ticks = {"ticks": LogLocator(subs=(1, 2, 5)), "format": "{x:,.0f}"} if few else {}
    colour_bar(ax, drawn, f"maximal bicliques{of} (log scale)", **ticks)
    return ax


def _size_table(given: Any) -> pd.DataFrame:
    """Return a frame with n_left, n_right and count."""
    maker = "maximal_bicliques or maximal_biclique_sizes"
    if isinstance(given, Bicliques):
        by_size = host_frame(given.sizes).groupby(["n_left", "n_right"])
        return by_size.size().reset_index(name="count")
    columns = ["n_left", "n_right", "count"]
    return check_table("found_or_sizes", given, columns, maker)


def cell_edges(values: pd.Series) -> np.ndarray:
    """Bounds of the cells: one cell per size, or one per range of many sizes."""
    low, high = int(values.min()), int(values.max())
    if high - low < WIDEST:
        return np.arange(low, high + 2) - 0.5
    edges = np.unique(np.geomspace(low, high + 1, BINS + 1).round()) - 0.5
    if edges[1] == low + 0.5:  # centre a single size in its cell of the log axis
        edges[0] = low**2 / edges[1]
    return edges


def scale(ax: Axes, which: str, edges: np.ndarray) -> bool:
    """Set up an axis, and return whether it is logarithmic."""
    axis = ax.xaxis if which == "x" else ax.yaxis
    logarithmic = edges[-1] - edges[0] > WIDEST
    if logarithmic:
        ax.set(**{f"{which}scale": "log"})
        ticks = LogLocator(subs=(1, 2, 5)).tick_values(*edges[[0, -1]])
        axis.set_major_locator(FixedLocator([t for t in ticks if t >= edges[0]]))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    else:
        axis.set_major_locator(MaxNLocator("auto", integer=True, min_n_ticks=1))
    ax.set(**{f"{which}lim": edges[[0, -1]]})
    return bool(logarithmic)
