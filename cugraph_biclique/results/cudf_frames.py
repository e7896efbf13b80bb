# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""cuDF frames of bicliques, from offsets and flat members on the device."""

from __future__ import annotations

from typing import Any

import cudf
import cupy
import numpy as np
import pyarrow as pa


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
    """One row a biclique, members as lists: an Arrow table on the device.

    cuDF's lists have 32-bit offsets, so a column holds 2^31 - 1 members at most.
    """
    for name in ("left", "right"):
        n = len(table[name].combine_chunks().flatten())
        if n >= 2**31:
            raise ValueError(
                f"the {name} sides have {n:,} members, and a list column of cuDF holds "
                "2,147,483,647: use found.left and found.right, or iter_batches"
            )
    fields = [
        (field.name, pa.list_(field.type.value_type) if i else field.type)
        for i, field in enumerate(table.schema)
    ]
    return cudf.DataFrame.from_arrow(table.cast(pa.schema(fields)))
