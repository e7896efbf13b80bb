# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""CuPy sparse biadjacency matrices: rows are left, columns are right."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs.cupy_pairs import from_keys
from cugraph_biclique.inputs.scipy_sparse import nan_error


def from_cupy_sparse(matrix: Any) -> BipartiteGraph:
    """Take the non-zero entries as edges; labels are row and column numbers.

    Duplicate entries are summed first, as CuPy does.
    """
    n_left, n_right = matrix.shape
    entries = matrix.tocoo(copy=True)  # do not change the caller's matrix
    entries.sum_duplicates()
    if entries.dtype.kind in "fc":
        found = xp.flatnonzero(xp.isnan(entries.data))
        if len(found):
            first = found[0]
            raise nan_error(
                len(found), int(entries.row[first]), int(entries.col[first])
            )
    edges = entries.data != 0
    keys = entries.row[edges].astype(np.int64) * n_right + entries.col[edges]
    keys.sort()
    return from_keys(keys, xp.arange(n_left), xp.arange(n_right))
