# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Projections over Dask: each worker lists the pairs of its first vertices.

A test needs the p-values of all pairs, which one worker ranks. Everything else of a
pair stays where it was found.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any, Literal

import dask.dataframe as dd
import numpy as np

from cugraph_biclique.calls.projection import (
    Wanted,
    common_sets,
    fitted_test,
    n_tests,
    p_values_of,
    pairs_frame,
    pairs_of,
    significant,
)
from cugraph_biclique.calls.subgraphs import CommonSets
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.frames import joined_frames
from cugraph_biclique.dask.projection_of_partitions import frames_of_partitions
from cugraph_biclique.dask.replicas import Cut
from cugraph_biclique.dask.tasks import threads_of_task, threads_of_worker
from cugraph_biclique.dask.waiting import Task, wait_for
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.preparation.jobs import jobs_for
from cugraph_biclique.results.degrees import Degrees
from cugraph_biclique.results.pair_scores import (
    PairNull,
    PairTest,
    Rates,
    Similarity,
)

LISTED_FOR = 8  # tasks, on any cluster
LEAST_WORK = float(1 << 20)  # wedges of a task: fewer are counted in milliseconds


def project(
    ddf: Any,
    side: Literal["left", "right"],
    *,
    least_common: int = 2,
    by: Similarity = "count",
    validated: PairNull | None = None,
    alpha: float = 0.01,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> dd.DataFrame:
    """List the pairs of vertices of one side of a Dask edge frame that have common
    neighbours.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, partitions, progress, client
        As in `maximal_bicliques`.
    side, least_common, by, validated, alpha
        As in `cugraph_biclique.project`.

    Returns
    -------
    dask.dataframe.DataFrame
        The rows of `cugraph_biclique.project`, in the same order. If the graph is cut
        into partitions, they have no order. Without an order of the labels, such as
        that of numbers and texts together, which vertex of a pair is the first one
        depends on hashes.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, a label is null, or there is no client.
    MemoryBudgetError
        The graph fits every worker, and the pairs of one vertex exceed the budget.
    PartitionError
        As in `maximal_bicliques`.
    ImportError
        `validated` is given, and SciPy is not installed.

    Notes
    -----
    If the graph fits every worker, a task lists the pairs of consecutive first
    vertices. Otherwise, each partition lists the pairs of its roots, and scores and
    tests count the degrees of the whole graph first, in two shuffles.

    With `validated`, one worker ranks the p-values of all pairs up to `alpha`, which
    takes some 60 bytes for each of them.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     pairs = cb.dask.project(edges, "left", by="jaccard")
    ...     print(pairs.nlargest(2, "score").compute().round(3))
                   first           second  common  score
    47       Flora Price  Olivia Carleton       2  1.000
    64  Katherina Rogers  Sylvia Avondale       6  0.857
    """
    wanted = Wanted.checked(side, least_common, by, validated, alpha)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    found = call.on_whole(partial(frames_on_whole, wanted=wanted, call=call))
    if found is None:
        found = frames_of_partitions(call, wanted)
    frames, n = found
    with call.on_workers():
        if validated is not None:
            frames = validated_frames(call.client, frames, n_tests(n), wanted.level)
        return joined_frames(call.client, frames)


def frames_on_whole(
    whole: WholeGraph, wanted: Wanted, call: DaskCall
) -> tuple[list[Task], int]:
    """List the pairs on workers that have the whole graph. Return the tasks of their
    frames, and for a test the number of vertices of the side."""
    cut = whole.cut(cut_pairs, wanted)
    frames = whole.shared(listed_pairs, wanted, cut, call.progress, alone=True)
    n = 0 if wanted.null is None else whole.on_one(n_vertices, wanted)
    return frames, n


def validated_frames(
    client: Any, frames: list[Task], tests: int, level: float
) -> list[Task]:
    """Leave out the pairs that chance explains."""
    p_values = client.map(p_values_of, frames, pure=False)
    rates = client.submit(rates_of, p_values, tests, pure=False)
    found: list[Task] = [
        client.submit(significant, frame, rates, level, pure=False) for frame in frames
    ]
    wait_for(found)
    return found


# Tasks


def sets_of(whole: BipartiteReplica, wanted: Wanted) -> CommonSets:
    """Return the prepared graph of a projection."""
    key = wanted.side, wanted.least
    return whole.last("pairs", key, lambda: common_sets(whole.request, wanted))


def test_on(whole: BipartiteReplica, wanted: Wanted) -> PairTest | None:
    """Return the test of a projection."""
    key, graph = (wanted.side, wanted.null), whole.request.graph
    return whole.last("pair test", key, lambda: fitted_test(wanted, Degrees.of(graph)))


def cut_pairs(whole: BipartiteReplica, wanted: Wanted, _: int) -> Cut:
    """Prepare a projection, and cut its first vertices into ranges, which are the same
    on any cluster."""
    with threads_of_worker():
        work = sets_of(whole, wanted).work()
    jobs = jobs_for(work, LISTED_FOR, divide=False, least=LEAST_WORK)
    return Cut.of(whole.request.engine, work, list(jobs) or [Job(0, 0, 0, 1)])


def listed_pairs(
    whole: BipartiteReplica, wanted: Wanted, jobs: list[Job], _: bool
) -> Any:
    """List the pairs of a range of first vertices as a frame."""
    (job,), graph = jobs, whole.request.graph
    with threads_of_task(whole.request.engine):
        pairs = pairs_of(sets_of(whole, wanted), job.first, job.last, False)
        degree = Degrees.of(graph).of_side(wanted.side, pairs.first)
        return pairs_frame(wanted, test_on(whole, wanted), pairs, degree, graph)


def n_vertices(whole: BipartiteReplica, wanted: Wanted) -> int:
    """Return the number of vertices of the side of a projection."""
    graph = whole.request.graph
    return graph.n_left if wanted.side == "left" else graph.n_right


def rates_of(p_values: list[np.ndarray], tests: int) -> Rates:
    """Return the false discovery rates of the p-values of all frames."""
    return Rates.of(np.concatenate(p_values), tests)
