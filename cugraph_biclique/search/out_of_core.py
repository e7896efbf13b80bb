# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Out-of-core search: the graph stays on the host, and pieces go to the device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any, cast

import numba

from cugraph_biclique.arrays import to_host
from cugraph_biclique.backends import Found, Jobs, Prepared, Take, backend_for
from cugraph_biclique.partition.pieces import Pack, Piece, pieces
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.progress import Tracker
from cugraph_biclique.records import Records
from cugraph_biclique.search.cpu.worker import search_jobs as cpu_search_jobs
from cugraph_biclique.search.gpu.cpu_fallback import search_on_cores
from cugraph_biclique.tasks import jobs_for, root_work
from cugraph_biclique.trace import Trace


def search_jobs(
    prepared: Prepared,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    on_progress: Tracker,
) -> Found:
    """`Backend.search` with one job per pack of roots.

    The records are in host memory, in terms of the whole graph.
    """
    packs = cast("Iterable[Pack]", jobs)
    least = Least.worth(prepared.least_bits, prepared.min_grown)
    with closing(pieces(prepared.ordered.graph, packs, least)) as found:
        for index, (pack, piece) in enumerate(found):
            taker = take and of_whole_graph(take, piece)
            fits = piece.nbytes < prepared.budget
            search = search_on_device if fits else search_on_host
            if not piece.is_empty:
                for taken in search(prepared, piece, taker, trace):
                    if taken is not None:
                        yield index, taken
            on_progress(pack.roots)
            yield index, None


def of_whole_graph(take: Take, piece: Piece) -> Take:
    """Wrap `take`, so that a piece's records reach it in terms of the whole graph."""

    def taker(records: Records) -> Any:
        on_host = {name: to_host(array) for name, array in vars(records).items()}
        members = piece.kept[on_host["members"]]
        return take(replace(Records(**on_host), members=members))

    return taker


def search_on_device(
    prepared: Prepared, piece: Piece, take: Take | None, trace: Trace
) -> Iterator[Any]:
    """Search a piece on the device."""
    part = prepared._replace(
        ordered=prepared.ordered._replace(graph=piece.graph.to_device()),
        backend=backend_for("gpu"),
        budget=prepared.budget - piece.nbytes,
    )
    jobs = part.backend.jobs(part)
    quiet = Tracker(0)
    for _, taken in part.backend.search(part, jobs, take, trace, quiet):
        yield taken


def search_on_host(
    prepared: Prepared, piece: Piece, take: Take | None, trace: Trace
) -> Iterator[Any]:
    """Search a piece that does not fit the device, on CPU cores."""
    part = prepared._replace(ordered=prepared.ordered._replace(graph=piece.graph))
    work, threads = root_work(piece.graph), numba.get_num_threads()
    jobs = jobs_for(work, threads, divide=part.goal is None)
    on_cores = partial(cpu_search_jobs, part.for_cores(), jobs)
    yield from search_on_cores(on_cores, take, trace)
