# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Dask frames: of a frame that one worker has made, and with equal labels together."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np

from cugraph_biclique.dask.host_frames import is_cudf_frame
from cugraph_biclique.dask.numbering import hashes
from cugraph_biclique.dask.results import lazy
from cugraph_biclique.dask.waiting import gathered
from cugraph_biclique.inputs.labels import OBJECTS

HASH = "hash"  # a column beside those of this package
MOST_ROWS = 1 << 22  # of a Dask partition: some 64 MB


def dask_frame(client: Any, made: Any) -> dd.DataFrame:
    """Return the frame of a finished task as a Dask frame, in the same order."""
    n, meta = gathered(client.submit(_described, made, pure=False))
    ends = [*range(0, max(n, 1), MOST_ROWS), n]
    parts = [dask.delayed(_rows)(lazy(made), *ends_of) for ends_of in pairwise(ends)]
    return _of_parts(parts, meta)


def joined_frames(client: Any, made: list[Any]) -> dd.DataFrame:
    """Return the frames of finished tasks as the Dask partitions of one frame."""
    _, meta = gathered(client.submit(_described, made[0], pure=False))
    return _of_parts([lazy(each) for each in made], meta)


def _of_parts(parts: list[Any], meta: Any) -> dd.DataFrame:
    # By default, Dask converts object columns to strings, including integers.
    with dask.config.set({"dataframe.convert-string": False}):
        return dd.from_delayed(parts, meta=meta, verify_meta=False)


def together(frame: dd.DataFrame, column: str, n: int | None = None) -> dd.DataFrame:
    """Return a Dask frame of n Dask partitions, by default as many as before, where
    rows with equal labels are in one of them.

    A "tasks" shuffle keeps device frames on the device, and Python integers as they
    are.
    """
    n = n or frame.npartitions
    if frame._meta[column].dtype != OBJECTS or is_cudf_frame(frame._meta):
        return frame.shuffle(column, npartitions=n, shuffle_method="tasks")
    # Dask has no hashes of some objects, such as numbers and tuples.
    hashed = frame.map_partitions(_with_hashes, column)
    hashed = hashed.shuffle(HASH, npartitions=n, shuffle_method="tasks")
    return hashed[list(frame.columns)]


def added_up(found: Any, keys: list[str], column: str) -> Any:
    """Add up a column of a frame by its other columns, the keys, which stay as they
    are: pandas would make floats of an index of the objects 1 and 2.5."""
    sums = found.groupby(keys, sort=False, observed=True)[column].transform("sum")
    return found.assign(**{column: sums}).drop_duplicates(keys, ignore_index=True)


def distinct(edges: Any) -> Any:
    """Return each edge once."""
    return edges.drop_duplicates(ignore_index=True)


def degrees(edges: Any, side: str) -> Any:
    """Return a row for each vertex of some edges, which has all its edges there: its
    label, and its ``degree``."""
    ones = edges[[side]].assign(degree=np.int64(1))
    return added_up(ones, [side], "degree")


def _with_hashes(frame: Any, column: str) -> Any:
    return frame.assign(**{HASH: hashes(frame[column]).view(np.int64)})


def _described(frame: Any) -> tuple[int, Any]:
    return len(frame), frame[:0]


def _rows(frame: Any, first: int, last: int) -> Any:
    return frame.iloc[first:last]
