# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Enumeration from end to end: reduction and order -> tasks -> search -> records."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import closing
from typing import Any, NamedTuple, cast

import numba
import numpy as np

from cugraph_biclique.arguments import positive
from cugraph_biclique.arrays import array_module, to_host
from cugraph_biclique.engine import select_engine, stage, where_it_works
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.interrupts import edges_in, interruptible, new_flag
from cugraph_biclique.memory import budget_bytes, peak_memory
from cugraph_biclique.order import Ordered, log_reduced
from cugraph_biclique.partition import Partition
from cugraph_biclique.partition.pieces import Pack, in_pieces, packs
from cugraph_biclique.progress import Progress, Tracker, check_progress, reporting
from cugraph_biclique.records import WHOLE, Records, concatenate
from cugraph_biclique.results import Bicliques
from cugraph_biclique.stages import Stages
from cugraph_biclique.tasks import Job, jobs_for, root_work
from cugraph_biclique.workers import Report, stream

logger = logging.getLogger(__name__)

# A node with a larger bit matrix is expanded from the graph, in another order. So this
# is the same on every machine, whatever the memory and the threads.
MATRIX_BYTES = 8 << 20
WAITING_BYTES = 64 << 20
KEPT_FOR_THREADS = 8  # jobs that are kept must not depend on the machine

Jobs = Sequence[Job] | Sequence[Pack]  # packs if the graph is streamed


class Prepared(NamedTuple):
    """A graph ready for the search, and the least sizes in terms of its sides."""

    ordered: Ordered
    min_kept: int
    min_grown: int
    engine: str  # whose stages have made it, and make results of what is found
    matrix_bytes: int  # the largest node that a worker may copy
    waiting_bytes: int  # what may be found out of turn, and wait
    budget: int  # bytes
    streamed: bool = False  # the graph is in host memory, its search on a device

    @property
    def least_bits(self) -> int:
        """Members below which a row is dropped; one-vertex rows never count."""
        return max(2, self.min_kept)


def prepare(
    graph: BipartiteGraph,
    min_left: int,
    min_right: int,
    engine: str,
    stages: Stages,
    budget: int,
    partition: Partition | None = None,
    streamed: bool = False,
) -> Prepared:
    """Reduce the graph, choose the side to grow, and order its vertices.

    In a partition the side is chosen, and no vertex has too few neighbours: that can
    be told in the whole graph only.

    Twins of the kept side are merged only while a single class can be told from two
    vertices by its star alone, that is for a least size of one or two.
    """
    engine = "cpu" if streamed else engine
    reduction, order = stage("reduction", engine), stage("order", engine)
    with stages("reduce"):
        graph = where_it_works(graph, engine)
        if partition is None:
            is_root = None
            left_degree, right_degree = reduction.core(graph, min_left, min_right)
            grow = order.side_to_grow(left_degree, right_degree)
        else:
            grow, is_root = partition.grow, partition.is_root
            left_degree, right_degree = reduction.core(graph, 1, 1)
        reduced = reduction.reduce_graph(
            graph,
            left_degree,
            right_degree,
            merge_left=grow == "left" or min_left <= 2,
            merge_right=grow == "right" or min_right <= 2,
        )
    min_kept, min_grown = (
        (min_left, min_right) if grow == "right" else (min_right, min_left)
    )
    with stages("order"):
        ordered = order.order_graph(reduced, grow, is_root)
    log_reduced(ordered.graph, grow)
    return Prepared(
        ordered,
        min_kept,
        min_grown,
        engine,
        matrix_bytes=MATRIX_BYTES,
        waiting_bytes=min(WAITING_BYTES, budget // 4),
        budget=budget,
        streamed=streamed,
    )


def maximal_stars(prepared: Prepared) -> tuple[Any, Any]:
    """Which kept vertices or classes have a star that is asked for: the bicliques that
    the search leaves out; and the vertices on the grown side of each."""
    graph = prepared.ordered.graph
    search = stage("search", prepared.engine)
    sizes = search.star_sizes(graph)
    wanted = (sizes >= prepared.min_grown) & (graph.kept_weight >= prepared.min_kept)
    if len(graph.is_root):  # a star belongs to the partition of its first neighbour
        wanted &= graph.is_root[graph.kept_indices[graph.kept_indptr[:-1]]]
    edges = len(graph.kept_indices) if prepared.engine == "cpu" else 0
    return interruptible(edges, search.maximal_stars, graph) & wanted, sizes


def has_stars(prepared: Prepared) -> bool:
    """Whether stars can be bicliques of the sizes that are asked for."""
    return prepared.min_kept <= 2 and len(prepared.ordered.graph.kept_weight) > 0


def count_stars(prepared: Prepared) -> int:
    """How many bicliques the search leaves out."""
    return int(maximal_stars(prepared)[0].sum()) if has_stars(prepared) else 0


def star_records(prepared: Prepared) -> Records:
    """The bicliques that the search leaves out: one kept vertex or class."""
    if not has_stars(prepared):
        return Records.empty()
    maximal, sizes = maximal_stars(prepared)
    xp = array_module(sizes)
    found = xp.flatnonzero(maximal)
    return Records(
        mask=xp.full(len(found), WHOLE, np.uint64),
        universe=xp.arange(len(found), dtype=np.int32),
        n_grown=sizes[found],
        start=xp.arange(len(found) + 1, dtype=np.int64),
        members=found.astype(np.int32),
    )


def search_jobs(
    prepared: Prepared,
    jobs: Jobs,
    take: Callable[[Records], Any] | None,
    stages: Stages,
    report: Report,
    progress: Progress = None,
) -> Generator[tuple[int, Any], None, None]:
    """What `take` makes of every filled output buffer, as (job, taken) in order;
    (job, None) ends a job. Without `take` bicliques are counted, on a device."""
    roots = sum(job.roots for job in jobs)
    began = report.seconds
    logger.info("search: begins, %s roots in %s jobs", f"{roots:,}", f"{len(jobs):,}")
    with reporting(progress, roots) as on_progress:
        taker = take and on_progress.counting(take)
        parts = _searched(prepared, jobs, taker, stages, report, on_progress)
        with closing(parts):
            for index, taken in parts:
                if taken is None:
                    logger.debug("search: job %d of %d is done", index + 1, len(jobs))
                elif take is None:
                    on_progress(found=taken)
                yield index, taken
    logger.info(
        "search: done in %.2f s, %s nodes, %s bicliques, stars not counted",
        report.seconds - began, f"{stages.nodes:,}", f"{on_progress.found:,}",
    )  # fmt: skip


def _searched(
    prepared: Prepared,
    jobs: Jobs,
    take: Callable[[Records], Any] | None,
    stages: Stages,
    report: Report,
    on_progress: Tracker,
) -> Generator[tuple[int, Any], None, None]:
    """What `search_jobs` yields, from the cores or a device."""
    if prepared.engine == "gpu" or prepared.streamed:
        return _on_device(prepared)(prepared, jobs, take, stages, report, on_progress)
    from cugraph_biclique.search.cpu.worker import SearchWorker

    stop = new_flag()
    return stream(
        cast("Sequence[Job]", jobs),
        lambda: SearchWorker(prepared, take or len, stages, stop),
        report.threads,
        report,
        size_of=lambda chunk: getattr(chunk, "nbytes", 0),
        waiting_bytes=prepared.waiting_bytes,
        on_progress=on_progress,
        stop=stop,
    )


def _on_device(
    prepared: Prepared,
) -> Callable[..., Generator[tuple[int, Any], None, None]]:
    """The `search_jobs` of a device: of all of the graph, or piece by piece."""
    search = stage("search", "gpu")
    if prepared.streamed:
        from cugraph_biclique.search.gpu import streamed as search
    return search.search_jobs


def jobs_of(prepared: Prepared, threads: int) -> Jobs:
    """The search cut into jobs for so many threads; a device balances one itself."""
    graph = prepared.ordered.graph
    if prepared.streamed:
        return packs(graph, prepared.budget)
    if prepared.engine == "gpu":
        partial = len(graph.is_root)
        return [
            Job(0, int(graph.is_root.sum()) if partial else len(graph.grown_weight))
        ]
    return jobs_for(root_work(graph), threads)


def jobs_to_keep(prepared: Prepared) -> Jobs:
    """The search cut into jobs whose results are worth keeping one by one, the same on
    every machine; for a graph that is streamed, the same for nearly the same budget."""
    graph = prepared.ordered.graph
    if prepared.streamed:
        return packs(graph, prepared.budget)
    if prepared.engine == "gpu":
        return jobs_for(stage("search", "gpu").root_work(graph), 1)
    return jobs_for(root_work(graph), KEPT_FOR_THREADS)


def search_all(
    prepared: Prepared,
    take: Callable[[Records], Any],
    stages: Stages,
    report: Report,
    progress: Progress = None,
) -> Generator[Any, None, None]:
    """What `take` makes of all bicliques, buffer by buffer, stars last."""
    jobs = jobs_of(prepared, report.threads)
    with closing(search_jobs(prepared, jobs, take, stages, report, progress)) as found:
        for _, taken in found:
            if taken is not None:
                yield taken
    with stages("stars"):
        stars = star_records(prepared)
    if len(stars):
        yield take(stars)


class Enumeration:
    """One enumeration call: its arguments checked, its graph prepared. G may be one
    partition of a graph, too."""

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
    ) -> None:
        self.min_left = positive("min_left", min_left)
        self.min_right = positive("min_right", min_right)
        partition = G if isinstance(G, Partition) else None
        self.engine = select_engine(engine, partition.graph if partition else G)
        self.budget = budget_bytes(memory_budget, self.engine)
        self.progress = check_progress(progress)
        self.threads = Report(numba.get_num_threads() if self.engine == "cpu" else 1)
        self.stages = Stages()
        with self.stages("input"):
            self.graph: BipartiteGraph = (
                partition.graph
                if partition
                else interruptible(
                    edges_in(G, self.engine), bipartite_graph, G, left, right
                )
            )
        logger.info("graph: %r, memory budget %s bytes", self.graph, f"{self.budget:,}")
        streamed = partition is None and in_pieces(
            self.graph.n_edges, self.engine, self.budget
        )
        if streamed:
            self.graph = self.graph.with_host_adjacency()
        self.prepared: Prepared = interruptible(
            self.graph.n_edges if self.engine == "cpu" or streamed else 0,
            prepare,
            self.graph,
            self.min_left,
            self.min_right,
            self.engine,
            self.stages,
            self.budget,
            partition,
            streamed,
        )

    def search(self, take: Callable[[Records], Any]) -> Generator[Any, None, None]:
        """What `take` makes of all bicliques, buffer by buffer."""
        yield from search_all(
            self.prepared, take, self.stages, self.threads, self.progress
        )

    def count(self) -> int:
        """How many bicliques there are."""
        if self.engine == "cpu":
            return sum(self.search(len))
        found = search_jobs(
            self.prepared,
            jobs_of(self.prepared, self.threads.threads),
            None,
            self.stages,
            self.threads,
            self.progress,
        )
        n = sum(taken for _, taken in found if taken is not None)
        with self.stages("stars"):
            return n + count_stars(self.prepared)

    def bicliques(self, records: Records) -> Bicliques:
        """Records as a result."""
        prepared = self.prepared
        return Bicliques(
            self.graph, prepared.ordered, records, prepared.engine, self.report_for()
        )

    def batches(self, batch_size: int) -> Generator[Bicliques, None, None]:
        """Results of `batch_size` bicliques, whatever the buffers' sizes."""
        waiting: list[Records] = []
        n = 0
        with closing(self.search(Records.copy)) as parts:  # nobody closes it otherwise
            for part in parts:
                waiting.append(part)
                n += len(part)
                if n < batch_size:
                    continue
                records = concatenate(waiting)
                full = n - n % batch_size
                for first in range(0, full, batch_size):
                    last = first + batch_size
                    yield self.bicliques(records.select(slice(first, last)))
                n -= full
                waiting = [records.select(slice(full, None)).copy()] if n else []
        if n:
            yield self.bicliques(concatenate(waiting))

    def size_histogram(self, records: Records) -> np.ndarray:
        """Rows (n_left, n_right, count) of some records."""
        ordered = self.prepared.ordered
        kept = stage("results", self.prepared.engine).kept_sizes(ordered, records)
        pair = (kept, records.n_grown)
        n_left, n_right = pair if ordered.grow == "right" else pair[::-1]
        keys = n_left.astype(np.int64) << 32 | n_right.astype(np.int64)
        keys, counts = array_module(keys).unique(keys, return_counts=True)
        keys, counts = to_host(keys), to_host(counts)
        return np.column_stack([keys >> 32, keys & 0xFFFFFFFF, counts])

    def report_for(self, found: Bicliques | None = None) -> dict[str, Any]:
        """The `report` of a result."""
        seconds = dict(self.stages.seconds, search=self.threads.seconds)
        return {
            "engine": self.engine,
            "threads": self.threads.threads,
            "bicliques": None if found is None else len(found),
            "nodes": self.stages.nodes,
            "not_maximal": self.stages.not_maximal,
            "seconds": seconds,
            "busy_ratio": self.threads.busy_ratio,
            "bytes": None if found is None else found._records.nbytes,
            "peak_bytes": peak_memory(),
        }
