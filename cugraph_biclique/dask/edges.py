# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From a Dask edge frame to its distinct edges, a core of them, and degrees.

Edges stay on the workers. What comes to the client is how many vertices have which
degree.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from math import ceil, comb
from typing import Any, NamedTuple

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
from distributed import get_client

from cugraph_biclique.arguments import shown
from cugraph_biclique.inputs.frame_columns import booleans_error, pick_columns
from cugraph_biclique.inputs.label_checks import refuse_kinds
from cugraph_biclique.inputs.labels import check_piece
from cugraph_biclique.partition import OTHER
from cugraph_biclique.preparation import anchor_cost

SIDES = "left", "right"
HASHES = 1 << 31
MATRIX = "scipy.sparse.csr_array(ddf.compute()) to cugraph_biclique's own calls"
FEW_WORKERS = 4  # for Dask to mistake a shuffle between them, see `persisted`
MERGED = 8  # pieces that may become one: with small ones, Dask's tasks take the time


class Edges(NamedTuple):
    """Distinct edges; those of a vertex of one side are in one piece."""

    frame: Any  # columns left, right, and maybe more
    by: str  # the side
    columns: tuple[Hashable, ...]  # of the caller's frame
    nulls: list[Any]  # delayed: of each piece, how many labels of each side are null

    def together(self, side: str) -> Edges:
        """The same with those of a vertex of that side in one piece."""
        if self.by == side:
            return self
        return self._replace(frame=self.frame.shuffle(side), by=side)

    def check(self, nulls: list[list[int]]) -> None:
        """See that there are no nulls among the labels."""
        for column, *found in zip(self.columns, *nulls, strict=True):
            if n := sum(found):
                raise ValueError(
                    f"{_labels(column)} are null in {n:,} distinct "
                    f"edge{'s' * (n > 1)}: a null names no vertex, drop these edges or "
                    "give it a label"
                )


class Weighed(NamedTuple):
    """Edges that know their left vertex's degree, and the degrees of both sides."""

    edges: Edges  # by right
    degrees: dict[str, pd.Series]  # of each side: how many vertices have which degree

    @property
    def n_edges(self) -> int:
        """How many edges."""
        times = self.degrees["left"]
        return int((times.index * times).sum())

    def squares(self, side: str) -> float:
        """The degrees of a side, squared and added: the rows that it makes."""
        times = self.degrees[side]
        return float((times.index.to_numpy(np.float64) ** 2 * times).sum())

    def side_to_grow(self) -> str:
        """As `order.side_to_grow`: the side whose two-hop neighbourhood is smaller."""
        return "right" if self.squares("left") <= self.squares("right") else "left"

    def side_to_anchor(self, p: int, q: int) -> str:
        """The side to pick from in a count, if all two-hop neighbours shared enough."""

        def cost(side: str, picks: int) -> float:
            wedges, n = self.squares(OTHER[side]), int(self.degrees[side].sum())
            return anchor_cost(wedges, wedges, n, max(1, n), picks)

        return "left" if cost("left", p) < cost("right", q) else "right"

    def stars(self, side: str, leaves: int) -> int:
        """The vertices of a side with so many of their neighbours, exactly."""
        times = self.degrees[side]
        each = zip(times.index.tolist(), times.tolist(), strict=True)
        return sum(int(n) * comb(int(degree), leaves) for degree, n in each)


def persisted(*collections: Any, workers: list[str] | None = None) -> list[Any]:
    """Collections that the workers make and keep: some workers, or each task where its
    data is.

    The "tasks" of a shuffle between three or four workers look to the scheduler like
    the first ones of a graph, which it sends anywhere, and with each all of a piece.
    Not so tasks that should go to some workers: so all are named. Not for "p2p", which
    would hold on to those that die. And a task that needs no data should not be among
    these: it would wait for a worker that is named, if there was none for a moment.
    """
    client = get_client()
    if workers is None:
        workers = list(client.nthreads())
        by_tasks = dask.config.get("dataframe.shuffle.method", None) == "tasks"
        if len(workers) > FEW_WORKERS or not by_tasks:
            return client.persist(collections)
    return client.persist(collections, workers=workers, allow_other_workers=True)


def edges_of(
    ddf: dd.DataFrame,
    left: Hashable | None,
    right: Hashable | None,
    least_pieces: int,
    by: str,
) -> Edges:
    """The distinct edges of a frame, as columns ``left`` and ``right``, kept in memory
    by the workers in at least so many pieces, if the frame is, with those of a vertex
    of one side together. `weigh` will check them."""
    unnamed = left is None and right is None
    left, right = pick_columns(ddf.columns, left, right, MATRIX)
    if unnamed and all(map(pd.api.types.is_bool_dtype, ddf.dtypes)):
        raise booleans_error(MATRIX)
    dtypes = dict(zip(ddf.columns, ddf.dtypes, strict=True))
    for column in (left, right):
        refuse_kinds(dtypes[column], _labels(column))
    n_pieces = min(ddf.npartitions, max(least_pieces, ceil(ddf.npartitions / MERGED)))
    named = partial(_named, columns=(left, right))
    distinct = partial(_distinct, columns=(left, right))
    edges = ddf[[left, right]].map_partitions(named).persist()  # see `persisted`
    edges = edges.shuffle(by, npartitions=n_pieces).map_partitions(distinct)
    [edges] = persisted(edges.optimize())
    nulls = [dask.delayed(_nulls)(piece) for piece in edges.to_delayed()]
    return Edges(edges, by, (left, right), nulls)


def _named(edges: Any, columns: tuple[Hashable, Hashable]) -> Any:
    edges = edges.copy(deep=False)
    edges.columns = list(SIDES)
    _check(edges, columns)
    return edges


def _distinct(edges: Any, columns: tuple[Hashable, Hashable]) -> Any:
    _check(edges, columns)  # again, as equal labels may have come together
    return edges.drop_duplicates(ignore_index=True)


def _check(edges: Any, columns: tuple[Hashable, Hashable]) -> None:
    """Refuse labels of a piece that might be taken one for another."""
    for side, column in zip(SIDES, columns, strict=True):
        if hasattr(edges, "to_pandas"):
            from cugraph_biclique.inputs.cudf_labels import refuse_large_floats

            refuse_large_floats(edges[side], _labels(column))
        else:
            check_piece(edges[side], _labels(column))


def _labels(column: Hashable) -> str:
    """What error messages call the labels of a column."""
    return f"labels of column {shown(column)}"


def _nulls(edges: Any) -> list[int]:
    return on_host(edges.isnull().sum()).tolist()


def core(edges: Edges, min_left: int, min_right: int) -> Edges:
    """The edges without vertices that have too few neighbours, each side looked at
    once: nearly all are found so, and a partition loses the others by itself."""
    for side, least in (("right", min_left), ("left", min_right)):
        if least > 1:
            edges = edges.together(side)
            frame = edges.frame.map_partitions(_with_enough, side, least)
            edges = edges._replace(frame=frame)
    return edges


def _with_enough(edges: Any, side: str, least: int) -> Any:
    """The edges of vertices that have enough of them."""
    degree = _degrees(edges, side, "degree")
    enough = degree[degree["degree"] >= least][[side]]
    return edges.merge(enough, on=side)


def _degrees(edges: Any, side: str, name: str) -> Any:
    """A frame of the vertices of a side, with their degrees as column `name`."""
    degree = edges.groupby(side, sort=False, observed=True).size()
    degree.name = name
    return degree.reset_index()


def weigh(edges: Edges) -> Weighed:
    """Count the edges of every vertex of both sides, and see that none is null."""
    edges = edges.together("left")
    edges = edges._replace(frame=persisted(edges.frame.optimize())[0])
    weighed = edges.frame.map_partitions(with_work, "left")
    met = edges._replace(frame=weighed, nulls=[]).together("right")
    met = met._replace(frame=persisted(met.frame.optimize())[0])
    lazy = [
        [dask.delayed(_degree_counts)(piece, side) for piece in frame.to_delayed()]
        for side, frame in (("left", edges.frame), ("right", met.frame))
    ]
    *pieces, nulls = dask.compute(*lazy, edges.nulls)
    edges.check(nulls)
    counts = [pd.concat(some).groupby(level=0).sum() for some in pieces]
    return Weighed(met, dict(zip(SIDES, counts, strict=True)))


def _degree_counts(edges: Any, side: str) -> pd.Series:
    """How many vertices of a side have which degree."""
    return on_host(_degrees(edges, side, "degree")["degree"].value_counts())


def with_work(edges: Any, kept: str) -> Any:
    """Edges with the degree of their kept vertex, which is the ``work`` that it makes
    for each of its roots, and its ``signature``: one number for (degree, hash)."""
    table = _degrees(edges, kept, "work")
    low = (hashes(table[kept]) % HASHES).astype("int64")
    table["signature"] = table["work"].astype("int64") * HASHES + low
    return edges.merge(table, on=kept)


def on_host(frame: Any) -> Any:
    """A frame or a Series as pandas has it."""
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame


def hashes(labels: Any) -> Any:
    """A number for each label, or row, the same wherever it is."""
    if hasattr(labels, "hash_values"):  # cuDF
        return labels.hash_values().astype("uint64")
    return pd.util.hash_pandas_object(labels, index=False).astype("uint64")
