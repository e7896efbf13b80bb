# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The NetworkX backend ``biclique``: NetworkX functions that this package runs.

NetworkX finds the backend by the entry points of the package. Whenever NetworkX is
imported, it imports this module, which must be cheap. It imports `interface` when the
backend may run a call.
"""

from __future__ import annotations

from typing import Any

HOME = "https://github.com/cugraph-biclique/cugraph_biclique"
UNDIRECTED = "G must be undirected. Parallel edges count once."
SIMPLE = f"{UNDIRECTED} G must have no self-loops."

FUNCTIONS = {
    "butterflies": SIMPLE,
    "find_cliques": UNDIRECTED,
    "node_clique_number": f"{UNDIRECTED} ``nodes`` and ``cliques`` must be None.",
    "robins_alexander_clustering": SIMPLE,
    "square_clustering": f"{SIMPLE} ``nodes`` must be None.",
}


def get_info() -> dict[str, Any]:
    """Describe the backend, as the entry point ``networkx.backend_info`` asks for."""
    return {
        "backend_name": "biclique",
        "project": "cugraph_biclique",
        "package": "cugraph_biclique",
        "url": f"{HOME}/blob/main/docs/networkx.md",
        "short_summary": "Maximal cliques on all cores, squares on all cores or a GPU.",
        "description": "Exact answers about dense parts of graphs.",
        "functions": {name: {"additional_docs": FUNCTIONS[name]} for name in FUNCTIONS},
    }
