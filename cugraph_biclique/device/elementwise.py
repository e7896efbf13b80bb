# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Elementwise operations on device arrays.

CuPy compiles an operation when a process first needs it, which takes a tenth of a
second and more for each. A wheel contains the kernels of this module. Use them where
the first calls of a user pass; elsewhere CuPy's operations are shorter to write.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import WARP, cuda, kernel


def full(n: int, value: int, dtype: Any) -> Any:
    """Return an array of n equal values."""
    out = xp.empty(n, dtype)
    launch(_fill, _blocks(out), out, value)
    return out


@kernel
def _fill(out, value):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = value


def ascending(n: int, first: int = 0, dtype: Any = np.int32) -> Any:
    """Return the n numbers from `first` on."""
    out = xp.empty(n, dtype)
    launch(_count_up, _blocks(out), first, out)
    return out


@kernel
def _count_up(first, out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = first + i


def take(values: Any, which: Any) -> Any:
    """Return the values at the places `which`."""
    out = xp.empty(len(which), values.dtype)
    launch(_take, _blocks(out), values, which, out)
    return out


@kernel
def _take(values, which, out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = values[which[i]]


def joined(arrays: Sequence[Any], shifts: Sequence[int], dtype: Any) -> Any:
    """Return arrays end to end, with a number added to the values of each array."""
    out = xp.empty(sum(map(len, arrays)), dtype)
    at = 0
    for array, shift in zip(arrays, shifts, strict=True):
        part = out[at : at + len(array)]
        at += len(array)
        values = xp.ascontiguousarray(array)
        if shift:
            launch(_shift, _blocks(part), values, shift, part)
        else:
            launch(_copy, _blocks(part), values, part)
    return out


@kernel
def _shift(values, shift, out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = values[i] + shift


@kernel
def _copy(values, out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = values[i]


def _blocks(out: Any) -> int:
    """Number of blocks for one element per thread."""
    return blocks_for(len(out) // WARP)
