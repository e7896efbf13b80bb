# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Public functions that count the (p, q)-bicliques of each vertex and of each edge."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

from cugraph_biclique.arguments import check_side, positive
from cugraph_biclique.calls.local_counting import (
    check_names,
    edge_frame,
    local_counts,
    vertex_frame,
)
from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import Request


def biclique_count_by_vertex(
    G: Any,
    p: int,
    q: int,
    side: Literal["left", "right"],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Frame:
    """Count the (p, q)-bicliques of each vertex of one side, exactly.

    A (p, q)-biclique is a set of p left and a set of q right vertices with every edge
    between them; it need not be maximal. (2, 2)-bicliques are butterflies.

    Parameters
    ----------
    G, left, right, engine, memory_budget, progress
        As in `biclique_count`.
    p, q : int
        Numbers of left and right vertices, 1 or more.
    side : {"left", "right"}
        The side of the vertices. The labels of the two sides may have different dtypes,
        so each side has its own frame.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per vertex of the side: ``vertex`` (your label) and ``count``. Vertices
        that are in no (p, q)-biclique have 0. Rows ascend by label if the labels have
        an order, and otherwise follow their first appearance in G.

        ``count`` is int64. If a count exceeds 2**63 - 1, the column holds Python
        integers (object) in pandas, and Decimal128 of 38 digits in cuDF.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `biclique_count`, or if `side` is unknown.
    OverflowError
        A count has more than 38 digits, and the frame is of cuDF.

    See Also
    --------
    biclique_count_by_edge : the same for edges.
    biclique_count : the number of all (p, q)-bicliques.

    Notes
    -----
    The counts of the left side add up to p times `biclique_count`, and those of the
    right side to q times.

    Butterflies are counted from their vertex of the largest degree, as in BFC-VP [1]_:
    time grows with the sum over the edges of the smaller degree. If p or q is 1, the
    degrees give the counts. In all other cases, vertices of one side are picked one by
    one as in BCList++ [2]_, and time grows with the number of sets of min(p, q)
    vertices that share enough neighbours. Unlike `biclique_count`, this call visits
    twins one by one. A graph that does not fit the device is counted on CPU cores.

    References
    ----------
    .. [1] K. Wang, X. Lin, L. Qin, W. Zhang, Y. Zhang, "Vertex priority based butterfly
       counting for large-scale bipartite networks", PVLDB 12(10), 2019.
    .. [2] J. Yang, Y. Peng, W. Zhang, "(p, q)-biclique counting and enumeration for
       large sparse bipartite graphs", PVLDB 15(2), 2021.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> women = cb.biclique_count_by_vertex(southern_women(), 2, 2, "left")
    >>> women.nlargest(2, "count")
                  vertex  count
    16  Theresa Anderson     91
    4   Evelyn Jefferson     75
    """
    check_side(side)
    p, q = positive("p", p), positive("q", q)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    counts = local_counts(request, p, q, edges=False)
    frame: Frame = vertex_frame(request.graph, counts.of(side), side)
    return frame


def biclique_count_by_edge(
    G: Any,
    p: int,
    q: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Frame:
    """Count the (p, q)-bicliques of each edge, exactly.

    Parameters
    ----------
    G, p, q, left, right, engine, memory_budget, progress
        As in `biclique_count`.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per distinct edge: its two labels, in columns that are named as the
        sides of G (the columns of an edge frame), and ``count``, as in
        `biclique_count_by_vertex`. Edges that are in no (p, q)-biclique have 0. Rows
        ascend by the left, then by the right label, in the order of
        `biclique_count_by_vertex`.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError, OverflowError
        As in `biclique_count_by_vertex`, or if the two sides and the counts do not
        have three different names.

    See Also
    --------
    biclique_count_by_vertex : the same for vertices, with notes and references.

    Notes
    -----
    The counts add up to p * q times `biclique_count`.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> edges = cb.biclique_count_by_edge(southern_women(), 2, 2)
    >>> int(edges["count"].sum()) == 4 * cb.biclique_count(southern_women(), 2, 2)
    True
    """
    p, q = positive("p", p), positive("q", q)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    graph = request.graph
    check_names(graph.left_name, graph.right_name)
    frame: Frame = edge_frame(graph, local_counts(request, p, q, edges=True).edges)
    return frame
