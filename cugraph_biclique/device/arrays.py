# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Device arrays: `xp` is CuPy, or NumPy under the CUDA compiler's simulator."""

from __future__ import annotations

from math import prod
from typing import Any, TypeAlias

import numpy as np

from cugraph_biclique.device.simt import SIMULATED

try:
    import cupy as xp
except ImportError:  # there is no GPU engine, but its kernels can be compiled
    xp = np
if SIMULATED:
    xp = np

Shape: TypeAlias = "int | tuple[int, ...]"
ALIGNMENT = 256  # bytes, the alignment of RMM's allocations


def together(*wanted: tuple[Shape, Any], zeros: bool = False) -> list[Any]:
    """Return new arrays of these shapes and dtypes, in one allocation.

    An allocation of RMM takes as long as a launch. The memory is freed with the last of
    the arrays, so use this for arrays of equal lifetime. If memory is too fragmented
    for one allocation, each array gets its own.
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
    """Return the first n entries of an array, faster than by CuPy's indexing."""
    return array[:n] if xp is np else xp.ndarray(n, array.dtype, array.data)


def rows_of(matrix: Any) -> list[Any]:
    """Return the rows of a new matrix as arrays, faster than by CuPy's indexing."""
    if xp is np:
        return list(matrix)
    n, step = matrix.shape[1], matrix.nbytes // len(matrix)
    rows = range(len(matrix))
    return [xp.ndarray(n, matrix.dtype, matrix.data + k * step) for k in rows]
