# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Reduction: what can be taken out of a graph before the search, and put back after.

The (min_right, min_left)-core keeps every biclique of that size or larger, and its
maximality. Twins (vertices of one side with the same neighbours) stand in exactly the
same bicliques, so one of them represents all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Classes(NamedTuple):
    """Vertices of one side merged into classes; dropped vertices are in none."""

    of: np.ndarray  # int32 per vertex, -1 if dropped
    indptr: np.ndarray  # int64 (classes + 1)
    members: np.ndarray  # int32, ascending in each class

    def __len__(self) -> int:
        return len(self.indptr) - 1

    @property
    def weight(self) -> np.ndarray:
        """How many vertices each class stands for."""
        return np.diff(self.indptr).astype(np.int32)


class Reduced(NamedTuple):
    """A graph of classes: adjacency both ways, and what each class stands for."""

    left_indptr: np.ndarray
    left_indices: np.ndarray
    right_indptr: np.ndarray
    right_indices: np.ndarray
    left: Classes
    right: Classes

    @property
    def n_edges(self) -> int:
        return len(self.left_indices)
