# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The backend of graphs that stay in host memory: a device works on their pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any, Literal, cast

import numba

from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.backends.gpu import CountsOnDevice, Gpu
from cugraph_biclique.contract.backend import Found, Jobs, StoredJobs, Take
from cugraph_biclique.contract.prepared import Anchored, Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.counting.cpu import count as count_on_cores
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress, Tracker, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.partition.pieces import Pack, Packs, Piece, most_edges, pieces
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.preparation.jobs import jobs_for, root_work
from cugraph_biclique.search.cpu.worker import search_jobs as search_on_host
from cugraph_biclique.search.gpu.host.cpu_fallback import search_on_cores


class OutOfCore(CountsOnDevice, Cpu):
    """Prepares on the CPU cores, and searches and counts piece by piece on a device.

    The records are in host memory, with the ids of the whole graph.
    """

    engine: Literal["cpu", "gpu"] = "gpu"

    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        return graph.with_host_adjacency()

    def jobs(self, prepared: Prepared) -> Packs:
        return Packs(prepared.ordered.graph, prepared.budget)

    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        return list(self.jobs(prepared))

    def cut_by(self, budget: int) -> dict[str, Any]:
        return {"edges_of_a_piece": most_edges(budget)}

    def search(
        self,
        prepared: Prepared,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        packs = cast("Iterable[Pack]", jobs)
        least = Least.worth(prepared.least_bits, prepared.min_grown)
        with closing(pieces(prepared.ordered.graph, packs, least)) as found:
            for index, (pack, piece) in enumerate(found):
                if not piece.is_empty:
                    taker = take and of_whole_graph(take, piece)
                    for taken in search_piece(prepared, piece, taker, trace):
                        if taken is not None:
                            yield index, taken
                on_progress(pack.roots)
                yield index, None

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        found = [0] * len(leasts)
        packs = Packs(anchored.graph, anchored.budget)
        least = Least.worth(anchored.least, anchored.picks, ascending=True)
        with (
            reporting(progress, packs.roots, "count") as on_progress,
            closing(pieces(anchored.graph, packs, least)) as coming,
        ):
            for pack, piece in coming:
                if not piece.is_empty:
                    totals = count_piece(anchored, piece, leasts, trace)
                    found = [a + b for a, b in zip(found, totals, strict=True)]
                on_progress(pack.roots)
        return found


def of_whole_graph(take: Take, piece: Piece) -> Take:
    """Wrap `take` so that it receives a batch's records with ids of the whole graph."""

    def taker(records: Records) -> Any:
        on_host = {name: to_host(array) for name, array in vars(records).items()}
        members = piece.kept[on_host["members"]]
        return take(replace(Records(**on_host), members=members))

    return taker


def search_piece(
    prepared: Prepared, piece: Piece, take: Take | None, trace: Trace
) -> Iterator[Any]:
    """Search a piece on the device, or on CPU cores if it does not fit the budget."""
    left = prepared.budget - piece.nbytes
    if left > 0:
        ordered = prepared.ordered._replace(graph=piece.graph.to_device())
        part = prepared._replace(ordered=ordered, budget=left)
        device = Gpu()
        for _, taken in device.search(part, device.jobs(part), take, trace, Tracker(0)):
            yield taken
        return
    part = prepared._replace(ordered=prepared.ordered._replace(graph=piece.graph))
    work, threads = root_work(piece.graph), numba.get_num_threads()
    jobs = jobs_for(work, threads, divide=part.goal is None)
    yield from search_on_cores(partial(search_on_host, part, jobs), take, trace)


def count_piece(
    anchored: Anchored, piece: Piece, leasts: list[int], trace: Trace
) -> list[int]:
    """Count a piece on the device, or on CPU cores if it does not fit the budget."""
    left = anchored.budget - piece.nbytes
    if left <= 0:
        part = anchored._replace(graph=piece.graph)
        return count_on_cores(part, leasts, trace, progress=False)
    part = anchored._replace(graph=piece.graph.to_device(), budget=left)
    return Gpu().count(part, leasts, trace, progress=False)
