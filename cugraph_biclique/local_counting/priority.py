# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Whether butterflies are counted in one order of priority of both sides."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from cugraph_biclique.arrays import array_module
from cugraph_biclique.graph import BipartiteGraph

logger = logging.getLogger(__name__)

MOST_VERTICES = 2**31 - 1  # of both sides, numbered together
LEAST_READ = 1 << 22  # below, an anchored count takes milliseconds
PRICE = {"cpu": 3.0, "gpu": 8.0}  # of an entry, in entries of an anchored sweep


def fits_words(graph: BipartiteGraph) -> bool:
    """Whether the butterflies of each vertex certainly fit an int64.

    A vertex of degree d is in at most d / 2 butterflies for each edge of the graph.
    """
    if graph.n_edges == 0:
        return True
    most = max(int(_degrees(each).max()) for each in _both(graph))
    small = graph.n_left + graph.n_right <= MOST_VERTICES
    return small and most * graph.n_edges < 2**63


def reads_less(graph: BipartiteGraph, engine: str) -> bool:
    """Whether a count in one order of priority is predicted to be faster.

    An anchored count reads the sum of the other side's squared degrees, or a bit
    matrix if that is smaller. The order of priority reads the sum over the edges of
    the smaller degree.
    """
    if graph.n_edges == 0:
        return False
    left, right = (_degrees(each) for each in _both(graph))
    xp = array_module(left)
    anchored = min(float((d.astype(np.float64) ** 2).sum()) for d in (left, right))
    if engine == "cpu":
        few, many = sorted((graph.n_left, graph.n_right))
        anchored = min(anchored, float(few) ** 2 * many / 64)
    if anchored < max(LEAST_READ, PRICE[engine] * graph.n_edges):
        return False
    row = xp.searchsorted(graph.left_indptr, xp.arange(graph.n_edges), side="right") - 1
    smaller = xp.minimum(left[row], right[graph.left_indices])
    ordered = float(smaller.sum())
    logger.info(
        "butterflies: an anchored sweep reads %.3g entries, and one order of priority "
        "%.3g", anchored, ordered,
    )  # fmt: skip
    return PRICE[engine] * ordered < anchored


def _both(graph: BipartiteGraph) -> tuple[Any, Any]:
    return graph.left_indptr, graph.right_indptr


def _degrees(indptr: Any) -> Any:
    return array_module(indptr).diff(indptr)
