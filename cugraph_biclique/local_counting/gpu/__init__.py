# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Local counts on a GPU; CPU cores count if the device has too little memory."""

from __future__ import annotations

from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.contract.sums import LocalCounts, Pass, SetSums
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting import cpu
from cugraph_biclique.local_counting.gpu import by_priority, launches


def butterflies(
    graph: BipartiteGraph, edges: bool, budget: int, trace: Trace, progress: Progress
) -> LocalCounts:
    """Count as `Backend.butterflies` describes."""
    if by_priority.fits(graph, budget):
        try:
            return by_priority.butterflies(graph, edges, budget, trace, progress)
        except MemoryError:  # another process uses the memory
            pass
    return cpu.butterflies(graph, edges, budget, trace, progress)


def butterfly_count(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> int | None:
    """Count all butterflies, or return None if the graph does not fit the device."""
    if not by_priority.fits(graph, budget):
        return None
    try:
        return by_priority.butterfly_count(graph, budget, trace, progress)
    except MemoryError:  # another process uses the memory
        return None


def set_sums(
    anchored: Anchored, add: Pass, edges: bool, trace: Trace, progress: Progress
) -> SetSums:
    """Sum as `Backend.set_sums` describes."""
    if launches.most_blocks(anchored):
        try:
            return launches.set_sums(anchored, add, edges, trace, progress)
        except MemoryError:  # another process uses the memory
            pass
    return cpu.set_sums(anchored.to_host(), add, edges, trace, progress)
