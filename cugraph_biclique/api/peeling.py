# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Public functions that peel a graph, for wing numbers and tip numbers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

from cugraph_biclique.arguments import check_side
from cugraph_biclique.calls.peeling import tips_frame, wings_frame
from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import Request


def bitruss(
    G: Any,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Frame:
    """Return the wing number (bitruss number) of each edge, exactly.

    The k-bitruss is the largest subgraph in which each edge is in at least k
    butterflies of the subgraph; a butterfly is a (2, 2)-biclique. The wing number of an
    edge is the largest k such that the k-bitruss contains it.

    Parameters
    ----------
    G, left, right, engine, progress
        As in `biclique_count`.
    memory_budget : int or str, optional
        Maximum size of the working set, in bytes or as a string like ``"8GiB"``; 80 %
        of the free memory by default. It is host memory for the CPU engine, and device
        memory for the GPU engine.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per distinct edge: its two labels, in columns that are named as the
        sides of G (the columns of an edge frame), and ``wing`` (int64), 0 for edges in
        no butterfly. Rows ascend by the left, then by the right label; labels without
        an order are in that of their first appearance in G. The rows with ``wing >= k``
        are the k-bitruss.

    Raises
    ------
    TypeError, NotBipartiteError, EngineUnavailableError
        As in `biclique_count`.
    ValueError
        As in `biclique_count`, or if the two sides and ``wing`` do not have three
        different names, or if G has 2**31 edges or more.
    MemoryBudgetError
        The index exceeds the budget. The message has its size.

    See Also
    --------
    tip : the same for the vertices of one side.
    biclique_count_by_edge : the butterflies of each edge in G, from p = q = 2.
    core : the subgraph of vertices with enough neighbours.

    Notes
    -----
    Edges are removed in rounds, from the fewest butterflies on. The paths of two edges
    from a vertex of highest priority are grouped by their two ends, as in the
    BE-index of [1]_. So an edge is removed without a search for its butterflies, and
    all edges that can go at a time go in one round, as in [2]_.

    There are at most as many paths as the sum, over the edges, of the smaller degree of
    their ends. The index takes 24 bytes for each path whose ends have several common
    neighbours. The time is bounded by the number of butterflies, and mostly far less.
    A graph whose index does not fit the device is peeled on CPU cores, within 80 % of
    the free host memory.

    References
    ----------
    .. [1] K. Wang, X. Lin, L. Qin, W. Zhang, Y. Zhang, "Efficient bitruss decomposition
       for large-scale bipartite graphs", ICDE 2020.
    .. [2] K. Lakhotia, R. Kannan, V. Prasanna, "Parallel peeling of bipartite networks
       for hierarchical dense subgraph discovery", arXiv:2110.12511, 2021.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> edges = cb.bitruss(southern_women())
    >>> edges.nlargest(3, "wing")
               woman event  wing
    1  Brenda Rogers    E3    12
    3  Brenda Rogers    E5    12
    4  Brenda Rogers    E6    12
    """
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    frame: Frame = wings_frame(request)
    return frame


def tip(
    G: Any,
    side: Literal["left", "right"],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Frame:
    """Return the tip number of each vertex of one side, exactly.

    The k-tip is the largest set of vertices of the side such that each of them is in at
    least k butterflies of the subgraph of the set and of all vertices of the other
    side. The tip number of a vertex is the largest k such that the k-tip contains it.

    Parameters
    ----------
    G, left, right, engine, memory_budget, progress
        As in `bitruss`.
    side : {"left", "right"}
        The side of the vertices.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per vertex of the side: ``vertex`` (your label) and ``tip`` (int64), 0
        for vertices in no butterfly. Rows ascend by label if the labels have an order,
        and otherwise follow their first appearance in G.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `biclique_count`, or if `side` is unknown.

    See Also
    --------
    bitruss : the same for edges.
    biclique_count_by_vertex : the butterflies of each vertex in G, from p = q = 2.

    Notes
    -----
    Vertices are removed in rounds, from the fewest butterflies on, as in [1]_ and
    [2]_. Each of them counts once the neighbours that it shares with the vertices that
    are left. The time is that of the paths of two edges between vertices of the side:
    at most the sum of the squared degrees of the other side. Memory is linear in the
    size of the graph, and in the number of threads.

    References
    ----------
    .. [1] A. E. Sariyuce, A. Pinar, "Peeling bipartite networks for dense subgraph
       discovery", WSDM 2018.
    .. [2] K. Lakhotia, R. Kannan, V. Prasanna, C. A. F. De Rose, "RECEIPT: refine
       coarse-grained independent tasks for parallel tip decomposition of bipartite
       graphs", PVLDB 14(3), 2020.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> women = cb.tip(southern_women(), "left")
    >>> women.nlargest(3, "tip")
                 vertex  tip
    0     Brenda Rogers   45
    4  Evelyn Jefferson   45
    9  Laura Mandeville   45
    """
    check_side(side)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    frame: Frame = tips_frame(request, side)
    return frame
