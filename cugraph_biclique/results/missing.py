# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Absent edges whose arrival would let a vertex join a biclique."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from cugraph_biclique.device.budget import budget_bytes
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.results.absent_edges import AbsentEdges
from cugraph_biclique.results.scores import ANY, MEMBERS_AT_ONCE

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result


def missing(
    found: Result, at_most: int, memory_budget: int | str | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return left ids, right ids and counts of absent edges, in host memory.

    The edges with the largest counts come first, and equal ones in the order of the
    input, by left and then by right vertex.

    Raises
    ------
    MemoryBudgetError
        If they do not fit the budget.
    """
    xp = array_module(found._records.mask)
    engine = "cpu" if xp is np else "gpu"
    # The answer ends in host memory.
    budget = min(budget_bytes(memory_budget, each) for each in {engine, "cpu"})
    edges = AbsentEdges(xp, budget)
    for keys, counts in _parts(found, at_most):
        edges.add(keys, counts)
    return edges.sorted(found._graph.n_right)


def _parts(found: Result, at_most: int) -> Iterator[tuple[Any, Any]]:
    """Yield keys and counts: of left vertices that join, then of right vertices. A key
    stands for an edge, and occurs once in each part."""
    graph = found._graph
    xp = array_module(found._records.mask)  # the graph may be in the other memory

    def here(*arrays: Any) -> tuple[Any, ...]:
        return tuple(to_host(a) if xp is np else xp.asarray(a) for a in arrays)

    left = here(graph.left_indptr, graph.left_indices)
    right = here(graph.right_indptr, graph.right_indices)
    pairs = found._backend.missing_pairs
    for part in found._parts(ANY, MEMBERS_AT_ONCE):
        if len(part):
            strides = graph.n_right, 1
            yield from pairs(*part._side("right"), right, left, at_most, strides)
            yield from pairs(*part._side("left"), left, right, at_most, strides[::-1])
