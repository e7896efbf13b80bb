# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Local counts on a GPU; CPU cores count what does not fit the device."""

from __future__ import annotations

from cugraph_biclique.backends import Anchored
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.local_counting import cpu
from cugraph_biclique.local_counting.exact import Pass
from cugraph_biclique.local_counting.gpu import by_priority, launches
from cugraph_biclique.local_counting.sums import LocalCounts, SetSums
from cugraph_biclique.progress import Progress
from cugraph_biclique.trace import Trace


def butterflies(
    graph: BipartiteGraph, edges: bool, budget: int, trace: Trace, progress: Progress
) -> LocalCounts:
    """Count as `LocalCounting.butterflies` describes."""
    if by_priority.fits(graph, budget):
        try:
            return by_priority.butterflies(graph, edges, budget, trace, progress)
        except MemoryError:  # another process uses the memory
            pass
    return cpu.butterflies(graph, edges, budget, trace, progress)


def butterfly_count(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> int | None:
    """Count all butterflies; None if the graph does not fit the device."""
    if not by_priority.fits(graph, budget):
        return None
    try:
        return by_priority.butterfly_count(graph, budget, trace, progress)
    except MemoryError:  # another process uses the memory
        return None


def set_sums(
    anchored: Anchored, add: Pass, edges: bool, trace: Trace, progress: Progress
) -> SetSums:
    """Sum as `LocalCounting.set_sums` describes."""
    if launches.most_blocks(anchored):
        try:
            return launches.set_sums(anchored, add, edges, trace, progress)
        except MemoryError:  # another process uses the memory
            pass
    return cpu.set_sums(anchored.for_cores(), add, edges, trace, progress)
