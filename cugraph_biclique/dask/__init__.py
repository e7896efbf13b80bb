# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The same calls over Dask and Dask-cuDF frames, on the caller's cluster.

The client cuts a graph into independent partitions. Each partition is one Dask task,
which runs on the engine of its worker. If a worker dies, Dask runs its tasks again on
another worker. If the graph fits every worker, lists and counts need no partitions:
each worker has the whole graph, and they share its roots.
"""

from __future__ import annotations

from collections.abc import Hashable
from os import PathLike
from typing import Any

import pandas as pd

try:  # first: later imports of Dask fail without this advice
    import dask.dataframe  # noqa: F401
    import distributed  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"cugraph_biclique.dask needs Dask ({error}): "
        'pip install "cugraph_biclique[dask]"'
    ) from error

from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.counting import table_frame
from cugraph_biclique.dask.bicliques import DaskBicliques
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.cliques import (
    maximal_clique_count,
    maximal_clique_sizes,
    maximal_cliques,
    write_maximal_cliques,
)
from cugraph_biclique.dask.graph import DaskGraph
from cugraph_biclique.dask.groups import groups, write_groups
from cugraph_biclique.dask.itemsets import closed_itemsets
from cugraph_biclique.dask.largest import largest_bicliques
from cugraph_biclique.dask.local_counting import (
    biclique_count_by_edge,
    biclique_count_by_vertex,
)
from cugraph_biclique.dask.projection import project
from cugraph_biclique.dask.results import DaskCliques, partitions_of
from cugraph_biclique.dask.significance import (
    estimate_maximal_bicliques,
    significance,
)
from cugraph_biclique.dask.subgraphs import core, iter_bicliques
from cugraph_biclique.dask.tasks import PartitionError
from cugraph_biclique.datasets.folders import checked_path, taken
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.containing import Containing
from cugraph_biclique.request.sizes import Sizes

__all__ = [
    "DaskBicliques",
    "DaskCliques",
    "DaskGraph",
    "PartitionError",
    "biclique_count",
    "biclique_count_by_edge",
    "biclique_count_by_vertex",
    "biclique_counts",
    "bipartite_graph",
    "closed_itemsets",
    "core",
    "estimate_maximal_bicliques",
    "groups",
    "iter_bicliques",
    "largest_bicliques",
    "maximal_biclique_count",
    "maximal_biclique_sizes",
    "maximal_bicliques",
    "maximal_clique_count",
    "maximal_clique_sizes",
    "maximal_cliques",
    "project",
    "significance",
    "write_groups",
    "write_maximal_bicliques",
    "write_maximal_cliques",
]


def bipartite_graph(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    client: Any = None,
) -> DaskGraph:
    """Read the edges of a Dask frame once, for several calls of this module.

    If the graph fits the memory of every worker, each gets all of it. Then lists and
    counts need no partitions, and repeated calls for the same sizes no preparation.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, client
        As in `maximal_bicliques`.

    Returns
    -------
    DaskGraph
        All calls for bicliques take it in place of `ddf`. The workers free its memory
        once there is no reference to it.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, or there is no client.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     graph = cb.dask.bipartite_graph(edges)
    ...     print(cb.dask.maximal_biclique_count(graph))
    ...     print(cb.dask.biclique_count(graph, 3, 3))
    ...     graph
    63
    128
    <DaskGraph: 89 edges on every worker>
    """
    call = DaskCall(ddf, left, right, engine, memory_budget, None, False, client)
    return call.kept_graph()


def maximal_bicliques(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    max_left: int | None = None,
    max_right: int | None = None,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> DaskBicliques:
    """List every maximal biclique of a Dask edge frame; results stay on the workers.

    Parameters
    ----------
    ddf : dask.dataframe.DataFrame or cugraph.Graph
        One edge per row, in pandas or cuDF frames. Or a directed cuGraph graph that was
        made with ``from_dask_cudf_edgelist``; the sources of its edges are left. Or the
        result of `bipartite_graph`.
    left, right, min_left, min_right, max_left, max_right, engine
        As in `cugraph_biclique.maximal_bicliques`. The engine applies to the workers.
    containing : dict, optional
        As in `cugraph_biclique.maximal_bicliques`. The edges near the vertices are
        selected on the workers, and only these are copied or cut.
    memory_budget : int or str, optional
        Bytes that one task may take, as in `cugraph_biclique.maximal_bicliques`. The
        edges of a partition take about a quarter of it at most. By default, 80 % of the
        memory that the worker with the least has left, divided by its threads. That is
        the memory of its device, or on CPU cores the smaller of its memory limit and
        the free memory of its host.
    partitions : int, optional
        Approximate number of partitions, by default four per thread of the cluster.
        More partitions balance better, but copy more edges. By default, a graph that
        fits the memory of every worker is not cut.
    progress : bool or callable, optional
        As in `cugraph_biclique.maximal_bicliques`, updated after each partition.
    client : distributed.Client, optional
        The Dask client, by default the current one.

    Returns
    -------
    DaskBicliques
        Its frames are Dask frames of the same kind (pandas or cuDF) as `ddf`.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, a label is null, or there is no client.
    PartitionError
        A partition failed; the message says which one and why. If memory is short, the
        partition is halved first, repeatedly, down to single roots. A single root is
        then split into sub-partitions.

    Notes
    -----
    If the graph fits every worker, each gets all of it, and the bicliques are in the
    order of the search, which is the same on any cluster. Otherwise, Dask deduplicates,
    counts and merges the edges on the workers, and never gathers them. The client
    receives four numbers per group of vertices of one side. The bicliques are in the
    order of the partitions, which is reproducible for the same edges and number of
    partitions.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     found = cb.dask.maximal_bicliques(edges, min_left=4, min_right=4)
    ...     print(len(found), found.left["vertex"].nunique().compute())
    2 6
    """
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    call.containing = containing
    return DaskBicliques(call.client, call.listed(sizes), call)


def maximal_biclique_count(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    max_left: int | None = None,
    max_right: int | None = None,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> int:
    """Count the maximal bicliques of a Dask edge frame without storing them.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, max_left, max_right, containing, engine,
    memory_budget, partitions, progress, client
        As in `maximal_bicliques`.

    Returns
    -------
    int
    """
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    call.containing = containing
    return call.count_maximal(sizes)


def maximal_biclique_sizes(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    max_left: int | None = None,
    max_right: int | None = None,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> pd.DataFrame:
    """Count the maximal bicliques of each size without storing them.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, max_left, max_right, containing, engine,
    memory_budget, partitions, progress, client
        As in `maximal_bicliques`.

    Returns
    -------
    pandas.DataFrame
        ``n_left``, ``n_right`` (int32) and ``count`` (int64), in ascending order.
    """
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    call.containing = containing
    return call.sizes_of_maximal(sizes)


def write_maximal_bicliques(
    ddf: Any,
    path: str | PathLike[str],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    max_left: int | None = None,
    max_right: int | None = None,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> int:
    """Write the maximal bicliques of a Dask edge frame to a Parquet data set.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, max_left, max_right, containing, engine,
    memory_budget, partitions, progress, client
        As in `maximal_bicliques`.
    path : str or path
        A folder, or an address such as "s3://bucket/found", that the client and all
        workers can access. Each partition becomes a
        data set inside it, as `cugraph_biclique.write_maximal_bicliques` writes them.
        After a crash, even of the whole cluster, the same call resumes the writing. The
        new cluster may have any number of workers. They must run the same engine and
        the same version of this package.

    Returns
    -------
    int
        Number of bicliques in the data set.

    Raises
    ------
    FileExistsError
        The folder holds other files, or the data set of another call.
    BlockingIOError
        Another client is writing to the folder.
    DataSetError
        A manifest in the folder is damaged, or has another format version.
    PartitionError
        As in `maximal_bicliques`. Also if a part of a partition is damaged, or if
        another engine or another version of this package has begun a partition.

    Notes
    -----
    The same call has the same edges, in any order and any files, and the same sizes,
    vertices and memory budget. Columns are ``biclique`` (int64, from 0 in each
    partition), ``left`` and ``right`` (lists of labels). pandas, Dask and other
    libraries read the folder as one data set.
    """
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    with taken(str(checked_path(path).resolve())) as folder:
        if partitions is None:  # a new cluster may have other numbers of threads
            partitions = partitions_of(folder)
        call = DaskCall(
            ddf,
            left,
            right,
            engine,
            memory_budget,
            partitions,
            progress,
            client,
            folder,
        )
        call.containing = containing
        return call.written(folder, *call.enumeration(*sizes))


def biclique_count(
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
) -> int:
    """Count the (p, q)-bicliques of a Dask edge frame exactly.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, partitions, progress, client
        As in `maximal_bicliques`.
    p, q : int
        Numbers of left and right vertices, each at least 1.

    Returns
    -------
    int
        A Python integer, however large.
    """
    p, q = positive("p", p), positive("q", q)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    return call.count(p, q)


def biclique_counts(
    ddf: Any,
    max_p: int,
    max_q: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> pd.DataFrame:
    """Count the (p, q)-bicliques for all p up to `max_p` and q up to `max_q`.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, partitions, progress, client
        As in `maximal_bicliques`.
    max_p, max_q : int
        Largest p and q of the table, each at least 1.

    Returns
    -------
    pandas.DataFrame
        ``p``, ``q`` (int64) and ``count`` (object: Python integers), by p, then q.

    Notes
    -----
    The graph is cut once for each side from which the search picks vertices.
    """
    max_p, max_q = positive("max_p", max_p), positive("max_q", max_q)
    call = DaskCall(
        ddf, left, right, engine, memory_budget, partitions, progress, client
    )
    return table_frame(call.count_table(max_p, max_q))
