# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The errors of calls that need the whole graph on every worker."""

from __future__ import annotations

from typing import NoReturn

from cugraph_biclique.errors import MemoryBudgetError

NEEDS = "needs the whole graph on every worker, but"


def refuse_cut(what: str) -> NoReturn:
    """Raise an error that begins with `what` because a graph is not on the workers."""
    raise MemoryBudgetError(
        f"{what} {NEEDS} the workers have too little memory for it, or were lost: use "
        "workers with more memory or fewer threads, pass a larger memory_budget, or "
        "keep only the edges of a core with cugraph_biclique.dask.core"
    )


def refuse_parts(what: str, is_cut: bool, is_near: bool) -> NoReturn:
    """Raise an error because a result is of partitions, or of the edges near some
    vertices."""
    if is_cut:
        raise ValueError(
            f"{what} {NEEDS} the graph is in partitions: leave partitions=... out"
        )
    if is_near:
        raise ValueError(
            f"{what} {NEEDS} the call has copied only the edges near containing=...: "
            "pass a graph of cugraph_biclique.dask.bipartite_graph"
        )
    refuse_cut(what)
