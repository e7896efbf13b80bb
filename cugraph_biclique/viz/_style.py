# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Style and axes that all plots share."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable

from cugraph_biclique.arguments import full_name

# The colours of Okabe and Ito, which colour-blind readers can tell apart.
PALETTE = ("#d55e00", "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#f0e442")
EDGE = "#c3cad3"  # an edge in no biclique
INK = "#1f2933"
FAINT = "#6b7785"
SEQUENTIAL = "viridis_r"  # darker is more
HEIGHT = 4.8  # inches, of a new figure
SMALL = 8  # points, of text within a plot


def axes(ax: Axes | None, width: float = 6.4) -> Axes:
    """Return the axes to draw on, in a new figure if none are given."""
    if ax is None:
        _, ax = plt.subplots(figsize=(width, HEIGHT), layout="constrained")
    elif not isinstance(ax, Axes):
        raise TypeError(
            f"ax must be matplotlib Axes, not {full_name(ax)}: pass those that "
            "plt.subplots() returns, or leave ax out"
        )
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(FAINT)
    ax.tick_params(color=FAINT, labelcolor=INK)
    return ax


def label(ax: Axes, x: str, y: str) -> None:
    """Label both axes. A dollar sign in a name does not begin a formula."""
    ax.set_xlabel(x, color=INK, parse_math=False)
    ax.set_ylabel(y, color=INK, parse_math=False)


def colour_bar(ax: Axes, drawn: ScalarMappable, what: str, **options: Any) -> None:
    """Add a colour scale beside the plot."""
    bar = ax.figure.colorbar(drawn, ax=ax, **options)
    bar.set_label(what, color=INK)
    bar.outline.set_visible(False)
    bar.ax.tick_params(color=FAINT, labelcolor=INK)


def note(ax: Axes, text: str) -> None:
    """Write why a plot is empty."""
    ax.set(xticks=[], yticks=[])
    ax.text(
        0.5, 0.5, text, transform=ax.transAxes, ha="center", va="center", color=FAINT
    )


def legend_beside(ax: Axes, handles: list[Any], title: str, **options: Any) -> None:
    """Add a legend to the right of the plot."""
    legend = ax.legend(
        handles=handles,
        title=title,
        loc="upper left",
        bbox_to_anchor=(1.01, 1.0),
        borderaxespad=0,
        frameon=False,
        alignment="left",
        labelcolor=INK,
        fontsize="medium",
        **options,
    )
    legend.get_title().set_color(INK)
