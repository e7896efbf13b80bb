# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Enumeration from end to end: preparation -> jobs -> search -> records."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.arrays import array_module, to_host
from cugraph_biclique.backends import Found, Jobs, Prepared, Take, backend_for
from cugraph_biclique.containing import Containing, Ids, ids_of
from cugraph_biclique.devices import select_devices
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.interrupts import edges_in, interruptible
from cugraph_biclique.maximum_sizes import MaximumSizes
from cugraph_biclique.memory import budget_bytes, peak_memory
from cugraph_biclique.neighbourhood import neighbourhood
from cugraph_biclique.partition import Partition
from cugraph_biclique.partition.pieces import Packs
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.progress import Progress, check_progress, reporting
from cugraph_biclique.records import Records, in_batches
from cugraph_biclique.results import Bicliques
from cugraph_biclique.stars import counting_stars, star_records
from cugraph_biclique.trace import Trace

logger = logging.getLogger(__name__)
SIZE_BITS = 32  # of a number of vertices
MOST_ROWS = 1 << 16  # of histograms that wait to be merged


def search_jobs(
    prepared: Prepared,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    progress: Progress = None,
    select: Callable[[Records], Records] | None = None,
) -> Found:
    """Run `Backend.search` with logging and progress reports, and yield its results.

    `select` drops bicliques before they are counted or taken.
    """
    if isinstance(jobs, Packs):  # the last one tells their number
        roots, cut, of = jobs.roots, "packs", ""
    else:
        roots, of = sum(job.roots for job in jobs), f" of {len(jobs)}"
        cut = f"{len(jobs):,} jobs"
    began = trace.search_seconds
    logger.info("search: begins, %s roots in %s", f"{roots:,}", cut)
    with reporting(progress, roots) as on_progress:
        taker = take and on_progress.counting(take)
        if taker and select:
            taker = _after(select, taker)
        parts = prepared.backend.search(prepared, jobs, taker, trace, on_progress)
        with closing(parts):
            for index, taken in parts:
                if taken is None:
                    logger.debug("search: job %d%s done", index + 1, of)
                elif take is None:
                    on_progress(found=taken)
                yield index, taken
    logger.info(
        "search: done in %.2f s, %s nodes, %s bicliques, stars not counted",
        trace.search_seconds - began, f"{trace.nodes:,}", f"{on_progress.found:,}",
    )  # fmt: skip


def _after(select: Callable[[Records], Records], take: Take) -> Take:
    return lambda records: take(select(records))


def size_frame(sizes: np.ndarray) -> pd.DataFrame:
    """The frame of `Enumeration.sizes`."""
    return pd.DataFrame(
        {
            "n_left": sizes[:, 0].astype(np.int32),
            "n_right": sizes[:, 1].astype(np.int32),
            "count": sizes[:, 2],
        }
    )


def _merged(
    parts: list[tuple[np.ndarray, np.ndarray]],
) -> tuple[np.ndarray, np.ndarray]:
    """Add up histograms: distinct keys, ascending, and the sums of their counts."""
    keys, counts = map(np.concatenate, zip(*parts, strict=True))
    keys, which = np.unique(keys, return_inverse=True)
    sums = np.zeros(len(keys), np.int64)
    np.add.at(sums, which, counts)
    return keys, sums


class Enumeration:
    """One enumeration call, with its arguments checked and its graph prepared. G may
    also be a partition of a graph."""

    def __init__(
        self,
        G: Any,
        left: Hashable | None,
        right: Hashable | None,
        min_left: int,
        min_right: int,
        engine: str,
        memory_budget: int | str | None,
        progress: Progress,
        *,
        containing: Containing | None = None,
        max_left: int | None = None,
        max_right: int | None = None,
        devices: Sequence[int] | None = None,
    ) -> None:
        self.min_left = positive("min_left", min_left)
        self.min_right = positive("min_right", min_right)
        self.maximum = MaximumSizes.of(
            max_left, max_right, self.min_left, self.min_right
        )
        partition = G if isinstance(G, Partition) else None
        given = partition.graph if partition else G
        engine, named = select_devices(devices, engine, given)
        self.budget = budget_bytes(memory_budget, engine)
        self.progress = check_progress(progress)
        self.trace = Trace()
        with self.trace.stage("input"):
            self.graph: BipartiteGraph = (
                partition.graph
                if partition
                else interruptible(edges_in(G, engine), bipartite_graph, G, left, right)
            )
        logger.info("graph: %r, memory budget %s bytes", self.graph, f"{self.budget:,}")
        searched, near = self.graph, None
        self.containing: Ids | None = None
        if containing is not None:
            with self.trace.stage("neighbourhood"):
                self.containing = ids_of(self.graph, containing)
                near = neighbourhood(self.graph, self.containing)
            searched = near.graph
            logger.info("neighbourhood: %r", searched)
        n_edges = 0 if partition else searched.n_edges
        self.backend = backend_for(engine, n_edges, self.budget, named)
        if self.backend.prepares_on_host:
            searched = searched.with_host_adjacency()
            if near is None:
                self.graph = searched
        self.prepared: Prepared = interruptible(
            searched.n_edges if self.backend.prepares_on_host else 0,
            prepare,
            searched,
            self.min_left,
            self.min_right,
            self.backend,
            self.trace,
            self.budget,
            partition,
        )
        if near is not None:
            ordered = near.in_whole(self.prepared.ordered)
            self.prepared = self.prepared._replace(ordered=ordered)

    @property
    def select(self) -> Callable[[Records], Records] | None:
        """Drops the bicliques that are larger than requested; None if there is no
        limit."""
        if not self.maximum.bounds:
            return None
        return partial(self.maximum.select, self.prepared)

    def search(
        self, take: Callable[[Records], Any], streamed: bool = False
    ) -> Generator[Any, None, None]:
        """Yield what `take` returns for each filled output buffer, stars last.

        If results are `streamed`, the first ones come early, in small buffers.
        """
        prepared = self.prepared._replace(streamed=streamed)
        jobs, select = self.backend.jobs(prepared), self.select
        found = search_jobs(prepared, jobs, take, self.trace, self.progress, select)
        with closing(found):
            for _, taken in found:
                if taken is not None:
                    yield taken
        stars = self.stars()
        if len(stars):
            yield take(stars)

    def stars(self) -> Records:
        """Return the stars of the requested sizes."""
        with self.trace.stage("stars"):
            stars = star_records(self.prepared)
            return self.select(stars) if self.select and len(stars) else stars

    def count(self) -> int:
        """Return the number of maximal bicliques."""
        if self.select:
            return sum(self.search(len))
        jobs = self.backend.jobs(self.prepared)
        stars: Callable[[], int] = int  # 0, until their count is launched
        try:
            with self.trace.stage("stars"):
                stars = counting_stars(self.prepared)
            found = search_jobs(self.prepared, jobs, None, self.trace, self.progress)
            n = sum(taken for _, taken in found if taken is not None)
        finally:
            of_stars = stars()
        return n + of_stars

    def bicliques(self, records: Records) -> Bicliques:
        """Wrap records in a result."""
        ordered = self.prepared.ordered
        return Bicliques(self.graph, ordered, records, self.backend, self.report_for())

    def batches(self, batch_size: int) -> Generator[Bicliques, None, None]:
        """Yield results of `batch_size` bicliques, whatever the sizes of the search's
        output buffers."""
        with closing(self.search(Records.lasting, streamed=True)) as parts:
            for records in in_batches(parts, batch_size):
                yield self.bicliques(records)

    def sizes(self, n_graphs: int = 1) -> np.ndarray:
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
        kept = self.backend.member_lists.kept_sizes(ordered, records)
        pair = (kept, records.n_grown)
        n_left, n_right = pair if ordered.grow == "right" else pair[::-1]
        keys = n_left.astype(np.int64) << bits | n_right.astype(np.int64)
        if graph_of is not None:  # all vertices of a universe are in one graph
            first = records.members[records.start[records.universe]]
            keys |= graph_of[first] << 2 * bits
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

    def report_for(self, found: Bicliques | None = None) -> dict[str, Any]:
        """Return the `report` of a result."""
        trace = self.trace
        return {
            "engine": self.backend.engine,
            "threads": trace.threads,
            "bicliques": None if found is None else len(found),
            "nodes": trace.nodes,
            "not_maximal": trace.not_maximal,
            "equal": trace.merged(self.backend.engine),
            "seconds": trace.seconds | {"search": trace.search_seconds},
            "busy_ratio": trace.busy_ratio,
            "bytes": None if found is None else found._records.nbytes,
            "peak_bytes": peak_memory(),
        }
