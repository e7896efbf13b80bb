# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques, cliques and groups as Parquet files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import IO, Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host

ROWS_PER_GROUP = 25_000
MEMBERS_PER_FILE = 1 << 26  # of one column; far below the 2**31 of a list column


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


class ListWriter:
    """Writer of rows of lists to files of a Parquet data set, with PyArrow."""

    rows_per_file = 100_000
    kind: str  # of the rows, as `kind_of`
    labels: dict[str, Any]  # of each column of lists

    def write(self, out: IO[bytes], members: Any, first: int) -> None:
        """Write rows, numbered from `first`, as a Parquet file."""
        table = self.table(members, first)
        pyarrow().parquet.write_table(table, out, row_group_size=ROWS_PER_GROUP)

    def table(self, members: Any, first: int) -> Any:
        """Return rows, numbered from `first`, as an Arrow table.

        `members` has the offsets and the members (ids) of each column.
        """
        pa = pyarrow()
        arrays = [to_host(array) for array in members]
        n = len(arrays[0]) - 1
        columns = {self.kind: pa.array(np.arange(first, first + n))}
        lists = zip(self.labels.items(), arrays[::2], arrays[1::2], strict=True)
        for (name, labels), offsets, ids in lists:
            columns[name] = _list_array(offsets, ids, labels)
        return pa.table(columns)


class PartWriter(ListWriter):
    """Writer of bicliques."""

    kind = "biclique"

    def __init__(self, graph: BipartiteGraph) -> None:
        graph = graph.with_host_labels()
        left = f"left labels of G, {graph.left_name!r},"
        right = f"right labels of G, {graph.right_name!r},"
        self.labels = {
            "left": _arrow_array(graph.left_labels, left),
            "right": _arrow_array(graph.right_labels, right),
        }


class GroupWriter(PartWriter):
    """Writer of groups: the members as lists, then columns of numbers."""

    kind = "group"

    def table(self, members: Any, first: int) -> Any:
        """Return groups as an Arrow table. `members` is that of bicliques, with the
        columns of numbers by name at the end."""
        *lists, numbers = members
        table = super().table(lists, first)
        for name, values in numbers.items():
            table = table.append_column(name, pyarrow().array(values))
        return table


class CliqueWriter(ListWriter):
    """Writer of cliques."""

    kind = "clique"

    def __init__(self, labels: pd.Index | np.ndarray) -> None:
        self.labels = {"vertices": _arrow_array(labels, "labels of G")}


def files_of(sizes: np.ndarray, most_rows: int, most_members: int) -> Iterator[slice]:
    """Yield the rows of each file, given the size of each row: as many as a file may
    contain. Without rows, yield one empty slice."""
    reached = np.cumsum(sizes, dtype=np.int64)
    first = 0
    while first < max(1, len(sizes)):
        before = reached[first - 1] if first else 0
        enough = np.searchsorted(reached, before + most_members, side="right")
        last = min(first + most_rows, max(first + 1, int(enough)))
        yield slice(first, last)
        first = last


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
