# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counts by vertex and by edge over Dask.

Workers that have the whole graph share the sums over its sets of anchored vertices: a
task sums over some roots, and the sums are added on the workers. One worker counts what
is fast, stars and butterflies. The counts of partitions are in
`dask.local_counts_of_partitions`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Literal, NamedTuple

import dask.dataframe as dd

from cugraph_biclique.arguments import check_side, positive
from cugraph_biclique.calls.local_counting import (
    check_names,
    edge_frame,
    has_sets,
    in_input_order,
    local_counts,
    most_neighbours,
    vertex_frame,
)
from cugraph_biclique.contract.sums import LocalCounts, Pass, SetSums
from cugraph_biclique.dask import local_counts_of_partitions
from cugraph_biclique.dask.bipartite_replicas import (
    BipartiteReplica,
    Wanted,
    of_jobs,
    strided,
    work_of,
)
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.frames import dask_frame
from cugraph_biclique.dask.replicas import Cut
from cugraph_biclique.dask.tasks import threads_of_task, threads_of_worker
from cugraph_biclique.dask.waiting import Task, gathered
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.exact import ones, passes

JOBS_EACH = 2  # each has sums of all vertices and edges
EDGES = "edges"  # in place of a side


def biclique_count_by_vertex(
    ddf: Any,
    p: int,
    q: int,
    side: Literal["left", "right"],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> dd.DataFrame:
    """Count the (p, q)-bicliques of each vertex of one side of a Dask edge frame.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, partitions, progress, client
        As in `maximal_bicliques`.
    p, q, side
        As in `cugraph_biclique.biclique_count_by_vertex`.

    Returns
    -------
    dask.dataframe.DataFrame
        One row per vertex of the side, as in
        `cugraph_biclique.biclique_count_by_vertex`: ``vertex`` (your label) and
        ``count`` (int64, or exact integers of more bits if needed). The rows are in the
        order of that call. If the graph is cut into partitions, they have no order.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, a label is null, or there is no client.
    OverflowError
        A count exceeds 63 bits, and the frames are of cuDF and in partitions; or it has
        more than 38 digits, and the frame is of cuDF.
    PartitionError
        As in `maximal_bicliques`.

    Notes
    -----
    If the graph fits every worker, the tasks share its roots. Each of them returns
    sums of all vertices, which the workers add up. One worker alone counts butterflies
    and stars, whose time is proportional to the edges or little more. Otherwise, each
    partition counts what its roots have, and the counts of a label are added up.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     women = cb.dask.biclique_count_by_vertex(edges, 2, 2, "left")
    ...     print(women.nlargest(2, "count").compute())
                  vertex  count
    16  Theresa Anderson     91
    4   Evelyn Jefferson     75
    """
    check_side(side)
    p, q = positive("p", p), positive("q", q)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    return counts_frame(call, p, q, side)


def biclique_count_by_edge(
    ddf: Any,
    p: int,
    q: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> dd.DataFrame:
    """Count the (p, q)-bicliques of each edge of a Dask edge frame.

    Parameters
    ----------
    ddf, p, q, left, right, engine, memory_budget, partitions, progress, client
        As in `biclique_count_by_vertex`.

    Returns
    -------
    dask.dataframe.DataFrame
        One row per distinct edge, as in `cugraph_biclique.biclique_count_by_edge`: the
        two columns of `ddf`, and ``count``. Their order is that of
        `biclique_count_by_vertex`.

    Raises
    ------
    TypeError, ValueError, OverflowError, PartitionError
        As in `biclique_count_by_vertex`, or if the two columns and the counts do not
        have three different names.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     counts = cb.dask.biclique_count_by_edge(edges, 2, 2)
    ...     total = int(counts["count"].sum().compute())
    ...     print(total == 4 * cb.dask.biclique_count(edges, 2, 2))
    True
    """
    p, q = positive("p", p), positive("q", q)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    with call.on_workers():
        check_names(*call.columns)
    return counts_frame(call, p, q, EDGES)


def counts_frame(call: DaskCall, p: int, q: int, of: str) -> dd.DataFrame:
    """Return the counts of the vertices of a side, or of the edges."""
    found = call.on_whole(
        lambda whole: dask_frame(
            call.client, counts_on_whole(whole, p, q, of, call.progress)
        )
    )
    if found is not None:
        return found
    return local_counts_of_partitions.counts_frame(call, p, q, of)


def counts_on_whole(
    whole: WholeGraph, p: int, q: int, of: str, progress: Progress
) -> Task:
    """Count on workers that have the whole graph; return the task of the frame."""
    if not whole.on_one(needs_sets, p, q):
        return whole.made_on_one(counts_alone, p, q, of)
    wanted, edges = Wanted(p, q), of == EDGES
    (total,) = whole.counts(wanted, progress)
    least, most = whole.on_one(neighbours, wanted)
    sets = 0
    if total.bit_length() > 63:
        only_sets = Summed(wanted, ones(least, most), edges=False)
        sets = gathered(whole.client.submit(total_of, sums(whole, only_sets, progress)))
    adds = passes(least, most, total, sets)
    found = [sums(whole, Summed(wanted, add, edges), progress) for add in adds]
    shifts = [add.shift for add in adds]
    return whole.made_on_one(counts_of_sums, wanted, of, shifts, *found)


class Summed(NamedTuple):
    """One pass over the sets of a count."""

    wanted: Wanted
    add: Pass
    edges: bool


def sums(whole: WholeGraph, summed: Summed, progress: Progress) -> Task:
    """Sum over all sets; return the task of the sums."""
    cut = whole.cut(cut_sums, summed.wanted)
    left = whole.shared(set_sums, summed, cut, progress, alone=True)
    submit: Callable[..., Task] = whole.client.submit
    while len(left) > 1:
        odd = left[len(left) & ~1 :]
        pairs = zip(left[0::2], left[1::2], strict=False)
        left = [*(submit(added, *pair, pure=False) for pair in pairs), *odd]
    return left[0]


# Tasks of a worker


def needs_sets(whole: BipartiteReplica, p: int, q: int) -> bool:
    """Whether the counts are sums over sets of anchored vertices."""
    return has_sets(whole.request.graph, p, q)


def counts_alone(whole: BipartiteReplica, p: int, q: int, of: str) -> Any:
    """Count stars or butterflies on one worker, as a frame."""
    with threads_of_worker():
        return frame_of(whole, local_counts(whole.request, p, q, of == EDGES), of)


def neighbours(whole: BipartiteReplica, wanted: Wanted) -> tuple[int, int]:
    """Return the least and the largest number of common neighbours of a set."""
    anchored = whole.anchored(wanted)
    return anchored.least, most_neighbours(anchored)


def cut_sums(whole: BipartiteReplica, wanted: Wanted, slots: int) -> Cut:
    """Cut the roots of sums into few jobs, as each has sums of all vertices."""
    with threads_of_worker():
        work = work_of(whole, whole.anchored(wanted).graph)
    return strided(whole, work, slots, JOBS_EACH)


def set_sums(
    whole: BipartiteReplica, summed: Summed, jobs: list[Job], _: bool
) -> SetSums:
    """Sum over the sets of some roots."""
    wanted, add, edges = summed
    anchored, request = of_jobs(whole.anchored(wanted), jobs), whole.request
    with threads_of_task(request.engine):
        return request.backend.set_sums(anchored, add, edges, Trace(), False)


def added(one: SetSums, other: SetSums) -> SetSums:
    """Add the sums of different roots."""
    return SetSums(*(a + b for a, b in zip(one, other, strict=True)))


def total_of(found: SetSums) -> int:
    """Return the sum over all sets."""
    return found.total


def counts_of_sums(
    whole: BipartiteReplica, wanted: Wanted, of: str, shifts: list[int], *found: SetSums
) -> Any:
    """Return the counts of all passes as a frame."""
    ordered, _ = whole.ordered(wanted)
    passed = list(zip(found, shifts, strict=True))
    counts = in_input_order(whole.request.graph, ordered, passed, of == EDGES)
    return frame_of(whole, counts, of)


def frame_of(whole: BipartiteReplica, counts: LocalCounts, of: str) -> Any:
    """Return the counts of a side or of the edges as a frame."""
    graph, values = whole.request.graph, counts.of(of)
    return edge_frame(graph, values) if of == EDGES else vertex_frame(graph, values, of)
