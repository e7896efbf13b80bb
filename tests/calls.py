# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of a call, for tests that look between its stages."""

from cugraph_biclique.backends import backend_for
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.contract.backend import Resources
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes


def call_for(G, min_left=1, min_right=1, engine="cpu", **options):
    """A search for bicliques, before it runs."""
    request = Request(G, engine=engine, **{"progress": False, **options})
    return BicliqueCall(request, Sizes.of(min_left, min_right))


def call_in(partition, min_left=1, min_right=1, engine="cpu", **options):
    """The search of a partition, before it runs."""
    request = request_of(partition, engine, **options)
    return BicliqueCall(request, Sizes.of(min_left, min_right), partition=partition)


def request_of(partition, engine="cpu", memory_budget=1 << 28):
    """A request for the graph of a partition."""
    return Request(
        partition.graph, engine=engine, memory_budget=memory_budget, progress=False,
        is_partition=True,
    )  # fmt: skip


def resources(engine="cpu", budget=1 << 30):
    """What the stages of a call work with."""
    return Resources(backend_for(engine), budget, Trace())
