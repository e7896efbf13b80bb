# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls for maximal cliques over Dask frames."""

from __future__ import annotations

from collections.abc import Hashable
from os import PathLike
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.dask.budget import threads_of_hosts
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.edges import core
from cugraph_biclique.dask.graph import DaskGraph
from cugraph_biclique.dask.host_frames import is_cudf_frame, on_host
from cugraph_biclique.dask.numbering import ONE_KIND, Numbers
from cugraph_biclique.dask.partitions import VERTICES, Plan
from cugraph_biclique.dask.reading import Reading
from cugraph_biclique.dask.results import DaskCliques, partitions_of, total_sizes
from cugraph_biclique.dask.tasks import CliqueOptions
from cugraph_biclique.dask.undirected_replicas import UndirectedReplica
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.datasets.folders import checked_path, taken
from cugraph_biclique.datasets.stores import Place
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.inputs import is_multi_gpu_graph


class DaskCliqueCall(DaskCall):
    """One call for cliques: check its arguments, and run its steps on the workers."""

    kind = "clique"
    spaces = ONE_KIND

    def __init__(
        self,
        ddf: Any,
        left: Hashable | None,
        right: Hashable | None,
        min_size: int,
        engine: str,
        memory_budget: int | str | None,
        partitions: int | None,
        progress: Progress,
        client: Any,
        folder: Place | None = None,
    ) -> None:
        self.min_size = positive("min_size", min_size)
        if isinstance(ddf, DaskGraph):
            raise TypeError(
                "ddf is a bipartite graph, but a clique has vertices of one kind: pass "
                "the edge frame"
            )
        if is_multi_gpu_graph(ddf):
            raise TypeError(
                f"ddf is a {type(ddf).__name__} over several GPUs, but the calls for "
                "cliques need a frame of edges: pass the edge frame of the graph"
            )
        self.on_device = is_cudf_frame(getattr(ddf, "_meta", None))
        if self.on_device and engine == "cpu":
            raise ValueError(
                f"engine='cpu' needs ddf in host memory, but this {type(ddf).__name__} "
                'is on devices: pass ddf.to_backend("pandas"), or leave engine out'
            )
        super().__init__(
            ddf, left, right, engine, memory_budget, partitions, progress, client,
            folder,
        )  # fmt: skip

    def of_tasks(self) -> CliqueOptions:
        """Return the options of the tasks."""
        return CliqueOptions(
            self.min_size,
            self.memory_budget,
            threads_of_hosts(self.client),
            self.engine,
            self.on_device,
        )

    def all_labels(self) -> Reading:
        """Return the labels in host memory, where the vertices are put in order."""
        read = super().all_labels()
        if self.on_device:
            read.frame = read.frame.map_partitions(on_host).persist()
        return read

    def sought(self, whole: WholeGraph, sizes: int) -> int:
        """Return what to search: cliques of at least a size."""
        return sizes

    def copied(self, numbers: Numbers) -> WholeGraph:
        return WholeGraph(self.client, numbers, self.of_tasks(), UndirectedReplica)

    def cliques(self) -> tuple[Plan, CliqueOptions]:
        """Return the partitions to search, and the options of their tasks.

        The graph is cut in host memory, where the tasks put the vertices in order.
        """
        with self.on_workers():
            edges = core(self.edges(), self.min_size, 1)
            plan = self.plan(edges.counted(), VERTICES)
        return plan, self.of_tasks()


def maximal_cliques(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> DaskCliques:
    """List every maximal clique of a Dask edge frame; results stay on the workers.

    Parameters
    ----------
    ddf : dask.dataframe.DataFrame
        One edge per row, in pandas or cuDF frames. Both ends of an edge are vertices of
        one kind, as in `cugraph_biclique.maximal_cliques`. A frame of cuDF requires the
        GPU engine.
    left, right, min_size, engine
        As in `cugraph_biclique.maximal_cliques`. The engine applies to the workers.
    memory_budget : int or str, optional
        Bytes that one task may take, as in `cugraph_biclique.maximal_cliques`. By
        default, the smaller of two shares: 80 % of the host memory that the worker with
        the least has left, divided by its threads, and as much of its device. The host
        puts the vertices in order, and keeps the results.
    partitions, progress, client
        As in `cugraph_biclique.dask.maximal_bicliques`.

    Returns
    -------
    DaskCliques
        Its frames are Dask frames of the same kind (pandas or cuDF) as `ddf`.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, a label is null, or there is no client.
    EngineUnavailableError
        The workers cannot run the engine. The message says what is missing.
    PartitionError
        As in `cugraph_biclique.dask.maximal_bicliques`: a partition that is short of
        memory is split first.

    Notes
    -----
    A clique is found from its first vertex in an order of the vertices, a root. If the
    graph fits every worker, each gets all of it and puts it in the degeneracy order,
    and the workers share the roots. The cliques are in the order of the search, which
    is the same on any cluster with the same engine. The time is that of
    `cugraph_biclique.maximal_cliques`, with the search divided among the workers.

    Otherwise, the vertices are in the order of their degrees, and Dask cuts the graph
    into partitions, in host memory. Each one has some roots, and the edges among these
    and their neighbours. The cliques are in the order of the partitions, which is
    reproducible for the same frame and number of partitions.

    The vertices of a clique ascend by label.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> import pandas as pd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> frame = pd.DataFrame({"a": [1, 1, 2, 3], "b": [2, 3, 3, 4]})
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(frame, npartitions=2)
    ...     found = cb.dask.maximal_cliques(edges)
    ...     print(sorted(found.to_frame().compute()["vertices"]))
    [[1, 2, 3], [3, 4]]
    """
    call = DaskCliqueCall(
        ddf, left, right, min_size, engine, memory_budget, partitions, progress, client
    )
    return DaskCliques(call.client, call.found(call.min_size, call.cliques))


def maximal_clique_count(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> int:
    """Count the maximal cliques of a Dask edge frame without storing them.

    Parameters
    ----------
    ddf, left, right, min_size, engine, memory_budget, partitions, progress, client
        As in `maximal_cliques`.

    Returns
    -------
    int
    """
    call = DaskCliqueCall(
        ddf, left, right, min_size, engine, memory_budget, partitions, progress, client
    )
    return call.counted(call.min_size, call.cliques)


def maximal_clique_sizes(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> pd.DataFrame:
    """Count the maximal cliques of each size without storing them.

    Parameters
    ----------
    ddf, left, right, min_size, engine, memory_budget, partitions, progress, client
        As in `maximal_cliques`.

    Returns
    -------
    pandas.DataFrame
        ``size`` (int32) and ``count`` (int64), in ascending order.
    """
    call = DaskCliqueCall(
        ddf, left, right, min_size, engine, memory_budget, partitions, progress, client
    )
    return total_sizes(call.by_size(call.min_size, call.cliques), ["size"])


def write_maximal_cliques(
    ddf: Any,
    path: str | PathLike[str],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    partitions: int | None = None,
    progress: Progress = None,
    client: Any = None,
) -> int:
    """Write the maximal cliques of a Dask edge frame to a Parquet data set.

    Parameters
    ----------
    ddf, left, right, min_size, engine, memory_budget, partitions, progress, client
        As in `maximal_cliques`.
    path : str or path
        As in `cugraph_biclique.dask.write_maximal_bicliques`.

    Returns
    -------
    int
        Number of cliques in the data set.

    Raises
    ------
    FileExistsError, BlockingIOError, DataSetError, PartitionError
        As in `cugraph_biclique.dask.write_maximal_bicliques`.

    Notes
    -----
    A data set has partitions, also of a graph that fits every worker. The same call has
    the same frame, with as many Dask partitions, and the same ``min_size`` and memory
    budget. Columns are ``clique`` (int64, from 0 in each
    partition) and ``vertices`` (lists of labels).
    """
    with taken(str(checked_path(path).resolve())) as folder:
        if partitions is None:  # a new cluster may have other numbers of threads
            partitions = partitions_of(folder)
        call = DaskCliqueCall(
            ddf,
            left,
            right,
            min_size,
            engine,
            memory_budget,
            partitions,
            progress,
            client,
            folder,
        )
        return call.written(folder, *call.cliques())
