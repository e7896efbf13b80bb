# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of a call, for benchmarks that look between its stages."""

from typing import Any

from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.call import run_search
from cugraph_biclique.contract.backend import Backend, Resources
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.jobs import jobs_for, root_work
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.search.stars import count_stars

CPU = Cpu()
BUDGET = 1 << 33  # bytes: more than any stage takes that is looked at alone


def resources(backend: Backend, budget: int) -> Resources:
    """What the stages of a call work with."""
    return Resources(backend, budget, Trace())


def call_for(graph: Any, least: int = 1, engine: str = "cpu") -> BicliqueCall:
    """A search for bicliques with at least so many vertices of each side, before it
    runs."""
    return BicliqueCall(Request(graph, engine=engine), Sizes.of(least, least))


def stars_of(call: BicliqueCall) -> int:
    """The number of stars of the requested sizes."""
    return count_stars(call.prepared, call.backend)


def counted_in(prepared: Prepared, graph: SearchGraph) -> int:
    """The number of bicliques of a partition on one CPU thread, without stars."""
    here = prepared._replace(ordered=prepared.ordered._replace(graph=graph))
    found = run_search(CPU, here, jobs_for(root_work(graph), 1), len, Trace())
    return sum(taken for _, taken in found if taken is not None)
