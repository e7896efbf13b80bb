# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The same calls over Dask and Dask-cuDF frames, on the caller's cluster.

A graph is cut into partitions that need nothing from each other, and each is a task of
the engine that its worker has. A task that is lost with its worker is done again
somewhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from math import comb
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.dask import _requirement, tasks  # noqa: F401 (first)
from cugraph_biclique.dask.partitioning import (
    Plan,
    core,
    degrees,
    edges_of,
    on_host,
    plan,
    side_degrees,
    side_to_anchor,
    side_to_grow,
)
from cugraph_biclique.dask.results import DaskBicliques
from cugraph_biclique.dask.tasks import Options, PartitionError
from cugraph_biclique.engine import check_engine
from cugraph_biclique.memory import budget_bytes
from cugraph_biclique.progress import Progress, check_progress, reporting
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

PARTS_PER_THREAD = 4  # more balance better, and copy more edges
SHARE = 4  # of a budget, a partition's edges may take the fourth part


def maximal_bicliques(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: str = "auto",
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
        A partition failed: which one, and why.

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
    >>> with Client(processes=False, dashboard_address=None) as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     found = cb.dask.maximal_bicliques(edges, min_left=4, min_right=4)
    ...     print(len(found), found.left["vertex"].nunique().compute())
    2 6
    """
    call = _Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    cut, options = call.enumeration(min_left, min_right)
    return DaskBicliques(call.client, call.futures(tasks.enumerate_, cut, options), cut)


def maximal_biclique_count(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: str = "auto",
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
    call = _Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    return sum(call.gathered(tasks.count, *call.enumeration(min_left, min_right)))


def maximal_biclique_sizes(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: str = "auto",
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
    call = _Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    found = call.gathered(tasks.sizes, *call.enumeration(min_left, min_right))
    none = pd.DataFrame({"n_left": [], "n_right": [], "count": []}, dtype=np.int64)
    table = pd.concat([none, *found]).groupby(["n_left", "n_right"], as_index=False)
    return table.sum().astype({"n_left": "int32", "n_right": "int32"})


def write_maximal_bicliques(
    ddf: Any,
    path: str | PathLike,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: str = "auto",
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
    The same call is one with the same frame, cut into as many pieces, and the same
    least sizes. Columns ``biclique`` (int64, from 0 in each partition), ``left`` and
    ``right`` (lists of labels). pandas, Dask and others read the folder as one data
    set.
    """
    folder = parquet.folder_at(path).resolve()
    if partitions is None:  # a cluster of another size goes on with what was asked for
        partitions = _read_manifest(folder).get("asked")
    call = _Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    cut, options = call.enumeration(min_left, min_right)
    _open_folder(folder, call.parts, cut, options)
    names = [str(folder / f"partition-{i:05d}") for i in range(len(cut.frames))]
    return sum(call.gathered(tasks.write, cut, options, each=[names]))


def biclique_count(
    ddf: Any,
    p: int,
    q: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: str = "auto",
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
    call = _Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    return call.count(p, q)


def biclique_counts(
    ddf: Any,
    max_p: int,
    max_q: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: str = "auto",
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
    The graph is cut again for each (p, q), as each has a core and a side of its own.
    """
    max_p, max_q = positive("max_p", max_p), positive("max_q", max_q)
    call = _Call(ddf, left, right, engine, memory_budget, partitions, progress, client)
    cells = [(p, q) for p in range(1, max_p + 1) for q in range(1, max_q + 1)]
    return pd.DataFrame(
        {
            "p": np.array([p for p, _ in cells], np.int64),
            "q": np.array([q for _, q in cells], np.int64),
            "count": pd.Series([call.count(p, q) for p, q in cells], dtype=object),
        }
    )


class _Call:
    """One call: its arguments checked, its edges on the workers."""

    def __init__(
        self,
        ddf: Any,
        left: Hashable | None,
        right: Hashable | None,
        engine: str,
        memory_budget: int | str | None,
        partitions: int | None,
        progress: Progress,
        client: Any,
    ) -> None:
        if not hasattr(ddf, "to_delayed") or not hasattr(ddf, "columns"):
            raise TypeError(
                f"ddf must be a Dask DataFrame of edges, not {type(ddf).__name__}: "
                "make one with dask.dataframe.from_pandas, or call "
                "cugraph_biclique.maximal_bicliques"
            )
        check_engine(engine)
        self.engine = engine
        self.memory_budget = memory_budget
        self.most_bytes = None
        if memory_budget is not None:
            self.most_bytes = budget_bytes(memory_budget) // SHARE
        self.progress = check_progress(progress)
        self.client = _client(client)
        if partitions is None:
            threads = sum(self.client.nthreads().values())
            partitions = PARTS_PER_THREAD * max(1, threads)
        self.parts = positive("partitions", partitions)
        self.frame = ddf, left, right

    @cached_property
    def edges(self) -> Any:
        """The distinct edges, on the workers."""
        return edges_of(*self.frame)

    def enumeration(self, min_left: int, min_right: int) -> tuple[Plan, Options]:
        """The partitions to search, and with what."""
        min_left = positive("min_left", min_left)
        min_right = positive("min_right", min_right)
        with self.client.as_current():
            edges = core(self.edges, min_left, min_right)
            grow = side_to_grow(side_degrees(edges))
            cut = plan(edges, grow, self.parts, self.most_bytes)
        return cut, Options(grow, min_left, min_right, self.engine, self.memory_budget)

    def count(self, p: int, q: int) -> int:
        """The (p, q)-bicliques of the graph."""
        with self.client.as_current():
            if p == 1 or q == 1:
                side, leaves = ("right", p) if q == 1 else ("left", q)
                degree = degrees(self.edges, side)["degree"]
                times = on_host(degree.value_counts().compute())
                return sum(int(n) * comb(int(k), leaves) for k, n in times.items())
            edges = core(self.edges, p, q)
            side = side_to_anchor(side_degrees(edges), p, q)
            cut = plan(edges, side, self.parts, self.most_bytes)
        options = Options(side, 1, 1, self.engine, self.memory_budget)
        n = len(cut.frames)
        return sum(
            self.gathered(tasks.count_p_q, cut, options, each=[[p] * n, [q] * n])
        )

    def futures(
        self, work: Callable, cut: Plan, options: Options, each: Sequence[list] = ()
    ) -> list[Any]:
        """Futures of what `work` makes of each partition, all of them done."""
        from distributed import KilledWorker, as_completed

        n = len(cut.frames)
        frames = self.client.compute(cut.frames)
        futures = [
            self.client.submit(
                tasks.run, work, i, n, frame, options, *extra,
                key=f"biclique-{work.__name__.strip('_')}-{frame.key}-{i}",
                # The heaviest first: what is left at the end is little.
                priority=heavy,
            )
            for i, (frame, heavy, *extra) in enumerate(
                zip(frames, cut.work, *each, strict=True)
            )
        ]  # fmt: skip
        del frames  # nobody needs them longer than their tasks do
        number = {future.key: i for i, future in enumerate(futures)}
        with reporting(self.progress, sum(cut.roots)) as on_progress:
            for future in as_completed(futures):
                i = number[future.key]
                if future.status == "error":
                    error = future.exception()
                    self.client.cancel(futures)
                    if isinstance(error, KilledWorker):
                        raise PartitionError(
                            f"partition {i} of {n} ({cut.roots[i]:,} roots, work "
                            f"{cut.work[i]:,}) has killed every worker that it was "
                            "given to, most likely for want of memory: pass a "
                            "memory_budget, or more partitions"
                        ) from error
                    raise error
                on_progress(cut.roots[i])
        return futures

    def gathered(self, *arguments: Any, **each: Any) -> list[Any]:
        """The same, with the results on the client."""
        return self.client.gather(self.futures(*arguments, **each))


def _client(client: Any) -> Any:
    """The client to work with."""
    if client is not None:
        return client
    from distributed import get_client

    try:
        return get_client()
    except ValueError as error:
        raise ValueError(
            "there is no Dask client: make one before, such as "
            "client = distributed.Client() for the cores of this machine, or "
            "Client(dask_cuda.LocalCUDACluster()) for its GPUs"
        ) from error


def _read_manifest(folder: Path) -> dict[str, Any]:
    """What the manifest of a data set says, nothing where there is none."""
    manifest = folder / parquet.MANIFEST
    if not manifest.exists():
        return {}
    try:
        return dict(json.loads(manifest.read_text()))
    except (ValueError, TypeError) as error:
        raise ValueError(
            f"path={str(folder)!r} has a damaged {parquet.MANIFEST} ({error}): remove "
            "the folder and write it again, or pass a new one"
        ) from error


def _open_folder(folder: Path, asked: int, cut: Plan, options: Options) -> None:
    """See that a folder is that of a plan, or make it so if it is new."""
    wanted = {
        "edges": cut.digest,
        "asked": asked,
        "partitions": len(cut.frames),
        "roots": cut.roots,
        "min_left": options.min_left,
        "min_right": options.min_right,
    }
    manifest = _read_manifest(folder)
    if manifest and manifest != wanted:
        raise FileExistsError(
            f"path={str(folder)!r} holds the bicliques of another graph, of a frame in "
            "other pieces, or with other min_left, min_right or partitions: pass a new "
            "folder, or remove it"
        )
    if not manifest:
        for partial in folder.glob(parquet.MANIFEST + "*"):
            partial.unlink()
        parquet.empty_folder(folder)
        parquet.write_manifest(folder, wanted)
