# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Root order on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device import gather_ranges, offsets, xp
from cugraph_biclique.order import Ordered, SearchGraph
from cugraph_biclique.reduction import Classes, Reduced


def side_to_grow(left_degree: Any, right_degree: Any) -> str:
    """The side whose two-hop neighbourhood is smaller: "left" or "right".

    Rows are built by sweeping the neighbours of neighbours, so the sum of squared
    degrees of the kept side bounds rows and roots alike.
    """
    keep_left = xp.square(left_degree.astype(np.float64)).sum()
    keep_right = xp.square(right_degree.astype(np.float64)).sum()
    return "right" if bool(keep_left <= keep_right) else "left"


def order_graph(reduced: Reduced, grow: str) -> Ordered:
    """Number both sides by ascending degree, the side `grow` as roots."""
    left = reduced.left_indptr, reduced.left_indices, reduced.left
    right = reduced.right_indptr, reduced.right_indices, reduced.right
    kept, grown = (left, right) if grow == "right" else (right, left)
    kept_order, kept_rank = by_degree(kept[0])
    grown_order, grown_rank = by_degree(grown[0])
    kept_indptr, kept_indices = renumbered(kept[0], kept[1], kept_order, grown_rank)
    grown_indptr, grown_indices = renumbered(grown[0], grown[1], grown_order, kept_rank)
    kept_classes = _renumbered(kept[2], kept_order, kept_rank)
    grown_classes = _renumbered(grown[2], grown_order, grown_rank)
    graph = SearchGraph(
        kept_indptr,
        kept_indices,
        xp.diff(kept_classes.indptr).astype(np.int32),
        grown_indptr,
        grown_indices,
        xp.diff(grown_classes.indptr).astype(np.int32),
    )
    return Ordered(graph, kept_classes, grown_classes, grow)


def by_degree(indptr: Any) -> tuple[Any, Any]:
    """Vertices by (degree, id), and each vertex's place in that order."""
    order = xp.argsort(xp.diff(indptr), kind="stable")
    rank = xp.empty(len(order), np.int32)
    rank[order] = xp.arange(len(order), dtype=np.int32)
    return order, rank


def renumbered(indptr, indices, order, other_rank) -> tuple[Any, Any]:
    """The adjacency in new numbers, every list ascending."""
    n = len(other_rank)
    degree = xp.diff(indptr)[order]
    out_indptr = offsets(degree)
    moved, _ = gather_ranges(indices, indptr[:-1][order], indptr[1:][order])
    row = xp.searchsorted(out_indptr, xp.arange(len(moved)), side="right") - 1
    keys = xp.sort(row * n + other_rank[moved])
    return out_indptr, (keys - row * n).astype(np.int32)


def _renumbered(classes: Classes, order: Any, rank: Any) -> Classes:
    members, indptr = gather_ranges(
        classes.members, classes.indptr[:-1][order], classes.indptr[1:][order]
    )
    of = classes.of
    if len(rank):
        of = xp.where(of >= 0, rank[xp.maximum(of, 0)], np.int32(-1))
    return Classes(of, indptr, members)
