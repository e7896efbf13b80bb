# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Preparation: reduce and order a bipartite graph, for a search or for a count."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from cugraph_biclique.backends import Anchored, Backend, Prepared
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.interrupts import interruptible
from cugraph_biclique.partition import Partition
from cugraph_biclique.preparation import Ordered, log_reduced
from cugraph_biclique.trace import Trace

LARGE = 1 << 20  # edges: from here on, predictions of work take no notable time


def prepare(
    graph: BipartiteGraph,
    min_left: int,
    min_right: int,
    backend: Backend,
    trace: Trace,
    budget: int,
    partition: Partition | None = None,
) -> Prepared:
    """Reduce the graph, choose the side to grow, and order its vertices.

    A partition comes with its grown side, and keeps vertices with few neighbours: only
    the whole graph shows whether these are outside the core.

    The search compares numbers of bits with the least size of the kept side, and a bit
    of merged twins stands for several vertices. So kept twins are merged only for a
    least size of one or two, where the stars find the bicliques of a single class.
    """
    ordered = None
    if partition is None and backend.preparation.prepare_at_once:
        ordered = backend.preparation.prepare_at_once(
            graph, min_left, min_right, budget, trace
        )
    if ordered is None:
        ordered = _in_stages(
            graph, min_left, min_right, backend, trace, budget, partition
        )
    grow = ordered.grow
    least = (min_left, min_right) if grow == "right" else (min_right, min_left)
    log_reduced(ordered.graph, grow)
    return Prepared(ordered, *least, backend, budget)


def _in_stages(
    graph: BipartiteGraph,
    min_left: int,
    min_right: int,
    backend: Backend,
    trace: Trace,
    budget: int,
    partition: Partition | None,
) -> Ordered:
    """`prepare`, one stage after the other."""
    stages = backend.preparation
    side: Callable[[], str]
    with trace.stage("reduce"):
        graph = backend.placed(graph)
        if partition is None:
            is_root = None
            left_degree, right_degree = stages.core(graph, min_left, min_right)
            side = stages.side_to_grow(left_degree, right_degree, min_left, min_right)
        else:
            is_root, side = partition.is_root, partial(str, partition.grow)
            left_degree, right_degree = stages.core(graph, 1, 1)
        reduced = stages.reduce_graph(
            graph,
            left_degree,
            right_degree,
            merge_left=min_left <= 2 or side() == "left",
            merge_right=min_right <= 2 or side() == "right",
        )
        grow = side()
    with trace.stage("order"):
        return stages.order_graph(reduced, grow, is_root, budget)


def anchor(
    graph: BipartiteGraph,
    p: int,
    q: int,
    backend: Backend,
    budget: int,
    trace: Trace,
    side: str | None = None,
    is_root: Any | None = None,
) -> Anchored:
    """Reduce the graph to its core, choose the anchor, and order the vertices.

    With `is_root` the graph is a partition, whose vertices are all kept.
    """
    return anchored_and_ordered(graph, p, q, backend, budget, trace, side, is_root)[1]


def anchored_and_ordered(
    graph: BipartiteGraph,
    p: int,
    q: int,
    backend: Backend,
    budget: int,
    trace: Trace,
    side: str | None = None,
    is_root: Any | None = None,
) -> tuple[Ordered, Anchored]:
    """Return the result of `anchor`, and the way back to the vertices of the input."""
    graph = backend.placed(graph)
    edges = graph.n_edges if backend.prepares_on_host else 0
    ordered, side, log_steps = interruptible(
        edges, _reduced_and_ordered, graph, p, q, backend, budget, trace, side,
        is_root,
    )  # fmt: skip
    picks, least = (p, q) if side == "left" else (q, p)
    log_reduced(ordered.graph, side)
    return ordered, Anchored(ordered.graph, picks, least, backend, budget, log_steps)


def _reduced_and_ordered(
    graph: BipartiteGraph,
    p: int,
    q: int,
    backend: Backend,
    budget: int,
    trace: Trace,
    side: str | None,
    is_root: Any | None,
) -> tuple[Ordered, str, float]:
    """Return the core of a graph, ordered for the anchor, the anchor side, and the
    logarithm of the predicted work: 0 if it is not worth predicting."""
    stages = backend.preparation
    with trace.stage("reduce"):
        sizes = (p, q) if is_root is None else (1, 1)
        degrees = stages.core(graph, *sizes)
        reduced = stages.reduce_graph(
            graph, *degrees, merge_left=False, merge_right=False
        )
    with trace.stage("order"):
        log_steps = 0.0
        if side is None or (is_root is None and graph.n_edges > LARGE):
            left, right = stages.anchor_costs(reduced, p, q, budget)
            side = side or ("left" if left.work < right.work else "right")
            log_steps = (left if side == "left" else right).log_steps
        ordered = stages.order_graph(reduced, side, is_root, budget)
        return ordered, side, log_steps
