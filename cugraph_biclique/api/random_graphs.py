# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public function that draws random graphs with the degrees of a graph."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import row_of_entries
from cugraph_biclique.randomization.seeds import check_seed
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.result import at_home, frames_of

if TYPE_CHECKING:
    import cudf

Frame: TypeAlias = "pd.DataFrame | cudf.DataFrame"  # pandas or cuDF, as G


def random_graphs(
    G: Any,
    draws: int,
    seed: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
) -> Iterator[Frame]:
    """Draw random graphs in which every vertex has as many neighbours as in G.

    Such graphs are a null model: what they have as often as G follows from the degrees.
    `significance` and `Bicliques.p_values` search these graphs, and this call returns
    them, for any statistic of your own.

    Parameters
    ----------
    G, left, right, engine, memory_budget
        As in `maximal_bicliques`. The swaps need 20 to 40 additional bytes for each
        edge, on the engine that runs.
    draws : int
        Number of random graphs, at least 1.
    seed : int
        Seed of the random graphs, from 0 to 2^128 - 1. The same seed gives the same
        graphs on every engine, and the first of them for fewer draws.

    Returns
    -------
    iterator of pandas.DataFrame or cudf.DataFrame
        An edge frame for each random graph, as that of `core`: one row per edge, with
        your labels and the names of your columns, in the order of the left label, then
        of the right label. A graph is drawn when it is asked for.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, or if `draws` is not a positive integer, or `seed` no
        integer from 0 to 2^128 - 1. The call itself raises them.

    See Also
    --------
    significance : compare the sizes of maximal bicliques with those of these graphs.
    Bicliques.p_values : compare their scores.

    Notes
    -----
    The graphs are those of `significance`, which describes the swaps of edges [1]_:
    120 rounds before the first graph, and 20 before each other one. All graphs with
    these degrees are equally likely in the limit. A vertex keeps its degree, but not
    the degrees of its neighbours. A round takes time proportional to the number of
    edges.

    References
    ----------
    .. [1] A. Gionis, H. Mannila, T. Mielikainen, P. Tsaparas, "Assessing data mining
       results via swap randomization", KDD 2006.

    Examples
    --------
    How many pairs of women with two common events do the degrees let expect?

    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> cb.biclique_count(southern_women(), 2, 2)
    341
    >>> drawn = cb.random_graphs(southern_women(), draws=3, seed=1)
    >>> [cb.biclique_count(edges, 2, 2) for edges in drawn]
    [303, 310, 328]
    """
    draws, seed = positive("draws", draws), check_seed(seed)
    request = Request(G, left, right, engine=engine, memory_budget=memory_budget)
    graph, backend = request.graph, request.backend
    if backend.prepares_on_host:
        graph = graph.with_host_adjacency()
    drawn = backend.random_graphs(graph, seed)
    return (_edges(drawn.union(1), graph) for _ in range(draws))


def _edges(drawn: BipartiteGraph, graph: BipartiteGraph) -> Frame:
    """The edge frame of a random graph, with the labels of the given one."""
    lefts = row_of_entries(drawn.left_indptr, drawn.n_edges)
    ends = at_home(lefts, graph), at_home(drawn.left_indices, graph)
    frame: Frame = frames_of(graph).edge_frame(*ends, graph)
    return frame
