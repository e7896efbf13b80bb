# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Local counts on a GPU; CPU cores count what does not suit the device."""

from __future__ import annotations

from cugraph_biclique.backends import Anchored
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.local_counting import cpu
from cugraph_biclique.local_counting.exact import Pass
from cugraph_biclique.local_counting.sums import LocalCounts, SetSums
from cugraph_biclique.progress import Progress
from cugraph_biclique.trace import Trace


def butterflies(
    graph: BipartiteGraph, edges: bool, budget: int, trace: Trace, progress: Progress
) -> LocalCounts:
    """Count as `LocalCounting.butterflies` describes."""
    return cpu.butterflies(graph, edges, budget, trace, progress)


def set_sums(
    anchored: Anchored, add: Pass, edges: bool, trace: Trace, progress: Progress
) -> SetSums:
    """Sum as `LocalCounting.set_sums` describes."""
    return cpu.set_sums(anchored.for_cores(), add, edges, trace, progress)
