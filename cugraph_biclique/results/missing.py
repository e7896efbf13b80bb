# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Absent edges whose arrival would let a vertex join a biclique."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from cugraph_biclique.arrays import array_module, to_host
from cugraph_biclique.results.scores import ANY, MEMBERS_AT_ONCE

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result

LEAST_WAITING = 1 << 23  # keys; fewer wait before they are added to the total


def missing(found: Result, at_most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return left ids, right ids and counts of absent edges, in host memory.

    The edges with the largest counts come first, and equal ones in the order of the
    input, by left and then by right vertex.
    """
    keys = np.empty(0, np.int64)
    counts = np.empty(0, np.int64)
    waiting: list[tuple[Any, Any]] = []
    n_waiting = 0
    for part in _parts(found, at_most):
        waiting.append(part)
        n_waiting += len(part[0])
        if n_waiting > max(LEAST_WAITING, len(keys)):
            keys, counts = _added([(keys, counts), *waiting])
            waiting, n_waiting = [], 0
    keys, counts = _added([(keys, counts), *waiting])
    keys, counts = to_host(keys), to_host(counts)
    order = np.argsort(-counts, kind="stable")
    left, right = np.divmod(keys[order], max(1, found._graph.n_right))
    return left, right, counts[order]


def _parts(found: Result, at_most: int) -> Iterator[tuple[Any, Any]]:
    """Yield keys and counts: of left vertices that join, then of right vertices."""
    graph = found._graph
    xp = array_module(found._records.mask)  # the graph may be in the other memory

    def here(*arrays: Any) -> tuple[Any, ...]:
        return tuple(to_host(a) if xp is np else xp.asarray(a) for a in arrays)

    left = here(graph.left_indptr, graph.left_indices)
    right = here(graph.right_indptr, graph.right_indices)
    pairs = found._backend.member_lists.missing_pairs
    for part in found._parts(ANY, MEMBERS_AT_ONCE):
        if len(part):
            strides = graph.n_right, 1
            yield from pairs(*part._side("right"), right, left, at_most, strides)
            yield from pairs(*part._side("left"), left, right, at_most, strides[::-1])


def _added(parts: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Add the counts of equal keys."""
    if len(parts) == 1:
        return parts[0]
    xp = array_module(parts[-1][0])
    keys = xp.concatenate([xp.asarray(keys) for keys, _ in parts])
    counts = xp.concatenate([xp.asarray(counts) for _, counts in parts])
    order = xp.argsort(keys, kind="stable")
    keys, total = keys[order], xp.cumsum(counts[order])
    last = xp.ones(len(keys), bool)
    last[:-1] = keys[1:] != keys[:-1]
    total = total[last]
    total[1:] -= total[:-1].copy()
    return keys[last], total
