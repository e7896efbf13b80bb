# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Device arrays: `xp` is CuPy, or NumPy under the CUDA compiler's simulator."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.simt import SIMULATED
from cugraph_biclique.graph import BipartiteGraph

try:
    import cupy as xp
except ImportError:  # no GPU engine then, but its kernels can be compiled
    xp = np
if SIMULATED:
    xp = np


def rows_of(matrix: Any) -> list[Any]:
    """Return the rows of a new matrix as arrays, which CuPy's indexing makes slowly."""
    if xp is np:
        return list(matrix)
    n, step = matrix.shape[1], matrix.nbytes // len(matrix)
    rows = range(len(matrix))
    return [xp.ndarray(n, matrix.dtype, matrix.data + k * step) for k in rows]


def to_device(graph: BipartiteGraph) -> BipartiteGraph:
    """Return the graph on the device; arrays that are already there are not copied."""
    return graph._with(
        left_indptr=xp.asarray(graph.left_indptr),
        left_indices=xp.asarray(graph.left_indices),
        right_indptr=xp.asarray(graph.right_indptr),
        right_indices=xp.asarray(graph.right_indices),
    )
