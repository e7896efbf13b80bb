# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Whether butterflies are counted in one order of priority of both sides."""

from __future__ import annotations

import logging

import numpy as np

from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.local_counting.cpu import reads as on_host

logger = logging.getLogger(__name__)

MOST_VERTICES = 2**31 - 1  # of both sides, numbered together
LEAST_READ = 1 << 22  # below, an anchored count takes milliseconds
PRICE = {"cpu": 3.0, "gpu": 8.0}  # of an entry, in entries of an anchored sweep


def fits_words(graph: BipartiteGraph) -> bool:
    """Whether the butterflies of each vertex certainly fit an int64.

    A vertex of degree d is in at most d / 2 butterflies for each edge of the graph.
    """
    if graph.n_left + graph.n_right > MOST_VERTICES:
        return False
    fewer = min(graph.n_edges, max(graph.n_left, graph.n_right))  # no degree is larger
    return fewer * graph.n_edges < 2**63 or (
        _reads(graph).largest * graph.n_edges < 2**63
    )


def reads_less(graph: BipartiteGraph, engine: str) -> bool:
    """Whether a count in one order of priority is predicted to be faster.

    An anchored count reads the sum of the other side's squared degrees, or a bit
    matrix if that is smaller. The order of priority reads the sum over the edges of
    the smaller degree.
    """
    if graph.n_edges == 0:
        return False
    few, many = sorted((graph.n_left, graph.n_right))
    least = max(LEAST_READ, PRICE[engine] * graph.n_edges)
    # A degree is at most the number of vertices of the other side.
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
