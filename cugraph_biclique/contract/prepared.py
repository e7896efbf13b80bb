# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A graph that is ready for a search, or for a count."""

from __future__ import annotations

from typing import NamedTuple

from cugraph_biclique.contract.goal import Goal
from cugraph_biclique.contract.search_graph import Ordered, SearchGraph


class Prepared(NamedTuple):
    """A graph ready for the search, with the least sizes of its kept and grown side."""

    ordered: Ordered
    min_kept: int
    min_grown: int
    budget: int  # bytes
    goal: Goal | None = None  # of a search for the largest bicliques only
    streamed: bool = False  # whether the caller takes results during the search

    @property
    def least_bits(self) -> int:
        """Least number of bits of a row; rows with fewer are dropped."""
        return max(2, self.min_kept)

    def to_host(self) -> Prepared:
        """The same search, with its graph in host memory."""
        ordered = self.ordered._replace(graph=self.ordered.graph.to_host())
        return self._replace(ordered=ordered)


class Anchored(NamedTuple):
    """A graph ready for a count of the sets of `picks` anchored vertices with at least
    `least` common neighbours. The anchor is the grown side of `graph`."""

    graph: SearchGraph
    picks: int
    least: int
    budget: int  # bytes
    log_steps: float = 0.0  # logarithm of the predicted work; 0 if unknown

    def to_host(self) -> Anchored:
        """The same count, with its graph in host memory."""
        return self._replace(graph=self.graph.to_host())


class AnchorCost(NamedTuple):
    """Predicted work of a count that picks vertices of one side, as logarithms."""

    work: float  # for a comparison with the other side
    log_steps: float  # of BCList++'s model, for `counting.prediction`
