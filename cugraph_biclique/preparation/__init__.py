# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Preparation of a graph before the search: core, twins, and the order of the roots.

The (min_right, min_left)-core contains every biclique with at least `min_left` left
and `min_right` right vertices. Such a biclique is maximal in the core exactly when it
is maximal in the graph. Twins (vertices of one side with the same neighbours) are in
the same maximal bicliques, so one of them represents all.

`stages` runs the stages, which `cpu` and `gpu` implement. This module has the types
that they return.
"""

from __future__ import annotations

import logging
from math import log
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from cugraph_biclique.arrays import to_host

logger = logging.getLogger(__name__)
Array: TypeAlias = Any  # of NumPy, or of CuPy


class Classes(Protocol):
    """Vertices of one side merged into classes; removed vertices are in no class."""

    @property
    def of(self) -> Array:
        """The class of each vertex, int32; -1 if the vertex was removed."""

    @property
    def weight(self) -> Array:
        """Number of vertices in each class, int32."""

    @property
    def indptr(self) -> Array:
        """Offsets of the classes in `members`, int64 (classes + 1)."""

    @property
    def members(self) -> Array:
        """The vertices of the classes, int32, ascending in each class."""

    def __len__(self) -> int:
        """Number of classes."""


class SearchGraph(NamedTuple):
    """The graph as the kernels see it.

    R is grown on one side; L, its common neighbours, is kept on the other. Both sides
    are numbered by ascending degree and every adjacency list ascends, so the roots are
    the grown vertices in order. In a partition, the grown side stands in the order of
    the whole graph. There, some grown vertices serve only as rows: they are not roots,
    and their adjacency lists may be truncated.
    """

    kept_indptr: np.ndarray  # int64
    kept_indices: np.ndarray  # int32, grown vertices
    kept_weight: np.ndarray  # int32, how many vertices each one stands for
    grown_indptr: np.ndarray
    grown_indices: np.ndarray
    grown_weight: np.ndarray
    is_root: np.ndarray  # bool for each grown vertex; empty if all are roots

    def to_host(self) -> SearchGraph:
        """The same graph in host memory."""
        return SearchGraph(*map(to_host, self))

    def to_device(self) -> SearchGraph:
        """The same graph in the memory of a device."""
        from cugraph_biclique.device.arrays import xp

        return SearchGraph(*map(xp.asarray, self))


class RootSizes(NamedTuple):
    """What a search asks first about the roots of a graph."""

    below: list[int]  # number of roots with fewer than 0, 1, ... neighbours
    swept: int  # sum of the squared degrees of the other side


class Ordered(NamedTuple):
    """A search graph and the way back to the vertices of the input."""

    graph: SearchGraph
    kept: Classes  # numbered as in `graph`
    grown: Classes
    grow: str  # "left" or "right"
    sizes: RootSizes | None = None  # if they are known


def log_reduced(graph: SearchGraph, grow: str) -> None:
    """Log the size of the reduced graph, and the side that has the roots."""
    logger.info(
        "reduced: %s roots on the %s, %s vertices on the other side, %s edges",
        f"{len(graph.grown_weight):,}", grow,
        f"{len(graph.kept_weight):,}", f"{len(graph.kept_indices):,}",
    )  # fmt: skip


def grows_right_up_to(min_left: int, min_right: int) -> float:
    """Largest ratio of the sums of squared degrees, left over right, for which a search
    grows the right side.

    Rows are built by sweeping the neighbours of neighbours, so the sum of the kept side
    bounds rows and roots alike. The least size of the kept side drops every row with
    fewer bits before it is tested. The least size of the grown side drops only nodes
    that have too few rows. So the side with the larger least size is better kept. The
    exponent fits measured times; rows have at least two bits anyway.
    """
    ratio: float = (max(2, min_left) / max(2, min_right)) ** 1.5
    return ratio


class TwoHopSample(NamedTuple):
    """Sums over a sample of the vertices of one side, each taken as a root.

    The rows of a root are the later vertices that share enough neighbours with it.
    """

    sampled: int
    read: float  # edges that sweeps of all two-hop neighbours read
    rows: float
    squares: float  # squared number of rows
    shared: float  # number of rows, times the rows that share enough with one of them


class AnchorCost(NamedTuple):
    """Predicted work of a count that picks vertices of one side: logarithms."""

    work: float  # to compare with the other side
    log_steps: float  # of BCList's model, as `counting.prediction` reads it


def anchor_cost(sample: TwoHopSample, n: int, picks: int) -> AnchorCost:
    """Predict the work of a count that picks vertices of a side of n vertices.

    Each root reads its two-hop neighbours, and intersects all pairs of its rows. From
    one level to the next, the pairs multiply by the average number of rows that follow
    a second pick. A sample of roots shows it, with one second pick per root. The rows
    of a root do not: few of them may share enough with each other.

    BCList's model multiplies by the average number of rows of a root.
    """
    if sample.sampled == 0:
        return AnchorCost(0.0, 0.0)
    scale = log(n / sample.sampled)
    read = scale + log(max(1.0, sample.read))
    average = max(2.0, sample.rows / sample.sampled)
    log_steps = read + (picks - 2) * log(average)
    if picks == 2 or sample.squares == 0:
        return AnchorCost(read, log_steps)
    # Each pair of rows is seen from both of them, and counts once.
    following = max(1.0, 0.5 * sample.shared / sample.rows)
    pairs = scale + log(sample.squares) + (picks - 3) * log(following)
    return AnchorCost(float(np.logaddexp(read, pairs)), log_steps)
