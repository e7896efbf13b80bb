# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""SciPy sparse biadjacency matrices: rows are left, columns are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import reason
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids


def from_scipy_sparse(matrix: Any) -> BipartiteGraph:
    """Take the non-zero entries as edges; labels are row and column numbers.

    Duplicate entries are summed first, as SciPy does. NaN is an error: it is not equal
    to zero, but it hardly means an edge.
    """
    rows = compressed_rows(matrix, "G")
    n_left, n_right = matrix.shape
    left_ids = np.repeat(np.arange(n_left), np.diff(rows.indptr))
    right_ids = rows.indices
    if rows.dtype.kind in "fc":
        _refuse_nan(rows.data, left_ids, right_ids)
    edges = rows.data != 0
    if not edges.all():
        left_ids, right_ids = left_ids[edges], right_ids[edges]
    return from_ids(left_ids, right_ids, pd.RangeIndex(n_left), pd.RangeIndex(n_right))


def compressed_rows(matrix: Any, what: str) -> Any:
    """Check a matrix, and convert it to CSR without duplicate entries. `what` is its
    name in error messages."""
    if matrix.ndim != 2:
        raise ValueError(
            f"{what} is a sparse array of shape {matrix.shape}, but a biadjacency "
            "matrix has two dimensions: reshape it"
        )
    if matrix.dtype.kind not in "biufc":
        raise TypeError(
            f"{what} is a sparse matrix of dtype {matrix.dtype}, whose entries may not "
            f"be numbers: convert them, for example with {what}.astype(float)"
        )
    try:
        # SciPy's conversions do not check bounds.
        if matrix.format == "coo":
            data = _wide(matrix.data)
            matrix = type(matrix)((data, (matrix.row, matrix.col)), matrix.shape)
        elif hasattr(matrix, "check_format"):
            matrix.check_format()
            if not matrix.has_canonical_format:
                matrix = matrix.astype(_wide(matrix.data[:0]).dtype)
        rows = matrix.tocsr()
    except (ValueError, IndexError) as error:
        raise ValueError(
            f"{what} is a damaged sparse matrix ({reason(error)}): rebuild it from its "
            "entries"
        ) from error
    if not rows.has_canonical_format:
        rows = rows.copy()  # do not change the caller's matrix
        rows.sum_duplicates()
    return rows


def _wide(values: np.ndarray) -> np.ndarray:
    """Widen integers to 64 bits, so that no sum of duplicates overflows to 0."""
    narrow = values.dtype.kind in "iu" and values.dtype.itemsize < 8
    return values.astype(np.int64) if narrow else values


def _refuse_nan(
    values: np.ndarray, left_ids: np.ndarray, right_ids: np.ndarray
) -> None:
    """Raise an error for entries that are NaN."""
    found = np.flatnonzero(np.isnan(values))
    if len(found):
        raise nan_error(len(found), left_ids[found[0]], right_ids[found[0]])


def nan_error(n: int, row: int, column: int) -> ValueError:
    """Make the error for n entries that are NaN, given the position of the first."""
    return ValueError(
        f"G has {n:,} NaN among its entries, the first in row {row:,} and column "
        f"{column:,}, but an entry must be 0 (no edge) or another number (an edge): "
        "replace NaN with 0 or 1"
    )
