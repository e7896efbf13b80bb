# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The errors of calls that need the whole graph on every worker."""

from __future__ import annotations

from typing import NoReturn

from cugraph_biclique.dask.whole import Why
from cugraph_biclique.errors import MemoryBudgetError

NEEDS = "needs the whole graph on every worker, but"


def refuse_cut(what: str, why: Why = Why.MEMORY) -> NoReturn:
    """Raise an error that begins with `what` because a graph is not on the workers."""
    if why is Why.LOST:
        raise RuntimeError(
            f"{what} {NEEDS} all workers that had it were lost: repeat the call, and "
            "make a graph again with cugraph_biclique.dask.bipartite_graph"
        )
    if why is Why.ORDER:
        raise RuntimeError(
            f"{what} {NEEDS} the workers have the roots in other orders: use workers "
            "with the same engine, or pass engine='cpu'"
        )
    raise MemoryBudgetError(
        f"{what} {NEEDS} the workers have too little memory for it: use workers with "
        "more memory or fewer threads, pass a larger memory_budget, or keep only the "
        "edges of a core with cugraph_biclique.dask.core"
    )


HERE = "call cugraph_biclique.maximal_bicliques with the edges in one frame"
# What only a result on one machine has, and what to do over Dask.
INSTEAD = {
    "families": f"take cugraph_biclique.dask.groups, or {HERE}",
    "missing": HERE,
    "cover": HERE,
    "covers": HERE,
    "take": "take nlargest, or filter the Dask frames by their column biclique",
    "iter_batches": "loop over the partitions of to_frame()",
    "to_parquet": "take cugraph_biclique.dask.write_maximal_bicliques, or "
    "to_frame().to_parquet(path)",
}


def no_attribute(kind: str, name: str) -> AttributeError:
    """Return the error of an attribute that a result over Dask does not have."""
    text = f"a {kind} has no attribute {name!r}"
    if kind == "DaskBicliques" and name in INSTEAD:
        text = (
            f"a {kind} has no {name}, which needs all bicliques in one place, but they "
            f"are on the workers: {INSTEAD[name]}"
        )
    return AttributeError(text, name=name)


def refuse_index(kind: str) -> NoReturn:
    """Raise an error because the rows of a result are on several workers."""
    raise TypeError(
        f"a {kind} has neither an index nor a loop, because its rows are on the "
        "workers: filter its Dask frames, such as found.sizes, or loop over the "
        "partitions of found.to_frame()"
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
