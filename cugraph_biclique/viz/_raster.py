# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Images of a matrix: several pixels per cell, or several cells per pixel."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cugraph_biclique.viz._ordering import Matrix, bit
from cugraph_biclique.viz._requirement import needed

PIXELS = 1_500_000  # of an image of cells, at most
FINEST = 24  # pixels of the width of a cell, at most
STRIPES = 3  # in a cell
FAINTEST = 110  # opacity, out of 255, of a pixel with a single edge


def cells(
    matrix: Matrix, colours: list[tuple[float, ...]], edge: tuple[float, ...]
) -> np.ndarray:
    """Image of every cell: white without an edge, and striped in the colours of the
    bicliques that contain it."""
    sets = np.zeros(matrix.shape, np.uint64)
    present = np.zeros(matrix.shape, bool)
    present[matrix.rows, matrix.columns] = True
    sets[matrix.rows, matrix.columns] = matrix.edge_sets
    distinct, which = np.unique(sets, return_inverse=True)
    scale = int(np.clip(np.sqrt(PIXELS / sets.size), 1, FINEST))
    which = _enlarged(which.reshape(sets.shape), scale)
    painted, n_painted = _paints(distinct, len(colours))
    stripe = np.add.outer(*map(np.arange, which.shape)) * STRIPES // scale
    picked = painted[which, stripe % n_painted[which]]
    picked[~_enlarged(present, scale)] = len(colours) + 1
    return np.array([*colours, edge, (1.0, 1.0, 1.0)])[picked]


def _enlarged(array: np.ndarray, scale: int) -> np.ndarray:
    return array.repeat(scale, axis=0).repeat(scale, axis=1)


def _paints(distinct: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The colours of each set, padded, and their number; colour n for the empty set."""
    painted = np.full((len(distinct), max(n, 1)), n)
    n_painted = np.ones(len(distinct), np.int64)
    for i, members in enumerate(distinct):
        inside = [b for b in range(n) if members & bit(b)]
        if inside:
            painted[i, : len(inside)] = inside
            n_painted[i] = len(inside)
    return painted, n_painted


def shaded(
    matrix: Matrix, kind: np.ndarray, size: tuple[int, int], colours: list[str]
) -> np.ndarray:
    """Image of edges of several kinds, of at most `size` pixels. The colour of a pixel
    shows the kinds of its edges, and the opacity their number."""
    ds = needed("datashader")
    tf = needed("datashader.transfer_functions")
    edges = pd.DataFrame({"x": matrix.columns, "y": matrix.rows})
    kinds = pd.Index(range(len(colours)))
    edges["kind"] = pd.Categorical.from_codes(kind, categories=kinds)
    n_left, n_right = matrix.shape
    height, width = min(n_left, max(1, size[0])), min(n_right, max(1, size[1]))
    canvas = ds.Canvas(
        plot_width=width,
        plot_height=height,
        x_range=(-0.5, n_right - 0.5),
        y_range=(-0.5, n_left - 0.5),
    )
    drawn = canvas.points(edges, "x", "y", agg=ds.by("kind", ds.count()))
    # Pixels cover different numbers of cells, so scale the counts to equal coverage.
    covered = np.outer(_covered(n_left, height), _covered(n_right, width))
    image = tf.shade(
        (drawn * (covered.max() / covered)[:, :, None]).astype(drawn.dtype),
        color_key=colours,
        how="log",
        min_alpha=FAINTEST,
    )
    return image.to_numpy().view(np.uint8).reshape(height, width, 4)


def _covered(n_cells: int, n_pixels: int) -> np.ndarray:
    """Number of cells of a row whose centre is in each pixel."""
    middles = 2 * np.arange(n_cells) + 1
    return np.bincount(middles * n_pixels // (2 * n_cells), minlength=n_pixels)
