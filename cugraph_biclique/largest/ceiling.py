# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Upper bounds of the scores that a search without time has not reached.

By degrees: a biclique with s right vertices has at most as many left vertices as there
are left vertices of degree s or more, and at most as many as the degree of the s-th of
the right vertices in descending order of degree.

By eigenvalues, for cores with few vertices on one side: let B have 1 for each edge and
some -w for each other pair. For the indicator vectors x and y of the two sides of a
biclique, x B y is its number of edges, and at most |x| |y| times the largest singular
value of B. So the edges are at most the square of this value. With p the density, and w
= p / (1 - p), the entries of B have mean 0, so its singular values are small for a
random graph.
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from cugraph_biclique.contract.goal import Window
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import renumbered
from cugraph_biclique.largest.best import scores_of

MOST_ROWS = 600  # of the matrix whose eigenvalues are computed: some 0.1 s
MOST_CELLS = 1 << 22  # of B
WEIGHTS = (0.5, 1.0, 2.0)  # multiples of p / (1 - p) to try
MARGIN = 1e-9  # relative error of an eigenvalue, with a margin


def ceiling(
    by: str, window: Window, left_degree: np.ndarray, right_degree: np.ndarray
) -> int:
    """Upper bound of the scores in a window; 0 if no biclique can be in it.

    The degrees of each side ascend.
    """
    last = min(window.max_right, len(right_degree))
    if last < window.min_right:
        return 0
    n_right = np.arange(window.min_right, last + 1)
    n_left = len(left_degree) - np.searchsorted(left_degree, n_right)
    n_left = np.minimum(n_left, right_degree[-n_right])
    n_left = np.minimum(n_left, window.max_left)
    possible = n_left >= window.min_left
    return int(scores_of(by, n_left, n_right)[possible].max(initial=0))


def ceiling_of_core(
    by: str,
    window: Window,
    graph: BipartiteGraph,
    left_degree: np.ndarray,
    right_degree: np.ndarray,
) -> int:
    """Upper bound of the scores in a window, given the degrees in its core.

    The graph is in host memory.
    """
    lowest = ceiling(by, window, np.sort(left_degree), np.sort(right_degree))
    if by not in ("edges", "balanced") or not lowest:
        return lowest
    left, right = np.flatnonzero(left_degree), np.flatnonzero(right_degree)
    if min(len(left), len(right)) > MOST_ROWS or len(left) * len(right) > MOST_CELLS:
        return lowest
    number = np.full(graph.n_right, -1, np.int32)
    number[right] = np.arange(len(right), dtype=np.int32)
    indptr, indices = renumbered(
        graph.left_indptr, graph.left_indices, left.astype(np.int32), number
    )
    has_edge = np.zeros((len(left), len(right)), bool)
    has_edge[np.repeat(np.arange(len(left)), np.diff(indptr)), indices] = True
    edges = most_edges(has_edge)
    return min(lowest, edges if by == "edges" else isqrt(edges))


def most_edges(has_edge: np.ndarray) -> int:
    """Upper bound of the edges of a biclique, by eigenvalues."""
    density = has_edge.mean()
    if density == 1:
        return has_edge.size
    shape = has_edge if has_edge.shape[0] <= has_edge.shape[1] else has_edge.T
    squares = []
    for weight in WEIGHTS:
        matrix = np.where(shape, 1.0, -weight * density / (1 - density))
        squares.append(np.linalg.eigvalsh(matrix @ matrix.T)[-1])
    return int(min(squares) * (1 + MARGIN) + MARGIN)
