# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Public functions that count (p, q)-bicliques exactly."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.counting import count, count_table, table_frame
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import Request


def biclique_count(
    G: Any,
    p: int,
    q: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    devices: Sequence[int] | None = None,
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> int:
    """Count the (p, q)-bicliques of a bipartite graph, exactly at any size.

    A (p, q)-biclique is a set of p left and a set of q right vertices with every edge
    between them; it need not be maximal. (2, 2)-bicliques are butterflies; those with
    p = 1 or q = 1 are stars.

    Parameters
    ----------
    G, left, right, engine, progress
        As in `maximal_bicliques`.
    devices : list of int, optional
        As in `maximal_bicliques`. Butterflies, p = q = 2, may be counted on the current
        device alone.
    memory_budget : int or str, optional
        Device memory for the GPU engine, in bytes or as a string like ``"8GiB"``; 80 %
        of the free memory by default. A count that does not fit runs on CPU cores,
        which need little memory and ignore the budget.
    p, q : int
        Numbers of left and right vertices, 1 or more.

    Returns
    -------
    int
        A Python integer of any size.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, or if p or q is not a positive integer.
    MemoryBudgetError
        One of several `devices` has no room for a copy of the graph.

    Warns
    -----
    LongSearchWarning
        Before the count, if a sample of its roots shows that it takes minutes.

    See Also
    --------
    biclique_counts : counts for all sizes up to a bound.

    Notes
    -----
    One side is the anchor: its vertices are picked one by one, and binomials count the
    other side, as in BCList++ [1]_. A cost model chooses the anchor. Time grows with
    the number of sets of min(p, q) - 1 vertices that share enough neighbours. The CPU
    engine counts twins, and vertices adjacent to the whole other side, in groups. The
    GPU engine leaves graphs with many of them, and counts that exceed its memory, to
    CPU cores.

    References
    ----------
    .. [1] J. Yang, Y. Peng, W. Zhang, "(p, q)-biclique counting and enumeration for
       large sparse bipartite graphs", PVLDB 15(2), 2021.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> cb.biclique_count(southern_women(), 2, 2)
    341
    """
    p, q = positive("p", p), positive("q", q)
    request = Request(
        G, left, right, engine=engine, devices=devices, memory_budget=memory_budget,
        progress=progress,
    )  # fmt: skip
    return count(request, p, q)


def biclique_counts(
    G: Any,
    max_p: int,
    max_q: int,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Count the (p, q)-bicliques for all p <= max_p and q <= max_q, exactly.

    Parameters
    ----------
    G, left, right, engine, memory_budget, progress
        As in `biclique_count`.
    max_p, max_q : int
        Largest p and q of the table, 1 or more.

    Returns
    -------
    pandas.DataFrame
        ``p``, ``q`` (int64) and ``count`` (object: Python integers of any size), in
        order of p, then q.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `biclique_count`.

    Warns
    -----
    LongSearchWarning
        As `biclique_count`, before each run on a graph of more than a million edges.

    Notes
    -----
    The table takes at most max_p + max_q runs: a run that picks k vertices of one side
    yields the counts for all sizes of the other.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> table = cb.biclique_counts(southern_women(), 3, 3)
    >>> table.head(4)
       p  q count
    0  1  1    89
    1  1  2   214
    2  1  3   328
    3  2  1   322
    """
    max_p, max_q = positive("max_p", max_p), positive("max_q", max_q)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    return table_frame(count_table(request, max_p, max_q))
