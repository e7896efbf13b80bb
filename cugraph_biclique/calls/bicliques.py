# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The enumeration of maximal bicliques: preparation -> jobs -> search -> records."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import LARGEST
from cugraph_biclique.backends import backend_for
from cugraph_biclique.calls.call import Call
from cugraph_biclique.calls.collecting import ADVICE, Forecast
from cugraph_biclique.calls.neighbourhood import neighbourhood
from cugraph_biclique.calls.random_searches import SameSearch
from cugraph_biclique.calls.watching import Watch
from cugraph_biclique.contract.backend import Backend, Jobs, Resources, StoredJobs
from cugraph_biclique.contract.partition import Partition
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import Records, in_batches, with_used_universes
from cugraph_biclique.device.engine import on_device
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.digests import digest_of_graph
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.host.interrupts import interruptible
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.request.containing import Containing, Ids, ids_of
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results import Bicliques, parquet
from cugraph_biclique.results.result import UnionResult
from cugraph_biclique.search.stars import counting_stars, star_records

logger = logging.getLogger(__name__)
SIZE_BITS = 32  # of a number of vertices
AT_ONCE = 1 << 17  # bicliques of random graphs
MOST_ROWS = 1 << 16  # of histograms that wait to be merged


class BicliqueCall(Call[Bicliques]):
    """One enumeration of maximal bicliques."""

    backend: Backend
    noun = "bicliques"
    advice = ADVICE

    def __init__(
        self,
        request: Request,
        least_and_most: Sizes,
        containing: Containing | None = None,
        partition: Partition | None = None,
    ) -> None:
        """Prepare the graph of a request, or `partition`, which has the same graph."""
        self.asked = least_and_most
        self.engine, self.budget = request.engine, request.budget
        self.progress, self.trace = request.progress, request.trace
        self.graph: BipartiteGraph = request.graph
        searched, near = self.graph, None
        self.containing: Ids | None = None
        if containing is not None:
            with self.trace.stage("neighbourhood"):
                self.containing = ids_of(self.graph, containing)
                near = neighbourhood(self.graph, self.containing)
            searched = near.graph
            logger.info("neighbourhood: %r", searched)
        self.again = SameSearch.of(BicliqueCall, request, self.asked, self.containing)
        self.backend = request.backend_of(searched)
        if self.backend.prepares_on_host:
            searched = searched.with_host_adjacency()
            if near is None:
                self.graph = searched
        self.prepared: Prepared = interruptible(
            searched.n_edges if self.backend.prepares_on_host else 0,
            prepare,
            searched,
            *self.asked.least,
            Resources(self.backend, self.budget, self.trace),
            partition,
        )
        if near is not None:
            ordered = near.in_whole(self.prepared.ordered, self.graph)
            self.prepared = self.prepared._replace(ordered=ordered)
        if self.asked.have_most:
            self.select = self.within_sizes

    def within_sizes(self, records: Records) -> Records:
        """Return the bicliques within the largest sizes, with their universes only."""
        ordered = self.prepared.ordered
        most = self.asked.max_left, self.asked.max_right
        kept, grown = most if ordered.grow == "right" else most[::-1]
        inside = records.n_grown <= grown
        if kept < LARGEST:
            inside &= self.backend.kept_sizes(ordered, records) <= kept
        if inside.all():
            return records
        which = array_module(inside).flatnonzero(inside)
        return with_used_universes(records.select(which))

    def jobs(self, prepared: Prepared) -> Jobs:
        return self.backend.jobs(prepared)

    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        return self.backend.jobs_to_keep(prepared)

    def lasting(self, records: Records) -> Records:
        return records.lasting()

    def rest(self) -> Records:
        """Return the stars of the requested sizes."""
        with self.trace.stage("stars"):
            stars = star_records(self.prepared, self.backend)
            return self.select(stars) if self.select and len(stars) else stars

    def collected(self) -> Records:
        """Return the records of all bicliques, within the memory budget.

        A sample stops a search whose result certainly exceeds the budget, and `Watch`
        warns of a search that certainly takes minutes. The sample counts all sizes, so
        it does not bound a result with a largest size.
        """
        forecast = Forecast(self.prepared, self.budget)
        bounded = self.select is None
        watch = Watch(self._to_watch(), self.engine, self.budget if bounded else None)

        def check(held: int, n: int) -> None:
            watch.check()
            if bounded:
                forecast.check(held, n)

        with watch, closing(self.search(self.lasting)) as parts:
            return self.within_budget(parts, check)

    def _to_watch(self) -> Callable[[], Prepared] | None:
        """Return what prepares the search in host memory, so that it may be estimated;
        None if it should not be.

        On a device, another thread would disturb the search. The neighbourhood of some
        vertices is small.
        """
        if self.containing is not None:
            return None
        if self.backend.prepares_on_host:
            return lambda: self.prepared
        if on_device(self.graph):
            return None
        resources = Resources(backend_for("cpu"), self.budget, Trace())
        return lambda: prepare(self.graph, *self.asked.least, resources)

    def result(self, records: Records) -> Bicliques:
        ordered = self.prepared.ordered
        return Bicliques(
            self.graph,
            ordered,
            records,
            self.backend,
            self.report(),
            search=self.again,
        )

    def count(self) -> int:
        if self.select:
            return sum(self.search(len))
        stars: Callable[[], int] = int  # 0, until their count is launched
        try:
            with self.trace.stage("stars"):
                stars = counting_stars(self.prepared, self.backend)
            n = sum(self.search(None))
        finally:
            of_stars = stars()
        return n + of_stars

    def sizes(self) -> pd.DataFrame:
        sizes = self.histogram()
        return pd.DataFrame(
            {
                "n_left": sizes[:, 0].astype(np.int32),
                "n_right": sizes[:, 1].astype(np.int32),
                "count": sizes[:, 2],
            }
        )

    def histogram(self, n_graphs: int = 1) -> np.ndarray:
        """Rows (n_left, n_right, count) of all bicliques, ascending: int64.

        If the graph is the disjoint union of `n_graphs` graphs with equal numbers of
        vertices, there are the rows of each graph, one graph after the other.
        """
        bits, graph_of = SIZE_BITS, None
        if n_graphs > 1:
            most = max(self.graph.n_left, self.graph.n_right) // n_graphs
            bits, graph_of = most.bit_length(), self._graph_of_classes(n_graphs)
        parts, rows = [(np.empty(0, np.int64), np.empty(0, np.int64))], 0
        for part in self.search(partial(self._histogram, bits, graph_of)):
            parts.append(part)
            rows += len(part[0])
            if rows > MOST_ROWS:
                parts, rows = [_merged(parts)], 0
        keys, counts = _merged(parts)
        size = (1 << bits) - 1
        return np.column_stack([keys >> bits & size, keys & size, counts])

    def _histogram(
        self, bits: int, graph_of: Any | None, records: Records
    ) -> tuple[np.ndarray, np.ndarray]:
        """The keys (graph, n_left, n_right) of some records, ascending, and how many
        records have each key. A size has `bits` bits."""
        if not len(records):
            return np.empty(0, np.int64), np.empty(0, np.int64)
        ordered = self.prepared.ordered
        pair = self.backend.kept_sizes(ordered, records), records.n_grown
        n_left, n_right = pair if ordered.grow == "right" else pair[::-1]
        keys = n_left.astype(np.int64)
        # In place: for `keys << bits`, CuPy first imports its part of SciPy.
        keys <<= bits
        keys |= n_right
        if graph_of is not None:
            keys |= _graphs_of(records, graph_of) << 2 * bits
        keys, counts = array_module(keys).unique(keys, return_counts=True)
        return to_host(keys), to_host(counts)

    def _graph_of_classes(self, n_graphs: int) -> Any:
        """The number of the graph of each kept class, in a disjoint union."""
        of = self.prepared.ordered.kept.of
        xp = array_module(of)
        # Removed vertices have the class -1, which is the last place.
        graph = xp.empty(len(self.prepared.ordered.kept) + 1, np.int64)
        graph[of] = xp.arange(len(of)) // max(1, len(of) // n_graphs)
        return graph

    def results_of_graphs(self, n_graphs: int) -> Iterator[UnionResult]:
        """Yield the bicliques of a disjoint union of `n_graphs` graphs, in parts, with
        the number of the graph of each one."""
        graph_of = self._graph_of_classes(n_graphs) if n_graphs > 1 else None
        with closing(self.search(self.lasting)) as parts:
            for records in in_batches(parts, AT_ONCE):
                number = np.zeros(len(records), np.int64)
                if graph_of is not None:
                    number = to_host(_graphs_of(records, graph_of))
                yield UnionResult(self.result(records), number, n_graphs)

    def part_writer(self) -> Any:
        return parquet.part_writer(self.graph)

    def stored_as(self) -> dict[str, Any]:
        asked = {
            "call": "write_maximal_bicliques",
            "graph": digest_of_graph(self.graph),
            "min_left": self.asked.min_left,
            "min_right": self.asked.min_right,
            **self._limits(),
            "engine": self.engine,
        }
        return asked | self.backend.cut_by(self.budget)

    def _limits(self) -> dict[str, Any]:
        """The limits of a call that has some, as JSON: sizes, and ids by side."""
        most = {"max_left": self.asked.max_left, "max_right": self.asked.max_right}
        limits: dict[str, Any] = {k: n for k, n in most.items() if n < LARGEST}
        if self.containing is not None:
            limits["containing"] = self.containing.as_json()
        return limits


def _graphs_of(records: Records, graph_of: Any) -> Any:
    """The number of the graph of each record, in a disjoint union: all vertices of a
    universe are in one graph. `graph_of` has the numbers of the kept classes."""
    return graph_of[records.members[records.start[records.universe]]]


def _merged(
    parts: list[tuple[np.ndarray, np.ndarray]],
) -> tuple[np.ndarray, np.ndarray]:
    """Add up histograms: distinct keys, ascending, and the sums of their counts."""
    keys, counts = map(np.concatenate, zip(*parts, strict=True))
    keys, which = np.unique(keys, return_inverse=True)
    sums = np.zeros(len(keys), np.int64)
    np.add.at(sums, which, counts)
    return keys, sums
