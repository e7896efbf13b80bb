# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Public functions that return parts of a graph: its core, and its (p, q)-bicliques."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Sequence
from typing import Any, Literal

from cugraph_biclique.arguments import check_side, positive
from cugraph_biclique.calls.subgraphs import Listing, core_frame, core_numbers_frame
from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import Request


def core(
    G: Any,
    alpha: int,
    beta: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
) -> Frame:
    """Return the edges of the (alpha, beta)-core of a bipartite graph.

    The core is the largest subgraph in which each left vertex has at least alpha and
    each right vertex at least beta neighbours. It contains every biclique with at least
    beta left and alpha right vertices.

    Parameters
    ----------
    G, left, right, engine
        As in `maximal_bicliques`.
    alpha : int
        Least degree of left vertices in the core, 1 or more.
    beta : int
        Least degree of right vertices in the core, 1 or more.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per edge, each edge once, with your labels and the names of your
        columns ("left" and "right" if G has no columns). Rows are in the order of the
        left label, then of the right label (by first appearance if labels have no
        order). Both engines return the same rows.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, or if alpha or beta is not a positive integer.

    Notes
    -----
    Vertices of too small degree are removed until none is left, in time linear in the
    number of edges. Cores of bipartite graphs are from [1]_ and [2]_.

    References
    ----------
    .. [1] D. Ding, H. Li, Z. Huang, N. Mamoulis, "Efficient fault-tolerant group
       recommendation using alpha-beta-core", CIKM 2017.
    .. [2] B. Liu, L. Yuan, X. Lin, L. Qin, W. Zhang, J. Zhou, "Efficient
       (alpha, beta)-core computation: an index-based approach", WWW 2019.

    Examples
    --------
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> edges = pd.DataFrame({"user": [1, 1, 2, 2, 3], "item": list("xyxyy")})
    >>> cb.core(edges, 2, 2)
       user item
    0     1    x
    1     1    y
    2     2    x
    3     2    y
    """
    alpha, beta = positive("alpha", alpha), positive("beta", beta)
    request = Request(G, left, right, engine=engine)
    frame: Frame = core_frame(request, alpha, beta)
    return frame


def core_numbers(
    G: Any,
    alpha: int | Sequence[int],
    side: Literal["left", "right"],
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
) -> Frame:
    """Return how far each vertex of one side stays in the (alpha, beta)-cores.

    For one alpha, the cores shrink as beta grows. The core number of a vertex is the
    greatest beta whose core still contains it.

    Parameters
    ----------
    G, left, right, engine
        As in `maximal_bicliques`.
    alpha : int or sequence of int
        Least degree of left vertices in the cores, 1 or more; several for as many
        decompositions.
    side : {"left", "right"}
        The side of the vertices. For the greatest alpha of each beta, exchange the
        columns: pass the right one as `left`, and beta as `alpha`.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per vertex of the side, for each alpha in the order given: ``vertex``
        (your label), ``alpha`` and ``beta`` (both int32). ``beta`` is 0 if the vertex
        is in no core of this alpha. The vertices ascend by label if the labels have an
        order, and otherwise follow their first appearance in G.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, or if an alpha is not a positive integer, if there is
        none, or if `side` is unknown.

    See Also
    --------
    core : the edges of one core.

    Notes
    -----
    The right vertices of the least degree are removed first, and with them the left
    vertices of too small degree, as in [1]_. For each alpha, the edges are followed
    once from each end. All vertices that can go at a time go in one round.

    References
    ----------
    .. [1] B. Liu, L. Yuan, X. Lin, L. Qin, W. Zhang, J. Zhou, "Efficient
       (alpha, beta)-core computation: an index-based approach", WWW 2019.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> events = cb.core_numbers(southern_women(), 4, "right")
    >>> events.sort_values("beta").tail(2)
       vertex  alpha  beta
    12     E8      4     5
    13     E9      4     5
    """
    check_side(side)
    alphas = list(alpha) if isinstance(alpha, Iterable) else [alpha]
    if not alphas:
        raise ValueError("alpha=[] has no degree: pass 1 or more, or several")
    alphas = [positive("alpha", each) for each in alphas]
    request = Request(G, left, right, engine=engine)
    frame: Frame = core_numbers_frame(request, alphas, side)
    return frame


def iter_bicliques(
    G: Any,
    p: int,
    q: int,
    *,
    batch_size: int = 100_000,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Generator[Frame, None, None]:
    """Iterate over the (p, q)-bicliques in batches, in bounded memory.

    A (p, q)-biclique is a set of p left and a set of q right vertices with every edge
    between them. It need not be maximal, and there are often very many of them:
    `biclique_count` counts them without listing.

    Parameters
    ----------
    G, left, right, engine, progress
        As in `maximal_bicliques`.
    p, q : int
        Numbers of left and right vertices, 1 or more.
    batch_size : int, default 100_000
        Number of bicliques in each batch; the last batch may be smaller.
    memory_budget : int or str, optional
        Maximum size of the working set, without the batches, in bytes or as a string
        like ``"8GiB"``; 80 % of the free memory by default. It is host memory for the
        CPU engine, and device memory for the GPU engine.

    Returns
    -------
    iterator of pandas.DataFrame or cudf.DataFrame
        One row per biclique, with your labels in the columns ``left_1``, ...,
        ``left_p``, ``right_1``, ..., ``right_q``, ascending on each side. If p <= q,
        rows are in lexicographic order of the left vertices. Rows with the same left
        vertices are in colexicographic order of the right vertices: by right_q, then by
        the column before it, and so on. If p > q, the sides exchange their roles. The
        order is the same on both engines. Labels without an order are ordered by first
        appearance. Closing the iterator, or leaving a loop over it, stops the work.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, raised by the call itself. Also if p, q or batch_size
        is not a positive integer.
    MemoryBudgetError
        The bicliques of one vertex exceed the budget.

    See Also
    --------
    biclique_count : the number of these bicliques.
    iter_maximal_bicliques : maximal bicliques of all sizes.

    Notes
    -----
    Sets of min(p, q) vertices of one side grow vertex by vertex within the (q, p)-core,
    as in BCList [1]_, as long as they have enough common neighbours. Then the vertices
    of the other side are chosen from these, by their rank. The time is proportional to
    the edges at the common neighbours of all sets, and to the size of the output. On a
    GPU, each step adds a vertex to many sets, and each thread writes one biclique, with
    the listing of GBC [2]_ as the model.

    References
    ----------
    .. [1] J. Yang, Y. Peng, W. Zhang, "(p, q)-biclique counting and enumeration for
       large sparse bipartite graphs", PVLDB 15(2), 2021.
    .. [2] L. Qiu et al., "Accelerating biclique counting on GPU", ICDE 2024.

    Examples
    --------
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> edges = pd.DataFrame({"user": [1, 1, 2, 2, 3], "item": list("xyxyy")})
    >>> for batch in cb.iter_bicliques(edges, 2, 1, batch_size=3):
    ...     print(batch)
       left_1  left_2 right_1
    0       1       2       x
    1       1       2       y
    2       1       3       y
       left_1  left_2 right_1
    0       2       3       y
    """
    p, q = positive("p", p), positive("q", q)
    batch_size = positive("batch_size", batch_size)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return Listing(request, p, q).frames(batch_size, request.progress)
