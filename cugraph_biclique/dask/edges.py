# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The adjacency lists of a graph on the workers, their core, and the degrees.

The owners of vertices have ranges of ids. The client receives only the number of
vertices per degree.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, comb
from typing import Any, NamedTuple

import dask
import numpy as np
import pandas as pd

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask import lists
from cugraph_biclique.dask.exchange import added, evenly, exchanged, persisted
from cugraph_biclique.dask.numbering import Numbers
from cugraph_biclique.dask.reading import SIDES
from cugraph_biclique.dask.waiting import computed
from cugraph_biclique.preparation.choices import (
    TwoHopSample,
    anchor_cost,
    grows_right_up_to,
)

EDGE_BYTES = 40  # approximate, of an edge of a partition as its task builds the graph
LEAST_FRAME = 4 << 20  # bytes: smaller frames cost task overhead, and save no memory
LEAST_EDGES = 1 << 16  # of an owner, on average: fewer cost task overhead


class Edges(NamedTuple):
    """Distinct edges, as the adjacency lists of the vertices of one side."""

    numbers: Numbers
    lists: list[Any]  # delayed, one of each owner: `lists.Lists`
    by: str  # the side of the vertices that have the lists
    degree: Any  # delayed: the degree of each vertex of the other side
    symmetric: bool = False  # whether there is one kind of vertex

    @property
    def other(self) -> str:
        """The side of the vertices in the lists."""
        return OTHER[self.by]

    def turned(self, side: str) -> Edges:
        """Return the same edges as lists of `side`."""
        if self.by == side:
            return self
        numbers = self.numbers
        make = dask.delayed(lists.keys_of_lists)
        n = numbers.size(self.by)
        keys = [
            make(each, n, numbers.bounds(side), numbers.where) for each in self.lists
        ]
        found = _of_keys(numbers, persisted(*keys), n)
        return _with_degrees(numbers, found, side, self.symmetric)

    def counted(self) -> EdgesWithDegrees:
        """Return the edges with the degrees of both sides."""
        where = self.numbers.where
        count = dask.delayed(lists.lengths_of)
        occur = dask.delayed(lists.degrees_that_occur)
        some = [count(each, where) for each in self.lists]
        *own, others = computed(*some, occur(self.degree, where))
        degrees = {self.by: _total(own), self.other: _total([others])}
        return EdgesWithDegrees(self, degrees)


def _total(tables: Sequence[tuple[np.ndarray, np.ndarray]]) -> pd.Series:
    """Add up how many vertices have each degree."""
    degrees, times = (np.concatenate(each) for each in zip(*tables, strict=True))
    return pd.Series(times, index=degrees, dtype=np.int64).groupby(level=0).sum()


class EdgesWithDegrees(NamedTuple):
    """Edges, and how many vertices of each side have each degree."""

    edges: Edges
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


def owners_for(
    n_edges: int, partitions: int, most_bytes: int | None
) -> tuple[int, bool]:
    """Return how many owners the vertices of each side have, and whether there are more
    than `partitions` because of `most_bytes`, the mean size of what an owner has."""
    least = max(1, min(partitions, ceil(n_edges / LEAST_EDGES)))
    n = least
    if most_bytes is not None:
        n = max(least, frames_for(n_edges * EDGE_BYTES, most_bytes))
    return n, n > least


def frames_for(size: float, most_bytes: int) -> int:
    """Return how many frames `size` bytes need for a mean of at most `most_bytes`."""
    return ceil(size / max(most_bytes, LEAST_FRAME))


def edges_of(numbers: Numbers, symmetric: bool = False) -> Edges:
    """Return the distinct edges as lists of left vertices."""
    make = dask.delayed(lists.keys_of_ids)
    by, n = SIDES[0], numbers.size("right")
    arguments = by, n, numbers.bounds(by), symmetric, numbers.where
    keys = persisted(*(make(each, *arguments) for each in numbers.pieces))
    return _with_degrees(numbers, _of_keys(numbers, keys, n), by, symmetric)


def _of_keys(numbers: Numbers, keys: list[Any], n_roots: int) -> list[Any]:
    """Return the lists of all owners, from the keys that workers have for them."""
    n, arguments = numbers.owners, (n_roots, numbers.where)
    return exchanged(keys, evenly(n), lists.lists_of, [arguments] * n)


def _with_degrees(
    numbers: Numbers, found: list[Any], by: str, symmetric: bool
) -> Edges:
    """Return edges as lists of the side `by`, with the degrees of the other side."""
    count = dask.delayed(lists.degrees_of_roots)
    n, where = numbers.size(OTHER[by]), numbers.where
    degree = added([count(each, n, where) for each in found], lists.sum_of, where)
    [degree] = persisted(degree)
    return Edges(numbers, found, by, degree, symmetric)


def core(edges: Edges, min_left: int, min_right: int) -> Edges:
    """Remove vertices with too few neighbours, in one pass over each side: the right
    side comes first.

    One pass finds nearly all of them. The search of a partition removes the rest.
    """
    if max(min_left, min_right) < 2:
        return edges
    drop = dask.delayed(lists.with_enough)
    where = edges.numbers.where
    least = min_left, min_right, edges.symmetric
    left = persisted(*(drop(each, edges.degree, *least, where) for each in edges.lists))
    return _with_degrees(edges.numbers, left, edges.by, edges.symmetric)
