# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""One call for cliques from end to end: graph -> order -> jobs -> search -> records."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Hashable
from contextlib import closing
from typing import Any, cast

import numba
import numpy as np
import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.cliques.graph import UndirectedGraph, undirected_graph
from cugraph_biclique.cliques.order import order_graph, root_jobs
from cugraph_biclique.cliques.partition import CliquePartition
from cugraph_biclique.cliques.result import Cliques
from cugraph_biclique.cliques.search import Cores, Prepared
from cugraph_biclique.collecting import within_budget
from cugraph_biclique.enumeration import search_jobs
from cugraph_biclique.interrupts import edges_in, interruptible
from cugraph_biclique.memory import budget_bytes, peak_memory
from cugraph_biclique.progress import Progress, check_progress
from cugraph_biclique.records import Records, in_batches
from cugraph_biclique.tasks import jobs_for
from cugraph_biclique.trace import Trace

logger = logging.getLogger(__name__)

ADVICE = (
    "raise memory_budget, search only for larger cliques with min_size, or stream the "
    "result with iter_maximal_cliques or write_maximal_cliques"
)


class CliqueCall:
    """One call, with its arguments checked and its graph in degeneracy order. G may
    also be a partition of a graph, in the order of that graph."""

    def __init__(
        self,
        G: Any,
        left: Hashable | None,
        right: Hashable | None,
        min_size: int,
        memory_budget: int | str | None,
        progress: Progress,
    ) -> None:
        min_size = positive("min_size", min_size)
        self.budget = budget_bytes(memory_budget)
        self.progress = check_progress(progress)
        self.trace = Trace()
        partition = G if isinstance(G, CliquePartition) else None
        with self.trace.stage("input"):
            self.graph: UndirectedGraph = (
                partition.graph
                if partition
                else interruptible(edges_in(G, "cpu"), undirected_graph, G, left, right)
            )
        logger.info("graph: %r, memory budget %s bytes", self.graph, f"{self.budget:,}")
        with self.trace.stage("order"):
            self.ordered = (
                partition.ordered
                if partition
                else interruptible(
                    len(self.graph.indices), order_graph, self.graph, min_size
                )
            )
        self.prepared = Prepared(self.ordered.graph, min_size, self.budget, Cores())

    def search(
        self, take: Callable[[Records], Any] | None
    ) -> Generator[Any, None, None]:
        """Yield what `take` returns for each filled output buffer; without `take`, the
        numbers of cliques."""
        threads = numba.get_num_threads()
        jobs = root_jobs(self.ordered, lambda work: jobs_for(work, threads))
        prepared = cast("Any", self.prepared)  # for a backend of its own
        found = search_jobs(prepared, jobs, take, self.trace, self.progress)
        with closing(found):
            for _, taken in found:
                if taken is not None:
                    yield taken

    def count(self) -> int:
        """Return the number of maximal cliques."""
        return sum(self.search(None))

    def sizes(self) -> pd.DataFrame:
        """Return the number of maximal cliques of each size."""
        total = np.zeros(0, np.int64)
        for counts in self.search(lambda records: np.bincount(records.n_grown)):
            longer, shorter = sorted((total, counts), key=len, reverse=True)
            total = longer.astype(np.int64)
            total[: len(shorter)] += shorter
        sizes = np.flatnonzero(total)
        return pd.DataFrame({"size": sizes.astype(np.int32), "count": total[sizes]})

    def collected(self) -> Cliques:
        """Return all cliques, within the memory budget."""
        with closing(self.search(Records.copy)) as parts:
            return self.cliques(within_budget(parts, self.budget, "cliques", ADVICE))

    def cliques(self, records: Records) -> Cliques:
        """Wrap records in a result."""
        return Cliques(
            self.graph.labels, self.ordered.vertices, records, self.report(records)
        )

    def batches(self, batch_size: int) -> Generator[Cliques, None, None]:
        """Yield results of `batch_size` cliques."""
        with closing(self.search(Records.copy)) as parts:
            for records in in_batches(parts, batch_size):
                yield self.cliques(records)

    def report(self, records: Records) -> dict[str, Any]:
        """Return the `report` of a result."""
        trace = self.trace
        return {
            "engine": "cpu",
            "threads": trace.threads,
            "cliques": len(records),
            "nodes": trace.nodes,
            "not_maximal": trace.not_maximal,
            "seconds": trace.seconds | {"search": trace.search_seconds},
            "busy_ratio": trace.busy_ratio,
            "bytes": records.nbytes,
            "peak_bytes": peak_memory(),
        }
