# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Gather CSR rows in the memory in which they are: of the host, or of a device."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.graph.csr import gathered


def gather_rows(indptr: Any, indices: Any, rows: Any) -> tuple[Any, Any]:
    """Return the offsets (int64) and the entries of some rows, in this order."""
    if isinstance(indices, np.ndarray):
        return gathered(indptr, indices, rows)
    from cugraph_biclique.device.ranges import gather_ranges

    out, offsets = gather_ranges(indices, indptr[rows], indptr[rows + 1])
    return offsets, out


def row_of_entries(offsets: Any, n: int) -> Any:
    """Return the number of the row of each of n entries: int64."""
    if isinstance(offsets, np.ndarray):
        return np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    from cugraph_biclique.device import ranges

    return ranges.row_of_entries(offsets, n)
