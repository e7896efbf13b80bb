# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The largest k-defective bicliques over Dask: one worker searches the whole graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.calls.defective import DefectiveSearch
from cugraph_biclique.contract.goal import Incumbent
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica
from cugraph_biclique.dask.group_tasks import edges_among
from cugraph_biclique.dask.tasks import threads_of_worker
from cugraph_biclique.graph.rows import row_of_entries
from cugraph_biclique.request.containing import Containing, ids_of
from cugraph_biclique.results.groups import Groups


class AskedDefective(NamedTuple):
    """What a call asks for."""

    k: int
    by: str
    least: tuple[int, int]
    missing: int
    containing: Containing | None
    seconds: float | None


def defective_of(whole: BipartiteReplica, asked: AskedDefective) -> Groups:
    """Find the k best of a graph. The result has the edges among their members."""
    k, by, least, missing, containing, seconds = asked
    with threads_of_worker():
        graph = whole.request.graph
        ids = None if containing is None else ids_of(graph, containing)
        search = DefectiveSearch(
            whole.request, k, Incumbent(by, seconds), least, missing, ids
        )
        search.run()
        found = search.groups()
        left_ends = row_of_entries(search.graph.left_indptr, graph.n_edges)
        among = edges_among(found._groups, search.graph, left_ends.astype(np.int32))
        return Groups(*among, found.report)
