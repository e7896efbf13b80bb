# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Selection of results: by slices, by ids, by masks, and in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from cugraph_biclique.arguments import positive, shown
from cugraph_biclique.host.arrays import to_host

if TYPE_CHECKING:
    import pandas as pd

Ids: TypeAlias = "Sequence[int] | np.ndarray | pd.Series"  # or of CuPy and cuDF
HOW = "pass a slice, a mask, or ids, such as found[:10], found[mask] or found[[3, 7]]"


def places(which: Any, n: int) -> slice | np.ndarray:
    """Turn the index of ``found[...]`` into a slice or an array of ids."""
    if isinstance(which, slice):
        return which
    if isinstance(which, bool | np.bool_ | str) or np.ndim(_values(which)) != 1:
        raise TypeError(
            f"a result cannot be indexed by {type(which).__name__} ({shown(which)}): "
            f"{HOW}; found[i : i + 1] has only the id i"
        )
    values = _values(which)
    if values.dtype != bool:
        return ids_in(which, n)
    if len(values) != n:
        raise IndexError(
            f"the mask has {len(values):,} entries, but the result has {n:,} ids: "
            "pass one entry for each"
        )
    index = getattr(which, "index", None)
    if index is not None and not callable(index) and not _counts_up(index, n):
        raise ValueError(
            f"the index of the mask is not 0 to {n - 1:,} in this order, so an entry "
            "may belong to another id: pass mask.sort_index(), or mask.to_numpy()"
        )
    return np.flatnonzero(values)


def ids_in(which: Any, n: int) -> np.ndarray:
    """Return ids as an array, or raise an error unless each is in 0 to n - 1."""
    values = _values(which)
    if values.ndim == 1 and not len(values):
        return np.empty(0, np.int64)
    if values.ndim != 1 or values.dtype.kind not in "iu":
        raise TypeError(
            f"ids must be a list or an array of integers, not {type(which).__name__} "
            f"({shown(which)}): pass ids as in the frames, such as [3, 7]"
        )
    if n == 0:
        raise IndexError("the result is empty: pass no ids")
    wrong = (values < 0) | (values >= n)
    if wrong.any():
        raise IndexError(
            f"id {values[wrong.argmax()]} is not among the {n:,} ids of the result: "
            f"pass ids from 0 to {n - 1:,}"
        )
    return values.astype(np.int64, copy=False)


def batches(n: int, batch_size: int) -> Iterator[slice]:
    """Return slices of n results, in order, each of `batch_size` but the last."""
    positive("batch_size", batch_size)
    return (slice(first, first + batch_size) for first in range(0, n, batch_size))


def _values(which: Any) -> np.ndarray:
    """The entries of a list, an array or a Series, in host memory."""
    if hasattr(which, "to_numpy"):  # pandas and cuDF
        return np.asarray(which.to_numpy())
    if hasattr(which, "__cuda_array_interface__"):  # CuPy
        return to_host(which)
    return np.asarray(which)


def _counts_up(index: Any, n: int) -> bool:
    """Whether an index is 0, 1, ..., n - 1."""
    return np.array_equal(_values(index), np.arange(n))
