# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Device arrays: `xp` is CuPy, or NumPy under the CUDA compiler's simulator."""

from __future__ import annotations

from math import prod
from typing import Any, TypeAlias

import numpy as np

from cugraph_biclique.device.simt import SIMULATED
from cugraph_biclique.graph import BipartiteGraph

try:
    import cupy as xp
except ImportError:  # no GPU engine then, but its kernels can be compiled
    xp = np
if SIMULATED:
    xp = np

Shape: TypeAlias = "int | tuple[int, ...]"
ALIGNMENT = 256  # bytes, as of RMM's allocations


def together(*wanted: tuple[Shape, Any], zeros: bool = False) -> list[Any]:
    """Return new arrays of these shapes and dtypes, with one allocation for all.

    An allocation of RMM takes as long as a launch. The memory is freed with the last of
    the arrays, so use this for arrays of equal lifetime. If memory is too
    fragmented for one allocation, there is one for each array.
    """
    new = xp.zeros if zeros else xp.empty
    if xp is np:
        return [new(shape, dtype) for shape, dtype in wanted]
    places, size = [], 0
    for shape, dtype in wanted:
        places.append(size)
        n = shape if isinstance(shape, int) else prod(shape)
        size += -(-n * np.dtype(dtype).itemsize // ALIGNMENT) * ALIGNMENT
    try:
        memory = new(size, np.uint8).data
    except MemoryError:
        return [new(shape, dtype) for shape, dtype in wanted]
    return [
        xp.ndarray(shape, dtype, memory + place)
        for (shape, dtype), place in zip(wanted, places, strict=True)
    ]


def beginning(array: Any, n: int) -> Any:
    """Return the first n entries of an array, which CuPy's indexing makes slowly."""
    return array[:n] if xp is np else xp.ndarray(n, array.dtype, array.data)


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
