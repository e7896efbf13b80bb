# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Network plot of the overlaps among the largest bicliques."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.lines import Line2D

from cugraph_biclique.arguments import positive
from cugraph_biclique.results import Bicliques
from cugraph_biclique.viz._inputs import check_bicliques, host_frame
from cugraph_biclique.viz._requirement import needed
from cugraph_biclique.viz._style import (
    FAINT,
    INK,
    PALETTE,
    SMALL,
    axes,
    colour_bar,
    note,
)

LARGEST = 800  # points squared, the area of the largest node
WIDEST = 9  # points, of the link with most edges
MOST_TEXTS = 40
NODE = PALETTE[3]
LINKS = LinearSegmentedColormap.from_list("links", ["#dde3ea", "#0b2a4a"])
ROW = 1.3  # width of a row of groups, in sides of a square of the same total area
APART = 1.0  # optimal distance of nodes in the spring layout
SEED = 7  # of the layout


def overlaps(found: Bicliques, *, top: int = 30, ax: Axes | None = None) -> Axes:
    """Draw the largest bicliques as a network, linked if they share edges.

    Parameters
    ----------
    found : Bicliques
        The result of `cugraph_biclique.maximal_bicliques`.
    top : int, default 30
        Number of bicliques to draw, those with the most edges.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; those of a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    TypeError, ValueError
        `found` is not a `Bicliques`, or `top` is not a positive integer.
    ImportError
        NetworkX, which computes the layout, is not installed.

    Notes
    -----
    Each biclique is a node. Its area shows the number of edges, and its text the size.
    Two nodes are linked if they share edges. The width of the link shows the number of
    shared edges, ``|L ∩ L'| · |R ∩ R'|``, and its colour the Jaccard similarity of the
    two edge sets. Connected groups are side by side, the largest first. The layout is
    the same at each call.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.viz
    >>> from cugraph_biclique.data import southern_women
    >>> found = cb.maximal_bicliques(southern_women())
    >>> ax = cb.viz.overlaps(found, top=10)
    >>> ax.get_title(loc="left")
    'the 10 largest of 63 bicliques'
    """
    top = positive("top", top)
    largest = check_bicliques("found", found).nlargest(top)
    ax = axes(ax, width=7.2)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    if not len(largest):
        note(ax, "no bicliques")
        return ax
    sizes = host_frame(largest.sizes)[["n_left", "n_right"]].to_numpy(np.int64)
    edges = sizes.prod(axis=1)
    shared = _shared(largest)
    links = [pair for pair in combinations(range(len(edges)), 2) if shared[pair]]
    places = _places(links, shared, len(edges))
    _draw_links(ax, links, shared, edges, places)
    area = LARGEST * edges / edges.max()
    x, y = places.T
    ax.scatter(x, y, area, color=NODE, edgecolor="white", zorder=2, clip_on=False)
    if len(edges) <= MOST_TEXTS:
        for (x, y), (n_left, n_right) in zip(places, sizes.tolist(), strict=True):
            text = f"{n_left}×{n_right}"
            ax.text(x, y, text, ha="center", va="center", size=SMALL, color=INK)
    of = f"the {len(largest):,} largest of " if len(largest) < len(found) else ""
    ax.set_title(f"{of}{len(found):,} bicliques", loc="left", color=INK)
    ax.margins(0.1)
    _add_legend(ax, edges, [int(shared[pair]) for pair in links])
    return ax


def _shared(found: Bicliques) -> np.ndarray:
    """Matrix of the numbers of edges that two bicliques share."""
    left, right = (_common(side, len(found)) for side in (found.left, found.right))
    return left * right


def _common(members: Any, n: int) -> np.ndarray:
    """Matrix of the numbers of members that two bicliques share."""
    members = host_frame(members)
    vertex, distinct = pd.factorize(members["vertex"])
    has = np.zeros((n, len(distinct)), bool)
    has[members["biclique"].to_numpy(), vertex] = True
    bits = np.packbits(has, axis=1)
    return np.array(
        [np.bitwise_count(bits & of_one).sum(axis=1, dtype=np.int64) for of_one in bits]
    )


def _places(links: list[tuple[int, int]], shared: np.ndarray, n: int) -> np.ndarray:
    """Positions of the nodes: connected groups side by side, the largest first."""
    nx = needed("networkx")
    network = nx.Graph()
    network.add_nodes_from(range(n))
    network.add_edges_from(links)
    groups = sorted(map(sorted, nx.connected_components(network)), key=len)[::-1]
    wide = max(ROW * np.sqrt(n), np.sqrt(len(groups[0])))
    places = np.zeros((n, 2))
    x = y = height = 0.0
    for group in groups:
        side = np.sqrt(len(group))  # of the square of this group
        if x and x + side > wide:
            x, y, height = 0.0, y - height, 0.0
        height = max(height, side)
        inside = nx.spring_layout(
            network.subgraph(group), k=APART, seed=SEED, scale=0.4 * side
        )
        for node, place in inside.items():
            places[node] = place + np.array([x + side / 2, y - side / 2])
        x += side
    return places


def _draw_links(
    ax: Axes,
    links: list[tuple[int, int]],
    shared: np.ndarray,
    edges: np.ndarray,
    places: np.ndarray,
) -> None:
    if not links:
        return
    a, b = np.array(links).T
    common = shared[a, b]
    jaccard = common / (edges[a] + edges[b] - common)
    order = np.argsort(jaccard)
    drawn = LineCollection(
        places[np.array(links)[order]],
        linewidths=WIDEST * common[order] / common.max(),
        array=jaccard[order],
        cmap=LINKS,
        norm=Normalize(0, 1),
        zorder=1,
    )
    ax.add_collection(drawn)
    colour_bar(ax, drawn, "Jaccard similarity of the edges")


def _add_legend(ax: Axes, edges: np.ndarray, common: list[int]) -> None:
    """Add a legend of the largest and the smallest area and width."""
    handles = [
        Line2D(
            [],
            [],
            linestyle="",
            marker="o",
            markersize=np.sqrt(LARGEST * n / edges.max()),
            color=NODE,
            markeredgecolor="white",
            label=_edges(n),
        )
        for n in sorted({int(edges.max()), int(edges.min())})
    ]
    handles += [
        Line2D(
            [],
            [],
            linewidth=WIDEST * n / max(common),
            color=FAINT,
            label=_edges(n, "shared "),
        )
        for n in sorted({min(common), max(common)} if common else {})
    ]
    ax.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        ncols=len(handles),
        frameon=False,
        labelcolor=INK,
        fontsize="small",
        columnspacing=1.5,
        handleheight=np.sqrt(LARGEST) / 8,
        handlelength=np.sqrt(LARGEST) / 8,
    )


def _edges(n: int, kind: str = "") -> str:
    return f"{n:,} {kind}edge{'s' * (n != 1)}"
