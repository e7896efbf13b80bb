# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The projection of a graph on one side: pairs of vertices with common neighbours."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import numpy as np

from cugraph_biclique.backends import backend_for
from cugraph_biclique.calls.neighbourhood import renumbered
from cugraph_biclique.calls.subgraphs import core_edges
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.listing.growing import (
    Side,
    all_roots,
    check_budget,
    complete_sets,
)
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.pair_scores import (
    PairNull,
    Pairs,
    Similarity,
    adjusted,
    p_values,
    similarities,
)
from cugraph_biclique.results.result import frames_of


def pairs_of(request: Request, side: str, least: int, progress: Progress) -> Pairs:
    """Return the pairs of vertices of a side with at least `least` common neighbours.

    Only vertices of the core have any. The list is that of the (2, least)-bicliques, as
    far as the pair: it takes no memory for pairs that share fewer.
    """
    graph, backend = request.graph, backend_for(request.engine)
    degrees = (least, 2) if side == "left" else (2, least)
    part = renumbered(*core_edges(graph, *degrees, request.backend))
    check_budget(request.budget, part.graph.nbytes)  # before it is copied
    placed = backend.placed(part.graph)
    lefts = placed.left_indptr, placed.left_indices
    rights = placed.right_indptr, placed.right_indices
    of_side = Side(*lefts, *rights) if side == "left" else Side(*rights, *lefts)
    ids = to_host(part.left_ids if side == "left" else part.right_ids)
    members, common = [np.empty((0, 2), np.int32)], [np.empty(0, np.int64)]
    with reporting(progress, len(ids), "project") as on_progress:
        found = complete_sets(
            of_side, 2, least, backend, request.budget, on_progress, all_roots(of_side)
        )
        with closing(found):
            for sets in found:
                members.append(ids[to_host(sets.members)])
                common.append(np.diff(to_host(sets.offsets)))
    first, second = np.concatenate(members).T
    return Pairs(first, second, np.concatenate(common))


def projection(
    request: Request,
    side: str,
    least: int,
    by: Similarity,
    null: PairNull | None,
    level: float,
    progress: Progress,
) -> Any:
    """Return the pairs with their scores as a frame of the input's kind."""
    graph = request.graph
    pairs = pairs_of(request, side, least, progress)
    degree, other_degree = degrees_of(graph, side)
    tested = {}
    if null is not None:
        p_value = p_values(null, pairs, degree, other_degree)
        n = int(np.count_nonzero(degree))
        fdr = adjusted(p_value, n * (n - 1) // 2)
        which = fdr <= level
        pairs = Pairs(*(each[which] for each in pairs))
        tested = {"p_value": p_value[which], "fdr": fdr[which]}
    labels = graph.left_labels if side == "left" else graph.right_labels
    return frames_of(graph).frame(
        {
            "first": (pairs.first, labels),
            "second": (pairs.second, labels),
            "common": pairs.common,
            "score": similarities(by, pairs, degree),
            **tested,
        }
    )


def degrees_of(graph: BipartiteGraph, side: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the degrees of a side, and of the other one: int64, in host memory."""
    left, right = (
        np.diff(to_host(indptr)) for indptr in (graph.left_indptr, graph.right_indptr)
    )
    return (left, right) if side == "left" else (right, left)
