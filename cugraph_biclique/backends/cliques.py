# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Where cliques are searched: on CPU cores, or on one device."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import numba

from cugraph_biclique.cliques.cpu import worker
from cugraph_biclique.cliques.order import (
    CliqueGraph,
    OrderedCliques,
    PreparedCliques,
    in_order,
    kept_vertices,
    root_work,
)
from cugraph_biclique.contract.backend import (
    Found,
    Jobs,
    Searches,
    StoredJobs,
    Take,
)
from cugraph_biclique.device import plan
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.interrupts import interruptible
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Tracker
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.jobs import (
    ON_A_DEVICE,
    ON_CORES,
    jobs_for,
    jobs_to_keep,
)

if TYPE_CHECKING:
    from cugraph_biclique.cliques.gpu.workspace import DeviceGraph


class CliqueBackend(Searches, Protocol):
    """What depends on where cliques are searched."""

    engine: str

    def jobs(self, prepared: PreparedCliques) -> Jobs:
        """See `Backend.jobs`."""

    def jobs_to_keep(self, prepared: PreparedCliques) -> StoredJobs:
        """See `Backend.jobs_to_keep`."""


class CliqueCpu:
    """Searches on all CPU threads."""

    engine = "cpu"

    def jobs(self, prepared: PreparedCliques) -> Jobs:
        jobs = jobs_for(root_work(prepared.ordered), numba.get_num_threads())
        jobs[:] = after(prepared.ordered.first_root, jobs)
        return jobs

    def jobs_to_keep(self, prepared: PreparedCliques) -> StoredJobs:
        ordered = prepared.ordered
        jobs = jobs_to_keep(root_work(ordered), ON_CORES)
        return after(ordered.first_root, jobs)

    def search(
        self,
        prepared: PreparedCliques,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        return worker.search_jobs(prepared, jobs, take, trace, on_progress)


class CliqueGpu:
    """Searches on CuPy's current device, which balances the work of all roots.

    The device keeps the graph for later searches of the same call.
    """

    engine = "gpu"

    def __init__(self) -> None:
        self.placed: DeviceGraph | None = None

    def jobs(self, prepared: PreparedCliques) -> Jobs:
        return [Job(prepared.ordered.first_root, prepared.graph.n)]

    def jobs_to_keep(self, prepared: PreparedCliques) -> StoredJobs:
        work = root_work(prepared.ordered)  # a device searches only whole roots
        jobs = jobs_to_keep(work, ON_A_DEVICE, divide=False)
        return after(prepared.ordered.first_root, jobs)

    def search(
        self,
        prepared: PreparedCliques,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        from cugraph_biclique.cliques import gpu
        from cugraph_biclique.cliques.gpu.workspace import DeviceGraph

        if self.placed is None:
            self.placed = DeviceGraph(prepared.graph)
        return gpu.search_jobs(self.placed, prepared, jobs, take, trace, on_progress)


def ordered_for(
    engine: str,
    graph: UndirectedGraph,
    graph_on_host: UndirectedGraph,
    min_size: int,
    budget: int,
) -> OrderedCliques:
    """Put a graph in order, in the memory of the engine that will search it.

    `graph` is in any memory; `graph_on_host` is the same graph.
    """
    entries = len(graph.indices)
    kept = interruptible(entries, kept_vertices, graph_on_host, min_size)
    if engine == "gpu" and fits_the_order(len(kept), entries, budget):
        from cugraph_biclique.cliques.gpu import order

        with suppress(MemoryError):
            # In this thread, because CuPy's current device is a setting of a thread.
            return OrderedCliques(order.in_order(graph, kept), kept)
    return OrderedCliques(interruptible(entries, in_order, graph_on_host, kept), kept)


def fits_the_order(n: int, entries: int, budget: int) -> bool:
    """Whether the budget of a device has room to put a graph of n vertices in order,
    whose lists have this many entries."""
    needed = entries * plan.ORDERED_BYTES + 16 * (n + 1)
    return needed <= plan.preparation(budget)


def clique_backend_for(
    engine: str, ordered: OrderedCliques, budget: int
) -> CliqueBackend:
    """Choose where cliques are searched: on cores, if the device has no room."""
    if engine == "gpu" and fits(ordered.graph, budget):
        return CliqueGpu()
    return CliqueCpu()


def fits(graph: CliqueGraph, budget: int) -> bool:
    """Whether the budget of a device has room for a graph and the universes of its
    roots.

    The universes take no more room than the graph.
    """
    return 2 * sum(array.nbytes for array in graph) <= plan.preparation(budget)


def after(first: int, jobs: list[Job]) -> list[Job]:
    """Move jobs, which are cut from 0, to the roots from `first` on."""
    if not first:
        return jobs
    return [
        job._replace(first=job.first + first, last=job.last + first) for job in jobs
    ]
