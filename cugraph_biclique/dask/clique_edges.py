# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From the edges of a graph with one kind of vertex to what its roots need.

The vertices are in the order of their degrees, so that even a hub has few later
neighbours. A partition needs the edges from a vertex of its closed neighbourhoods to
the later neighbours of that vertex. So the frames have a row for each vertex (on the
left) and each root (on the right) that needs these edges: a neighbour, or the vertex
itself. A vertex without neighbours has a row, too.
"""

from __future__ import annotations

from typing import Any

import dask
import dask.dataframe as dd
import pandas as pd

from cugraph_biclique.dask.edges import (
    ROOTS,
    Edges,
    degrees,
    persisted,
    signatures,
)
from cugraph_biclique.dask.reading import SIDES
from cugraph_biclique.inputs.labels import check_piece
from cugraph_biclique.inputs.undirected import common_dtype


def closed_neighbourhoods(edges: Edges, min_size: int) -> Edges:
    """Return each edge in both directions and each vertex with itself, by left vertex,
    with the ``rank`` of the right vertex.

    A right vertex of fewer than ``min_size - 1`` neighbours is dropped. Raise an
    error if labels are null, or if the columns have labels of two kinds.
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
    return both._replace(frame=frame).together("left")


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


def with_later(edges: Any, vertex: str) -> Any:
    """Add the ``work`` and the ``signature`` of a vertex to each of its rows.

    The work is what the vertex costs a root: its later neighbours and itself, but only
    from the root on. The signature combines the largest work and the hash.
    """
    edges = with_own(edges, vertex, ["rank"])
    table = degrees(edges[edges["rank"] >= edges["own_rank"]], vertex, "most")
    table["signature"] = signatures(table[vertex], table["most"])
    edges = edges.merge(table, on=vertex).sort_values("rank", ascending=False)
    place = edges.groupby(vertex, observed=True).cumcount() + 1
    edges["work"] = place.where(place < edges["most"], edges["most"])
    return edges[[*SIDES, "rank", "work", "signature"]]


def with_own(edges: Any, vertex: str, columns: list[str]) -> Any:
    """Add columns of the row of a vertex with itself to each of its rows; a vertex
    without such a row was dropped."""
    own = edges[[vertex, *columns]][edges["left"] == edges["right"]]
    own.columns = [vertex, *(f"own_{name}" for name in columns)]
    return edges.merge(own, on=vertex)


def later_edges(edges: Any, vertex: str) -> Any:
    """Return the edges that each batch needs of some vertices, with the batch as column
    ``to``: the later end on the left, and the earlier end on the right.

    A root that is later than the vertex needs only the edges from the root on.
    """
    least = edges.groupby([vertex, "batch"], observed=True)["rank"].min()
    least.name = "least"
    least = least.reset_index().rename(columns={"batch": "to"})
    edges = with_own(edges, vertex, ["rank", "owner"])
    later = edges[edges["rank"] >= edges["own_rank"]].merge(least, on=vertex)
    later = later[later["rank"] >= later["least"]]
    later = later[["right", "left", "own_rank", "own_owner", "to"]]
    later.columns = [*SIDES, "rank", "owner", "to"]
    return later
