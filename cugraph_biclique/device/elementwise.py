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
from cugraph_biclique.device.simt import WARP, cuda, device, kernel

AT_ONCE = 4  # arrays that a launch joins


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
    """Return arrays of one type end to end, with a number added to the values of each
    array."""
    arrays = [xp.ascontiguousarray(array) for array in arrays]
    out = xp.empty(sum(map(len, arrays)), dtype)
    at = 0
    for first in range(0, len(arrays), AT_ONCE):
        some, added = arrays[first : first + AT_ONCE], shifts[first : first + AT_ONCE]
        part = out[at : at + sum(map(len, some))] if len(arrays) > AT_ONCE else out
        at += len(part)
        none = AT_ONCE - len(some)
        some += [some[0][:0]] * none
        launch(_join, _blocks(part), *some, *added, *[0] * none, part)
    return out


@kernel
def _join(a, b, c, d, add_to_a, add_to_b, add_to_c, add_to_d, out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = value_in(i, a, b, c, d, add_to_a, add_to_b, add_to_c, add_to_d)


@device
def value_in(i, a, b, c, d, add_to_a, add_to_b, add_to_c, add_to_d):
    """Entry i of the four arrays end to end, with the number of its array added."""
    if i < a.size:
        return np.int64(a[i]) + add_to_a
    i -= a.size
    if i < b.size:
        return np.int64(b[i]) + add_to_b
    i -= b.size
    if i < c.size:
        return np.int64(c[i]) + add_to_c
    return np.int64(d[i - c.size]) + add_to_d


def _blocks(out: Any) -> int:
    """Number of blocks for one element per thread."""
    return blocks_for(len(out) // WARP)
