# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Functions for arrays of both engines: NumPy on the host, CuPy on the device."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np


def array_module(array: Any) -> ModuleType:
    """The module of an array: NumPy or CuPy."""
    if isinstance(array, np.ndarray):
        return np
    import cupy

    return cupy


def to_host(array: Any) -> np.ndarray:
    """Return an array in host memory, without a copy if it is there already."""
    return array if isinstance(array, np.ndarray) else array.get()


def occurrences(numbers: Any, least: int = 0) -> Any:
    """Count how often each number from 0 to the largest occurs, or to `least` - 1 if
    that is larger (int64).

    `cupy.bincount` takes four kilobytes of device memory for each number that can
    occur, here it is twelve bytes.
    """
    if isinstance(numbers, np.ndarray):
        return np.bincount(numbers, minlength=least)
    import cupy

    largest = int(numbers.max()) if len(numbers) else -1
    times = cupy.zeros(max(least, largest + 1), np.int32)  # no atomics for int64
    cupy.add.at(times, numbers, 1)
    return times.astype(np.int64)
