# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Run the preparation: reduce and order a bipartite graph, for a search or a count."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from cugraph_biclique.contract.backend import Resources
from cugraph_biclique.contract.partition import Partition
from cugraph_biclique.contract.prepared import Anchored, Prepared
from cugraph_biclique.contract.search_graph import Ordered, SearchGraph
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.interrupts import interruptible

logger = logging.getLogger(__name__)
LARGE = 1 << 20  # edges: from here on, a prediction takes a small part of the time


def log_reduced(graph: SearchGraph, grow: str) -> None:
    """Log the size of the reduced graph, and the side that has the roots."""
    logger.info(
        "reduced: %s roots on the %s, %s vertices on the other side, %s edges",
        f"{len(graph.grown_weight):,}", grow,
        f"{len(graph.kept_weight):,}", f"{len(graph.kept_indices):,}",
    )  # fmt: skip


def prepare(
    graph: BipartiteGraph,
    min_left: int,
    min_right: int,
    resources: Resources,
    partition: Partition | None = None,
) -> Prepared:
    """Reduce the graph, choose the side to grow, and order its vertices.

    If `partition` is given, it also gives the side to grow, and only vertices without
    edges are removed. A vertex may have few neighbours in the partition, and be in the
    core of the whole graph.

    Twins of the grown side are always merged. Twins of the kept side are merged only if
    the least size of this side is one or two. The reason: the search drops rows with
    fewer bits than the least size, but the bit of a class of twins stands for several
    vertices. A least size of one or two drops only rows of one bit, whose bicliques the
    star test finds.
    """
    backend, budget, trace = resources
    ordered = None
    if partition is None:
        ordered = backend.prepare_at_once(graph, min_left, min_right, budget, trace)
    if ordered is None:
        ordered = _in_stages(graph, min_left, min_right, resources, partition)
    grow = ordered.grow
    least = (min_left, min_right) if grow == "right" else (min_right, min_left)
    log_reduced(ordered.graph, grow)
    return Prepared(ordered, *least, budget)


def _in_stages(
    graph: BipartiteGraph,
    min_left: int,
    min_right: int,
    resources: Resources,
    partition: Partition | None,
) -> Ordered:
    """Do what `prepare` does, one stage after the other."""
    backend, budget, trace = resources
    side: Callable[[], str]
    with trace.stage("reduce"):
        graph = backend.placed(graph)
        if partition is None:
            is_root = None
            left_degree, right_degree = backend.core(graph, min_left, min_right)
            side = backend.side_to_grow(left_degree, right_degree, min_left, min_right)
        else:
            is_root, side = partition.is_root, partial(str, partition.grow)
            left_degree, right_degree = backend.core(graph, 1, 1)
        reduced = backend.reduce_graph(
            graph,
            left_degree,
            right_degree,
            merge_left=min_left <= 2 or side() == "left",
            merge_right=min_right <= 2 or side() == "right",
        )
        grow = side()
    with trace.stage("order"):
        return backend.order_graph(reduced, grow, is_root, budget)


def anchor(
    graph: BipartiteGraph,
    p: int,
    q: int,
    resources: Resources,
    side: str | None = None,
    is_root: Any | None = None,
) -> Anchored:
    """Reduce the graph to its core, choose the anchor, and order the vertices.

    Parameters
    ----------
    graph : BipartiteGraph
        The whole graph, or that of a partition.
    p, q : int
        Numbers of left and right vertices of the bicliques to count.
    resources : Resources
    side : {"left", "right"}, optional
        The anchor: the side whose vertices are picked. By default, the side for which
        `Backend.anchor_costs` predicts less work.
    is_root : array of bool, optional
        The roots of a partition, by vertex of `side`. With it, only vertices without
        edges are removed: the graph lacks edges of the whole graph.
    """
    return anchored_and_ordered(graph, p, q, resources, side, is_root)[1]


def anchored_and_ordered(
    graph: BipartiteGraph,
    p: int,
    q: int,
    resources: Resources,
    side: str | None = None,
    is_root: Any | None = None,
) -> tuple[Ordered, Anchored]:
    """Return the result of `anchor`, with the way back to the vertices of the input."""
    backend = resources.backend
    graph = backend.placed(graph)
    edges = graph.n_edges if backend.prepares_on_host else 0
    ordered, side, log_steps = interruptible(
        edges, _reduced_and_ordered, graph, p, q, resources, side, is_root
    )
    picks, least = (p, q) if side == "left" else (q, p)
    log_reduced(ordered.graph, side)
    return ordered, Anchored(ordered.graph, picks, least, resources.budget, log_steps)


def _reduced_and_ordered(
    graph: BipartiteGraph,
    p: int,
    q: int,
    resources: Resources,
    side: str | None,
    is_root: Any | None,
) -> tuple[Ordered, str, float]:
    """Return the core of a graph in order, the anchored side, and the logarithm of the
    predicted work.

    The last result is 0 if a prediction is not worth its time.
    """
    backend, budget, trace = resources
    with trace.stage("reduce"):
        sizes = (p, q) if is_root is None else (1, 1)
        degrees = backend.core(graph, *sizes)
        reduced = backend.reduce_graph(
            graph, *degrees, merge_left=False, merge_right=False
        )
    with trace.stage("order"):
        log_steps = 0.0
        if side is None or (is_root is None and graph.n_edges > LARGE):
            left, right = backend.anchor_costs(reduced, p, q, budget)
            side = side or ("left" if left.work < right.work else "right")
            log_steps = (left if side == "left" else right).log_steps
        ordered = backend.order_graph(reduced, side, is_root, budget)
        return ordered, side, log_steps
