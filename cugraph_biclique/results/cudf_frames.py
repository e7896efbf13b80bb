# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""cuDF frames of bicliques, from offsets and flat members on the device."""

from __future__ import annotations

from typing import Any

import cudf
import cupy
import numpy as np


def sizes_frame(n_left: Any, n_right: Any) -> cudf.DataFrame:
    """One row a biclique."""
    return cudf.DataFrame(
        {"biclique": cupy.arange(len(n_left)), "n_left": n_left, "n_right": n_right}
    )


def long_frame(offsets: Any, members: Any, labels: Any) -> cudf.DataFrame:
    """One row a member."""
    starts = cupy.zeros(len(members) + 1, np.int64)
    starts[offsets[1:]] = 1  # no biclique is without members
    return cudf.DataFrame(
        {"biclique": cupy.cumsum(starts[:-1]), "vertex": labels.take(members)}
    )


def list_frame(table: Any) -> cudf.DataFrame:
    """One row a biclique, members as lists: a PyArrow table on the device."""
    return cudf.DataFrame.from_arrow(table)
