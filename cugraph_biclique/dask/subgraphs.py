# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of a graph over Dask: its core, and the stream of its (p, q)-bicliques."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from typing import Any

import dask
import dask.dataframe as dd
from distributed import futures_of

from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.subgraphs import core_frame
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.frames import dask_frame, degrees, distinct, together
from cugraph_biclique.dask.streams import Stream
from cugraph_biclique.dask.tasks import threads_of_worker
from cugraph_biclique.dask.waiting import computed, wait_for
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress


def core(
    ddf: Any,
    alpha: int,
    beta: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    client: Any = None,
) -> dd.DataFrame:
    """Return the edges of the (alpha, beta)-core of a Dask edge frame.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, client
        As in `maximal_bicliques`.
    alpha, beta
        As in `cugraph_biclique.core`.

    Returns
    -------
    dask.dataframe.DataFrame
        One row per edge, each edge once, in the two columns of `ddf`: an edge frame for
        the other calls. The rows are in the order of `cugraph_biclique.core`. If the
        graph does not fit every worker, they have no order.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, a label is null, or there is no client.

    Notes
    -----
    One worker removes the vertices of a graph that fits every worker. Otherwise, passes
    over the edges of both sides remove vertices until no edge is removed, and each pass
    shuffles the edges that are left.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     print(len(cb.dask.core(edges, 4, 4)))
    66
    """
    alpha, beta = positive("alpha", alpha), positive("beta", beta)
    call = DaskCall(ddf, left, right, engine, memory_budget, None, None, client)

    def on_whole(whole: WholeGraph) -> dd.DataFrame:
        return dask_frame(call.client, whole.made_on_one(core_of, alpha, beta))

    found = call.on_whole(on_whole)
    return core_by_passes(call, alpha, beta) if found is None else found


def core_by_passes(call: DaskCall, alpha: int, beta: int) -> dd.DataFrame:
    """Remove vertices of too small degree, until none is left."""
    with call.on_workers():
        read = call.checked()
        frame = together(read.frame, "left").map_partitions(distinct).persist()
        n, before = rows_of(frame), -1
        while n != before:
            for side, least in (("left", alpha), ("right", beta)):
                frame = together(frame, side).map_partitions(with_enough, side, least)
            frame = frame.persist()
            n, before = rows_of(frame), n
        frame = frame.map_partitions(with_names, list(read.columns)).persist()
        wait_for(futures_of(frame))
    return frame


def rows_of(frame: dd.DataFrame) -> int:
    """Count the rows of a Dask frame."""
    return sum(computed(*map(dask.delayed(len), frame.to_delayed())))


def iter_bicliques(
    ddf: Any,
    p: int,
    q: int,
    *,
    batch_size: int = 100_000,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
    client: Any = None,
) -> Generator[Any, None, None]:
    """Iterate over the (p, q)-bicliques of a Dask edge frame in batches, in order.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, client
        As in `maximal_bicliques`.
    p, q, batch_size, progress
        As in `cugraph_biclique.iter_bicliques`.

    Returns
    -------
    iterator of pandas.DataFrame or cudf.DataFrame
        The same batches in the same order as those of
        `cugraph_biclique.iter_bicliques`, of the kind of `ddf`. Closing the iterator,
        or leaving a loop over it, stops the work.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, a label is null, or there is no client.
    MemoryBudgetError
        The graph does not fit every worker: partitions have no common order. Or the
        bicliques of one vertex exceed the budget.

    Notes
    -----
    The workers list the bicliques of ranges of roots. Each thread of a worker prepares
    one batch ahead, and continues when the client has taken it. So the client holds two
    batches at most, and a slow reader stops the workers. If a worker is lost, another
    one lists the bicliques of its current range again, up to the last batch taken.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     for batch in cb.dask.iter_bicliques(edges, 3, 3, batch_size=100):
    ...         print(len(batch), list(batch.columns))
    100 ['left_1', 'left_2', 'left_3', 'right_1', 'right_2', 'right_3']
    28 ['left_1', 'left_2', 'left_3', 'right_1', 'right_2', 'right_3']
    """
    p, q = positive("p", p), positive("q", q)
    batch_size = positive("batch_size", batch_size)
    call = DaskCall(ddf, left, right, engine, memory_budget, None, progress, client)
    stream = call.only_on_whole(
        "iter_bicliques", lambda whole: Stream(whole, p, q, batch_size)
    )
    return stream.batches(call.progress)


# Tasks


def core_of(whole: BipartiteReplica, alpha: int, beta: int) -> Any:
    """Return the edges of a core as a frame."""
    with threads_of_worker():
        return core_frame(whole.request, alpha, beta)


def with_enough(edges: Any, side: str, least: int) -> Any:
    """Return the edges of vertices with at least `least` edges, which are together."""
    table = degrees(edges, side)
    return edges.merge(table[table["degree"] >= least][[side]], on=side)


def with_names(edges: Any, columns: list[Hashable]) -> Any:
    """Return edges with the caller's names of their two columns."""
    edges = edges.copy(deep=False)
    edges.columns = columns
    return edges
