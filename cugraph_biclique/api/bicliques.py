# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Public functions that list, count and estimate maximal bicliques."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import positive, switch
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.estimating import estimate_of
from cugraph_biclique.calls.estimation import Estimate
from cugraph_biclique.device.engine import Engine, on_device
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.containing import Containing
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results import Bicliques


def maximal_bicliques(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    max_left: int | None = None,
    max_right: int | None = None,
    containing: Containing | None = None,
    engine: Engine = "auto",
    devices: Sequence[int] | None = None,
    memory_budget: int | str | None = None,
    sort: bool = False,
    progress: Progress = None,
) -> Bicliques:
    """List every maximal biclique of a bipartite graph.

    A biclique is a set L of left and a set R of right vertices with every edge between
    them. It is maximal if no vertex can be added to either side. Both sides are
    non-empty.

    Parameters
    ----------
    G : DataFrame, array, tuple, sparse matrix, graph
        The graph: an edge frame (cuDF, pandas, or a table with the Arrow C stream
        interface, such as those of Polars and PyArrow), an (n, 2) array of edges, a
        tuple of two arrays (left, right), a sparse biadjacency matrix (rows are left),
        a cuGraph or NetworkX graph, or a `BipartiteGraph`. The two sides have separate
        id spaces, except in cuGraph and NetworkX graphs, which have a single one.
        Parallel edges count once. `bipartite_graph` describes each kind. Data on a
        device stays there and requires the GPU engine.
    left, right : hashable, optional
        Column names of an edge frame. A frame of two columns needs none.
    min_left, min_right : int, default 1
        List only bicliques with at least this many left and right vertices. Larger
        values also make the search faster.
    max_left, max_right : int, optional
        List only bicliques with at most this many left and right vertices. Larger ones
        are found too, but take no memory.
    containing : dict, optional
        List only bicliques that contain these vertices: ``{"left": labels, "right":
        labels}``, or one of the two. Labels are a list, or any other collection, or a
        single label; put a label that is a tuple in a list. The vertices of a cuGraph
        or NetworkX graph need no dict. The search reads only the neighbourhood of the
        vertices. For many such calls, build the graph once with `bipartite_graph`.
    engine : {"auto", "cpu", "gpu"}
        Where to search. The CPU engine uses all cores, or NUMBA_NUM_THREADS of them;
        the GPU engine uses CuPy's current device. "auto" selects the GPU if there is a
        usable one, and the CPU otherwise.
    devices : list of int, optional
        CUDA devices of this machine that share the search, such as ``[0, 1]``; requires
        ``engine="gpu"``. One of them must be CuPy's current device, which prepares the
        graph and holds the result. The current device searches alone if sweeps from all
        roots read fewer than 4,194,304 edges, or 262,144 in a dense graph, or if the
        graph does not fit it. The budget is that of each device, and all have that of
        the device with the least free memory. By default, the current device searches
        alone.
    memory_budget : int or str, optional
        Maximum size of the compact result, in bytes or as a string like ``"8GiB"``;
        80 % of the free memory by default. The threads of the CPU engine need
        additional memory, in proportion to the number of vertices. With the GPU engine
        the budget is device memory, and bounds the working set as well. Frames made
        from the result, and ``sort``, need additional memory.
    sort : bool, default False
        Return a canonical order: members ascending by label (by first appearance if
        the labels have no order), bicliques by (n_left, n_right, left members). By
        default bicliques come in the order of the search. On the CPU engine this order
        depends only on G, the sizes and ``containing``, and not on the machine, the
        threads or the budget. On the GPU engine it also depends on which parts of the
        search fit the device memory at a time, and on whether `devices` are given, but
        not on their number.
    progress : bool or callable, optional
        True or False to show or hide a progress bar, or a function that is called with
        (roots done, total roots). By default terminals and notebooks show a bar.

    Returns
    -------
    Bicliques
        A compact result, which builds frames and files on request. Frames are cuDF
        frames if G is from cuDF, cuGraph or CuPy, and pandas frames otherwise.

    Raises
    ------
    TypeError, ValueError
        An argument has a wrong type or value, or a label is null.
    NotBipartiteError
        A cuGraph or NetworkX graph is not bipartite.
    EngineUnavailableError
        ``engine="gpu"``, or a G on a device, requires the GPU engine, and it cannot
        run. The message says what is missing.
    MemoryBudgetError
        The result exceeds the budget, or a sample predicts that it will. The sample is
        taken once the search has run for some seconds and filled 1/16 of the budget.
        With `devices`, also if one of them has no room for a copy of the graph.

    Warns
    -----
    LongSearchWarning
        After some seconds, if the search certainly takes minutes, or its result exceeds
        the budget. Graphs on a device are not estimated. To silence the warning, call
        ``warnings.simplefilter("ignore", cugraph_biclique.LongSearchWarning)``.

    See Also
    --------
    maximal_biclique_count, maximal_biclique_sizes : numbers, without the bicliques.
    iter_maximal_bicliques, write_maximal_bicliques : bicliques in bounded memory.

    Notes
    -----
    The search tree is that of LCM [1]_, with rows kept as bits as in AdaMBE [2]_, in an
    order that makes siblings independent. Time is proportional to the number of maximal
    bicliques, at most 2^min(n_left, n_right), times the number of rows of a node.

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
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    request = Request(
        G, left, right, engine=engine, devices=devices, memory_budget=memory_budget,
        progress=progress,
    )  # fmt: skip
    return BicliqueCall(request, sizes, containing).found(in_order)


def maximal_biclique_count(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    max_left: int | None = None,
    max_right: int | None = None,
    containing: Containing | None = None,
    engine: Engine = "auto",
    devices: Sequence[int] | None = None,
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> int:
    """Count the maximal bicliques of a bipartite graph without storing them.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`, except for the budget. With the GPU engine, it bounds
        the working set of the search. The CPU engine stores no bicliques for a count,
        and ignores the budget.
    max_left, max_right, containing, devices
        As in `maximal_bicliques`.

    Returns
    -------
    int

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`.
    MemoryBudgetError
        One of several `devices` has no room for a copy of the graph.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> cb.maximal_biclique_count(southern_women())
    63
    """
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    request = Request(
        G, left, right, engine=engine, devices=devices, memory_budget=memory_budget,
        progress=progress,
    )  # fmt: skip
    return BicliqueCall(request, sizes, containing).count()


def maximal_biclique_sizes(
    G: Any,
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
) -> pd.DataFrame:
    """Count the maximal bicliques of each size without storing them.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`, except for the budget: it applies as in
        `maximal_biclique_count`.
    max_left, max_right, containing
        As in `maximal_bicliques`.

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
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return BicliqueCall(request, sizes, containing).sizes()


def estimate_maximal_bicliques(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
) -> Estimate:
    """Estimate the number of maximal bicliques, in about two seconds on any graph.

    Parameters
    ----------
    G, left, right, min_left, min_right
        As in `maximal_bicliques`.

    Returns
    -------
    Estimate
        ``bicliques``, their ``standard_error``, an interval from ``low`` to ``high``,
        ``nodes`` of the search, ``bytes`` of the compact result, and ``at_least``.
        ``str(estimate)`` puts the number in words.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError
        As in `maximal_bicliques`.

    See Also
    --------
    maximal_biclique_count : the exact number.

    Notes
    -----
    The two seconds do not include the time to read and prepare the graph. The first
    call of a process may also compile.

    A search on one CPU core runs first, up to about a million bicliques or half a
    second. If it ends, the numbers are exact. Otherwise up to 64 random descents of the
    search tree estimate them. A descent divides the candidates of each level into
    strata of similar size, and follows one candidate of each stratum [1]_, which
    refines Knuth's method [2]_. The mean is unbiased.

    The descents are the same for all thresholds, so a higher ``min_left`` or
    ``min_right`` never has a larger estimate among estimates by descents. Both methods
    stop at numbers of bicliques, nodes and edges. The same graph therefore always has
    the same estimate, unless a slow machine stops at the limit of two seconds first.
    If even the coarsest descent does not end, ``at_least`` is set.

    References
    ----------
    .. [1] P. C. Chen, "Heterogeneous sampling: a method for predicting the performance
       of tree searching programs", SIAM Journal on Computing 21(2), 1992.
    .. [2] D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics
       of Computation 29(129), 1975.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> guess = cb.estimate_maximal_bicliques(southern_women())
    >>> guess.bicliques, guess.standard_error
    (63, 0)
    >>> print(guess)
    63 maximal bicliques
    """
    sizes = Sizes.of(min_left, min_right)
    engine = "auto" if on_device(G) else "cpu"  # the engine only reads the graph
    return estimate_of(Request(G, left, right, engine=engine).graph, sizes)


def iter_maximal_bicliques(
    G: Any,
    *,
    batch_size: int = 100_000,
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
) -> Generator[Bicliques, None, None]:
    """Iterate over the maximal bicliques in batches, in bounded memory.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget, progress
        As in `maximal_bicliques`, except for the budget. With the GPU engine, it bounds
        the working set of the search. With the CPU engine, a quarter of the budget, and
        at most 64 MiB, holds bicliques that threads have found ahead of the caller.
    max_left, max_right, containing
        As in `maximal_bicliques`.
    batch_size : int, default 100_000
        Number of bicliques in each batch; the last batch may be smaller.

    Returns
    -------
    iterator of Bicliques
        The first batch comes as soon as it is found, and the search pauses while the
        caller processes a batch. On the CPU engine, the order is that of
        `maximal_bicliques` without ``sort``. The GPU engine searches small parts first,
        so its order may differ from that, but is the same at each run with the same
        memory. Closing the iterator, or leaving a loop over it, stops the search.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, raised by the call itself.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> batches = cb.iter_maximal_bicliques(southern_women(), batch_size=25)
    >>> [len(batch) for batch in batches]
    [25, 25, 13]
    """
    batch_size = positive("batch_size", batch_size)
    sizes = Sizes.of(min_left, min_right, max_left, max_right)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return BicliqueCall(request, sizes, containing).batches(batch_size)
