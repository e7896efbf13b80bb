# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Partition`: some roots of a graph, and the edges that their search needs."""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.graph.bipartite import BipartiteGraph

OTHER = {"left": "right", "right": "left"}


class Partition(NamedTuple):
    """Roots, and the edges of their neighbours that requested bicliques can have."""

    graph: BipartiteGraph  # the grown side is in the order of the whole graph
    grow: str  # the side that the roots are on: "left" or "right"
    is_root: Any  # bool for each vertex of that side
