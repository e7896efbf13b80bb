# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public function that finds the largest maximal bicliques."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal, overload

import numpy as np

from cugraph_biclique.arguments import LARGEST, positive, shown
from cugraph_biclique.calls.defective import DefectiveSearch
from cugraph_biclique.calls.largest import Largest, Size, check_size, seconds_of
from cugraph_biclique.contract.goal import Incumbent
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.containing import Containing, ids_of
from cugraph_biclique.request.request import Request
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.groups import Groups


@overload
def largest_bicliques(
    G: Any,
    k: int = 1,
    *,
    by: Size = "edges",
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    missing: Literal[0] = 0,
    containing: Containing | None = None,
    time_limit: float | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Bicliques: ...


@overload
def largest_bicliques(
    G: Any,
    k: int = 1,
    *,
    by: Size = "edges",
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    missing: int,
    containing: Containing | None = None,
    time_limit: float | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Groups: ...


def largest_bicliques(
    G: Any,
    k: int = 1,
    *,
    by: Size = "edges",
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 1,
    min_right: int = 1,
    missing: int = 0,
    containing: Containing | None = None,
    time_limit: float | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Bicliques | Groups:
    """Find the k largest maximal bicliques, without a list of the others.

    Parameters
    ----------
    G, left, right, min_left, min_right, engine
        As in `maximal_bicliques`. With ``by="left"`` or ``"right"``, the least size of
        the other side decides what is found: ``by="left", min_right=5`` is the largest
        group of left vertices with at least five common neighbours. With `missing`,
        both least sizes are larger than it.
    k : int, default 1
        Number of bicliques to return; all of them if there are fewer.
    by : {"edges", "balanced", "left", "right"}
        What is largest: ``"edges"`` is the number of edges, n_left x n_right minus the
        absent ones, ``"balanced"`` the smaller of n_left and n_right, ``"left"`` and
        ``"right"`` the number of vertices on a side.
    missing : int, default 0
        Most edges that may be absent between the two sides. With 1 or more, the call
        finds k-defective bicliques, and returns `Groups`.
    containing : dict, list or label, optional
        As in `maximal_bicliques`: only those that contain all of these vertices. They
        are searched on one CPU thread.
    time_limit : float, optional
        Seconds after which the search ends with the best bicliques so far. By default
        it runs until the answer is exact. Preparation, compilation, and a kernel that
        is running are not interrupted, so a call may take longer.
    memory_budget : int or str, optional
        Maximum size of the working set of the search on a GPU. The CPU engine needs
        memory for the k bicliques, and for each thread in proportion to the vertices.
    progress : bool or callable, optional
        As in `maximal_bicliques`. The search runs once for each range of sizes, and
        counts the roots of the current range.

    Returns
    -------
    Bicliques or Groups
        Largest first, ties in the canonical order, as in
        ``maximal_bicliques(G, ...).nlargest(k, by)``. Its ``report`` also has
        ``exact``: whether these are the k largest, and ``upper_bound``: no maximal
        biclique of the least sizes has a larger score. Without a time limit, ``exact``
        is True, and the bound is the score of the first biclique.

        With `missing`, the result is of class `Groups`, as `Bicliques` are complete:
        the members of both sides, the absent edges, and the evidence for each, with its
        p-value (see `groups`). Large is not surprising: a block of hubs whose degrees
        let expect as many edges has a ``score`` of -inf and a p-value of 1. The result
        has the k largest *maximal* k-defective bicliques: no
        vertex can be added to one of them, so none is part of another. Largest first,
        ties in the canonical order. Its ``report`` has ``exact`` and ``upper_bound``,
        too.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`; also if k, `by`, `missing` or `time_limit` is of a
        wrong type or has a wrong value, or if a least size is not larger than
        `missing`.

    Warns
    -----
    LongSearchWarning
        A search with `missing` and without a time limit has taken ten seconds. With
        ``warnings.simplefilter("error", cugraph_biclique.LongSearchWarning)``, it ends
        with this error instead.

    See Also
    --------
    maximal_bicliques : all of them; ``nlargest`` also knows other scores.
    groups : near-bicliques by evidence instead of size, in seconds.

    Notes
    -----
    Greedy descents find large bicliques, and the k-th best score is the least score of
    the search. As in MBC* [1]_, the search runs once for each range of right sizes from
    t to 2t - 1. There, a least score gives a least left size, and both sizes give a
    core. Below a node, R can grow only by candidates, and only by those whose rows have
    as many members as L must have. A node is pruned if no number of members gives the
    least score. Ties with the k-th best score are all searched.

    The maximum edge biclique problem is NP-hard, so a search may take exponential time.
    The search tree is that of the enumeration, which tests maximality. Programs made
    for a single largest biclique, such as MBC* [1]_ for edges, have further reductions
    and may be faster. With ``by="balanced"`` and k of at most 16, the CPU engine
    searches dense graphs by their absent edges, as in [2]_, with a bound by matchings.
    The answer is the same. Each thread then needs up to 20 MB more.

    A k-defective biclique [3]_ is a pair of sides with at most k absent edges between
    them; here, the number is `missing`. The maximum edge k-defective biclique problem
    counts existing edges, as ``by="edges"`` does. With least sizes above `missing`,
    some vertex of each side lacks no edge, so all vertices are near it. With smaller
    sizes, any vertices would do, adjacent or not. A branch and bound on CPU threads
    searches below each such vertex, with pivots as in [3]_. Very many solutions may
    have the k-th best score: if c vertices lack one edge each, any t of them may be in
    one. Those behind the k-th in the canonical order are left out at once. With a GPU
    engine or a graph on a device, the graph is brought to the host, and the answer is
    the same. Memory on the host is proportional to the edges, and for each thread to
    the square of the vertices below one root, in bits. The time grows exponentially
    with `missing`: pass the largest least sizes that you can, or a time limit. A block
    of 12 x 12 vertices without 3 edges is found fast with ``min_left=6, min_right=6``.

    References
    ----------
    .. [1] B. Lyu et al., "Maximum Biclique Search at Billion Scale", VLDB 2020.
    .. [2] L. Chen, C. Liu, R. Zhou, J. Xu, J. Li, "Efficient Exact Algorithms for
       Maximum Balanced Biclique Search in Bipartite Graphs", SIGMOD 2021.
    .. [3] D. Cui, R. Li, Q. Dai, H. Qin, G. Wang, "On the Efficient Discovery of
       Maximum k-Defective Biclique", arXiv 2506.16121, 2025.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> found = cb.largest_bicliques(southern_women(), k=2)
    >>> found.sizes
       biclique  n_left  n_right
    0         0       5        4
    1         1       6        3
    >>> found.report["exact"], found.report["upper_bound"]
    (True, 20)

    Three more edges, with two that are absent:

    >>> near = cb.largest_bicliques(
    ...     southern_women(), missing=2, min_left=3, min_right=3
    ... )
    >>> near.summary[["n_left", "n_right", "n_edges"]]
       n_left  n_right  n_edges
    0       5        5       23
    >>> len(near.missing)
    2
    """
    k = positive("k", k)
    check_size(by)
    min_left = positive("min_left", min_left)
    min_right = positive("min_right", min_right)
    missing = check_missing(missing, min_left, min_right)
    seconds = seconds_of(time_limit)
    incumbent = Incumbent(by, seconds)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    if not missing and containing is None:
        largest = Largest(request, k, incumbent, min_left, min_right)
        largest.run()
        return largest.bicliques()
    ids = None if containing is None else ids_of(request.graph, containing)
    least = min_left, min_right
    search = DefectiveSearch(request, k, incumbent, least, missing, ids)
    search.run()
    return search.groups() if missing else search.bicliques()


def check_missing(missing: Any, min_left: int, min_right: int) -> int:
    """Return the most absent edges, or raise an error."""
    if isinstance(missing, bool) or not isinstance(missing, int | np.integer):
        raise TypeError(
            f"missing must be an integer, not {type(missing).__name__} "
            f"({shown(missing)}): pass the number of edges that may be absent"
        )
    if missing < 0:
        raise ValueError(
            f"missing={shown(missing)} is negative: pass the number of edges that may "
            "be absent, 0 or more"
        )
    missing = min(int(missing), LARGEST - 1)
    if missing and min(min_left, min_right) <= missing:
        raise ValueError(
            f"missing={missing} is too many for min_left={min_left} and "
            f"min_right={min_right}, as a vertex may lack all of its edges: pass "
            f"min_left and min_right of {missing + 1} or more, or fewer missing edges"
        )
    return missing
