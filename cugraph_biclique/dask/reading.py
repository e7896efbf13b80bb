# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Read the two columns of labels of a Dask edge frame, and check them.

Each Dask partition stays on the worker that has read it.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Any, NoReturn

import dask
import dask.dataframe as dd
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.dask.partition_columns import (
    in_declared_dtype,
    place_in,
    two_columns,
)
from cugraph_biclique.dask.waiting import computed
from cugraph_biclique.inputs.frame_columns import (
    BOOLEAN,
    NUMBERS,
    matrix_advice,
    pick_columns,
)
from cugraph_biclique.inputs.label_checks import refuse_kinds
from cugraph_biclique.inputs.labels import check_piece

SIDES = "left", "right"
HOST = " to the same function of cugraph_biclique"
SAMPLED = 1000  # edges per Dask partition that tell the size of the labels


class Reading:
    """The edges of a Dask frame as columns ``left`` and ``right``, on the workers.

    There may be parallel edges, and nulls.
    """

    def __init__(
        self, ddf: dd.DataFrame, left: Hashable | None, right: Hashable | None
    ) -> None:
        kinds = [_kind(dtype) for dtype in ddf.dtypes]
        if left is None and right is None and set(kinds) == {BOOLEAN}:
            raise ValueError(
                "all columns of ddf are Boolean, so ddf looks like a biadjacency "
                "matrix and not like edges: if it is a matrix, pass "
                f"ddf.compute(){HOST}; if True and False are labels, name two columns "
                'with left="..." and right="..."'
            )
        advice = matrix_advice(list(ddf.columns), kinds, "ddf.compute()")
        advice = advice and f"{advice}{HOST}"
        self.columns = pick_columns(ddf.columns, left, right, advice)
        dtypes = dict(zip(ddf.columns, ddf.dtypes, strict=True))
        for column in self.columns:
            refuse_kinds(dtypes[column], labels_of(column))
        declared = tuple(dtypes[column] for column in self.columns)
        source = two_columns(ddf, *self.columns)
        self.frame = source.map_partitions(
            _named, columns=self.columns, dtypes=declared
        ).persist()  # see `edges.persisted`

    def size(self) -> tuple[int, float]:
        """Return the number of edges, and the mean bytes of their labels."""
        n_edges = sum(n for n, _, _ in self._sizes)
        labels = sum(n * size for n, size, _ in self._sizes)
        return n_edges, labels / max(1, n_edges)

    def sizes(self) -> list[int]:
        """Return the number of edges of each Dask partition."""
        return [n for n, _, _ in self._sizes]

    def has_nulls(self) -> bool:
        """Whether there are nulls among the labels."""
        return any(any(nulls) for _, _, nulls in self._sizes)

    def check(self) -> None:
        """Raise an error if there are nulls among the labels."""
        for i, column in enumerate(self.columns):
            if n := sum(nulls[i] for _, _, nulls in self._sizes):
                raise ValueError(
                    f"{labels_of(column)} are null in {n:,} edge{'s' * (n > 1)}, but a "
                    "label cannot be null: drop these edges, or replace the nulls with "
                    "a label"
                )

    @cached_property
    def _sizes(self) -> tuple[tuple[int, float, tuple[int, int]], ...]:
        """What `_size` finds in each Dask partition."""
        found: tuple[tuple[int, float, tuple[int, int]], ...] = computed(
            *map(dask.delayed(_size), self.frame.to_delayed())
        )
        return found


def refuse_changed() -> NoReturn:
    """Raise an error because edges that were read again are others."""
    raise RuntimeError(
        "the edges of ddf have changed since they were read first, and were read again "
        "for a score, or because a worker was lost: repeat the call, and make graphs "
        "again with cugraph_biclique.dask.bipartite_graph"
    )


def _size(edges: Any) -> tuple[int, float, tuple[int, int]]:
    """Return the number of edges, the mean bytes of the two labels of an edge, and the
    number of nulls of each side.

    The table of categories does not count: each frame has all of it, so smaller frames
    would take more memory.
    """
    some = edges.head(SAMPLED)
    size = 0
    for side in SIDES:
        labels = some[side]
        labels = labels.cat.codes if labels.dtype == "category" else labels
        size += int(labels.memory_usage(index=False, deep=True))
    left, right = (int(edges[side].isnull().sum()) for side in SIDES)
    return len(edges), size / max(1, len(some)), (left, right)


def _named(
    edges: Any,
    columns: tuple[Hashable, Hashable],
    dtypes: tuple[Any, Any],
    partition_info: dict[str, int] | None = None,
) -> Any:
    """Return the two columns of a Dask partition; Dask passes `partition_info`."""
    number = None if partition_info is None else partition_info["number"]
    places = [place_in(edges, column, number) for column in columns]
    if places != list(range(len(edges.columns))):
        edges = edges.iloc[:, places]
    edges = edges.copy(deep=False)
    edges.columns = list(SIDES)
    for side, column, dtype in zip(SIDES, columns, dtypes, strict=True):
        if edges[side].dtype != dtype:
            edges[side] = in_declared_dtype(edges[side], column, dtype, number)
        if getattr(edges[side].dtype, "kind", "") == "f":
            edges[side] = edges[side] + 0  # -0.0 is 0.0, also for hashes
    check_labels(edges, columns)
    return edges


def check_labels(edges: Any, columns: tuple[Hashable, Hashable]) -> None:
    """Refuse labels that could be mistaken for each other."""
    for side, column in zip(SIDES, columns, strict=True):
        if hasattr(edges, "to_pandas"):
            from cugraph_biclique.inputs.cudf_labels import refuse_large_floats

            refuse_large_floats(edges[side], labels_of(column))
        else:
            check_piece(edges[side], labels_of(column))


def _kind(dtype: Any) -> str:
    """What a column of a dtype holds, for `matrix_advice`."""
    if pd.api.types.is_bool_dtype(dtype):
        return BOOLEAN
    return NUMBERS if getattr(dtype, "kind", "O") in "iuf" else str(dtype)


def labels_of(column: Hashable) -> str:
    """Return the name of a column's labels in error messages."""
    return f"labels of column {shown(column)}"
