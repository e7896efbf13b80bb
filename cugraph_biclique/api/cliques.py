# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Public functions that list and count maximal cliques."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import positive, switch
from cugraph_biclique.calls.cliques import CliqueCall
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import UndirectedRequest
from cugraph_biclique.results.cliques import Cliques


def maximal_cliques(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    sort: bool = False,
    progress: Progress = None,
) -> Cliques:
    """List every maximal clique of an undirected graph.

    A clique is a set of vertices with an edge between each two of them. It is maximal
    if no vertex can be added. A vertex without edges is a clique of one.

    Parameters
    ----------
    G : DataFrame, array, tuple, sparse matrix, graph
        The graph: an edge frame (cuDF, pandas, or a table with the Arrow C stream
        interface, such as those of Polars and PyArrow), an (n, 2) array of edges, a
        tuple of two arrays, a square sparse adjacency matrix, or an undirected cuGraph
        or NetworkX graph. Both ends of an edge are vertices of one kind, so equal
        labels in both columns are the same vertex. The direction of an edge makes no
        difference, parallel edges count once, and edges from a vertex to itself are
        ignored. A G on a device requires the GPU engine. Cores compute the order of the
        vertices, from a copy in host memory. They also convert edges with other labels
        than integers, unless G is a cuGraph graph.
    left, right : hashable, optional
        Column names of an edge frame. A frame of two columns needs none.
    min_size : int, default 1
        List only cliques of at least this many vertices. Larger values also make the
        search faster.
    engine : {"auto", "cpu", "gpu"}
        Where to search. The CPU engine uses all cores, or NUMBA_NUM_THREADS of them;
        the GPU engine uses CuPy's current device. "auto" selects the GPU if there is a
        usable one, and the CPU otherwise.
    memory_budget : int or str, optional
        Maximum size of the compact result, in bytes or as a string like ``"8GiB"``;
        80 % of the free memory by default. The threads of the CPU engine need
        additional memory, in proportion to the number of vertices. With the GPU engine
        the budget is device memory, and bounds the working set as well. CPU cores
        search a graph whose lists do not fit into a quarter of it, and single vertices
        whose cliques do not fit. Frames made from the result, and ``sort``, need
        additional memory.
    sort : bool, default False
        Return a canonical order: the vertices of a clique ascending by label (by first
        appearance if the labels have no order), cliques by size and then by vertices.
        By default cliques come in the order of the search. On the CPU engine this order
        depends only on G and ``min_size``. On the GPU engine it also depends on which
        parts of the search fit the device memory at a time.
    progress : bool or callable, optional
        True or False to show or hide a progress bar, or a function that is called with
        (roots done, total roots). By default terminals and notebooks show a bar.

    Returns
    -------
    Cliques
        A compact result, which builds frames on request. Frames are cuDF frames if G is
        from cuDF, cuGraph or CuPy, and pandas frames otherwise.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, or a label is null.
    EngineUnavailableError
        ``engine="gpu"``, or a G on a device, requires the GPU engine, and it cannot
        run. The message says what is missing.
    MemoryBudgetError
        The result exceeds the budget.

    See Also
    --------
    maximal_clique_count, maximal_clique_sizes : numbers, without the cliques.
    iter_maximal_cliques : cliques in bounded memory.

    Notes
    -----
    The vertices are taken in the degeneracy order [1]_. Each one is the root of a
    search among its later neighbours, with a pivot [2]_. A graph of n vertices with the
    degeneracy d has at most (n - d) 3^(d/3) maximal cliques, and the time is at most
    proportional to d times this number. Sets of vertices are bits of words, and truth
    tables end the search at nodes of at most six vertices, or ten on a GPU.

    References
    ----------
    .. [1] D. Eppstein, M. Löffler, D. Strash, "Listing all maximal cliques in sparse
       graphs in near-optimal time", ISAAC 2010.
    .. [2] E. Tomita, A. Tanaka, H. Takahashi, "The worst-case time complexity for
       generating all maximal cliques and computational experiments", Theoretical
       Computer Science 363(1), 2006.

    Examples
    --------
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> edges = pd.DataFrame({"a": list("uuvw"), "b": list("vwwx")})
    >>> found = cb.maximal_cliques(edges, sort=True)
    >>> found.to_frame()
       clique   vertices
    0       0     [w, x]
    1       1  [u, v, w]
    """
    in_order = switch("sort", sort)
    min_size = positive("min_size", min_size)
    request = UndirectedRequest(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return CliqueCall(request, min_size).found(in_order)


def maximal_clique_count(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> int:
    """Count the maximal cliques of an undirected graph without storing them.

    Parameters
    ----------
    G, left, right, min_size, engine, memory_budget, progress
        As in `maximal_cliques`, except for the budget. With the GPU engine, it bounds
        the working set of the search. The CPU engine stores no cliques for a count, and
        ignores the budget.

    Returns
    -------
    int

    Raises
    ------
    TypeError, ValueError
        As in `maximal_cliques`.

    Examples
    --------
    >>> import numpy as np
    >>> import cugraph_biclique as cb
    >>> cb.maximal_clique_count(np.array([[0, 1], [0, 2], [1, 2], [2, 3]]))
    2
    """
    min_size = positive("min_size", min_size)
    request = UndirectedRequest(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return CliqueCall(request, min_size).count()


def maximal_clique_sizes(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Count the maximal cliques of each size without storing them.

    Parameters
    ----------
    G, left, right, min_size, engine, memory_budget, progress
        As in `maximal_cliques`, except for the budget. With the GPU engine, it bounds
        the working set of the search. With the CPU engine, a quarter of the budget, and
        at most 64 MiB, holds numbers of cliques that wait to be added up.

    Returns
    -------
    pandas.DataFrame
        ``size`` (int32) and ``count`` (int64), in ascending order; only sizes that
        occur.

    Raises
    ------
    TypeError, ValueError
        As in `maximal_cliques`.

    Examples
    --------
    >>> import numpy as np
    >>> import cugraph_biclique as cb
    >>> cb.maximal_clique_sizes(np.array([[0, 1], [0, 2], [1, 2], [2, 3]]))
       size  count
    0     2      1
    1     3      1
    """
    min_size = positive("min_size", min_size)
    request = UndirectedRequest(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return CliqueCall(request, min_size).sizes()


def iter_maximal_cliques(
    G: Any,
    *,
    batch_size: int = 100_000,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_size: int = 1,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Generator[Cliques, None, None]:
    """Iterate over the maximal cliques in batches, in bounded memory.

    Parameters
    ----------
    G, left, right, min_size, engine, memory_budget, progress
        As in `maximal_cliques`, except for the budget. With the GPU engine, it bounds
        the working set of the search. With the CPU engine, a quarter of the budget, and
        at most 64 MiB, holds cliques that threads have found ahead of the caller.
    batch_size : int, default 100_000
        Number of cliques in each batch; the last batch may be smaller.

    Returns
    -------
    iterator of Cliques
        The first batch comes as soon as it is found, and the search pauses while the
        caller processes a batch. On the CPU engine, the order is that of
        `maximal_cliques` without ``sort``. The GPU engine searches small parts first,
        so its order may differ from that, but is the same at each run with the same
        memory. Closing the iterator, or leaving a loop over it, stops the search.

    Raises
    ------
    TypeError, ValueError
        As in `maximal_cliques`, raised by the call itself.

    Examples
    --------
    >>> import numpy as np
    >>> import cugraph_biclique as cb
    >>> ring = np.array([[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]])
    >>> [len(batch) for batch in cb.iter_maximal_cliques(ring, batch_size=2)]
    [2, 2, 1]
    """
    batch_size = positive("batch_size", batch_size)
    min_size = positive("min_size", min_size)
    request = UndirectedRequest(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return CliqueCall(request, min_size).batches(batch_size)
