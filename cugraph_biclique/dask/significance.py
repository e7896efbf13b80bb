# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`significance` and `estimate_maximal_bicliques` over Dask."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.estimating import estimate_of
from cugraph_biclique.calls.estimation import Estimate
from cugraph_biclique.calls.significance import Significance, compared
from cugraph_biclique.contract.backend import Null
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica, Sought
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.random_draws import histograms_of_draws
from cugraph_biclique.dask.results import total_sizes
from cugraph_biclique.dask.tasks import threads_of_worker
from cugraph_biclique.dask.whole import WholeGraph
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.randomization.nulls import check_null
from cugraph_biclique.randomization.seeds import check_seed
from cugraph_biclique.request.sizes import Sizes


def significance(
    ddf: Any,
    draws: int = 20,
    *,
    seed: int,
    null: Null = "swaps",
    min_left: int = 1,
    min_right: int = 1,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
    client: Any = None,
) -> Significance:
    """Compare the sizes of maximal bicliques with those of random graphs, over Dask.

    The workers share the random graphs. The answer is that of
    `cugraph_biclique.significance` for the same seed.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, engine, memory_budget, client
        As in `maximal_bicliques`.
    draws, seed, null
        As in `cugraph_biclique.significance`.
    progress : bool or callable, optional
        As in `cugraph_biclique.maximal_bicliques`, but counts random graphs.

    Returns
    -------
    cugraph_biclique.Significance
        The frame ``sizes``, and methods that choose thresholds and plot.

    Raises
    ------
    TypeError, ValueError
        As in `maximal_bicliques` and `cugraph_biclique.significance`.
    MemoryBudgetError
        The graph does not fit every worker. An edge may be swapped with any other one,
        so a partition is not enough.

    Notes
    -----
    A task searches some consecutive random graphs on all threads of its worker. The
    graphs are a chain, so each worker also swaps the edges of the graphs that the
    others search. With ``null="bicm"``, the graphs are independent, and nothing is done
    twice.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     cb.dask.significance(edges, draws=50, seed=1)
    <Significance: 63 maximal bicliques, 73.8 on average in 50 random graphs>
    """
    draws, of = positive("draws", draws), (check_seed(seed), check_null(null))
    sizes = Sizes.of(min_left, min_right)
    call = DaskCall(ddf, left, right, engine, memory_budget, None, progress, client)

    def compare(whole: WholeGraph) -> Significance:
        tables = whole.sizes_of_maximal(Sought(sizes), progress=False)
        observed = total_sizes(tables, ["n_left", "n_right"]).to_numpy(np.int64)
        drawn = histograms_of_draws(whole, sizes, of, draws, call.progress)
        return compared(observed, drawn, draws, of[0])

    return call.only_on_whole("significance", compare)


def estimate_maximal_bicliques(
    ddf: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    memory_budget: int | str | None = None,
    client: Any = None,
) -> Estimate:
    """Estimate the number of maximal bicliques of a Dask edge frame.

    One worker estimates, in about two seconds, on a CPU core. The edges stay on the
    workers.

    Parameters
    ----------
    ddf, left, right, min_left, min_right, memory_budget, client
        As in `maximal_bicliques`.

    Returns
    -------
    cugraph_biclique.Estimate
        As of `cugraph_biclique.estimate_maximal_bicliques`.

    Raises
    ------
    TypeError, ValueError
        As in `maximal_bicliques`.
    MemoryBudgetError
        The graph does not fit every worker.

    Examples
    --------
    >>> import dask.dataframe as dd
    >>> from distributed import Client
    >>> import cugraph_biclique as cb
    >>> import cugraph_biclique.dask
    >>> from cugraph_biclique.data import southern_women
    >>> with Client(processes=False, dashboard_address=":0") as client:
    ...     edges = dd.from_pandas(southern_women(), npartitions=2)
    ...     print(cb.dask.estimate_maximal_bicliques(edges))
    63 maximal bicliques
    """
    sizes = Sizes.of(min_left, min_right)
    call = DaskCall(ddf, left, right, "auto", memory_budget, None, False, client)
    return call.only_on_whole(
        "estimate_maximal_bicliques", lambda whole: whole.on_one(_estimate, sizes)
    )


def _estimate(whole: BipartiteReplica, sizes: Sizes) -> Estimate:
    with threads_of_worker():
        return estimate_of(whole.request.graph, sizes)
