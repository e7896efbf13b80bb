# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From a Dask edge frame to its distinct edges, their core, and their degrees.

Edges stay on the workers. The client receives only the number of vertices per degree.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from math import ceil, comb
from typing import Any, NamedTuple

import dask
import numpy as np
import pandas as pd
from distributed import get_client

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask.exchange import hashes, objects, shuffled
from cugraph_biclique.dask.host_frames import from_host_frame, to_host_frame
from cugraph_biclique.dask.reading import SIDES, Reading, check_labels, labels_of
from cugraph_biclique.preparation.choices import (
    TwoHopSample,
    anchor_cost,
    grows_right_up_to,
)

HASHES = 1 << 31
ROOTS = 1 << 32  # more than a graph can have
FEW_WORKERS = 4  # up to here Dask misplaces the tasks of a shuffle: see `persisted`
EDGE_BYTES = 40  # approximate, per edge of a frame with labels of 8 bytes
LABEL_BYTES = 16  # of them: two labels
LEAST_FRAME = 4 << 20  # bytes: smaller frames cost task overhead, and save no memory
MERGED = 8  # Dask partitions that may become one: many small ones cost task overhead


class Edges(NamedTuple):
    """Distinct edges; the edges of a vertex of side `by` are in one Dask partition."""

    frame: Any  # columns left, right, and maybe more
    by: str  # side
    columns: tuple[Hashable, ...]  # of the caller's frame
    edge_bytes: int  # approximate
    limited: bool  # whether there are more Dask partitions because of `most_bytes`
    nulls: list[Any]  # delayed: nulls of each side, per Dask partition
    inputs: Any = None  # of the frame: without their futures, Dask would drop them
    resting: Any = None  # the persisted frame, as the workers store it

    def together(self, side: str, least: int = 1) -> Edges:
        """Return the same edges, those of a vertex of `side` in one Dask partition.

        If they move, there are at least `least` Dask partitions afterwards.
        """
        if self.by == side:
            return self
        n = max(least, self.frame.npartitions)
        frame = shuffled(self.frame, side, n, self.limited)
        inputs = self.inputs, self.frame
        return self._replace(frame=frame, by=side, inputs=inputs, resting=None)

    def persisted(self) -> Edges:
        """Return the same edges, in the memory of the workers."""
        if not self.limited:
            [frame] = persisted(self.frame.optimize())
            return self._replace(frame=frame, inputs=None)
        [resting] = persisted(objects(self.frame, to_host_frame).optimize())
        frame = objects(resting, from_host_frame)
        return self._replace(frame=frame, inputs=None, resting=resting)

    def parts(self) -> list[Any]:
        """Return the Dask partitions, delayed. Tasks call `from_host_frame` on them."""
        frame = self.frame if self.resting is None else self.resting
        return frame.to_delayed()

    def check(self, nulls: list[list[int]]) -> None:
        """Raise an error if there are nulls among the labels."""
        for column, *found in zip(self.columns, *nulls, strict=True):
            if n := sum(found):
                raise ValueError(
                    f"{labels_of(column)} are null in {n:,} distinct "
                    f"edge{'s' * (n > 1)}, but a label cannot be null: drop these "
                    "edges, or replace the nulls with a label"
                )


class EdgesWithDegrees(NamedTuple):
    """Edges with the degree of their left vertex, and degree counts of both sides."""

    edges: Edges  # by right
    degrees: dict[str, pd.Series]  # per side: number of vertices of each degree

    @property
    def n_edges(self) -> int:
        """Number of edges."""
        times = self.degrees["left"]
        return int((times.index * times).sum())

    def squares(self, side: str) -> float:
        """Return the sum of squared degrees of a side, which bounds the rows built."""
        times = self.degrees[side]
        return float((times.index.to_numpy(np.float64) ** 2 * times).sum())

    def side_to_grow(self, min_left: int, min_right: int) -> str:
        """Return the side to grow in a search, as `preparation` does."""
        most = grows_right_up_to(min_left, min_right) * self.squares("right")
        return "right" if self.squares("left") <= most else "left"

    def side_to_anchor(self, p: int, q: int) -> str:
        """Return the side to pick from in a count.

        The estimate assumes that all two-hop neighbours share enough neighbours, and
        that all vertices have the same number of rows.
        """

        def cost(side: str, picks: int) -> float:
            wedges, n = self.squares(OTHER[side]), int(self.degrees[side].sum())
            # A set is reached from its first vertex only, so half of the pairs count.
            rows = wedges / 2
            pairs = rows * rows / max(1, n)
            sample = TwoHopSample(n, wedges, rows, pairs, 2 * pairs)
            return anchor_cost(sample, n, picks).work

        return "left" if cost("left", p) < cost("right", q) else "right"

    def stars(self, side: str, leaves: int) -> int:
        """Count the stars: a vertex of `side` and `leaves` of its neighbours."""
        times = self.degrees[side]
        each = zip(times.index.tolist(), times.tolist(), strict=True)
        return sum(int(n) * comb(int(degree), leaves) for degree, n in each)


def persisted(*collections: Any, workers: list[str] | None = None) -> list[Any]:
    """Persist collections on `workers`; by default each task runs where its data is.

    With up to four workers, the scheduler mistakes the tasks of a "tasks" shuffle for
    root tasks. It would place these on any worker, with a copy of a whole Dask
    partition. Tasks with named workers are exempt, so this function names all workers.

    It does not do so for "p2p" shuffles, which would stay bound to dead workers. Do not
    pass tasks without inputs: they would wait for a named worker while there is none.
    """
    client = get_client()
    if workers is None:
        workers = list(client.nthreads())
        by_tasks = dask.config.get("dataframe.shuffle.method", None) == "tasks"
        if len(workers) > FEW_WORKERS or not by_tasks:
            return client.persist(collections)
    return client.persist(collections, workers=workers, allow_other_workers=True)


def edges_of(
    read: Reading, least_partitions: int, by: str, most_bytes: int | None = None
) -> Edges:
    """Return the distinct edges of a frame.

    The workers keep the edges in memory, those of a vertex of side `by` together. There
    are at least `least_partitions` Dask partitions, unless the frame has fewer. With
    `most_bytes` there are more, if needed to keep their mean size below that.
    `with_degrees` checks for nulls.
    """
    merged = ceil(read.frame.npartitions / MERGED)
    n_partitions = least = min(read.frame.npartitions, max(least_partitions, merged))
    edge_bytes = EDGE_BYTES
    if most_bytes is not None:
        n_edges, labels, _ = read.size()
        edge_bytes += max(0, ceil(labels) - LABEL_BYTES)
        n_partitions = max(least, frames_for(n_edges * edge_bytes, most_bytes))
    limited = n_partitions > least
    distinct = partial(_distinct, columns=read.columns)
    frame = shuffled(read.frame, by, n_partitions, limited).map_partitions(distinct)
    edges = Edges(frame, by, read.columns, edge_bytes, limited, []).persisted()
    nulls = [dask.delayed(_nulls)(each) for each in edges.parts()]
    return edges._replace(nulls=nulls)


def frames_for(size: float, most_bytes: int) -> int:
    """Return how many frames `size` bytes need for a mean of at most `most_bytes`."""
    return ceil(size / max(most_bytes, LEAST_FRAME))


def _distinct(edges: Any, columns: tuple[Hashable, Hashable]) -> Any:
    check_labels(edges, columns)  # again: labels from several Dask partitions meet here
    return edges.drop_duplicates(ignore_index=True)


def _nulls(edges: Any) -> list[int]:
    return on_host(from_host_frame(edges).isnull().sum()).tolist()


def core(edges: Edges, min_left: int, min_right: int) -> Edges:
    """Remove vertices with too few neighbours, in one pass over each side.

    One pass finds nearly all of them. The search of a partition removes the rest.
    """
    for side, least in (("right", min_left), ("left", min_right)):
        if least > 1:
            edges = edges.together(side)
            frame = edges.frame.map_partitions(_with_enough, side, least)
            edges = edges._replace(frame=frame, resting=None)
    return edges


def _with_enough(edges: Any, side: str, least: int) -> Any:
    """Return the edges of vertices with at least `least` edges."""
    degree = degrees(edges, side, "degree")
    enough = degree[degree["degree"] >= least][[side]]
    return edges.merge(enough, on=side)


def degrees(edges: Any, side: str, name: str, sort: bool = False) -> Any:
    """Return a frame of the vertices of a side, with their degrees as column `name`."""
    degree = edges.groupby(side, sort=sort, observed=True).size()
    degree.name = name
    return degree.reset_index()


def with_degrees(
    edges: Edges, work: Callable[[Any, str], Any] | None = None
) -> EdgesWithDegrees:
    """Compute the degrees of both sides, and raise an error for null labels.

    `work` takes the place of `with_work`.
    """
    edges = edges.together("left").persisted()
    frame = edges.frame.map_partitions(work or with_work, "left")
    by_right = edges._replace(frame=frame, nulls=[]).together("right").persisted()
    lazy = [
        [dask.delayed(_degree_counts)(part, each.by) for part in each.parts()]
        for each in (edges, by_right)
    ]
    *counts, nulls = dask.compute(*lazy, edges.nulls)
    edges.check(nulls)
    totals = [pd.concat(some).groupby(level=0).sum() for some in counts]
    return EdgesWithDegrees(by_right, dict(zip(SIDES, totals, strict=True)))


def _degree_counts(edges: Any, side: str) -> pd.Series:
    """Return the number of vertices of a side per degree."""
    return on_host(
        degrees(from_host_frame(edges), side, "degree")["degree"].value_counts()
    )


def with_work(edges: Any, kept: str) -> Any:
    """Add the ``work`` and the ``signature`` of the kept vertex to each edge.

    The work is its degree: what the vertex costs each of its roots. The signature
    combines its degree and hash in one number.
    """
    table = degrees(edges, kept, "work")
    table["signature"] = signatures(table[kept], table["work"])
    return edges.merge(table, on=kept)


def signatures(labels: Any, work: Any) -> Any:
    """Return the signatures of kept vertices."""
    low = (hashes(labels) % HASHES).astype("int64")
    return work.astype("int64") * HASHES + low


def on_host(frame: Any) -> Any:
    """Convert a frame or a Series to pandas."""
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame
