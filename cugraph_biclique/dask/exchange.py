# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Shuffles, and the frames between them.

Between two tasks, the frames of a graph that exceeds the memory of the workers are in
host memory, and so are the pieces that its shuffles exchange. A task cuts a frame into
pieces, and the task that needs the pieces joins them. Dask's own shuffle needs two more
tasks and one more column, and its pieces are on the device.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd

from cugraph_biclique.dask.host_frames import from_host_frame, to_host_frame
from cugraph_biclique.dask.partitions import concatenated


def shuffled(frame: Any, side: str, n: int, limited: bool) -> Any:
    """Return a Dask frame with n Dask partitions, where the edges of a vertex of `side`
    are together.

    With `limited` memory, the pieces are in host memory, unless the caller has
    configured another shuffle method.
    """
    if not limited or dask.config.get("dataframe.shuffle.method", None) != "tasks":
        return frame.shuffle(side, npartitions=n)
    cut = objects(frame, _pieces, side, n)
    pieces = [[each[i] for i in range(n)] for each in cut.to_delayed()]
    gathered = dask.delayed(list)
    each_part = [gathered(list(each)) for each in zip(*pieces, strict=True)]
    whole = dd.from_delayed(each_part, meta=frame._meta, verify_meta=False)
    return objects(whole, joined)


def objects(frame: Any, make: Any, *arguments: Any) -> Any:
    """Apply `make`, which may return any object, to each Dask partition of a frame.

    Dask makes one task of it and of the steps before, so it stores no frame between.
    """
    return frame.map_partitions(
        make, *arguments, meta=frame._meta, enforce_metadata=False
    )


def _pieces(edges: Any, side: str, n: int) -> list[Any]:
    """Cut edges into n pieces by the hash of their vertex of `side`."""
    if not len(edges):
        return [to_host_frame(edges)] * n
    to = (hashes(edges[side]) % n).astype("int32")
    if hasattr(edges, "scatter_by_map"):  # cuDF
        pieces = edges.scatter_by_map(to, map_size=n, keep_index=False)
        return [to_host_frame(each) for each in pieces]
    to = to.to_numpy()
    order = np.argsort(to, kind="stable")
    ends = np.searchsorted(to[order], np.arange(n + 1)).tolist()
    return cut_at(edges.take(order).reset_index(drop=True), ends, limited=True)


def cut_at(frame: Any, ends: list[int], limited: bool) -> list[Any]:
    """Cut a frame between consecutive ends; with `limited` memory, the pieces are in
    host memory."""
    pieces = [frame[a:b] for a, b in pairwise(ends)]
    return [to_host_frame(each) for each in pieces] if limited else pieces


def joined(pieces: list[Any]) -> Any:
    """Return one frame of pieces."""
    return concatenated([from_host_frame(each) for each in pieces])


def hashes(labels: Any) -> Any:
    """Return a hash for each label or row, the same on every worker."""
    if hasattr(labels, "hash_values"):  # cuDF
        return labels.hash_values().astype("uint64")
    return pd.util.hash_pandas_object(labels, index=False).astype("uint64")
