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


def joined_columns(
    parts: Sequence[Sequence[Any]], shifts: Sequence[Sequence[int]], dtypes: list[Any]
) -> list[Any]:
    """Return each column of several parts end to end, as new arrays.

    parts[k] has one array for each of `dtypes`, and shifts[k] the numbers that are
    added to their values.
    """
    if not isinstance(parts[0][0], np.ndarray):
        from cugraph_biclique.device import elementwise

        return elementwise.joined_columns(parts, shifts, dtypes)
    columns = zip(
        zip(*parts, strict=True), zip(*shifts, strict=True), dtypes, strict=True
    )
    return [_joined(*column) for column in columns]


def _joined(arrays: Sequence[Any], shifts: Sequence[int], dtype: Any) -> np.ndarray:
    out = np.concatenate(arrays, dtype=dtype)
    at = 0
    for array, shift in zip(arrays, shifts, strict=True):
        if shift:
            out[at : at + len(array)] += out.dtype.type(shift)
        at += len(array)
    return out
