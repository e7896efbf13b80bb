# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""An upper bound of all scores, from the degrees alone.

A biclique with s right vertices has at most as many left vertices as there are left
vertices of degree s or more, and at most as many as the degree of the s-th of the right
vertices in descending order of degree.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.goal import Window
from cugraph_biclique.largest.best import scores_of


def ceiling(
    by: str, window: Window, left_degree: np.ndarray, right_degree: np.ndarray
) -> int:
    """Upper bound of the scores in a window; 0 if no biclique can be in it."""
    last = min(window.max_right, len(right_degree))
    if last < window.min_right:
        return 0
    n_right = np.arange(window.min_right, last + 1)
    ascending = np.sort(left_degree)
    n_left = len(ascending) - np.searchsorted(ascending, n_right)
    descending = np.sort(right_degree)[::-1]
    n_left = np.minimum(n_left, descending[n_right - 1])
    n_left = np.minimum(n_left, window.max_left)
    possible = n_left >= window.min_left
    return int(scores_of(by, n_left, n_right)[possible].max(initial=0))
