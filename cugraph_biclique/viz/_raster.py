# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pictures of a matrix: each cell as some pixels, or many cells in one."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cugraph_biclique.viz._ordering import Matrix, bit
from cugraph_biclique.viz._requirement import needed

PIXELS = 1_500_000  # of a picture of cells, at most
FINEST = 24  # pixels a cell is wide at most
STRIPES = 3  # in a cell
FAINTEST = 110  # opacity of 255 that a single edge in a pixel has


def cells(
    matrix: Matrix, colours: list[tuple[float, ...]], edge: tuple[float, ...]
) -> np.ndarray:
    """A picture of every cell, white without an edge and striped in the colours of all
    bicliques that it is in."""
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
    """The bicliques of each set, padded, and how many; of the empty set an edge's."""
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
    """A picture of edges of several kinds, of `size` pixels at most: the colour of a
    pixel is that of its edges, the opacity tells how many they are."""
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
    # Pixels differ in how many cells they cover: as if all covered as many.
    covered = np.outer(_covered(n_left, height), _covered(n_right, width))
    image = tf.shade(
        (drawn * (covered.max() / covered)[:, :, None]).astype(drawn.dtype),
        color_key=colours,
        how="log",
        min_alpha=FAINTEST,
    )
    return image.to_numpy().view(np.uint8).reshape(height, width, 4)


def _covered(n_cells: int, n_pixels: int) -> np.ndarray:
    """How many of a row of cells have their middle in each pixel."""
    middles = 2 * np.arange(n_cells) + 1
    return np.bincount(middles * n_pixels // (2 * n_cells), minlength=n_pixels)
