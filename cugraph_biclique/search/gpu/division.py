# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Roots that have more bicliques than the output holds: their children, in parts.

The host makes the graph of such a root. Its roots are the children of the root, so the
device searches them like any other roots, and divides them in the same way. What cannot
be divided is left to CPU cores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.backends import Prepared, Take
from cugraph_biclique.device.elementwise import take
from cugraph_biclique.device.ranges import gather_ranges
from cugraph_biclique.partition.root_graph import graph_of_root
from cugraph_biclique.preparation import SearchGraph
from cugraph_biclique.records import Records
from cugraph_biclique.search.cpu.worker import search_jobs as cpu_search_jobs
from cugraph_biclique.search.gpu.cpu_fallback import (
    jobs_of_root,
    search_on_cores,
    taking_from_host,
)
from cugraph_biclique.search.gpu.part_sizes import Room
from cugraph_biclique.search.gpu.parts import Parts, Reason, in_parts
from cugraph_biclique.search.gpu.parts import Search as AnySearch
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

MOST_DIVISIONS = 64  # of a root, of one of its children, and so on


class Search(AnySearch, Protocol):
    """A search on the device that can turn to another graph."""

    @property
    def graph(self) -> SearchGraph:
        """The graph on the device."""

    def turn_to(self, graph: SearchGraph, first_root: int | None = None) -> int:
        """Search a graph on the device from now on; returns the number of its roots.

        If `first_root` is given, they are the vertices from there on.
        """

    def root(self, number: int) -> int:
        """The vertex of a root, by its number. Frees the results of the last run."""

    def check_stop(self) -> None:
        """Raise `Stopped` if the caller has left the search."""


class Settings(NamedTuple):
    """What the graph of a job and the graphs of its roots share."""

    search: Search
    room: Room
    trace: Trace
    may_divide: bool


class Division:
    """A graph whose roots may be divided: that of the call, or that of a root."""

    def __init__(
        self,
        prepared: Prepared,
        take: Take | None,
        settings: Settings,
        for_cores: Callable[[], Prepared],
        first_root: int | None = None,
        depth: int = 0,
    ) -> None:
        self.prepared = prepared
        self.take = take
        self.settings = settings
        self.for_cores = for_cores  # the graph in host memory
        self.first_root = first_root
        self.depth = depth

    def enter(self) -> int:
        """Make the device search this graph; returns the number of its roots."""
        graph = self.prepared.ordered.graph.to_device()
        return self.settings.search.turn_to(graph, self.first_root)

    def alone(self, first: int, reason: Reason) -> Parts:
        """`parts.Alone`: divide a root that has too many bicliques. Leave any other one
        to CPU cores."""
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
        search, room, trace, _ = self.settings
        roots = 1 if n >= room.heavy else n
        found = yield from in_parts(
            search, Job(0, n), roots, room, below.take, trace, below.alone
        )
        self.enter()
        room.fitted(n, found)
        return found

    def below(self, root: int) -> Division | None:
        """The graph of a root; None if no biclique below the root is maximal."""
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
            prepared.for_cores,
            int(np.argmax(made.is_root)),
            self.depth + 1,
        )

    def on_cores(self, root: int) -> Parts:
        """Search a root on CPU cores."""
        prepared = self.for_cores()
        jobs = jobs_of_root(root, divide=prepared.goal is None)
        on_host = partial(cpu_search_jobs, prepared, jobs)
        taker = self.take and taking_from_host(self.take)
        trace, check = self.settings.trace, self.settings.search.check_stop
        return (yield from search_on_cores(on_host, taker, trace, check))


def of_outer_graph(taker: Take, kept: Any) -> Take:
    """Wrap a function that takes records, so that those of the graph of a root reach it
    in terms of the outer graph. `kept` are the vertices there."""

    def wrapped(records: Records) -> Any:
        return taker(replace(records, members=take(kept, records.members)))

    return wrapped
