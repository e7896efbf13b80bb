# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public function that draws random graphs with the degrees of a graph."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from cugraph_biclique.arguments import positive
from cugraph_biclique.contract.backend import Null
from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import row_of_entries
from cugraph_biclique.randomization.nulls import check_null
from cugraph_biclique.randomization.seeds import check_seed
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.result import at_home, frames_of


def random_graphs(
    G: Any,
    draws: int,
    seed: int,
    *,
    null: Null = "swaps",
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
) -> Iterator[Frame]:
    """Draw random graphs in which every vertex has as many neighbours as in G.

    With ``null="bicm"``, every vertex has as many on average.

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
    null : {"swaps", "bicm"}, default "swaps"
        ``"swaps"`` swaps edges, so every vertex keeps its degree. ``"bicm"`` is the
        bipartite configuration model of maximum entropy: the edges are independent,
        and the degrees of G are the mean degrees.

    Returns
    -------
    iterator of pandas.DataFrame or cudf.DataFrame
        An edge frame for each random graph, as that of `core`: one row per edge, with
        your labels and the names of your columns, in the order of the left label, then
        of the right label. A graph is drawn when it is asked for.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, or if `draws` is not a positive integer, `seed` no
        integer from 0 to 2^128 - 1, or `null` unknown. The call itself raises them.

    See Also
    --------
    significance : compare the sizes of maximal bicliques with those of these graphs.
    Bicliques.p_values : compare their scores.

    Notes
    -----
    The graphs of ``"swaps"`` are those of `significance`, which describes the swaps of
    edges [1]_: 120 rounds before the first graph, and 20 before each other one. All
    graphs with these degrees are equally likely in the limit. A vertex keeps its
    degree, but not the degrees of its neighbours. A round takes time proportional to
    the number of edges.

    In the model ``"bicm"`` [2]_, the edge between u and v exists with probability
    x_u y_v / (1 + x_u y_v). An iteration [3]_ finds x and y for which the mean degrees
    are those of G, to a relative error of 10^-8. If few graphs have these degrees, some
    x or y are infinite, and the error may be 10^-3. A matrix of the different degrees
    of both sides has at most 2 m cells for m edges. Each iteration takes time
    proportional to the cells, and each graph to the cells and the edges, which are also
    sorted. Both engines draw on the host, with some 100 bytes for each cell and edge.
    The graphs are independent, but have other numbers of edges than G, and a vertex
    without edges is not in the frame. Use this model if the degrees themselves are the
    result of chance, as in a sample of reviews. The graphs are the same on every engine
    with one version of NumPy.

    References
    ----------
    .. [1] A. Gionis, H. Mannila, T. Mielikainen, P. Tsaparas, "Assessing data mining
       results via swap randomization", KDD 2006.
    .. [2] F. Saracco, R. Di Clemente, A. Gabrielli, T. Squartini, "Randomizing
       bipartite networks: the case of the World Trade Web", Scientific Reports 5,
       2015.
    .. [3] N. Vallarano et al., "Fast and scalable likelihood maximization for
       exponential random graph models with local constraints", Scientific Reports 11,
       2021.

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
    null = check_null(null)
    request = Request(G, left, right, engine=engine, memory_budget=memory_budget)
    graph, backend = request.graph, request.backend
    if backend.prepares_on_host:
        graph = graph.with_host_adjacency()
    drawn = backend.random_graphs(graph, seed, null)
    return (_edges(drawn.union(1), graph) for _ in range(draws))


def _edges(drawn: BipartiteGraph, graph: BipartiteGraph) -> Frame:
    """The edge frame of a random graph, with the labels of the given one."""
    lefts = row_of_entries(drawn.left_indptr, drawn.n_edges)
    ends = at_home(lefts, graph), at_home(drawn.left_indices, graph)
    frame: Frame = frames_of(graph).edge_frame(*ends, graph)
    return frame
