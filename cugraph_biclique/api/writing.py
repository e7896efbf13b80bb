# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public functions that write bicliques, cliques and groups to files."""

from __future__ import annotations

from collections.abc import Hashable
from os import PathLike
from typing import Any

from cugraph_biclique.api.groups import GroupOptions
from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.cliques import CliqueCall
from cugraph_biclique.calls.writing import write, write_one_part
from cugraph_biclique.datasets.folders import taken
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.graph.digests import digest_of_graph
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.containing import Containing, ids_of
from cugraph_biclique.request.request import Request, UndirectedRequest
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results.groups import Groups
from cugraph_biclique.results.parquet import GroupWriter


def write_maximal_bicliques(
    G: Any,
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
    progress: Progress = None,
) -> int:
    """Write the maximal bicliques to a Parquet data set, in bounded memory.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`, except for the budget: it applies as in
        `iter_maximal_bicliques`, and also limits the number of members in a file.
    max_left, max_right, containing
        As in `maximal_bicliques`.
    path : str or path
        A folder, or an address such as "s3://bucket/found" that fsspec can write,
        for ``part-NNNNN.parquet`` files and ``_manifest/manifest.parquet``.
        After a crash or Ctrl-C, the same call compares the existing files with their
        checksums, and resumes where the manifest says it stopped. Programs that read
        folders of Parquet files, such as Polars and DuckDB, read this one by its name.

    Returns
    -------
    int
        Number of bicliques in the data set.

    Raises
    ------
    FileExistsError
        The folder holds other files, or a data set of another graph, engine,
        ``min_left``, ``min_right``, ``max_left``, ``max_right`` or ``containing``.
    BlockingIOError
        Another process or thread is writing to the folder.
    DataSetError
        A part or the manifest of the folder is damaged, or of an earlier version.
    ImportError
        PyArrow is not installed.
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`. TypeError also if the labels of one side have several
        types, or a type without an equivalent in Parquet.

    See Also
    --------
    verify_data_set : compare a data set with its manifest.

    Notes
    -----
    Columns ``biclique`` (int64), ``left`` and ``right`` (lists of labels).

    Examples
    --------
    >>> import tempfile
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> folder = tempfile.mkdtemp()
    >>> cb.write_maximal_bicliques(southern_women(), folder)
    63
    """
    with taken(path) as folder:
        sizes = Sizes.of(min_left, min_right, max_left, max_right)
        request = Request(
            G, left, right, engine=engine, memory_budget=memory_budget,
            progress=progress,
        )  # fmt: skip
        return write(folder, BicliqueCall(request, sizes, containing))


def write_maximal_cliques(
    G: Any,
    path: str | PathLike[str],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> int:
    """Write the maximal cliques to a Parquet data set, in bounded memory.

    Parameters
    ----------
    G, left, right, min_size, engine, memory_budget, progress
        As in `maximal_cliques`, except for the budget: it applies as in
        `iter_maximal_cliques`, and also limits the number of members in a file.
    path : str or path
        A folder, or an address such as "s3://bucket/found" that fsspec can write,
        for ``part-NNNNN.parquet`` files and ``_manifest/manifest.parquet``.
        After a crash or Ctrl-C, the same call compares the existing files with their
        checksums, and resumes where the manifest says it stopped. The machine may be
        another one. Programs that read folders of Parquet files, such as Polars and
        DuckDB, read this one by its name.

    Returns
    -------
    int
        Number of cliques in the data set.

    Raises
    ------
    FileExistsError
        The folder holds other files, or a data set of another graph,
        ``min_size`` or engine.
    BlockingIOError
        Another process or thread is writing to the folder.
    DataSetError
        A part or the manifest of the folder is damaged.
    ImportError
        PyArrow is not installed.
    TypeError, ValueError
        As in `maximal_cliques`. TypeError also if the labels have several types, or a
        type without an equivalent in Parquet.

    See Also
    --------
    verify_data_set : compare a data set with its manifest.

    Notes
    -----
    Columns ``clique`` (int64) and ``vertices`` (lists of labels).

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> import cugraph_biclique as cb
    >>> folder = tempfile.mkdtemp()
    >>> cb.write_maximal_cliques(np.array([[0, 1], [0, 2], [1, 2], [2, 3]]), folder)
    2
    """
    with taken(path) as folder:
        min_size = positive("min_size", min_size)
        request = UndirectedRequest(
            G, left, right, engine=engine, memory_budget=memory_budget,
            progress=progress,
        )  # fmt: skip
        return write(folder, CliqueCall(request, min_size))


def write_groups(
    G: Any,
    path: str | PathLike[str],
    k: int = 20,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 2,
    min_right: int = 2,
    density: float = 0.5,
    overlap: float = 0.3,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> int:
    """Write the groups that chance explains least to a Parquet data set.

    A job may repeat the call, as a scheduler does after a failure. If the data set of
    the same edges and options is complete, the call checks its files and returns
    without a search.

    Parameters
    ----------
    G, left, right, engine, memory_budget, progress
        As in `groups`.
    k, min_left, min_right, density, overlap, containing
        As in `groups`.
    path : str or path
        A folder, or an address such as "s3://bucket/found" that fsspec can write, for
        ``part-00000.parquet`` and ``_manifest/manifest.parquet``. The
        groups are ranked as a whole, so they are one part. After a crash or Ctrl-C, the
        same call searches again from the start, and replaces what is left of the files.

    Returns
    -------
    int
        Number of groups in the data set.

    Raises
    ------
    FileExistsError
        The folder holds other files, or a data set of another graph, other options, or
        another version of this package.
    BlockingIOError
        Another process or thread is writing to the folder.
    DataSetError
        The part or the manifest of the folder is damaged.
    ImportError
        PyArrow is not installed.
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `groups`. TypeError also if the labels of one side have several types, or
        a type without an equivalent in Parquet.

    Warns
    -----
    UserWarning
        As in `groups`.

    See Also
    --------
    groups : the same groups in memory, with the missing edges and the search itself.
    verify_data_set : compare a data set with its manifest.

    Notes
    -----
    One row per group, the one with the most evidence first: the columns of
    ``groups(...).to_frame()``. ``left`` and ``right`` are lists of labels. The engine,
    the budget and the order of the edges do not change the groups, so the call may be
    repeated with others, and also with `cugraph_biclique.dask.write_groups`.

    The time and the memory are those of `groups`. The call computes a checksum of the
    graph, in time linear in its edges and labels.

    Examples
    --------
    >>> import tempfile
    >>> import cugraph_biclique as cb
    >>> import pandas as pd
    >>> from cugraph_biclique.data import southern_women
    >>> folder = tempfile.mkdtemp()
    >>> cb.write_groups(southern_women(), folder, 2)
    2
    >>> cb.write_groups(southern_women(), folder, 2)  # only reads the folder
    2
    >>> list(pd.read_parquet(folder).columns[:5])
    ['group', 'left', 'right', 'n_left', 'n_right']
    """
    with taken(path) as folder:
        asked = GroupOptions.of(k, min_left, min_right, density, overlap)
        request = Request(
            G, left, right, engine=engine, memory_budget=memory_budget,
            progress=progress,
        )  # fmt: skip
        writer = GroupWriter(request.graph)  # first, as it refuses labels
        ids = None if containing is None else ids_of(request.graph, containing)
        stored = asked.stored_as(digest_of_graph(request.graph), ids)

        def search() -> tuple[GroupWriter, Groups]:
            return writer, asked.found(request, ids)

        return write_one_part(folder, stored, writer.kind, search)
