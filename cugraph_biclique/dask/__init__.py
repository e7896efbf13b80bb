# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The same calls over Dask and Dask-cuDF frames, on the caller's cluster.

A graph is cut into partitions that need nothing from each other, and each is a task of
the engine that its worker has. A task that is lost with its worker is done again
somewhere else.
"""

from __future__ import annotations

from collections.abc import Hashable
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import check_path, positive
from cugraph_biclique.dask import _requirement, tasks  # noqa: F401 (first)
from cugraph_biclique.dask.call import Call, open_folder, read_manifest
from cugraph_biclique.dask.results import DaskBicliques
from cugraph_biclique.dask.tasks import PartitionError
from cugraph_biclique.engine import Engine
from cugraph_biclique.progress import Progress
from cugraph_biclique.results import parquet

__all__ = [
    "DaskBicliques",
    "PartitionError",
    "biclique_count",
    "biclique_counts",
    "maximal_biclique_count",
    "maximal_biclique_sizes",
    "maximal_bicliques",
    "write_maximal_bicliques",
]


def maximal_bicliques(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> DaskBicliques:
    """List every maximal biclique of a Dask edge frame; they stay on the workers.

    Parameters
    ----------
    ddf : dask.dataframe.DataFrame
        An edge a row, in frames of pandas or cuDF.
    left, right, min_left, min_right, engine
        As in `cugraph_biclique.maximal_bicliques`; the engine is that of the workers.
    memory_budget : int or str, optional
        Bytes that one task may take, as in `cugraph_biclique.maximal_bicliques`. With
        it partitions are made so small that their edges take a fourth of it at most.
    partitions : int, optional
        About how many partitions; four for each thread of the cluster by default. More
        of them balance better, and copy more edges.
    progress : bool or callable, optional
        As in `cugraph_biclique.maximal_bicliques`: roots done, whenever a partition is.
    client : distributed.Client, optional
        The current one by default.

    Returns
    -------
    DaskBicliques
        Its frames are Dask frames of the kind that `ddf` is made of.

    Raises
    ------
    TypeError, ValueError
        A wrong kind of argument, or a bad value; null labels; no client.
    PartitionError
        A partition failed: which one, and why. One for which there is not memory enough
        is cut in two first, and again, down to single roots, which are dealt in shares.

    Notes
    -----
    Edges are deduplicated, counted and merged by Dask, and never gathered; the client
    sees three numbers for each vertex of one side. The bicliques stand in the order of
    the partitions, which is the same for the same frame and number of partitions.

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
    call = Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    cut, options = call.enumeration(min_left, min_right)
    return DaskBicliques(call.client, call.futures(tasks.enumerate_, cut, options))


def maximal_biclique_count(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> int:
    """Count the maximal bicliques of a Dask edge frame, holding none of them.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, engine, memory_budget, partitions, progress,
    client
        As in `maximal_bicliques`.

    Returns
    -------
    int
    """
    call = Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    return sum(call.gathered(tasks.count, *call.enumeration(min_left, min_right)))


def maximal_biclique_sizes(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> pd.DataFrame:
    """Count the maximal bicliques of each size, holding none of them.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, engine, memory_budget, partitions, progress,
    client
        As in `maximal_bicliques`.

    Returns
    -------
    pandas.DataFrame
        ``n_left``, ``n_right`` (int32) and ``count`` (int64), in ascending order.
    """
    call = Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    found = call.gathered(tasks.sizes, *call.enumeration(min_left, min_right))
    none = pd.DataFrame({"n_left": [], "n_right": [], "count": []}, dtype=np.int64)
    table = pd.concat([none, *found]).groupby(["n_left", "n_right"], as_index=False)
    return table.sum().astype({"n_left": "int32", "n_right": "int32"})


def write_maximal_bicliques(
    ddf: Any,
    path: str | PathLike[str],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> int:
    """Write the maximal bicliques of a Dask edge frame to a Parquet data set.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, engine, memory_budget, partitions, progress,
    client
        As in `maximal_bicliques`.
    path : str or path
        A folder that all workers see. Each partition is a data set of its own in it,
        as `cugraph_biclique.write_maximal_bicliques` makes them: after a crash, even
        of the whole cluster, the same call goes on with what is missing.

    Returns
    -------
    int
        Bicliques in the data set.

    Raises
    ------
    FileExistsError
        The folder holds something else, or the data set of another graph.

    Notes
    -----
    The same call is one with the same frame, cut into as many pieces, the same least
    sizes, and the same budget. Columns ``biclique`` (int64, from 0 in each partition),
    ``left`` and ``right`` (lists of labels). pandas, Dask and others read the folder as
    one data set.
    """
    check_path(path)
    folder = parquet.folder_at(path).resolve()
    if partitions is None:  # a cluster of another size goes on with what was asked for
        partitions = read_manifest(folder).get("asked")
    call = Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    cut, options = call.enumeration(min_left, min_right)
    open_folder(folder, call.parts, cut, options)
    return sum(call.gathered(tasks.write, cut, options, str(folder)))


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
    """Count the (p, q)-bicliques of a Dask edge frame, exactly at any size.

    Parameters
    ----------
    ddf, left, right, engine, memory_budget, partitions, progress, client
        As in `maximal_bicliques`.
    p, q : int
        Left and right vertices, 1 or more.

    Returns
    -------
    int
        A Python integer, however large.
    """
    p, q = positive("p", p), positive("q", q)
    call = Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
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
        Bounds of the table, 1 or more.

    Returns
    -------
    pandas.DataFrame
        ``p``, ``q`` (int64) and ``count`` (object: Python integers), by p, then q.

    Notes
    -----
    The graph is cut once for each side that sets are picked from.
    """
    max_p, max_q = positive("max_p", max_p), positive("max_q", max_q)
    call = Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    table = call.count_table(max_p, max_q)
    cells = sorted(table)
    return pd.DataFrame(
        {
            "p": np.array([p for p, _ in cells], np.int64),
            "q": np.array([q for _, q in cells], np.int64),
            "count": pd.Series([table[cell] for cell in cells], dtype=object),
        }
    )
