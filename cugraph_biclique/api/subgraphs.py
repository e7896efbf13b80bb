# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Public functions that return parts of a graph: its core, and its (p, q)-bicliques."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.backends import backend_for
from cugraph_biclique.calls.neighbourhood import Neighbourhood, renumbered
from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.contract.search_graph import Array
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.rows import gather_rows, row_of_entries
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.host.interrupts import interruptible
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.listing.batches import batches
from cugraph_biclique.listing.growing import Side, check_budget, complete_sets
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.result import at_home, frames_of

if TYPE_CHECKING:
    import cudf

Frame: TypeAlias = "pd.DataFrame | cudf.DataFrame"  # pandas or cuDF, as G


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
    graph = request.graph
    lefts, rights = _core_edges(graph, alpha, beta, request.backend)
    ends = at_home(lefts, graph), at_home(rights, graph)
    frame: Frame = frames_of(graph).edge_frame(*ends, graph)
    return frame


def _core_edges(
    graph: BipartiteGraph, alpha: int, beta: int, backend: Backend
) -> tuple[Array, Array]:
    """Return the left and the right end of each edge of the core: int32."""

    def edges() -> tuple[Array, Array]:
        placed = backend.placed(graph)
        # The preparation names the sizes of a biclique: its left vertices have as many
        # neighbours as it has right vertices.
        left_degree, right_degree = backend.core(placed, beta, alpha)
        xp = array_module(left_degree)
        rows = xp.flatnonzero(left_degree)
        offsets, entries = gather_rows(placed.left_indptr, placed.left_indices, rows)
        inside = right_degree[entries] > 0
        lefts = rows.astype(np.int32)[row_of_entries(offsets, len(entries))]
        return lefts[inside], entries[inside]

    return interruptible(graph.n_edges if backend.prepares_on_host else 0, edges)


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
    part = renumbered(*_core_edges(request.graph, q, p, request.backend))
    found = _bicliques(part, p, q, batch_size, request)
    return _frames(found, part, request.graph)


def _bicliques(
    part: Neighbourhood,
    p: int,
    q: int,
    batch_size: int,
    request: Request,
) -> Generator[tuple[Array, Array], None, None]:
    """Yield the left and right vertices of (p, q)-bicliques in batches."""
    backend, budget = backend_for(request.engine), request.budget
    on_left = p <= q
    picks, chosen = (p, q) if on_left else (q, p)
    check_budget(budget, part.graph.nbytes)  # before the graph is copied to a device
    graph = backend.placed(part.graph)
    lefts = graph.left_indptr, graph.left_indices
    rights = graph.right_indptr, graph.right_indices
    side = Side(*lefts, *rights) if on_left else Side(*rights, *lefts)
    n = len(side.indptr) - 1
    if n == 0:
        return
    largest = int(array_module(side.indptr).diff(side.indptr).max())
    with reporting(request.progress, n, "list") as on_progress:
        sets = complete_sets(side, picks, chosen, backend, budget, on_progress)
        with closing(sets):
            for found in batches(sets, chosen, largest, backend, batch_size):
                yield found if on_left else found[::-1]


def _frames(
    found: Generator[tuple[Array, Array], None, None],
    part: Neighbourhood,
    graph: BipartiteGraph,
) -> Generator[Frame, None, None]:
    """Turn vertices of a part of the graph into frames of the caller's labels."""
    with closing(found):
        for batch in found:
            ids = (part.left_ids, part.right_ids)
            sides = [
                at_home(array_module(vertices).asarray(of_side)[vertices], graph)
                for of_side, vertices in zip(ids, batch, strict=True)
            ]
            yield frames_of(graph).tuple_frame(*sides, graph)
