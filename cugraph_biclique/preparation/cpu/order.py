# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Order the vertices of a graph by degree, on the CPU."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cugraph_biclique.contract.search_graph import Ordered, SearchGraph
from cugraph_biclique.graph.csr import gathered, is_large, renumbered, transposed
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.preparation.choices import grows_right_up_to
from cugraph_biclique.preparation.cpu.reduction import HostClasses, Reduced


def side_to_grow(
    left_degree: np.ndarray, right_degree: np.ndarray, min_left: int, min_right: int
) -> Callable[[], str]:
    """Choose the side to grow, "left" or "right", by `grows_right_up_to`.

    Returns a function, as on a device, where the caller may wait for the choice later.
    """
    keep_left = np.square(left_degree, dtype=np.float64).sum()
    keep_right = np.square(right_degree, dtype=np.float64).sum()
    most = grows_right_up_to(min_left, min_right) * keep_right
    side = "right" if keep_left <= most else "left"
    return lambda: side


def order_graph(
    reduced: Reduced, grow: str, is_root: np.ndarray | None, budget: int
) -> Ordered:
    """Number both sides by ascending degree; vertices of the side `grow` are the roots.

    In a partition, that side is already in the order of the whole graph, and `is_root`
    marks its roots.
    """
    left = reduced.left_indptr, reduced.left_indices, reduced.left
    right = reduced.right_indptr, reduced.right_indices, reduced.right
    kept, grown = (left, right) if grow == "right" else (right, left)
    kept_order, kept_rank = by_degree(kept[0])
    if is_root is None:
        grown_order, grown_rank = by_degree(grown[0])
        is_root = np.empty(0, bool)
    else:
        grown_order = np.arange(len(grown[2]))
        grown_rank = grown_order.astype(np.int32)
        is_root = is_root[grown[2].members[grown[2].indptr[:-1]]]
    kept_indptr, kept_indices = renumbered(kept[0], kept[1], kept_order, grown_rank)
    if is_large(kept_indices):
        n_grown = len(grown[2])
        grown_indptr, grown_indices = transposed(kept_indptr, kept_indices, n_grown)
    else:
        grown_indptr, grown_indices = renumbered(
            grown[0], grown[1], grown_order, kept_rank
        )
    kept_classes = _classes(kept[2], kept_order, kept_rank)
    grown_classes = _classes(grown[2], grown_order, grown_rank)
    graph = SearchGraph(
        kept_indptr,
        kept_indices,
        kept_classes.weight,
        grown_indptr,
        grown_indices,
        grown_classes.weight,
        is_root,
    )
    return Ordered(graph, kept_classes, grown_classes, grow)


def by_degree(indptr: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices in order of (degree, id), and each vertex's place in it."""
    degree = np.diff(indptr)
    at = np.zeros(degree.max(initial=-1) + 2, np.int64)
    np.cumsum(np.bincount(degree), out=at[1:])
    order, rank = np.empty(len(degree), np.int64), np.empty(len(degree), np.int32)
    _place(degree, at, order, rank)
    return order, rank


@compiled
def _place(degree, at, order, rank):
    """Write the order of the vertices (int64), and their ranks in it (int32).

    `at`: int64, the next free place of each degree.
    """
    for v in range(degree.size):
        rank[v] = at[degree[v]]
        order[rank[v]] = v
        at[degree[v]] += 1


def _classes(classes: HostClasses, order: np.ndarray, rank: np.ndarray) -> HostClasses:
    indptr, members = gathered(classes.indptr, classes.members, order)
    of = classes.of.copy()
    of[of >= 0] = rank[of[of >= 0]]
    return HostClasses(of, indptr, members)
