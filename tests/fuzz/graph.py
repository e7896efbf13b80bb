# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The graphs of the fuzzer: a biadjacency matrix, and what the oracle says of it."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np

from fuzz import oracle

MOST_CLOSED = 10_000  # maximal bicliques: of graphs with more, the oracle says nothing


class Graph:
    """A bipartite graph as a boolean matrix, rows left. Vertices may be isolated."""

    def __init__(self, matrix: np.ndarray, made: str = "") -> None:
        self.matrix = np.ascontiguousarray(matrix, dtype=bool)
        self.made = made  # the names of its generators
        self.counts: dict[tuple[int, int], int | None] = {}

    @classmethod
    def of_edges(cls, edges: list, made: str = "") -> Graph:
        """The graph with these pairs of vertex numbers."""
        left, right = np.array(edges, np.int64).reshape(-1, 2).T
        matrix = np.zeros((left.max(initial=-1) + 1, right.max(initial=-1) + 1), bool)
        matrix[left, right] = True
        return cls(matrix, made)

    @cached_property
    def edges(self) -> tuple[np.ndarray, np.ndarray]:
        """Left and right vertices of the edges."""
        return np.nonzero(self.matrix)

    @cached_property
    def rows(self) -> list[int]:
        """The right neighbours of each left vertex, as bits."""
        return bits_of(self.matrix)

    @cached_property
    def columns(self) -> list[int]:
        """The left neighbours of each right vertex, as bits."""
        return bits_of(self.matrix.T)

    @cached_property
    def given_once(self) -> Any:
        """The graph as a `BipartiteGraph`, made once for many calls."""
        from fuzz import inputs

        return inputs.given(self, "bipartite_graph")

    @cached_property
    def maximal(self) -> set[tuple[int, int]] | None:
        """All maximal bicliques, None if there are too many for the oracle."""
        return oracle.maximal_bicliques(self.rows, self.columns, MOST_CLOSED)

    def large_enough(self, min_left: int, min_right: int) -> set[tuple[int, int]]:
        """The maximal bicliques of these sizes or larger."""
        return oracle.large_enough(self.maximal, min_left, min_right)

    @cached_property
    def sizes(self) -> Counter:
        """How many maximal bicliques there are of each size."""
        return oracle.sizes(self.maximal)

    def count(self, p: int, q: int) -> int | None:
        """How many (p, q)-bicliques there are, None if the oracle would take long."""
        if (p, q) not in self.counts:
            self.counts[p, q] = oracle.biclique_count(self.rows, self.columns, p, q)
        return self.counts[p, q]

    def transposed(self) -> Graph:
        """The same graph with its sides exchanged."""
        return Graph(self.matrix.T, self.made + "/transposed")


def bits_of(matrix: np.ndarray) -> list[int]:
    """The rows of a boolean matrix as integers; column i is bit i."""
    packed = np.packbits(matrix, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]
