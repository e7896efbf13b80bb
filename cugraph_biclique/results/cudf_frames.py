# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""cuDF frames of bicliques, built from offsets and flat members on the device."""

from __future__ import annotations

from decimal import Decimal
from io import BytesIO
from typing import IO, Any

import cudf
import cupy
import numpy as np
import pyarrow as pa
import pylibcudf as plc

from cugraph_biclique.device.elementwise import ascending
from cugraph_biclique.device.ranges import row_of_entries
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs.cudf_labels import taken
from cugraph_biclique.results.cudf_limits import OF_BICLIQUES, check_rows

MOST_DIGITS = 38  # of a Decimal128


def sizes_frame(n_left: Any, n_right: Any) -> cudf.DataFrame:
    """Return one row per biclique."""
    check_rows(len(n_left), OF_BICLIQUES)
    number = ascending(len(n_left), 0, np.int64)
    return _frame_of({"biclique": number, "n_left": n_left, "n_right": n_right})


def long_frame(offsets: Any, members: Any, labels: Any) -> cudf.DataFrame:
    """Return one row per member."""
    check_rows(len(members), OF_BICLIQUES)
    biclique = row_of_entries(offsets, len(members))
    return _frame_of({"biclique": biclique, "vertex": taken(labels, members)})


def _frame_of(columns: dict[str, Any]) -> cudf.DataFrame:
    """Return a frame of columns, without a copy.

    The constructor of cuDF takes half a millisecond even for arrays, because it builds
    pandas indexes to compare them.
    """
    if not all(isinstance(values, cupy.ndarray) for values in columns.values()):
        return cudf.DataFrame(columns)
    arrays = map(plc.Column.from_cuda_array_interface, columns.values())
    return cudf.DataFrame.from_pylibcudf(
        plc.Table(list(arrays)), {"columns": list(columns)}
    )


def frame(columns: dict[Any, Any]) -> cudf.DataFrame:
    """Return a frame of columns. A column is an array, or a tuple (ids, labels) that
    stands for the labels of these ids."""
    for values in columns.values():
        check_rows(len(values[0] if isinstance(values, tuple) else values))
    return cudf.DataFrame(
        {
            name: taken(values[1], cupy.asarray(values[0]))
            if isinstance(values, tuple)
            else cupy.asarray(values)
            if isinstance(values, np.ndarray)
            else values
            for name, values in columns.items()
        }
    )


def count_column(counts: Any) -> Any:
    """Counts on the device: int64, or Decimal128 where int64 is too small."""
    check_rows(len(counts))
    if counts.dtype != object:
        return cupy.asarray(counts)
    largest = max(counts.tolist())
    if largest >= 10**MOST_DIGITS:
        raise OverflowError(
            f"a count has {len(str(largest)):,} digits, but a column of cuDF holds at "
            f"most {MOST_DIGITS}: pass G in host memory, where counts are Python "
            "integers"
        )
    exact = pa.array(map(Decimal, counts.tolist()), pa.decimal128(MOST_DIGITS, 0))
    return cudf.Series.from_arrow(exact)


def edge_counts_frame(graph: BipartiteGraph, counts: Any, name: str) -> cudf.DataFrame:
    """One row per edge: the labels of its ends, then the count, which has a name."""
    rights = cupy.asarray(graph.left_indices)
    indptr = cupy.asarray(graph.left_indptr)
    lefts = row_of_entries(indptr, len(rights))
    columns = {
        graph.left_name: taken(graph.left_labels, lefts),
        graph.right_name: taken(graph.right_labels, rights),
        name: counts,
    }
    return cudf.DataFrame(columns)


def series(values: np.ndarray, name: str) -> cudf.Series:
    """One value per biclique."""
    check_rows(len(values), OF_BICLIQUES)
    return cudf.Series(cupy.asarray(values), name=name)


def edge_frame(left: Any, right: Any, graph: BipartiteGraph) -> cudf.DataFrame:
    """One row per edge, with the names of the caller's columns."""
    check_rows(len(left))
    return cudf.DataFrame(
        {
            graph.left_name: taken(graph.left_labels, left),
            graph.right_name: taken(graph.right_labels, right),
        }
    )


def tuple_frame(left: Any, right: Any, graph: BipartiteGraph) -> cudf.DataFrame:
    """One row per (p, q)-biclique, with one column per member."""
    check_rows(len(left[0]), "pass a smaller batch_size")
    sides = {"left": (left, graph.left_labels), "right": (right, graph.right_labels)}
    columns = {
        f"{side}_{i}": taken(labels, ids)
        for side, (rows, labels) in sides.items()
        for i, ids in enumerate(rows, start=1)
    }
    return cudf.DataFrame(columns)


def list_frame(members: Any, graph: BipartiteGraph, first: int = 0) -> cudf.DataFrame:
    """Return one row per biclique, numbered from `first`, with its members as lists.

    Callers have checked the number of members, see `cudf_limits`. cuDF has no lists of
    categoricals, so the lists contain the values of the categories.
    """
    n = len(members.left_offsets) - 1
    number = cudf.Series(ascending(n, first, np.int64))
    of_left, of_right = members.left_offsets, members.right_offsets
    left, left_names = _lists(of_left, members.left, graph.left_labels)
    right, right_names = _lists(of_right, members.right, graph.right_labels)
    return cudf.DataFrame.from_pylibcudf(
        plc.Table([number.to_pylibcudf()[0], left, right]),
        {
            "columns": ["biclique", "left", "right"],
            "child_names": {"biclique": {}, "left": left_names, "right": right_names},
        },
    )


def clique_frame(
    offsets: np.ndarray, members: np.ndarray, labels: cudf.Series
) -> cudf.DataFrame:
    """Return one row per clique, with its vertices as a list."""
    number = cudf.Series(ascending(len(offsets) - 1, 0, np.int64))
    lists, names = _lists(cupy.asarray(offsets), cupy.asarray(members), labels)
    return cudf.DataFrame.from_pylibcudf(
        plc.Table([number.to_pylibcudf()[0], lists]),
        {
            "columns": ["clique", "vertices"],
            "child_names": {"clique": {}, "vertices": names},
        },
    )


def _lists(
    offsets: Any, members: Any, labels: Any
) -> tuple[plc.Column, dict[str, Any]]:
    """Return a column of lists, and the names of its children."""
    vertices = cudf.Series(taken(labels, members))
    if isinstance(vertices.dtype, cudf.CategoricalDtype):
        vertices = vertices.astype(vertices.dtype.categories.dtype)
    fields = getattr(vertices.dtype, "fields", None) or {}  # of structs
    where = cudf.Series(offsets.astype(np.int32))
    lists = plc.Column(
        plc.DataType(plc.TypeId.LIST),
        len(offsets) - 1,
        None,
        None,
        0,
        0,
        [where.to_pylibcudf()[0], vertices.to_pylibcudf()[0]],
    )
    return lists, {"offsets": {}, "element": {name: {} for name in fields}}


class PartWriter:
    """Writer of bicliques on the device to files of a Parquet data set."""

    kind = "biclique"
    rows_per_file = 500_000  # each file takes about 20 ms, even a small one

    def __init__(self, graph: BipartiteGraph, rows_per_group: int) -> None:
        self.graph = graph
        self.rows_per_group = rows_per_group

    def write(self, out: IO[bytes], members: Any, first: int) -> None:
        """Write bicliques, numbered from `first`, as a Parquet file."""
        frame = list_frame(members, self.graph, first)
        # Write to memory first, because libcudf does not report a full disk.
        content = BytesIO()
        frame.to_parquet(content, index=False, row_group_size_rows=self.rows_per_group)
        out.write(content.getbuffer())
