# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs on a device, for a call for cliques: the host puts the vertices in order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arrays import to_host
from cugraph_biclique.cliques.graph import UndirectedGraph, directed_error, of_ids
from cugraph_biclique.inputs import package_of


def copied(G: Any) -> Any:
    """Copy a graph to host memory: a cuGraph graph as an `UndirectedGraph`, and others
    as a pandas frame, an array, a tuple of them, or a SciPy matrix."""
    if isinstance(G, tuple):
        return tuple(map(copied, G))
    package = package_of(G)
    if package == "cudf" and hasattr(G, "to_pandas"):
        return G.to_pandas()
    if package in ("cupy", "cupyx"):
        return G.get()
    if package == "cugraph" and hasattr(G, "is_directed"):
        return _of_cugraph(G)
    return G  # the inputs refuse it


def _of_cugraph(graph: Any) -> UndirectedGraph:
    """Take the edges of a cuGraph graph, with the labels of its input."""
    from cugraph_biclique.inputs.cugraph_graph import edges_of, has_edges

    if graph.is_directed():
        raise directed_error(graph)
    if not has_edges(graph):
        none = np.empty(0, np.int64)
        return of_ids(none, none, pd.Index(none))
    import cudf

    edges = edges_of(graph)
    labels = pd.Index(cudf.Series(edges.labels).to_pandas())
    return of_ids(to_host(edges.source), to_host(edges.destination), labels)
