# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Whole graphs of workers that share a search for maximal cliques.

The tasks are those of `replicas`. The host puts the vertices in order, by any engine.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.calls.cliques import CliqueCall
from cugraph_biclique.cliques.order import root_work
from cugraph_biclique.dask.assembly import undirected
from cugraph_biclique.dask.replicas import Replica, SharedSearch
from cugraph_biclique.request.request import UndirectedRequest


class SharedCliques(SharedSearch, CliqueCall):
    """Some jobs of a search for cliques."""


class UndirectedReplica(Replica[UndirectedRequest, int, CliqueCall]):
    """A whole graph with one kind of vertex on a worker."""

    share = SharedCliques

    assembled = staticmethod(undirected)

    @staticmethod
    def request_of(G: Any, engine: str, memory_budget: Any) -> UndirectedRequest:
        return UndirectedRequest(
            G, engine=engine, memory_budget=memory_budget, progress=False
        )

    def prepared(self, sizes: int) -> CliqueCall:
        return CliqueCall(self.request, sizes, ascending=True)

    def work(self, search: CliqueCall) -> np.ndarray:
        return root_work(search.prepared.ordered)
