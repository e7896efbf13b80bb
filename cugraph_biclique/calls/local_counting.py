# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counts by vertex and by edge: preparation -> sums on a backend -> input order.

Stars follow from the degrees. Butterflies are counted with the vertices of both sides
in one order of priority. All other bicliques are counted from sets of anchored
vertices.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cugraph_biclique.arguments import shown
from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.contract.search_graph import Ordered
from cugraph_biclique.contract.sums import LocalCounts, SetSums
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.exact import combined, ones, passes
from cugraph_biclique.local_counting.priority import fits_words
from cugraph_biclique.local_counting.stars import stars
from cugraph_biclique.preparation.stages import anchored_and_ordered
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.result import frames_of


def local_counts(request: Request, p: int, q: int, edges: bool) -> LocalCounts:
    """Count the (p, q)-bicliques of each vertex, and with `edges` of each edge."""
    graph, backend, trace = request.graph, request.backend, request.trace
    if p == 1 or q == 1:
        return stars(graph, p, q)
    if not has_sets(graph, p, q):
        budget, progress = request.budget, request.progress
        return backend.butterflies(graph, edges, budget, trace, progress)
    ordered, anchored = anchored_and_ordered(graph, p, q, request.resources)
    sums = all_passes(anchored, backend, edges, trace, request.progress)
    return in_input_order(graph, ordered, sums, edges)


def has_sets(graph: BipartiteGraph, p: int, q: int) -> bool:
    """Whether the counts are sums over sets of anchored vertices."""
    return min(p, q) > 1 and not (p == q == 2 and fits_words(graph))


def vertex_frame(
    graph: BipartiteGraph, counts: Any, side: str, name: str = "count"
) -> Any:
    """Return the counts of the vertices of a side as a frame of the input's kind."""
    labels = graph._labels_of(side)
    frames = frames_of(graph)
    ids = np.arange(len(counts))
    return frames.frame({"vertex": (ids, labels), name: frames.count_column(counts)})


def edge_frame(graph: BipartiteGraph, counts: Any, name: str = "count") -> Any:
    """Return the counts of the edges as a frame of the input's kind."""
    frames = frames_of(graph)
    return frames.edge_counts_frame(graph, frames.count_column(counts), name)


def check_names(left: Hashable, right: Hashable, name: str = "count") -> None:
    """Raise an error if columns of the counts of edges would have the same name."""
    if len({left, right, name}) < 3:
        raise ValueError(
            f"the sides are named {shown(left)} and {shown(right)}, but the "
            f"columns of the answer need three names with {shown(name)}: rename a "
            "column of G"
        )


def most_neighbours(anchored: Anchored) -> int:
    """Return the largest degree of an anchored vertex: no set has more common
    neighbours."""
    graph = anchored.graph
    if not len(graph.grown_weight):
        return 0
    return int(array_module(graph.grown_indptr).diff(graph.grown_indptr).max())


def all_passes(
    anchored: Anchored, backend: Backend, edges: bool, trace: Trace, progress: Progress
) -> list[tuple[SetSums, int]]:
    """Sum over the sets in as many passes as the total needs; return sums and shifts.

    First count all bicliques: this is much faster than a pass, and bounds every sum.
    """
    (total,) = backend.count(anchored, [anchored.least], trace, False)
    most = most_neighbours(anchored)
    sets = 0
    if total.bit_length() > 63:
        add = ones(anchored.least, most)
        sets = backend.set_sums(anchored, add, False, trace, progress).total
    return [
        (backend.set_sums(anchored, add, edges, trace, progress), add.shift)
        for add in passes(anchored.least, most, total, sets)
    ]


def in_input_order(
    graph: BipartiteGraph,
    ordered: Ordered,
    sums: list[tuple[SetSums, int]],
    edges: bool,
) -> LocalCounts:
    """Assign the sums to the vertices and edges of the input.

    A vertex or edge outside the core is in no biclique.
    """
    grown = combined((sums.grown, shift) for sums, shift in sums)
    kept = combined((sums.kept, shift) for sums, shift in sums)
    sides = {
        ordered.grow: _spread(ordered.grown.of, grown),
        "left" if ordered.grow == "right" else "right": _spread(ordered.kept.of, kept),
    }
    by_edge = combined((sums.edges, shift) for sums, shift in sums)
    if edges:
        by_edge = _edges(graph, ordered, by_edge)
    return LocalCounts(sides["left"], sides["right"], by_edge)


def _spread(of: Any, counts: Any) -> Any:
    """Return the count of each vertex, given the counts of the vertices in the core."""
    if isinstance(counts, np.ndarray):
        of = to_host(of)
    xp = array_module(of)
    if not len(counts):
        return xp.zeros(len(of), np.int64)
    return xp.where(of >= 0, counts[xp.maximum(of, 0)], 0)


def _edges(graph: BipartiteGraph, ordered: Ordered, counts: Any) -> Any:
    """Return the count of each edge in the order of `left_indices`."""
    on_host = isinstance(counts, np.ndarray)

    def there(array: Any) -> Any:
        if on_host:
            return to_host(array)
        return array_module(counts).asarray(array)

    indices = there(ordered.graph.grown_indices)
    xp = array_module(indices)
    grown, kept = there(ordered.grown.members), there(ordered.kept.members)
    left, right = grown[_rows(there(ordered.graph.grown_indptr))], kept[indices]
    if ordered.grow == "right":
        left, right = right, left
    keys = left.astype(np.int64) * graph.n_right + right
    in_core = {"left": ordered.kept.of, "right": ordered.kept.of}
    in_core[ordered.grow] = ordered.grown.of
    inside = there(in_core["left"])[_rows(there(graph.left_indptr))] >= 0
    inside &= there(in_core["right"])[there(graph.left_indices)] >= 0
    out = xp.zeros(graph.n_edges, counts.dtype)
    out[inside] = counts[xp.argsort(keys)]
    return out


def _rows(indptr: Any) -> Any:
    """Return the row of each entry of a CSR adjacency.

    `repeat` would do, but CuPy's `repeat` takes no array of counts.
    """
    xp = array_module(indptr)
    return xp.searchsorted(indptr, xp.arange(int(indptr[-1])), side="right") - 1
