# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Divide roots that have more bicliques than the output holds.

The host makes the graph of such a root. Its roots are the children of the root, so the
device searches them like any other roots, and divides them in the same way. CPU cores
search a root that cannot be divided.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np

from cugraph_biclique.contract.backend import Take
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.device.elementwise import take
from cugraph_biclique.device.ranges import gather_ranges
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.partition.root_graph import graph_of_root
from cugraph_biclique.search.cpu.worker import search_jobs as cpu_search_jobs
from cugraph_biclique.search.gpu.host.cpu_fallback import (
    jobs_of_root,
    search_on_cores,
    taking_from_host,
)
from cugraph_biclique.search.gpu.host.part_sizes import Room
from cugraph_biclique.search.gpu.host.parts import Parts, Reason, in_parts
from cugraph_biclique.search.gpu.host.parts import Search as AnySearch

MOST_DIVISIONS = 64  # depth: a root, one of its children, and so on


class Search(AnySearch, Protocol):
    """A search on the device that can replace its graph."""

    @property
    def graph(self) -> SearchGraph:
        """The graph on the device."""

    def turn_to(self, graph: SearchGraph, first_root: int | None = None) -> int:
        """Replace the graph on the device; returns the number of its roots.

        If `first_root` is given, the roots are the vertices from there on.
        """

    def root(self, number: int) -> int:
        """Return the vertex of a root. Frees the results of the last run."""

    def check_stop(self) -> None:
        """Raise `Stopped` if the caller has left the search."""


class Settings(NamedTuple):
    """What the graph of a job and the graphs of its roots share."""

    search: Search
    room: Room
    may_divide: bool


class Division:
    """A graph whose roots may be divided: the graph of the call, or of a root."""

    def __init__(
        self,
        prepared: Prepared,
        take: Take | None,
        settings: Settings,
        on_host: Callable[[], Prepared],
        first_root: int | None = None,
        depth: int = 0,
    ) -> None:
        self.prepared = prepared
        self.take = take
        self.settings = settings
        self.on_host = on_host  # the graph in host memory
        self.first_root = first_root
        self.depth = depth

    def enter(self) -> int:
        """Make the device search this graph; returns the number of its roots."""
        graph = self.prepared.ordered.graph.to_device()
        return self.settings.search.turn_to(graph, self.first_root)

    def alone(self, first: int, reason: Reason) -> Parts:
        """Search a single root, as `parts.Alone`.

        Divide a root that has too many bicliques. CPU cores search any other root.
        """
        root = self.settings.search.root(first)
        may_divide = self.settings.may_divide and self.depth < MOST_DIVISIONS
        if may_divide and reason is not Reason.MEMORY:
            try:
                below = self.below(root)
                n = below.enter() if below else 0
            except MemoryError:  # another program took the memory
                self.enter()
            else:
                if below is None:
                    return 0
                if reason is Reason.RECORDS:
                    self.settings.room.overflowed(n)
                return (yield from self.divided(below, n))
        return (yield from self.on_cores(root))

    def divided(self, below: Division, n: int) -> Parts:
        """Search the n roots of the graph of a root, then return to this graph."""
        search, room, _ = self.settings
        roots = 1 if n >= room.heavy else n
        found = yield from in_parts(
            search, Job(0, n), roots, room, below.take, below.alone
        )
        self.enter()
        room.fitted(n, found)
        return found

    def below(self, root: int) -> Division | None:
        """Return the graph of a root; None if no biclique below the root is maximal."""
        graph = self.settings.search.graph
        begin, end = to_host(graph.grown_indptr[root : root + 2]).tolist()
        members = graph.grown_indices[begin:end].copy()
        indices, indptr = gather_ranges(
            graph.kept_indices,
            take(graph.kept_indptr[:-1], members),
            take(graph.kept_indptr[1:], members),
        )
        made = graph_of_root(
            root,
            (to_host(indptr), to_host(indices)),
            to_host(take(graph.kept_weight, members)),
            to_host(graph.grown_weight),
            self.prepared.least_bits,
        )
        if made is None:
            return None
        ordered = self.prepared.ordered._replace(graph=made)
        prepared = self.prepared._replace(ordered=ordered)
        return Division(
            prepared,
            self.take and of_outer_graph(self.take, members),
            self.settings,
            prepared.to_host,
            int(np.argmax(made.is_root)),
            self.depth + 1,
        )

    def on_cores(self, root: int) -> Parts:
        """Search a root on CPU cores."""
        prepared = self.on_host()
        jobs = jobs_of_root(root, divide=prepared.goal is None)
        on_host = partial(cpu_search_jobs, prepared, jobs)
        taker = self.take and taking_from_host(self.take)
        search = self.settings.search
        on_cores = search_on_cores(on_host, taker, search.trace, search.check_stop)
        return (yield from on_cores)


def of_outer_graph(taker: Take, kept: Any) -> Take:
    """Wrap `taker` to translate records from the graph of a root to the outer graph.

    kept[i] is the kept vertex i of the root's graph in the outer graph.
    """

    def wrapped(records: Records) -> Any:
        return taker(replace(records, members=take(kept, records.members)))

    return wrapped
