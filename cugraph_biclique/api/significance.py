# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public function that compares sizes of maximal bicliques with random graphs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.significance import Significance, against_chance
from cugraph_biclique.contract.backend import Null
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.randomization.nulls import check_null
from cugraph_biclique.randomization.seeds import check_seed
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes


def significance(
    G: Any,
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
) -> Significance:
    """Compare the sizes of maximal bicliques with those of random graphs.

    A random graph has the same vertices and the same degrees. Bicliques of a size that
    is as frequent in random graphs say nothing but that vertices have many neighbours.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine, memory_budget
        As in `maximal_biclique_sizes`. The swaps need 20 to 40 additional bytes for
        each edge, on the engine that searches.
    draws : int, default 20
        Number of random graphs.
    seed : int
        Seed of the random graphs, from 0 to 2^128 - 1. The same seed gives the same
        answer on every engine.
    null : {"swaps", "bicm"}, default "swaps"
        The random graphs. Every vertex has as many neighbours as in G (``"swaps"``), or
        as many on average (``"bicm"``), as in `random_graphs`.
    progress : bool or callable, optional
        As in `maximal_bicliques`, but counts graphs: the function is called with
        (graphs done, draws + 1) after each search.

    Returns
    -------
    Significance
        The frame ``sizes``, and methods that choose thresholds and plot.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, or if `draws` is not a positive integer, `seed` no
        integer from 0 to 2^128 - 1, or `null` unknown.

    See Also
    --------
    maximal_biclique_sizes : the observed numbers alone.

    Notes
    -----
    The following describes ``"swaps"``. `random_graphs` describes ``"bicm"``, whose
    graphs are searched one by one.

    Pairs of edges (u, v) and (x, y) are swapped to (u, y) and (x, v), unless an edge
    exists already [1]_, [2]_. In each round half of the edges take part in a proposed
    swap. The first random graph follows 120 rounds, and the next ones 20 rounds each,
    so each edge takes part in about 60 and 10 proposed swaps. The Markov chain of the
    rounds is symmetric, so all graphs with these degrees are equally likely in the
    limit. In dense graphs most swaps are rejected, and the graphs stay more similar.

    One search finds the bicliques of many small random graphs: of their disjoint union.
    Large graphs are searched one by one, which takes `draws` times as long as one
    search. A round takes time proportional to the number of edges.

    References
    ----------
    .. [1] A. Gionis, H. Mannila, T. Mielikainen, P. Tsaparas, "Assessing data mining
       results via swap randomization", KDD 2006.
    .. [2] R. Milo et al., "On the uniform generation of random graphs with prescribed
       degree sequences", arXiv:cond-mat/0312028, 2003.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> found = cb.significance(southern_women(), draws=50, seed=1)
    >>> int(found.sizes["observed"].sum())
    63
    >>> list(found.sizes.columns)
    ['n_left', 'n_right', 'observed', 'mean', 'sd', 'largest', 'false_share']
    """
    draws, seed = positive("draws", draws), check_seed(seed)
    null = check_null(null)
    sizes = Sizes.of(min_left, min_right)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return against_chance(request, sizes, draws, seed, null)
