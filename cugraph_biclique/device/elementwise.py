# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Elementwise operations on device arrays.

CuPy compiles each operation when a process first needs it, in a tenth of a second or
more. A wheel contains the kernels of this module. Use them in code that the first calls
of a user run. Elsewhere, CuPy's operations are shorter to write.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import together, xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import WARP, cuda, device, kernel


class Columns(NamedTuple):
    """Arrays that one launch copies, or one number per array."""

    a: Any
    b: Any
    c: Any
    d: Any
    e: Any


MOST_COLUMNS = len(Columns._fields)


def full(n: int, value: int, dtype: Any) -> Any:
    """Return an array of n equal values."""
    out = xp.empty(n, dtype)
    launch(_fill, _blocks(out), out, value)
    return out


@kernel
def _fill(out, value):
    """Set all entries of `out`, one per thread. Any dtype."""
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = value


def ascending(n: int, first: int = 0, dtype: Any = np.int32) -> Any:
    """Return the n numbers from `first` on."""
    out = xp.empty(n, dtype)
    launch(_count_up, _blocks(out), first, out)
    return out


@kernel
def _count_up(first, out):
    """Write first, first + 1, ... to `out`, one entry per thread. Any integer dtype."""
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = first + i


def take(values: Any, which: Any) -> Any:
    """Return the values at the places `which`."""
    out = xp.empty(len(which), values.dtype)
    launch(_take, _blocks(out), values, which, out)
    return out


@kernel
def _take(values, which, out):
    """Gather values[which], one entry per thread. `which`: any integer dtype."""
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        out[i] = values[which[i]]


def joined(arrays: Sequence[Any], shifts: Sequence[int], dtype: Any) -> Any:
    """Concatenate arrays of one type, and add shifts[k] to the values of array k."""
    parts, added = [[array] for array in arrays], [[shift] for shift in shifts]
    return joined_columns(parts, added, [dtype])[0]


def joined_columns(
    parts: Sequence[Sequence[Any]], shifts: Sequence[Sequence[int]], dtypes: list[Any]
) -> list[Any]:
    """Concatenate each column of several parts, with one launch per part.

    parts[k] has one array per entry of `dtypes`, at most `MOST_COLUMNS`. shifts[k] has
    the numbers to add to these arrays. The results share an allocation.
    """
    sizes = [sum(map(len, column)) for column in zip(*parts, strict=True)]
    out = together(*zip(sizes, dtypes, strict=True))
    rest = MOST_COLUMNS - len(dtypes)
    columns, zeros = Columns(*out, *[None] * rest), [0] * rest
    at = [0] * len(dtypes)
    for part, added in zip(parts, shifts, strict=True):
        part = [xp.ascontiguousarray(values) for values in part]
        lengths = list(map(len, part))
        launch(
            _append, blocks_for(max(lengths) // WARP), Columns(*part, *[None] * rest),
            Columns(*added, *zeros), Columns(*at, *zeros), columns,
        )  # fmt: skip
        at = [begin + n for begin, n in zip(at, lengths, strict=True)]
    return out


@kernel
def _append(part, shifts, begins, out):
    """Copy the arrays of `part`, shifted, to `out` from `begins` on.

    All arguments are `Columns`: arrays, or one number per array. One entry per thread.
    """
    copy_shifted(part.a, shifts.a, out.a, begins.a)
    copy_shifted(part.b, shifts.b, out.b, begins.b)
    copy_shifted(part.c, shifts.c, out.c, begins.c)
    copy_shifted(part.d, shifts.d, out.d, begins.d)
    copy_shifted(part.e, shifts.e, out.e, begins.e)


@device
def copy_shifted(values, shift, out, begin):
    """Write values + shift to out[begin:], one entry per thread; skip None."""
    if values is not None:
        for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
            out[begin + i] = np.int64(values[i]) + shift


def _blocks(out: Any) -> int:
    """Number of blocks for one element per thread."""
    return blocks_for(len(out) // WARP)
