# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random graphs whose degrees are those of a graph on average, with independent edges.

This is the bipartite configuration model (BiCM) of Saracco, Di Clemente, Gabrielli and
Squartini, "Randomizing bipartite networks: the case of the World Trade Web" (Scientific
Reports 5, 2015): of all distributions with these mean degrees, the one with the largest
entropy. The edge between u and v exists with probability x_u y_v / (1 + x_u y_v).

Vertices of equal degree have the same fugacity x or y. There are at most sqrt(2 m)
different degrees on a side of m edges, so a matrix of the different degrees of both
sides has at most 2 m cells. A cell of n pairs of vertices and probability p has a
binomial number of edges, and each set of so many pairs is equally likely.

Both engines draw on the host: a random graph takes less time than its search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.host.arrays import to_host

TOLERANCE = 1e-8  # largest relative difference of a mean degree from the degree
MOST_STEPS = 2000  # of the iteration; most graphs take less than a hundred


class Classes(NamedTuple):
    """The vertices of one side by degree, ascending."""

    degree: np.ndarray  # int64, the different degrees
    size: np.ndarray  # int64, the number of vertices of each degree
    start: np.ndarray  # int64, where the vertices of each degree begin
    vertices: np.ndarray  # int64

    @classmethod
    def of(cls, degrees: np.ndarray) -> Classes:
        """The classes of some vertices."""
        degree, size = np.unique(degrees, return_counts=True)
        vertices = np.argsort(degrees, kind="stable")
        return cls(degree, size, np.cumsum(size) - size, vertices)


class RandomGraphs:
    """The random graphs of a seed, one after the other."""

    same_edges = False

    def __init__(
        self, graph: BipartiteGraph, seed: int, on_device: bool = False
    ) -> None:
        """`on_device`: whether the graphs are moved to the device."""
        self.graph, self.seed, self.on_device = graph, seed, on_device
        self.drawn = 0
        self.left, self.right = (
            Classes.of(np.diff(to_host(indptr)))
            for indptr in (graph.left_indptr, graph.right_indptr)
        )
        self.p = probabilities(self.left, self.right)

    def union(self, n: int) -> BipartiteGraph:
        """The disjoint union of the next n graphs."""
        n_left, n_right = self.graph.n_left, self.graph.n_right
        lefts, rights = [], []
        for i in range(n):
            u, v = self._edges()
            lefts.append(u + i * n_left)
            rights.append(v + i * n_right)
        drawn = from_ids(
            np.concatenate(lefts),
            np.concatenate(rights),
            pd.RangeIndex(n * n_left),
            pd.RangeIndex(n * n_right),
        )
        united = self.graph._with(
            left_indptr=drawn.left_indptr,
            left_indices=drawn.left_indices,
            right_indptr=drawn.right_indptr,
            right_indices=drawn.right_indices,
            left_labels=drawn.left_labels,
            right_labels=drawn.right_labels,
        )
        return united.to_device() if self.on_device else united

    def skip(self, n: int) -> None:
        """Go on to the graph after the next n."""
        self.drawn += n

    def _edges(self) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the edges of the next graph: int64."""
        # With [seed, drawn], the graphs of a large seed would be those of a small one.
        rng = np.random.default_rng(
            np.random.SeedSequence(self.seed, spawn_key=(self.drawn,))
        )
        self.drawn += 1
        pairs = np.multiply.outer(self.left.size, self.right.size)
        cell, pair = subsets(rng, pairs.ravel(), rng.binomial(pairs, self.p).ravel())
        a, b = np.divmod(cell, max(1, len(self.right.size)))
        u, v = np.divmod(pair, self.right.size[b])
        left = self.left.vertices[self.left.start[a] + u]
        return left, self.right.vertices[self.right.start[b] + v]


def probabilities(left: Classes, right: Classes) -> np.ndarray:
    """The probability of an edge between vertices of each two classes: float64.

    Vertices without neighbours, and those that are adjacent to all others, have
    fugacities of zero and infinity. They are left out first, and so are those that are
    left with such a degree among the rest.
    """
    p = np.zeros((len(left.degree), len(right.degree)))
    rows, columns = left.degree.astype(np.float64), right.degree.astype(np.float64)
    some, others = np.ones(len(rows), bool), np.ones(len(columns), bool)
    while True:
        full = some & (rows == right.size[others].sum())
        p[np.ix_(full, others)] = 1
        columns -= left.size[full].sum()
        some &= ~full & (rows > 0)
        full_columns = others & (columns == left.size[some].sum())
        p[np.ix_(some, full_columns)] = 1
        rows -= right.size[full_columns].sum()
        gone = full_columns | (others & (columns <= 0))
        others &= ~gone
        if not (full.any() or gone.any() or (some & (rows <= 0)).any()):
            break
    if some.any():
        p[np.ix_(some, others)] = _solved(
            rows[some], left.size[some], columns[others], right.size[others]
        )
    return p


def _solved(
    rows: np.ndarray, n_rows: np.ndarray, columns: np.ndarray, n_columns: np.ndarray
) -> np.ndarray:
    """The probabilities for mean degrees that are neither the least nor the largest.

    The fixed-point iteration of Vallarano et al., "Fast and scalable likelihood
    maximization for exponential random graph models with local constraints" (Scientific
    Reports 11, 2021). Sums in place of products of matrices, whose last bits depend on
    the machine: a seed stands for the same graphs on all workers.
    """
    edges = (rows * n_rows).sum()
    x, y = rows / np.sqrt(edges), columns / np.sqrt(edges)
    of_row = n_rows[:, None]
    for _ in range(MOST_STEPS):
        x = rows / (y / (1 + np.multiply.outer(x, y)) * n_columns).sum(axis=1)
        odds = x[:, None] / (1 + np.multiply.outer(x, y))
        y = columns / (odds * of_row).sum(axis=0)
        p = np.multiply.outer(x, y)
        p /= 1 + p
        if np.abs((p * n_columns).sum(axis=1) / rows - 1).max() < TOLERANCE:
            if np.abs((p * of_row).sum(axis=0) / columns - 1).max() < TOLERANCE:
                break
    return p


def subsets(
    rng: np.random.Generator, sizes: np.ndarray, counts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Draw a random subset of the numbers 0 .. `sizes[i]` - 1 for each i.

    `counts[i]` is the size of the subset. Returns i (ascending) and the number of each
    element: int64. Numbers are drawn again until they differ. Of subsets with more than
    half of the numbers, the others are drawn.
    """
    is_most = 2 * counts > sizes
    fewer = np.where(is_most, sizes - counts, counts)
    which, numbers = _distinct(rng, sizes, fewer)
    most = np.flatnonzero(is_most)
    if not len(most):
        return which, numbers
    whole = np.repeat(most, sizes[most])
    first = np.cumsum(sizes[most]) - sizes[most]
    within = np.arange(len(whole)) - np.repeat(first, sizes[most])
    left_out = is_most[which]
    start = np.zeros(len(sizes), np.int64)
    start[most] = first
    stays = np.ones(len(whole), bool)
    stays[start[which[left_out]] + numbers[left_out]] = False
    which = np.concatenate([which[~left_out], whole[stays]])
    numbers = np.concatenate([numbers[~left_out], within[stays]])
    order = np.argsort(which, kind="stable")
    return which[order], numbers[order]


def _distinct(
    rng: np.random.Generator, sizes: np.ndarray, counts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Draw `counts[i]` distinct numbers below `sizes[i]` for each i."""
    which = np.repeat(np.arange(len(sizes)), counts)
    of_each, first = sizes[which], (np.cumsum(sizes) - sizes)[which]
    numbers = rng.integers(0, of_each)
    while True:
        keys = first + numbers  # below the number of pairs of vertices, so int64
        order = np.argsort(keys, kind="stable")
        again = order[1:][np.diff(keys[order]) == 0]
        if not len(again):
            return which, numbers
        numbers[again] = rng.integers(0, of_each[again])
