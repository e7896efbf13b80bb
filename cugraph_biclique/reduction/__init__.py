# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Reduction of a graph before the search: core and twins.

The (min_right, min_left)-core contains every biclique with at least `min_left` left
and `min_right` right vertices. Such a biclique is maximal in the core exactly when it
is maximal in the graph. Twins (vertices of one side with the same neighbours) are in
the same maximal bicliques, so one of them represents all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Classes(NamedTuple):
    """Vertices of one side merged into classes; removed vertices are in no class."""

    of: np.ndarray  # int32 per vertex: its class, -1 if removed
    indptr: np.ndarray  # int64 (classes + 1)
    members: np.ndarray  # int32, ascending in each class

    def __len__(self) -> int:
        return len(self.indptr) - 1

    @property
    def weight(self) -> np.ndarray:
        """Number of vertices in each class."""
        return np.diff(self.indptr).astype(np.int32)


class Reduced(NamedTuple):
    """A graph of classes: adjacency both ways, and the members of each class."""

    left_indptr: np.ndarray
    left_indices: np.ndarray
    right_indptr: np.ndarray
    right_indices: np.ndarray
    left: Classes
    right: Classes

    @property
    def n_edges(self) -> int:
        return len(self.left_indices)
