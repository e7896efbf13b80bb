# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Peeling on a GPU; CPU cores peel if the device has too little memory."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from cugraph_biclique.device.budget import budget_bytes
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.peeling import cpu
from cugraph_biclique.peeling.gpu import tips, wings


def wing_numbers(
    graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
) -> Any:
    """See `Backend.wing_numbers`. The cores have their own default budget."""
    with suppress(MemoryError):  # another process uses the memory
        found = wings.wing_numbers(graph, budget, trace, progress)
        if found is not None:
            return found
    return cpu.wing_numbers(graph, budget_bytes(None), trace, progress)


def tip_numbers(
    graph: BipartiteGraph, side: str, budget: int, trace: Trace, progress: Progress
) -> Any:
    """See `Backend.tip_numbers`."""
    with suppress(MemoryError):  # another process uses the memory
        found = tips.tip_numbers(graph, side, budget, trace, progress)
        if found is not None:
            return found
    return cpu.tip_numbers(graph, side, budget, trace, progress)
