# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From the edges of a graph with one kind of vertex to edges in one direction.

The vertices are in the order of their degrees, so that even a hub has few later
neighbours. The later end of an edge comes to the left, and the earlier end to the
right. Each vertex has a loop, so a vertex without neighbours is there, too.
"""

from __future__ import annotations

from typing import Any

import dask
import dask.dataframe as dd
import pandas as pd

from cugraph_biclique.cliques.graph import common_dtype
from cugraph_biclique.dask.edges import SIDES, Edges, degrees, persisted
from cugraph_biclique.dask.partitioning import ROOTS
from cugraph_biclique.inputs.labels import check_piece


def in_one_direction(edges: Edges, min_size: int) -> Edges:
    """Return the edges with the ``rank`` of their earlier ends, by left vertex.

    A vertex of fewer than ``min_size - 1`` neighbours is dropped. Two shuffles bring
    the ranks of both ends of an edge together. Raise an error if labels are null, or
    if the columns have labels of two kinds.
    """
    edges.check(list(dask.compute(*edges.nulls)))
    frame = edges.frame
    unknown = [side for side in SIDES if not _is_known(frame[side])]
    if unknown:
        frame = frame.categorize(columns=unknown)
    dtype = common_dtype(*(frame[side].dtype for side in SIDES))
    meta = pd.DataFrame({side: pd.Series(dtype=dtype) for side in SIDES})
    frame = frame.map_partitions(_in_both_directions, dtype, meta=meta)
    # Each edge is there twice, and each vertex has a loop.
    least = 3 * frame.npartitions if edges.limited else 1
    both = edges._replace(frame=frame, by="", nulls=[]).together("right", least)
    [shuffled] = persisted(both.frame.map_partitions(_distinct).optimize())
    pieces = shuffled.to_delayed()
    ranked = [
        dask.delayed(_ranked)(piece, i, len(pieces), min_size)
        for i, piece in enumerate(pieces)
    ]
    meta = meta.assign(rank=pd.Series(dtype="int64"))
    frame = dd.from_delayed(ranked, meta=meta, verify_meta=False)
    found = both._replace(frame=frame).together("left")
    return found._replace(frame=found.frame.map_partitions(_from_earlier, meta=meta))


def _is_known(column: Any) -> bool:
    """Whether Dask knows the categories of a column, if it has categories."""
    return column.dtype != "category" or column.cat.known


def _in_both_directions(edges: Any, dtype: Any) -> Any:
    """Return the edges in both directions, and a loop for each vertex."""
    edges = edges[list(SIDES)].astype(dtype)
    turned = edges.set_axis(SIDES[::-1], axis=1)
    both = pd.concat([edges, turned[list(SIDES)]], ignore_index=True)
    loops = both[["left"]].drop_duplicates().assign(right=lambda each: each["left"])
    return pd.concat([both, loops], ignore_index=True).drop_duplicates()


def _distinct(edges: Any) -> Any:
    check_piece(edges["right"], "labels of both columns together")
    return edges.drop_duplicates(ignore_index=True)


def _ranked(edges: Any, number: int, of: int, min_size: int) -> Any:
    """Add the rank of the right vertex to each edge: by degree, then unique.

    The edges are in Dask partition `number` of `of`. A worker that repeats this task
    must find the same ranks, so the vertices are sorted.
    """
    table = degrees(edges, "right", "degree", sort=True)
    table["rank"] = table["degree"] * ROOTS + table.index * of + number
    table = table[table["degree"] >= min_size]
    return edges.merge(table[["right", "rank"]], on="right")


def _from_earlier(edges: Any) -> Any:
    """Return the edges from an earlier vertex; the loop of the left vertex has its
    rank."""
    loops = edges[["left", "rank"]][edges["left"] == edges["right"]]
    loops.columns = ["left", "last"]
    edges = edges.merge(loops, on="left")
    return edges[edges["rank"] <= edges["last"]][[*SIDES, "rank"]]
