# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Plot of the biadjacency matrix, with bicliques as blocks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.groups import Groups
from cugraph_biclique.viz import _ordering, _raster
from cugraph_biclique.viz._inputs import check_blocks, host_frame
from cugraph_biclique.viz._style import (
    EDGE,
    FAINT,
    PALETTE,
    SMALL,
    axes,
    label,
    legend_beside,
    note,
)

MOST_CELLS = 100_000  # of a matrix whose cells are drawn one by one
MOST_IN_GRID = 40  # rows or columns of a matrix with lines between its cells
SMALLEST = 5  # points, of a label
SPACED = 1.15  # height of a label, of its room before the layout, which adds room
CROSS = 0.4  # width of the sign of a missing edge, of that of a cell
LEAST_CELL = 4  # points, of a cell with such a sign
MOST_LETTERS = 24  # of a label
LETTERS = 1.4  # that fit a width as large as their height
MOST_IN_LEGEND = 12
STRETCHED = 3  # ratio of the sides above which cells are not square


def biadjacency(
    G: Any,
    bicliques: Bicliques | Groups | None = None,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    members_only: bool | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the biadjacency matrix of a graph, ordered so that bicliques are blocks.

    Parameters
    ----------
    G : DataFrame, array, tuple, sparse matrix, graph
        As in `cugraph_biclique.maximal_bicliques`. Left vertices are rows.
    bicliques : Bicliques or Groups, optional
        Bicliques or groups of G to colour, at most 64, such as ``found.nlargest(5)``,
        or ``found[:1]`` for the first group; colours repeat after seven. Without them
        the graph is drawn in its own order.
    left, right : hashable, optional
        Column names of a frame. A frame of two columns needs none.
    members_only : bool, optional
        Leave out the rows and columns of vertices that are in none of `bicliques`, and
        mark missing edges: those that a group lacks, or that the graph lacks between
        vertices of bicliques that are connected by common edges, as in a family. By
        default, True for groups and False for bicliques.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; those of a new figure by default.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    TypeError, ValueError, NotBipartiteError
        As in `cugraph_biclique.maximal_bicliques`, or if `bicliques` is neither a
        `Bicliques` nor a `Groups`, not of G, or too many.
    ImportError
        The matrix needs datashader, and it is not installed.

    Notes
    -----
    The first and the second biclique are always one solid block each. A later one may
    be split if it overlaps with several others. Vertices in no biclique come last, by
    degree.

    Matrices of up to 100 000 cells are drawn cell by cell; a cell in several bicliques
    is striped in their colours. Larger matrices are rasterised by datashader, at the
    current resolution of the axes. There an edge has the colour of the first biclique
    that contains it, and pixels with more edges are darker. The largest part of each
    block is outlined, so that even a tiny block is visible.

    The vertices of an axis have names if the room of the axes lets them be readable: 60
    rows of a new figure do. In a plot of members only, missing edges have a cross if
    the cells are large enough for one, and the legend has their number. To look at a
    family, pass its bicliques and ``members_only=True``.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.viz
    >>> from cugraph_biclique.data import southern_women
    >>> edges = southern_women()
    >>> found = cb.maximal_bicliques(edges, min_left=3, min_right=3)
    >>> ax = cb.viz.biadjacency(edges, found.nlargest(3))
    >>> ax.get_ylabel(), ax.get_xlabel()
    ('woman (18)', 'event (14)')

    A group that may lack edges, and its members only:

    >>> groups = cb.groups(edges, 3)
    >>> ax = cb.viz.biadjacency(edges, groups[:1])
    >>> ax.get_ylabel(), ax.get_xlabel()
    ('woman (3 of 18)', 'event (4 of 14)')
    """
    graph = bipartite_graph(G, left, right).in_host_memory()
    in_groups = isinstance(bicliques, Groups)
    if members_only is None:
        members_only = in_groups
    sizes = _checked_sizes(bicliques, members_only)
    matrix = _ordering.arranged(graph, bicliques, len(sizes), members_only)
    _ordering.check_edges(matrix, sizes)
    ax = axes(ax, width=7.2 if len(sizes) else 6.4)
    _label_axes(ax, graph, matrix)
    if not len(matrix.rows):
        note(ax, f"no {_name(in_groups)}s" if members_only else "no edges")
        return ax
    shaded = matrix.shape[0] * matrix.shape[1] > MOST_CELLS
    (_draw_shaded if shaded else _draw_cells)(ax, matrix, len(sizes))
    missing = None
    if members_only and not shaded:
        each = [int(_ordering.bit(b)) for b in range(len(sizes))]
        absent = _ordering.missing_edges(
            matrix, each if in_groups else _ordering.connected(matrix.edge_sets)
        )
        if len(absent):
            missing = _mark(ax, matrix, absent)
    if sizes:
        _add_legend(ax, matrix, sizes, shaded, missing, _name(in_groups))
    return ax


def _name(in_groups: bool) -> str:
    return "group" if in_groups else "biclique"


def _checked_sizes(
    bicliques: Bicliques | Groups | None, members_only: bool
) -> list[tuple[int, int, int]]:
    """Check `bicliques`, and return for each its numbers of left vertices, right
    vertices and edges."""
    if bicliques is None:
        if members_only:
            raise ValueError(
                "members_only=True with bicliques=None leaves nothing to draw: pass "
                "the bicliques whose members you want to draw"
            )
        return []
    found = check_blocks("bicliques", bicliques)
    in_groups = isinstance(found, Groups)
    if len(found) > _ordering.MOST:
        some = "bicliques[:5]" if in_groups else "bicliques.nlargest(5)"
        raise ValueError(
            f"bicliques has {len(found):,} {_name(in_groups)}s, but at most "
            f"{_ordering.MOST} can be drawn: pass the best ones, for example {some}"
        )
    sizes = host_frame(found.summary if isinstance(found, Groups) else found.sizes)
    if not in_groups:
        sizes = sizes.assign(n_edges=sizes["n_left"] * sizes["n_right"])
    columns = (sizes[name].tolist() for name in ("n_left", "n_right", "n_edges"))
    return list(zip(*columns, strict=True))


def colour(biclique: int) -> str:
    """The colour of a biclique."""
    return PALETTE[biclique % len(PALETTE)]


def first_of(sets: np.ndarray, n: int) -> np.ndarray:
    """The number of the first biclique in each set plus 1, or 0 for an empty set."""
    first = np.zeros(sets.shape, np.uint8)
    for b in reversed(range(n)):
        first[sets & _ordering.bit(b) > 0] = b + 1
    return first


def _draw_cells(ax: Axes, matrix: _ordering.Matrix, n: int) -> None:
    """Draw every cell, striped if several bicliques contain it."""
    n_left, n_right = matrix.shape
    image = _raster.cells(matrix, [to_rgb(colour(b)) for b in range(n)], to_rgb(EDGE))
    aspect: Literal["auto", "equal"] = "auto" if _is_stretched(matrix) else "equal"
    ax.imshow(image, extent=_extent(matrix), aspect=aspect)
    if max(matrix.shape) <= MOST_IN_GRID:
        ax.set_xticks(np.arange(1, n_right) - 0.5, minor=True)
        ax.set_yticks(np.arange(1, n_left) - 0.5, minor=True)
        ax.tick_params(which="minor", length=0)
        ax.grid(which="minor", color="white", linewidth=1)


def _draw_shaded(ax: Axes, matrix: _ordering.Matrix, n: int) -> None:
    """Draw several cells per pixel, with outlines of the blocks."""
    first = first_of(matrix.edge_sets, n)
    corners = ax.get_window_extent()
    size = (round(corners.height), round(corners.width))
    colours = [FAINT, *(colour(b) for b in range(n))]
    image = _raster.shaded(matrix, first, size, colours)
    ax.imshow(image, extent=_extent(matrix), aspect="auto")
    for b in reversed(range(n)):
        inside = _ordering.bit(b)
        top, bottom = _ordering.longest_run(matrix.left_sets & inside > 0)
        left, right = _ordering.longest_run(matrix.right_sets & inside > 0)
        corner = left - 0.5, top - 0.5
        outline = Rectangle(corner, right - left, bottom - top, fill=False)
        outline.set(edgecolor=colour(b), linewidth=1.5)
        ax.add_patch(outline)


def _is_stretched(matrix: _ordering.Matrix) -> bool:
    """Whether the cells fill the axes instead of being square."""
    n_left, n_right = matrix.shape
    shaded = n_left * n_right > MOST_CELLS
    return shaded or max(matrix.shape) > STRETCHED * min(matrix.shape)


def _cell(ax: Axes, matrix: _ordering.Matrix) -> tuple[float, float]:
    """Approximate width and height of a cell in points."""
    room = ax.get_window_extent()
    point = ax.figure.dpi / 72
    width = room.width / matrix.shape[1] / point
    height = room.height / matrix.shape[0] / point
    if _is_stretched(matrix):
        return width, height
    return min(width, height), min(width, height)


def _mark(ax: Axes, matrix: _ordering.Matrix, missing: np.ndarray) -> Line2D:
    """Mark missing edges by crosses if cells are large enough; returns their entry of
    the legend, which has a cross only if the plot has some."""
    size = min(_cell(ax, matrix))
    entry = Line2D([], [], linestyle="none", label=f"missing edges: {len(missing):,}")
    if size >= LEAST_CELL:
        y, x = missing.T
        points = CROSS * min(size, 2 * SMALL)
        ax.plot(x, y, "x", color=FAINT, markersize=points)
        entry.set(color=FAINT, marker="x")
    return entry


def _extent(matrix: _ordering.Matrix) -> tuple[float, float, float, float]:
    n_left, n_right = matrix.shape
    return -0.5, n_right - 0.5, n_left - 0.5, -0.5


def _label_axes(ax: Axes, graph: BipartiteGraph, matrix: _ordering.Matrix) -> None:
    """Label the axes with names and sizes, and with vertex labels if these fit."""
    rooms = _cell(ax, matrix) if len(matrix.rows) else (0.0, 0.0)
    sides = (
        (ax.xaxis, graph.right_name, graph.right_labels, matrix.right, rooms[0]),
        (ax.yaxis, graph.left_name, graph.left_labels, matrix.left, rooms[1]),
    )
    names = []
    for axis, name, labels, vertices, room in sides:
        of = f" of {len(labels):,}" if len(vertices) < len(labels) else ""
        names.append(f"{name} ({len(vertices):,}{of})")
        axis.set_ticks([])
        size = min(SMALL, SPACED * room)
        if size >= SMALLEST:
            texts = [_short(str(text)) for text in labels.take(vertices).tolist()]
            upright = axis is ax.xaxis and max(map(len, texts)) > LETTERS * room / size
            axis.set_ticks(
                np.arange(len(vertices)),
                texts,
                parse_math=False,
                rotation=90 if upright else 0,
                size=size,
            )
            axis.set_tick_params(length=0)
    label(ax, *names)


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def _add_legend(
    ax: Axes,
    matrix: _ordering.Matrix,
    sizes: list[tuple[int, int, int]],
    shaded: bool,
    missing: Line2D | None,
    name: str,
) -> None:
    handles: list[Any] = [
        Patch(color=colour(b), label=f"{b}: {n_left:,} × {n_right:,}")
        for b, (n_left, n_right, _) in enumerate(sizes[:MOST_IN_LEGEND])
    ]
    more = len(sizes) - MOST_IN_LEGEND
    if more > 0:
        handles.append(Patch(color="none", label=f"and {more} more"))
    edge_sets = matrix.edge_sets
    if not shaded and np.bitwise_count(edge_sets).max() > 1:
        striped = Patch(facecolor=colour(0), edgecolor=colour(1), hatch="/////")
        striped.set(linewidth=0, label="in several")
        handles.append(striped)
    if (edge_sets == 0).any():
        handles.append(Patch(color=FAINT if shaded else EDGE, label="other edges"))
    if missing:
        handles.append(missing)
    legend_beside(ax, handles, f"{name}: left × right")
