# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The estimate of a search, from a graph to its answer; see `estimation`."""

from __future__ import annotations

from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.estimation import Estimate, estimate
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes


def estimate_of(graph: BipartiteGraph, sizes: Sizes) -> Estimate:
    """Estimate the number of maximal bicliques of these sizes, on CPU cores."""
    request = Request(graph.in_host_memory(), engine="cpu", progress=False)
    call = BicliqueCall(request, sizes)
    return estimate(
        call.prepared, call.trace, lambda: BicliqueCall(request, Sizes()).prepared
    )
