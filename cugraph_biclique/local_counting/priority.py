# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Predict whether butterflies are counted faster with one order of both sides."""

from __future__ import annotations

import logging

import numpy as np

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.local_counting.cpu import reads as on_host

logger = logging.getLogger(__name__)

MOST_VERTICES = 2**31 - 1  # most vertices of both sides, which are numbered together
LEAST_READ = 1 << 22  # an anchored count that reads fewer entries takes milliseconds
PRICE = {"cpu": 3.0, "gpu": 8.0}  # cost of an entry, in entries of an anchored sweep


def fits_words(graph: BipartiteGraph) -> bool:
    """Whether the number of butterflies of each vertex certainly fits an int64.

    A vertex of degree d is in at most d m / 2 butterflies, where m is the number of
    edges.
    """
    if graph.n_left + graph.n_right > MOST_VERTICES:
        return False
    fewer = min(graph.n_edges, max(graph.n_left, graph.n_right))  # no degree is larger
    return fewer * graph.n_edges < 2**63 or (
        _reads(graph).largest * graph.n_edges < 2**63
    )


def reads_less(graph: BipartiteGraph, engine: str) -> bool:
    """Whether a count in one order of priority is predicted to be faster.

    An anchored count reads as many entries as the sum of the squared degrees of the
    other side. On CPU cores, it may read a smaller bit matrix. A count in one order of
    priority reads the smaller degree of each edge.
    """
    if graph.n_edges == 0:
        return False
    few, many = sorted((graph.n_left, graph.n_right))
    least = max(LEAST_READ, PRICE[engine] * graph.n_edges)
    # An upper bound: no degree exceeds the number of vertices of the other side.
    anchored = float(few) * graph.n_edges
    if engine == "cpu":
        anchored = min(anchored, float(few) ** 2 * many / 64)
    if anchored < least:
        return False
    sums = _reads(graph)
    anchored = min(anchored, sums.left, sums.right)
    if anchored < least:
        return False
    logger.info(
        "butterflies: an anchored sweep reads %.3g entries, and one order of priority "
        "%.3g", anchored, sums.smaller,
    )  # fmt: skip
    return PRICE[engine] * sums.smaller < anchored


def _reads(graph: BipartiteGraph) -> on_host.Reads:
    if isinstance(graph.left_indptr, np.ndarray):
        return on_host.reads(graph)
    from cugraph_biclique.local_counting.gpu.reads import reads

    return reads(graph)
