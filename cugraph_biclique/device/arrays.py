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


def several(count: int, n: int, dtype: Any) -> list[Any]:
    """Return arrays of n elements each, in one allocation.

    They are the rows of a matrix, but CuPy takes longer to index a matrix, or to
    allocate each array.
    """
    whole = xp.empty((count, n), dtype)
    if xp is np:
        return list(whole)
    size = whole.nbytes // count
    return [xp.ndarray(n, dtype, whole.data + k * size) for k in range(count)]


def to_device(graph: BipartiteGraph) -> BipartiteGraph:
    """Return the graph on the device; arrays that are already there are not copied."""
    return graph._with(
        left_indptr=xp.asarray(graph.left_indptr),
        left_indices=xp.asarray(graph.left_indices),
        right_indptr=xp.asarray(graph.right_indptr),
        right_indices=xp.asarray(graph.right_indices),
    )
