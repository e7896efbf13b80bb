# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Heat map of the share of bicliques that chance explains, by least size."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from cugraph_biclique.arguments import full_name
from cugraph_biclique.viz._sizes import cell_edges, scale
from cugraph_biclique.viz._style import INK, SEQUENTIAL, axes, colour_bar, label, note

RARE = 0.05  # false share below which a cell has an outline


def false_share(found: Any, *, ax: Axes | None = None) -> Axes:
    """Draw the share of maximal bicliques that chance explains, by their least size.

    Parameters
    ----------
    found : Significance
        The result of `cugraph_biclique.significance`.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; those of a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    TypeError
        The argument is no `Significance`.

    Notes
    -----
    The cell at (a, b) concerns the bicliques with at least a left and b right vertices.
    Light cells are not explained by chance. An outline surrounds the cells with a share
    of at most 5 %. Cells above the largest bicliques are empty. An axis is logarithmic
    if it spans more than 50 sizes: each cell is then that of its least size.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.viz
    >>> from cugraph_biclique.data import southern_women
    >>> found = cb.significance(southern_women(), draws=5, seed=1)
    >>> ax = cb.viz.false_share(found)
    >>> ax.get_xlabel()
    'least number of left vertices'
    """
    # By name: the class imports this module, for its method `plot`.
    if "Significance" not in [kind.__name__ for kind in type(found).__mro__]:
        raise TypeError(
            f"found must be a Significance, not {full_name(found)}: pass the result of "
            "cugraph_biclique.significance"
        )
    ax = axes(ax)
    sizes = found.sizes[found.sizes["observed"] > 0]
    words = "least number of {} vertices"
    if not len(sizes):
        label(ax, words.format("left"), words.format("right"))
        note(ax, "no bicliques")
        return ax
    left, right = cell_edges(sizes["n_left"]), cell_edges(sizes["n_right"])
    shares = _shares(found, np.ceil(left[:-1]), np.ceil(right[:-1]))
    drawn = ax.pcolormesh(
        left, right, np.ma.masked_invalid(shares.T), cmap=SEQUENTIAL, vmin=0, vmax=1
    )
    _outline(ax, left, right, shares <= RARE)
    binned = [scale(ax, axis, at) for axis, at in (("x", left), ("y", right))]
    label(
        ax,
        *(
            words.format(side) + " (log scale)" * logarithmic
            for side, logarithmic in zip(("left", "right"), binned, strict=True)
        ),
    )
    colour_bar(ax, drawn, "share of bicliques that chance explains")
    return ax


def _shares(found: Any, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The false share of each pair of least sizes; NaN without observed bicliques."""
    sizes = found.sizes
    cells = [
        np.searchsorted(at, sizes[side], "right") - 1
        for at, side in ((left, "n_left"), (right, "n_right"))
    ]
    within = (cells[0] >= 0) & (cells[1] >= 0)  # some random graphs have smaller ones
    above = []
    for column in ("observed", "mean"):
        number = np.zeros((len(left), len(right)))
        np.add.at(number, (cells[0][within], cells[1][within]), sizes[column][within])
        above.append(number[::-1, ::-1].cumsum(0).cumsum(1)[::-1, ::-1])
    observed, mean = above
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(observed > 0, np.minimum(1, mean / observed), np.nan)


def _outline(ax: Axes, left: np.ndarray, right: np.ndarray, rare: np.ndarray) -> None:
    """Draw the border between the cells that are rare and the others."""
    padded = np.pad(rare, 1)
    for i, j in np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1]):
        ax.plot([left[i]] * 2, right[j : j + 2], color=INK, linewidth=1.2)
    for i, j in np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1]):
        ax.plot(left[i : i + 2], [right[j]] * 2, color=INK, linewidth=1.2)
