# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`DaskGraph`: a graph that the workers of a cluster keep for several calls."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from cugraph_biclique.dask.clients import is_closed
from cugraph_biclique.dask.numbering import Numbers
from cugraph_biclique.dask.whole import NotOnEveryWorkerError, WholeGraph, Why


class DaskGraph:
    """The edges of a Dask frame, which the workers keep for several calls.

    `cugraph_biclique.dask.bipartite_graph` makes it. The workers free its memory once
    there is no reference to it.

    Attributes
    ----------
    columns : tuple
        The names of the columns of left and right labels.
    report : list of dict
        One entry per worker, if each has all of the graph: the ``worker``, its
        ``engine``, numbers of distinct ``edges`` and of vertices (``left``, ``right``),
        and ``seconds`` by stage: ``graph`` puts the edges together, and ``reduce`` and
        ``order`` prepare calls. Empty otherwise.
    """

    def __init__(
        self,
        client: Any,
        engine: str,
        memory_budget: int | str | None,
        numbers: Numbers,
        whole: WholeGraph | None,
        why: Why = Why.MEMORY,
    ) -> None:
        self.client = client
        self.engine = engine
        self.memory_budget = memory_budget
        self.numbers = numbers
        self.whole = whole
        self.why = why  # it is not on every worker, if so
        self.columns = numbers.columns

    def check_client(self) -> None:
        """Raise an error if the client is closed: then the workers keep no graph."""
        if is_closed(self.client):
            raise ValueError(
                "the Dask client of this graph is closed, so the workers no longer "
                "keep the graph: make it again with "
                "cugraph_biclique.dask.bipartite_graph"
            )

    @property
    def is_on_every_worker(self) -> bool:
        """Whether every worker has all of the graph."""
        return self.whole is not None

    @property
    def report(self) -> list[dict[str, Any]]:  # numpydoc: an attribute
        self.check_client()
        if self.whole is None:
            return []
        with self.client.as_current():
            try:
                return self.whole.report()
            except NotOnEveryWorkerError:  # the next call cuts the graph
                return []

    def __len__(self) -> int:
        """Number of rows of the frame; parallel edges count each."""
        return self.numbers.n_edges

    def __repr__(self) -> str:
        where = "on every worker" if self.is_on_every_worker else "over the workers"
        return f"<DaskGraph: {len(self):,} edges {where}>"


def refuse_options_of(
    graph: DaskGraph,
    left: Hashable | None,
    right: Hashable | None,
    engine: str,
    memory_budget: int | str | None,
    client: Any,
) -> None:
    """Raise an error if the options of a call differ from those of its graph, or if the
    client of the graph is closed."""
    graph.check_client()
    given = {
        "left": (left, None, graph.columns[0]),
        "right": (right, None, graph.columns[1]),
        "engine": (engine, "auto", graph.engine),
        "memory_budget": (memory_budget, None, graph.memory_budget),
        "client": (client, None, graph.client),
    }
    for name, (value, default, of_graph) in given.items():
        if value is not default and value != default and value != of_graph:
            raise ValueError(
                f"{name}={value!r} differs from that of the graph, {of_graph!r}: pass "
                f"{name} to cugraph_biclique.dask.bipartite_graph"
            )
