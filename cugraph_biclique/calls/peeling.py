# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wing numbers of edges, and tip numbers of vertices: peeling on a backend -> frame."""

from __future__ import annotations

from typing import Any

from cugraph_biclique.calls.local_counting import check_names, edge_frame, vertex_frame
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.local_counting.priority import fits_words
from cugraph_biclique.request.request import Request


def wings_frame(request: Request) -> Any:
    """Return the wing number of each edge as a frame of the input's kind."""
    graph = request.graph
    check_names(graph.left_name, graph.right_name, "wing")
    _check_size(graph)
    wings = request.backend.wing_numbers(
        graph, request.budget, request.trace, request.progress
    )
    return edge_frame(graph, wings, "wing")


def tips_frame(request: Request, side: str) -> Any:
    """Return the tip number of each vertex as a frame of the input's kind."""
    graph = request.graph
    _check_size(graph)
    tips = request.backend.tip_numbers(
        graph, side, request.budget, request.trace, request.progress
    )
    return vertex_frame(graph, tips, side, "tip")


def _check_size(graph: BipartiteGraph) -> None:
    """Raise an error if the number of butterflies of a vertex may exceed an int64."""
    if not fits_words(graph):
        raise ValueError(
            f"G has {graph.n_left + graph.n_right:,} vertices and {graph.n_edges:,} "
            "edges, whose butterflies may not fit 64-bit integers: pass a part of G, "
            "such as the edges of a core"
        )
