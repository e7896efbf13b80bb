# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal bicliques and exact (p, q)-biclique counts of bipartite graphs."""

import logging
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cugraph_biclique.api import (
        estimate_maximal_bicliques,
        iter_maximal_bicliques,
        maximal_biclique_count,
        maximal_biclique_sizes,
        maximal_bicliques,
    )
    from cugraph_biclique.cliques.result import Cliques
    from cugraph_biclique.cliques_api import (
        iter_maximal_cliques,
        maximal_clique_count,
        maximal_clique_sizes,
        maximal_cliques,
    )
    from cugraph_biclique.counting_api import biclique_count, biclique_counts
    from cugraph_biclique.datasets.verifying import verify_data_set
    from cugraph_biclique.errors import (
        DataSetError,
        EngineUnavailableError,
        LongSearchWarning,
        MemoryBudgetError,
        NotBipartiteError,
        UnknownSidesWarning,
    )
    from cugraph_biclique.estimation import Estimate
    from cugraph_biclique.graph import BipartiteGraph
    from cugraph_biclique.inputs import bipartite_graph
    from cugraph_biclique.inputs.files import read_edges
    from cugraph_biclique.itemsets import closed_itemsets
    from cugraph_biclique.largest_api import largest_bicliques
    from cugraph_biclique.local_counting_api import (
        biclique_count_by_edge,
        biclique_count_by_vertex,
    )
    from cugraph_biclique.results import Bicliques
    from cugraph_biclique.results.families import Families
    from cugraph_biclique.significance_api import Significance, significance
    from cugraph_biclique.subgraph_api import core, iter_bicliques
    from cugraph_biclique.writing_api import (
        write_maximal_bicliques,
        write_maximal_cliques,
    )

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
    "LongSearchWarning",
    "MemoryBudgetError",
    "NotBipartiteError",
    "Significance",
    "UnknownSidesWarning",
    "biclique_count",
    "biclique_count_by_edge",
    "biclique_count_by_vertex",
    "biclique_counts",
    "bipartite_graph",
    "closed_itemsets",
    "core",
    "estimate_maximal_bicliques",
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
    "read_edges",
    "significance",
    "verify_data_set",
    "write_maximal_bicliques",
    "write_maximal_cliques",
]

_HOMES = {
    "Bicliques": "results",
    "BipartiteGraph": "graph",
    "Cliques": "cliques.result",
    "DataSetError": "errors",
    "EngineUnavailableError": "errors",
    "Estimate": "estimation",
    "Families": "results.families",
    "LongSearchWarning": "errors",
    "MemoryBudgetError": "errors",
    "NotBipartiteError": "errors",
    "Significance": "significance_api",
    "UnknownSidesWarning": "errors",
    "biclique_count": "counting_api",
    "biclique_count_by_edge": "local_counting_api",
    "biclique_count_by_vertex": "local_counting_api",
    "biclique_counts": "counting_api",
    "bipartite_graph": "inputs",
    "closed_itemsets": "itemsets",
    "core": "subgraph_api",
    "estimate_maximal_bicliques": "api",
    "iter_bicliques": "subgraph_api",
    "iter_maximal_bicliques": "api",
    "iter_maximal_cliques": "cliques_api",
    "largest_bicliques": "largest_api",
    "maximal_biclique_count": "api",
    "maximal_biclique_sizes": "api",
    "maximal_bicliques": "api",
    "maximal_clique_count": "cliques_api",
    "maximal_clique_sizes": "cliques_api",
    "maximal_cliques": "cliques_api",
    "read_edges": "inputs.files",
    "significance": "significance_api",
    "verify_data_set": "datasets.verifying",
    "write_maximal_bicliques": "writing_api",
    "write_maximal_cliques": "writing_api",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import the public names on first use, so that the command line can handle
        Ctrl-C while NumPy, pandas and Numba are imported."""
        if not name.startswith("__"):
            for each, home in _HOMES.items():
                globals()[each] = getattr(import_module(f"{__name__}.{home}"), each)
            if name in globals():
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Names that completion shows: not the submodules and imports of this file."""
        dunder = {name for name in globals() if name.startswith("__")}
        return sorted({*dunder, *__all__})
