# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sparse biadjacency matrices of SciPy: rows are left, columns are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph import BipartiteGraph, from_ids


def from_scipy_sparse(matrix: Any) -> BipartiteGraph:
    """Take the entries that are not zero as edges; labels are row and column numbers.

    Entries given twice are added first, as SciPy does.
    """
    if matrix.ndim != 2:
        raise ValueError(
            f"G is a sparse array of shape {matrix.shape}, and a biadjacency matrix "
            "has rows and columns: reshape it to two dimensions"
        )
    n_left, n_right = matrix.shape
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()  # the caller's matrix stays as it is
        rows.sum_duplicates()
    left_ids = np.repeat(np.arange(n_left), np.diff(rows.indptr))
    right_ids = rows.indices
    edges = rows.data != 0
    if not edges.all():
        left_ids, right_ids = left_ids[edges], right_ids[edges]
    return from_ids(left_ids, right_ids, pd.RangeIndex(n_left), pd.RangeIndex(n_right))
