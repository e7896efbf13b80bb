# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search random graphs in the same way as the graph whose degrees they have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cugraph_biclique.contract.backend import Null, RandomGraphs
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.randomization import together
from cugraph_biclique.request.containing import Ids
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results.result import UnionResult

AnyCall = TypeVar("AnyCall")


@dataclass(frozen=True)
class SameSearch(Generic[AnyCall]):
    """The arguments of a search, to repeat it on random graphs.

    `call` makes the call of a request, as `BicliqueCall` does.
    """

    call: Callable[[Request, Sizes, Any], AnyCall]
    engine: str
    memory_budget: int | str | None
    devices: tuple[int, ...]
    sizes: Sizes
    containing: Ids | None = None

    @classmethod
    def of(
        cls,
        call: Callable[[Request, Sizes, Any], AnyCall],
        request: Request,
        sizes: Sizes,
        containing: Ids | None = None,
    ) -> SameSearch[AnyCall]:
        """The search of a request."""
        options = request.engine, request.asked_budget, request.devices
        return cls(call, *options, sizes, containing)

    def on_random_graphs(
        self,
        graph: BipartiteGraph,
        draws: int,
        seed: int,
        progress: Progress,
        null: Null,
    ) -> Iterator[UnionResult]:
        """Yield the bicliques of random graphs with the degrees of a graph."""
        done = 0
        drawn, budget = self.random_graphs(graph, seed, null)
        with reporting(progress, draws, "random graphs", "graphs") as on_progress:
            for call, n in self.calls(drawn, graph, draws, budget):
                for part in call.results_of_graphs(n):  # type: ignore[attr-defined]
                    yield part._replace(number=part.number + done)
                del call
                done += n
                on_progress(n)

    def random_graphs(
        self, graph: BipartiteGraph, seed: int, null: Null
    ) -> tuple[RandomGraphs, int]:
        """Return the random graphs of a seed, and the memory budget of a search."""
        request = self._request(graph)
        if request.backend.prepares_on_host:
            graph = graph.with_host_adjacency()
        return request.backend.random_graphs(graph, seed, null), request.budget

    def calls(
        self, drawn: RandomGraphs, graph: BipartiteGraph, draws: int, budget: int
    ) -> Iterator[tuple[AnyCall, int]]:
        """Yield a call for each union of random graphs, and how many graphs it has.

        Run each call before the next one is taken: the nodes of its search tell how
        many graphs to unite next.
        """
        left, n = draws, 1  # the first search tells how large the others are
        while left:
            request = self._request(drawn.union(n))
            yield self.call(request, self.sizes, self._labels()), n
            left -= n
            each = together(graph, request.trace.nodes // n, budget)
            unites = drawn.same_edges and self.containing is None
            n = min(left, each) if unites else 1
            del request

    def _request(self, graph: BipartiteGraph) -> Request:
        return Request(
            graph,
            engine=self.engine,
            memory_budget=self.memory_budget,
            devices=self.devices or None,
            progress=False,
        )

    def _labels(self) -> dict[str, Any] | None:
        """The argument `containing`: the labels of a random graph are its ids."""
        return None if self.containing is None else self.containing._asdict()
