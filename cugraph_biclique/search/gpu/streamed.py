# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search of a graph that stays in host memory, piece by piece on the device."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import numba

from cugraph_biclique.arrays import to_host
from cugraph_biclique.partition.pieces import Pack, Piece, pieces
from cugraph_biclique.records import Records
from cugraph_biclique.search import gpu
from cugraph_biclique.search.gpu.on_cores import in_host_memory, search_on_cores
from cugraph_biclique.tasks import Job, jobs_for, root_work
from cugraph_biclique.workers import Report


def search_jobs(
    prepared: Any,
    jobs: list[Pack],
    take: Callable[[Records], Any] | None,
    stages: Any,
    report: Report,
    on_progress: Callable[[int], None],
) -> Generator[tuple[int, Any], None, None]:
    """As `search.gpu.search_jobs`, a job for each pack of roots; the records are in
    host memory, and in terms of the whole graph."""
    found = zip(jobs, pieces(prepared.ordered.graph, jobs), strict=True)
    for index, (job, piece) in enumerate(found):
        taker = take and whole(take, piece)
        search = search_piece if piece.nbytes < prepared.budget else search_at_home
        for taken in search(prepared, piece, taker, stages, report):
            if taken is not None:
                yield index, taken
        on_progress(job.roots)
        yield index, None


def whole(take: Callable[[Records], Any], piece: Piece) -> Callable[[Records], Any]:
    """Takes the records of a piece as those of the whole graph."""

    def taker(records: Records) -> Any:
        on_host = {name: to_host(array) for name, array in vars(records).items()}
        members = piece.kept[on_host["members"]]
        return take(replace(Records(**on_host), members=members))

    return taker


def search_piece(
    prepared: Any, piece: Piece, take: Any, stages: Any, report: Report
) -> Iterator[Any]:
    """What is found in a piece, on the device."""
    part = prepared._replace(
        ordered=prepared.ordered._replace(graph=piece.graph.on_device()),
        engine="gpu",
        streamed=False,
        budget=prepared.budget - piece.nbytes,
    )
    jobs = [Job(0, int(piece.graph.is_root.sum()))]
    for _, taken in gpu.search_jobs(part, jobs, take, stages, report, lambda _: None):
        yield taken


def search_at_home(
    prepared: Any, piece: Piece, take: Any, stages: Any, report: Report
) -> Iterator[Any]:
    """What is found in a piece that the device has no room for, on CPU cores."""
    part = prepared._replace(ordered=prepared.ordered._replace(graph=piece.graph))
    jobs = jobs_for(root_work(piece.graph), numba.get_num_threads())
    yield from search_on_cores(in_host_memory(part), jobs, take, stages, report)
