# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The enumeration of maximal cliques: order -> jobs -> search -> records."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.backends.cliques import (
    CliqueBackend,
    clique_backend_for,
    ordered_for,
)
from cugraph_biclique.calls.call import Call
from cugraph_biclique.cliques.order import PreparedCliques
from cugraph_biclique.cliques.partition import CliquePartition
from cugraph_biclique.contract.backend import Jobs, StoredJobs
from cugraph_biclique.contract.records import Records
from cugraph_biclique.graph.digests import digest_of
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.request.request import UndirectedRequest
from cugraph_biclique.results.cliques import Cliques
from cugraph_biclique.results.parquet import CliqueWriter

logger = logging.getLogger(__name__)


class CliqueCall(Call[Cliques]):
    """One enumeration of maximal cliques."""

    backend: CliqueBackend
    noun = "cliques"
    advice = (
        "raise memory_budget, search only for larger cliques with min_size, or stream "
        "the result with iter_maximal_cliques or write_maximal_cliques"
    )

    def __init__(
        self,
        request: UndirectedRequest,
        min_size: int,
        partition: CliquePartition | None = None,
        ascending: bool = False,
    ) -> None:
        """Put the graph of a request in degeneracy order; `partition` has the same
        graph in the order of the whole graph. `ascending` names the vertices of each
        clique in ascending order, as a partition does."""
        self.ascending = ascending or partition is not None
        self.is_on_device = request.is_on_device
        self.budget = request.budget
        self.progress, self.trace = request.progress, request.trace
        with self.trace.stage("order"):
            self.graph: UndirectedGraph = request.graph.in_host_memory()
            ordered = (
                partition.ordered
                if partition
                else ordered_for(
                    request.engine, request.graph, self.graph, min_size, self.budget
                )
            )
            request.graph = self.graph  # frees the lists on the device, if any
        self.backend = clique_backend_for(request.engine, ordered, self.budget)
        self.engine = self.backend.engine
        if self.engine != request.engine:
            logger.info("engine: cpu (the graph does not fit the device)")
        self.prepared = PreparedCliques(ordered, min_size, self.budget)

    def jobs(self, prepared: PreparedCliques) -> Jobs:
        return self.backend.jobs(prepared)

    def jobs_to_keep(self, prepared: PreparedCliques) -> StoredJobs:
        return self.backend.jobs_to_keep(prepared)

    def lasting(self, records: Records) -> Records:
        """Copy the records of an output buffer to host memory."""
        if isinstance(records.mask, np.ndarray):
            return records.copy()
        return Records(*map(to_host, vars(records).values()))

    def result(self, records: Records) -> Cliques:
        return Cliques(
            self.graph.labels,
            self.prepared.ordered.vertices,
            records,
            self.report(records),
            ascending=self.ascending,
            on_device=self.is_on_device,
        )

    def sizes(self) -> pd.DataFrame:
        total = np.zeros(0, np.int64)
        for counts in self.search(_count_sizes):
            longer, shorter = sorted((total, counts), key=len, reverse=True)
            total = longer.astype(np.int64)
            total[: len(shorter)] += shorter
        sizes = np.flatnonzero(total)
        return pd.DataFrame({"size": sizes.astype(np.int32), "count": total[sizes]})

    def part_writer(self) -> Any:
        return CliqueWriter(self.graph.labels)

    def stored_as(self) -> dict[str, Any]:
        graph = self.graph
        return {
            "call": "write_maximal_cliques",
            "graph": digest_of((graph.indptr, graph.indices), (graph.labels,)),
            "min_size": self.prepared.min_size,
            "engine": self.engine,
        }


def _count_sizes(records: Records) -> np.ndarray:
    return to_host(array_module(records.mask).bincount(records.n_grown))
