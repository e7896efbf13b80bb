# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What axes show."""

import numpy as np
from matplotlib.collections import LineCollection, PathCollection


def image_of(ax):
    return np.asarray(ax.get_images()[0].get_array(), float)


def cells_of(ax):
    """The colour in the middle of each cell."""
    image, shape = image_of(ax), (len(ax.get_yticks()), len(ax.get_xticks()))
    rows, columns = (
        ((2 * np.arange(n) + 1) * pixels // (2 * n))
        for n, pixels in zip(shape, image.shape[:2], strict=True)
    )
    return image[np.ix_(rows, columns)]


def labels_of(axis):
    return [text.get_text() for text in axis.get_ticklabels()]


def drawn_edges(ax):
    """The edges that cells with a colour stand for, in labels."""
    coloured = (cells_of(ax) < 1).any(axis=2)
    left, right = labels_of(ax.yaxis), labels_of(ax.xaxis)
    return {(left[i], right[j]) for i, j in np.argwhere(coloured)}


def mesh_of(ax):
    """The counts that are drawn: (x, y) of the cell: count."""
    values = ax.collections[0].get_array()
    corners = ax.collections[0].get_coordinates()
    middles = (corners[:-1, :-1] + corners[1:, 1:]) / 2
    return {
        tuple(middles[cell].tolist()): float(values[cell])
        for cell in np.ndindex(values.shape)
        if not np.ma.getmaskarray(values)[cell]
    }


def nodes_and_links(ax):
    nodes = next(c for c in ax.collections if isinstance(c, PathCollection))
    links = [c for c in ax.collections if isinstance(c, LineCollection)]
    return nodes, links


def texts_in(ax):
    return {tuple(map(int, text.get_position())): text.get_text() for text in ax.texts}
