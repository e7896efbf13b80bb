# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal bicliques and exact (p, q)-biclique counts of bipartite graphs."""

import logging
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cugraph_biclique.api.bicliques import (
        estimate_maximal_bicliques,
        iter_maximal_bicliques,
        maximal_biclique_count,
        maximal_biclique_sizes,
        maximal_bicliques,
    )
    from cugraph_biclique.api.cliques import (
        iter_maximal_cliques,
        maximal_clique_count,
        maximal_clique_sizes,
        maximal_cliques,
    )
    from cugraph_biclique.api.contrast import contrast
    from cugraph_biclique.api.counts import biclique_count, biclique_counts
    from cugraph_biclique.api.groups import groups
    from cugraph_biclique.api.itemsets import closed_itemsets
    from cugraph_biclique.api.largest import largest_bicliques
    from cugraph_biclique.api.local_counts import (
        biclique_count_by_edge,
        biclique_count_by_vertex,
    )
    from cugraph_biclique.api.peeling import bitruss, tip
    from cugraph_biclique.api.projection import project
    from cugraph_biclique.api.random_graphs import random_graphs
    from cugraph_biclique.api.rules import association_rules
    from cugraph_biclique.api.significance import significance
    from cugraph_biclique.api.subgraphs import core, core_numbers, iter_bicliques
    from cugraph_biclique.api.writing import (
        write_groups,
        write_maximal_bicliques,
        write_maximal_cliques,
    )
    from cugraph_biclique.calls.estimation import Estimate
    from cugraph_biclique.calls.significance import Significance
    from cugraph_biclique.errors import (
        DataSetError,
        EngineUnavailableError,
        LongSearchWarning,
        MemoryBudgetError,
        NotBipartiteError,
        StalledClusterError,
        UnknownSidesWarning,
    )
    from cugraph_biclique.graph.bipartite import BipartiteGraph
    from cugraph_biclique.inputs import bipartite_graph
    from cugraph_biclique.inputs.files import read_edges
    from cugraph_biclique.results import Bicliques
    from cugraph_biclique.results.cliques import Cliques
    from cugraph_biclique.results.families import Families
    from cugraph_biclique.results.groups import Groups
    from cugraph_biclique.results.verifying import verify_data_set

logging.getLogger(__name__).addHandler(logging.NullHandler())  # silent by default

__version__ = files(__name__).joinpath("VERSION").read_text().strip()

__all__ = [
    "Bicliques",
    "BipartiteGraph",
    "Cliques",
    "DataSetError",
    "EngineUnavailableError",
    "Estimate",
    "Families",
    "Groups",
    "LongSearchWarning",
    "MemoryBudgetError",
    "NotBipartiteError",
    "Significance",
    "StalledClusterError",
    "UnknownSidesWarning",
    "association_rules",
    "biclique_count",
    "biclique_count_by_edge",
    "biclique_count_by_vertex",
    "biclique_counts",
    "bipartite_graph",
    "bitruss",
    "closed_itemsets",
    "contrast",
    "core",
    "core_numbers",
    "estimate_maximal_bicliques",
    "groups",
    "iter_bicliques",
    "iter_maximal_bicliques",
    "iter_maximal_cliques",
    "largest_bicliques",
    "maximal_biclique_count",
    "maximal_biclique_sizes",
    "maximal_bicliques",
    "maximal_clique_count",
    "maximal_clique_sizes",
    "maximal_cliques",
    "project",
    "random_graphs",
    "read_edges",
    "significance",
    "tip",
    "verify_data_set",
    "write_groups",
    "write_maximal_bicliques",
    "write_maximal_cliques",
]

_HOMES = {
    "Bicliques": "results",
    "BipartiteGraph": "graph.bipartite",
    "Cliques": "results.cliques",
    "DataSetError": "errors",
    "EngineUnavailableError": "errors",
    "Estimate": "calls.estimation",
    "Families": "results.families",
    "Groups": "results.groups",
    "LongSearchWarning": "errors",
    "MemoryBudgetError": "errors",
    "NotBipartiteError": "errors",
    "Significance": "calls.significance",
    "StalledClusterError": "errors",
    "UnknownSidesWarning": "errors",
    "association_rules": "api.rules",
    "biclique_count": "api.counts",
    "biclique_count_by_edge": "api.local_counts",
    "biclique_count_by_vertex": "api.local_counts",
    "biclique_counts": "api.counts",
    "bipartite_graph": "inputs",
    "bitruss": "api.peeling",
    "closed_itemsets": "api.itemsets",
    "contrast": "api.contrast",
    "core": "api.subgraphs",
    "core_numbers": "api.subgraphs",
    "estimate_maximal_bicliques": "api.bicliques",
    "groups": "api.groups",
    "iter_bicliques": "api.subgraphs",
    "iter_maximal_bicliques": "api.bicliques",
    "iter_maximal_cliques": "api.cliques",
    "largest_bicliques": "api.largest",
    "maximal_biclique_count": "api.bicliques",
    "maximal_biclique_sizes": "api.bicliques",
    "maximal_bicliques": "api.bicliques",
    "maximal_clique_count": "api.cliques",
    "maximal_clique_sizes": "api.cliques",
    "maximal_cliques": "api.cliques",
    "project": "api.projection",
    "random_graphs": "api.random_graphs",
    "read_edges": "inputs.files",
    "significance": "api.significance",
    "tip": "api.peeling",
    "verify_data_set": "results.verifying",
    "write_groups": "api.writing",
    "write_maximal_bicliques": "api.writing",
    "write_maximal_cliques": "api.writing",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a public name on its first use. The command line can handle Ctrl-C
        while NumPy, pandas and Numba are imported, and loads what it needs only."""
        if name in _HOMES:
            found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
            globals()[name] = found
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Names that completion shows: not the submodules and imports of this file."""
        dunder = {name for name in globals() if name.startswith("__")}
        return sorted({*dunder, *__all__})
