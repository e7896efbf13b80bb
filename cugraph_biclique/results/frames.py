# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""pandas frames of bicliques, from offsets and flat members."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd

from cugraph_biclique.graph import BipartiteGraph


def sizes_frame(n_left: np.ndarray, n_right: np.ndarray) -> pd.DataFrame:
    """One row a biclique."""
    return pd.DataFrame(
        {"biclique": np.arange(len(n_left)), "n_left": n_left, "n_right": n_right}
    )


def long_frame(offsets: np.ndarray, members: np.ndarray, labels) -> pd.DataFrame:
    """One row a member."""
    return pd.DataFrame(
        {
            "biclique": np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)),
            "vertex": labels.take(members),
        },
        copy=False,
    )


def list_frame(members, graph: BipartiteGraph) -> pd.DataFrame:
    """One row a biclique, members as lists."""
    return pd.DataFrame(
        {
            "biclique": np.arange(len(members.left_offsets) - 1),
            "left": _lists(members.left_offsets, members.left, graph.left_labels),
            "right": _lists(members.right_offsets, members.right, graph.right_labels),
        }
    )


def _lists(offsets: np.ndarray, members: np.ndarray, labels) -> pd.Series:
    flat = labels.take(members).tolist()
    bounds = offsets.tolist()
    out = np.empty(len(offsets) - 1, dtype=object)
    for i in range(len(out)):
        out[i] = flat[bounds[i] : bounds[i + 1]]
    return pd.Series(out, dtype=object)


def canonical_order(
    left_offsets: np.ndarray, left: np.ndarray, n_right: np.ndarray
) -> np.ndarray:
    """Order by (n_left, n_right, left members); members of each are ascending."""
    n_left = np.diff(left_offsets)
    order = np.lexsort((n_right, n_left))
    edges = np.flatnonzero(
        (np.diff(n_left[order]) != 0) | (np.diff(n_right[order]) != 0)
    )
    bounds = [0, *(edges + 1).tolist(), len(order)]
    for a, b in pairwise(bounds):
        if b - a > 1:
            group = order[a:b]
            width = int(n_left[group[0]])
            table = left[left_offsets[group][:, None] + np.arange(width)]
            order[a:b] = group[np.lexsort(table.T[::-1])]
    return order
