# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Request`: the graph of a call, and how the call shall work on it."""

from __future__ import annotations

import logging
from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from cugraph_biclique.backends import backend_for
from cugraph_biclique.contract.backend import Backend, Resources
from cugraph_biclique.device.budget import budget_bytes
from cugraph_biclique.device.engine import on_device, select_engine
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.undirected import UndirectedGraph
from cugraph_biclique.host.interrupts import interruptible
from cugraph_biclique.host.progress import Progress, check_progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.inputs.undirected import undirected_graph
from cugraph_biclique.request.devices import check_devices, existing

logger = logging.getLogger(__name__)


class CallOptions:
    """The options that all calls share, checked.

    Attributes
    ----------
    engine : {"cpu", "gpu"}
        The engine that will run.
    devices : tuple of int
        The devices that the call names.
    budget : int
        Bytes, given by `asked_budget`, or by the free memory.
    progress : bool, callable or None
        As in `maximal_bicliques`.
    trace : Trace
        The counters of the call.
    is_on_device : bool
        Whether G is in device memory.
    """

    def __init__(
        self,
        G: Any,
        engine: str = "auto",
        memory_budget: int | str | None = None,
        progress: Progress = None,
        devices: Sequence[int] | None = None,
    ) -> None:
        named = check_devices(devices, engine)
        self.engine = select_engine(engine, G)
        self.devices = existing(named)
        self.asked_budget = memory_budget
        self.budget = budget_bytes(memory_budget, self.engine)
        self.progress = check_progress(progress)
        self.is_on_device = on_device(G)
        self.trace = Trace()

    def log(self, graph: BipartiteGraph | UndirectedGraph) -> None:
        """Log the graph."""
        logger.info("graph: %r, memory budget %s bytes", graph, f"{self.budget:,}")


class Request(CallOptions):
    """A bipartite graph of any accepted kind, and the options of a call.

    The options are checked before the graph is read.
    """

    def __init__(
        self,
        G: Any,
        left: Hashable | None = None,
        right: Hashable | None = None,
        *,
        engine: str = "auto",
        memory_budget: int | str | None = None,
        progress: Progress = None,
        devices: Sequence[int] | None = None,
        is_partition: bool = False,
    ) -> None:
        super().__init__(G, engine, memory_budget, progress, devices)
        self.is_partition = is_partition  # of a larger graph: it has been cut to fit
        # CuPy's current device is a setting of the thread, so this thread converts what
        # a device will read.
        converts_here = self.engine == "gpu" or self.is_on_device
        edges = 0 if converts_here else edges_in(G)
        with self.trace.stage("input"):
            self.graph = interruptible(edges, bipartite_graph, G, left, right)
        self.log(self.graph)

    @cached_property
    def backend(self) -> Backend:
        """Where the graph is prepared, searched and counted."""
        return self.backend_of(self.graph)

    def backend_of(self, graph: BipartiteGraph) -> Backend:
        """Choose the backend of the graph, or of a part of it."""
        n_edges = 0 if self.is_partition else graph.n_edges
        return backend_for(self.engine, n_edges, self.budget, self.devices)

    @property
    def resources(self) -> Resources:
        """What the stages of the call work with."""
        return Resources(self.backend, self.budget, self.trace)


class UndirectedRequest(CallOptions):
    """An undirected graph of any accepted kind, and the options of a call."""

    def __init__(
        self,
        G: Any,
        left: Hashable | None = None,
        right: Hashable | None = None,
        *,
        engine: str = "auto",
        memory_budget: int | str | None = None,
        progress: Progress = None,
    ) -> None:
        super().__init__(G, engine, memory_budget, progress)
        edges = 0 if self.is_on_device else edges_in(G)
        with self.trace.stage("input"):
            self.graph = interruptible(edges, undirected_graph, G, left, right)
        self.log(self.graph)


def edges_in(G: Any) -> int:
    """Return the approximate number of edges of a graph of any accepted kind."""
    if isinstance(getattr(G, "nnz", None), int | np.integer):
        return int(G.nnz)
    try:
        return len(G[0]) if isinstance(G, tuple) and G else len(G)
    except TypeError:  # a graph object, or a kind that is not accepted
        return 0
