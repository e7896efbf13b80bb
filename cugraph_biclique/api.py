# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls that find maximal bicliques: checked arguments in, results out."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique import resumable_writing
from cugraph_biclique.arguments import positive, switch
from cugraph_biclique.collecting import collect
from cugraph_biclique.datasets.folders import taken
from cugraph_biclique.engine import Engine
from cugraph_biclique.enumeration import Enumeration
from cugraph_biclique.estimation import Estimate, estimate
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.interrupts import edges_in, interruptible
from cugraph_biclique.progress import Progress
from cugraph_biclique.results import Bicliques


def maximal_bicliques(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    sort: bool = False,
    progress: Progress = None,
) -> Bicliques:
    """List every maximal biclique of a bipartite graph.

    A biclique is a set L of left and a set R of right vertices, all adjacent; it is
    maximal if no vertex can be added to either side. Both sides are non-empty.

    Parameters
    ----------
    G : DataFrame, array, tuple, sparse matrix, graph
        The graph: an edge frame (cuDF, pandas, or a table that speaks the Arrow C
        stream, as those of Polars and PyArrow), an (n, 2) array of edges, a tuple of
        two arrays (left, right), a sparse biadjacency matrix (rows are left), a cuGraph
        or NetworkX graph, or a `BipartiteGraph`. The sides have separate id spaces, but
        in graphs, which have one; parallel edges count once. `bipartite_graph` says
        more. What is on a device stays there, and needs the GPU engine.
    left, right : hashable, optional
        The columns of a frame; a frame of two columns needs no names.
    min_left, min_right : int, default 1
        Only bicliques with at least so many left and right vertices. Larger values make
        the search faster, not only the result smaller.
    engine : {"auto", "cpu", "gpu"}
        Where to search. The CPU engine uses all cores, or NUMBA_NUM_THREADS of them;
        the GPU engine uses CuPy's current device. "auto" is the GPU where there is a
        usable one.
    memory_budget : int or str, optional
        Bytes, or a string like ``"8GiB"``, that the compact result may take; 80 % of
        the free memory by default. The threads of the CPU engine need some more, in
        proportion to the vertices. With the GPU engine it is device memory, and bounds
        the working set as well. Frames made from the result, and ``sort``, need memory
        of their own.
    sort : bool, default False
        Canonical order: members ascending by label (by first appearance if the labels
        have no order), bicliques by (n_left, n_right, left members). Otherwise the
        order is that of the search. With the CPU engine the same G and the same least
        sizes give the same order on every machine, with any threads and any budget.
        With the GPU engine the order also depends on which parts of the search the
        device memory holds at a time.
    progress : bool or callable, optional
        True or False for a progress bar, or a function of (roots done, roots in all).
        By default a bar in terminals and notebooks.

    Returns
    -------
    Bicliques
        Compact; frames and files are made from it when asked for. Frames are cuDF
        frames if G is from cuDF, cuGraph or CuPy, and pandas frames otherwise.

    Raises
    ------
    TypeError, ValueError
        A wrong kind of argument, or a bad value; null labels.
    NotBipartiteError
        A graph of cuGraph or NetworkX that is not bipartite.
    EngineUnavailableError
        ``engine="gpu"``, or a G on a device, where the GPU engine cannot run: says
        what is missing.
    MemoryBudgetError
        The result outgrows the budget; or it will, says a sample, which is taken where
        the search has gone on for seconds and has filled a good part of the budget.

    See Also
    --------
    maximal_biclique_count, maximal_biclique_sizes : without a result to hold.
    iter_maximal_bicliques, write_maximal_bicliques : in bounded memory.

    Notes
    -----
    The search tree is that of LCM [1]_ with the bit rows of AdaMBE [2]_, in an order
    that makes siblings independent. Time is proportional to the maximal bicliques times
    the rows of a node; there can be 2^min(n_left, n_right) of them.

    References
    ----------
    .. [1] T. Uno, M. Kiyomi, H. Arimura, "LCM ver. 2", FIMI 2004.
    .. [2] Z. Pan et al., "Enumeration of Billions of Maximal Bicliques in Bipartite
       Graphs without Using GPUs", SC 2024.

    Examples
    --------
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> edges = pd.DataFrame({"user": [1, 1, 2, 2, 3], "item": list("xyxyy")})
    >>> found = cb.maximal_bicliques(edges, left="user", right="item", sort=True)
    >>> found.to_frame()
       biclique       left   right
    0         0     [1, 2]  [x, y]
    1         1  [1, 2, 3]     [y]
    """
    in_order = switch("sort", sort)
    call = Enumeration(
        G, left, right, min_left, min_right, engine, memory_budget, progress
    )
    found = call.bicliques(collect(call))
    if in_order:
        with call.trace.stage("sort"):
            found = found._canonical()
    found.report = call.report_for(found)
    return found


def maximal_biclique_count(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> int:
    """Count the maximal bicliques of a bipartite graph, holding none of them.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`; the budget bounds what waits for its turn, or all
        that the search takes on a GPU.

    Returns
    -------
    int

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> cb.maximal_biclique_count(southern_women())
    63
    """
    call = Enumeration(
        G, left, right, min_left, min_right, engine, memory_budget, progress
    )
    return call.count()


def maximal_biclique_sizes(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Count the maximal bicliques of each size, holding none of them.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`; the budget bounds what waits for its turn, or all
        that the search takes on a GPU.

    Returns
    -------
    pandas.DataFrame
        ``n_left``, ``n_right`` (int32) and ``count`` (int64), in ascending order; only
        sizes that occur.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> cb.maximal_biclique_sizes(southern_women(), min_left=4, min_right=4)
       n_left  n_right  count
    0       4        4      1
    1       5        4      1
    """
    call = Enumeration(
        G, left, right, min_left, min_right, engine, memory_budget, progress
    )
    total = np.empty((0, 3), np.int64)
    for part in call.search(call.size_histogram):
        rows = np.concatenate([total, part])
        sizes, which = np.unique(rows[:, :2], axis=0, return_inverse=True)
        counts = np.zeros(len(sizes), np.int64)
        np.add.at(counts, which.reshape(-1), rows[:, 2])
        total = np.column_stack([sizes, counts])
    return pd.DataFrame(
        {
            "n_left": total[:, 0].astype(np.int32),
            "n_right": total[:, 1].astype(np.int32),
            "count": total[:, 2],
        }
    )


def estimate_maximal_bicliques(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
) -> Estimate:
    """Estimate how many maximal bicliques a graph has, by the search of a sample.

    Parameters
    ----------
    G, left, right, min_left, min_right
        As in `maximal_bicliques`.

    Returns
    -------
    Estimate
        ``bicliques``, their ``standard_error``, ``nodes`` of the search, ``bytes`` of
        the compact result, and ``at_least``, which is set where the sample could not
        be searched to the end within seconds. The same for the same graph, where not.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError
        As in `maximal_bicliques`.

    See Also
    --------
    maximal_biclique_count : exactly.

    Notes
    -----
    Two hundred roots are drawn in proportion to the edges that are read to make their
    rows, and searched on CPU cores; a graph of fewer roots is searched as a whole. On
    a graph with few large roots, that takes as long as to count all bicliques.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> cb.estimate_maximal_bicliques(southern_women()).bicliques
    63
    """
    graph = interruptible(edges_in(G, "cpu"), bipartite_graph, G, left, right)
    graph = graph.in_host_memory()
    call = Enumeration(
        graph, None, None, min_left, min_right, "cpu", None, progress=False
    )
    return estimate(call.prepared, call.trace)


def iter_maximal_bicliques(
    G: Any,
    *,
    batch_size: int = 100_000,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Generator[Bicliques, None, None]:
    """Iterate over the maximal bicliques in batches, in bounded memory.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`; the budget bounds what waits for its turn, or all
        that the search takes on a GPU.
    batch_size : int, default 100_000
        Bicliques in each batch; the last may be smaller.

    Returns
    -------
    iterator of Bicliques
        In the order of `maximal_bicliques` without ``sort``. Closing it, or leaving a
        loop over it, stops the search.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, at the call itself.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> batches = cb.iter_maximal_bicliques(southern_women(), batch_size=25)
    >>> [len(batch) for batch in batches]
    [25, 25, 13]
    """
    batch_size = positive("batch_size", batch_size)
    call = Enumeration(
        G, left, right, min_left, min_right, engine, memory_budget, progress
    )
    return call.batches(batch_size)


def write_maximal_bicliques(
    G: Any,
    path: str | PathLike[str],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> int:
    """Write the maximal bicliques to a Parquet data set, in bounded memory.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`; the budget bounds what waits for its turn, or all
        that the search takes on a GPU.
    path : str or path
        A folder for ``part-NNNNN.parquet`` files and ``_manifest.json``. After a crash
        or Ctrl-C, the same call goes on where the folder's manifest says it stopped,
        once all that is there has been compared with its checksums.

    Returns
    -------
    int
        Bicliques in the data set.

    Raises
    ------
    FileExistsError
        The folder holds something else, or the data set of another graph or other
        least sizes.
    BlockingIOError
        Another process or thread is writing to the folder.
    DataSetError
        A part or the manifest of the folder is damaged, or of an earlier version.
    ImportError
        PyArrow is not installed.
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`. TypeError also if the labels of a side are of several
        types, or of one without an equivalent in Parquet.

    See Also
    --------
    verify_data_set : read a data set again, and compare it with its manifest.

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
        call = Enumeration(
            G, left, right, min_left, min_right, engine, memory_budget, progress
        )
        return resumable_writing.write(folder, call)
