# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Functions for arrays of both engines: NumPy on the host, CuPy on the device."""

from __future__ import annotations

from collections.abc import Sequence
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


def joined(
    arrays: Sequence[Any], dtype: Any, shifts: Sequence[int] | None = None
) -> Any:
    """Return arrays end to end, as a new array, with a number added to each."""
    shifts = [0] * len(arrays) if shifts is None else shifts
    if not isinstance(arrays[0], np.ndarray):
        from cugraph_biclique.device import elementwise

        return elementwise.joined(arrays, shifts, dtype)
    out = np.concatenate(arrays, dtype=dtype)
    at = 0
    for array, shift in zip(arrays, shifts, strict=True):
        if shift:
            out[at : at + len(array)] += out.dtype.type(shift)
        at += len(array)
    return out
