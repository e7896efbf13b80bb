# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Calls that need the whole graph on every worker, and their error for partitions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn, TypeVar

import dask

from cugraph_biclique.errors import MemoryBudgetError

if TYPE_CHECKING:
    from cugraph_biclique.dask.call import DaskCall
    from cugraph_biclique.dask.whole import WholeGraph

T = TypeVar("T")


def on_whole_graph(what: str, call: DaskCall, work: Callable[[WholeGraph], T]) -> T:
    """Return what `work` finds with all of the graph on every worker, or raise an error
    that begins with `what`."""
    found = call.on_whole(work)
    if found is None:
        refuse_partitions(what, call)
    return found


def refuse_partitions(what: str, call: DaskCall | None) -> NoReturn:
    """Raise an error because a graph is in partitions."""
    if call is None or call.may_be_cut:
        raise ValueError(
            f"{what} needs the whole graph on every worker, but the graph is in "
            "partitions: leave partitions=... out"
        )
    if call.one_id_space:
        raise ValueError(
            f"{what} needs the whole graph on every worker, but the graph is in the "
            "partitions of a cuGraph graph: pass the edge frame instead"
        )
    with call.on_workers():
        if call.reading().size()[2]:
            edges = call.edges()
            edges.check(dask.compute(edges.nulls)[0])
    raise MemoryBudgetError(
        f"{what} needs the whole graph on every worker, but the graph is in "
        "partitions, because it does not fit a worker: use workers with more memory, "
        "fewer threads for each, or a larger memory_budget, or pass a part of the graph"
    )
