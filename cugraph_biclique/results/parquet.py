# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques as Parquet files."""

from __future__ import annotations

from importlib.util import find_spec
from typing import IO, Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.arrays import to_host
from cugraph_biclique.graph import BipartiteGraph

ROWS_PER_GROUP = 25_000


def part_writer(graph: BipartiteGraph) -> Any:
    """Return the writer for bicliques of a graph, in host or device memory."""
    if graph.on_device and find_spec("cudf") is not None:
        from cugraph_biclique.results import cudf_frames

        return cudf_frames.PartWriter(graph, ROWS_PER_GROUP)
    return PartWriter(graph)


def pyarrow() -> Any:
    """Import PyArrow, or raise an error that says how to install it."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError(
            "writing Parquet needs PyArrow, which is not installed: "
            'pip install "cugraph_biclique[parquet]"'
        ) from error
    return pyarrow


class PartWriter:
    """Writer of bicliques to files of a Parquet data set, with PyArrow."""

    rows_per_file = 100_000

    def __init__(self, graph: BipartiteGraph) -> None:
        graph = graph.with_host_labels()
        self.left = _arrow_array(
            graph.left_labels, f"left labels of G, {graph.left_name!r},"
        )
        self.right = _arrow_array(
            graph.right_labels, f"right labels of G, {graph.right_name!r},"
        )

    def write(self, out: IO[bytes], members: Any, first: int) -> None:
        """Write bicliques, numbered from `first`, as a Parquet file."""
        table = self.table(members, first)
        pyarrow().parquet.write_table(table, out, row_group_size=ROWS_PER_GROUP)

    def table(self, members: Any, first: int) -> Any:
        """Return bicliques, numbered from `first`, as an Arrow table."""
        pa = pyarrow()
        left_offsets, left, right_offsets, right = map(to_host, members)
        n = len(left_offsets) - 1
        return pa.table(
            {
                "biclique": pa.array(np.arange(first, first + n)),
                "left": _list_array(left_offsets, left, self.left),
                "right": _list_array(right_offsets, right, self.right),
            }
        )


def _list_array(offsets: np.ndarray, members: np.ndarray, labels: Any) -> Any:
    pa = pyarrow()
    return pa.LargeListArray.from_arrays(
        pa.array(offsets), labels.take(pa.array(members))
    )


def _arrow_array(values: pd.Index | np.ndarray, what: str) -> Any:
    """Convert labels to Arrow, or raise an error if Parquet cannot store them."""
    pa = pyarrow()
    labels = pd.Series(values)
    kinds = {type(label): label for label in labels} if labels.dtype == object else {}
    try:
        array = pa.Array.from_pandas(labels)
        pa.parquet.write_table(pa.table({"label": array[:0]}), pa.BufferOutputStream())
        # Arrow converts mixed strings and bytes to bytes, and times to dates.
        if len(kinds) < 2 or array.to_pylist() == labels.tolist():
            return _large(pa, array)
        reason = f"Arrow would convert all of them to {array.type}"
    except UnicodeEncodeError as error:
        raise TypeError(
            f"{what} such as {shown(error.object)} are not valid Unicode "
            f"({error.reason}), but text in Parquet must be: convert them first, for "
            "example with .map(ascii)"
        ) from error
    except (pa.ArrowException, OverflowError) as error:
        reason = str(error)
    if len(kinds) > 1:
        (a, first), (b, second) = list(kinds.items())[:2]
        problem = (
            f"have several types, such as {shown(first)} ({a.__name__}) and "
            f"{shown(second)} ({b.__name__}), but a Parquet column has one type"
        )
    else:
        problem = f"such as {shown(labels[0])} have no Parquet type"
    raise TypeError(
        f"{what} {problem} ({reason}): convert them first, for example with "
        ".astype(str)"
    )


def _large(pa: Any, array: Any) -> Any:
    """Return the array with 64-bit offsets, as one chunk.

    The members of one part may repeat much text, and labels may come in several chunks.
    """
    large = {pa.string(): pa.large_string(), pa.binary(): pa.large_binary()}
    array = array.cast(large.get(array.type, array.type))
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
