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
from cugraph_biclique.arrays import array_module, to_host
from cugraph_biclique.cliques.graph import UndirectedGraph, undirected_graph
from cugraph_biclique.cliques.order import CliqueGraph, order_graph, root_jobs
from cugraph_biclique.cliques.partition import CliquePartition
from cugraph_biclique.cliques.result import Cliques
from cugraph_biclique.cliques.search import Cores, Prepared
from cugraph_biclique.collecting import within_budget
from cugraph_biclique.device import plan
from cugraph_biclique.engine import on_device, select_engine
from cugraph_biclique.enumeration import search_jobs
from cugraph_biclique.interrupts import edges_in, interruptible
from cugraph_biclique.memory import budget_bytes, peak_memory
from cugraph_biclique.progress import Progress, check_progress
from cugraph_biclique.records import Records, in_batches
from cugraph_biclique.tasks import Job, jobs_for, jobs_to_keep
from cugraph_biclique.trace import Trace

logger = logging.getLogger(__name__)

ADVICE = (
    "raise memory_budget, search only for larger cliques with min_size, or stream the "
    "result with iter_maximal_cliques or write_maximal_cliques"
)


def backend_for(engine: str) -> Any:
    """Return where the search of an available engine runs."""
    if engine == "cpu":
        return Cores()
    from cugraph_biclique.cliques.gpu import Device

    return Device()


def fits(graph: CliqueGraph, budget: int) -> bool:
    """Whether a budget of a device has room for a graph, and for the universes of its
    roots, which are no larger."""
    return 2 * sum(array.nbytes for array in graph) <= plan.preparation(budget)


def kept(records: Records) -> Records:
    """Copy the records of an output buffer to host memory."""
    if isinstance(records.mask, np.ndarray):
        return records.copy()
    return Records(*map(to_host, vars(records).values()))


def _count_sizes(records: Records) -> np.ndarray:
    return to_host(array_module(records.mask).bincount(records.n_grown))


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
        engine: str = "cpu",
    ) -> None:
        min_size = positive("min_size", min_size)
        self.engine = select_engine(engine, G)
        self.on_device = on_device(G)
        self.budget = budget_bytes(memory_budget, self.engine)
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
        graph = self.ordered.graph
        if self.engine == "gpu" and not fits(graph, self.budget):
            logger.info("engine: cpu (the graph does not fit the device)")
            self.engine = "cpu"
        backend = backend_for(self.engine)
        self.prepared = Prepared(graph, min_size, self.budget, backend)

    def search(
        self, take: Callable[[Records], Any] | None, streamed: bool = False
    ) -> Generator[Any, None, None]:
        """Yield what `take` returns for each filled output buffer; without `take`, the
        numbers of cliques. If results are `streamed`, the first ones come early, in
        small buffers."""
        jobs = root_jobs(self.ordered, self.jobs)
        asked = self.prepared._replace(streamed=streamed)
        prepared = cast("Any", asked)  # for a backend of its own
        found = search_jobs(prepared, jobs, take, self.trace, self.progress)
        with closing(found):
            for _, taken in found:
                if taken is not None:
                    yield taken

    def jobs(self, work: np.ndarray) -> list[Job]:
        """Cut the roots into jobs. A device balances the work of all roots itself."""
        if self.engine == "gpu":
            return [Job(0, len(work))]
        return jobs_for(work, numba.get_num_threads())

    def jobs_to_keep(self, work: np.ndarray) -> list[Job]:
        """Cut the roots into jobs whose results can be stored one by one."""
        if self.engine == "gpu":  # which searches only whole roots
            return list(jobs_for(work, 1, least=1.0))
        return jobs_to_keep(work)

    def count(self) -> int:
        """Return the number of maximal cliques."""
        return sum(self.search(None))

    def sizes(self) -> pd.DataFrame:
        """Return the number of maximal cliques of each size."""
        total = np.zeros(0, np.int64)
        for counts in self.search(_count_sizes):
            longer, shorter = sorted((total, counts), key=len, reverse=True)
            total = longer.astype(np.int64)
            total[: len(shorter)] += shorter
        sizes = np.flatnonzero(total)
        return pd.DataFrame({"size": sizes.astype(np.int32), "count": total[sizes]})

    def collected(self) -> Cliques:
        """Return all cliques, within the memory budget."""
        with closing(self.search(kept)) as parts:
            return self.cliques(within_budget(parts, self.budget, "cliques", ADVICE))

    def cliques(self, records: Records) -> Cliques:
        """Wrap records in a result."""
        return Cliques(
            self.graph.labels,
            self.ordered.vertices,
            records,
            self.report(records),
            on_device=self.on_device,
        )

    def batches(self, batch_size: int) -> Generator[Cliques, None, None]:
        """Yield results of `batch_size` cliques."""
        with closing(self.search(kept, streamed=True)) as parts:
            for records in in_batches(parts, batch_size):
                yield self.cliques(records)

    def report(self, records: Records) -> dict[str, Any]:
        """Return the `report` of a result."""
        trace = self.trace
        return {
            "engine": self.engine,
            "threads": trace.threads,
            "cliques": len(records),
            "nodes": trace.nodes,
            "not_maximal": trace.not_maximal,
            "seconds": trace.seconds | {"search": trace.search_seconds},
            "busy_ratio": trace.busy_ratio,
            "bytes": records.nbytes,
            "peak_bytes": peak_memory(),
        }
