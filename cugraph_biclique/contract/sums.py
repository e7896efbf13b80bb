# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the stages of a local count take and return."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class LocalCounts(NamedTuple):
    """Number of (p, q)-bicliques of each vertex and each edge of the input.

    NumPy or CuPy arrays of int64, or NumPy arrays of Python integers if int64 is too
    small.
    """

    left: Any
    right: Any
    edges: Any  # in the order of `left_indices`; empty unless requested

    def of(self, which: str) -> Any:
        """Return the counts of "left", "right" or "edges"."""
        return getattr(self, which)


class SetSums(NamedTuple):
    """Sums over sets of anchored vertices: int64, in the order of a `SearchGraph`.

    `total` is the sum over all sets.
    """

    grown: Any
    kept: Any
    edges: Any  # in the order of `grown_indices`; empty unless requested
    total: int


class Pass(NamedTuple):
    """The terms that one pass adds for a set, by the number of its common neighbours.

    The sums of the pass count 2^`shift` times.
    """

    weight: np.ndarray  # int64, for the picked vertices
    share: np.ndarray  # int64, for the common neighbours and the edges
    shift: int
